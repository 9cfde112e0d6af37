"""What one person alone gets to see: parts, where they go, and that nobody else sees them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.slack.threads import ReturnPath, SlackThreads
from bot.state import StoreState
from kgcore.values.message import Incoming
from kgcore.values.reply import Choice, Choices, File, Notice, Plain, Reply, Text
from tests.adapters.slack.office import LONG, Office, office
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


def public(services: Office, channel: str = "C1") -> str:
    """All that everybody in the channel can read."""
    return " ".join(words(m.get("blocks", [])) + m["text"] for m in services.world.channel(channel).messages)


async def looked_up(services: Office, count: int, channel: str = "C1") -> str:
    services.core.answer = lambda event: [parts(count)]
    id = await services.people.command(channel, "/literature", "zinc")
    await services.settled()
    return id


@pytest.mark.parametrize("count", [1, 3, 5, 7])
async def test_every_part_goes_to_the_person_alone_and_in_order(services: Office, count: int) -> None:
    id = await looked_up(services, count)
    shown = services.world.channel("C1").ephemerals
    assert numbers(shown) == list(range(1, count + 1))
    assert {m["user"] for m in shown} == {ANN}
    assert len(services.world.responses[id]) == min(count, 5)  # what is more goes by chat.postEphemeral
    assert all(
        (m["response_type"], m["replace_original"]) == ("ephemeral", False) for m in services.world.responses[id]
    )
    assert SECRET not in public(services)
    assert services.world.complaints == []


async def test_a_way_back_that_has_expired_is_replaced_by_ephemeral_messages(services: Office) -> None:
    services.core.answer = lambda event: expired(services)
    id = await services.people.command("C1", "/literature", "zinc")
    await services.settled()
    assert services.world.responses[id] == []
    assert numbers(services.world.channel("C1").ephemerals) == [1, 2]
    assert SECRET not in public(services)


def expired(services: Office) -> list[Reply]:
    """Answer after half an hour."""
    for link in services.world.links.values():
        link.expired = True
    return [parts(2)]


@pytest.mark.parametrize("channel", ["C8", "D0OTHERS"])
async def test_where_it_is_no_member_what_is_left_comes_as_direct_messages(services: Office, channel: str) -> None:
    services.world.channel(channel).member = False
    await looked_up(services, 7, channel)
    assert numbers(services.world.channel(channel).ephemerals) == [1, 2, 3, 4, 5]
    direct = services.posts(f"D{ANN}")
    assert numbers(direct) == [6, 7]
    assert not any(m.get("thread_ts") for m in direct)
    assert SECRET not in public(services, channel)


async def test_what_answers_a_private_list_takes_its_place(services: Office) -> None:
    await looked_up(services, 1)
    services.core.panel = lambda query: parts(2)  # does not fit into one message
    (first,) = services.world.channel("C1").ephemerals
    services.core.answer = private
    id = await services.people.press("C1", "Next page", message=first)
    await services.settled()
    assert [m["replace_original"] for m in services.world.responses[id]] == [True, False]
    assert numbers(services.world.responses[id]) == [1, 2]
    assert SECRET not in public(services)


@LONG
async def test_what_answers_a_public_message_never_takes_its_place(services: Office) -> None:
    services.core.answer = lambda event: [
        Reply("t1", "q", (Notice("Public."), Choices((Choice("Go", "kg1:up:t1:0"),))))
    ]
    await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    (post,) = services.posts("C1")
    before, services.core.answer = public(services), private
    await services.people.press("C1", "Go", message=post)
    await services.settled()
    assert numbers(services.world.channel("C1").ephemerals) == [1, 2]
    assert public(services) == before


async def test_what_failed_in_the_middle_goes_on_where_it_stopped(services: Office) -> None:
    services.world.faults = [Fault("chat.postEphemeral", "internal_error")]
    await looked_up(services, 7)
    assert numbers(services.world.channel("C1").ephemerals) == [1, 2, 3, 4, 5, 6, 7]
    assert SECRET not in public(services)


async def test_who_cannot_be_written_to_directly_gets_the_words_without_the_files(services: Office) -> None:
    file = File("evigraph.md", "text/markdown", b"# S")
    services.core.answer = lambda event: [Reply("", "", (*parts(1).blocks, file), private=True)]
    services.world.faults = [Fault("conversations.open", "user_not_found")]
    await services.people.command("C1", "/evigraph", "summary")
    await services.settled()
    (shown,) = services.world.channel("C1").ephemerals
    assert numbers([shown]) == [1]
    assert "left out" in words(shown["blocks"])
    assert services.world.files == {}
    assert SECRET not in public(services)


async def test_in_a_direct_conversation_it_is_said_there(services: Office) -> None:
    services.core.answer = private
    await services.people.say("D024BE91L", "What do you know about zinc?")
    await services.settled()
    assert numbers(services.posts("D024BE91L")) == [1, 2]


def private(event: Incoming) -> list[Reply]:
    return [parts(2)]


async def test_ways_back_of_an_earlier_version_are_still_found(tmp_path: Path) -> None:
    async with office("http", tmp_path) as services:
        state = StoreState(services.store, "slack")
        await state.set("back:e1", '["", "https://hooks.example/1", true, 1.5]')
        threads = SlackThreads(state)
        assert await threads.back("e1") == ReturnPath("", "https://hooks.example/1", True, 1.5)
        assert not (await threads.back("e1")).open
        assert await threads.back("e2") == ReturnPath()
