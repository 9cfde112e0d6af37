"""Untrusted words on their way into a terminal: printed as text, with neither markup nor control characters. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text as Words

from kgcore.reply import EntityRef, Inline, Link, Plain, RelationRef, Strong

QUIET = "bright_black"
_SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def clean(text: str) -> str:
    """Return the text with a space for whatever is no visible character; line breaks stay."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def one_line(text: str) -> str:
    """Return the clean text on one line."""
    return " ".join(clean(text).split())


def small(number: int) -> str:
    """Return a node's number as it stands beside its name ("" for none)."""
    return str(number).translate(_SMALL) if number > 0 else ""


def styled(text: str, style: str) -> Words:
    """Return words in a style that what is appended to them does not take on."""
    return Words().append(text, style=style)


def linked(text: str, url: str) -> Words:
    """Return words that lead to an http(s) address where the terminal can follow one."""
    sound = url.startswith(("https://", "http://")) and url == clean(url) and not set(url) & set(" \n")
    return Words(clean(text), style=Style(link=url) if sound else "")


def inlines(parts: Sequence[Inline]) -> Words:
    """Return a paragraph; an entity carries the number and, on it, the colour that it has in the picture."""
    words = Words()
    for part in parts:
        match part:
            case Plain():
                words.append(clean(part.text))
            case Strong():
                words.append(clean(part.text), style="bold")
            case EntityRef():
                words.append(clean(part.text), style="dim" if part.faded else "underline")
                words.append(small(part.number), style="dim" if part.faded else _colour(part.colour))
            case RelationRef():
                words.append(clean(part.text), style="italic")
            case Link():
                words.append_text(linked(part.text, part.url))
            case _:
                assert_never(part)
    return words


def _colour(colour: str) -> Style:
    digits = colour.removeprefix("#")
    known = len(colour) == 7 and len(digits) == 6 and all(c in "0123456789abcdefABCDEF" for c in digits)
    return Style(color=colour, bold=True) if known else Style(bold=True)


def beside(label: Words, body: Words, width: int) -> Grid:
    """Return the body beside its label of that many columns, its further lines under its first."""
    grid = Grid.grid()
    grid.add_column(width=width, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(label, body)
    return grid
