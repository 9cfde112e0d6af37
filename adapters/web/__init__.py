"""The page: a small chat page, served by the one ASGI app. `app.WebAdapter` is the adapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from adapters.port import Adapter, AdapterState, Platform, PlatformConfig, Setting
from adapters.shared.forwarding import is_loopback
from kgcore.errors import ConfigError

if TYPE_CHECKING:
    from adapters.web.people import Login, Roles
    from adapters.web.signin import Provider

__all__ = ["PLATFORM"]


def _open(given: PlatformConfig, state: AdapterState, status: Callable[[], str]) -> Adapter:
    from adapters.web.app import WebAdapter
    from adapters.web.limits import EXAMPLES

    login = _login(given, state)
    # Only a proxy that is configured, or a login of our own, makes our public name one of the page's.
    names = (urlsplit(given.public_url).hostname,) if (given.proxied or login) and given.public_url else ()
    return WebAdapter(
        read=given.read_messages,
        status=status,
        state=state,
        host=given.host,
        names=[name for name in names if name],
        proxied=given.proxied,
        login=login,
        desk=given.desk,
        examples=given.examples or EXAMPLES,
    )


def _login(given: PlatformConfig, state: AdapterState) -> Login | None:
    """Return how people sign in; None where they do not. Raises ConfigError."""
    header, issuer = _one_login(given)
    if header:
        return _proxy_login(given, header)
    if issuer:
        return _open_id_login(given, issuer, state)
    lists = [name for name in ("PAGE_ADMINS", "PAGE_REVIEWERS", "PAGE_MEMBERS") if given.text(name)]
    if lists:
        raise ConfigError(
            f"{lists[0]} needs people who sign in.",
            hint="Set PAGE_OIDC_ISSUER, or PAGE_USER_HEADER behind a proxy (docs/operations.md).",
        )
    return None


def _one_login(given: PlatformConfig) -> tuple[str, str]:
    """Return the header in which a proxy names people, or the provider where they sign in. Raises ConfigError."""
    header, issuer = given.text("PAGE_USER_HEADER"), given.text("PAGE_OIDC_ISSUER")
    if header and issuer:
        raise ConfigError(
            "PAGE_USER_HEADER and PAGE_OIDC_ISSUER are both set.",
            hint="Keep the first where a proxy signs people in, the second where the page does (docs/operations.md).",
        )
    return header, issuer


def _proxy_login(given: PlatformConfig, header: str) -> Login:
    from adapters.web.people import ProxyLogin

    if not given.proxied:
        hint = "Name the proxy that signs people in (docs/operations.md); nobody else's headers are believed."
        raise ConfigError("PAGE_USER_HEADER needs EVIGRAPH_PROXIES.", hint=hint)
    return ProxyLogin(header, _roles(given), given.text("PAGE_GROUPS_HEADER"))


def _open_id_login(given: PlatformConfig, issuer: str, state: AdapterState) -> Login:
    from adapters.web.sessions import EndedSessions
    from adapters.web.signin import OpenIdLogin

    provider = _provider(given, issuer)
    return OpenIdLogin(provider, given.public_url, given.secret_key, _roles(given), EndedSessions(state))


def _provider(given: PlatformConfig, issuer: str) -> Provider:
    from adapters.shared.sealing import SHORTEST_KEY
    from adapters.web.signin import Provider

    needs = {
        "PAGE_OIDC_CLIENT_ID": (given.text("PAGE_OIDC_CLIENT_ID"), "It is what the provider calls this page."),
        "PUBLIC_URL": (
            given.public_url,
            "The provider sends people back to it; for this machine http://127.0.0.1:8700.",
        ),
        "EVIGRAPH_SECRET_KEY": (
            given.secret_key,
            'It seals who is signed in: python -c "import secrets; print(secrets.token_urlsafe(32))".',
        ),
    }
    for name, (value, hint) in needs.items():
        if not value:
            raise ConfigError(f"PAGE_OIDC_ISSUER needs {name}.", hint=hint)
    if any(len(key.strip()) < SHORTEST_KEY for key in given.secret_key.split(",")):
        raise ConfigError(f"EVIGRAPH_SECRET_KEY is too short; it needs at least {SHORTEST_KEY} characters.")
    for name, url in (("PAGE_OIDC_ISSUER", issuer), ("PUBLIC_URL", given.public_url)):
        told = urlsplit(url)
        if told.scheme != "https" and not is_loopback(told.hostname or ""):
            raise ConfigError(f"{name} must begin with https://.", hint="Only on this machine may it be http://.")
    return Provider(
        issuer,
        given.text("PAGE_OIDC_CLIENT_ID"),
        given.text("PAGE_OIDC_CLIENT_SECRET"),
        given.text("PAGE_OIDC_SCOPES") or _SCOPES,
        given.text("PAGE_OIDC_GROUPS") or _GROUPS,
    )


async def _examine(given: PlatformConfig) -> str:
    from adapters.web.signin import examine_provider

    header, issuer = _one_login(given)
    if issuer:
        return await examine_provider(_provider(given, issuer))
    _proxy_login(given, header)
    return f"the proxy names who is signed in, in {header}"


def _roles(given: PlatformConfig) -> Roles:
    from adapters.web.people import Roles

    def listed(name: str) -> frozenset[str]:
        return frozenset(one for part in given.text(name).split(",") if (one := part.strip()))

    return Roles(listed("PAGE_ADMINS"), listed("PAGE_REVIEWERS"), listed("PAGE_MEMBERS"))


_SCOPES, _GROUPS = "openid profile email", "groups"
_HEADER = r"^[A-Za-z][A-Za-z0-9-]*$"
_SETTINGS = (
    Setting(
        "PAGE_USER_HEADER",
        "Header in which a trusted proxy names who is signed in at the page (empty: no login)",
        pattern=_HEADER,
    ),
    Setting("PAGE_GROUPS_HEADER", "Header in which that proxy names their groups (commas in between)", pattern=_HEADER),
    Setting(
        "PAGE_OIDC_ISSUER",
        "Address of an OpenID provider at which people sign in at the page (empty: not so)",
        pattern=r"^https?://\S+$",
    ),
    Setting("PAGE_OIDC_CLIENT_ID", "What that provider calls this page"),
    Setting("PAGE_OIDC_CLIENT_SECRET", "The secret to that (empty: a public client)"),
    Setting(
        "PAGE_OIDC_SCOPES", "What the provider is asked for", "openid profile email", pattern=r"(^|\s)openid(\s|$)"
    ),
    Setting("PAGE_OIDC_GROUPS", "The claim in which it names somebody's groups", "groups"),
    Setting("PAGE_ADMINS", "Who is an admin of the page: ids, e-mail addresses or group:NAME, separated by commas"),
    Setting("PAGE_REVIEWERS", "Who decides about proposed facts at the page, likewise (empty: EVIGRAPH_REVIEWERS)"),
    Setting("PAGE_MEMBERS", "Who may use the page at all, likewise (empty: everybody who signs in)"),
)


def _configured(given: PlatformConfig) -> bool:
    """With a login the page stands beside other platforms."""
    return bool(given.text("PAGE_USER_HEADER") or given.text("PAGE_OIDC_ISSUER"))


PLATFORM = Platform(
    "web", "Page", _open, _SETTINGS, _configured, _examine, docs="docs/operations.md", fallback=True, vector=True
)
