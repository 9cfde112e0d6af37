"""Reply → messages: pieces in order, as many to a message as Discord takes, parted at paragraphs and claims. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise

from adapters.discord.blocks import block_pieces
from adapters.discord.claims import pages
from adapters.discord.escape import escape
from adapters.discord.frame import Frame
from adapters.discord.pieces import Buttons, Cost, Page, Piece, Row, Words, cost
from kgcore.message import Action, Verb
from kgcore.reply import Choices, Claims, Reply, Text

_LONGEST = 3_000  # characters of one paragraph; a longer one is parted, so that it leaves room for what comes with it
FIRST_WORDING = "Show the first wording"


def layout(reply: Reply, origin: str = "", *, files: bool = True, note: str = "") -> tuple[Page, ...]:
    """Return the reply as messages, at least one. `note`: a line of small print at the end.

    `origin` leads to this reply again (an action id, "/command" or "=saved"), for the buttons that open its forms.
    """
    verdicts = {c.number: c.verdict for b in reply.blocks if isinstance(b, Claims) for c in b.claims}
    frame = Frame(reply.turn, reply.final, verdicts, origin, files)
    return tuple(_filled(_groups(reply, frame, note))) or ((Words("-# …"),),)


def _groups(reply: Reply, frame: Frame, note: str) -> Iterator[list[Piece]]:
    """Yield pieces that had better stay together: those of a choice; of everything else each by itself."""
    if reply.turn and reply.question:
        yield from ([p] for p in pages("", [f"### {escape(reply.question)}"]))
    last = max((n for n, b in enumerate(reply.blocks) if isinstance(b, Text)), default=-1)
    for n, block in enumerate(reply.blocks):
        made = [*_parted(p for p in block_pieces(block, frame) if not isinstance(p, Words) or p.text.strip())]
        yield from [made] if isinstance(block, Choices) else ([p] for p in made)
        if n == last and frame.turn and any(isinstance(b, Text) and b.first for b in reply.blocks):
            yield [Buttons((frame.button(FIRST_WORDING, str(Action(Verb.FIRST, frame.turn))),))]
    if note:
        yield [Words(f"-# {escape(note)}")]


def _parted(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Part what is too long for one message between words."""
    for piece in pieces:
        if isinstance(piece, Words | Row) and len(piece.text) > _LONGEST:
            *first, last = _cut(piece.text)
            yield from (Words(text, piece.card) for text in first)
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
        if page and not room([*page, *group]).fits and room(group).fits:
            kept = [page.pop()] if len(page) > 1 and _is_title(page[-1]) else []
            yield tuple(page)
            page = kept
        for piece in group:
            if page and not room([*page, piece]).fits:
                yield tuple(page)
                page = []
            page.append(piece)
    if page:
        yield tuple(page)


def room(page: Iterable[Piece]) -> Cost:
    """Return what pieces take together: paragraphs in a row are one component, pieces in a row share their card."""
    pieces = list(page)
    cards = sum(1 for card, _ in groupby(pieces, key=lambda p: p.card) if card)
    joined = sum(1 for a, b in pairwise(pieces) if isinstance(a, Words) and isinstance(b, Words) and a.card == b.card)
    return sum((cost(piece) for piece in pieces), Cost(cards - joined))


def _is_title(piece: Piece) -> bool:
    return isinstance(piece, Words) and piece.text.startswith("**") and piece.text.endswith("**")
