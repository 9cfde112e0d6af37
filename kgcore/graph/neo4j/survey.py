"""What is there in a Neo4j database, for whoever has to describe it: labels, properties, relation types, indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.graph.neo4j.bolt import LOAD_SECONDS, Bolt
from kgcore.graph.neo4j.mapping import GraphMapping, quote_identifier

MOST_SHOWN = 12
_LABELS = """\
MATCH (n) WHERE NOT any(l IN labels(n) WHERE l STARTS WITH 'Evigraph')
UNWIND labels(n) AS label RETURN label, count(*) AS count ORDER BY count DESC, label LIMIT 40"""
_TYPES = """\
MATCH (a)-[r]->() WHERE NOT a:EvigraphEntity
RETURN type(r) AS type, count(*) AS count ORDER BY count DESC, type LIMIT 40"""
_INDEXES = """\
SHOW INDEXES YIELD name, type, state, entityType, labelsOrTypes, properties
WHERE entityType = 'NODE' AND type <> 'LOOKUP' AND NOT name STARTS WITH 'evigraph'
RETURN name, type, labelsOrTypes AS labels, properties ORDER BY name"""
_VERSION = "CALL dbms.components() YIELD name, versions, edition RETURN versions[0] AS version, edition LIMIT 1"


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found, as lines of text."""

    server: str
    lines: tuple[str, ...]


async def survey_database(bolt: Bolt, mapping: GraphMapping | None) -> Survey:
    """Look a database over, against a mapping where there is one. Raises GraphError."""
    rows = await bolt.read(_VERSION)
    server = f"Neo4j {rows[0]['version']} {rows[0]['edition']}" if rows else "Neo4j"
    labels = [(str(r["label"]), int(r["count"])) for r in await bolt.read(_LABELS, seconds=LOAD_SECONDS)]
    types = [(str(r["type"]), int(r["count"])) for r in await bolt.read(_TYPES, seconds=LOAD_SECONDS)]
    lines = [*await _labels(bolt, labels, mapping), _line("relations", _counts(types, _mapped_types(mapping)))]
    if mapping is not None:
        lines += await _missing(bolt, mapping, {label for label, _ in labels})
    elif labels:
        lines.append("To use this graph, describe it in a TOML file and name that in NEO4J_MAPPING (docs/neo4j.md).")
    return Survey(server, tuple(line for line in lines if line))


async def _labels(bolt: Bolt, labels: Sequence[tuple[str, int]], mapping: GraphMapping | None) -> list[str]:
    lines = []
    for label, count in labels[:MOST_SHOWN]:
        sample = (
            f"MATCH (n:{quote_identifier(label)}) WITH n LIMIT 200 UNWIND keys(n) AS k RETURN DISTINCT k ORDER BY k"
        )
        rows = await bolt.read(sample)
        role = _role(label, mapping)
        lines.append(f"{label}{role}: {count:,} nodes with {', '.join(str(r['k']) for r in rows) or 'no properties'}")
    if len(labels) > MOST_SHOWN:
        lines.append(f"and {len(labels) - MOST_SHOWN} more labels")
    return lines


def _role(label: str, mapping: GraphMapping | None) -> str:
    if mapping is None:
        return ""
    if label == mapping.papers.label:
        return " (papers)"
    return " (entities)" if label in mapping.nodes.labels or not mapping.nodes.labels else " (not mapped)"


def _mapped_types(mapping: GraphMapping | None) -> frozenset[str] | None:
    return frozenset(mapping.relations.types) if mapping is not None and mapping.relations.types else None


def _counts(types: Sequence[tuple[str, int]], mapped: frozenset[str] | None) -> str:
    shown = [
        f"{name} {count:,}{'' if mapped is None or name in mapped else ' (not mapped)'}"
        for name, count in types[:MOST_SHOWN]
    ]
    more = [f"and {len(types) - MOST_SHOWN} more types"] if len(types) > MOST_SHOWN else []
    return ", ".join(shown + more)


def _line(what: str, text: str) -> str:
    return f"{what}: {text}" if text else ""


async def _missing(bolt: Bolt, mapping: GraphMapping, there: set[str]) -> list[str]:
    """Say what the mapping names and the database lacks, and which index would help."""
    nodes, lines = mapping.nodes, []
    if absent := [label for label in nodes.labels if label not in there]:
        lines.append(f"missing: no nodes are labelled {', '.join(absent)}")
    indexes = await bolt.read(_INDEXES)
    for label in nodes.labels:
        rows = await bolt.read(_coverage(mapping, label))
        if rows and (count := rows[0]["count"]):
            lines += [f"missing: {n:,} of {count:,} {label} have no {key}" for key, n in rows[0]["lacking"] if n]
        if not any(label in r["labels"] and nodes.id in r["properties"] and r["type"] == "RANGE" for r in indexes):
            lines.append(
                "slow: no index on the ids; CREATE INDEX FOR "
                f"(n:{quote_identifier(label)}) ON (n.{quote_identifier(nodes.id)})"
            )
    fulltext = [r["name"] for r in indexes if r["type"] == "FULLTEXT" and nodes.name in r["properties"]]
    named = nodes.fulltext or (str(fulltext[0]) if fulltext else "")
    lines.append(f"names are found by the full-text index {named}" if named else _no_fulltext(mapping))
    return lines


def _coverage(mapping: GraphMapping, label: str) -> str:
    keys = [mapping.nodes.id, mapping.nodes.name]
    counts = ", ".join(f"['{key}', count(*) - count(n.{quote_identifier(key)})]" for key in keys if "'" not in key)
    return f"MATCH (n:{quote_identifier(label)}) RETURN count(*) AS count, [{counts}] AS lacking"


def _no_fulltext(mapping: GraphMapping) -> str:
    nodes = mapping.nodes
    properties = ", ".join(f"n.{quote_identifier(p)}" for p in (nodes.name, *nodes.synonyms))
    labels = "|".join(map(quote_identifier, nodes.labels)) or "LABEL"
    return (
        "names are found only as they are written, for there is no full-text index; "
        f"CREATE FULLTEXT INDEX names FOR (n:{labels}) ON EACH [{properties}]"
    )
