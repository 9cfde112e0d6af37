"""A word for those for whom there is no installation: people of workspaces that never installed us, or no longer."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import structlog
from slack_bolt.response import BoltResponse
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack.escape import plain
from adapters.slack.render import view
from adapters.slack.workspaces import Workspaces

log = structlog.get_logger()


async def strangers(workspaces: Workspaces, body: dict[str, Any], word: str) -> BoltResponse:
    """Return what a request is acknowledged with; who pressed or typed something alone is told the word."""
    kind, url = body.get("type"), str(body.get("response_url") or "")
    if kind == "view_submission":
        modal = view("Evigraph", [{"type": "section", "text": plain(word, len(word))}], "", None)
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
