"""A table of a paper as CSV. Pure."""

from __future__ import annotations

import csv
import io
import re

from kgcore.library.tables import Table

_ODD = re.compile(r"[^\w.-]+")


def csv_name(key: str) -> str:
    """Return what the file of a table is called: "PMC77-T2.csv"."""
    return f"{_ODD.sub('-', key)[:80]}.csv"


def table_csv(table: Table) -> str:
    """Return a table as CSV: its headers' levels, then its rows with their labels in columns of their own."""
    levels = max((len(p) for p in table.columns), default=0)
    deep = max((len(p) for p in table.rows), default=0)
    out = io.StringIO()
    writer = csv.writer(out)
    for level in range(levels):
        stub = " / ".join(table.columns[0]) if table.stub and level == levels - 1 else ""
        labels = [path[level] if level < len(path) else "" for path in table.columns[table.stub :]]
        writer.writerow([stub, *[""] * (deep - 1), *labels] if deep else labels)
    for path, line in zip(table.rows, table.grid(), strict=True):
        writer.writerow([*map(_safe, path), *[""] * (deep - len(path)), *map(_safe, line[table.stub :])])
    return out.getvalue()


def _safe(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula; numbers with a sign stay numbers."""
    if text[:1] in "=@\t\r" or (text[:1] in "+-" and not text[1:2].isdigit() and len(text) > 1 and text[1] not in ". "):
        return f"'{text}"
    return text
