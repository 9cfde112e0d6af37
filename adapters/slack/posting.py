"""Replies in threads: post, stream, edit, split, find again what an earlier process posted."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.blocks import digest
from adapters.slack.calling import called
from adapters.slack.errors import Trouble, messages_of, name_of, trouble
from adapters.slack.finding import EVENT_TYPE, find
from adapters.slack.forms import dump_form
from adapters.slack.pacing import Kind, Pacing
from adapters.slack.receipts import Kept
from adapters.slack.render import Asked, Post, Rendered, render
from adapters.slack.streaming import Streaming
from adapters.slack.threads import Threads
from adapters.slack.uploads import Spot, picture_name, upload_file, upload_picture
from kgcore.errors import DeliveryError
from kgcore.reply import Figure, Reply

log = structlog.get_logger()
_KEPT = 2_000  # replies whose progress is remembered, for the case that their receipt could not be saved


class _Unshown(Exception):  # noqa: N818  it never leaves this module
    """Blocks with a picture were refused."""


class Posting:
    """Brings the state of a reply into a place; what has been done is remembered even when a call fails midway."""

    def __init__(self, threads: Threads, pacing: Pacing) -> None:
        self._threads = threads
        self._pacing = pacing
        self._streaming = Streaming(pacing)
        self._progress: OrderedDict[str, Kept] = OrderedDict()
        self._reserved: set[tuple[str, int]] = set()  # messages whose next edit has had its turn already
        self._searched: set[str] = set()  # replies that an earlier process may have posted: looked for already
        self._doubtful: set[str] = set()  # a post may have arrived although we heard nothing

    def progress(self, key: str, kept: Kept) -> Kept:
        """Return what has been posted of a reply: as the receipt says, or what came after it."""
        mine = self._progress.get(key)
        return mine if mine is not None and len(mine.ts) + len(mine.files) > len(kept.ts) + len(kept.files) else kept

    def busy(self, spot: Spot, kept: Kept) -> bool:
        """Whether a state that is not the last had better be left out: it must not use up what last states need."""
        if not kept.ts and not self._pacing.free(Kind.POST, spot.channel):
            return True
        if kept.streaming:
            return not self._pacing.free(Kind.APPEND, spot.team)
        return not self._pacing.free(Kind.UPDATE, spot.team, left=limits.SPARE)

    async def bring(
        self, client: AsyncWebClient, reply: Reply, spot: Spot, person: str, key: str, kept: Kept, *, again: bool
    ) -> Kept:
        """Post, stream or edit, and return what is there now.

        `person` is who asked; `again`: look first for what an earlier try posted.
        """
        kept = self._keep(key, replace(kept, channel=spot.channel))
        if spot.thread and ((again and key not in self._searched) or key in self._doubtful):
            try:
                kept = self._keep(key, await find(client, spot, key, kept))
            except SlackApiError as error:
                if trouble(error) in {Trouble.LATER, Trouble.REVOKED}:
                    raise
                log.warning("a thread could not be searched for earlier posts", error=name_of(error))
            self._doubtful.discard(key)
            self._searched.add(key)
        if not reply.final and spot.thread:
            streamed = await self._stream(client, reply, spot, person, key, kept)
            if streamed is not None:
                return streamed
        if kept.streaming:
            kept = self._keep(key, await self._streaming.end(client, spot, key, kept, _metadata(key, 0)))
        if reply.final:
            kept = await self._pictures(client, reply, spot, key, kept)
        try:
            kept, rendered = await self._all(client, reply, spot, key, kept)
        except _Unshown:  # Slack takes the picture, but not the message that shows it
            for figure in (b for b in reply.blocks if isinstance(b, Figure)):
                kept = self._keep(key, self.progress(key, kept).with_file(digest(figure), ""))
            kept, rendered = await self._all(client, reply, spot, key, kept)
        kept = await self._shortened(client, spot, key, kept, len(rendered.posts))
        for file in rendered.files if reply.final else ():
            if file.name not in kept.uploaded:
                kept = self._keep(key, kept.with_file(file.name, await upload_file(client, self._pacing, spot, file)))
        return kept

    async def _stream(
        self, client: AsyncWebClient, reply: Reply, spot: Spot, person: str, key: str, kept: Kept
    ) -> Kept | None:
        """Say it by streaming; None where that does not do."""
        begun = bool(kept.ts)
        try:
            streamed = await self._streaming.show(client, reply, spot, person, key, kept)
        except DeliveryError:
            if not begun:
                self._doubtful.add(key)
            raise
        if streamed is None:
            return None
        if not begun:
            self._reserve(spot, key, 0)
        return self._keep(key, streamed)

    async def _all(
        self, client: AsyncWebClient, reply: Reply, spot: Spot, key: str, kept: Kept
    ) -> tuple[Kept, Rendered]:
        """Post or edit every message that says something new."""
        asked = Asked(kept.asked, reply.question) if kept.asked and reply.turn else None
        rendered = render(reply, kept.uploaded, asked)
        for form_key, form in rendered.forms.items():
            await self._threads.keep_text("form", form_key, dump_form(form))
        for nth, post in enumerate(rendered.posts):
            if not kept.is_at(nth, post.version):
                kept = await self._one(client, spot, key, kept, nth, post)
        return kept, rendered

    def forget(self, key: str) -> None:
        """Let go of what is remembered of a reply."""
        self._progress.pop(key, None)

    def _keep(self, key: str, kept: Kept) -> Kept:
        self._progress[key] = kept
        self._progress.move_to_end(key)
        if len(self._progress) > _KEPT:
            self._progress.popitem(last=False)
        return kept

    async def _pictures(self, client: AsyncWebClient, reply: Reply, spot: Spot, key: str, kept: Kept) -> Kept:
        for figure in (b for b in reply.blocks if isinstance(b, Figure)):
            if digest(figure) not in kept.uploaded:
                id = await upload_picture(client, self._pacing, spot, picture_name(key, figure), figure)
                kept = self._keep(key, kept.with_file(digest(figure), id))
        return kept

    async def _one(self, client: AsyncWebClient, spot: Spot, key: str, kept: Kept, nth: int, post: Post) -> Kept:
        """Post or edit one message; refused blocks are sent again as plain words. Raises _Unshown."""
        try:
            ts = await self._send(client, spot, key, kept, nth, post)
        except SlackApiError as error:
            match trouble(error):
                case Trouble.LAYOUT if any(b["type"] == "image" for b in post.blocks):
                    raise _Unshown from error
                case Trouble.LAYOUT:
                    log.error("blocks were refused", error=name_of(error), said=messages_of(error))
                    ts = await self._send(client, spot, key, kept, nth, replace(post, blocks=()))
                case Trouble.GONE if not post.final:  # the last state will stand anew, and no other
                    return kept
                case Trouble.GONE:
                    kept = await self._shortened(client, spot, key, kept, nth)
                    ts = await self._send(client, spot, key, kept, nth, post)
                case _:
                    raise
        return self._keep(key, kept.posted(nth, ts, post.version))

    async def _send(self, client: AsyncWebClient, spot: Spot, key: str, kept: Kept, nth: int, post: Post) -> str:
        content: dict[str, Any] = {
            "channel": spot.channel,
            "text": post.text,
            "blocks": list(post.blocks),
            "metadata": _metadata(key, nth),
            "parse": "none",
            "link_names": False,
        }
        if nth < len(kept.ts):
            if (key, nth) not in self._reserved:
                await self._pacing.turn(Kind.UPDATE, spot.team)
            self._reserved.discard((key, nth))
            await called(client.chat_update(ts=kept.ts[nth], **content), self._pacing, Kind.UPDATE, spot.team)
            return kept.ts[nth]
        await self._pacing.turn(Kind.POST, spot.channel)
        thread = spot.thread or (kept.ts[0] if kept.ts else None)  # what goes on stands below what it goes on from
        call = client.chat_postMessage(
            thread_ts=thread, unfurl_links=False, unfurl_media=False, mrkdwn=bool(post.blocks), **content
        )
        try:
            done = await called(call, self._pacing, Kind.POST, spot.channel)
        except DeliveryError:
            self._doubtful.add(key)
            raise
        if not post.final:
            self._reserve(spot, key, nth)
        return str(done["ts"])

    def _reserve(self, spot: Spot, key: str, nth: int) -> None:
        """It will be edited at least once; in a burst fewer placeholders are posted therefore."""
        self._pacing.reserve(Kind.UPDATE, spot.team)
        self._reserved.add((key, nth))

    async def _shortened(self, client: AsyncWebClient, spot: Spot, key: str, kept: Kept, count: int) -> Kept:
        """Take away messages that are not, or no longer, part of the reply."""
        for ts in kept.ts[count:]:
            try:
                await client.chat_delete(channel=spot.channel, ts=ts)
            except SlackApiError as error:
                if trouble(error) is not Trouble.GONE:
                    raise
        return (
            self._keep(key, replace(kept, ts=kept.ts[:count], says=kept.says[:count])) if count < len(kept.ts) else kept
        )


def _metadata(key: str, nth: int) -> dict[str, Any]:
    return {"event_type": EVENT_TYPE, "event_payload": {"key": key, "part": nth}}
