"""Bolt's app with our listeners: every request is acknowledged when its event is committed, and not before."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings

from adapters.slack.authorizing import Authorize
from adapters.slack.clicking import Clicking
from adapters.slack.commanding import ABOUT, ASK, CHECK, LITERATURE, MAIN, MAP, Commanding
from adapters.slack.credentials import Credentials
from adapters.slack.installs import Installs, OAuthStates
from adapters.slack.manifest import SCOPES
from adapters.slack.saying import Saying
from adapters.slack.workspaces import Workspaces

_ANY: Final = re.compile(r".*", re.DOTALL)
_SECRETS: Final = re.compile(r"(xox[a-z.]*-|xapp-|xoxe)[A-Za-z0-9-]+|(?<=ticket=)[^&\s\"']+|(?<=hooks\.slack\.com/)\S+")
NOT_INSTALLED: Final = "Evigraph is not installed in this workspace (any more). Please ask an admin to install it."


class Discreet(logging.Filter):
    """Takes tokens and tickets out of what the SDK logs."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; one is held back: Bolt has read our token and warns us that it was given it twice."""
        if str(record.msg).startswith("As you gave `client` as well"):
            return False
        record.msg, record.args = _SECRETS.sub("(secret)", record.getMessage()), None
        if record.exc_info and record.exc_info[0]:  # a trace may name an address with a ticket
            record.msg = f"{record.msg} ({record.exc_info[0].__name__})"
            record.exc_info = record.exc_text = None
        return True


def sdk_logger() -> logging.Logger:
    """Return the logger of Bolt and the SDK: never below INFO, where they would write whole payloads."""
    logger = logging.getLogger("adapters.slack.sdk")
    logger.setLevel(logging.INFO)
    if not any(isinstance(f, Discreet) for f in logger.filters):
        logger.addFilter(Discreet())
    return logger


def build(
    credentials: Credentials,
    workspaces: Workspaces,
    installs: Installs | None,
    states: OAuthStates,
    listeners: tuple[Saying, Commanding, Clicking],
) -> AsyncApp:
    """Return the app; must be called while the event loop runs, because the client opens a session."""
    common: dict[str, Any] = {
        "name": "evigraph",
        "logger": sdk_logger(),
        "signing_secret": credentials.signing_secret,
        "process_before_response": True,
        "user_facing_authorize_error_message": NOT_INSTALLED,
        "attaching_conversation_kwargs_enabled": False,
    }
    if installs is None:
        app = AsyncApp(client=workspaces.bare(credentials.bot_token), **common)
    else:
        app = AsyncApp(
            client=workspaces.bare(),
            authorize=Authorize(workspaces),  # type: ignore[arg-type]  # accepted; Bolt types it too narrowly
            installation_store=installs,
            oauth_settings=_oauth(credentials, installs, states),
            **common,
        )
        app.enable_token_revocation_listeners()
    _listen(app, *listeners)
    return app


def _oauth(credentials: Credentials, installs: Installs, states: OAuthStates) -> AsyncOAuthSettings:
    return AsyncOAuthSettings(
        client_id=credentials.client_id,
        client_secret=credentials.client_secret,
        scopes=list(SCOPES),
        user_scopes=[],
        install_path="/slack/install",
        redirect_uri_path="/slack/oauth_redirect",
        authorization_url=credentials.authorize_url,
        installation_store=installs,
        state_store=states,
        logger=sdk_logger(),
    )


def _listen(app: AsyncApp, saying: Saying, commanding: Commanding, clicking: Clicking) -> None:
    async def said(body: dict[str, Any], context: AsyncBoltContext) -> None:
        await saying.said(body, context.bot_user_id or "")

    async def opened(body: dict[str, Any]) -> None:
        await saying.opened(body)

    async def nothing(body: dict[str, Any]) -> None:
        """Heard, and nothing to be done."""

    async def commanded(ack: AsyncAck, body: dict[str, Any]) -> None:
        await commanding.command(body)
        await ack()

    async def clicked(ack: AsyncAck, body: dict[str, Any]) -> None:
        await clicking.clicked(body)
        await ack()

    async def submitted(ack: AsyncAck, body: dict[str, Any]) -> None:
        await clicking.submitted(body)
        await ack()

    async def names(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(options=await clicking.names(body))

    for name in ("app_mention", "message"):
        app.event(name)(said)
    for name in ("app_home_opened", "assistant_thread_started"):
        app.event(name)(opened)
    for name in ("app_context_changed", "assistant_thread_context_changed", "app_uninstalled", "tokens_revoked"):
        app.event(name)(nothing)  # the last two are heard before, where there are installations to be deleted
    for command in (ASK, LITERATURE, MAIN):
        app.command(command)(commanded)
    app.action(_ANY)(clicked)
    app.view(_ANY)(submitted)
    app.options(_ANY)(names)
    for id, work in ((CHECK, commanding.check), (MAP, commanding.map), (ABOUT, commanding.about)):
        app.shortcut(id)(_acknowledged(work))


def _acknowledged(work: Any) -> Any:
    async def run(ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        await work(body, context.bot_user_id or "")
        await ack()

    return run
