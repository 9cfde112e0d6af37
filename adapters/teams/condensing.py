"""One message a question: the answer, a line a claim, the picture, three next questions. All else is behind two
buttons, *Evidence* and *More*, which open dialogs. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final

from adapters.teams.limits import QUESTIONS_SEEN, TABLE_SEEN
from adapters.teams.scene import REST
from kgcore.values.message import Action, Verb
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

ROWS: Final = "… and {} more rows, behind “Evidence”."
# They stand in the message whatever else does.
_AT_ONCE: Final = frozenset({Verb.RETRY, Verb.UNDO, Verb.ANSWER, Verb.REMOVE, Verb.SHARE, Verb.STOP})
_THUMBS: Final = frozenset({Verb.UP, Verb.DOWN})


class Rest(Enum):
    """What a button opens; the value stands in its id."""

    EVIDENCE = "evidence"
    MORE = "more"


LABELS: Final = {Rest.EVIDENCE: "Evidence", Rest.MORE: "More"}


def rest_id(rest: Rest, turn: str) -> str:
    """Return the id of the button that opens a part of a turn's reply."""
    return f"{REST}{rest.value}:{turn}"


def read_rest(id: str) -> tuple[Rest, str] | None:
    """Return which part of which turn's reply a button opens; None where it is no such button."""
    name, _, turn = id.removeprefix(REST).partition(":")
    known = {rest.value: rest for rest in Rest}
    return (known[name], turn) if id.startswith(REST) and name in known and turn else None


def is_condensed(reply: Reply) -> bool:
    """Whether a reply is one of which a part is left to the two buttons: a turn's, once it is complete."""
    return bool(reply.turn) and reply.final


def short_reply(reply: Reply) -> Reply:
    """Return what stands in the message: the words first, then what was found, the picture, and what can be done."""
    mapped = _mapped(reply)
    shown: list[Block] = []
    quiet: list[str] = []
    for block in reply.blocks:
        match block:
            case Text():
                shown += [] if mapped else [replace(block, first="")]
            case Claims(claims):
                shown += _told(claims) if mapped else [block]
            case Table():
                shown += [] if any(isinstance(b, Table) for b in shown) else _one_table(block)
            case Notice(text, Tone.QUIET):
                quiet.append(text)
            case Choices():
                shown += _seen(block)
            case Progress() | Steps():
                pass
            case Notice() | Figure() | File() | Form() | Papers():
                shown.append(block)
    notes = [Notice(" ".join(quiet))] if quiet else []
    return replace(reply, blocks=(*sorted((*shown, *_buttons(reply)), key=_rank), *notes))


def rest_of_reply(reply: Reply, rest: Rest) -> Reply:
    """Return what a button opens, as a panel."""
    return Reply("", LABELS[rest], tuple(_rest(reply, rest)), private=True)


def _rest(reply: Reply, rest: Rest) -> Iterator[Block]:
    mapped = _mapped(reply)
    first_table = next((b for b in reply.blocks if isinstance(b, Table)), None)
    for block in reply.blocks:
        match block:
            case Text(first=first) if rest is Rest.EVIDENCE and (mapped or first):
                yield block
            case Claims() if rest is Rest.EVIDENCE:
                yield block
            case Table(rows=rows) if rest is Rest.EVIDENCE and (block is not first_table or len(rows) > TABLE_SEEN):
                yield block
            case Choices(buttons) if rest is Rest.MORE and not _are(buttons, _THUMBS | _AT_ONCE):
                yield block
            case Progress() | Steps() if rest is Rest.MORE:
                yield block
            case _:
                pass


def _mapped(reply: Reply) -> bool:
    """Whether it maps what people said to each other, and is told in figures; one message that is checked is not."""
    return sum(isinstance(b, Text) and bool(b.speaker) for b in reply.blocks) > 1


def _verb(choice: Choice) -> Verb | None:
    action = Action.parse(choice.action)
    return action.verb if action else None


def _are(choices: Sequence[Choice], verbs: frozenset[Verb]) -> bool:
    return bool(choices) and all(_verb(c) in verbs for c in choices)


def _seen(block: Choices) -> list[Block]:
    """Return of some choices those that stand in the message."""
    if _are(block.buttons, _THUMBS):
        return [block]
    asks = [c for c in (*block.buttons, *block.menu) if _verb(c) is Verb.ASK][:QUESTIONS_SEEN]
    if asks:
        return [Choices(tuple(replace(c, aside=()) for c in asks), title=block.title)]
    kept = tuple(c for c in block.buttons if _verb(c) in _AT_ONCE)
    return [Choices(kept)] if kept else []


def _told(claims: Sequence[ClaimView]) -> list[Block]:
    counts = Counter(c.chip for c in claims)
    said = " · ".join(f"{n} {chip.icon} {chip.label}" for chip, n in counts.items())
    return [Notice(f"{len(claims)} claim{'' if len(claims) == 1 else 's'} checked: {said}.", Tone.INFO)]


def _one_table(table: Table) -> list[Block]:
    left = len(table.rows) - TABLE_SEEN
    note = [Notice(ROWS.format(left), Tone.INFO)] if left > 0 else []
    return [replace(table, rows=table.rows[:TABLE_SEEN]), *note]


def _buttons(reply: Reply) -> list[Block]:
    made = [
        Choice(LABELS[rest], rest_id(rest, reply.turn)) for rest in Rest if next(_rest(reply, rest), None) is not None
    ]
    return [Choices(tuple(made))] if made else []


def _rank(block: Block) -> int:
    match block:
        case Claims():
            return 1
        case Table():
            return 2
        case Figure():
            return 3
        case Choices() | Form():
            return 4
        case File():
            return 5
        case _:
            return 0
