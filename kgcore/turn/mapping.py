"""Maps what people said to each other: every message read as one reads a colleague's, every claim checked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.checker import Checker
from kgcore.language.english import counted
from kgcore.message import Said
from kgcore.model import Claim, Paragraph
from kgcore.talking.lines import LONGEST_MESSAGE, MOST_MESSAGES
from kgcore.talking.people import speakers
from kgcore.talking.reading import covered, echoed, one_paragraph
from kgcore.turn.reader import Reader

MOST_CLAIMS = 100  # more make neither a picture nor a list that anybody reads
MOST_CHARACTERS = 100_000  # of a whole conversation
NO_CLAIM = (
    "No claim was found in {}. A claim says how two things are related, as in "
    "“Vitamin E prevents Alzheimer's disease”; questions, quotations and doubtful wordings are left alone."
)


@dataclass(frozen=True, slots=True)
class Mapped:
    """One paragraph per message, in its writer's own words, and who wrote it; all claims, in reading order.

    `notices` say what was left out.
    """

    paragraphs: tuple[Paragraph, ...]
    claims: tuple[Claim, ...]
    speakers: tuple[str, ...]
    notices: tuple[str, ...] = ()


async def mapped(reader: Reader, checker: Checker, said: Sequence[Said]) -> Mapped:
    """Return what people said, with verdicts. Raises GraphError where the messages cannot be read at all."""
    messages, cut = _bounded(said)
    names = speakers(m.speaker for m in messages)
    seen: list[str] = []
    for message in messages:
        seen.append(covered(message.text, dict.fromkeys(names)))
        await asyncio.sleep(0)  # let others have their turn
    read = await reader.read_plain(seen)
    paragraphs: list[Paragraph] = []
    for number, (message, words, found) in enumerate(zip(messages, seen, read, strict=True)):
        own = one_paragraph(message.text, words, found, number)
        echo = None
        if number and not own.triples and names[number] != names[number - 1]:
            echo = echoed(message.text, paragraphs[-1], names[number - 1], number, reader.vocabulary)
        paragraphs.append(echo or own)
    total = sum(len(p.triples) for p in paragraphs)
    kept = _capped(paragraphs)
    claims = await checker.check([t for p in kept for t in p.triples])
    where = "these messages" if len(messages) > 1 else "this message"
    return Mapped(kept, claims, names, (*cut, *_told(total, len(claims), where)))


def _told(total: int, checked: int, where: str) -> tuple[str, ...]:
    if not total:
        return (NO_CLAIM.format(where),)
    return (f"There are {total} claims in {where}; the first {checked} are checked here.",) if checked < total else ()


def _capped(paragraphs: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    kept, left = [], MOST_CLAIMS
    for paragraph in paragraphs:
        kept.append(replace(paragraph, triples=paragraph.triples[:left]))
        left -= len(kept[-1].triples)
    return tuple(kept)


def _bounded(said: Sequence[Said]) -> tuple[list[Said], tuple[str, ...]]:
    """Return the messages that are read, none of them empty, and what is to be told of the others."""
    messages = [m for m in (Said(m.speaker, m.text.strip()) for m in said) if m.text]
    kept: list[Said] = []
    room = MOST_CHARACTERS
    for message in messages[:MOST_MESSAGES]:
        room -= min(len(message.text), LONGEST_MESSAGE)
        if room < 0:
            break
        kept.append(Said(message.speaker, message.text[:LONGEST_MESSAGE]))
    told = []
    if len(kept) < len(messages):
        told.append(
            f"This is a long conversation: the first {len(kept)} of {counted(len(messages), 'message')} were read."
        )
    if any(len(m.text) > LONGEST_MESSAGE for m in messages[: len(kept)]):
        told.append(f"Of very long messages, the first {LONGEST_MESSAGE:,} characters were read.")
    return kept, tuple(told)
