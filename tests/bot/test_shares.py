"""Nobody waits for somebody else: turns go in rounds, quick things wait for no model, and what waits is bounded."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from adapters.port import Origin
from bot.shares import COMPUTING, HEARD, Bounds, Rounds, Share, Shares, is_stop, lane_of, share_of, wants_model
from bot.worker import Worker
from kgcore.errors import TooMuchWaiting
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.resting import REST, resting
from kgcore.values.message import Action, Change, Click, Command, Incoming, Message, Person, Place, Verb
from kgcore.values.reply import Notice, Plain, Reply, Text
from tests.fakes.adapter import RecordingAdapter
from tests.loops import skip_pauses

BOUNDS = Bounds(waiting=3, models=4, person=2, group=3, patience=30.0)


def asked(id: str, person: str = "ann", channel: str = "c", text: str = "slow", thread: str = "") -> Message:
    return Message(id, Place("web", "w", channel, thread or id), Person(person), text)


class Slow:
    """Answers with the event's words; "slow" waits until it may go on."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.go_on = asyncio.Event()
        self.stopped: list[str] = []

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        text = event.text if isinstance(event, Message) else ""
        yield Reply(event.id, "", (Text((Plain("…"),)),), final=False)
        self.heard.append(event.id)
        if text == "silent":
            yield Reply(event.id, "", (Text((Plain("from the graph"),)),), final=False, lingers=True)
        if text in ("slow", "silent"):
            await self.go_on.wait()
        yield Reply(event.id, "", (Text((Plain(text or "done"),)),))

    def stop(self, turn: str, place: Place) -> None:
        self.stopped.append(turn)

    async def accepts(self, event: Incoming) -> bool:
        return True


class Page(RecordingAdapter):
    refuses = True


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


async def until_heard(core: Slow, *ids: str) -> None:
    async with asyncio.timeout(10):
        while not set(ids) <= set(core.heard):
            await asyncio.sleep(0.005)


async def test_a_second_person_is_answered_while_the_first_ones_models_think(store: SqliteStore) -> None:
    core, adapter = Slow(), Page()
    worker = Worker(store, core, {"web": adapter}, BOUNDS)
    for n in range(3):
        await worker.put(asked(f"a{n}"))
    await until_heard(core, "a0", "a1")
    await worker.put(asked("b", "ben", text="quick"))
    await until_heard(core, "b")
    assert "a2" not in core.heard
    core.go_on.set()
    await worker.drain()
    assert set(core.heard) == {"a0", "a1", "a2", "b"}


async def test_what_shows_something_waits_for_no_model_even_in_its_own_thread(store: SqliteStore) -> None:
    core = Slow()
    worker = Worker(store, core, {"web": Page()}, BOUNDS)
    for n in range(3):
        await worker.put(asked(f"a{n}", thread="one" if n == 0 else ""))
    await until_heard(core, "a0", "a1")
    here, ann = Place("web", "w", "c", "one"), Person("ann")
    await worker.put(Command("help", here, ann, "help"))
    await worker.put(Click("look", here, ann, str(Action(Verb.WHY, "turn1"))))
    await until_heard(core, "help", "look")
    await worker.put(Command("map", here, ann, "map"))  # it begins a turn: that has its place in the thread
    await asyncio.sleep(0.05)
    assert "map" not in core.heard
    core.go_on.set()
    await worker.drain()


async def test_a_question_whose_first_word_is_its_last_waits_for_no_model(store: SqliteStore) -> None:
    class Instant(Slow):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            if event.id == "instant":
                self.heard.append(event.id)
                yield Reply(event.id, "", (Text((Plain("at once"),)),))
                return
            async for reply in super().turn(event):
                yield reply

    core, adapter = Instant(), Page()
    worker = Worker(store, core, {"web": adapter}, Bounds(waiting=9, models=2, person=2, group=3))
    for n in range(3):
        await worker.put(asked(f"a{n}"))
    await until_heard(core, "a0", "a1")
    await worker.put(asked("instant"))
    async with asyncio.timeout(10):
        while worker.busy > 3:
            await asyncio.sleep(0.005)
    assert "at once" in [r.plain for r in adapter.posts.values()]
    assert "a2" not in core.heard
    assert len(worker.ages) == 3
    core.go_on.set()
    await worker.drain()
    assert not worker.busy
    assert not worker.ages


async def test_too_much_of_one_person_is_refused_before_it_is_kept_and_others_are_not(store: SqliteStore) -> None:
    core = Slow()
    worker = Worker(store, core, {"web": Page()}, BOUNDS)
    for n in range(3):
        assert await worker.put(asked(f"a{n}"))
    with pytest.raises(TooMuchWaiting, match="wait") as refused:
        await worker.put(asked("a3"))
    assert refused.value.retry_after > 0
    assert "a3" not in {e.id for e in await store.pending()}
    assert not await worker.put(asked("a1")), "a redelivery of what is kept is no new question"
    assert await worker.put(asked("b0", "ben"))
    core.go_on.set()
    await worker.drain()
    assert await worker.put(asked("a3"))
    await worker.drain()


async def test_what_is_refused_is_not_read(store: SqliteStore) -> None:
    read: list[str] = []

    async def cleared(event: Incoming) -> Incoming:
        read.append(event.id)
        return event

    core = Slow()
    worker = Worker(store, core, {"web": Page()}, BOUNDS, cleared=cleared)
    for n in range(9):
        with suppress(TooMuchWaiting):
            await worker.put(asked(f"a{n}"))
    assert read == ["a0", "a1", "a2"]
    core.go_on.set()
    await worker.drain()


async def test_who_is_in_danger_is_never_refused_and_neither_is_a_stop(store: SqliteStore) -> None:
    core = Slow()
    worker = Worker(store, core, {"web": Page()}, BOUNDS)
    for n in range(3):
        await worker.put(asked(f"a{n}"))
    assert await worker.put(asked("help me", text="I want to kill myself"))
    assert await worker.put(Click("s", Place("web", "w", "c", "a0"), Person("ann"), str(Action(Verb.STOP, "t0"))))
    assert core.stopped == ["t0"]
    core.go_on.set()
    await worker.drain()


async def test_where_an_adapter_cannot_say_it_the_person_is_told_once_and_alone(store: SqliteStore) -> None:
    core, adapter = Slow(), RecordingAdapter()
    worker = Worker(store, core, {"web": adapter}, BOUNDS)
    for n in range(3):
        await worker.put(asked(f"a{n}"))
    for n in range(50):
        assert not await worker.put(asked(f"more{n}"))
    core.go_on.set()
    await worker.drain()
    told = [r for r in adapter.posts.values() if any(isinstance(b, Notice) and "wait" in b.text for b in r.blocks)]
    assert [r.private for r in told] == [True]


async def test_what_an_earlier_process_left_is_answered_however_much_it_is(store: SqliteStore) -> None:
    for n in range(9):
        await store.keep(asked(f"a{n}", text="quick"))
    core = Slow()
    running = asyncio.create_task((worker := Worker(store, core, {"web": Page()}, BOUNDS)).run())
    async with asyncio.timeout(10):
        while await store.pending():
            await asyncio.sleep(0.01)
    assert len(core.heard) == 9
    assert not worker.ages
    running.cancel()
    await asyncio.wait((running,))


async def test_what_has_waited_too_long_for_a_model_goes_on_without_one(store: SqliteStore) -> None:
    core = Slow()
    worker = Worker(store, core, {"web": Page()}, Bounds(waiting=9, models=4, person=2, group=3, patience=0.05))
    for n in range(3):
        await worker.put(asked(f"a{n}"))
    await until_heard(core, "a0", "a1", "a2")
    core.go_on.set()
    await worker.drain()


async def test_while_a_model_is_silent_and_the_graphs_answer_stands_its_turn_goes_to_the_next(
    store: SqliteStore,
) -> None:
    core, few = Slow(), Bounds(waiting=9, models=2, person=1, group=2, lingering=3, patience=30.0)
    worker = Worker(store, core, {"web": Page()}, few)
    for n in range(5):
        await worker.put(asked(f"a{n}", text="silent"))
    await until_heard(core, "a0", "a1", "a2", "a3")  # three linger, and the fourth holds the person's turn
    await asyncio.sleep(0.05)
    assert "a4" not in core.heard
    core.go_on.set()
    await worker.drain()
    assert set(core.heard) == {"a0", "a1", "a2", "a3", "a4"}


async def test_turns_that_lingered_leave_as_many_as_there_were() -> None:
    rounds, share = Rounds(1, 1, 1, lingering=1), Share("a", "g")
    for _ in range(3):
        async with rounds.turn(share) as first:
            first.linger()
            first.linger()
            async with rounds.turn(share) as second:
                second.linger()
                with pytest.raises(TimeoutError):
                    async with rounds.turn(share, patience=0.01):
                        pass
    assert rounds.lingering == 1


async def test_what_computes_waits_for_whoever_computes_there_until_that_one_rests() -> None:
    shares, order = Shares(BOUNDS), []

    async def turn(name: str, *, rests: bool, person: str = "ann") -> None:
        async with shares.turn(asked(name, person), quick=True):
            order.append(f"{name} computes")
            if rests:
                async with resting():
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0)
            order.append(f"{name} is done")

    await asyncio.gather(turn("a0", rests=True), turn("a1", rests=False), turn("a2", rests=True))
    assert order == ["a0 computes", "a1 computes", "a1 is done", "a2 computes", "a0 is done", "a2 is done"]


async def test_a_turn_that_waits_for_two_things_rests_until_both_are_there_and_has_one_place_then() -> None:
    shares = Shares(BOUNDS)
    async with shares.turn(asked("a0"), quick=True):
        rest = REST.get()  # its own, while others begin in this task
        first, second = rest(), rest()
        await first.__aenter__()
        await second.__aenter__()
        await first.__aexit__(None, None, None)
        beside = shares.turn(asked("a1"), quick=True)
        async with asyncio.timeout(COMPUTING / 2):
            await beside.__aenter__()
        ends = asyncio.ensure_future(second.__aexit__(None, None, None))
        await asyncio.sleep(0)
        async with rest():  # while its place is waited for
            pass
        assert not ends.done()
        await beside.__aexit__(None, None, None)
        await ends
    async with asyncio.timeout(COMPUTING / 2), shares.turn(asked("a2"), quick=True):
        pass


async def test_who_waits_in_vain_computes_again_when_it_is_its_turn() -> None:
    shares = Shares(BOUNDS)
    async with shares.turn(asked("a0"), quick=True):
        with pytest.raises(TimeoutError):
            async with resting():
                raise TimeoutError
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(COMPUTING / 4), shares.turn(asked("a1"), quick=True):
                pass


async def test_how_long_a_turn_computes_is_counted_anew_after_a_rest() -> None:
    skip_pauses()
    shares = Shares(BOUNDS)
    async with shares.turn(asked("a0"), quick=True):
        await asyncio.sleep(0.6 * COMPUTING)
        async with resting():
            pass
        second = shares.turn(asked("a1"), quick=True)
        waiting = asyncio.ensure_future(second.__aenter__())
        await asyncio.sleep(0.6 * COMPUTING)
        assert not waiting.done()
        await asyncio.sleep(0.6 * COMPUTING)
        assert waiting.done()
        await second.__aexit__(None, None, None)


@pytest.mark.parametrize(("address", "beside"), [("", True), ("203.0.113.9", False)])
async def test_people_of_a_channel_compute_side_by_side_and_who_shares_an_address_in_turn(
    address: str, beside: bool
) -> None:
    shares = Shares(BOUNDS)
    for name in ("ann", "ben"):
        shares.admit(asked(name, name), Origin(address))
    async with shares.turn(asked("ann", "ann"), quick=True):
        second = shares.turn(asked("ben", "ben"), quick=True)
        waiting = asyncio.ensure_future(second.__aenter__())
        await asyncio.wait((waiting,), timeout=0.05)
        assert waiting.done() is beside
    await waiting
    await second.__aexit__(None, None, None)


async def test_who_is_ended_while_it_rests_waits_for_nobody_and_leaves_no_place_taken() -> None:
    shares = Shares(BOUNDS)
    async with shares.turn(asked("a0"), quick=True):
        rests = resting()
        await rests.__aenter__()
        async with shares.turn(asked("a1"), quick=True):
            async with asyncio.timeout(1):
                assert not await rests.__aexit__(asyncio.CancelledError, asyncio.CancelledError(), None)
    async with asyncio.timeout(1), shares.turn(asked("a2"), quick=True):
        pass


async def test_who_computes_for_long_waits_for_something_and_keeps_nobody_waiting() -> None:
    shares, clock = Shares(BOUNDS), asyncio.get_running_loop().time
    async with shares.turn(asked("a0"), quick=True):
        began = clock()
        async with asyncio.timeout(5 * COMPUTING), shares.turn(asked("a1"), quick=True):
            assert clock() - began > COMPUTING / 2
    async with asyncio.timeout(COMPUTING / 2), shares.turn(asked("a2"), quick=True):
        pass


async def test_all_who_wait_may_be_ended_at_once_and_no_turn_is_lost() -> None:
    rounds, share = Rounds(2, 2, 2), Share("a", "g")

    async def hold() -> None:
        async with rounds.turn(share):
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(hold()) for _ in range(6)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    assert [type(e) for e in await asyncio.gather(*tasks, return_exceptions=True)] == [asyncio.CancelledError] * 6
    async with asyncio.timeout(1), rounds.turn(share), rounds.turn(share):
        pass


async def test_rounds_go_over_groups_and_then_over_people() -> None:
    rounds, order = Rounds(1, 1, 1), []

    async def work(name: str, group: str) -> None:
        async with rounds.turn(Share(name[0], group)):
            order.append(name)
            await asyncio.sleep(0)

    wanted = [("a1", "g"), ("a2", "g"), ("a3", "g"), ("b1", "g"), ("c1", "h"), ("c2", "h")]
    await asyncio.gather(*(work(name, group) for name, group in wanted))
    assert order == ["a1", "a2", "c1", "b1", "c2", "a3"]


async def test_never_more_turns_than_the_bounds_say_and_all_of_them_are_used_again_and_again() -> None:
    rounds = Rounds(limit=4, person=2, group=3)
    held, most = Counter[str](), Counter[str]()

    async def work(share: Share) -> None:
        async with rounds.turn(share):
            held.update(keys := ("all", share.person, share.group))
            for key in keys:
                most[key] = max(most[key], held[key])
            await asyncio.sleep(0)
            held.subtract(keys)

    for _ in range(3):
        most.clear()
        shares = [Share(f"{group}{person}", group) for group in "gh" for person in "xyz" for _ in range(6)]
        await asyncio.gather(*map(work, shares))
        assert (most["all"], most["g"], most["h"]) == (4, 3, 3)
        assert max(most[share.person] for share in shares) == 2


async def test_who_ends_one_turn_of_two_may_begin_one_and_no_more() -> None:
    rounds, share, begun = Rounds(limit=9, person=2, group=9), Share("a", "g"), []
    may_end = [asyncio.Event() for _ in range(4)]

    async def work(number: int) -> None:
        async with rounds.turn(share):
            begun.append(number)
            await may_end[number].wait()

    async with asyncio.TaskGroup() as tasks:
        for number in range(4):
            tasks.create_task(work(number))
        await asyncio.sleep(0.01)
        assert begun == [0, 1]
        may_end[0].set()
        await asyncio.sleep(0.01)
        assert begun == [0, 1, 2]
        for end in may_end:
            end.set()
    assert begun == [0, 1, 2, 3]


async def test_who_gives_up_waiting_takes_no_turn_with_them() -> None:
    rounds = Rounds(1, 1, 1)
    async with rounds.turn(Share("a", "g")):
        late = asyncio.create_task(rounds.turn(Share("b", "g")).__aenter__())
        await asyncio.sleep(0)
        late.cancel()
        await asyncio.wait((late,))
        with pytest.raises(TimeoutError):
            async with rounds.turn(Share("b", "g"), patience=0.01):
                pass
    async with asyncio.timeout(1), rounds.turn(Share("b", "g"), patience=1):
        pass


async def test_a_turn_that_comes_to_who_has_just_given_up_goes_to_the_next() -> None:
    rounds, share = Rounds(1, 1, 1), Share("b", "g")
    first = rounds.turn(Share("a", "g"))
    await first.__aenter__()
    late = asyncio.create_task(rounds.turn(share).__aenter__())
    await asyncio.sleep(0)
    await first.__aexit__(None, None, None)  # the turn is theirs from now on
    late.cancel()
    await asyncio.wait((late,))
    assert late.cancelled()
    for _ in range(2):
        async with rounds.turn(share, patience=1):
            with pytest.raises(TimeoutError):
                await rounds.turn(share, patience=0.01).__aenter__()


def test_strangers_from_one_address_are_one_person() -> None:
    new = [share_of(asked("e", f"visitor {n}", f"visitor {n}"), Origin("203.0.113.9", known=False)) for n in range(2)]
    assert new[0] == new[1]
    known = share_of(asked("e", "ben", "ben"), Origin("203.0.113.9"))
    assert known.person != new[0].person
    assert known.group == new[0].group


def test_what_waits_is_forgotten_when_it_is_done() -> None:
    shares = Shares(BOUNDS)
    for again in range(3):
        events = [asked(f"e{again}{n}") for n in range(BOUNDS.waiting)]
        for event in events:
            shares.admit(event)
        with pytest.raises(TooMuchWaiting):
            shares.admit(asked("more"))
        for event in (*events, *events):
            shares.leave(event)


async def test_what_is_answered_at_once_counts_while_it_is_and_no_longer() -> None:
    shares = Shares(Bounds(waiting=1, models=1, person=1, group=1, computing=1))
    async with shares.held(asked("a0"), quick=False):
        with pytest.raises(TooMuchWaiting):
            async with shares.held(asked("a1"), quick=False):
                pass
        async with shares.held(asked("b0", "ben"), quick=True):  # waits for no model, whoever has one
            pass
    with pytest.raises(ZeroDivisionError):
        async with shares.held(asked("a2"), quick=False):
            raise ZeroDivisionError
    async with shares.held(asked("a3"), quick=False):
        pass


HERE, ANN = Place("web", "w", "c", "t"), Person("ann")


def clicked(verb: Verb) -> Click:
    return Click("e", HERE, ANN, str(Action(verb, "turn1")))


@pytest.mark.parametrize(
    ("event", "model", "aside", "stops"),
    [
        (asked("e", thread="t"), True, False, False),
        (Command("e", HERE, ANN, "ask", "What helps?"), True, False, False),
        (Command("e", HERE, ANN, "map"), False, False, False),
        (Command("e", HERE, ANN, "forget"), False, False, False),
        (Command("e", HERE, ANN, "help"), False, True, False),
        (Command("e", HERE, ANN, "no such command"), False, False, False),
        (clicked(Verb.ASK), True, False, False),
        (clicked(Verb.RETRY), True, False, False),
        (clicked(Verb.UNDO), False, False, False),
        (clicked(Verb.WHY), False, True, False),
        (clicked(Verb.STOP), False, True, True),
        (Click("e", HERE, ANN, "no action of ours"), False, True, False),
        (Change("e", HERE, ANN, "e0", "edited"), False, False, False),
    ],
)
def test_which_events_wait_for_models_which_stand_aside_and_which_stop(
    event: Incoming, model: bool, aside: bool, stops: bool
) -> None:
    assert wants_model(event) is model
    assert (lane_of(event) != HERE.key) is aside
    assert lane_of(event).startswith(HERE.key)
    assert is_stop(event) is stops


def admitted(shares: Shares, events: list[Incoming], origin: Origin | None = None) -> int:
    """How many of the events are let in."""
    count = 0
    for event in events:
        with suppress(TooMuchWaiting):
            shares.admit(event, *([origin] if origin else []))
            count += 1
    return count


def test_what_is_quick_has_thrice_the_room_and_its_own() -> None:
    shares = Shares(BOUNDS)
    assert admitted(shares, [asked(f"slow{n}") for n in range(20)]) == 3
    quick = [Command(f"quick{n}", HERE, ANN, "help") for n in range(20)]
    assert admitted(shares, list(quick)) == 9
    shares.leave(quick[0])
    assert admitted(shares, [asked("slow"), Command("one more", HERE, ANN, "help"), quick[0]]) == 1


def test_a_channel_and_an_address_have_four_times_what_a_person_has() -> None:
    people = [asked(f"e{n}", f"person {n}") for n in range(20)]
    assert admitted(Shares(BOUNDS), list(people)) == 12
    visitors = [asked(f"e{n}", f"visitor {n}", f"visitor {n}") for n in range(20)]
    assert admitted(Shares(BOUNDS), list(visitors)) == 20
    assert admitted(Shares(BOUNDS), list(visitors), Origin("203.0.113.9")) == 12
    assert admitted(Shares(BOUNDS), list(visitors), Origin("203.0.113.9", known=False)) == 3


def test_what_is_kept_already_is_let_in_and_counts_once() -> None:
    shares = Shares(BOUNDS)
    for n in range(5):
        for _ in range(2):
            shares.admit(asked(f"kept{n}"), kept=True)
    assert not admitted(shares, [asked("new")])
    for n in range(3):
        shares.leave(asked(f"kept{n}"))
    assert admitted(shares, [asked("new"), asked("newer")]) == 1


async def test_who_is_in_danger_counts_among_those_who_wait_until_they_are_answered() -> None:
    shares, told = Shares(BOUNDS), asked("told", text="I want to kill myself")
    assert admitted(shares, [asked(f"e{n}") for n in range(3)]) == 3
    await shares.hear(told)
    shares.leave(asked("e0"))
    assert not admitted(shares, [asked("new")])
    shares.leave(told)
    assert admitted(shares, [asked("new"), asked("newer")]) == 1


async def test_a_flood_that_is_refused_is_read_for_danger_in_turns_and_nobody_waits_for_it() -> None:
    shares = Shares(BOUNDS)
    for person in ("ann", "ben"):
        assert admitted(shares, [asked(f"{person}{n}", person) for n in range(3)]) == 3
    read: list[str] = []

    async def hear(event: Message) -> None:
        try:
            await shares.hear(event)
        except TooMuchWaiting:
            read.append(event.id)

    plain = "Can vitamin E slow the progression of Alzheimer's disease, take {}?"
    flood = [asked(f"f{n}", text=plain.format(n)) for n in range(3 * HEARD)]
    events = [*flood, asked("told", text="I want to kill myself"), asked("ben", "ben", text=plain.format("ben"))]
    began = [asyncio.create_task(hear(event)) for event in events]
    await asyncio.sleep(0)
    assert not read[HEARD * 2 :], "no more than what the rules alone read is settled at once"
    await asyncio.gather(*began)
    assert "told" not in read, "who is in danger is heard, however much else they have written"
    assert set(read) == {event.id for event in events} - {"told"}
    assert read.index("ben") < read.index(f"f{HEARD - 1}"), "somebody else's is read before the rest of the flood"


async def test_a_question_waits_for_a_turn_among_the_slow_unless_it_is_called_quick() -> None:
    shares = Shares(BOUNDS)
    async with shares.turn(asked("a"), quick=False), shares.turn(asked("b"), quick=False):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05), shares.turn(asked("c"), quick=False):
                pass
        async with asyncio.timeout(5), shares.turn(asked("d"), quick=True):
            pass


async def test_a_message_to_which_nothing_is_said_waits_for_no_model(store: SqliteStore) -> None:
    class Silent(Slow):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            if event.id == "silent":
                self.heard.append(event.id)
                return
            async for reply in super().turn(event):
                yield reply

    core = Silent()
    worker = Worker(store, core, {"web": Page()}, BOUNDS)
    for n in range(2):
        await worker.put(asked(f"a{n}"))
    await until_heard(core, "a0", "a1")
    await worker.put(asked("silent"))
    async with asyncio.timeout(10):
        while "silent" in [event.id for event in await store.pending()]:
            await asyncio.sleep(0.01)
    core.go_on.set()
    await worker.drain()


class Elsewhere:
    """Other processes on the same store, which take an event or not."""

    def __init__(self) -> None:
        self.woken = 0
        self.done: list[str] = []

    def wake(self) -> None:
        self.woken += 1

    def finished(self, event: Incoming) -> None:
        self.done.append(event.id)


async def test_what_another_process_has_answered_waits_here_no_longer_and_what_we_answered_is_told(
    store: SqliteStore,
) -> None:
    others, shares, core = Elsewhere(), Shares(BOUNDS), Slow()
    worker = Worker(store, core, {"web": Page()}, BOUNDS, sharing=others, shares=shares)  # type: ignore[arg-type]
    events = [asked(f"e{n}", text="quick") for n in range(3)]
    for event in events:
        assert await worker.put(event)
    assert others.woken == 3
    with pytest.raises(TooMuchWaiting):
        await worker.put(asked("more"))
    worker.learn({}, ["e1", "e2"])  # e0 is finished
    assert admitted(shares, [asked("new"), asked("newer")]) == 1
    assert not await worker.put(events[1]), "it is known, and waits for whoever takes it"
    worker.accept(events[2])
    await worker.drain()
    assert (core.heard, others.done) == (["e2"], ["e2"])


async def test_what_an_earlier_process_left_counts_as_waiting_and_what_is_given_to_others_no_more(
    store: SqliteStore,
) -> None:
    shares, core = Shares(BOUNDS), Slow()
    worker = Worker(store, core, {"web": Page()}, BOUNDS, shares=shares)
    for n in range(3):
        worker.accept(asked(f"left{n}", thread="one"))  # one is worked on, and two wait behind it
    with pytest.raises(TooMuchWaiting):
        await worker.put(asked("new"))
    await until_heard(core, "left0")
    await worker.abandon()
    assert admitted(shares, [asked(f"new{n}") for n in range(5)]) == 3


async def test_who_has_had_a_turn_rests_as_before_and_takes_no_place() -> None:
    shares, before = Shares(BOUNDS), REST.get()
    async with shares.turn(asked("a"), quick=True):
        assert REST.get() is not before
    assert REST.get() is before
