"""Knowledge graphs in Neo4j 5: pushed there by Evigraph, or with a schema of their own (a mapping)."""

from __future__ import annotations

from kgcore.graph.neo4j.bolt import Access, Bolt
from kgcore.graph.neo4j.mapped import MappedGraph
from kgcore.graph.neo4j.mapping import GraphMapping, read_mapping
from kgcore.graph.neo4j.push import Pushed, push
from kgcore.graph.neo4j.pushed import Neo4jGraph
from kgcore.graph.neo4j.schema import Stage
from kgcore.graph.neo4j.survey import Survey, survey

__all__ = [
    "Access",
    "Bolt",
    "GraphMapping",
    "MappedGraph",
    "Neo4jGraph",
    "Pushed",
    "Stage",
    "Survey",
    "push",
    "read_mapping",
    "survey",
]
