"""The log of a team's acts on a graph, in SQLite: rows are added and never changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from kgcore.curation.layer import Act, Layer, check_act, layer_of
from kgcore.errors import StoreError

_TABLE = """CREATE TABLE IF NOT EXISTS acts (
    number INTEGER PRIMARY KEY, graph TEXT NOT NULL, body TEXT NOT NULL
) STRICT"""
_ACT = TypeAdapter(Act)
_WAIT = 10.0  # seconds for another process that writes


class CurationLog:
    """What people did to the graph of a name; several processes may read and write. Raises StoreError."""

    def __init__(self, path: Path, graph: str) -> None:
        self._path, self._graph = path, graph
        self._seen: tuple[int, int] | None = None
        self._layer = Layer()

    def layer(self) -> Layer:
        """Return what holds now; read anew only where the file has changed."""
        mark = self._mark()
        if mark != self._seen:
            self._layer = layer_of(self.acts()) if mark else Layer()
            self._seen = mark
        return self._layer

    def acts(self) -> tuple[Act, ...]:
        """Return all acts on this graph, in order."""
        if not self._path.exists():
            return ()
        with self._open() as db:
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'acts'").fetchone():
                return ()  # made, and ended before anything was done
            rows = db.execute("SELECT number, body FROM acts WHERE graph = ? ORDER BY number", (self._graph,))
            return tuple(_read(number, body) for number, body in rows)

    def add(self, make: Callable[[Layer], Act]) -> Act:
        """Add the act that `make` returns for the layer as it is, under the next number. Raises InputError.

        Two reviewers at once: the second sees what the first did.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._open() as db:
            db.execute(_TABLE)  # by itself: an act that is refused leaves an empty log behind, and no broken one
            db.execute("BEGIN IMMEDIATE")
            rows = db.execute("SELECT number, body FROM acts WHERE graph = ? ORDER BY number", (self._graph,))
            acts = tuple(_read(number, body) for number, body in rows)
            (last,) = db.execute("SELECT coalesce(max(number), 0) FROM acts").fetchone()
            layer = layer_of(acts)
            act = replace(check_act(layer, acts, make(layer)), number=last + 1)
            body = json.dumps({k: v for k, v in asdict(act).items() if k != "number"}, ensure_ascii=False)
            db.execute("INSERT INTO acts VALUES (?, ?, ?)", (act.number, self._graph, body))
            db.commit()
        self._path.chmod(0o600)
        return act

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
            try:
                yield db
            finally:
                db.close()
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} cannot be used ({error}).", hint="Is it a log of curation?") from error

    def _mark(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size


def _read(number: int, body: str) -> Act:
    try:
        return _ACT.validate_python({**json.loads(body), "number": number})
    except (ValueError, ValidationError) as error:
        raise StoreError(
            f"Act {number} of the curation log cannot be read.", hint="Restore it from a backup."
        ) from error
