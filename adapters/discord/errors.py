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
INVALID_TOKEN: Final = 50027
ARCHIVED: Final = 50083  # "Thread is archived": its messages cannot be edited
NO_REPLY: Final = 160002  # "Cannot reply without permission to read message history"
THREAD_EXISTS: Final = 160004
TITLE_MODERATED: Final = 200001  # "Title was blocked by automatic moderation"
UNKNOWN_INTERACTION: Final = 10062
ANSWERED: Final = 40060
LATE: Final = (UNKNOWN_INTERACTION, ANSWERED)  # an interaction that came too late, or for the second time
EXPIRED: Final = (UNKNOWN_WEBHOOK, INVALID_TOKEN)  # of an interaction: its fifteen minutes are over


def is_refusal(error: discord.HTTPException) -> bool:
    """Whether the same request would be refused again."""
    return error.status not in (401, 429) and error.status < 500


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
        if not is_refusal(exc):
            raise DeliveryError(f"Discord answers {exc.status}.") from exc
        raise DeliveryRefused(f"Discord does not take the message: {exc.text[:200]} (code {exc.code}).") from exc
    except (aiohttp.ClientError, OSError, TimeoutError) as exc:
        raise DeliveryError(f"Discord cannot be reached: {type(exc).__name__}.") from exc
