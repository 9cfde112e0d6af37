"""Nearest names by embedding: all in few dimensions first, the best of them again in all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_AGAIN = 160  # names compared in all dimensions


class Meaning:
    """The vectors of a graph's names, memory-mapped; raises OSError or ValueError where they are missing or short."""

    def __init__(self, folder: Path) -> None:
        self._fine, self._coarse, self._axes, self._refs = (
            np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False).view(np.ndarray)
            for name in ("embeddings", "embeddings_coarse", "embeddings_axes", "embeddings_refs")
        )
        if not len(self._fine) == len(self._coarse) == len(self._refs):
            raise ValueError("the vectors do not fit together")

    def nearest(self, vectors: NDArray[np.float32], top: int) -> list[list[tuple[int, float]]]:
        """Per vector, the numbers of the nearest names and their cosines, nearest first."""
        if not len(self._fine) or vectors.shape[1] != self._fine.shape[1]:
            return [[] for _ in vectors]
        rough = self._coarse @ (vectors @ self._axes).T
        again = min(_AGAIN, len(rough))
        found = []
        for column, vector in zip(rough.T, vectors, strict=True):
            best = np.argpartition(-column, again - 1)[:again]
            cosine = self._fine[best].astype(np.float32) @ vector
            order = np.argsort(-cosine, kind="stable")[:top]
            found.append([(int(self._refs[best[i]]), float(cosine[i])) for i in order])
        return found
