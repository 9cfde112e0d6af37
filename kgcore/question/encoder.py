"""A small transformer that has read many sentences of people in danger and of people in none. Pure.

BERT's encoder (Devlin et al. 2019, https://aclanthology.org/N19-1423) in numpy: MiniLM-L6 (Wang et al. 2020), which
has read much English, fitted by `python -m tests.bench.fit_encoder` to the sentences of tests/bench/answers. Its
weights are whole numbers of eight bits, with a scale for each row, and stay so in memory: a text of a few words waits
for the weights more than for the sums, and those of eight bits come in a quarter of the time. Twenty words take six
milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from kgcore.values.danger import Danger

HEADS = 12
KINDS = (Danger.SELF_HARM, Danger.EMERGENCY, Danger.POISONING)  # the outputs after the first, which is none of them
LONGEST = 96  # pieces of words that are read together
_TINY = 1e-12  # BERT's, so that nothing is divided by nothing

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of: the log-odds of any danger, and the likeliest danger."""

    odds: float
    danger: Danger


@dataclass(frozen=True, slots=True)
class _Encoder:
    """`pieces` are rows of eight bits, one a word piece, and `rows` those of the layers, a column an output; `weights`
    all else, in BERT's names.
    """

    words: Tokenizer
    pieces: NDArray[np.int8]
    scales: Array
    rows: dict[str, NDArray[np.int8]]
    weights: dict[str, Array]
    layers: range

    def read(self, text: str) -> Array:
        """Return the four outputs, shape (4,)."""
        ids = self.words.encode(text).ids[:LONGEST]
        x = self.pieces[ids] * self.scales[ids] + self.weights["positions"][: len(ids)]
        x = self._normed(x, "embedded")
        for layer in self.layers:
            x = self._normed(x + self._attention(x, f"{layer}."), f"{layer}.attended")
            x = self._normed(
                x + self._linear(_gelu(self._linear(x, f"{layer}.wide")), f"{layer}.narrow"), f"{layer}.out"
            )
        told: Array = x.mean(0) @ self.weights["told.weight"] + self.weights["told.bias"]
        return told

    def _attention(self, x: Array, layer: str) -> Array:
        length = len(x)
        query, key, value = (
            self._linear(x, layer + name).reshape(length, HEADS, -1).swapaxes(0, 1)
            for name in ("query", "key", "value")
        )
        scores = query @ key.swapaxes(1, 2) / np.float32(query.shape[-1] ** 0.5)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = shares / shares.sum(-1, keepdims=True) @ value
        return self._linear(mixed.swapaxes(0, 1).reshape(length, -1), layer + "mixed")

    def _linear(self, x: Array, name: str) -> Array:
        sums: Array = x @ self.rows[name].astype(np.float32)  # whole numbers of eight bits: exact
        return sums * self.weights[f"{name}.weight.scale"] + self.weights[f"{name}.bias"]

    def _normed(self, x: Array, name: str) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(_TINY))
        normed: Array = centred / spread * self.weights[f"{name}.scale"] + self.weights[f"{name}.shift"]
        return normed


def danger_read(text: str) -> Told:
    """Return what a text of a few sentences tells of, its first `LONGEST` pieces at most."""
    none, *odds = (float(one) for one in _encoder().read(text))
    most = max(odds)
    return Told(most + float(np.log(sum(np.exp(one - most) for one in odds))) - none, KINDS[odds.index(most)])


def load_encoder() -> None:
    """Load the weights, so that no message waits for them."""
    _encoder()


def _gelu(x: Array) -> Array:
    """The Gaussian error linear unit, by its usual approximation (Hendrycks and Gimpel 2016)."""
    inner = np.float32(0.7978845608) * (x + np.float32(0.044715) * x * x * x)  # a power would take longer than all else
    risen: Array = np.float32(0.5) * x * (1 + np.tanh(inner))
    return risen


@cache
def _encoder() -> _Encoder:
    folder = files("kgcore.question").joinpath("encoder")
    with as_file(folder.joinpath("weights.safetensors")) as path:
        stored = load_file(path)
    words = Tokenizer.from_str(folder.joinpath("words.json").read_text(encoding="utf-8"))
    pieces, scales = stored.pop("pieces"), stored.pop("pieces.scale").astype(np.float32)
    rows = {
        name.removesuffix(".weight"): np.ascontiguousarray(values.T)
        for name, values in stored.items()
        if values.dtype == np.int8
    }
    weights = {name: values.astype(np.float32) for name, values in stored.items() if values.dtype != np.int8}
    weights |= {name: values[:, 0] for name, values in weights.items() if name.endswith(".weight.scale")}
    return _Encoder(words, pieces, scales, rows, weights, range(sum(name.endswith(".query") for name in rows)))
