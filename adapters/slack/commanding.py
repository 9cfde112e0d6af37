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
from adapters.slack.events import Home, short, whose
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
MENU: Final = {  # a command has no message and no thread
    "map": "To map a thread, open the “⋮” menu of one of its messages and choose “Map this thread”.",
    "check": "To check a message, open its “⋮” menu and choose “Check the claims”, or write the claim behind “check”.",
}
NO_READING: Final = "The thread could not be read in time. Please try once more."


class Commanding:
    """Listeners of https://docs.slack.dev/interactivity/implementing-slash-commands and …/implementing-shortcuts."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def command(self, body: Body, home: Home) -> None:
        """A slash command was sent. Raises StoreError."""
        team, channel, user = home.team, str(body["channel_id"]), str(body["user_id"])
        outsiders, said = await asyncio.gather(
            self._desk.workspaces.outsiders(team, channel), self._desk.read(home, str(body.get("text") or ""))
        )
        name, text = self._name(str(body.get("command")), said)
        id = f"slack:command:{team}:{body.get('trigger_id') or short(repr(sorted(body.items())))}"
        place = Place(PLATFORM, team, channel, own_thread(id))
        if name in MENU and not text and not outsiders:
            await self._aside(body, Address(place, Person(user), id), MENU[name])
            return
        if name not in _BEGINS:
            place = await self._desk.latest(team, channel, place.thread)
        who = await self._desk.person(team, user, str(body.get("user_name") or ""), judged=name == "settings")
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

    async def check(self, body: Body, home: Home) -> None:
        """“Check the claims in this message”."""
        message = body.get("message") or {}
        speaker, text = await asyncio.gather(
            self._speaker(home.team, message), self._desk.read(home, str(message.get("text") or ""))
        )
        await self._shortcut(body, home, "check", (Said(speaker, text),))

    async def map(self, body: Body, home: Home) -> None:
        """“Map this thread”: all that people said in it. Where it cannot be read, the person is told why."""
        try:
            async with asyncio.timeout(limits.READ_SECONDS):
                said = await self._thread(body, home)
        except SlackApiError as error:
            return await self._word(body, home, FORBIDDEN.get(name_of(error), NO_READING))
        except (TimeoutError, aiohttp.ClientError, DeliveryRefused):
            return await self._word(body, home, NO_READING)
        return await self._shortcut(body, home, "map", said)

    async def about(self, body: Body, home: Home) -> None:
        """“Ask about this”: a modal with a question."""
        message = body.get("message") or {}
        quoted = await self._desk.read(home, str(message.get("text") or ""))
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
        place = await self._place(body, home)
        client = await self._desk.workspaces.client(home.team)
        modal = view("Ask about this", [rich(shown), field], dump_place(place), form)
        await client.views_open(trigger_id=str(body.get("trigger_id")), view=modal)

    async def asked(self, id: str, place: Place, person: Person, key: str, question: str, by: str) -> None:
        """The modal of `about` was sent by somebody of this workspace. Raises StoreError."""
        quoted = await self._desk.threads.text("quote", key) or ""
        outsiders = await self._desk.workspaces.outsiders(place.workspace, place.channel, by)
        await self._desk.put(Message(id, place, person, question, outsiders=outsiders, quote=quoted))

    async def _shortcut(self, body: Body, home: Home, name: str, said: tuple[Said, ...]) -> None:
        user, place = body.get("user") or {}, await self._place(body, home)
        id = f"slack:shortcut:{home.team}:{body.get('trigger_id') or body.get('action_ts')}"
        who = Person(str(user.get("id")), str(user.get("username") or user.get("name") or ""))
        outsiders = await self._desk.workspaces.outsiders(home.team, place.channel, whose(body))
        command = Command(id, place, who, name, said=said, outsiders=outsiders)
        await self._desk.put(command, respond_back(str(body.get("response_url") or "")))

    async def _place(self, body: Body, home: Home) -> Place:
        message, channel = body.get("message") or {}, str((body.get("channel") or {}).get("id"))
        thread = str(message.get("thread_ts") or message.get("ts") or body.get("message_ts"))
        return await self._desk.threads.place(home.team, channel, thread)

    async def _thread(self, body: Body, home: Home) -> tuple[Said, ...]:
        team, message = home.team, body.get("message") or {}
        channel = str((body.get("channel") or {}).get("id"))
        client = await self._desk.workspaces.client(team)
        spot = Spot(team, channel, str(message.get("thread_ts") or message.get("ts")))
        found = [one async for one in replies(client, spot) if not one.get("bot_id")]
        names = await self._desk.workspaces.names(team, "".join(str(one.get("text") or "") for one in found), home.me)
        said: list[Said] = []
        for one in found:
            text = unescaped(str(one.get("text") or ""), home.me, names)
            if text:
                said.append(Said(await self._speaker(team, one), text))
        return tuple(said[-limits.THREAD_MESSAGES :])

    async def _speaker(self, team: str, message: Mapping[str, Any]) -> str:
        user = str(message.get("user") or "")
        if not user:
            return clean(str(message.get("username") or "somebody"))
        return (await self._desk.workspaces.person(team, user)).name or "someone"

    async def _word(self, body: Body, home: Home, text: str) -> None:
        user, place = str((body.get("user") or {}).get("id")), await self._place(body, home)
        await self._aside(body, Address(place, Person(user), f"slack:word:{body.get('trigger_id')}"), text)

    async def _aside(self, body: Body, to: Address, text: str) -> None:
        await self._desk.threads.keep_back(to.event, respond_back(str(body.get("response_url") or "")))
        await self._desk.private.reason(to, text)
        await self._desk.threads.went_back(to.event)
