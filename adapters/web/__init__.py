"""The page: a small chat page, served by the one ASGI app. `app.WebAdapter` is the adapter."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from adapters.port import Adapter, AdapterState, Platform, PlatformConfig, Setting
from kgcore.errors import ConfigError

__all__ = ["PLATFORM"]


def _open(given: PlatformConfig, state: AdapterState, status: Callable[[], str]) -> Adapter:
    from adapters.web.app import WebAdapter
    from adapters.web.forms import Login

    # Only a proxy that is configured makes our public name one of the page's.
    names = (urlsplit(given.public_url).hostname,) if given.proxied and given.public_url else ()
    header = given.text("PAGE_USER_HEADER")
    if header and not given.proxied:
        hint = "Name the proxy that signs people in (docs/operations.md); nobody else's headers are believed."
        raise ConfigError("PAGE_USER_HEADER needs EVIGRAPH_PROXIES.", hint=hint)
    admins = frozenset(name for part in given.text("PAGE_ADMINS").split(",") if (name := part.strip()))
    return WebAdapter(
        read=given.read_messages,
        status=status,
        state=state,
        host=given.host,
        names=[name for name in names if name],
        proxied=given.proxied,
        login=Login(header, admins) if header else None,
    )


_SETTINGS = (
    Setting(
        "PAGE_USER_HEADER",
        "Header in which a trusted proxy names who is signed in at the page (empty: no login)",
        pattern=r"^[A-Za-z][A-Za-z0-9-]*$",
    ),
    Setting("PAGE_ADMINS", "Names, separated by commas, of who is an admin of the page, with a login"),
)


def _configured(given: PlatformConfig) -> bool:
    """With a login the page stands beside other platforms."""
    return bool(given.text("PAGE_USER_HEADER"))


PLATFORM = Platform("web", "Page", _open, _SETTINGS, _configured, fallback=True)
