"""Is one word a misspelling of another, or another word? Pure.

Weighted edit distance (Damerau 1964: insertion, deletion, substitution, transposition), cheap where people slip
(vowels, doubled letters, h, letters that sound alike) and dear where names differ on purpose (consonants, first
letters). Words whose prefixes or digits tell them apart (hypo-, hyper-; SIRT1, SIRT3) are never misspellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import inf

NEAR_SLIP = 1.3  # the cost up to which a name is told as one that may have been meant
SHORTEST = 5  # letters; below that too many words are one slip apart
_VOWELS = frozenset("aeiouy")
_ALIKE = frozenset(
    frozenset(pair) for pair in ["cs", "ck", "kq", "sz", "gj", "iy", "vw", "fv", "mn", "bp", "td", "ts", "cz", "xs"]
)  # sound alike, or neighbours in the ear
_TELLING = (
    "hyper", "hypo", "tachy", "brady", "macro", "micro", "poly", "oligo", "pre", "post", "anti", "pro", "inter",
    "intra", "endo", "exo", "epi", "sub", "supra", "hetero", "homo", "homeo", "ante", "peri", "para", "hemi", "iso",
    "mono", "tri", "tetra", "cis", "trans", "levo", "dextro", "nor", "des", "keto", "oxy", "deoxy", "methyl", "ethyl",
    "acetyl",
)  # fmt: skip
_LIMITS = ((6, 0.85), (8, 1.25), (11, 1.75))  # (letters at most, cost at most)
_LONG_LIMIT = 2.3
_FIRST_LETTER = 0.7
_ANAGRAM, _ANAGRAM_REACH = 1.2, 3.7  # the same letters, some far from their place
_SYLLABLE = 1.3  # a letter pair more or less is a syllable, and that another name (memantine, amantadine)
_PH = 0.3  # ph for f, or f for ph


def misspelling_cost(written: str, meant: str) -> float | None:
    """Return the cost of reading `written` as a slip for `meant`, or None where it is another word."""
    limit = _limit(max(len(written), len(meant)))
    if limit is None or abs(len(written) - len(meant)) > 2 or min(len(written), len(meant)) < SHORTEST - 1:
        return None
    if _told_apart(written, meant):
        return None
    if len(written) == len(meant) and _ends_otherwise(written[-2:], meant[-2:]):
        return None
    mixed_up = _mixed_up(written, meant)
    cost = edit_distance(written.replace("ph", "f"), meant.replace("ph", "f"), _ANAGRAM_REACH if mixed_up else limit)
    cost += _PH if ("ph" in written) != ("ph" in meant) else 0.0
    if mixed_up and cost <= _ANAGRAM_REACH:
        cost = min(cost, _ANAGRAM)
    if written[0] != meant[0]:
        cost += _FIRST_LETTER
    if abs(len(written) - len(meant)) > 1 and cost > _SYLLABLE:
        return None
    if written.endswith("ic") and meant.endswith("ic") and _consonants(written) != _consonants(meant):
        return None  # linoleic, linolenic; folic, folinic
    return cost if cost <= limit else None


def near_slip(written: str, names: Iterable[str]) -> float | None:
    """Return the cost of the nearest of the names that may have been meant, short words, too; None where none may.

    Symbols are none of them: "flu" is no FLII.
    """
    said = written.casefold()
    plain = dict.fromkeys(n for name in names if not name.isupper() for n in (name, _GENERIC.sub("", name)))
    near = [
        NEAR_SLIP if _same_letters(said, name.casefold()) else edit_distance(said, name.casefold(), NEAR_SLIP)
        for name in plain
        if abs(len(name) - len(said)) <= _LONGER and not any(c.isdigit() for c in name)
    ]
    return min((cost for cost in near if cost <= NEAR_SLIP), default=None)


def _same_letters(a: str, b: str) -> bool:
    """Tell whether a word has the letters of another in another order behind the first ("athsma")."""
    return len(a) == len(b) > SHORTEST and a[0] == b[0] and sorted(a) == sorted(b)


_GENERIC = re.compile(r" (?:disorder|disease|syndrome)$", re.IGNORECASE)  # "migrane" may mean migraine disorder
_LONGER = 2  # letters by which a name may be longer than what was written for it


def edit_distance(written: str, meant: str, most: float = inf) -> float:
    """Return the weighted edit distance of two words; `inf` where it is certainly above `most`."""
    before: list[float] = []
    row = [0.0]
    for char in meant:
        row.append(row[-1] + _gap(char, ""))
    for i, a in enumerate(written):
        last = written[i - 1] if i else ""
        fresh = [row[0] + _gap(a, last)]
        for j, b in enumerate(meant):
            previous = meant[j - 1] if j else ""
            best = min(
                row[j] + _swap(a, b),
                row[j + 1] + _gap(a, last) + (0.2 if a not in _VOWELS else 0.0),
                fresh[j] + _gap(b, previous),
            )
            if i and j and a == previous and b == last and a != b:
                best = min(best, before[j - 1] + 0.8)
            fresh.append(best)
        if min(fresh) > most < min(row):
            return inf
        before, row = row, fresh
    return row[-1]


def _mixed_up(a: str, b: str) -> bool:
    return len(a) == len(b) > 6 and a[0] == b[0] and sorted(a) == sorted(b)


def _ends_otherwise(a: str, b: str) -> bool:
    """Say whether two letters at the end differ, and are not merely swapped (hypericin, hypericum)."""
    return a[0] != b[0] and a[1] != b[1] and a != b[::-1]


def _consonants(word: str) -> str:
    kept = [c for c in word if c not in _VOWELS and c != "h"]
    return "".join(c for i, c in enumerate(kept) if not i or c != kept[i - 1])


def _limit(length: int) -> float | None:
    if length < SHORTEST:
        return None
    return next((cost for letters, cost in _LIMITS if length <= letters), _LONG_LIMIT)


def _told_apart(a: str, b: str) -> bool:
    if any(c.isdigit() for c in a + b):
        return True
    return _telling(a) != _telling(b)


def _telling(word: str) -> str:
    return next((p for p in _TELLING if word.startswith(p) and len(word) > len(p) + 3), "")


def _gap(char: str, neighbour: str) -> float:
    if char == neighbour:
        return 0.4
    if char == "h":
        return 0.5
    return 0.75 if char in _VOWELS else 0.8


def _swap(a: str, b: str) -> float:
    if a == b:
        return 0.0
    if a in _VOWELS and b in _VOWELS:
        return 0.7
    return 0.6 if frozenset((a, b)) in _ALIKE else 1.8
