"""Finds the names of entities in running text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from kgcore.english.words import word_list
from kgcore.graph.embedded.mapped import map_array
from kgcore.linking.lexicon import is_everyday, thesaurus
from kgcore.linking.linking import Hit, Spot, linked_candidates, rank_candidates
from kgcore.linking.lookup_keys import KeyOrigin, LookupKey
from kgcore.linking.names import join_letters
from kgcore.linking.spelling import SHORTEST, misspelling_cost
from kgcore.linking.spotting import Window, is_name, is_opaque, named_window, window_probes, word_windows
from kgcore.values.model import Mention

Find = Callable[[Sequence[tuple[str, Sequence[LookupKey]]]], dict[str, list[Hit]]]
Correct = Callable[[tuple[str, ...]], list[tuple[tuple[str, ...], float]]]

_LONGEST_TEXT = 20_000  # characters looked at
_MOST_CORRECTED = 24
_WORST_SLIP = 1.3
_SHORTEST_CORRECTED = 8  # letters
_MOST_TOGETHER = 3  # words that are corrected together


class MentionSpotter:
    """Looks every short run of words up at once; the longest that is a name wins."""

    def __init__(self, find: Find, correct: Correct) -> None:
        self._find = find
        self._correct = correct

    def spots(self, text: str) -> tuple[Spot, ...]:
        """Return the stretches that name entities, longest first, never overlapping."""
        found = windows_of(text)
        hits = self._find([(str(i), window_probes(w)) for i, w in enumerate(found)])
        named = [one for i, w in enumerate(found) for one in _named(text, w, hits[str(i)])]
        taken = [False] * (len(text) + 1)
        spots = [s for w, h in sorted(named, key=_longest) if (s := _spot(text, w, h, taken))]
        opaque = [w for w in found if is_opaque(w)]
        spots = [s for s in spots if not any(_inside(s, w) for w in opaque)]
        spots += self._misspelt(text, found, taken)
        return tuple(sorted(spots, key=lambda s: (s[0] - s[1], s[0])))

    def _misspelt(self, text: str, found: Sequence[Window], taken: list[bool]) -> list[Spot]:
        spots = []
        for window in maybe_misspelt(found):
            if any(taken[window.start : window.end]):
                continue
            for words, slip in self._correct(window.words):
                if slip > _WORST_SLIP:
                    continue
                names = (words, *thesaurus().others(words))
                probes = [LookupKey("f" + join_letters(name), KeyOrigin.NAME) for name in names]
                hits = [Hit(h.entity, h.text, h.primary, h.probe, slip) for h in self._find([("", probes)])[""]]
                if hits and (spot := _spot(text, window, hits, taken)):
                    spots.append(spot)
                    break
        return spots


def maybe_misspelt(found: Sequence[Window]) -> list[Window]:
    """Return the words that are corrected where nothing is found for them: two or three together ("viatmin d"), of
    which one at least is long enough to be misspelt and may be part of a name, then single ones.
    """
    long = [w for w in found if len(join_letters(w.words)) >= _SHORTEST_CORRECTED]
    single = [w for w in long if w.length == 1][:_MOST_CORRECTED]
    edges = word_list("no edge of a name") - {"a"}  # "vitamin a"
    together = [
        w
        for w in long
        if 1 < w.length <= _MOST_TOGETHER
        and len(w.words) == w.length
        and any(len(word) >= SHORTEST and not is_everyday(word) for word in w.words)
        and w.words[0] not in edges
        and w.words[-1] not in edges
    ]
    return [*sorted(together, key=lambda w: -w.length)[:_MOST_CORRECTED], *single]


def windows_of(text: str) -> list[Window]:
    """Return the runs of words of a text that are looked at."""
    return list(word_windows(text[:_LONGEST_TEXT]))


def _named(text: str, window: Window, hits: Iterable[Hit]) -> list[tuple[Window, list[Hit]]]:
    """Return the runs of words that begin with this one and are names, with what they name."""
    found: dict[Window, list[Hit]] = {}
    for hit in hits:
        named = named_window(text, window, hit)
        if named is not None and is_name(named, hit, text):
            found.setdefault(named, []).append(hit)
    return list(found.items())


def _longest(named: tuple[Window, list[Hit]]) -> tuple[int, int]:
    window, _ = named
    return window.start - window.end, window.start


def _inside(spot: Spot, window: Window) -> bool:
    return window.start <= spot[0] and spot[1] <= window.end and (spot[1] - spot[0]) < (window.end - window.start)


def _spot(text: str, window: Window, hits: Sequence[Hit], taken: list[bool]) -> Spot | None:
    if any(taken[window.start : window.end]):
        return None
    candidates = linked_candidates(rank_candidates(Mention(text[window.start : window.end]), hits))
    if not candidates:
        return None
    taken[window.start : window.end] = [True] * (window.end - window.start)
    return window.start, window.end, candidates


# --- The words that a graph's names are made of, found again from misspellings by the letter trigrams they
# share.

_LONGEST = 32  # bytes a word
_LETTERS = 28  # a to z, the edge of a word, anything else
_GRAMS = _LETTERS**3
_OWNER_BITS = 40  # of a word's number; a trigram's takes fifteen more
_TOGETHER = 50_000  # words
_TRIED = 64  # words compared letter by letter
_MOST_SLIPS = 3  # letters
_BEGINS_ALIKE = {"f": "p", "s": "c", "c": "sk", "k": "c", "e": "i", "i": "e", "z": "x", "o": "a", "a": "e"}
_CODES = np.full(256, 27, np.int64)
_CODES[ord("a") : ord("z") + 1] = np.arange(26)
_CODES[ord("^")] = 26


def write_words(folder: Path, words: Iterable[str]) -> None:
    """Keep the words that can be misspelt (ASCII letters, not too short), and which trigrams each has."""
    kept = sorted(w for w in words if SHORTEST - 1 <= len(w) <= _LONGEST and w.isascii() and w.isalpha())
    grams, owners = _grams_of(kept)
    offsets = np.zeros(_GRAMS + 1, np.int64)
    np.cumsum(np.bincount(grams, minlength=_GRAMS), out=offsets[1:])
    np.save(folder / "names_words.npy", np.array(kept, f"S{_LONGEST}"), allow_pickle=False)
    np.save(folder / "names_grams.npy", owners.astype(np.uint32), allow_pickle=False)
    np.save(folder / "names_grams_at.npy", offsets, allow_pickle=False)


class NameWords:
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
        return cls(*(map_array(folder / f"{name}.npy") for name in names))

    def __contains__(self, word: str) -> bool:
        raw = word.encode("utf-8", "replace")
        at = int(self._words.searchsorted(raw)) if len(raw) <= _LONGEST else len(self._words)
        return at < len(self._words) and bytes(self._words[at]) == raw

    def corrections(self, word: str, top: int = 2) -> list[tuple[str, float]]:
        """Return the words that this one may be a slip for, with the cost of the slip, the likeliest first."""
        if len(word) < SHORTEST or not (word.isascii() and word.isalpha()) or not len(self._words):
            return []
        costs = [(meant, misspelling_cost(word, meant)) for meant in self._alike(word)]
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


def _grams_of(words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each trigram of many ASCII words with the number of the word that has it, in the order of the trigrams."""
    found = [np.empty(0, np.int64)]
    for start in range(0, len(words), _TOGETHER):
        some = words[start : start + _TOGETHER]
        codes = _CODES[np.frombuffer("".join([f"^{word}^" for word in some]).encode("ascii"), np.uint8)]
        ends = np.cumsum(np.fromiter(map(len, some), np.int64, len(some)) + 2)
        inside = np.ones(len(codes) - 2, bool)
        inside[np.concatenate((ends[:-1] - 2, ends[:-1] - 1))] = False  # what reaches into the next word
        grams = (codes[:-2] * _LETTERS**2 + codes[1:-1] * _LETTERS + codes[2:])[inside]
        owner = np.repeat(np.arange(start, start + len(some)), np.diff(ends, prepend=0) - 2)
        found.append(np.unique(grams << _OWNER_BITS | owner))
    together = np.sort(np.concatenate(found), kind="stable")
    return together >> _OWNER_BITS, together & ((1 << _OWNER_BITS) - 1)
