"""Embedders: what turns names into vectors. Which one is used is decided where the settings are read."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

# --- What all embedders do with what their models return.


def unit_vectors(vectors: ArrayLike) -> NDArray[np.float32]:
    """Return rows of length one in float32; rows of zeros, and numbers that are none, become zeros."""
    rows = np.nan_to_num(np.asarray(vectors, np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(rows.astype(np.float64), axis=-1, keepdims=True)
    return np.ascontiguousarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)
