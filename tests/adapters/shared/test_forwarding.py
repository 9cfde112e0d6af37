"""Who is believed about where a request comes from."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from adapters.shared.forwarding import TrustedProxies, host_name, parse_networks, was_forwarded


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


@pytest.mark.parametrize(
    "header",
    [
        *("X-Forwarded-For", "x-forwarded-proto", "Forwarded", "X-Original-Forwarded-For", "Via", "X-Real-IP"),
        *("X-Client-IP", "X-Cluster-Client-IP", "Fastly-Client-IP", "X-Azure-ClientIP", "CF-Connecting-IP"),
        *("X-ProxyUser-Ip", "X-Appengine-User-IP", "X-Envoy-External-Address", "CloudFront-Viewer-Address"),
        *("X-Remote-Addr", "X-Original-IP", "X-Original-Host", "X-Original-URL", "X-Host", "X-Nf-Client-Connection-IP"),
        *("CDN-Loop", "CF-Ray", "Tailscale-User-Login", "X-Amzn-Trace-Id", "X-Cloud-Trace-Context"),
        *("b3", "uber-trace-id"),
        # The connection's other end under further names, and who came by a proxy that signs people in.
        *("X-Originating-IP", "X-Azure-SocketIP", "CF-Connecting-IPv6", "X-Real-Port", "X-Coming-From", "X-Forwarder"),
        *("X-Auth-Request-Email", "Remote-User", "X-WebAuth-User", "X-MS-CLIENT-PRINCIPAL-NAME"),
        # The request as it was, and proxies that only leave their own names.
        *("X-Original-URI", "X-Rewrite-URL", "X-Replaced-Path", "X-Request-Start", "X-Scheme", "X-Url-Scheme"),
        *("Front-End-Https", "X-SSL-Client-Cert", "X-Bluecoat-Via", "X-Proxied", "Proxy-Connection", "X-IMForwards"),
        *("X-Varnish", "X-Envoy-Internal", "X-ARR-LOG-ID", "X-Vercel-Id", "Fly-Region", "X-Amz-Cf-Id", "CF-Visitor"),
        # Networks that serve pages, meshes and gateways.
        *("X-Nf-Request-Id", "X-B3-TraceId", "X-Correlation-ID", "X-Client-Cert", "X-Gateway-Host", "X-Edge-Location"),
        *(
            "X-HTTP-Host-Override",
            "X-WAP-Profile",
            "X-Zscaler-Ip",
            "X-Replit-User-Id",
            "X-Render-Origin-Server",
            "QVIA",
        ),
        *("Rndr-Id", "X-Railway-Edge", "X-JA3-Hash", "X-Kong-Request-Id", "X-Consumer-Id", "Eagleeye-TraceId"),
        *("X-Bunny-RequestId", "X-Country-Code", "X-Geo-Country", "X-Served-By", "X-Istio-Attributes", "L5d-Client-Id"),
        *("X-Goog-IAP-JWT-Assertion", "Surrogate-Capability", "X-Akamai-Edgescape", "Ngrok-Skip-Browser-Warning"),
    ],
)
def test_whatever_tells_of_a_proxy_is_known(header: str) -> None:
    assert was_forwarded(["host", "accept", header])
    assert was_forwarded([header.upper()])


@pytest.mark.parametrize(
    "header",
    [
        *("host", "accept", "sec-ch-ua", "user-agent", "cookie", "origin", "dnt", "x-requested-with", "x-ship"),
        *(
            "viator",
            "connection",
            "keep-alive",
            "traceparent",
            "upgrade-insecure-requests",
            "priority",
            "loop",
            *("cache-control", "range", "referer", "te", "save-data", "sec-purpose", "last-event-id", "x-client-data"),
            *("authorization", "mcp-session-id", "service-worker", "device-memory", "purpose", "x-moz", "expect"),
        ),
    ],
)
def test_what_browsers_send_tells_of_no_proxy(header: str) -> None:
    assert not was_forwarded([header])
    assert was_forwarded([header], "1.0")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost", "localhost"), ("LOCALHOST:8700", "localhost"), (" 127.0.0.1:8700 ", "127.0.0.1"),
        ("[::1]:8700", "::1"), ("[::1]", "::1"), ("kg.example:", "kg.example"), ("localhost.", "localhost."),
        ("", ""), ("[", ""), ("[::1", ""), ("127.0.0.1:abc", ""), ("evil.example@127.0.0.1", ""), ("a, 127.0.0.1", ""),
        ("127.0.0.1/..", ""), ("127.0.0.1:1:2", ""),
    ],
)  # fmt: skip
def test_a_host_is_a_name_or_an_address_and_perhaps_a_port(host: str, name: str) -> None:
    assert host_name(host) == name
