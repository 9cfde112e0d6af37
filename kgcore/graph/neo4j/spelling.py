"""Putting words right with the words of a graph's names. Pure."""

from __future__ import annotations

from collections.abc import Callable

from kgcore.graph.neo4j.linking import Corrections
from kgcore.thesaurus import thesaurus

MOST_CORRECTIONS = 4


def corrected(
    words: tuple[str, ...], is_word: Callable[[str], bool], meant: Callable[[str], list[tuple[str, float]]]
) -> Corrections:
    """Return the words with those that are no words put right, and the cost; [] if that cannot be."""
    known = thesaurus().words
    found: Corrections = [((), 0.0)]
    for word in words:
        choices = [(word, 0.0)] if word in known or is_word(word) else meant(word) or [(word, 0.0)]
        found = [((*done, other), cost + more) for done, cost in found for other, more in choices][:MOST_CORRECTIONS]
    return [(done, cost) for done, cost in found if cost > 0]
