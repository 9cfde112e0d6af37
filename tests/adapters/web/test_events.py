"""What open pages are sent."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from adapters.web import WebAdapter
from adapters.web.guard import Guard
from kgcore.message import Place
from kgcore.reply import Notice, Reply
from tests.adapters.web.asgi import listening
from tests.adapters.web.core import HERE, Core, app_of, words


@contextlib.asynccontextmanager
async def running(core: Core) -> AsyncIterator[tuple[WebAdapter, Starlette]]:
    adapter = WebAdapter()
    app = app_of(adapter, core)
    async with app.router.lifespan_context(app):
        yield adapter, app


async def test_an_open_page_hears_first_which_turns_there_are(core: Core) -> None:
    async with running(core) as (_, app), listening(app, "/events/thread01") as events:
        assert await events.next() == ("turns", ["turn01"])
        assert events.status == 200


async def test_an_open_page_gets_snapshots_of_its_thread_only(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("other", "q", (words("no"),)), Place("web", "", "local", "thread02"), None)
        await adapter.deliver(Reply("other", "q", (words("no"),)), Place("web", "", "else", "thread01"), None)
        receipt = await adapter.deliver(Reply("turn02", "Why?", (words("yes"),)), HERE, None)
        name, snapshot = await events.next()
    assert receipt == "turn02"
    assert (name, snapshot["turn"], snapshot["question"], snapshot["final"]) == ("turn", "turn02", "Why?", True)
    assert snapshot["blocks"] == {"text-0": '<p class="text" dir="auto">yes</p>'}


async def test_a_slow_page_gets_the_newest_snapshot_only(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        for count in range(500):
            await adapter.deliver(Reply("turn02", "Why?", (words(f"{count}"),), final=count == 499), HERE, None)
        _, snapshot = await events.next()
    assert snapshot["final"]
    assert "499" in snapshot["blocks"]["text-0"]


async def test_only_changed_blocks_are_sent_again(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("turn02", "Why?", (words("one"),), final=False), HERE, None)
        assert list((await events.next())[1]["blocks"]) == ["text-0"]
        await adapter.deliver(Reply("turn02", "Why?", (words("one"), words("two"))), HERE, None)
        _, snapshot = await events.next()
    assert snapshot["order"] == ["text-0", "text-1"]
    assert list(snapshot["blocks"]) == ["text-1"]


async def test_a_notice_of_no_turn_arrives_too(core: Core) -> None:
    async with running(core) as (adapter, app), listening(app, "/events/thread01") as events:
        await events.next()
        await adapter.deliver(Reply("", "", (Notice("That button is stale."),)), HERE, None)
        name, snapshot = await events.next()
    assert name == "notice"
    assert "stale" in snapshot["blocks"]["notice-0"]


async def test_delivering_to_nobody_is_fine(core: Core) -> None:
    async with running(core) as (adapter, _):
        assert await adapter.deliver(Reply("turn02", "Why?", ()), HERE, "earlier") == "earlier"


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
