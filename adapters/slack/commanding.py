"""Slash commands, and the shortcuts on messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError

from adapters.slack import limits
from adapters.slack.desk import SlackServices, is_aside
from adapters.slack.errors import FORBIDDEN, name_of
from adapters.slack.escape import plain_text, shorten_text, strip_controls, unescape_text
from adapters.slack.events import Home, digest_text, home_of_person, said_id
from adapters.slack.parts import rich_block, rich_quote, text_run
from adapters.slack.posting import thread_replies
from adapters.slack.render import modal_view
from adapters.slack.threads import PLATFORM, dump_place, own_thread, respond_back
from adapters.slack.uploads import ThreadTarget
from kgcore.commands import (
    ArgumentKind,
    CommandRow,
    CommandScope,
    CommandSurface,
    MenuEntry,
    Permission,
    command_named,
    commands_on,
)
from kgcore.errors import DeliveryRefused
from kgcore.values.message import Address, Command, Message, Person, Place, Said
from kgcore.values.reply import Field, FieldKind, Form

Body = dict[str, Any]
Listener = Callable[[Body, Home], Awaitable[None]]
ABOUT: Final = "ask_about"
MAIN: Final = "/evigraph"
NO_WINDOW: Final = "Slack did not open a window in time. Please choose it from the menu once more."
NO_READING: Final = "The thread could not be read in time. Please try once more."


def slash_commands() -> tuple[str, ...]:
    """Return the slash commands: those of their own, and the one that holds the rest."""
    return (*(f"/{row.name}" for row in commands_on(CommandSurface.SLASH)), MAIN)


def where_to_find(row: CommandRow, menu: MenuEntry) -> str:
    """Say where a command is that is about messages: a slash command has no message and no thread."""
    typed = row.argument is not None and row.argument.takes is not ArgumentKind.MESSAGES
    words = f", or write the words behind “{row.name}”" if typed else ""
    return f"“{row.name}” is about what people wrote: open the “⋮” menu of a message, “{menu.short}”{words}."


class Commands:
    """Listeners of https://docs.slack.dev/interactivity/implementing-slash-commands and …/implementing-shortcuts."""

    def __init__(self, services: SlackServices) -> None:
        self._services = services

    async def command(self, body: Body, home: Home) -> None:
        """A slash command was sent. Raises StoreError."""
        team, channel, user = home.team, str(body["channel_id"]), str(body["user_id"])
        audience, said = await asyncio.gather(
            self._services.workspaces.audience(team, channel), self._services.read(home, str(body.get("text") or ""))
        )
        name, text = self._name(str(body.get("command")), said)
        id = f"slack:command:{team}:{body.get('trigger_id') or digest_text(repr(sorted(body.items())))}"
        place = Place(PLATFORM, team, channel, own_thread(id))
        row = command_named(name)
        if row and row.menu and row.reads and not text and not audience.outsiders:
            await self._aside(body, Address(place, Person(user), id), where_to_find(row, row.menu))
            return
        if row is None or row.scope is not CommandScope.NONE:
            place = await self._services.latest(team, channel, place.thread)
        judged = row is not None and row.who is Permission.ADMIN
        who = await self._services.person(team, user, str(body.get("user_name") or ""), judged=judged)
        aside = is_aside(name, place)
        command = Command(id, place, who, name, text, (), audience.outsiders, aside, audience.unsure)
        await self._services.put(command, respond_back(str(body.get("response_url") or "")))

    @staticmethod
    def _name(command: str, text: str) -> tuple[str, str]:
        row = command_named(command.removeprefix("/"), CommandSurface.SLASH)
        if row is not None:
            asks = row.argument is not None and row.argument.takes is ArgumentKind.QUESTION
            return ("help", "") if asks and not text.strip() else (row.name, text)
        name, _, rest = text.strip().partition(" ")
        return (name.lower() or "help", rest.strip())

    # ── shortcuts ───────────────────────────────────────────────────────────────────────────────────────────────────

    def shortcuts(self) -> tuple[tuple[str, Listener], ...]:
        """Return the entries of a message's menu by their ids, each with what is done."""
        handlers: Mapping[str, Listener] = {"check": self.check, "map": self.map, "ask": self.about}
        entries = [(row, row.menu) for row in commands_on(CommandSurface.MENU, CommandSurface.QUOTE)]
        return tuple((menu.id, handlers[row.name]) for row, menu in entries if menu)

    async def check(self, body: Body, home: Home) -> None:
        """“Check the claims in this message”."""
        message = body.get("message") or {}
        speaker, text = await asyncio.gather(
            self._speaker(home.team, message), self._services.read(home, str(message.get("text") or ""))
        )
        channel = str((body.get("channel") or {}).get("id"))
        said = Said(speaker, text, said_id(home.team, channel, str(message.get("ts"))))
        await self._shortcut(body, home, "check", (said,))

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
        quoted = await self._services.read(home, str(message.get("text") or ""))
        key = digest_text(f"{body.get('trigger_id')}{message.get('ts')}")
        await self._services.threads.keep_text("quote", key, quoted)
        form = Form(
            "Ask about this",
            (Field("text", "Your question", FieldKind.TEXT, least=3, most=limits.QUESTION),),
            "Ask",
            f"{ABOUT}:{key}",
        )
        shown = rich_quote(text_run(shorten_text(strip_controls(quoted), limits.SECTION_TEXT)))
        field = {
            "type": "input",
            "block_id": "text:0",
            "label": plain_text("Your question", limits.INPUT_LABEL),
            "element": {
                "type": "plain_text_input",
                "action_id": "text",
                "multiline": True,
                "max_length": form.fields[0].most,
            },
        }
        place = await self._place(body, home)
        client = await self._services.workspaces.client(home.team)
        modal = modal_view("Ask about this", [rich_block(shown), field], dump_place(place), form)
        try:
            async with asyncio.timeout(limits.OPEN_SECONDS):
                await client.views_open(trigger_id=str(body.get("trigger_id")), view=modal)
        except (SlackApiError, aiohttp.ClientError, TimeoutError):
            await self._word(body, home, NO_WINDOW)

    async def asked(self, id: str, place: Place, person: Person, key: str, question: str, by: str) -> None:
        """The modal of `about` was sent by somebody of this workspace. Raises StoreError."""
        quoted = await self._services.threads.text("quote", key) or ""
        audience = await self._services.workspaces.audience(place.workspace, place.channel, by)
        await self._services.put(
            Message(id, place, person, question, outsiders=audience.outsiders, unsure=audience.unsure, quote=quoted)
        )

    async def _shortcut(self, body: Body, home: Home, name: str, said: tuple[Said, ...]) -> None:
        user, place = body.get("user") or {}, await self._place(body, home)
        id = f"slack:shortcut:{home.team}:{body.get('trigger_id') or body.get('action_ts')}"
        who = Person(str(user.get("id")), str(user.get("username") or user.get("name") or ""))
        audience = await self._services.workspaces.audience(home.team, place.channel, home_of_person(body))
        command = Command(
            id, place, who, name, said=said, outsiders=audience.outsiders, unsure=audience.unsure, aside=True
        )
        await self._services.put(command, respond_back(str(body.get("response_url") or "")))

    async def _place(self, body: Body, home: Home) -> Place:
        message, channel = body.get("message") or {}, str((body.get("channel") or {}).get("id"))
        thread = str(message.get("thread_ts") or message.get("ts") or body.get("message_ts"))
        return await self._services.threads.place(home.team, channel, thread)

    async def _thread(self, body: Body, home: Home) -> tuple[Said, ...]:
        team, message = home.team, body.get("message") or {}
        channel = str((body.get("channel") or {}).get("id"))
        client = await self._services.workspaces.client(team)
        spot = ThreadTarget(team, channel, str(message.get("thread_ts") or message.get("ts")))
        found = [one async for one in thread_replies(client, spot) if not one.get("bot_id")]
        names = await self._services.workspaces.names(
            team, "".join(str(one.get("text") or "") for one in found), home.me
        )
        said: list[Said] = []
        for one in found:
            text = unescape_text(str(one.get("text") or ""), home.me, names)
            if text:
                said.append(Said(await self._speaker(team, one), text, said_id(team, channel, str(one.get("ts")))))
        return tuple(said[-limits.THREAD_MESSAGES :])

    async def _speaker(self, team: str, message: Mapping[str, Any]) -> str:
        user = str(message.get("user") or "")
        if not user:
            return strip_controls(str(message.get("username") or "somebody"))
        return (await self._services.workspaces.person(team, user)).name or "someone"

    async def _word(self, body: Body, home: Home, text: str) -> None:
        user, place = str((body.get("user") or {}).get("id")), await self._place(body, home)
        await self._aside(body, Address(place, Person(user), f"slack:word:{body.get('trigger_id')}"), text)

    async def _aside(self, body: Body, to: Address, text: str) -> None:
        await self._services.threads.keep_back(to.event, respond_back(str(body.get("response_url") or "")))
        await self._services.private.reason(to, text)
        await self._services.threads.went_back(to.event)
