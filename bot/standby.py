"""The assistant of a bot whose graph may be away, at the start or later: it waits for it, and says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from bot.rehearsing import rehearse_graph
from kgcore.errors import EvigraphError, GraphBusy, GraphError, GraphUnavailable
from kgcore.ports import UNQUEUED, KnowledgeGraph
from kgcore.presentation.replies import notice_reply
from kgcore.values.message import LOOKS, Action, Change, Click, Incoming, Message, Place, Query, Verb
from kgcore.values.reply import Reply

if TYPE_CHECKING:
    from bot.wiring import Parts

log = structlog.get_logger()
WAITS = (
    "The knowledge graph cannot be reached just now, so this has to wait a little. I answer here as soon as it is "
    "back; should that take longer than a minute or two, I answer without it and say so."
)
AWAY = "cannot be reached just now; it is waited for"
_NOBODY = "?"  # the id of no entity


@dataclass(frozen=True, slots=True)
class GraphRetryPolicy:
    """Seconds: before the graph is tried again, doubled up to `longest`; and for how long after the start what people
    ask waits for it. After that it is answered as when the graph is lost: unsure, and saying so.
    """

    first: float = 0.5
    longest: float = 15.0
    events: float = 90.0  # with what the answer takes then, less than two minutes
    looks: float = 4.0  # between two looks whether a graph that was there is there still
    silence: float = 8.0  # after which no answer is one, too


class Standby:
    """Has the `parts` answer, first those without a graph and then those with it."""

    def __init__(
        self, parts: Parts, open_graph: Callable[[], Awaitable[KnowledgeGraph]], waiting: GraphRetryPolicy | None = None
    ) -> None:
        self.parts = parts
        self._first = parts.graph
        self._open = open_graph
        self._waiting = waiting or GraphRetryPolicy()
        self._there = asyncio.Event()
        self._gone = False
        self._until = asyncio.get_running_loop().time() + self._waiting.events

    @property
    def away(self) -> str:
        """That the graph is away, in words for whoever asks after our health; "" when it is there."""
        return AWAY if self.parts.away or self._gone else ""

    def status(self) -> str:
        """Return what the bot runs on, in words."""
        return self.parts.status

    async def arrive(self) -> None:
        """Return when the graph is there. Raises GraphError and ConfigError for what waiting does not heal."""
        wait = self._waiting.first
        if self.parts.away:
            log.warning("the graph is away; it is waited for", reason=str(self.parts.away))
        while self.parts.away:
            await asyncio.sleep(wait)
            wait = min(2 * wait, self._waiting.longest)
            try:
                graph = await self._open()
            except GraphUnavailable as error:
                log.info("the graph is still away", reason=error.message, next_try_in_seconds=wait)
                continue
            self.parts = self.parts.on(graph)
            await self.parts.prepare()
            self._there.set()
            log.info("the graph is there", status=self.parts.status)
            await self.parts.warm()

    async def watch(self) -> None:
        """Look now and then whether the graph is there still: our health and the log tell, whether anybody asks or not.

        A server that was started anew is asked everything once when it is back, lest the first person wait for it.
        """
        while True:
            await asyncio.sleep(self._waiting.looks)
            if self.parts.away:
                continue
            reason = await self._silence()
            if reason and not self._gone:
                log.warning("the graph has gone away; it is waited for", reason=reason)
            if self._gone and not reason:
                await rehearse_graph(self.parts.graph)
                log.info("the graph is back")
            self._gone = bool(reason)

    async def _silence(self) -> str:
        """Return why the graph does not answer; "" where it does, or has too much to do."""
        before = UNQUEUED.set(True)  # how many ask it does not tell whether it is there
        try:
            async with asyncio.timeout(self._waiting.silence):
                await self.parts.graph.entities([_NOBODY])
        except GraphBusy:
            return ""
        except GraphError as error:
            return error.message
        except TimeoutError:
            return "It does not answer."
        finally:
            UNQUEUED.reset(before)
        return ""

    async def before(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield what is said at once of an event that has to wait; ends when it can be answered."""
        left = self._until - asyncio.get_running_loop().time()
        if not self.parts.away or left <= 0 or not _wants_graph(event):
            return
        if not isinstance(event, Message) or event.addressed:
            yield notice_reply(WAITS)
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                await self._there.wait()

    def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows."""
        return self.parts.assistant.turn(event)

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place."""
        self.parts.assistant.stop(turn, place)

    async def accepts(self, event: Incoming) -> bool:
        """Whether the event is to be kept at all."""
        return await self.parts.assistant.accepts(event)

    async def cleared(self, event: Incoming) -> Incoming:
        """Return an event without patients' identifiers in what was written."""
        return await self.parts.assistant.cleared(event)

    async def ask(self, query: Query) -> Reply:
        """Answer what changes nothing. Raises StoreError."""
        return await self.parts.assistant.ask(query)

    async def close(self) -> None:
        """Let go of a graph that came later."""
        if self.parts.graph is not self._first:
            with suppress(EvigraphError):
                await self.parts.graph.close()


def _wants_graph(event: Incoming) -> bool:
    """Whether an event may need the graph; buttons that only show or stop something do not."""
    if isinstance(event, Change):
        return False
    if not isinstance(event, Click):
        return True
    action = Action.parse(event.action)
    return action is not None and action.verb not in LOOKS and action.verb is not Verb.STOP
