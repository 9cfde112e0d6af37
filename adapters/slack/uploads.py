"""Pictures and files: upload into the thread, and wait (not for long) until Slack can show them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.blocks import digest
from adapters.slack.errors import Trouble, name_of, retry_after, trouble
from adapters.slack.pacing import Kind, Pacing
from kgcore.reply import Figure, File

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where messages go: `thread` is the ts of the thread's first message, "" for the channel itself."""

    team: str
    channel: str
    thread: str


def picture_name(key: str, figure: Figure) -> str:
    """Return the file name of a picture; after a crash an uploaded picture is found again by it."""
    return f"evigraph-{key[-16:]}-{digest(figure)}.png".replace(":", "-")


async def upload_picture(client: AsyncWebClient, pacing: Pacing, spot: Spot, name: str, figure: Figure) -> str:
    """Return the file's id once it can be shown, "" where that failed. Raises SlackApiError where we may not post."""
    alt = (figure.alt or "A picture of the graph")[: limits.ALT_TEXT]
    id = await _upload(client, pacing, spot, name, figure.title or "The graph", figure.png, alt)
    return id if id and await usable(client, id) else ""


async def upload_file(client: AsyncWebClient, pacing: Pacing, spot: Spot, file: File) -> str:
    """Return the file's id, "" where the upload failed."""
    return await _upload(client, pacing, spot, file.name, file.name, file.content, None)


async def usable(client: AsyncWebClient, id: str) -> bool:
    """Whether a picture is ready within a few seconds: only then image blocks may name it."""
    for _ in range(limits.FILE_TRIES):
        try:
            file = (await client.files_info(file=id))["file"]
        except (SlackClientError, aiohttp.ClientError, TimeoutError):
            file = {}
        if file.get("mimetype"):
            return True
        await asyncio.sleep(limits.FILE_WAIT)
    return False


async def _upload(
    client: AsyncWebClient,
    pacing: Pacing,
    spot: Spot,
    name: str,
    title: str,
    content: bytes,
    alt: str | None,
    *,
    again: bool = False,
) -> str:
    """Return the file's id, "" where the upload failed; after a pause that Slack asks for it is tried once more."""
    await pacing.turn(Kind.UPLOAD, spot.team)
    try:
        done = await client.files_upload_v2(
            filename=name,
            title=title,
            content=content,
            alt_txt=alt,
            channel=spot.channel,
            thread_ts=spot.thread or None,
        )
    except SlackApiError as error:
        if trouble(error) in {Trouble.FORBIDDEN, Trouble.REVOKED}:
            raise
        pause = retry_after(error)
        if not again and pause is not None and pause <= limits.UPLOAD_PAUSE:
            pacing.obey(Kind.UPLOAD, spot.team, pause)
            return await _upload(client, pacing, spot, name, title, content, alt, again=True)
        log.warning("a file was not uploaded", reason=name_of(error))
        return ""
    except (SlackClientError, aiohttp.ClientError, TimeoutError) as error:
        log.warning("a file was not uploaded", reason=type(error).__name__)
        return ""
    files = done.get("files") or [{}]
    return str(files[0].get("id") or "")
