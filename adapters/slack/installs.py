"""Installations of many workspaces in the platform's own corner of the store, their tokens encrypted."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from logging import Logger

from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from adapters.port import AdapterState
from adapters.shared.sealing import Vault

PURPOSE = "installations"  # what a vault for them is for
_PREFIX = "install:"
_BOT = "bot:"  # of which installation a user is the bot
_STATE = "oauth:"
STATES = 200  # ours: installations that may be under way at a time
STATE_SECONDS = 600  # as slack_sdk's own state stores: how long an installation may take


class Installs(AsyncInstallationStore):
    """One installation per workspace or organisation: the latest. We ask for no user tokens and keep none.

    That of an organisation has no workspace, and goes by the organisation's id.
    """

    def __init__(self, state: AdapterState, vault: Vault, logger: Logger) -> None:
        self._state = state
        self._vault = vault
        self._logger = logger
        self.lock = asyncio.Lock()  # of rotation: a refresh token can be used once

    @property
    def logger(self) -> Logger:
        """Where the SDK logs to."""
        return self._logger

    async def async_save(self, installation: Installation) -> None:
        """Keep an installation in place of an earlier one."""
        kept = {k: v for k, v in installation.to_dict().items() if not k.startswith(("user_token", "user_refresh"))}
        key = _key(installation.enterprise_id, installation.team_id, installation.is_enterprise_install)
        await self._state.set(_PREFIX + key, self._vault.seal(json.dumps(kept, default=lambda at: at.isoformat())))
        if installation.bot_user_id:
            await self._state.set(_BOT + installation.bot_user_id, key)

    async def async_save_bot(self, bot: Bot) -> None:
        """Keep the renewed tokens of an installation."""
        found = await self.async_find_installation(
            enterprise_id=bot.enterprise_id, team_id=bot.team_id, is_enterprise_install=bot.is_enterprise_install
        )
        if found is not None:
            found.bot_token, found.bot_refresh_token = bot.bot_token, bot.bot_refresh_token
            found.bot_token_expires_at = bot.bot_token_expires_at
            await self.async_save(found)

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        """Return the installation; with `user_id` only if that person made it."""
        sealed = await self._state.get(_PREFIX + _key(enterprise_id, team_id, is_enterprise_install))
        text = self._vault.open(sealed) if sealed else None
        if sealed and text is None:
            self._logger.error("An installation cannot be decrypted; was EVIGRAPH_SECRET_KEY changed?")
        if text is None:
            return None
        found = Installation(**json.loads(text))
        return found if user_id in (None, found.user_id) else None

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        """Return the installation's bot."""
        found = await self.async_find_installation(
            enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
        )
        return found.to_bot() if found else None

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Forget an installation: a workspace's, or without a workspace the organisation's."""
        found = await self.async_find_installation(enterprise_id=enterprise_id, team_id=team_id)
        if found is not None and found.bot_user_id:
            await self._state.delete(_BOT + found.bot_user_id)
        await self._state.delete(_PREFIX + _key(enterprise_id, team_id, False))

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        """Forget an installation; a person's own tokens are not kept in the first place."""
        if user_id is None:
            await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)

    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Forget all that is kept of a workspace's installation."""
        await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)

    async def of_team(self, team: str) -> Installation | None:
        """Return the installation of a workspace (T…) or organisation (E…)."""
        return await self.async_find_installation(enterprise_id=None, team_id=team)

    async def of_bot(self, user: str) -> str | None:
        """Return the workspace or organisation in which that user is our bot."""
        return await self._state.get(_BOT + user)


def _key(enterprise: str | None, team: str | None, whole: bool | None) -> str:
    return str(enterprise if whole or not team else team)


class OAuthStates(AsyncOAuthStateStore):
    """The `state` of installations that are under way: each can be used once, and for ten minutes."""

    def __init__(self, state: AdapterState) -> None:
        self._state = state

    @property
    def logger(self) -> Logger:
        """Where the SDK logs to."""
        return logging.getLogger(__name__)

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        """Return a new state, and forget those that were never used; all of them where somebody asks without end."""
        keys = await self._state.keys(_STATE)
        for key in keys:
            if len(keys) >= STATES or float(await self._state.get(key) or 0) < time.time():
                await self._state.delete(key)
        made = secrets.token_urlsafe(24)
        await self._state.set(_STATE + made, str(time.time() + STATE_SECONDS))
        return made

    async def async_consume(self, state: str) -> bool:
        """Whether the state is one of ours, and not too old."""
        until = await self._state.get(_STATE + state)
        await self._state.delete(_STATE + state)
        return until is not None and float(until) > time.time()
