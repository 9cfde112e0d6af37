"""SemMedDB's table PREDICATION as its CSV file has it: 15 columns, no header, Latin-1, backslash-N as null.

Format: https://lhncbc.nlm.nih.gov/ii/tools/SemRep_SemMedDB_SKR/dbinfo.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.cells import Dialect, one_line, read_records
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format
from kgcore.ingest.report import Findings, ImportStage, RowTrouble
from kgcore.ingest.source import CheckedSource, RawStatement
from kgcore.ingest.text import FileHead

SOURCE = "SemMedDB"
_DIALECT = Dialect(",", '"', latin=True, escaped=True)
_LEAST, _MOST = 12, 15
_NULL = "\\N"
_NEGATED = "NEG_"
_CUI = re.compile(r"C\d{7}")
_CONCEPT = re.compile(r"C\d{7}(\|.*)?|\d+(\|.*)?")
_SUBJECT, _OBJECT = 4, 8


class _Predication(NamedTuple):
    file: SourceFile
    number: int
    cells: list[str]


class SemMedDbSource(CheckedSource):
    """See `RowSource`. A concept's id is its CUI, or, for one that only Entrez Gene has, NCBIGene:…"""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the concepts, each once, under the name and type of their first predication."""
        for file, number, cells in self._rows(quiet=False):
            for at in (_SUBJECT, _OBJECT):
                id, *others = _ids(cells[at])
                if id and self.has_entity(id):
                    continue
                name, *also = [_null(n) for n in cells[at + 1].split("|")]
                xrefs = [f"UMLS:{id}" if _CUI.fullmatch(id) else "", *others]
                yield self.node(
                    (file, number), id, name, _type_words(cells[at + 2]), synonyms=also, xrefs=xrefs, again=True
                )

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the predications; NEG_TREATS is TREATS denied."""
        for file, number, cells in self._rows(quiet=True):
            predicate = one_line(cells[3])
            if not (_ids(cells[_SUBJECT])[0] and _ids(cells[_OBJECT])[0]):
                continue  # has been listed with the concepts
            denied = predicate.upper().startswith(_NEGATED)
            ends, id = (_ids(cells[_SUBJECT])[0], _ids(cells[_OBJECT])[0]), f"SEMMED:{cells[0].strip()}"
            stated = predicate[len(_NEGATED) :] if denied else predicate
            plain = self.plain_edge(ends, stated, id, denied, f"PMID:{cells[2]}", SOURCE, made=False)
            if plain is None:
                said = RawStatement(ends[0], stated, ends[1], denied, (_null(cells[2]),), (SOURCE,), id=id)
                plain = self.edge((file, number), said)
            yield plain

    def _rows(self, *, quiet: bool) -> Iterator[_Predication]:
        findings = Findings() if quiet else self.findings
        for file in self.found.edges:
            tick = self.advance(ImportStage.EDGES if quiet else ImportStage.NODES)
            for number, cells in read_records(file, findings, tick, _DIALECT):
                if _LEAST <= len(cells) <= _MOST:
                    yield _Predication(file, number, cells)
                else:
                    findings.add(f"{file.name}:{number}", RowTrouble.COLUMN_COUNT, f"{len(cells)} instead of {_MOST}")


@lru_cache(maxsize=1 << 16)
def _ids(cell: str) -> tuple[str, ...]:
    """Return the ids of a concept, the first of which names it: "C0023779|4023" → UMLS's, then Entrez Gene's."""
    found = [_null(file) for file in cell.split("|")]
    return tuple(p if _CUI.fullmatch(p) else f"NCBIGene:{p}" for p in found if p) or ("",)


def _null(cell: str) -> str:
    text = one_line(cell)
    return "" if text in (_NULL, "NULL") else text


def _type_words(abbreviation: str) -> str:
    """Return a semantic type of the UMLS in words: "dsyn" → "Disease or Syndrome"; an unknown one as it is."""
    return _semantic_types().get(abbreviation.strip().lower(), abbreviation.strip())


@cache
def _semantic_types() -> dict[str, str]:
    """Return https://lhncbc.nlm.nih.gov/ii/tools/MetaMap/Docs/SemanticTypes_2018AB.txt, without its codes."""
    lines = Path(__file__).with_name("semantic_types.tsv").read_text(encoding="utf-8").splitlines()
    return {short: words for short, _, words in (line.partition("\t") for line in lines)}


def _sign(head: FileHead) -> FileSign | None:
    c = head.cells
    if not (head.delimiter == "," and _LEAST <= len(c) <= _MOST):
        return None
    if (
        all(cell.isdigit() for cell in c[:2])
        and c[3].isupper()
        and _CONCEPT.fullmatch(c[4])
        and _CONCEPT.fullmatch(c[8])
    ):
        return FileSign(FileRole.BOTH, f"has {len(c)} columns without a header, with {c[3]} between two concepts")
    return None


FORMAT = Format(
    name="semmeddb",
    title="SemMedDB PREDICATION",
    rank=120,
    needs="a CSV file of 12 to 15 columns without a header, as the table PREDICATION has",
    sign=_sign,
    read=SemMedDbSource,
    shape=(
        r"SemMedDB's PREDICATION: 15 columns (12 in older versions) without a header, UTF-8 or Latin-1, `\N` as null"
    ),
    keeps="semantic types in words, `NEG_…` as denials, papers of all predications that say the same",
)
