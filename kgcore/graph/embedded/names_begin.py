"""Names by how they begin: sorted, so that what somebody has typed so far is found by halving."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_WIDTH = 20  # bytes of a name that are kept, without spaces and punctuation
_INNER_WORDS = 3  # of a name itself, where somebody may begin to type: "Parkinson *disease* dementia"
_FRONT = np.uint32(1 << 31)  # marks a reference to the front of a name of its own: no synonym, no inner word
_FILES = ("names_begin", "names_begin_refs")
_NO_LETTERS = re.compile(r"[\W_]+")
_SEPARATE = re.compile(r"[\s/,;:()\[\]-]+")
_WHOLE_WORTH, _FRONT_WORTH = 1 << 41, 1 << 40  # worth more than any number of neighbours


class Beginnings:
    """The beginnings of all names, sorted, and whose they are."""

    def __init__(self, keys: NDArray[Any], refs: NDArray[Any]) -> None:
        if len(keys) != len(refs):
            raise ValueError("the index of beginnings does not fit together")
        self._keys, self._refs = keys, refs

    def find(self, text: str, top: int, degree: NDArray[Any]) -> list[int]:
        """Return the numbers of the entities with a name that begins so: whole names, fronts of names, then the rest.

        Within these, those with most neighbours (`degree`, by entity) come first.
        """
        key = beginning(text)
        if not key or top < 1:
            return []
        low = int(self._keys.searchsorted(key))
        high = int(self._keys.searchsorted(key + b"\xff" if len(key) < _WIDTH else key, "right"))
        refs = np.asarray(self._refs[low:high])
        owners = (refs & ~_FRONT).astype(np.int64)
        worth = degree[owners].astype(np.int64) + np.where(refs & _FRONT, _FRONT_WORTH, 0)
        worth[: int(self._keys[low:high].searchsorted(key, "right"))] += _WHOLE_WORTH
        best = np.argsort(-worth, kind="stable")
        return list(dict.fromkeys(owners[best[: 8 * top + 64]].tolist()))[:top]


def beginning(text: str) -> bytes:
    """Return the letters and digits that a text begins with, in lower case and without accents."""
    folded = text[: 8 * _WIDTH].casefold()
    plain = folded if folded.isascii() else unicodedata.normalize("NFKD", folded)
    return _NO_LETTERS.sub("", plain).encode("utf-8", "replace")[:_WIDTH]


def write_beginnings(folder: Path, names: Iterable[tuple[int, int, str, str]]) -> None:
    """Keep the index of (entity, which of its names, name, type) in the folder."""
    for file, values in zip(_FILES, _sorted(names), strict=True):
        np.save(folder / f"{file}.npy", values, allow_pickle=False)


def opened(folder: Path) -> Beginnings | None:
    """Return the index of the folder; None where an older import kept none."""
    try:
        keys, refs = (np.load(folder / f"{file}.npy", mmap_mode="r", allow_pickle=False) for file in _FILES)
    except FileNotFoundError:
        return None
    return Beginnings(keys.view(np.ndarray), refs.view(np.ndarray))


def gathered(names: Iterable[tuple[int, int, str, str]]) -> Beginnings:
    """Return the index made on the spot; it takes seconds for a large graph."""
    return Beginnings(*_sorted(names))


def _sorted(names: Iterable[tuple[int, int, str, str]]) -> tuple[NDArray[Any], NDArray[Any]]:
    joined, refs = bytearray(), array("I")
    for entity, which, text, _ in names:
        for key, front in _keys(text, which == 0):
            joined += key.ljust(_WIDTH, b"\0")
            refs.append(entity | (int(_FRONT) if front else 0))
    keys = np.frombuffer(bytes(joined), f"S{_WIDTH}") if joined else np.empty(0, f"S{_WIDTH}")
    order = np.argsort(keys, kind="stable")
    found = np.frombuffer(refs, np.uint32)[order] if len(refs) else np.empty(0, np.uint32)
    return keys[order], found


def _keys(text: str, own: bool) -> Iterator[tuple[bytes, bool]]:
    if key := beginning(text):
        yield key, own
    words = _SEPARATE.split(text.strip())[1 : 1 + _INNER_WORDS] if own else []
    for n, word in enumerate(words):
        if len(word) > 2 and (key := beginning(" ".join(words[n:]))):
            yield key, False
