"""Trouble while an answer is delivered, and what outsiders send: nothing is lost, nothing is said twice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from kgcore.values.message import Incoming
from kgcore.values.reply import Notice, Plain, Reply, Text
from tests.adapters.slack.office import LONG, Office, office
from tests.adapters.slack.test_pictures import drawn
from tests.adapters.slack.test_streaming import calls, growing, whole, written
from tests.servers.slack_people import payload, signed, words
from tests.servers.slack_state import Fault

WORDY = "A sentence that goes on. " * 300


def long(event: Incoming) -> Sequence[Reply]:
    last = Reply("turn1", "q", tuple(Text((Plain(f"{n} {WORDY}"),)) for n in range(3)))
    return [*written("A sentence")[:-1], last]


@pytest.mark.parametrize(
    "fault",
    [Fault("", status=500), Fault("", status=500, after=True), Fault("", "ratelimited", 429, retry_after=1)],
)
async def test_a_command_begins_one_thread_whatever_becomes_of_its_first_post(services: Office, fault: Fault) -> None:
    services.world.faults = [Fault("chat.postMessage", fault.error, fault.status, fault.retry_after, fault.after)]
    await services.people.command("C1", "/ask", "Does it?")
    await services.settled()
    assert [words(m["blocks"]) for m in services.posts("C1")] == ["asks: Does it?", "Answer to: Does it?"]


async def test_a_message_that_is_deleted_while_it_is_streamed_comes_back_once(services: Office) -> None:
    services.core.answer, services.core.step = growing, 0.3
    await services.people.mention("C1", "Does it?")
    await services.until(lambda: services.posts("C1"))
    (post,) = services.posts("C1")
    services.world.channel("C1").messages.remove(post)
    await services.settled()
    whole(services)
    assert len(calls(services, "chat.postMessage")) == 1


@pytest.mark.parametrize("refusal", [("edit_window_closed", 200), ("block_mismatch", 200), ("", 404), ("", 403)])
async def test_where_nothing_can_be_edited_an_answer_is_not_posted_for_each_of_its_states(
    services: Office, refusal: tuple[str, int]
) -> None:
    services.world.streams = False
    services.world.faults = [Fault("chat.update", *refusal, times=99)]
    services.core.answer, services.core.step = growing, 0.3
    await services.people.mention("C1", "Does it?")
    await services.settled()
    whole(services)
    assert len(calls(services, "chat.postMessage")) == 2


@LONG
async def test_of_an_answer_in_parts_a_deleted_part_comes_back_and_no_part_stands_twice(services: Office) -> None:
    services.core.answer = long
    await services.people.mention("C1", "Does it?")
    await services.settled()
    first, *_ = services.posts("C1")
    services.world.channel("C1").messages.remove(first)
    services.core.answer = lambda event: [Reply("turn1", "q", (Notice("Edited."), *long(event)[-1].blocks))]
    await services.people.mention("C1", "Again?", thread=first["thread_ts"])
    await services.settled()
    parts = [m["metadata"]["event_payload"]["part"] for m in services.posts("C1")]
    assert parts == list(range(len(parts)))


async def test_in_a_channel_that_is_archived_while_words_come_the_person_is_told_once(services: Office) -> None:
    services.core.answer, services.core.step = growing, 0.3
    await services.people.mention("C1", "Does it?")
    await services.until(lambda: services.posts("C1"))
    services.world.channel("C1").archived = True
    await services.settled()
    told = [m for c in services.world.channels.values() if c.id.startswith("D") for m in c.messages]
    assert len(told) == 1
    assert "archived" in words(told[0]["blocks"])


@pytest.mark.parametrize(
    "method", ["files.getUploadURLExternal", "files.completeUploadExternal", "files.info", "chat.update"]
)
async def test_a_pause_is_kept_at_every_call_and_nothing_is_missing(services: Office, method: str) -> None:
    services.world.faults = [Fault(method, "ratelimited", 429, retry_after=1)]
    services.core.answer = lambda e: [*written("A")[:-1], *drawn(e)]
    services.core.step = 0.2
    await services.people.mention("C1", "Does it?")
    await services.settled()
    assert any(b["type"] == "image" for p in services.posts("C1") for b in p["blocks"])
    assert not services.world.complaints


@pytest.mark.parametrize("name", ["invalid_blocks", "message_not_found", "an_error_that_is_new"])
async def test_a_stream_that_cannot_be_ended_costs_nobody_the_answer_and_goes(services: Office, name: str) -> None:
    services.world.faults = [Fault("chat.stopStream", name)]
    services.core.answer, services.core.step = growing, 0.15
    await services.people.mention("C1", "Does it?")
    await services.settled()
    assert words(services.posts("C1")[-1]["blocks"]).strip() == "Vitamin E slows Alzheimer's disease. That is all."
    await services.until(lambda: len(services.posts("C1")) == 1)


async def test_whose_answer_slack_does_not_take_is_told_so(services: Office) -> None:
    services.world.faults = [Fault("chat.postMessage", "an_error_that_is_new")]
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (told,) = services.posts("DU061F7AUR")
    assert "did not accept my answer (an_error_that_is_new)" in words(told["blocks"])


async def test_an_answer_that_needs_two_messages_begins_in_its_stream(services: Office) -> None:
    services.core.answer, services.core.step = long, 0.2
    await services.people.mention("C1", "Does it?")
    await services.settled()
    parts = [m["metadata"]["event_payload"]["part"] for m in services.posts("C1")]
    assert parts == [0, 1, 2]
    assert services.posts("C1")[0]["streaming_state"] == "completed"
    assert not services.world.complaints


async def test_long_words_full_of_marks_are_edited(services: Office) -> None:
    evil = "a*b.c" * 2300
    services.core.answer = lambda event: written(evil, last="Done.")
    services.core.step = 0.3
    await services.people.mention("C1", "Does it?")
    await services.settled()
    assert not services.world.complaints


async def test_the_line_that_says_that_it_is_at_work_is_gone_in_the_end(services: Office) -> None:
    services.core.answer = growing
    ts = await services.people.mention("C1", "Does it?")
    await services.settled()
    assert services.world.statuses[-1] == {"channel_id": "C1", "thread_ts": ts, "status": ""}


@pytest.mark.parametrize("sent", [b"{", b"\xff", b"[1]", b'"x"', b"[" * 5_000, b"payload=7", b'{"team": 5}', b""])
async def test_what_makes_no_sense_is_refused_whoever_sends_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    async with office("http", tmp_path) as services:
        for kind in ("application/json", "application/x-www-form-urlencoded"):
            answer = await services.people.session.post(services.people.url, data=sent, headers={"Content-Type": kind})
            assert answer.status in {400, 401}
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "name", ["app_mention", "message_deleted", "message_action", "view_submission", "slash_command"]
)
async def test_half_characters_in_any_part_of_a_payload_are_no_trouble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """JSON can carry them; they can be in no address that we call, and in nothing that we keep."""
    async with office("http", tmp_path) as services:
        for path in [path for path, value in values_in(payload(name)) if isinstance(value, str)]:
            body = changed(payload(name), path, "C1\ud800")
            form = urlencode({"payload": json.dumps(body)} if "type" in body else body, errors="replace")
            kind = "application/json" if "event" in body else "application/x-www-form-urlencoded"
            sent = json.dumps(body) if "event" in body else form
            headers = {**signed(sent), "Content-Type": kind}
            answer = await services.people.session.post(services.people.url, data=sent.encode(), headers=headers)
            assert answer.status < 500, path
        await services.settled()
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("levels", [100, 300, 900])
async def test_what_is_nested_deeper_than_slack_nests_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, levels: int
) -> None:
    nested: dict[str, Any] = {"type": "rich_text_list", "elements": []}
    for _ in range(levels // 2):
        nested = {"type": "rich_text_list", "elements": [nested]}
    mention, menu = payload("app_mention"), payload("message_action")
    mention["event"]["blocks"], menu["message"]["blocks"] = [nested], [nested]
    form = urlencode({"payload": json.dumps(menu)})
    async with office("http", tmp_path) as services:
        for sent, kind in (
            (json.dumps(mention), "application/json"),
            (form, "application/x-www-form-urlencoded"),
        ):
            headers = {**signed(sent), "Content-Type": kind}
            answer = await services.people.session.post(services.people.url, data=sent.encode(), headers=headers)
            assert (answer.status, await answer.text()) == (400, "not understood")
    assert "Traceback" not in caplog.text


def values_in(given: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every value of a payload with where it stands."""
    yield path, given
    inner = given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list) else ()
    for key, value in inner:
        yield from values_in(value, (*path, key))


def changed(given: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a payload with another value at one place."""
    if not path:
        return value
    inner = dict(given) if isinstance(given, dict) else list(given)
    inner[path[0]] = changed(inner[path[0]], path[1:], value)
    return inner


async def endless() -> AsyncIterator[bytes]:
    for _ in range(400):
        yield b"a" * 10_000


async def test_what_is_too_long_is_refused_although_it_does_not_say_how_long_it_is(tmp_path: Path) -> None:
    async with office("http", tmp_path) as services:
        answer = await services.people.session.post(services.people.url, data=endless())
        assert answer.status == 413


async def test_words_of_those_whose_signature_is_wrong_are_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with office("http", tmp_path) as services:
        body = '{"text": "hush"}'
        headers = signed(body, secret="0" * 32)
        answer = await services.people.session.post(services.people.url, data=body.encode(), headers=headers)
        assert answer.status == 401
    assert "Invalid request signature" in caplog.text
    assert "hush" not in caplog.text
