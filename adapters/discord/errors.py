"""discord.py's failures → ours, once; and which of Discord's codes mean what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from kgcore.errors import DeliveryError, DeliveryRefused

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
TOO_LARGE: Final = 40005
WRONG_CHANNEL_TYPE: Final = 50024
INVALID_TOKEN: Final = 50027
ARCHIVED: Final = 50083  # "Thread is archived": its messages cannot be edited
NO_REPLY: Final = 160002  # "Cannot reply without permission to read message history"
THREAD_EXISTS: Final = 160004
THREADS_FULL: Final = 160006  # "Maximum number of active threads reached"
INVALID_FORM: Final = 50035
MODERATED: Final = 200000  # "Message was blocked by automatic moderation"
TITLE_MODERATED: Final = 200001  # the same of a thread's title
UNKNOWN_INTERACTION: Final = 10062
ANSWERED: Final = 40060
_UNTAKEN: Final = (INVALID_FORM, TOO_LARGE, MODERATED)


def is_untaken(error: discord.HTTPException) -> bool:
    """Whether it is the content that is refused, so that a plainer one may pass."""
    return error.status == 413 or error.code in _UNTAKEN


LATE: Final = (UNKNOWN_INTERACTION, ANSWERED)  # an interaction that came too late, or for the second time
EXPIRED: Final = (UNKNOWN_WEBHOOK, INVALID_TOKEN)  # of an interaction: its fifteen minutes are over


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn what Discord or the network answers into DeliveryError, or DeliveryRefused where trying again is useless."""
    try:
        yield
    except discord.RateLimited as exc:
        raise DeliveryError("Discord asks us to wait.", retry_after=exc.retry_after) from exc
    except (discord.Forbidden, discord.NotFound) as exc:
        raise DeliveryRefused(f"Discord refuses: {exc.text or exc.status} (code {exc.code}).") from exc
    except discord.HTTPException as exc:
        if exc.status in (401, 429) or exc.status >= 500:
            raise DeliveryError(f"Discord answers {exc.status}.") from exc
        raise DeliveryRefused(f"Discord does not take the message: {exc.text[:200]} (code {exc.code}).") from exc
    except (aiohttp.ClientError, OSError, TimeoutError) as exc:
        raise DeliveryError(f"Discord cannot be reached: {type(exc).__name__}.") from exc
