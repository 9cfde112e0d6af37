"""What people, channels and threads have set."""

from __future__ import annotations

from collections.abc import Collection

from kgcore.message import Click, Command, Place
from kgcore.panels.settings import (
    CHANNEL,
    PERSON,
    THREAD,
    HouseRules,
    Scopes,
    Settings,
    chosen,
    dumps,
    loads,
    rules,
    saved,
    settings_panel,
)
from kgcore.ports import Store
from kgcore.replies import STALE, notice, refusal
from kgcore.reply import Reply

SETTINGS = "settings"  # where all of them lie in the store's map


class Settling:
    """Reads and keeps settings; `models` are the names of those that can be chosen."""

    def __init__(self, store: Store, models: Collection[str]) -> None:
        self._store = store
        self._models = tuple(models)

    async def of(self, place: Place, who: str) -> tuple[Settings, Settings]:
        """Return what a person and a channel have set. Raises StoreError."""
        return await self._get(who), await self._get(channel_key(place))

    async def house(self, place: Place) -> HouseRules:
        """Return what counts in a place. Raises StoreError."""
        return rules(await self._get(thread_key(place)), await self._get(channel_key(place)))

    async def panel(self, event: Click | Command, who: str, turn: str) -> Reply:
        """Return the panel of settings. Raises StoreError."""
        person, channel = await self.of(event.place, who)
        thread = await self._get(thread_key(event.place))
        return settings_panel(
            turn, Scopes(person, channel, thread, event.place.shared, event.person.admin), self._models
        )

    async def set(self, click: Click, scope: int, who: str) -> Reply:
        """Keep what a form chose. Raises StoreError."""
        keys = {PERSON: who, CHANNEL: channel_key(click.place), THREAD: thread_key(click.place)}
        if scope not in keys:
            return refusal(STALE)
        settings = chosen(click, self._models, await self._get(keys[scope]))
        await self._store.set_state(SETTINGS, keys[scope], dumps(settings))
        return notice(saved(settings, scope))

    async def _get(self, key: str) -> Settings:
        return loads(await self._store.get_state(SETTINGS, key))


def channel_key(place: Place) -> str:
    """Return under which key a channel's settings lie."""
    return "\x1f".join(("channel", place.platform, place.workspace, place.channel))


def thread_key(place: Place) -> str:
    """Return under which key a thread's settings lie."""
    return f"thread\x1f{place.key}"
