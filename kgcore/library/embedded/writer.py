"""Articles into a library's file: new ones, known ones from another source, and out again."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.library.embedded.schema import COLUMNS, FILE, open_file, translated
from kgcore.library.fields import FIELDS, characters_of, field_texts, table_text, united, with_status
from kgcore.library.model import Added, Article, SavedSearch, Status
from kgcore.library.packing import body_of, head_of, read_head, with_body
from kgcore.library.same import may_be_one, title_key

_MARKS = ", ".join("?" * len(FIELDS))


class LibraryWriter:
    """Writes one library; what is put in together is there together or not at all."""

    def __init__(self, folder: Path, embedder: str = "") -> None:
        """Open the library in a folder, or begin one; `embedder` names what makes the vectors. Raises LibraryError."""
        self._path = folder / FILE
        self._db = open_file(folder, create=True)
        self.embedder = self._meta("embedder")
        if embedder and not self.embedder and not self._count():
            self._db.execute("INSERT OR REPLACE INTO meta VALUES('embedder', ?)", (embedder,))
            self.embedder = embedder

    def close(self) -> None:
        """Close the file; the index is put in order for searching."""
        self._db.close()

    def optimise(self) -> None:
        """Put the full-text index in order after much was added."""
        with translated(self._path):
            self._db.execute("INSERT INTO words(words) VALUES('optimize')")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def has_file(self, name: str, mark: str) -> bool:
        """Whether a file was added as it is now."""
        with translated(self._path):
            found = self._db.execute("SELECT mark FROM files WHERE name=?", (name,)).fetchone()
        return found is not None and found[0] == mark

    def put(
        self, articles: Sequence[Article], vectors: NDArray[np.float32] | None, files: Iterable[tuple[str, str]] = ()
    ) -> Added:
        """Add articles, with the files (name, mark) that are read to their end by now. Raises LibraryError."""
        new = joined = known = 0
        with self._transaction():
            for n, article in enumerate(articles):
                vector = vectors[n].astype(np.float16).tobytes() if vectors is not None else None
                was = self._same(article)
                if was is None:
                    self._insert(article, vector)
                    new += 1
                elif (both := united(was[1], article)) == was[1]:
                    known += 1
                else:
                    self._delete(was[0], was[1])
                    self._insert(both, vector)
                    joined += 1
            self._db.executemany("INSERT OR REPLACE INTO files VALUES(?,?)", files)
        return Added(new, joined, known)

    def remove(self, ids: Sequence[str]) -> int:
        """Take articles out by any of their ids; return how many there were. Raises LibraryError."""
        removed = 0
        with self._transaction():
            for id in ids:
                row = self._db.execute("SELECT article FROM ids WHERE id=?", (id,)).fetchone()
                if row is not None:
                    self._delete(row[0], self._read(row[0]))
                    removed += 1
        return removed

    def searches(self) -> tuple[SavedSearch, ...]:
        """Return the searches that are kept, by name. Raises LibraryError."""
        with translated(self._path):
            rows = self._db.execute("SELECT name, query, seen FROM searches ORDER BY name").fetchall()
        return tuple(SavedSearch(name, query, date.fromordinal(seen) if seen else None) for name, query, seen in rows)

    def save_search(self, search: SavedSearch) -> None:
        """Keep a search, in the place of one of its name. Raises LibraryError."""
        seen = search.updated.toordinal() if search.updated else 0
        with self._transaction():
            self._db.execute("INSERT OR REPLACE INTO searches VALUES(?,?,?)", (search.name, search.query, seen))

    def forget_search(self, name: str) -> bool:
        """Keep a search no longer; False where there is none of that name. Raises LibraryError."""
        with self._transaction():
            return self._db.execute("DELETE FROM searches WHERE name=?", (name,)).rowcount > 0

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything inside, or nothing."""
        with translated(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    # ── one article ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _same(self, article: Article) -> tuple[int, Article] | None:
        """Return the paper that an article is another record of: by an id, or by title and year."""
        marks = ",".join("?" * len(article.ids))
        row = self._db.execute(f"SELECT article FROM ids WHERE id IN ({marks}) LIMIT 1", article.ids).fetchone()
        if row is not None:
            return row[0], self._read(row[0])
        if (title := title_key(article)) == "":
            return None
        for (number,) in self._db.execute("SELECT article FROM titles WHERE title=?", (title,)).fetchall():
            other = self._read(number)
            if may_be_one(article, other):
                return number, other
        return None

    def _read(self, number: int) -> Article:
        head, body = self._db.execute(
            "SELECT head, body FROM articles LEFT JOIN bodies ON article=id WHERE id=?", (number,)
        ).fetchone()
        article = read_head(head)
        if body is None:
            return article
        rows = self._db.execute("SELECT id, source FROM tables WHERE article=?", (number,))
        return with_body(article, body, {id: zlib.decompress(source).decode() for id, source in rows})

    def _insert(self, article: Article, vector: bytes | None) -> None:
        marks = ",".join("?" * len(article.ids))
        said = self._db.execute(f"SELECT status FROM notices WHERE id IN ({marks})", article.ids).fetchall()
        for (status,) in said:
            article = with_status(article, Status(status))
        cursor = self._db.execute(
            "INSERT INTO articles(year, design, status, citations, types, has_body, tables, characters, head, vector)"
            " VALUES(?,?,?,?,?,?,?,?,?,?)",
            (
                article.year,
                article.design.value,
                article.status.value,
                article.citations,
                "|".join(("", *(t.lower() for t in article.types), "")),
                bool(article.body),
                len(article.tables),
                characters_of(article),
                head_of(article),
                vector,
            ),
        )
        number = cursor.lastrowid
        if article.body or article.captions or article.tables:
            self._db.execute("INSERT INTO bodies VALUES(?,?)", (number, body_of(article)))
        self._db.executemany("INSERT OR IGNORE INTO ids VALUES(?,?)", ((id, number) for id in article.ids))
        if title := title_key(article):
            self._db.execute("INSERT INTO titles VALUES(?,?)", (title, number))
        self._db.executemany(
            "INSERT INTO tables VALUES(?,?,?,?)",
            ((number, place, t.id, zlib.compress(t.source.encode())) for place, t in enumerate(article.tables)),
        )
        self._db.execute(f"INSERT INTO words(rowid, {COLUMNS}) VALUES(?, {_MARKS})", (number, *_texts(article)))
        for id, status in article.notices:
            self._note(id, status)

    def _note(self, id: str, status: Status) -> None:
        """Keep what a notice says of a paper, for when it comes, and tell it where it is here already."""
        self._db.execute("INSERT OR IGNORE INTO notices VALUES(?,?)", (id, status.value))
        row = self._db.execute("SELECT article FROM ids WHERE id=?", (id,)).fetchone()
        if row is None:
            return
        (head,) = self._db.execute("SELECT head FROM articles WHERE id=?", row).fetchone()
        told = with_status(read_head(head), status)
        self._db.execute("UPDATE articles SET status=?, head=? WHERE id=?", (told.status.value, head_of(told), row[0]))

    def _delete(self, number: int, article: Article) -> None:
        # The index keeps no text of its own: to take words out it has to be told which went in.
        self._db.execute(
            f"INSERT INTO words(words, rowid, {COLUMNS}) VALUES('delete', ?, {_MARKS})", (number, *_texts(article))
        )
        for table, column in (
            ("articles", "id"),
            ("bodies", "article"),
            ("ids", "article"),
            ("titles", "article"),
            ("tables", "article"),
        ):
            self._db.execute(f"DELETE FROM {table} WHERE {column}=?", (number,))

    def _meta(self, name: str) -> str:
        row = self._db.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
        return row[0] if row else ""

    def _count(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM articles").fetchone()[0])


def _texts(article: Article) -> tuple[str, ...]:
    return field_texts(article, [table_text(t.source) for t in article.tables])
