"""A workspace at the terminal: `python -m tests.servers.slack [PORT]`, and the bot beside it in Socket Mode."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from adapters.slack.manifest import SCOPES
from tests.servers.slack import SlackServer
from tests.servers.slack_people import ANN, People, labels, words
from tests.servers.slack_state import APP_TOKEN, BOT_TOKEN, Json

PORT = 8788
CHANNEL, DIRECT = "C1", "D1"
QUIET = 0.7  # seconds after which a message that no longer changes is shown
HOW = f"""\
A small Slack listens. Start the bot in another terminal, in the same folder:

  SLACK_BOT_TOKEN={BOT_TOKEN} SLACK_APP_TOKEN={APP_TOKEN} \\
  SLACK_API_URL=%s .venv/bin/evigraph run

You are Ann, an admin, in the channel {CHANNEL}. Write
  a question            mentions the bot in the channel
  + words               the same in the latest thread
  @ words               a direct message
  /ask, /literature, /evigraph, as in Slack
  check, map, about     the shortcuts, on the latest thing that you said
  a number              presses what has that number, below the latest message
  send NAME=VALUE …     sends the open modal; _ stands for a space
Ctrl+D ends it; nothing is kept."""


@dataclass
class Desk:
    """What is on the table: what was shown, and what can be pressed in the latest of it."""

    slack: SlackServer
    people: People
    thread: str = ""
    where: str = CHANNEL
    shown: dict[str, str] = field(default_factory=dict)
    pressable: list[tuple[Json, Json, str]] = field(default_factory=list)  # what it is in, its block, its label
    view: Json | None = None

    def things(self) -> Iterator[tuple[str, str, Json]]:
        """All that can be seen: its name, a heading, and its blocks."""
        world = self.slack.world
        for channel in list(world.channels.values()):
            for nth, message in enumerate(channel.ephemerals):
                yield f"e{channel.id}{nth}", "only you can see this", message
            for message in channel.messages:
                if message.get("bot_id"):
                    yield message["ts"], f"Evigraph in {channel.id}", {**message, "channel": channel.id}
        for id, view in list(world.views.items()):
            yield id, f"modal: {view['title']['text']}", view

    async def watch(self) -> None:
        """Show what is new or has changed, once it rests."""
        before: dict[str, str] = {}
        while True:
            await asyncio.sleep(QUIET)
            now = {name: _read(thing) for name, _, thing in self.things()}
            for name, heading, thing in list(self.things()):
                if now.get(name) == before.get(name) != self.shown.get(name):
                    self.shown[name] = now[name]
                    self._show(heading, now[name], thing)
            before = now

    def _show(self, heading: str, text: str, thing: Json) -> None:
        print(f"\n── {heading} " + "─" * max(0, 60 - len(heading)), text, sep="\n", flush=True)
        blocks = thing.get("blocks") or []
        if thing.get("type") == "modal":
            self.view = thing
            fields = [b["element"]["action_id"] for b in blocks if b["type"] == "input"]
            print("".join(f"  send {name.removeprefix('names:')}=…\n" for name in fields), end="")
        if labels(blocks):
            self.pressable = [(thing, block, label) for block in blocks for label in labels([block])]
            print("  ".join(f"[{n} {label}]" for n, (*_, label) in enumerate(self.pressable, 1)), flush=True)

    async def do(self, line: str) -> None:
        """Do what was typed."""
        verb, _, rest = line.partition(" ")
        if line.isdigit():
            await self._press(int(line))
        elif line.startswith("/"):
            await self.people.command(self.where, verb, rest)
        elif verb in {"check", "map", "about"}:
            name = {"check": "check_claims", "map": "map_thread", "about": "ask_about"}[verb]
            await self.people.shortcut(name, self.where, self.thread)
        elif verb == "send" and self.view is not None:
            given = dict(part.split("=", 1) for part in rest.split() if "=" in part)
            values: Json = {
                k: v.replace("_", " ").split(",") if "," in v else v.replace("_", " ") for k, v in given.items()
            }
            await self.people.submit(self.view, ANN, **values)
        elif verb in {"+", "@"}:
            await self._say(rest, DIRECT if verb == "@" else self.where, self.thread if verb == "+" else "")
        else:
            await self._say(line, CHANNEL, "")

    async def _say(self, text: str, channel: str, thread: str) -> None:
        ts = await self.people.say(channel, text, thread=thread, mention=not channel.startswith("D"))
        self.where, self.thread = channel, thread or ts

    async def _press(self, number: int) -> None:
        if not 1 <= number <= len(self.pressable):
            print(f"Nothing has the number {number}.")
            return
        thing, block, label = self.pressable[number - 1]
        only = {**thing, "blocks": [block]}
        if thing.get("type") == "modal":
            await self.people.press_in(only, label)
        else:
            await self.people.press(str(thing.get("channel") or self.where), label, message=only)


def _read(thing: Json) -> str:
    """The words of a message or a modal, a line for each of its blocks."""
    blocks = [b for b in thing.get("blocks") or [] if b["type"] != "actions"]
    lines = [line for b in blocks for line in _lines(b)]
    files = [f"(file: {file['name']})" for file in thing.get("files") or ()]
    return "\n".join([*(line for line in lines if line), *files]) or str(thing.get("text") or "")


def _lines(block: Json) -> Iterator[str]:
    match block["type"]:
        case "rich_text":
            for element in block["elements"]:
                listed = element["type"] == "rich_text_list"
                yield from (f"  • {words(e)}" for e in element["elements"]) if listed else [words(element)]
        case "table":
            yield from (" | ".join(words(cell) for cell in row) for row in block["rows"])
        case "image":
            yield f"(picture: {block['alt_text']})"
        case _:
            yield words({key: value for key, value in block.items() if key not in {"accessory", "element"}})


async def open_desk(port: int) -> None:
    """Serve until the typing ends."""
    async with SlackServer(port) as slack:
        world = slack.world
        world.scopes = ",".join(SCOPES)
        world.users[ANN] = {"name": "ann", "real_name": "Ann", "is_admin": True}
        for id in (CHANNEL, DIRECT, f"D{ANN}"):
            world.channel(id)
        print(HOW % slack.api, flush=True)
        desk = Desk(slack, People(slack))
        watching = asyncio.create_task(desk.watch())
        try:
            while line := await asyncio.to_thread(sys.stdin.readline):
                if not line.strip():
                    continue
                try:
                    await desk.do(line.strip())
                except (AssertionError, TimeoutError, StopIteration) as error:
                    print(f"That did not reach the bot: {error or 'is it running?'}", flush=True)
                except IndexError:  # there is no socket
                    print("That did not reach the bot: is it running?", flush=True)
            await asyncio.sleep(3 * QUIET)
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
            await desk.people.close()


def _port() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.servers.slack", description=__doc__)
    asked.add_argument("port", type=int, nargs="?", default=PORT, help=f"where its API listens (default: {PORT})")
    return int(asked.parse_args().port)


def main() -> None:
    """Run it."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(open_desk(_port()))
