"""One message a question: the answer, a line a claim, the picture, three next questions. All else is behind two
buttons, *Evidence* and *More*. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from adapters.slack import limits
from adapters.slack.controls import is_thumbs
from adapters.slack.escape import shorten_text, strip_controls
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

EVIDENCE: Final = "evidence:"  # begins the action ids of what opens the rest of a turn; its id and a page follow
MORE: Final = "more:"
FURTHER: Final = "{} more claims are behind “Evidence”."
_AT_ONCE: Final = (
    Verb.RETRY,
    Verb.UNDO,
    Verb.ANSWER,
    Verb.REMOVE,
    Verb.SHARE,
)  # stand in the message whatever else does
ROWS: Final = "… and {} more rows, which stand {}."


@dataclass(frozen=True, slots=True)
class CondensedReply:
    """A reply in three: what stands in the message, and what its two buttons open."""

    short: Reply
    evidence: Reply
    more: Reply


def is_long(reply: Reply) -> bool:
    """Whether a reply is one that has to be condensed: a turn's, or a summary, which comes with files."""
    return bool(reply.turn) or any(isinstance(b, File) for b in reply.blocks)


def condense_reply(reply: Reply) -> CondensedReply:
    """Return the reply in three parts."""
    files = any(isinstance(b, File) for b in reply.blocks)
    mapped = sum(isinstance(b, Text) and bool(b.speaker) for b in reply.blocks) > 1  # else: one message, checked
    short: list[Block] = []
    evidence: list[Block] = []
    more: list[Block] = []
    quiet: list[str] = []
    for block in reply.blocks:
        match block:
            case Text():
                (evidence if mapped else short).append(block)
            case Claims(claims):
                short += _lines(claims, mapped=mapped)
                evidence.append(block)
            case Table():
                first = not any(isinstance(b, Table) for b in short)
                short += _one_table(block, "in the files" if files else "behind “Evidence”") if first else ()
                evidence.append(block)
            case Notice(text, Tone.QUIET):
                quiet.append(text)
            case Choices():
                _place(block, short, more, final=reply.final)
            case Progress() if reply.final:
                more.append(block)
            case Steps():
                more.append(block)
            case Notice() | Figure() | File() | Form() | Papers() | Progress():
                short.append(block)
    notes = (Notice(" ".join(quiet)),) if quiet else ()
    shown = (*sorted((*short, *_buttons(reply, evidence, more)), key=_rank), *notes)
    return CondensedReply(replace(reply, blocks=shown), *(replace(reply, blocks=tuple(b)) for b in (evidence, more)))


def _rank(block: Block) -> int:
    """Words come first, then what was found, the picture, and what can be done."""
    match block:
        case Claims():
            return 1
        case Table():
            return 2
        case Figure():
            return 3
        case Choices() if is_thumbs(block):
            return 6
        case Choices() | Form():
            return 4
        case File():
            return 5
        case _:
            return 0


def _place(block: Choices, short: list[Block], more: list[Block], *, final: bool) -> None:
    """Next questions are buttons in the message, and stand with all that can be done with them behind *More*."""
    if is_thumbs(block) or not final:
        short.append(block)
        return
    more.append(block)
    asks = [c for c in (*block.buttons, *block.menu) if _asks(c)]
    if asks:
        short.append(Choices(tuple(_question(c) for c in asks[: limits.QUESTIONS_SHOWN])))
    elif any(_is(c, *_AT_ONCE) for c in block.buttons):
        short.append(Choices(tuple(c for c in block.buttons if _is(c, *_AT_ONCE))))


def _asks(choice: Choice) -> bool:
    return _is(choice, Verb.ASK)


def _is(choice: Choice, *verbs: Verb) -> bool:
    parsed = Action.parse(choice.action)
    return parsed is not None and parsed.verb in verbs


def _question(choice: Choice) -> Choice:
    return Choice(shorten_text(strip_controls(choice.label), limits.LABEL - 4), choice.action, number=choice.number)


def _lines(claims: Sequence[ClaimView], *, mapped: bool) -> list[Block]:
    counts = Counter(c.chip for c in claims)
    if mapped:
        said = " · ".join(f"{counts[v]} {v.icon} {v.label}" for v in dict.fromkeys(c.chip for c in claims))
        return [Notice(f"{len(claims)} claim{'' if len(claims) == 1 else 's'} checked: {said}.", Tone.INFO)]
    shown: list[Block] = [Claims(tuple(claims[: limits.CLAIMS_SHOWN]))]
    left = len(claims) - limits.CLAIMS_SHOWN
    return [*shown, Notice(FURTHER.format(left), Tone.INFO)] if left > 0 else shown


def _one_table(table: Table, where: str) -> list[Block]:
    """Return as much of a table as one message takes, and a word on the rest."""
    rows, weight = [], sum(map(len, table.columns))
    for row in table.rows[: limits.TABLE_SHOWN]:
        weight += sum(map(len, row))
        if weight > limits.TABLE_CHARACTERS // 2:
            break
        rows.append(row)
    left = len(table.rows) - len(rows)
    note = [Notice(ROWS.format(left, where), Tone.INFO)] if left else []
    return [replace(table, rows=tuple(rows)), *note] if rows else [*note]


def _buttons(reply: Reply, evidence: Sequence[Block], more: Sequence[Block]) -> list[Block]:
    if not (reply.turn and reply.final):
        return []
    made = [
        Choice(label, f"{prefix}{reply.turn}:0")
        for label, prefix, blocks in (("Evidence", EVIDENCE, evidence), ("More …", MORE, more))
        if blocks
    ]
    return [Choices(tuple(made))] if made else []
