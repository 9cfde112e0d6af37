"""Pictures and files: upload, and wait (not for long) until Slack can show them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.blocks import figure_digest
from adapters.slack.errors import ErrorRemedy, name_of, retry_after, what_to_do
from kgcore.values.reply import Figure, File

log = structlog.get_logger()
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ThreadTarget:
    """Where messages go: `thread` is the ts of the thread's first message, "" for the channel itself."""

    team: str
    channel: str
    thread: str


def picture_name(key: str, figure: Figure) -> str:
    """Return the file name of a picture; after a crash an uploaded picture is found again by it."""
    return f"evigraph-{key[-16:]}-{figure_digest(figure)}.png".replace(":", "-")


async def upload_picture(client: AsyncWebClient, name: str, figure: Figure) -> str:
    """Return the file's id once it can be shown, "" where that failed.

    It is shared with no channel (a share would be a message of its own): the block that shows it is all there is of it.
    Raises SlackApiError where we may not upload.
    """
    alt = (figure.alt or "A picture of the graph")[: limits.ALT_TEXT]
    found = await _upload(client, [(name, figure.title or "The graph", figure.png, alt)], None)
    return found[0] if found and await is_usable(client, found[0]) else ""


async def upload_files(client: AsyncWebClient, spot: ThreadTarget, files: Sequence[File]) -> tuple[str, ...]:
    """Share files in one message and return their ids, none where that failed."""
    return await _upload(client, [(f.name, f.name, f.content, "") for f in files], spot)


async def is_usable(client: AsyncWebClient, id: str) -> bool:
    """Whether a picture is ready within a few seconds: only then image blocks may name it."""
    for nth in range(limits.FILE_TRIES):
        try:
            file = (await client.files_info(file=id))["file"]
        except (SlackClientError, aiohttp.ClientError, TimeoutError):
            file = {}
        if file.get("mimetype"):
            return True
        await asyncio.sleep(min(limits.FILE_WAIT * 2**nth, limits.FILE_LONGEST_WAIT))
    return False


Upload = tuple[str, str, bytes, str]  # name, title, content, alternative text


async def _upload(client: AsyncWebClient, uploads: Sequence[Upload], spot: ThreadTarget | None) -> tuple[str, ...]:
    """Return the files' ids, none where the upload failed: https://docs.slack.dev/messaging/working-with-files."""
    try:
        ids = [await _sent(client, *one) for one in uploads]
        files = [{"id": id, "title": title} for id, (_, title, _, _) in zip(ids, uploads, strict=True)]
        await _completed(client, files, spot)
    except SlackApiError as error:
        if what_to_do(error) in {ErrorRemedy.FORBIDDEN, ErrorRemedy.REVOKED}:
            raise
        log.warning("a file was not uploaded", reason=name_of(error))
        return ()
    except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
        log.warning("a file was not uploaded", reason=type(error).__name__)
        return ()
    return tuple(ids)


async def _sent(client: AsyncWebClient, name: str, title: str, content: bytes, alt: str) -> str:
    """Bring the content to Slack and return the file's id; what fails in passing is done anew, with a new address."""

    async def once() -> str:
        made = await client.files_getUploadURLExternal(filename=name, length=len(content), alt_txt=alt or None)
        session = client.session
        assert session is not None  # noqa: S101  every client of ours has the one session
        async with session.post(str(made["upload_url"]), data=content) as answer:
            answer.raise_for_status()
        return str(made["file_id"])

    return await _repeated(once)


async def _completed(client: AsyncWebClient, files: list[dict[str, str]], spot: ThreadTarget | None) -> None:
    """Complete the upload. Where nobody knows whether Slack did it, the file itself tells."""

    async def once() -> None:
        where = {"channel_id": spot.channel, "thread_ts": spot.thread or None} if spot else {}
        try:
            await client.files_completeUploadExternal(files=files, **where)  # type: ignore[arg-type]
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            if isinstance(error, SlackApiError) and what_to_do(error) is not ErrorRemedy.LATER:
                raise
            if not await _is_complete(client, files[0]["id"]):
                raise

    await _repeated(once)


async def _is_complete(client: AsyncWebClient, id: str) -> bool:
    try:
        return bool((await client.files_info(file=id))["file"])
    except (SlackClientError, aiohttp.ClientError, TimeoutError):
        return False


async def _repeated(once: Callable[[], Awaitable[T]]) -> T:
    """Do it, and again where it failed in passing: a server's error, a cut, a pause that Slack asks for."""
    for nth in range(limits.UPLOAD_TRIES):
        try:
            return await once()
        except SlackApiError as error:
            if what_to_do(error) is not ErrorRemedy.LATER or nth + 1 == limits.UPLOAD_TRIES:
                raise
            pause = retry_after(error)
            if pause is not None and pause > limits.UPLOAD_PAUSE:
                raise
            await asyncio.sleep(pause if pause is not None else limits.FILE_WAIT * 2**nth)
        except (aiohttp.ClientError, TimeoutError, OSError):
            if nth + 1 == limits.UPLOAD_TRIES:
                raise
            await asyncio.sleep(limits.FILE_WAIT * 2**nth)
    raise AssertionError  # the last try raises
