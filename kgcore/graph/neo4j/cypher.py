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
_R, _S = (_EDGE.format(name, f"startNode({name})", f"endNode({name})") for name in "rs")


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
    f"MATCH (a)-[r:STATES]-(b) RETURN [i, a.degree <= b.degree, {_R}]",
)

RELATIVES = _answer(
    "found",
    f"""\
UNWIND $ids AS id
MATCH (a:EvigraphEntity {{id: id}})-[k:BROADER]-(x) WHERE k.kind OR x.type = a.type
WITH id, x, startNode(k) = a AS up ORDER BY id, up DESC, x.degree DESC, x.n
WITH id, collect([up, {_X}])[..$top] AS kin
UNWIND kin AS one RETURN [id, one[0], one[1]]""",
)

# Weights by degree come as lists (kgcore.paths has the formulas): what is beyond their end is a hub and counts nothing.
PATHS = _answer(
    "found",
    _PAIR,
    f"""\
CALL {{
  WITH a, b
  WITH CASE WHEN a.degree <= b.degree THEN [a, b] ELSE [b, a] END AS ends
  WITH ends[0] AS few, ends[1] AS many
  MATCH (few)-[:STATES]-(x) WHERE x.degree <= size($ordinary) AND EXISTS {{ (x)-[:STATES]-(many) }}
  RETURN x, $ordinary[x.degree - 1] AS score
 UNION ALL
  WITH a, b
  UNWIND [[a, b], [b, a]] AS ends
  WITH ends[0] AS one, ends[1] AS other
  MATCH (one)-[:BROADER {{kind: true}}]->(x)
  WHERE x.degree - x.members <= size($classes) AND EXISTS {{ (x)-[:STATES]-(other) }}
    AND NOT EXISTS {{ (other)-[:BROADER {{kind: true}}]->(x) }}
  RETURN x, $classes[x.degree - x.members - 1] AS score
}}
WITH i, a, b, x, max(score) AS score
MATCH (a)-[r:STATES]-(x) WITH i, a, b, x, score, collect(r) AS first
MATCH (x)-[s:STATES]-(b) WITH i, a, b, x, score, first, collect(s) AS second
WITH i, a, b, x, score, first, second, reduce(p = 0, r IN first + second | p + {_PAPERS.format("r")}) AS papers
ORDER BY i, score DESC, papers DESC, x.n
WITH i, collect([{_ENTITY.format("a")}, {_X}, {_ENTITY.format("b")}, score, [r IN first | {_R}],
  [s IN second | {_S}]])[..$top] AS paths
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
  WITH c, CASE WHEN $top > 0 THEN coalesce(c.reach[$top - 1], size(c.best)) ELSE 0 END AS many
  UNWIND range(0, many - 1) AS place
  MATCH (s:EvigraphEntity)-[r:STATES {{n: c.best[place]}}]->(o:EvigraphEntity)
  WITH CASE s WHEN c THEN o ELSE s END AS x, place, s, o, properties(r) AS r
  WITH x, place, {_EDGE.format("r", "s", "o")} AS edge
  WITH x, min(place) AS first, collect(edge) AS edges ORDER BY first
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

CARD = _answer(
    "found",
    """\
MATCH (e:EvigraphEntity {id: $id})
OPTIONAL MATCH (e)-[r:STATES]-()
WITH e, r.predicate AS predicate, startNode(r) = e AS out, coalesce(r.negated, false) AS negated, count(*) AS n
RETURN [e.extra, predicate, out, negated, n]""",
)

PUSHED = CypherStatements(ENTITIES, BETWEEN, RELATIVES, PATHS, NEIGHBOURHOODS, PAPERS, CARD)
