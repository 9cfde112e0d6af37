"""The registry of stores, by an address's scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kgcore.errors import ConfigError
from kgcore.ports import Store
from kgcore.store.moving import Shelf, move_store
from kgcore.values.moving import Moved


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


def _postgres(url: str) -> Store:
    with _installed():
        from kgcore.store.postgres.store import PostgresStore

    return PostgresStore(url)


def _nothing_to_repair(url: str) -> str:
    """PostgreSQL repairs itself when it starts."""
    return ""


def _no_copy(url: str, to: Path) -> int:
    raise ConfigError(
        "This store is on PostgreSQL, which has its own tools for backups.",
        hint="pg_dump --format=custom --file=FILE (docs/operations.md); or `evigraph store move` into a file.",
    )


def _sqlite_shelf(path: str, new: bool) -> AbstractContextManager[Shelf]:
    from kgcore.store.shelves import open_sqlite_shelf

    return open_sqlite_shelf(Path(path), new=new)


def _postgres_shelf(url: str, new: bool) -> AbstractContextManager[Shelf]:
    with _installed():
        from kgcore.store.postgres.shelf import open_postgres_shelf

    return open_postgres_shelf(url)


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"A store on PostgreSQL needs {error.name}, which is not installed.",
            hint="pip install 'evigraph[postgres]'",
        ) from None


@dataclass(frozen=True, slots=True)
class StoreBackend:
    """How a kind of store is opened, repaired (the words say what was done, "" where nothing was wrong), copied, and
    moved from or into (made where it is not there, if it may be new).
    """

    open: Callable[[str], Store]
    repair: Callable[[str], str]
    copy: Callable[[str, Path], int]
    shelf: Callable[[str, bool], AbstractContextManager[Shelf]]
    whole_address: bool = False  # `open` is given the address as it is, not only what follows its scheme


_POSTGRES = StoreBackend(_postgres, _nothing_to_repair, _no_copy, _postgres_shelf, whole_address=True)
STORES: Mapping[str, StoreBackend] = {
    "sqlite": StoreBackend(_sqlite, _repair_sqlite, _copy_sqlite, _sqlite_shelf),
    "postgresql": _POSTGRES,
    "postgres": _POSTGRES,
}


def open_store(url: str) -> Store:
    """Return the store at an address: "sqlite:///relative.db", "sqlite:////absolute.db", a file's path, or
    "postgresql://user:password@host:5432/database".

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


def move_store_at(source: str, target: str, told: Callable[[str, int], None]) -> list[Moved]:
    """Copy the store at an address into another, and compare them; return what is there now, by table.

    Nobody may use either meanwhile. Raises ConfigError and StoreError.
    """
    (first, path), (second, other) = _backend(source), _backend(target)
    if first is second and (
        path == other or (not first.whole_address and Path(path).resolve() == Path(other).resolve())
    ):
        raise ConfigError("Source and target are the same.", hint="Name two stores.")
    with first.shelf(path, False) as here, second.shelf(other, True) as there:
        return move_store(here, there, told)


def _backend(url: str) -> tuple[StoreBackend, str]:
    scheme, found, rest = url.partition("://")
    if not found:
        return STORES["sqlite"], url
    if scheme not in STORES:
        raise ConfigError(f"There is no store for {scheme}://.", hint=f"There is {', '.join(STORES)}; or give a file.")
    backend = STORES[scheme]
    return backend, url if backend.whole_address else rest.removeprefix("/")
