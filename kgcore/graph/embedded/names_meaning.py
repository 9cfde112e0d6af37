"""Nearest names by embedding: all in few dimensions first, the best of them again in all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_AGAIN = 256  # names compared in all dimensions
_NEARLY = 0.7  # of the best likeness in few dimensions: what is below it is not compared again


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
        rough = (vectors @ self._axes) @ self._coarse.T
        return [self._best(row, vector, top) for row, vector in zip(rough, vectors, strict=True)]

    def _best(self, rough: NDArray[np.float32], vector: NDArray[np.float32], top: int) -> list[tuple[int, float]]:
        """Compare those that are nearest in few dimensions again in all."""
        near = np.flatnonzero(rough >= max(float(rough.max()) * _NEARLY, 0.0))
        if len(near) > _AGAIN:
            near = near[np.argpartition(-rough[near], _AGAIN)[:_AGAIN]]
        cosine = self._fine[near].astype(np.float32) @ vector
        order = np.argsort(-cosine, kind="stable")[:top]
        return [(int(self._refs[near[i]]), float(cosine[i])) for i in order]
