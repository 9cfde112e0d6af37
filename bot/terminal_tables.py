"""Tables in a terminal: whole words as long as there is room, and the room where the words are. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text as Words

from bot.terminal_words import clean, one_line
from kgcore.reply import Table

GAP = 2  # columns between two columns: a space, and the place of a rule that is not drawn
LONGEST = 16  # a longer word may be broken


class Sheet:
    """A table that fits itself into the terminal's width."""

    def __init__(self, table: Table) -> None:
        self._title = one_line(table.title)
        self._columns = [one_line(c) for c in table.columns]
        self._rows = [[clean(cell) for cell in row] for row in table.rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cells = [[name, *(r[n] for r in self._rows if n < len(r))] for n, name in enumerate(self._columns)]
        room = options.max_width - GAP * max(len(cells) - 1, 0)
        columns = (
            Column(Words(name), width=width, overflow="fold")
            for name, width in zip(self._columns, widths(cells, room), strict=True)
        )
        grid = Grid(*columns, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        for row in self._rows:
            grid.add_row(*map(Words, row))
        if self._title:
            yield Words(self._title, style="bold")
        yield grid


def widths(cells: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return how wide each column is, given its cells: as wide as they are, or else room for its longest word and a
    share of what is left.
    """
    whole = [max((cell_len(line) for c in column for line in c.split("\n")), default=0) for column in cells]
    if sum(whole) <= room:
        return [max(w, 1) for w in whole]
    least = [min(max((cell_len(word) for c in column for word in c.split()), default=1), LONGEST) for column in cells]
    spare, wanted = max(room - sum(least), 0), sum(whole) - sum(least)
    return [max(a + spare * max(w - a, 0) // max(wanted, 1), 1) for a, w in zip(least, whole, strict=True)]
