"""Takes threads and people out of the store."""

from __future__ import annotations

from kgcore.message import Action, Click
from kgcore.panels.forgetting import FORGOTTEN, GONE, KEPT, NOT_YOURS, NOTHING, PERSON, PERSON_FORGOTTEN, THREAD
from kgcore.ports import Store
from kgcore.replies import STALE, notice, refusal
from kgcore.reply import Reply
from kgcore.turn.people import beside, who


class Forgetting:
    """Forgets what somebody may have forgotten."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def forget(self, event: Click, action: Action) -> Reply:
        """Forget the thread of the action's turn, or the person; or keep everything. Raises StoreError."""
        match action.index:
            case n if n == THREAD:
                return await self._thread(event, action)
            case n if n == PERSON:
                await self._store.forget_person(who(event))
                return notice(PERSON_FORGOTTEN)
            case n if n == NOTHING:
                return notice(KEPT)
            case _:
                return refusal(STALE)

    async def _thread(self, event: Click, action: Action) -> Reply:
        turn = await self._store.turn(action.turn)
        if turn is None:
            return notice(GONE)
        if not beside(turn.thread, event.place):
            return refusal(STALE)
        people = {t.person for t in await self._store.turns(turn.thread)}
        people |= {d.person for d in await self._store.deeds(turn.thread)}
        if who(event) not in people and not event.person.admin:
            return refusal(NOT_YOURS)
        await self._store.forget_thread(turn.thread)
        return notice(FORGOTTEN)
