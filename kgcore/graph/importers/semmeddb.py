"""Reads SemMedDB's table PREDICATION as its CSV file has it: 15 columns, no header, Latin-1, backslash-N as null.

Format: https://lhncbc.nlm.nih.gov/ii/tools/SemRep_SemMedDB_SKR/dbinfo.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kgcore.graph.importers.cells import Shape, records
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.semtypes import semantic_type
from kgcore.graph.importers.shelf import Said, tidy
from kgcore.graph.importers.shelved import Shelved
from kgcore.graph.rows import EdgeRow, NodeRow

SOURCE = "SemMedDB"
_SHAPE = Shape(",", '"', latin=True, escaped=True)
_LEAST, _MOST = 12, 15
_NULL = "\\N"
_NEGATED = "NEG_"
_CUI = re.compile(r"C\d{7}")
_SUBJECT, _OBJECT = 4, 8


class _Predication(NamedTuple):
    part: Part
    number: int
    cells: list[str]


class SemMedDbSource(Shelved):
    """See `Source`. A concept's id is its CUI, or, for one that only Entrez Gene has, NCBIGene:…"""

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the concepts, each once, under the name and type of their first predication."""
        for part, number, cells in self._rows(quiet=False):
            for at in (_SUBJECT, _OBJECT):
                id, *others = _ids(cells[at])
                if id and self.shelf.has(id):
                    continue
                name, *also = [_null(n) for n in cells[at + 1].split("|")]
                xrefs = [f"UMLS:{id}" if _CUI.fullmatch(id) else "", *others]
                found = self.shelf.node(
                    (part, number), id, name, semantic_type(cells[at + 2]), synonyms=also, xrefs=xrefs, again=True
                )
                if found is not None:
                    yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the predications; NEG_TREATS is TREATS denied."""
        for part, number, cells in self._rows(quiet=True):
            predicate = tidy(cells[3])
            if not (_ids(cells[_SUBJECT])[0] and _ids(cells[_OBJECT])[0]):
                continue  # has been listed with the concepts
            said = Said(
                _ids(cells[_SUBJECT])[0],
                predicate[len(_NEGATED) :] if predicate.upper().startswith(_NEGATED) else predicate,
                _ids(cells[_OBJECT])[0],
                predicate.upper().startswith(_NEGATED),
                (_null(cells[2]),),
                (SOURCE,),
                id=f"SEMMED:{cells[0].strip()}",
            )
            found = self.shelf.edge((part, number), said)
            if found is not None:
                yield found

    def _rows(self, *, quiet: bool) -> Iterator[_Predication]:
        findings = Findings() if quiet else self.shelf.findings
        for part in self.found.edges:
            tick = self.shelf.tick(Stage.EDGES if quiet else Stage.NODES)
            for number, cells in records(part, findings, tick, _SHAPE):
                if _LEAST <= len(cells) <= _MOST:
                    yield _Predication(part, number, cells)
                else:
                    findings.add(f"{part.name}:{number}", Trouble.COLUMN_COUNT, f"{len(cells)} instead of {_MOST}")


@lru_cache(maxsize=1 << 16)
def _ids(cell: str) -> tuple[str, ...]:
    """Return the ids of a concept, the first of which names it: "C0023779|4023" → UMLS's, then Entrez Gene's."""
    found = [_null(part) for part in cell.split("|")]
    return tuple(p if _CUI.fullmatch(p) else f"NCBIGene:{p}" for p in found if p) or ("",)


def _null(cell: str) -> str:
    text = tidy(cell)
    return "" if text in (_NULL, "NULL") else text
