"""`evigraph library` and `evigraph literature` over it, as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from tests.servers.ncbi import FakeNcbi

RIS = """TY  - JOUR
TI  - Zinc for the common cold: a randomised trial
AB  - Zinc significantly reduced the duration of colds compared with placebo. It tasted of metal.
AN  - 12345
PY  - 2015
ER  -

TY  - JOUR
TI  - Vitamin D and falls
PY  - 2019
DO  - 10.1000/falls
ER  -
"""


@pytest.fixture
def evigraph(tmp_path: Path) -> Any:
    def run(*args: str, stdin: str = "", **more: str) -> Result:
        settings = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none", **more}
        return CliRunner(env=settings).invoke(main, args, input=stdin, prog_name="evigraph")

    return run


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "refs.ris").write_text(RIS, encoding="utf-8")
    (folder / "bomb.xml").write_text('<!DOCTYPE a [<!ENTITY b "c">]><article>&b;</article>', encoding="utf-8")
    (folder / "cut.xml").write_text("<article><front>", encoding="utf-8")
    (folder / "scan.pdf").write_bytes(b"%PDF-1.4 no more")
    return folder


def added(result: Result) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(result.stdout)
    return record


def test_what_can_be_read_goes_in_and_the_rest_is_told(evigraph: Any, papers: Path) -> None:
    result = evigraph("library", "add", str(papers), "--json")
    assert result.exit_code == 1
    report = added(result)
    assert report["new"] == 2
    assert {one["file"] for one in report["unread"]} == {"bomb.xml", "cut.xml", "scan.pdf"}
    assert all(one["reason"] for one in report["unread"])


def test_what_was_read_is_not_read_again(evigraph: Any, papers: Path) -> None:
    evigraph("library", "add", str(papers))
    report = added(evigraph("library", "add", str(papers / "refs.ris"), "--json"))
    assert (report["new"], report["joined"], report["known"]) == (0, 0, 0)
    assert report["unchanged"] == 1


def test_papers_and_sentences_are_found_without_a_graph(evigraph: Any, papers: Path) -> None:
    evigraph("library", "add", str(papers))
    shown = evigraph("literature", "zinc colds type:rct").stdout
    assert "Zinc for the common cold" in shown
    assert "randomised trial" in shown
    assert "https://pubmed.ncbi.nlm.nih.gov/12345" in shown
    assert "Vitamin D" not in shown
    rows = json.dumps({"id": 1, "query": "duration of colds", "paper": "12345"}) + "\n"
    (first, *_) = json.loads(evigraph("literature", "--batch", "-", "--passages", stdin=rows).stdout)["passages"]
    assert first["text"] == "Zinc significantly reduced the duration of colds compared with placebo."
    assert evigraph("literature", "zinc", "--passages", "--paper", "PMID:7").exit_code == 1


def test_a_query_that_cannot_be_read_is_one_line(evigraph: Any, papers: Path) -> None:
    evigraph("library", "add", str(papers))
    result = evigraph("literature", "zinc year:soon")
    assert result.exit_code == 1
    assert '"year:soon" is no year. Write year:2019' in result.stderr
    assert result.stderr.count("\n") == 1


def test_papers_leave_again(evigraph: Any, papers: Path, tmp_path: Path) -> None:
    evigraph("library", "add", str(papers))
    to = tmp_path / "out.bib"
    assert evigraph("library", "export", str(to), "--query", "zinc").exit_code == 0
    assert to.read_text(encoding="utf-8").count("@article") == 1
    assert evigraph("library", "export", str(to)).exit_code == 1
    assert evigraph("library", "export", str(to), "--force").exit_code == 0
    assert to.read_text(encoding="utf-8").count("@article") == 2
    assert evigraph("library", "remove", "10.1000/FALLS").exit_code == 0
    assert evigraph("library", "remove", "10.1000/FALLS").exit_code == 1
    assert '"articles": 1' in evigraph("library", "stats", "--json").stdout


def test_ids_are_fetched_only_where_that_was_asked_for(evigraph: Any, tmp_path: Path) -> None:
    listed = tmp_path / "ids.txt"
    listed.write_text("1\n99\n", encoding="utf-8")
    refused = evigraph("library", "add", str(listed))
    assert refused.exit_code == 1
    assert "--fetch" in refused.stderr
    with FakeNcbi({"1": ("Zinc for colds", "Lancet", 2001)}).serving() as ncbi:
        report = added(evigraph("library", "add", str(listed), "--fetch", "--json", NCBI_URL=ncbi.url))
    assert report["new"] == 1
    assert [one["file"] for one in report["unread"]] == ["PMID:99"]


def test_saved_searches_get_new_papers_and_new_retractions(evigraph: Any, papers: Path) -> None:
    evigraph("library", "add", str(papers / "refs.ris"))
    assert evigraph("library", "save", "zinc", "title: zinc type:rct").exit_code == 0
    assert evigraph("library", "save", "empty", "").exit_code == 1
    known = {"12345": ("Zinc for the common cold", "J", 2015), "77": ("Zinc lozenges again", "J", 2020)}
    with FakeNcbi(known, retracted={"12345"}).serving() as ncbi:
        report = added(evigraph("library", "update", "--json", NCBI_URL=ncbi.url))
        assert [paper["id"] for paper in report["new"]["zinc"]] == ["PMID:77"]
        assert [paper["id"] for paper in report["retracted"]] == ["PMID:12345"]
        asked = ncbi.asked[0]["term"][0]
        assert asked.startswith('("zinc"[ti]) AND ("randomized controlled trial"[pt]) AND ')
        again = added(evigraph("library", "update", "zinc", "--json", NCBI_URL=ncbi.url))
        assert (again["new"]["zinc"], again["retracted"]) == ([], [])
        assert evigraph("library", "update", "nothing", NCBI_URL=ncbi.url).exit_code == 1
    (search,) = added(evigraph("library", "saved", "--json"))["searches"]
    assert search["name"] == "zinc"
    assert search["updated"]
    shown = evigraph("literature", "zinc is:retracted").stdout
    assert "RETRACTED" in shown
    assert evigraph("library", "save", "zinc", "--remove").exit_code == 0
    assert added(evigraph("library", "saved", "--json"))["searches"] == []


def test_a_slip_is_read_as_the_word_that_papers_have_and_said(evigraph: Any, papers: Path) -> None:
    (papers / "more.ris").write_text(RIS.replace("12345", "12346").replace("10.1000/falls", "10.1000/other").replace(
        "PY  - 2015", "PY  - 2005").replace("PY  - 2019", "PY  - 2001"), encoding="utf-8")  # fmt: skip
    evigraph("library", "add", str(papers))
    shown = evigraph("literature", "vitamn falls").stdout
    assert "Vitamin D and falls" in shown
    assert "“vitamin” for “vitamn”" in " ".join(shown.split())
    assert "for “vitamn”" not in evigraph("literature", "vitamn falls spelling:off").stdout


def test_a_batch_reads_slips_and_everyday_names_as_the_terminal_does(evigraph: Any, papers: Path) -> None:
    again = RIS.replace("12345", "12346").replace("/falls", "/other").replace("201", "200")
    (papers / "more.ris").write_text(again, encoding="utf-8")
    evigraph("library", "add", str(papers))
    rows = (
        {"id": 1, "query": "vitamn falls"},
        {"id": 2, "query": "zinc -year:2019"},
        {"id": 3, "fields": {"title": "vitamn"}},
        {"id": 4, "query": "vitamn spelling:off"},
    )
    done = evigraph("literature", "--batch", "-", stdin="\n".join(map(json.dumps, rows)))
    slip, odd, field, off = map(json.loads, done.stdout.splitlines())
    assert slip["corrected"] == field["corrected"] == {"vitamn": "vitamin"}
    assert {p["title"] for p in (*slip["papers"], *field["papers"])} == {"Vitamin D and falls"}
    assert (done.exit_code, odd["id"], "cannot be left out" in odd["error"]) == (1, 2, True)
    assert (off["papers"], off["corrected"]) == ([], {})


def test_papers_like_one_are_found_at_the_terminal(evigraph: Any, papers: Path) -> None:
    evigraph("library", "add", str(papers))
    assert evigraph("literature", "like:12345").exit_code == 0
    assert "names no paper" in evigraph("literature", "like:that").stderr


def test_a_library_is_a_source_itself(evigraph: Any, papers: Path, tmp_path: Path) -> None:
    evigraph("library", "add", str(papers), "--library", str(tmp_path / "one"))
    moved = added(evigraph("library", "add", str(tmp_path / "one"), "--library", str(tmp_path / "two"), "--json"))
    again = added(evigraph("library", "add", str(tmp_path / "one"), "--library", str(tmp_path / "two"), "--json"))
    assert moved["new"] == again["known"] > 0
    assert (moved["unread"], again["new"]) == ([], 0)
