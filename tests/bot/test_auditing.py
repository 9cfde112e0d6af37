"""The audit trail of a running bot: who asked, clicked, reviewed and configured; exported, and checked elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.auditing import audit_command, entry_of, record_deed, record_start, recorded_asking
from bot.config import Settings
from bot.worker import Worker
from kgcore.errors import InputError, StoreError
from kgcore.store.sqlite import SqliteStore
from kgcore.values.audit import Deed, faults_in
from kgcore.values.message import Change, Click, Command, PanelQuery, Person, Place, Query, TurnQuery
from kgcore.values.reply import Reply
from tests.bot.test_worker import Echo, message
from tests.fakes.adapter import RecordingAdapter

PLACE, ANN = Place("web", "", "c", "t"), Person("u", "Ann")
SECRET = "my own words"
EVENTS = (
    message("e1", text=SECRET),
    Command("e2", PLACE, ANN, "ask", SECRET),
    Command("e3", PLACE, ANN, "literature", SECRET),
    Click("e4", PLACE, ANN, "kg1:quote:t:0", (("text", (SECRET,)),)),
    Change("e5", PLACE, ANN, "e1", SECRET),
)


def settings(tmp_path: Path) -> Settings:
    return Settings.model_validate({"EVIGRAPH_DATA": tmp_path / "data"})


def test_each_event_has_its_deed_and_no_words_unless_they_are_wanted() -> None:
    deeds = [entry_of(event).deed for event in EVENTS]
    assert deeds == [Deed.ASKED, Deed.ASKED, Deed.COMMANDED, Deed.CLICKED, Deed.CHANGED]
    assert not any(SECRET in str(entry_of(event)) for event in EVENTS)
    assert all(SECRET in str(entry_of(event, texts=True)) for event in EVENTS)


async def test_what_comes_in_is_in_the_trail_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    worker = Worker(store, Echo(), {"web": RecordingAdapter()})
    for event in (EVENTS[0], EVENTS[0], EVENTS[1]):
        await worker.put(event)
    await worker.drain()
    records = await store.records()
    assert [r.entry.what for r in records] == ["a message", "the command ask"]
    assert all(r.entry.person.endswith("\x1fu") for r in records)
    await store.close()


async def test_a_press_that_is_answered_on_the_spot_is_in_the_trail(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")

    async def ask(query: Query) -> Reply:
        return Reply("", "", ())

    asking = recorded_asking(store, ask)
    await asking(PanelQuery(Click("c", PLACE, ANN, "kg1:why:t:0")))
    await asking(TurnQuery(PLACE, "t"))  # a page that is loaded again: nobody pressed anything
    assert [(r.entry.deed, r.entry.what) for r in await store.records()] == [(Deed.LOOKED, "kg1:why:t:0")]
    await store.close()


async def test_an_export_can_be_checked_without_the_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, out = settings(tmp_path), tmp_path / "trail.jsonl"
    await record_deed(here, Deed.REVIEWED, "dana", "accepted: act 2 on 1 of graph starter")
    await record_deed(here, Deed.CONFIGURED, "dana", "retention: 30 days")
    assert await audit_command(here, out, None, None, "", False) == 0
    head = capsys.readouterr().err.split()[-1]
    assert json.loads(out.read_text().splitlines()[-1])["digest"] == head
    assert await audit_command(here, None, None, out, head, False) == 0
    with pytest.raises(StoreError, match="exists"):
        await audit_command(here, out, None, None, "", False)
    lines = out.read_text().splitlines()
    out.write_text(lines[0])
    assert await audit_command(here, None, None, out, head, False) == 1
    assert "cut off" in capsys.readouterr().err
    out.write_text("\n".join(line.replace("accepted", "rejected") for line in lines))
    assert await audit_command(here, None, None, out, "", False) == 1
    out.write_text("no trail")
    with pytest.raises(InputError, match=r"trail\.jsonl:1"):
        await audit_command(here, None, None, out, "", False)


async def test_a_start_says_which_settings_were_given_and_no_value(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    given = settings(tmp_path).model_copy(update={"named": ("OPENAI_API_KEY",), "store": "a secret"})
    await record_start(store, given)
    (record,) = await store.records()
    assert record.entry.what == "started with OPENAI_API_KEY"
    assert not list(faults_in([record]))
    await store.close()
