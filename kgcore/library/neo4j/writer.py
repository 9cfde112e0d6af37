"""Articles into a library in Neo4j: new ones, known ones from another source, and out again."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
from neo4j import Record, Transaction
from numpy.typing import NDArray

from kgcore.errors import LibraryError
from kgcore.library.fields import characters_of, field_texts, table_text, united, with_status
from kgcore.library.matching import FRONT
from kgcore.library.model import Added, Article, SavedSearch, Status
from kgcore.library.neo4j.connection import Connection
from kgcore.library.neo4j.schema import AWAIT, FIELDS, kept_words
from kgcore.library.packing import body_of, head_of, read_head, with_body
from kgcore.library.same import may_be_one, title_key
from kgcore.library.terms import index_tokens

_LONGEST = 2000  # characters of a title by which it is found
WHOLE = """
OPTIONAL MATCH (a)-[:HAS_TABLE]->(t:EvigraphTable) WITH a, t ORDER BY t.place
RETURN a.n AS n, a.id AS id, a.head AS head, a.body AS body, collect([t.id, t.source]) AS tables"""
_BY_IDS = f"UNWIND $ids AS id MATCH (:EvigraphArticleId {{id: id}})-[:NAMES]->(a) WITH a LIMIT 1 {WHOLE}"
_BY_TITLE = f"MATCH (a:EvigraphArticle {{title_key: $title}}) {WHOLE} ORDER BY n"
_LOCK = "MATCH (l:EvigraphLibrary {key: 'library'}) SET l.turn = coalesce(l.turn, 0) + 1 RETURN l.next AS next"
_COUNT = """\
MATCH (l:EvigraphLibrary {key: 'library'})
SET l.next = $next, l.articles = l.articles + $articles, l.words = l.words + $length"""
_IDS = """\
MATCH (a:EvigraphArticle {n: $n}) UNWIND $ids AS id MERGE (i:EvigraphArticleId {id: id})
WITH a, i WHERE NOT EXISTS { (i)-[:NAMES]->() } CREATE (i)-[:NAMES]->(a)"""
_INSERT = """\
CREATE (a:EvigraphArticle) SET a = $article
FOREACH (t IN $tables | CREATE (a)-[:HAS_TABLE]->(:EvigraphTable {place: t[0], id: t[1], source: t[2]}))"""
_DELETE = """\
MATCH (a:EvigraphArticle {n: $n})
OPTIONAL MATCH (a)-[:HAS_TABLE]->(t) OPTIONAL MATCH (i:EvigraphArticleId)-[:NAMES]->(a)
WITH a, a.length AS length, collect(DISTINCT t) AS tables, collect(DISTINCT i) AS ids
FOREACH (one IN tables + ids + [a] | DETACH DELETE one)
RETURN length"""
_WORDS = """\
UNWIND $words AS row MERGE (w:EvigraphWord {stem: row[0]})
ON CREATE SET w.papers = row[1], w.front = row[2], w.columns = row[3]
ON MATCH SET w.papers = w.papers + row[1], w.front = w.front + row[2],
    w.columns = [i IN range(0, size(w.columns) - 1) | w.columns[i] + row[3][i]]"""
_UNUSED = "UNWIND $words AS row MATCH (w:EvigraphWord {stem: row[0]}) WHERE w.papers <= 0 DELETE w"
_NOTE = "MERGE (n:EvigraphNotice {key: $id + '|' + $status}) SET n.id = $id, n.status = $status"
_NOTICES = "UNWIND $ids AS id MATCH (n:EvigraphNotice {id: id}) RETURN n.status AS status"
_NOTED = "MATCH (:EvigraphArticleId {id: $id})-[:NAMES]->(a) RETURN a.n AS n, a.head AS head"
_TELL = "MATCH (a:EvigraphArticle {n: $n}) SET a.head = $head, a.status = $status"
_FILES = "UNWIND $files AS f MERGE (s:EvigraphSource {name: f[0]}) SET s.mark = f[1]"


class Neo4jWriter:
    """Writes the library of one database; what is put in together is there together or not at all."""

    def __init__(self, connection: Connection, embedder: str = "") -> None:
        """Open the library, or begin one; `embedder` names what makes its vectors. Raises LibraryError."""
        self._connection, self._indexed = connection, False
        try:
            connection.begin(embedder)
            self.embedder = str(connection.library()["embedder"])
        except LibraryError:
            connection.close()
            raise

    def close(self) -> None:
        """Let go of the connections."""
        self._connection.close()

    def optimise(self) -> None:
        """Wait until the indexes have all; Lucene puts them in order by itself."""
        self._connection.write(AWAIT)

    def has_file(self, name: str, mark: str) -> bool:
        """Whether a file was added as it is now."""
        found = "MATCH (f:EvigraphSource {name: $name}) RETURN f.mark AS mark"
        return [row["mark"] for row in self._connection.read(found, name=name)] == [mark]

    def put(
        self, articles: Sequence[Article], vectors: NDArray[np.float32] | None, files: Iterable[tuple[str, str]] = ()
    ) -> Added:
        """Add articles, with the files (name, mark) that are read to their end by now. Raises LibraryError."""
        new = joined = known = 0
        if vectors is not None and not self._indexed:
            self._connection.index_vectors(vectors.shape[1])
            self._indexed = True
        with self._connection.writing() as transaction:
            batch = _Batch(transaction)
            for n, article in enumerate(articles):
                vector = vectors[n].astype(np.float16).tolist() if vectors is not None else None
                was = batch.same(article)
                if was is None:
                    batch.insert(article, vector)
                    new += 1
                elif (both := united(was[1], article)) == was[1]:
                    known += 1
                else:
                    batch.delete(was[0], was[1])
                    batch.insert(both, vector)
                    joined += 1
            transaction.run(_FILES, files=[list(file) for file in files])
            batch.finish()
        return Added(new, joined, known)

    def remove(self, ids: Sequence[str]) -> int:
        """Take articles out by any of their ids; return how many there were. Raises LibraryError."""
        removed = 0
        with self._connection.writing() as transaction:
            batch = _Batch(transaction)
            for id in ids:
                if (row := batch.one(_BY_IDS, ids=[id])) is not None:
                    batch.delete(row["n"], article_of(row))
                    removed += 1
            batch.finish()
        return removed

    def searches(self) -> tuple[SavedSearch, ...]:
        """Return the searches that are kept, by name. Raises LibraryError."""
        rows = self._connection.read(
            "MATCH (s:EvigraphSearch) RETURN s.name AS name, s.query AS query, s.seen AS seen ORDER BY name"
        )
        return tuple(
            SavedSearch(r["name"], r["query"], date.fromordinal(r["seen"]) if r["seen"] else None) for r in rows
        )

    def save_search(self, search: SavedSearch) -> None:
        """Keep a search, in the place of one of its name. Raises LibraryError."""
        seen = search.updated.toordinal() if search.updated else 0
        keep = "MERGE (s:EvigraphSearch {name: $name}) SET s.query = $query, s.seen = $seen"
        self._connection.write(keep, name=search.name, query=search.query, seen=seen)

    def forget_search(self, name: str) -> bool:
        """Keep a search no longer; False where there is none of that name. Raises LibraryError."""
        forget = "MATCH (s:EvigraphSearch {name: $name}) DETACH DELETE s RETURN count(*) AS n"
        return bool(self._connection.write(forget, name=name)[0]["n"])


class _Batch:
    """The changes of one transaction; how many papers have a word is changed once, at its end."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        row = self.one(_LOCK)  # nobody else writes until this is done
        self._next = row["next"] if row else 1
        self._words: dict[str, Counter[str]] = {}
        self._articles = self._length = 0

    def one(self, text: str, **parameters: Any) -> Record | None:
        """Return the first row of a question."""
        return next(iter(self._rows(text, **parameters)), None)

    def _rows(self, text: str, **parameters: Any) -> list[Record]:
        return list(self._transaction.run(text, parameters))

    def same(self, article: Article) -> tuple[int, Article] | None:
        """Return the paper that an article is another record of: by an id, or by title and year."""
        if (row := self.one(_BY_IDS, ids=list(article.ids))) is not None:
            return row["n"], article_of(row)
        if (title := title_key(article)) == "":
            return None
        for row in self._rows(_BY_TITLE, title=title[:_LONGEST]):
            if may_be_one(article, other := article_of(row)):
                return row["n"], other
        return None

    def insert(self, article: Article, vector: list[float] | None) -> None:
        """Put an article in, with what notices said of it before it came."""
        for row in self._rows(_NOTICES, ids=list(article.ids)):
            article = with_status(article, Status(row["status"]))
        columns = _stems(article)
        length = sum(map(len, columns))
        whole = bool(article.body or article.captions or article.tables)
        kept = {
            "n": self._next, "id": article.id, "ids": list(article.ids), "title": article.title,
            "journal": article.journal, "year": article.year, "design": article.design.value,
            "status": article.status.value, "citations": article.citations,
            "types": "|".join(("", *(t.lower() for t in article.types), "")),
            "title_key": title_key(article)[:_LONGEST] or None,
            "has_body": bool(article.body), "tables": len(article.tables), "characters": characters_of(article),
            "head": head_of(article), "body": body_of(article) if whole else None, "length": length, "meaning": vector,
        }  # fmt: skip
        words = {name: kept_words(stems) for name, stems in zip(FIELDS, columns, strict=True) if stems}
        tables = [[place, t.id, zlib.compress(t.source.encode())] for place, t in enumerate(article.tables)]
        self._rows(_INSERT, article={**kept, **words}, tables=tables)
        self._rows(_IDS, n=self._next, ids=list(article.ids))
        self._next += 1
        self._changed(columns, length, 1)
        for id, status in article.notices:
            self._note(id, status)

    def _note(self, id: str, status: Status) -> None:
        """Keep what a notice says of a paper, for when it comes, and tell it where it is here already."""
        self._rows(_NOTE, id=id, status=status.value)
        if (row := self.one(_NOTED, id=id)) is not None:
            told = with_status(read_head(row["head"]), status)
            self._rows(_TELL, n=row["n"], head=head_of(told), status=told.status.value)

    def delete(self, number: int, article: Article) -> None:
        """Take an article out."""
        row = self.one(_DELETE, n=number)
        self._changed(_stems(article), row["length"] if row else 0, -1)

    def _changed(self, columns: Sequence[Sequence[str]], length: int, by: int) -> None:
        self._articles += by
        self._length += by * length
        stems = [frozenset(column) for column in columns]
        for stem in frozenset().union(*stems):
            counts = self._words.setdefault(stem, Counter())
            counts["papers"] += by
            counts["front"] += by * any(stem in stems[c] for c in FRONT)
            counts.update({str(c): by for c, column in enumerate(stems) if stem in column})

    def finish(self) -> None:
        """Change how many papers there are and have each word."""
        numbers = [str(c) for c in range(len(FIELDS))]
        rows = [[stem, n["papers"], n["front"], [n[c] for c in numbers]] for stem, n in self._words.items()]
        if rows:
            self._rows(_WORDS, words=rows)
            self._rows(_UNUSED, words=[[stem] for stem, n in self._words.items() if n["papers"] <= 0])
        self._rows(_COUNT, next=self._next, articles=self._articles, length=self._length)


def article_of(row: Record | Mapping[str, Any]) -> Article:
    """Return the article of a row that has it whole."""
    article = read_head(row["head"])
    if row["body"] is None:
        return article
    return with_body(
        article, row["body"], {id: zlib.decompress(source).decode() for id, source in row["tables"] if id is not None}
    )


def _stems(article: Article) -> list[list[str]]:
    texts = field_texts(article, [table_text(t.source) for t in article.tables])
    return [index_tokens(text) for text in texts]
