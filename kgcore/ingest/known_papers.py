"""The papers of a source: which there are, of what year, and which only relations name. PMIDs are kept as numbers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

import numpy as np

from kgcore.graph.embedded.spill import KeyNumbers

_MOST = 10**8  # PMIDs below it stand in an array by number: PubMed's have eight digits. What is not used takes no room.
_PMID = re.compile(r"PMID:([1-9][0-9]{0,7})")
_PMIDS = re.compile(r"PMID:[1-9][0-9]{0,7}(?:\|PMID:[1-9][0-9]{0,7})*")
_CITED, _OWN = 1, 2  # in the array: 0 unknown, 1 only cited, 2 and the year (2 for none) with a row of its own


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

    def cite_cell(self, cell: str) -> tuple[tuple[str, ...], int] | None:
        """Do as `cite` with a cell of PMIDs, and return them, each once, with the newest year; None for other cells."""
        if not _PMIDS.fullmatch(cell):
            return None
        numbers = list(map(int, cell[5:].split("|PMID:")))
        known = [self._pmids[number] for number in numbers]
        if 0 in known:
            for number in numbers:
                if not self._pmids[number]:
                    self._pmids[number] = _CITED
                    self._cited_pmids.append(number)
        ids = cell.split("|")
        once = ids if len(ids) == 1 or len(set(ids)) == len(ids) else dict.fromkeys(ids)
        return tuple(once), max(max(known) - _OWN, 0)

    def only_cited(self) -> Iterator[str]:
        """Yield the papers that relations name and that have no row of their own."""
        yield from (f"PMID:{number}" for number in self._cited_pmids if self._pmids[number] == _CITED)
        yield from self._cited
