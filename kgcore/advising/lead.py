"""A question that might be offered, before it is worded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kgcore.advising.evidence import Pair
from kgcore.controls import Kind
from kgcore.model import Claim, Entity
from kgcore.thread import pair_key


@dataclass(frozen=True, slots=True)
class Answered:
    """A claim whose ends are both in the graph, and the predicate that its why is asked with."""

    claim: Claim
    subject: Entity
    object: Entity
    predicate: str


class Lead(NamedTuple):
    """(n, n′) with one pair; (n, t) with the pairs of several neighbours of that type; or the why of what was
    `answered`.

    `predicate` is what its question asks with; `outward`: from n (`entity`). `score` compares leads of one shortlist.
    """

    kind: Kind
    entity: Entity
    target: str
    type: str
    predicate: str
    score: float
    pairs: tuple[Pair, ...] = ()
    outward: bool = True
    answered: Answered | None = None
    harm: bool = False

    @property
    def subject(self) -> str:
        """The id of n."""
        return self.entity.id

    @property
    def key(self) -> str:
        """The recommendation's key."""
        return pair_key(self.kind, self.entity.id, self.target)

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ids that it would explore."""
        return tuple(pair.far.id for pair in self.pairs)

    @property
    def papers(self) -> tuple[str, ...]:
        """The ids of the papers behind it, each once."""
        if self.answered is not None:
            return (*self.answered.claim.papers_for, *self.answered.claim.papers_against)
        return tuple(dict.fromkeys(p for pair in self.pairs for p in pair.papers))
