"""Teams as an adapter: activities in, messages out."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from adapters.port import Ask, Inbox, Receipt, State
from adapters.teams import dialogs, limits
from adapters.teams.activity import Activity, Scope, read
from adapters.teams.config import TeamsConfig
from adapters.teams.deliver import Deliverer
from adapters.teams.desk import Desk
from adapters.teams.elements import Json
from adapters.teams.events import anew, click_of, event_id, person_of, place_of, said_to_us
from adapters.teams.gate import ENDPOINT, Gate
from adapters.teams.invokes import Invokes
from adapters.teams.pacing import Pacing
from adapters.teams.post import Poster
from adapters.teams.public import Public
from adapters.teams.receipts import Receipt as Kept
from adapters.teams.references import References
from adapters.teams.seen import Seen
from adapters.teams.streams import Streams
from kgcore.message import Action, Address, Click, Command, Verb
from kgcore.reply import Reply

log = structlog.get_logger()
FAILED = "Something went wrong on our side (incident {incident})."
MEMBERSHIP = ("conversationUpdate", "installationUpdate")


class TeamsAdapter:
    """Puts activities into the inbox, and brings replies to where they were said, also after a restart."""

    name = "teams"
    pace = limits.PACE

    def __init__(self, config: TeamsConfig, state: State, patience: float = limits.INVOKE_SECONDS) -> None:
        self._config = config
        self._gate = Gate(config)
        self._references = References(state)
        self._public = Public(config.public, state, self._references)
        self._seen = Seen()
        desk, poster = Desk(patience), Poster(self._gate.api, Pacing(state))
        self._deliverer = Deliverer(poster, self._references, self._public, Streams(poster), desk, self._stop)
        self._invokes = Invokes(self._references, poster, self._public, desk, self._seen)
        self._invokes.admins = config.admins
        self._inbox: Inbox | None = None
        self._ask: Ask | None = None

    async def receive(self, inbox: Inbox, ask: Ask) -> None:
        """Let requests in until cancelled."""
        self._inbox, self._ask, self._public.ask = inbox, ask, ask
        await self._gate.open(self._handle)
        try:
            await self._public.clean()
            await asyncio.Event().wait()
        finally:
            self._inbox = self._ask = self._public.ask = None
            await self._gate.close()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Post the reply or edit what the receipt names."""
        return (await self._deliverer.bring(reply, to, Kept.load(receipt))).dump()

    def routes(self) -> Sequence[BaseRoute]:
        """Return where the platform posts activities to, and where pictures and downloads are fetched."""
        return [
            Route(ENDPOINT, self._serve, methods=["POST"]),
            Route("/teams/{token}/{name}", self._public.serve, methods=["GET"]),
        ]

    async def _serve(self, request: Request) -> Response:
        if not request.headers.get("content-type", "").startswith("application/json"):
            return JSONResponse({"error": "application/json is expected"}, 415)  # a page elsewhere cannot send that
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > limits.BODY_BYTES:
                return JSONResponse({"error": "too large"}, 413)
        try:
            body = json.loads(data)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return JSONResponse({"error": "an activity is expected"}, 400)
        status, answer = await self._gate.admit(body, request.headers)
        return Response(status_code=status) if answer is None else JSONResponse(answer, status)

    async def _handle(self, body: Mapping[str, Any]) -> Json | None:
        """The outermost handler: a failure becomes a word with a number, or (where nobody reads it) a status 500."""
        activity = read(body)
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
                raise
            return _failed(activity, FAILED.format(incident=incident))
        return None

    async def _take(self, activity: Activity, inbox: Inbox) -> None:
        """Put what a message says into the inbox; everything else only tells where we are."""
        if activity.type not in {"message", *MEMBERSHIP}:
            return
        await self._references.keep(activity)
        if activity.type != "message":
            await self._welcome(activity, inbox)
            return
        if activity.value.get("a") is not None or activity.value.get("menu") is not None:
            await self._sent(activity, inbox)
            return
        activity, thread = await self._threaded(activity)
        place, person = place_of(activity, thread), person_of(activity, self._config.admins)
        event = said_to_us(activity, place, person, self._seen.of(place))
        if event is not None:
            await inbox.put(event)
        if not isinstance(event, Command):
            self._seen.add(place, person, activity.text)
        elif event.name == "forget":
            self._seen.forget(place)

    async def _threaded(self, activity: Activity) -> tuple[Activity, str]:
        """Return the activity and the thread that its chat is at; "new …" begins one."""
        asked = activity.mentioned or activity.scope is Scope.PERSONAL
        text = anew(activity.text) if asked else None
        if text is None:
            return activity, await self._references.thread(activity.channel)
        thread = "" if activity.thread else await self._references.begin_thread(activity.channel, activity.id)
        return replace(activity, text=text), thread

    async def _sent(self, activity: Activity, inbox: Inbox) -> None:
        """A button of a client that knows no Action.Execute comes as a message without words."""
        person = person_of(activity, self._config.admins)
        here = place_of(activity, await self._references.thread(activity.channel))
        place = await self._references.place_of(activity.value, here, person)
        click = click_of(activity, place, person, activity.value)
        if click is not None:
            await inbox.put(click)

    async def _welcome(self, activity: Activity, inbox: Inbox) -> None:
        """Say what can be done to somebody who has just installed the app for themselves."""
        if activity.type == "installationUpdate" and activity.scope is Scope.PERSONAL and not activity.left:
            place, person = place_of(activity), person_of(activity)
            await inbox.put(Command(event_id(activity, place), place, person, "help"))

    async def _stop(self, to: Address, turn: str) -> None:
        """The person has pressed the platform's own stop button."""
        if self._inbox is not None:
            action = str(Action(Verb.STOP, turn))
            await self._inbox.put(Click(f"{to.event}:stop", to.place, to.person, action))


def _failed(activity: Activity, words: str) -> Json:
    if activity.name == "composeExtension/query":
        return dialogs.found_nothing(words)
    return dialogs.word(words) if activity.name == "adaptiveCard/action" else dialogs.told(words)
