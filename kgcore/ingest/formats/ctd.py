"""The Comparative Toxicogenomics Database's files: chemicals and diseases, genes and diseases, chemicals and genes.

The columns stand in a comment under "# Fields:". Format, and what its evidence means: https://ctdbase.org/downloads/,
https://ctdbase.org/help/glossary.jsp
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.biolink import with_qualifiers
from kgcore.ingest.cells import one_line
from kgcore.ingest.contexts import context_words
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format
from kgcore.ingest.report import Findings, ImportStage, RowTrouble
from kgcore.ingest.source import CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, text_lines

SOURCE = "CTD"
_KINDS = {
    "Chemical": ("ChemicalName", "ChemicalID", "MESH:"),
    "Gene": ("GeneSymbol", "GeneID", "NCBIGene:"),
    "Disease": ("DiseaseName", "DiseaseID", ""),
}
# "Therapeutic" is a known or potential role, "marker/mechanism" a correlation or a possible part in the cause.
_EVIDENCE = {
    ("Chemical", "therapeutic"): ("biolink:treats_or_applied_or_studied_to_treat", ""),
    ("Gene", "therapeutic"): ("biolink:target_for", ""),
    ("Chemical", "marker/mechanism"): ("biolink:associated_with", "marker or mechanism"),
    ("Gene", "marker/mechanism"): ("biolink:associated_with", "marker or mechanism"),
}
_DIRECTIONS = {"increases": "increased", "decreases": "decreased", "affects": ""}
_BINDING = "biolink:physically_interacts_with"
_COMPOSED = re.compile(r"[\[\]]|\b(?:co-treated|reaction|susceptibility|promotes|inhibits)\b")
_INFERRED = "relations that are inferred through a gene or a chemical, left out"
_OF_SEVERAL = "interactions of several chemicals or with a reaction, left out: the table does not say what each does"


class _Stated(NamedTuple):
    """A row as a statement: the kinds of its ends, its predicate, its note and the sentence that says it."""

    subject: str
    predicate: str
    object: str
    note: str = ""
    sentence: str = ""


class CtdSource(CheckedSource):
    """See `RowSource`. What is only inferred is no statement, nor is what several chemicals do together."""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the ends of all statements, each once."""
        for file, number, row in self._rows(self.findings, ImportStage.NODES):
            stated, why = _stated(row)
            if why:
                self.remark(why)
            for kind in (stated.subject, stated.object) if stated else ():
                id, name = _id(row, kind), one_line(row[_KINDS[kind][0]])
                if not self.has_entity(id):
                    yield self.node((file, number), id, name, kind)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the statements, with the organism in which they were found as a note."""
        for file, number, row in self._rows(Findings(), ImportStage.EDGES):
            stated, _ = _stated(row)
            if stated is None:
                continue
            papers = [f"PMID:{p}" for p in row.get("PubMedIDs", "").split("|") if p.strip()]
            ends = (_id(row, kind) for kind in (stated.subject, stated.object))
            subject, object = ends
            said = RawStatement(subject, stated.predicate, object, False, papers, (SOURCE,), note=stated.note)
            sentences = (stated.sentence,) if stated.sentence else ()
            yield self.edge((file, number), said._replace(sentences=sentences, id=f"CTD:{file.stem}:{number}"))

    def _rows(self, findings: Findings, stage: ImportStage) -> Iterator[tuple[SourceFile, int, Mapping[str, str]]]:
        for file in self.found.edges:
            fields: tuple[str, ...] = ()
            for number, line in text_lines(file, findings, self.advance(stage)):
                if line.startswith("#"):
                    fields = _fields(line) or fields
                    continue
                cells = next(csv.reader([line], delimiter="\t" if "\t" in line else ","), [])
                if len(cells) == len(fields):
                    yield file, number, dict(zip(fields, cells, strict=True))
                elif line.strip():
                    findings.add(f"{file.name}:{number}", RowTrouble.COLUMN_COUNT, f"{len(cells)} columns")


def _fields(line: str) -> tuple[str, ...]:
    """Return the columns that a comment names: two kinds of things and what joins them."""
    names = tuple(name.strip() for name in re.split(r"[\t,]", line.lstrip("# ")))
    kinds = [kind for kind, (name, id, _) in _KINDS.items() if {name, id} <= set(names)]
    return names if len(kinds) == 2 and {"DirectEvidence", "InteractionActions"} & set(names) else ()


def _id(row: Mapping[str, str], kind: str) -> str:
    _, column, prefix = _KINDS[kind]
    id = row[column].strip()
    return id if ":" in id or not id else f"{prefix}{id}"


def _stated(row: Mapping[str, str]) -> tuple[_Stated | None, str]:
    """Return what a row states, or why it states nothing."""
    if "InteractionActions" in row:
        stated = _interaction(row)
        return stated, "" if stated else _OF_SEVERAL
    subject = "Chemical" if "ChemicalName" in row else "Gene"
    evidence = _EVIDENCE.get((subject, row["DirectEvidence"].strip()))
    return (_Stated(subject, evidence[0], "Disease", evidence[1]), "") if evidence else (None, _INFERRED)


def _interaction(row: Mapping[str, str]) -> _Stated | None:
    said = one_line(row.get("Interaction", ""))
    does, _, aspect = row["InteractionActions"].strip().partition("^")
    if "|" in aspect or does not in _DIRECTIONS or not aspect or _COMPOSED.search(said):
        return None
    chemical, gene = (one_line(row[_KINDS[kind][0]]) for kind in ("Chemical", "Gene"))
    ends = ("Chemical", "Gene") if said.startswith(chemical) else ("Gene", "Chemical")
    if ends[0] == "Gene" and not said.startswith(gene):
        return None
    taxon = row.get("OrganismID", "").strip()
    note = context_words(f"NCBITaxon:{taxon}") if taxon else ""
    if aspect == "binding":
        return _Stated(ends[0], _BINDING, ends[1], note, said)
    qualified = {
        "object_aspect_qualifier": aspect.replace(" ", "_"), "object_direction_qualifier": _DIRECTIONS[does],
    }  # fmt: skip
    return _Stated(ends[0], with_qualifiers("biolink:affects", qualified)[0], ends[1], note, said)


def _sign(head: FileHead) -> FileSign | None:
    named = next(filter(None, map(_fields, (x for x in head.text.splitlines() if x.startswith("#")))), ())
    if not named or len(head.cells) != len(named):
        return None
    return FileSign(FileRole.BOTH, f"has CTD's fields {named[0]}, {named[1]} and others")


FORMAT = Format(
    name="ctd",
    title="CTD",
    rank=105,
    needs='a table with CTD\'s fields in a comment ("# ChemicalName", "ChemicalID", … "DirectEvidence")',
    sign=_sign,
    read=CtdSource,
    shape="CTD's `CTD_chemicals_diseases`, `CTD_genes_diseases`, `CTD_chem_gene_ixns`, as TSV or CSV",
    keeps="curated relations with papers and organisms; what is only inferred, or of several chemicals, is counted",
)
