"""Pieces → discord.py's components: one layout view per message, and the files that it shows."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, assert_never

import discord
from discord import ui

from adapters.discord.frame import MENU
from adapters.discord.pieces import Attached, Button, Buttons, Colour, Menu, Option, Page, Picture, Piece, Row, Words
from adapters.discord.pressed import Pressed

_STYLES: Final = {
    Colour.BLUE: discord.ButtonStyle.primary,
    Colour.GREY: discord.ButtonStyle.secondary,
    Colour.RED: discord.ButtonStyle.danger,
}
_GAP: Final = "\n\n"
_CARD_GAP: Final = "\n"


def view(page: Page) -> ui.LayoutView:
    """Return the message's layout. It never times out: what its buttons do is kept elsewhere."""
    layout = ui.LayoutView(timeout=None)
    names = (f"{MENU}{n}" for n in range(len(page)))
    for card, run in groupby(page, key=lambda piece: piece.card):
        items = list(_items(list(run), names))
        for item in [ui.Container[Any](*items)] if card else items:
            layout.add_item(item)
    return layout


def uploads(page: Page) -> list[discord.File]:
    """Return what has to be uploaded with the message; discord.py closes it after sending."""
    return [
        discord.File(io.BytesIO(p.content), p.name, description=p.alt if isinstance(p, Picture) else None)
        for p in page
        if isinstance(p, Picture | Attached)
    ]


def _items(pieces: list[Piece], names: Iterator[str]) -> Iterator[ui.Item[Any]]:
    for together, run in groupby(pieces, key=lambda piece: isinstance(piece, Words)):
        if together:
            words = [p for p in run if isinstance(p, Words)]
            yield ui.TextDisplay((_CARD_GAP if words[0].card else _GAP).join(p.text for p in words))
        else:
            yield from (_item(piece, names) for piece in run)


def _item(piece: Piece, names: Iterator[str]) -> ui.Item[Any]:
    match piece:
        case Words(text):
            return ui.TextDisplay(text)
        case Row(text, button):
            return ui.Section(ui.TextDisplay(text), accessory=_button(button))
        case Buttons(buttons):
            return ui.ActionRow(*map(_button, buttons))
        case Menu(placeholder, options):
            select = ui.Select[Any](
                custom_id=next(names), placeholder=placeholder, options=[_option(o) for o in options]
            )
            return ui.ActionRow(Pressed(select))
        case Picture(name, _, alt):
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt or None))
        case Attached(name):
            return ui.File(f"attachment://{name}")
    assert_never(piece)


def _button(button: Button) -> Pressed:
    return Pressed(ui.Button[Any](label=button.label, custom_id=button.id, style=_STYLES[button.colour]))


def _option(option: Option) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label, value=option.value, description=option.hint or None, default=option.on
    )
