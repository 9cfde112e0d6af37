"""Names by how they begin: sorted, so that what somebody has typed so far is found by halving."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.mapped import map_array
from kgcore.graph.embedded.names_text import write_words
from kgcore.graph.embedded.tables import json_list
from kgcore.linking.lookup_keys import headless_key, name_keys
from kgcore.linking.names import normalize_text, tokens

_WIDTH = 20  # bytes of a name that are kept, without spaces and punctuation
_INNER_WORDS = 3  # of a name itself, where somebody may begin to type: "Parkinson *disease* dementia"
_FRONT = np.uint32(1 << 31)  # marks a reference to the front of a name of its own: no synonym, no inner word
_FILES = ("names_begin", "names_begin_refs")
_NO_LETTERS = re.compile(r"[\W_]+")
_SEPARATE = re.compile(r"[\s/,;:()\[\]-]+")
_WHOLE_WORTH, _FRONT_WORTH = 1 << 41, 1 << 40  # worth more than any number of neighbours


class NameBeginnings:
    """The beginnings of all names, sorted, and whose they are."""

    def __init__(self, keys: NDArray[Any], refs: NDArray[Any]) -> None:
        if len(keys) != len(refs):
            raise ValueError("the index of beginnings does not fit together")
        self._keys, self._refs = keys, refs

    def find(self, text: str, top: int, degree: NDArray[Any]) -> list[int]:
        """Return the numbers of the entities with a name that begins so: whole names, fronts of names, then the rest.

        Within these, those with most neighbours (`degree`, by entity) come first.
        """
        key = fold_beginning(text)
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


def fold_beginning(text: str) -> bytes:
    """Return the letters and digits that a text begins with, in lower case and without accents."""
    folded = text[: 8 * _WIDTH].casefold()
    plain = folded if folded.isascii() else unicodedata.normalize("NFKD", folded)
    return _NO_LETTERS.sub("", plain).encode("utf-8", "replace")[:_WIDTH]


def write_beginnings(folder: Path, names: Iterable[tuple[int, int, str, str]]) -> None:
    """Keep the index of (entity, which of its names, name, type) in the folder."""
    for file, values in zip(_FILES, _sorted(names), strict=True):
        np.save(folder / f"{file}.npy", values, allow_pickle=False)


def open_beginnings(folder: Path) -> NameBeginnings | None:
    """Return the index of the folder; None where an older import kept none."""
    try:
        keys, refs = (map_array(folder / f"{file}.npy") for file in _FILES)
    except FileNotFoundError:
        return None
    return NameBeginnings(keys, refs)


def gather_beginnings(names: Iterable[tuple[int, int, str, str]]) -> NameBeginnings:
    """Return the index made on the spot; it takes seconds for a large graph."""
    return NameBeginnings(*_sorted(names))


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
    if key := fold_beginning(text):
        yield key, own
    words = _SEPARATE.split(text.strip())[1 : 1 + _INNER_WORDS] if own else []
    for n, word in enumerate(words):
        if len(word) > 2 and (key := fold_beginning(" ".join(words[n:]))):
            yield key, False


# --- Writes the name index: keys of all names, the words that they are made of, and their vectors.

Vectors = Callable[[Sequence[str]], NDArray[np.float32]]

COARSE = 32  # dimensions in which all vectors are compared; the best are compared again in all
_SAMPLE = 20_000
_BATCH = 4096
_LOWER = re.compile(r"\b[a-z]{3,}\b")


class IndexedName(NamedTuple):
    """A name of entity number `n`: its own (`which` 0) or a synonym (its place, counted from 1)."""

    n: int
    which: int
    text: str
    type: str


def build_name_index(
    db: sqlite3.Connection,
    folder: Path,
    embedder_vectors: Vectors | None,
    embedder_name: str,
    most_vectors: int,
) -> int:
    """Index the names in table `entities`; without vectors nothing can be matched by meaning.

    Returns how many names got no vector because there are more than `most_vectors`.
    """
    _write_keys(db, folder)
    db.execute("CREATE TABLE IF NOT EXISTS names_about(key TEXT PRIMARY KEY, value TEXT)")
    meaning = embedder_name if embedder_vectors is not None else ""
    db.execute("INSERT OR REPLACE INTO names_about VALUES('embedder', ?)", (meaning,))
    if db.in_transaction:
        db.commit()
    return _write_vectors(db, folder, embedder_vectors, most_vectors) if embedder_vectors is not None else 0


def hash_key(key: str) -> int:
    """Return the 64-bit number under which a key is kept."""
    return int.from_bytes(blake2b(key.encode("utf-8", "replace"), digest_size=8).digest(), "little", signed=True)


def read_names(db: sqlite3.Connection) -> Iterator[IndexedName]:
    """Yield all names, entity by entity; a name's number is its place in this order."""
    for n, name, type, synonyms in db.execute("SELECT n, name, type, synonyms FROM entities ORDER BY n"):
        yield IndexedName(n, 0, name, type or "")
        for which, synonym in enumerate(json_list(synonyms or "[]"), 1):
            yield IndexedName(n, which, synonym, type or "")


def _write_keys(db: sqlite3.Connection, folder: Path) -> None:
    keys, refs = array("q"), array("I")
    entity, which = array("I"), array("H")  # an import keeps a thousand names of one entity
    words: set[str] = set()
    lower: set[str] = set()
    eponyms: list[tuple[str, tuple[str, ...], int]] = []
    for number, name in enumerate(read_names(db)):
        entity.append(name.n)
        which.append(name.which)
        words.update(tokens(name.text))
        lower.update(_LOWER.findall(name.text))
        for key in name_keys(name.text, name.type, name.which == 0):
            keys.append(hash_key(key))
            refs.append(number)
        if found := headless_key(name.text):
            eponyms.append((*found, number))
    for key, parts, number in eponyms:
        if not lower.intersection(parts):
            keys.append(hash_key(key))
            refs.append(number)
    order = np.argsort(np.frombuffer(keys, np.int64), kind="stable") if keys else np.empty(0, np.int64)
    _save(folder, "names_keys", _taken(keys, np.int64, order))
    _save(folder, "names_refs", _taken(refs, np.uint32, order))
    _save(folder, "names_entity", np.array(entity, np.uint32))
    _save(folder, "names_which", np.array(which, np.uint16))
    write_words(folder, words)
    write_beginnings(folder, read_names(db))


def _write_vectors(db: sqlite3.Connection, folder: Path, vectors: Vectors, most: int) -> int:
    chosen = _chosen(folder, most)
    wanted = np.zeros(len(np.load(folder / "names_which.npy", mmap_mode="r")), bool)
    wanted[chosen] = True
    texts = (normalize_text(name.text).lower()[:200] or " " for i, name in enumerate(read_names(db)) if wanted[i])
    fine: NDArray[np.float16] | None = None
    done = 0
    for batch in _batches(texts):
        found = vectors(batch)
        if fine is None:
            fine = np.lib.format.open_memmap(folder / "embeddings.npy", "w+", np.float16, (len(chosen), found.shape[1]))
        fine[done : done + len(batch)] = found
        done += len(batch)
    if fine is None:
        fine = np.zeros((0, COARSE), np.float16)
        _save(folder, "embeddings", fine)
    axes = _axes(fine)
    coarse = np.empty((len(fine), axes.shape[1]), np.float32)
    for start in range(0, len(fine), _BATCH):
        coarse[start : start + _BATCH] = fine[start : start + _BATCH].astype(np.float32) @ axes
    _save(folder, "embeddings_coarse", coarse)
    _save(folder, "embeddings_axes", axes)
    _save(folder, "embeddings_refs", chosen.astype(np.uint32))
    return len(wanted) - len(chosen)


def _chosen(folder: Path, most: int) -> NDArray[np.int64]:
    """Return the numbers of the names that get a vector, ascending: all own names, then the first synonyms."""
    which = np.load(folder / "names_which.npy")
    order = np.argsort(which, kind="stable")[:most]
    return np.sort(order)


def _axes(fine: NDArray[np.float16]) -> NDArray[np.float32]:
    """Return the directions that keep most of the inner products (leading eigenvectors of the second moment)."""
    step = max(1, len(fine) // _SAMPLE)
    sample = fine[::step].astype(np.float32)
    _, vectors = np.linalg.eigh(sample.T @ sample + 1e-6 * np.eye(fine.shape[1], dtype=np.float32))
    return np.ascontiguousarray(vectors[:, ::-1][:, :COARSE], dtype=np.float32)


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _taken(values: array[int], dtype: type[np.generic], order: NDArray[np.int64]) -> NDArray[np.generic]:
    return np.frombuffer(values, dtype)[order] if len(values) else np.empty(0, dtype)


def _save(folder: Path, name: str, values: NDArray[np.generic]) -> None:
    np.save(folder / f"{name}.npy", values, allow_pickle=False)
