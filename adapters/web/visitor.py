"""Who is at the page: one person on loopback, else an anonymous visitor known by a cookie only."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.forms import is_name
from adapters.web.limits import COOKIE, COOKIE_SECONDS

LOCAL = "local"
_COOKIE_BYTES = 24
_COOKIE_CHARACTERS = 32  # base64 of 24 bytes


@dataclass(frozen=True, slots=True)
class Visitor:
    """`channel` names the person to the core; `cookie` is a new cookie's value, "" where none has to be set."""

    channel: str
    cookie: str = ""

    def greet(self, response: Response, *, secure: bool) -> Response:
        """Set the cookie on the response where it is new, and return the response."""
        if self.cookie:
            response.set_cookie(
                COOKIE, self.cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure
            )
        return response


def visitor_of(request: Request, *, alone: bool) -> Visitor:
    """Return who asks. The cookie's value is a key to its threads, so the channel carries its digest only."""
    if alone:
        return Visitor(LOCAL)
    known = request.cookies.get(COOKIE, "")
    if len(known) == _COOKIE_CHARACTERS and is_name(known):
        return Visitor(_digest(known))
    new = secrets.token_urlsafe(_COOKIE_BYTES)
    return Visitor(_digest(new), new)


def is_loopback(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()[:32]
