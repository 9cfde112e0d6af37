"""What is said about each pair of things: positions, who takes them, how they stand to each other. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.explore import ends
from kgcore.model import Claim, Verdict
from kgcore.talking.comparing import Standing, standing
from kgcore.talking.people import NOBODY
from kgcore.thread import Turn
from kgcore.verdict.meaning import Phrases


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim with its number and who makes it."""

    number: int
    speaker: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class Position:
    """Statements that say the same, in the order in which they were made; at least one."""

    statements: tuple[Statement, ...]

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who takes it, each once."""
        return tuple(dict.fromkeys(s.speaker for s in self.statements))

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its claims' numbers."""
        return tuple(s.number for s in self.statements)

    @property
    def disputed(self) -> bool:
        """Whether papers stand against it."""
        return any(s.claim.verdict in (Verdict.CONTRADICTED, Verdict.MIXED) for s in self.statements)


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said about two things: the positions, and those of them (by place) that contradict each other."""

    positions: tuple[Position, ...]
    clashes: tuple[tuple[int, int], ...]

    @property
    def speakers(self) -> tuple[str, ...]:
        """Everybody who speaks of the pair, each once."""
        return tuple(dict.fromkeys(name for p in self.positions for name in p.speakers))

    @property
    def papers(self) -> int:
        """How many papers stand for or against what is said."""
        claims = [s.claim for p in self.positions for s in p.statements]
        return len({paper for c in claims for paper in (*c.papers_for, *c.papers_against)})

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """How much it is worth telling, least first: clashes, what papers dispute, agreement; then voices, papers."""
        agreed = any(len(p.speakers) > 1 for p in self.positions)
        kind = 0 if self.clashes else 1 if any(p.disputed for p in self.positions) else 2 if agreed else 3
        return kind, -len(self.speakers), -self.papers, self.positions[0].numbers[0]


def statements(turn: Turn) -> tuple[Statement, ...]:
    """Return the claims that count with their speakers."""
    names = turn.speakers
    return tuple(
        Statement(n, names[c.triple.paragraph] if c.triple.paragraph < len(names) else NOBODY, c)
        for n, c in turn.counted
    )


def talks(said: Sequence[Statement], phrases: Phrases) -> tuple[Talk, ...]:
    """Return what is said of each pair of things, what is most worth telling first."""
    pairs: dict[frozenset[str], list[Statement]] = {}
    for statement in said:
        pairs.setdefault(frozenset(ends(statement.claim)), []).append(statement)
    return tuple(sorted((_talk(some, phrases) for pair, some in pairs.items() if len(pair) > 1), key=lambda t: t.worth))


def _talk(said: Sequence[Statement], phrases: Phrases) -> Talk:
    positions: list[list[Statement]] = []
    for one in said:
        same = (p for p in positions if all(_agree(one, other, phrases) for other in p))
        found = next(same, None)
        positions.append([one]) if found is None else found.append(one)
    clashes = tuple(
        (i, j)
        for j, later in enumerate(positions)
        for i, earlier in enumerate(positions[:j])
        if standing(earlier[0].claim, later[0].claim, phrases) is Standing.CONTRADICT
    )
    return Talk(tuple(Position(tuple(p)) for p in positions), clashes)


def _agree(one: Statement, other: Statement, phrases: Phrases) -> bool:
    return standing(one.claim, other.claim, phrases) is Standing.AGREE
