"""What an earlier process posted is found again by the metadata of its messages and the names of its files.

https://docs.slack.dev/messaging/message-metadata; reading it asks for `include_all_metadata`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.shared.waiting import written_out
from adapters.slack import limits
from adapters.slack.blocks import figure_digest
from adapters.slack.controls import dump_form
from adapters.slack.errors import ErrorRemedy, messages_of, name_of, what_to_do
from adapters.slack.pacing import CallPacing, PacedKind, call_paced
from adapters.slack.render import AskedBy, Post, RenderedReply, render
from adapters.slack.streaming import PostedReply, Streaming, task_id
from adapters.slack.threads import SlackThreads, mark_place
from adapters.slack.uploads import ThreadTarget, picture_name, upload_files, upload_picture
from kgcore.errors import DeliveryError
from kgcore.values.message import Place
from kgcore.values.reply import Figure, Reply

EVENT_TYPE = "evigraph_reply"
ROOT_TYPE = "evigraph_question"
_PAGES = 20
_PICTURES = 20  # files that a message's metadata names


async def find_posted(client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply) -> PostedReply:
    """Return the receipt with the messages and pictures of this reply that stand in the thread already."""
    parts: dict[int, str] = {}
    files: dict[str, str] = {}
    stream = ""
    async for message in thread_replies(client, spot):
        payload = payload_of(message, EVENT_TYPE)
        if _is_stream(message, key):
            stream = str(message["ts"])
        if payload.get("key") == key and str(payload.get("part", "")).isdigit():
            parts.setdefault(int(payload["part"]), str(message["ts"]))
            files |= dict(_named(one) for one in payload.get("files") or () if "=" in str(one))
        for file in message.get("files") or ():
            name = str(file.get("name") or "")
            if name.startswith(f"evigraph-{key[-16:]}-".replace(":", "-")):
                files[name.removesuffix(".png").rpartition("-")[2]] = str(file["id"])
    for nth in range(len(kept.ts), len(kept.ts) + len(parts)):
        if nth in parts:
            kept = kept.posted(nth, parts[nth], "")
    if stream and not kept.ts:
        kept = replace(kept.posted(0, stream, ""), streaming=True)
    for name, id in files.items():
        if not kept.uploaded.get(name):
            kept = kept.with_file(name, id)
    return replace(kept, channel=spot.channel)


def _named(file: object) -> tuple[str, str]:
    name, _, id = str(file).rpartition("=")
    return name, id


def _is_stream(message: Mapping[str, Any], key: str) -> bool:
    """Whether a message is the stream of this reply, left open: metadata is given to streams only as they end."""
    tasks = (t for b in message.get("blocks") or () for t in (b, *(b.get("tasks") or ())))
    return not message.get("metadata") and any(t.get("task_id") == task_id(key) for t in tasks)


async def find_orphans(client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply) -> list[str]:
    """Return the messages of this reply, streams included, that stand in the thread beside those of the receipt."""
    return [
        str(message["ts"])
        async for message in thread_replies(client, spot)
        if str(message["ts"]) not in kept.ts
        and (_is_stream(message, key) or payload_of(message, EVENT_TYPE).get("key") == key)
    ]


async def find_root(client: AsyncWebClient, channel: str, thread: str) -> str | None:
    """Return the ts of the first message of a thread that began with a command, where it was posted."""
    found = await client.conversations_history(channel=channel, include_all_metadata=True, limit=limits.THREAD_PAGE)
    for message in found.get("messages") or ():
        if payload_of(message, ROOT_TYPE).get("key") == thread:
            return str(message["ts"])
    return None


async def stands_there(client: AsyncWebClient, channel: str, ts: str) -> bool:
    """Whether a message stands in a channel, in whatever thread; one under which others stand leaves a tombstone."""
    try:
        found = await client.conversations_replies(
            channel=channel, ts=ts, oldest=ts, latest=ts, inclusive=True, limit=limits.THREAD_PAGE
        )
    except SlackApiError as error:
        if name_of(error) in ("thread_not_found", "message_not_found"):
            return False
        raise
    return any(m.get("ts") == ts and m.get("subtype") != "tombstone" for m in found.get("messages") or ())


async def thread_replies(client: AsyncWebClient, spot: ThreadTarget) -> AsyncIterator[Mapping[str, Any]]:
    """Yield the messages of a thread, oldest first."""
    cursor = ""
    for _ in range(_PAGES):
        found = await client.conversations_replies(
            channel=spot.channel,
            ts=spot.thread,
            include_all_metadata=True,
            limit=limits.THREAD_PAGE,
            cursor=cursor or None,
        )
        for message in found.get("messages") or ():
            yield message
        cursor = str((found.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            return


def payload_of(message: Mapping[str, Any], event_type: str) -> Mapping[str, Any]:
    """Return the payload of a message's metadata of this type."""
    metadata = message.get("metadata") or {}
    found = metadata.get("event_payload") if metadata.get("event_type") == event_type else None
    return found if isinstance(found, Mapping) else {}


# --- Replies in threads: post, stream, edit, split, find again what an earlier process posted.

log = structlog.get_logger()
_KEPT = 2_000  # replies whose progress is remembered, for the case that their receipt could not be saved


class _Unshown(Exception):  # noqa: N818  it never leaves this module
    """Blocks with a picture were refused."""


class Posting:
    """Brings the state of a reply into a place; what has been done is remembered even when a call fails midway."""

    def __init__(self, threads: SlackThreads, pacing: CallPacing, *, long: bool = False) -> None:
        self._long = long  # everything stands in the messages
        self._threads = threads
        self._pacing = pacing
        self._streaming = Streaming(pacing)
        self._progress: OrderedDict[str, PostedReply] = OrderedDict()
        self._reserved: set[tuple[str, int]] = set()  # messages whose next edit has had its turn already
        self._searched: set[str] = set()  # replies that an earlier process may have posted: looked for already
        self._doubtful: set[str] = set()  # a post may have arrived although we heard nothing
        self._late: set[str] = set()  # … and was not there when we looked: it may appear yet
        self._errands: set[asyncio.Task[None]] = set()

    def progress(self, key: str, kept: PostedReply) -> PostedReply:
        """Return what has been posted of a reply: as the receipt says, or what came after it."""
        mine = self._progress.get(key)
        return mine if mine is not None and len(mine.ts) + len(mine.files) > len(kept.ts) + len(kept.files) else kept

    def busy(self, spot: ThreadTarget, kept: PostedReply) -> bool:
        """Whether a state that is not the last had better be left out: it must not use up what last states need."""
        if not kept.ts and not self._pacing.free(PacedKind.POST, spot.channel):
            return True
        if kept.streaming:
            return not self._pacing.free(PacedKind.APPEND, spot.team)
        return not self._pacing.free(PacedKind.UPDATE, spot.team, left=limits.SPARE)

    async def bring(
        self,
        client: AsyncWebClient,
        reply: Reply,
        spot: ThreadTarget,
        person: str,
        key: str,
        kept: PostedReply,
        *,
        again: bool,
        still: bool = False,
        about: Place | None = None,
    ) -> PostedReply:
        """Post, stream or edit, and return what is there now.

        `person` is who asked; `again`: look first for what an earlier try posted; `still`: what was done changed
        nothing that the picture shows, so the one that stands there stays; `about`: the place that its buttons belong
        to, where that is another.
        """
        kept = self._keep(key, replace(kept, channel=spot.channel))
        if spot.thread and ((again and key not in self._searched) or key in self._doubtful):
            kept = await self._looked_for(client, spot, key, kept)
        if not reply.final and spot.thread:
            streamed = await self._stream(client, reply, spot, person, key, kept)
            if streamed is not None:
                return streamed
        if kept.streaming:
            kept = self._keep(key, await self._streaming.end(client, spot, key, kept, _metadata(key, 0)))
        if reply.final:
            kept = await self._pictures(client, reply, key, kept, still=still)
        try:
            kept, rendered = await self._all(client, reply, spot, key, kept, about)
        except _Unshown:  # Slack takes the picture, but not the message that shows it
            for figure in (b for b in reply.blocks if isinstance(b, Figure)):
                kept = self._keep(key, self.progress(key, kept).with_file(figure_digest(figure), ""))
            kept, rendered = await self._all(client, reply, spot, key, kept, about)
        kept = await self._shortened(client, spot, key, kept, len(rendered.posts))
        left = [f for f in rendered.files if f.name not in kept.uploaded] if reply.final else []
        if left:
            ids = await upload_files(client, spot, left) or ("",) * len(left)
            for file, id in zip(left, ids, strict=True):
                kept = self._keep(key, kept.with_file(file.name, id))
        if reply.final and key in self._late:
            self._late.discard(key)
            task = asyncio.get_running_loop().create_task(self._end_orphans(client, spot, key, kept))
            self._errands.add(task)
            task.add_done_callback(self._errands.discard)
        return kept

    async def _looked_for(self, client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply) -> PostedReply:
        """Return what an earlier try has posted, or what was kept."""
        stood = kept
        try:
            kept = self._keep(key, await find_posted(client, spot, key, kept))
        except SlackApiError as error:
            if what_to_do(error) in {ErrorRemedy.LATER, ErrorRemedy.REVOKED}:
                raise
            log.warning("a thread could not be searched for earlier posts", error=name_of(error))
        if key in self._doubtful and kept == stood:
            self._late.add(key)
        self._doubtful.discard(key)
        self._searched.add(key)
        return kept

    async def close(self) -> None:
        """Look for nothing more."""
        for task in list(self._errands):
            task.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    async def _end_orphans(self, client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply) -> None:
        """Take away what appeared of a reply after all, when the reply stood elsewhere already."""
        for seconds in limits.ORPHAN_LOOKS:
            await asyncio.sleep(seconds)
            try:
                for ts in await find_orphans(client, spot, key, self.progress(key, kept)):
                    with suppress(SlackApiError):  # an open stream is ended first; what is no stream needs no end
                        await client.chat_stopStream(channel=spot.channel, ts=ts)
                    await client.chat_delete(channel=spot.channel, ts=ts)
                    log.info("a message that came late was taken away")
            except (SlackApiError, DeliveryError, aiohttp.ClientError, TimeoutError) as error:
                log.info("a thread could not be searched for late messages", reason=type(error).__name__)

    async def _stream(
        self, client: AsyncWebClient, reply: Reply, spot: ThreadTarget, person: str, key: str, kept: PostedReply
    ) -> PostedReply | None:
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
            await self._reserve(spot, key, 0)
        return self._keep(key, streamed)

    async def _all(
        self,
        client: AsyncWebClient,
        reply: Reply,
        spot: ThreadTarget,
        key: str,
        kept: PostedReply,
        about: Place | None = None,
    ) -> tuple[PostedReply, RenderedReply]:
        """Post or edit every message that says something new."""
        asked = AskedBy(kept.asked, reply.question) if kept.asked and reply.turn else None
        brief = not self._long
        rendered = await written_out(reply, lambda: render(reply, kept.uploaded, asked, brief=brief))
        for form_key, form in rendered.forms.items():
            await self._threads.keep_text("form", form_key, dump_form(form))
        for nth, plain in enumerate(rendered.posts):
            post = replace(plain, blocks=tuple(mark_place(plain.blocks, about))) if about else plain
            if not kept.is_at(nth, post.version):
                kept = await self._one(client, spot, key, kept, nth, post)
        return kept, rendered

    def forget(self, key: str) -> None:
        """Let go of what is remembered of a reply."""
        self._progress.pop(key, None)

    def _keep(self, key: str, kept: PostedReply) -> PostedReply:
        self._progress[key] = kept
        self._progress.move_to_end(key)
        if len(self._progress) > _KEPT:
            self._progress.popitem(last=False)
        return kept

    async def _pictures(
        self, client: AsyncWebClient, reply: Reply, key: str, kept: PostedReply, *, still: bool
    ) -> PostedReply:
        figures = [b for b in reply.blocks if isinstance(b, Figure)]
        for figure in figures:
            if figure_digest(figure) not in kept.uploaded:
                shown = next((id for _, id in reversed(kept.files) if id), "") if still and len(figures) == 1 else ""
                id = shown or await upload_picture(client, picture_name(key, figure), figure)
                kept = self._keep(key, kept.with_file(figure_digest(figure), id))
        return kept

    async def _one(
        self, client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply, nth: int, post: Post
    ) -> PostedReply:
        """Post or edit one message; refused blocks are sent again as plain words, and what cannot be edited, for
        whatever reason, is posted anew. Raises _Unshown.
        """
        editing = nth < len(kept.ts)
        try:
            ts = await self._send(client, spot, key, kept, nth, post)
        except SlackApiError as error:
            match what_to_do(error):
                case ErrorRemedy.LAYOUT if any(b["type"] == "image" for b in post.blocks):
                    raise _Unshown from error
                case ErrorRemedy.LAYOUT:
                    log.error("blocks were refused", error=name_of(error), said=messages_of(error))
                    ts = await self._send(client, spot, key, kept, nth, replace(post, blocks=()))
                case ErrorRemedy.GONE | ErrorRemedy.OTHER if editing and not post.final:
                    return kept  # the last state will stand anew, and no other
                case ErrorRemedy.GONE | ErrorRemedy.OTHER if editing:
                    kept = await self._shortened(client, spot, key, kept, nth)
                    ts = await self._send(client, spot, key, kept, nth, post)
                case _:
                    raise
        return self._keep(key, kept.posted(nth, ts, post.version))

    async def _send(
        self, client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply, nth: int, post: Post
    ) -> str:
        content: dict[str, Any] = {
            "channel": spot.channel,
            "text": post.text,
            "blocks": list(post.blocks),
            "metadata": _metadata(key, nth, kept),
            "parse": "none",
            "link_names": False,
        }
        if nth < len(kept.ts):
            if (key, nth) not in self._reserved:
                await self._pacing.turn(PacedKind.UPDATE, spot.team)
            self._reserved.discard((key, nth))
            await call_paced(client.chat_update(ts=kept.ts[nth], **content), self._pacing, PacedKind.UPDATE, spot.team)
            return kept.ts[nth]
        await self._pacing.turn(PacedKind.POST, spot.channel)
        thread = spot.thread or (kept.ts[0] if kept.ts else None)  # what goes on stands below what it goes on from
        call = client.chat_postMessage(
            thread_ts=thread, unfurl_links=False, unfurl_media=False, mrkdwn=bool(post.blocks), **content
        )
        try:
            done = await call_paced(call, self._pacing, PacedKind.POST, spot.channel)
        except DeliveryError:
            self._doubtful.add(key)
            raise
        if not post.final:
            await self._reserve(spot, key, nth)
        return str(done["ts"])

    async def _reserve(self, spot: ThreadTarget, key: str, nth: int) -> None:
        """It will be edited at least once; in a burst fewer placeholders are posted therefore."""
        await self._pacing.reserve(PacedKind.UPDATE, spot.team)
        self._reserved.add((key, nth))

    async def _shortened(
        self, client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply, count: int
    ) -> PostedReply:
        """Take away messages that are not, or no longer, part of the reply."""
        for ts in kept.ts[count:]:
            try:
                await client.chat_delete(channel=spot.channel, ts=ts)
            except SlackApiError as error:
                if what_to_do(error) not in {ErrorRemedy.GONE, ErrorRemedy.OTHER}:
                    raise
                if name_of(error) != "message_not_found":  # a stream that was not ended, perhaps
                    self._late.add(key)
        return (
            self._keep(key, replace(kept, ts=kept.ts[:count], says=kept.says[:count])) if count < len(kept.ts) else kept
        )


def _metadata(key: str, nth: int, kept: PostedReply | None = None) -> dict[str, Any]:
    files = [f"{name}={id}" for name, id in kept.files if id][-_PICTURES:] if kept else []
    return {"event_type": EVENT_TYPE, "event_payload": {"key": key, "part": nth, **({"files": files} if files else {})}}
