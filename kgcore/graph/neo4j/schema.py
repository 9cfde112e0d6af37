"""What `evigraph kg push` makes of a graph in Neo4j, and the statements that make it.

    (:EvigraphGraph {key: "graph", digest, ready, stage, done, …})   what the graph says of itself; how far a push is
    (:EvigraphEntity {n, id, name, type, synonyms, xrefs, description, extra, degree, members,
      around, best, links, kin, inner, classes})                   what questions ask of a hub, counted by the push
    (:EvigraphEntity)-[:STATES {n, pair, id, predicate, negated, publications, …, papers, year}]->(:EvigraphEntity)
    (:EvigraphPaper {n, id, title, journal, year, url, and, where they are known, authors, volume, issue, pages})
    (:EvigraphKey {key, names})                                      a name's key (kgcore.keys) → whose name it is
    (:EvigraphVector {n, which, embedding})                          entities by their own name, synonyms beside them
    (:EvigraphPage {id, name, part, type, bytes})                    the words of all names, how they begin, all ids

A name is one number: its entity's `n` in the upper bits and its place (0: the name itself) in the lower sixteen.
A pair of entities is one number, too, so that its relations are found however many others its ends have. Numbers of
entities are `best` (neighbours, the best-documented first), `kin` (relatives, each twice its number, and one more if it
is broader), `inner` and `classes` (neighbours through which a specific path may lead, see kgcore.evidence.paths);
`links` counts relations: four times the place of the predicate in what the graph says of itself, two more if they leave
the entity, one more if they are negated, and then how many.
Predicates stand in a property: no name of a graph is ever part of a statement.
"""

from __future__ import annotations

from enum import Enum

from kgcore.values.citation import Citation

NAME_BITS = 16  # of a name's number for its place among the names of its entity
PAGE_BYTES = 1 << 20
NEIGHBOURS = "<u4"  # numbers of an entity's neighbours, as bytes: a hub's tens of thousands of ids take long to send
BEST = 400  # neighbours of an entity, the best-documented, that are stored with it: what questions look at
VERSION = 4  # one more whenever an older program could not read what a push makes

LABELS = ("EvigraphEntity", "EvigraphSynonym", "EvigraphPaper", "EvigraphKey", "EvigraphPage")

CONSTRAINTS = (
    "CREATE CONSTRAINT evigraph_graph IF NOT EXISTS FOR (g:EvigraphGraph) REQUIRE g.key IS UNIQUE",
    "CREATE CONSTRAINT evigraph_entity_id IF NOT EXISTS FOR (e:EvigraphEntity) REQUIRE e.id IS UNIQUE",
    "CREATE CONSTRAINT evigraph_entity_n IF NOT EXISTS FOR (e:EvigraphEntity) REQUIRE e.n IS UNIQUE",
    "CREATE CONSTRAINT evigraph_paper_id IF NOT EXISTS FOR (p:EvigraphPaper) REQUIRE p.id IS UNIQUE",
    "CREATE CONSTRAINT evigraph_key IF NOT EXISTS FOR (k:EvigraphKey) REQUIRE k.key IS UNIQUE",
    "CREATE CONSTRAINT evigraph_page IF NOT EXISTS FOR (p:EvigraphPage) REQUIRE p.id IS UNIQUE",
)
EDGES = "CREATE INDEX evigraph_edges IF NOT EXISTS FOR ()-[r:STATES]-() ON (r.pair)"
FULLTEXT = ("CREATE FULLTEXT INDEX evigraph_papers IF NOT EXISTS FOR (p:EvigraphPaper) ON EACH [p.title, p.journal]",)
VECTOR = """\
CREATE VECTOR INDEX evigraph_meaning IF NOT EXISTS FOR (v:EvigraphVector) ON (v.embedding) OPTIONS $options"""
# What would have to be kept up to date while a graph is cleared; evigraph_names: of pushes by older versions.
DROP_INDEXES = (
    *(
        f"DROP INDEX {name} IF EXISTS"
        for name in ("evigraph_edges", "evigraph_names", "evigraph_papers", "evigraph_meaning")
    ),
    *(
        f"DROP CONSTRAINT {name} IF EXISTS"
        for name in ("evigraph_entity_id", "evigraph_entity_n", "evigraph_paper_id", "evigraph_key", "evigraph_page")
    ),
)
INDEX_STATE = """\
SHOW INDEXES YIELD name, state, populationPercent WHERE name STARTS WITH 'evigraph'
RETURN collect(state) AS states, avg(populationPercent) AS percent"""


class PushStage(Enum):
    """The steps of a push, in order."""

    ENTITIES = "entities"
    VECTORS = "meanings"
    SYNONYMS = "meanings of synonyms"
    PAPERS = "papers"
    STATEMENTS = "relations"
    KEYS = "names"
    PAGES = "spelling"
    INDEXES = "indexes"


# The first SET locks the marker, so that what it says is read behind everybody else's change of it and not before.
_LOCKED = "(g:EvigraphGraph {key: 'graph'}) SET g.turn = coalesce(g.turn, 0) + 1 WITH g"
# A batch and how far the push is change in one transaction: whatever is cut off leaves either both or neither.
_ADVANCE = f"""\
MATCH {_LOCKED} WHERE g.digest = $digest AND g.stage = $stage AND g.done = $done
SET g.done = $done + size($rows)
WITH g UNWIND $rows AS row
"""
_ADDED = "\nWITH count(*) AS added RETURN added"

PAPER = ("id", "title", "journal", "year", "url", *Citation._fields)
BATCHES = {
    PushStage.ENTITIES: """\
CREATE (:EvigraphEntity {n: row[0], id: row[1], name: row[2], type: row[3], synonyms: row[4], xrefs: row[5],
  description: row[6], extra: row[7], degree: row[8], members: row[9], around: row[10], best: row[11],
  links: row[12], kin: row[13], inner: row[14], classes: row[15]})""",
    PushStage.PAPERS: f"""\
CREATE (:EvigraphPaper {{n: row[0], {", ".join(f"{name}: row[{at}]" for at, name in enumerate(PAPER, 1))}}})""",
    PushStage.STATEMENTS: """\
MATCH (s:EvigraphEntity {n: row[1]}) MATCH (o:EvigraphEntity {n: row[2]})
CREATE (s)-[:STATES {n: row[0], id: row[3], predicate: row[4], negated: row[5], publications: row[6], sources: row[7],
  sentences: row[8], note: row[9], extra: row[10], papers: row[11], year: row[12],
  pair: row[13]}]->(o)""",
    PushStage.KEYS: "CREATE (:EvigraphKey {key: row[0], names: row[1]})",
    PushStage.VECTORS: """\
MATCH (e:EvigraphEntity {n: row[0]}) SET e:EvigraphVector, e.which = 0
WITH e, row CALL db.create.setNodeVectorProperty(e, 'embedding', row[2])""",
    PushStage.SYNONYMS: """\
CREATE (s:EvigraphSynonym:EvigraphVector {n: row[0], which: row[1]})
WITH s, row CALL db.create.setNodeVectorProperty(s, 'embedding', row[2])""",
    PushStage.PAGES: """\
CREATE (:EvigraphPage {id: row[0] + '/' + row[1], name: row[0], part: row[1], type: row[2], bytes: row[3]})""",
}


def batch_statement(stage: PushStage) -> str:
    """Return the statement that adds one batch of `$rows` of a stage, if the push is where `$done` says."""
    return _ADVANCE + BATCHES[stage] + _ADDED


STATE = """\
MATCH (g:EvigraphGraph {key: 'graph'}) RETURN g{.digest, .ready, .stage, .done, .name, .version, .about} AS graph"""
NEXT_STAGE = f"""\
MATCH {_LOCKED} WHERE g.digest = $digest AND g.stage = $stage
SET g.stage = $next, g.done = 0"""
# Of two that begin with the same graph the second leaves the marker as it finds it.
BEGIN = f"""\
MERGE {_LOCKED} WHERE coalesce(g.digest, '') <> $digest
SET g.digest = $digest, g.name = $name, g.version = $version, g.ready = false, g.stage = $stage, g.done = 0,
  g.about = $about"""
READY = f"""\
MATCH {_LOCKED} WHERE g.digest = $digest AND g.stage = $stage
SET g.ready = true, g.stage = 'done'"""
CLOSE = "MERGE (g:EvigraphGraph {key: 'graph'}) SET g.ready = false, g.digest = '', g.stage = 'clearing', g.done = 0"
# Relations before their ends: a thousand hubs with all that hangs on them may be more than one transaction can hold.
# BROADER: of pushes by older versions.
# In parts that the server commits: in one go, so that it does not look for the next part behind all that is gone, and
# small ones, which take half as long as parts of ten thousand.
_IN_PARTS = "IN TRANSACTIONS OF 2000 ROWS RETURN count(*) AS gone"
CLEAR = (
    f"MATCH ()-[x:STATES|BROADER]->() CALL {{ WITH x DELETE x }} {_IN_PARTS}",
    *(f"MATCH (x:{label}) CALL {{ WITH x DETACH DELETE x }} {_IN_PARTS}" for label in LABELS),
)
