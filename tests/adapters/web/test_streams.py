"""Open pages never hold up a delivery, and never grow without bound."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress

import pytest

from adapters.web.limits import ASIDES_LONGEST, STREAM_TURNS, STREAMS, STREAMS_NEARBY
from adapters.web.render import Snapshot, render_reply
from adapters.web.streams import PageStream, PageStreams
from kgcore.values.message import Place
from kgcore.values.reply import Plain, Reply, Text

HERE = Place("web", "", "local", "thread01")


def snapshot(turn: str, text: str = "a") -> Snapshot:
    return render_reply(Reply(turn, "q", (Text((Plain(text),)),), final=False), "thread01")


async def taken(stream: PageStream, count: int) -> list[Snapshot]:
    found: list[Snapshot] = []
    async for change in stream.changes():
        found.append(change)
        if len(found) == count:
            break
    return found


async def test_the_newest_snapshot_of_a_turn_replaces_the_one_that_waits() -> None:
    stream = PageStream()
    for text in ("one", "two", "three"):
        stream.offer(snapshot("turn01", text))
    (only,) = await taken(stream, 1)
    assert "three" in only.blocks[0][1]


async def test_turns_that_wait_are_bounded_and_the_oldest_goes_first() -> None:
    stream = PageStream()
    for number in range(STREAM_TURNS + 5):
        stream.offer(snapshot(f"turn{number:03}"))
    found = await taken(stream, STREAM_TURNS)
    assert (found[0].turn, found[-1].turn) == ("turn005", f"turn{STREAM_TURNS + 4:03}")


async def test_a_closed_stream_ends() -> None:
    stream = PageStream()
    stream.close()
    assert [s async for s in stream.changes()] == []


async def test_the_oldest_page_is_closed_when_there_are_too_many() -> None:
    streams = PageStreams()
    first = streams.open(HERE)
    for _ in range(STREAMS):
        streams.open(HERE)
    assert [s async for s in first.changes()] == []


async def ended(stream: PageStream) -> bool:
    try:
        async with asyncio.timeout(0.01):
            return [s async for s in stream.changes()] == []
    except TimeoutError:
        return False


async def test_a_visitor_with_many_pages_ends_their_own_and_nobody_elses() -> None:
    streams = PageStreams()
    other = streams.open(HERE, visitor="ben", address="198.51.100.7")
    near = streams.open(HERE, visitor="eve", address="203.0.113.9")
    first = streams.open(HERE, visitor="ann", address="203.0.113.9")
    for _ in range(400):
        streams.open(HERE, visitor="ann", address="203.0.113.9")
    assert await ended(first)
    assert not await ended(other)
    assert not await ended(near)


async def test_who_leaves_takes_all_their_pages_along_and_nobody_elses() -> None:
    streams = PageStreams()
    theirs = [streams.open(HERE, f"page{n}", "ann") for n in range(2)]
    other = streams.open(HERE, "page3", "eve")
    streams.close_of("ann")
    assert [await ended(s) for s in (*theirs, other)] == [True, True, False]


async def test_many_visitors_from_one_address_end_nobody_elsewhere() -> None:
    streams = PageStreams()
    other = streams.open(HERE, visitor="ben", address="198.51.100.7")
    opened = [streams.open(HERE, visitor=f"ann {n}", address="203.0.113.9") for n in range(STREAMS + 10)]
    assert not await ended(other)
    left = [await ended(stream) for stream in opened[-STREAMS_NEARBY - 1 :]]
    assert left == [True, *[False] * STREAMS_NEARBY]  # the newest of an office stay, and no more


async def test_a_closed_page_gets_nothing_more() -> None:
    streams = PageStreams()
    stream = streams.open(HERE)
    streams.close(stream)
    streams.offer(HERE, snapshot("turn01"))
    assert [s async for s in stream.changes()] == []


def aside(text: str, *, private: bool = True) -> Snapshot:
    return render_reply(Reply("", "Zinc", (Text((Plain(text),)),), private=private), "thread01")


async def heard(stream: PageStream) -> list[str]:
    """What a stream brings before it waits."""
    found: list[str] = []
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            async for change in stream.changes():
                found.append(re.sub("<[^>]+>", "", change.blocks[0][1]).strip())
    return found


async def test_what_is_said_between_two_connections_of_a_page_comes_with_the_second() -> None:
    streams = PageStreams()
    first = streams.open(HERE, "mine")
    streams.spoke(HERE, "mine")
    streams.offer(HERE, aside("one"))
    (got,) = await taken(first, 1)
    streams.close(first)
    streams.offer(HERE, aside("two"))
    streams.offer(HERE, aside("for all", private=False))
    elsewhere = Place("web", "", "local", "thread02")
    assert await heard(streams.open(elsewhere, "mine", after=first.since)) == []
    assert await heard(streams.open(HERE, "other")) == []  # loaded since: it shows what is for all
    again = streams.open(HERE, "mine", after=got.number)
    assert await heard(again) == ["two", "for all"]
    streams.close(again)
    assert await heard(streams.open(HERE, "mine", after=again.since)) == ["two", "for all"]  # lost on its way


async def test_what_came_before_the_first_connection_stood_comes_with_it() -> None:
    streams = PageStreams()
    streams.spoke(HERE, "mine")
    streams.offer(HERE, aside("one"))
    assert await heard(streams.open(HERE, "mine")) == ["one"]


async def test_after_a_start_anew_the_first_page_of_the_thread_gets_what_was_said_to_nobody() -> None:
    streams = PageStreams()
    streams.offer(HERE, aside("one"))
    first = streams.open(HERE, "mine", after=1)
    assert await heard(first) == ["one"]
    assert await heard(streams.open(HERE, "other", after=1)) == []


async def test_what_was_said_long_ago_comes_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = PageStreams()
    streams.spoke(HERE, "mine")
    streams.offer(HERE, aside("one"))
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + ASIDES_LONGEST + 1)
    assert await heard(streams.open(HERE, "mine")) == []
