"""HPO's annotations (phenotype.hpoa): diseases with the phenotypes that they have, or have not.

Format: https://obophenotype.github.io/human-phenotype-ontology/annotations/phenotype_hpoa/
The file has no names of phenotypes; hp.obo, genes_to_phenotype.txt or phenotype_to_genes.txt beside it gives them.

genes_to_phenotype.txt has genes with the phenotypes of the diseases that come with them: what such a row says is drawn
from the annotations of a disease, which is named as its source. phenotype_to_genes.txt has the same, drawn upwards to
every broader term: of that only the names are read. maxo-annotations.tsv beside it has what is done about them, see
kgcore/ingest/medical_actions.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.cells import column_key, split_cell
from kgcore.ingest.contexts import context_words
from kgcore.ingest.files import SourceFile, ignore_progress
from kgcore.ingest.formats import FileRole, FileSign, Format, RecognisedSource
from kgcore.ingest.medical_actions import ACTION_COLUMNS, ACTION_PREDICATES, MedicalActions, relates_actions
from kgcore.ingest.records import TSV, read_records
from kgcore.ingest.report import Findings, ImportStage, Progress, RowTrouble
from kgcore.ingest.source import RawStatement, TableRow, TabularSource
from kgcore.ingest.text import FileHead, file_head, text_lines
from kgcore.values.model import Predicate

SOURCE = "HPO annotations"
_COLUMNS = (
    *(("databaseid",), ("diseasename", "dbname"), ("qualifier",), ("hpoid",)),
    *(("reference", "dbreference"), ("evidence", "evidencecode"), ("aspect",), ("frequency",)),
)
# https://obophenotype.github.io/human-phenotype-ontology/annotations/phenotype_hpoa/#aspect
_ASPECTS = {
    "P": ("has_phenotype", "has the phenotype", "Phenotype"),
    "I": ("has_inheritance", "is inherited as", "Inheritance"),
    "C": ("has_clinical_course", "has the clinical course", "ClinicalCourse"),
    "M": ("has_modifier", "has the modifier", "ClinicalModifier"),
    "H": ("has_past_medical_history", "has the past medical history", "PastMedicalHistory"),
}
_OTHER = ("has_phenotype", "has the phenotype", "Phenotype")
_EVIDENCE = {"PCS": "published clinical study", "TAS": "traceable author statement", "IEA": "inferred electronically"}
_GENE_COLUMNS = (*(("ncbi_gene_id",), ("gene_symbol",), ("hpo_id",), ("hpo_name",), ("frequency",), ("disease_id",)),)
_GENE_PREDICATE = "associated_with"
_NONE = "-"  # in tables of genes
_UNNAMED = "phenotypes without a name"
_INHERITED = "tables of genes by phenotype, read for names only: genes_to_phenotype.txt says what they draw upwards"
_TERM = re.compile(r"HP:\d{7}")
# of its frequencies, those that say: in nobody
_EXCLUDED = re.compile(r"HP:0040285|excluded|absent|none|(0*\.)?0+\s*(%|(/|of)\s*\d+.*)?", re.I)
# https://hpo.jax.org/browse/term/HP:0040279, and what else the column holds: "7/13", "45%".
_FREQUENCIES = {
    "HP:0040280": "in all, 100 %",
    "HP:0040281": "very frequent, 80–99 %",
    "HP:0040282": "frequent, 30–79 %",
    "HP:0040283": "occasional, 5–29 %",
    "HP:0040284": "very rare, 1–4 %",
}
_COUNTED, _SHARE = re.compile(r"(\d+)\s*(?:/|of)\s*(\d+)"), re.compile(r"\d+(?:\.\d+)?\s*%")
_DEGREES = frozenset({"MILD", "MODERATE", "SEVERE", "PROFOUND", "BORDERLINE"})  # qualifiers of the older files
_PAPER = re.compile(r"PMID:\d+", re.I)


class HpoSource(TabularSource):
    """See `RowSource`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe what an annotation can say."""
        for name, label, _ in _ASPECTS.values():
            yield Predicate(name, label)
        if self._genes:
            yield Predicate(_GENE_PREDICATE)
        if self._actions:
            yield from ACTION_PREDICATES

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield diseases and phenotypes, each once; a phenotype that nothing beside the file names goes by its id."""
        names = self._names()
        for row in self._rows(quiet=False):
            disease, title, _, term, _, _, aspect, _ = row.cells
            kind = _ASPECTS.get(aspect.strip(), _OTHER)[2]
            told, also = names.get(term.strip(), (term, ()))
            if told == term and term.strip() and not self.has_entity(term.strip()):
                self.remark(_UNNAMED if self.found.names else f"{_UNNAMED}: put hp.obo beside the file")
            yield self.node(row.at, disease, title, "Disease", again=True)
            yield self.node(row.at, term, told, kind, synonyms=also, again=True)
            self._done.knows(disease.strip(), title)
        yield from self._gene_nodes(names)
        for row in self._action_rows(ImportStage.NODES, quiet=False):
            for id, called, kind, xref in self._done.entities(row.cells):
                also = names.get(id, (called, ()))[1]
                yield self.node(row.at, id, called or id, kind, synonyms=also, xrefs=xref, again=True)
        if any(file_head(file).has("gene_symbol") for file in self.found.names):
            self.remark(_INHERITED)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the annotations; NOT denies one."""
        for row in self._rows(quiet=True):
            disease, _, qualifier, term, reference, evidence, aspect, frequency = row.cells
            absent = _absent(qualifier, frequency)
            if absent is None:
                self.report(row.at, RowTrouble.BAD_NEGATED, qualifier)
                continue
            told = [r for r in split_cell(reference, ";") if not _PAPER.fullmatch(r)]
            curated = _EVIDENCE.get(evidence.strip(), evidence.strip())
            sources = (f"{SOURCE}: {', '.join(filter(None, (curated, *told)))}" if told or curated else SOURCE,)
            said = RawStatement(
                disease,
                _ASPECTS.get(aspect.strip(), _OTHER)[0],
                term,
                absent,
                [r for r in split_cell(reference, ";") if _PAPER.fullmatch(r)],
                sources,
                note="; ".join(filter(None, (_how_often(frequency), _of_whom(row.others)))),
                extra={**row.others, "frequency": frequency},
            )
            yield self.edge(row.at, said)
        yield from self._gene_edges()
        for row in self._action_rows(ImportStage.EDGES, quiet=True):
            for n, said in enumerate(self._done.statements(row.cells)):
                yield self.edge(row.at, said._replace(id=f"{row.at[0].name}:{row.at[1]}.{n}", extra=row.others))
            if (left := self._done.left_out(row.cells)) is not None:
                self.remark(left)

    def __init__(self, found: RecognisedSource, findings: Findings, progress: Progress) -> None:
        super().__init__(found, findings, progress)
        self._done = MedicalActions()

    @property
    def _actions(self) -> list[SourceFile]:
        return [file for file in self.found.edges if relates_actions(file_head(file))]

    def _action_rows(self, stage: ImportStage, *, quiet: bool) -> Iterator[TableRow]:
        for file in self._actions:
            yield from self.rows(file, stage, ACTION_COLUMNS, required=7, quiet=quiet, dialect=TSV)

    @property
    def _genes(self) -> list[SourceFile]:
        return [file for file in self.found.edges if _relates_genes(file_head(file))]

    def _gene_rows(self, stage: ImportStage, *, quiet: bool) -> Iterator[TableRow]:
        for file in self._genes:
            yield from self.rows(file, stage, _GENE_COLUMNS, required=3, quiet=quiet)

    def _gene_nodes(self, names: Mapping[str, tuple[str, tuple[str, ...]]]) -> Iterator[NodeRow | None]:
        for row in self._gene_rows(ImportStage.NODES, quiet=False):
            gene, symbol, term, title = row.cells[:4]
            told, also = names.get(term.strip(), (title, ()))
            yield self.node(row.at, _gene_id(gene), symbol, "Gene", again=True)
            yield self.node(row.at, term, told, _OTHER[2], synonyms=also, again=True)

    def _gene_edges(self) -> Iterator[EdgeRow | None]:
        for row in self._gene_rows(ImportStage.EDGES, quiet=True):
            if _EXCLUDED.fullmatch(row.cells[4].strip()):
                self.remark("phenotypes that are absent in the disease of a gene, left out")
            elif _gene_id(row.cells[0]):
                yield self.edge(row.at, _gene_statement(row))

    def _rows(self, *, quiet: bool) -> Iterator[TableRow]:
        stage = ImportStage.EDGES if quiet else ImportStage.NODES
        for file in self.found.edges:
            head = file_head(file)
            if not _relates_genes(head) and not relates_actions(head):
                header = [cell.lstrip("# ") for cell in head.cells]
                yield from self.rows(file, stage, _COLUMNS, quiet=quiet, dialect=TSV, header=header, skip=_is_comment)

    def _names(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return names and synonyms of the terms from an OBO file, or names from a table with both, beside the file."""
        found: dict[str, tuple[str, tuple[str, ...]]] = {}
        for file in (*self.found.names, *self._genes):
            _read_obo(file, found) if file.plain_name.endswith(".obo") else _read_table(file, found)
        return found


def _of_whom(others: Mapping[str, str]) -> str:
    """Return of which sex and from what age an annotation is told, in words, as far as it says so."""
    told = {key.strip().casefold(): value for key, value in others.items()}
    return "; ".join(filter(None, (context_words(told.get("sex", "")), context_words(told.get("onset", "")))))


def _how_often(frequency: str) -> str:
    """Return how often an annotation holds, in words: "seen in 7 of 13", "very frequent, 80–99 %"; "" where it does not
    say.
    """
    told = frequency.strip()
    if counted := _COUNTED.fullmatch(told):
        return f"seen in {counted[1]} of {counted[2]}"
    return f"seen in {told[:-1].strip()} %" if _SHARE.fullmatch(told) else _FREQUENCIES.get(told, "")


def _absent(qualifier: str, frequency: str) -> bool | None:
    """Say whether an annotation is denied; None for a qualifier that may or may not deny it."""
    named = {word.strip() for word in qualifier.upper().split("|")} - {""}
    if "NOT" in named or _EXCLUDED.fullmatch(frequency.strip()):
        return True
    return False if named <= _DEGREES else None


def _read_obo(file: SourceFile, found: dict[str, tuple[str, tuple[str, ...]]]) -> None:
    id = ""
    for _, line in text_lines(file, Findings(), ignore_progress):
        key, _, value = line.partition(": ")
        if key == "id":
            id = value.strip()
        elif key == "name" and id:
            found[id] = (value.strip(), ())
        elif key == "synonym" and id in found and (quoted := re.match(r'"((?:[^"\\]|\\.)*)"', value)):
            found[id] = (found[id][0], (*found[id][1], quoted[1]))


def _read_table(file: SourceFile, found: dict[str, tuple[str, tuple[str, ...]]]) -> None:
    for _, cells in read_records(file, Findings(), ignore_progress, TSV):
        at = next((i for i, cell in enumerate(cells[:-1]) if _TERM.fullmatch(cell)), None)
        if at is not None:
            found.setdefault(cells[at], (cells[at + 1], ()))


def _is_comment(cells: list[str]) -> bool:
    return cells[0].startswith("#") or column_key(cells[0]) == "databaseid"


def _relates_genes(head: FileHead) -> bool:
    """Tell whether a table is one of genes with their phenotypes."""
    cells = [column_key(cell) for cell in head.cells]
    return cells[:1] == ["ncbigeneid"] and {"genesymbol", "hpoid"} <= set(cells)


def _gene_id(written: str) -> str:
    """Return a gene's id with its prefix, or "" for none."""
    number = written.strip().rpartition(":")[2]
    return f"NCBIGene:{number}" if number.isascii() and number.isdigit() else ""


def _gene_statement(row: TableRow) -> RawStatement:
    gene, _, term, _, frequency, disease = (cell.strip() for cell in row.cells)
    told = {"frequency": frequency} if frequency != _NONE else {}
    through = f"{SOURCE}: {disease}" if disease and disease != _NONE else SOURCE
    return RawStatement(_gene_id(gene), _GENE_PREDICATE, term, sources=(through,), extra={**row.others, **told})


def _sign(head: FileHead) -> FileSign | None:
    names = {name.lstrip("#").strip().replace("_", "") for name in head.names}
    if head.first.startswith("format-version:") and head.file.plain_name.endswith(".obo"):
        return FileSign(FileRole.NAMES, "is an ontology in OBO format")
    if _relates_genes(head):
        return FileSign(FileRole.BOTH, "relates genes to HPO's terms")
    if relates_actions(head):
        return FileSign(FileRole.BOTH, "relates medical actions to HPO's terms")
    if {"hpoid", "hponame"} <= names:
        return FileSign(FileRole.NAMES, "names HPO's terms")
    found = {"databaseid", "qualifier", "hpoid"} <= names
    return FileSign(FileRole.BOTH, "has the columns database_id, qualifier, hpo_id") if found else None


FORMAT = Format(
    name="hpo",
    title="HPO annotations",
    rank=80,
    needs="phenotype.hpoa with database_id, disease_name, qualifier, hpo_id",
    sign=_sign,
    read=HpoSource,
    shape=(
        "`phenotype.hpoa`, and beside it `hp.obo` or a table with `hpo_id` and `hpo_name` for the names;"
        " `genes_to_phenotype.txt`, also by itself; `maxo-annotations.tsv`, MAXO's medical actions"
    ),
    keeps=(
        "`NOT` and a frequency of none (`0/12`, `0%`, `HP:0040285`) as denials (a qualifier that is neither `NOT`"
        " nor a degree leaves its row out), PMIDs, evidence codes, sex and onset, inheritance and course. A gene is"
        " *associated with* the phenotypes of its diseases, which are named as the source; `phenotype_to_genes.txt`"
        " says the same for every broader term and is read for names only. What MAXO says is done about a phenotype"
        " of a disease *treats* or *prevents* the phenotype and *is used in the management of* the disease; no"
        " observed response denies *treats*"
    ),
)
