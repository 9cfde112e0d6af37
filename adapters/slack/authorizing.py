"""Which installation a request is for, and with which token it is served."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import structlog
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.errors import Trouble, name_of, translated, trouble
from adapters.slack.workspaces import Workspaces
from kgcore.errors import DeliveryRefused

log = structlog.get_logger()
HOME: Final = "home"  # in Bolt's context: the workspace or organisation whose installation a request is for
_KEPT = 1_000


class Authorize(AsyncAuthorize):
    """As Bolt's own, but asks auth.test once per token, and lets tokens be renewed in one place only."""

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces
        self._known: dict[str, AuthorizeResult] = {}
        self._asking: dict[str, asyncio.Lock] = {}

    async def __call__(self, *, context: AsyncBoltContext, **_: Any) -> AuthorizeResult | None:
        """Return who we are in the installation that was found; None where it is no longer good.

        Raises DeliveryError where Slack cannot tell now: then the request is not acknowledged, and comes again.
        """
        team = str(context.get(HOME) or "")
        try:
            client = await self._workspaces.client(team)
            token = client.token or ""
            async with self._asking.setdefault(team, asyncio.Lock()):  # after a start many requests come at once
                if token not in self._known:
                    await self._ask(client, token)
            self._asking.pop(team, None)
        except SlackApiError as error:
            if trouble(error) is Trouble.LATER:
                raise translated(error) from error
            log.warning("a workspace cannot be served", workspace=team, reason=name_of(error))
            return None
        except DeliveryRefused as error:
            log.warning("a workspace cannot be served", workspace=team, reason=error.message)
            return None
        return self._known[token]

    async def _ask(self, client: AsyncWebClient, token: str) -> None:
        if len(self._known) > _KEPT:
            self._known.clear()
        answer = await client.auth_test()
        self._known[token] = AuthorizeResult.from_auth_test_response(auth_test_response=answer, bot_token=token)
