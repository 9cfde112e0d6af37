"""The platform's SDK behind three verbs: let a request in, call the platform, say what is wrong with the setup."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import httpx
from microsoft_teams.api import ApiClient
from microsoft_teams.api.auth.cloud_environment import CloudEnvironment, from_name, with_overrides
from microsoft_teams.api.auth.credentials import (
    ClientCredentials,
    Credentials,
    FederatedIdentityCredentials,
    ManagedIdentityCredentials,
    TokenCredentials,
)
from microsoft_teams.apps import App
from microsoft_teams.apps.http.adapter import HttpMethod, HttpRouteHandler
from microsoft_teams.apps.options import AppOptions
from microsoft_teams.common import ClientOptions
from starlette.requests import Request

from adapters.shared.forwarding import host_name, was_forwarded
from adapters.teams.config import TeamsConfig, is_local, is_loopback
from adapters.teams.limits import BODY_BYTES, CALL_SECONDS, CHANNEL, SERVICE_HOSTS
from adapters.teams.tokens import PlatformKeys, RequestRefused, TokenProof, Tokens, fetch_keys
from kgcore.errors import ConfigError, DeliveryRefused
from kgcore.values.text import whole

Json = Mapping[str, Any]
Handler = Callable[[Json], Awaitable[Json | None]]
SERVICE: Final = "https://smba.trafficmanager.net/teams"  # where bots of the public cloud are served by default
ENDPOINT: Final = "/api/messages"
ONLY_HERE: Final = "without authentication only this machine is served, and only directly"
FOREIGN: Final = "serviceUrl is none of Teams'"
# What stands in it becomes the beginning of every address that we call: no user, no query, no way up ("/../"), nothing
# to argue about.
_SERVICE: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9.-]{1,253}|\[::1\])(:[0-9]{1,5})?(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*/?"
)


class Gate:
    """`prove` and `admit` check a request and hand what it carries to the handler; `api` calls the platform.

    The SDK checks no request for us: its path for Agent ID tokens takes the address of the signing keys from the token
    itself. Our own bearer token goes to the hosts of a list, whatever an activity or the state says.
    """

    def __init__(self, config: TeamsConfig) -> None:
        self._config = config
        self._cloud = _cloud(config)
        self._hosts = frozenset((*SERVICE_HOSTS[config.cloud], *config.hosts))
        keys = PlatformKeys(_keys_url(self._cloud))
        self._tokens = None if config.open else Tokens(config.client, self._cloud.token_issuer, keys)
        self._app = App(**_options(config, self._cloud, _Door()))
        self._check_credentials()
        self._handler: Handler | None = None

    def open(self, handler: Handler) -> None:
        """Begin to let requests in."""
        self._handler = handler

    async def prove(self, headers: Mapping[str, str], http_version: str = "1.1") -> TokenProof | None:
        """Return what a request's token proves, before its body is read; None in the playground. Raises Refused."""
        if self._handler is None:
            raise RequestRefused(503, "Evigraph is starting.", "Evigraph is starting.")
        if self._tokens is not None:
            return await self._tokens.prove(headers)
        if not _is_direct(headers, http_version):
            raise RequestRefused(403, "it came through a proxy", ONLY_HERE)
        return None

    async def admit(self, body: Mapping[str, Any], proof: TokenProof | None) -> Json | None:
        """Return the handler's answer to an activity that the proof allows. Raises Refused."""
        service = body.get("serviceUrl")
        if not isinstance(service, str) or not service:
            raise RequestRefused(400, "serviceUrl is missing")
        if proof is None and not is_local(service):
            raise RequestRefused(403, "an address elsewhere", ONLY_HERE)
        if proof is not None:
            proof.check(service, str(body.get("channelId") or ""))
            if body.get("channelId") != CHANNEL:
                raise RequestRefused(403, "an activity of another channel", "only Microsoft Teams is served")
        if not self.trusts(service):
            raise RequestRefused(403, f"{FOREIGN}: {service[:100]!r} (TEAMS_SERVICE_HOSTS adds hosts)", FOREIGN)
        return await self._handler(body) if self._handler else None

    def trusts(self, service: str) -> bool:
        """Whether we post to a service address: one of Teams' hosts or of the configured ones, over https (over http
        on this machine); this machine, too, where no token of Microsoft's could reach it: in the playground, where
        there is none, and where the tokens themselves are got on this machine.
        """
        parts = _SERVICE.fullmatch(service)
        if parts is None:
            return False
        host = parts["host"].lower().strip("[]")
        if self._config.open:
            return is_loopback(host)
        if is_loopback(host) and self._config.has_local_login:
            return True
        return host in self._hosts and (parts["scheme"] == "https" or is_loopback(host))

    def api(self, service: str) -> ApiClient:
        """Return the client for a service address. Raises DeliveryRefused where our token has no business."""
        if not self.trusts(service):
            raise DeliveryRefused(
                "The service address of this conversation is none of Teams'.",
                hint="Where it is right, add its host to TEAMS_SERVICE_HOSTS.",
            )
        return self._app.api.clone(service_url=service)

    @property
    def bot(self) -> str:
        """The bot's own id as accounts have it."""
        return f"28:{self._config.client}" if self._config.client else ""

    async def try_login(self) -> str:
        """Return what a token was got from; raises ConfigError."""
        if self._config.open:
            return "no registration (TEAMS_SKIP_AUTH): for the local playground only"
        try:
            token = await self._app.token_provider.get_app_token()
        except (ValueError, httpx.HTTPError, OSError) as error:
            raise ConfigError(
                f"{self._cloud.login_endpoint} gives no token: {_secretless(error, self._config)}.",
                hint="Check TEAMS_CLIENT_ID, TEAMS_CLIENT_SECRET, TEAMS_TENANT_ID and TEAMS_CLOUD.",
            ) from None
        if token is None:
            raise ConfigError("There are no credentials to get a token with.")
        return f"{self._cloud.login_endpoint}: gives a token"

    async def try_keys(self) -> str:
        """Return where the platform's keys come from; raises ConfigError."""
        url = _keys_url(self._cloud)
        try:
            async with asyncio.timeout(CALL_SECONDS):
                found = await fetch_keys(url)
        except (httpx.HTTPError, TimeoutError, ValueError) as error:
            raise ConfigError(f"{url} gives no keys: {type(error).__name__}.", hint="Check TEAMS_KEYS_URL.") from None
        return f"{url}: {len(found)} keys"

    async def close(self) -> None:
        """Close connections."""
        with suppress(RuntimeError):
            await self._app.api.http.http.aclose()
            await self._app.http_client.http.aclose()

    def _check_credentials(self) -> None:
        """The SDK reads CLIENT_ID, CLIENT_SECRET and more by itself (also from .env); ours alone may count."""
        found, wanted = self._app.credentials, _wanted(self._config)
        if (type(found) if found else None) is not wanted or (found and self._config.client != found.client_id):
            raise ConfigError(
                "CLIENT_ID, CLIENT_SECRET or MANAGED_IDENTITY_CLIENT_ID in the environment change who the bot is.",
                hint="Take them out; Evigraph's own settings begin with TEAMS_.",
            )


class _Door:
    """The SDK's own server, which is never opened: requests come in through ours."""

    def register_route(self, method: HttpMethod, path: str, handler: HttpRouteHandler) -> None:
        raise RuntimeError("requests come in through our own server")

    def serve_static(self, path: str, directory: str) -> None:
        raise RuntimeError("pages are served by our own server")

    async def start(self, port: int) -> None:
        raise RuntimeError("requests come in through our own server")

    async def stop(self) -> None:
        await asyncio.sleep(0)


def _keys_url(cloud: CloudEnvironment) -> str:
    return re.sub(r"/openidconfiguration$", "/keys", cloud.openid_metadata_url)


def _is_direct(headers: Mapping[str, str], http_version: str) -> bool:
    """Whether a request came to this machine by one of its own names, and not through a tunnel or a proxy."""
    return is_loopback(host_name(headers.get("host", ""))) and not was_forwarded(headers, http_version)


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
        "dangerously_allow_unauthenticated_requests": False,
        "client": ClientOptions(timeout=CALL_SECONDS),
        "telemetry": {"agent365": False},
    }
    if config.open:
        return options  # nobody is proven there, so there is no token that could go astray
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
    if config.open or not config.client:
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
        given = found.get("access_token") if isinstance(found, dict) else None
        if not isinstance(given, str) or not given:
            raise ValueError("no token in its answer")
        self._kept[scope, tenant] = (now + float(found.get("expires_in") or 0) - 60.0, given)
        return given


def _secretless(error: Exception, config: TeamsConfig) -> str:
    text = str(error) or type(error).__name__
    return text.replace(config.secret, "…") if config.secret else text


async def read_activity(request: Request) -> dict[str, Any]:
    """Return the activity, without half characters in whatever part of it; raises Refused for what is none."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_BYTES:
            raise RequestRefused(413, "too large")
    try:
        body = whole(json.loads(data))
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise RequestRefused(400, "an activity is expected")
    return body
