"""The message extension: papers that are searched and inserted, and messages that are checked and mapped."""

from __future__ import annotations

from typing import Any

from kgcore.message import Command, LiteratureQuery, Said
from kgcore.model import Paper
from kgcore.reply import Notice, Papers, PaperView, Reply
from tests.adapters.teams.people import IN_CHANNEL, IN_PERSON, payload, said, world
from tests.servers.teams import Connector
from tests.servers.teams_schema import buttons, faults, words

PAPER = Paper("PMID:1", "Vitamin E & <b>dementia</b> *RCT*", "JAMA", 2014, "https://pubmed.ncbi.nlm.nih.gov/1/")
FOUND = Reply("", "", (Papers((PaperView(PAPER, (("+", "vitamin E treats AD"),), "kg1:bookmark-paper:t:0"),), 1, 40),))


def asked(**value: Any) -> dict[str, Any]:
    body = payload("search")
    return body | {"value": body["value"] | value}


async def test_papers_are_found_and_inserted_as_cards() -> None:
    async with world() as w:
        w.core.answer = FOUND
        answer = (await w.send(payload("search"))).json()["composeExtension"]
        assert w.core.queries == [LiteratureQuery(IN_CHANNEL, "vitamin E", 0)]
        (one,) = answer["attachments"]
        assert faults(one["content"]) == []
        assert "vitamin E treats AD" in words(one["content"])
        assert PAPER.url in str(one["content"])
        assert not [b for b in buttons(one["content"]).values() if b["type"] != "Action.OpenUrl"]
        assert one["preview"]["content"]["title"] == "Vitamin E &amp; &lt;b&gt;dementia&lt;/b&gt; *RCT*"


async def test_scrolling_asks_for_the_next_page() -> None:
    async with world() as w:
        w.core.answer = FOUND
        await w.send(asked(queryOptions={"skip": 25, "count": 25}))
        (query,) = w.core.queries
        assert isinstance(query, LiteratureQuery)
        assert query.page == 1


async def test_nothing_found_and_nothing_typed_are_words() -> None:
    async with world() as w:
        w.core.answer = Reply("", "", (Notice("The graph has no paper on that."),))
        found = (await w.send(payload("search"))).json()["composeExtension"]
        assert (found["type"], found["text"]) == ("message", "The graph has no paper on that.")
        empty = (await w.send(asked(parameters=[{"name": "initialRun", "value": "true"}]))).json()
        assert empty["composeExtension"]["type"] == "message"
        odds: tuple[dict[str, Any], ...] = (
            {"parameters": "x"},
            {"parameters": []},
            {"parameters": [{"name": "text", "value": 3}]},
        )
        for odd in odds:
            assert (await w.send(asked(**odd))).status_code == 200


async def test_the_claims_of_a_message_are_checked_in_its_thread() -> None:
    async with world() as w:
        await w.send(said("hello", "channel"))
        answer = (await w.send(payload("message_action_check"))).json()
        command = w.core.events[-1]
        assert isinstance(command, Command)
        assert (command.name, command.place) == ("check", IN_CHANNEL)
        assert command.said == (Said("Ben <b>", "Ginkgo biloba prevents dementia. \nTea & I read it."),)
        assert answer["task"]["type"] == "message"
        assert "into this conversation" in answer["task"]["value"]


async def test_a_thread_is_mapped_as_far_as_it_was_seen_and_that_is_said() -> None:
    async with world() as w:
        await w.send(payload("message_channel_unaddressed"))
        answer = (await w.send(payload("message_action_map"))).json()
        command = w.core.events[-1]
        assert isinstance(command, Command)
        assert command.name == "map"
        assert [s.text for s in command.said] == [
            "Ginkgo biloba prevents dementia. \nTea & I read it.",
            "I take zinc every winter.",
        ]
        assert "2 messages of this thread that it has seen" in answer["task"]["value"]


async def test_of_a_thread_that_was_not_seen_only_the_message_is_mapped_and_that_is_said() -> None:
    async with world() as w:
        await w.send(payload("bot_added"))
        answer = (await w.send(payload("message_action_map"))).json()
        assert "no others" in answer["task"]["value"]


async def test_where_the_bot_is_no_member_the_answer_goes_into_the_personal_chat() -> None:
    async with world() as w:
        answer = (await w.send(payload("message_action_check"))).json()
        assert w.core.events[-1].place == IN_PERSON
        assert "personal chat" in answer["task"]["value"]
    async with world(Connector(opens_chats=False)) as w:
        answer = (await w.send(payload("message_action_check"))).json()
        assert "not a member" in answer["task"]["value"]
        assert w.core.events == []


async def test_a_message_without_words_is_told_so() -> None:
    async with world() as w:
        body = payload("message_action_check")
        body["value"]["messagePayload"]["body"]["content"] = "<img src=x>"
        assert "no words" in (await w.send(body)).json()["task"]["value"]
        assert w.core.events == []
