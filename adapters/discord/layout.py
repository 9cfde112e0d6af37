"""One template for all our buttons and menus: what was pressed is told to the client, after a restart as well."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any, Final, Protocol, Self, assert_never, runtime_checkable

import discord
from discord import ui

from adapters.discord.blocks import block_pieces, split_under_title
from adapters.discord.inlines import escape_markdown
from adapters.discord.pieces import (
    MENU,
    Button,
    ButtonColour,
    Buttons,
    Cost,
    Menu,
    MenuOption,
    Page,
    Piece,
    ReplyFrame,
    TextPiece,
    TextWithButton,
    UploadedFile,
    UploadedPicture,
    piece_cost,
)
from kgcore.values.reply import Choices, Claims, Reply


@runtime_checkable
class PressListener(Protocol):
    """A client that wants to know what was pressed."""

    async def on_pressed(self, interaction: discord.Interaction[Any], chosen: str) -> None:
        """Handle a press; `chosen` is the button's id or the menu entry's value."""
        ...


class PressableItem(ui.DynamicItem[ui.Item[Any]], template=r"kg(?:1|b|f|m|r):.+"):
    """A button or a menu whose id says what it is for (see `frame`)."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the item that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the client."""
        data: Any = interaction.data or {}
        values = data.get("values") or [data.get("custom_id", "")]
        if isinstance(interaction.client, PressListener):
            await interaction.client.on_pressed(interaction, str(values[0]))


# --- Pieces → discord.py's components: one layout view per message, and the files that it shows.

_STYLES: Final = {
    ButtonColour.BLUE: discord.ButtonStyle.primary,
    ButtonColour.GREY: discord.ButtonStyle.secondary,
    ButtonColour.RED: discord.ButtonStyle.danger,
}
_GAP: Final = "\n\n"
_CARD_GAP: Final = "\n"


def layout_view(page: Page) -> ui.LayoutView:
    """Return the message's layout. It never times out: what its buttons do is kept elsewhere."""
    layout = ui.LayoutView(timeout=None)
    names = (f"{MENU}{n}" for n in range(len(page)))
    for card, run in groupby(page, key=lambda piece: piece.card):
        items = list(_items(list(run), names))
        for item in [ui.Container[Any](*items)] if card else items:
            layout.add_item(item)
    return layout


def files_to_upload(page: Page) -> list[discord.File]:
    """Return what has to be uploaded with the message; discord.py closes it after sending."""
    return [
        discord.File(io.BytesIO(p.content), p.name, description=p.alt if isinstance(p, UploadedPicture) else None)
        for p in page
        if isinstance(p, UploadedPicture | UploadedFile)
    ]


def _items(pieces: list[Piece], names: Iterator[str]) -> Iterator[ui.Item[Any]]:
    for together, run in groupby(pieces, key=lambda piece: isinstance(piece, TextPiece)):
        if together:
            words = [p for p in run if isinstance(p, TextPiece)]
            gaps = ["", *(_CARD_GAP if p.card or p.follows else _GAP for p in words[1:])]
            yield ui.TextDisplay("".join(gap + p.text for gap, p in zip(gaps, words, strict=True)))
        else:
            yield from (_item(piece, names) for piece in run)


def _item(piece: Piece, names: Iterator[str]) -> ui.Item[Any]:
    match piece:
        case TextPiece(text):
            return ui.TextDisplay(text)
        case TextWithButton(text, button):
            return ui.Section(ui.TextDisplay(text), accessory=_button(button))
        case Buttons(buttons):
            return ui.ActionRow(*map(_button, buttons))
        case Menu(placeholder, options):
            select = ui.Select[Any](
                custom_id=next(names), placeholder=placeholder, options=[_option(o) for o in options]
            )
            return ui.ActionRow(PressableItem(select))
        case UploadedPicture(name, _, alt):
            return ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{name}", description=alt or "The graph behind the answer")
            )
        case UploadedFile(name):
            return ui.File(f"attachment://{name}")
    assert_never(piece)


def _button(button: Button) -> PressableItem:
    return PressableItem(ui.Button[Any](label=button.label, custom_id=button.id, style=_STYLES[button.colour]))


def _option(option: MenuOption) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label, value=option.value, description=option.hint or None, default=option.on
    )


# --- Reply → messages: pieces in order, as many to a message as Discord takes, parted at paragraphs and
# claims.

_LONGEST = 3_000  # characters of one paragraph; a longer one is parted, so that it leaves room for what comes with it


def lay_out_reply(
    reply: Reply, origin: str = "", *, files: bool = True, note: str = "", brief: bool = False, of: Reply | None = None
) -> tuple[Page, ...]:
    """Return the reply as messages, at least one. `note`: a line of small print at the end. `brief`: claims have no
    buttons of their own, since the reply has a row of controls. `of`: the reply whose claims its words speak of, where
    it is a part of that.

    `origin` leads to this reply again (an action id, "/command" or "=saved"), for the buttons that open its forms.
    """
    verdicts = {c.number: c.chip for b in (of or reply).blocks if isinstance(b, Claims) for c in b.claims}
    frame = ReplyFrame(reply.turn, reply.final, verdicts, origin, files, brief)
    return tuple(_filled(_groups(reply, frame, note))) or ((TextPiece("-# …"),),)


def lay_out_words(text: str) -> tuple[Page, ...]:
    """Return words (escaped already) as messages, as many as they need."""
    return tuple(_filled([piece] for piece in _parted([TextPiece(text)])))


def _groups(reply: Reply, frame: ReplyFrame, note: str) -> Iterator[list[Piece]]:
    """Yield pieces that had better stay together: those of a choice; of everything else each by itself."""
    if reply.turn and reply.question:
        yield from ([p] for p in split_under_title("", [f"### {escape_markdown(reply.question)}"]))
    for block in reply.blocks:
        made = [*_parted(p for p in block_pieces(block, frame) if not isinstance(p, TextPiece) or p.text.strip())]
        yield from [made] if isinstance(block, Choices) else ([p] for p in made)
    if note:
        yield [TextPiece(f"-# {escape_markdown(note)}")]


def _parted(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Part what is too long for one message between words."""
    for piece in pieces:
        if isinstance(piece, TextPiece | TextWithButton) and len(piece.text) > _LONGEST:
            *first, last = _cut(piece.text)
            yield from (TextPiece(text, piece.card) for text in first)
            yield replace(piece, text=last)
        else:
            yield piece


def _cut(text: str) -> Iterator[str]:
    prefix = "-# " if text.startswith("-# ") else ""
    while len(text) > _LONGEST:
        ends = [text.rfind(mark, _LONGEST // 2, _LONGEST - 1) + len(mark) for mark in ("\n", ". ", " ") if mark in text]
        at = next((end for end in ends if end > _LONGEST // 2), _LONGEST - (text[_LONGEST - 1] == "\\"))
        yield text[:at].strip()
        text = prefix + text[at:].strip()
    yield text


def _filled(groups: Iterable[list[Piece]]) -> Iterator[Page]:
    """Fill messages; what belongs together begins a new one where it does not fit, and a title goes with its list."""
    page: list[Piece] = []
    for group in groups:
        if page and not total_cost([*page, *group]).fits and total_cost(group).fits:
            alone = all(isinstance(piece, Buttons) for piece in group)  # no message is for controls alone
            with_it = len(page) > 1 and (alone or _is_title(page[-1])) and total_cost([page[-1], *group]).fits
            kept = [page.pop()] if with_it else []
            yield tuple(page)
            page = kept
        for piece in group:
            if page and not total_cost([*page, piece]).fits:
                yield tuple(page)
                page = []
            page.append(piece)
    if page:
        yield tuple(page)


def total_cost(page: Iterable[Piece]) -> Cost:
    """Return what pieces take together: paragraphs in a row are one component, pieces in a row share their card."""
    pieces = list(page)
    cards = sum(1 for card, _ in groupby(pieces, key=lambda p: p.card) if card)
    joined = sum(
        1 for a, b in pairwise(pieces) if isinstance(a, TextPiece) and isinstance(b, TextPiece) and a.card == b.card
    )
    return sum((piece_cost(piece) for piece in pieces), Cost(cards - joined))


def _is_title(piece: Piece) -> bool:
    return isinstance(piece, TextPiece) and piece.text.startswith("**") and piece.text.endswith("**")
