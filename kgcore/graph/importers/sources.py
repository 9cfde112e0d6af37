"""The importer of each format."""

from __future__ import annotations

from kgcore.graph.formats import Format
from kgcore.graph.importers.adint import AdintSource
from kgcore.graph.importers.bel import BelSource
from kgcore.graph.importers.hetionet import HetionetSource
from kgcore.graph.importers.hpo import HpoSource
from kgcore.graph.importers.idisk import IdiskSource
from kgcore.graph.importers.kgx import KgxSource
from kgcore.graph.importers.kgx_json import KgxJsonSource
from kgcore.graph.importers.neo4j_csv import Neo4jSource
from kgcore.graph.importers.primekg import PrimeKgSource
from kgcore.graph.importers.progress import Progress
from kgcore.graph.importers.rdf import RdfSource
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings
from kgcore.graph.importers.semmeddb import SemMedDbSource
from kgcore.graph.importers.source import Source
from kgcore.graph.importers.triples import TriplesSource

_SOURCES: dict[Format, type[Source]] = {
    Format.KGX: KgxSource,
    Format.KGX_JSONL: KgxJsonSource,
    Format.NEO4J: Neo4jSource,
    Format.BIOCYPHER: Neo4jSource,
    Format.PRIMEKG: PrimeKgSource,
    Format.HETIONET: HetionetSource,
    Format.IDISK: IdiskSource,
    Format.ADINT: AdintSource,
    Format.SEMMEDDB: SemMedDbSource,
    Format.HPO: HpoSource,
    Format.BEL: BelSource,
    Format.RDF: RdfSource,
    Format.TRIPLES: TriplesSource,
}


def opened(found: Recognised, findings: Findings, progress: Progress) -> Source:
    """Return what reads the files of a format."""
    return _SOURCES[found.format](found, findings, progress)
