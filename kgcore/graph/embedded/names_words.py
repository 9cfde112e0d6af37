"""The words that a graph's names are made of, found again from misspellings by the letter trigrams they share."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from kgcore.spelling import SHORTEST, misspells

_LONGEST = 32  # bytes a word
_LETTERS = 28  # a to z, the edge of a word, anything else
_GRAMS = _LETTERS**3
_TRIED = 64  # words compared letter by letter
_MOST_SLIPS = 3  # letters
_BEGINS_ALIKE = {"f": "p", "s": "c", "c": "sk", "k": "c", "e": "i", "i": "e", "z": "x", "o": "a", "a": "e"}
_CODES = np.full(256, 27, np.int64)
_CODES[ord("a") : ord("z") + 1] = np.arange(26)
_CODES[ord("^")] = 26


def write_words(folder: Path, words: Iterable[str]) -> None:
    """Keep the words that can be misspelt (ASCII letters, not too short), and which trigrams each has."""
    kept = sorted(w for w in words if SHORTEST - 1 <= len(w) <= _LONGEST and w.isascii() and w.isalpha())
    grams, owners = array("i"), array("i")
    for number, word in enumerate(kept):
        found = _grams(word)
        grams.extend(found.tolist())
        owners.extend([number] * len(found))
    gram = np.array(grams, np.int32)
    order = np.argsort(gram, kind="stable")
    offsets = np.zeros(_GRAMS + 1, np.int64)
    np.cumsum(np.bincount(gram, minlength=_GRAMS), out=offsets[1:])
    np.save(folder / "names_words.npy", np.array(kept, f"S{_LONGEST}"), allow_pickle=False)
    np.save(folder / "names_grams.npy", np.array(owners, np.uint32)[order], allow_pickle=False)
    np.save(folder / "names_grams_at.npy", offsets, allow_pickle=False)


class Words:
    """The words of a graph's names, the trigrams' owners, and where each trigram's begin."""

    def __init__(self, words: NDArray[Any], owners: NDArray[Any], at: NDArray[Any]) -> None:
        """Raises ValueError where the three do not fit together."""
        self._words, self._owners, self._at = words, owners, at
        if len(self._at) != _GRAMS + 1 or (len(self._owners) and int(self._at[-1]) != len(self._owners)):
            raise ValueError("the word index does not fit together")

    @classmethod
    def opened(cls, folder: Path) -> Self:
        """Map the files of a folder; raises OSError or ValueError where they are missing or short."""
        names = ("names_words", "names_grams", "names_grams_at")
        loaded = (np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in names)
        return cls(*(array.view(np.ndarray) for array in loaded))

    def __contains__(self, word: str) -> bool:
        raw = word.encode("utf-8", "replace")
        at = int(self._words.searchsorted(raw)) if len(raw) <= _LONGEST else len(self._words)
        return at < len(self._words) and bytes(self._words[at]) == raw

    def corrections(self, word: str, top: int = 2) -> list[tuple[str, float]]:
        """Return the words that this one may be a slip for, with the cost of the slip, the likeliest first."""
        if len(word) < SHORTEST or not (word.isascii() and word.isalpha()) or not len(self._words):
            return []
        costs = [(meant, misspells(word, meant)) for meant in self._alike(word)]
        found = sorted((cost, meant) for meant, cost in costs if cost is not None)
        return [(meant, cost) for cost, meant in found[:top] if cost <= found[0][0] + 0.35]

    def _alike(self, word: str) -> list[str]:
        """Return the words that share most trigrams with this one and begin like it, most first."""
        ranges = [self._beginning(letter) for letter in word[0] + _BEGINS_ALIKE.get(word[0], "")]
        lists = []
        for gram in _grams(word).tolist():
            owners = self._owners[self._at[gram] : self._at[gram + 1]]
            lists += [owners[owners.searchsorted(a) : owners.searchsorted(b)] for a, b in ranges]
        numbers, shared = np.unique(np.concatenate(lists), return_counts=True)
        if not len(numbers):
            return []
        best = np.argsort(-shared, kind="stable")[:_TRIED]
        found = (bytes(w).decode("ascii") for w in self._words[numbers[best]])
        return [w for w in found if OSA.distance(word, w, score_cutoff=_MOST_SLIPS) <= _MOST_SLIPS]

    def _beginning(self, letter: str) -> tuple[np.uint32, np.uint32]:
        """Return the numbers of the first word that begins with this letter and of the first after those."""
        low, high = self._words.searchsorted([letter.encode(), chr(ord(letter) + 1).encode()])
        return np.uint32(low), np.uint32(high)


def _grams(word: str) -> NDArray[np.int64]:
    codes = _CODES[np.frombuffer(f"^{word}^".encode("ascii", "replace"), np.uint8)]
    return np.unique(codes[:-2] * _LETTERS**2 + codes[1:-1] * _LETTERS + codes[2:])
