"""One message a question: the answer, a line a claim, the picture, and one row of controls. What the row opens, the
person sees alone. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final

from adapters.discord import limits
from adapters.discord.pieces import REST
from kgcore.values.message import Action, Verb
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    Look,
    Notice,
    Progress,
    Reply,
    Steps,
    Text,
    Tone,
)

FIRST_WORDING: Final = "Show the first wording"
FURTHER: Final = "{} more claims are behind “Evidence”."
# They stand in the message whatever else does.
_AT_ONCE: Final = frozenset({Verb.RETRY, Verb.ANSWER, Verb.REMOVE, Verb.SHARE})
_THUMBS: Final = frozenset({Verb.UP, Verb.DOWN})


class Rest(Enum):
    """What the row of controls opens; the value stands in the buttons' ids."""

    EVIDENCE = "evidence"
    NEXT = "next"
    MORE = "more"


def rest_id(rest: Rest, turn: str) -> str:
    """Return the id of the button that opens a part of a turn's reply."""
    return f"{REST}{rest.value}:{turn}"


def read_rest(id: str) -> tuple[Rest, str] | None:
    """Return which part of which turn's reply a button opens; None where it is no such button."""
    name, _, turn = id.removeprefix(REST).partition(":")
    known = {rest.value: rest for rest in Rest}
    return (known[name], turn) if id.startswith(REST) and name in known and turn else None


def short_reply(reply: Reply, *, row: bool = True) -> Reply:
    """Return what stands in the message; `row`: with its controls, which only the thread's latest answer has."""
    if not (reply.turn and reply.final):
        return reply
    mapped = _mapped(reply)
    blocks: list[Block] = []
    quiet: list[str] = []
    for block in reply.blocks:
        match block:
            case Text() if mapped:
                pass
            case Claims(claims):
                blocks += _told(claims) if mapped else _lines(claims)
            case Notice(text, Tone.QUIET):
                quiet.append(text)
            case Choices(buttons):
                blocks += _at_once(buttons)
            case Progress() | Steps():
                pass
            case _:
                blocks.append(block)
    small = [Notice(" ".join(quiet))] if quiet else []
    return replace(reply, blocks=(*blocks, *small, *(_row(reply) if row else ())))


def rest_of_reply(reply: Reply, rest: Rest) -> Reply:
    """Return what a control opens, as a panel."""
    shown: list[Block] = []
    mapped = _mapped(reply)
    for block in reply.blocks:
        match block:
            case Text() if mapped and rest is Rest.EVIDENCE:
                shown.append(block)
            case Claims(claims) if rest is Rest.EVIDENCE:
                shown.append(_evidence(reply.turn, claims))
            case Choices() if rest is Rest.NEXT and _asks(block):
                shown.append(block)
            case Choices(buttons) if rest is Rest.MORE and not _asks(block) and not _are(buttons, _THUMBS | _AT_ONCE):
                shown.append(block)
            case Progress() | Steps() if rest is Rest.MORE:
                shown.append(block)
            case _:
                pass
    if rest is Rest.MORE and any(isinstance(b, Text) and b.first for b in reply.blocks):
        shown.append(Choices((Choice(FIRST_WORDING, str(Action(Verb.FIRST, reply.turn)), look=Look.SUBTLE),)))
    return Reply("", "", tuple(shown), private=True)


def _mapped(reply: Reply) -> bool:
    """Whether it maps so much of what people said that it is told in figures."""
    said = sum(isinstance(b, Text) and bool(b.speaker) for b in reply.blocks)
    return said > limits.SAID_SHOWN


def _verb(choice: Choice) -> Verb | None:
    action = Action.parse(choice.action)
    return action.verb if action else None


def _are(choices: Sequence[Choice], verbs: frozenset[Verb]) -> bool:
    return bool(choices) and all(_verb(c) in verbs for c in choices)


def _asks(block: Choices) -> list[Choice]:
    return [c for c in (*block.buttons, *block.menu) if _verb(c) is Verb.ASK]


def _at_once(buttons: Sequence[Choice]) -> list[Block]:
    kept = tuple(c for c in buttons if _verb(c) in _AT_ONCE)
    return [Choices(kept)] if kept else []


def _lines(claims: Sequence[ClaimView]) -> Iterator[Block]:
    yield Claims(tuple(claims[: limits.CLAIMS_SHOWN]))
    left = len(claims) - limits.CLAIMS_SHOWN
    if left > 0:
        yield Notice(FURTHER.format(left), Tone.INFO)


def _told(claims: Sequence[ClaimView]) -> Iterator[Block]:
    counts = Counter(c.chip for c in claims)
    said = " · ".join(f"{n} {chip.icon} {chip.label}" for chip, n in counts.items())
    yield Notice(f"{len(claims)} claim{'' if len(claims) == 1 else 's'} checked: {said}.", Tone.INFO)


def _evidence(turn: str, claims: Sequence[ClaimView]) -> Choices:
    """Return a button for each claim, with the claim in words."""
    return Choices(tuple(_claim(turn, claim) for claim in claims), title="Claims, checked one by one")


def _claim(turn: str, claim: ClaimView) -> Choice:
    words = "".join(part.text for part in claim.statement)
    told = " · ".join(filter(None, (f"{claim.chip.icon} {claim.chip.label}", words, claim.rests_on)))
    why = str(Action(Verb.WHY, turn, claim.number - 1))
    return Choice(f"Evidence {claim.number}", why, f"{claim.number}. {told}", look=Look.SUBTLE)


def _row(reply: Reply) -> Iterator[Block]:
    """Yield the next questions in words, and the row."""
    asks = [c for b in reply.blocks if isinstance(b, Choices) for c in _asks(b)]
    if asks:
        yield Notice("Next: " + " · ".join(c.label for c in asks[: limits.QUESTIONS_SHOWN]))
    labels = {Rest.EVIDENCE: "Evidence", Rest.NEXT: "Next", Rest.MORE: "More …"}
    opens = [
        Choice(label, rest_id(rest, reply.turn), look=Look.SUBTLE)
        for rest, label in labels.items()
        if rest_of_reply(reply, rest).blocks
    ]
    thumbs = [c for b in reply.blocks if isinstance(b, Choices) and _are(b.buttons, _THUMBS) for c in b.buttons]
    if opens or thumbs:
        yield Choices(tuple(replace(c, hint="") for c in (*opens, *thumbs)))
