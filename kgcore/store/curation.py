"""The log of a team's acts on a graph, in SQLite: rows are added and never changed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter, ValidationError

from kgcore.curation.layer import LAST, TEAM_EDGE, TEAM_ENTITY, Act, ActKind, Layer, LayerFold
from kgcore.errors import InputError, StoreError

_TABLE = """CREATE TABLE IF NOT EXISTS acts (
    number INTEGER PRIMARY KEY, graph TEXT NOT NULL, body TEXT NOT NULL
) STRICT"""
_ACT = TypeAdapter(Act)
_WAIT = 10.0  # seconds for another process that writes
_RESTED = 2_000_000_000  # nanoseconds: the coarsest clock of a file system in use (FAT)
_COUNTER_END = 28  # bytes of the header, of which the last four count the changes
_ABSENT = (0, 0, 0)  # what is seen of no file


class CurationLog:
    """What people did to the graph of a name; several processes may read and write. Raises StoreError.

    What was read stays read: the rows that others have added since are read when the file has changed.
    """

    def __init__(self, path: Path, graph: str) -> None:
        self._path, self._graph = path, graph
        self._seen: tuple[bytes, int] | None = None
        self._looked: tuple[int, int, int] | None = None  # at the file, when it had rested
        self._fold, self._last = LayerFold(), 0
        self._lock = Lock()

    def layer(self) -> Layer:
        """Return what holds now; read anew only where the file has changed."""
        with self._lock:
            self._follow()
            return self._fold.layer()

    def acts(self) -> tuple[Act, ...]:
        """Return all acts on this graph, in order."""
        with self._lock:
            self._follow()
            return self._fold.acts

    def add(self, make: Callable[[Layer], Act]) -> Act:
        """Add the act that `make` returns for the layer as it is, under the next number. Raises InputError.

        Two reviewers at once: the second sees what the first did.
        """
        with self._adding() as (db, last):
            act = replace(self._fold.checked(make(self._fold.layer())), number=last + 1)
            self._insert(db, act)
        return act

    def add_all(self, acts: Iterable[Act]) -> list[Act | InputError]:
        """Add many acts at once, each under the next number; in the place of one that may not be added stands why.

        A target of `LAST` is the act before it, and refused where that was. Where the file fails, none is added.
        """
        done: list[Act | InputError] = []
        with self._adding() as (db, last):
            number = last
            for act in acts:
                try:
                    taken = replace(self._fold.checked(_targeted(act, done)), number=number + 1)
                except InputError as error:
                    done.append(error)
                    continue
                self._insert(db, taken)
                number = taken.number
                done.append(taken)
        return done

    def take_over(self, other: CurationLog) -> int:
        """Add all that was done to another graph, in order, under new numbers; return how many acts that was.

        Raises InputError where something was done to this one already: then what counts could not be told.
        """
        acts = other.acts()
        numbers: dict[str, str] = {}
        with self._adding() as (db, last):
            if self._fold.acts:
                raise InputError("This graph has a layer already.", hint="Only a graph without one can take one over.")
            for number, act in enumerate(acts, last + 1):
                numbers[str(act.number)] = str(number)
                self._insert(db, _renumbered(act, number, numbers))
        return len(acts)

    def _insert(self, db: sqlite3.Connection, act: Act) -> None:
        body = _ACT.dump_json(act, exclude={"number"}, exclude_defaults=True).decode()
        db.execute("INSERT INTO acts VALUES (?, ?, ?)", (act.number, self._graph, body))
        self._fold.extend([act])
        self._last = act.number

    @contextmanager
    def _adding(self) -> Iterator[tuple[sqlite3.Connection, int]]:
        """Hold the file alone, with all that was done before read; yield it with the last number in it."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._open() as db:
            db.execute(_TABLE)  # by itself: an act that is refused leaves an empty log behind, and no broken one
            db.execute("BEGIN IMMEDIATE")
            with self._lock:
                self._read(db)
                before = self._last
                try:
                    (last,) = db.execute("SELECT coalesce(max(number), 0) FROM acts").fetchone()
                    yield db, last
                    db.commit()
                except BaseException:
                    if self._last != before:  # what was not kept was not done
                        self._fold, self._last, self._seen, self._looked = LayerFold(), 0, None, None
                    raise
                self._seen, self._looked = self._mark(), None
        self._path.chmod(0o600)

    def _follow(self) -> None:
        look = self._look()
        if look is not None and look == self._looked:
            return
        mark = self._mark()
        if (mark is None) != (look == _ABSENT):  # it came or went in between
            look = None
        if mark == self._seen:
            self._looked = look
            return
        if mark is None or (self._seen and mark[1] < self._seen[1]):  # the file was taken away or put back
            self._fold, self._last = LayerFold(), 0
        if mark is not None:
            with self._open() as db:
                self._read(db)
        self._seen, self._looked = mark, look

    def _read(self, db: sqlite3.Connection) -> None:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'acts'").fetchone():
            return  # made, and ended before anything was done
        wanted = "SELECT number, body FROM acts WHERE graph = ? AND number > ? ORDER BY number"
        rows = db.execute(wanted, (self._graph, self._last)).fetchall()
        self._fold.extend(_read(number, body) for number, body in rows)
        self._last = rows[-1][0] if rows else self._last

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
            try:
                yield db
            finally:
                db.close()
        except sqlite3.Error as error:
            raise StoreError(
                f"{self._path} cannot be used ({error}).", hint="Restore a backup of it, or move it away."
            ) from error

    def _look(self) -> tuple[int, int, int] | None:
        """Return what tells a file that nobody has written to since from any other; None for one that may be written
        to right now, whose time may stay the same. A turn asks some twenty times.
        """
        try:
            found = self._path.stat()
        except FileNotFoundError:  # where nobody has done anything yet
            return _ABSENT
        except OSError:
            return None
        rested = 0 <= found.st_mtime_ns < time.time_ns() - _RESTED
        return (found.st_ino, found.st_mtime_ns, found.st_size) if rested else None

    def _mark(self) -> tuple[bytes, int] | None:
        """Return what changes with the file: SQLite's own counter (its file format, 1.3.7), and the size."""
        try:
            with self._path.open("rb") as file:
                head = file.read(_COUNTER_END)
                return head[_COUNTER_END - 4 :], file.seek(0, 2)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"{self._path} cannot be read ({error.strerror}).") from error


def _targeted(act: Act, before: Sequence[Act | InputError]) -> Act:
    if act.target != LAST:
        return act
    if not before or isinstance(before[-1], InputError):
        raise InputError("What this is about was not taken in.")
    return replace(act, target=str(before[-1].number))


def _renumbered(act: Act, number: int, numbers: Mapping[str, str]) -> Act:
    """Return an act of another log under a new number, with what it says by number or by an id made of one."""

    def here(id: str) -> str:
        made = next((m for m in (TEAM_ENTITY, TEAM_EDGE) if id.startswith(m)), None)
        return f"{made}{numbers.get(id.removeprefix(made), id.removeprefix(made))}" if made else id

    fact = act.fact and replace(act.fact, subject=here(act.fact.subject), object=here(act.fact.object))
    by_number = act.kind in (ActKind.ACCEPTED, ActKind.REJECTED, ActKind.UNDID)
    target = numbers.get(act.target, act.target) if by_number else here(act.target)
    return replace(act, number=number, target=target, fact=fact, withdraws=tuple(map(here, act.withdraws)))


def _read(number: int, body: str) -> Act:
    try:
        return _ACT.validate_json(f'{{"number": {number}, {body.lstrip()[1:]}')
    except (ValueError, ValidationError) as error:
        raise StoreError(
            f"Act {number} of the curation log cannot be read.", hint="Restore it from a backup."
        ) from error
