"""Tables as pictures: with the matching cells marked, and meta-profiles as charts (matplotlib, without a screen).

Colours are those of Okabe and Ito, which people with any kind of colour blindness tell apart. Marked cells are framed
and rows' bars hatched, so that nothing depends on colour alone.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, assert_never

from kgcore.drawing.picture import RenderedPicture
from kgcore.errors import DrawingError
from kgcore.library.tables import Table, label_lines
from kgcore.library.tables_profile import Axis, ProfileTerm, profile_title

MARKED, FRAME = "#fdf1c7", "#b35900"
COLUMN_BAR, ROW_BAR = "#4477aa", "#ccbb44"
INK, QUIET, HEAD, LINE = "#1d2733", "#5c6670", "#e8edf2", "#c3cad1"
MOST_ROWS, MOST_COLUMNS = 24, 9
_WIDEST = 26  # letters of a line in a cell
_DOTS = 130
_STEP = "   "  # a row stands so far below what heads it
_FONTS = Path(__file__).parent / "fonts"

Cells = Collection[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table to be drawn, with the cells (row, column) that are framed."""

    table: Table
    marked: tuple[tuple[int, int], ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class ProfilePicture:
    """A meta-profile to be drawn; `tables` is of how many it is."""

    terms: tuple[ProfileTerm, ...]
    tables: int


def draw_chart(chart: TablePicture | ProfilePicture) -> RenderedPicture:
    """Return a table or a profile as a picture. Raises DrawingError."""
    match chart:
        case TablePicture(table, marked, title):
            png = draw_table(table, marked, title)
        case ProfilePicture(terms, tables):
            png = draw_profile(terms, tables)
        case _:
            assert_never(chart)
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))  # as the header of a PNG has them
    return RenderedPicture(png, "", width, height)


def draw_table(table: Table, marked: Cells = (), title: str = "", format: str = "png") -> bytes:
    """Return a table as a picture (png or svg), the marked cells (row, column) framed.

    Of a large one only what lies around them is shown. Raises DrawingError.
    """
    rows, columns = _window(len(table.rows), {r for r, _ in marked}, MOST_ROWS), _columns(table, marked)
    levels = max((len(table.columns[c]) for c in columns), default=0)
    head = [[_wrapped(_level(table.columns[c], level, levels)) for c in columns] for level in range(levels)]
    goes_on = _going_on(head)
    head = [["" if (y, x) in goes_on else text for x, text in enumerate(line)] for y, line in enumerate(head)]
    grid = table.grid()
    first = next((n for n, c in enumerate(columns) if c >= table.stub), len(columns))
    told = label_lines([table.rows[r] for r in rows])
    lines = [
        [
            _wrapped(line.label, line.depth) if n == max(0, first - 1) else _cell(grid, rows, line.row, c)
            for n, c in enumerate(columns)
        ]
        for line in told
    ]
    places = {rows[line.row]: n for n, line in enumerate(told) if line.row is not None}
    framed = {(places[r], columns.index(c)) for r, c in marked if r in places and c in columns}
    headings = {n for n, line in enumerate(told) if line.row is None}
    labels_in_one = max(0, table.stub - 1)  # a row's labels stand in one column, however many they had
    left_out = _left_out(len(table.rows) - len(rows), len(table.columns) - labels_in_one - len(columns))
    caption = title or " ".join(filter(None, (table.label, table.caption)))
    return _saved(_drawn(head, lines, framed, headings, caption, left_out, goes_on), format)


def _going_on(head: Sequence[Sequence[str]]) -> frozenset[tuple[int, int]]:
    """Return the places (level, column) of a head where what stands left of them goes on, as under one wide header."""
    found: set[tuple[int, int]] = set()
    for y, line in enumerate(head[:-1]):
        for x in range(1, len(line)):
            above = all(not head[up][x] or (up, x) in found for up in range(y))
            if line[x] and line[x] == line[x - 1] and above:
                found.add((y, x))
    return frozenset(found)


def _window(count: int, wanted: set[int], most: int) -> list[int]:
    """Return the rows to show: those wanted, with their neighbours, as many as there is room for."""
    if count <= most:
        return list(range(count))
    shown = set(sorted(wanted)[:most])
    reach = 1
    while len(shown) < most and reach < count:
        near = {w + d for w in (wanted or {0}) for d in (-reach, reach)} | ({0} if not wanted else set())
        shown |= set(sorted(n for n in near if 0 <= n < count)[: most - len(shown)])
        reach += 1
    return sorted(shown)


def _columns(table: Table, marked: Cells) -> list[int]:
    labels = list(range(max(0, table.stub - 1), table.stub))
    wanted = {c for _, c in marked if c >= table.stub}
    others = _window(len(table.columns) - table.stub, {c - table.stub for c in wanted}, MOST_COLUMNS - len(labels))
    return labels + [table.stub + n for n in others]


def _level(path: tuple[str, ...], level: int, levels: int) -> str:
    """Return the label of a level; short paths stand at the bottom."""
    at = level - (levels - len(path))
    return path[at] if at >= 0 else ""


def _cell(grid: Sequence[Sequence[str]], rows: Sequence[int], line: int | None, column: int) -> str:
    return "" if line is None else _wrapped(grid[rows[line]][column])


def _wrapped(text: str, depth: int = 0) -> str:
    indent = _STEP * depth
    lines = textwrap.wrap(text, _WIDEST, initial_indent=indent, subsequent_indent=indent) or [""]
    return "\n".join(lines if len(lines) <= 3 else [*lines[:2], lines[2][: _WIDEST - 1] + "…"])


def _left_out(rows: int, columns: int) -> str:
    parts = [f"{n} more {name}{'s' if n > 1 else ''}" for n, name in ((rows, "row"), (columns, "column")) if n > 0]
    return f"not shown: {' and '.join(parts)}" if parts else ""


def _plain(text: str) -> str:
    """Return a text that matplotlib does not take for a formula, without what its font cannot draw."""
    return text.replace("$", r"\$")


def _figure(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib import font_manager
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    for file in sorted(_FONTS.glob("*.ttf")):
        font_manager.fontManager.addfont(str(file))
    figure = Figure(figsize=(width, height), dpi=_DOTS, facecolor="white")
    FigureCanvasAgg(figure)
    return figure, figure.add_axes((0, 0, 1, 1))


def _saved(figure: Any, format: str) -> bytes:
    out = io.BytesIO()
    try:
        figure.savefig(out, format=format, metadata={"Software": None} if format == "png" else {"Date": None})
    except (ValueError, RuntimeError, MemoryError) as error:
        raise DrawingError("The picture cannot be drawn.") from error
    return out.getvalue()


_LETTER, _ROW, _MARGIN = 0.074, 0.17, 0.15  # inches: a letter's width, a line's height, what lies around


def _drawn(
    head: list[list[str]],
    lines: list[list[str]],
    framed: set[tuple[int, int]],
    headings: set[int],
    caption: str,
    left_out: str,
    goes_on: Collection[tuple[int, int]],
) -> Any:
    every = [*head, *lines]
    if not every or not every[0]:
        raise DrawingError("The table has nothing to draw.")
    widths = [max(max(map(len, line[c].split("\n"))) for line in every) * _LETTER + 0.2 for c in range(len(every[0]))]
    heights = [max(cell.count("\n") + 1 for cell in line) * _ROW + 0.1 for line in every]
    width = max(sum(widths), 3.5) + 2 * _MARGIN
    title = textwrap.wrap(caption, max(20, int(width / _LETTER)))[:3]
    top = len(title) * 0.2 + 0.12
    height = sum(heights) + top + (0.25 if left_out else 0.0) + 2 * _MARGIN
    figure, axes = _figure(width, height)
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    for n, words in enumerate(title):
        axes.text(_MARGIN, _MARGIN + 0.12 + n * 0.2, _plain(words), size=8.5, weight="bold", color=INK, va="center")
    y = _MARGIN + top
    for at, (line, tall) in enumerate(zip(every, heights, strict=True)):
        _draw_line(
            axes, line, widths, y, tall, head=at < len(head), row=at - len(head), framed=framed, headings=headings
        )
        y += tall
    _draw_reaches(axes, widths, heights, _MARGIN + top, goes_on)
    axes.plot([_MARGIN, _MARGIN + sum(widths)], [y, y], color=LINE, linewidth=0.8)
    if left_out:
        axes.text(_MARGIN, y + 0.16, left_out, size=7, color=QUIET, va="center", style="italic")
    return figure


def _draw_reaches(
    axes: Any, widths: list[float], heights: list[float], y: float, goes_on: Collection[tuple[int, int]]
) -> None:
    """Draw below each wide header how far it reaches."""
    for level, column in goes_on:
        first, last = column - ((level, column - 1) not in goes_on), column + 1
        begin, end = _MARGIN + sum(widths[:first]), _MARGIN + sum(widths[:last])
        begin += 0.08 if first < column else -0.08
        below = y + sum(heights[: level + 1])
        axes.plot([begin, end - 0.08], [below, below], color=QUIET, linewidth=1.2, zorder=3)


def _draw_line(
    axes: Any,
    line: list[str],
    widths: list[float],
    y: float,
    tall: float,
    *,
    head: bool,
    row: int,
    framed: set[tuple[int, int]],
    headings: set[int],
) -> None:
    from matplotlib.patches import Rectangle

    x = _MARGIN
    axes.plot([_MARGIN, _MARGIN + sum(widths)], [y, y], color=LINE, linewidth=0.8)
    for column, (text, wide) in enumerate(zip(line, widths, strict=True)):
        if head:
            axes.add_patch(Rectangle((x, y), wide, tall, facecolor=HEAD, edgecolor="none"))
        elif (row, column) in framed:
            box = Rectangle((x + 0.02, y + 0.02), wide - 0.04, tall - 0.04, facecolor=MARKED, edgecolor=FRAME)
            box.set(linewidth=1.6, zorder=2)
            axes.add_patch(box)
        weight = "bold" if head or row in headings or (row, column) in framed else "normal"
        axes.text(x + 0.08, y + tall / 2, _plain(text), size=7.5, color=INK, va="center", weight=weight, zorder=3)
        x += wide


# ── meta-profile ────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_profile(profile: Sequence[ProfileTerm], tables: int, format: str = "png") -> bytes:
    """Return a profile as a bar chart (png or svg): columns' terms in blue, rows' in orange and hatched.

    Raises DrawingError.
    """
    from matplotlib.patches import Patch

    if not profile:
        raise DrawingError("The tables have no header terms.")
    figure, whole = _figure(7.5, 1.4 + 0.28 * len(profile))
    figure.delaxes(whole)
    axes = figure.add_axes((0.38, 0.62 / (1.4 + 0.28 * len(profile)), 0.58, 1 - 1.2 / (1.4 + 0.28 * len(profile))))
    for at, term in enumerate(profile):
        of_row = term.axis is Axis.ROW
        axes.barh(
            at, term.weight, color=ROW_BAR if of_row else COLUMN_BAR, hatch="//" if of_row else None, edgecolor=INK
        )
        axes.text(term.weight, at, f"  {term.tables}", va="center", size=7.5, color=QUIET)
    axes.set_yticks(range(len(profile)), [_plain(textwrap.shorten(t.label, 42, placeholder="…")) for t in profile])
    axes.tick_params(labelsize=8, colors=INK)
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.set_xlabel("TF-IDF of the header term (beside the bar: in how many of these tables)", size=8, color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(profile_title(tables), x=0.02, ha="left", size=11, weight="bold", color=INK)
    keys = [Patch(facecolor=COLUMN_BAR, edgecolor=INK, label="column header"),
            Patch(facecolor=ROW_BAR, edgecolor=INK, hatch="//", label="row header")]  # fmt: skip
    figure.legend(handles=keys, loc="upper right", ncols=2, fontsize=8, frameon=False)
    return _saved(figure, format)
