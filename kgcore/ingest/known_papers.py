"""The papers of a source: which there are, of what year, and which only relations name. PMIDs are kept as numbers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.arrays import Ints
from kgcore.graph.embedded.spill import KeyNumbers

_MOST = 10**8  # PMIDs below it stand in an array by number: PubMed's have eight digits. What is not used takes no room.
_PMID = re.compile(r"PMID:([1-9][0-9]{0,7})")
_PREFIX, _MOST_DIGITS = b"PMID:", 8
_CITED, _OWN = 1, 2  # in the array: 0 unknown, 1 only cited, 2 and the year (2 for none) with a row of its own


class CitedPmids(NamedTuple):
    """The PMIDs in many cells: whether a cell holds nothing else and none twice (or is empty), all of them as numbers,
    and where those of each cell begin among them (and, at last, end). Of cells that are not good they mean nothing.
    """

    good: NDArray[np.bool_]
    numbers: Ints
    starts: Ints


def read_pmids(cells: Sequence[str]) -> CitedPmids:
    """Read cells of PMIDs joined by "|", as they are written here: no blank, no zero in front."""
    plain = cells if all(map(str.isascii, cells)) else [cell if cell.isascii() else "?" for cell in cells]
    data = np.frombuffer(("|".join(plain) + "|" + "\0" * 16).encode(), np.uint8)
    lengths = np.fromiter(map(len, plain), np.int64, len(plain))
    ends = np.flatnonzero(data == ord("|"))
    owner = np.cumsum(lengths + 1).searchsorted(ends + 1)
    starts = np.concatenate(([0], ends[:-1] + 1)).astype(np.int64)
    written = lengths[owner] > 0
    owner, starts, size = owner[written], starts[written], (ends - starts)[written] - len(_PREFIX)
    fine = (size >= 1) & (size <= _MOST_DIGITS)
    starts = np.where(fine, starts, 0)
    for n, byte in enumerate(_PREFIX):
        fine &= data[starts + n] == byte
    numbers = np.zeros(len(starts), np.int64)
    for n in range(_MOST_DIGITS):
        digit, inside = data[starts + len(_PREFIX) + n].astype(np.int64) - ord("0"), size > n
        fine &= ~inside | ((digit >= (n == 0)) & (digit <= 9))
        numbers = np.where(inside & fine, numbers * 10 + digit, numbers)
    keys = np.sort(owner * _MOST + numbers)
    good = np.ones(len(plain), bool)
    good[owner[~fine]] = False
    good[keys[1:][keys[1:] == keys[:-1]] // _MOST] = False
    return CitedPmids(good, numbers, np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=len(plain))))))


class KnownPapers:
    """Ids are tidy: as `cells.paper_id` gives them."""

    def __init__(self) -> None:
        self._pmids = np.zeros(_MOST, np.uint16).data
        self._cited_pmids = array("I")
        self._years = KeyNumbers()  # of papers that have no such PMID
        self._cited = KeyNumbers(listed=True)  # such papers without a row of their own

    def add(self, id: str, year: int) -> None:
        """Keep a paper that has a row of its own, and its year (0: unknown)."""
        found = _PMID.fullmatch(id)
        if found is None:
            self._years.setdefault(id, year)
        elif self._pmids[number := int(found[1])] < _OWN:
            self._pmids[number] = _OWN + year

    def have_pmids(self, numbers: Ints) -> bool:
        """Whether one of these PMIDs has a row of its own."""
        return bool((np.asarray(self._pmids)[numbers] >= _OWN).any())

    def add_pmids(self, numbers: Ints, years: Ints) -> None:
        """Do as `add` with PMIDs by number that have no row yet."""
        np.asarray(self._pmids)[numbers] = _OWN + years

    def __contains__(self, id: str) -> bool:
        """Whether a paper has a row of its own."""
        found = _PMID.fullmatch(id)
        return self._pmids[int(found[1])] >= _OWN if found else id in self._years

    def year(self, id: str) -> int:
        """Return the year of a paper, 0 where it is not known."""
        found = _PMID.fullmatch(id)
        return max(self._pmids[int(found[1])] - _OWN, 0) if found else self._years.get(id) or 0

    def cite(self, id: str) -> None:
        """Note that a relation names a paper."""
        found = _PMID.fullmatch(id)
        if found is None:
            if id not in self._years:
                self._cited.setdefault(id, 1)
        elif not self._pmids[number := int(found[1])]:
            self._pmids[number] = _CITED
            self._cited_pmids.append(number)

    def cite_pmids(self, numbers: Ints) -> Ints:
        """Do as `cite` with PMIDs by number; returns the year of each, 0 where it is not known."""
        pmids = np.asarray(self._pmids)
        known = pmids[numbers].astype(np.int64)
        new = numbers[known == 0]
        new = new[np.sort(np.unique(new, return_index=True)[1])]
        pmids[new] = _CITED
        self._cited_pmids.frombytes(new.astype(self._cited_pmids.typecode).tobytes())
        return np.maximum(known - _OWN, 0)

    def only_cited(self) -> Iterator[str]:
        """Yield the papers that relations name and that have no row of their own."""
        yield from (f"PMID:{number}" for number in self._cited_pmids if self._pmids[number] == _CITED)
        yield from self._cited
