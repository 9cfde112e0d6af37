"""A Neo4j graph with a schema of its own, as a mapping describes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from kgcore.errors import GraphNotFound
from kgcore.graph.denials import SIGNS, TELLING
from kgcore.graph.embedded.names_index import fold_beginning
from kgcore.graph.neo4j import values
from kgcore.graph.neo4j.bolt import LOAD_SECONDS, Bolt
from kgcore.graph.neo4j.graph import Asked, BoltGraph, Corrections, NameOwner, Schema
from kgcore.graph.neo4j.mapped_cypher import CypherFragments, mapped_statements
from kgcore.graph.neo4j.mapping import GraphMapping, quote_identifier
from kgcore.graph.neo4j.pushed import Read, correct_words
from kgcore.graph.neo4j.values import ANY, Row, is_sendable
from kgcore.graph.taxonomy import TaxonomicRank
from kgcore.linking.lexicon import thesaurus
from kgcore.linking.linking import SimilarEntity
from kgcore.linking.lookup_keys import name_keys
from kgcore.linking.names import normalize_text, tokens
from kgcore.linking.spelling import SHORTEST, misspelling_cost
from kgcore.ports import Pair
from kgcore.values.model import Edge, Entity, GraphInfo, Paper, Predicate

# --- Names of a graph that keeps no index of ours: its full-text index (or an exact look-up) finds, our rules
# decide.

MOST_FOUND = 40  # nodes per mention that are looked at
_MOST_WORDS = 10  # of a mention that are searched for
_MOST_TEXTS = 600  # searched for at once; what a long text has beyond is not
_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"'s\b|'")


class MappedFound:
    """The entities that a batch of mentions may mean, under the keys of all their names."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._owners: dict[str, list[NameOwner]] = {}
        self._words: set[str] = set()
        for row in rows:
            entity, links = ANY.entity(row), int(row[7] or 0)
            for which, text in enumerate((entity.name, *entity.synonyms)):
                self._words.update(tokens(text))
                for key in dict.fromkeys(name_keys(text, entity.type, which == 0)):
                    self._owners.setdefault(key, []).append(NameOwner(entity, text, which == 0, links))

    def owners(self, key: str) -> Sequence[NameOwner]:
        """Return whose name has this key."""
        return self._owners.get(key, ())

    def corrections(self, words: tuple[str, ...]) -> Corrections:
        """Return the words put right with those of the names that were found."""
        return correct_words(words, self._words.__contains__, self._meant)

    @cached_property
    def _long(self) -> list[str]:
        return [w for w in self._words if len(w) >= SHORTEST - 1]

    def _meant(self, word: str) -> list[tuple[str, float]]:
        costs = ((meant, misspelling_cost(word, meant)) for meant in self._long)
        return sorted(((m, c) for m, c in costs if c is not None), key=lambda found: (found[1], found[0]))[:2]


class MappedFinder:
    """Searches a mapped graph by name."""

    def __init__(self, read: Read, by_words: str, by_name: str) -> None:
        """Take the statements: by words in a full-text index ("" where there is none), and by exact names."""
        self._read, self._by_words, self._by_name = read, by_words, by_name

    async def find(self, asked: Asked, guessed: Sequence[tuple[str, ...]]) -> MappedFound:
        """Look the texts up, and what else they may be called."""
        texts = list(dict.fromkeys(normalize_text(text) for text, some in asked if some))
        texts = [text for text in texts if text and is_sendable(text)][:_MOST_TEXTS]
        if not texts:
            return MappedFound(())
        if self._by_words:
            queries = list(dict.fromkeys(q for text in texts if (q := lucene_query(text))))
            (row,) = await self._read(self._by_words, queries=queries, most=MOST_FOUND)
        else:
            names = list(dict.fromkeys(name for text in texts for name in likely_spellings(text)))
            (row,) = await self._read(self._by_name, names=names, most=MOST_FOUND * len(texts))
        return MappedFound({str(e[1]): e for e in row["found"]}.values())

    async def kindred(self, texts: Sequence[str]) -> Mapping[str, tuple[SimilarEntity, ...]]:
        """A graph without our vectors knows no meanings."""
        return {}


def lucene_query(text: str) -> str:
    """Return a query for a mention: its words, long ones also misspelt, or another general name of it.

    It is made of letters and digits in lower case only, so that nothing in it is an operator of Lucene's.
    """
    ways = [_words(text), *map(list, thesaurus().others(tokens(text)))]
    parts = [" AND ".join(_word(w) for w in dict.fromkeys(words)) for words in ways if words]
    return " OR ".join(f"({part})" for part in dict.fromkeys(parts))


def likely_spellings(text: str) -> list[str]:
    """Return the ways in which a name is likely to be written, and other general names."""
    ways = [text, *(" ".join(words) for words in thesaurus().others(tokens(text)))]
    return [w for way in ways for w in (way, way.lower(), way.capitalize(), way.title(), way.upper())]


def _words(text: str) -> list[str]:
    return _WORD.findall(_POSSESSIVE.sub("", normalize_text(text).casefold()))[:_MOST_WORDS]


def _word(word: str) -> str:
    """Search for a word; for a long one also with other endings ("alzheimer's") and with a slip of the pen."""
    return f"({word.removesuffix('s')}* OR {word}~1)" if len(word) >= SHORTEST else word


def prefix_query(text: str) -> str:
    """Return a query for names with words that begin like what was typed, or ""."""
    words = _words(text)
    return " AND ".join([*words[:-1], f"{words[-1]}*"]) if words else ""


MOST_MEMBERS = 2_000  # relations of a class that are counted for a path through it
_MOST_SIGNATURES = 20_000
_FULLTEXT = """\
SHOW FULLTEXT INDEXES YIELD name, state, entityType, labelsOrTypes, properties
WHERE entityType = 'NODE' AND state = 'ONLINE' RETURN name, labelsOrTypes AS labels, properties"""


class MappedGraph(BoltGraph):
    """Answers from what is there; nothing is written, nothing is kept here."""

    note = "Matching by meaning is off: this graph was not pushed by Evigraph."

    def __init__(self, bolt: Bolt, words: CypherFragments, info: GraphInfo, fulltext: str) -> None:
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
        super().__init__(self._rows, Schema(mapped_statements(words), values.row_reader(self._described)), info, finder)

    @classmethod
    async def open(cls, bolt: Bolt, mapping: GraphMapping) -> Self:
        """Look the graph over once; raises GraphNotFound where nothing in it fits the mapping."""
        plain = CypherFragments(mapping, (), numeric=False)
        counted = await bolt.read(_types(plain), seconds=LOAD_SECONDS, labels=list(mapping.nodes.labels))
        types = tuple((str(row["type"]), int(row["count"])) for row in counted)
        if not types:
            raise GraphNotFound(
                f"Neo4j at {bolt.place} has no nodes that NEO4J_MAPPING describes.",
                hint="`evigraph check --only graph` lists the labels and properties that are there.",
            )
        numeric = any(row["numeric"] for row in counted)
        said = await bolt.read(_signatures(plain), seconds=LOAD_SECONDS, labels=list(mapping.nodes.labels))
        words = CypherFragments(mapping, {row["predicate"] for row in said}, numeric=numeric)
        papers = await _paper_count(bolt, mapping)
        fulltext = mapping.nodes.fulltext or await find_fulltext(bolt, mapping)
        graph = cls(bolt, words, _info(mapping, types, said, papers), fulltext)
        await graph._warm()
        return graph

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins with `text`, the best-joined first."""
        begun = fold_beginning(text)
        if not begun or top < 1 or not values.is_sendable(text):
            return ()
        if self._by_words:
            (row,) = await self._rows(self._by_words, queries=[prefix_query(text) or "x"], most=4 * MOST_FOUND)
        else:
            (row,) = await self._rows(self._by_name, names=likely_spellings(text), most=MOST_FOUND)
        found = [(values.ANY.entity(e), e[7] or 0) for e in row["found"]]
        fits = [(e, n) for e, n in found if any(fold_beginning(t).startswith(begun) for t in (e.name, *e.synonyms))]
        return tuple({e.id: e for e, _ in sorted(fits, key=lambda f: (-f[1], f[0].name))}.values())[:top]

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids: as the graph's nodes tell them, else what the id alone tells."""
        known = await super().papers(ids)
        bare = {i: Paper(i, url=_address(i)) for i in ids if i not in known and _address(i)}
        return {**known, **bare}

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two."""
        found = await super().edges_between(pairs)
        return {pair: tuple(sorted(edges, key=lambda e: (-e.cited, e.id))) for pair, edges in found.items()}

    async def close(self) -> None:
        """Let go of the connections."""
        await self._bolt.close()

    def _counted(self, rows: Sequence[Row]) -> Counter[tuple[str, bool, bool]]:
        counts = Counter[tuple[str, bool, bool]]()
        for _, written, out, told, n in rows:
            denied = values.denied_by_properties(*told) if written else None
            if denied is not None:
                name, not_so = values.predicate_from_name(str(written), self._described)
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


def _searches(words: CypherFragments, fulltext: str) -> tuple[str, str]:
    """Return the statements that look names up: by words ("" without an index), and exactly."""
    name = quote_identifier(words.mapping.nodes.name)
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


def _types(words: CypherFragments) -> str:
    node = words.mapping.nodes
    return (
        f"MATCH (e{words.label}) WHERE {words.is_entity('e')}\n"
        f"RETURN {words.type('e')} AS type, count(*) AS count,\n"
        f"  any(i IN collect(e.{quote_identifier(node.id)})[..50] "
        "WHERE valueType(i) STARTS WITH 'INTEGER') AS numeric\n"
        "ORDER BY count DESC, type"
    )


def _signatures(words: CypherFragments) -> str:
    return (
        f"MATCH (a{words.label})-[r{words.types}]->(b) WHERE {words.is_entity('a')} AND {words.is_entity('b')}\n"
        f"RETURN {words.type('a')} AS subject, {words.predicate('r')} AS predicate, {words.type('b')} AS object,\n"
        "  count(*) AS count ORDER BY count DESC"
    )


async def _paper_count(bolt: Bolt, mapping: GraphMapping) -> int:
    if not mapping.papers.label:
        return 0
    rows = await bolt.read(
        f"MATCH (p:{quote_identifier(mapping.papers.label)}) RETURN count(p) AS count", seconds=LOAD_SECONDS
    )
    return int(rows[0]["count"])


def _info(mapping: GraphMapping, types: tuple[tuple[str, int], ...], said: Sequence[Any], papers: int) -> GraphInfo:
    counts: Counter[str] = Counter()
    described = {p.name: p for p in mapping.predicates}
    names = {
        row["predicate"]: values.predicate_from_name(str(row["predicate"]), frozenset(described))[0] for row in said
    }
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


def _directions(words: CypherFragments) -> tuple[list[str], list[str]]:
    up, down = (
        [n for n, r in words.ranks.items() if r is wanted] for wanted in (TaxonomicRank.NARROWER, TaxonomicRank.BROADER)
    )
    return up, down


def _address(id: str) -> str:
    kind, _, number = id.partition(":")
    return f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if kind == "PMID" and number.isdigit() else ""
