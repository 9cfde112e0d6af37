"""Slash commands, and the shortcuts on messages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError

from adapters.slack import limits
from adapters.slack.desk import Desk
from adapters.slack.errors import FORBIDDEN, name_of
from adapters.slack.escape import clean, plain, shortened, unescaped
from adapters.slack.events import short, team_of
from adapters.slack.finding import replies
from adapters.slack.parts import quote, rich, words
from adapters.slack.render import view
from adapters.slack.threads import PLATFORM, dump_place, own_thread, respond_back
from adapters.slack.uploads import Spot
from kgcore.errors import DeliveryRefused
from kgcore.message import Address, Command, Message, Person, Place, Said
from kgcore.reply import Field, FieldKind, Form

Body = dict[str, Any]
ABOUT: Final = "ask_about"
CHECK: Final = "check_claims"
MAP: Final = "map_thread"
ASK: Final = "/ask"
LITERATURE: Final = "/literature"
MAIN: Final = "/evigraph"
_BEGINS: Final = frozenset({"ask", "browse", "literature", "help", "bookmarks", "check", "map"})  # need no thread
NO_READING: Final = "The thread could not be read in time. Please try once more."


class Commanding:
    """Listeners of https://docs.slack.dev/interactivity/implementing-slash-commands and …/implementing-shortcuts."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def command(self, body: Body) -> None:
        """A slash command was sent. Raises StoreError."""
        name, text = self._name(str(body.get("command")), unescaped(str(body.get("text") or "")))
        team, channel, user = team_of(body), str(body["channel_id"]), str(body["user_id"])
        id = f"slack:command:{team}:{body.get('trigger_id') or short(repr(sorted(body.items())))}"
        place = Place(PLATFORM, team, channel, own_thread(id))
        if name not in _BEGINS:
            place = await self._desk.latest(team, channel, place.thread)
        who = await self._desk.person(team, user, str(body.get("user_name") or ""), judged=name == "settings")
        outsiders = await self._desk.workspaces.outsiders(team, channel)
        command = Command(id, place, who, name, text, outsiders=outsiders)
        await self._desk.put(command, respond_back(str(body.get("response_url") or "")))

    @staticmethod
    def _name(command: str, text: str) -> tuple[str, str]:
        if command == ASK:
            return ("ask", text) if text.strip() else ("help", "")
        if command == LITERATURE:
            return "literature", text
        name, _, rest = text.strip().partition(" ")
        return (name.lower() or "help", rest.strip())

    # ── shortcuts ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def check(self, body: Body, me: str) -> None:
        """“Check the claims in this message”."""
        message = body.get("message") or {}
        team = team_of(body)
        said = (Said(await self._speaker(team, message), unescaped(str(message.get("text") or ""), me)),)
        await self._shortcut(body, "check", said)

    async def map(self, body: Body, me: str) -> None:
        """“Map this thread”: all that people said in it. Where it cannot be read, the person is told why."""
        try:
            async with asyncio.timeout(limits.READ_SECONDS):
                said = await self._thread(body, me)
        except SlackApiError as error:
            return await self._word(body, FORBIDDEN.get(name_of(error), NO_READING))
        except (TimeoutError, aiohttp.ClientError, DeliveryRefused):
            return await self._word(body, NO_READING)
        return await self._shortcut(body, "map", said)

    async def about(self, body: Body, me: str) -> None:
        """“Ask about this”: a modal with a question."""
        team, message = team_of(body), body.get("message") or {}
        quoted = unescaped(str(message.get("text") or ""), me)
        key = short(f"{body.get('trigger_id')}{message.get('ts')}")
        await self._desk.threads.keep_text("quote", key, quoted)
        form = Form(
            "Ask about this",
            (Field("text", "Your question", FieldKind.TEXT, least=3, most=limits.QUESTION),),
            "Ask",
            f"{ABOUT}:{key}",
        )
        shown = quote(words(shortened(clean(quoted), limits.SECTION_TEXT)))
        field = {
            "type": "input",
            "block_id": "text:0",
            "label": plain("Your question", limits.INPUT_LABEL),
            "element": {
                "type": "plain_text_input",
                "action_id": "text",
                "multiline": True,
                "max_length": form.fields[0].most,
            },
        }
        place = await self._place(body)
        client = await self._desk.workspaces.client(team)
        modal = view("Ask about this", [rich(shown), field], dump_place(place), form)
        await client.views_open(trigger_id=str(body.get("trigger_id")), view=modal)

    async def asked(self, id: str, place: Place, person: Person, key: str, question: str) -> None:
        """The modal of `about` was sent. Raises StoreError."""
        quoted = await self._desk.threads.text("quote", key) or ""
        outsiders = await self._desk.workspaces.outsiders(place.workspace, place.channel)
        await self._desk.put(Message(id, place, person, question, outsiders=outsiders, quote=quoted))

    async def _shortcut(self, body: Body, name: str, said: tuple[Said, ...]) -> None:
        user, team = body.get("user") or {}, team_of(body)
        place = await self._place(body)
        id = f"slack:shortcut:{team}:{body.get('trigger_id') or body.get('action_ts')}"
        who = Person(str(user.get("id")), str(user.get("username") or user.get("name") or ""))
        outsiders = await self._desk.workspaces.outsiders(team, place.channel)
        command = Command(id, place, who, name, said=said, outsiders=outsiders)
        await self._desk.put(command, respond_back(str(body.get("response_url") or "")))

    async def _place(self, body: Body) -> Place:
        message, channel = body.get("message") or {}, str((body.get("channel") or {}).get("id"))
        thread = str(message.get("thread_ts") or message.get("ts") or body.get("message_ts"))
        return await self._desk.threads.place(team_of(body), channel, thread)

    async def _thread(self, body: Body, me: str) -> tuple[Said, ...]:
        team, message = team_of(body), body.get("message") or {}
        channel = str((body.get("channel") or {}).get("id"))
        client = await self._desk.workspaces.client(team)
        spot = Spot(team, channel, str(message.get("thread_ts") or message.get("ts")))
        said: list[Said] = []
        async for one in replies(client, spot):
            text = unescaped(str(one.get("text") or ""), me)
            if text and not one.get("bot_id"):
                said.append(Said(await self._speaker(team, one), text))
        return tuple(said[-limits.THREAD_MESSAGES :])

    async def _speaker(self, team: str, message: Mapping[str, Any]) -> str:
        user = str(message.get("user") or "")
        if not user:
            return clean(str(message.get("username") or "somebody"))
        return clean((await self._desk.workspaces.person(team, user)).name)

    async def _word(self, body: Body, text: str) -> None:
        user, place = str((body.get("user") or {}).get("id")), await self._place(body)
        to = Address(place, Person(user), f"slack:word:{body.get('trigger_id')}")
        await self._desk.threads.keep_back(to.event, respond_back(str(body.get("response_url") or "")))
        await self._desk.private.reason(to, text)
        await self._desk.threads.went_back(to.event)
