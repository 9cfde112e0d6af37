"""What something must not be used for is asked in many ways, and read on any graph that says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from tests.kgcore.house import Bot, bot, folder, words
from tests.kgcore.ingest.samples import folder as write_folder

__all__ = ["bot", "folder"]

NODES = (
    "id\tname\tcategory\nD:1\twarfarin\tDrug\nD:2\tpropranolol\tDrug\nC:1\tasthma\tDisease\nC:2\tmigraine\tDisease\n"
)
HEAD = "id\tsubject\tpredicate\tobject\tnegated\tpublications\tknowledge_source\n"
EDGES = HEAD + (
    "e1\tD:2\tbiolink:contraindicated_in\tC:1\tfalse\tPMID:1\tx\n"
    "e2\tD:2\tbiolink:treats\tC:2\tfalse\tPMID:2\tx\n"
    "e3\tD:1\tbiolink:treats\tC:2\tfalse\tPMID:3\tx\n"
)


@pytest.fixture
async def pharmacy(tmp_path: Path) -> AsyncIterator[Bot]:
    source = write_folder({"nodes.tsv": NODES, "edges.tsv": EDGES}, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    bot = Bot(tmp_path / "graph", tmp_path)
    yield bot
    await bot.graph.close()
    await bot.store.close()


@pytest.mark.parametrize(
    "question",
    [
        "What are the contraindications of propranolol?",
        "Does propranolol have any contraindications?",
        "What are contraindications to propranolol?",
        "When must propranolol not be used?",
        "Who should not take propranolol?",
        "In which conditions should propranolol be avoided?",
        "In which patients is propranolol off limits?",
        "What are the contraindications in asthma?",
    ],
)
async def test_what_it_must_not_be_used_for_is_told_and_nothing_else(pharmacy: Bot, question: str) -> None:
    answer = words((await pharmacy.ask(question))[-1])
    assert "propranolol is contraindicated in asthma" in answer
    assert "migraine" not in answer
    assert "Not understood" not in answer


async def test_a_graph_without_contraindications_tells_of_harm_and_interactions(bot: Bot) -> None:
    answer = words((await bot.ask("When should St John's wort be avoided?"))[-1])
    assert "raises the risk of serotonin syndrome" in answer
    assert "warfarin" in answer
    assert "as put" not in answer


async def test_who_should_take_something_is_no_question_of_avoiding_it(pharmacy: Bot) -> None:
    answer = words((await pharmacy.ask("Who should take propranolol?"))[-1])
    assert "migraine" in answer


@pytest.mark.parametrize("predicate", ["not to be used in", "isUnsafeIn", "has unwanted effect"])
async def test_what_warns_by_its_name_answers_whether_it_is_safe(tmp_path: Path, predicate: str) -> None:
    source = write_folder({"t.csv": f"drug,relation,disease\nzornal,{predicate},grivosis\n"}, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    bot = Bot(tmp_path / "graph", tmp_path)
    said = words((await bot.ask("Is zornal safe?"))[-1])
    assert "grivosis" in said
    assert "no harms" not in said
    await bot.graph.close()
    await bot.store.close()
