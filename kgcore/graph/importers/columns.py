"""Finds the columns of a TSV file by its header, in whatever order they stand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from kgcore.errors import InputError
from kgcore.graph.formats import MORE
from kgcore.graph.importers.cells import once, unpacked
from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.parts import Part, Tick
from kgcore.graph.importers.report import Findings, Trouble


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a file may have: each with its other names; those in `required` must be there."""

    names: Mapping[str, tuple[str, ...]]
    required: Sequence[str]


def rows(path: Part, columns: Columns, findings: Findings, tick: Tick) -> Iterator[tuple[int, tuple[str, ...], str]]:
    """Yield (line number, cells in the order of `columns`, other columns as JSON or "") of every row that fits.

    A column that the file lacks gives "". Raises InputError where a required column is missing or there is no header.
    """
    source = lines(path, findings, tick)
    _, first = next(source, (0, ""))
    if not first.strip("\ufeff \t"):
        needed = ", ".join(columns.required)
        raise InputError("is empty.", where=path.name, mend=f"Its first line must name the columns, such as {needed}.")
    header = [cell.strip() for cell in first.removeprefix("\ufeff").split("\t")]
    once(path.name, header)
    at = _positions(path.name, [h.casefold() for h in header], columns)
    pick = itemgetter(*at)
    width = len(header)
    extra = [(i, h) for i, h in enumerate(header) if i not in at and h]
    for number, line in source:
        if not line:
            continue
        cells = line.split("\t")
        if len(cells) != width:
            findings.add(f"{path.name}:{number}", Trouble.COLUMN_COUNT, f"{len(cells)} instead of {width}")
            continue
        cells.append("")
        yield number, pick(cells), _others(cells, extra) if extra else ""


def _positions(file: str, header: list[str], columns: Columns) -> list[int]:
    """Return the position of every column; one past the last cell, which is empty, for those that are not there."""
    at = []
    for name, aliases in columns.names.items():
        found = next((header.index(n) for n in (name, *aliases) if n in header), len(header))
        if found == len(header) and name in columns.required:
            raise InputError(
                f"has no column {name!r}.", where=f"{file}:1", mend=f"It needs {', '.join(columns.required)}."
            )
        at.append(found)
    return at


def _others(cells: list[str], extra: list[tuple[int, str]]) -> str:
    found = {name: cells[i].strip() for i, name in extra if cells[i]}
    if MORE in found:
        found |= unpacked(found.pop(MORE))
    return json.dumps(found, ensure_ascii=False) if found else ""
