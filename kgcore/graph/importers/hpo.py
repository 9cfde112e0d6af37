"""Reads HPO's annotations (phenotype.hpoa): diseases with the phenotypes that they have, or have not.

Format: https://obophenotype.github.io/human-phenotype-ontology/annotations/phenotype_hpoa/
The file has no names of phenotypes; hp.obo, genes_to_phenotype.txt or phenotype_to_genes.txt beside it gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgcore.graph.importers import hpo_genes as genes
from kgcore.graph.importers.cells import TSV, records
from kgcore.graph.importers.heads import head
from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import Said, split
from kgcore.graph.importers.shelved import Row, Shelved, plain
from kgcore.graph.rows import EdgeRow, NodeRow
from kgcore.model import Predicate

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
_UNNAMED = "phenotypes without a name"
_INHERITED = "tables of genes by phenotype, read for names only: genes_to_phenotype.txt says what they draw upwards"
_TERM = re.compile(r"HP:\d{7}")
# of its frequencies, those that say: in nobody
_EXCLUDED = re.compile(r"HP:0040285|excluded|absent|none|(0*\.)?0+\s*(%|(/|of)\s*\d+.*)?", re.I)
_DEGREES = frozenset({"MILD", "MODERATE", "SEVERE", "PROFOUND", "BORDERLINE"})  # qualifiers of the older files
_PAPER = re.compile(r"PMID:\d+", re.I)


class HpoSource(Shelved):
    """See `Source`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe what an annotation can say."""
        for name, label, _ in _ASPECTS.values():
            yield Predicate(name, label)
        if self._genes:
            yield Predicate(genes.PREDICATE)

    def nodes(self) -> Iterator[NodeRow]:
        """Yield diseases and phenotypes, each once; a phenotype that nothing beside the file names goes by its id."""
        names = self._names()
        for row in self._rows(quiet=False):
            disease, title, _, term, _, _, aspect, _ = row.cells
            kind = _ASPECTS.get(aspect.strip(), _OTHER)[2]
            told, also = names.get(term.strip(), (term, ()))
            if told == term and term.strip() and not self.shelf.has(term.strip()):
                self.shelf.remark(_UNNAMED if self.found.names else f"{_UNNAMED}: put hp.obo beside the file")
            for node in (
                self.shelf.node(row.at, disease, title, "Disease", again=True),
                self.shelf.node(row.at, term, told, kind, synonyms=also, again=True),
            ):
                if node is not None:
                    yield node
        yield from self._gene_nodes(names)
        if any(head(part).has("gene_symbol") for part in self.found.names):
            self.shelf.remark(_INHERITED)

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the annotations; NOT denies one."""
        for row in self._rows(quiet=True):
            disease, _, qualifier, term, reference, evidence, aspect, frequency = row.cells
            absent = _absent(qualifier, frequency)
            if absent is None:
                self.shelf.bad(*row.at, Trouble.BAD_NEGATED, qualifier)
                continue
            told = [r for r in split(reference, ";") if not _PAPER.fullmatch(r)]
            curated = _EVIDENCE.get(evidence.strip(), evidence.strip())
            sources = (f"{SOURCE}: {', '.join(filter(None, (curated, *told)))}" if told or curated else SOURCE,)
            said = Said(
                disease,
                _ASPECTS.get(aspect.strip(), _OTHER)[0],
                term,
                absent,
                [r for r in split(reference, ";") if _PAPER.fullmatch(r)],
                sources,
                extra={**row.others, "frequency": frequency},
            )
            found = self.shelf.edge(row.at, said)
            if found is not None:
                yield found
        yield from self._gene_edges()

    @property
    def _genes(self) -> list[Part]:
        return [part for part in self.found.edges if genes.relates_genes(part)]

    def _gene_rows(self, stage: Stage, *, quiet: bool) -> Iterator[Row]:
        for part in self._genes:
            yield from self.rows(part, stage, genes.COLUMNS, required=3, quiet=quiet)

    def _gene_nodes(self, names: Mapping[str, tuple[str, tuple[str, ...]]]) -> Iterator[NodeRow]:
        for row in self._gene_rows(Stage.NODES, quiet=False):
            gene, symbol, term, title = row.cells[:4]
            told, also = names.get(term.strip(), (title, ()))
            for node in (
                self.shelf.node(row.at, genes.gene_id(gene), symbol, "Gene", again=True),
                self.shelf.node(row.at, term, told, _OTHER[2], synonyms=also, again=True),
            ):
                if node is not None:
                    yield node

    def _gene_edges(self) -> Iterator[EdgeRow]:
        for row in self._gene_rows(Stage.EDGES, quiet=True):
            if _EXCLUDED.fullmatch(row.cells[4].strip()):
                self.shelf.remark("phenotypes that are absent in the disease of a gene, left out")
            elif genes.gene_id(row.cells[0]) and (found := self.shelf.edge(row.at, genes.said(row, SOURCE))):
                yield found

    def _rows(self, *, quiet: bool) -> Iterator[Row]:
        findings = Findings() if quiet else self.shelf.findings
        for part in self.found.edges:
            if not genes.relates_genes(part):
                yield from self._annotations(part, findings, Stage.EDGES if quiet else Stage.NODES)

    def _annotations(self, part: Part, findings: Findings, stage: Stage) -> Iterator[Row]:
        names = [c.lstrip("# ") for c in head(part).cells]
        known = [plain(name) for name in names]
        at = [next((known.index(a) for a in aliases if a in known), None) for aliases in _COLUMNS]
        rest = [(i, name) for i, name in enumerate(names) if i not in at and name]
        for number, cells in records(part, findings, self.shelf.tick(stage), TSV):
            if cells[0].startswith("#") or plain(cells[0]) == "databaseid":
                continue
            if len(cells) != len(names):
                findings.add(f"{part.name}:{number}", Trouble.COLUMN_COUNT, f"{len(cells)} instead of {len(names)}")
                continue
            picked = tuple(cells[i] if i is not None else "" for i in at)
            yield Row((part, number), picked, {name: cells[i] for i, name in rest if cells[i].strip()})

    def _names(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return names and synonyms of the terms from an OBO file, or names from a table with both, beside the file."""
        found: dict[str, tuple[str, tuple[str, ...]]] = {}
        for part in (*self.found.names, *self._genes):
            _read_obo(part, found) if part.plain_name.endswith(".obo") else _read_table(part, found)
        return found


def _absent(qualifier: str, frequency: str) -> bool | None:
    """Say whether an annotation is denied; None for a qualifier that may or may not deny it."""
    named = {word.strip() for word in qualifier.upper().split("|")} - {""}
    if "NOT" in named or _EXCLUDED.fullmatch(frequency.strip()):
        return True
    return False if named <= _DEGREES else None


def _read_obo(part: Part, found: dict[str, tuple[str, tuple[str, ...]]]) -> None:
    id = ""
    for _, line in lines(part, Findings(), _nobody):
        key, _, value = line.partition(": ")
        if key == "id":
            id = value.strip()
        elif key == "name" and id:
            found[id] = (value.strip(), ())
        elif key == "synonym" and id in found and (quoted := re.match(r'"((?:[^"\\]|\\.)*)"', value)):
            found[id] = (found[id][0], (*found[id][1], quoted[1]))


def _read_table(part: Part, found: dict[str, tuple[str, tuple[str, ...]]]) -> None:
    for _, cells in records(part, Findings(), _nobody, TSV):
        at = next((i for i, cell in enumerate(cells[:-1]) if _TERM.fullmatch(cell)), None)
        if at is not None:
            found.setdefault(cells[at], (cells[at + 1], ()))


def _nobody(done: int, total: int) -> None:
    """Tell nobody how far the reading is."""
