"""What is a kind or a part of what, read from the arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.taxonomy import TaxonomicRank, taxonomic_rank

MOST_RELATIVES = 24  # per entity: a class with thousands of members would make every claim slow


class Kin:
    """The steps from narrower to broader entities and back."""

    def __init__(self, arrays: Arrays, predicates: Sequence[str]) -> None:
        """`predicates`: their names, by code."""
        self._arrays = arrays
        ranks = [taxonomic_rank(name) for name in predicates]
        # By predicate code: is this about kinds (not parts), and is the edge's object the broader of its ends?
        self._is_a = np.array([r in (TaxonomicRank.NARROWER, TaxonomicRank.BROADER) for r in ranks], bool)
        self._upward = np.array([r in (TaxonomicRank.NARROWER, TaxonomicRank.PART) for r in ranks], bool)

    def steps(self, edges: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
        """Return (narrower end, broader end, about kinds rather than parts) of taxonomic edges."""
        arrays = self._arrays
        kind = arrays.predicate[edges]
        upward, s, o = self._upward[kind], arrays.subject[edges], arrays.object[edges]
        return np.where(upward, s, o), np.where(upward, o, s), self._is_a[kind]

    def near(self, nodes: Sequence[int]) -> dict[int, dict[int, bool]]:
        """Per node, at most `MOST_RELATIVES` nodes one step away, broader and well-joined ones first, and whether they
        are broader; in one sweep for all.

        Parts count where both are of one type: an extract and its plant, not a bone and its body.
        """
        arrays = self._arrays
        rows = [arrays.relatives(node) for node in nodes]
        owner = np.repeat(np.array(nodes, np.int64), [len(row) for row in rows])
        if not len(owner):
            return {}
        lower, upper, is_a = self.steps(np.concatenate(rows))
        up = lower == owner
        other = np.where(up, upper, lower)
        fits = is_a | (arrays.type[other] == arrays.type[owner])
        owner, other, up = owner[fits], other[fits], up[fits]
        order = np.lexsort((other, -arrays.degree[other], ~up, owner))
        ranked = owner[order]
        order = order[np.arange(len(ranked)) - ranked.searchsorted(ranked) < MOST_RELATIVES]
        found: dict[int, dict[int, bool]] = {}
        for node, k, broader in zip(owner[order].tolist(), other[order].tolist(), up[order].tolist(), strict=True):
            found.setdefault(node, {}).setdefault(k, broader)
        return found
