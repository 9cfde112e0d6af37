"""What the adapter itself has to remember over a restart, in its corner of the store."""

from __future__ import annotations

import hashlib
import json
import time
from typing import Final

from adapters.discord import limits, modals, places
from adapters.port import State
from kgcore.message import Place
from kgcore.reply import Form, Reply

_AT: Final = "at:"  # at:<message>: the place that a message of ours belongs to, where that is not its channel's
_HERE: Final = "here:"  # here:<thread>: no thread could be made of this message; we answer in its channel
_FORM: Final = "form:"
_QUOTE: Final = "quote:"
_COMMANDS: Final = "commands"
_SEEN: Final = "seen:"  # seen:<channel>: the last message there that was kept


class Keep:
    """Typed ways into the adapter's `State`. Raises StoreError."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def belongs(self, message: int, place: Place) -> None:
        """Remember the place that a message of ours belongs to."""
        await self._state.set(f"{_AT}{message}", places.kept(place))

    async def place(self, message: int) -> Place | None:
        """Return the place that a message of ours belongs to, where it was remembered."""
        text = await self._state.get(f"{_AT}{message}")
        return places.read(text) if text else None

    async def answers_here(self, thread: str) -> bool:
        """Whether we answer in the channel because no thread could be made."""
        return await self._state.get(f"{_HERE}{thread}") is not None

    async def answer_here(self, thread: str) -> None:
        """Answer in the channel from now on."""
        await self._state.set(f"{_HERE}{thread}", "1")

    async def save_forms(self, reply: Reply) -> str:
        """Keep a reply's forms and return their name; the same forms have the same name."""
        forms = [modals.written(b) for b in reply.blocks if isinstance(b, Form)]
        if not forms:
            return ""
        name = hashlib.blake2b("\0".join(forms).encode(), digest_size=8).hexdigest()
        await self._state.set(f"{_FORM}{name}", json.dumps(forms))
        return name

    async def forms(self, name: str) -> tuple[Form, ...]:
        """Return the forms with that name; none where there are none."""
        text = await self._state.get(f"{_FORM}{name}")
        return tuple(map(modals.read, json.loads(text))) if text else ()

    async def save_quote(self, name: str, place: Place, text: str) -> None:
        """Keep a message until the question about it has been written, and forget those that never were."""
        for key in await self._state.keys(_QUOTE):
            kept = json.loads(await self._state.get(key) or "[0]")
            if kept[0] < time.time() - limits.QUOTE_SECONDS:
                await self._state.delete(key)
        await self._state.set(f"{_QUOTE}{name}", json.dumps([time.time(), places.kept(place), text]))

    async def take_quote(self, name: str) -> tuple[Place, str] | None:
        """Return the place and the text of a kept message, and forget it."""
        text = await self._state.get(f"{_QUOTE}{name}")
        if text is None:
            return None
        await self._state.delete(f"{_QUOTE}{name}")
        _, place, quote = json.loads(text)
        return places.read(place), quote

    async def seen(self, channel: int, message: int) -> None:
        """Remember the last message that was kept of a channel."""
        await self._state.set(f"{_SEEN}{channel}", str(message))

    async def last_seen(self) -> dict[int, int]:
        """Return the last message kept, by channel."""
        keys = await self._state.keys(_SEEN)
        return {int(key.removeprefix(_SEEN)): int(await self._state.get(key) or 0) for key in keys}

    async def unsee(self, channel: int) -> None:
        """Forget a channel that is gone."""
        await self._state.delete(f"{_SEEN}{channel}")

    async def commands(self) -> str:
        """Return the digest of the commands as they were synchronised last."""
        return await self._state.get(_COMMANDS) or ""

    async def save_commands(self, digest: str) -> None:
        """Remember that these commands are synchronised."""
        await self._state.set(_COMMANDS, digest)
