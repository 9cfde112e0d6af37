"""What a relation phrase was read as."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """A phrase in a graph's own predicates.

    `predicates` are what the phrase can mean, best first; empty when the reader abstains. `negated`: the phrase denies
    them. `turned`: the text's subject is the graph's object (a passive). `hedged`: it only says "may". `says_more`: it
    stands for an unstored predicate that implies the plain one ("cures" and TREATS). `values`: it says that
    something is for the better ("improves"); a rise of its object only is so where more of that is better.
    """

    predicates: tuple[str, ...] = ()
    negated: bool = False
    turned: bool = False
    hedged: bool = False
    says_more: bool = False
    values: bool = False


ABSTAINED = Reading()
