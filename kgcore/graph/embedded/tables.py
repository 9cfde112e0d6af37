"""Turns what a broken or vanished file looks like into the errors of the house."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kgcore.errors import GraphUnavailable, InputError
from kgcore.graph.embedded.layout import damaged_error, unreadable_error
from kgcore.values.citation import Citation
from kgcore.values.model import MOST_LISTED, Entity, Paper, Predicate, paper_url
from kgcore.vocabulary.described import FILE as DESCRIBED
from kgcore.vocabulary.described import read_described, with_descriptions

_WANTING = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@contextmanager
def translate_errors(folder: Path, closed: bool = False) -> Iterator[None]:
    """Raise GraphDamaged where the files contradict each other, GraphUnavailable where the graph was closed or cannot
    be read for want of something else.
    """
    if closed:
        raise GraphUnavailable(f"The graph in {folder} has been closed.")
    try:
        yield
    except sqlite3.ProgrammingError as exc:  # closed meanwhile
        raise GraphUnavailable(f"The graph in {folder} has been closed.") from exc
    except sqlite3.OperationalError as exc:
        if exc.sqlite_errorcode & 0xFF in _WANTING:
            raise GraphUnavailable(f"The graph in {folder} cannot be read ({exc}).") from exc
        raise damaged_error(folder, "is damaged") from exc
    except (sqlite3.DatabaseError, ValueError, IndexError, KeyError) as exc:
        raise damaged_error(folder, "is damaged") from exc
    except OSError as exc:
        raise unreadable_error(folder, exc) from exc


# --- Reads rows of graph.sqlite as values of the model; batches are one statement each, whatever their size.

_ENTITY = "SELECT n, id, name, type, synonyms, xrefs, description FROM entities WHERE"
_CITATION = ", ".join(Citation._fields)
PAPERS = f"SELECT id, title, journal, year, url, {_CITATION} FROM papers LEFT JOIN citations USING (n)"
_LIST = "IN (SELECT value FROM json_each(?))"
MOST_RANKED = 5000


class EdgeText(NamedTuple):
    """What the arrays do not hold of an edge."""

    id: str
    publications: tuple[str, ...]
    sources: tuple[str, ...]
    sentences: tuple[str, ...]
    note: str
    unlisted: int


def entity_numbers(db: sqlite3.Connection, ids: Collection[str]) -> dict[str, int]:
    """Return the numbers of the entities with these ids, as far as there are any."""
    return dict(db.execute(f"SELECT id, n FROM entities WHERE id {_LIST}", (_texts(ids),)))


def read_entities(db: sqlite3.Connection, wanted: Iterable[int]) -> dict[int, Entity]:
    """Return the entities with these numbers."""
    rows = db.execute(f"{_ENTITY} n {_LIST}", (json.dumps(list(wanted)),))
    return {
        n: Entity(id, name, type_, json_list(syn), json_list(xref), about)
        for n, id, name, type_, syn, xref, about in rows
    }


def edge_texts(db: sqlite3.Connection, wanted: Iterable[int]) -> dict[int, EdgeText]:
    """Return id, papers, sources, sentences and note of the edges with these numbers; of very many papers those that
    are listed, which stand first (`ranked.py`).
    """
    rows = db.execute(
        f"SELECT n, id, publications, sources, sentences, note FROM edges WHERE n {_LIST}", (json.dumps(list(wanted)),)
    )
    sources: dict[str, tuple[str, ...]] = {}  # few, so that edges share them
    found = {}
    for n, id, cited, src, quoted, note in rows:
        told = sources.get(src)
        if told is None:
            told = sources[src] = split_stored_list(src)
        unlisted = max(0, cited.count("|") + 1 - MOST_LISTED) if len(cited) > MOST_LISTED else 0
        pubs, said = (_first_of_list(cited), _first_of_list(quoted)) if unlisted else (cited, quoted)
        found[n] = EdgeText(id, split_stored_papers(pubs), told, split_stored_list(said), note, unlisted)
    return found


def _first_of_list(text: str) -> str:
    return "|".join(text.split("|", MOST_LISTED)[:MOST_LISTED])


def read_papers(db: sqlite3.Connection, ids: Collection[str]) -> dict[str, Paper]:
    """Return the papers with these ids."""
    rows = db.execute(f"{PAPERS} WHERE id {_LIST}", (_texts(ids),))
    return {row[0]: _paper(*row) for row in rows}


def read_titles(db: sqlite3.Connection, ids: Collection[str]) -> dict[str, str]:
    """Return the titles of the papers with these ids."""
    return dict(db.execute(f"SELECT id, title FROM papers WHERE id {_LIST}", (_texts(ids),)))


def search_papers(db: sqlite3.Connection, words: Collection[str], limit: int, *, every: bool) -> list[Paper]:
    """Return papers whose title or journal has `every` one or at least one of the words, best first (BM25).

    Of the papers that fit, at most `MOST_RANKED` are looked at: a word that half of them have would take a second.
    """
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    rows = db.execute(
        f"SELECT id, title, journal, year, url, {_CITATION}"
        " FROM (SELECT rowid AS n, rank AS r FROM papers_text WHERE papers_text MATCH ? LIMIT ?)"
        " JOIN papers USING (n) LEFT JOIN citations USING (n) ORDER BY r, n LIMIT ?",
        ((" " if every else " OR ").join(quoted), MOST_RANKED, limit),
    )
    return [_paper(*row) for row in rows]


def _paper(id: str, title: str, journal: str, year: int | None, url: str | None, *cited: str | None) -> Paper:
    citation = Citation.of_cells(cited)._asdict() if any(cited) else {}
    return Paper(id, title, journal, year, stored_url(id, url), **citation)


def stored_url(id: str, url: str | None) -> str:
    """Return the address of a paper, which is stored only where it is not the usual one (`plain_url`)."""
    return paper_url(id) if url is None else url


def plain_url(id: str, url: str) -> str | None:
    """Return what is stored of a paper's address."""
    return None if url == paper_url(id) else url


def read_predicates(db: sqlite3.Connection, folder: Path) -> list[tuple[Predicate, bool]]:
    """Return all predicates in the order of their codes, and whether anybody described them: the source of the graph in
    `folder`, or a person in the table beside it, which wins. Raises InputError naming that table's first bad line.
    """
    given, stored = _described_beside(folder), _stored_predicates(db)
    if not given:
        return stored
    worded = with_descriptions((p for p, _ in stored), given)
    return [(p, told or p.name in given) for p, (_, told) in zip(worded, stored, strict=True)]


def _described_beside(folder: Path) -> dict[str, Predicate]:
    file = folder / DESCRIBED
    try:
        return read_described(file.read_text(encoding="utf-8"), str(file)) if file.is_file() else {}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("cannot be read.", where=str(file), hint="Save it as UTF-8 text.") from error


def _stored_predicates(db: sqlite3.Connection) -> list[tuple[Predicate, bool]]:
    rows = db.execute(
        "SELECT name, label, symmetric, inverse, opposite, implies, phrases, described FROM predicates ORDER BY code"
    )
    return [
        (
            Predicate(name, label, bool(sym), inverse, json_list(opposite), json_list(implies), json_list(phrases)),
            bool(described),
        )
        for name, label, sym, inverse, opposite, implies, phrases, described in rows
    ]


def read_about(db: sqlite3.Connection) -> dict[str, str]:
    """Return what the graph says of itself: name, provenance, counts (JSON), types (JSON)."""
    return dict(db.execute("SELECT key, value FROM about"))


def split_stored_list(text: str) -> tuple[str, ...]:
    """Split a stored list."""
    return tuple(text.split("|")) if text else ()


def split_stored_papers(text: str) -> tuple[str, ...]:
    """Split a stored list of papers' ids; bare digits are PMIDs (`without_scheme`)."""
    if text.replace("|", "").isdigit() and "||" not in f"|{text}|":  # nearly all: in a fifth of the time
        return tuple(f"PMID:{text}".replace("|", "|PMID:").split("|"))
    return tuple(f"PMID:{id}" if id[:1].isdigit() else id for id in text.split("|")) if text else ()


def without_scheme(cell: str) -> str:
    """Return papers' ids joined by "|" as they are stored: most are PMIDs, and that word would be a third of them."""
    return f"|{cell}".replace("|PMID:", "|")[1:]


def without_schemes(cells: Sequence[str]) -> Sequence[str]:
    """Return many such cells at once, in a tenth of the time; no id holds a line end."""
    together = "\n|".join(cells)
    found = [cell[1:] for cell in f"|{together}".replace("|PMID:", "|").split("\n")]
    return found if len(found) == len(cells) else [without_scheme(cell) for cell in cells]


def json_list(text: str) -> tuple[str, ...]:
    """Return a list that the writer has written as JSON."""
    if text == "[]":
        return ()
    # As the writer's json.dumps puts it, a list without a backslash has its quotes between the items only: a tenth of
    # the time of a parser.
    return tuple(text[2:-2].split('", "')) if "\\" not in text else tuple(json.loads(text))


def _texts(ids: Collection[str]) -> str:
    # json_each cuts a text at a null character, and a lone surrogate is no UTF-8: such an id is in no graph.
    return json.dumps([i for i in ids if "\0" not in i and (i.isascii() or _is_text(i))])


def _is_text(id: str) -> bool:
    try:
        id.encode()
    except UnicodeEncodeError:
        return False
    return True
