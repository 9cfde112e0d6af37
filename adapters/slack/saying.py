"""Mentions, messages in threads, direct messages and the agent's view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from adapters.slack import limits
from adapters.slack.desk import Desk
from adapters.slack.escape import clean, shortened
from adapters.slack.events import Home, Spoken, spoken
from adapters.slack.status import say_busy
from adapters.slack.threads import PLATFORM
from adapters.slack.uploads import Spot
from kgcore.message import Command, Message, Person, Place, ThreadQuery
from kgcore.reply import Choices

Body = dict[str, Any]
PROMPTS: Final = (
    ("Can vitamin E slow Alzheimer's?", "Can vitamin E slow the progression of Alzheimer's disease?"),
    ("Prevent the common cold", "Which supplements prevent the common cold?"),
    ("About ginkgo biloba", "Tell me about ginkgo biloba"),
    ("Coffee and blood pressure", "Does coffee raise blood pressure?"),
)
WORDS: Final = frozenset({"help", "undo", "steps", "summary", "progress", "settings", "bookmarks", "forget"})


class Saying:
    """Listeners of the Events API (https://docs.slack.dev/apis/events-api/)."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def said(self, body: Body, home: Home) -> None:
        """Somebody said something where we can hear it. Raises StoreError, so that Slack sends it again."""
        heard = spoken(body, home)
        if heard is None or not (heard.addressed or heard.thread):
            return
        heard = replace(heard, text=await self._desk.read(home, heard.text))
        outsiders = bool(body.get("is_ext_shared_channel"))
        self._desk.workspaces.told(heard.team, heard.channel, outsiders)
        place = (
            await self._desk.threads.place(heard.team, heard.channel, heard.thread)
            if heard.thread
            else Place(PLATFORM, heard.team, heard.channel, heard.ts)
        )
        event = await self._event(heard, place, outsiders)
        if await self._desk.put(event) and heard.addressed and isinstance(event, Message) and not outsiders:
            self._desk.errand(self._courtesies(heard, place))

    async def _event(self, heard: Spoken, place: Place, outsiders: bool) -> Message | Command:
        """A single word that is a command's name is that command."""
        word = heard.text.strip().lower()
        if heard.addressed and (word in WORDS or not word):
            person = await self._desk.person(heard.team, heard.user, "", judged=word == "settings")
            return Command(heard.id, place, person, word or "help", outsiders=outsiders)
        return Message(heard.id, place, Person(heard.user), heard.text, heard.addressed, outsiders)

    async def _courtesies(self, heard: Spoken, place: Place) -> None:
        """Say that we are at work; in the agent's view name the thread after its first question."""
        client = await self._desk.workspaces.client(heard.team)
        thread = heard.thread or heard.ts
        await say_busy(client, self._desk.pacing, Spot(heard.team, heard.channel, thread))
        if not heard.direct:
            return
        turns = await self._desk.ask(ThreadQuery(place)) if self._desk.ask else None
        asked = [c for b in (turns.blocks if turns else ()) if isinstance(b, Choices) for c in b.buttons]
        if len(asked) <= 1:
            title = shortened(clean(asked[0].label if asked else heard.text), limits.THREAD_TITLE)
            await client.assistant_threads_setTitle(channel_id=heard.channel, thread_ts=thread, title=title)

    async def opened(self, body: Body, home: Home) -> None:
        """Somebody opened the conversation with us: offer questions.

        The agent's view tells so by app_home_opened, and has its questions above all threads: a `thread_ts` would be
        refused in silence (https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts). Apps that
        still have the older assistant's view open a thread for it.
        """
        event = body.get("event") or {}
        if event.get("type") == "app_home_opened":
            if event.get("tab") == "messages":
                self._desk.errand(self._prompts(home.team, str(event.get("channel")), None))
            return
        thread = event.get("assistant_thread") or {}
        self._desk.errand(self._prompts(home.team, str(thread.get("channel_id")), str(thread.get("thread_ts"))))

    async def _prompts(self, team: str, channel: str, ts: str | None) -> None:
        client = await self._desk.workspaces.client(team)
        prompts = [{"title": title, "message": message} for title, message in PROMPTS[: limits.SUGGESTED_PROMPTS]]
        await client.assistant_threads_setSuggestedPrompts(
            channel_id=channel, thread_ts=ts, title="Ask about health research", prompts=prompts
        )
