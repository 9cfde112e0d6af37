"""Tables → pieces: Discord has none, so narrow ones are drawn in plain type and wide ones told line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adapters.discord.claims import pages
from adapters.discord.escape import code, escape
from adapters.discord.pieces import Piece, Words
from kgcore.reply import Table

WIDTH: Final = 56  # characters of plain type that a phone's or a narrow window's line holds
_BLOCK: Final = 1_200  # characters of one code block


def table(block: Table) -> list[Piece]:
    """Return the table in the shape that can be read best."""
    title = f"**{escape(block.title)}**" if block.title else ""
    if not block.rows:
        return [Words(title)] if title else []
    if len(block.columns) == 2:
        return list(pages(title, [f"**{escape(a)}:** {escape(b)}" for a, b in block.rows]))
    widths = [max(len(code(row[n])) for row in (block.columns, *block.rows)) for n in range(len(block.columns))]
    if sum(widths) + 2 * (len(widths) - 1) <= WIDTH:
        return list(_drawn(title, block, widths))
    heads = "-# " + " · ".join(map(escape, block.columns))
    return list(pages("\n".join(filter(None, (title, heads))), [_told(row) for row in block.rows]))


def _drawn(title: str, block: Table, widths: list[int]) -> Iterator[Piece]:
    def drawn(row: tuple[str, ...]) -> str:
        return "  ".join(code(cell).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

    head = drawn(block.columns)
    lines = [head, "─" * min(WIDTH, sum(widths) + 2 * (len(widths) - 1))]
    for row in block.rows:
        if sum(map(len, lines)) > _BLOCK:
            yield Words(_fenced(title, lines))
            lines, title = [], ""
        lines.append(drawn(row))
    yield Words(_fenced(title, lines))


def _fenced(title: str, lines: list[str]) -> str:
    return "\n".join(filter(None, (title, "```", *lines, "```")))


def _told(row: tuple[str, ...]) -> str:
    """Say "- **first cell** · cell · cell", in the order of the heading."""
    first, *rest = row
    head = f"- **{escape(first)}**" if first.strip() else "- –"
    return " · ".join([head, *(escape(cell) if cell.strip() else "–" for cell in rest)])
