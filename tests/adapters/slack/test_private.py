"""What one person alone gets to see: parts, where they go, and that nobody else sees them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.slack.threads import Back, Threads
from bot.state import StoreState
from kgcore.message import Incoming
from kgcore.reply import Choice, Choices, File, Notice, Plain, Reply, Text
from tests.adapters.slack.office import Office, office
from tests.servers.slack_people import ANN, words
from tests.servers.slack_state import Fault, Json

SECRET = "Only you see part"


def parts(count: int) -> Reply:
    """A private reply that takes so many messages."""
    texts = [Text((Plain(f"{SECRET} {n}. " + "word " * 2_100),)) for n in range(1, count + 1)]
    page = Choices((Choice("Next page", "kg1:page:abc:1"),))
    return Reply("", "", (*texts, page), private=True)


def numbers(shown: Sequence[Json]) -> list[int]:
    """Which parts these messages are."""
    return [int(words(m["blocks"]).split(f"{SECRET} ")[1].split(".")[0]) for m in shown if SECRET in words(m["blocks"])]


def public(desk: Office, channel: str = "C1") -> str:
    """All that everybody in the channel can read."""
    return " ".join(words(m.get("blocks", [])) + m["text"] for m in desk.world.channel(channel).messages)


async def looked_up(desk: Office, count: int, channel: str = "C1") -> str:
    desk.core.answer = lambda event: [parts(count)]
    id = await desk.people.command(channel, "/literature", "zinc")
    await desk.settled()
    return id


@pytest.mark.parametrize("count", [1, 3, 5, 7])
async def test_every_part_goes_to_the_person_alone_and_in_order(desk: Office, count: int) -> None:
    id = await looked_up(desk, count)
    shown = desk.world.channel("C1").ephemerals
    assert numbers(shown) == list(range(1, count + 1))
    assert {m["user"] for m in shown} == {ANN}
    assert len(desk.world.responses[id]) == min(count, 5)  # what is more goes by chat.postEphemeral
    assert all((m["response_type"], m["replace_original"]) == ("ephemeral", False) for m in desk.world.responses[id])
    assert SECRET not in public(desk)
    assert desk.world.complaints == []


async def test_a_way_back_that_has_expired_is_replaced_by_ephemeral_messages(desk: Office) -> None:
    desk.core.answer = lambda event: expired(desk)
    id = await desk.people.command("C1", "/literature", "zinc")
    await desk.settled()
    assert desk.world.responses[id] == []
    assert numbers(desk.world.channel("C1").ephemerals) == [1, 2]
    assert SECRET not in public(desk)


def expired(desk: Office) -> list[Reply]:
    """Answer after half an hour."""
    for link in desk.world.links.values():
        link.expired = True
    return [parts(2)]


@pytest.mark.parametrize("channel", ["C8", "D0OTHERS"])
async def test_where_it_is_no_member_what_is_left_comes_as_direct_messages(desk: Office, channel: str) -> None:
    desk.world.channel(channel).member = False
    await looked_up(desk, 7, channel)
    assert numbers(desk.world.channel(channel).ephemerals) == [1, 2, 3, 4, 5]
    direct = desk.posts(f"D{ANN}")
    assert numbers(direct) == [6, 7]
    assert not any(m.get("thread_ts") for m in direct)
    assert SECRET not in public(desk, channel)


async def test_what_answers_a_private_list_takes_its_place(desk: Office) -> None:
    await looked_up(desk, 1)
    desk.core.panel = lambda query: parts(2)  # does not fit into one message
    (first,) = desk.world.channel("C1").ephemerals
    desk.core.answer = private
    id = await desk.people.press("C1", "Next page", message=first)
    await desk.settled()
    assert [m["replace_original"] for m in desk.world.responses[id]] == [True, False]
    assert numbers(desk.world.responses[id]) == [1, 2]
    assert SECRET not in public(desk)


async def test_what_answers_a_public_message_never_takes_its_place(desk: Office) -> None:
    desk.core.answer = lambda event: [Reply("t1", "q", (Notice("Public."), Choices((Choice("Go", "kg1:up:t1:0"),))))]
    await desk.people.mention("C1", "Does zinc help?")
    await desk.settled()
    (post,) = desk.posts("C1")
    before, desk.core.answer = public(desk), private
    await desk.people.press("C1", "Go", message=post)
    await desk.settled()
    assert numbers(desk.world.channel("C1").ephemerals) == [1, 2]
    assert public(desk) == before


async def test_what_failed_in_the_middle_goes_on_where_it_stopped(desk: Office) -> None:
    desk.world.faults = [Fault("chat.postEphemeral", "internal_error")]
    await looked_up(desk, 7)
    assert numbers(desk.world.channel("C1").ephemerals) == [1, 2, 3, 4, 5, 6, 7]
    assert SECRET not in public(desk)


async def test_who_cannot_be_written_to_directly_gets_the_words_without_the_files(desk: Office) -> None:
    file = File("evigraph.md", "text/markdown", b"# S")
    desk.core.answer = lambda event: [Reply("", "", (*parts(1).blocks, file), private=True)]
    desk.world.faults = [Fault("conversations.open", "user_not_found")]
    await desk.people.command("C1", "/evigraph", "summary")
    await desk.settled()
    (shown,) = desk.world.channel("C1").ephemerals
    assert numbers([shown]) == [1]
    assert "left out" in words(shown["blocks"])
    assert desk.world.files == {}
    assert SECRET not in public(desk)


async def test_in_a_direct_conversation_it_is_said_there(desk: Office) -> None:
    desk.core.answer = private
    await desk.people.say("D024BE91L", "What do you know about zinc?")
    await desk.settled()
    assert numbers(desk.posts("D024BE91L")) == [1, 2]


def private(event: Incoming) -> list[Reply]:
    return [parts(2)]


async def test_ways_back_of_an_earlier_version_are_still_found(tmp_path: Path) -> None:
    async with office("http", tmp_path) as desk:
        state = StoreState(desk.store, "slack")
        await state.set("back:e1", '["", "https://hooks.example/1", true, 1.5]')
        threads = Threads(state)
        assert await threads.back("e1") == Back("", "https://hooks.example/1", True, 1.5)
        assert not (await threads.back("e1")).open
        assert await threads.back("e2") == Back()
