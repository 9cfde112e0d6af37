"""What a press of a button or a form that is sent does."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import assert_never

from kgcore.errors import GraphError, LibraryError
from kgcore.exploration.history import History
from kgcore.ports import Store, Threads
from kgcore.presentation.effects import EDITS, SUGGESTIONS, VIEWS
from kgcore.presentation.replies import (
    FORGOTTEN,
    GONE,
    KEPT,
    LONGEST_REASON,
    NOT_YOURS,
    NOTHING,
    PERSON,
    PERSON_FORGOTTEN,
    STALE,
    THREAD,
    claim_evidence_reply,
    first_wordings,
    last_ratings,
    notice_reply,
    refusal_reply,
    thanks_reply,
)
from kgcore.presentation.reviewing import dispute_form, fact_form
from kgcore.recommendation.recommend import waved_away
from kgcore.turn.changing import ChangeHandler
from kgcore.turn.commands import CommandHandler
from kgcore.turn.following import TURNS, Refusal, Wish, wanted_by
from kgcore.turn.listening import ListeningPolicy
from kgcore.turn.literature import LIBRARY_AWAY, Literature
from kgcore.turn.one_paper import OnePaper
from kgcore.turn.panels import SHARED_SUMMARY, WITHOUT_GRAPH, PanelHandler
from kgcore.turn.proposing import propose_paper
from kgcore.turn.questions import QuestionHandler
from kgcore.turn.quizzing import VERBS as QUIZ_VERBS
from kgcore.turn.quizzing import QuizHandler
from kgcore.turn.reviewing import ReviewHandler, claim_words
from kgcore.turn.services import Services, lies_in_channel, person_key, record_deed
from kgcore.turn.showing import ReplyComposer, ThreadEditor
from kgcore.turn.tables import VERBS as TABLE_VERBS
from kgcore.turn.tables import TableHandler
from kgcore.values.actions import ActionRecord, Chosen, Rated
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.message import (
    LOOKS,
    Action,
    Click,
    Command,
    Failed,
    FoundPapers,
    Lookup,
    Meant,
    Message,
    Offer,
    Place,
    QuizQuestion,
    Said,
    TableLookup,
    Verb,
)
from kgcore.values.reply import Choice, Choices, Look, Notice, Reply, Tone
from kgcore.values.thread import PaperPlace, Recommendation, Turn


class RatingHandler:
    """Takes thumbs and reasons; rating again replaces what the same person said before."""

    def __init__(self, store: Threads) -> None:
        self._store = store

    async def rate(self, event: Click, turn: Turn, action: Action) -> Reply:
        """Keep a thumb for the answer (index 0) or a claim, and ask for the reason."""
        if action.index > len(turn.claims):
            return refusal_reply(STALE)
        rated = Rated(turn.id, action.index, action.verb is Verb.UP)
        await self._store.keep_action(ActionRecord(event.id, event.place.key, person_key(event), rated))
        return thanks_reply(rated)

    async def reason(self, event: Click, history: History, turn: Turn, action: Action) -> Reply:
        """Keep the reason beside the person's thumb."""
        mine = [d.control for d in last_ratings(history.action_records) if d.person == person_key(event)]
        rated = next((c for c in mine if isinstance(c, Rated) and (c.turn, c.claim) == (turn.id, action.index)), None)
        if rated is None:
            return refusal_reply(STALE)
        words = " ".join(" ".join(event.field("reason")).split())[:LONGEST_REASON]
        reasoned = Rated(turn.id, rated.claim, rated.good, words)
        await self._store.keep_action(ActionRecord(event.id, event.place.key, person_key(event), reasoned))
        return notice_reply("Thanks, your reason is kept." if words else "Thanks.")


class ForgetHandler:
    """Forgets what somebody may have forgotten."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def forget(self, event: Click, action: Action) -> Reply:
        """Forget the thread of the action's turn, or the person; or keep everything. Raises StoreError."""
        match action.index:
            case n if n == THREAD:
                return await self._thread(event, action)
            case n if n == PERSON:
                await self._store.forget_person(person_key(event))
                nobody = AuditEntry(Deed.FORGOT, "", "", "what was kept of a person, who asked for it")
                await self._store.record(nobody)
                return notice_reply(PERSON_FORGOTTEN)
            case n if n == NOTHING:
                return notice_reply(KEPT)
            case _:
                return refusal_reply(STALE)

    async def _thread(self, event: Click, action: Action) -> Reply:
        turn = await self._store.turn(action.turn)
        if turn is None:
            return notice_reply(GONE)
        if not lies_in_channel(turn.thread, event.place):
            return refusal_reply(STALE)
        people = {t.person for t in await self._store.turns(turn.thread)}
        people |= {d.person for d in await self._store.action_records(turn.thread)}
        if person_key(event) not in people and not event.person.admin:
            return refusal_reply(NOT_YOURS)
        await self._store.forget_thread(turn.thread)
        await record_deed(self._store, event, Deed.FORGOT, f"thread {turn.thread}")
        return notice_reply(FORGOTTEN)


PANELS = (
    Verb.PICTURE,
    Verb.NODE,
    Verb.STEPS,
    Verb.COMPARE,
    Verb.SUMMARY,
    Verb.PROGRESS,
    Verb.BOOKMARKS,
    Verb.SETTINGS,
    Verb.SET,
)
RETRIED = "retried"  # where the store's map holds by which event a note was tried again
TRIED = "That has been tried again already; the answer is below, or being written."
# One's own list, and settings, reach beyond the thread.
ANYWHERE = (Verb.BOOKMARK, Verb.BOOKMARK_PAPER, Verb.BOOKMARKS, Verb.SETTINGS, Verb.SET)
PROPOSALS = (  # they point to a proposal, by its number
    Verb.REVIEW,
    Verb.EDIT,
    Verb.AMEND,
    Verb.ACCEPT,
    Verb.REJECT,
    Verb.SECOND,
    Verb.TAKE_BACK,
    Verb.PROPOSE,
)
OWN_LIST = (Verb.KEEP_PAPER,)
NOTED = (  # they point to a note in the place of a turn
    Verb.PAGE,
    Verb.SEARCH,
    Verb.PASSAGES,
    Verb.CLAIMS_OF,
    Verb.PROPOSE_OF,
    Verb.GRAPH_ON,
    Verb.LIKE,
    Verb.KEEP_PAPER,
    Verb.ASK_PAPER,
    Verb.SHARE,
    Verb.ANSWER,
    Verb.RETRY,
    *TABLE_VERBS,
    *QUIZ_VERBS,
)
ASKED = "That has been asked already, in step {}."


class ClickHandler:
    """Does what controls say."""

    def __init__(
        self,
        services: Services,
        listening: ListeningPolicy,
        showing: ReplyComposer,
        changing: ThreadEditor,
        panels: PanelHandler,
        literature: Literature,
        questions: QuestionHandler,
        commands: CommandHandler,
    ) -> None:
        self._services = services
        self._listening = listening
        self._showing = showing
        self._changing = changing
        self._panels = panels
        self._literature = literature
        self._one_paper = OnePaper(services, literature)
        self._questions = questions
        self._commands = commands
        self._rating = RatingHandler(services.store)
        self._forgetting = ForgetHandler(services.store)
        self._changes = ChangeHandler(services.store, showing)
        self._reviewing = ReviewHandler(services)
        self._tables = TableHandler(services)
        self._quizzing = QuizHandler(services)

    async def click(self, event: Click) -> AsyncIterator[Reply]:
        """Yield what the click leads to; a friendly word where what it points to is no longer there."""
        action = Action.parse(event.action)
        word = await self._listening.before(event)
        if word is not None:
            yield word
        elif action is None:
            yield refusal_reply(STALE)
        elif action.verb in NOTED:
            async for reply in self._noted(event, action):
                yield reply
        elif action.verb in PROPOSALS:
            yield await self._reviewing.click(event, action)
        elif action.verb is Verb.FORGET:
            yield await self._forgetting.forget(event, action)
        elif action.verb is Verb.BROWSE and isinstance(note := await self._services.store.note(action.turn), Meant):
            async for reply in self._commands.browse(event, note, action.index):
                yield reply
        else:
            event = await self._placed(event, action)
            history = await self._showing.history(event.place.key)
            turn = await self._turn(event, action, history)
            if turn is None:
                yield refusal_reply(STALE)
                return
            async for reply in self._done(event, action, history, turn):
                yield reply

    async def look(self, event: Click) -> Reply:
        """Return what a click shows that changes nothing; a refusal for any other."""
        action = Action.parse(event.action)
        if action is None or action.verb not in LOOKS:
            return refusal_reply(STALE)
        async for reply in self.click(event):
            return reply
        return refusal_reply(STALE)

    async def _placed(self, event: Click, action: Action) -> Click:
        """Return the click in its turn's thread, where it was made outside of any."""
        turn = None if event.place.thread else await self._services.store.turn(action.turn)
        if turn is None or not lies_in_channel(turn.thread, event.place):
            return event
        return replace(event, place=replace(event.place, thread=turn.thread.rpartition("\x1f")[2]))

    async def _turn(self, event: Click, action: Action, history: History) -> Turn | None:
        turn = history.turn(action.turn)
        if turn is None and action.verb in ANYWHERE:
            return await self._services.store.turn(action.turn) or Turn("", event.place.key, "")
        return turn

    async def _done(self, event: Click, action: Action, history: History, turn: Turn) -> AsyncIterator[Reply]:
        if action.verb is Verb.ASK:
            async for reply in self._suggested(event, action, history, turn):
                yield reply
        elif action.verb in TURNS:
            begun = await self._wanted(event, action, history, turn)
            async for reply in self._commands.begin(event, history, begun, turn.id):
                yield reply
        elif action.verb in (*VIEWS, *EDITS, *SUGGESTIONS, Verb.UNDO, Verb.STEP):
            async for reply in self._changing.change(event, action, history, turn, person_key(event)):
                yield reply
        elif action.verb in PANELS:
            yield await self._panels.panel(event, action, history, turn, person_key(event))
        else:
            word = await self._word(event, action, history, turn)
            if word is not None:
                yield word

    async def _word(self, event: Click, action: Action, history: History, turn: Turn) -> Reply | None:
        """Answer the small things in one reply; None where nothing is to be said."""
        match action.verb:
            case Verb.STOP:
                late = turn.done and not turn.stopped  # one that is being written ends by itself
                return notice_reply("That answer was already complete.") if late else None
            case Verb.MODEL:
                return await self._choose_model(event.place, action.index)
            case Verb.WHY:
                return self._evidence(await self._showing.reply(history, turn), turn, action.index)
            case Verb.DISPUTE:
                return await self._reviewing.click(event, action, turn)
            case Verb.FIRST:
                return first_wordings(turn)
            case Verb.PAPERS:
                return await self._literature.on_claims(turn, history.numbers)
            case Verb.BOOKMARK | Verb.BOOKMARK_PAPER:
                return await self._changing.bookmark(event, turn, action, person_key(event))
            case Verb.UP | Verb.DOWN:
                return await self._rating.rate(event, turn, action)
            case Verb.REMOVE:
                return await self._changes.remove(event, turn)
            case Verb.REASON:
                return await self._rating.reason(event, history, turn, action)
            case _:
                return refusal_reply(STALE)

    def _evidence(self, whole: Reply, turn: Turn, index: int) -> Reply:
        shown = claim_evidence_reply(whole, index + 1)
        claim = turn.claims[index] if index < len(turn.claims) else None
        if self._services.acts is None or claim is None:
            return shown
        decided = bool(claim.edges_for or claim.edges_against)
        mixed = bool(claim.edges_for and claim.edges_against)
        form = dispute_form(turn.id, index, mixed=mixed) if decided else fact_form(claim_words(claim))
        return replace(shown, blocks=(*shown.blocks, form))

    async def _noted(self, event: Click, action: Action) -> AsyncIterator[Reply]:
        note = await self._services.store.note(action.turn)
        if note is None and action.verb is Verb.SHARE:
            yield await self._shared(event, action)
        elif note is not None and not note.thread and note.person == person_key(event) and action.verb in OWN_LIST:
            assert isinstance(note, FoundPapers)  # noqa: S101
            yield await self._one_paper.shown(event, note, action)
        elif note is None or not lies_in_channel(note.thread, event.place):
            yield refusal_reply(STALE)
        elif isinstance(note, Offer) and action.verb is Verb.ANSWER:
            async for reply in self._commands.question(note.message):
                yield reply
        elif isinstance(note, Failed) and action.verb is Verb.RETRY:
            async for reply in self._again(event, note):
                yield reply
        elif isinstance(note, QuizQuestion):
            yield await self._quizzing.click(event, note, action, await self._showing.history(note.thread))
        elif isinstance(note, TableLookup):
            yield await self._tables.click(event, note, action)
        elif isinstance(note, Lookup) and action.verb is Verb.PAGE:
            yield await self._literature.page(note, action.index)
        elif isinstance(note, Lookup) and action.verb is Verb.SEARCH:
            yield await self._literature.search(event)
        elif isinstance(note, FoundPapers) and action.verb is Verb.CLAIMS_OF:
            async for reply in self._claims_of(event, note, action.index):
                yield reply
        elif isinstance(note, FoundPapers) and action.verb is Verb.PROPOSE_OF:
            yield await self._proposed_of(event, note, action.index)
        elif isinstance(note, FoundPapers):
            yield await self._one_paper.shown(event, note, action)
        elif isinstance(note, Lookup) and action.verb is Verb.SHARE:
            yield await self._literature.share(note, action.index, event.person)
        else:
            yield refusal_reply(STALE)

    async def _claims_of(self, event: Click, note: FoundPapers, index: int) -> AsyncIterator[Reply]:
        """Check what a paper's abstract says, as a turn that everybody sees."""
        title, text = await self._one_paper.abstract(note, index)
        if not title:
            yield refusal_reply(text)
            return
        said = (Said(title, text),)
        check = Command(event.id, event.place, event.person, "check", "", said)
        async for reply in self._commands.check(check, title, PaperPlace(note.id, index)):
            yield reply

    async def _proposed_of(self, event: Click, note: FoundPapers, index: int) -> Reply:
        """Propose what a paper's abstract says to the graph."""
        try:
            article = await self._one_paper.article(note.ids[index]) if index < len(note.ids) else None
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)
        return await propose_paper(self._services, event, article) if article is not None else refusal_reply(STALE)

    async def _shared(self, event: Click, action: Action) -> Reply:
        """Show everybody what was answered aside: a turn, which only who asked for it can share, or a summary."""
        turn = await self._services.store.turn(action.turn)
        if turn is None or not lies_in_channel(turn.thread, event.place):
            return refusal_reply(STALE)
        if action.index == SHARED_SUMMARY:
            return await self._panels.summary(await self._showing.history(turn.thread))
        if turn.person != person_key(event):
            return refusal_reply(STALE)
        await self._services.store.save(replace(turn, aside=False))
        history = await self._showing.history(turn.thread)
        return await self._showing.reply(history, history.turn(turn.id) or turn)

    async def _again(self, event: Click, note: Failed) -> AsyncIterator[Reply]:
        """Answer what failed as if it were asked now; once, however often the button is pressed."""
        store, failed = self._services.store, note.event
        first = await store.get_state(RETRIED, note.id)
        if first not in (None, event.id):
            yield refusal_reply(TRIED)
            return
        await store.set_state(RETRIED, note.id, event.id)
        match failed:
            case Message():
                replies = self._commands.question(replace(failed, id=event.id))
            case Command():
                replies = self._commands.command(replace(failed, id=event.id))
            case Click():
                replies = self.click(replace(failed, id=event.id))
            case _:
                assert_never(failed)
        async for reply in replies:
            yield reply

    async def _wanted(self, event: Click, action: Action, history: History, turn: Turn) -> Wish:
        try:
            return await wanted_by(event, action, history, turn, (await self._showing.services(history)).graph)
        except GraphError:
            return Refusal(WITHOUT_GRAPH)

    async def _suggested(self, event: Click, action: Action, history: History, turn: Turn) -> AsyncIterator[Reply]:
        begun = await self._services.store.turn_of(event.id)
        if action.index >= len(turn.recommendations):
            yield refusal_reply(STALE)
            return
        chosen = turn.recommendations[action.index]
        if begun is None and (refused := _refusal(history, chosen)):
            yield refused
            return
        await self._changing.keep(event, Chosen(chosen.key, chosen.type, chosen.predicate), person_key(event))
        ids = (secrets.token_hex(8), event.place.key, chosen.text)
        asked = Turn(*ids, typed=False, asked=chosen.key, parent=turn.id, person=person_key(event))
        async for reply in self._questions.begin(event, history, asked):
            yield reply

    async def _choose_model(self, place: Place, index: int) -> Reply:
        models = tuple(self._services.models)
        if index >= len(models):
            return refusal_reply(STALE)
        await self._services.store.choose_model(place.key, models[index])
        return notice_reply(f"From now on {models[index]} answers in this thread.")


def _refusal(history: History, chosen: Recommendation) -> Reply | None:
    """Return why a suggestion is not asked: it was asked by its button already, or waved away since. What was answered
    by another question meanwhile is asked: the button of an older answer stands where it stood.
    """
    asked = next((s for s in history.exploration.steps if s.asked == chosen.key), None)
    if asked is None:
        gone = waved_away(chosen, history.exploration)
        return refusal_reply("That suggestion has been dismissed in the meantime.") if gone else None
    number = history.step(asked.turn)
    go = Choice(f"Go to step {number}", str(Action(Verb.STEP, asked.turn)), look=Look.SUBTLE)
    return Reply("", "", (Notice(ASKED.format(number), Tone.INFO), Choices((go,))), private=True)
