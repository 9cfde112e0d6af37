"""A small transformer that has read much English: BERT's encoder in numpy, without anything that it is to tell. Pure.

Devlin et al. 2019 (https://aclanthology.org/N19-1423), in the size of MiniLM-L6 (Wang et al. 2020). Weights are whole
numbers of eight bits with a scale for each row, and stay so in memory: a text of a few words waits for the weights more
than for the sums, and those of eight bits come in a quarter of the time. Each task has its own, fitted to its sentences
(tests/bench); all share the vectors of word pieces, which stand beside this module. Twenty words take six milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HEADS = 12
_TINY = 1e-12  # BERT's, so that nothing is divided by nothing
_UNSEEN = np.float32(-1e9)  # what the padding of a shorter text weighs
_FOLDER = "transformer"

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Word pieces: how a text is cut into them, and the vector of each, rows of eight bits with a scale."""

    words: Tokenizer
    rows: NDArray[np.int8]
    scales: Array

    def ids(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces, without those that open and close it."""
        return list(self.words.encode(text, add_special_tokens=False).ids)

    def vectors(self, ids: Sequence[int]) -> Array:
        """Return one vector a piece, shape (pieces, width)."""
        vectors: Array = self.rows[ids] * self.scales[ids]
        return vectors


@dataclass(frozen=True, slots=True)
class Transformer:
    """The layers of one task, in BERT's names: `rows` of eight bits, a column an output, and `weights`, all else."""

    rows: dict[str, NDArray[np.int8]]
    weights: dict[str, Array]
    layers: range

    def states(self, texts: Sequence[Array]) -> list[Array]:
        """Return what becomes of the pieces of each text, from their vectors; shapes (pieces, width)."""
        longest = max(map(len, texts))
        x = np.zeros((len(texts), longest, texts[0].shape[1]), np.float32)
        seen = np.zeros((len(texts), 1, 1, longest), np.float32)
        for row, vectors in enumerate(texts):
            x[row, : len(vectors)] = vectors
            seen[row, ..., len(vectors) :] = _UNSEEN
        x = self._normed(x + self.weights["positions"][:longest], "embedded")
        for layer in self.layers:
            x = self._normed(x + self._attention(x, seen, f"{layer}."), f"{layer}.attended")
            x = self._normed(
                x + self._linear(_gelu(self._linear(x, f"{layer}.wide")), f"{layer}.narrow"), f"{layer}.out"
            )
        return [x[row, : len(vectors)] for row, vectors in enumerate(texts)]

    def told(self, x: Array) -> Array:
        """Return the outputs for what was pooled, shape (…, outputs)."""
        if "told" in self.rows:  # as many outputs as make eight bits worth it
            return self._linear(x, "told")
        return x @ self.weights["told.weight"] + self.weights["told.bias"]

    def _attention(self, x: Array, seen: Array, layer: str) -> Array:
        texts, length, _ = x.shape
        query, key, value = (
            self._linear(x, layer + name).reshape(texts, length, HEADS, -1).swapaxes(1, 2)
            for name in ("query", "key", "value")
        )
        scores = query @ key.swapaxes(2, 3) / np.float32(query.shape[-1] ** 0.5) + seen
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = shares / shares.sum(-1, keepdims=True) @ value
        return self._linear(mixed.swapaxes(1, 2).reshape(texts, length, -1), layer + "mixed")

    def _linear(self, x: Array, name: str) -> Array:
        sums: Array = x @ self.rows[name].astype(np.float32)  # whole numbers of eight bits: exact
        return sums * self.weights[f"{name}.weight.scale"] + self.weights[f"{name}.bias"]

    def _normed(self, x: Array, name: str) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(_TINY))
        normed: Array = centred / spread * self.weights[f"{name}.scale"] + self.weights[f"{name}.shift"]
        return normed


def load_transformer(package: str, folder: str) -> Transformer:
    """Return the transformer whose weights lie in a package's folder."""
    with as_file(files(package).joinpath(folder, "weights.safetensors")) as path:
        stored = load_file(path)
    rows = {
        name.removesuffix(".weight"): np.ascontiguousarray(values.T)
        for name, values in stored.items()
        if values.dtype == np.int8
    }
    weights = {name: values.astype(np.float32) for name, values in stored.items() if values.dtype != np.int8}
    weights |= {name: values[:, 0] for name, values in weights.items() if name.endswith(".weight.scale")}
    return Transformer(rows, weights, range(sum(name.endswith(".query") for name in rows)))


@cache
def load_pieces() -> Pieces:
    """Return the word pieces that all tasks share."""
    folder = files("kgcore.english").joinpath(_FOLDER)
    with as_file(folder.joinpath("pieces.safetensors")) as path:
        stored = load_file(path)
    words = Tokenizer.from_str(folder.joinpath("words.json").read_text(encoding="utf-8"))
    return Pieces(words, stored["pieces"], stored["pieces.scale"].astype(np.float32))


def _gelu(x: Array) -> Array:
    """The Gaussian error linear unit, by its usual approximation (Hendrycks and Gimpel 2016)."""
    inner = np.float32(0.7978845608) * (x + np.float32(0.044715) * x * x * x)  # a power would take longer than all else
    risen: Array = np.float32(0.5) * x * (1 + np.tanh(inner))
    return risen
