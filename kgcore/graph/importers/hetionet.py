"""Reads Hetionet's tables: id, name, kind of the nodes, and source, metaedge, target of the edges (.sif).

Format: https://github.com/hetio/hetionet/tree/main/hetnet/tsv
"""

from __future__ import annotations

from collections.abc import Iterator

from kgcore.graph.importers.progress import Stage
from kgcore.graph.importers.shelf import Said
from kgcore.graph.importers.shelved import Shelved
from kgcore.graph.rows import EdgeRow, NodeRow

SOURCE = "Hetionet"
_NODES = (("id",), ("name",), ("kind",))
_EDGES = (("source",), ("metaedge",), ("target",))
_PUBMED = ("pubmed_id", "pubmed_ids", "pmid", "pmids")
# The vocabularies behind Hetionet's identifiers, by kind.
_PREFIX = {"Gene": "NCBIGene", "Side Effect": "UMLS", "Compound": "DRUGBANK", "Symptom": "MESH"}


class HetionetSource(Shelved):
    """See `Source`."""

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the nodes; "Gene::9021" keeps this id and is NCBIGene:9021 elsewhere."""
        for part in self.found.nodes:
            for row in self.rows(part, Stage.NODES, _NODES, required=3):
                id, name, kind = row.cells
                local = id.partition("::")[2]
                xref = local if ":" in local else f"{_PREFIX[kind]}:{local}" if local and kind in _PREFIX else ""
                found = self.shelf.node(row.at, id, name, kind, xrefs=(xref,), extra=row.others)
                if found is not None:
                    yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges under Hetionet's metaedges, which Evigraph knows."""
        for part in self.found.edges:
            for row in self.rows(part, Stage.EDGES, (*_EDGES, _PUBMED), required=3):
                source, metaedge, target, pubmed = row.cells
                cited = pubmed.replace(",", "|").split("|")
                said = Said(source, metaedge, target, publications=cited, sources=(SOURCE,), extra=row.others)
                found = self.shelf.edge(row.at, said)
                if found is not None:
                    yield found
