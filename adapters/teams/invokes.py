"""Invokes: buttons, dialogs, the message extension and the platform's thumbs. Each is answered within seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adapters.port import Ask, Inbox
from adapters.teams import dialogs
from adapters.teams.activity import Activity
from adapters.teams.desk import Desk, Outcome
from adapters.teams.elements import Json
from adapters.teams.escape import clip
from adapters.teams.events import click_of, event_id, feedback_of, person_of, place_of, said_of
from adapters.teams.limits import QUERY_CHARACTERS, RESULTS
from adapters.teams.post import Poster
from adapters.teams.public import Public
from adapters.teams.references import Reference, References
from adapters.teams.seen import Seen
from kgcore.errors import DeliveryError
from kgcore.message import (
    LOOKS,
    Action,
    Click,
    Command,
    LiteratureQuery,
    PanelQuery,
    Person,
    Place,
    Said,
)
from kgcore.reply import Reply

CHOOSE = "Please choose something from the list first."
DONE = "Done."
TAKEN = "Evigraph is on it."
NO_MEMBER = "Evigraph is not a member of this conversation. Add it here, or write to it in a personal chat once."
NO_WORDS = "This message has no words that could be read."
CHECKING = "Evigraph checks the claims of this message; the answer comes {where}."
MAPPING = "Evigraph maps {what}; the answer comes {where}."
ALONE = "this one message: it has seen no others of the thread"
HERE, THERE = "into this conversation", "into your personal chat with it"


class Invokes:
    """Answers an invoke, and puts what it means into the inbox."""

    def __init__(self, references: References, poster: Poster, public: Public, desk: Desk, seen: Seen) -> None:
        self._references = references
        self._poster = poster
        self._public = public
        self._desk = desk
        self._seen = seen
        self.admins: tuple[str, ...] = ()

    async def answer(self, activity: Activity, inbox: Inbox, ask: Ask) -> Json | None:
        """Return the body of the answer; None where an empty one is right."""
        match activity.name:
            case "adaptiveCard/action":
                await self._references.keep(activity)
                return await self._pressed(activity, _inner(activity.value, "action"), inbox)
            case "task/fetch" | "task/submit":
                await self._references.keep(activity)
                return await self._dialog(activity, _inner(activity.value), inbox, ask)
            case "composeExtension/query":
                return await self._search(activity, ask)
            case "composeExtension/fetchTask" | "composeExtension/submitAction":
                return await self._message_action(activity, inbox)
            case "message/submitAction":
                await self._thumbs(activity, inbox)
        return None

    # ── buttons and dialogs ─────────────────────────────────────────────────────────────────────────────────────────

    async def _click(self, activity: Activity, sent: Mapping[str, Any]) -> Click | None:
        person = person_of(activity, self.admins)
        here = place_of(activity, await self._references.thread(activity.channel))
        place = await self._references.place_of(sent, here, person)
        return click_of(activity, place, person, sent)

    async def _pressed(self, activity: Activity, sent: Mapping[str, Any], inbox: Inbox) -> Json:
        click = await self._click(activity, sent)
        if click is None:
            return dialogs.word(CHOOSE)
        reply = await self._put(click, inbox, lambda r: dialogs.words_of(r) is not None)
        if isinstance(reply, Reply):
            return dialogs.word(dialogs.words_of(reply) or TAKEN)
        return dialogs.word(DONE if reply is Outcome.EDITED else TAKEN)

    async def _dialog(self, activity: Activity, sent: Mapping[str, Any], inbox: Inbox, ask: Ask) -> Json | None:
        click = await self._click(activity, sent)
        if click is None:
            return dialogs.told(CHOOSE)
        action = Action.parse(click.action)
        if action is not None and action.verb in LOOKS:
            reply: Reply | Outcome = await ask(PanelQuery(click))
        else:
            reply = await self._put(click, inbox, lambda _: True)
        if not isinstance(reply, Reply):
            return dialogs.told(TAKEN) if activity.name == "task/fetch" else None
        shown = await self._public.pictures(reply, click.place), await self._public.files(reply, click.place)
        return dialogs.dialog(reply, sent, *shown)

    async def _put(self, click: Click, inbox: Inbox, fits: Callable[[Reply], bool]) -> Reply | Outcome:
        """Put a click into the inbox and wait a moment for the private reply that it leads to."""
        self._desk.expect(click.id, fits)
        if not await inbox.put(click):
            self._desk.settle(click.id, Outcome.ANSWERED)
        return await self._desk.wait(click.id)

    async def _thumbs(self, activity: Activity, inbox: Inbox) -> None:
        found = await self._references.turn_of(activity.channel, activity.reply_to)
        if found is None:
            return
        turn, thread = found
        place, person = place_of(activity, thread), person_of(activity, self.admins)
        for click in feedback_of(activity, place, person, turn):
            self._desk.hush(click.id)
            await inbox.put(click)

    # ── the message extension ───────────────────────────────────────────────────────────────────────────────────────

    async def _search(self, activity: Activity, ask: Ask) -> Json:
        text, skip = _query(activity.value)
        if not text:
            return dialogs.found_nothing("Type a supplement, a drug, a disease …")
        place = place_of(activity, await self._references.thread(activity.channel))
        return dialogs.results(await ask(LiteratureQuery(place, text, skip // RESULTS)), skip)

    async def _message_action(self, activity: Activity, inbox: Inbox) -> Json:
        payload = activity.value.get("messagePayload")
        pointed = said_of(payload if isinstance(payload, dict) else {})
        if pointed is None:
            return dialogs.told(NO_WORDS)
        here = place_of(activity, await self._references.thread(activity.channel))
        person = person_of(activity, self.admins)
        place = await self._place(activity, here, person)
        if place is None:
            return dialogs.told(NO_MEMBER)
        where = HERE if place == here else THERE
        name, said, words = self._asked(activity, here, pointed, where)
        await inbox.put(Command(event_id(activity, place), place, person, name, "", said, activity.foreign))
        return dialogs.told(words)

    def _asked(self, activity: Activity, here: Place, pointed: Said, where: str) -> tuple[str, tuple[Said, ...], str]:
        if activity.value.get("commandId") != "map":
            return "check", (pointed,), CHECKING.format(where=where)
        said = self._seen.of(here, pointed)
        more = f"the {len(said)} messages of this thread that it has seen" if len(said) > 1 else ALONE
        return "map", said, MAPPING.format(what=more, where=where)

    async def _place(self, activity: Activity, here: Place, person: Person) -> Place | None:
        """Return where the answer goes: here if we are a member, else the person's own chat with us."""
        if await self._references.of(here) is not None:
            return here
        own = await self._references.own(person)
        if own is None:
            near = Reference(activity.service, "personal", activity.tenant, activity.bot, activity.channel)
            try:
                channel = await self._poster.meet(near, person.id)
            except DeliveryError:
                return None
            own = Reference(near.service, near.scope, near.tenant, near.bot, channel)
            await self._references.put(own, person.id)
        return Place(here.platform, own.tenant, own.channel, await self._references.thread(own.channel))


def _inner(value: Mapping[str, Any], *way: str) -> Mapping[str, Any]:
    for key in (*way, "data"):
        found = value.get(key)
        value = found if isinstance(found, dict) else {}
    return value


def _query(value: Mapping[str, Any]) -> tuple[str, int]:
    """Return the words of a search, and how many results have been shown already."""
    parameters = value.get("parameters")
    first = parameters[0] if isinstance(parameters, list) and parameters and isinstance(parameters[0], dict) else {}
    text = "" if first.get("name") == "initialRun" else clip(str(first.get("value") or ""), QUERY_CHARACTERS)
    options = value.get("queryOptions")
    skip = options.get("skip") if isinstance(options, dict) else 0
    return text, skip if isinstance(skip, int) and 0 <= skip < 100_000 else 0
