"""The index of a library's tables: labels, values and words in one SQLite file beside the library's own."""

from __future__ import annotations

import asyncio
import math
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from kgcore.errors import InputError, LibraryError
from kgcore.library.embedded.schema import translated
from kgcore.library.tables import Table
from kgcore.library.tables_labels import asked_words, label_core, label_form, label_words, value_form, words_for
from kgcore.library.tables_match import How, IndexedTable, TableMatch, TableResults, match_table, match_text
from kgcore.library.tables_profile import ProfileTerm, meta_profile
from kgcore.library.tables_query import Synonyms, TableQuery, read_value_query, split_text, structural_query
from kgcore.library.tables_store import PaperTables, pack_labels, pack_table, unpack_labels, unpack_table

T = TypeVar("T")
FILE = "tables.db"
VERSION = "6"  # of the file, and of how tables are read
MOST_SCORED = 16  # tables that are looked at cell by cell for one query, where labels are not found as they stand
MOST_KEPT = 256  # tables that stay in memory, read
LEAST_READ = 12  # tables that are looked at cell by cell for a free text, however few are wanted
MOST_EXACT = 1_000
MOST_WORDS = 10  # of a query that choose the tables worth a look, the rarest; the others only rank them
LEAST_WORDS = 3  # of those, whatever they are
COMMON = 0.1  # of all tables: a word in so many does not choose, if there are rarer ones
NEAR = 0.8  # of the best one's score, that others need where all share words alone
LESS = 0.6  # of its score, that a table keeps which lacks a label
MOST_NAMES = 12  # other names of one label
LONGEST_FORM = 80  # characters; longer cells are prose, and found by their words
MOST_NARROWED = 500  # tables that are looked through for header terms
LEAST_DEFINED = 2  # articles that must define an abbreviation alike before it counts in others
_ROW, _COLUMN = 0, 1

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE papers (paper TEXT PRIMARY KEY, id TEXT NOT NULL, mark TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, paper TEXT NOT NULL, data BLOB NOT NULL,
    labels BLOB NOT NULL);
CREATE INDEX tables_paper ON tables (paper);
CREATE TABLE labels (axis INTEGER, form TEXT, tbl INTEGER, PRIMARY KEY (axis, form, tbl)) WITHOUT ROWID;
CREATE TABLE cores (axis INTEGER, core TEXT, tbl INTEGER, PRIMARY KEY (axis, core, tbl)) WITHOUT ROWID;
CREATE TABLE cells (form TEXT, tbl INTEGER, PRIMARY KEY (form, tbl)) WITHOUT ROWID;
CREATE TABLE abbreviations (paper TEXT, short TEXT, core TEXT, long TEXT, PRIMARY KEY (paper, short)) WITHOUT ROWID;
CREATE INDEX abbreviations_short ON abbreviations (short);
CREATE INDEX abbreviations_core ON abbreviations (core);
CREATE VIRTUAL TABLE words USING fts5 (caption, columns, rows, cells, content='',
    tokenize="unicode61 remove_diacritics 0 tokenchars '.,%'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
"""


class TableIndex:
    """The tables of a library, to search and to add to. Raises InputError where the file is none of its own."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._count = self._one("SELECT count(*) FROM tables")
        self._weights: dict[str, float] = {}
        self._read: dict[int, IndexedTable] = {}  # tables that were looked at lately

    @classmethod
    def open(cls, folder: Path, *, writable: bool = False) -> TableIndex:
        """Open the index in a library's folder; begin one where it may be written. Raises InputError."""
        file = folder / FILE
        if not writable and not file.exists():
            raise InputError(f"{folder} has no index of tables.", hint="evigraph tables index makes it.")
        try:
            connection = sqlite3.connect(file, check_same_thread=False)
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone() and writable:
                connection.executescript(_SCHEMA)
                connection.execute("INSERT INTO meta VALUES ('version', ?)", (VERSION,))
                connection.commit()
            (version,) = connection.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
        except (sqlite3.DatabaseError, TypeError) as error:
            raise InputError(f"{file} is no index of tables.", hint="Remove it; it is made again.") from error
        if version == VERSION:
            return cls(connection)
        connection.close()
        if not writable:
            raise InputError(f"{file} was made by another version.", hint="evigraph tables index makes it anew.")
        file.unlink()  # all of it is read from the library
        return cls.open(folder, writable=True)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __len__(self) -> int:
        return self._count

    def _one(self, sql: str, *values: object) -> int:
        (number,) = self._db.execute(sql, values).fetchone()
        return int(number or 0)

    # ── in ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def marks(self) -> dict[str, str]:
        """Return the articles that are in by the library's ids, each with its mark."""
        return dict(self._db.execute("SELECT id, mark FROM papers"))

    def put(self, papers: Iterable[PaperTables]) -> int:
        """Add articles' tables, in the place of those that they had, all or none; return how many tables."""
        added = 0
        with self._db:
            for paper in papers:
                self._remove(paper.paper)
                self._db.execute("INSERT INTO papers VALUES (?, ?, ?)", (paper.paper, paper.id, paper.mark))
                rows = [(paper.paper, s, label_core(long), long) for s, long in paper.abbreviations]
                self._db.executemany("INSERT OR IGNORE INTO abbreviations VALUES (?, ?, ?, ?)", rows)
                for table in paper.tables:
                    self._put_table(IndexedTable(paper.paper, table, dict(paper.abbreviations)))
                    added += 1
        self._changed()
        return added

    def remove(self, ids: Collection[str]) -> None:
        """Take the tables of articles out, by the library's ids."""
        with self._db:
            for id in ids:
                for (paper,) in self._db.execute("SELECT paper FROM papers WHERE id = ?", (id,)).fetchall():
                    self._remove(paper)
        self._changed()

    def _changed(self) -> None:
        """Forget what is remembered of the tables as they were."""
        self._count = self._one("SELECT count(*) FROM tables")
        self._weights.clear()
        self._read.clear()

    def _remove(self, paper: str) -> None:
        ids = [id for (id,) in self._db.execute("SELECT id FROM tables WHERE paper = ?", (paper,))]
        for id, found in zip(ids, list(self._load(ids)), strict=True):
            sql = "INSERT INTO words (words, rowid, caption, columns, rows, cells) VALUES ('delete', ?, ?, ?, ?, ?)"
            self._db.execute(sql, (id, *_words(found)))  # the index keeps no texts: it is told what was there
            for table in ("labels", "cores", "cells"):  # few articles are taken out, so that no index is kept for it
                self._db.execute(f"DELETE FROM {table} WHERE tbl = ?", (id,))
        for table in ("tables", "papers", "abbreviations"):
            self._db.execute(f"DELETE FROM {table} WHERE paper = ?", (paper,))

    def _put_table(self, found: IndexedTable) -> None:
        table = found.table
        put = "INSERT INTO tables (key, paper, data, labels) VALUES (?, ?, ?, ?)"
        packed = pack_table(table), pack_labels(found.parts)
        id = self._db.execute(put, (found.id, found.paper, *packed)).lastrowid
        for axis, labels in ((_ROW, found.rows), (_COLUMN, found.columns)):
            forms = {f[:LONGEST_FORM] for label in labels for f in label.forms}
            cores = {c[:LONGEST_FORM] for label in labels for c in label.cores}
            self._db.executemany("INSERT INTO labels VALUES (?, ?, ?)", ((axis, form, id) for form in forms))
            self._db.executemany("INSERT INTO cores VALUES (?, ?, ?)", ((axis, core, id) for core in cores))
        texts = {form for form in map(value_form, _texts(table)) if form and len(form) <= LONGEST_FORM}
        self._db.executemany("INSERT INTO cells VALUES (?, ?)", ((text, id) for text in texts))
        sql = "INSERT INTO words (rowid, caption, columns, rows, cells) VALUES (?, ?, ?, ?, ?)"
        self._db.execute(sql, (id, *_words(found)))

    # ── out ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def get(self, key: str) -> IndexedTable | None:
        """Return the table with this name ("PMC77#T2"), with what its cells say; None where there is none."""
        row = self._db.execute("SELECT paper, data FROM tables WHERE key = ?", (key,)).fetchone()
        return IndexedTable(row[0], unpack_table(row[1], values=True), self._defined(row[0])) if row else None

    def keys(self, paper: str) -> list[str]:
        """Return the names of an article's tables, in their order."""
        return [key for (key,) in self._db.execute("SELECT key FROM tables WHERE paper = ? ORDER BY id", (paper,))]

    def _load(self, ids: Iterable[int]) -> Iterator[IndexedTable]:
        for id in ids:
            known = self._read.pop(id, None)
            if known is None:
                known = self._unpacked(id)
            if known is not None:
                self._read[id] = known  # the last ones that were looked at come last
                if len(self._read) > MOST_KEPT:
                    del self._read[next(iter(self._read))]
                yield known

    def _unpacked(self, id: int) -> IndexedTable | None:
        row = self._db.execute("SELECT paper, data, labels FROM tables WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        paper, table, labels = row
        return IndexedTable(paper, unpack_table(table), self._defined(paper), unpack_labels(labels))

    def _defined(self, paper: str) -> dict[str, str]:
        return dict(self._db.execute("SELECT short, long FROM abbreviations WHERE paper = ?", (paper,)))

    def weight(self, word: str) -> float:
        """Return how much a word tells apart tables (inverse document frequency, as BM25 has it)."""
        if not self._weights:  # all at once: that takes as long as some hundred of them, one by one
            self._weights = {
                w: self._weight(tables) for w, tables in self._db.execute("SELECT term, doc FROM vocabulary")
            }
        return self._weights.get(word) or self._weight(0)

    def _weight(self, tables: int) -> float:
        return math.log(1 + (self._count - tables + 0.5) / (tables + 0.5))

    def label_weight(self, core: str) -> float:
        """Return how much a header term tells apart tables, by what it names."""
        sql = "SELECT count(DISTINCT tbl) FROM cores WHERE axis IN (0, 1) AND core = ?"
        return math.log(1 + self._count / (1 + self._one(sql, core[:LONGEST_FORM])))

    def is_label(self, text: str) -> bool:
        """Return whether some table has this label, as it is written or by what it names."""
        form, core = label_form(text), label_core(text)
        sql = "SELECT 1 FROM labels WHERE axis IN (0, 1) AND form = ? LIMIT 1"
        if form and self._db.execute(sql, (form,)).fetchone():
            return True
        sql = "SELECT 1 FROM cores WHERE axis IN (0, 1) AND core = ? LIMIT 1"
        return bool(core and self._db.execute(sql, (core,)).fetchone())

    # ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def search(self, query: TableQuery, top: int = 20, *, both_ways: bool = False) -> TableResults:
        """Return the tables that answer a query, best first; of labels that stand as they were given, all of them.

        `both_ways`: what the labels and the value of a free text find is told apart (`TableResults.structural`).
        """
        found = self._narrowed(query, top)
        structure = structural_query(found.split, query.synonyms) if found.split is not None and both_ways else None
        if structure is None:
            return found
        narrow = replace(structure, having=query.having)
        by_structure = self._narrowed(narrow, top)
        if not structure.column and not by_structure.matches:
            by_structure = self._narrowed(replace(narrow, row="", column=structure.row), top)
        return replace(found, structural=by_structure)

    def _narrowed(self, query: TableQuery, top: int) -> TableResults:
        if not query.having:
            return self._search(query, top)
        wanted = [label_core(term) for term in query.having]
        alone = TableQuery(having=query.having)
        found = self._having(query, wanted) if query == alone else self._search(query, max(top, MOST_NARROWED))
        kept = found.only(lambda table: all(table.has_term(core) for core in wanted))
        return replace(kept, matches=kept.matches[:top])

    def _having(self, query: TableQuery, cores: Sequence[str]) -> TableResults:
        """Return the tables with some header terms, in the order in which they came."""
        sql = "SELECT tbl FROM cores WHERE axis IN (0, 1) AND core = ?"
        ids = sorted(set.intersection(*(self._ids(sql, core[:LONGEST_FORM]) for core in cores)))
        found = (TableMatch(table, 1.0, How.EXACT) for table in self._load(ids[:MOST_NARROWED]))
        return TableResults(tuple(found), query)

    def _search(self, query: TableQuery, top: int) -> TableResults:
        if query.empty or not self._count:
            return TableResults((), query)
        if not (query.row or query.column or query.value):
            return self._text(query, top)
        if not (query.row or query.column) and query.value is not None and query.value.compared:
            return TableResults(tuple(islice(self._holding(query), top)), query)
        if query.synonyms is not Synonyms.ALWAYS and (exact := self._exact(query)):
            asked = replace(query, also_rows=(), also_columns=())  # what was not looked for is not told
            return TableResults(tuple(exact[: max(top, MOST_EXACT)]), asked)
        if query.synonyms is not Synonyms.NEVER:
            query = replace(
                query,
                also_rows=self.names(query.row, query.also_rows),
                also_columns=self.names(query.column, query.also_columns),
            )
        found = self._found(query)
        if query.synonyms is Synonyms.ALWAYS:
            known = {one.found.id for one in found}
            found = _ordered([*found, *(m for m in self._exact(query) if m.found.id not in known)])
        return TableResults(tuple(found[:top]), query)

    def _found(self, query: TableQuery) -> list[TableMatch]:
        """Return the tables that name what was asked for; else those with some of its words, or all but one label."""
        sure, ids = self._candidates(query)
        found = self._scored(query, sure)
        if query.synonyms is Synonyms.ALWAYS or not any(match.how > How.WORDS for match in found):
            found = self._scored(query, ids)  # no table has everything under a name of its own
        if found and query.synonyms is not Synonyms.ALWAYS:
            surest = max(match.how for match in found)
            return [
                m for m in found if m.how is surest and (surest is not How.WORDS or m.score >= NEAR * found[0].score)
            ]
        if found or query.value is None or query.value.compared or not (query.row and query.column):
            return found
        for name, less in (("column", replace(query, column="")), ("row", replace(query, row=""))):
            if some := self._scored(less, ids):
                why = f"without the {name}, which is not called so there"
                return [replace(m, score=m.score * LESS, how=How.WORDS, why=(why, *m.why)) for m in some]
        return []

    def _scored(self, query: TableQuery, ids: Iterable[int]) -> list[TableMatch]:
        return _ordered([m for t in self._load(ids) if (m := match_table(t, query, self.weight)) is not None])

    def _holding(self, query: TableQuery) -> Iterator[TableMatch]:
        """Yield the tables with a value that compares so, as they come: no index has numbers in their order."""
        for found in self._load(id for (id,) in self._db.execute("SELECT id FROM tables ORDER BY id").fetchall()):
            if (match := match_table(found, query, self.weight)) is not None:
                yield match

    def _exact(self, query: TableQuery) -> list[TableMatch]:
        """Return the tables that have everything as it was given; ids alone decide where only labels were."""
        sets = [
            self._with(axis, label_form(text)) for axis, text in ((_ROW, query.row), (_COLUMN, query.column)) if text
        ]
        if query.value is not None and not query.value.compared:
            sets.append(self._ids("SELECT tbl FROM cells WHERE form = ?", query.value.form[:LONGEST_FORM]))
        if not sets or not (ids := set.intersection(*sets)):
            return []
        some = sorted(ids)[:MOST_EXACT]
        found = (match_table(t, query, self.weight, exact=True) for t in self._load(some))
        return _ordered([m for m in found if m is not None and m.how is How.EXACT])

    def _ids(self, sql: str, *values: object) -> set[int]:
        return {id for (id,) in self._db.execute(sql, values)}

    def _with(self, axis: int, form: str) -> set[int]:
        return self._ids("SELECT tbl FROM labels WHERE axis = ? AND form = ?", axis, form[:LONGEST_FORM])

    def _candidates(self, query: TableQuery) -> tuple[list[int], list[int]]:
        """Return the tables that have all that is named under the same names, with the value as it is written; and all
        that are worth a look: those, and those that have some of it, or its words.
        """
        sets = []
        for axis, text, also in ((_ROW, query.row, query.also_rows), (_COLUMN, query.column, query.also_columns)):
            if text:
                cores = {label_core(one)[:LONGEST_FORM] for one in (text, *also)}
                marks = ",".join("?" * len(cores))
                same = self._ids(f"SELECT tbl FROM cores WHERE axis = ? AND core IN ({marks})", axis, *cores)
                sets.append(same | self._with(axis, label_form(text)))
        value = query.value
        if value is not None and not value.compared:
            sets.append(self._ids("SELECT tbl FROM cells WHERE form = ?", value.form[:LONGEST_FORM]))
        both = set.intersection(*sets) if sets else set()
        counted: dict[int, int] = {}
        for some in sets:
            for id in some:
                counted[id] = counted.get(id, 0) + 1
        near = sorted((id for id in counted if counted[id] > 1), key=lambda id: -counted[id])[:MOST_SCORED]
        text = " ".join((query.row, *query.also_rows, query.column, *query.also_columns))
        if value is not None and not value.compared:
            text = f"{text} {value.text}"
        by_words = self._by_words(label_words(text), MOST_SCORED)
        alone = sorted(sets[0])[:MOST_EXACT] if len(sets) == 1 else []
        sure = sorted(both)[:MOST_EXACT]
        return sure, list(dict.fromkeys((*sure, *near, *alone, *by_words)))

    def _by_words(self, words: Sequence[str], top: int, *, asked: bool = False) -> list[int]:
        """Return the tables with most of these words, best first (BM25 over caption, labels and cells).

        `asked`: somebody asks in words of their own; tables may have others for them.
        """
        rare = sorted(set(words), key=self.weight, reverse=True)[:MOST_WORDS]
        if not rare:
            return []
        common = self._weight(int(self._count * COMMON))
        rare = [w for at, w in enumerate(rare) if at < LEAST_WORDS or self.weight(w) > common]
        wanted = " OR ".join(
            '"{}"'.format(w.replace('"', "")) for word in rare for w in (word, *(words_for(word) if asked else ()))
        )
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 1.0, 1.5, 1.5, 1.0) LIMIT ?"
        return [id for (id,) in self._db.execute(sql, (wanted, top))]

    def _text(self, query: TableQuery, top: int) -> TableResults:
        """Return what a free text finds: by the cells that say most of it, and behind them by its words alone."""
        split = split_text(query.text, self.is_label)
        value = read_value_query(split.value) if split.value else None
        most = max(LEAST_READ, top)
        ids = self._by_words(asked_words(query.text), most, asked=True)
        if value is not None:
            holding = self._ids("SELECT tbl FROM cells WHERE form = ?", value.form)
            labelled = [self._with(_ROW, f) | self._with(_COLUMN, f) for f in map(label_form, split.labels)]
            both = holding.intersection(*labelled) if labelled else set[int]()
            few = holding if len(holding) <= LEAST_READ else set[int]()
            ids = list(dict.fromkeys((*sorted(both), *ids, *sorted(few))))[: most + 2 * LEAST_READ]
        found = _ordered([m for t in self._load(ids) if (m := match_text(t, query.text, self.weight)) is not None])
        if value is not None and value.compared and not (found and found[0].how is How.EXACT):
            text = " ".join((*split.labels, split.words))
            some = self._load(self._by_words(asked_words(text), MOST_SCORED, asked=True))
            matched = [m for t in some if (m := match_text(t, text, self.weight, value)) is not None]
            found = _ordered(matched) or found
        return TableResults(tuple(found[:top]), query, split)

    def names(self, label: str, also: Sequence[str] = ()) -> tuple[str, ...]:
        """Return other names of a label: those given, and those that the corpus' abbreviations give it."""
        core = label_core(label)
        if not core:
            return tuple(also)
        found = dict.fromkeys(also)
        words = core.split()
        for begin in range(min(len(words), 12)):
            for end in range(min(len(words), begin + 6), begin, -1):
                part = " ".join(words[begin:end])
                for other in self._alike(part, alone=end - begin == 1):
                    found[" ".join((*words[:begin], other, *words[end:]))] = None
        found.pop(core, None)
        return tuple(found)[: max(MOST_NAMES, len(also))]

    def _alike(self, part: str, *, alone: bool) -> list[str]:
        sql = (
            "SELECT min(lower(short)) FROM abbreviations WHERE core = ? GROUP BY lower(short) "
            "HAVING count(*) >= ? ORDER BY count(*) DESC LIMIT 3"
        )
        # A single word's abbreviation is one author's ("ses" for size), and means something else to the next.
        found = [] if alone else [short for (short,) in self._db.execute(sql, (part, LEAST_DEFINED))]
        if alone:
            sql = (
                "SELECT core FROM abbreviations WHERE short IN (?, ?) GROUP BY core HAVING count(*) >= ? "
                "ORDER BY count(*) DESC LIMIT 3"
            )
            found += [core for (core,) in self._db.execute(sql, (part.upper(), part, LEAST_DEFINED))]
        return found


class EmbeddedTables:
    """The tables of one library as the port `Tables` has them; its work is done in threads, one at a time.

    The file is opened when it is wanted, and again where it was made anew, so that tables which are added meanwhile are
    found. Without the file there are no tables.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: tuple[tuple[int, int], TableIndex] | None = None
        self._lock = threading.Lock()

    async def search(self, query: TableQuery, top: int = 20) -> TableResults:
        return await self._do(lambda index: index.search(query, top, both_ways=True), TableResults((), query))

    async def get(self, key: str) -> IndexedTable | None:
        return await self._do(lambda index: index.get(key), None)

    async def profile(self, tables: Sequence[IndexedTable], most: int) -> tuple[ProfileTerm, ...]:
        return await self._do(lambda index: meta_profile(tables, index.label_weight, most), ())

    async def count(self) -> int:
        return await self._do(len, 0)

    async def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    async def _do(self, work: Callable[[TableIndex], T], without: T) -> T:
        def alone() -> T:
            with self._lock, translated(self._folder / FILE):
                index = self._index()
                return work(index) if index is not None else without

        return await asyncio.to_thread(alone)

    def _index(self) -> TableIndex | None:
        try:
            found = (self._folder / FILE).stat()
        except OSError:
            return None
        mark = (found.st_ino, found.st_mtime_ns)
        if self._open is None or self._open[0] != mark:
            if self._open is not None:
                self._open[1].close()
            try:
                self._open = (mark, TableIndex.open(self._folder))
            except InputError as error:
                raise LibraryError(error.message, hint=error.hint) from error
        return self._open[1]


def _words(found: IndexedTable) -> tuple[str, str, str, str]:
    """Return the words of caption, columns, rows and cells."""
    table = found.table
    caption = label_words(" ".join((table.label, table.caption, *table.footnotes)))
    columns = sorted(w for label in set(found.columns) for w in label.words)
    rows = sorted(w for label in set(found.rows) for w in label.words)
    cells = label_words(" ".join(c.text for c in table.cells))
    return " ".join(caption), " ".join(columns), " ".join(rows), " ".join(cells)


def _texts(table: Table) -> Iterator[str]:
    for cell in table.cells:
        yield cell.text
        if cell.nested is not None:
            yield from _texts(cell.nested)
    for path in table.rows if table.stub > 1 else ():
        yield from path[-table.stub :]


def _ordered(found: list[TableMatch]) -> list[TableMatch]:
    return sorted(found, key=lambda m: (-round(m.score, 6), m.found.id))
