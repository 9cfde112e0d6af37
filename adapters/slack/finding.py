"""What an earlier process posted is found again by the metadata of its messages and the names of its files.

https://docs.slack.dev/messaging/message-metadata; reading it asks for `include_all_metadata`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.receipts import Kept
from adapters.slack.streaming import task_id
from adapters.slack.uploads import Spot

EVENT_TYPE = "evigraph_reply"
ROOT_TYPE = "evigraph_question"
_PAGES = 20


async def find(client: AsyncWebClient, spot: Spot, key: str, kept: Kept) -> Kept:
    """Return the receipt with the messages and pictures of this reply that stand in the thread already."""
    parts: dict[int, str] = {}
    files: dict[str, str] = {}
    stream = ""
    async for message in replies(client, spot):
        payload = payload_of(message, EVENT_TYPE)
        if _is_stream(message, key):
            stream = str(message["ts"])
        if payload.get("key") == key and str(payload.get("part", "")).isdigit():
            parts.setdefault(int(payload["part"]), str(message["ts"]))
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


def _is_stream(message: Mapping[str, Any], key: str) -> bool:
    """Whether a message is the stream of this reply, left open: metadata is given to streams only as they end."""
    tasks = (t for b in message.get("blocks") or () for t in (b, *(b.get("tasks") or ())))
    return not message.get("metadata") and any(t.get("task_id") == task_id(key) for t in tasks)


async def find_root(client: AsyncWebClient, channel: str, thread: str) -> str | None:
    """Return the ts of the first message of a thread that began with a command, where it was posted."""
    found = await client.conversations_history(channel=channel, include_all_metadata=True, limit=limits.THREAD_PAGE)
    for message in found.get("messages") or ():
        if payload_of(message, ROOT_TYPE).get("key") == thread:
            return str(message["ts"])
    return None


async def replies(client: AsyncWebClient, spot: Spot) -> AsyncIterator[Mapping[str, Any]]:
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
