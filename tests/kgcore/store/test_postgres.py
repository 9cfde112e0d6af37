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
from psycopg_pool import PoolTimeout

from kgcore.errors import ConfigError, StoreAway, StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.opening import open_store
from kgcore.store.postgres.database import CONNECTIONS, Address, connect, guarded
from kgcore.store.postgres.schema import MIGRATING, MIGRATIONS, Migration, migrate
from kgcore.store.postgres.shelf import PostgresShelf, open_postgres_shelf
from kgcore.store.postgres.store import PostgresStore
from kgcore.values.message import Lookup, Message, Person, Place
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


TAKES_ITS_TIME = (
    "DO $$ BEGIN ASSERT current_setting('statement_timeout') = '0' AND current_setting('lock_timeout') = '2min'; END $$"
)


def test_a_session_that_has_migrated_holds_nobody_up_and_one_that_broke_says_why(url: str) -> None:
    with connect(Address(url)) as session, connect(Address(url)) as other:
        shown = b"SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
        usual = session.execute(shown).fetchone()
        long = Migration(1000, TAKES_ITS_TIME)
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


async def test_a_moment_that_all_share_is_moved_on_by_each(pair: tuple[PostgresStore, PostgresStore]) -> None:
    first, second = (store.replicas for store in pair)
    assert await first.advance("m", 100.0) == pytest.approx(100.0, abs=20.0)
    assert await second.advance("m", 100.0) == pytest.approx(200.0, abs=20.0)
    assert await second.advance("m", 100.0, least=1_000.0) == pytest.approx(1_100.0, abs=20.0)
    assert await first.advance("another", 10.0, least=500.0) == pytest.approx(510.0, abs=20.0)


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


async def test_whoever_joins_anew_holds_nothing_of_before_and_works_at_nothing(
    pair: tuple[PostgresStore, PostgresStore],
) -> None:
    first, second = pair
    for store in pair:
        await store.replicas.join(lambda: None)
    await first.keep(message("e1"))
    await first.begin_work("e1")
    assert await first.replicas.claim("a")
    before = asyncio.ensure_future(first.replicas.lost())
    await first.replicas.join(lambda: None)
    await asyncio.wait_for(before, 20)
    assert await second.replicas.claim("a") == {"a"}
    await first.replicas.leave()
    assert await second.count_crashes() == {"e1": Crashes()}


async def test_a_name_that_is_claimed_twice_is_let_go_of_at_once(pair: tuple[PostgresStore, PostgresStore]) -> None:
    first, second = (store.replicas for store in pair)
    for one in (first, second):
        await one.join(lambda: None)
    assert await first.claim("a", "a", "b", most=5) == {"a", "b"}
    await first.release("a")
    assert await second.claim("a") == {"a"}
    assert await second.claim("c", most=0) == frozenset()
    assert await second.alive([]) == frozenset()


async def test_who_is_not_joined_holds_nothing(pair: tuple[PostgresStore, PostgresStore], url: str) -> None:
    first = pair[0].replicas
    with pytest.raises(StoreError, match="held no more"):
        await first.claim("a")
    await first.join(lambda: None)
    lost = asyncio.ensure_future(first.lost())
    await first.leave()
    await asyncio.wait_for(lost, 20)
    with pytest.raises(StoreError, match="held no more"):
        await first.claim("a")
    assert await first.waiting_event("nobody's") is None


def connections(url: str) -> int:
    with psycopg.connect(url) as session:
        sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return int((session.execute(sql).fetchone() or (0,))[0])


async def test_a_join_that_is_overtaken_leaves_no_connection(url: str) -> None:
    store = PostgresStore(url)
    replicas = store.replicas
    with pytest.raises(StoreError, match="left before it was joined"):
        await asyncio.to_thread(replicas._connected, -1)
    session, listener = await asyncio.to_thread(replicas._connected, replicas._joins)
    await replicas.leave()  # before anybody listens
    assert session.closed
    assert listener.closed
    await store.close()  # its pool is filled beside us: only then is what is left no connection of the pool
    async with asyncio.timeout(20):
        while await asyncio.to_thread(connections, url):
            await asyncio.sleep(0.05)


ENDED = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'evigraph'"
    " AND datname = current_database()"
)


async def test_a_lock_that_is_lost_is_noticed_by_whoever_asks_for_another(url: str) -> None:
    store = PostgresStore(url)
    await store.replicas.join(lambda: None)
    lost = asyncio.ensure_future(store.replicas.lost())
    with psycopg.connect(url, autocommit=True) as session:
        session.execute(ENDED)
    with pytest.raises(StoreError):
        await store.replicas.claim("a")
    await asyncio.wait_for(lost, 1)
    await store.close()


# ── connections ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_connection_that_died_while_nobody_used_it_is_noticed_by_nobody(url: str) -> None:
    store = PostgresStore(url)
    await store.check()
    with psycopg.connect(url, autocommit=True) as session:
        session.execute(ENDED)
    await asyncio.sleep(0.7)  # longer than a connection is trusted unseen
    assert await store.keep(message("e1"))
    await store.close()


SETTINGS = {
    "lock_timeout": "5s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "30s",
    "client_encoding": "UTF8",
    "application_name": "evigraph",
}


async def test_every_connection_waits_for_so_long_and_no_longer(url: str) -> None:
    shown = [f"current_setting('{name}')" for name in SETTINGS]
    with connect(Address(url)) as session:
        assert session.execute(f"SELECT {', '.join(shown)}".encode()).fetchone() == tuple(SETTINGS.values())
    store = PostgresStore(url)
    assert await store._one(f"SELECT {', '.join(shown)}") == tuple(SETTINGS.values())
    await store.close()
    with open_postgres_shelf(url) as shelf:
        assert isinstance(shelf, PostgresShelf)
        assert shelf._all("SELECT current_setting('statement_timeout')") == [("0",)]  # a table may be large


async def test_an_event_is_kept_while_all_else_waits(url: str) -> None:
    store = PostgresStore(url)
    slow = [asyncio.create_task(store._one("SELECT pg_sleep(1.5)")) for _ in range(3 * CONNECTIONS)]
    await asyncio.sleep(0.2)
    assert await store.keep(message("e1"))
    assert not any(task.done() for task in slow)
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    await store.close()


async def test_of_what_fails_half_way_nothing_is_kept(url: str) -> None:
    store = PostgresStore(url)

    def work(session: psycopg.Connection[tuple[object, ...]]) -> None:
        session.execute("INSERT INTO receipts VALUES ('a', 'b')")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store._db.commit(work)
    assert await store.receipt("a") is None
    assert await store._write("INSERT INTO receipts VALUES ('a', 'b'), ('c', 'd')") == 2
    assert await store._all("SELECT turn, 7 FROM receipts ORDER BY turn") == [("a", "7"), ("c", "7")]
    await store.close()


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (errors.OutOfMemory("x"), StoreFull, "No room left"),
        (errors.DeadlockDetected("x"), StoreBusy, "held by another"),
        (errors.SerializationFailure("x"), StoreBusy, "held by another"),
        (errors.IndexCorrupted("one\n  two. \n"), StoreDamaged, r"is damaged: one; two\. Restore"),
        (PoolTimeout("x"), StoreAway, "cannot be reached: x"),
        (psycopg.InterfaceError(""), StoreAway, r"cannot be reached: no reason given\. Is"),
        (psycopg.OperationalError('FATAL:  password authentication failed for "ann"'), StoreError, "refuses us"),
        (psycopg.OperationalError('FATAL:  role "ann" does not exist'), StoreError, "refuses us"),
        (psycopg.OperationalError("FATAL:  no pg_hba.conf entry for host"), StoreError, "refuses us"),
        (psycopg.OperationalError("FATAL:  the database system is starting up"), StoreAway, "cannot be reached"),
    ],
)
def test_each_refusal_is_of_its_kind(error: Exception, kind: type[StoreError], words: str) -> None:
    with pytest.raises(kind, match=words) as caught, guarded(Address("postgresql://ann:topsecret@db/evigraph")):
        raise error
    assert type(caught.value) is kind


async def test_what_is_forgotten_leaves_the_tables_files(url: str) -> None:
    store, size = PostgresStore(url), "SELECT pg_relation_size(?)"
    await store.save(Turn("t1", PLACE.key, "something private"))
    await store.keep_note(Lookup("n1", PLACE.key, "person", "something private"))
    tables = ("turns", "notes", "threads")
    assert all([int(await store._text(size, table) or 0) for table in tables])
    await store.forget_thread(PLACE.key)
    assert [await store._text(size, table) for table in tables] == ["0", "0", "0"]
    await store.close()


async def test_steps_that_were_released_keep_their_numbers(url: str) -> None:
    await open_store(url).close()
    with psycopg.connect(url) as session:
        taken = session.execute("SELECT number, breaking FROM evigraph_migrations ORDER BY number").fetchall()
    assert taken == [(1, False), (2, False)]
