"""What cannot be kept is refused in words, whoever waits is told, and all go on with the first write that succeeds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio
from starlette.requests import Request
from starlette.responses import Response

from bot.delivery import DeliveryRetryPolicy
from bot.health import StoreWatch, dead_tasks, store_trouble
from bot.server import build_app
from bot.shares import Bounds
from bot.worker import FAULTS, Worker
from kgcore.errors import ConfigError, StoreError, StoreFull
from kgcore.ports import Store
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Incoming
from kgcore.values.reply import Reply
from kgcore.values.thread import Turn
from tests.bot.test_worker import Echo, message, said, texts
from tests.fakes.adapter import RecordingAdapter
from tests.loops import skip_pauses

PATIENT = DeliveryRetryPolicy(retry=600.0, longest_retry=600.0)


class Fragile:
    """A store that fails while it is `full`, in all that it does or in what is `large` only."""

    def __init__(self, store: SqliteStore, large: Collection[str] = ()) -> None:
        self._store, self._large = store, large
        self.full = False

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def call(*args: object, **more: object) -> object:
            if self.full and (name in self._large or not self._large):
                raise StoreFull("No room left for /srv/secret/evigraph.db.")
            return await getattr(self._store, name)(*args, **more)

        return call


class Page(RecordingAdapter):
    refuses = True


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


class Until(Echo):
    """Answers once it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.heard.append(event.id)
        await self.may.wait()
        yield said("answer", event.id)


async def test_open_answers_go_on_as_soon_as_there_is_room_again(store: SqliteStore) -> None:
    fragile, core, adapter = Fragile(store), Until(), RecordingAdapter()
    worker = Worker(cast("Store", fragile), core, {"web": adapter}, retry_policy=PATIENT)
    for n in range(3):
        await worker.put(message(f"e{n}", f"t{n}"))
    while len(core.heard) < 3:
        await asyncio.sleep(0.01)
    fragile.full = True
    core.may.set()
    with pytest.raises(StoreFull):
        await worker.put(message("new", "t9"))
    async with asyncio.timeout(30):
        while not any("has to wait" in text for text in texts(adapter)):
            await asyncio.sleep(0.01)
    fragile.full = False
    async with asyncio.timeout(60):
        await worker.drain()
    assert not await store.pending()
    assert texts(adapter).count("answer") == 3
    assert not any("secret" in text for text in texts(adapter))


async def test_what_could_not_be_kept_does_not_count_among_what_waits(store: SqliteStore) -> None:
    fragile = Fragile(store)
    worker = Worker(cast("Store", fragile), Echo(), {"web": Page()}, Bounds(waiting=2))
    fragile.full = True
    for n in range(4):
        with pytest.raises(StoreFull):
            await worker.put(message(f"e{n}"))
    fragile.full = False
    assert await worker.put(message("e0"))
    assert await worker.put(message("e1"))
    async with asyncio.timeout(30):
        await worker.drain()


async def test_a_store_that_fails_at_the_start_is_not_asked_without_a_pause(store: SqliteStore) -> None:
    class Counting(Fragile):
        asked = 0

        def __getattr__(self, name: str) -> Callable[..., Any]:
            self.asked += 1
            return super().__getattr__(name)

    fragile = Counting(store)
    fragile.full = True
    running = asyncio.create_task(Worker(cast("Store", fragile), Echo(), {}, retry_policy=PATIENT).run())
    for _ in range(200):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert 0 < fragile.asked < 10


async def test_who_waits_for_a_store_waits_as_long_as_they_said_or_until_it_works_again(store: SqliteStore) -> None:
    fragile = Fragile(store)
    watch = StoreWatch(cast("Store", fragile))
    clock = asyncio.get_running_loop().time
    began = clock()
    assert not await watch.wait(0.05, full=False), "it works: what failed was something else"
    assert clock() - began >= 0.04, "and is not tried again at once"
    fragile.full = True
    assert await watch.wait(0.001, full=False), "it has failed, and still does"
    waiting = [asyncio.create_task(watch.wait(600.0, full=False)) for _ in range(3)]
    await asyncio.sleep(0.01)
    assert not any(task.done() for task in waiting)
    fragile.full = False
    async with asyncio.timeout(30):
        assert await asyncio.gather(*waiting) == [True] * 3
    fragile.full = True
    assert await watch.wait(0.001, full=False)
    again = asyncio.create_task(watch.wait(600.0, full=False))
    await asyncio.sleep(0.01)
    assert not again.done(), "that it worked once is over"
    again.cancel()
    watch.close()
    watch.close()
    await asyncio.sleep(0.01)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_store_that_does_not_answer_is_in_trouble_and_one_that_refuses_says_why(store: SqliteStore) -> None:
    class Silent(Fragile):
        async def check(self, room: int = 0) -> None:
            await asyncio.Event().wait()

    skip_pauses()
    assert await store_trouble(store) == ""
    fragile = Fragile(store)
    fragile.full = True
    assert "No room left" in await store_trouble(cast("Store", fragile))
    async with asyncio.timeout(30):
        assert await store_trouble(cast("Store", Silent(store))) == "The store does not answer."


async def test_what_has_ended_is_named_with_its_reason_and_what_is_alive_is_not() -> None:
    async def failed(error: Exception) -> None:
        raise error

    tasks = {
        "the worker": asyncio.create_task(asyncio.sleep(600)),
        "slack": asyncio.create_task(failed(ConfigError("Slack does not accept the token."))),
        "teams": asyncio.create_task(failed(RuntimeError("a secret detail"))),
        "the page": asyncio.create_task(asyncio.sleep(600)),
    }
    tasks["the page"].cancel()
    await asyncio.wait([task for name, task in tasks.items() if name != "the worker"])
    assert dead_tasks(tasks) == "slack has ended: Slack does not accept the token.; teams has ended; the page has ended"
    tasks["the worker"].cancel()


async def test_what_comes_of_one_event_and_cannot_be_kept_is_given_up_with_words(store: SqliteStore) -> None:
    class TooBig(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            self.heard.append(event.id)
            if self.heard:
                raise StoreError("The string is too big.")
            yield said("never", event.id)

    core, adapter = TooBig(), RecordingAdapter()
    policy = DeliveryRetryPolicy(retry=0.001, longest_retry=0.001)
    worker = Worker(store, core, {"web": adapter}, retry_policy=policy)
    await worker.put(message("e1"))
    async with asyncio.timeout(30):
        await worker.drain()
    assert len(core.heard) == FAULTS
    assert any("Incident" in text for text in texts(adapter))
    assert not await store.pending()


async def test_a_store_with_room_for_little_keeps_every_question_until_there_is_more(store: SqliteStore) -> None:
    class Kept(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            self.heard.append(event.id)
            await fragile.save(Turn(f"turn-{event.id}", event.place.key, "q"), event.id)
            yield said("answer", event.id)

    fragile, core, adapter = Fragile(store, ("save",)), Kept(), RecordingAdapter()
    fragile.full = True
    policy = DeliveryRetryPolicy(retry=0.001, longest_retry=0.001)
    worker = Worker(cast("Store", fragile), core, {"web": adapter}, retry_policy=policy)
    await worker.put(message("e1"))
    async with asyncio.timeout(60):
        while len(core.heard) < 3 * FAULTS:
            await asyncio.sleep(0.01)
        assert "No room left" in worker.no_room
        fragile.full = False
        await worker.drain()
    assert (texts(adapter).count("answer"), worker.no_room) == (1, "")
    assert not any("Incident" in text for text in texts(adapter))


async def test_what_waits_for_room_goes_on_as_soon_as_there_is_though_little_always_fits(store: SqliteStore) -> None:
    """SQLite writes anew into a log that it has emptied: little fits on a full disk, an answer does not."""

    class Little(Fragile):
        async def check(self, room: int = 0) -> None:
            if self.full and room:
                raise StoreFull("No room left for /srv/secret/evigraph.db.")
            await store.check(room)

    skip_pauses()
    fragile, core, adapter = Little(store, ("finish",)), Echo(), RecordingAdapter()
    fragile.full = True
    worker = Worker(cast("Store", fragile), core, {"web": adapter}, retry_policy=PATIENT)
    began = asyncio.get_running_loop().time()
    await worker.put(message("e1"))
    while not worker.no_room:
        await asyncio.sleep(0.01)
    assert await store_trouble(cast("Store", fragile)) == ""
    fragile.full = False
    await worker.drain()
    assert asyncio.get_running_loop().time() - began < PATIENT.retry / 10
    assert worker.no_room == ""
    assert not await store.pending()


async def test_what_hangs_has_an_end_with_words(store: SqliteStore) -> None:
    core, adapter = Until(), RecordingAdapter()
    worker = Worker(store, core, {"web": adapter}, Bounds(longest=0.05))
    await worker.put(message("e1"))
    async with asyncio.timeout(30):
        await worker.drain()
    assert any("Incident" in text for text in texts(adapter))


def asked(**headers: str) -> Request:
    """A request for our health, from this machine itself unless its headers say otherwise."""
    named = {"host": "127.0.0.1:8700", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return Request({"type": "http", "headers": [(name.encode(), value.encode()) for name, value in named.items()]})


@pytest.mark.parametrize("headers", [{"x_forwarded_for": "203.0.113.9"}, {"host": "rebound.example"}])
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_strangers_learn_only_whether_all_works(store: SqliteStore, path: str, headers: dict[str, str]) -> None:
    fragile = Fragile(store)
    app = build_app(cast("Store", fragile), [], lambda: "Neo4j at 10.0.0.7 is away.")
    (route,) = [r for r in app.routes if getattr(r, "path", "") == path]
    for fragile.full in (False, True):
        answer: Response = await route.endpoint(asked(**headers))  # type: ignore[attr-defined]
        assert list(json.loads(bytes(answer.body))) == ["status"]
    answer = await route.endpoint(asked())  # type: ignore[attr-defined]
    assert "/srv/secret" in bytes(answer.body).decode()


async def test_health_looks_at_what_asking_needs(store: SqliteStore) -> None:
    async def request(app_store: Store, ill: Callable[[], str] = str) -> tuple[int, dict[str, object]]:
        app = build_app(app_store, [], ill=ill)
        (health,) = [r for r in app.routes if getattr(r, "path", "") == "/healthz"]
        answer: Response = await health.endpoint(asked())  # type: ignore[attr-defined]
        return answer.status_code, json.loads(bytes(answer.body))

    assert (await request(store))[0] == 200
    fragile = Fragile(store)
    fragile.full = True
    status, body = await request(cast("Store", fragile))
    assert (status, body["status"]) == (503, "failing")
    ended = asyncio.create_task(asyncio.sleep(0))
    await ended
    status, body = await request(store, lambda: dead_tasks({"the worker": ended}))
    assert (status, body["tasks"]) == (503, "the worker has ended")


async def test_it_is_ready_once_the_graph_is_there_and_well_before(store: SqliteStore) -> None:
    async def status(path: str, away: str) -> int:
        app = build_app(store, [], lambda: away)
        (route,) = [r for r in app.routes if getattr(r, "path", "") == path]
        answer: Response = await route.endpoint(asked())  # type: ignore[attr-defined]
        return answer.status_code

    assert [await status(path, "Neo4j is away.") for path in ("/healthz", "/readyz")] == [200, 503]
    assert [await status(path, "") for path in ("/healthz", "/readyz")] == [200, 200]


async def test_a_platform_that_is_away_makes_it_wait_and_is_named(store: SqliteStore) -> None:
    class Connecting(RecordingAdapter):
        why = "not connected"

        async def away(self) -> str:
            return self.why

    adapter = Connecting()
    app = build_app(store, [adapter])
    (route,) = [r for r in app.routes if getattr(r, "path", "") == "/readyz"]
    answers: list[tuple[int, dict[str, object]]] = []
    for adapter.why in ("not connected", ""):
        answer: Response = await route.endpoint(asked())  # type: ignore[attr-defined]
        answers.append((answer.status_code, json.loads(bytes(answer.body))))
    assert answers[0] == (
        503,
        {"status": "waiting", "graph": "ok", "store": "ok", "platforms": {"web": "not connected"}},
    )
    assert (answers[1][0], answers[1][1]["status"]) == (200, "ok")


async def test_why_a_platform_refused_us_is_told(store: SqliteStore) -> None:
    async def refused() -> None:
        raise ConfigError("Discord does not accept the token.")

    ended = asyncio.create_task(refused())
    await asyncio.wait({ended})
    assert dead_tasks({"discord": ended}) == "discord has ended: Discord does not accept the token."


async def test_what_found_no_room_waits_no_longer_where_there_is_room_before_anybody_looks(store: SqliteStore) -> None:
    async with asyncio.timeout(30):
        assert not await StoreWatch(store).wait(PATIENT.retry, full=True)
