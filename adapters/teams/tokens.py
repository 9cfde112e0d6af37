"""Who sends us requests: the platform's signed tokens, and the keys that they are signed with.

Source: Bot Framework REST, "Authenticate requests from the Bot Connector service to your bot" (learn.microsoft.com,
under azure/bot-service/rest-api/bot-framework-rest-connector-authentication). Nothing that a token says is used before
its signature is checked; where keys are fetched from is settled by the configuration alone.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx
import jwt

from adapters.teams.limits import (
    CLOCK_SECONDS,
    KEYS_AGAIN,
    KEYS_BYTES,
    KEYS_SECONDS,
    KEYS_UNKNOWN,
    KEYS_WAIT,
    TOKEN_CHARACTERS,
)

_KID: Final = re.compile(r"[\x21-\x7e]{1,200}")
_WORDS: Final = {401: "Unauthorized", 403: "Forbidden", 503: "The platform's keys cannot be fetched."}


class RequestRefused(Exception):  # noqa: N818
    """A request is not let in; `status` and `words` are the answer, the reason is for our log alone."""

    def __init__(self, status: int, reason: str, words: str = "") -> None:
        super().__init__(reason)
        self.status = status
        self.words = words or _WORDS.get(status, reason)


@dataclass(frozen=True, slots=True)
class TokenProof:
    """What a checked token says: the service address that its bearer speaks for, and the channels that its key is
    for (none: the key names none).
    """

    service: str
    channels: frozenset[str] = frozenset()

    def check(self, service: str, channel: str) -> None:
        """Raise Refused unless an activity's service address and channel are the token's."""
        if self.service.rstrip("/") != service.rstrip("/"):
            raise RequestRefused(401, "the token is for another service address")
        if self.channels and channel not in self.channels:
            raise RequestRefused(401, "the token's key is not for this channel")


@dataclass(frozen=True, slots=True)
class PlatformKey:
    """A public key, and the channels that it is for."""

    key: jwt.PyJWK
    channels: frozenset[str]


class PlatformKeys:
    """The platform's keys, by id. They are fetched off the loop's back: one flight at a time, none for an id that was
    not there a moment ago.
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._clock = clock
        self._keys: dict[str, PlatformKey] = {}
        self._fetched = self._tried = float("-inf")
        self._unknown: OrderedDict[str, float] = OrderedDict()
        self._flight: asyncio.Task[None] | None = None

    async def get(self, id: str) -> PlatformKey:
        """Return the key; raises Refused."""
        old = self._clock() - self._fetched > KEYS_SECONDS
        if (id not in self._keys and self._may_ask(id)) or (old and self._clock() - self._tried > KEYS_WAIT):
            await self._fetch()
        if id in self._keys:
            return self._keys[id]
        if self._fetched == float("-inf") or self._fetched < self._tried:  # a new key may be where we did not get to
            raise RequestRefused(503, "there are no keys")
        self._unknown[id] = self._clock() + KEYS_AGAIN
        if len(self._unknown) > KEYS_UNKNOWN:
            self._unknown.popitem(last=False)
        raise RequestRefused(401, "the token's key is unknown")

    def _may_ask(self, id: str) -> bool:
        now = self._clock()
        return now - self._tried > KEYS_WAIT and self._unknown.get(id, now) <= now

    async def _fetch(self) -> None:
        """Wait for the flight that is under way, or for a new one; whoever gives up waiting does not end it."""
        if self._flight is None or self._flight.done():
            self._flight = asyncio.create_task(self._take())
        await asyncio.shield(self._flight)

    async def _take(self) -> None:
        try:
            async with asyncio.timeout(KEYS_WAIT):  # that of httpx begins anew with every byte
                found = await fetch_keys(self._url)
        except (httpx.HTTPError, TimeoutError, ValueError):
            self._tried = self._clock()
            return
        self._keys = found
        self._fetched = self._tried = self._clock()


async def fetch_keys(url: str) -> dict[str, PlatformKey]:
    """Return the keys at an address, by id; raises httpx.HTTPError and ValueError."""
    async with httpx.AsyncClient(timeout=KEYS_WAIT) as client, client.stream("GET", url) as answer:
        answer.raise_for_status()
        if answer.is_redirect:
            raise ValueError("a redirect")
        data = bytearray()
        async for chunk in answer.aiter_bytes():
            data += chunk
            if len(data) > KEYS_BYTES:
                raise ValueError("too large")
    try:
        return _read(httpx.Response(200, content=bytes(data)).json())
    except RecursionError:
        raise ValueError("nested too deep") from None


def _read(body: Any) -> dict[str, PlatformKey]:
    listed = body.get("keys") if isinstance(body, dict) else None
    if not listed or not isinstance(listed, list):
        raise ValueError("no keys")
    found: dict[str, PlatformKey] = {}
    for entry in listed:
        if not isinstance(entry, dict) or not isinstance(entry.get("kid"), str) or entry.get("kty") != "RSA":
            continue
        channels = entry.get("endorsements")
        named = [c for c in channels if isinstance(c, str)] if isinstance(channels, list) else []
        try:
            found[entry["kid"]] = PlatformKey(jwt.PyJWK(entry, "RS256"), frozenset(named))
        except (jwt.PyJWTError, ValueError, TypeError):
            continue  # one bad key must not lock out the others
    if not found:  # it must not take the place of those that we have
        raise ValueError("no key that can be read")
    return found


class Tokens:
    """Checks the tokens of the platform's connector for the bot `client`, and no others.

    Tokens that Entra issues (for Agent ID identities, by whatever tenant they name) are refused unread: nothing of
    Evigraph's comes from there.
    """

    def __init__(self, client: str, issuer: str, keys: PlatformKeys) -> None:
        self._audiences = [client, f"api://{client}", f"api://botid-{client}"]
        self._issuer = issuer
        self._keys = keys

    async def prove(self, headers: Mapping[str, str]) -> TokenProof:
        """Return what the request's token proves; raises Refused."""
        given = headers.get("authorization") or headers.get("Authorization") or ""
        scheme, _, token = given.partition(" ")
        if scheme.lower() != "bearer" or not token or len(token) > TOKEN_CHARACTERS:
            raise RequestRefused(401, "no token")
        key = await self._keys.get(self._key_id(token))
        try:
            claims = jwt.decode(
                token,
                key.key,
                algorithms=["RS256"],
                audience=self._audiences,
                issuer=self._issuer,
                leeway=CLOCK_SECONDS,
                options={"require": ["exp", "iss", "aud"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as error:
            raise RequestRefused(401, f"the token is not valid: {type(error).__name__}") from None
        service = claims.get("serviceurl")
        if not isinstance(service, str) or not service:
            raise RequestRefused(401, "the token names no service address")
        return TokenProof(service, key.channels)

    def _key_id(self, token: str) -> str:
        """Return the id of the key that a token says it is signed with; what cannot be ours costs no fetch."""
        try:
            header = jwt.get_unverified_header(token)
            claims = jwt.decode(token, options={"verify_signature": False})
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
            raise RequestRefused(401, "this is no token") from None
        kid = header.get("kid")
        if header.get("alg") != "RS256" or not isinstance(kid, str) or not _KID.fullmatch(kid):
            raise RequestRefused(401, "the token is not signed as the platform signs")
        if claims.get("iss") != self._issuer:
            raise RequestRefused(401, "the token is another issuer's")
        return kid
