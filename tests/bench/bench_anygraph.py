"""Any graph: whether Evigraph trusts its own words, and a graph's own words, on graphs that others made.

For each graph, over a seeded sample of edges: (a) the claims of answers that the graph alone writes; (b) edges stated
in the graph's own words, turned round, and with a stranger as object; (c) suggestions, clicked and typed.

python -m tests.bench anygraph
python -m tests.bench.bench_anygraph ../shared [FOLDER FOR THE IMPORTED GRAPHS] [GRAPH …]
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.renderer import Renderer
from kgcore.drawing.words import Drawable
from kgcore.exploration.history import History
from kgcore.graph import is_imported
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.ingest.importing import import_graph
from kgcore.llm.graph_alone.answerer import GraphAlone
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.answering import QuestionAnswerer
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.turn.services import Services
from kgcore.values.model import Claim, Edge, Entity, Mention, Triple
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import question_about, question_which, question_why
from tests.bench.bench_exploration import means
from tests.bench.bench_verdicts import _source as built_source

SEED = 16
EDGES = 150  # that are stated
ASKED = 36  # edges that questions are asked about
CLICKED = 24
SIDED = frozenset({Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED})
# Such a sentence names a claim that no edge settles.
_OPENLY_NOTHING = ("the graph has no paper", "the graph has nothing")
TARGETS: dict[str, tuple[float, bool]] = {
    "own claims ✓ ✗ or ⚖": (0.995, True),
    "in the graph's own words ✓ or ⚖": (0.97, True),
    "turned round ✓": (0.0, False),
    "strangers ✓ or ✗": (0.0, False),
    "clicked suggestions answered": (1.0, True),
    "suggestions typed in their thread, understood as meant": (1.0, True),
}


def openly_nothing(sentence: str) -> bool:
    """Tell whether a sentence of an answer says itself that the graph has nothing on the claim that it names."""
    return any(words in sentence.casefold() for words in _OPENLY_NOTHING)


class StillPicture(Renderer):
    """Draws the same small picture every time, in no time."""

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        """Return it."""
        return RenderedPicture(b"png", "<svg/>", 10, 10)


def run(shared: Path, cache: Path | None = None, only: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the figures of every graph that is there; raises FileNotFoundError without any of the larger ones."""
    (shared / "data" / "kg").stat()
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        return asyncio.run(_figures(shared, cache or Path(scratch), Path(scratch), only))


async def _figures(shared: Path, cache: Path, scratch: Path, only: Sequence[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for name in only or ("starter", "bel_ad", "hpo_maxo", "hetionet", "emckg"):
        source = shared / "data" / "kg" / name if name in {"hetionet", "emckg"} else built_source(shared, name, cache)
        if source is None or not source.exists():
            rows.append({"bench": f"any graph: {name}", "figure": "left out: no graph", "value": "", "target": ""})
            continue
        to = cache / f"{name}.unnamed"
        if not is_imported(to):
            await import_graph(source, to, embedder=None)
        bench = Bench(to, scratch / f"{name}.db")
        rows += [_row(name, figure, value) for figure, value in (await bench.figures()).items()]
        await bench.close()
        _complain(name, bench.complaints)
    return rows


def _row(graph: str, figure: str, value: float) -> dict[str, Any]:
    target, more = TARGETS.get(figure, (0.0, True))
    ok = None if figure not in TARGETS else value >= target if more else value <= target
    wanted = f"{'≥' if more else '≤'} {target:g}" if figure in TARGETS else ""
    return {"bench": f"any graph: {graph}", "figure": figure, "value": round(value, 4), "target": wanted, "ok": ok}


def _complain(name: str, complaints: Sequence[str]) -> None:
    """Print what went wrong, one line each, where a person asks for it."""
    if os.environ.get("BENCH_COMPLAINTS"):
        print(*(f"{name}: {c}" for c in complaints), sep="\n", file=sys.stderr)


@dataclass(slots=True)
class Share:
    """How many of how many."""

    good: int = 0
    all: int = 0

    def add(self, good: bool) -> bool:
        """Count one; return whether it was good."""
        self.good += good
        self.all += 1
        return good

    @property
    def value(self) -> float:
        """The share; 1 of nothing."""
        return self.good / self.all if self.all else 1.0


class Bench:
    """The measurements over one imported graph; `complaints` are what went wrong, in words."""

    def __init__(self, folder: Path, store: Path) -> None:
        self._graph = EmbeddedGraph.open(folder)
        self._arrays = Arrays(folder / read_manifest(folder).data)
        self._vocabulary = Vocabulary.of(self._graph.info.predicates)
        self._checker = Checker(self._graph, self._vocabulary)
        self._reader = TextReader(self._graph, self._vocabulary)
        self._store = SqliteStore(store)
        alone, renderer = GraphAlone(self._vocabulary), StillPicture()
        self._services = Services(
            self._graph, self._vocabulary, self._checker, self._store, renderer, alone, {}, pace=60.0
        )
        self._chance = random.Random(SEED)  # noqa: S311
        self._entities: dict[str, Entity] = {}
        self.complaints: list[str] = []

    async def close(self) -> None:
        """Let go of the graph and the store."""
        await self._graph.close()
        await self._store.close()

    async def figures(self) -> dict[str, float]:
        """Return every figure by its name."""
        edges = await self._sample(EDGES)
        return {**await self._own_sentences(edges[:ASKED]), **await self._own_words(edges)}

    # ── the sample ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _sample(self, size: int) -> list[Edge]:
        """Return edges by chance, every predicate as often as any other while it lasts."""
        degree = self._arrays.degree.tolist()
        some = self._chance.sample(range(len(degree)), min(6 * size, len(degree)))
        neighbourhoods = await self._graph.neighbourhoods(self._arrays.ids([n for n in some if degree[n]]), 12)
        by_predicate: dict[str, dict[str, Edge]] = {}
        for neighbourhood in neighbourhoods.values():
            for neighbour in neighbourhood.best:
                for edge in neighbour.edges:
                    by_predicate.setdefault(edge.predicate, {})[edge.id] = edge
        pools = [list(found.values()) for _, found in sorted(by_predicate.items())]
        for pool in pools:
            self._chance.shuffle(pool)
        taken = [e for turn in range(size) for pool in pools for e in pool[turn : turn + 1]][:size]
        self._entities = dict(await self._graph.entities({i for e in taken for i in (e.subject, e.object)}))
        return taken

    # ── (a) what the bot writes itself, (c) what it offers ──────────────────────────────────────────────────────────

    async def _own_sentences(self, edges: Sequence[Edge]) -> dict[str, float]:
        own, clicked, typed, elsewhere, verdicts = Share(), Share(), Share(), Share(), Counter[Verdict]()
        for n, edge in enumerate(edges):
            question = self._question(edge, n)
            turn = await self._answer(Turn(f"t{n}", f"k{n}", question))
            for claim in turn.claims:
                nothing = openly_nothing(_sentence(turn, claim))
                verdicts[claim.verdict] += 1
                if not nothing and not own.add(claim.verdict in SIDED):
                    self.complaints.append(f"own: {claim.verdict.icon} {_sentence(turn, claim)} | {claim.why}")
            if n < CLICKED:
                await self._click(turn, n, clicked, typed, elsewhere)
        return {
            "own claims ✓ ✗ or ⚖": own.value,
            "own claims, number": float(own.all),
            "clicked suggestions answered": clicked.value,
            "suggestions typed in their thread, understood as meant": typed.value,
            "suggestions typed elsewhere, understood as meant": elsewhere.value,
        }

    def _question(self, edge: Edge, n: int) -> str:
        subject, object = self._entities[edge.subject], self._entities[edge.object]
        predicate = self._vocabulary.get(edge.predicate)
        return (
            question_about(subject, predicate, object),
            question_which(subject, predicate, object.type, outward=True),
            question_which(object, predicate, subject.type, outward=False),
            question_why(subject, object, predicate),
            f"What about {subject.name}?",
            f"How are {subject.name} and {object.name} connected?",
        )[n % 6]

    async def _answer(self, turn: Turn, before: Sequence[Turn] = ()) -> Turn:
        answering = QuestionAnswerer(self._services, turn, History.of(before), asyncio.Event())
        async for _ in answering.run():
            pass
        return answering.turn

    async def _click(self, turn: Turn, n: int, clicked: Share, typed: Share, elsewhere: Share) -> None:
        """Click the first suggestion under a turn, and type its words."""
        offers = [r for r in turn.recommendations if r.key in turn.offered]
        if not offers:
            return
        offer = offers[n % len(offers)]
        after = await self._answer(Turn(f"c{n}", turn.thread, offer.text, parent=turn.id, asked=offer.key), [turn])
        ends = {i for c in after.claims for s in (c.subject, c.object) if s for i in [s.entity.id]}
        told = after.focus and after.focus[0].id in {offer.subject, offer.target}
        if not clicked.add(bool(told and after.claims and offer.subject in ends)):
            self.complaints.append(f"clicked: {offer.text} → {' '.join(p.text for p in after.paragraphs)[:200]}")
        understood = await self._reader.understand(offer.text, [turn.question])
        found = History.of([turn]).offering(offer.text)
        typed.add(found is not None and found[1] == offer)
        if not elsewhere.add(means(understood.intent, offer)):
            self.complaints.append(f"typed: {offer.text} → {understood.intent}"[:300])

    # ── (b) the graph's own words ───────────────────────────────────────────────────────────────────────────────────

    async def _own_words(self, edges: Sequence[Edge]) -> dict[str, float]:
        said, named, inverted, strangers = Share(), Share(), Share(), Share()
        pool = sorted(self._entities.values(), key=lambda e: e.id)
        for edge in edges:
            subject, object = self._entities[edge.subject], self._entities[edge.object]
            claim = await self._check(subject, edge, object, self._words(edge))
            if not said.add(claim.verdict in {Verdict.SUPPORTED, Verdict.MIXED}):
                self._complain("own words", claim)
            raw = await self._check(subject, edge, object, _raw(edge.predicate))
            if not named.add(raw.verdict in {Verdict.SUPPORTED, Verdict.MIXED}):
                self._complain("by name", raw)
            if edge.subject != edge.object and not await self._holds(edge.object, edge, edge.subject):
                claim = await self._check(object, edge, subject, self._words(edge))
                if inverted.add(claim.verdict is Verdict.SUPPORTED):
                    self._complain("turned round", claim)
            stranger = self._chance.choice([e for e in pool if e.type == object.type])
            if stranger.id not in {edge.subject, edge.object} and not await self._joined(edge.subject, stranger.id):
                claim = await self._check(subject, edge, stranger, self._words(edge))
                if strangers.add(claim.verdict in {Verdict.SUPPORTED, Verdict.CONTRADICTED}):
                    self._complain("stranger", claim)
        return {
            "in the graph's own words ✓ or ⚖": said.value,
            "by the predicate's name ✓ or ⚖": named.value,
            "turned round ✓": inverted.value if inverted.all else 0.0,
            "strangers ✓ or ✗": strangers.value if strangers.all else 0.0,
        }

    def _words(self, edge: Edge) -> str:
        return self._vocabulary.words(edge.predicate, edge.negated)

    async def _check(self, subject: Entity, edge: Edge, object: Entity, words: str) -> Claim:
        negated = edge.negated and "not" not in words.split()
        triple = Triple(Mention(subject.name), words, Mention(object.name), negated=negated)
        return (await self._checker.check([triple]))[0]

    async def _joined(self, one: str, other: str) -> bool:
        """Whether any node of the one's name stands beside any of the other's."""
        names = [self._entities[i].name for i in (one, other)]
        ones, others = await self._graph.candidates([Mention(n) for n in names])
        ids = [{i, *(c.entity.id for c in found)} for i, found in ((one, ones), (other, others))]
        pairs = [(a, b) for a in ids[0] for b in ids[1] if a != b]
        found = await self._graph.edges_between(pairs)
        return any(found.values())

    async def _holds(self, subject: str, edge: Edge, object: str) -> bool:
        """Whether the graph itself says the edge's predicate, or what implies it, the other way round."""
        found = (await self._graph.edges_between([(subject, object)])).get((subject, object), ())
        rules, predicate = self._vocabulary, edge.predicate
        back = [e for e in found if e.subject == subject and predicate in rules.implied(e.predicate)]
        known = rules.get(predicate)
        return bool(back) or known.symmetric or any(rules.inverse(e.predicate) == predicate for e in found)

    def _complain(self, what: str, claim: Claim) -> None:
        t = claim.triple
        said = f"{t.subject.text} | {t.relation} | {t.object.text}"
        self.complaints.append(f"{what}: {claim.verdict.icon} {said} | {claim.why}")


def _raw(predicate: str) -> str:
    return predicate.rpartition(":")[2].replace("_", " ")


def _sentence(turn: Turn, claim: Claim) -> str:
    """Return the sentence of the turn in which the claim stands."""
    text = turn.paragraphs[claim.triple.paragraph].text
    start = text.rfind(". ", 0, claim.triple.start) + 1
    end = text.find(". ", claim.triple.end)
    return text[start : end + 1 if end >= 0 else len(text)].strip()


if __name__ == "__main__":
    for line in run(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None, sys.argv[3:]):
        print(json.dumps(line, ensure_ascii=False))
