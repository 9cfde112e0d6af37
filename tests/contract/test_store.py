"""One suite for every Store backend."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.errors import StoreDamaged, StoreError
from kgcore.message import Click, Command, Incoming, Message, Person, Place
from kgcore.model import Candidate, Claim, Edge, Entity, Match, Mention, Reason, Triple, Verdict
from kgcore.ports import Store
from kgcore.reply import Figure
from kgcore.store.sqlite import SqliteStore
from kgcore.thread import Mode, Turn

PLACE = Place("web", "", "local", "t1")
ANN = Person("u1", "Ann")


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(tmp_path / "deep" / "evigraph.db")
    yield store
    await store.close()


def message(id: str, text: str = "Can it?") -> Message:
    return Message(id, PLACE, ANN, text)


async def test_an_event_is_kept_once(store: Store) -> None:
    assert await store.keep(message("e1"))
    assert not await store.keep(message("e1", "redelivered"))
    assert [e.id for e in await store.pending()] == ["e1"]


async def test_events_come_back_as_what_they_were_in_order(store: Store) -> None:
    events: list[Incoming] = [
        message("e1"),
        Click("e2", PLACE, ANN, "kg1:ask:t:0"),
        Command("e3", PLACE, ANN, "literature", "zinc"),
    ]
    for event in events:
        await store.keep(event)
    assert list(await store.pending()) == events


async def test_a_finished_event_is_no_longer_pending_and_stays_seen(store: Store) -> None:
    await store.keep(message("e1"))
    await store.finish("e1")
    assert not await store.pending()
    assert not await store.keep(message("e1"))


async def test_attempts_are_counted(store: Store) -> None:
    await store.keep(message("e1"))
    assert [await store.attempt("e1"), await store.attempt("e1")] == [1, 2]


def a_turn(id: str = "t-1") -> Turn:
    vitamin, disease = Entity("S:1", "Vitamin E", "Supplement"), Entity("D:1", "Alzheimer's disease", "Disease")
    edge = Edge("E1", "S:1", "PREVENTS", "D:1", True, ("PMID:1",))
    claim = Claim(
        Triple(Mention("vitamin E"), "does not prevent", Mention("AD")),
        Verdict.SUPPORTED,
        Reason.EDGE_FOR,
        "why",
        Candidate(vitamin, 1.0, Match.EXACT),
        Candidate(disease, 0.9, Match.SYNONYM),
        "PREVENTS",
        negated=True,
        edges_for=(edge,),
    )
    return Turn(id, PLACE.key, "Does vitamin E help? 🧠 \u202e", Mode.MODEL, claims=(claim,), focus=(vitamin,))


async def test_a_turn_comes_back_as_it_was_saved(store: Store) -> None:
    turn = a_turn()
    await store.save(turn, event="e1")
    assert await store.turn("t-1") == turn
    assert await store.turn_of("e1") == turn
    assert list(await store.turns(PLACE.key)) == [turn]


async def test_saving_again_replaces_and_keeps_the_event(store: Store) -> None:
    await store.save(a_turn(), event="e1")
    await store.save(Turn("t-1", PLACE.key, "q", done=True))
    found = await store.turn_of("e1")
    assert found is not None
    assert found.done


async def test_the_turns_of_a_thread_are_never_out_of_date(store: Store, tmp_path: Path) -> None:
    """Neither after a save of one's own nor after one by another process."""
    other = SqliteStore(tmp_path / "deep" / "evigraph.db")
    for saved, by in enumerate((store, other, store, other), 1):
        await by.save(Turn(f"t-{saved}", PLACE.key, "q"))
        for reader in (store, other):
            assert [t.id for t in await reader.turns(PLACE.key)] == [f"t-{n}" for n in range(1, saved + 1)]
    await other.save(Turn("t-1", PLACE.key, "q", done=True))
    assert (await store.turns(PLACE.key))[0].done
    await other.close()


async def test_threads_are_listed_by_prefix_last_used_first(store: Store) -> None:
    for number, thread in enumerate(["web\x1f\x1flocal\x1fa", "web\x1f\x1flocal\x1fb", "web\x1f\x1fother\x1fc"]):
        await store.save(Turn(f"t{number}", thread, f"question {number}"))
    found = await store.threads("web\x1f\x1flocal\x1f")
    assert [(t.title, t.turns) for t in found] == [("question 1", 1), ("question 0", 1)]


async def test_the_model_of_a_thread_is_remembered_without_making_it_a_listed_thread(store: Store) -> None:
    await store.choose_model(PLACE.key, "small")
    assert await store.chosen_model(PLACE.key) == "small"
    assert not await store.threads("")
    await store.save(a_turn())
    assert await store.chosen_model(PLACE.key) == "small"


async def test_pictures_and_receipts_come_back(store: Store) -> None:
    figure = Figure(b"\x89PNG\x00", "<svg/>", "alt", 3, 2)
    await store.save_figure("t-1", figure)
    await store.save_receipt("t-1", '{"ts": 1}')
    assert await store.figure("t-1") == figure
    assert await store.receipt("t-1") == '{"ts": 1}'
    assert await store.figure("t-2") is None


async def test_state_is_apart_by_namespace(store: Store) -> None:
    await store.set_state("a", "k1", "1")
    await store.set_state("b", "k1", "2")
    assert (await store.get_state("a", "k1"), await store.get_state("b", "k1")) == ("1", "2")
    await store.set_state("a", "k1", None)
    assert await store.get_state("a", "k1") is None
    assert list(await store.state_keys("b", "k")) == ["k1"]


async def test_everything_survives_opening_again(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "s.db")
    await first.keep(message("e1"))
    await first.save(a_turn(), event="e1")
    await first.close()
    second = SqliteStore(tmp_path / "s.db")
    assert len(await second.pending()) == 1
    assert await second.turn("t-1") == a_turn()
    await second.close()


def test_a_file_that_is_no_store_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "s.db").write_bytes(b"this is not a database, whatever its name says" * 100)
    with pytest.raises(StoreDamaged, match="damaged"):
        SqliteStore(tmp_path / "s.db")


def test_a_folder_that_cannot_be_made_is_an_error_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        SqliteStore(tmp_path / "file" / "s.db")
