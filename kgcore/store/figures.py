"""Which drawn pictures are kept, and how: few, since one that is not there is drawn again when somebody looks."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from kgcore.values.reply import Figure

log = logging.getLogger("evigraph.store")

OF_A_TURN = 3  # pictures of one answer that are kept, the newest: people go to and fro between two ways to look at it
OF_A_THREAD = 20  # answers of a thread whose pictures are kept, the newest: as many as its page shows
TURNS = 1_000  # answers of the whole store whose pictures are kept, about
_AT_ONCE = 50  # answers beyond these that are looked through at once

_SAVE = "INSERT OR REPLACE INTO figures (key, png, svg, alt, width, height, title) VALUES (?, ?, ?, ?, ?, ?, ?)"
# A key is an answer's id (or a thread's key), "/" and what tells its pictures apart; "0" is what follows "/".
_SUPERSEDED = """
DELETE FROM figures WHERE rowid IN (
    SELECT rowid FROM figures WHERE key >= :of || '/' AND key < :of || '0' ORDER BY rowid DESC LIMIT -1 OFFSET :most)"""
_LEFT_BEHIND = """
DELETE FROM figures WHERE rowid IN (
    SELECT f.rowid FROM turns AS t JOIN figures AS f ON f.key >= t.id || '/' AND f.key < t.id || '0'
    WHERE t.id <> :of AND t.thread = (SELECT thread FROM turns WHERE id = :of) AND t.seq < (
        SELECT seq FROM turns WHERE thread = (SELECT thread FROM turns WHERE id = :of)
        ORDER BY seq DESC LIMIT 1 OFFSET :most - 1))"""
_OLD = """
DELETE FROM figures WHERE rowid IN (
    SELECT f.rowid FROM turns AS t JOIN figures AS f ON f.key >= t.id || '/' AND f.key < t.id || '0'
    WHERE t.id <> :of AND t.seq BETWEEN (SELECT max(seq) FROM turns) - :most - :at_once
    AND (SELECT max(seq) FROM turns) - :most)"""


def save_figure(db: Database, key: str, figure: Figure) -> None:
    """Keep a picture, and let go of those that it supersedes and of old ones; inside a transaction."""
    packed = zlib.compress(figure.svg.encode(), 6)
    db.execute(_SAVE, (key, figure.png, packed, figure.alt, figure.width, figure.height, figure.title))
    of = key.rpartition("/")[0]
    db.execute(_SUPERSEDED, {"of": of, "most": OF_A_TURN})
    db.execute(_LEFT_BEHIND, {"of": of, "most": OF_A_THREAD})
    db.execute(_OLD, {"of": of, "most": TURNS, "at_once": _AT_ONCE})


def figure_of(key: str, row: Sequence[Any] | None) -> Figure | None:
    """Return the picture of a row (png, svg and the rest); None for none and for what is damaged: it is drawn anew.

    Earlier versions kept its SVG as it was drawn, and not packed.
    """
    if row is None:
        return None
    png, svg, *rest = row
    try:
        return Figure(png, svg if isinstance(svg, str) else zlib.decompress(svg).decode(), *rest)
    except (zlib.error, ValueError, TypeError) as error:
        log.warning("a picture cannot be read and is drawn anew: %s (%s)", key, error)
        return None
