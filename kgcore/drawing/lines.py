"""Lines between entities on their way into a picture: drafts, of which those that look alike are merged (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kgcore.drawing.picture import Edge
from kgcore.model import Edge as GraphEdge
from kgcore.model import Predicate, Verdict


class Words(Protocol):
    """What a picture needs of a vocabulary."""

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name."""
        ...

    def symmetric(self, name: str) -> bool:
        """Return whether the predicate reads both ways."""
        ...


@dataclass(frozen=True, slots=True)
class Draft:
    """An edge before parallel ones are merged; ends are keys (entity id, or "?" and the mention's words)."""

    source: str
    target: str
    labels: tuple[str, ...]
    verdict: Verdict | None
    fresh: bool
    claims: tuple[int, ...] = ()
    papers_for: tuple[str, ...] = ()
    papers_against: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    hop: bool = False
    directed: bool = True
    speakers: tuple[str, ...] = ()

    @property
    def statement(self) -> tuple[str, str, tuple[str, ...], bool]:
        """The same for two edges that say the same, whatever the verdicts."""
        ends = (self.source, self.target) if self.directed else tuple(sorted((self.source, self.target)))
        return ends[0], ends[1], self.labels, self.hop

    @property
    def words(self) -> tuple[str, str, tuple[str, ...]]:
        """The same for two edges that say the same, one of them as a step of a path."""
        return self.statement[:3]

    @property
    def line(self) -> tuple[object, ...]:
        """The same for two edges that are drawn as one line: where people speak, only those that say the same."""
        ends = (self.source, self.target) if self.directed else tuple(sorted((self.source, self.target)))
        said = self.labels if self.speakers else ()
        return *ends, self.verdict, self.hop, self.directed, self.fresh, said


def papers_of(edges: Iterable[GraphEdge]) -> tuple[str, ...]:
    """Return the ids of the papers behind some edges, each once."""
    return tuple(dict.fromkeys(p for e in edges for p in e.publications))


def distinct(fresh: Sequence[Draft], earlier: Sequence[Draft]) -> list[Draft]:
    """Merge what is drawn as one line; what the newest answer states again is not drawn a second time as earlier.

    A step of a path that some claim of the thread states by itself is drawn as that claim.
    """
    stated = {d.words: d for d in (*earlier, *fresh) if not d.hop}
    fresh = [
        replace(stated[d.words], claims=d.claims, fresh=True, speakers=d.speakers) if d.hop and d.words in stated else d
        for d in fresh
    ]
    said = {d.statement for d in fresh}
    lines: dict[tuple[object, ...], Draft] = {}
    for draft in (*fresh, *(d for d in earlier if d.statement not in said)):
        known = lines.get(draft.line)
        lines[draft.line] = union(known, draft) if known else draft
    return list(lines.values())


def union(one: Draft, other: Draft) -> Draft:
    """Return one draft for two that are drawn as one line."""
    return replace(
        one,
        labels=tuple(dict.fromkeys(one.labels + other.labels)),
        claims=tuple(dict.fromkeys(one.claims + other.claims)),
        papers_for=tuple(dict.fromkeys(one.papers_for + other.papers_for)),
        papers_against=tuple(dict.fromkeys(one.papers_against + other.papers_against)),
        notes=tuple(dict.fromkeys(one.notes + other.notes)),
        speakers=tuple(dict.fromkeys(one.speakers + other.speakers)),
    )


def edge_of(draft: Draft, placed: Mapping[str, int]) -> Edge:
    """Return the edge between the nodes at which its ends were placed."""
    return Edge(
        draft.claims,
        placed[draft.source],
        placed[draft.target],
        ", ".join(draft.labels),
        draft.verdict,
        len(draft.papers_for),
        len(draft.papers_against),
        draft.fresh,
        draft.hop,
        draft.directed,
        "; ".join(draft.notes),
        draft.speakers,
    )
