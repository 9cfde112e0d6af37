"""Blocks → pieces. Pure: the same reply gives the same messages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import assert_never

from adapters.discord import limits
from adapters.discord.choices import choices, progress, steps
from adapters.discord.claims import claims, papers
from adapters.discord.escape import clean, escape, line
from adapters.discord.frame import FORM, Frame
from adapters.discord.inlines import markdown
from adapters.discord.pieces import Attached, Buttons, Colour, Picture, Piece, Words
from adapters.discord.tables import table
from kgcore.reply import (
    Block,
    Choices,
    Claims,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    Progress,
    Steps,
    Table,
    Text,
    Tone,
)

NO_PICTURE = "The picture is left out: I may not attach files here (permission: Attach Files). It shows: "
NO_FILE = "{} is left out: I may not attach files here (permission: Attach Files)."
TOO_LARGE = "{} is left out: it has {} MiB, and Discord takes {} MiB at most."


def block_pieces(block: Block, frame: Frame) -> Iterable[Piece]:
    """Return what a block becomes."""
    match block:
        case Text():
            return [Words(_text(block, frame))]
        case Claims():
            return claims(block, frame)
        case Papers():
            return papers(block, frame)
        case Figure():
            return _figure(block, frame)
        case Table():
            return table(block)
        case Choices():
            return choices(block, frame)
        case Notice():
            return [Words(_notice(block))]
        case Progress():
            return progress(block, frame)
        case Steps():
            return steps(block, frame)
        case Form():
            return [Buttons((frame.button(block.title, _opens(frame), Colour.GREY),))]
        case File():
            return [_file(block, frame)]
    assert_never(block)


def _text(block: Text, frame: Frame) -> str:
    words = markdown(block.inlines, frame.verdicts)
    if block.speaker:
        words = f"**{escape(block.speaker)}:** {words}"
    if block.correction:
        return f"> {words}"
    return f"- {words}" if block.level else words


def _notice(block: Notice) -> str:
    words = escape(block.text)
    match block.tone:
        case Tone.QUIET:
            return f"-# {words}"
        case Tone.INFO:
            return line(words)
        case Tone.WARNING:
            return f"⚠️ {words}"
    assert_never(block.tone)


def _opens(frame: Frame) -> str:
    frame.forms += 1
    return f"{FORM}{frame.forms - 1}:{frame.origin}"


def _figure(block: Figure, frame: Frame) -> list[Piece]:
    title = [Words(f"**{escape(block.title)}**")] if block.title else []
    alt = clean(block.alt)
    if not frame.files:
        return [*title, Words(f"-# {NO_PICTURE}{escape(alt)}")]
    if len(block.png) > limits.FILE_BYTES:
        return [*title, Words(f"-# {_too_large('The picture', block.png)} It shows: {escape(alt)}")]
    frame.pictures += 1
    name = f"graph-{frame.pictures}-{hashlib.blake2b(block.png, digest_size=4).hexdigest()}.png"
    return [*title, *_described(name, block.png, alt)]


def _described(name: str, png: bytes, alt: str) -> list[Piece]:
    """A description that is too long goes on as words: nothing is cut silently."""
    if len(alt) <= limits.ALT_CHARACTERS:
        return [Picture(name, png, alt)]
    cut = alt.rfind(". ", 0, limits.ALT_CHARACTERS - 1) + 1 or alt.rfind(" ", 0, limits.ALT_CHARACTERS)
    cut = cut if cut > 0 else limits.ALT_CHARACTERS
    return [Picture(name, png, alt[:cut].strip()), Words(f"-# The picture, further: {escape(alt[cut:].strip())}")]


def _file(block: File, frame: Frame) -> Piece:
    if not frame.files:
        return Words(f"-# {NO_FILE.format(escape(block.name))}")
    if len(block.content) > limits.FILE_BYTES:
        return Words(f"-# {_too_large(escape(block.name), block.content)}")
    return Attached(_named(block.name), block.content)


def _named(name: str) -> str:
    """Return a file name as Discord keeps it, so that `attachment://` finds it: ASCII letters, digits, "._-"."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in name).lstrip(".")
    return kept[-80:] or "file"


def _too_large(name: str, content: bytes) -> str:
    return TOO_LARGE.format(name, f"{len(content) / 2**20:.1f}", limits.FILE_BYTES // 2**20)
