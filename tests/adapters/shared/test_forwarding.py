"""Who is believed about where a request comes from."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from adapters.shared.forwarding import TrustedProxies, parse_networks


async def seen(request: Request) -> Response:
    return JSONResponse([request.client.host if request.client else "", request.url.scheme])


def told(trusted: str, peer: str, **headers: str) -> list[str]:
    app = TrustedProxies(Starlette(routes=[Route("/", seen)]), parse_networks(trusted))
    client = TestClient(app, "http://127.0.0.1", client=(peer, 1))
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    found: list[str] = client.get("/", headers=sent).json()
    return found


def test_nobody_is_believed_unless_configured() -> None:
    assert told("", "127.0.0.1", X_Forwarded_For="203.0.113.9", X_Forwarded_Proto="https") == ["127.0.0.1", "http"]


def test_a_trusted_proxy_tells_the_address_and_the_scheme() -> None:
    assert told("127.0.0.1", "127.0.0.1", X_Forwarded_For="203.0.113.9", X_Forwarded_Proto="https") == [
        "203.0.113.9",
        "https",
    ]


def test_a_stranger_is_not_believed_beside_a_trusted_proxy() -> None:
    assert told("10.0.0.0/8", "192.0.2.1", X_Forwarded_For="203.0.113.9") == ["192.0.2.1", "http"]


def test_what_a_stranger_told_the_proxy_is_not_believed() -> None:
    hops = "127.0.0.1, 198.51.100.7, 203.0.113.9, 10.0.0.2"
    assert told("10.0.0.0/8, 127.0.0.1", "10.0.0.1", X_Forwarded_For=hops)[0] == "203.0.113.9"


@pytest.mark.parametrize("hops", ["", "unknown", "_hidden", "203.0.113.9:443x"])
def test_an_address_that_is_none_changes_nothing(hops: str) -> None:
    assert told("127.0.0.1", "127.0.0.1", X_Forwarded_For=hops)[0] == "127.0.0.1"
