"""PrimeKG's kg.csv: every row names both of its ends.

The file has each relation in both directions; they are turned the way they are meant, and what then says the same is
one edge.
Format: https://dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/IXA7BM
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.formats import FileRole, FileSign, Format, column_sign
from kgcore.ingest.report import ImportStage, RowTrouble
from kgcore.ingest.source import RawStatement, TableRow, TabularSource
from kgcore.ingest.text import FileHead
from kgcore.values.model import Predicate

SOURCE = "PrimeKG"
_WANTED = (
    *(("relation",), ("display_relation",)),
    *(("x_id",), ("x_type",), ("x_name",), ("x_source",)),
    *(("y_id",), ("y_type",), ("y_name",), ("y_source",), ("x_index",), ("y_index",)),
)
_TYPES = {
    "gene/protein": "Gene/Protein",
    "effect/phenotype": "Phenotype",
    "biological_process": "BiologicalProcess",
    "molecular_function": "MolecularFunction",
    "cellular_component": "CellularComponent",
    "drug": "Drug",
    "disease": "Disease",
    "exposure": "Exposure",
    "anatomy": "Anatomy",
    "pathway": "Pathway",
}


class _Meant(NamedTuple):
    """What a relation is called here, and the type of its subject ("" where both directions say the same)."""

    name: str
    label: str
    subject: str = ""
    negated: bool = False


_RELATIONS = {
    "indication": _Meant("indication", "is indicated for", "drug"),
    "contraindication": _Meant("contraindication", "is contraindicated for", "drug"),
    "off-label use": _Meant("off-label use", "is used off-label for", "drug"),
    "drug_effect": _Meant("side effect", "has the side effect", "drug"),
    "disease_phenotype_positive": _Meant("phenotype present", "has the phenotype", "disease"),
    "disease_phenotype_negative": _Meant("phenotype present", "has the phenotype", "disease", negated=True),
    "anatomy_protein_present": _Meant("expression present", "expresses", "anatomy"),
    "anatomy_protein_absent": _Meant("expression present", "expresses", "anatomy", negated=True),
    "disease_protein": _Meant("associated with", "is associated with"),
    "phenotype_protein": _Meant("associated with", "is associated with"),
    "protein_protein": _Meant("ppi", "interacts with"),
    "drug_drug": _Meant("synergistic interaction", "interacts synergistically with"),
}
_ENZYMES = {
    "target": "targets",
    "enzyme": "is metabolized by",
    "carrier": "is carried by",
    "transporter": "is transported by",
}
_SYMMETRIC = {
    "associated with": "is associated with",
    "ppi": "interacts with",
    "synergistic interaction": "interacts synergistically with",
    "interacts with": "interacts with",
    "linked to": "is linked to",
    "parent-child": "is a parent or child of",
}


class PrimeKgSource(TabularSource):
    """See `RowSource`."""

    def predicates(self) -> Iterator[Predicate]:
        """Describe PrimeKG's own relations, as far as their names do not."""
        told = {m.name: m.label for m in _RELATIONS.values() if m.name not in _SYMMETRIC}
        for name, label in {**told, **_ENZYMES}.items():
            yield Predicate(name, label, opposite=("contraindication",) if name == "indication" else ())
        for name, label in _SYMMETRIC.items():
            yield Predicate(name, label, symmetric=True)

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield both ends of every row, each once."""
        for row in self._rows(quiet=False):
            for shift in (0, 4):
                id, type, name, source = row.cells[2 + shift : 6 + shift]
                full = _id(source, id)
                if self.has_entity(full):
                    continue
                number = row.cells[10 + bool(shift)]
                xrefs = [*_elsewhere(source, id), f"PrimeKG:{number}" if number else ""]
                yield self.node(row.at, full, name, _TYPES.get(type, type), xrefs=xrefs, again=True)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the relations in the direction in which they are meant."""
        for row in self._rows(quiet=True):
            relation, display = row.cells[:2]
            x, x_type, _, x_source, y, y_type, _, y_source = row.cells[2:10]
            first, second = _id(x_source, x), _id(y_source, y)
            known = _RELATIONS.get(relation)
            name = known.name if known else display.strip() or relation.strip()
            begins = known.subject if known else _begins(relation)
            if not (self.has_entity(first) and self.has_entity(second)):
                self.report(row.at, RowTrouble.DANGLING_ID, f"{first} {second}")
                continue
            if _backwards(begins, x_type, y_type, name, first > second):
                self.remark("relations turned to read as they are meant (PrimeKG has each both ways)")
                first, second = second, first
            said = RawStatement(first, name, second, negated=bool(known and known.negated), sources=(SOURCE,))
            yield self.edge(row.at, said)

    def _rows(self, *, quiet: bool) -> Iterator[TableRow]:
        stage = ImportStage.EDGES if quiet else ImportStage.NODES
        for file in self.found.edges:
            yield from self.rows(file, stage, _WANTED, required=10, quiet=quiet)


def _backwards(begins: str, x_type: str, y_type: str, name: str, descending: bool) -> bool:
    """Tell whether a row is the turned copy of another one."""
    if begins and x_type != y_type and begins in _short(x_type) + _short(y_type):
        return begins not in _short(x_type)
    return name in _SYMMETRIC and descending


def _begins(relation: str) -> str:
    return relation.partition("_")[0]


_SHORTS = {
    "gene/protein": ("protein",),
    "effect/phenotype": ("phenotype", "effect"),
    "biological_process": ("bioprocess",),
    "molecular_function": ("molfunc",),
    "cellular_component": ("cellcomp",),
}


def _short(type: str) -> tuple[str, ...]:
    return _SHORTS.get(type, (type,))


# PrimeKG's sources, what identifiers.org calls them, and how many digits their ids have.
_CURIES = {
    "MONDO": ("MONDO", 7),
    "MONDO_grouped": ("MONDO", 7),
    "HPO": ("HP", 7),
    "GO": ("GO", 7),
    "UBERON": ("UBERON", 7),
    "NCBI": ("NCBIGene", 0),
    "DrugBank": ("DRUGBANK", 0),
}


def _elsewhere(source: str, id: str) -> list[str]:
    """Return how others write the id: "MONDO", "4975" → "MONDO:0004975"; a group has several."""
    known = _CURIES.get(source.strip())
    return [f"{known[0]}:{piece.zfill(known[1])}" for piece in id.strip().split("_") if piece] if known else []


def _id(source: str, id: str) -> str:
    return f"{source.strip()}:{id.strip()}" if id.strip() else ""


def _sign(head: FileHead) -> FileSign | None:
    return column_sign(head, FileRole.BOTH, "relation", "display_relation", "x_id", "x_type", "x_name", "y_id")


FORMAT = Format(
    name="primekg",
    title="PrimeKG",
    rank=60,
    needs="kg.csv with relation, display_relation, x_id, x_type, x_name, y_id, y_type, y_name",
    sign=_sign,
    read=PrimeKgSource,
    shape="`kg.csv`: `relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_…`",
    keeps=(
        "identifiers as CURIEs. PrimeKG has each relation in both directions: they are turned the way they are meant (a"
        " drug is indicated for a disease, not the disease for the drug). “phenotype absent” and “expression absent”"
        " are denials"
    ),
)
