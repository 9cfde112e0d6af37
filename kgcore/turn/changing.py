"""What becomes of an answer whose question was changed or deleted by who asked it."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final

from kgcore.ports import Threads
from kgcore.presentation.replies import refusal_reply
from kgcore.turn.services import note_id, person_key
from kgcore.turn.showing import ReplyComposer
from kgcore.values.message import Change, Click, Message, Offer
from kgcore.values.reply import Reply
from kgcore.values.thread import Mode, Turn

DELETED: Final = "(a question that was deleted)"
NOT_ASKED: Final = "Only who asked this, or an admin, can remove the answer."


class ChangeHandler:
    """Takes a deleted question out of what is kept, and offers to answer a changed one anew."""

    def __init__(self, store: Threads, showing: ReplyComposer) -> None:
        self._store = store
        self._showing = showing

    async def changed(self, event: Change) -> AsyncIterator[Reply]:
        """Yield the answer as it stands after the change, and what was made of a deleted message, which goes with it;
        nothing where nothing was answered. Raises StoreError.
        """
        if event.deleted:
            async for gone in self._unmapped(event):
                yield gone
        turn = await self._store.turn_of(event.message)
        if turn is None or turn.removed:
            return
        if event.deleted:
            await self._store.withdraw(without_question(turn), event.message)
        elif turn.withdrawn or " ".join(event.text.split()) == turn.question:
            return
        else:
            await self._store.save(replace(turn, reworded=await self._offered(event, turn)))
        shown = await self._shown(turn)
        if shown is not None:
            yield shown

    async def _unmapped(self, event: Change) -> AsyncIterator[Reply]:
        """Take away the thread's maps in which a deleted message stands: what others said there answers it."""
        for turn in await self._store.turns(event.place.key):
            if event.message in turn.said and not turn.removed:
                bare = Turn(turn.id, turn.thread, turn.question, Mode.MAPPED, parent=turn.parent, person=turn.person)
                await self._store.withdraw(replace(bare, aside=turn.aside, done=True, removed=True), "")
                reply = await self._shown(turn)
                if reply is not None:
                    yield reply

    async def remove(self, event: Click, turn: Turn) -> Reply:
        """Remove an answer whose question is gone; only who asked, and admins, may. Raises StoreError."""
        if not turn.withdrawn:
            return refusal_reply("This answer stays: its question was not deleted.")
        if person_key(event) != turn.person and not event.person.admin:
            return refusal_reply(NOT_ASKED)
        bare = Turn(turn.id, turn.thread, turn.question, parent=turn.parent, person=turn.person, done=True)
        await self._store.withdraw(replace(bare, withdrawn=True, removed=True), "")
        return await self._shown(turn) or refusal_reply(NOT_ASKED)

    async def _offered(self, event: Change, turn: Turn) -> str:
        """Keep the question as it was changed, to be answered when somebody wants it; return the note's id."""
        wording = hashlib.blake2b(event.text.encode("utf-8", "replace"), digest_size=6).hexdigest()
        asked = Message(
            f"{event.message}:edited:{wording}",
            event.place,
            event.person,
            event.text,
            True,
            event.outsiders,
            turn.quote,
        )
        note = Offer(note_id(asked.id), turn.thread, person_key(event), asked)
        await self._store.keep_note(note)
        return note.id

    async def _shown(self, turn: Turn) -> Reply | None:
        history = await self._showing.history(turn.thread)
        kept = history.turn(turn.id)
        return await self._showing.reply(history, kept) if kept is not None and kept.done else None


def without_question(turn: Turn) -> Turn:
    """Return a turn without the words of its question, or what was made of them."""
    return replace(turn, question=DELETED, quote="", read_as=(), unread=(), reworded="", withdrawn=True)
