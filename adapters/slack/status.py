"""The grey line "… is looking in the graph" below a thread: it is there before the first message can be.

Slack takes it away when a message is posted, but not when one is edited, and after two minutes
(https://docs.slack.dev/reference/methods/assistant.threads.setStatus). The first message may overtake it, so it is
taken away in the end.
"""

from __future__ import annotations

from typing import Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.calling import called
from adapters.slack.errors import name_of
from adapters.slack.pacing import Kind, Pacing
from adapters.slack.uploads import Spot
from kgcore.errors import DeliveryError

log = structlog.get_logger()
STATUS: Final = "is looking in the graph …"


async def say_busy(client: AsyncWebClient, pacing: Pacing, spot: Spot) -> None:
    """Show the status, unless Slack would have us wait."""
    await _set(client, pacing, spot, STATUS)


async def say_done(client: AsyncWebClient, pacing: Pacing, spot: Spot) -> None:
    """Take the status away, unless Slack would have us wait."""
    await _set(client, pacing, spot, "")


async def _set(client: AsyncWebClient, pacing: Pacing, spot: Spot, status: str) -> None:
    if not pacing.free(Kind.STATUS, spot.team):
        return
    await pacing.turn(Kind.STATUS, spot.team)
    call = client.assistant_threads_setStatus(channel_id=spot.channel, thread_ts=spot.thread, status=status)
    try:
        await called(call, pacing, Kind.STATUS, spot.team)
    except SlackApiError as error:
        log.info("a status was refused", reason=name_of(error))
    except DeliveryError as error:
        log.info("a status could not be set", reason=str(error))
