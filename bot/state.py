"""A platform's own corner of the store."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.ports import Shared, State


class StoreState:
    """The adapters' `State`: a small durable map under a namespace. Raises StoreError."""

    def __init__(self, store: State, namespace: str) -> None:
        self._store = store
        self._namespace = namespace

    async def get(self, key: str) -> str | None:
        """Return the value, or None."""
        return await self._store.get_state(self._namespace, key)

    async def set(self, key: str, value: str) -> None:
        """Keep the value."""
        await self._store.set_state(self._namespace, key, value)

    async def delete(self, key: str) -> None:
        """Forget the key; fine if there is none."""
        await self._store.set_state(self._namespace, key, None)

    async def advance(self, key: str, by: float, least: float = 0.0) -> float | None:
        """See `adapters.port.AdapterState`."""
        if not isinstance(self._store, Shared):
            return None
        return await self._store.replicas.advance(f"{self._namespace}:{key}", by, least)

    async def keys(self, prefix: str = "") -> Sequence[str]:
        """Return the keys that begin with `prefix`."""
        return await self._store.state_keys(self._namespace, prefix)
