"""The page: a small chat page, served by the one ASGI app. `app.WebAdapter` is the adapter."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from adapters.port import Adapter, AdapterState, Platform, PlatformConfig

__all__ = ["PLATFORM"]


def _open(given: PlatformConfig, state: AdapterState, status: Callable[[], str]) -> Adapter:
    from adapters.web.app import WebAdapter

    # Only a proxy that is configured makes our public name one of the page's.
    names = (urlsplit(given.public_url).hostname,) if given.proxied and given.public_url else ()
    return WebAdapter(
        read=given.read_messages,
        status=status,
        state=state,
        host=given.host,
        names=[name for name in names if name],
        proxied=given.proxied,
    )


PLATFORM = Platform("web", "Page", _open, fallback=True)
