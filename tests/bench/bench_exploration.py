"""What to ask next, measured: seeded walks through threads, clicked by chance, under three rules.

How much of the goal is explored after each question, how much the buttons differ, and whether anything that was asked
or dismissed is offered again. Beside `kgcore.recommend` walk the core's first rule and KNOWNET's published one.

python -m tests.bench exploration
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.exploration.exploration import entities_in_claims, goal_progress
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.ingest.importing import import_graph
from kgcore.recommendation.recommend import papers_to_date, recommend_questions, shortlist_questions
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.actions import ActionRecord, Dismissed, RecommendationKind
from kgcore.values.intent import Intent, Which, Why, YesNo
from kgcore.values.intent import named_entities as asked_about
from kgcore.values.model import Claim, Edge, Entity, Mention, Neighbourhood, Paper, Triple
from kgcore.values.thread import Exploration, Recommendation, Step
from kgcore.verdict.stance import Rules
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench.rivals import knownet, ours, plain

WALKS, STEPS = 60, 8
SEED = 11
SMALLEST = 8  # edges that a walk's first entity has at least
SOME = 6  # members that an answer about a type names
DISMISSING, TYPING = 0.2, 0.15  # how often somebody dismisses a button first, or types a question of their own
UNDERSTOOD = 0.98  # share of suggestions on the starter graph whose words are read as what they mean
Rule = Callable[
    [Exploration, Mapping[str, Neighbourhood], Rules, Mapping[str, Paper]],
    list[Recommendation],
]
RULES: dict[str, Rule] = {"ours": ours, "plain rule": plain, "KNOWNET's code": knownet}


@dataclass(slots=True)
class Tally:
    """What the walks of one rule add up to; `explored` by step."""

    explored: list[list[float]] = field(default_factory=lambda: [[] for _ in range(STEPS)])
    types: list[int] = field(default_factory=list)
    predicates: list[int] = field(default_factory=list)
    offered: int = 0
    again: int = 0
    twice: int = 0
    read: list[bool] = field(default_factory=list)


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures; raises FileNotFoundError without the larger graph."""
    larger = shared / "data" / "kg" / "bel_ad"
    larger.stat()
    sources = {"starter": starter_folder(), "bel_ad": larger}
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        return [row for name, at in sources.items() for row in asyncio.run(_rows(name, at, Path(scratch) / name))]


async def _rows(name: str, source: Path, to: Path) -> list[dict[str, Any]]:
    embedder = WordLlamaEmbedder()
    await import_graph(source, to, embedder=embedder)
    graph = EmbeddedGraph.open(to, embedder)
    walker = Walker(graph)
    roots = await walker.roots(to)
    tallies = {rule: await walker.walks(decide, roots) for rule, decide in RULES.items()}
    await graph.close()
    return list(_figures(f"exploration on {name}", tallies, UNDERSTOOD if name == "starter" else None))


def _figures(bench: str, tallies: Mapping[str, Tally], understood: float | None) -> Iterator[dict[str, Any]]:
    mine, core = tallies["ours"], tallies["plain rule"]
    for rule, tally in tallies.items():
        own = tally is mine
        share = " ".join(f"{100 * _mean(step):.0f}" for step in tally.explored)
        yield _row(bench, f"{rule}: % of the goal explored, step by step", share)
        whole, rival = _mean([_mean(step) for step in tally.explored]), _mean([_mean(step) for step in core.explored])
        yield _row(bench, f"{rule}: explored, mean of the steps", whole, rival if own else None, whole >= rival)
        for what in ("types", "predicates"):
            value, rival = _mean(getattr(tally, what)), _mean(getattr(core, what))
            yield _row(bench, f"{rule}: {what} among the buttons", value, rival if own else None, value >= rival)
        again, twice = f"{rule}: asked or dismissed, and offered again", f"{rule}: the same buttons again"
        yield _row(bench, again, tally.again, 0 if own else None, tally.again == 0)
        yield _row(bench, twice, tally.twice, 0 if own else None, tally.twice == 0)
    share_read = _mean(mine.read)
    yield _row(bench, "ours: words read as meant", share_read, understood, share_read >= (understood or 0))


def _row(bench: str, figure: str, value: object, target: float | None = None, ok: bool = True) -> dict[str, Any]:
    rounded = round(value, 3) if isinstance(value, float) else value
    wanted = "" if target is None else f"≥ {target:.3g}" if target else "= 0"
    return {"bench": bench, "figure": figure, "value": rounded, "target": wanted, "ok": ok if wanted else None}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


class Walker:
    """Walks through threads over one graph."""

    def __init__(self, graph: EmbeddedGraph) -> None:
        self.graph = graph
        self.vocabulary = Vocabulary.of(graph.info.predicates)
        self._checker = Checker(graph, self.vocabulary)
        self._reader = TextReader(graph, self.vocabulary)

    async def roots(self, folder: Path) -> list[Entity]:
        """Return what the threads begin with: entities with enough around them, by chance."""
        arrays = Arrays(folder / read_manifest(folder).data)
        joined = [n for n, degree in enumerate(arrays.degree.tolist()) if degree >= SMALLEST]
        ids = arrays.ids(random.Random(SEED).sample(joined, min(WALKS, len(joined))))  # noqa: S311
        return list((await self.graph.entities(ids)).values())

    async def walks(self, rule: Rule, roots: Sequence[Entity]) -> Tally:
        """Return what one rule's walks come to, the same chances for every rule."""
        tally = Tally()
        for n, root in enumerate(roots):
            await Walk(self, rule, root, random.Random(SEED + n), tally).go()  # noqa: S311
        return tally

    async def answer(self, pairs: Sequence[tuple[str, str]], predicate: str) -> tuple[Claim, ...]:
        """Return the claims that an answer about these pairs makes, judged as ever."""
        found = await self.graph.edges_between(pairs)
        entities = await self.graph.entities({id for pair in pairs for id in pair})
        best = [
            max(edges, key=lambda e: (e.predicate == predicate, not e.negated, len(e.publications)))
            for pair in pairs
            if (edges := found.get(pair))
        ]
        return await self._checker.check([self._triple(edge, entities) for edge in best])

    def _triple(self, edge: Edge, entities: Mapping[str, Entity]) -> Triple:
        ends = [Mention(entities[id].name, entities[id].type) for id in (edge.subject, edge.object)]
        return Triple(ends[0], self.vocabulary.words(edge.predicate), ends[1], edge.predicate, edge.negated)

    async def reads(self, offer: Recommendation, before: Sequence[str]) -> bool:
        """Tell whether a suggestion's words are read as asking what it was made of."""
        understood = await self._reader.understand(offer.text, before)
        return means(understood.intent, offer)


def means(intent: Intent, offer: Recommendation) -> bool:
    """Tell whether an intent is what a suggestion asks."""
    about = {e.id for e in asked_about(intent)}
    match offer.kind:
        case RecommendationKind.TYPE:
            kind = isinstance(intent, Which) and (not intent.types or offer.target in intent.types)
            return kind and about == {offer.subject}
        case RecommendationKind.NODE:
            return isinstance(intent, YesNo) and about == {offer.subject, offer.target}
        case RecommendationKind.WHY:
            return isinstance(intent, Why) and about == {offer.subject, offer.target}


class Walk:
    """One thread, from its first question on."""

    def __init__(self, walker: Walker, rule: Rule, root: Entity, chance: random.Random, tally: Tally) -> None:
        self._walker, self._rule, self._chance, self._tally = walker, rule, chance, tally
        self._root = root
        first = Step("t0", f"What about {root.name}?", (root.id,), (root.id,))
        self._thread = Exploration((first,), (root,))
        self._over: set[str] = set()
        self._sets: set[frozenset[str]] = set()

    async def go(self) -> None:
        for step in range(STEPS):
            shown = await self._look(whole=True)
            if shown and self._chance.random() < DISMISSING:
                shown = await self._dismiss(self._chance.choice(shown))
            if not shown or self._chance.random() < TYPING:
                await self._type()
            else:
                await self._click(self._chance.choice(shown))
            explored, total = goal_progress(self._thread, await self._around())
            self._tally.explored[step].append(explored / total if total else 1.0)

    async def _around(self) -> Mapping[str, Neighbourhood]:
        return await self._walker.graph.neighbourhoods(self._thread.sources)

    async def _look(self, *, whole: bool = False) -> list[Recommendation]:
        around, rules = await self._around(), self._walker.vocabulary
        weighed = shortlist_questions(self._thread, around, rules)
        papers = await self._walker.graph.papers(papers_to_date(weighed))
        shown = self._rule(self._thread, around, rules, papers)
        if shown:
            self._count(shown)
        if whole and self._rule is ours:
            before = [s.question for s in self._thread.steps]
            self._tally.read += [await self._walker.reads(r, before) for r in recommend_questions(weighed, papers)]
        keys = tuple(r.key for r in shown)
        if whole:
            *earlier, last = self._thread.steps
            self._thread = replace(self._thread, steps=(*earlier, replace(last, offered=keys)))
        elif self._thread.action_records and isinstance(control := self._thread.action_records[-1].control, Dismissed):
            *others, action_record = self._thread.action_records
            changed = replace(action_record, control=replace(control, offered=keys))
            self._thread = replace(self._thread, action_records=(*others, changed))
        return shown

    def _count(self, shown: Sequence[Recommendation]) -> None:
        three = shown[:3]
        keys = frozenset(r.key for r in shown)
        self._tally.offered += len(shown)
        self._tally.again += sum(r.key in self._over for r in shown)
        if len(three) == 3:
            self._tally.twice += keys in self._sets
            self._tally.types.append(len({r.type for r in three}))
            self._tally.predicates.append(len({r.predicate for r in three}))
            self._sets.add(keys)

    # ── what people do ──────────────────────────────────────────────────────────────────────────────────────────────

    async def _dismiss(self, offer: Recommendation) -> list[Recommendation]:
        turn = self._thread.steps[-1].turn
        gone = Dismissed(turn, offer.key, offer.kind, offer.subject, offer.target, offer.type, "", offer.nodes)
        action_record = ActionRecord(f"e{len(self._thread.action_records)}", "thread", "person", gone)
        self._thread = replace(self._thread, action_records=(*self._thread.action_records, action_record))
        self._over.add(offer.key)
        return await self._look()

    async def _click(self, offer: Recommendation) -> None:
        self._over.add(offer.key)
        members = offer.nodes[:SOME] or (offer.target,)
        claims = await self._walker.answer([(offer.subject, id) for id in members], offer.predicate)
        focus = (offer.subject,) if offer.kind is RecommendationKind.TYPE else (offer.subject, offer.target)
        why = focus if offer.kind is RecommendationKind.WHY else ()
        question = offer.text or offer.key
        await self._step(Step("", question, focus, (), False, offer.key, claims, why))

    async def _type(self) -> None:
        """Ask about the first entity and one of its neighbours, in one's own words."""
        near = (await self._walker.graph.neighbourhoods([self._root.id]))[self._root.id]
        other = self._chance.choice(near.best)
        self._over.add(Recommendation("", "", RecommendationKind.NODE, self._root.id, other.entity.id).key)
        pair = (self._root.id, other.entity.id)
        question = f"How is {self._root.name} related to {other.entity.name}?"
        await self._step(Step("", question, pair, (), True, "", await self._walker.answer([pair], "")))

    async def _step(self, step: Step) -> None:
        step = replace(step, turn=f"t{len(self._thread.steps)}", named=entities_in_claims(step.claims))
        entities = await self._walker.graph.entities({*step.focus, *step.named})
        known = {e.id: e for e in self._thread.entities} | dict(entities)
        self._thread = replace(self._thread, steps=(*self._thread.steps, step), entities=tuple(known.values()))
