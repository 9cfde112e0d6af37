"""What every listener works with: the inbox and the core's answers, where threads lie, who people are."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, Final

import structlog

from adapters.port import Ask, EventSink
from adapters.shared.typing import command_said
from adapters.shared.writing import Writing
from adapters.slack import limits
from adapters.slack.controls import dump_form
from adapters.slack.delivering import PrivateReplies
from adapters.slack.escape import shorten_text, strip_controls, unescape_text
from adapters.slack.events import ChangedMessage, Home, SpokenMessage, read_changed, read_spoken
from adapters.slack.pacing import CallPacing
from adapters.slack.render import home_view
from adapters.slack.streaming import say_busy
from adapters.slack.threads import PLATFORM, ReturnPath, SlackThreads, dump_place, own_thread
from adapters.slack.uploads import ThreadTarget
from adapters.slack.workspaces import Workspaces
from kgcore.commands import Permission
from kgcore.errors import EvigraphError, StoreError
from kgcore.values.message import (
    Address,
    Change,
    Command,
    CommandQuery,
    Incoming,
    Message,
    Person,
    Place,
    ThreadQuery,
    ThreadsQuery,
)
from kgcore.values.reply import Choices, Form, Notice, Plain, Reply, Text, Tone

log = structlog.get_logger()
_KEPT = 10_000


class SlackServices:
    """Shared by the listeners; `inbox` and `ask` are there while the adapter receives."""

    def __init__(self, workspaces: Workspaces, threads: SlackThreads, pacing: CallPacing) -> None:
        self.workspaces = workspaces
        self.pacing = pacing
        self.threads = threads
        self.private = PrivateReplies(workspaces, threads)
        self.inbox: EventSink | None = None
        self.ask: Ask | None = None
        self.writing = Writing()
        self._committed: dict[str, None] = {}  # ids that need not be asked of the store again: a mention comes twice
        self._errands: set[asyncio.Task[None]] = set()

    async def put(self, event: Incoming, back: ReturnPath | None = None) -> bool:
        """Commit an event, and before it the way back to where it came from. Raises StoreError."""
        if self.inbox is None:
            raise StoreError("Evigraph is starting or stopping.")
        if event.id in self._committed:
            return False
        if back is not None:
            await self.threads.keep_back(event.id, back)
        new = await self.inbox.put(event)
        self._committed[event.id] = None
        if len(self._committed) > _KEPT:
            del self._committed[next(iter(self._committed))]
        return new

    async def latest(self, team: str, channel: str, otherwise: str) -> Place:
        """Return the channel's thread that was used last, or a new one: slash commands cannot name a thread."""
        place = Place(PLATFORM, team, channel, otherwise)
        if self.ask is None:
            return place
        try:
            reply = await self.ask(ThreadsQuery(replace(place, thread="")))
        except EvigraphError:
            return place
        buttons = [c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
        return replace(place, thread=buttons[0].action) if buttons else place

    async def read(self, home: Home, text: str) -> str:
        """Return what somebody wrote as people saw it, with the names of those whom it mentions."""
        names = await self.workspaces.names(home.team, text, home.me) if "<" in text else {}
        return unescape_text(text, home.me, names)

    async def person(self, team: str, id: str, name: str, *, judged: bool) -> Person:
        """Return who it is; `judged`: whether they are an admin matters here."""
        if not judged:
            return Person(id, name)
        found = await self.workspaces.person(team, id)
        return replace(found, name=found.name or name)

    def errand(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside: it may fail without anybody being the worse for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.info("a courtesy failed", reason=type(task.exception()).__name__)

    async def close(self) -> None:
        """End what is under way."""
        self.inbox = self.ask = None
        for task in list(self._errands):
            task.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)


# --- Mentions, messages in threads, direct messages and the agent's view.

Body = dict[str, Any]
_ASIDE: Final = frozenset({"check", "map", "summary"})
FILES: Final = "I read the words of a message only: what is in the attached files is not part of my answer."
FILES_ALONE: Final = "I cannot read files. Please ask in words."
PROMPTS: Final = (
    ("Can vitamin E slow Alzheimer's?", "Can vitamin E slow the progression of Alzheimer's disease?"),
    ("Prevent the common cold", "Which supplements prevent the common cold?"),
    ("About ginkgo biloba", "Tell me about ginkgo biloba"),
    ("Coffee and blood pressure", "Does coffee raise blood pressure?"),
)


def _own(reply: Reply) -> Reply:
    """Return a panel with its first form alone, which is the person's own: others are for a channel or a thread."""
    first = next((b for b in reply.blocks if isinstance(b, Form)), None)
    return replace(reply, blocks=tuple(b for b in reply.blocks if b is first or not isinstance(b, Form)))


EXAMPLES: Final = Reply(
    "",
    "",
    (
        Notice("Mention me in a channel, or write to me under “Messages”. For example:", Tone.INFO),
        *(Text((Plain(f"“{message}”"),)) for _, message in PROMPTS),
    ),
)


def is_aside(command: str, place: Place) -> bool:
    """Whether what a command answers is shown to the person alone first, who can share it then."""
    return command in _ASIDE and not place.channel.startswith("D")


class Messages:
    """Listeners of the Events API (https://docs.slack.dev/apis/events-api/)."""

    def __init__(self, services: SlackServices) -> None:
        self._services = services

    async def said(self, body: Body, home: Home) -> None:
        """Somebody said something where we can hear it. Raises StoreError, so that Slack sends it again."""
        changed = read_changed(body, home)
        if changed is not None:
            await self._changed(changed, home, outsiders=bool(body.get("is_ext_shared_channel")))
            return
        heard = read_spoken(body, home)
        if heard is None or not (heard.addressed or heard.thread):
            return
        heard = replace(heard, text=await self._services.read(home, heard.text))
        outsiders = bool(body.get("is_ext_shared_channel"))
        self._services.workspaces.told(heard.team, heard.channel, outsiders)
        place = (
            await self._services.threads.place(heard.team, heard.channel, heard.thread)
            if heard.thread
            else Place(PLATFORM, heard.team, heard.channel, heard.ts)
        )
        if heard.files and heard.addressed:
            self._services.errand(self._left_out(heard, place))
            if not heard.text.strip():
                return
        event = await self._event(heard, place, outsiders)
        if await self._services.put(event) and heard.addressed and isinstance(event, Message) and not outsiders:
            self._services.errand(self._best_effort(heard, place))

    async def _changed(self, changed: ChangedMessage, home: Home, *, outsiders: bool) -> None:
        """A message was changed or deleted. Raises StoreError."""
        place = await self._services.threads.place(home.team, changed.channel, changed.thread)
        text = await self._services.read(home, changed.text)
        if text.strip() or not changed.text:
            made = Change(changed.id, place, Person(changed.user), changed.message, text.strip(), outsiders)
            await self._services.put(made)

    async def _left_out(self, heard: SpokenMessage, place: Place) -> None:
        """Say to who sent files that they are not read."""
        client = await self._services.workspaces.client(heard.team)
        to = Address(place, Person(heard.user), f"{heard.id}:files")
        await self._services.private.say(client, to, FILES if heard.text.strip() else FILES_ALONE)

    async def _event(self, heard: SpokenMessage, place: Place, outsiders: bool) -> Incoming:
        """A single word that is a command's name is that command."""
        row = command_said(heard.text.strip() or "help")
        if heard.addressed and row is not None:
            person = await self._services.person(heard.team, heard.user, "", judged=row.who is Permission.ADMIN)
            aside = is_aside(row.name, place)
            return Command(heard.id, place, person, row.name, outsiders=outsiders, aside=aside)
        said = Message(heard.id, place, Person(heard.user), heard.text, heard.addressed, outsiders)
        return self._services.writing.stopping(said)

    async def _best_effort(self, heard: SpokenMessage, place: Place) -> None:
        """Say that we are at work; in the agent's view name the thread after its first question."""
        client = await self._services.workspaces.client(heard.team)
        thread = heard.thread or heard.ts
        await say_busy(client, self._services.pacing, ThreadTarget(heard.team, heard.channel, thread))
        if not heard.direct:
            return
        turns = await self._services.ask(ThreadQuery(place)) if self._services.ask else None
        asked = [c for b in (turns.blocks if turns else ()) if isinstance(b, Choices) for c in b.buttons]
        if len(asked) <= 1:
            title = shorten_text(strip_controls(asked[0].label if asked else heard.text), limits.THREAD_TITLE)
            await client.assistant_threads_setTitle(channel_id=heard.channel, thread_ts=thread, title=title)

    async def joined(self, body: Body, home: Home) -> None:
        """We were invited: who did it is told, alone and once, what we can do. Raises StoreError."""
        event = body.get("event") or {}
        inviter, channel = str(event.get("inviter") or ""), str(event.get("channel") or "")
        if event.get("user") != home.me or not inviter or not channel:
            return
        id = f"slack:joined:{home.team}:{channel}:{event.get('event_ts')}"
        place = Place(PLATFORM, home.team, channel, own_thread(id))
        audience = await self._services.workspaces.audience(home.team, channel)
        await self._services.put(
            Command(id, place, Person(inviter), "help", outsiders=audience.outsiders, unsure=audience.unsure)
        )

    async def opened(self, body: Body, home: Home) -> None:
        """Somebody opened the conversation with us: offer questions.

        The agent's view tells so by app_home_opened, and has its questions above all threads: a `thread_ts` would be
        refused in silence (https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts). Apps that
        still have the older assistant's view open a thread for it.
        """
        event = body.get("event") or {}
        if event.get("type") == "app_home_opened":
            if event.get("tab") == "home":
                self._services.errand(self._home(home, str(event.get("user")), str(event.get("channel"))))
            if event.get("tab") == "messages":
                self._services.errand(self._prompts(home.team, str(event.get("channel")), None))
            return
        thread = event.get("assistant_thread") or {}
        self._services.errand(self._prompts(home.team, str(thread.get("channel_id")), str(thread.get("thread_ts"))))

    async def _home(self, home: Home, user: str, channel: str) -> None:
        """Fill the Home tab: what can be asked, one's own list, and the settings."""
        if self._services.ask is None:
            return
        place = await self._services.latest(home.team, channel, own_thread(f"slack:home:{home.team}:{user}"))
        who = await self._services.person(home.team, user, "", judged=True)
        shown = [("Ask about health research", EXAMPLES)]
        for title, name in (("Your bookmarks", "bookmarks"), ("Settings", "settings")):
            asked = Command(f"slack:home:{home.team}:{user}", place, who, name)
            shown.append((title, _own(await self._services.ask(CommandQuery(asked)))))
        view, forms = home_view(shown, dump_place(place))
        for key, form in forms.items():
            await self._services.threads.keep_text("form", key, dump_form(form))
        client = await self._services.workspaces.client(home.team)
        await client.views_publish(user_id=user, view=view)

    async def _prompts(self, team: str, channel: str, ts: str | None) -> None:
        client = await self._services.workspaces.client(team)
        prompts = [{"title": title, "message": message} for title, message in PROMPTS[: limits.SUGGESTED_PROMPTS]]
        await client.assistant_threads_setSuggestedPrompts(
            channel_id=channel, thread_ts=ts, title="Ask about health research", prompts=prompts
        )
