"""What one does with a thread in the terminal, end to end over the starter graph, without a language model."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from kgcore.values.citation import Citation
from tests.servers.ncbi import FakeNcbi

VITAMIN_E = "Can vitamin E slow the progression of Alzheimer's disease?"
TALK = "Ann: Zinc treats the common cold.\nBen: Vitamin E does not prevent Alzheimer's disease.\n"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def evigraph(data: Path) -> Any:
    def run(*args: str, stdin: str = "", **env: str) -> Result:
        runner = CliRunner(env={"EVIGRAPH_DATA": str(data), "EVIGRAPH_EMBEDDER": "none"} | env)
        return runner.invoke(main, args, input=stdin, prog_name="evigraph")

    return run


def record(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def action_ids(text: str, verb: str) -> list[str]:
    return re.findall(rf"kg1:{verb}:[A-Za-z0-9]+:[0-9]+", text)


# ── a chat from a pipe ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_a_number_and_a_dismissal_in_one_piped_chat(evigraph: Any) -> None:
    result = evigraph("chat", "--thread", "walk", stdin=f"{VITAMIN_E}\n1\n1x\n1?\n/steps\n/step 1\n/quit\n")
    assert result.exit_code == 0
    assert "● Reported" in result.stdout
    assert "Ask next" in result.stdout
    asked = record(evigraph("steps", "--thread", "walk", "--json"))["steps"]
    assert [s["step"] for s in asked] == [1, 2]
    assert f"▸ {asked[1]['question']}" in result.stdout
    assert "incident" not in result.output


def test_what_was_dismissed_is_not_offered_again(evigraph: Any) -> None:
    first = record(evigraph("ask", VITAMIN_E, "--thread", "dismiss", "--json"))
    gone = first["recommendations"][0]
    evigraph("chat", "--thread", "dismiss", stdin="1x\n")
    again = evigraph("chat", "--thread", "dismiss", stdin="/more\n").stdout
    assert "one question so far" in again
    assert gone["text"] not in again
    assert first["recommendations"][1]["text"] in again


def test_every_number_that_a_chat_prints_does_something(evigraph: Any) -> None:
    lines = "".join(f"{number}\n\n/again\n" for number in range(1, 18))
    result = evigraph("chat", stdin=f"Tell me about zinc\n{lines}")
    assert result.exit_code == 0
    assert "incident" not in result.output
    assert "no longer here" not in result.stdout


@pytest.mark.parametrize(
    "command", ["/picture", "/node 1", "/settings", "/progress", "/summary", "/bookmarks", "/undo"]
)
def test_every_panel_can_be_opened(evigraph: Any, command: str) -> None:
    result = evigraph("chat", "--thread", "panels", stdin=f"Tell me about zinc\n{command}\n")
    assert result.exit_code == 0
    assert "incident" not in result.output
    assert "evigraph chat --thread panels" in result.stdout


def test_a_chat_survives_whatever_comes_in_a_pipe(evigraph: Any) -> None:
    hostile = "\x1b[2J\x07\n99999\n0\n-1\n/\n//\n/node 999999\n/step 99999999999999999999\n[bold]\n\ufeff\n"
    result = evigraph("chat", stdin=hostile)
    assert result.exit_code == 0
    assert "incident" not in result.output
    assert "\x1b[2J" not in result.stdout


def test_pictures_of_a_chat_are_kept(evigraph: Any, tmp_path: Path) -> None:
    result = evigraph("chat", "--images", str(tmp_path / "pictures"), stdin="Tell me about zinc\n")
    (picture,) = (tmp_path / "pictures").iterdir()
    assert picture.name == "01-tell-me-about-zinc.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert f"Picture: {picture}" in result.stdout


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_printed_dismissal_works_as_it_stands(evigraph: Any) -> None:
    shown = evigraph("ask", VITAMIN_E, "--ids", "--thread", "ids").stdout
    question, dismiss = action_ids(shown, "ask")[0], action_ids(shown, "dismiss")[0]
    after = evigraph("act", "--ids", "--thread", "ids", dismiss).stdout
    assert question not in after
    assert action_ids(after, "ask")


def test_a_form_is_sent_with_the_very_line_that_is_printed(evigraph: Any) -> None:
    turn = record(evigraph("ask", VITAMIN_E, "--thread", "form", "--json"))["turn"]
    panel = evigraph("act", "--ids", "--thread", "form", f"kg1:picture:{turn}:0").stdout
    line = next(line for line in panel.splitlines() if f"kg1:connect:{turn}" in line and "evigraph act" in line)
    answer = evigraph(*shlex.split(line)[1:])
    assert answer.exit_code == 0
    assert any(word in answer.stdout for word in ("Related", "Supported", "Reported"))


def test_the_record_of_a_turn_says_where_it_stands(evigraph: Any) -> None:
    first = record(evigraph("ask", VITAMIN_E, "--thread", "json", "--json"))
    found = record(evigraph("act", "--thread", "json", first["recommendations"][0]["action"], "--json"))
    assert found["parent"] == first["turn"]
    assert [(s["step"], s["parent"]) for s in found["steps"]] == [(1, None), (2, 1)]
    assert found["view"]["scope"] == "thread"
    assert found["progress"]["about"]
    suggestion = found["recommendations"][0]
    assert suggestion["kind"] in ("node", "type", "why")
    assert record(evigraph("act", "--thread", "json", suggestion["dismiss"], "--json"))["turn"] == found["turn"]


def test_several_pictures_get_numbers(evigraph: Any, tmp_path: Path) -> None:
    turn = record(evigraph("ask", "Tell me about zinc", "--thread", "many", "--json"))["turn"]
    result = evigraph("act", "--thread", "many", f"kg1:scope:{turn}:0", "--image", str(tmp_path / "graph.svg"))
    assert result.exit_code == 0
    written = sorted(p.name for p in tmp_path.iterdir())
    assert written[0] == "graph-2.svg"
    assert written[-1] == "graph.svg"
    assert f"Picture: {tmp_path / 'graph-2.svg'}" in result.stdout
    assert (tmp_path / "graph-2.svg").read_text(encoding="utf-8").lstrip().startswith("<")


def test_an_entity_is_browsed_and_the_way_to_another_shown(evigraph: Any) -> None:
    assert "Zinc" in evigraph("browse", "zinc").stdout
    way = evigraph("browse", "rivastigmine", "--to", "Parkinson's disease dementia")
    assert way.exit_code == 0
    assert "holinesterase inhibitors" in way.stdout
    missing = evigraph("browse", "flux capacitor")
    assert missing.exit_code == 1
    assert "flux capacitor" in missing.stdout


def test_what_people_said_is_mapped_with_its_speakers(evigraph: Any) -> None:
    shown = evigraph("map", "-", stdin=TALK).stdout
    assert "Ann: Zinc" in shown
    assert "Ben: Vitamin E" in shown
    found = record(evigraph("map", "-", "--json", stdin=TALK))
    assert found["mode"] == "mapped"
    assert {"Ann", "Ben"} <= set(found["speakers"])
    assert [c["speaker"] for c in found["claims"]] == ["Ann", "Ben"]


def test_a_summary_is_written_into_a_folder(evigraph: Any, tmp_path: Path) -> None:
    evigraph("ask", VITAMIN_E, "--thread", "sum")
    result = evigraph("summary", "--thread", "sum", "--to", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert {p.suffix for p in (tmp_path / "out").iterdir()} == {".md", ".png", ".svg", ".bib", ".ris"}
    assert "Vitamin E treats Alzheimer's disease" in result.stdout
    (hint,) = (line for line in result.stdout.splitlines() if "without authors" in line)
    folder = Path(shlex.split(hint.partition("evigraph kg papers ")[2])[0])
    assert "evigraph kg papers" not in evigraph("summary", "--thread", "sum").stdout
    found = record(evigraph("summary", "--thread", "sum", "--json", "--to", str(tmp_path / "out")))
    assert len(found["written"]) == 5
    ids = re.findall(r"pmid = \{(\d+)\}", next((tmp_path / "out").glob("*.bib")).read_text(encoding="utf-8"))
    cited = {id: Citation(("Doe, Jo", "The Group"), "12", "3", "115-120") for id in ids}
    with (fake := FakeNcbi(dict.fromkeys(ids, ("T", "J", 2001)), cited=cited)).serving():
        assert evigraph("kg", "papers", str(folder), "--online", NCBI_URL=fake.url).exit_code == 0
    after = evigraph("summary", "--thread", "sum", "--to", str(tmp_path / "out")).stdout
    assert "without authors" not in after
    (written,) = (tmp_path / "out").glob("*.bib")
    assert written.read_text(encoding="utf-8").count("author = {Doe, Jo and {The Group}}") == len(ids) > 0


def test_a_chat_says_what_names_the_authors_of_what_it_writes(evigraph: Any, tmp_path: Path) -> None:
    said = evigraph("chat", stdin=f"Tell me about zinc\n/summary {tmp_path / 'out'}\n").stdout
    assert "without authors: evigraph kg papers GRAPH --online asks PubMed for them." in " ".join(said.split())
    assert "/summary FOLDER writes them." in evigraph("chat", stdin="Tell me about zinc\n/summary\n").stdout


def test_threads_and_bookmarks_are_listed(evigraph: Any) -> None:
    turn = record(evigraph("ask", "Tell me about zinc", "--thread", "kept", "--json"))["turn"]
    assert evigraph("act", "--thread", "kept", f"kg1:bookmark:{turn}:0").exit_code == 0
    assert "Zinc" in evigraph("bookmarks").stdout
    listed = record(evigraph("threads", "--json"))
    assert listed[0]["thread"] == "kept"
    assert listed[0]["question"] == "Tell me about zinc"
    assert "evigraph chat --thread kept" in evigraph("threads").stdout


@pytest.mark.parametrize(
    "args",
    [
        ("act", "--thread", "a", "kg1:connect:t:0", "--field", "nodes"),
        ("act", "--thread", "a", "kg1:connect:t:0", "--field", "=x"),
        ("summary",),
        ("steps",),
        ("map", "/nonexistent/file"),
        ("browse",),
        ("browse", "zinc", "--image", "x.gif"),
    ],
)
def test_wrong_use_exits_with_two(evigraph: Any, args: tuple[str, ...]) -> None:
    result = evigraph(*args)
    assert result.exit_code == 2
    assert not result.stdout


def test_a_thread_that_nobody_began_has_no_summary(evigraph: Any) -> None:
    result = evigraph("summary", "--thread", "never")
    assert result.exit_code == 1
    assert result.stdout.strip()
