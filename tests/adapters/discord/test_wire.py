"""What only the wire shows: bytes of files, RESUME, 429 and 500, redeliveries; against a Discord on loopback."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from adapters.discord.app import DiscordAdapter
from adapters.discord.check import examine_token
from adapters.discord.places import DiscordState
from bot.health import dead_tasks
from bot.state import StoreState
from bot.worker import Worker
from kgcore.errors import ConfigError, DeliveryError
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Address, Click, Message, Person, Place
from kgcore.values.reply import Notice, Progress, Reply
from tests.adapters.discord.rig import Kept, Script
from tests.adapters.discord.scripted import PNG, QUESTION, answered, panel, whole
from tests.servers.discord import BOT, CHANNEL, DIRECT, GUILD, Discord, Fault, person, walk

PATIENCE = 120.0


def adapter(server: Discord, store: SqliteStore, *, long: bool = False) -> DiscordAdapter:
    """Return a new process' adapter; `long`: with everything in messages, where it can be pressed."""
    return DiscordAdapter("token", StoreState(store, "discord"), api=server.api, gateway=server.gateway, long=long)


LONG = pytest.mark.parametrize("line", [True], indirect=True)


class Line:
    """The adapter, connected to the server."""

    def __init__(self, server: Discord, store: SqliteStore, *, long: bool) -> None:
        self.server = server
        self.store = store
        self.script = Script(answered, panel)
        self.adapter = adapter(server, store, long=long)
        self.adapter.pace = 0.01
        self.worker = Worker(store, self.script, {"discord": self.adapter})
        self.listening: asyncio.Task[None]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something has happened."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.01)

    async def answered(self, number: int = 1) -> None:
        """Wait until so many answers stand there as a whole."""
        await self.until(lambda: sum("Zinc shortens colds." in str(m) for m in self.server.posted()) >= number)
        await self.worker.drain()


@pytest_asyncio.fixture
async def line(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Line]:
    server, store = Discord(), SqliteStore(tmp_path / "s.db")
    await server.start()
    line = Line(server, store, long=getattr(request, "param", False))
    line.listening = listening = asyncio.create_task(line.adapter.receive(line.worker, line.script.ask))
    try:
        await line.until(lambda: listening.done() or server.connected)
        yield line
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await server.stop()
        await store.close()


async def test_a_picture_is_uploaded_and_shown_by_its_name(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    sent = [r for r in line.server.requests if r.files]
    ((name, filename, content),) = sent[-1].files
    assert (name, content) == ("files[0]", PNG)
    assert filename in str(message["components"])
    described = sent[-1].json["attachments"]
    assert described[0]["filename"] == filename
    assert described[0]["description"] == "Zinc treats the common cold: supported."
    assert sent[-1].json["allowed_mentions"] == {"parse": []}


async def test_what_was_missed_while_the_gateway_was_gone_is_answered_after_a_resume(line: Line) -> None:
    await line.server.drop()
    asked = await line.server.say(QUESTION)
    await line.answered()
    assert (line.server.identified, line.server.resumed) == (1, 1)
    assert len(line.server.posted(asked)) == 1


@LONG
async def test_events_that_come_again_are_answered_once(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    await line.server.say(QUESTION, id=asked)
    (message,) = line.server.posted(asked)
    pressed = await line.server.press(message["id"], "kg1:ask:turn01:0")
    await line.server.press(message["id"], "kg1:ask:turn01:0", id=pressed)
    await line.answered(2)
    assert len(line.script.events) == 2
    assert len(line.server.posted(asked)) == 2


async def test_it_waits_as_long_as_it_is_told_to(line: Line) -> None:
    busy = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
    headers = {"Via": "1.1 google", "X-RateLimit-Scope": "user"}
    line.server.faults.append(Fault("POST", r"/channels/\d+/messages", 429, busy, headers, times=2))
    asked = await line.server.say(QUESTION)
    await line.answered()
    assert len(line.server.posted(asked)) == 1


async def test_a_fault_of_discord_is_tried_again(line: Line) -> None:
    line.server.faults.append(Fault("POST", r"/channels/\d+/messages/\d+/threads", 500))
    asked = await line.server.say(QUESTION)
    await line.answered()
    assert len(line.server.posted(asked)) == 1


async def test_a_post_whose_answer_was_lost_is_not_posted_twice(line: Line) -> None:
    line.server.faults.append(Fault("POST", r"/channels/\d+/messages", 502, after=True))
    asked = await line.server.say(QUESTION)
    await line.answered()
    assert len(line.server.posted(asked)) == 1


async def test_a_placeholder_that_comes_back_in_the_place_of_the_answer_becomes_the_answer(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    event = line.script.event
    to = Address(event.place, event.person, "discord:another", 1)
    writing = replace(whole(), turn="turn09", blocks=(Progress(doing="Looking"),), final=False)
    await line.adapter.deliver(writing, to, None)
    receipt = await line.adapter.deliver(replace(whole(), turn="turn09"), to, None)  # its receipt was lost
    found = [m for m in line.server.posted(asked) if m["id"] in receipt]
    assert len(line.server.posted(asked)) == 2
    assert all("Zinc shortens colds." in str(m) for m in found)


async def test_a_follow_up_in_a_thread_of_ours_is_answered_though_we_were_away(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    await line.until(line.adapter.client.is_ready)
    line.listening.cancel()
    await asyncio.gather(line.listening, return_exceptions=True)
    await line.server.say("And for children?", asked)
    line.script.answer = lambda event: [replace(whole(), turn="turn02")]
    again = adapter(line.server, line.store)
    worker = Worker(line.store, line.script, {"discord": again})
    listening = asyncio.create_task(again.receive(worker, line.script.ask))
    try:
        await line.answered(2)
        assert line.script.event.text == "And for children?"
        await worker.drain()
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await again.client.close()


@LONG
async def test_a_press_is_acknowledged_before_anything_else_is_sent(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    before = len(line.server.requests)
    await line.server.press(message["id"], "kg1:ask:turn01:0")
    await line.answered(2)
    after = line.server.requests[before:]
    acknowledged = next(n for n, r in enumerate(after) if r.path.endswith("/callback"))
    posted = next(n for n, r in enumerate(after) if r.method == "POST" and r.path.endswith("/messages"))
    assert acknowledged < posted
    assert isinstance(line.script.event, Click)


async def test_a_turn_that_was_cut_off_edits_the_post_of_the_process_before(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    event = line.script.event
    again = adapter(line.server, line.store)
    listening = asyncio.create_task(again.receive(line.worker, line.script.ask))
    receipt = await again.deliver(whole(), Address(event.place, event.person, event.id, 2), None)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await again.client.close()
    assert message["id"] in receipt
    assert len(line.server.posted(asked)) == 1


async def test_the_check_says_what_is_right_and_what_is_missing(line: Line) -> None:
    found = await examine_token("token", content=False, api=line.server.api)
    assert "need no privileged intent" in found
    assert "client_id=101" in found
    with pytest.raises(ConfigError, match="does not accept"):
        await examine_token("wrong", content=False, api=line.server.api)
    with pytest.raises(ConfigError, match="may not read message content"):
        await examine_token("token", content=True, api=line.server.api)
    with pytest.raises(DeliveryError, match="cannot be reached"):
        await examine_token("token", content=False, api="http://127.0.0.1:9/api/v10")


async def test_a_channel_that_is_gone_is_no_reason_to_try_for_ever(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    line.server.faults.append(
        Fault(
            "POST", rf"/channels/(?:{CHANNEL}|{asked})/.*", 404, {"code": 10003, "message": "Unknown Channel"}, times=99
        )
    )
    await line.until(lambda: bool(line.script.events))
    await line.worker.drain()
    assert line.server.posted() == []


async def test_ask_shows_the_question_and_the_answer_comes_into_a_thread_on_it(line: Line) -> None:
    await line.server.command("ask", question=QUESTION)
    await line.answered()
    (thread,) = line.server.threads
    assert f"asks: {QUESTION}" in str(line.server.messages[thread]["components"])
    assert len(line.server.posted(thread)) == 1


async def test_where_it_is_no_member_it_answers_by_the_interaction_alone(line: Line) -> None:
    await line.server.command("ask", outside=True, question=QUESTION)
    await line.until(lambda: any("Zinc shortens colds." in str(m) for m in line.server.followups))
    await line.worker.drain()
    assert line.server.threads == {}
    assert line.script.event.place.workspace == "@401"
    assert not any(r.path.startswith("/channels/") for r in line.server.requests)


async def test_where_it_is_no_member_what_is_dismissed_shows_nobody_else_anything(line: Line) -> None:
    await line.until(line.adapter.client.is_ready)
    line.listening.cancel()
    await asyncio.gather(line.listening, return_exceptions=True)
    await line.adapter.client.close()
    line.adapter = DiscordAdapter(
        "token", StoreState(line.store, "discord"), api=line.server.api, gateway=line.server.gateway
    )
    line.worker = Worker(line.store, line.script, {"discord": line.adapter})
    line.script.panel = lambda query: whole()
    listening = asyncio.create_task(line.adapter.receive(line.worker, line.script.ask))
    try:
        await line.until(line.adapter.client.is_ready)
        await line.server.command("ask", outside=True, question=QUESTION)
        await line.until(lambda: any("Zinc shortens colds." in str(m) for m in line.server.followups))
        await line.worker.drain()
        answer = line.server.followups[-1]
        await line.server.press_outside(answer, "kgr:next:turn01")
        await line.until(lambda: "Less of this" in str(line.server.followups[-1]))
        mine = line.server.followups[-1] | {"flags": 64 | 1 << 15}
        count = len(line.server.followups)
        menu = next(p for p in walk(mine["components"]) if p["type"] == 3)
        await line.server.press_outside(mine, menu["custom_id"], "kg1:dismiss:turn01:0")
        await line.until(lambda: isinstance(line.script.event, Click))
        await line.worker.drain()
        new = [r for r in line.server.requests if r.method == "POST" and re.fullmatch(r"/webhooks/\d+/[^/]+", r.path)]
        assert all("Zinc shortens colds." not in str(m) for m in line.server.followups[count:])
        assert all(r.json.get("flags", 0) & 64 for r in new[1:])  # all but the answer itself
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await line.adapter.client.close()


async def test_an_answer_that_somebody_deleted_is_posted_anew(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    del line.server.messages[message["id"]]
    event = line.script.event
    receipt = await line.store.receipt("turn01")
    await line.adapter.deliver(whole(question="Changed"), Address(event.place, event.person, event.id), receipt)
    (again,) = line.server.posted(asked)
    assert "Changed" in str(again)


@LONG
async def test_a_look_that_comes_twice_is_shown_once_and_no_error(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    pressed = await line.server.press(message["id"], "kg1:node:turn01:1")
    await line.until(lambda: len(line.server.followups) == 1)
    twice = {"code": 40060, "message": "Interaction has already been acknowledged."}
    line.server.faults.append(Fault("POST", "/interactions/.*", 400, twice, times=9))
    await line.server.press(message["id"], "kg1:node:turn01:1", id=pressed)
    await line.until(lambda: sum(r.path.endswith("/callback") for r in line.server.requests) == 2)
    await line.server.press(message["id"], "kg1:ask:turn01:0")
    await line.answered(2)
    assert len(line.server.followups) == 1


async def test_a_wrong_token_is_told_to_the_operator_and_nothing_is_tried_again(line: Line, tmp_path: Path) -> None:
    wrong = DiscordAdapter("wrong", StoreState(line.store, "discord"), api=line.server.api, gateway=line.server.gateway)
    receiving = asyncio.create_task(wrong.receive(line.worker, line.script.ask))
    await asyncio.wait({receiving}, timeout=PATIENCE)
    assert line.server.identified == 1
    assert "DISCORD_TOKEN" in dead_tasks({"discord": receiving})  # what /healthz tells


async def test_what_was_asked_by_command_is_answered_though_the_process_died_before_it_was_kept(line: Line) -> None:
    keep = DiscordState(StoreState(line.store, "discord"))  # another process's
    left = Message("discord:7", Place("discord", GUILD, CHANNEL, CHANNEL), Person("401", "ann"), QUESTION)
    for id in (7_000, 8_000):
        await keep.save_ask(id, left)
    await line.adapter.client.on_ready()
    await line.answered(2)
    assert {e.id for e in line.script.events} == {"discord:7000", "discord:8000"}
    assert all(isinstance(e, Message) and e.text == QUESTION for e in line.script.events)
    asked = [m for m in line.server.messages.values() if "asks:" in str(m.get("components"))]
    assert [e.place.thread for e in line.script.events] == [str(m["id"]) for m in asked]
    assert await keep.left_asks() == {}


@LONG
async def test_a_quick_private_reply_waits_until_the_press_is_acknowledged(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    line.script.answer = lambda event: [Reply("", "", (Notice("It is on your list."),), private=True)]
    line.server.slow = 0.2
    await line.server.press(message["id"], "kg1:up:turn01:0")
    await line.until(lambda: bool(line.server.followups))
    assert "It is on your list." in str(line.server.followups)
    assert not [r for r in line.server.requests if r.path.endswith("/users/@me/channels")]


async def test_an_answer_in_a_thread_that_was_archived_can_still_be_changed(line: Line) -> None:
    asked = await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted(asked)
    thread = line.server.threads[asked]
    thread["thread_metadata"] = thread["thread_metadata"] | {"archived": True}
    to = Address(line.script.event.place, line.script.event.person, "discord:9")
    receipt = f'{{"c": "{asked}", "m": ["{message["id"]}"]}}'
    await line.adapter.deliver(whole(question="Changed a year later"), to, receipt)
    (changed,) = line.server.posted(asked)
    assert "Changed a year later" in str(changed)


async def test_without_the_right_to_read_the_history_it_answers_without_a_reference(line: Line) -> None:
    line.server.faults.append(Fault("POST", r"/channels/\d+/messages/\d+/threads", 403, {"code": 50013, "message": ""}))
    no_reply = {"code": 160002, "message": "Cannot reply without permission to read message history"}
    line.server.faults.append(Fault("POST", rf"/channels/{CHANNEL}/messages", 400, no_reply))
    await line.server.say(QUESTION)
    await line.answered()
    assert len(line.server.posted(CHANNEL)) == 1


async def test_in_the_direct_messages_of_two_people_it_answers_by_the_interaction_alone(line: Line) -> None:
    await line.server.command("ask", private=True, question=QUESTION)
    await line.until(lambda: "Zinc shortens colds." in str(line.server.followups))
    assert line.script.event.place.workspace == "@401"
    assert not [r for r in line.server.requests if r.path == "/channels/779/messages"]


async def test_the_typing_sign_is_renewed_until_the_answer_is_there(line: Line) -> None:
    line.adapter.client.typing.seconds = 0.02
    asked = await line.server.say(QUESTION)
    await line.answered()
    event = line.script.event
    to = Address(event.place, event.person, "discord:9")

    def signs() -> int:
        return sum(r.path == f"/channels/{asked}/typing" for r in line.server.requests)

    receipt = await line.adapter.deliver(replace(whole("turn09"), final=False), to, None)
    before = signs()
    await line.until(lambda: signs() >= before + 3)
    await line.adapter.deliver(whole("turn09"), to, receipt)
    await asyncio.sleep(0.1)
    after = signs()
    await asyncio.sleep(0.1)
    assert signs() == after


@pytest.mark.parametrize("kind", [1, 3, 4, 6, 7, 8, 12, 18, 21, 24, 46])
async def test_what_discord_itself_writes_is_no_question(line: Line, kind: int) -> None:
    """People who join or are added, a new name, a pin, a boost, a followed channel, a new thread, a poll's end."""
    message = line.server._message(CHANNEL, {"content": f"<@{BOT}> new name"}, person("401", "ann"))
    message |= {"type": kind, "guild_id": GUILD, "mentions": [person(BOT, "evigraph", bot=True)]}
    await line.server.dispatch("MESSAGE_CREATE", message)
    await line.server.say(QUESTION)
    await line.answered()
    assert [e.text for e in line.script.events if isinstance(e, Message)] == [QUESTION]


@LONG
async def test_one_button_pressed_twice_at_the_same_time_is_two_clicks_and_each_is_acknowledged(line: Line) -> None:
    await line.server.say(QUESTION)
    await line.answered()
    (message,) = line.server.posted()
    await asyncio.gather(*(line.server.press(message["id"], "kg1:ask:turn01:0") for _ in range(2)))
    await line.until(lambda: sum(isinstance(e, Click) for e in line.script.events) == 2)
    await line.worker.drain()
    assert sum(r.path.endswith("/callback") for r in line.server.requests) == 2


async def asked_everywhere(line: Line) -> dict[str, str]:
    """Let Ann ask in every kind of place; return the ids of what she wrote, by kind."""
    asked = await line.server.say(QUESTION)
    await line.answered()
    await line.until(line.adapter.client.is_ready)
    line.adapter.services.open(Kept(line.store), line.script.ask)
    said = {
        "in the channel": await line.server.say("In the channel?"),
        "in a thread": await line.server.say("In a thread?", asked),
        "aside": await line.server.say("In a direct message?", DIRECT, mention=False),
    }
    ids = {f"discord:{id}" for id in said.values()}
    while not ids <= {e.id for e in await line.store.pending()}:
        await asyncio.sleep(0.01)
    line.listening.cancel()
    await asyncio.gather(line.listening, return_exceptions=True)
    return said


@pytest.mark.parametrize("gone", ["in the channel", "in a thread", "aside", ""])
async def test_what_was_deleted_while_we_were_away_is_answered_nowhere(line: Line, gone: str) -> None:
    said = await asked_everywhere(line)
    line.server.messages.pop(said.get(gone, ""), None)
    line.script.events.clear()
    line.script.answer = lambda event: [replace(whole(), turn=event.id.replace(":", ""))]
    again = adapter(line.server, line.store)
    worker = Worker(line.store, line.script, {"discord": again})
    tasks = [asyncio.create_task(work) for work in (again.receive(worker, line.script.ask), worker.run())]
    try:
        while await line.store.pending():
            await asyncio.sleep(0.01)
        await worker.drain()
        assert {e.id for e in line.script.events} == {f"discord:{id}" for k, id in said.items() if k != gone}
        assert len(line.server.posted()) == 1 + len(line.script.events)
        assert not await StoreState(line.store, "discord").keys("said:")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await again.client.close()


async def test_while_the_connection_is_closed_nothing_is_looked_at_or_posted(line: Line) -> None:
    """At a stop what waits is still asked for; of each a trace was written."""
    await asked_everywhere(line)
    line.adapter.client._heard = None  # it was asked before this process began
    for event in await line.store.pending():
        assert not await line.adapter.gone(event)
        with pytest.raises(DeliveryError, match="Not connected"):
            await line.adapter.deliver(whole(), Address(event.place, event.person, event.id), None)


ODD: tuple[object, ...] = (None, [], {}, 7, "x" * 5_000, [None])


def parts(given: object) -> Iterator[tuple[dict[str, object], str]]:
    """Yield every mapping of a payload with each of its keys."""
    if isinstance(given, dict):
        yield from ((given, key) for key in given)
    for one in given.values() if isinstance(given, dict) else given if isinstance(given, list) else ():
        yield from parts(one)


@pytest.mark.parametrize("kind", ["message", "button", "command", "deletion", "thread", "channel", "guild"])
async def test_whatever_the_gateway_says_it_goes_on_listening(line: Line, kind: str) -> None:
    server = line.server
    asked = await server.say(QUESTION)
    await line.answered()
    (answer,) = server.posted(asked)
    where = {"channel_id": CHANNEL, "guild_id": GUILD}
    thread = where | {"id": "9", "name": "n", "type": 11, "parent_id": CHANNEL, "owner_id": BOT}
    match kind:
        case "button":
            await server.press(answer["id"], "kg1:ask:turn01:0")
        case "command":
            await server.command("ask", question="Is it?")
        case "deletion":
            await server.dispatch("MESSAGE_DELETE", where | {"id": "7"})
        case "thread":
            await server.dispatch("THREAD_CREATE", thread | {"thread_metadata": {"archived": False}})
        case "channel":
            await server.dispatch("CHANNEL_UPDATE", {"id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "renamed"})
        case "guild":
            await server.dispatch("GUILD_UPDATE", {"id": GUILD, "name": "Renamed"})
    name, whole = server.last
    for n, (part, key) in enumerate(list(parts(whole))):
        value = part[key]
        for odd in (ODD[n % len(ODD)], ODD[(n + 1) % len(ODD)]):  # each kind at every third field
            part[key] = odd
            await server.dispatch(name, whole)
        part[key] = value
    await server.say("And after that?")
    await line.until(lambda: any(isinstance(e, Message) and e.text == "And after that?" for e in line.script.events))
    await line.worker.drain()
    await asyncio.sleep(0.1)  # what came of the last event ends, too
    assert not line.listening.done()
