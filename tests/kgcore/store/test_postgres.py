"""Bad days of a store on PostgreSQL: it is away, comes back, was migrated by half, or by another version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest
import pytest_asyncio
from psycopg import errors

from kgcore.errors import ConfigError, StoreAway, StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.opening import open_store
from kgcore.store.postgres.database import Address, connect, guarded
from kgcore.store.postgres.schema import MIGRATING, MIGRATIONS, Migration, migrate
from kgcore.store.postgres.store import PostgresStore
from kgcore.values.message import Message, Person, Place
from kgcore.values.reply import Figure
from kgcore.values.thread import Crashes, Turn
from tests.page.conftest import free_port
from tests.servers.postgres import PostgresServer

pytestmark = pytest.mark.postgres
PLACE = Place("chat", "w", "c", "t1")


def message(id: str) -> Message:
    return Message(id, PLACE, Person("u1"), "Can it?")


@pytest.fixture
def url(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


@pytest_asyncio.fixture
async def pair(url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Two processes' stores, as far as the database can tell."""
    first, second = PostgresStore(url), PostgresStore(url)
    yield first, second
    await first.close()
    await second.close()


async def until(condition: asyncio.Event) -> None:
    async with asyncio.timeout(20):
        await condition.wait()


# ── away ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_database_that_is_away_at_the_start_is_said_to_be_without_its_password() -> None:
    with pytest.raises(StoreAway, match=r"PostgreSQL \(evigraph on 127.0.0.1:\d+\) cannot be reached") as caught:
        open_store(f"postgresql://ann:topsecret@127.0.0.1:{free_port()}/evigraph")
    assert "topsecret" not in str(caught.value)


def test_a_wrong_address_says_how_one_is_written() -> None:
    with pytest.raises(ConfigError, match="no address of PostgreSQL") as caught:
        open_store("postgresql://ann:topsecret@[127.0.0.1/evigraph")
    assert "topsecret" not in str(caught.value)


def test_a_database_that_is_not_there_is_no_reason_to_wait(postgres_server: PostgresServer) -> None:
    with pytest.raises(StoreError, match="refuses us") as caught:
        open_store(postgres_server.url.replace("/postgres", "/nowhere"))
    assert not isinstance(caught.value, StoreAway)


@pytest.mark.parametrize(
    ("refusal", "kind", "words"),
    [
        (errors.DiskFull, StoreFull, "No room left"),
        (errors.LockNotAvailable, StoreBusy, "held by another program"),
        (errors.DataCorrupted, StoreDamaged, "damaged"),
        (errors.AdminShutdown, StoreAway, "cannot be reached"),
        (errors.ReadOnlySqlTransaction, StoreError, "refused a statement"),
    ],
)
def test_what_the_database_refuses_is_said_in_words(
    refusal: type[psycopg.Error], kind: type[StoreError], words: str
) -> None:
    with pytest.raises(kind, match=words), guarded(Address("postgresql://ann:topsecret@db/evigraph")):
        raise refusal("in words of its own")


NO_ROOM = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"""


async def test_a_database_whose_disk_is_full_says_so_and_goes_on_when_there_is_room(url: str) -> None:
    store = open_store(url)
    picture = Figure(b"png", "<svg/>", "a picture", 8, 6)
    with psycopg.connect(url, autocommit=True) as session:
        session.execute(NO_ROOM)
        for table in ("inbox", "figures", "turns"):
            session.execute(f"CREATE TRIGGER full_ BEFORE INSERT ON {table} EXECUTE FUNCTION no_room()")
        for refused in (
            store.keep(message("e1")),
            store.save_figure("t/0", picture),
            store.save(Turn("t", PLACE.key, "Can it?")),
        ):
            with pytest.raises(StoreFull, match="No room left"):
                await refused
        for table in ("inbox", "figures", "turns"):
            session.execute(f"DROP TRIGGER full_ ON {table}")
    assert await store.keep(message("e1"))
    await store.save_figure("t/0", picture)
    assert await store.figure("t/0") == picture
    await store.close()


async def test_a_server_that_comes_back_is_used_again(url: str, postgres_server: PostgresServer) -> None:
    store = open_store(url)
    assert await store.keep(message("e1"))
    postgres_server.stop()
    with pytest.raises(StoreAway, match="cannot be reached"):
        await store.keep(message("e2"))
    with pytest.raises(StoreAway):
        await store.check()
    postgres_server.start()
    async with asyncio.timeout(20):
        while True:
            try:
                await store.check()
                break
            except StoreError:
                await asyncio.sleep(0.1)
    assert not await store.keep(message("e1"))
    assert await store.keep(message("e2"))
    await store.close()


async def test_the_first_statement_after_a_while_without_the_server_succeeds(
    url: str, postgres_server: PostgresServer
) -> None:
    store = open_store(url)
    await store.check()
    postgres_server.stop()
    with pytest.raises(StoreAway):
        await store.check()  # as long as it has patience: the pool has tried again and again by then
    postgres_server.start()
    await store.check()
    assert await store.keep(message("e1"))
    await store.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://ann:secret@db.example:6543/kept", "PostgreSQL (kept on db.example:6543)"),
        ("postgresql://ann:secret@db.example/kept", "PostgreSQL (kept on db.example:5432)"),
        ("postgresql://ann:secret@db.example", "PostgreSQL (ann on db.example:5432)"),
        ("postgresql://", "PostgreSQL (postgres on this machine:5432)"),
    ],
)
def test_an_address_is_told_without_its_secrets(url: str, words: str) -> None:
    assert Address(url).words == words


# ── migrations ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_many_who_start_at_once_migrate_once(url: str) -> None:
    def begin(_: int) -> int:
        with connect(Address(url)) as session:
            return migrate(session)

    with ThreadPoolExecutor(5) as starts:
        assert sorted(starts.map(begin, range(5))) == [0, 0, 0, 0, len(MIGRATIONS)]


async def test_a_migration_that_was_interrupted_has_not_happened(url: str) -> None:
    broken = replace(MIGRATIONS[1], sql=MIGRATIONS[1].sql + "; SELECT 1 / 0")
    with connect(Address(url)) as session:
        with pytest.raises(psycopg.errors.DivisionByZero):
            migrate(session, (MIGRATIONS[0], broken))
        assert session.execute(b"SELECT to_regclass('audit')").fetchone() == (None,)
    store = open_store(url)  # the next start goes on with it
    assert await store.keep(message("e1"))
    assert not await store.records()
    await store.close()


def test_a_session_that_has_migrated_holds_nobody_up_and_one_that_broke_says_why(url: str) -> None:
    with connect(Address(url)) as session, connect(Address(url)) as other:
        shown = b"SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
        usual = session.execute(shown).fetchone()
        long = Migration(1000, "DO $$ BEGIN ASSERT current_setting('statement_timeout') = '0'; END $$")
        migrate(session, (*MIGRATIONS, long))
        assert session.execute(shown).fetchone() == usual
        assert other.execute(b"SELECT pg_try_advisory_lock(%s)", (MIGRATING,)).fetchone() == (True,)
    deadly = Migration(1001, "SELECT pg_terminate_backend(pg_backend_pid())")
    with connect(Address(url)) as session, pytest.raises(errors.AdminShutdown):
        migrate(session, (*MIGRATIONS, long, deadly))


async def test_an_older_version_works_beside_a_newer_one_unless_a_step_forbids_it(url: str) -> None:
    await open_store(url).close()
    added = Migration(1001, "ALTER TABLE threads ADD COLUMN colour text NOT NULL DEFAULT ''")
    with connect(Address(url)) as session:
        assert migrate(session, (*MIGRATIONS, added)) == 1
    older = open_store(url)
    await older.choose_model("t", "small")
    await older.close()
    with connect(Address(url)) as session:
        migrate(session, (*MIGRATIONS, added, Migration(1002, "SELECT 1", breaking=True)))
    with pytest.raises(StoreDamaged, match="newer Evigraph") as caught:
        open_store(url)
    assert "backup" in caught.value.hint


# ── replicas ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_one_holds_no_other_gets_until_it_lets_go_or_is_gone(
    pair: tuple[PostgresStore, PostgresStore],
) -> None:
    first, second = (store.replicas for store in pair)
    for one in (first, second):
        await one.join(lambda: None)
    assert await first.claim("a", "b") == {"a", "b"}
    assert await second.claim("a", "b", "c") == {"c"}
    assert await second.claim("b", "d", "e", "f", most=2) == {"d", "e"}
    await first.release("a")
    assert await second.claim("a", "b") == {"a"}
    assert await second.alive([first.name, "nobody"]) == {first.name}
    await first.leave()
    assert await second.claim("b") == {"b"}
    assert await second.alive([first.name]) == frozenset()


async def test_whoever_waits_is_woken_by_what_another_takes_in(pair: tuple[PostgresStore, PostgresStore]) -> None:
    woken = asyncio.Event()
    await pair[0].replicas.join(woken.set)
    await pair[1].keep(message("e1"))
    await until(woken)
    (arrival,) = await pair[0].replicas.waiting()
    assert (arrival.event, arrival.replica) == (message("e1"), pair[1].name)
    assert not await pair[0].replicas.waiting(arrival.number)
    assert await pair[0].replicas.waiting_event("e1") == message("e1")


async def test_what_waits_is_read_once_and_forgotten_when_it_is_finished(
    pair: tuple[PostgresStore, PostgresStore],
) -> None:
    first, second = pair
    for number in range(12):
        await second.keep(message(f"e{number}"))
    before = await first.replicas.waiting()
    await second.finish("e3")
    await second.keep(message("e12"))
    after = await first.replicas.waiting()
    assert [one.event.id for one in after] == [f"e{n}" for n in range(13) if n != 3]
    assert all(one is old for one, old in zip(after, [*before[:3], *before[4:]], strict=False))
    assert after[-1].event == message("e12")
    assert [one.event.id for one in await first.replicas.waiting(after[-2].number)] == ["e12"]


async def test_only_the_work_of_the_dead_counts_as_a_crash(pair: tuple[PostgresStore, PostgresStore]) -> None:
    first, second = pair
    for store in pair:
        await store.replicas.join(lambda: None)
    await first.keep(message("e1"))
    await first.begin_work("e1")
    assert await second.count_crashes() == {"e1": Crashes()}
    await first.replicas.leave()
    assert await second.count_crashes() == {"e1": Crashes(alone=1)}
    assert await second.count_crashes() == {"e1": Crashes(alone=1)}


async def test_who_is_cut_off_holds_nothing_and_is_told(
    pair: tuple[PostgresStore, PostgresStore], postgres_server: PostgresServer
) -> None:
    first = pair[0].replicas
    await first.join(lambda: None)
    assert await first.claim("a")
    told = asyncio.ensure_future(first.lost())
    assert await first.claim("c")
    assert not told.done()
    postgres_server.stop()
    async with asyncio.timeout(20):
        await told
    with pytest.raises(StoreError):
        await first.claim("b")
    postgres_server.start()
    await first.join(lambda: None)
    assert await first.claim("a")
