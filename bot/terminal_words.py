"""Untrusted words on their way into a terminal: printed as text, with neither markup nor control characters. Pure.

In tables, words stay whole as long as there is room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text as Words

from kgcore.values.reply import Cite, EntityRef, Inline, Link, Plain, RelationRef, Strong, Table

QUIET = "bright_black"
_SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def clean_lines(text: str) -> str:
    """Return the text with a space for whatever is no visible character; line breaks stay."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def one_line(text: str) -> str:
    """Return the clean text on one line."""
    return " ".join(clean_lines(text).split())


def node_number(number: int) -> str:
    """Return a node's number as it stands beside its name ("" for none)."""
    return str(number).translate(_SMALL) if number > 0 else ""


def styled_words(text: str, style: str) -> Words:
    """Return words in a style that what is appended to them does not take on."""
    return Words().append(text, style=style)


def linked_words(text: str, url: str) -> Words:
    """Return words that lead to an http(s) address where the terminal can follow one."""
    sound = url.startswith(("https://", "http://")) and url == clean_lines(url) and not set(url) & set(" \n")
    return Words(clean_lines(text), style=Style(link=url) if sound else "")


def inline_words(parts: Sequence[Inline]) -> Words:
    """Return a paragraph; an entity has the colour that it has in the picture."""
    words = Words()
    for part in parts:
        match part:
            case Plain():
                words.append(clean_lines(part.text))
            case Strong():
                words.append(clean_lines(part.text), style="bold")
            case EntityRef():
                words.append(clean_lines(part.text), style="dim" if part.faded else _colour(part.colour))
            case RelationRef():
                words.append(clean_lines(part.text), style="italic")
            case Cite():
                words.append("" if part.next else " ").append_text(linked_words(part.mark, part.url))
            case Link():
                words.append_text(linked_words(part.text, part.url))
            case _:
                assert_never(part)
    return words


def _colour(colour: str) -> Style:
    digits = colour.removeprefix("#")
    known = len(colour) == 7 and len(digits) == 6 and all(c in "0123456789abcdefABCDEF" for c in digits)
    return Style(color=colour, underline=True) if known else Style(underline=True)


def label_beside(label: Words, body: Words, width: int) -> Grid:
    """Return the body beside its label of that many columns, its further lines under its first."""
    grid = Grid.grid()
    grid.add_column(width=width, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(label, body)
    return grid


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────

GAP = 2  # columns between two columns: a space, and the place of a rule that is not drawn
LONGEST = 16  # a longer word may be broken


class Sheet:
    """A table that fits itself into the terminal's width."""

    def __init__(self, table: Table) -> None:
        self._title = one_line(table.title)
        self._columns = [one_line(c) for c in table.columns]
        self._rows = [
            [clean_lines(f"▶ {cell}" if (r, c) in table.marked else cell) for c, cell in enumerate(row)]
            for r, row in enumerate(table.rows)
        ]
        self._marked = frozenset(table.marked)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cells = [[name, *(r[n] for r in self._rows if n < len(r))] for n, name in enumerate(self._columns)]
        room = options.max_width - GAP * max(len(cells) - 1, 0)
        columns = (
            Column(Words(name), width=width, overflow="fold")
            for name, width in zip(self._columns, column_widths(cells, room), strict=True)
        )
        grid = Grid(*columns, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        for r, row in enumerate(self._rows):
            grid.add_row(*(Words(cell, style="bold" if (r, c) in self._marked else "") for c, cell in enumerate(row)))
        if self._title:
            yield Words(self._title, style="bold")
        yield grid


def column_widths(cells: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return how wide each column is, given its cells: as wide as they are, or else room for its longest word and a
    share of what is left.
    """
    whole = [max((cell_len(line) for c in column for line in c.split("\n")), default=0) for column in cells]
    if sum(whole) <= room:
        return [max(w, 1) for w in whole]
    least = [min(max((cell_len(word) for c in column for word in c.split()), default=1), LONGEST) for column in cells]
    spare, wanted = max(room - sum(least), 0), sum(whole) - sum(least)
    return [max(a + spare * max(w - a, 0) // max(wanted, 1), 1) for a, w in zip(least, whole, strict=True)]
