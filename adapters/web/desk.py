"""What the page's routes share: where events go, whom to ask, and which pages are open."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import Request

from adapters.port import Ask, EventSink, Origin, ReadMessages, TeamDesk
from adapters.web.people import Visitor
from adapters.web.streams import PageStreams
from kgcore.errors import EvigraphError
from kgcore.values.message import Incoming, Place


@dataclass(slots=True)
class WebServices:
    """`platform` is the adapter's name, `read` reads a pasted conversation.

    Inbox and `ask` are there only while the adapter receives. `shares`: threads can be shared by link. `desk` shows the
    whole bot; `signs_out`: people sign in and out here.
    """

    platform: str
    status: Callable[[], str]
    examples: tuple[str, ...]
    read: ReadMessages
    streams: PageStreams = field(default_factory=PageStreams)
    inbox: EventSink | None = None
    ask: Ask | None = None
    shares: bool = False
    desk: TeamDesk | None = None
    signs_out: bool = False

    def place(self, visitor: Visitor, thread: str) -> Place:
        """Return the thread of that name as this visitor sees it."""
        return Place(self.platform, "", visitor.channel, thread)

    def asker(self) -> Ask:
        """Return whom to ask; raises EvigraphError while nobody is there."""
        if self.ask is None:
            raise EvigraphError("Evigraph is starting or stopping.", hint="Please try again in a moment.")
        return self.ask

    async def put(self, event: Incoming, origin: Origin) -> bool:
        """Hand the event over; False when it was seen before. Raises EvigraphError."""
        self.asker()
        return await self.inbox.put(event, origin) if self.inbox else False


def wants_html(request: Request) -> bool:
    """Whether a browser without scripts asks, which is shown pages rather than sent data."""
    return "text/html" in request.headers.get("accept", "")


def new_id() -> str:
    """Return a name for a thread or an event that nobody can guess."""
    return secrets.token_urlsafe(9)
