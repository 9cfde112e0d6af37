"""Is everything set up at Discord? Asked with the token alone; nothing is changed."""

from __future__ import annotations

from typing import Any, Final

import aiohttp

from adapters.discord.app import API
from kgcore.errors import ConfigError, DeliveryError

# https://discord.com/developers/docs/resources/application#application-object-application-flags
MESSAGE_CONTENT: Final = 1 << 18
MESSAGE_CONTENT_LIMITED: Final = 1 << 19
PERMISSIONS: Final = 309237746688  # View Channel, Send Messages, Attach Files, Read Message History, threads: see docs
TIMEOUT: Final = aiohttp.ClientTimeout(total=15)
LEAST: Final = (
    "mentions, replies to me, direct messages, commands and buttons need no privileged intent; "
    "DISCORD_MESSAGE_CONTENT is off, so I cannot follow a thread without being named"
)
FOLLOWS: Final = "the Message Content intent is on: a thread's settings may let me follow it without being named"


def install_link(application: str) -> str:
    """Return the address under which somebody installs the bot with the least permissions."""
    return (
        f"https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands"
        f"&permissions={PERMISSIONS}"
    )


async def examine_token(token: str, *, content: bool, api: str = API) -> str:
    """Return what was found in words. Raises ConfigError with what would mend it, DeliveryError where out of reach."""
    try:
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}, timeout=TIMEOUT) as session,
            session.get(f"{api.rstrip('/')}/applications/@me") as answer,
        ):
            status, found = answer.status, await answer.json() if answer.status == 200 else {}
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as exc:
        raise DeliveryError(
            f"Discord cannot be reached: {type(exc).__name__}.", hint="Check the network and DISCORD_API_URL."
        ) from exc
    if status in (401, 403):
        raise ConfigError(
            "Discord does not accept DISCORD_TOKEN.", hint="Portal → your application → Bot → Reset Token; copy it."
        )
    if status != 200:
        raise DeliveryError(f"Discord answers {status}.", hint="Try again later; discordstatus.com tells more.")
    return _found(found, content)


def _found(application: dict[str, Any], content: bool) -> str:
    flags = int(application.get("flags") or 0)
    if content and not flags & (MESSAGE_CONTENT | MESSAGE_CONTENT_LIMITED):
        raise ConfigError(
            "DISCORD_MESSAGE_CONTENT is on, but the application may not read message content.",
            hint="Portal → your application → Bot → Message Content Intent: on. Or unset DISCORD_MESSAGE_CONTENT.",
        )
    id, name = str(application.get("id", "")), str(application.get("name", ""))
    return f"application {name} accepted; {FOLLOWS if content else LEAST}; install it with {install_link(id)}"
