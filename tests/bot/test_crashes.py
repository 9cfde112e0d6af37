"""Whatever takes the process down, and however often: who only waits is never given up, and the culprit is found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio

from adapters.port import Adapter, Receipt
from bot.delivery import DeliveryRetryPolicy
from bot.worker import ATTEMPTS, SUSPECT, Worker
from kgcore.ports import Store
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Action, Address, Click, Failed, Incoming, Message, Person, Place, Verb
from kgcore.values.reply import Choices, Notice, Plain, Reply, Text
from kgcore.values.thread import Crashes, Turn
from tests.fakes.adapter import RecordingAdapter
from tests.loops import skip_pauses

ANN = Person("u", "Ann")
PEOPLE = 4
LIFE = 0.15  # seconds that a process lives at most
QUICK = DeliveryRetryPolicy(first=0.0001, retry=0.001, suspect=0.001)


def message(id: str, text: str = "hello", thread: str = "") -> Message:
    return Message(id, Place("web", "", "c", thread or f"thread of {id}"), ANN, text)


class Mortal:
    """A store as a process sees it: once the process is dead, nothing of what it still does arrives."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.dead = False

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def call(*args: object, **more: object) -> object:
            if self.dead:
                raise asyncio.CancelledError
            return await getattr(self._store, name)(*args, **more)

        return call


class Answers:
    """Answers with the event's words; "poison" takes the process down, "slow" waits until `quick` is set."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.done = False
        self.dies = asyncio.Event()
        self.quick = asyncio.Event()

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.heard.append(event.id)
        text = event.text if isinstance(event, Message) else ""
        yield Reply(event.id, "", (Text((Plain("…"),)),), final=False)
        if text == "poison":
            self.dies.set()
            await asyncio.Event().wait()
        if text == "slow":
            await self.quick.wait()
        yield Reply(event.id, "", (Text((Plain(text),)),))
        self.done = True

    def stop(self, turn: str, place: Place) -> None: ...

    async def accepts(self, event: Incoming) -> bool:
        return True


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


async def live(
    store: SqliteStore, adapter: Adapter, retry_policy: DeliveryRetryPolicy, seconds: float = LIFE, **how: bool
) -> Answers:
    """Let a process live until it has died, or nothing is left to do, or so many seconds are over."""
    mortal, answers = Mortal(store), Answers()
    if how.get("quick"):
        answers.quick.set()
    worker = Worker(cast("Store", mortal), answers, {"web": adapter}, retry_policy=retry_policy)
    running = asyncio.create_task(worker.run())
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    while not answers.dies.is_set() and clock() < until and await store.pending():
        await asyncio.sleep(0.005)
    mortal.dead = True
    running.cancel()
    await asyncio.wait((running,))
    return answers


def incidents(adapter: RecordingAdapter) -> list[str]:
    return [r.turn for r in adapter.posts.values() for b in r.blocks if isinstance(b, Notice) and "Incident" in b.text]


def answered(adapter: RecordingAdapter) -> set[str]:
    return {r.turn for r in adapter.posts.values() if r.final and r.plain}


async def test_nobody_who_asks_something_slow_is_given_up_under_twenty_crashes(store: SqliteStore) -> None:
    for n in range(PEOPLE):
        await store.keep(message(f"e{n}", "slow"))
    adapter, retry_policy = RecordingAdapter(), DeliveryRetryPolicy(suspect=3 * LIFE)
    heard = [len((await live(store, adapter, retry_policy)).heard) for _ in range(20)]
    assert sum(n > 0 for n in heard) > SUSPECT, "nothing was worked on when the processes died"
    await live(store, adapter, retry_policy, seconds=30.0, quick=True)
    assert answered(adapter) == {f"e{n}" for n in range(PEOPLE)}
    assert not incidents(adapter)


async def test_an_event_that_takes_the_process_down_is_given_up_alone(store: SqliteStore) -> None:
    for n in range(PEOPLE):
        await store.keep(message(f"e{n}", "poison" if n == 1 else "slow"))
    adapter, lives = RecordingAdapter(), 0
    while await store.pending() and lives < 20:
        lives += 1
        await live(store, adapter, QUICK, seconds=5.0, quick=lives > 1)
    assert not await store.pending()
    assert ATTEMPTS < lives < 20
    assert answered(adapter) == {"e0", "e2", "e3"}
    assert not [t for t in incidents(adapter) if t in {"e0", "e2", "e3"}]
    assert len(incidents(adapter)) == 1


async def test_the_first_to_ask_is_not_answered_first_where_it_is_suspected(store: SqliteStore) -> None:
    await store.keep(message("suspect"))
    for _ in range(SUSPECT):
        await store.begin_work("suspect")
        await store.count_crashes()
    for n in range(3):
        await store.keep(message(f"e{n}"))
    answers = await live(store, RecordingAdapter(), QUICK, seconds=30.0)
    assert answers.heard[-1] == "suspect"


async def test_what_died_elsewhere_is_given_up_here_as_soon_as_it_is_known(store: SqliteStore) -> None:
    adapter, answers = RecordingAdapter(), Answers()
    worker = Worker(store, answers, {"web": adapter}, retry_policy=QUICK)
    worker.learn({"deadly": Crashes(alone=ATTEMPTS)}, ())
    for id in ("deadly", "harmless"):
        await worker.put(message(id))
    await worker.drain()
    assert answers.heard == ["harmless"]
    assert len(incidents(adapter)) == 1
    assert not await store.pending()


async def test_what_has_died_is_asked_once_and_not_taken_for_deaths_of_what_goes_on(store: SqliteStore) -> None:
    class Counting(Mortal):
        asked = 0

        async def count_crashes(self) -> object:
            self.asked += 1
            return await self._store.count_crashes()

    counting, answers = Counting(store), Answers()
    answers.quick.set()
    worker = Worker(cast("Store", counting), answers, {"web": RecordingAdapter()}, retry_policy=QUICK)
    for id in ("e0", "e1", "e2"):
        await worker.put(message(id))
        await worker.drain()
    assert counting.asked == 1
    assert answers.heard == ["e0", "e1", "e2"]


async def test_the_store_knows_what_is_worked_on_and_not_what_was_ended(store: SqliteStore) -> None:
    answers, adapter = Answers(), RecordingAdapter()
    worker = Worker(store, answers, {"web": adapter}, retry_policy=QUICK)
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1", "slow"))
    while not adapter.posts:
        await asyncio.sleep(0.001)
    assert list(await store.count_crashes()) == ["e1"]  # as another process would find it, were this one dead
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert (await store.count_crashes())["e1"] == Crashes(alone=1)  # stopped, and not died once more


async def test_what_does_not_heed_a_stop_did_not_take_the_process_down(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stubborn(Answers):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            async for reply in super().turn(event):
                yield reply
                while not self.done:
                    with suppress(asyncio.CancelledError):
                        self.done = await self.quick.wait()

    monkeypatch.setattr("bot.worker.ENDING", 0.05)
    answers, adapter = Stubborn(), RecordingAdapter()
    worker = Worker(store, answers, {"web": adapter}, retry_policy=QUICK)
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1", "slow"))
    while not adapter.posts:
        await asyncio.sleep(0.001)
    running.cancel()
    await asyncio.wait((running,))
    crashes = await store.count_crashes()
    answers.quick.set()  # before anything fails: it heeds nothing else
    assert crashes.get("e1", Crashes()) == Crashes()


async def test_what_fails_while_it_is_being_stopped_is_taken_up_at_the_next_start(store: SqliteStore) -> None:
    class Failing(Answers):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            yield Reply(event.id, "", (Text((Plain("…"),)),), final=False)
            try:
                await self.quick.wait()
            except asyncio.CancelledError:
                raise RuntimeError("aclose(): asynchronous generator is already running") from None

    adapter = RecordingAdapter()
    await store.keep(message("e0"))
    running = asyncio.create_task(Worker(store, Failing(), {"web": adapter}, retry_policy=QUICK).run())
    while not adapter.posts:
        await asyncio.sleep(0.001)
    running.cancel()
    await asyncio.wait((running,))
    assert [event.id for event in await store.pending()] == ["e0"]
    assert not incidents(adapter)


async def test_a_suspect_that_was_computed_is_an_event_like_any_other(store: SqliteStore) -> None:
    answers = Answers()
    answers.quick.set()
    worker = Worker(store, answers, {"web": RecordingAdapter()}, retry_policy=QUICK)
    worker.learn({"e1": Crashes(together=SUSPECT)}, ())
    assert worker._suspected(message("e1"))
    await worker.put(message("e1"))
    await worker.drain()
    assert answers.heard == ["e1"]
    assert not worker._suspected(message("e1"))


@pytest.mark.parametrize(
    ("died", "suspected"),
    [
        (Crashes(), False),
        (Crashes(together=1), False),
        (Crashes(alone=1), False),
        (Crashes(together=1, alone=1), True),
        (Crashes(together=2), True),
        (Crashes(alone=2), True),
    ],
)
async def test_who_has_died_twice_is_suspected_and_nobody_else(
    store: SqliteStore, died: Crashes, suspected: bool
) -> None:
    worker = Worker(store, Answers(), {"web": RecordingAdapter()})
    assert not worker._suspected(message("e1"))
    worker.learn({"e1": died}, ())
    assert worker._suspected(message("e1")) is suspected
    assert not worker._suspected(message("e2"))


async def test_nothing_else_is_worked_on_beside_a_suspect(store: SqliteStore) -> None:
    await store.keep(message("suspect", "slow"))
    for _ in range(SUSPECT):
        await store.begin_work("suspect")
        await store.count_crashes()
    answers = Answers()
    worker = Worker(store, answers, {"web": RecordingAdapter()}, retry_policy=QUICK)
    running = asyncio.create_task(worker.run())
    while not answers.heard:
        await asyncio.sleep(0.005)
    await worker.put(message("e1"))
    await asyncio.sleep(0.05)
    assert answers.heard == ["suspect"]
    answers.quick.set()
    await worker.drain()
    assert answers.heard == ["suspect", "e1"]
    running.cancel()
    await asyncio.wait((running,))


class Shut(RecordingAdapter):
    """Takes nothing until it is opened."""

    open = False

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        while not self.open:
            await asyncio.sleep(0.005)
        return await super().deliver(reply, to, receipt)


async def test_what_only_waits_for_its_platform_is_never_blamed(store: SqliteStore) -> None:
    for n in range(PEOPLE):
        await store.keep(message(f"e{n}"))
    adapter = Shut()
    for _ in range(20):
        await live(store, adapter, QUICK, seconds=0.1)
    crashes = await store.count_crashes()
    assert all(crashes.get(f"e{n}", Crashes()).alone < ATTEMPTS for n in range(PEOPLE))
    adapter.open = True
    await live(store, adapter, QUICK, seconds=30.0)
    assert answered(adapter) == {f"e{n}" for n in range(PEOPLE)}
    assert not incidents(adapter)


async def test_what_is_computed_and_waits_for_its_platform_is_no_longer_under_work(store: SqliteStore) -> None:
    adapter, answers = Shut(), Answers()
    worker = Worker(store, answers, {"web": adapter}, retry_policy=QUICK)
    await worker.put(message("e1"))
    async with asyncio.timeout(30):
        while not answers.done:
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)
    assert (await store.count_crashes()).get("e1", Crashes()) == Crashes()
    adapter.open = True
    await worker.drain()


@pytest.mark.parametrize("died", [Crashes(alone=SUSPECT), Crashes(together=1, alone=1)], ids=["twice", "once"])
async def test_only_what_has_died_alone_waits_until_the_process_has_lived_for_a_while(
    store: SqliteStore, died: Crashes
) -> None:
    answers = Answers()
    policy = DeliveryRetryPolicy(suspect=600.0)
    worker = Worker(store, answers, {"web": RecordingAdapter()}, retry_policy=policy)
    worker.learn({"beside": Crashes(together=SUSPECT), "alone": died}, ())
    await worker.put(message("beside"))
    async with asyncio.timeout(30):
        await worker.drain()
    running = asyncio.create_task(worker.run())
    await worker.put(message("alone"))
    await asyncio.sleep(0.05)
    assert answers.heard == ["beside"]
    running.cancel()
    await asyncio.wait((running,))


class Timed(Answers):
    """Remembers when it began, in seconds of the loop."""

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.began = asyncio.get_running_loop().time()
        async for reply in super().turn(event):
            yield reply


@pytest.mark.parametrize(
    ("died", "lived", "waited"),
    [
        (Crashes(together=1, alone=1), 0, 100),
        (Crashes(together=1, alone=1), 30, 70),
        (Crashes(together=2, alone=1), 100, 0),
        (Crashes(together=2, alone=1), 900, 0),
        (Crashes(alone=2), 0, 200),
        (Crashes(together=2, alone=2), 150, 50),
        (Crashes(together=2, alone=2), 200, 0),
        (Crashes(together=2), 0, 0),
    ],
)
async def test_a_suspect_waits_until_the_process_has_lived_for_a_while_and_for_twice_that_with_each_death_alone(
    store: SqliteStore, died: Crashes, lived: int, waited: int
) -> None:
    skip_pauses()
    answers, time = Timed(), asyncio.get_running_loop().time
    worker = Worker(store, answers, {"web": RecordingAdapter()}, retry_policy=DeliveryRetryPolicy(suspect=100.0))
    worker.learn({"e1": died}, ())
    await asyncio.sleep(lived)
    asked = time()
    await worker.put(message("e1"))
    await worker.drain()
    assert answers.done
    assert round(answers.began - asked) == waited


async def given_up(store: SqliteStore, event: Incoming) -> Reply:
    """Have an event given up, and return what is said in its place."""
    await store.keep(event)
    for _ in range(ATTEMPTS):
        await store.begin_work(event.id)
        await store.count_crashes()
    adapter = RecordingAdapter()
    await store.save_receipt(f"turn of {event.id}", "placeholder")
    answers = await live(store, adapter, QUICK, seconds=30.0)
    assert not answers.heard
    (reply,) = adapter.posts.values()
    return reply


def button(reply: Reply) -> Action:
    (action,) = [Action.parse(c.action) for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
    assert action is not None
    return action


async def test_what_is_given_up_ends_its_own_placeholder_and_can_be_tried_again(store: SqliteStore) -> None:
    asked = message("e1", "poison")
    await store.save(Turn("turn of e1", asked.place.key, "poison"), "e1")
    reply = await given_up(store, asked)
    assert reply.turn == "turn of e1"
    assert reply.final
    assert button(reply).verb is Verb.RETRY
    note = await store.note(button(reply).turn)
    assert isinstance(note, Failed)
    assert note.event == asked
    turn = await store.turn("turn of e1")
    assert turn is not None
    assert (turn.done, turn.retry) == (True, note.id)


async def test_a_try_again_that_fails_as_well_offers_what_was_asked_first(store: SqliteStore) -> None:
    asked = message("e1", "poison")
    first = button(await given_up(store, asked))
    second = button(await given_up(store, Click("c1", asked.place, ANN, str(first))))
    note = await store.note(second.turn)
    assert isinstance(note, Failed)
    assert note.event == asked
    assert note.id != first.turn
