"""What a library is in Neo4j, and the statements that make it.

    (:EvigraphLibrary {key: "library", version, embedder, articles, words, next})   what it says of itself; its lock
    (:EvigraphArticle {n, id, ids, title, journal, year, design, status, citations, types, title_key, has_body, tables,
                       characters, head, body, length, meaning, in_title, in_abstract, …})
    (:EvigraphArticleId {id})-[:NAMES]->(:EvigraphArticle)
    (:EvigraphArticle)-[:HAS_TABLE]->(:EvigraphTable {place, id, source})
    (:EvigraphWord {stem, papers, front, columns})                                 in how many papers a word stands
    (:EvigraphNotice {key, id, status}), (:EvigraphSource {name, mark}), (:EvigraphSearch {name, query, seen})

`in_title` and its like are the stems of a field, two blanks between them: Lucene finds by them, and how often a word
stands there is counted in them.
"""

from __future__ import annotations

from kgcore.library.matching import COLUMNS

VERSION = "1"
FIELDS = tuple(f"in_{scope.value}" for scope in COLUMNS)
INDEX = "evigraph_articles"
KIND = {"vector.similarity_function": "cosine"}

INDEXES = (
    "CREATE CONSTRAINT evigraph_library IF NOT EXISTS FOR (l:EvigraphLibrary) REQUIRE l.key IS UNIQUE",
    "CREATE CONSTRAINT evigraph_article_n IF NOT EXISTS FOR (a:EvigraphArticle) REQUIRE a.n IS UNIQUE",
    "CREATE CONSTRAINT evigraph_article_id IF NOT EXISTS FOR (i:EvigraphArticleId) REQUIRE i.id IS UNIQUE",
    "CREATE CONSTRAINT evigraph_word IF NOT EXISTS FOR (w:EvigraphWord) REQUIRE w.stem IS UNIQUE",
    "CREATE CONSTRAINT evigraph_notice IF NOT EXISTS FOR (n:EvigraphNotice) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT evigraph_source IF NOT EXISTS FOR (f:EvigraphSource) REQUIRE f.name IS UNIQUE",
    "CREATE CONSTRAINT evigraph_search IF NOT EXISTS FOR (s:EvigraphSearch) REQUIRE s.name IS UNIQUE",
    "CREATE INDEX evigraph_article_title IF NOT EXISTS FOR (a:EvigraphArticle) ON (a.title_key)",
    "CREATE INDEX evigraph_article_status IF NOT EXISTS FOR (a:EvigraphArticle) ON (a.status)",
    "CREATE INDEX evigraph_notice_id IF NOT EXISTS FOR (n:EvigraphNotice) ON (n.id)",
    f"CREATE FULLTEXT INDEX {INDEX} IF NOT EXISTS FOR (a:EvigraphArticle) "
    f"ON EACH [{', '.join(f'a.{name}' for name in FIELDS)}] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}",
)
VECTOR = """\
CREATE VECTOR INDEX evigraph_article_meaning IF NOT EXISTS FOR (a:EvigraphArticle) ON (a.meaning) OPTIONS $options"""

AWAIT = "CALL db.awaitIndexes(600)"
NEW_LIBRARY = """\
MERGE (l:EvigraphLibrary {key: 'library'})
ON CREATE SET l.version = $version, l.embedder = $embedder, l.articles = 0, l.words = 0, l.next = 1"""
THE_LIBRARY = """\
MATCH (l:EvigraphLibrary {key: 'library'})
RETURN l.version AS version, l.embedder AS embedder, l.articles AS articles, l.words AS words, l.next AS next"""


def kept_words(stems: list[str]) -> str:
    """Return the stems of a field as a property: a blank on either side of each."""
    return f" {'  '.join(stems)} " if stems else ""
