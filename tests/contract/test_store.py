"""One suite for every Store backend."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from kgcore.errors import StoreDamaged, StoreError
from kgcore.ports import Store
from kgcore.store.opening import open_store
from kgcore.store.sqlite import SqliteStore
from kgcore.values.actions import ActionRecord, Bookmarked, Rated, Went
from kgcore.values.audit import AuditEntry, Deed, faults_in
from kgcore.values.message import Click, Command, Incoming, Lookup, Meant, Message, Note, Offer, Person, Place
from kgcore.values.model import Candidate, Claim, Edge, Entity, Match, Mention, Reason, Triple
from kgcore.values.reply import Figure
from kgcore.values.thread import Crashes, Mode, Turn
from kgcore.verdicts import Verdict
from tests.servers.postgres import PostgresServer

PLACE = Place("web", "", "local", "t1")
ANN = Person("u1", "Ann")


def message(id: str, text: str = "Can it?") -> Message:
    return Message(id, PLACE, ANN, text)


async def test_an_event_is_kept_once(store: Store) -> None:
    assert await store.keep(message("e1"))
    assert not await store.keep(message("e1", "redelivered"))
    assert [e.id for e in await store.pending()] == ["e1"]


async def test_an_event_is_committed_before_other_work_that_waits(store: Store) -> None:
    waiting = [asyncio.create_task(store.set_state("n", str(n), "x")) for n in range(300)]
    await asyncio.sleep(0)
    assert await store.keep(message("e1"))
    assert sum(task.done() for task in waiting) < 100
    await asyncio.gather(*waiting)


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
    await store.keep(message("e2"), tried=True)  # the first is counted with it
    assert await store.attempt("e2") == 2


async def test_a_turn_waits_for_the_disk_when_it_came_where_it_stands_and_what_it_says(tmp_path: Path) -> None:
    store, waits, synchronous = SqliteStore(tmp_path / "s.db"), list[str](), True
    what = ""

    def saw(sql: str) -> None:
        nonlocal synchronous
        if sql.startswith("PRAGMA synchronous"):
            synchronous = sql.endswith("FULL")
        elif sql.startswith(("COMMIT", "INSERT", "UPDATE", "DELETE")) and synchronous:
            single = not sql.startswith("COMMIT") and not store._db.conn.in_transaction
            waits.extend([what] * (single or sql.startswith("COMMIT")))

    store._db.conn.set_trace_callback(saw)
    turn = a_turn()
    for event, answered in ("e1", True), ("word aside", False):
        what = f"{event} came"
        await store.keep(message(event), tried=True)
        what = f"{event} is worked on"
        await store.begin_work(event)
        if answered:
            await store.save(replace(turn, done=False), event=event)
            await store.end_work(event)
            what = "where it stands"
            await store.save_receipt(turn.id, "a message")
            what = "picture"
            await store.save_figure(f"{turn.id}/a", Figure(b"p", "", "", 1, 1))
            what = "what it says"
            await store.save(replace(turn, done=True), event=event)
        what = f"{event} is finished"
        await store.finish(event)
    assert waits == ["e1 came", "where it stands", "what it says", "word aside came", "word aside is finished"]
    await store.close()


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


async def test_the_turns_of_a_thread_are_never_out_of_date(store: Store, url: str) -> None:
    """Neither after a save of one's own nor after one by another process."""
    other = open_store(url)
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


async def test_threads_are_listed_page_by_page_and_found_by_words_of_their_titles(store: Store) -> None:
    for number in range(7):
        await store.save(Turn(f"t{number}", f"web\x1f{number}", f"{'Zinc' if number % 2 else 'Iron'} {number}"))
    pages = [await store.threads("web", 3, skip) for skip in (0, 3, 6, 9)]
    assert [t.title for page in pages for t in page] == [t.title for t in await store.threads("web")]
    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert [t.title for t in await store.threads("web", 2, 1, "zINC")] == ["Zinc 3", "Zinc 1"]
    assert not await store.threads("web", find="100 %")


async def test_a_thread_keeps_the_name_that_it_was_given(store: Store) -> None:
    assert not await store.rename_thread(PLACE.key, "Zinc and colds")
    await store.save(a_turn())
    assert await store.rename_thread(PLACE.key, "Zinc and colds")
    await store.save(a_turn())
    assert [t.title for t in await store.threads("")] == ["Zinc and colds"]


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


async def test_everything_survives_opening_again(url: str) -> None:
    first = open_store(url)
    await first.keep(message("e1"))
    await first.save(a_turn(), event="e1")
    await first.close()
    second = open_store(url)
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


# ── notes, ratings, forgetting ──────────────────────────────────────────────────────────────────────────────────────

WHO = "person\x1fweb\x1flocal\x1fu1"


async def test_notes_are_kept_once_and_come_back_as_what_they_were(store: Store) -> None:
    notes: list[Note] = [
        Lookup("n1", PLACE.key, WHO, "zinc"),
        Offer("n2", PLACE.key, WHO, message("e1")),
        Meant("n3", PLACE.key, WHO, (("X:1",), ("X:1", "X:2"))),
    ]
    for note in notes:
        await store.keep_note(note)
    await store.keep_note(Lookup("n1", PLACE.key, WHO, "something else"))
    assert [await store.note(n.id) for n in notes] == notes
    assert await store.note("n4") is None


async def test_ratings_of_all_threads_come_back_with_when_they_came(store: Store) -> None:
    await store.keep(Click("c1", PLACE, ANN, "kg1:up:t-1:0"))
    await store.keep_action(ActionRecord("c1", PLACE.key, WHO, Rated("t-1", 0, True)))
    await store.keep_action(ActionRecord("c2", "elsewhere", WHO, Rated("t-2", 3, False, "Too long.")))
    await store.keep_action(ActionRecord("c3", PLACE.key, WHO, Bookmarked("t-1", claim=0)))
    (first, at), (second, unknown) = await store.ratings()
    assert [first.control, second.control] == [Rated("t-1", 0, True), Rated("t-2", 3, False, "Too long.")]
    assert at.startswith("20")
    assert unknown == ""


async def test_of_a_finished_event_only_its_id_stays(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await store.keep(message("e1", "something very private"))
    await store.save_receipt("e1", "receipt of a private word")
    await store.finish("e1")
    assert await store.receipt("e1") is None
    assert not await store.keep(message("e1"))
    await store.forget_thread("none")  # writes the log out
    await store.close()
    assert b"private" not in (tmp_path / "s.db").read_bytes()


async def test_what_an_earlier_version_kept_of_finished_events_goes_when_it_is_opened(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await store.keep(message("e1", "something private"))
    await store.keep(message("e2", "still to be answered"))
    await store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as db:
        db.execute("UPDATE inbox SET finished = 'then' WHERE id = 'e1'")
        db.execute("PRAGMA user_version = 2")
        db.commit()
    again = SqliteStore(tmp_path / "s.db")
    assert [e.id for e in await again.pending()] == ["e2"]
    await again.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as db:
        assert db.execute("SELECT body FROM inbox WHERE id = 'e1'").fetchone() == ("",)


async def test_a_crash_is_counted_for_what_was_worked_on_to_the_last(store: Store) -> None:
    for id in ("worked on", "ended", "waiting"):
        await store.keep(message(id))
    await store.begin_work("worked on")
    await store.begin_work("ended")
    await store.end_work("ended")
    found = await store.count_crashes()
    assert found["worked on"] == Crashes(alone=1)
    assert found.get("ended", Crashes()) == found.get("waiting", Crashes()) == Crashes()
    assert await store.count_crashes() == found  # each is counted once


async def test_a_crash_under_several_events_is_told_from_one_under_a_single_one(store: Store) -> None:
    for id in ("a", "b"):
        await store.keep(message(id))
        await store.begin_work(id)
    assert await store.count_crashes() == {"a": Crashes(together=1), "b": Crashes(together=1)}
    await store.begin_work("a")
    assert (await store.count_crashes())["a"] == Crashes(together=1, alone=1)
    await store.finish("a")
    assert await store.count_crashes() == {"b": Crashes(together=1)}


async def test_forgetting_a_thread_leaves_every_other_alone(store: Store) -> None:
    for thread in ("a", "ab"):
        turn = replace(a_turn(), id=f"t-{thread}", thread=thread)
        await store.save(turn)
        for key in (f"t-{thread}/1", f"{thread}/2"):
            await store.save_figure(key, Figure(b"p", "", "", 1, 1))
        await store.save_receipt(turn.id, "r")
        await store.keep_action(ActionRecord(f"d-{thread}", thread, WHO, Bookmarked(turn.id, claim=0)))
        await store.keep_note(Lookup(f"n-{thread}", thread, WHO, "zinc"))
        await store.set_state("settings", f"thread\x1f{thread}", "{}")
    await store.forget_thread("a")
    assert not await store.turns("a")
    assert not await store.action_records("a")
    assert await store.turn("t-a") is None
    left = [await store.figure("t-a/1"), await store.figure("a/2"), await store.receipt("t-a"), await store.note("n-a")]
    assert left == [None] * 4
    assert await store.state_keys("settings", "") == ["thread\x1fab"]
    assert [t.key for t in await store.threads("a")] == ["ab"]
    assert await store.turns("ab")
    assert await store.action_records("ab")
    assert None not in [await store.figure("t-ab/1"), await store.figure("ab/2"), await store.note("n-ab")]


async def test_forgetting_a_person_forgets_their_tokens_older_ones_too(store: Store) -> None:
    kept = {"old": {"owner": "ann"}, "new": {"owner": "ann", "person": "person\x1fweb\x1f\x1fann"}}
    others = {"ben": {"owner": "ben"}, "operator": {"owner": ""}, "older": {"name": "x"}}
    for name, told in (kept | others).items():
        await store.set_state("api", f"token:{name}", json.dumps(told))
    await store.forget_person("person\x1fweb\x1f\x1fann")
    assert set(await store.state_keys("api", "token:")) == {f"token:{name}" for name in others}


async def test_forgetting_a_person_forgets_their_name_and_their_settings(store: Store) -> None:
    for namespace in ("settings", "names"):
        for who in (WHO, f"{WHO}2"):
            await store.set_state(namespace, who, "x")
    await store.forget_person(WHO)
    assert [await store.state_keys(namespace, "") for namespace in ("settings", "names")] == [[f"{WHO}2"]] * 2


async def test_forgetting_a_person_leaves_what_they_did_to_threads_without_their_name(store: Store) -> None:
    await store.save(replace(a_turn(), id="t1", person=WHO))
    await store.save(replace(a_turn(), id="t2", person="somebody else"))
    await store.keep_action(ActionRecord("d1", "t", WHO, Rated("t1", 0, True)))
    await store.keep_action(ActionRecord("d2", "t", WHO, Went("t1", "t2")))
    await store.forget_person(WHO)
    turns = [await store.turn(id) for id in ("t1", "t2")]
    assert [t.person for t in turns if t] == ["", "somebody else"]
    assert not await store.actions_of(WHO)
    assert [(d.event, d.person) for d in await store.action_records("t")] == [("d2", "")]


async def test_a_picture_lets_go_of_those_that_it_supersedes_and_no_other(store: Store) -> None:
    for id in ("t-1", "t-10", "t-2"):
        await store.save(replace(a_turn(id), thread=PLACE.key))
    svg = "<svg>" + "é" * 1000 + "</svg>"
    for key in ("t-10/a", *(f"t-1/{n}" for n in range(5)), "t-2/a", f"{PLACE.key}/whole"):
        await store.save_figure(key, Figure(b"p", svg, key, 1, 1))
    left = [key for key in (*(f"t-1/{n}" for n in range(5)), "t-10/a", "t-2/a") if await store.figure(key)]
    assert left == ["t-1/2", "t-1/3", "t-1/4", "t-10/a", "t-2/a"]
    assert await store.figure(f"{PLACE.key}/whole") == Figure(b"p", svg, f"{PLACE.key}/whole", 1, 1)


async def test_of_a_long_thread_the_latest_pictures_are_kept(store: Store) -> None:
    for n in range(25):
        await store.save(replace(a_turn(f"t-{n}"), thread=PLACE.key))
        await store.save_figure(f"t-{n}/a", Figure(b"p", "", "", 1, 1))
    await store.save_figure("t-1/b", Figure(b"p", "", "", 1, 1))  # somebody looks at an old one: it is drawn again
    kept = [n for n in range(25) if await store.figure(f"t-{n}/a")]
    assert kept == list(range(5, 25))
    assert await store.figure("t-1/b")


def entry(what: str, person: str = WHO, text: str = "", deed: Deed = Deed.CLICKED) -> AuditEntry:
    return AuditEntry(deed, PLACE.key, person, what, text)


async def test_the_audit_trail_keeps_what_it_is_told_in_a_chain(store: Store) -> None:
    for number in range(5):
        await store.record(entry(f"deed {number}"))
    records = await store.records()
    assert [r.entry.what for r in records] == [f"deed {n}" for n in range(5)]
    assert [r.number for r in await store.records(after=2, limit=2)] == [3, 4]
    assert not list(faults_in(records))


async def test_who_asked_where_is_counted_since_a_time(store: Store) -> None:
    for who, times in (("ann", 2), ("bob", 1)):
        for _ in range(times):
            await store.record(entry("a message", person=who, deed=Deed.ASKED))
    await store.record(entry("a button", person="ann"))
    found = await store.activity("2000-01-01")
    assert [(a.person, a.place, a.asked) for a in found] == [("ann", PLACE.key, 2), ("bob", PLACE.key, 1)]
    assert await store.activity("2999-01-01") == []


async def test_what_was_given_up_is_listed_the_last_first(store: Store) -> None:
    for id, incident in (("e1", "one"), ("e2", ""), ("e3", "three")):
        await store.keep(message(id))
        await store.finish(id, incident)
    assert [(f.event, f.kind, f.incident) for f in await store.failures()] == [
        ("e3", "Message", "three"),
        ("e1", "Message", "one"),
    ]
    assert all(f.at for f in await store.failures(limit=1))


async def test_an_event_that_comes_twice_stands_in_the_trail_once(store: Store) -> None:
    await asyncio.gather(*(store.keep(message("e1"), entry("asked", deed=Deed.ASKED)) for _ in range(3)))
    await store.keep(message("e2"), entry("asked again", deed=Deed.ASKED))
    assert [r.entry.what for r in await store.records()] == ["asked", "asked again"]


async def test_who_is_forgotten_leaves_a_trail_that_still_holds(store: Store) -> None:
    await store.record(entry("clicked", text="my own words"))
    await store.record(entry("accepted 12", deed=Deed.REVIEWED))
    await store.record(entry("clicked", person="somebody else"))
    await store.forget_person(WHO)
    records = await store.records()
    assert [r.entry.person for r in records] == ["", WHO, "somebody else"]
    assert [r.erased for r in records] == [True, False, False]
    assert "my own words" not in str(records)
    assert not list(faults_in(records))


async def test_a_thread_that_is_forgotten_leaves_no_words_in_the_trail(store: Store) -> None:
    await store.record(entry("asked", text="my own words"))
    await store.forget_thread(PLACE.key)
    (record,) = await store.records()
    assert (record.entry.text, record.entry.person) == ("", WHO)
    assert not list(faults_in([record]))


@pytest.mark.postgres
async def test_the_trail_in_postgresql_lets_nothing_be_changed_or_taken_out(postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    store = open_store(url)
    await store.record(entry("clicked"))
    await store.close()
    with psycopg.connect(url, autocommit=True) as session:
        for sql in (
            "DELETE FROM audit",
            "TRUNCATE audit",
            "UPDATE audit SET what = 'x'",
            "UPDATE audit SET person = 'x'",
        ):
            with pytest.raises(psycopg.errors.RaiseException):
                session.execute(sql.encode())


async def test_what_no_text_may_hold_in_postgresql_is_no_reason_to_fail(store: Store) -> None:
    assert await store.keep(message("e\x00", "a\x00b \ud83e\udde0".encode("utf-16", "surrogatepass").decode("utf-16")))
    assert not await store.keep(message("e\x00"))
    await store.save(replace(a_turn(), question="a\x00b"))
    await store.set_state("n", "k\x00", "v")
    await store.record(entry("said", text="a\x00b"))
    assert await store.get_state("n", "k\x00") == "v"
    assert not list(faults_in(await store.records()))
    await store.finish("e\x00")
    assert not await store.pending()


async def test_the_trail_lets_nothing_be_changed_or_taken_out(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await store.record(entry("clicked"))
    await store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as db:
        for sql in ("DELETE FROM audit", "UPDATE audit SET what = 'x'", "UPDATE audit SET person = 'x'"):
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(sql)


async def test_a_persons_own_turns_come_back_in_order(store: Store) -> None:
    for number, person in enumerate((WHO, "another", WHO, WHO)):
        await store.save(Turn(f"t{number}", f"thread {number % 2}", "q", person=person))
    assert [t.id for t in await store.asked_by(WHO)] == ["t0", "t2", "t3"]
    assert [t.id for t in await store.asked_by(WHO, 2)] == ["t2", "t3"]


async def test_threads_that_were_not_used_since_a_time_come_in_pages(store: Store) -> None:
    for number in range(5):
        await store.save(Turn(f"t{number}", f"thread {number}", "q"))
    assert not await store.unused_since("2020-01-01")
    first = await store.unused_since("2999-01-01", limit=3)
    rest = await store.unused_since("2999-01-01", first[-1].key, 3)
    assert [t.key for t in (*first, *rest)] == [f"thread {n}" for n in range(5)]
