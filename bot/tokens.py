"""Tokens for the API: made once, shown once, kept as digests only."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

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


class Tokens:
    """The tokens that were made and not revoked. Raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._trail = store
        self._state = StoreState(store, _NAMESPACE)

    async def holder(self, token: str) -> str | None:
        """Return whose token it is, or None."""
        found = await self._state.get(_KEY + _digest(token))
        return str(json.loads(found)["name"]) if found else None

    async def called(self, holder: str, what: str) -> None:
        """Note in the audit trail what the holder of a token asks for."""
        await self._trail.record(AuditEntry(Deed.CALLED, "api", f"token\x1f{holder}", what))

    async def make(self, name: str) -> str:
        """Return a new token for a name. Raises InputError where the name has one."""
        named = clean_line(name)
        if not named:
            raise InputError("A token needs a name.", hint="Give it the name of the person or program that uses it.")
        if named in {told["name"] for told in await self.all()}:
            raise InputError(f"{named} has a token.", hint=f"Revoke it first: evigraph token revoke {named}")
        token = PREFIX + secrets.token_urlsafe(32)
        told = {"name": named, "made": datetime.now(UTC).isoformat(timespec="seconds")}
        await self._state.set(_KEY + _digest(token), json.dumps(told))
        await self._trail.record(AuditEntry(Deed.CONFIGURED, "", "", f"a token was made for {named}"))
        return token

    async def revoke(self, name: str) -> None:
        """Forget a name's token. Raises InputError where there is none."""
        for key in await self._state.keys(_KEY):
            found = await self._state.get(key)
            if found and json.loads(found)["name"] == clean_line(name):
                await self._state.delete(key)
                what = f"the token of {clean_line(name)} was revoked"
                await self._trail.record(AuditEntry(Deed.CONFIGURED, "", "", what))
                return
        raise InputError(f"{name} has no token.", hint="`evigraph token list` shows who has.")

    async def all(self) -> list[dict[str, str]]:
        """Return the names and when their tokens were made."""
        found = [await self._state.get(key) for key in await self._state.keys(_KEY)]
        return sorted((json.loads(one) for one in found if one), key=lambda told: str(told["name"]))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@asynccontextmanager
async def _tokens(settings: Settings) -> AsyncIterator[Tokens]:
    from bot.wiring import open_store

    store = open_store(settings)
    try:
        yield Tokens(store)
    finally:
        await store.close()


async def make_command(settings: Settings, name: str) -> int:
    """Make a token and show it, this once."""
    async with _tokens(settings) as tokens:
        token = await tokens.make(name)
    output_console().print(token, markup=False, soft_wrap=True)
    return 0


async def revoke_command(settings: Settings, name: str) -> int:
    """Revoke a token; a request that comes after it is refused."""
    async with _tokens(settings) as tokens:
        await tokens.revoke(name)
    output_console().print(f"The token of {clean_line(name)} is revoked.", markup=False)
    return 0


async def list_command(settings: Settings, as_json: bool) -> int:
    """Show who has a token."""
    async with _tokens(settings) as tokens:
        found = await tokens.all()
    if as_json:
        print_json(found)
    else:
        output_console().print(plain_table("Tokens", ("name", "made"), ((t["name"], t["made"]) for t in found)))
    return 0
