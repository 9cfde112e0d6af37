"""Keeps what people think of answers and claims."""

from __future__ import annotations

from kgcore.controls import Deed, Rated
from kgcore.history import History
from kgcore.message import Action, Click, Verb
from kgcore.panels.rating import LONGEST_REASON, ratings, thanks
from kgcore.ports import Store
from kgcore.replies import STALE, notice, refusal
from kgcore.reply import Reply
from kgcore.thread import Turn
from kgcore.turn.people import who


class Rating:
    """Takes thumbs and reasons; rating again replaces what the same person said before."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rate(self, event: Click, turn: Turn, action: Action) -> Reply:
        """Keep a thumb for the answer (index 0) or a claim, and ask for the reason."""
        if action.index > len(turn.claims):
            return refusal(STALE)
        rated = Rated(turn.id, action.index, action.verb is Verb.UP)
        await self._store.keep_deed(Deed(event.id, event.place.key, who(event), rated))
        return thanks(rated)

    async def reason(self, event: Click, history: History, turn: Turn, action: Action) -> Reply:
        """Keep the reason beside the person's thumb."""
        mine = [d.control for d in ratings(history.deeds) if d.person == who(event)]
        rated = next((c for c in mine if isinstance(c, Rated) and (c.turn, c.claim) == (turn.id, action.index)), None)
        if rated is None:
            return refusal(STALE)
        words = " ".join(" ".join(event.field("reason")).split())[:LONGEST_REASON]
        reasoned = Rated(turn.id, rated.claim, rated.good, words)
        await self._store.keep_deed(Deed(event.id, event.place.key, who(event), reasoned))
        return notice("Thanks, your reason is kept." if words else "Thanks.")
