"""Tables of papers as trees of headers: what each column and each row is called, level by level, and what cells hold.

HMD (horizontal metadata) are the columns' paths of labels, VMD (vertical metadata) the rows'; the words are CancerKG's.
Values only; `tables_reading` makes them of XML and HTML, `tables_values` reads what a cell says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

Path = tuple[str, ...]


class Comparison(Enum):
    """How a number is meant: "<0.001", "≥ 8"."""

    EQUAL = "="
    LESS = "<"
    AT_MOST = "≤"
    MORE = ">"
    AT_LEAST = "≥"
    ABOUT = "~"

    def holds(self, value: float, bound: float, tolerance: float = 0.0) -> bool:
        """Return whether `value` stands so to `bound`; `tolerance` is what equal numbers may differ by."""
        margin = max(tolerance, 1e-9 * abs(bound))
        match self:
            case Comparison.EQUAL | Comparison.ABOUT:
                return abs(value - bound) <= margin
            case Comparison.LESS:
                return value < bound
            case Comparison.AT_MOST:
                return value <= bound + margin
            case Comparison.MORE:
                return value > bound
            case Comparison.AT_LEAST:
                return value >= bound - margin


@dataclass(frozen=True, slots=True)
class CellValue:
    """What a cell says in numbers; what it does not say is None. `range`, `ci` are (low, high).

    `number` is the main one: the mean of "23.9 ± 4.6", the count of "58 (85.3)". `sd` is the spread as the table names
    it (`spread`: SD, SE). `of` is the whole of "15/31". `p` goes with `comparison` where the cell is a p-value.
    """

    number: float | None = None
    comparison: Comparison = Comparison.EQUAL
    unit: str = ""
    sd: float | None = None
    spread: str = ""
    range: tuple[float, float] | None = None
    n: float | None = None
    of: float | None = None
    percent: float | None = None
    ci: tuple[float, float] | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the body: `row` and `column` count into the table's `rows` and `columns`, from 0."""

    row: int
    column: int
    text: str
    value: CellValue = CellValue()
    nested: Table | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `columns[j]` is the path of labels over column j, `rows[i]` that before row i; either may be empty.

    `stub` is how many columns on the left hold rows' labels: they have columns' labels too ("Characteristic"), and
    their texts are in `rows`, not in `cells`. A row that only heads others is in their paths, and no row itself.
    """

    id: str
    label: str
    caption: str
    columns: tuple[Path, ...]
    rows: tuple[Path, ...]
    cells: tuple[Cell, ...]
    stub: int = 1
    footnotes: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())  # rows that belong to none: remarks that span the table's end

    def grid(self) -> list[list[str]]:
        """Return the body's texts, row by row, blank where there are none; the stub's columns are blank."""
        lines = [[""] * len(self.columns) for _ in self.rows]
        for cell in self.cells:
            lines[cell.row][cell.column] = cell.text
        return lines


@dataclass(frozen=True, slots=True)
class LabelLine:
    """A line of a table that is shown: the number of its row (None: it only heads those below it), and its depth."""

    row: int | None
    depth: int
    label: str


def label_lines(paths: Sequence[tuple[str, ...]]) -> list[LabelLine]:
    """Return the lines of rows, by their labels: what heads several rows beside each other is told once, above them."""
    lines: list[LabelLine] = []
    above: tuple[str, ...] = ()
    for n, path in enumerate(paths):
        following = paths[n + 1] if n + 1 < len(paths) else ()
        depth, reach = _in_common(above, path[:-1]), _in_common(path[:-1], following[:-1])
        lines += [LabelLine(None, step, path[step]) for step in range(depth, reach)]
        depth = max(depth, reach)
        lines.append(LabelLine(n, depth, " › ".join(path[depth:])))
        above = path if path and following[: len(path)] == path else path[:depth]
    return lines


def _in_common(first: Sequence[str], second: Sequence[str]) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
