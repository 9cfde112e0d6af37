"""Knowledge graphs in Neo4j 5: pushed there by Evigraph, or with a schema of their own (a mapping)."""

from __future__ import annotations

from kgcore.graph.neo4j.bolt import Access, Bolt
from kgcore.graph.neo4j.mapped import MappedGraph
from kgcore.graph.neo4j.mapping import GraphMapping, read_mapping
from kgcore.graph.neo4j.push import PushResult, push_to_neo4j
from kgcore.graph.neo4j.pushed import Neo4jGraph
from kgcore.graph.neo4j.schema import PushStage
from kgcore.graph.neo4j.survey import Survey, survey_database

__all__ = [
    "Access",
    "Bolt",
    "GraphMapping",
    "MappedGraph",
    "Neo4jGraph",
    "PushResult",
    "PushStage",
    "Survey",
    "push_to_neo4j",
    "read_mapping",
    "survey_database",
]
