"""Does what a control says: keeps the deed, and shows again what it changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from kgcore.acting import control_of, taken_back
from kgcore.controls import Barred, Bookmarked, Control, Deed, Dismissed, Judged, Merged, Went
from kgcore.errors import GraphError
from kgcore.explore import ends
from kgcore.history import History
from kgcore.message import Action, Click, Verb
from kgcore.recommend import buttons
from kgcore.replies import STALE, notice, refusal
from kgcore.reply import Notice, Reply, Tone
from kgcore.thread import Turn
from kgcore.turn.engine import Engine
from kgcore.turn.showing import Showing

MOST_SHOWN = 8  # answers that are shown again when a change touches many; the others follow when they are looked at


class Changing:
    """Changes a thread by deeds; every event counts once."""

    def __init__(self, engine: Engine, showing: Showing) -> None:
        self._engine = engine
        self._showing = showing

    async def keep(self, click: Click, control: Control, who: str) -> None:
        """Keep a deed."""
        await self._engine.store.keep_deed(Deed(click.id, click.place.key, who, control))

    async def change(
        self, click: Click, action: Action, history: History, turn: Turn, who: str
    ) -> AsyncIterator[Reply]:
        """Yield the answers that look different now, or why nothing was done."""
        if any(d.event == click.id for d in history.deeds):  # done before the process ended; shown again
            yield await self._showing.reply(history, turn)
            return
        control = control_of(click, action, history, turn)
        if isinstance(control, str):
            yield refusal(control)
            return
        if isinstance(control, Merged):
            try:
                control = await self._judged(control, history, Deed(click.id, click.place.key, who, control))
            except GraphError:
                yield refusal("The graph could not be reached, so nothing was merged; please try again in a moment.")
                return
        elif isinstance(control, Dismissed | Barred):
            control = _offered(control, history, Deed(click.id, click.place.key, who, control), turn)
        await self.keep(click, control, who)
        after = history.after(Deed(click.id, click.place.key, who, control))
        undone = after.undone_by(click.id)
        if undone is not None:
            yield notice(taken_back(undone, after))
        async for reply in self._shown(history, after, turn):
            yield reply
        if isinstance(control, Went):
            yield await self._step(click, turn.id)

    async def bookmark(self, click: Click, turn: Turn, action: Action, who: str) -> Reply:
        """Put a claim or a paper onto the person's own list, or take it off."""
        claims, papers = len(turn.claims), [p.id for p in turn.papers]
        if action.verb is Verb.BOOKMARK:
            mark = Bookmarked(turn.id, claim=action.index) if action.index < claims else None
        else:
            mark = Bookmarked(turn.id, paper=papers[action.index]) if action.index < len(papers) else None
        if mark is None:
            return refusal(STALE)
        same = [d.control for d in await self._engine.store.deeds_of(who) if d.event != click.id]
        last = next((c for c in reversed(same) if isinstance(c, Bookmarked) and replace(c, off=False) == mark), None)
        off = last is not None and not last.off
        await self.keep(click, replace(mark, off=off), who)
        what = "The claim" if action.verb is Verb.BOOKMARK else "The paper"
        words = f"{what} was taken off your list." if off else f"{what} is on your list now."
        return replace(notice(words), private=True)

    async def _shown(self, old: History, new: History, turn: Turn) -> AsyncIterator[Reply]:
        """Show again what was clicked on, and every other answer that the change touched."""
        touched = [t for t in new.turns if t.done and (t != old.turn(t.id) or new.view(t.id) != old.view(t.id))][
            -MOST_SHOWN:
        ]
        latest = new.turns[-1]
        shown = {t.id: t for t in (*touched, latest, new.turn(turn.id) or turn)}
        for one in shown.values():
            if one.done:
                yield await self._showing.reply(new, one)

    async def _step(self, click: Click, id: str) -> Reply:
        history = await self._showing.history(click.place.key)
        turn = history.turn(id)
        if turn is None:
            return refusal(STALE)
        whole = await self._showing.reply(history, turn)
        number, total = history.step(id), len(history.turns)
        words = Notice(f"Step {number} of {total}. The next question goes on from here.", Tone.INFO)
        return Reply("", turn.question, (words, *whole.blocks), private=True)

    async def _judged(self, control: Merged, history: History, deed: Deed) -> Merged:
        """Judge again every claim that names one of the two. Raises GraphError."""
        engine = await self._showing.engine(history.after(deed))
        changed = [
            (turn.id, n - 1, claim)
            for turn in history.turns
            for n, claim in turn.counted
            if {control.kept, control.gone} & set(ends(claim))
        ]
        claims = await engine.checker.check([claim.triple for _, _, claim in changed]) if changed else ()
        note = f"In this thread, {control.names[1]} is taken for {control.names[0]}."
        judged = (
            Judged(turn, n, replace(new, why=f"{new.why.rstrip('.')}. {note}"))
            for (turn, n, _), new in zip(changed, claims, strict=True)
        )
        return replace(control, judged=tuple(judged))


def _offered(control: Dismissed | Barred, history: History, deed: Deed, turn: Turn) -> Control:
    """Note which buttons take the place of what went."""
    after = history.after(deed).exploration
    return replace(control, offered=tuple(r.key for r in buttons(turn.recommendations, after)))
