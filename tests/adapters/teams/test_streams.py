"""Streaming in a personal chat: the text grows, then the card stands in its place."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from adapters.teams.app import TeamsAdapter
from kgcore.errors import DeliveryRefused
from kgcore.values.message import Click
from kgcore.values.reply import Reply
from tests.adapters.teams.people import GROUP, IN_GROUP, IN_PERSON, PERSONAL, World, config, running, said, world
from tests.adapters.teams.test_delivery import LOOKING, answer, posts
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys

TEXT = "Is zinc good?\nIt is. Really."


def parts(w: World) -> list[tuple[str, Any, str]]:
    """What was streamed: kind, number, text."""
    found = []
    for call in w.connector.calls:
        for entity in call.body.get("entities", []):
            if entity["type"] == "streaminfo":
                found.append((entity["streamType"], entity.get("streamSequence"), call.body.get("text", "")))
    return found


async def told(w: World, *replies: Reply, receipt: str | None = None, pause: float = 1.0) -> str:
    """Deliver one state after another, no faster than the adapter's pace."""
    for nth, reply in enumerate(replies):
        if nth:
            await asyncio.sleep(pause)
        receipt = await w.deliver(reply, IN_PERSON, receipt)
    assert receipt is not None
    return receipt


async def test_the_answer_grows_and_ends_as_a_card_in_the_same_message() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        await told(
            w, LOOKING, answer("It is.", final=False), answer("It is. Really.", final=False), answer("It is. Really.")
        )
        assert parts(w) == [
            ("informative", 1, "Looking it up"),
            ("streaming", 2, "It is."),
            ("streaming", 3, "It is. Really."),
            ("final", None, ""),
        ]
        (message,) = w.connector.in_(PERSONAL)
        assert "text" not in message
        assert w.connector.said(PERSONAL) == [TEXT]
        assert w.connector.wrong == []


async def test_a_text_that_was_rewritten_waits_for_the_card() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        await told(w, answer("It is.", final=False), answer("It is not.", final=False), answer("It is not."))
        assert [p[2] for p in parts(w)] == ["It is.", ""]
        assert w.connector.said(PERSONAL) == ["Is zinc good?\nIt is not."]


async def test_faster_states_than_one_a_second_are_left_out() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        states = [answer("It is." + " Really." * n, final=False) for n in range(8)]
        await told(w, *states, answer("It is."), pause=0.0)
        assert [p[0] for p in parts(w)] == ["streaming", "final"]
        assert w.connector.wrong == []


async def test_later_changes_edit_the_card() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        await told(w, LOOKING, answer("It is."), answer("It is. Really."), pause=0.0)
        assert posts(w) == [("POST", 201), ("POST", 202), ("PUT", 200)]
        assert w.connector.said(PERSONAL) == [TEXT]


async def test_another_process_goes_on_with_the_stream() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        receipt = await told(w, answer("It is.", final=False))
        await asyncio.sleep(1.0)
        with serving(Keys().app()) as login:
            other = TeamsAdapter(config(login), w.state)
            async with running(other, w.core):
                receipt = await other.deliver(answer("It is. Really.", final=False), w.address(IN_PERSON), receipt)
                await other.deliver(answer("It is. Really."), w.address(IN_PERSON), receipt)
        assert [p[:2] for p in parts(w)] == [("streaming", 1), ("streaming", 2), ("final", None)]
        assert w.connector.said(PERSONAL) == [TEXT]


async def test_after_the_platforms_two_minutes_it_goes_on_as_an_edit() -> None:
    async with world(Connector(stream_seconds=-1.0)) as w:
        await w.send(said("Is zinc good?"))
        await told(w, LOOKING, answer("It is.", final=False), answer("It is. Really."), pause=0.0)
        assert [m for m, s in posts(w)] == ["POST", "POST", "PUT"]
        assert w.connector.said(PERSONAL) == [TEXT]
        assert len(w.connector.in_(PERSONAL)) == 1


async def test_before_the_two_minutes_are_over_we_end_the_stream_ourselves() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        receipt = json.loads(await told(w, LOOKING))
        receipt["stream"]["began"] -= 101
        receipt = await w.deliver(answer("It is.", final=False), IN_PERSON, json.dumps(receipt))
        assert [p[0] for p in parts(w)] == ["informative", "final"]
        await w.deliver(answer("It is. Really."), IN_PERSON, receipt)
        assert posts(w)[-1] == ("PUT", 200)
        assert w.connector.said(PERSONAL) == [TEXT]


async def test_where_streams_are_not_allowed_a_placeholder_is_edited() -> None:
    async with world(Connector(streaming=False)) as w:
        await w.send(said("Is zinc good?"))
        await told(w, LOOKING, answer("It is. Really."), pause=0.0)
        assert posts(w) == [("POST", 403), ("POST", 201), ("PUT", 200)]
        assert w.connector.said(PERSONAL) == [TEXT]


@pytest.mark.parametrize("status", [403, 405])
async def test_a_stream_that_is_refused_at_its_begin_falls_back_to_edits_at_once(status: int) -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        w.connector.faults.append((status, {}, {"error": {"code": "ContentStreamNotAllowed", "message": "no"}}))
        await told(w, LOOKING, answer("It is. Really."), pause=0.0)
        assert posts(w) == [("POST", status), ("POST", 201), ("PUT", 200)]
        assert w.connector.said(PERSONAL) == [TEXT]


async def test_an_end_that_is_refused_is_posted_anew_and_the_answer_is_not_lost() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        receipt = await told(w, answer("It is.", final=False))
        w.connector.faults.append((400, {}, {"error": {"code": "BadRequest", "message": "Streamed content changed."}}))
        await w.deliver(answer("It is. Really."), IN_PERSON, receipt)
        assert w.connector.said(PERSONAL) == [TEXT]


async def test_the_platforms_stop_button_stops_the_writing() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        receipt = await told(w, answer("It is.", final=False))
        await asyncio.sleep(1.0)
        fault = {"error": {"code": "ContentStreamNotAllowed", "message": "Content stream was canceled by user."}}
        w.connector.faults.append((403, {}, fault))
        receipt = await w.deliver(answer("It is. Really.", final=False), IN_PERSON, receipt)
        stop = w.core.events[-1]
        assert isinstance(stop, Click)
        assert stop.action == "kg1:stop:t1:0"
        receipt = await w.deliver(answer("It is. Really. Now", final=False), IN_PERSON, receipt)
        assert len(w.connector.calls) == 2
        await w.deliver(answer("It is. Really."), IN_PERSON, receipt)
        assert w.connector.said(PERSONAL) == [TEXT]


async def test_nothing_is_streamed_outside_personal_chats() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?", "group"))
        receipt = await w.deliver(LOOKING, IN_GROUP)
        await w.deliver(answer("It is. Really."), IN_GROUP, receipt)
        assert parts(w) == []
        assert w.connector.said(GROUP) == [TEXT]


async def test_a_long_streamed_answer_ends_in_several_messages() -> None:
    async with world(Connector(most=30_000)) as w:
        await w.send(said("Is zinc good?"))
        numbers = "|".join(f"[{n:03}]" + "zinc " * 300 for n in range(20))
        await told(w, LOOKING, answer(numbers), pause=0.0)
        whole = "".join(w.connector.said(PERSONAL))
        assert [whole.count(f"[{n:03}]") for n in range(20)] == [1] * 20


async def test_a_stream_that_takes_nothing_more_is_refused_in_words_of_ours() -> None:
    async with world(Connector(most=200)) as w:
        await w.send(said("Is zinc good?"))
        with pytest.raises(DeliveryRefused):
            await told(w, answer("It is. Really."))
