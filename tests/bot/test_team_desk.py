"""What admins see of the whole bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest_asyncio

from adapters.port import Adapter
from bot.config import Settings
from bot.directory import NAMES, Directory, delete_unused_names
from bot.team_desk import NOBODY_ASKED, NOTHING_FAILED, Desk
from bot.tokens import Tokens
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.services import person_key
from kgcore.turn.spending import USAGE
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.budget import Scope, account_of
from kgcore.values.message import Message, Person, Place
from kgcore.values.reply import Notice, Reply, Table
from tests.fakes.adapter import RecordingAdapter

PLACE = Place("slack", "T1", "C1", "t1")


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


def desk(store: SqliteStore, adapters: Mapping[str, Adapter] | None = None) -> Desk:
    settings = Settings.model_validate({"OPENAI_API_KEY": "sk-very-secret"})
    names = Directory(store, adapters or {})
    return Desk(settings.model_copy(update={"named": ("OPENAI_API_KEY",)}), store, lambda: "a graph", names, None)


class Called(RecordingAdapter):
    """A platform that tells names when it is asked."""

    async def person_name(self, workspace: str, id: str) -> str:
        return "Uma"

    async def channel_name(self, workspace: str, id: str) -> str:
        return "general"


def tables(reply: Reply) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    return {block.title: block.rows for block in reply.blocks if isinstance(block, Table)}


async def test_an_idle_bot_says_so(store: SqliteStore) -> None:
    reply = await desk(store).overview()
    words = [block.text for block in reply.blocks if isinstance(block, Notice)]
    assert {NOBODY_ASKED, NOTHING_FAILED} <= {*words}
    assert tables(reply)["Queue"] == (("none", "0"),)


async def test_it_tells_who_asked_where_what_it_cost_what_waits_and_what_failed(store: SqliteStore) -> None:
    for number, thread in enumerate("aab"):
        message = Message(f"e{number}", Place("slack", "T1", "C1", thread), Person("U1"), "secret words")
        entry = AuditEntry(Deed.ASKED, message.place.key, "person\x1fslack\x1fT1\x1fU1", "a message")
        await store.keep(message, entry)
    await store.finish("e0", "ab12cd34")
    month = f"{datetime.now(UTC):%Y-%m}:model:gpt"
    await store.add_to_state(USAGE, f"{month}:tokens", 1500)
    await store.add_to_state(USAGE, f"{month}:micros", 2_500_000)
    found = tables(await desk(store).overview())
    assert [row[:2] for row in found["People"]] == [("slack T1 U1", "3")]
    assert [row[:2] for row in found["Channels"]] == [("slack T1 C1", "3")]
    assert found["Cost this month"] == (("gpt", "1,500", "2.50"),)
    assert found["Queue"] == (("slack", "2"),)
    assert [row[1:] for row in found["Failures, the last first"]] == [("Message", "ab12cd34")]


async def test_budgets_are_told_by_whose_they_are(store: SqliteStore) -> None:
    place, person = Place("slack", "T1", "C1", "a"), "person\x1fslack\x1fT1\x1fU1"
    await store.keep(Message("e1", place, Person("U1"), "q"), AuditEntry(Deed.ASKED, place.key, person, "a message"))
    await store.add_to_state(USAGE, f"{datetime.now(UTC):%Y-%m}:model:gpt:tokens", 900)
    for scope in Scope:
        await store.add_to_state(USAGE, f"2026-11:{scope}:{account_of(scope, place.key, person)}:tokens", 900)
    await store.add_to_state(USAGE, "2026-11:person:0123456789:tokens", 7)
    told = {row[0] for row in tables(await desk(store).overview())["Of the budgets"]}
    assert told == {
        "2026-11 person slack T1 U1",
        "2026-11 channel slack T1 C1",
        "2026-11 workspace slack T1",
        "2026-11 person 0123456789",
    }


async def test_people_and_channels_go_by_what_the_platform_calls_them(store: SqliteStore) -> None:
    names = Directory(store, {})
    for place, person in (
        (Place("discord", "g", "7", "t"), Person("5", "Dana\u202e Lee\n")),
        (Place("web", "", "ann-1", "t"), Person("ann-1", "ann@example.org")),
        (PLACE, Person("U1")),
    ):
        event = Message(person.id, place, person, "q")
        await store.keep(event, AuditEntry(Deed.ASKED, place.key, person_key(event), "a message"))
        await names.learn(event)
    found = tables(await desk(store, {"slack": Called()}).overview())
    assert {row[0] for row in found["People"]} == {
        "Dana Lee (discord g 5)",
        "ann@example.org (web ann-1)",
        "Uma (slack T1 U1)",
    }
    assert {row[0] for row in found["Channels"]} == {
        "discord g 7",
        "ann@example.org (web ann-1)",
        "general (slack T1 C1)",
    }


async def test_the_name_of_who_is_forgotten_or_has_long_asked_nothing_goes(store: SqliteStore) -> None:
    names = Directory(store, {})
    events = [Message(who, PLACE, Person(who, f"Name of {who}"), "q") for who in ("U1", "U2", "U3")]
    for event in events:
        await names.learn(event)
    await store.keep(events[1], AuditEntry(Deed.ASKED, PLACE.key, person_key(events[1]), "a message"))
    await store.forget_person(person_key(events[0]))
    assert set(await store.state_keys(NAMES, "")) == {person_key(event) for event in events[1:]}
    await delete_unused_names(store, "2000-01-01T00:00:00+00:00")
    assert await store.state_keys(NAMES, "") == [person_key(events[1])]


async def test_no_value_of_a_setting_and_no_words_of_anybody_stand_there(store: SqliteStore) -> None:
    await store.keep(Message("e1", PLACE, Person("U1"), "secret words"))
    shown = str(await desk(store).overview())
    assert "OPENAI_API_KEY" in shown
    assert "very-secret" not in shown
    assert "secret words" not in shown


async def test_with_an_api_people_have_tokens_of_their_own(store: SqliteStore) -> None:
    own = Desk(Settings.model_validate({}), store, str, Directory(store, {}), Tokens(store, ("verify",)))
    token = await own.make_token("ann", "notebook", ["verify"])
    assert [told.name for told in await own.tokens("ann")] == ["notebook"]
    grant = await Tokens(store).grant(token)
    assert grant is not None
    assert (grant.holder, grant.allows("verify"), grant.allows("ask")) == ("ann/notebook", True, False)
    await own.revoke_token("ann", "notebook")
    assert await Tokens(store).grant(token) is None
