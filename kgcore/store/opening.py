"""The registry of stores, by an address's scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kgcore.errors import ConfigError
from kgcore.ports import Store


def _sqlite(path: str) -> Store:
    from kgcore.store.sqlite import SqliteStore

    if not path:
        raise ConfigError("A SQLite store needs a file.", hint="Write sqlite:///folder/file.db, or the file alone.")
    return SqliteStore(Path(path))


def _repair_sqlite(path: str) -> str:
    from kgcore.store.repair import repair_file

    return repair_file(Path(path))


def _copy_sqlite(path: str, to: Path) -> int:
    from kgcore.store.repair import copy_store

    return copy_store(Path(path), to)


@dataclass(frozen=True, slots=True)
class StoreBackend:
    """How a kind of store is opened, repaired (the words say what was done, "" where nothing was wrong) and copied."""

    open: Callable[[str], Store]
    repair: Callable[[str], str]
    copy: Callable[[str, Path], int]


STORES: Mapping[str, StoreBackend] = {"sqlite": StoreBackend(_sqlite, _repair_sqlite, _copy_sqlite)}


def open_store(url: str) -> Store:
    """Return the store at an address: "sqlite:///relative.db", "sqlite:////absolute.db", or a file's path.

    Raises ConfigError for a scheme that nobody knows, and StoreError where the store cannot be used.
    """
    backend, path = _backend(url)
    return backend.open(path)


def repair_store(url: str) -> str:
    """Return what was repaired of the store at an address, in words; "" where nothing was wrong.

    Nobody may have it open meanwhile. Raises ConfigError and StoreError.
    """
    backend, path = _backend(url)
    return backend.repair(path)


def copy_store(url: str, to: Path) -> int:
    """Copy the store at an address to a new file while it may be in use; return the copy's size in bytes.

    Raises ConfigError and StoreError.
    """
    backend, path = _backend(url)
    return backend.copy(path, to)


def _backend(url: str) -> tuple[StoreBackend, str]:
    scheme, found, rest = url.partition("://")
    if not found:
        return STORES["sqlite"], url
    if scheme not in STORES:
        raise ConfigError(f"There is no store for {scheme}://.", hint=f"There is {', '.join(STORES)}; or give a file.")
    return STORES[scheme], rest.removeprefix("/")
