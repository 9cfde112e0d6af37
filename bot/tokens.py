"""Tokens for the API: made once, shown once, kept as digests only."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from adapters.api.operations import Grant
from adapters.port import TokenInfo
from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.state import StoreState
from bot.terminal import output_console
from kgcore.errors import InputError
from kgcore.ports import Store
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.text import clean_line

_NAMESPACE, _KEY = "api", "token:"
PREFIX = "evg_"  # so that scanners for leaked secrets know one
NONE_HERE = "No token was made here; `--owner ID` shows those that somebody made on the page."


class Tokens:
    """The tokens that were made and not revoked. A token is somebody's own (`owner`, a person of the page), or the
    operator's (""); names are told apart by owner. Raises StoreError.
    """

    def __init__(self, store: Store, scopes: Sequence[str] = ()) -> None:
        self.scopes = tuple(scopes)  # that a token can be given
        self._trail = store
        self._state = StoreState(store, _NAMESPACE)

    async def grant(self, token: str) -> Grant | None:
        """Return what a token grants, or None."""
        found = await self._state.get(_KEY + _digest(token))
        if not found:
            return None
        told = json.loads(found)
        owner = told.get("owner", "")
        return Grant(_holder(owner, told["name"]), frozenset(told.get("scopes", ())), owner)

    async def called(self, holder: str, what: str) -> None:
        """Note in the audit trail what the holder of a token asks for."""
        await self._trail.record(AuditEntry(Deed.CALLED, "api", f"token\x1f{holder}", what))

    async def make(self, name: str, scopes: Sequence[str] = (), owner: str = "") -> str:
        """Return a new token. Raises InputError where the name has one, or a scope is none."""
        named = clean_line(name)
        if not named:
            raise InputError("A token needs a name.", hint="Give it the name of the person or program that uses it.")
        if unknown := [scope for scope in scopes if scope not in self.scopes]:
            raise InputError(f"There is no scope {unknown[0]}.", hint=f"There are: {', '.join(self.scopes)}.")
        if any(told.name == named for told in await self.all(owner)):
            raise InputError(f"{named} has a token.", hint="Revoke it first, or choose another name.")
        token = PREFIX + secrets.token_urlsafe(32)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        told = {"name": named, "made": made, "scopes": sorted(scopes), "owner": owner, "person": _person(owner)}
        await self._state.set(_KEY + _digest(token), json.dumps(told))
        await self._note(owner, f"a token was made for {_holder(owner, named)}")
        return token

    async def revoke(self, name: str, owner: str = "") -> None:
        """Forget a token. Raises InputError where there is none."""
        named = clean_line(name)
        for key, told in await self._kept():
            if told["name"] == named and told.get("owner", "") == owner:
                await self._state.delete(key)
                await self._note(owner, f"the token of {_holder(owner, named)} was revoked")
                return
        raise InputError(f"{named} has no token.", hint="`evigraph token list` shows who has.")

    async def all(self, owner: str = "") -> list[TokenInfo]:
        """Return an owner's tokens."""
        found = [told for _, told in await self._kept() if told.get("owner", "") == owner]
        tokens = (TokenInfo(told["name"], tuple(told.get("scopes", ())), told["made"]) for told in found)
        return sorted(tokens, key=lambda token: token.name)

    async def _kept(self) -> list[tuple[str, dict[str, Any]]]:
        found = [(key, await self._state.get(key)) for key in await self._state.keys(_KEY)]
        return [(key, json.loads(one)) for key, one in found if one]

    async def _note(self, owner: str, what: str) -> None:
        await self._trail.record(AuditEntry(Deed.CONFIGURED, "", _person(owner), what))


def _person(owner: str) -> str:
    """Return the person's key, under which they are forgotten with their tokens."""
    return "\x1f".join(("person", "web", "", owner)) if owner else ""


def _holder(owner: str, name: str) -> str:
    return f"{owner}/{name}" if owner else name


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@asynccontextmanager
async def _tokens(settings: Settings) -> AsyncIterator[Tokens]:
    from bot.wiring import open_store, open_tokens

    store = open_store(settings)
    try:
        yield open_tokens(settings, store)
    finally:
        await store.close()


async def make_command(settings: Settings, name: str, scopes: Sequence[str]) -> int:
    """Make a token and show it, this once."""
    async with _tokens(settings) as tokens:
        token = await tokens.make(name, scopes)
    output_console().print(token, markup=False, soft_wrap=True)
    return 0


async def revoke_command(settings: Settings, name: str, owner: str) -> int:
    """Revoke a token; a request that comes after it is refused."""
    async with _tokens(settings) as tokens:
        await tokens.revoke(name, owner)
    output_console().print(f"The token of {clean_line(name)} is revoked.", markup=False)
    return 0


async def list_command(settings: Settings, owner: str, as_json: bool) -> int:
    """Show who has a token."""
    async with _tokens(settings) as tokens:
        found = await tokens.all(owner)
    if as_json:
        print_json([{"name": t.name, "made": t.made, "scopes": list(t.scopes)} for t in found])
    elif not found:
        output_console().print(NONE_HERE if not owner else f"{owner} has no token.", markup=False)
    else:
        rows = ((t.name, t.made, ", ".join(t.scopes) or "everything") for t in found)
        output_console().print(plain_table("Tokens", ("name", "made", "may"), rows))
    return 0
