"""What is heard, and by which settings: messages that were not said to us, places where outsiders read along."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

from kgcore.errors import GraphError
from kgcore.ports import KnowledgeGraph, Store
from kgcore.presentation.replies import STALE, notice_reply, refusal_reply
from kgcore.presentation.settings import (
    CHANNEL,
    FOR_ADMINS,
    PERSON,
    THREAD,
    SettingsScopes,
    graph_confirmation,
    graph_panel,
    read_settings_form,
    settings_confirmation,
    settings_panel,
)
from kgcore.question.controls import shorten_question_quote
from kgcore.turn.services import note_id, person_key, record_deed
from kgcore.values.audit import Deed
from kgcore.values.message import Action, Change, Click, Command, Incoming, Message, Offer, Place, Verb
from kgcore.values.reply import Choice, Choices, Look, Notice, Reply, Tone
from kgcore.values.settings import (
    HouseRules,
    Listen,
    ScopeSettings,
    effective_rules,
    from_json,
    looks_like_question,
    to_json,
)
from kgcore.values.text import clean_line

SETTINGS = "settings"  # where all of them lie in the store's map


class SettingsHandler:
    """Reads and keeps settings; `models` and `graphs` are the names of those that can be chosen, the default first."""

    def __init__(self, store: Store, models: Collection[str], graphs: Sequence[str] = ()) -> None:
        self._store = store
        self._models = tuple(models)
        self._graphs = tuple(graphs)

    async def of(self, place: Place, who: str) -> tuple[ScopeSettings, ScopeSettings]:
        """Return what a person and a channel have set. Raises StoreError."""
        person, channel = await asyncio.gather(self._get(who), self._get(channel_key(place)))
        return person, channel

    async def house(self, place: Place) -> HouseRules:
        """Return what counts in a place. Raises StoreError."""
        return effective_rules(*await asyncio.gather(self._get(thread_key(place)), self._get(channel_key(place))))

    async def panel(self, event: Click | Command, who: str, turn: str) -> Reply:
        """Return the panel of settings. Raises StoreError."""
        person, channel = await self.of(event.place, who)
        thread = await self._get(thread_key(event.place))
        return settings_panel(
            turn,
            SettingsScopes(person, channel, thread, event.place.shared, event.person.admin),
            self._models,
            self._graphs,
        )

    async def set(self, click: Click, scope: int, who: str) -> Reply:
        """Keep what a form chose. Raises StoreError."""
        keys = {PERSON: who, CHANNEL: channel_key(click.place), THREAD: thread_key(click.place)}
        if scope not in keys:
            return refusal_reply(STALE)
        if scope == CHANNEL and not _may_set_for_all(click):
            return refusal_reply(FOR_ADMINS)
        settings = read_settings_form(click, self._models, await self._get(keys[scope]), self._graphs)
        await self._store.set_state(SETTINGS, keys[scope], to_json(settings))
        if scope != PERSON:  # one's own are nobody else's business, and go when one is forgotten
            whose = "channel" if scope == CHANNEL else "thread"
            await record_deed(self._store, click, Deed.CONFIGURED, f"settings of the {whose}: {to_json(settings)}")
        return notice_reply(settings_confirmation(settings, scope))

    async def choose_graph(self, event: Command, turn: str) -> Reply:
        """Set the graph that a command names for its channel; without a name, show the choice. Raises StoreError."""
        key, wanted = channel_key(event.place), clean_line(event.text).casefold()
        now = await self._get(key)
        if wanted and not _may_set_for_all(event):
            return refusal_reply(FOR_ADMINS)
        if len(self._graphs) < 2 or not wanted:
            return graph_panel(turn, now, self._graphs, shared=event.place.shared)
        named = next((graph for graph in self._graphs if graph.casefold() == wanted), None)
        if named is None:
            return refusal_reply(f"There is no graph of that name here; there are: {', '.join(self._graphs)}.")
        now = replace(now, graph="" if named == self._graphs[0] else named)
        await self._store.set_state(SETTINGS, key, to_json(now))
        await record_deed(self._store, event, Deed.CONFIGURED, f"graph of the channel: {named}")
        return notice_reply(graph_confirmation(now, self._graphs, shared=event.place.shared))

    async def graph(self, place: Place, *, begins: bool) -> str:
        """Return the name of the graph that is read in a place, "" for the default.

        A thread keeps the graph that it began with; `begins`: it begins now, if it has not yet. Raises StoreError.
        """
        if len(self._graphs) < 2:
            return ""
        thread, channel = await asyncio.gather(self._get(thread_key(place)), self._get(channel_key(place)))
        if thread.graph in self._graphs:
            return thread.graph
        if channel.graph not in self._graphs or await self._store.turns(place.key):
            return ""
        if begins:
            await self._store.set_state(SETTINGS, thread_key(place), to_json(replace(thread, graph=channel.graph)))
        return channel.graph

    async def _get(self, key: str) -> ScopeSettings:
        return from_json(await self._store.get_state(SETTINGS, key))


def _may_set_for_all(event: Click | Command) -> bool:
    """Whether what somebody sets counts for themselves alone, or they are an admin."""
    return event.person.admin or not event.place.shared


def channel_key(place: Place) -> str:
    """Return under which key a channel's settings lie."""
    return "\x1f".join(("channel", place.platform, place.workspace, place.channel))


def thread_key(place: Place) -> str:
    """Return under which key a thread's settings lie."""
    return f"thread\x1f{place.key}"


OUTSIDERS = (
    "People from outside your organisation can read along here, so I do not answer in this channel unless an admin "
    "allows it in the settings."
)
UNSURE = (
    "I could not find out whether people from outside your organisation can read along here, so I do not answer just "
    "now. Please try again in a moment. An admin can allow answers in the settings, whoever reads along."
)
OFFERED = "Shall I answer that? “{}”"


class ListeningPolicy:
    """Knows what settings say about listening."""

    def __init__(self, graph: KnowledgeGraph, store: Store, settling: SettingsHandler) -> None:
        self._graph = graph
        self._store = store
        self._settling = settling

    async def accepts(self, event: Incoming) -> bool:
        """Whether an event is to be kept: of messages that were not said to us those that settings want, in threads
        that have been answered in. Raises StoreError.
        """
        if not isinstance(event, Message) or event.addressed:
            return True
        settings = await self._settling.house(event.place)
        if settings.listening is Listen.ADDRESSED or (event.outsiders and not settings.outsiders):
            return False
        return bool(await self._store.turns(event.place.key))

    async def before(self, event: Incoming) -> Reply | None:
        """Return what is said in the place of an answer where people from outside read along, or may; None elsewhere.

        An admin can still look at the settings, to allow it.
        """
        addressed = not isinstance(event, Message) or event.addressed
        if not (event.outsiders and addressed) or (await self._settling.house(event.place)).outsiders:
            return None
        word = Notice(UNSURE if not isinstance(event, Change) and event.unsure else OUTSIDERS, Tone.WARNING)
        if not event.person.admin:
            return Reply("", "", (word,), private=True)
        if _settles(event):
            return None
        button = Choice("Settings", str(Action(Verb.SETTINGS, "none")))
        return Reply("", "", (word, Choices((button,))), private=True)

    async def listens(self, event: Message) -> Listen:
        """Return whether a message is answered now (ALWAYS), offered an answer (OFFER) or left alone (ADDRESSED).

        What was said to us is always answered; of the rest, what asks something, as the settings want it.
        """
        if event.addressed:
            return Listen.ALWAYS
        wanted = (await self._settling.house(event.place)).listening
        return wanted if wanted is not Listen.ADDRESSED and await self._asks(event.text) else Listen.ADDRESSED

    async def offer(self, event: Message) -> Reply:
        """Offer an answer to a message that was not said to us."""
        note = Offer(note_id(event.id), event.place.key, person_key(event), event)
        await self._store.keep_note(note)
        button = Choice("Answer it", str(Action(Verb.ANSWER, note.id)), look=Look.SUBTLE)
        return Reply(
            "", "", (Notice(OFFERED.format(shorten_question_quote(event.text))), Choices((button,))), private=True
        )

    async def _asks(self, text: str) -> bool:
        """Whether a message reads like a question, or names something that the graph knows."""
        if looks_like_question(text):
            return True
        try:
            (spots,) = await self._graph.spot([text])
        except GraphError:
            return False
        return bool(spots)


def _settles(event: Incoming) -> bool:
    """Whether an event asks for the settings, or changes them."""
    if isinstance(event, Click):
        action = Action.parse(event.action)
        return action is not None and action.verb in (Verb.SETTINGS, Verb.SET)
    return isinstance(event, Command) and event.name == "settings"
