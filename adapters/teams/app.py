"""Teams as an adapter: activities in, messages out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from adapters.port import AdapterState, Ask, EventSink, Receipt
from adapters.shared.writing import Writing
from adapters.teams import dialogs, limits
from adapters.teams.activity import Activity, ConversationScope, parse_activity
from adapters.teams.config import TeamsConfig
from adapters.teams.deliver import FILES, GREETING, Deliverer
from adapters.teams.desk import TeamsServices
from adapters.teams.elements import Json
from adapters.teams.events import change_of, click_of, event_id, person_of, place_of, said_to_us, text_after_new
from adapters.teams.gate import ENDPOINT, Gate, read_activity
from adapters.teams.invokes import InvokeHandler
from adapters.teams.legal import legal_routes
from adapters.teams.pacing import ConversationPacing
from adapters.teams.post import CardPoster
from adapters.teams.public import PublicAddress
from adapters.teams.receipts import Receipt as Kept
from adapters.teams.references import References
from adapters.teams.seen import SeenMessages
from adapters.teams.streams import CardStreams
from adapters.teams.tokens import RequestRefused
from kgcore.values.message import Action, Address, Click, Command, Message, Place, Verb
from kgcore.values.reply import Reply

log = structlog.get_logger()
FAILED = "Something went wrong on our side (incident {incident})."
DELETED = "messageDelete"
CHANGES = ("messageUpdate", DELETED)
BOT = "28:"  # what ids of bots begin with, those of people with 29: (another bot's words are never answered)
MEMBERSHIP = ("conversationUpdate", "installationUpdate")


class TeamsAdapter:
    """Puts activities into the inbox, and brings replies to where they were said, also after a restart."""

    name = "teams"
    pace = limits.PACE
    hold = limits.HOLD

    def __init__(self, config: TeamsConfig, state: AdapterState, patience: float = limits.INVOKE_SECONDS) -> None:
        self._config = config
        self._gate = Gate(config)
        self._references = References(state)
        self._public = PublicAddress(config.public, state, self._references)
        self._seen = SeenMessages()
        self._writing, self._services = Writing(), TeamsServices(patience)
        self._hints: set[asyncio.Task[None]] = set()
        services, poster = self._services, CardPoster(self._gate.api, ConversationPacing(state))
        self._deliverer = Deliverer(
            poster, self._references, self._public, CardStreams(poster), services, self._stop, long=config.long
        )
        self._invokes = InvokeHandler(self._references, poster, self._public, services, self._seen, long=config.long)
        self._invokes.admins = config.admins
        self._inbox: EventSink | None = None
        self._ask: Ask | None = None

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        """Let requests in until cancelled."""
        self._inbox, self._ask, self._public.ask = inbox, ask, ask
        self._gate.open(self._handle)
        try:
            await self._public.clean()
            await asyncio.Event().wait()
        finally:
            self._inbox = self._ask = self._public.ask = None
            await asyncio.gather(*self._hints, return_exceptions=True)
            await self._gate.close()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Post the reply or edit what the receipt names."""
        self._writing.note(to.place, reply)
        return (await self._deliverer.bring(reply.pictured, to, Kept.load(receipt))).dump()

    def routes(self) -> Sequence[BaseRoute]:
        """Return where the platform posts activities to, and where pictures and downloads are fetched."""
        return [
            Route(ENDPOINT, self._serve, methods=["POST"]),
            Route("/teams/{token}/{name}", self._public.serve, methods=["GET"]),
            *legal_routes(),
        ]

    async def _serve(self, request: Request) -> Response:
        if not request.headers.get("content-type", "").startswith("application/json"):
            return JSONResponse({"error": "application/json is expected"}, 415)  # a page elsewhere cannot send that
        try:
            version = request.scope.get("http_version", "1.1")
            proof = await self._gate.prove(request.headers, version)  # before the body: strangers are not read
            answer = await self._gate.admit(await read_activity(request), proof)
        except RequestRefused as refused:
            log.warning("a request was refused", status=refused.status, reason=str(refused))
            return JSONResponse({"error": refused.words}, refused.status)
        return Response() if answer is None else JSONResponse(answer)

    async def _handle(self, body: Mapping[str, Any]) -> Json | None:
        """The outermost handler: a failure becomes a word with a number, or (where nobody reads it) a status 500."""
        activity = parse_activity(body)
        if activity is None or self._inbox is None or self._ask is None:
            return None
        try:
            if activity.type == "invoke":
                return await self._invokes.answer(activity, self._inbox, self._ask)
            await self._take(activity, self._inbox)
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("an activity failed", incident=incident, type=activity.type, name=activity.name)
            if activity.type != "invoke":
                raise RequestRefused(500, f"incident {incident}", "Something went wrong on our side.") from None
            return dialogs.failed_answer(activity.name, FAILED.format(incident=incident))
        return None

    async def _take(self, activity: Activity, inbox: EventSink) -> None:
        """Put what a message says into the inbox; everything else only tells where we are."""
        if activity.type in CHANGES:
            self._seen.change(activity.channel, activity.id, activity.text if activity.type != DELETED else "")
            change = change_of(activity, deleted=activity.type == DELETED)
            if change is not None:
                await inbox.put(change)
            return
        if activity.type not in {"message", *MEMBERSHIP} or activity.sender.startswith(BOT):
            return
        await self._references.keep(activity)
        if activity.type != "message":
            await self._welcome(activity, inbox)
            return
        if activity.value.get("a") is not None or activity.value.get("menu") is not None:
            await self._sent(activity, inbox)
            return
        asked = activity.mentioned or activity.scope is ConversationScope.PERSONAL
        activity, thread = await self._threaded(activity)
        place, person = place_of(activity, thread), person_of(activity, self._config.admins)
        said = said_to_us(activity, place, person, self._seen.of(place))
        event = self._writing.stopping(said) if isinstance(said, Message) else said
        if isinstance(event, Command) and activity.scope is not ConversationScope.PERSONAL:
            self._services.announce(event.id)
        if event is not None:
            await inbox.put(event)
        if asked and activity.files:
            self._hint(place, FILES)
        if not isinstance(event, Command):
            self._seen.add(place, person, activity.text, activity.id)
        elif event.name == "forget":
            self._seen.forget(place)

    def _hint(self, place: Place, words: str) -> None:
        """Say a word beside everything else, such as that files are not read; one that fails is not missed."""
        task = asyncio.get_running_loop().create_task(self._deliverer.hint(place, words))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _threaded(self, activity: Activity) -> tuple[Activity, str]:
        """Return the activity and the thread that its chat is at; "new …" begins one."""
        asked = activity.mentioned or activity.scope is ConversationScope.PERSONAL
        text = text_after_new(activity.text) if asked else None
        if text is None:
            return activity, await self._references.thread(activity.channel)
        thread = "" if activity.thread else await self._references.begin_thread(activity.channel, activity.id)
        return replace(activity, text=text), thread

    async def _sent(self, activity: Activity, inbox: EventSink) -> None:
        """A button of a client that knows no Action.Execute comes as a message without words."""
        person = person_of(activity, self._config.admins)
        here = place_of(activity, await self._references.thread(activity.channel))
        place = await self._references.place_of(activity.value, here, person)
        click = click_of(activity, place, person, activity.value)
        if click is not None:
            await inbox.put(click)

    async def _welcome(self, activity: Activity, inbox: EventSink) -> None:
        """Say what can be done: to somebody who has just installed the app for themselves, and to a team or group that
        it was added to, once.
        """
        if activity.added and activity.scope is not ConversationScope.PERSONAL:
            if await self._references.greet(activity.channel):
                self._hint(place_of(replace(activity, thread="")), GREETING)
            return
        if activity.type == "installationUpdate" and activity.scope is ConversationScope.PERSONAL and not activity.left:
            place, person = place_of(activity), person_of(activity)
            await inbox.put(Command(event_id(activity, place), place, person, "help"))

    async def _stop(self, to: Address, turn: str) -> None:
        """The person has pressed the platform's own stop button."""
        if self._inbox is not None:
            action = str(Action(Verb.STOP, turn))
            await self._inbox.put(Click(f"{to.event}:stop", to.place, to.person, action))
