"""The questions that a turn asks of a pushed graph. Each answers in one row, or in none where the graph is not there.

Lists stand for values of the model, in the order in which `values` reads them. Order within an answer is that of the
embedded graph, so that both say the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.graph.neo4j.schema import NAME_BITS, PAPER
from kgcore.values.model import MOST_LISTED


@dataclass(frozen=True, slots=True)
class CypherStatements:
    """The statements of one schema; all answer with the same lists."""

    entities: str
    between: str
    relatives: str
    paths: str
    neighbourhoods: str
    papers: str
    card: str


# No row unless the graph that was opened is there and whole: a push of another one must not look like "not found".
_HERE = "MATCH (g:EvigraphGraph {key: 'graph'}) WHERE g.digest = $digest AND g.ready\n"

_PAPERS = "coalesce({0}.papers, size({0}.publications), 0)"  # of a relation: stored where all are not listed
_ENTITY = "[{0}.n, {0}.id, {0}.name, {0}.type, {0}.synonyms, {0}.xrefs, {0}.description, {0}.degree]"
_EDGE = (
    "[{0}.n, {0}.id, {1}.id, {0}.predicate, {2}.id, {0}.negated,"
    f" {{0}}.publications[..{MOST_LISTED}], {{0}}.sources, {{0}}.sentences[..{MOST_LISTED}], {{0}}.note, {_PAPERS}]"
)
_P = ", ".join(f"p.{name}" for name in PAPER)
_E, _X = _ENTITY.format("e"), _ENTITY.format("x")
_R = _EDGE.format("r", "startNode(r)", "endNode(r)")
_TOLD = _EDGE.format("r", "s", "o")


def _of_pair(a: str, b: str) -> str:
    """Match the relations `r` from `s` to `o` between the entities with these numbers, by the index."""
    pair = f"CASE WHEN {a} < {b} THEN {b} * ({b} + 1) / 2 + {a} ELSE {a} * ({a} + 1) / 2 + {b} END"
    return f"MATCH (s:EvigraphEntity)-[r:STATES {{pair: {pair}}}]->(o:EvigraphEntity)"


def _edges_of(a: str, b: str) -> str:
    return f"COLLECT {{ {_of_pair(a, b)} WITH s, o, properties(r) AS r RETURN {_TOLD} }}"


_MOST_COMPARED = 1_000_000  # numbers of two lists: some two milliseconds


def _answer(name: str, *body: str) -> str:
    return _HERE + f"RETURN COLLECT {{\n{' '.join(body)}\n}} AS {name}"


OPEN = """\
MATCH (g:EvigraphGraph {key: 'graph'}) RETURN g{.digest, .ready, .stage, .done, .name, .version, .about} AS graph"""

PAGE = "MATCH (p:EvigraphPage {name: $name}) RETURN p.type AS type, p.bytes AS bytes ORDER BY p.part"

KEYS = (
    _HERE
    + f"""\
WITH g, COLLECT {{ MATCH (k:EvigraphKey) WHERE k.key IN $keys RETURN [k.key, k.names] }} AS keys
RETURN keys, COLLECT {{
  UNWIND keys AS key UNWIND key[1] AS name WITH DISTINCT name / {1 << NAME_BITS} AS n
  MATCH (e:EvigraphEntity {{n: n}}) RETURN {_E}
}} AS entities"""
)

# Found by the index roughly, compared again exactly; entities come along.
KINDRED = _answer(
    "kindred",
    """\
UNWIND range(0, size($vectors) - 1) AS i
CALL db.index.vector.queryNodes('evigraph_meaning', $rough, $vectors[i]) YIELD node
WITH i, node, vector.similarity.cosine(node.embedding, $vectors[i]) AS near
ORDER BY i, near DESC, node.n, node.which
WITH i, collect([node.n, node.which, node.embedding])[..$top] AS best
UNWIND best AS one
MATCH (e:EvigraphEntity {n: one[0]}) RETURN [i, one[1], one[2], """
    + _E
    + "]",
)

NUMBERED = _answer("found", f"UNWIND $numbers AS n MATCH (e:EvigraphEntity {{n: n}}) RETURN {_E}")

ENTITIES = _answer("found", f"UNWIND $ids AS id MATCH (e:EvigraphEntity {{id: id}}) RETURN {_E}")

_PAIR = """\
UNWIND range(0, size($pairs) - 1) AS i
MATCH (a:EvigraphEntity {id: $pairs[i][0]}) MATCH (b:EvigraphEntity {id: $pairs[i][1]})"""

BETWEEN = _answer(
    "found",
    _PAIR,
    f"""\
WITH i, a.degree <= b.degree AS upright, a.n AS m, b.n AS n
{_of_pair("m", "n")}
WITH i, upright, s, o, properties(r) AS r RETURN [i, upright, {_TOLD}]""",
)

RELATIVES = _answer(
    "found",
    f"""\
UNWIND $ids AS id MATCH (a:EvigraphEntity {{id: id}})
WITH id, coalesce(a.kin[..$top], []) AS kin UNWIND range(0, size(kin) - 1) AS place
MATCH (x:EvigraphEntity {{n: kin[place] / 2}})
WITH id, place, kin[place] % 2 = 1 AS up, x ORDER BY id, place
RETURN [id, up, {_X}]""",
)

# Weights by degree come as lists (kgcore.evidence.paths has the formulas): what is beyond their end is a hub and counts
# nothing. `inner` and `classes` of an entity have those alone that may count: no relation of a hub is looked at. What
# is in two lists is found by comparing each number with each, or, where both are long, by counting.
PATHS = _answer(
    "found",
    _PAIR,
    f"""\
CALL {{
  WITH a, b
  WITH a.inner AS some, b.inner AS others
  WHERE size(some) * size(others) <= {_MOST_COMPARED}
  UNWIND [n IN some WHERE n IN others] AS n
  MATCH (x:EvigraphEntity {{n: n}}) WHERE x.degree <= size($ordinary)
  RETURN x, $ordinary[x.degree - 1] AS score
 UNION ALL
  WITH a, b
  WITH a.inner AS some, b.inner AS others
  WHERE size(some) * size(others) > {_MOST_COMPARED}
  UNWIND some + others AS n
  WITH n, count(*) AS ends WHERE ends = 2
  MATCH (x:EvigraphEntity {{n: n}}) WHERE x.degree <= size($ordinary)
  RETURN x, $ordinary[x.degree - 1] AS score
 UNION ALL
  WITH a, b
  UNWIND [[a.classes, b.classes], [b.classes, a.classes]] AS ends
  UNWIND [n IN ends[0] WHERE NOT n IN coalesce(ends[1], [])] AS n
  MATCH (x:EvigraphEntity {{n: n}}) WHERE x.degree - x.members <= size($classes)
  RETURN x, $classes[x.degree - x.members - 1] AS score
}}
WITH i, a, b, x, max(score) AS score
WITH i, a, b, x, score, {_edges_of("a.n", "x.n")} AS first, {_edges_of("x.n", "b.n")} AS second
WHERE size(first) > 0 AND size(second) > 0
WITH i, a, b, x, score, first, second, reduce(p = 0, edge IN first + second | p + edge[10]) AS papers
ORDER BY i, score DESC, papers DESC, x.n
WITH i, collect([{_ENTITY.format("a")}, {_X}, {_ENTITY.format("b")}, score, first, second])[..$top] AS paths
UNWIND paths AS path RETURN [i, path]""",
)

NEIGHBOURHOODS = _answer(
    "found",
    f"""\
UNWIND $ids AS id MATCH (c:EvigraphEntity {{id: id}})
WITH id, c, COLLECT {{ MATCH (c)-[:STATES]-(x) WITH DISTINCT x ORDER BY x.n RETURN x.id }} AS around
WITH id, around, COLLECT {{
  MATCH (c)-[r:STATES]-(x)
  WITH x, sum({_PAPERS.format("r")}) AS papers, max(coalesce(r.year, 0)) AS year, collect(r) AS edges
  ORDER BY papers DESC, year DESC, x.degree, x.n LIMIT $top
  RETURN [{_X}, [r IN edges | {_R}]]
}} AS best
RETURN [id, around, best]""",
)

# The same of what is stored with an entity, for as many neighbours as are: a hub's relations need not be ranked anew.
STORED_NEIGHBOURHOODS = _answer(
    "found",
    f"""\
UNWIND $ids AS id MATCH (c:EvigraphEntity {{id: id}})
WITH id, c, COLLECT {{
  WITH c, c.n AS n, c.best[..$top] AS best
  UNWIND range(0, size(best) - 1) AS place
  {_of_pair("n", "best[place]")}
  WITH CASE s WHEN c THEN o ELSE s END AS x, place, s, o, properties(r) AS r
  WITH x, place, {_TOLD} AS edge
  WITH x, place, collect(edge) AS edges ORDER BY place
  RETURN [{_X}, edges]
}} AS best
RETURN [id, c.around, best]""",
)

PAPERS = _answer(
    "found",
    f"UNWIND $ids AS id MATCH (p:EvigraphPaper {{id: id}}) RETURN [{_P}]",
)

SEARCH = _answer(
    "found",
    f"""\
CALL db.index.fulltext.queryNodes('evigraph_papers', $words, {{limit: $most}}) YIELD node AS p, score
RETURN [{_P}] ORDER BY score DESC, p.n""",
)

CARD = _answer("found", "MATCH (e:EvigraphEntity {id: $id}) RETURN [e.extra, e.links]")

PUSHED = CypherStatements(ENTITIES, BETWEEN, RELATIVES, PATHS, NEIGHBOURHOODS, PAPERS, CARD)
