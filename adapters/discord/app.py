"""Discord: events in, replies out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import aiohttp
import discord
import structlog
import yarl
from starlette.routing import BaseRoute

from adapters.discord import limits
from adapters.discord.client import Client
from adapters.discord.delivery import DiscordDelivery
from adapters.discord.desk import DiscordServices
from adapters.discord.ephemeral import InteractionHooks
from adapters.discord.events import event_number
from adapters.discord.places import DIRECT, DiscordState
from adapters.port import AdapterState, Ask, EventSink, Reach, Receipt
from kgcore.errors import ConfigError, DeliveryError
from kgcore.values.message import Address, Incoming
from kgcore.values.reply import Reply

log = structlog.get_logger()
API: Final = "https://discord.com/api/v10"
GATEWAY: Final = "wss://gateway.discord.gg/"
REFUSED: Final = "Discord does not accept the token; set DISCORD_TOKEN to the bot's own (evigraph check tells more)"
INTENT: Final = "Discord refuses the Message Content intent; switch it on in the portal, or DISCORD_MESSAGE_CONTENT off"


class DiscordAdapter:
    """`content`: people's messages that do not name us are read as well, where a thread's settings want it. `long`:
    everything stands in the messages, nothing behind a row of controls.
    """

    name = "discord"
    pace = limits.PACE
    hold = limits.HOLD
    reach = Reach.CONNECTED

    def __init__(
        self,
        token: str,
        state: AdapterState,
        *,
        content: bool = False,
        api: str = API,
        gateway: str = GATEWAY,
        long: bool = False,
    ) -> None:
        self._token, self._api, self._gateway, self._content, self._long = token, api, gateway, content, long
        self._keep, self._hooks = DiscordState(state), InteractionHooks()
        self.services = DiscordServices(self._hooks, self._keep)
        self.client = self._made()

    def _made(self) -> Client:
        client = Client(self.services, content=self._content)
        self._delivery = DiscordDelivery(
            client, client.typing, self._hooks, self._keep, self.services.ask, long=self._long
        )
        return client

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        """Listen until cancelled; who cannot be reached is tried again. Raises ConfigError where we are refused."""
        if self.client.is_closed():  # it received before
            self.client = self._made()
        self.services.open(inbox, ask)
        discord.http.Route.BASE = self._api.rstrip("/")
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._gateway)
        waits = list(limits.RELOGIN_SECONDS)
        while True:
            try:
                async with self.client:
                    await self.client.start(self._token)
            except discord.LoginFailure:
                log.error(REFUSED)
                raise ConfigError(REFUSED) from None
            except discord.PrivilegedIntentsRequired:
                log.error(INTENT)
                raise ConfigError(INTENT) from None
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                log.warning("Discord cannot be reached", reason=str(error), seconds=waits[0])
            await asyncio.sleep(waits[0] if len(waits) == 1 else waits.pop(0))
            self.client = self._made()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Post the reply, or edit what the receipt names. Raises DeliveryError."""
        self.services.writing.note(to.place, reply)
        await self._logged_in()
        return await self._delivery.deliver(reply.pictured, to, receipt)

    async def gone(self, event: Incoming) -> bool:
        """Whether a message was deleted while we were away, which the gateway does not tell afterwards."""
        channel = await self._keep.stands_in(event.id)
        if not channel or self.client.was_heard(event_number(event.id)):
            return False
        with suppress(DeliveryError, discord.HTTPException, aiohttp.ClientError, OSError):
            await self._logged_in()
            try:
                await self.client.http.get_message(channel, event_number(event.id))
            except discord.NotFound:
                await self._keep.answered(event.id)
                return True
        return False

    async def _logged_in(self) -> None:
        try:
            async with asyncio.timeout(limits.LEAD_SECONDS):
                await self.client.ready.wait()
        except TimeoutError as exc:
            raise DeliveryError("Not logged in at Discord yet.", retry_after=5.0) from exc
        if self.client.is_closed():  # at a stop, or until the next login: discord.py's session takes no request then
            raise DeliveryError("Not connected to Discord.", retry_after=5.0)

    async def away(self) -> str:
        """Return that there is no connection to the gateway; "" where there is one."""
        return "" if self.client.is_ready() and not self.client.is_closed() else "not connected to Discord's gateway"

    async def person_name(self, workspace: str, id: str) -> str:
        """See `adapters.port.Names`: Discord tells it with everything that somebody does."""
        return ""

    async def channel_name(self, workspace: str, id: str) -> str:
        """See `adapters.port.Names`; the process that is connected knows it."""
        if workspace == DIRECT:
            return "direct messages"
        channel = self.client.get_channel(int(id)) if id.isascii() and id.isdigit() else None
        return str(getattr(channel, "name", None) or "")

    def routes(self) -> Sequence[BaseRoute]:
        """Return nothing: Discord is listened to through its gateway."""
        return ()
