"""A table and its headers' labels as bytes and back. What cells say is read again, so that better reading needs no new
index. Pure.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from kgcore.library.tables import Cell, Table
from kgcore.library.tables_match import Label
from kgcore.library.tables_values import hints_of, read_value


@dataclass(frozen=True, slots=True)
class PaperTables:
    """An article's tables as they go into an index: `paper` is what they are named by (PMC77), `id` the library's.

    `mark` tells whether they changed, `abbreviations` are what the article defines.
    """

    paper: str
    id: str
    mark: str
    tables: tuple[Table, ...]
    abbreviations: tuple[tuple[str, str], ...] = ()


def pack_table(table: Table) -> bytes:
    """Return a table in few bytes."""
    return _packed(_plain(table))


def pack_labels(labels: Mapping[str, Label]) -> bytes:
    """Return labels that were read in few bytes."""
    return _packed({text: [*map(sorted, (one.forms, one.cores, one.words)), one.core] for text, one in labels.items()})


def unpack_labels(packed: bytes) -> dict[str, Label]:
    """Return the labels that were packed. Raises ValueError."""
    try:
        plain = json.loads(zlib.decompress(packed))
        return {
            text: Label(frozenset(forms), frozenset(cores), frozenset(words), core)
            for text, (forms, cores, words, core) in plain.items()
        }
    except (zlib.error, AttributeError, TypeError) as error:
        raise ValueError("no packed labels") from error


def _packed(plain: object) -> bytes:
    return zlib.compress(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def unpack_table(packed: bytes, *, values: bool = False) -> Table:
    """Return the table that was packed; with `values`, cells say what they mean. Raises ValueError."""
    try:
        table = _table(json.loads(zlib.decompress(packed)))
    except (zlib.error, KeyError, IndexError, TypeError) as error:
        raise ValueError("not a packed table") from error
    return with_values(table) if values else table


def with_values(table: Table) -> Table:
    """Return a table with what its cells say in numbers."""
    hints = hints_of(" ".join((table.caption, *table.footnotes)))
    cells = tuple(
        Cell(c.row, c.column, c.text, read_value(c.text, table.rows[c.row], table.columns[c.column], hints), nested)
        for c in table.cells
        for nested in [with_values(c.nested) if c.nested else None]
    )
    return Table(
        table.id, table.label, table.caption, table.columns, table.rows, cells, table.stub, table.footnotes, table.notes
    )


def _plain(table: Table) -> dict[str, object]:
    cells = [[c.row, c.column, c.text, *([_plain(c.nested)] if c.nested else [])] for c in table.cells]
    return {
        "id": table.id, "label": table.label, "caption": table.caption, "columns": table.columns, "rows": table.rows,
        "cells": cells, "stub": table.stub, "footnotes": table.footnotes, "notes": table.notes,
    }  # fmt: skip


def _table(plain: dict[str, object]) -> Table:
    def paths(name: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(path) for path in plain[name])  # type: ignore[attr-defined]

    made = [Cell(c[0], c[1], c[2], nested=_table(c[3]) if len(c) > 3 else None) for c in plain["cells"]]  # type: ignore[attr-defined]
    return Table(
        str(plain["id"]), str(plain["label"]), str(plain["caption"]), paths("columns"), paths("rows"), tuple(made),
        int(str(plain["stub"])), tuple(plain["footnotes"]), tuple(plain["notes"]),  # type: ignore[arg-type]
    )  # fmt: skip
