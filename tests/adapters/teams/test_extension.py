"""The message extension: papers that are searched and inserted, and messages that are checked and mapped."""

from __future__ import annotations

from typing import Any

from kgcore.values.message import Command, LiteratureQuery, Message, Said
from kgcore.values.model import Paper
from kgcore.values.reply import Notice, Papers, PaperView, Reply
from tests.adapters.teams.people import IN_CHANNEL, IN_PERSON, payload, said, world
from tests.servers.teams import Connector
from tests.servers.teams_schema import buttons, faults, words

PAPER = Paper("PMID:1", "Vitamin E & <b>dementia</b> *RCT*", "JAMA", 2014, "https://pubmed.ncbi.nlm.nih.gov/1/")
FOUND = Reply("", "", (Papers((PaperView(PAPER, (("+", "vitamin E treats AD"),), "kg1:bookmark-paper:t:0"),), 1, 1),))


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
        assert one["preview"]["content"]["title"] == "Vitamin E & ‹b›dementia‹/b› *RCT*"


async def test_scrolling_asks_for_the_next_page() -> None:
    async with world() as w:
        w.core.library = {"vitamin E": 61}
        seen: list[str] = []
        for skip in (0, 25, 50):
            found = (await w.send(asked(queryOptions={"skip": skip, "count": 25}))).json()["composeExtension"]
            seen += [a["preview"]["content"]["title"] for a in found["attachments"]]
        assert seen == [f"Paper {n}" for n in range(1, 62)]
        last = (await w.send(asked(queryOptions={"skip": 75, "count": 25}))).json()["composeExtension"]
        assert (last["type"], last["text"]) == ("message", "That is all.")


async def test_what_is_being_typed_finds_the_papers_of_what_it_may_become() -> None:
    async with world() as w:
        w.core.library = {"vitamin E": 3, "zinc": 11}
        for typed, count in (("vit", 3), ("zin", 11), ("zinc", 11)):
            value = asked(parameters=[{"name": "text", "value": typed}])
            found = (await w.send(value)).json()["composeExtension"]
            assert len(found["attachments"]) == count, typed
        nothing = (await w.send(asked(parameters=[{"name": "text", "value": "qqq"}]))).json()["composeExtension"]
        assert nothing["type"] == "message"


async def test_somebody_from_outside_searches_only_where_the_core_allows_it() -> None:
    async with world() as w:
        w.core.library, w.core.outsiders = {"vitamin E": 3}, False
        guest = payload("search")
        guest["from"] = {**guest["from"], "tenantId": "another-tenant"}
        refused = (await w.send(guest)).json()["composeExtension"]
        assert (refused["type"], refused["text"]) == ("message", "Not for people from outside.")
        w.core.outsiders = True
        found = (await w.send({**guest, "id": "f:again"})).json()["composeExtension"]
        assert len(found["attachments"]) == 3


# As Microsoft's Agents Playground 0.2.28 sends it.
INSERTED = (
    '\n<span class="inline-compose-card" itemid="0" itemtype="http://schema.skype.com/InputExtension">\n'
    '  <span content="0" itemprop="cardId"></span>\n</span>\n'
)


async def test_a_card_that_somebody_inserted_is_no_question() -> None:
    async with world() as w:
        w.core.library = {"vitamin E": 1}
        (one,) = (await w.send(payload("search"))).json()["composeExtension"]["attachments"]
        card = {k: v for k, v in one.items() if k != "preview"}
        stands = [("personal", ""), ("personal", "Paper 1"), ("channel", ""), ("group", "Paper 1")]
        for where, text in (*stands, ("personal", INSERTED), ("channel", INSERTED)):
            await w.send(said(text, where) | {"attachments": [card]})
        assert w.core.events == []
        await w.send(said(f"Is this paper any good? {INSERTED}") | {"attachments": [card]})
        assert [e.text for e in w.core.events if isinstance(e, Message)] == ["Is this paper any good?"]


async def test_a_papers_address_becomes_a_card_with_what_the_graph_says_by_it() -> None:
    async with world() as w:
        w.core.answer = FOUND
        answer = (await w.send(payload("query_link"))).json()["composeExtension"]
        assert w.core.queries == [LiteratureQuery(IN_CHANNEL, "https://pubmed.ncbi.nlm.nih.gov/1/", 0)]
        (one,) = answer["attachments"]
        assert faults(one["content"]) == []
        assert "vitamin E treats AD" in words(one["content"])
        w.core.answer = Reply("", "", (Notice("No such paper."),))
        assert (await w.send(payload("query_link"))).content == b""  # the address stays what it is


async def test_somebody_from_outside_unfolds_an_address_only_where_the_core_allows_it() -> None:
    async with world() as w:
        w.core.answer, w.core.outsiders = FOUND, False
        body = payload("query_link")
        body["from"] = {**body["from"], "userRole": "guest"}
        assert (await w.send(body)).content == b""


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
        assert command.said == (
            Said(
                "Ben <b>",
                "Ginkgo biloba prevents dementia. \nTea & I read it.",
                "teams:19:general@thread.tacv2:1700000000300",
            ),
        )
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
