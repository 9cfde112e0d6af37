"""The questions of `cypher` for a graph with a schema of its own, built from its mapping. Names are quoted and checked.

Such a graph stores no degrees: they are counted (Neo4j keeps the number of a node's relations), and only nodes with few
relations are looked at closely.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kgcore.graph.neo4j.cypher import CypherStatements
from kgcore.graph.neo4j.mapping import GraphMapping, PaperMapping, RelationMapping, quote_identifier
from kgcore.graph.neo4j.schema import PAPER
from kgcore.graph.taxonomy import TaxonomicRank, taxonomic_rank

_PLAIN_KEY = "toLower(replace(replace(replace(last(split(key, ':')), '_', ''), '-', ''), ' ', ''))"
_PLAINLY_NOT = "coalesce(toLower(toStringOrNull(p[1])) IN ['false', '0', 'no', '', 'positive'], false)"
_FEW = 12  # relations; a node with more is no specific link, or would have to be counted edge by edge


class CypherFragments:
    """Pieces of statements about one mapped graph."""

    def __init__(self, mapping: GraphMapping, predicates: Collection[str], *, numeric: bool) -> None:
        """`predicates`: those that occur; `numeric`: some ids are whole numbers."""
        self.mapping, self._numeric = mapping, numeric
        nodes, relations = mapping.nodes, mapping.relations
        self.label = "".join(":" + "|".join(map(quote_identifier, nodes.labels)) if nodes.labels else "")
        self.types = "".join(":" + "|".join(map(quote_identifier, relations.types)) if relations.types else "")
        self.ranks = {
            name: taxonomic_rank(name) for name in predicates if taxonomic_rank(name) is not TaxonomicRank.NONE
        }

    def match(self, variable: str, id: str) -> str:
        """Match the node with an id (an expression)."""
        known = quote_identifier(self.mapping.nodes.id)
        if self._numeric:  # one label's ids may be whole numbers, another's texts
            return f"MATCH ({variable}{self.label}) WHERE {variable}.{known} IN [{id}, toIntegerOrNull({id})]"
        return f"MATCH ({variable}{self.label} {{{known}: {id}}})"

    def is_entity(self, variable: str) -> str:
        """Say whether a neighbour is an entity."""
        nodes = self.mapping.nodes
        known = f"{self.id(variable)} <> '' AND {variable}.{quote_identifier(nodes.name)} IS NOT NULL"
        return f"({variable}{self.label} AND {known})" if nodes.labels else f"({known})"

    def id(self, variable: str) -> str:
        """Return a node's id as text; null where it is a list, a place or the like."""
        return f"toStringOrNull({variable}.{quote_identifier(self.mapping.nodes.id)})"

    def degree(self, variable: str) -> str:
        """Return how many relations a node has."""
        return f"COUNT {{ ({variable})-[{self.types}]-() }}"

    def type(self, variable: str) -> str:
        """Return a node's type: a property (of a list the first), else its first label among those of the mapping."""
        told, label = self.mapping.nodes.type, f"[l IN labels({variable}) WHERE l IN $labels][0], labels({variable})[0]"
        if not told:
            return f"coalesce({label}, '')"
        kind = f"{variable}.{quote_identifier(told)}"
        first = f"CASE WHEN valueType({kind}) STARTS WITH 'LIST' THEN {kind}[0] ELSE {kind} END"
        return f"coalesce(toStringOrNull({first}), {label}, '')"

    def entity(self, v: str) -> str:
        """Return the list of an entity."""
        nodes = self.mapping.nodes
        lists = [_lists(v, names) for names in (nodes.synonyms, nodes.xrefs)]
        name, about = f"{v}.{quote_identifier(nodes.name)}", _property(v, nodes.description)
        return (
            f"[{self.id(v)}, {self.id(v)}, {name}, {self.type(v)}, {lists[0]}, {lists[1]}, {about}, {self.degree(v)}]"
        )

    def predicate(self, r: str) -> str:
        """Return what a relation says."""
        name = self.mapping.relations.predicate
        return f"coalesce(toStringOrNull({r}.{quote_identifier(name)}), type({r}))" if name else f"type({r})"

    def edge(self, r: str) -> str:
        """Return the list of a relation."""
        told: RelationMapping = self.mapping.relations
        id = (
            f"coalesce(toStringOrNull({r}.{quote_identifier(told.id)}), elementId({r}))"
            if told.id
            else f"elementId({r})"
        )
        ends = self.id(f"startNode({r})"), self.predicate(r), self.id(f"endNode({r})")
        lists = _lists(r, told.publications), _lists(r, told.sources), _property(r, told.sentences)
        return (
            f"[{id}, {id}, {', '.join(ends)}, {self.denial(r)}, {', '.join(lists)}, {_property(r, told.note)},\n"
            f"  {self.others(r)}]"
        )

    def denial(self, r: str) -> str:
        """Return the property that is mapped as the denial, or false."""
        return f"coalesce({_property(r, self.mapping.relations.negated)}, false)"

    def others(self, r: str, among: str = "$telling") -> str:
        """Return the other properties that may deny a relation, as [name, value]; `values` says which do."""
        own = self.mapping.relations.negated
        named = f"{_PLAIN_KEY} IN {among}" + (f" AND key <> {_text(own)}" if own else "")
        return f"[key IN keys({r}) WHERE {named} | [key, {r}[key]]]"

    def relatives(self, low: str, high: str) -> str | None:
        """Return a pattern test that `k` between the two makes `low` a kind of `high`; None where nothing does."""
        up = [n for n, r in self.ranks.items() if r is TaxonomicRank.NARROWER]
        down = [n for n, r in self.ranks.items() if r is TaxonomicRank.BROADER]
        if not up and not down:
            return None
        told = self.predicate("k")
        stands = f"none(p IN {self.others('k', '$signs')} + [['', {self.denial('k')}]] WHERE NOT {_PLAINLY_NOT})"
        return (
            f"({stands} AND (({told} IN $up AND startNode(k) = {low}) OR ({told} IN $down AND startNode(k) = {high})))"
        )


def mapped_statements(words: CypherFragments) -> CypherStatements:
    """Return the statements for a mapped graph."""
    w = words
    pair = (
        f"UNWIND range(0, size($pairs) - 1) AS i\n{w.match('a', '$pairs[i][0]')}\n{w.match('b', '$pairs[i][1]')}\n"
        "WITH i, a, b\n"
    )
    around = f"MATCH (a)-[r{w.types}]-(x) WHERE x <> a AND {w.is_entity('x')}"
    papers = _papers_counted("r", w.mapping.relations.publications)
    return CypherStatements(
        entities=_found(f"UNWIND $ids AS id {w.match('e', 'id')} RETURN {w.entity('e')}"),
        between=_found(f"{pair}MATCH (a)-[r{w.types}]-(b) RETURN [i, true, {w.edge('r')}]"),
        relatives=_relatives(w),
        paths=_paths(w, pair),
        neighbourhoods=_found(
            f"UNWIND $ids AS id {w.match('a', 'id')}\n"
            f"WITH id, a, COLLECT {{ {around} WITH DISTINCT x RETURN {w.id('x')} }} AS around\n"
            f"WITH id, around, COLLECT {{ {around}\nWITH x, sum({papers}) AS papers, collect(r) AS edges\n"
            f"ORDER BY papers DESC, {w.id('x')} LIMIT $top\n"
            f"RETURN [{w.entity('x')}, [r IN edges | {w.edge('r')}]] }} AS best\n"
            "RETURN [id, around, best]"
        ),
        papers=_papers(w.mapping.papers),
        card=_found(
            f"{w.match('e', '$id')} OPTIONAL MATCH (e)-[r{w.types}]-(x) WHERE {w.is_entity('x')}\n"
            f"WITH e, {w.predicate('r')} AS predicate, startNode(r) = e AS out,\n"
            f"  [{w.denial('r')}, {w.others('r')}] AS denial, count(r) AS n\n"
            "RETURN [properties(e), predicate, out, denial, n]"
        ),
    )


def _relatives(w: CypherFragments) -> str:
    test = w.relatives("a", "x")
    back = w.relatives("x", "a")
    if test is None:
        return "RETURN [] AS found"
    return _found(
        f"UNWIND $ids AS id {w.match('a', 'id')}\n"
        f"MATCH (a)-[k{w.types}]-(x) WHERE {w.is_entity('x')} AND ({test} OR {back})\n"
        f"WITH id, x, {test} AS up ORDER BY id, up DESC, {w.degree('x')} DESC, {w.id('x')}\n"
        f"WITH id, collect([up, {w.entity('x')}])[..$top] AS kin UNWIND kin AS one RETURN [id, one[0], one[1]]"
    )


def _paths(w: CypherFragments, pair: str) -> str:
    links = f"COUNT {{ MATCH (x)-[{w.types}]-(y) WHERE {w.is_entity('y')} RETURN DISTINCT y }}"
    ordinary = (
        f"WITH a, b WITH CASE WHEN {w.degree('a')} <= {w.degree('b')} THEN [a, b] ELSE [b, a] END AS ends\n"
        f"WITH ends[0] AS few, ends[1] AS many MATCH (few)-[{w.types}]-(x)\n"
        f"WHERE x <> many AND {w.degree('x')} <= {_FEW} AND {w.is_entity('x')}\n"
        f"  AND EXISTS {{ (x)-[{w.types}]-(many) }}\n"
        f"WITH DISTINCT x, {links} AS links WHERE links <= size($ordinary) RETURN x, $ordinary[links - 1] AS score"
    )
    classes = ""
    if (test := w.relatives("one", "x")) and (member := w.relatives("y", "x")) and (other := w.relatives("other", "x")):
        members = f"COUNT {{ MATCH (x)-[k{w.types}]-(y) WHERE {member} RETURN DISTINCT y }}"
        classes = (
            "UNION ALL WITH a, b UNWIND [[a, b], [b, a]] AS ends WITH ends[0] AS one, ends[1] AS other\n"
            f"MATCH (one)-[k{w.types}]-(x) WHERE {test} AND {w.is_entity('x')} AND {w.degree('x')} <= $members\n"
            f"AND EXISTS {{ (x)-[{w.types}]-(other) }}\n"
            f"AND NOT EXISTS {{ MATCH (other)-[k{w.types}]-(x) WHERE {other} }}\n"
            f"WITH DISTINCT x, {links} - {members} AS links WHERE links <= size($classes)\n"
            "RETURN x, $classes[CASE WHEN links < 1 THEN 0 ELSE links - 1 END] AS score"
        )
    ends = [w.entity(v) for v in "axb"]
    return _found(
        f"{pair}CALL {{ {ordinary}\n{classes} }}\nWITH i, a, b, x, max(score) AS score\n"
        f"MATCH (a)-[r{w.types}]-(x) WITH i, a, b, x, score, collect(r) AS first\n"
        f"MATCH (x)-[s{w.types}]-(b) WITH i, a, b, x, score, first, collect(s) AS second\n"
        f"ORDER BY i, score DESC, size(first) + size(second) DESC, {w.id('x')}\n"
        f"WITH i, collect([{', '.join(ends)}, score, [r IN first | {w.edge('r')}],\n"
        f"  [s IN second | {w.edge('s')}]])[..$top] AS paths\nUNWIND paths AS path RETURN [i, path]"
    )


def _papers(papers: PaperMapping) -> str:
    if not papers.label:
        return "RETURN [] AS found"
    told = [_property("p", getattr(papers, name)) for name in PAPER[1:]]
    id = f"p.{quote_identifier(papers.id)}"
    return _found(
        f"UNWIND $ids + [i IN $ids | last(split(i, ':'))] + [i IN $ids | toIntegerOrNull(last(split(i, ':')))] AS id\n"
        f"MATCH (p:{quote_identifier(papers.label)} {{{quote_identifier(papers.id)}: "
        f"id}}) RETURN [toStringOrNull({id}), {', '.join(told)}]"
    )


def _found(body: str) -> str:
    return f"RETURN COLLECT {{\n{body}\n}} AS found"


def _property(variable: str, name: str) -> str:
    return f"{variable}.{quote_identifier(name)}" if name else "null"


def _lists(variable: str, names: Sequence[str]) -> str:
    return "[" + ", ".join(f"{variable}.{quote_identifier(name)}" for name in names) + "]"


def _papers_counted(r: str, names: Sequence[str]) -> str:
    """Count papers roughly: the items of a list, or the separators of a text."""
    counts = [
        f"CASE WHEN {r}.{quote_identifier(n)} IS NULL THEN 0\n"
        f"  WHEN valueType({r}.{quote_identifier(n)}) STARTS WITH 'LIST' THEN size({r}.{quote_identifier(n)})\n"
        f"  ELSE size(split(replace(replace(toStringOrNull({r}.{quote_identifier(n)}), ';', '|'), ',', '|'), '|')) END"
        for n in names
    ]
    return " + ".join(counts) or "0"


def _text(name: str) -> str:
    """Return a property's name as a text in a statement; the mapping has refused what could end it but the quote."""
    return "'" + name.replace("'", "\\'") + "'"
