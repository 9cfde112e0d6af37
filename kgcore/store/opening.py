"""The registry of stores, by an address's scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from kgcore.errors import ConfigError
from kgcore.ports import Store


def _sqlite(path: str) -> Store:
    from kgcore.store.sqlite import SqliteStore

    if not path:
        raise ConfigError("A SQLite store needs a file.", hint="Write sqlite:///folder/file.db, or the file alone.")
    return SqliteStore(Path(path))


STORES: Mapping[str, Callable[[str], Store]] = {"sqlite": _sqlite}


def open_store(url: str) -> Store:
    """Return the store at an address: "sqlite:///relative.db", "sqlite:////absolute.db", or a file's path.

    Raises ConfigError for a scheme that nobody knows, and StoreError where the store cannot be used.
    """
    scheme, found, rest = url.partition("://")
    if not found:
        return _sqlite(url)
    if scheme not in STORES:
        raise ConfigError(f"There is no store for {scheme}://.", hint=f"There is {', '.join(STORES)}; or give a file.")
    return STORES[scheme](rest.removeprefix("/"))
