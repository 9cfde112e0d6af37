"""Where requests come from: from another site, or passed on by a proxy; how to tell, and whom to believe of it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

TRUSTED: Final = "evigraph.trusted"  # in a request's scope: a trusted proxy passed it on, so its headers are believed
LOOPBACK_NAMES: Final = frozenset({"127.0.0.1", "localhost", "::1"})
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# RFC 7239 (Forwarded), RFC 9110 section 7.6.3 (Via), RFC 8586 (CDN-Loop), and what proxies and clouds send in their
# place: each names the address from which a request came in words of its own ("X-Real-IP", "Fastly-Client-IP",
# "CloudFront-Viewer-Address"), who came, the request as it was, or the proxy: a balancer may be set to leave the
# addresses out. Browsers send none of these.
_FORWARDING: Final = re.compile(
    r"(?:.*-)?q?via|.*forward(?:ed|er|s).*|(?:x-)?coming-from|x-prox(?:y|ied)(?:-.*)?|proxy-.*"
    r"|.*(?:client|real|user|connect(?:ing|ion)|source|socket|origin(?:al|ating)?|remote)-?(?:ip(?:v[46])?|port)"
    r"|.*(?:viewer|external|remote|client|peer)-?addr(?:ess)?"
    r"|(?:x-)?(?:auth-request|authenticated|ms-client-principal|remote|webauth)-.*"
    r"|x-host|x-(?:original|replaced|rewrite|backend)-.*|x-request-(?:id|start|received)"
    r"|(?:x-)?(?:front-end-https|https|scheme|url-scheme|ssl(?:-.*)?)"
    r"|(?:x-)?(?:akamai|amz|amzn|appengine|arr|authentik|azure|cdn|cf|cloud|cloudfront|envoy|fastly|fly|goog|haproxy"
    r"|heroku|ngrok|pomerium|squid|surrogate|tailscale|traefik|varnish|vercel)(?:-.*)?"
    # Of networks that serve pages, of meshes and gateways: who passed it on, from which country, under which number.
    r"|x-(?:b3|bunny|cache|client-(?!data$).+|cloudflare|cluster|consumer|correlation|country|edge|gateway|geo|github"
    r"|http-host|iinfo|istio|ja[34]|kong|linkerd|middleton|nf|railway|render|replit|served|sucuri|surfer|tencent|tls"
    r"|trace|trusted|wap|zscaler)(?:-.*)?"
    r"|b3|uber(?:ctx|-trace)-.*"  # traces of servers; browsers and programs send W3C's and Sentry's themselves
    r"|(?:ali|do|eagleeye|iap|incap|l5d|oai|rndr|sl|wl)-.*|ciscosys|(?:ssl|tls|client|peer)-(?:client-)?cert(?:-.*)?",
    re.IGNORECASE,
)
_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/@,\[\]]+))(?::\d{0,5})?")
CONFIGURE: Final = (
    "A proxy in front of Evigraph has to be named: set EVIGRAPH_PROXIES to its address (such as 127.0.0.1) and "
    "PUBLIC_URL to the address that people open. docs/operations.md shows how, for nginx, Caddy and a cloud's balancer."
)


def was_forwarded(names: Iterable[str], http_version: str = "1.1") -> bool:
    """Whether a request with headers of these names came through a proxy.

    Browsers speak no HTTP/1.0; nginx does by default, and then adds no header that tells.
    """
    return http_version == "1.0" or any(_FORWARDING.fullmatch(name) for name in names)


def is_same_site(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of ours, or from no browser at all (browsers send one of these headers)."""
    host, origin = headers.get("host", ""), headers.get("origin", headers.get("referer"))
    if origin is not None:
        return bool(host) and origin.partition("://")[2].partition("/")[0].lower() == host.lower()
    return headers.get("sec-fetch-site", "same-origin") in {"same-origin", "none"}


def host_name(host: str) -> str:
    """Return the name in a Host header in lower case, without its port; "" where it is none."""
    found = _HOST.fullmatch(host.strip())
    return (found[1] or found[2]).lower() if found else ""


def parse_networks(text: str) -> tuple[Network, ...]:
    """Return the addresses and networks of a list such as "127.0.0.1, 10.0.0.0/8". Raises ValueError."""
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


class TrustedProxies:
    """Gives a request that a trusted proxy passed on the address and scheme that the proxy names.

    What anybody else says of themselves is not believed: the address stays that of the connection.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] in {"http", "websocket"} and self._trusts((scope.get("client") or ("",))[0]):
            scope = {**scope, **self._told(scope), TRUSTED: True}
        await self._app(scope, receive, send)

    def _told(self, scope: Scope) -> Mapping[str, object]:
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        hops = [hop.strip() for line in headers.get("x-forwarded-for", ()) for hop in line.split(",")]
        # Read from the nearest hop: what stands before the first stranger, the stranger may have made up.
        client = next((hop for hop in reversed(hops) if not self._trusts(hop)), "")
        scheme = ",".join(headers.get("x-forwarded-proto", ())).rpartition(",")[2].strip().lower()
        found: dict[str, object] = {"client": (client, 0)} if _is_address(client) else {}
        return found | ({"scheme": scheme} if scheme in {"http", "https"} and scope["type"] == "http" else {})

    def _trusts(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self._trusted)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
