"""`evigraph kg describe`: what a person confirms is understood everywhere, what nobody confirmed nowhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from bot.cli import main
from bot.describing import Answer, Ruling, confirm_each
from kgcore.graph.embedded.structure import read_described, read_predicate_edges
from kgcore.ingest.importing import import_graph
from kgcore.llm.scripted import ScriptedModel
from kgcore.values.model import Predicate
from kgcore.values.tasks import Task
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.servers.openai import FakeOpenAI, serving
from tests.servers.openai_demo import worded

ROWS = "panic disorder\tneed_medication\talprazolam\npanic disorder\thas_symptom\tdizziness\n"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "triples.tsv").write_text(ROWS)
    asyncio.run(import_graph(tmp_path / "triples.tsv", tmp_path / "graph", embedder=None))
    return tmp_path / "graph"


def run(graph: Path, *words: str, **env: str) -> Result:
    room = {"EVIGRAPH_DATA": str(graph.parent / "data"), "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_KG": str(graph), **env}
    return CliRunner().invoke(main, ["kg", *words], env=room)


def meant(graph: Path, phrase: str) -> tuple[str, ...]:
    """Return the predicates by which a phrase can be supported."""
    reading = Vocabulary.of(read_described(graph)).read(phrase)
    return () if reading.overstates else reading.predicates


def confirm(graph: Path, ask: Callable[[Predicate], Answer]) -> None:
    lines = [worded(edges.predicate.name) for edges in read_predicate_edges(graph, 20)]
    model = ScriptedModel({Task.DESCRIBE: lines}, chunk=50)
    asyncio.run(confirm_each(model, graph, read_predicate_edges(graph, 20), ask, Console(stderr=True)))


def test_what_is_confirmed_is_understood_from_then_on(graph: Path) -> None:
    confirm(graph, lambda proposed: Answer(Ruling.YES if proposed.label else Ruling.NO))
    assert meant(graph, "is not managed with") == ("need_medication",)
    assert meant(graph, "calls for") == ("need_medication",)
    (row,) = [p for p in read_described(graph) if p.label]
    assert (row.symmetric, row.opposite) == (False, ())  # its ends are of two kinds
    words = json.loads(run(graph, "stats", "--json").stdout)["words"]["need_medication"]
    assert words == {"words": "is managed with", "denied": "is not managed with", "read_back": True}
    assert json.loads(run(graph, "check", "--json").stdout)["wordings"][0]["read"] is True


def test_what_is_left_or_quit_changes_nothing(graph: Path) -> None:
    before = read_described(graph)
    for ruling in (Ruling.NO, Ruling.QUIT):
        confirm(graph, lambda _, ruling=ruling: Answer(ruling))  # type: ignore[misc]
    assert read_described(graph) == before
    assert not (graph / "predicates.tsv").exists()


def test_words_of_ones_own_stand_if_they_are_read_back(graph: Path) -> None:
    confirm(graph, lambda p: Answer(Ruling.EDIT, "responds to" if p.name == "need_medication" else "denies"))
    assert meant(graph, "responds to") == ("need_medication",)


def test_a_file_of_proposals_counts_for_nothing_until_it_is_confirmed_and_taken(graph: Path, tmp_path: Path) -> None:
    file = tmp_path / "proposed.tsv"
    with_model(graph, "describe", "need_medication", "--out", str(file))
    assert file.read_text().splitlines()[1].endswith("\tno")
    assert run(graph, "describe", "--take", str(file)).exit_code == 1
    assert meant(graph, "is managed with") == ()
    file.write_text(file.read_text().replace("\tno", "\tyes"))
    assert run(graph, "describe", "--take", str(file)).exit_code == 0
    assert meant(graph, "is managed with") == ("need_medication",)
    assert run(graph, "import", str(tmp_path / "triples.tsv"), "--to", str(graph)).exit_code == 0
    assert meant(graph, "is managed with") == ("need_medication",)


def with_model(graph: Path, *words: str) -> None:
    async def work() -> None:
        async with serving(FakeOpenAI()) as url:
            done = await asyncio.to_thread(run, graph, *words, OPENAI_BASE_URL=url, OPENAI_MODEL="demo")
            assert done.exit_code == 0, done.output

    asyncio.run(work())


def test_it_says_what_it_lacks(graph: Path, tmp_path: Path) -> None:
    assert "there is no terminal" in run(graph, "describe").stderr
    assert "No language model is configured" in run(graph, "describe", "--out", str(tmp_path / "x.tsv")).stderr
    assert "No edge of this graph is called 'x'" in run(graph, "describe", "x", "--out", str(tmp_path / "x.tsv")).stderr
    (tmp_path / "bad.tsv").write_text("predicate\tlabel\nx\ty\tz\n")
    assert "bad.tsv:2: has 3 cells" in " ".join(
        run(graph, "describe", "--take", str(tmp_path / "bad.tsv")).stderr.split()
    )
    (graph / "predicates.tsv").write_text("nothing\n")
    assert "predicates.tsv:1: has no header" in " ".join(run(graph, "stats").stderr.split())
