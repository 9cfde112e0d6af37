"""What a relation phrase was read as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PhraseReading:
    """A phrase in a graph's own predicates.

    `predicates` are what the phrase can mean, best first; empty when the reader abstains. `negated`: the phrase denies
    them. `inverted`: the text's subject is the graph's object (a passive). `hedged`: it only says "may".
    `overstates`: it stands for an unstored predicate that implies the plain one ("cures" and TREATS). `values`: it
    says that something is for the better ("improves"); a rise of its object only is so where more of that is better.
    `worsens`: it says that something is for the worse; of what is good that is a fall.
    """

    predicates: tuple[str, ...] = ()
    negated: bool = False
    inverted: bool = False
    hedged: bool = False
    overstates: bool = False
    values: bool = False
    worsens: bool = False
    near: bool = False  # the predicates come near the phrase and say less; `overstates`, then, is so, too
    mutual: bool = False  # the phrase says no more than that the two go together: an edge either way bears it out
    elsewhere: bool = False  # the phrase states a relation that other graphs have and this one has no predicate for


ABSTAINED = PhraseReading()


class PhraseReader(Protocol):
    """What readers of sentences need of a vocabulary."""

    def read(self, phrase: str) -> PhraseReading:
        """Read a relation phrase; `predicates` is empty where it abstains."""
        ...

    def symmetric(self, name: str) -> bool:
        """Whether an edge of that predicate reads the same both ways."""
        ...
