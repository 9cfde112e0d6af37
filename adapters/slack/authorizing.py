"""Which workspace a request belongs to, and with which token it is served."""

from __future__ import annotations

from typing import Any

import structlog
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.errors import SlackApiError

from adapters.slack.errors import name_of
from adapters.slack.workspaces import Workspaces
from kgcore.errors import DeliveryError

log = structlog.get_logger()
_KEPT = 1_000


class Authorize(AsyncAuthorize):
    """As Bolt's own, but asks auth.test once per token, and lets tokens be renewed in one place only."""

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces
        self._known: dict[str, AuthorizeResult] = {}

    async def __call__(
        self, *, team_id: str | None, enterprise_id: str | None = None, **_: Any
    ) -> AuthorizeResult | None:
        """Return who we are in a workspace; None where the app is not installed."""
        try:
            client = await self._workspaces.client(team_id or enterprise_id or "")
            token = client.token or ""
            if token not in self._known:
                if len(self._known) > _KEPT:
                    self._known.clear()
                answer = await client.auth_test()
                self._known[token] = AuthorizeResult.from_auth_test_response(auth_test_response=answer, bot_token=token)
        except (SlackApiError, DeliveryError) as error:
            reason = name_of(error) if isinstance(error, SlackApiError) else error.message
            log.warning("a workspace cannot be served", workspace=team_id, reason=reason)
            return None
        return self._known[token]
