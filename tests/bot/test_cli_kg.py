"""`evigraph kg`: import, export, merge and papers from the command line, with what they print."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.ending import TERMINATED
from kgcore.values.citation import Citation
from tests.kgcore.ingest.samples import ADINT, IDISK, archive, folder
from tests.kgcore.ingest.test_merging import OURS, THEIRS
from tests.servers.ncbi import FakeNcbi


@pytest.fixture
def kg(tmp_path: Path) -> Any:
    def run(*args: object, **env: str) -> Result:
        given = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none", **env}
        return CliRunner(env=given).invoke(main, ["kg", *map(str, args)], prog_name="evigraph")

    return run


def test_an_import_says_what_it_is_and_what_was_left_out(kg: Any, tmp_path: Path) -> None:
    result = kg("import", archive(ADINT, tmp_path / "adint.zip"), "--to", tmp_path / "graph")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Recognised as ADInt / KNOWNET: nodes.csv has the columns CUI, name, type;")
    assert "adint: 3 entities, 3 relations, 3 papers" in lines
    assert "edges.csv:5: an id that no entity has (C9999999)" in lines


def test_a_format_may_be_given_and_json_tells_it(kg: Any, tmp_path: Path) -> None:
    source = folder(IDISK, tmp_path / "idisk")
    record = json.loads(kg("import", source, "--to", tmp_path / "graph", "--format", "idisk", "--json").stdout)
    assert (record["format"], record["entities"], record["files_not_read"]) == ("iDISK 2.0", 8, [])
    refused = kg("import", source, "--to", tmp_path / "graph", "--format", "primekg")
    assert refused.exit_code == 1
    assert "is not PrimeKG. That needs kg.csv" in refused.stderr


def test_a_card_shows_attributes_ratings_and_what_the_source_says(kg: Any, tmp_path: Path) -> None:
    kg("import", folder(IDISK, tmp_path / "idisk"), "--to", tmp_path / "graph")
    shown = kg("show", "ginkgo biloba", "--kg", tmp_path / "graph").stdout
    for words in ("Mechanism of Action: Antioxidant", "CUI: C0330205", "interaction rating", "Bleeding may increase."):
        assert words in shown


def test_a_graph_goes_out_and_comes_back(kg: Any, tmp_path: Path) -> None:
    kg("import", folder(OURS, tmp_path / "a"), "--to", tmp_path / "graph")
    out = kg("export", tmp_path / "graph", "--format", "turtle", "--to", tmp_path / "out.ttl")
    assert out.exit_code == 0
    assert out.stdout.startswith("Wrote 4 entities, 2 relations and 1 paper to ")
    back = kg("import", tmp_path / "out.ttl", "--to", tmp_path / "back")
    assert "out: 4 entities, 2 relations, 1 paper" in back.stdout


def test_a_merge_lists_what_it_decided(kg: Any, tmp_path: Path) -> None:
    for name, files in (("a", OURS), ("b", THEIRS)):
        kg("import", folder(files, tmp_path / "tables" / name), "--to", tmp_path / name)
    result = kg("merge", tmp_path / "a", tmp_path / "b", "--to", tmp_path / "both")
    assert result.exit_code == 1
    for words in ("doubtful, left apart: 3", "apart: 2", "merged: 3", "Predicates that they disagree on"):
        assert words in result.stdout
    record = json.loads(kg("merge", tmp_path / "a", tmp_path / "b", "--to", tmp_path / "two", "--json").stdout)
    assert [d["ruling"] for d in record["decisions"]].count("merged") == 3
    assert record["conflicts"][0]["predicate"] == "TREATS"


def test_a_merge_calls_tables_by_the_name_that_was_given(kg: Any, tmp_path: Path) -> None:
    a, b = (str(folder(files, tmp_path / name)) for name, files in (("a", OURS), ("b", THEIRS)))
    said = kg("merge", a, b, "--to", tmp_path / "both").stdout
    assert f"Joined from {a}, {b}, in this order." in " ".join(said.split())  # wherever a long path breaks the line


def test_several_graphs_are_joined_for_reading_and_each_edge_says_whose_it_is(kg: Any, tmp_path: Path) -> None:
    a, b = (folder(files, tmp_path / "tables" / name) for name, files in (("ours", OURS), ("theirs", THEIRS)))
    kg("import", b, "--to", tmp_path / "theirs")
    both = f"{a}, {tmp_path / 'theirs'}"
    stats = json.loads(kg("stats", "--json", EVIGRAPH_KG=both).stdout)
    assert (stats["name"], stats["entities"]) == ("ours + theirs", 9)
    card = json.loads(kg("show", "fish oil", "--json", "--kg", both).stdout)
    sources = {s for edge in card["edges"] for s in edge["sources"]}
    assert sources == {"hand in the graph ours", "the graph theirs"}


def test_what_one_graph_calls_a_supplement_and_another_a_chemical_is_read_as_one(kg: Any, tmp_path: Path) -> None:
    nodes = "id\tname\tcategory\n{0}1\tvitamin E\t{1}\n{0}2\tdementia\tDisease\n{0}3\taging\t{2}\n"
    edges = "subject\tpredicate\tobject\tpublications\n{0}1\tprevents\t{0}2\tPMID:{1}\n"
    for name, types in (("a", ("Supplement", "Process")), ("b", ("Chemical", "Disease"))):
        number = "12"["ab".index(name)]
        tables = {"nodes.tsv": nodes.format(f"{name}:", *types), "edges.tsv": edges.format(f"{name}:", number)}
        folder(tables, tmp_path / name)
    stats = json.loads(kg("stats", "--json", EVIGRAPH_KG=f"{tmp_path / 'a'},{tmp_path / 'b'}").stdout)
    assert (stats["entities"], stats["relations"]) == (4, 1)  # "aging" stays two: a process is no disease


def test_a_graph_that_is_not_there_is_named_among_several(kg: Any, tmp_path: Path) -> None:
    a = folder(OURS, tmp_path / "ours")
    result = kg("stats", EVIGRAPH_KG=f"{a},{tmp_path / 'lost'}")
    assert (result.exit_code, f"There is no graph at {tmp_path / 'lost'}." in " ".join(result.stderr.split())) == (
        1,
        True,
    )


def test_papers_are_counted_and_completed_online(kg: Any, tmp_path: Path) -> None:
    kg("import", folder(ADINT, tmp_path / "adint"), "--to", tmp_path / "graph")
    assert "3 papers lacked a title, year or authors." in kg("papers", tmp_path / "graph").stdout
    cited = {"11": Citation(("King, Martin Luther, Jr", "The Study Group"), "12", "3", "115-120")}
    fake = FakeNcbi({str(n): (f"Title {n}", "The Journal", 2001) for n in (11, 12)}, cited=cited)
    with fake.serving():
        done = kg("papers", tmp_path / "graph", "--online", NCBI_URL=fake.url, NCBI_API_KEY="secret")
    assert (done.exit_code, " ".join(done.stdout.split())) == (
        0,
        "3 papers lacked a title, year or authors. Something was filled in for 2"
        " (title 2, journal 2, year 2, authors 1, volume 1, issue 1, pages 1). Lacking still: 2.",
    )
    assert fake.asked[0]["api_key"] == ["secret"]
    card = json.loads(kg("show", "C0330205", "--kg", tmp_path / "graph", "--json").stdout)
    assert {p["title"] for p in card["papers"]} == {"Title 11", "Title 12", ""}


def test_papers_of_what_is_no_imported_graph_are_refused(kg: Any, tmp_path: Path) -> None:
    result = kg("papers", folder(ADINT, tmp_path / "adint"))
    assert (result.exit_code, "Import it first" in result.stderr) == (1, True)


def test_an_import_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    """SIGTERM to a real process, once it has begun to build."""
    rows = "".join(f"thing {n}\trelates to\tthing {n + 1}\n" for n in range(400_000))
    (tmp_path / "large.tsv").write_text(rows)
    to, env = tmp_path / "graph", {**os.environ, "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_DATA": str(tmp_path / "data")}
    words = [sys.executable, "-m", "bot", "kg", "import", str(tmp_path / "large.tsv"), "--to", str(to)]
    process = subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None and not list(to.glob("building-*/*")):
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate()
    assert (process.returncode, to.exists()) == (TERMINATED, False)
    assert b"Traceback" not in said
