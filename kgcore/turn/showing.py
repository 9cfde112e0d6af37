"""Shows saved turns as their thread stands now, draws their pictures, and does what changes how they stand."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from kgcore.curation.layer import Layer
from kgcore.drawing.picture import WIDEST_LEGIBLE
from kgcore.drawing.words import Drawable
from kgcore.errors import GraphError
from kgcore.exploration.exploration import claim_end_keys, counted_designs, goal_progress, merged_nodes
from kgcore.exploration.history import History
from kgcore.graph.layered import rests_on_less
from kgcore.graph.narrowed import OnlyDesigns
from kgcore.graph.retractions import rests_on_any
from kgcore.presentation.compose import Drawn, TurnContext, compose_reply
from kgcore.presentation.effects import control_of, describe_undone
from kgcore.presentation.pictures import Placed, figure_key, nodes_to_fade, pictures_of
from kgcore.presentation.replies import STALE, notice_reply, refusal_reply, told_of_narrowing
from kgcore.question.narrowing import designs_in_words
from kgcore.recommendation.recommend import recommendations_as_buttons
from kgcore.turn.checking import Checker, beside
from kgcore.turn.merging import MergedGraph
from kgcore.turn.services import Services
from kgcore.values.actions import (
    ActionRecord,
    Barred,
    Bookmarked,
    Control,
    Dismissed,
    Judged,
    Merged,
    Narrowed,
    PictureScope,
    Went,
)
from kgcore.values.message import Action, Click, Incoming, Verb
from kgcore.values.remembering import Kept, turns_bytes
from kgcore.values.reply import Figure, Notice, Reply, Table, Tone
from kgcore.values.thread import Exploration, Turn

NO_LAYER = Layer()
REMEMBERED = 24 << 20  # bytes of threads whose history is kept, as long as it is the same
PATIENCE = 0.1  # seconds in which a newer picture may come, before one is drawn that nobody waits for


class PictureDrawer:
    """Draws one picture after the other; `shown` is the newest that is ready.

    `busy` tells whether others' pictures are being drawn: then only the last one is, which people wait for.
    """

    def __init__(
        self, draw: Callable[[Drawable], Awaitable[Figure | Table]], busy: Callable[[], bool] = lambda: False
    ) -> None:
        self._draw = draw
        self._busy = busy
        self._wanted: Callable[[], Awaitable[Drawable | None]] | None = None
        self.drawn: Drawable | None = None  # what `shown` shows
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.shown: Figure | Table | None = None

    def want(self, describe: Callable[[], Awaitable[Drawable | None]]) -> None:
        """Have what this describes drawn in the place of what is not yet begun, which then nobody describes."""
        self._wanted = describe
        if self._task is None or self._task.done():
            self._hurry.clear()
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def newest(self) -> None:
        """Wait until `shown` is the picture wanted last; raises what drawing raised."""
        self._hurry.set()
        if self._task is not None:
            await self._task

    def close(self) -> None:
        """Draw nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._hurry.wait()
        except TimeoutError:
            if self._busy():
                await self._hurry.wait()
        while (describe := self._wanted) is not None:
            self._wanted = None
            picture = await describe()
            if picture is not None and picture != self.drawn:
                self.shown = await self._draw(picture)
                self.drawn = picture


_SIZE = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ')


def _is_legible(drawn: Figure | Table) -> bool:
    """Whether names can be read where a client shows a picture 400 points wide."""
    size = _SIZE.search(drawn.svg[:2000]) if isinstance(drawn, Figure) else None
    return size is None or float(size[1]) <= WIDEST_LEGIBLE


class ReplyComposer:
    """Composes replies out of what is saved; the same in every process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._histories = Kept[str, History](REMEMBERED)

    async def history(self, thread: str) -> History:
        """Return a thread as it stands; the same as long as nothing happens in it. Raises StoreError."""
        store = self._services.store
        # At once: a database may be a way away, and each of the two waits for it.
        turns, found = await asyncio.gather(store.turns(thread), store.action_records(thread))
        action_records = tuple(found)
        history, weighs = self._histories.take(thread) or (None, 0)
        if history is None or history.raw is not turns or history.action_records != action_records:
            weighs = turns_bytes(turns, history.raw if history is not None else (), weighs)
            history = History.of(turns, action_records, history)
        self._histories.put(thread, history, weighs)  # the last one now
        papers = self._services.papers
        gone = await papers.retracted() if papers is not None and history.turns else frozenset()
        acts = self._services.acts
        layer = await asyncio.to_thread(acts.layer) if acts is not None and history.turns else NO_LAYER
        return await self._without(history, gone, layer)

    async def _without(self, history: History, gone: Collection[str], layer: Layer) -> History:
        """Return a history in which claims that rested on retracted papers, or on what the team took back or withdrew
        since, are judged by what is left.
        """
        touched = [
            (turn.id, n)
            for turn in history.raw
            for n, claim in enumerate(turn.claims)
            if (gone and rests_on_any(claim, gone)) or rests_on_less(claim, layer)
        ]
        if not touched:
            return history
        by_id = {turn.id: turn for turn in history.raw}
        try:
            services = await self.services(history)
            judged = await services.checker.check_again([by_id[id].claims[n].triple for id, n in touched])
        except GraphError:
            return history
        again = dict(zip(touched, judged, strict=True))
        turns = (
            replace(t, claims=tuple(again.get((t.id, n), claim) for n, claim in enumerate(t.claims)))
            for t in history.raw
        )
        return History.of(tuple(turns), history.action_records)

    async def services(self, history: History) -> Services:
        """Return the parts as the thread sees them: with a graph in which what was merged is one. Raises GraphError."""
        same, designs = merged_nodes(history.action_records), counted_designs(history.action_records)
        if not same and not designs:
            return self._services
        graph = await MergedGraph.of(self._services.graph, same)
        seen = OnlyDesigns(graph, designs) if designs else graph
        return replace(self._services, graph=graph, checker=Checker(seen, self._services.vocabulary))

    async def reply(self, history: History, turn: Turn, doing: str = "", *, png: bool = False) -> Reply:
        """Return the reply to a turn of the history, as it is looked at now. Raises StoreError.

        `png`: its pictures are wanted as PNG, too, where the platform shows SVG.
        """
        png = png or not self._services.shows_svg(turn.thread)
        view, numbers, before = history.view(turn.id), history.numbers, history.before(turn.id)
        words = self._services.vocabulary
        share = await self.progress(history.until(turn.id), (turn.explored, turn.total)) if turn.done else (0, 0)
        given = (turn, before, numbers, words, view, share if share[1] else None)
        pictures = await beside(lambda: pictures_of(*given), sum(len(t.claims) for t in (turn, *before)))
        drawn = await self._drawn(turn.id, pictures, png=png)
        if (
            png
            and not view.paragraphs
            and view.scope is PictureScope.THREAD
            and not all(_is_legible(d) for _, d in drawn)
        ):
            apart = pictures_of(turn, before, numbers, words, replace(view, scope=PictureScope.PARAGRAPH))
            drawn = await self._drawn(turn.id, apart, png=png) if len(apart) > 1 else drawn
        shown = TurnContext(
            history,
            numbers,
            tuple(drawn),
            view,
            nodes_to_fade(turn, before, numbers, words, view),
            share,
            doing=doing,
            models=tuple(self._services.models),
            library=self._services.papers is not None,
            acts=self._services.acts is not None,
            guessed=await self._services.oracle.predicates() if self._services.oracle else frozenset(),
        )
        return await beside(lambda: compose_reply(turn, shown, words), len(turn.claims))

    async def _drawn(self, turn: str, pictures: Sequence[Placed], *, png: bool) -> list[Drawn]:
        return [(place, await self.figure(turn, picture, png=png)) for place, picture in pictures]

    async def figure(self, turn: str, picture: Drawable, *, png: bool = True) -> Figure | Table:
        """Return a picture, drawn only where it is not kept; its rows as a table where it cannot be drawn."""
        key = figure_key(turn, picture)
        kept = await self._services.store.figure(key)
        if kept is not None and (kept.png or not png):
            return kept
        drawn = await self._services.draw(picture, png=png)
        if isinstance(drawn, Figure):
            await self._services.store.save_figure(key, drawn)
        return drawn

    async def progress(self, exploration: Exploration, otherwise: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Return how far a goal is explored; `otherwise` where the graph cannot be reached."""
        try:
            around = await self._services.graph.neighbourhoods(exploration.roots) if exploration.roots else {}
        except GraphError:
            return otherwise
        explored, total = goal_progress(exploration, around)
        return explored, total


NO_CLAIMS = "There are no claims in this thread yet, so there is nothing to check again. Ask a question first."
MOST_SHOWN = 8  # answers that are shown again when a change touches many; the others follow when they are looked at


class ThreadEditor:
    """Changes a thread by recorded actions; every event counts once."""

    def __init__(self, services: Services, showing: ReplyComposer) -> None:
        self._services = services
        self._showing = showing

    async def keep(self, click: Click, control: Control, who: str) -> None:
        """Keep a recorded action."""
        await self._services.store.keep_action(ActionRecord(click.id, click.place.key, who, control))

    async def change(
        self, click: Click, action: Action, history: History, turn: Turn, who: str
    ) -> AsyncIterator[Reply]:
        """Yield the answers that look different now, or why nothing was done."""
        if any(d.event == click.id for d in history.action_records):  # done before the process ended; shown again
            yield await self._showing.reply(history, turn)
            return
        control = control_of(click, action, history, turn)
        if isinstance(control, str):
            yield refusal_reply(control)
            return
        if isinstance(control, Merged):
            try:
                control = await self._judged(control, history, ActionRecord(click.id, click.place.key, who, control))
            except GraphError:
                yield refusal_reply(
                    "The graph could not be reached, so nothing was merged; please try again in a moment."
                )
                return
        elif isinstance(control, Dismissed | Barred):
            if _is_done(control, history):  # somebody else's client still showed it: one undo takes it back
                yield await self._showing.reply(history, turn)
                return
            control = _offered(control, history, ActionRecord(click.id, click.place.key, who, control), turn)
        await self.keep(click, control, who)
        after = history.after(ActionRecord(click.id, click.place.key, who, control))
        undone = after.undone_by(click.id)
        if undone is not None:
            yield notice_reply(describe_undone(undone, after))
        async for reply in self._shown(history, after, turn):
            yield reply
        if isinstance(control, Went):
            yield await self._step(click, turn.id)

    async def narrow(
        self, event: Incoming, designs: tuple[str, ...], history: History, who: str
    ) -> AsyncIterator[Reply]:
        """Judge a thread's claims again by papers of these designs alone, or by all; yield what looks different."""
        turn = history.turn(history.here)
        claims = [(t.id, n - 1, claim) for t in history.turns for n, claim in t.counted]
        if turn is None or not claims:
            yield refusal_reply(NO_CLAIMS)
            return
        record = ActionRecord(event.id, event.place.key, who, Narrowed(designs))
        try:
            services = await self._showing.services(history.after(record))
            judged = await services.checker.check_again([claim.triple for _, _, claim in claims])
        except GraphError:
            yield refusal_reply("The graph could not be reached, so nothing was checked again; please try again.")
            return
        note = f" Only {designs_in_words(designs)} count in this thread." if designs else ""
        told = [replace(new, why=f"{new.why.rstrip('.')}.{note}") if note else new for new in judged]
        again = tuple(Judged(id, n, new) for (id, n, _), new in zip(claims, told, strict=True))
        record = replace(record, control=Narrowed(designs, again))
        await self._services.store.keep_action(record)
        changed = sum(old.verdict is not new.verdict for (_, _, old), new in zip(claims, judged, strict=True))
        yield notice_reply(told_of_narrowing(designs, changed, len(claims)))
        async for reply in self._shown(history, history.after(record), turn):
            yield reply

    async def bookmark(self, click: Click, turn: Turn, action: Action, who: str) -> Reply:
        """Put a claim or a paper onto the person's own list, or take it off."""
        claims, papers = len(turn.claims), [p.id for p in turn.papers]
        if action.verb is Verb.BOOKMARK:
            mark = Bookmarked(turn.id, claim=action.index) if action.index < claims else None
        else:
            mark = Bookmarked(turn.id, paper=papers[action.index]) if action.index < len(papers) else None
        if mark is None:
            return refusal_reply(STALE)
        same = [d.control for d in await self._services.store.actions_of(who) if d.event != click.id]
        last = next((c for c in reversed(same) if isinstance(c, Bookmarked) and replace(c, off=False) == mark), None)
        off = last is not None and not last.off
        await self.keep(click, replace(mark, off=off), who)
        what = "The claim" if action.verb is Verb.BOOKMARK else "The paper"
        words = f"{what} was taken off your list." if off else f"{what} is on your list now."
        return replace(notice_reply(words), private=True)

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
            return refusal_reply(STALE)
        whole = await self._showing.reply(history, turn, png=True)  # what has no address brings its picture along
        number, total = history.step(id), len(history.turns)
        words = Notice(f"Step {number} of {total}. The next question goes on from here.", Tone.INFO)
        return Reply("", turn.question, (words, *whole.blocks), private=True)

    async def _judged(self, control: Merged, history: History, action_record: ActionRecord) -> Merged:
        """Judge again every claim that names one of the two. Raises GraphError."""
        services = await self._showing.services(history.after(action_record))
        changed = [
            (turn.id, n - 1, claim)
            for turn in history.turns
            for n, claim in turn.counted
            if {control.kept, control.gone} & set(claim_end_keys(claim))
        ]
        claims = await services.checker.check_again([claim.triple for _, _, claim in changed]) if changed else ()
        note = f"In this thread, {control.names[1]} is taken for {control.names[0]}."
        judged = (
            Judged(turn, n, replace(new, why=f"{new.why.rstrip('.')}. {note}"))
            for (turn, n, _), new in zip(changed, claims, strict=True)
        )
        return replace(control, judged=tuple(judged))


def _is_done(control: Dismissed | Barred, history: History) -> bool:
    """Whether the same was dismissed or barred before, and that still counts."""
    exploration = history.exploration
    if isinstance(control, Dismissed):
        return any(d.key == control.key for d in exploration.dismissed)
    return any((b.type, b.predicate) == (control.type, control.predicate) for b in exploration.barred)


def _offered(control: Dismissed | Barred, history: History, action_record: ActionRecord, turn: Turn) -> Control:
    """Note which buttons take the place of what went."""
    after = history.after(action_record).exploration
    return replace(control, offered=tuple(r.key for r in recommendations_as_buttons(turn.recommendations, after)))
