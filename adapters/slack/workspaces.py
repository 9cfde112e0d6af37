"""Clients of Slack's Web API per workspace, and what is known of people and channels, kept for a while."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from logging import Logger
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator

from adapters.slack import limits
from adapters.slack.credentials import Credentials
from adapters.slack.errors import name_of
from adapters.slack.escape import mentioned_ids, short_name
from adapters.slack.events import Payload, possible_bot_users, possible_homes
from adapters.slack.installs import Installs
from adapters.slack.pacing import CallPacing, PacedClient
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.values.message import Person

ROTATE_MINUTES = 120  # as slack_bolt: how long before its end a token is renewed
_KEPT = 5_000


@dataclass(frozen=True, slots=True)
class Audience:
    """Whether people of other organisations read a channel. `unsure`: Slack did not tell, so they are taken to."""

    outsiders: bool = False
    unsure: bool = False


class Workspaces:
    """`client(team)` is ready to call; everything shares one session, which `close` closes."""

    def __init__(
        self, credentials: Credentials, installs: Installs | None, logger: Logger, pacing: CallPacing | None = None
    ) -> None:
        self._pacing = pacing or CallPacing()
        self._credentials = credentials
        self._installs = installs
        self._logger = logger
        self._session: aiohttp.ClientSession | None = None
        self._closed = False
        self._known: dict[tuple[str, ...], tuple[float, Any]] = {}

    def bare(self, token: str | None = None) -> PacedClient:
        """Return a client with a token, or without one. It never repeats a call by itself: a post could come twice."""
        return PacedClient(
            self._pacing,
            token=token,
            base_url=self._credentials.api_url,
            timeout=limits.API_TIMEOUT,
            session=self.session(),
            logger=self._logger,
            retry_handlers=[],
        )

    def session(self) -> aiohttp.ClientSession:
        """Return the one session of connections. Raises DeliveryError once everything is being closed."""
        if self._closed:
            raise DeliveryError("Slack's connections are closed.")
        if self._session is None or self._session.closed:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=limits.API_TIMEOUT))
        return self._session

    async def close(self) -> None:
        """Close the connections for good."""
        self._closed = True
        if self._session is not None:
            await self._session.close()

    async def client(self, team: str) -> PacedClient:
        """Return the workspace's client. Raises DeliveryError; DeliveryRefused where the app is not installed."""
        if self._installs is None:
            return self.bare(self._credentials.bot_token)
        async with self._installs.lock:
            found = await self._installs.of_team(team)
            if found is not None and found.bot_refresh_token:
                found = await self._renewed(self._installs, found)
        if found is None or not found.bot_token:
            raise DeliveryRefused(f"The app is not installed in workspace {team}.")
        return self.bare(found.bot_token)

    async def _renewed(self, installs: Installs, found: Installation) -> Installation:
        """Return the installation with a new token where the old one ends soon."""
        rotator = AsyncTokenRotator(
            client_id=self._credentials.client_id, client_secret=self._credentials.client_secret, client=self.bare()
        )
        try:
            renewed = await rotator.perform_token_rotation(installation=found, minutes_before_expiration=ROTATE_MINUTES)
        except SlackTokenRotationError as error:
            raise DeliveryError("A token could not be renewed.") from error
        if renewed is not None:
            await installs.async_save(renewed)
        return renewed or found

    async def home(self, body: Payload) -> str | None:
        """Return the workspace or organisation whose installation a request is for; None where there is none."""
        if self._installs is None:
            return next(iter(possible_homes(body)), "")
        for user in possible_bot_users(body):
            team = await self._installs.of_bot(user)
            if team is not None and await self._installs.of_team(team) is not None:
                return team
        for team in possible_homes(body):
            if await self._installs.of_team(team) is not None:
                return team
        return None

    async def revoked(self, team: str) -> None:
        """Forget a workspace or organisation that has uninstalled us, or revoked our token."""
        if self._installs is not None:
            await self._installs.async_delete_all(enterprise_id=None, team_id=team)

    # ── people and channels ─────────────────────────────────────────────────────────────────────────────────────────

    async def person(self, team: str, id: str) -> Person:
        """Return a person with the name that others see ("" where Slack does not tell in time), and whether they are an
        admin: people of other organisations never are.
        """

        async def look() -> Person:
            user = (await (await self.client(team)).users_info(user=id))["user"]
            profile = user.get("profile") or {}
            name = profile.get("display_name") or user.get("real_name") or user.get("name") or ""
            return Person(id, short_name(html.unescape(str(name))), _decides(user, team))

        try:
            async with asyncio.timeout(limits.LOOKUP_SECONDS):
                found: Person = await self._remembered(("person", team, id), look)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, DeliveryError):
            return Person(id)
        return found

    async def names(self, team: str, text: str, me: str) -> dict[str, str]:
        """Return the names of those whom a text gives by id only, as far as Slack tells them in time."""
        people = [id for id in mentioned_ids(text, "@") if id != me][: limits.MENTIONS]
        channels = mentioned_ids(text, "#")[: limits.MENTIONS]
        found = await asyncio.gather(
            *(self.person(team, id) for id in people), *(self.channel(team, id) for id in channels)
        )
        return {one.id: one.name for one in found if one.name}

    async def channel(self, team: str, id: str) -> Person:
        """Return a channel's id and name ("" where Slack does not tell in time)."""

        async def look() -> str:
            return str((await (await self.client(team)).conversations_info(channel=id))["channel"].get("name") or "")

        try:
            async with asyncio.timeout(limits.LOOKUP_SECONDS):
                return Person(id, str(await self._remembered(("channel", team, id), look)))
        except (SlackApiError, aiohttp.ClientError, TimeoutError, DeliveryError):
            return Person(id)

    async def audience(self, team: str, channel: str, by: str = "") -> Audience:
        """Return whether people of other organisations read a channel; yes, but unsure, where Slack does not tell.

        `by`: the workspace of who acts there. Somebody of another one has Slack asked again: it may be shared by now.
        """
        if channel.startswith("D"):
            return Audience()

        async def look() -> bool:
            found = (await (await self.client(team)).conversations_info(channel=channel))["channel"]
            self.told(team, channel, bool(found.get("is_ext_shared")))
            return bool(found.get("is_ext_shared"))

        try:
            async with asyncio.timeout(limits.LOOKUP_SECONDS):
                key = ("outsiders", team, channel)
                return Audience(bool(await self._remembered(key if by in ("", team) else (*key, by), look)))
        except (aiohttp.ClientError, TimeoutError, DeliveryError):
            return Audience(outsiders=True, unsure=True)
        except SlackApiError as error:  # where we cannot see the channel we cannot post either, and will say so
            seen = name_of(error) != "channel_not_found"
            return Audience(outsiders=seen, unsure=seen)

    def told(self, team: str, channel: str, outsiders: bool) -> None:
        """Remember what an event said of a channel."""
        self._known["outsiders", team, channel] = (asyncio.get_running_loop().time(), outsiders)

    async def direct(self, team: str, person: str) -> str:
        """Return the channel of direct messages with a person."""

        async def look() -> str:
            return str((await (await self.client(team)).conversations_open(users=[person]))["channel"]["id"])

        return str(await self._remembered(("direct", team, person), look))

    async def _remembered(self, key: tuple[str, ...], look: Callable[[], Awaitable[Any]]) -> Any:
        at, value = self._known.get(key, (-limits.CACHE_SECONDS, None))
        if asyncio.get_running_loop().time() - at < limits.CACHE_SECONDS:
            return value
        if len(self._known) > _KEPT:
            self._known.clear()
        value = await look()
        self._known[key] = (asyncio.get_running_loop().time(), value)
        return value


def _decides(user: Mapping[str, Any], team: str) -> bool:
    """Whether a user (https://docs.slack.dev/reference/objects/user-object) is an admin of this workspace, or in this
    organisation: `team` is what installed us.
    """
    member = user.get("enterprise_user") or {}
    if user.get("is_stranger") or team not in (user.get("team_id"), member.get("enterprise_id")):
        return False
    roles = (user, member) if member.get("enterprise_id") == team else (user,)
    return any(role.get("is_admin") or role.get("is_owner") for role in roles)
