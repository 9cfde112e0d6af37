"""What open pages are sent."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from adapters.web.app import WebAdapter
from adapters.web.guard import Guard
from kgcore.conversation.transcript import parse_messages
from kgcore.values.message import Address, Person
from kgcore.values.reply import Notice, Reply
from tests.adapters.web.asgi import listening, posted
from tests.adapters.web.core import FORM, HERE, Core, app_of, words

TO = Address(HERE, Person("local"), "event0001")


@contextlib.asynccontextmanager
async def running(core: Core) -> AsyncIterator[tuple[WebAdapter, Starlette]]:
    adapter = WebAdapter(read=parse_messages)
    app = app_of(adapter, core)
    async with app.router.lifespan_context(app):
        yield adapter, app


async def test_an_open_page_hears_first_which_turns_there_are(core: Core) -> None:
    async with running(core) as (_, app), listening(app, "/events/thread01") as events:
        name, known = await events.next()
        assert (name, list(known)) == ("turns", ["turn01"])
        assert events.status == 200


async def test_an_open_page_gets_snapshots_of_its_thread_only(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        for elsewhere in (replace(HERE, thread="thread02"), replace(HERE, channel="else")):
            await adapter.deliver(Reply("other", "q", (words("no"),)), replace(TO, place=elsewhere), None)
        receipt = await adapter.deliver(Reply("turn02", "Why?", (words("yes"),)), TO, None)
        name, snapshot = await events.next()
    assert receipt == "turn02"
    assert (name, snapshot["turn"], snapshot["question"], snapshot["final"]) == ("turn", "turn02", "Why?", True)
    assert snapshot["blocks"] == {"text-0": '<p class="text" dir="auto">yes</p>'}


async def test_a_slow_page_gets_the_newest_snapshot_only(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        for count in range(500):
            await adapter.deliver(Reply("turn02", "Why?", (words(f"{count}"),), final=count == 499), TO, None)
        _, snapshot = await events.next()
    assert snapshot["final"]
    assert "499" in snapshot["blocks"]["text-0"]


async def test_only_changed_blocks_are_sent_again(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("turn02", "Why?", (words("one"),), final=False), TO, None)
        assert list((await events.next())[1]["blocks"]) == ["text-0"]
        await adapter.deliver(Reply("turn02", "Why?", (words("one"), words("two"))), TO, None)
        _, snapshot = await events.next()
    assert snapshot["order"] == ["text-0", "text-1"]
    assert list(snapshot["blocks"]) == ["text-1"]


async def test_a_notice_of_no_turn_arrives_too(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("", "", (Notice("That button is stale."),)), TO, None)
        name, snapshot = await events.next()
    assert name == "notice"
    assert "stale" in snapshot["blocks"]["notice-0"]


async def test_every_state_of_a_turn_has_a_version(core: Core) -> None:
    async with running(core) as (adapter, app):
        async with listening(app, "/events/thread01") as events:
            _, first = await events.next()
            changed = Reply("turn01", "Is zinc good?", (words("It was."),))
            await adapter.deliver(changed, TO, None)
            _, snapshot = await events.next()
        async with listening(app, "/events/thread01") as events:
            _, again = await events.next()
    assert first == again
    assert snapshot["version"] not in {"", first["turn01"]}


async def test_a_turn_that_was_complete_is_sent_again_when_it_changes(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        for text in ("one", "two"):
            await adapter.deliver(Reply("turn01", "Is zinc good?", (words(text),)), TO, None)
            _, snapshot = await events.next()
    assert "two" in snapshot["blocks"]["text-0"]


async def test_a_panel_and_a_word_go_only_to_the_page_that_asked(core: Core) -> None:
    async with contextlib.AsyncExitStack() as stack:
        adapter, app = await stack.enter_async_context(running(core))
        mine, other = [
            await stack.enter_async_context(listening(app, "/events/thread01", query=f"page={page}"))
            for page in ("mine", "other")
        ]
        await mine.next()
        await other.next()
        form = {**FORM, "page": "mine", "action": "kg1:node:turn01:1"}
        assert await posted(app, "/click", form) == 202
        await adapter.deliver(Reply("", "Zinc", (words("a panel"),), private=True), TO, None)
        await adapter.deliver(Reply("", "", (Notice("a word"),), private=True), TO, None)
        await adapter.deliver(Reply("", "", (Notice("an aside"),)), TO, None)
        assert [(await mine.next())[0] for _ in range(3)] == ["panel", "word", "notice"]
        assert (await other.next())[0] == "notice"


async def test_a_panel_still_comes_to_somebody_when_the_page_has_been_loaded_again(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("", "Zinc", (words("a panel"),), private=True), TO, None)
        assert (await events.next())[0] == "panel"


async def test_delivering_to_nobody_is_fine(core: Core) -> None:
    async with running(core) as (adapter, _):
        assert await adapter.deliver(Reply("turn02", "Why?", ()), TO, "earlier") == "earlier"


async def test_streams_end_when_the_adapter_is_cancelled(core: Core) -> None:
    async with contextlib.AsyncExitStack() as stack, running(core) as (_, app):
        events = await stack.enter_async_context(listening(app, "/events/thread01"))
        await events.next()


async def test_a_stream_that_is_cut_off_is_still_ended_properly() -> None:
    async def cut_off(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})

    async with listening(Guard(cut_off, None), "/events/thread01") as events:
        events.gone.set()
    assert events.ended
