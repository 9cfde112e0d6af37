"""Invokes: buttons, dialogs, the message extension and the platform's thumbs. Each is answered within seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import structlog

from adapters.port import Ask, EventSink
from adapters.shared.condensing import Rest, read_rest, rest_id
from adapters.teams import dialogs
from adapters.teams.activity import Activity
from adapters.teams.condensing import rest_of_reply
from adapters.teams.deliver import shown_messages
from adapters.teams.desk import InvokeOutcome, TeamsServices
from adapters.teams.elements import Json
from adapters.teams.escape import clip_line
from adapters.teams.events import click_of, event_id, feedback_of, person_of, place_of, said_of
from adapters.teams.forms import NAMES
from adapters.teams.limits import ADDRESS_CHARACTERS, NAMES_SHOWN, NAMES_TRIED, QUERY_CHARACTERS, RESULTS
from adapters.teams.post import CardPoster, ConversationTarget, EditRefused, MessageGone, TooLarge
from adapters.teams.public import PublicAddress
from adapters.teams.references import Reference, References
from adapters.teams.scene import LOOK_AGAIN, REST
from adapters.teams.seen import SeenMessages
from kgcore.errors import DeliveryError
from kgcore.values.message import (
    LOOKS,
    Action,
    Click,
    Command,
    CommandQuery,
    LiteratureQuery,
    NamesQuery,
    PanelQuery,
    Person,
    Place,
    Said,
    TurnQuery,
    Verb,
)
from kgcore.values.reply import Choices, Papers, PaperView, Reply

log = structlog.get_logger()
CHOOSE = "Please choose something from the list first."
DONE = "Done."
TAKEN = "Evigraph is on it."
NO_MEMBER = "Evigraph is not a member of this conversation. Add it here, or write to it in a personal chat once."
NO_WORDS = "This message has no words that could be read."
ELSEWHERE = "The answer stands in another message here."
CHECKING = "Evigraph checks the claims of this message; the answer comes {where}."
MAPPING = "Evigraph maps {what}; the answer comes {where}."
ALONE = "this one message: it has seen no others of the thread"
HERE, THERE = "into this conversation", "into your personal chat with it"


class InvokeHandler:
    """Answers an invoke, and puts what it means into the inbox."""

    def __init__(
        self,
        references: References,
        poster: CardPoster,
        public: PublicAddress,
        services: TeamsServices,
        seen: SeenMessages,
        *,
        long: bool = False,
    ) -> None:
        self._references = references
        self._poster = poster
        self._public = public
        self._services = services
        self._seen = seen
        self._brief = not long
        self.admins: tuple[str, ...] = ()

    async def answer(self, activity: Activity, inbox: EventSink, ask: Ask) -> Json | None:
        """Return the body of the answer; None where an empty one is right."""
        match activity.name:
            case "adaptiveCard/action":
                sent = _inner(activity.value, "action")
                if isinstance(sent.get(LOOK_AGAIN), str):
                    return await self._looked_again(activity, sent, str(sent[LOOK_AGAIN]), ask)
                if activity.value.get("trigger") == "automatic":  # a refresh of the client's own: nobody has pressed
                    return None
                await self._references.keep(activity)
                return await self._pressed(activity, sent, inbox, ask)
            case "task/fetch" | "task/submit":
                await self._references.keep(activity)
                return await self._dialog(activity, _inner(activity.value), inbox, ask)
            case "application/search":
                return await self._names(activity, ask)
            case "composeExtension/query":
                return await self._search(activity, ask)
            case "composeExtension/queryLink":
                return await self._unfurl(activity, ask)
            case "composeExtension/fetchTask" | "composeExtension/submitAction":
                return await self._message_action(activity, inbox)
            case "message/submitAction":
                await self._thumbs(activity, inbox)
        return None

    # ── buttons and dialogs ─────────────────────────────────────────────────────────────────────────────────────────

    async def _click(self, activity: Activity, sent: Mapping[str, Any]) -> Click | None:
        person = person_of(activity, self.admins)
        here = await self._here(activity)
        place = await self._references.place_of(sent, here, person)
        return click_of(activity, place, person, sent)

    async def _pressed(self, activity: Activity, sent: Mapping[str, Any], inbox: EventSink, ask: Ask) -> Json:
        click = await self._click(activity, sent)
        if click is None:
            return dialogs.word_answer(CHOOSE)
        reply = await self._put(click, inbox, lambda r: dialogs.words_of(r) is not None)
        if isinstance(reply, Reply):
            return dialogs.word_answer(dialogs.words_of(reply) or TAKEN)
        action = Action.parse(click.action)
        if action is None or not (reply is InvokeOutcome.EDITED or action.verb is Verb.STOP):
            return dialogs.word_answer(TAKEN)
        ends = action.verb is Verb.STOP  # what has that button is a placeholder
        return await self._looked_again(activity, sent, action.turn, ask, ends=ends) or dialogs.word_answer(DONE)

    async def _looked_again(
        self, activity: Activity, sent: Mapping[str, Any], turn: str, ask: Ask, *, ends: bool = True
    ) -> Json | None:
        """Answer with the message's card as it is now; None where there is nothing newer to be shown.

        A placeholder (`ends`) that nothing is known of, since the platform took it and its answer was lost, ends here:
        it goes, or becomes the answer where no other message is.
        """
        here = await self._here(activity)
        place = await self._references.place_of(sent, here, person_of(activity, self.admins))
        known, reply = await self._references.messages_of(activity.channel, turn), await ask(TurnQuery(place, turn))
        if not reply.turn or not activity.reply_to:
            return None
        messages = await shown_messages(self._public, reply, place, _home(sent), brief=self._brief)
        card: Json = messages[0]["attachments"][0]["content"]
        if activity.reply_to in known:
            return dialogs.card_answer(card) if reply.final and len(messages) == len(known) == 1 else None
        if not (ends and (known or reply.final)):
            return None  # the answer to the post may still be on its way
        await self._end_orphan(activity, known, messages[0], turn, place)
        return dialogs.word_answer(ELSEWHERE) if known else dialogs.card_answer(card)

    async def _end_orphan(
        self, activity: Activity, known: tuple[str, ...], message: Json, turn: str, place: Place
    ) -> None:
        near = Reference(activity.service, activity.scope.value, activity.tenant, activity.bot, activity.channel)
        to = ConversationTarget(near, activity.conversation)
        try:
            if known:
                await self._poster.delete(to, activity.reply_to)
            else:
                await self._poster.update(to, activity.reply_to, message)
                await self._references.remember_turn(activity.channel, activity.reply_to, turn, place.thread)
        except (DeliveryError, MessageGone, EditRefused, TooLarge) as error:
            log.info("a message whose id was lost could not be ended", reason=type(error).__name__)

    async def _dialog(self, activity: Activity, sent: Mapping[str, Any], inbox: EventSink, ask: Ask) -> Json | None:
        rest = read_rest(REST, str(sent.get("a") or ""))
        if rest is not None:
            return await self._opened(activity, sent, *rest, ask)
        click = await self._click(activity, sent)
        if click is None:
            return dialogs.text_dialog(CHOOSE)
        action = Action.parse(click.action)
        if action is not None and action.verb in LOOKS:
            reply: Reply | InvokeOutcome = await ask(PanelQuery(click))
        else:
            reply = await self._put(click, inbox, lambda _: True)
        again = read_rest(REST, str(sent.get(dialogs.AGAIN) or ""))
        if reply is InvokeOutcome.EDITED and again is not None:
            return await self._opened(activity, sent, *again, ask)
        if not isinstance(reply, Reply):
            return dialogs.text_dialog(TAKEN) if activity.name == "task/fetch" else None
        shown = await self._public.pictures(reply, click.place), await self._public.files(reply, click.place)
        return dialogs.reply_dialog(reply, sent, *shown)

    async def _opened(self, activity: Activity, sent: Mapping[str, Any], rest: Rest, turn: str, ask: Ask) -> Json:
        """Return the dialog with what a message leaves to one of its two buttons."""
        here = await self._here(activity)
        place = await self._references.place_of(sent, here, person_of(activity, self.admins))
        reply = await ask(TurnQuery(place, turn))
        shown, again = (rest_of_reply(reply, rest), rest_id(REST, rest, turn)) if reply.turn else (reply, "")
        return dialogs.reply_dialog(shown, sent, whole=reply, again=again)

    async def _put(self, click: Click, inbox: EventSink, fits: Callable[[Reply], bool]) -> Reply | InvokeOutcome:
        """Put a click into the inbox and wait a moment for the private reply that it leads to."""
        self._services.expect(click.id, fits)
        if not await inbox.put(click):
            self._services.settle(click.id, InvokeOutcome.ANSWERED)
        return await self._services.wait(click.id)

    async def _thumbs(self, activity: Activity, inbox: EventSink) -> None:
        found = await self._references.turn_of(activity.channel, activity.reply_to)
        if found is None:
            return
        turn, thread = found
        place, person = place_of(activity, thread), person_of(activity, self.admins)
        for click in feedback_of(activity, place, person, turn):
            self._services.hush(click.id)
            await inbox.put(click)

    # ── the message extension ───────────────────────────────────────────────────────────────────────────────────────

    async def _search(self, activity: Activity, ask: Ask) -> Json:
        text, skip = _query(activity.value)
        if not text:
            return dialogs.found_nothing("Type a supplement, a drug, a disease …")
        place = await self._here(activity)
        if activity.foreign:
            person = person_of(activity, self.admins)
            asked = Command(event_id(activity, place), place, person, "literature", text, outsiders=True)
            reply = await ask(CommandQuery(asked))  # the core knows whether people from outside may look
            if not _papers(reply):
                return dialogs.search_results(reply, skip)
        return dialogs.search_results(await self._found(place, text, skip, ask), skip)

    async def _names(self, activity: Activity, ask: Ask) -> Json:
        """Complete what is typed into a list of a form: the words themselves, then entities, which people from outside
        are not told of.
        """
        typed = clip_line(str(activity.value.get("queryText") or ""), QUERY_CHARACTERS)
        found = [typed] if typed else []
        if typed and not activity.foreign and activity.value.get("dataset") == NAMES:
            found += await self._completed(await self._here(activity), typed, ask)
        return dialogs.names_answer([*dict.fromkeys(found)][:NAMES_SHOWN])

    async def _here(self, activity: Activity) -> Place:
        return place_of(activity, await self._references.thread(activity.channel))

    @staticmethod
    async def _completed(place: Place, typed: str, ask: Ask) -> list[str]:
        reply = await ask(NamesQuery(place, typed))
        return [c.label for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]

    async def _unfurl(self, activity: Activity, ask: Ask) -> Json | None:
        """Return the card for a paper's address that somebody writes; None where the graph does not have it, or where
        people from outside may not look.
        """
        address = clip_line(str(activity.value.get("url") or ""), ADDRESS_CHARACTERS)
        place = await self._here(activity)
        if not address or (activity.foreign and not await self._may_look(activity, place, address, ask)):
            return None
        reply = await ask(LiteratureQuery(place, address))
        return dialogs.search_results(reply, 0) if _papers(reply) else None

    async def _may_look(self, activity: Activity, place: Place, text: str, ask: Ask) -> bool:
        """Whether people from outside may look things up; the core knows."""
        person = person_of(activity, self.admins)
        asked = Command(event_id(activity, place), place, person, "literature", text, outsiders=True)
        return bool(_papers(await ask(CommandQuery(asked))))

    async def _found(self, place: Place, text: str, skip: int, ask: Ask) -> Reply:
        """Return the papers from `skip` on, as many as the platform shows at once. Words that mean nothing yet are
        completed to the names that they may become.
        """
        first = await ask(LiteratureQuery(place, text))
        if not _papers(first):
            for label in (await self._completed(place, text, ask))[:NAMES_TRIED]:
                text, completed = label, await ask(LiteratureQuery(place, label))
                if _papers(completed):
                    first = completed
                    break
        size, total = len(_papers(first)), max((b.total for b in first.blocks if isinstance(b, Papers)), default=0)
        if not size:
            return first
        page, found = skip // size, list[PaperView]()
        while page * size < min(skip + RESULTS, total):
            found += _papers(first if page == 0 else await ask(LiteratureQuery(place, text, page)))
            page += 1
        found = found[skip % size :][:RESULTS]
        return Reply("", text, (Papers(tuple(found), skip + 1, total),))

    async def _message_action(self, activity: Activity, inbox: EventSink) -> Json:
        payload = activity.value.get("messagePayload")
        pointed = said_of(payload if isinstance(payload, dict) else {}, activity.channel)
        if pointed is None:
            return dialogs.text_dialog(NO_WORDS)
        here = await self._here(activity)
        person = person_of(activity, self.admins)
        place = await self._place(activity, here, person)
        if place is None:
            return dialogs.text_dialog(NO_MEMBER)
        where = HERE if place == here else THERE
        name, said, words = self._asked(activity, here, pointed, where)
        await inbox.put(Command(event_id(activity, place), place, person, name, "", said, activity.foreign))
        return dialogs.text_dialog(words)

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


def _home(sent: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((k, str(sent[k])) for k in dialogs.HOME if isinstance(sent.get(k), str))


def _papers(reply: Reply) -> list[PaperView]:
    return [p for b in reply.blocks if isinstance(b, Papers) for p in b.papers]


def _inner(value: Mapping[str, Any], *way: str) -> Mapping[str, Any]:
    for key in (*way, "data"):
        found = value.get(key)
        value = found if isinstance(found, dict) else {}
    return value


def _query(value: Mapping[str, Any]) -> tuple[str, int]:
    """Return the words of a search, and how many results have been shown already."""
    parameters = value.get("parameters")
    first = parameters[0] if isinstance(parameters, list) and parameters and isinstance(parameters[0], dict) else {}
    text = "" if first.get("name") == "initialRun" else clip_line(str(first.get("value") or ""), QUERY_CHARACTERS)
    options = value.get("queryOptions")
    skip = options.get("skip") if isinstance(options, dict) else 0
    return text, skip if isinstance(skip, int) and 0 <= skip < 100_000 else 0
