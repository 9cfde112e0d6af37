"""SemMedDB's table PREDICATION as its CSV file has it: 15 columns, no header, Latin-1, backslash-N as null.

Format: https://lhncbc.nlm.nih.gov/ii/tools/SemRep_SemMedDB_SKR/dbinfo.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path

from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow, NodeRow
from kgcore.ingest.cells import one_line
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format
from kgcore.ingest.records import Dialect, RecordReader
from kgcore.ingest.report import Findings, ImportStage
from kgcore.ingest.source import CheckedSource, RawStatement, RawStatements
from kgcore.ingest.text import FileHead

SOURCE = "SemMedDB"
_DIALECT = Dialect(",", '"', latin=True, escaped=True)
_LEAST, _MOST = 12, 15
_NULL = "\\N"
_NEGATED = "NEG_"
_CUI = re.compile(r"C\d{7}")
_CONCEPT = re.compile(r"C\d{7}(\|.*)?|\d+(\|.*)?")
_SUBJECT, _OBJECT = 4, 8


class SemMedDbSource(CheckedSource):
    """See `RowSource`. A concept's id is its CUI, or, for one that only Entrez Gene has, NCBIGene:…"""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the concepts, each once, under the name and type of their first predication."""
        known = set[str]()  # as they are written
        for file, numbers, rows in self._blocks(quiet=False):
            if all(known.issuperset(map(itemgetter(at), rows)) for at in (_SUBJECT, _OBJECT)):
                continue
            for i, cells in enumerate(rows):
                for at in (_SUBJECT, _OBJECT):
                    if cells[at] in known:
                        continue
                    id, *others = _ids(cells[at])
                    if not (id and self.has_entity(id)):
                        name, *also = [_null(n) for n in cells[at + 1].split("|")]
                        xrefs = [f"UMLS:{id}" if _CUI.fullmatch(id) else "", *others]
                        kind = _type_words(cells[at + 2])
                        yield self.node((file, numbers[i]), id, name, kind, synonyms=also, xrefs=xrefs, again=True)
                    if self.has_entity(id):
                        known.add(cells[at])

    def edges(self) -> Iterator[EdgeRow | EdgeColumns | None]:
        """Yield the predications; NEG_TREATS is TREATS denied."""
        for file, numbers, rows in self._blocks(quiet=True):
            yield from self.statements(self._statements(file, numbers, rows), made=False)

    def _statements(self, file: SourceFile, numbers: Sequence[int], rows: Sequence[list[str]]) -> RawStatements:
        columns = [list(map(itemgetter(at), rows)) for at in (0, 2, 3, _SUBJECT, _OBJECT)]
        keys, papers, predicates, *ends = columns
        named = {cell: _ids(cell)[0] for column in ends for cell in set(column)}
        subjects, objects = (list(map(named.__getitem__, column)) for column in ends)
        stated = {written: _stated(written) for written in set(predicates)}
        ids = [f"SEMMED:{key.strip()}" for key in keys]
        truths = [stated[written][1] for written in predicates]
        relations = [stated[written][0] for written in predicates]

        def row(i: int) -> EdgeRow | None:
            if not (subjects[i] and objects[i]):
                return None  # has been listed with the concepts
            cited = (_null(papers[i]),)
            said = RawStatement(subjects[i], relations[i], objects[i], truths[i], cited, (SOURCE,), id=ids[i])
            return self.edge((file, numbers[i]), said)

        cited, every = [f"PMID:{paper}" for paper in papers], len(rows)
        return RawStatements(subjects, relations, objects, ids, truths, cited, (SOURCE,) * every, (True,) * every, row)

    def _blocks(self, *, quiet: bool) -> Iterator[tuple[SourceFile, Sequence[int], Sequence[list[str]]]]:
        findings = Findings() if quiet else self.findings
        for file in self.found.edges:
            tick = self.advance(ImportStage.EDGES if quiet else ImportStage.NODES)
            for numbers, rows in RecordReader(file, findings, tick, _DIALECT).fitting(range(_LEAST, _MOST + 1)):
                yield file, numbers, rows


def _stated(written: str) -> tuple[str, bool]:
    """Return a predicate, and whether it is denied."""
    predicate = one_line(written)
    denied = predicate.upper().startswith(_NEGATED)
    return predicate[len(_NEGATED) :] if denied else predicate, denied


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
