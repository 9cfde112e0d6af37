"""Hetionet's tables: id, name, kind of the nodes, and source, metaedge, target of the edges (.sif).

Format: https://github.com/hetio/hetionet/tree/main/hetnet/tsv
"""

from __future__ import annotations

from collections.abc import Iterator

from kgcore.graph.embedded.rows import EdgeRow, NodeRow
from kgcore.ingest.formats import FileRole, FileSign, Format, column_sign
from kgcore.ingest.report import ImportStage
from kgcore.ingest.source import RawStatement, TabularSource
from kgcore.ingest.text import FileHead

SOURCE = "Hetionet"
_NODES = (("id",), ("name",), ("kind",))
_EDGES = (("source",), ("metaedge",), ("target",))
_PUBMED = ("pubmed_id", "pubmed_ids", "pmid", "pmids")
# The vocabularies behind Hetionet's identifiers, by kind.
_PREFIX = {"Gene": "NCBIGene", "Side Effect": "UMLS", "Compound": "DRUGBANK", "Symptom": "MESH"}


class HetionetSource(TabularSource):
    """See `RowSource`."""

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the nodes; "Gene::9021" keeps this id and is NCBIGene:9021 elsewhere."""
        for file in self.found.nodes:
            for row in self.rows(file, ImportStage.NODES, _NODES, required=3):
                id, name, kind = row.cells
                local = id.partition("::")[2]
                xref = local if ":" in local else f"{_PREFIX[kind]}:{local}" if local and kind in _PREFIX else ""
                yield self.node(row.at, id, name, kind, xrefs=(xref,), extra=row.others)

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the edges under Hetionet's metaedges, which Evigraph knows."""
        for file in self.found.edges:
            for row in self.rows(file, ImportStage.EDGES, (*_EDGES, _PUBMED), required=3):
                source, metaedge, target, pubmed = row.cells
                cited = pubmed.replace(",", "|").split("|")
                said = RawStatement(source, metaedge, target, publications=cited, sources=(SOURCE,), extra=row.others)
                yield self.edge(row.at, said)


def _sign(head: FileHead) -> FileSign | None:
    nodes = column_sign(head, FileRole.NODES, "id", "name", "kind")
    return nodes or column_sign(head, FileRole.EDGES, "source", "metaedge", "target")


FORMAT = Format(
    name="hetionet",
    title="Hetionet",
    rank=100,
    needs="a table with id, name, kind and one with source, metaedge, target",
    both_needed=True,
    sign=_sign,
    read=HetionetSource,
    shape="`id name kind` and `source metaedge target` (`.sif`)",
    keeps="`Gene::9021` is the id, `NCBIGene:9021` a cross-reference",
)
