"""Socket Mode: one socket, opened again when it dies (https://docs.slack.dev/apis/events-api/using-socket-mode)."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.authorizing import HOME, Authorize, refuse_strangers
from adapters.slack.clicking import Clicks
from adapters.slack.commanding import Commands, slash_commands
from adapters.slack.credentials import Credentials
from adapters.slack.desk import Messages
from adapters.slack.errors import name_of
from adapters.slack.events import Home, is_sound, possible_homes
from adapters.slack.installs import Installs, OAuthStates
from adapters.slack.manifest import SCOPES
from adapters.slack.workspaces import Workspaces
from kgcore.values.text import whole

# --- Bolt's app with our listeners: every request is acknowledged when its event is committed, and not
# before.

_ANY: Final = re.compile(r".*", re.DOTALL)
_SECRETS: Final = re.compile(r"(xox[a-z.]*-|xapp-|xoxe)[A-Za-z0-9-]+|(?<=ticket=)[^&\s\"']+|(?<=hooks\.slack\.com/)\S+")
_BODY: Final = re.compile(r"(?<=^Invalid request signature detected).*", re.DOTALL)  # anybody's, of any length
_FOR_NOBODY: Final = frozenset({"url_verification", "ssl_check"})
FAREWELLS: Final = ("app_uninstalled", "tokens_revoked")
NOT_INSTALLED: Final = "Evigraph is not installed in your workspace (any more). Please ask an admin to install it."


class Discreet(logging.Filter):
    """Takes tokens and tickets out of what the SDK logs, and the words of those whose signature is wrong."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; one is held back: Bolt has read our token and warns us that it was given it twice."""
        if str(record.msg).startswith("As you gave `client` as well"):
            return False
        text = _BODY.sub("", record.getMessage())
        record.msg, record.args = _SECRETS.sub("(secret)", text), None
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


class SoundApp(AsyncApp):
    """Turns away what makes no sense, in whichever way it came: Bolt itself reads it before it asks us."""

    async def async_dispatch(self, req: AsyncBoltRequest) -> BoltResponse:
        """Answer a request."""
        try:
            req.body = whole(req.body)
        except ValueError:
            return BoltResponse(status=400, body="not understood")
        if not is_sound(req.body):
            return BoltResponse(status=400, body="not understood")
        req.context.update({name: whole(value) for name, value in req.context.items() if isinstance(value, str)})
        return await super().async_dispatch(req)


def build_app(
    credentials: Credentials,
    workspaces: Workspaces,
    installs: Installs | None,
    states: OAuthStates,
    listeners: tuple[Messages, Commands, Clicks],
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
    common["authorize"] = Authorize(workspaces)  # Bolt's own acknowledges, and so loses, what it cannot ask about
    if installs is None:
        app: AsyncApp = SoundApp(client=workspaces.bare(), **common)
    else:
        app = SoundApp(
            client=workspaces.bare(),
            before_authorize=_entrance(workspaces),
            installation_store=installs,
            oauth_settings=_oauth(credentials, installs, states),
            **common,
        )
    _listen(app, workspaces, *listeners)
    return app


def _entrance(workspaces: Workspaces) -> Callable[..., Awaitable[BoltResponse | None]]:
    """Return what finds the installation that a request is for, and turns away those for which there is none."""

    async def enter(
        body: dict[str, Any], context: AsyncBoltContext, next: Callable[[], Awaitable[None]]
    ) -> BoltResponse | None:
        context[HOME] = await workspaces.home(body)
        if context[HOME] is not None or body.get("type") in _FOR_NOBODY or _farewell(body):
            await next()
            return None
        log.warning("a request is for no installation of ours", workspaces=possible_homes(body))
        return await refuse_strangers(workspaces, body, NOT_INSTALLED)

    return enter


def _farewell(body: dict[str, Any]) -> bool:
    return (body.get("event") or {}).get("type") in FAREWELLS


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


def _listen(app: AsyncApp, workspaces: Workspaces, saying: Messages, commanding: Commands, clicking: Clicks) -> None:
    def home(body: dict[str, Any], context: AsyncBoltContext) -> Home:
        """The installation was found before; by token there is only one, and auth.test has told whose it is."""
        who = context.authorize_result
        return Home(str(context.get(HOME) or (who and who.team_id) or ""), context.bot_user_id or "")

    async def said(body: dict[str, Any], context: AsyncBoltContext) -> None:
        await saying.said(body, home(body, context))

    async def opened(body: dict[str, Any], context: AsyncBoltContext) -> None:
        await saying.opened(body, home(body, context))

    async def nothing(body: dict[str, Any]) -> None:
        """Heard, and nothing to be done."""

    async def farewell(body: dict[str, Any]) -> None:
        event = body.get("event") or {}
        if event.get("type") == "app_uninstalled" or (event.get("tokens") or {}).get("bot"):
            await workspaces.revoked(next(iter(possible_homes(body)), ""))

    def acknowledged(work: Callable[[dict[str, Any], Home], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def run(ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
            await work(body, home(body, context))
            await ack()

        return run

    async def names(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(options=await clicking.names(body))

    for name in ("app_mention", "message"):
        app.event(name)(said)

    async def joined(body: dict[str, Any], context: AsyncBoltContext) -> None:
        await saying.joined(body, home(body, context))

    app.event("member_joined_channel")(joined)
    for name in ("app_home_opened", "assistant_thread_started"):
        app.event(name)(opened)
    for name in ("app_context_changed", "assistant_thread_context_changed"):
        app.event(name)(nothing)
    for name in FAREWELLS:
        app.event(name)(farewell)
    for command in slash_commands():
        app.command(command)(acknowledged(commanding.command))
    app.action(_ANY)(acknowledged(clicking.clicked))
    app.view(_ANY)(acknowledged(clicking.submitted))
    app.options(_ANY)(names)
    for id, work in commanding.shortcuts():
        app.shortcut(id)(acknowledged(work))


log = structlog.get_logger()
LONGEST_WAIT = 60.0  # ours: seconds between two tries to open the first socket


class Socket:
    """The connection of Socket Mode."""

    def __init__(self) -> None:
        self._handler: AsyncSocketModeHandler | None = None

    async def keep_open(self, app: AsyncApp, token: str, client: AsyncWebClient, ping: float) -> None:
        """Open a socket and keep it open until cancelled: the SDK pings, and reconnects when no pong comes back."""
        handler = AsyncSocketModeHandler(app, token, logger=sdk_logger(), web_client=client, ping_interval=ping)
        self._handler = handler
        try:
            wait = 1.0
            while not await _opened(handler):
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)
            log.info("slack is connected")
            await asyncio.Event().wait()
        finally:
            self._handler = None
            await handler.close_async()  # type: ignore[no-untyped-call]

    async def is_open(self) -> bool:
        """Whether it is connected just now."""
        return self._handler is not None and await self._handler.client.is_connected()


async def _opened(handler: AsyncSocketModeHandler) -> bool:
    """Open the first socket; False where Slack refuses or cannot be reached, which the log tells."""
    try:
        await handler.connect_async()  # type: ignore[no-untyped-call]
    except SlackApiError as error:
        log.error("slack refuses a socket", error=name_of(error))
        return False
    except (aiohttp.ClientError, TimeoutError) as error:
        log.warning("slack cannot be reached", reason=type(error).__name__)
        return False
    return True
