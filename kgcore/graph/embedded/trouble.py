"""Turns what a broken or vanished file looks like into the errors of the house."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgcore.errors import GraphUnavailable
from kgcore.graph.embedded.layout import damaged


@contextmanager
def translated(folder: Path, closed: bool = False) -> Iterator[None]:
    """Raise GraphDamaged where the files contradict each other, GraphUnavailable where the graph was closed."""
    if closed:
        raise GraphUnavailable(f"The graph in {folder} has been closed.")
    try:
        yield
    except sqlite3.ProgrammingError as exc:  # closed meanwhile
        raise GraphUnavailable(f"The graph in {folder} has been closed.") from exc
    except (sqlite3.DatabaseError, ValueError, IndexError, KeyError) as exc:
        raise damaged(folder, "is damaged") from exc
    except OSError as exc:
        raise damaged(folder, f"cannot be read ({exc.strerror or exc})") from exc
