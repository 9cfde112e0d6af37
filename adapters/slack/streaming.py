"""Words as they are written, by Slack's own streaming where a workspace has it.

A stream only takes more words, so it carries the words alone. When it ends its message is one like any other, and is
edited into the answer with its verdicts; until then Slack refuses to edit it. See
https://docs.slack.dev/reference/methods/chat.startStream, chat.appendStream and chat.stopStream.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.buttons import choices_units
from adapters.slack.calling import called
from adapters.slack.errors import Trouble, name_of, trouble
from adapters.slack.escape import clean, markdown, shortened
from adapters.slack.pacing import Kind, Pacing
from adapters.slack.parts import Json
from adapters.slack.receipts import Kept
from adapters.slack.uploads import Spot
from kgcore.errors import DeliveryError
from kgcore.reply import Choices, Claims, Figure, Progress, Reply, Text

log = structlog.get_logger()
_KEPT: Final = 2_000


@dataclass(frozen=True, slots=True)
class Written:
    """What a stream says: the words, and what is being done; `buttons` stand above the words."""

    words: str
    doing: str
    buttons: tuple[Json, ...] = field(default=(), compare=False)


class Streaming:
    """Streams of this process. What an earlier one left open is only ended here."""

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self._open: OrderedDict[str, Written] = OrderedDict()
        self._without: dict[tuple[str, str], float] = {}  # where Slack does not stream, and since when
        self._bare: set[str] = set()  # workspaces that stream words, but no buttons

    async def show(
        self, client: AsyncWebClient, reply: Reply, spot: Spot, person: str, key: str, kept: Kept
    ) -> Kept | None:
        """Say in a stream what there is to say now; None where that has to be said by a post or an edit.

        Raises DeliveryError where nobody knows whether a stream has begun.
        """
        now = written(reply, kept)
        if now is None:
            return None
        if not kept.ts:
            return await self._start(client, spot, person, key, kept, now) if self._may(spot) else None
        before = self._open.get(key)
        if not kept.streaming or before is None or not now.words.startswith(before.words):
            return None
        return kept if now == before else await self._more(client, spot, key, kept, before, now)

    async def end(self, client: AsyncWebClient, spot: Spot, key: str, kept: Kept, metadata: Json) -> Kept:
        """End the stream, so that its message can be edited; whether it could be is seen then.

        Raises SlackApiError and DeliveryError.
        """
        before = self._open.pop(key, None)
        done = [_task(key, before.doing, "complete")] if before else None
        await self._pacing.turn(Kind.STREAM_END, spot.team)
        call = client.chat_stopStream(channel=spot.channel, ts=kept.ts[0], chunks=done, metadata=metadata)
        try:
            await called(call, self._pacing, Kind.STREAM_END, spot.team)
        except SlackApiError as error:
            if trouble(error) in {Trouble.LATER, Trouble.REVOKED, Trouble.FORBIDDEN}:
                raise
            log.info("a stream was not ended", reason=name_of(error))  # Slack ends them itself after some minutes
        return replace(kept, streaming=False)

    def _may(self, spot: Spot) -> bool:
        if spot.team.startswith("E") and not spot.channel.startswith("D"):
            return False  # the token is an organisation's, and Slack wants to know of which workspace the person is
        since = self._without.get((spot.team, spot.channel), -limits.STREAM_AGAIN)
        if time.monotonic() - since < limits.STREAM_AGAIN:
            return False
        return self._pacing.free(Kind.STREAM, spot.team) and self._pacing.free(Kind.STREAM_END, spot.team)

    async def _start(
        self, client: AsyncWebClient, spot: Spot, person: str, key: str, kept: Kept, now: Written
    ) -> Kept | None:
        await self._pacing.turn(Kind.POST, spot.channel)
        direct = spot.channel.startswith("D")  # Slack wants to know for whom, except where it knows
        buttons = [] if spot.team in self._bare else [{"type": "blocks", "blocks": list(now.buttons)}]
        await self._pacing.turn(Kind.STREAM, spot.team)
        call = client.chat_startStream(
            channel=spot.channel,
            thread_ts=spot.thread,
            recipient_team_id=None if direct else spot.team,
            recipient_user_id=None if direct else person,
            chunks=[_task(key, now.doing, "in_progress"), *(buttons if now.buttons else []), *_words(now.words)],
        )
        try:
            begun = await called(call, self._pacing, Kind.STREAM, spot.team)
        except SlackApiError as error:
            return await self._refused(error, client, spot, person, key, kept, now)
        self._remember(key, now)
        return replace(kept.posted(0, str(begun["ts"]), ""), streaming=True)

    async def _refused(
        self,
        error: SlackApiError,
        client: AsyncWebClient,
        spot: Spot,
        person: str,
        key: str,
        kept: Kept,
        now: Written,
    ) -> Kept | None:
        """Try once more without buttons where they may be the reason; else edit for a while, and say nothing here."""
        match trouble(error):
            case Trouble.REVOKED | Trouble.FORBIDDEN:
                raise error
            case Trouble.LATER:
                return None
            case Trouble.LAYOUT if now.buttons and spot.team not in self._bare:
                self._bare.add(spot.team)
                return await self._start(client, spot, person, key, kept, now)
        log.info("answers are edited here instead of streamed", reason=name_of(error))
        if len(self._without) > _KEPT:
            self._without.clear()
        self._without[spot.team, spot.channel] = time.monotonic()
        return None

    async def _more(
        self, client: AsyncWebClient, spot: Spot, key: str, kept: Kept, before: Written, now: Written
    ) -> Kept | None:
        task = [_task(key, now.doing, "in_progress")] if now.doing != before.doing else []
        chunks = [*task, *_words(now.words[len(before.words) :])]
        await self._pacing.turn(Kind.APPEND, spot.team)
        call = client.chat_appendStream(channel=spot.channel, ts=kept.ts[0], chunks=chunks)
        try:
            await called(call, self._pacing, Kind.APPEND, spot.team)
        except SlackApiError as error:
            if trouble(error) is Trouble.LATER:  # nothing was said; the next state says it
                return kept
            log.info("a stream takes no more", reason=name_of(error))
            self._open.pop(key, None)
            return None
        except DeliveryError:  # whether these words stand there is not known: edits know
            self._open.pop(key, None)
            raise
        self._remember(key, now)
        return kept

    def _remember(self, key: str, now: Written) -> None:
        self._open[key] = now
        self._open.move_to_end(key)
        if len(self._open) > _KEPT:
            self._open.popitem(last=False)


def written(reply: Reply, kept: Kept) -> Written | None:
    """Return what a stream would say of a state; None where words alone do not do.

    Claims and pictures wait for the end.
    """
    paragraphs = [reply.question] if kept.asked else []
    doing, buttons = "", []
    for block in reply.blocks:
        match block:
            case Text(correction=False, level=0, speaker=""):
                paragraphs.append(block.plain)
            case Progress(total=0):
                doing = block.doing
            case Choices():
                buttons += [b for unit in choices_units(block) for b in unit.blocks]
            case Claims() | Figure():
                pass
            case _:
                return None
    words = "\n\n".join(p for p in paragraphs if p)
    return Written(words, doing or "Writing …", tuple(buttons)) if len(markdown(words)) <= limits.STREAM_TEXT else None


def task_id(key: str) -> str:
    """Return the id of the one task of a stream: it tells whose stream a message is."""
    return f"evigraph-{hashlib.blake2b(key.encode(), digest_size=8).hexdigest()}"


def _task(key: str, doing: str, status: str) -> dict[str, Any]:
    return {"type": "task_update", "id": task_id(key), "title": shortened(clean(doing), limits.TASK), "status": status}


def _words(text: str) -> list[dict[str, Any]]:
    return [{"type": "markdown_text", "text": markdown(text)}] if text else []
