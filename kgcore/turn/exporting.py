"""A person's own data, gathered to be taken away."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from datetime import UTC, datetime, timedelta
from functools import partial

from kgcore.exploration.history import History
from kgcore.presentation.my_data import my_data
from kgcore.turn.listening import SETTINGS
from kgcore.turn.services import Services, person_key, record_deed
from kgcore.turn.showing import ReplyComposer
from kgcore.values.audit import Deed
from kgcore.values.message import Command, Place
from kgcore.values.reply import Figure, File, Notice, Reply
from kgcore.values.settings import from_json

MOST_TURNS = 2_000  # of a person's questions, the newest
MOST_PICTURES = 50
KEPT = timedelta(days=1)  # how long a file can be fetched under its name
EXPORTS = "exports"  # where the store's map holds whose data a file's name stands for
MY_DATA = "my-data-"  # how its name begins
_NAME = re.compile(MY_DATA + r"([0-9a-f]{32})\.zip")
SAID = "This is what is kept about you: {}, and what you did with them. {} “forget” deletes what is kept."
_AMONG_OTHERS = "Only you see this message; where it is a link, it works for a day."
_ALONE = "The link works for a day."
NONE = "Nothing is kept about you yet."


class ExportHandler:
    """Gathers what is kept of whoever asks for it."""

    def __init__(self, services: Services, showing: ReplyComposer) -> None:
        self._services = services
        self._showing = showing

    async def reply(self, event: Command) -> Reply:
        """Return the data of who asks as a file, under a name that nobody else can guess. Raises StoreError."""
        token, who = secrets.token_hex(16), person_key(event)
        found, questions = await self._gathered(f"{MY_DATA}{token}.zip", who)
        if found is None:
            return Reply("", "", (Notice(NONE),), private=True)
        until = (datetime.now(UTC) + KEPT).isoformat()
        await self._services.store.set_state(EXPORTS, token, json.dumps({"person": who, "until": until}))
        await record_deed(self._services.store, event, Deed.EXPORTED, "what is kept of the person")
        words = "1 question" if questions == 1 else f"{questions:,} questions"
        return Reply(
            "", "", (Notice(SAID.format(words, _AMONG_OTHERS if event.place.shared else _ALONE)), found), private=True
        )

    async def file(self, place: Place, name: str) -> File | None:
        """Return the file that was offered under a name where this place is; None for any other. Raises StoreError."""
        named = _NAME.fullmatch(name)
        kept = await self._services.store.get_state(EXPORTS, named[1]) if named else None
        if kept is None or named is None:
            return None
        told = json.loads(kept)
        if told["until"] < datetime.now(UTC).isoformat():
            await self._services.store.set_state(EXPORTS, named[1], None)
            return None
        if told["person"].split("\x1f")[1:3] != [place.platform, place.workspace]:
            return None
        return (await self._gathered(name, told["person"]))[0]

    async def _gathered(self, name: str, who: str) -> tuple[File | None, int]:
        store = self._services.store
        turns = await store.asked_by(who, MOST_TURNS)
        actions = await store.actions_of(who)
        kept = await store.get_state(SETTINGS, who)
        if not (turns or actions or kept):
            return None, 0
        histories: dict[str, History] = {}
        pictures: dict[str, bytes] = {}
        for turn in turns[-MOST_PICTURES:]:
            if turn.thread not in histories:
                histories[turn.thread] = await self._showing.history(turn.thread)
            history = histories[turn.thread]
            reply = await self._showing.reply(history, history.turn(turn.id) or turn, png=True)
            figures = [b for b in reply.blocks if isinstance(b, Figure)]
            pictures |= {f"{turn.id}-{n}.png": f.png for n, f in enumerate(figures, 1)}
        now = datetime.now(UTC)
        make = partial(my_data, name, turns, actions, from_json(kept), pictures, now)
        return await asyncio.to_thread(make), len(turns)
