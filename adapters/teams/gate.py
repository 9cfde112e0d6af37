"""The platform's SDK behind three verbs: let a request in, call the platform, say what is wrong with the setup."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import httpx
from microsoft_teams.api import ApiClient, InvokeResponse
from microsoft_teams.api.auth.cloud_environment import CloudEnvironment, from_name, with_overrides
from microsoft_teams.api.auth.credentials import (
    ClientCredentials,
    Credentials,
    FederatedIdentityCredentials,
    ManagedIdentityCredentials,
    TokenCredentials,
)
from microsoft_teams.apps import App
from microsoft_teams.apps.events import ActivityEvent
from microsoft_teams.apps.http.adapter import HttpMethod, HttpRouteHandler
from microsoft_teams.apps.options import AppOptions
from microsoft_teams.common import ClientOptions

from adapters.teams.config import TeamsConfig, is_local
from adapters.teams.limits import CALL_SECONDS
from kgcore.errors import ConfigError

Json = Mapping[str, Any]
Handler = Callable[[Json], Awaitable[Json | None]]
SERVICE: Final = "https://smba.trafficmanager.net/teams"  # where bots of the public cloud are served by default
ENDPOINT: Final = "/api/messages"


class Gate:
    """`admit` checks a request's token and hands what it carries to the handler; `api` calls the platform."""

    def __init__(self, config: TeamsConfig) -> None:
        self._config = config
        self._cloud = _cloud(config)
        self._door = _Door()
        self._app = App(**_options(config, self._cloud, self._door))
        self._check_credentials()
        self._handler: Handler | None = None

    async def open(self, handler: Handler) -> None:
        """Begin to let requests in."""
        await self._app.initialize()
        self._handler = handler
        self._app.server.on_request = self._handle

    async def admit(self, body: dict[str, Any], headers: Mapping[str, str]) -> tuple[int, object]:
        """Return the status and body of the answer to a request."""
        if self._door.handler is None:
            return 503, {"error": "Evigraph is starting."}
        service = body.get("serviceUrl")
        if not isinstance(service, str) or not service:  # the SDK would not check the token's claim against it
            return 400, {"error": "serviceUrl is missing"}
        if self._config.open and not (is_local(service) and _is_direct(headers)):
            return 403, {"error": "without authentication only this machine is served, and only directly"}
        answer = await self._door.handler({"body": body, "headers": dict(headers)})
        return answer["status"], answer.get("body")

    def api(self, service: str) -> ApiClient:
        """Return the client for a service address."""
        return self._app.api.clone(service_url=service)

    @property
    def bot(self) -> str:
        """The bot's own id as accounts have it."""
        return f"28:{self._config.client}" if self._config.client else ""

    async def try_login(self) -> str:
        """Return what a token was got from; raises ConfigError."""
        if not self._config.client:
            return "no registration (TEAMS_SKIP_AUTH): for the local playground only"
        try:
            token = await self._app.token_provider.get_app_token()
        except (ValueError, httpx.HTTPError, OSError) as error:
            raise ConfigError(
                f"{self._cloud.login_endpoint} gives no token: {_secretless(error, self._config)}.",
                mend="Check TEAMS_CLIENT_ID, TEAMS_CLIENT_SECRET, TEAMS_TENANT_ID and TEAMS_CLOUD.",
            ) from None
        if token is None:
            raise ConfigError("There are no credentials to get a token with.")
        return f"{self._cloud.login_endpoint}: gives a token"

    async def try_keys(self) -> str:
        """Return where the platform's keys come from; raises ConfigError."""
        url = re.sub(r"/openidconfiguration$", "/keys", self._cloud.openid_metadata_url)
        try:
            async with httpx.AsyncClient(timeout=CALL_SECONDS) as client:
                found = (await client.get(url)).raise_for_status().json()
        except (httpx.HTTPError, ValueError) as error:
            raise ConfigError(f"{url} gives no keys: {type(error).__name__}.", mend="Check TEAMS_KEYS_URL.") from None
        return f"{url}: {len(found.get('keys', []))} keys"

    async def close(self) -> None:
        """Close connections."""
        with suppress(RuntimeError):
            await self._app.api.http.http.aclose()
            await self._app.http_client.http.aclose()

    async def _handle(self, event: ActivityEvent) -> InvokeResponse[Any]:
        if self._handler is None:
            return InvokeResponse(status=503)
        answer = await self._handler(event.body.model_dump(by_alias=True, exclude_none=True))
        return InvokeResponse[Any].model_construct(status=200, body=answer)

    def _check_credentials(self) -> None:
        """The SDK reads CLIENT_ID, CLIENT_SECRET and more by itself (also from .env); ours alone may count."""
        found, wanted = self._app.credentials, _wanted(self._config)
        if (type(found) if found else None) is not wanted or (found and self._config.client != found.client_id):
            raise ConfigError(
                "CLIENT_ID, CLIENT_SECRET or MANAGED_IDENTITY_CLIENT_ID in the environment change who the bot is.",
                mend="Take them out; Evigraph's own settings begin with TEAMS_.",
            )


class _Door:
    """Keeps the SDK's handler of requests, so that our own server can call it."""

    handler: HttpRouteHandler | None = None

    def register_route(self, method: HttpMethod, path: str, handler: HttpRouteHandler) -> None:
        if path == ENDPOINT:
            self.handler = handler

    def serve_static(self, path: str, directory: str) -> None:
        raise RuntimeError("pages are served by our own server")

    async def start(self, port: int) -> None:
        raise RuntimeError("requests come in through our own server")

    async def stop(self) -> None:
        await asyncio.sleep(0)


def _is_direct(headers: Mapping[str, str]) -> bool:
    """Whether a request came to this machine by one of its own names, and not through a tunnel or a proxy."""
    return is_local(f"http://{headers.get('host', '')}") and not any(
        name.lower() == "forwarded" or name.lower().startswith("x-forwarded-") for name in headers
    )


def _cloud(config: TeamsConfig) -> CloudEnvironment:
    try:
        cloud = from_name(config.cloud)
    except ValueError as error:
        raise ConfigError(f"TEAMS_CLOUD: {error}") from None
    return with_overrides(
        cloud, login_endpoint=config.login.rstrip("/") or None, openid_metadata_url=config.keys or None
    )


def _options(config: TeamsConfig, cloud: CloudEnvironment, door: _Door) -> AppOptions:
    """Everything is said outright: what is left out the SDK would take from the environment."""
    options: AppOptions = {
        "cloud": cloud,
        "service_url": SERVICE,
        "http_server_adapter": door,
        "messaging_endpoint": ENDPOINT,
        "dangerously_allow_unauthenticated_requests": config.open,
        "client": ClientOptions(timeout=CALL_SECONDS),
        "telemetry": {"agent365": False},
    }
    if config.client:
        options |= {"client_id": config.client, "tenant_id": config.tenant or None}
    if config.secret and config.login:
        options["token"] = _Login(config, cloud)
    elif config.secret:
        options["client_secret"] = config.secret
    elif config.identity:
        options["managed_identity_client_id"] = config.identity
    return options


def _wanted(config: TeamsConfig) -> type[Credentials] | None:
    if not config.client:
        return None
    if config.secret:
        return TokenCredentials if config.login else ClientCredentials
    return ManagedIdentityCredentials if config.identity == config.client else FederatedIdentityCredentials


class _Login:
    """Tokens from a login server of one's own: MSAL would ask Microsoft's whether it is known.

    Source: Microsoft identity platform, "OAuth 2.0 client credentials flow", "Get a token".
    """

    def __init__(self, config: TeamsConfig, cloud: CloudEnvironment) -> None:
        self._config = config
        self._cloud = cloud
        self._kept: dict[tuple[str, str], tuple[float, str]] = {}

    async def get_app_token(self, scope: str, tenant_id: str | None) -> str:
        """Return a token for the scope; it is kept until a minute before it ends."""
        tenant = tenant_id or self._config.tenant or self._cloud.login_tenant
        now = asyncio.get_running_loop().time()
        until, token = self._kept.get((scope, tenant), (0.0, ""))
        if until > now:
            return token
        fields = {
            "grant_type": "client_credentials",
            "client_id": self._config.client,
            "client_secret": self._config.secret,
            "scope": scope,
        }
        async with httpx.AsyncClient(timeout=CALL_SECONDS) as client:
            answer = await client.post(f"{self._cloud.login_endpoint}/{tenant}/oauth2/v2.0/token", data=fields)
        found = answer.raise_for_status().json()
        token = str(found["access_token"])
        self._kept[scope, tenant] = (now + float(found.get("expires_in", 0)) - 60.0, token)
        return token


def _secretless(error: Exception, config: TeamsConfig) -> str:
    text = str(error) or type(error).__name__
    return text.replace(config.secret, "…") if config.secret else text
