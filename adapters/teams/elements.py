"""The parts of an Adaptive Card that we use, version 1.5 at most (adaptivecards.io/explorer)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adapters.teams.escape import clip_line, escape_plain, safe_url
from adapters.teams.limits import LABEL_CHARACTERS, ROW_ACTIONS

Json = dict[str, Any]
_WIDEST, _MARGIN = 12, 4  # signs, of a column's longest word and beside it


def text_run(
    text: str,
    *,
    bold: bool = False,
    italic: bool = False,
    subtle: bool = False,
    colour: str = "",
    size: str = "",
    url: str = "",
    strike: bool = False,
) -> Json:
    """Return words of a paragraph; a link where `url` is an ordinary address."""
    made: Json = {"type": "TextRun", "text": escape_plain(text)}
    if italic:
        made["italic"] = True
    if bold:
        made["weight"] = "Bolder"
    if subtle:
        made["isSubtle"] = True
    if strike:
        made["strikethrough"] = True
    if colour:
        made["color"] = colour
    if size:
        made["size"] = size
    address = safe_url(url)
    if address:
        made["selectAction"] = {"type": "Action.OpenUrl", "url": address}  # its words are its title
    return made


def rich_text(*runs: Json, spacing: str = "", id: str = "", right: bool = False) -> Json:
    """Return a paragraph of runs; those without words are left out."""
    made: Json = {"type": "RichTextBlock", "inlines": [r for r in runs if r["text"]] or [text_run(" ")]}
    if spacing:
        made["spacing"] = spacing
    if id:
        made["id"] = id
    if right:
        made["horizontalAlignment"] = "Right"
    return made


def text_paragraphs(text: str, *, spacing: str = "Small", **look: Any) -> list[Json]:
    """Return a paragraph per line of the text."""
    return [rich_text(text_run(line, **look), spacing=spacing) for line in text.split("\n") if line.strip()]


def heading(text: str) -> Json:
    """Return a heading."""
    return rich_text(text_run(text, bold=True, size="Medium"), spacing="Medium")


def container(
    items: Sequence[Json],
    *,
    style: str = "",
    id: str = "",
    hidden: bool = False,
    spacing: str = "",
    tap: Json | None = None,
) -> Json:
    """Return items that belong together."""
    made: Json = {"type": "Container", "items": list(items)}
    if style:
        made["style"] = style
    if id:
        made["id"] = id
    if hidden:
        made["isVisible"] = False
    if spacing:
        made["spacing"] = spacing
    if tap:
        made["selectAction"] = tap
    return made


def column(items: Sequence[Json], width: str = "stretch") -> Json:
    """Return a column."""
    return {"type": "Column", "width": width, "items": list(items)}


def columns(*made: Json, spacing: str = "", tap: Json | None = None) -> Json:
    """Return columns side by side."""
    found: Json = {"type": "ColumnSet", "columns": list(made)}
    if spacing:
        found["spacing"] = spacing
    if tap:
        found["selectAction"] = tap
    return found


def action_row(made: Iterable[Json], *, spacing: str = "Small", seen: int = ROW_ACTIONS) -> Json:
    """Return a row of buttons; those after the first `seen` stand in the small menu at its end ("…")."""
    actions = [button if nth < seen else button | {"mode": "secondary"} for nth, button in enumerate(made)]
    return {"type": "ActionSet", "spacing": spacing, "actions": actions}


def open_url(title: str, url: str) -> Json:
    """Return a button that opens an address."""
    return {"type": "Action.OpenUrl", "title": clip_line(title, LABEL_CHARACTERS), "url": url}


def toggle_button(title: str, *targets: str) -> Json:
    """Return a button that shows or hides elements."""
    return {
        "type": "Action.ToggleVisibility",
        "title": clip_line(title, LABEL_CHARACTERS),
        "targetElements": list(targets),
    }


def image(url: str, alt: str) -> Json:
    """Return a picture."""
    return {"type": "Image", "url": url, "altText": alt, "size": "Stretch", "msteams": {"allowExpand": True}}


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Json:
    """Return a table with a header; columns are as wide as their longest word asks for, beside each other."""

    def row(cells: Sequence[str], *, bold: bool) -> Json:
        made = [{"type": "TableCell", "items": [rich_text(text_run(c, bold=bold))]} for c in cells]
        return {"type": "TableRow", "cells": made}

    body = [row(header, bold=True), *(row(cells, bold=False) for cells in rows)]
    words = [
        [word for line in (header, *rows) if n < len(line) for word in line[n].split()] for n in range(len(header))
    ]
    widths = [{"width": min(max(map(len, of), default=1), _WIDEST) + _MARGIN} for of in words]
    return {"type": "Table", "columns": widths, "firstRowAsHeaders": True, "rows": body}
