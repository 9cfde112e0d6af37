"""Who is at the page: one person on loopback, a visitor known by a cookie only, or somebody who is signed in."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from starlette.requests import Request
from starlette.responses import Response

from adapters.port import Origin
from adapters.shared.forwarding import TRUSTED
from adapters.web.forms import is_name
from adapters.web.limits import COOKIE, COOKIE_SECONDS
from kgcore.values.message import Person

LOCAL: Final = "local"
LONGEST_USER: Final = 255  # characters of the name of somebody who is signed in (OpenID Connect Core, 2, "sub")
GROUP: Final = "group:"  # begins the name of a group where people are named
_COOKIE_BYTES = 24
_COOKIE_CHARACTERS = 32  # base64 of 24 bytes


class Role(StrEnum):
    """What somebody may do: ask; decide about proposals, too; decide for everybody."""

    MEMBER = "member"
    REVIEWER = "reviewer"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Roles:
    """Who has which role: people by name, groups as "group:NAME". Without `members` whoever signs in is one."""

    admins: frozenset[str] = frozenset()
    reviewers: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()

    def of(self, names: Collection[str], groups: Collection[str] = ()) -> frozenset[Role]:
        """Return the roles of somebody who goes by any of these names and is in these groups; none: no way in."""
        known = {name for name in names if not name.startswith(GROUP)} | {GROUP + group for group in groups}
        lists = ((Role.ADMIN, self.admins), (Role.REVIEWER, self.reviewers), (Role.MEMBER, self.members))
        named = frozenset(role for role, listed in lists if listed & known)
        return named | {Role.MEMBER} if named or not self.members else named

    def groups_among(self, groups: Collection[str]) -> tuple[str, ...]:
        """Return those of some groups that decide anything."""
        return tuple(g for g in groups if GROUP + g in self.admins | self.reviewers | self.members)


@dataclass(frozen=True, slots=True)
class Visitor:
    """`channel` names the person to the core, "" for nobody; `cookie` is a new cookie's value, "" where none has to be
    set. `name` is what they are called, "" where nobody signs in.
    """

    channel: str
    cookie: str = ""
    name: str = ""
    roles: frozenset[Role] = frozenset({Role.MEMBER})

    @property
    def admin(self) -> bool:
        """Whether they may decide for everybody."""
        return Role.ADMIN in self.roles

    def person(self, locale: str = "") -> Person:
        """Return who speaks, as the core knows them."""
        return Person(self.channel, self.name, admin=self.admin, reviewer=Role.REVIEWER in self.roles, locale=locale)

    def greet(self, response: Response, *, secure: bool) -> Response:
        """Set the cookie on the response where it is new, and return the response."""
        if self.cookie:
            response.set_cookie(
                COOKIE, self.cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure
            )
        return response


Handler = Callable[[Request, Visitor], Awaitable[Response]]
NOBODY = Visitor("", roles=frozenset())


def signed_in(id: str, name: str, roles: frozenset[Role]) -> Visitor:
    """Return somebody who is signed in; nobody where the id cannot be one, or where they have no role."""
    if not id.isprintable() or not 0 < len(id) <= LONGEST_USER or id == LOCAL or not roles:
        return NOBODY
    return Visitor(id, name=name or id, roles=roles)


class Login(Protocol):
    """How people sign in."""

    @property
    def way_in(self) -> str:
        """The address where they do so, "" where that is not ours."""
        ...

    def routes(self, left: Callable[[str], None]) -> Sequence[tuple[str, Handler, str]]:
        """Return what is open to whoever is not signed in yet: address, handler, method.

        `left` is told the channel of whoever signs out.
        """
        ...

    async def visitor(self, request: Request) -> Visitor:
        """Return who is signed in, or nobody. Raises StoreError."""
        ...


@dataclass(frozen=True, slots=True)
class ProxyLogin:
    """Who is signed in, and in which groups they are (separated by commas), is named by a trusted proxy in headers."""

    header: str
    roles: Roles = Roles()
    groups_header: str = ""

    @property
    def way_in(self) -> str:
        """Nowhere: the proxy has it."""
        return ""

    def routes(self, left: Callable[[str], None]) -> Sequence[tuple[str, Handler, str]]:
        """Return nothing: the proxy signs people in."""
        return ()

    async def visitor(self, request: Request) -> Visitor:
        """Return who is signed in; nobody where no trusted proxy says so, or where several names stand there."""
        named = self._told(request, self.header)
        name = named[0].strip() if len(named) == 1 else ""
        told = self._told(request, self.groups_header) if self.groups_header else []
        groups = [group.strip() for line in told for group in line.split(",")]
        return signed_in(name, name, self.roles.of({name}, groups))

    def _told(self, request: Request, header: str) -> list[str]:
        return request.headers.getlist(header) if request.scope.get(TRUSTED) is True else []


async def visitor_of(request: Request, *, alone: bool, login: Login | None = None) -> Visitor:
    """Return who asks. The cookie's value is a key to its threads, so the channel carries its digest only.

    Raises StoreError.
    """
    if login is not None:
        return await login.visitor(request)
    if alone:
        return Visitor(LOCAL, roles=frozenset({Role.ADMIN}))
    known = request.cookies.get(COOKIE, "")
    if len(known) == _COOKIE_CHARACTERS and is_name(known):
        return Visitor(_digest(known))
    new = secrets.token_urlsafe(_COOKIE_BYTES)
    return Visitor(_digest(new), new)


def origin_of(request: Request, visitor: Visitor) -> Origin:
    """Return where a request comes from; of the person at this machine that is nothing worth telling."""
    address = request.client.host if request.client and visitor.channel != LOCAL else ""
    return Origin(address, known=not visitor.cookie)


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()[:32]
