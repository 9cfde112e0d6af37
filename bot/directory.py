"""What people and channels are called, for admins to read: their ids alone tell little.

What a platform says of a person with what they did is kept until they are forgotten or have asked nothing for a month;
what it tells only when asked, such as the names of channels, is asked for when it is looked at, and not kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from adapters.port import Adapter, Names
from kgcore.errors import StoreError
from kgcore.ports import Store
from kgcore.turn.services import person_key
from kgcore.values.message import Incoming
from kgcore.values.text import clean_line

NAMES = "names"  # the store's namespace; `forget_person` knows it
LONGEST = 80  # characters of a name
_PARTS = 3  # platform, workspace and id
_MOST = 10_000  # names that are known to be kept


class Directory:
    """`adapters` are asked for what was not said by itself."""

    def __init__(self, store: Store, adapters: Mapping[str, Adapter]) -> None:
        self._store, self._adapters = store, adapters
        self._learned: dict[str, tuple[str, str]] = {}  # by person: the name that is kept, and on which day it was

    async def learn(self, event: Incoming) -> None:
        """Keep what the platform calls who did something. Where that fails, nobody misses it."""
        key, name = person_key(event), clean_line(event.person.name)[:LONGEST]
        told = name, datetime.now(UTC).date().isoformat()
        if not name or self._learned.get(key) == told:
            return
        if len(self._learned) >= _MOST:
            self._learned.clear()
        with suppress(StoreError):
            await self._store.set_state(NAMES, key, name)
            self._learned[key] = told

    async def people(self, keys: Collection[str]) -> Mapping[str, str]:
        """Return what people are called, by their keys: "Dana (slack T1 U2)". Raises StoreError."""
        return await _all({key: self._person(key) for key in keys})

    async def channels(self, keys: Collection[str]) -> Mapping[str, str]:
        """Return what channels are called, by what the keys of their threads begin with. Raises StoreError."""
        return await _all({key: self._channel(key) for key in keys})

    async def _person(self, key: str) -> str:
        parts = key.split("\x1f")[1:]
        if len(parts) != _PARTS:
            return in_words(parts)
        platform, workspace, id = parts
        told = await self._store.get_state(NAMES, key)
        adapter: object = self._adapters.get(platform)
        if told is None and isinstance(adapter, Names):
            told = await adapter.person_name(workspace, id)
        return in_words(parts, told or "")

    async def _channel(self, key: str) -> str:
        parts = key.split("\x1f")
        if len(parts) != _PARTS:
            return in_words(parts)
        platform, workspace, id = parts
        adapter: object = self._adapters.get(platform)
        name = await adapter.channel_name(workspace, id) if isinstance(adapter, Names) else ""
        if not workspace:  # what a person has for themselves
            name = await self._store.get_state(NAMES, "\x1f".join(("person", *parts))) or ""
        return in_words(parts, name)


async def _all(asked: Mapping[str, Awaitable[str]]) -> Mapping[str, str]:
    return dict(zip(asked, await asyncio.gather(*asked.values()), strict=True))


def in_words(ids: Iterable[str], name: str = "") -> str:
    """Return a person or a channel as somebody reads it: by its name, where there is one, and its ids."""
    known, name = " ".join(id for id in ids if id), clean_line(name)[:LONGEST]
    if not known:
        return "somebody who was forgotten"
    return f"{name} ({known})" if name else known


async def delete_unused_names(store: Store, since: str) -> None:
    """Delete the names of people who have asked nothing since then (ISO 8601). Raises StoreError."""
    here = {one.person for one in await store.activity(since)}
    for key in await store.state_keys(NAMES, ""):
        if key not in here:
            await store.set_state(NAMES, key, None)
