"""Socket Mode: one socket, opened again when it dies (https://docs.slack.dev/apis/events-api/using-socket-mode)."""

from __future__ import annotations

import asyncio

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.bolt import sdk_logger
from adapters.slack.errors import name_of

log = structlog.get_logger()
LONGEST_WAIT = 60.0  # ours: seconds between two tries to open the first socket


async def keep_open(app: AsyncApp, token: str, client: AsyncWebClient, ping: float) -> None:
    """Open a socket and keep it open until cancelled: the SDK pings, and reconnects when no pong comes back."""
    handler = AsyncSocketModeHandler(app, token, logger=sdk_logger(), web_client=client, ping_interval=ping)
    try:
        wait = 1.0
        while not await _opened(handler):
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, wait * 2)
        log.info("slack is connected")
        await asyncio.Event().wait()
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]


async def _opened(handler: AsyncSocketModeHandler) -> bool:
    """Open the first socket; False where Slack refuses or cannot be reached, which the log tells."""
    try:
        await handler.connect_async()  # type: ignore[no-untyped-call]
    except SlackApiError as error:
        log.error("slack refuses a socket", error=name_of(error))
        return False
    except (aiohttp.ClientError, TimeoutError) as error:
        log.warning("slack cannot be reached", reason=type(error).__name__)
        return False
    return True
