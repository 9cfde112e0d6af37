"""A word for those for whom there is no installation: people of workspaces that never installed us, or no longer."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import aiohttp
import structlog
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack.errors import ErrorRemedy, name_of, translate_error, what_to_do
from adapters.slack.escape import plain_text
from adapters.slack.render import modal_view
from adapters.slack.workspaces import Workspaces
from kgcore.errors import DeliveryRefused

log = structlog.get_logger()


async def refuse_strangers(workspaces: Workspaces, body: dict[str, Any], word: str) -> BoltResponse:
    """Return what a request is acknowledged with; who pressed or typed something alone is told the word."""
    kind, url = body.get("type"), str(body.get("response_url") or "")
    if kind == "view_submission":
        modal = modal_view("Evigraph", [{"type": "section", "text": plain_text(word, len(word))}], "", None)
        return BoltResponse(status=200, body=json.dumps({"response_action": "update", "view": modal}))
    if kind == "block_suggestion":
        return BoltResponse(status=200, body=json.dumps({"options": []}))
    if url:
        hook = AsyncWebhookClient(url, session=workspaces.session(), retry_handlers=[])
        try:
            await hook.send_dict({"response_type": "ephemeral", "replace_original": False, "text": word})
        except (aiohttp.ClientError, TimeoutError) as error:
            log.info("a stranger could not be told", reason=type(error).__name__)
    return BoltResponse(status=200, body="")


# --- Which installation a request is for, and with which token it is served.

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
            if what_to_do(error) is ErrorRemedy.LATER:
                raise translate_error(error) from error
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
