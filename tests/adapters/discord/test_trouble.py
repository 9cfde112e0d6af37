"""What Discord refuses, loses or breaks off, call by call: no state stays without an end, nothing is lost or twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest

from kgcore.values.message import Incoming
from kgcore.values.reply import Progress, Reply
from tests.adapters.discord.scripted import QUESTION, STOP, whole, words
from tests.adapters.discord.test_wire import LONG, Line, line
from tests.servers.discord import CHANNEL, CUT, DIRECT, Discord, Fault

__all__ = ["line"]
ANSWER = "Zinc shortens colds."
NOT_DIRECT = rf"/channels/(?!{DIRECT})\d+/messages"
CALLS = {
    "thread": ("POST", rf"{NOT_DIRECT}/\d+/threads"),
    "post": ("POST", NOT_DIRECT),
    "edit": ("PATCH", rf"{NOT_DIRECT}/\d+"),
}
# A status with one of Discord's codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
REFUSALS = (
    *((403, 50001), (403, 50013), (400, 50035), (400, 160006), (400, 200001), (413, 40005), (400, 30046), (404, 0)),
)
SOON = {"message": "You are being rate limited.", "retry_after": 0.1}
BRIEF = (
    Fault("", "", 429, {**SOON, "global": False}, {"Via": "1.1 google", "X-RateLimit-Scope": "shared"}),
    Fault("", "", 429, {**SOON, "global": True}, {"Via": "1.1 google", "X-RateLimit-Scope": "global"}),
    Fault("", "", 401),
    Fault("", "", 502),
    Fault("", "", 500, after=True),
    Fault("", "", CUT),
    Fault("", "", CUT, after=True),
)


def fault(call: str, like: Fault) -> Fault:
    """Return the fault at that call."""
    method, path = CALLS[call]
    return Fault(method, path, like.status, like.body, like.headers, like.times, like.after)


class Slow:
    """An assistant whose placeholder stands before its answer comes."""

    def __init__(self, server: Discord) -> None:
        self.server = server

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        yield Reply("turn01", QUESTION, (Progress(doing="Looking …"), STOP), final=False)
        await asyncio.sleep(0.05)
        yield Reply("turn01", QUESTION, (words("Zinc"), STOP), final=False)
        await asyncio.sleep(0.05)
        yield whole()


async def asked(line: Line, *faults: Fault) -> list[dict[str, Any]]:
    """Ask while Discord misbehaves so; return the bot's messages when all is settled."""
    slow = Slow(line.server)
    line.adapter.hold = 0.0
    line.script.turn = slow.turn  # type: ignore[method-assign]
    line.server.faults = list(faults)
    await line.server.say(QUESTION)
    await line.until(lambda: line.worker.busy > 0)
    await line.worker.drain()
    assert not await line.store.pending()
    return line.server.posted()


def stand_once(messages: Iterable[dict[str, Any]]) -> None:
    """Check that the answer stands once and that nothing goes on saying that it is being written."""
    shown = [str(m["components"]) for m in messages]
    assert sum(ANSWER in s for s in shown) == 1
    assert not any("kg1:stop" in s or "Looking" in s for s in shown)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
async def test_whatever_is_refused_for_good_the_answer_stands_once(
    line: Line, call: str, refusal: tuple[int, int]
) -> None:
    status, code = refusal
    stand_once(await asked(line, fault(call, Fault("", "", status, {"code": code, "message": "No."}, times=999))))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("brief", BRIEF, ids=lambda f: f"{f.status}{'after' if f.after else ''}")
async def test_what_is_refused_lost_or_broken_off_once_costs_nothing(line: Line, call: str, brief: Fault) -> None:
    messages = await asked(line, fault(call, brief))
    stand_once(messages)
    assert {m["channel_id"] for m in messages} == set(line.server.threads)


async def test_a_typing_sign_that_is_refused_costs_nothing(line: Line) -> None:
    stand_once(await asked(line, Fault("POST", r"/channels/\d+/typing", 403, {"code": 50013}, times=99)))


async def test_who_is_refused_everywhere_is_not_tried_for_ever(line: Line) -> None:
    refused = Fault("POST", r"/channels/\d+/messages.*", 403, {"code": 50013, "message": "Missing"}, times=999)
    assert await asked(line, refused) == []


@pytest.mark.parametrize(
    "like",
    [Fault("", "", 404, {"code": 10062, "message": "Late"}), Fault("", "", CUT), Fault("", "", CUT, after=True)],
    ids=["late", "cut", "cut after"],
)
async def test_a_command_whose_acknowledgement_is_refused_or_lost_is_asked_all_the_same(
    line: Line, like: Fault
) -> None:
    line.server.faults = [Fault("POST", "/interactions/.*", like.status, like.body, after=like.after)]
    await line.server.command("ask", question=QUESTION)
    await line.answered()
    (told,) = [m for m in line.server.posted(CHANNEL) if "asks:" in str(m["components"])]
    assert line.script.event.place.thread == told["id"]


@LONG
async def test_a_look_whose_acknowledgement_was_lost_is_shown(line: Line) -> None:
    await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted()
    line.server.faults = [Fault("POST", "/interactions/.*", CUT, after=True)]
    await line.server.press(message["id"], "kg1:node:turn01:1")
    await line.until(lambda: "The panel of node." in str(line.server.followups))


@LONG
@pytest.mark.parametrize("refusal", [(400, 50035, 1), (400, 50035, 99), (403, 50013, 99), (404, 10008, 99)], ids=str)
async def test_a_word_aside_that_is_refused_is_told_in_other_words_or_by_message(
    line: Line, refusal: tuple[int, int, int]
) -> None:
    await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted()
    status, code, times = refusal
    line.server.faults = [Fault("POST", r"/webhooks/.*", status, {"code": code, "message": "No."}, times=times)]
    await line.server.press(message["id"], "kg1:up:turn01:0")
    await line.until(lambda: bool(line.server.followups or line.server.posted(DIRECT)))
    await line.worker.drain()
    assert len(line.server.followups) + len(line.server.posted(DIRECT)) == 1
