"""The formats in which graphs come."""

from __future__ import annotations

from enum import StrEnum

# Names in our own exports: id spaces of Neo4j tables, and the column of what no column can be named after (JSON).
PAPER_SPACE = "EvigraphPaper"
PREDICATE_SPACE = "EvigraphPredicate"
MORE = "evigraph_more"


class Format(StrEnum):
    """The formats that can be imported; the values are what `--format` takes."""

    KGX = "kgx"
    KGX_JSONL = "kgx-jsonl"
    NEO4J = "neo4j"
    BIOCYPHER = "biocypher"
    PRIMEKG = "primekg"
    HETIONET = "hetionet"
    IDISK = "idisk"
    ADINT = "adint"
    SEMMEDDB = "semmeddb"
    HPO = "hpo"
    BEL = "bel"
    RDF = "rdf"
    TRIPLES = "triples"

    @property
    def words(self) -> str:
        """What people call it."""
        return _WORDS[self]


_WORDS = {
    Format.KGX: "KGX tables (TSV)",
    Format.KGX_JSONL: "KGX JSON Lines",
    Format.NEO4J: "Neo4j admin import CSV",
    Format.BIOCYPHER: "BioCypher output",
    Format.PRIMEKG: "PrimeKG",
    Format.HETIONET: "Hetionet",
    Format.IDISK: "iDISK 2.0",
    Format.ADINT: "ADInt / KNOWNET",
    Format.SEMMEDDB: "SemMedDB PREDICATION",
    Format.HPO: "HPO annotations",
    Format.BEL: "BEL node-link JSON",
    Format.RDF: "RDF",
    Format.TRIPLES: "triples without a header",
}


class Target(StrEnum):
    """What a graph can be written as."""

    KGX = "kgx"
    NEO4J = "neo4j"
    TURTLE = "turtle"
