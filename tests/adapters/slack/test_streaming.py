"""Answers are streamed while they are written where the workspace has it, and edited where it has not."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import limits
from adapters.slack.escape import stream_markdown
from adapters.slack.streaming import PostedReply
from kgcore.values.message import Incoming, Message
from kgcore.values.reply import Choice, Choices, Notice, Progress, Reply, Text
from kgcore.values.reply import Plain as Words
from tests.adapters.slack.office import Office, Script, office
from tests.servers.slack import SlackServer
from tests.servers.slack_people import words
from tests.servers.slack_state import Fault

STOP = Choices((Choice("Stop", "kg1:stop:turn1:0"),))
SAID = ("Vitamin E", "Vitamin E slows", "Vitamin E slows Alzheimer's disease.")


def written(*said: str, last: str = "") -> Sequence[Reply]:
    """The states of an answer: looking, then its words as they come, then the whole."""
    states = [Reply("turn1", "q", (Progress(doing="Looking …"), STOP), final=False)]
    states += [Reply("turn1", "q", (Text((Words(s),)), Progress(doing="Writing …"), STOP), final=False) for s in said]
    return [*states, Reply("turn1", "q", (Text((Words(last or said[-1]),)), Notice("That is all.")))]


def growing(event: Incoming) -> Sequence[Reply]:
    return written(*SAID)


def calls(services: Office, method: str) -> list[dict[str, Any]]:
    return [args for name, args in services.world.calls if name == method]


async def asked(services: Office, channel: str = "C1") -> str:
    services.core.answer, services.core.step = growing, 0.15
    ts = await services.people.mention(channel, "Does it?")
    await services.settled()
    return ts


def whole(services: Office, channel: str = "C1") -> dict[str, Any]:
    """The one message that the answer is in the end."""
    (post,) = services.posts(channel)
    assert words(post["blocks"]).strip() == "Vitamin E slows Alzheimer's disease. That is all."
    assert post["metadata"]["event_payload"] == {"key": "turn1", "part": 0}
    assert post.get("streaming_state", "completed") == "completed"
    assert not services.world.complaints
    return post


async def test_words_are_streamed_and_the_message_becomes_the_answer(services: Office) -> None:
    ts = await asked(services)
    whole(services)
    (begun,) = calls(services, "chat.startStream")
    assert (begun["channel"], begun["thread_ts"]) == ("C1", ts)
    assert (begun["recipient_team_id"], begun["recipient_user_id"]) == ("T0001", "U061F7AUR")
    sent = [c["text"] for a in (begun, *calls(services, "chat.appendStream")) for c in a["chunks"] if "text" in c]
    assert len(sent) >= 2
    assert "Vitamin E slows Alzheimer's disease.".startswith("".join(sent).replace("\u2060", ""))
    assert len(calls(services, "chat.stopStream")) == len(calls(services, "chat.update")) == 1
    assert not calls(services, "chat.postMessage")


async def test_what_is_being_done_is_there_at_once_with_the_button_that_stops_it(services: Office) -> None:
    services.core.answer, services.core.step = growing, 0.5
    await services.people.mention("C1", "Does it?")
    await services.until(lambda: services.posts("C1"))
    (post,) = services.posts("C1")
    assert [(b["type"], b.get("title")) for b in post["blocks"]] == [("task_card", "Looking …"), ("actions", None)]
    assert post["blocks"][1]["elements"][0]["action_id"] == "kg1:stop:turn1:0"
    await services.settled()
    whole(services)


async def test_a_direct_message_is_streamed_without_naming_the_recipient(services: Office) -> None:
    services.core.answer, services.core.step = growing, 0.15
    await services.people.say("D024BE91L", "Does it?")
    await services.settled()
    whole(services, "D024BE91L")
    (begun,) = calls(services, "chat.startStream")
    assert "recipient_user_id" not in begun


async def test_where_the_workspace_does_not_stream_the_message_is_edited(services: Office) -> None:
    services.world.streams = False
    await asked(services)
    assert whole(services)["edits"] >= 2
    services.world.channels.pop("C1")
    await asked(services)
    assert len(calls(services, "chat.startStream")) == 1, "it is not tried for every answer"


async def test_buttons_that_a_stream_does_not_take_are_left_out(services: Office) -> None:
    services.world.faults = [Fault("chat.startStream", "invalid_chunks")]
    await asked(services)
    whole(services)
    first, second = calls(services, "chat.startStream")
    assert [c["type"] for c in first["chunks"]][:2] == ["task_update", "blocks"]
    assert "blocks" not in [c["type"] for c in second["chunks"]]


@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream", "chat.stopStream"])
@pytest.mark.parametrize(
    "fault",
    [
        Fault("", "ratelimited", 429, retry_after=1),
        Fault("", "internal_error"),
        Fault("", status=503),
        Fault("", status=500, after=True),
    ],
)
async def test_trouble_with_a_stream_neither_loses_nor_repeats_anything(
    services: Office, method: str, fault: Fault
) -> None:
    services.world.faults = [Fault(method, fault.error, fault.status, fault.retry_after, fault.after)]
    await asked(services)
    whole(services)


async def test_a_stream_that_slack_has_ended_goes_on_as_edits(services: Office) -> None:
    services.core.answer, services.core.step = growing, 0.3
    await services.people.mention("C1", "Does it?")
    await services.until(lambda: services.posts("C1"))
    services.posts("C1")[0]["streaming_state"] = "completed"
    await services.settled()
    assert whole(services)["edits"] >= 2


async def test_words_that_change_are_edited(services: Office) -> None:
    services.core.answer = lambda event: written(*SAID[:2], "Vitamin E does not slow it.", last=SAID[-1])
    services.core.step = 0.15
    await services.people.mention("C1", "Does it?")
    await services.settled()
    assert whole(services)["edits"] >= 2


async def test_hostile_words_in_a_stream_reach_nobody_wherever_they_are_cut(services: Office) -> None:
    evil = "<!channel> <@U1> @here *b* `c` [x](http://evil.example) evil.example <https://e.example|click>"
    services.core.answer = lambda event: written(*(evil[:n] for n in range(1, len(evil) + 1)), last="Done.")
    services.core.step = 0.02
    await services.people.mention("C1", "Does it?")
    await services.settled()
    sent = [c["text"] for _, a in services.world.calls for c in a.get("chunks") or () if c["type"] == "markdown_text"]
    assert sent
    for found in ("".join(sent), "".join(stream_markdown(c) for c in evil)):
        assert not re.search(r"<|@\w|://|\.\w|(?<!\\)[*`\[\]|]", found)


@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream"])
async def test_a_stream_that_a_crash_left_open_becomes_the_answer(tmp_path: Path, way: str, method: str) -> None:
    async with SlackServer() as slack:
        script = Script(growing)
        script.step = 0.15
        async with office(way, tmp_path, script, slack=slack) as first:
            slack.world.faults = [Fault(method, after=True, delay=30)]
            await first.people.mention("C1", "Does it?")
            await first.until(lambda: calls(first, method))
            await asyncio.sleep(0.1)
        slack.world.faults = []
        assert slack.world.ours("C1")[0]["streaming_state"] == "in_progress"
        async with office(way, tmp_path, Script(growing), slack=slack) as second:
            await second.settled()
            whole(second)


async def test_a_click_streams_the_question_too(services: Office) -> None:
    ts = await asked(services)
    services.core.answer = lambda event: [
        Reply(r.turn + "x", "What else?", r.blocks, final=r.final) for r in growing(event)
    ]
    place = services.core.heard[0].place
    await services.worker.put(Message("slack:click:1", place, services.core.heard[0].person, "What else?"))
    await services.settled()
    begun = calls(services, "chat.startStream")[-1]
    assert "What else?" in words(begun["chunks"])
    assert "asked" in words(services.posts("C1", ts)[-1]["blocks"])


def test_receipts_of_before_streams_are_read() -> None:
    old = '{"ts": ["1.2"], "says": ["a"], "files": [["d", "F1"]], "asked": "U1", "channel": "C1", "private": false}'
    assert PostedReply.load(old) == PostedReply(("1.2",), ("a",), (("d", "F1"),), "U1", "C1")


async def test_a_stream_that_slack_opens_after_our_patience_has_ended_is_taken_away(services: Office) -> None:
    services.world.faults = [Fault("chat.startStream", delay=limits.API_TIMEOUT + 15.0)]
    ts = await asked(services)
    await services.until(lambda: "chat.delete" in [name for name, _ in services.world.calls])
    await services.settled()
    (answer,) = services.posts("C1", ts)
    assert "in_progress" not in str(answer.get("streaming_state"))
    whole(services)
