"""Patients' identifiers are left out of what people write, before it is kept, looked up or sent to a model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache

from kgcore.conversation.transcript import LONGEST_MESSAGE, MOST_CHARACTERS, MOST_MESSAGES
from kgcore.english.identifiers import Identifier, Kind, find_identifiers
from kgcore.turn.safety import FIELDS
from kgcore.values.message import Change, Click, Command, Incoming, Message, Said
from kgcore.values.reply import Notice, Reply
from kgcore.values.text import ELLIPSIS

BLANK = "[…]"  # what stands in their place
MOST_NAMES = 20  # that the graph is asked for
LONG = 500  # characters that are read beside what else goes on: these take some thirty milliseconds
MOST_KEPT = 8_000  # characters of one text: twice of what may be asked, so that it can be told that it is too long
WORDS = {
    Kind.NAME: "a name",
    Kind.BIRTHDATE: "a date of birth",
    Kind.MRN: "a record number",
    Kind.INSURANCE: "an insurance number",
    Kind.NATIONAL_ID: "an identity number",
    Kind.PHONE: "a phone number",
    Kind.EMAIL: "an e-mail address",
    Kind.ADDRESS: "an address",
    Kind.ACCOUNT: "an account",
    Kind.DEVICE: "the number of a device",
    Kind.PHOTO_URL: "the address of a picture",
    Kind.OTHER: "a number that points to somebody",
}
LEFT_OUT = (
    "I left out {}: nothing of that kind is kept here or sent to a language model. Your message stays in the chat as "
    "you wrote it; you can edit or delete it."
)


Found = Mapping[str, tuple[Identifier, ...]]  # by the text that they were found in
Known = Callable[[Sequence[str]], Awaitable[frozenset[str]]]  # of some names, those that the graph has


async def known_to_nobody(names: Sequence[str]) -> frozenset[str]:
    """Return that no name is anything but a person's."""
    return frozenset()


def blanked(text: str, things: frozenset[str] = frozenset(), known: Found | None = None) -> tuple[str, frozenset[Kind]]:
    """Return a text without its identifiers, and of which kinds they were; `things` are names of no person.

    `known` are the identifiers of texts that have been read.
    """
    read = find_identifiers(text) if known is None else known[text]
    found = [one for one in read if text[one.start : one.end] not in things]
    parts: list[str] = []
    at = 0
    for one in _joined(text, found):
        parts += (text[at : one.start], BLANK)
        at = one.end
    return "".join((*parts, text[at:])), frozenset(one.kind for one in found)


def _joined(text: str, found: Iterable[Identifier]) -> list[Identifier]:
    """Return what is blanked; what only spaces and commas part is blanked together."""
    joined: list[Identifier] = []
    for one in found:
        if joined and not text[joined[-1].end : one.start].strip(" ,;"):
            joined[-1] = replace(joined[-1], end=one.end)
        else:
            joined.append(one)
    return joined


async def without_identifiers(event: Incoming, known: Known = known_to_nobody) -> Incoming:
    """Return an event without the identifiers in what was written; its `left_out` says of which kinds they were.

    What has been read once is not read again. Where names are all that is found in a text, those that the graph has are
    taken for what they are there ("I think it's Lyme.").
    """
    if not isinstance(event, Change) and event.left_out is not None:
        return event
    event = within_bounds(event)
    written = _written(event)
    size = sum(map(len, written))
    if size <= LONG:
        found = _read(written)
        return _without(event, await _things(found, known), found)
    loop, beside = asyncio.get_running_loop(), _one_by_one() if size > MOST_KEPT else None
    found = await loop.run_in_executor(beside, _read, written)
    return await loop.run_in_executor(beside, _without, event, await _things(found, known), found)


@cache
def _one_by_one() -> Executor:
    """Return where whole conversations are read, which takes seconds: they wait for each other, and nobody for them."""
    return ThreadPoolExecutor(1, "identifiers")


def within_bounds(event: Incoming) -> Incoming:
    """Return an event without what nobody will read of it: whoever sends it waits until all of the rest has been read.

    It can still be told that it was too long.
    """
    match event:
        case Message():
            return replace(event, text=event.text[:MOST_KEPT], quote=event.quote[:MOST_KEPT])
        case Command():
            return replace(event, text=event.text[:MOST_KEPT], said=_that_is_read(event.said))
        case Click():
            return replace(event, fields=tuple((n, tuple(v[:MOST_KEPT] for v in vs)) for n, vs in event.fields))
        case Change():
            return replace(event, text=event.text[:MOST_KEPT])


def _that_is_read(said: Sequence[Said]) -> tuple[Said, ...]:
    """Return messages with no more words than are read of a conversation, and one that is beyond."""
    kept: list[Said] = []
    room = MOST_CHARACTERS
    for one in said:
        if text := one.text.strip()[: LONGEST_MESSAGE + 1]:
            kept.append(replace(one, text=text if room >= 0 and len(kept) < MOST_MESSAGES else ELLIPSIS))
            room -= len(text)
    return tuple(kept)


async def _things(found: Found, known: Known) -> frozenset[str]:
    alone = _lone_names(found)
    return await known(alone) if alone else frozenset()


def _read(texts: Sequence[str]) -> Found:
    return {text: find_identifiers(text) for text in dict.fromkeys(texts)}


def _lone_names(found: Found) -> list[str]:
    names: list[str] = []
    for text, some in found.items():
        if all(one.kind is Kind.NAME for one in some):
            names += (text[one.start : one.end] for one in some)
    return names[:MOST_NAMES]


def _written(event: Incoming) -> list[str]:
    match event:
        case Message():
            return [event.text, event.quote]
        case Command():
            return [event.text, *(one.text for one in event.said)]
        case Click():
            return [value for name, values in event.fields if name in FIELDS for value in values]
        case Change():
            return [event.text]


def _without(event: Incoming, things: frozenset[str], known: Found) -> Incoming:
    kinds: set[Kind] = set()

    def clean(text: str) -> str:
        rest, found = blanked(text, things, known)
        kinds.update(found)
        return rest

    match event:
        case Message():
            event = replace(event, text=clean(event.text), quote=clean(event.quote))
        case Command():
            said = tuple(replace(one, text=clean(one.text)) for one in event.said)
            event = replace(event, text=clean(event.text), said=said)
        case Click():
            fields = ((name, tuple(map(clean, values)) if name in FIELDS else values) for name, values in event.fields)
            event = replace(event, fields=tuple(fields))
        case Change():
            return replace(event, text=clean(event.text))
    return replace(event, left_out=tuple(kind.value for kind in Kind if kind in kinds))


def told_of(event: Incoming) -> str:
    """Return what is said of what was left out of an event; "" where nothing was."""
    kinds = () if isinstance(event, Change) else event.left_out or ()
    words = [WORDS[Kind(kind)] for kind in kinds]
    listed = " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
    return LEFT_OUT.format(listed) if words else ""


def with_word(reply: Reply, event: Incoming) -> Reply:
    """Return a reply that says what was left out; that of a turn says it by itself."""
    told = told_of(event)
    return replace(reply, blocks=(Notice(told), *reply.blocks)) if told and not reply.turn else reply
