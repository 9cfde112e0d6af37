"""Stores of both kinds, and their tables as somebody sees them who looks into the database by hand."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import pytest_asyncio

from kgcore.ports import Store
from kgcore.store.opening import open_store
from tests.servers.postgres import PostgresServer

BACKENDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.postgres))
ByHand = Callable[..., list[tuple[Any, ...]]]


def another(kind: str, request: pytest.FixtureRequest, name: str = "evigraph") -> str:
    """Return the address of a store that does not exist yet."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return str(folder / "deep" / f"{name}.db")
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.database()


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest) -> str:
    """The address of a store that does not exist yet."""
    return another(request.param, request)


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = open_store(url)
    yield store
    await store.close()


def by_hand(url: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Run a statement beside the store, with `?` for a value."""
    if "://" not in url:
        with closing(sqlite3.connect(url, isolation_level=None, timeout=30)) as db:
            return db.execute(sql, values).fetchall()
    with psycopg.connect(url, autocommit=True) as session:
        done = session.execute(sql.replace("?", "%s").encode(), values)
        return done.fetchall() if done.description else []


@pytest.fixture
def hand(url: str) -> ByHand:
    """Runs a statement beside the store."""

    def run(sql: str, *values: Sequence[object]) -> list[tuple[Any, ...]]:
        return by_hand(url, sql, *values)

    return run
