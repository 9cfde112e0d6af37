"""What both kinds of tables need: the properties that deserve a column, and rows of text."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from kgcore.graph.rows import EdgeRow, NodeRow

MOST_COLUMNS = 60
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_ -]{0,60}")


class Writes(Protocol):
    """Takes one row."""

    def __call__(self, cells: Sequence[str]) -> None:
        """Write the cells."""
        ...


def unpacked(extra: str) -> dict[str, str]:
    """Return the properties of a row."""
    return {str(k): str(v) for k, v in json.loads(extra).items()} if extra else {}


def columns(rows: Iterable[NodeRow | EdgeRow], taken: Collection[str]) -> list[str]:
    """Return the properties that get a column of their own: with simple names that nothing else has."""
    plain = {_plain(name) for name in taken}
    counts = Counter(key for row in rows if row.extra for key in unpacked(row.extra))
    found: list[str] = []
    for key, _ in counts.most_common():
        if _SIMPLE.fullmatch(key) and _plain(key) not in plain and len(found) < MOST_COLUMNS:
            plain.add(_plain(key))
            found.append(key)
    return found


def spread(extra: str, named: Sequence[str]) -> list[str]:
    """Return the cells of the named properties, then what is left of them as JSON or ""."""
    held = unpacked(extra)
    cells = [held.pop(name, "") for name in named]
    return [*cells, json.dumps(held, ensure_ascii=False) if held else ""]


@contextmanager
def tsv(path: Path) -> Iterator[Writes]:
    """Open a table with tabs and no quotes; cells hold neither tabs nor line ends."""
    with path.open("w", encoding="utf-8", newline="\n") as file:

        def write(cells: Sequence[str]) -> None:
            file.write("\t".join(cells) + "\n")

        yield write


@contextmanager
def quoted(path: Path) -> Iterator[Writes]:
    """Open a table with commas and quotes where they are needed."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")

        def write(cells: Sequence[str]) -> None:
            writer.writerow(cells)

        yield write


def _plain(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
