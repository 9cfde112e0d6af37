"""Where a reply goes: into the thread, to one person alone, or, where we may not post, a word on why."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.calling import called
from adapters.slack.errors import Trouble, name_of, translated, trouble, why_not
from adapters.slack.escape import fallback
from adapters.slack.finding import ROOT_TYPE, find_root
from adapters.slack.pacing import Kind, Pacing
from adapters.slack.parts import person, rich, section, words
from adapters.slack.posting import Posting
from adapters.slack.private import UNREACHABLE, Private
from adapters.slack.receipts import Kept
from adapters.slack.status import say_done
from adapters.slack.threads import Threads
from adapters.slack.uploads import Spot
from adapters.slack.workspaces import Workspaces
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.message import Address
from kgcore.reply import Figure, File, Notice, Reply

log = structlog.get_logger()
_TOLD = 1_000


class Delivering:
    """`deliver` of the adapter."""

    def __init__(self, workspaces: Workspaces, threads: Threads, pacing: Pacing) -> None:
        self._workspaces = workspaces
        self._threads = threads
        self._pacing = pacing
        self._posting = Posting(threads, pacing)
        self._private = Private(workspaces, threads)
        self._told: set[str] = set()
        self._locks: dict[str, asyncio.Lock] = {}
        self._doubtful: set[str] = set()  # places whose first message may stand there although we heard nothing

    async def deliver(self, reply: Reply, to: Address, receipt: str | None) -> str:
        """See `adapters.port.Adapter.deliver`."""
        key = reply.turn or to.event
        kept = self._posting.progress(key, Kept.load(receipt))
        try:
            client = await self._workspaces.client(to.place.workspace)
            kept = await (
                self._alone(client, reply, to, kept) if reply.private else self._open(client, reply, to, kept)
            )
        except SlackApiError as error:
            await self._refused(error, to, key, final=reply.final)
            raise translated(error) from error
        except (aiohttp.ClientError, TimeoutError) as error:
            raise DeliveryError(f"Slack could not be reached: {type(error).__name__}") from error
        return kept.dump()

    async def _open(self, client: AsyncWebClient, reply: Reply, to: Address, kept: Kept) -> Kept:
        """Bring a reply into its thread, whose first message is posted if a command began it."""
        place, key = to.place, reply.turn or to.event
        root = await self._threads.root(place)
        spot = Spot(place.workspace, kept.channel or place.channel, root or "")
        if not reply.final and self._posting.busy(spot, kept):
            return kept
        if root is None and reply.turn:
            spot = replace(spot, thread=await self._rooted(client, reply, to))
        if (
            not kept.ts
            and not kept.asked
            and reply.turn
            and root
            and to.event.startswith(("slack:click", "slack:view"))
        ):
            kept = replace(kept, asked=to.person.id)
        kept = await self._posting.bring(client, reply, spot, to.person.id, key, kept, again=to.attempt > 1)
        if reply.final and not reply.turn:
            self._posting.forget(key)
        if reply.final and reply.turn and to.event.startswith("slack:said"):
            await say_done(client, self._pacing, spot)
        return kept

    async def _rooted(self, client: AsyncWebClient, reply: Reply, to: Address) -> str:
        """Return the ts of the message that says who asked what with a command; it is posted once."""
        place = to.place
        async with self._locks.setdefault(place.key, asyncio.Lock()):
            ts = await self._threads.root(place)
            if ts is None and (to.attempt > 1 or place.key in self._doubtful):
                ts = await find_root(client, place.channel, place.thread)
            ts = ts or await self._begun(client, reply, to)
            await self._threads.rooted(place, ts)
            await self._threads.went_back(to.event)
        self._locks.pop(place.key, None)
        self._doubtful.discard(place.key)
        return ts

    async def _begun(self, client: AsyncWebClient, reply: Reply, to: Address) -> str:
        """Post who asked what."""
        place = to.place
        await self._pacing.turn(Kind.POST, place.channel)
        line = section(person(to.person.id), words(" asks: "), words(reply.question or "…", bold=True))
        call = client.chat_postMessage(
            channel=place.channel,
            text=fallback(f"Asked: {reply.question}"),
            blocks=[rich(line)],
            metadata={"event_type": ROOT_TYPE, "event_payload": {"key": place.thread}},
            unfurl_links=False,
            unfurl_media=False,
        )
        try:
            return str((await called(call, self._pacing, Kind.POST, place.channel))["ts"])
        except DeliveryError:
            self._doubtful.add(place.key)
            raise

    async def _alone(self, client: AsyncWebClient, reply: Reply, to: Address, kept: Kept) -> Kept:
        """Show a reply to one person: once, when it is complete. What has files goes as direct messages."""
        if kept.private or not reply.final:
            return kept
        files = any(isinstance(b, Figure | File) for b in reply.blocks)
        channel = await self._private.reachable(to) if files else ""
        if channel:
            spot = Spot(to.place.workspace, channel, "")
            kept = await self._posting.bring(client, reply, spot, to.person.id, to.event, kept, again=False)
            if channel != to.place.channel:
                await self._private.say(client, to, "I have sent it to you as a direct message, with its files.")
        else:
            blocks = (*reply.blocks, Notice(UNREACHABLE)) if files else reply.blocks
            await self._private.show(client, replace(reply, blocks=blocks), to)
        return replace(kept, private=True)

    async def _refused(self, error: SlackApiError, to: Address, key: str, *, final: bool) -> None:
        """Tell the person why nothing can be posted, once; forget a workspace that has revoked us."""
        name, kind = name_of(error), trouble(error)
        match kind:
            case Trouble.LATER:
                pass  # it will be tried again
            case Trouble.REVOKED:
                await self._workspaces.revoked(to.place.workspace)
                log.warning("a workspace has revoked its token", workspace=to.place.workspace, error=name)
            case _ if (final or kind is Trouble.FORBIDDEN) and key not in self._told:
                if len(self._told) > _TOLD:
                    self._told.clear()
                self._told.add(key)
                try:
                    await self._private.reason(to, why_not(name, to.place.channel))
                except (SlackApiError, DeliveryRefused, aiohttp.ClientError, TimeoutError):
                    log.warning("a person could not be told why nothing was posted", error=name)
