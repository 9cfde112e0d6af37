"""Tables: a table block in messages, as the limits allow it; lines in modals, which know no tables."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.slack import limits
from adapters.slack.escape import clean
from adapters.slack.parts import Json, Surface, Unit, bullets, rich_blocks, section, words
from kgcore.reply import Table

Row = tuple[str, ...]


def table_units(table: Table, surface: Surface) -> Iterator[Unit]:
    """Yield the table in as many parts as the limits ask for, the title and the head with each."""
    if surface is Surface.MODAL or len(table.columns) > limits.TABLE_COLUMNS or not table.rows:
        yield from _lines(table)
        return
    parts = list(_parts(table))
    for nth, rows in enumerate(parts):
        title = table.title + (f" ({nth + 1} of {len(parts)})" if len(parts) > 1 else "")
        head = rich_blocks([section(words(title, bold=True))], limits.RICH_TEXT) if title.strip() else []
        told = [title, *("; ".join(c for c in row if c) for row in (table.columns, *rows))]
        yield Unit((*head, _block(table.columns, rows)), "\n".join(line for line in told if line))


def _parts(table: Table) -> Iterator[list[Row]]:
    head = sum(map(len, table.columns))
    rows: list[Row] = []
    weight = head
    for row in table.rows:
        heavy = sum(map(len, row))
        if rows and (len(rows) + 1 >= limits.TABLE_ROWS or weight + heavy > limits.TABLE_CHARACTERS):
            yield rows
            rows, weight = [], head
        rows.append(row)
        weight += heavy
    yield rows


def _block(columns: Row, rows: list[Row]) -> Json:
    head = [{"type": "rich_text", "elements": [section(words(c, bold=True))]} for c in columns]
    body = [[{"type": "raw_text", "text": clean(cell) or " "} for cell in row] for row in rows]
    return {"type": "table", "column_settings": [{"is_wrapped": True} for _ in columns], "rows": [head, *body]}


def _lines(table: Table) -> Iterator[Unit]:
    lines = [section(*_line(table.columns, row)) for row in table.rows]
    head = [section(words(table.title, bold=True))] if table.title else []
    for nth, block in enumerate(rich_blocks([*head, bullets(lines)] if lines else head, limits.RICH_TEXT)):
        told = [table.title, *("; ".join(c for c in row if c) for row in table.rows)] if nth == 0 else []
        yield Unit((block,), "\n".join(line for line in told if line))


def _line(columns: Row, row: Row) -> list[Json]:
    """The first cell names the row; the others follow behind the names of their columns."""
    rest = [f"{c}: {v}" if c and len(columns) > 2 else v for c, v in zip(columns[1:], row[1:], strict=False) if v]
    return [words(row[0] if row else "", bold=True), words(" – " + "; ".join(rest) if rest else " ")]
