"""Every Store backend, looked at from beside: what cannot be read, what is taken back, what nobody reads again."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import zlib
from dataclasses import replace

import pytest

from kgcore.ports import Store
from kgcore.store.decoding import decoded_turn
from kgcore.store.opening import open_store
from kgcore.store.schema import TURN
from kgcore.values.actions import ActionRecord, Bookmarked, Rated, Went
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.message import Failed, Lookup, Message, Note, Offer, Person, Place
from kgcore.values.reply import Figure
from kgcore.values.thread import Crashes, Turn
from tests.contract.conftest import ByHand

PLACE = Place("web", "", "local", "t1")
WHO = "person\x1fweb\x1flocal\x1fu1"
PICTURE = Figure(b"p", "<svg/>", "alt", 1, 1)


def message(id: str, text: str = "Can it?") -> Message:
    return Message(id, PLACE, Person("u1", "Ann"), text)


def rated(id: str, person: str = WHO, thread: str = PLACE.key) -> ActionRecord:
    return ActionRecord(id, thread, person, Rated("t-1", 0, True))


async def test_a_picture_that_cannot_be_read_is_none(
    store: Store, hand: ByHand, caplog: pytest.LogCaptureFixture
) -> None:
    """It is drawn anew; its answer is shown all the same."""
    for key in ("a/1", "b/1", "c/1"):
        await store.save_figure(key, PICTURE)
    hand("UPDATE figures SET svg = ? WHERE key = ?", b"\xff\xfe", "a/1")
    hand("UPDATE figures SET svg = ? WHERE key = ?", zlib.compress(b"\xff"), "b/1")
    assert [await store.figure(key) for key in ("a/1", "b/1", "c/1")] == [None, None, PICTURE]
    assert "a picture cannot be read" in caplog.text


# ── rows that cannot be read ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("body", ['{"id": 3}', "no JSON", ""])
async def test_of_each_table_the_rows_that_can_be_read_are_and_the_others_are_set_aside(
    store: Store, hand: ByHand, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    for n in range(3):
        await store.keep(message(f"e{n}"))
        await store.save(Turn(f"t{n}", PLACE.key, "q"))
        await store.keep_action(rated(f"d{n}"))
        await store.keep_note(Lookup(f"n{n}", PLACE.key, WHO, "zinc"))
    for table, name, id in (
        ("inbox", "id", "e1"),
        ("turns", "id", "t1"),
        ("deeds", "event", "d1"),
        ("notes", "id", "n1"),
    ):
        hand(f"UPDATE {table} SET body = ? WHERE {name} = ?", body, id)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):  # the second time there is nothing to set aside
            assert [e.id for e in await store.pending()] == ["e0", "e2"]
            assert await store.turn("t1") is None
            assert [d.event for d in await store.action_records(PLACE.key)] == ["d0", "d2"]
            assert [n for n in ("n0", "n1", "n2") if await store.note(n)] == ["n0", "n2"]
    kept = hand("SELECT source, place, CAST(body AS text) FROM aside ORDER BY source")
    assert kept == [
        (t, p, body) for t, p in (("deeds", "seq 2"), ("inbox", "seq 2"), ("notes", "id n1"), ("turns", "seq 2"))
    ]
    assert all(f"table {table}, {place}" in caplog.text for table, place, _ in kept)
    assert len(caplog.records) == 4
    assert not await store.keep(message("e1")), "it was acknowledged once"
    assert [(f.event, f.incident) for f in await store.failures()] == [("e1", "unreadable")]
    assert hand("SELECT body FROM inbox WHERE id = 'e1'") == [("",)]
    assert [t.id for t in await store.turns(PLACE.key)] == ["t0", "t2"]


@pytest.mark.parametrize("forget", ["thread", "person"])
async def test_what_cannot_be_read_is_nobodys_and_goes_with_whoever_is_forgotten(
    store: Store, hand: ByHand, forget: str
) -> None:
    await store.save(Turn("t1", PLACE.key, "q"))
    hand("UPDATE turns SET body = 'no JSON'")
    assert await store.turn("t1") is None
    assert hand("SELECT count(*) FROM aside") == [(1,)]
    await (store.forget_thread("another") if forget == "thread" else store.forget_person("nobody"))
    assert hand("SELECT count(*) FROM aside") == [(0,)]


# ── what is taken back ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_question_that_is_taken_back_leaves_its_words_nowhere(store: Store) -> None:
    asked = Turn("t1", PLACE.key, "my private question", person=WHO)
    await store.save(asked, "e1")
    await store.save(Turn("t2", PLACE.key, "another"))
    for key in ("t1/a", "t1/b", "t2/a", "t10/a"):
        await store.save_figure(key, PICTURE)
    gone: list[Note] = [Offer("n1", PLACE.key, WHO, message("e1")), Offer("n2", PLACE.key, WHO, message("e1:edited:7"))]
    stay: list[Note] = [Offer("n4", PLACE.key, WHO, message("e10")), Failed("n5", PLACE.key, WHO, message("e2"))]
    other: list[Note] = [Failed("n3", PLACE.key, WHO, message("e1")), Lookup("n6", PLACE.key, WHO, "zinc")]
    for note in (*gone, *stay, *other):
        await store.keep_note(note)
    await store.withdraw(replace(asked, question=""), "e1")
    assert [n for n in range(1, 7) if await store.note(f"n{n}")] == [4, 5, 6]
    assert [k for k in ("t1/a", "t1/b", "t2/a", "t10/a") if await store.figure(k)] == ["t2/a", "t10/a"]
    assert [t.question for t in await store.turns(PLACE.key)] == ["", "another"]
    assert (await store.turn_of("e1") or asked).question == ""
    assert not await store.threads(""), "its words were the thread's name"


async def test_a_name_that_somebody_gave_and_other_threads_offers_stay_where_a_question_is_taken_back(
    store: Store,
) -> None:
    asked = Turn("t1", PLACE.key, "my private question")
    await store.save(asked, "e1")
    await store.rename_thread(PLACE.key, "Zinc")
    await store.keep_note(Offer("n1", "elsewhere", WHO, message("e1")))
    await store.withdraw(replace(asked, question=""), "e1")
    assert [t.title for t in await store.threads("")] == ["Zinc"]
    assert await store.note("n1")


async def test_of_what_was_never_kept_nothing_is_taken_back(store: Store) -> None:
    await store.keep_note(Offer("n1", PLACE.key, WHO, message("e1")))
    await store.withdraw(Turn("t1", PLACE.key, ""), "e1")
    assert await store.turn("t1") is None
    assert await store.note("n1")


async def test_what_is_forgotten_is_forgotten_by_the_process_too(store: Store) -> None:
    for forget in (store.forget_thread(PLACE.key), store.forget_person(WHO), store.withdraw(Turn("t9", "x", ""), "e9")):
        turn = Turn("t1", PLACE.key, "private")
        await store.save(turn)
        (read,) = await store.turns(PLACE.key)
        body = TURN.dump_json(turn).decode()
        assert decoded_turn(body) is read
        await forget
        assert decoded_turn(body) is not read
        assert all(t is not read for t in await store.turns(PLACE.key))


async def test_forgetting_a_person_deletes_what_is_theirs_alone(store: Store) -> None:
    for n, who in enumerate((WHO, f"{WHO}2")):
        await store.keep_note(Lookup(f"n{n}", PLACE.key, who, "zinc"))
        await store.keep_action(ActionRecord(f"b{n}", PLACE.key, who, Bookmarked("t-1", claim=0)))
        await store.keep_action(ActionRecord(f"w{n}", PLACE.key, who, Went("t-1", "t-2")))
        await store.set_state("exports", f"x{n}", json.dumps({"person": who}))
        await store.set_state("another", f"x{n}", json.dumps({"person": who}))
    await store.set_state("exports", "x2", json.dumps({}))
    await store.forget_person(WHO)
    assert [n for n in ("n0", "n1") if await store.note(n)] == ["n1"]
    assert [(d.event, d.person) for d in await store.action_records(PLACE.key)] == [
        ("w0", ""),
        ("b1", f"{WHO}2"),
        ("w1", f"{WHO}2"),
    ]
    assert list(await store.state_keys("exports", "")) == ["x1", "x2"]
    assert list(await store.state_keys("another", "")) == ["x0", "x1"]


async def test_the_turns_of_who_is_forgotten_are_nobodys_in_every_process(store: Store, url: str) -> None:
    other = open_store(url)
    await store.save(Turn("t1", PLACE.key, "q", person=WHO, done=True))
    assert [t.person for t in await other.turns(PLACE.key)] == [WHO]
    await store.forget_person(WHO)
    assert [t.person for t in await other.turns(PLACE.key)] == [""]
    assert (await other.turns(PLACE.key))[0].done
    assert not await store.asked_by(WHO)
    assert [t.id for t in await store.asked_by("")] == ["t1"]
    await other.close()


# ── counters, actions, lists ────────────────────────────────────────────────────────────────────────────────────────


async def test_a_number_in_the_state_is_added_to_by_many_at_once(store: Store) -> None:
    assert await store.add_to_state("n", "k", 0) == 0
    assert await store.get_state("n", "k") is None
    assert sorted(await asyncio.gather(*(store.add_to_state("n", "k", 2) for _ in range(5)))) == [2, 4, 6, 8, 10]
    assert await store.add_to_state("n", "k", -3) == 7
    assert await store.add_to_state("n", "k", 0) == 7
    assert await store.get_state("n", "k") == "7"


async def test_an_action_is_kept_once_and_a_persons_latest_come_back_in_order(store: Store) -> None:
    assert await store.keep_action(rated("d0"))
    assert not await store.keep_action(rated("d0", thread="another"))
    for n in range(1, 5):
        await store.keep_action(rated(f"d{n}", thread=f"thread {n % 2}"))
    await store.keep_action(rated("other", person="somebody else"))
    assert [d.event for d in await store.actions_of(WHO)] == ["d0", "d1", "d2", "d3", "d4"]
    assert [d.event for d in await store.actions_of(WHO, 2)] == ["d3", "d4"]
    assert [d.event for d in await store.action_records("thread 1")] == ["d1", "d3"]
    assert await store.actions_of(WHO, 1) == [rated("d4", thread="thread 0")]


async def test_what_nobody_knows_is_none(store: Store) -> None:
    assert await store.attempt("e1") == 0
    assert not await store.pending()
    assert await store.chosen_model("t") == ""
    assert (await store.turn("t"), await store.turn_of("e"), await store.receipt("t")) == (None, None, None)
    assert (list(await store.turns("t")), list(await store.failures()), list(await store.records())) == ([], [], [])


async def test_lists_are_as_long_as_asked_for(store: Store) -> None:
    for n in range(25):
        await store.keep(message(f"e{n:02}"), AuditEntry(Deed.ASKED, f"place {n}", WHO, "asked", ""))
        await store.finish(f"e{n:02}", "an incident")
    assert [f.event for f in await store.failures()] == [f"e{n:02}" for n in range(24, 4, -1)]
    assert [a.place for a in await store.activity("", 2)] == ["place 0", "place 1"]
    assert [r.number for r in await store.records(20)] == [21, 22, 23, 24, 25]
    at = (await store.records())[-1].at
    assert [a.place for a in await store.activity(at)][-1:] == ["place 24"]


async def test_a_turn_of_many_claims_comes_back_and_one_that_goes_on_replaces_what_it_was(store: Store) -> None:
    from tests.contract.test_store import a_turn

    long = replace(a_turn(), claims=a_turn().claims * 80)
    for turn in (a_turn(), long, replace(long, done=True)):
        await store.save(turn, "e1")
        assert list(await store.turns(PLACE.key)) == [turn]
        assert await store.turn_of("e1") == turn


async def test_a_turn_saved_again_keeps_its_place_among_the_others(store: Store) -> None:
    for n in range(3):
        await store.save(Turn(f"t{n}", PLACE.key, "q"))
    assert len(await store.turns(PLACE.key)) == 3
    await store.save(Turn("t1", PLACE.key, "q", done=True))
    await store.save(Turn("t9", "another", "q"))
    assert [(t.id, t.done) for t in await store.turns(PLACE.key)] == [("t0", False), ("t1", True), ("t2", False)]
    assert [t.id for t in await store.turns("another")] == ["t9"]


async def test_the_turns_of_a_thread_are_read_once_until_one_changes_or_they_are_deleted(
    store: Store, url: str
) -> None:
    other = open_store(url)
    for n in range(3):
        await store.save(Turn(f"t{n}", PLACE.key, "q"))
    first, again = await other.turns(PLACE.key), await other.turns(PLACE.key)
    assert [t.id for t in first] == ["t0", "t1", "t2"]
    assert all(one is two for one, two in zip(first, again, strict=True))
    await store.forget_thread(PLACE.key)
    assert not await other.turns(PLACE.key)
    await other.close()


# ── pictures ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_picture_that_is_drawn_again_takes_the_place_of_the_older_and_is_the_newest(store: Store) -> None:
    for key in ("t1/a", "t1/b", "t1/c"):
        await store.save_figure(key, PICTURE)
    new = Figure(b"new", "<svg>new</svg>", "in words", 7, 8, "a title")
    await store.save_figure("t1/a", new)
    assert await store.figure("t1/a") == new
    await store.save_figure("t1/d", PICTURE)
    assert [k for k in "abcd" if await store.figure(f"t1/{k}")] == ["a", "c", "d"]


async def test_pictures_of_answers_a_thousand_answers_ago_go(store: Store, url: str, hand: ByHand) -> None:
    for n, thread in ((0, "old"), (1, "kept")):
        await store.save(Turn(f"t{n}", thread, "q"))
        await store.save_figure(f"t{n}/a", PICTURE)
    of, nobody = (", person", ", ''") if "://" in url else ("", "")
    many = "WITH RECURSIVE n (x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM n WHERE x < 999)"
    hand(f"INSERT INTO turns (id, thread, body{of}) {many} SELECT 'u' || x, 'many', '{{}}'{nobody} FROM n")
    await store.save(Turn("last", "new", "q"))
    await store.save_figure("last/a", PICTURE)
    assert [k for k in ("t0/a", "t1/a", "last/a") if await store.figure(k)] == ["t1/a", "last/a"]


# ── an end ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_finished_leaves_no_work_and_no_receipt(store: Store, hand: ByHand) -> None:
    for id in ("e1", "e2"):
        await store.keep(message(id, "private"))
        await store.begin_work(id)
        await store.save_receipt(id, "r")
    await store.finish("e1", "an incident")
    assert hand("SELECT event FROM work") == [("e2",)]
    assert (await store.receipt("e1"), await store.receipt("e2")) == (None, "r")
    ((body, incident, finished),) = hand("SELECT body, incident, finished FROM inbox WHERE id = 'e1'")
    assert (body, incident, finished[:2]) == ("", "an incident", "20")
    assert await store.count_crashes() == {"e2": Crashes(alone=1)}


async def test_a_look_whether_it_can_be_written_writes_something_new_each_time(store: Store) -> None:
    seen = set()
    for _ in range(3):
        await store.check()
        seen.add(await store.get_state("health", "written"))
    assert len(seen - {None}) == 3


async def test_a_look_whether_there_is_room_takes_as_much_of_it_as_was_asked_for(
    store: Store,
) -> None:
    for room in (100_000, 20_000):
        await store.check(room)
        assert room <= len(await store.get_state("health", "written") or "") < room + 100


async def test_a_closed_store_leaves_no_thread_and_no_lock(url: str, hand: ByHand) -> None:
    before = set(threading.enumerate())
    store = open_store(url)
    await asyncio.gather(*(store.set_state("n", str(n), "x") for n in range(30)))
    await store.close()
    assert not [t for t in set(threading.enumerate()) - before if not t.name.startswith("asyncio")]
    hand("DROP TABLE receipts")
