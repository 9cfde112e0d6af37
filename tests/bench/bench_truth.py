"""Is what was written read right, and is the verdict the right one? Sets and their gold: `truth/README.md`.

    python -m tests.bench.bench_truth [dev|held] [KIND …]

KIND is one of KINDS; `further` and `prose` have no held half. The dev half prints its misses, the held half only
totals.
Rows about another graph than the starter graph are left out where it does not lie in ../shared.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph import is_imported, starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Mention
from kgcore.vocabulary.vocabulary import Vocabulary

FOLDER = Path(__file__).with_name("truth")
KINDS = (
    "adversarial",
    "answers",
    "messages",
    "qualified",
    "second",
    "worded",
    "further",
    "prose",
    "fluent",
    "promises",
    "chat",
    "reworded",
    "layout",
    "linked",
    "deceive",
    "clauses",
    "forms",
    "spoken",
    "typed",
    "oversold",
    "bare",
    "essay",
    "trap",
    "texted",
    "boast",
    "sceptic",
    "styles",
    "glance",
    "voices",
    "pages",
    "hype",
    "snare",
    "feint",
    "veil",
    "letters",
    "chatter",
    "scholar",
    "corollary",
)
EXHAUSTIVE = (
    "answers",
    "messages",
    "fluent",
    "chat",
    "layout",
    "linked",
    "letters",
)  # the gold names every claim of a text
STARTER = "starter"
UNREAD = "unread"
# Gold that claims more than any edge can say.
OVERCLAIM = re.compile(
    r"cure|complete|heal|guarant|every|always|never fails|best|most effective|number one|the only|once and for all|"
    r"forever|for good|100|wipe|eradicat|erase|permanent|instant|miracl|totally|entirely",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Gold:
    """A claim as its judge found it."""

    subject: str
    relation: str
    object: str
    predicate: str | None
    negated: bool
    verdicts: tuple[str, ...]
    never: tuple[str, ...]
    overclaims: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A text, its claims, and what it is counted under (a style, a category or a kind of qualifier)."""

    id: str
    kind: str
    text: str
    group: str
    claims: tuple[Gold, ...]
    graph: str = STARTER


@dataclass(slots=True)
class Score:
    """What was found of a set's claims."""

    rows: int = 0
    golds: int = 0
    recovered: int = 0
    read: int = 0
    right: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    never: int = 0
    false_supported: int = 0
    supported_beside: int = 0
    overclaims: int = 0
    told: int = 0
    misses: list[str] = field(default_factory=list)

    @property
    def f(self) -> float:
        """F1 of the recovered claims."""
        return 2 * self.recovered / (self.golds + self.read) if self.golds + self.read else 0.0

    @property
    def accuracy(self) -> float:
        """The part of the gold claims whose verdict is one that was accepted."""
        return sum(self.right.values()) / max(1, sum(self.asked.values()))


def run(shared: Path, half: str = "dev", kinds: Sequence[str] = KINDS) -> list[dict[str, Any]]:
    """Return one row per figure. The sets stand beside this file, so that nothing of `shared` is needed."""
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        scores = asyncio.run(_scores(shared, Path(scratch), half, kinds))
    return [row for kind, score in scores.items() for row in _figures(kind, half, score) if score.rows]


async def _scores(shared: Path, scratch: Path, half: str, kinds: Sequence[str]) -> dict[str, Score]:
    rows = {kind: rows_of(kind, half) for kind in kinds}
    scores = {kind: Score() for kind in kinds}
    for name in dict.fromkeys([STARTER, *(r.graph for some in rows.values() for r in some)]):
        graph = await open_graph(name, shared, scratch)
        if graph is None:
            continue
        vocabulary = Vocabulary.of(graph.info.predicates)
        examiner = Examiner(graph, TextReader(graph, vocabulary), Checker(graph, vocabulary))
        for kind, some in rows.items():
            await examiner.score(scores[kind], [r for r in some if r.graph == name], exhaustive=kind in EXHAUSTIVE)
        await graph.close()
    return scores


async def open_graph(name: str, shared: Path, scratch: Path) -> EmbeddedGraph | None:
    """Return a graph by its name, or None where it is not there."""
    embedder = WordLlamaEmbedder() if name == STARTER else None
    source = starter_folder() if name == STARTER else shared / "data" / "kg" / name
    if not source.exists():
        print(f"left out: {name} is not in {source.parent}", file=sys.stderr)
        return None
    if not is_imported(scratch / name):
        await import_graph(source, scratch / name, embedder=embedder)
    return EmbeddedGraph.open(scratch / name, embedder)


def rows_of(kind: str, half: str) -> list[Row]:
    file = FOLDER / f"{kind}_{half}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [_row(json.loads(line), kind) for line in lines if line.strip()]


def _row(found: dict[str, Any], kind: str) -> Row:
    group = found.get("style") or found.get("category") or kind
    claims = tuple(_gold(c, group) for c in found.get("claims", [found]))
    return Row(found["id"], kind, found["text"], group, claims, found.get("graph", STARTER))


def _gold(claim: dict[str, Any], group: str) -> Gold:
    verdicts = (claim["gold"],) if isinstance(claim["gold"], str) else tuple(claim["gold"])
    overclaims = "supported" in claim["never"] and not claim["negated"]
    overclaims &= group in ("overclaim", "superlative") or OVERCLAIM.search(claim["relation"]) is not None
    says = (claim["subject"], claim["relation"], claim["object"], claim["predicate"], claim["negated"])
    return Gold(*says, verdicts, tuple(claim["never"]), overclaims)


class Examiner:
    """Reads the rows as the program reads a text, and sets its claims beside the gold ones."""

    def __init__(self, graph: EmbeddedGraph, reader: TextReader, checker: Checker) -> None:
        self._graph, self._reader, self._checker = graph, reader, checker

    async def score(self, score: Score, rows: Sequence[Row], *, exhaustive: bool) -> None:
        """Add to the totals; `exhaustive`: the gold names every claim of its text, so that others are errors."""
        for row in rows:
            _, paragraphs = await self._reader.read(row.text)
            claims = await self._checker.check([t for p in paragraphs for t in p.triples])
            self._count(score, row, claims, await self._linked(row.claims), exhaustive=exhaustive)

    async def _linked(self, golds: Sequence[Gold]) -> dict[str, str]:
        names = list(dict.fromkeys(n for g in golds for n in (g.subject, g.object)))
        found = await self._graph.candidates([Mention(n) for n in names])
        return {name: some[0].entity.id if some else "" for name, some in zip(names, found, strict=True)}

    def _count(
        self, score: Score, row: Row, claims: Sequence[Claim], linked: dict[str, str], *, exhaustive: bool
    ) -> None:
        score.rows += 1
        score.golds += len(row.claims)
        score.read += len(claims)
        pairs = assigned(row.claims, claims, linked)
        for n, gold in enumerate(row.claims):
            self._one(score, row, gold, claims[pairs[n]] if n in pairs else None)
        beside = [c for i, c in enumerate(claims) if i not in pairs.values() and exhaustive]
        for claim in beside:
            score.supported_beside += claim.verdict.value == "supported"
            score.misses.append(f"{row.id} beside the gold: {_said(claim)}")

    def _one(self, score: Score, row: Row, gold: Gold, claim: Claim | None) -> None:
        verdict = claim.verdict.value if claim else UNREAD
        silent = row.kind != "qualified" and {"relevant", "unsure"} & set(gold.verdicts) != set()
        right = verdict in gold.verdicts or (claim is None and silent)
        score.recovered += claim is not None
        score.asked[row.group] += 1
        score.right[row.group] += right
        score.never += verdict in gold.never
        score.false_supported += verdict == "supported" and "supported" in gold.never
        score.overclaims += gold.overclaims
        score.told += gold.overclaims and claim is not None and verdict not in ("supported", "unsure")
        if not right or verdict in gold.never:
            mark = "FALSE ✓ " if verdict == "supported" and "supported" in gold.never else ""
            wanted = f"{gold.subject} | {gold.relation} | {gold.object}{' (denied)' if gold.negated else ''}"
            score.misses.append(
                f"{row.id} {mark}[{row.group}] {wanted}: wanted {'/'.join(gold.verdicts)}, "
                f"got {_said(claim) if claim else UNREAD}\n      {row.text[:300]}"
            )


def assigned(golds: Sequence[Gold], claims: Sequence[Claim], linked: dict[str, str]) -> dict[int, int]:
    """Return which claim is which gold one, each at most once: by the pair, then the words, denial and direction.

    The verdict has no part in it.
    """
    ranked = sorted(
        ((_likeness(g, c, linked), n, i) for n, g in enumerate(golds) for i, c in enumerate(claims)),
        key=lambda one: (-one[0], one[1], one[2]),
    )
    taken: dict[int, int] = {}
    for likeness, n, i in ranked:
        if likeness > 0 and n not in taken and i not in taken.values():
            taken[n] = i
    return taken


def _likeness(gold: Gold, claim: Claim, linked: dict[str, str]) -> float:
    wanted = [_sides(gold.subject, linked), _sides(gold.object, linked)]
    subject, object_ = claim.triple.subject.text, claim.triple.object.text
    first, last = (claim.object, claim.subject) if claim.inverted else (claim.subject, claim.object)
    found = [{_folded(subject), first.entity.id if first else ""}, {_folded(object_), last.entity.id if last else ""}]
    straight = all(_meet(w, f) for w, f in zip(wanted, found, strict=True))
    if not straight and not all(_meet(w, f) for w, f in zip(wanted, reversed(found), strict=True)):
        return 0.0
    words, others = set(_folded(gold.relation).split()), set(_folded(claim.triple.relation).split())
    shared = len(words & others) / max(1, len(words | others))
    same = claim.predicate == gold.predicate
    return 1.0 + 0.5 * straight + 2.0 * shared + 1.0 * (claim.negated == gold.negated) + 0.5 * same


def _sides(name: str, linked: dict[str, str]) -> set[str]:
    return {_folded(name), linked.get(name, "")}


def _meet(wanted: Iterable[str], found: Iterable[str]) -> bool:
    return bool({w for w in wanted if w} & {f for f in found if f})


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _said(claim: Claim) -> str:
    t = claim.triple
    flags = "".join(
        f" ({word})"
        for word, on in (("denied", claim.negated), ("hedged", claim.hedged), ("doubtful", t.doubtful))
        if on
    )
    return f"{claim.verdict.value} for {t.subject.text} | {t.relation} | {t.object.text}{flags}: {claim.why}"


def _figures(kind: str, half: str, score: Score) -> list[dict[str, Any]]:
    bench = f"truth: {kind}, {half}"

    def figure(name: str, value: float, target: float | str = "", *, more: bool = True) -> dict[str, Any]:
        ok = None if isinstance(target, str) else value >= target if more else value <= target
        return {"bench": bench, "figure": name, "value": value, "target": target, "ok": ok}

    recall = score.recovered / max(1, score.golds)
    rows = [figure("claims asked for", score.golds), figure("false ✓", score.false_supported, *_most(kind), more=False)]
    rows += [figure("verdicts that mislead", score.never), figure("verdicts right", score.accuracy)]
    if kind in EXHAUSTIVE:
        rows += [
            figure("claims F1", score.f, 0.96 if kind == "answers" else ""),
            figure("✓ beside", score.supported_beside),
        ]
    rows.append(figure("claims recovered", recall, 0.75 if kind in ("messages", "chat") else ""))
    targets = {"strong": 0.95, "weak": 0.93}
    if kind in ("answers", "fluent"):
        rows += [figure(f"verdicts right, {g}", score.right[g] / n, targets.get(g, "")) for g, n in score.asked.items()]
    if score.overclaims:
        told = figure("overclaims told", score.told / score.overclaims, 0.95)
        rows += [figure("overclaims", score.overclaims), told]
    return rows


def _most(kind: str) -> tuple[float | str]:
    """How many false ✓ are allowed in half a set."""
    return ({"adversarial": 1, "answers": 0, "messages": 0}.get(kind, ""),)


def main(arguments: Sequence[str]) -> None:
    """Print the misses of the dev half by class, then the figures; of the held half nothing but figures."""
    half = next((a for a in arguments if a in ("dev", "held")), "dev")
    kinds = [a for a in arguments if a in KINDS] or KINDS
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        scores = asyncio.run(_scores(Path("../shared"), Path(scratch), half, kinds))
    for kind, score in scores.items():
        if not score.rows:
            continue
        for miss in score.misses if half == "dev" else ():
            print(miss)
        for row in _figures(kind, half, score):
            print(f"{row['bench']:28} {row['figure']:26} {row['value']:.4g}   {row['target']}")


if __name__ == "__main__":
    main(sys.argv[1:])
