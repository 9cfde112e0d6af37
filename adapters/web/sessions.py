"""Which sessions were ended before their time: a cookie that somebody kept or stole does not outlive its sign-out."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress

from adapters.port import AdapterState
from adapters.web.limits import SESSION_SECONDS

_ENDED = "ended:"
_KEPT = SESSION_SECONDS + 3600  # clocks differ


class EndedSessions:
    """Kept for as long as their cookies would be good, in the store that all replicas share. Raises StoreError."""

    def __init__(self, state: AdapterState) -> None:
        self._state = state

    async def has(self, session: str) -> bool:
        """Whether the session that a cookie tells of was ended."""
        return await self._state.get(_key(session)) is not None

    async def add(self, session: str) -> None:
        """End a session; what is too old to matter is forgotten."""
        now = time.time()
        await self._state.set(_key(session), str(round(now)))
        for key in await self._state.keys(_ENDED):
            with suppress(ValueError):
                if float(await self._state.get(key) or now) < now - _KEPT:
                    await self._state.delete(key)


def _key(session: str) -> str:
    return _ENDED + hashlib.sha256(session.encode()).hexdigest()
