"""Reads HPO's genes_to_phenotype.txt: genes with the phenotypes of the diseases that come with them.

What such a row says is drawn from the annotations of a disease, which is named as its source. phenotype_to_genes.txt
has the same, drawn upwards to every broader term: of that only the names are read.
"""

from __future__ import annotations

from kgcore.graph.importers.heads import head
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.shelf import Said
from kgcore.graph.importers.shelved import Row, plain

PREDICATE = "associated_with"
COLUMNS = (
    *(("ncbi_gene_id", "NCBI_Gene_ID"), ("gene_symbol",), ("hpo_id", "HPO_ID"), ("hpo_name", "HPO_Name")),
    *(("frequency",), ("disease_id",)),
)
_SPACE = "NCBIGene"
_NONE = "-"


def relates_genes(part: Part) -> bool:
    """Tell whether a table is one of genes with their phenotypes."""
    cells = [plain(cell) for cell in head(part).cells]
    return cells[:1] == ["ncbigeneid"] and {"genesymbol", "hpoid"} <= set(cells)


def gene_id(written: str) -> str:
    """Return a gene's id with its prefix, or "" for none."""
    number = written.strip().rpartition(":")[2]
    return f"{_SPACE}:{number}" if number.isascii() and number.isdigit() else ""


def said(row: Row, source: str) -> Said:
    """Return what a row states."""
    gene, _, term, _, frequency, disease = (cell.strip() for cell in row.cells)
    told = {"frequency": frequency} if frequency != _NONE else {}
    through = f"{source}: {disease}" if disease and disease != _NONE else source
    return Said(gene_id(gene), PREDICATE, term, sources=(through,), extra={**row.others, **told})
