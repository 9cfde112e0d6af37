"""One message a question: what of a reply stands in its message, and what behind its controls. Pure.

A platform's own `condensing` says how much room its message has, and makes the controls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from operator import itemgetter
from typing import Final

from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
    Tone,
)

_NO_QUESTIONS: Final = Choices(())
# They stand in the message whatever else does.
_AT_ONCE: Final = frozenset({Verb.RETRY, Verb.UNDO, Verb.ANSWER, Verb.REMOVE, Verb.SHARE, Verb.STOP})
_THUMBS: Final = frozenset({Verb.UP, Verb.DOWN})


class Rest(Enum):
    """What a control opens; the value stands in its id."""

    EVIDENCE = "evidence"
    NEXT = "next"
    MORE = "more"

    @property
    def title(self) -> str:
        """What stands on the control, and above what it opens."""
        return self.value.capitalize()


def rest_id(prefix: str, rest: Rest, turn: str) -> str:
    """Return the id of the button that opens a part of a turn's reply; `prefix` is the platform's."""
    return f"{prefix}{rest.value}:{turn}"


def read_rest(prefix: str, id: str) -> tuple[Rest, str] | None:
    """Return which part of which turn's reply a button opens; None where it is no such button."""
    name, _, turn = id.removeprefix(prefix).partition(":")
    known = {rest.value: rest for rest in Rest}
    return (known[name], turn) if id.startswith(prefix) and name in known and turn else None


@dataclass(frozen=True, slots=True)
class MessageRoom:
    """How much of a reply a platform's message shows: claims, papers, and rows and characters of its one table.

    `next`: the next questions open from a control of their own; else they stand behind *More*.
    """

    claims: int
    papers: int
    rows: int
    characters: int
    next: bool = False


@dataclass(frozen=True, slots=True)
class CondensedReply:
    """A reply in parts.

    `shown` stands in the message in this order: words, claims, a table, the picture, what has to be decided at once,
    files. `questions` are the next ones, `thumbs` ask whether it was useful, `notes` is its small print, and `rest`
    what each control opens, if there is anything.
    """

    shown: tuple[Block, ...]
    questions: Choices = _NO_QUESTIONS
    thumbs: tuple[Choices, ...] = ()
    notes: tuple[Notice, ...] = ()
    rest: Mapping[Rest, tuple[Block, ...]] = field(default_factory=dict)


def is_long(reply: Reply) -> bool:
    """Whether a part of a reply is left out of its message: a turn's, or a summary, whose rest stands in its files."""
    return bool(reply.turn) or any(isinstance(b, File) for b in reply.blocks)


def condense_reply(reply: Reply, room: MessageRoom) -> CondensedReply:
    """Return the reply in parts; all of it is shown while it is being written."""
    if not reply.final:
        return CondensedReply(reply.blocks)
    choices = [b for b in reply.blocks if isinstance(b, Choices)]
    quiet = [b.text for b in reply.blocks if isinstance(b, Notice) and b.tone is Tone.QUIET]
    shown = sorted(_shown(reply, room), key=itemgetter(0))
    rest: dict[Rest, tuple[Block, ...]] = {}
    for block in _hidden(reply, room):
        where = _behind(block, room)
        rest[where] = (*rest.get(where, ()), block)
    return CondensedReply(
        tuple(block for _, block in shown),
        Choices(tuple(c for b in choices for c in _questions(b)), title=_title(choices)),
        tuple(b for b in choices if _are(b, _THUMBS)),
        (Notice(" ".join(quiet)),) if quiet else (),
        rest,
    )


def rest_panel(reply: Reply, room: MessageRoom, rest: Rest) -> Reply:
    """Return what a control opens, as a panel."""
    return Reply("", rest.title, condense_reply(reply, room).rest.get(rest, ()), private=True)


def _is_mapped(reply: Reply) -> bool:
    """Whether it maps what people said to each other, and is told in figures; one message that is checked is not."""
    return sum(isinstance(b, Text) and bool(b.speaker) for b in reply.blocks) > 1


def _first_table(reply: Reply) -> Table | None:
    return next((b for b in reply.blocks if isinstance(b, Table)), None)


def _shown(reply: Reply, room: MessageRoom) -> Iterator[tuple[int, Block]]:
    """Yield what stands in the message, each with its rank there."""
    mapped, table = _is_mapped(reply), _first_table(reply)
    for block in reply.blocks:
        match block:
            case Text() if not mapped:
                yield 0, replace(block, first="")
            case Claims(claims):
                yield from ((1, b) for b in (_told(claims) if mapped else _lines(claims, room)))
            case Table() if block is table:
                table = None  # the same table may come again
                yield from ((2, b) for b in _one_table(block, room, _elsewhere(reply)))
            case Choices(buttons):
                kept = tuple(c for c in buttons if _verb(c) in _AT_ONCE)
                yield from [(4, Choices(kept))] if kept else []
            case Notice(tone=tone) if tone is not Tone.QUIET:
                yield 0, block
            case Papers(papers):
                yield 2, replace(block, papers=papers[: room.papers])
                yield from ((2, b) for b in _left("paper", len(papers) - room.papers, _elsewhere(reply)))
            case Figure():
                yield 3, block
            case Form():
                yield 4, block
            case File():
                yield 5, block
            case _:
                pass


def _hidden(reply: Reply, room: MessageRoom) -> Iterator[Block]:
    """Yield what the message leaves out or tells in short."""
    mapped, table = _is_mapped(reply), _first_table(reply)
    for block in reply.blocks:
        match block:
            case Text(first=first) if mapped or first:
                yield block
            case Table() if block is table and _rows(block, room) == len(block.rows):
                table = None
            case Choices() if not _are(block, _THUMBS | _AT_ONCE):
                yield block
            case Papers(papers) if len(papers) > room.papers:
                yield block
            case Claims() | Table() | Progress() | Steps():
                yield block
            case _:
                pass


def _behind(block: Block, room: MessageRoom) -> Rest:
    match block:
        case Choices() if room.next and _questions(block):
            return Rest.NEXT
        case Choices() | Progress() | Steps():
            return Rest.MORE
        case _:
            return Rest.EVIDENCE


def _verb(choice: Choice) -> Verb | None:
    action = Action.parse(choice.action)
    return action.verb if action else None


def _are(block: Choices, verbs: frozenset[Verb]) -> bool:
    return bool(block.buttons) and not block.menu and all(_verb(c) in verbs for c in block.buttons)


def _title(choices: Sequence[Choices]) -> str:
    """Return what stands above the next questions."""
    return next((b.title for b in choices if _questions(b)), "")


def _questions(block: Choices) -> list[Choice]:
    return [c for c in (*block.buttons, *block.menu) if _verb(c) is Verb.ASK]


def _lines(claims: Sequence[ClaimView], room: MessageRoom) -> Iterator[Block]:
    yield Claims(tuple(claims[: room.claims]))
    left = len(claims) - room.claims
    if left > 0:
        yield Notice(f"{left} more claim{' is' if left == 1 else 's are'} behind “Evidence”.", Tone.INFO)


def _told(claims: Sequence[ClaimView]) -> Iterator[Block]:
    counts = Counter(c.chip for c in claims)
    said = " · ".join(f"{n} {chip.icon} {chip.label}" for chip, n in counts.items())
    yield Notice(f"{len(claims)} claim{'' if len(claims) == 1 else 's'} checked: {said}.", Tone.INFO)


def _elsewhere(reply: Reply) -> str:
    files = any(isinstance(b, File) for b in reply.blocks)
    return "in the files" if files else "behind “Evidence”"


def _left(what: str, number: int, elsewhere: str) -> Iterator[Block]:
    """Say how many of something the message leaves out, if any."""
    if number > 0:
        yield Notice(f"… and {number} more {what}{'' if number == 1 else 's'} {elsewhere}.", Tone.INFO)


def _rows(table: Table, room: MessageRoom) -> int:
    """Return how many rows of a table the message has room for."""
    weight = sum(map(len, table.columns))
    for number, row in enumerate(table.rows[: room.rows]):
        weight += sum(map(len, row))
        if weight > room.characters:
            return number
    return min(len(table.rows), room.rows)


def _one_table(table: Table, room: MessageRoom, elsewhere: str) -> Iterator[Block]:
    rows = _rows(table, room)
    if rows:
        yield replace(table, rows=table.rows[:rows])
    yield from _left("row", len(table.rows) - rows, elsewhere)


def where_published(paper: Paper) -> str:
    """Return a paper in a few words: where and when it appeared, or else its id."""
    return " ".join(str(p) for p in (paper.journal, paper.year) if p) or paper.shown_id
