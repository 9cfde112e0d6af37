"""A Neo4j graph with a schema of its own, as a mapping describes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Self

from kgcore.errors import GraphNotFound
from kgcore.graph.denials import SIGNS, TELLING
from kgcore.graph.embedded.names_begin import beginning
from kgcore.graph.neo4j import values
from kgcore.graph.neo4j.bolt import LOAD_SECONDS, Bolt
from kgcore.graph.neo4j.graph import BoltGraph, Schema
from kgcore.graph.neo4j.mapped_cypher import Words, questions
from kgcore.graph.neo4j.mapped_names import MOST_FOUND, MappedFinder, prefix, spellings
from kgcore.graph.neo4j.mapping import GraphMapping, quoted
from kgcore.graph.neo4j.values import Row
from kgcore.graph.taxonomy import Rank
from kgcore.model import Edge, Entity, GraphInfo, Paper, Predicate
from kgcore.ports import Pair

MOST_MEMBERS = 2_000  # relations of a class that are counted for a path through it
_MOST_SIGNATURES = 20_000
_FULLTEXT = """\
SHOW FULLTEXT INDEXES YIELD name, state, entityType, labelsOrTypes, properties
WHERE entityType = 'NODE' AND state = 'ONLINE' RETURN name, labelsOrTypes AS labels, properties"""


class MappedGraph(BoltGraph):
    """Answers from what is there; nothing is written, nothing is kept here."""

    note = "Matching by meaning is off: this graph was not pushed by Evigraph."

    def __init__(self, bolt: Bolt, words: Words, info: GraphInfo, fulltext: str) -> None:
        """Use `open`."""
        self._bolt, self._words, self._fulltext = bolt, words, fulltext
        up, down = _directions(words)
        self._kept = {
            "labels": list(words.mapping.nodes.labels),
            "up": up,
            "down": down,
            "members": MOST_MEMBERS,
            "fulltext": fulltext,
            "telling": sorted(TELLING),
            "signs": sorted(SIGNS),
        }
        self._by_words, self._by_name = _searches(words, fulltext)
        finder = MappedFinder(self._rows, self._by_words, self._by_name)
        self._described = frozenset(p.name for p in words.mapping.predicates)
        super().__init__(self._rows, Schema(questions(words), values.reader(self._described)), info, finder)

    @classmethod
    async def open(cls, bolt: Bolt, mapping: GraphMapping) -> Self:
        """Look the graph over once; raises GraphNotFound where nothing in it fits the mapping."""
        plain = Words(mapping, (), numeric=False)
        counted = await bolt.read(_types(plain), seconds=LOAD_SECONDS, labels=list(mapping.nodes.labels))
        types = tuple((str(row["type"]), int(row["count"])) for row in counted)
        if not types:
            raise GraphNotFound(
                f"Neo4j at {bolt.place} has no nodes that NEO4J_MAPPING describes.",
                mend="`evigraph check --only graph` lists the labels and properties that are there.",
            )
        numeric = any(row["numeric"] for row in counted)
        said = await bolt.read(_signatures(plain), seconds=LOAD_SECONDS, labels=list(mapping.nodes.labels))
        words = Words(mapping, {row["predicate"] for row in said}, numeric=numeric)
        papers = await _paper_count(bolt, mapping)
        fulltext = mapping.nodes.fulltext or await find_fulltext(bolt, mapping)
        graph = cls(bolt, words, _info(mapping, types, said, papers), fulltext)
        await graph._warm()
        return graph

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins with `text`, the best-joined first."""
        begun = beginning(text)
        if not begun or top < 1 or not values.is_sendable(text):
            return ()
        if self._by_words:
            (row,) = await self._rows(self._by_words, queries=[prefix(text) or "x"], most=4 * MOST_FOUND)
        else:
            (row,) = await self._rows(self._by_name, names=spellings(text), most=MOST_FOUND)
        found = [(values.ANY.entity(e), e[7] or 0) for e in row["found"]]
        fits = [(e, n) for e, n in found if any(beginning(t).startswith(begun) for t in (e.name, *e.synonyms))]
        return tuple({e.id: e for e, _ in sorted(fits, key=lambda f: (-f[1], f[0].name))}.values())[:top]

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids: as the graph's nodes tell them, else what the id alone tells."""
        known = await super().papers(ids)
        bare = {i: Paper(i, url=_address(i)) for i in ids if i not in known and _address(i)}
        return {**known, **bare}

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two."""
        found = await super().edges_between(pairs)
        return {pair: tuple(sorted(edges, key=lambda e: (-len(e.publications), e.id))) for pair, edges in found.items()}

    async def close(self) -> None:
        """Let go of the connections."""
        await self._bolt.close()

    def _counted(self, rows: Sequence[Row]) -> Counter[tuple[str, bool, bool]]:
        counts = Counter[tuple[str, bool, bool]]()
        for _, written, out, told, n in rows:
            denied = values.denies(*told) if written else None
            if denied is not None:
                name, not_so = values.predicate(str(written), self._described)
                counts[name, out, denied or not_so] += n
        return counts

    def _extra(self, rows: Sequence[Row]) -> dict[str, Any]:
        nodes = self._words.mapping.nodes
        used = {nodes.id, nodes.name, nodes.type, nodes.description, *nodes.synonyms, *nodes.xrefs}
        found: dict[str, Any] = rows[0][0] if rows else {}
        return {k: v for k, v in found.items() if k not in used and isinstance(v, str | int | float | bool)}

    async def _rows(self, statement: str, **parameters: Any) -> Sequence[Any]:
        return await self._bolt.read(statement, **{**self._kept, **parameters})


async def find_fulltext(bolt: Bolt, mapping: GraphMapping) -> str:
    """Return the full-text index that covers the names of most of the mapped labels, or ""."""
    nodes = mapping.nodes
    best = ("", 0)
    for row in await bolt.read(_FULLTEXT):
        fits = len(set(row["labels"]) & set(nodes.labels)) or (0 if nodes.labels else 1)
        if nodes.name in row["properties"] and fits > best[1]:
            best = (str(row["name"]), fits)
    return best[0]


def _searches(words: Words, fulltext: str) -> tuple[str, str]:
    """Return the statements that look names up: by words ("" without an index), and exactly."""
    name = quoted(words.mapping.nodes.name)
    exact = (
        f"RETURN COLLECT {{ MATCH (e{words.label}) WHERE e.{name} IN $names\n"
        f"RETURN {words.entity('e')} LIMIT $most }} AS found"
    )
    if not fulltext:
        return "", exact
    return (
        "RETURN COLLECT { UNWIND $queries AS query"
        " CALL db.index.fulltext.queryNodes($fulltext, query, {limit: $most}) YIELD node AS e"
        f" WITH DISTINCT e WHERE {words.is_entity('e')} RETURN {words.entity('e')} }} AS found"
    ), exact


def _types(words: Words) -> str:
    node = words.mapping.nodes
    return (
        f"MATCH (e{words.label}) WHERE {words.is_entity('e')}\n"
        f"RETURN {words.type('e')} AS type, count(*) AS count,\n"
        f"  any(i IN collect(e.{quoted(node.id)})[..50] WHERE valueType(i) STARTS WITH 'INTEGER') AS numeric\n"
        "ORDER BY count DESC, type"
    )


def _signatures(words: Words) -> str:
    return (
        f"MATCH (a{words.label})-[r{words.types}]->(b) WHERE {words.is_entity('a')} AND {words.is_entity('b')}\n"
        f"RETURN {words.type('a')} AS subject, {words.predicate('r')} AS predicate, {words.type('b')} AS object,\n"
        "  count(*) AS count ORDER BY count DESC"
    )


async def _paper_count(bolt: Bolt, mapping: GraphMapping) -> int:
    if not mapping.papers.label:
        return 0
    rows = await bolt.read(f"MATCH (p:{quoted(mapping.papers.label)}) RETURN count(p) AS count", seconds=LOAD_SECONDS)
    return int(rows[0]["count"])


def _info(mapping: GraphMapping, types: tuple[tuple[str, int], ...], said: Sequence[Any], papers: int) -> GraphInfo:
    counts: Counter[str] = Counter()
    described = {p.name: p for p in mapping.predicates}
    names = {row["predicate"]: values.predicate(str(row["predicate"]), frozenset(described))[0] for row in said}
    for row in said:
        counts[names[row["predicate"]]] += row["count"]
    predicates = [*described.values(), *(Predicate(name) for name in sorted(counts) if name not in described)]
    signatures = tuple(dict.fromkeys((row["subject"], names[row["predicate"]], row["object"]) for row in said))
    return GraphInfo(
        name=mapping.name,
        entities=sum(n for _, n in types),
        relations=counts.total(),
        papers=papers,
        predicates=tuple(predicates),
        types=types,
        provenance="A graph in Neo4j with a schema of its own.",
        signatures=signatures[:_MOST_SIGNATURES],
    )


def _directions(words: Words) -> tuple[list[str], list[str]]:
    up, down = ([n for n, r in words.ranks.items() if r is wanted] for wanted in (Rank.NARROWER, Rank.BROADER))
    return up, down


def _address(id: str) -> str:
    kind, _, number = id.partition(":")
    return f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if kind == "PMID" and number.isdigit() else ""
