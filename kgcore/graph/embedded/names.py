"""The name index of the embedded graph: built once at import, asked for every mention.

`build` writes arrays named `names_*.npy` and `embeddings.npy` into the data folder. `Names` maps them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.link import Ranking
from kgcore.model import Candidate, Mention
from kgcore.ports import Embedder

Vectors = Callable[[Sequence[str]], NDArray[np.float32]]
Spot = tuple[int, int, tuple[Candidate, ...]]


def build(db: sqlite3.Connection, folder: Path, embedder_vectors: Vectors | None, embedder_name: str) -> None:
    """Index the names in table `entities`; without vectors nothing can be matched by meaning."""
    raise NotImplementedError


class Names:
    """Finds the entities that a mention may mean, and the mentions in a text.

    `note` is "" or says why matching by meaning is switched off.
    """

    note: str

    def __init__(self, db: sqlite3.Connection, folder: Path, embedder: Embedder | None) -> None:
        """Map the index in `folder`; raises OSError or ValueError where it is missing or short."""
        raise NotImplementedError

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> tuple[Ranking, ...]:
        """Per mention: is it linked, and its candidates, best first, also those that are not near enough."""
        raise NotImplementedError

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> tuple[tuple[Candidate, ...], ...]:
        """Per mention the entities that it is linked to, best first; () where it is not linked."""
        raise NotImplementedError

    def spot(self, texts: Sequence[str]) -> tuple[tuple[Spot, ...], ...]:
        """Per text, the stretches that name entities (start, end, candidates), longest first, never overlapping."""
        raise NotImplementedError
