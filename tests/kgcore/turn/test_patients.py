"""Patients' questions of MindMap's set on its own graph, as people read the answers; skipped where these are not there.

Neither may stand in this repository: the questions are read from the shared data by their ids.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.values.thread import LeafSource
from kgcore.verdicts import Verdict
from tests.kgcore.house import Bot, words

EMCKG = Path(__file__).resolve().parents[4] / "shared" / "data" / "kg" / "emckg"
pytestmark = pytest.mark.skipif(not (EMCKG / "gold_dev.jsonl").is_file(), reason="MindMap's data is not there")


@pytest.fixture(scope="module")
def questions() -> dict[str, str]:
    rows = (EMCKG / "questions_dev.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row["question"] for row in map(json.loads, rows)}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("emckg") / "graph"
    await import_graph(EMCKG, to, embedder=WordLlamaEmbedder())
    return to


@pytest.fixture
async def clinic(imported: Path, tmp_path: Path) -> AsyncIterator[Bot]:
    bot = Bot(imported, tmp_path)
    await bot.graph.close()
    bot.graph = EmbeddedGraph.open(imported, WordLlamaEmbedder())
    bot.start()
    yield bot
    await bot.graph.close()
    await bot.store.close()


@pytest.mark.parametrize(
    ("asked", "begins", "says"),
    [
        ("mm000", "Panic disorder: comes nearest", ()),
        ("mm004", "Atrophic vaginitis: explains 2 of 2 things described", ("read as vaginal dryness",)),
        ("mm020", "Pyelonephritis: it is named in the question, and it explains 4 of 5", ("not explained: chills",)),
        (
            "mm044",
            "Emphysema: it is named in the question",
            ("More would be explained by asthma (2 of 2)", "not explained: coughing up phlegm"),
        ),
        ("mm110", "The graph has no entry for “esophageal cancer”", ("does not mean that it is wrong",)),
        ("mm182", "The graph has no entry for “Meniere disease”", ("Mastoiditis: explains 3 of 3",)),
    ],
)
async def test_a_patients_question_is_answered_by_what_is_told(
    clinic: Bot, questions: dict[str, str], asked: str, begins: str, says: tuple[str, ...]
) -> None:
    replies = await clinic.ask(questions[asked])
    turn = await clinic.turn(replies)
    lead = turn.paragraphs[0].text
    assert lead.startswith(begins)
    assert all(word in lead for word in says)
    assert "not a diagnosis" in words(replies[-1])
    assert {c.verdict for c in turn.claims} == {Verdict.SUPPORTED}
    steps = {leaf.step for node in turn.mind_map for leaf in node.leaves if leaf.step}
    assert all(any(p.text.startswith(f"{n}. ") for p in turn.paragraphs) for n in steps)
    assert all(any(leaf.source is not LeafSource.NOTHING for leaf in node.leaves) for node in turn.mind_map)


async def test_what_is_done_about_it_is_asked_of_what_the_signs_may_come_of(clinic: Bot) -> None:
    await clinic.ask("I have a sore throat and fever. What could it be?")
    plain = (await clinic.ask("which tests are needed for it?"))[-1].plain
    assert "acute sinusitis needs the medical tests" in plain
    assert "sore throat needs" not in plain
