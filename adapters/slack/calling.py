"""One call that is paced: what its failure means for the calls that come after it, and for what was to be posted."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError

from adapters.slack.errors import Trouble, name_of, retry_after, trouble
from adapters.slack.pacing import Kind, Pacing
from kgcore.errors import DeliveryError


async def called(call: Awaitable[Any], pacing: Pacing, kind: Kind, key: str) -> Mapping[str, Any]:
    """Await a call; a pause that Slack asks for holds for everything of that kind.

    Raises SlackApiError where Slack says no, and DeliveryError where nobody knows whether the call did its work.
    """
    try:
        return await call  # type: ignore[no-any-return]
    except SlackApiError as error:
        if trouble(error) is Trouble.LATER:
            wait = retry_after(error)
            if wait is not None:
                pacing.obey(kind, key, wait)
            elif name_of(error).startswith("http_5"):  # it may have been done all the same
                raise DeliveryError(f"Slack: {name_of(error)}") from error
        raise
    except (TimeoutError, aiohttp.ClientError) as error:
        raise DeliveryError(f"Slack could not be reached: {type(error).__name__}") from error
