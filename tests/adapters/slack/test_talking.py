"""Mentions, threads, direct messages: who is answered, where, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from kgcore.message import Command, Incoming, Message
from kgcore.reply import Notice, Progress, Reply, Text
from kgcore.reply import Plain as Words
from tests.adapters.slack.office import Office
from tests.servers.slack_people import payload, words
from tests.servers.slack_state import Fault


async def test_a_mention_is_answered_in_its_thread_and_once(desk: Office) -> None:
    """Slack sends app_mention and message for one mention: one question, one answer."""
    ts = await desk.people.mention("C1", "Does zinc help?")
    await desk.settled()
    (post,) = desk.posts("C1")
    assert post["thread_ts"] == ts
    assert "Does zinc help?" in words(post["blocks"])
    assert "Does zinc help?" in post["text"]
    (event,) = desk.core.heard
    assert isinstance(event, Message)
    assert (event.text, event.addressed, event.outsiders) == ("Does zinc help?", True, False)
    assert (event.place.channel, event.place.thread) == ("C1", ts)


async def test_redelivered_events_are_answered_once(desk: Office) -> None:
    ts = await desk.people.say("D024BE91L", "Does zinc help?", times=3)
    await desk.settled()
    assert len(desk.posts("D024BE91L", ts)) == 1
    assert len(desk.core.heard) == 1


async def test_a_thread_goes_on_and_says_who_was_addressed(desk: Office) -> None:
    ts = await desk.people.mention("C1", "One?")
    await desk.people.say("C1", "I think so, too", thread=ts)
    await desk.people.mention("C1", "Two?", thread=ts)
    await desk.people.say("C1", "Not in a thread, not to the bot")
    await desk.settled()
    heard = [(e.text, e.addressed, e.place.thread) for e in desk.core.heard if isinstance(e, Message)]
    assert heard == [("One?", True, ts), ("I think so, too", False, ts), ("Two?", True, ts)]
    assert len(desk.posts("C1", ts)) == 2


async def test_bots_edits_and_itself_are_never_answered(desk: Office) -> None:
    for name in ("bot_message", "message_changed"):
        await desk.people.event(payload(name))
    own = payload("app_mention")
    own["event"] |= {"user": "U0BOT", "bot_id": "B0BOT"}
    await desk.people.event(own)
    await desk.settled()
    assert desk.core.heard == []


async def test_a_channel_that_outsiders_read_is_told_to_the_core(desk: Office) -> None:
    desk.world.channel("C9").shared = True
    await desk.people.mention("C9", "Does zinc help?")
    await desk.people.command("C9", "/ask", "Does zinc help?")
    await desk.settled()
    assert [e.outsiders for e in desk.core.heard if isinstance(e, Message | Command)] == [True, True]


async def test_the_agents_view_gets_questions_a_status_and_a_title(desk: Office) -> None:
    await desk.people.event(payload("app_home_opened"))
    await desk.until(lambda: desk.world.prompts)
    assert len(desk.world.prompts[0]["prompts"]) == 4
    assert "thread_ts" not in desk.world.prompts[0]  # Slack would show nothing then
    desk.core.step = 0.1
    ts = await desk.people.say("D024BE91L", "Does zinc help?", thread="")
    await desk.until(lambda: desk.world.titles and len(desk.world.statuses) == 2)
    assert desk.world.statuses[0]["status"]
    assert desk.world.statuses[-1] == {"channel_id": "D024BE91L", "thread_ts": ts, "status": ""}
    assert desk.world.titles[0]["title"] == "Does zinc help?"


async def test_the_older_assistants_view_gets_its_questions_in_its_thread(desk: Office) -> None:
    await desk.people.event(payload("assistant_thread_started"))
    await desk.until(lambda: desk.world.prompts)
    assert desk.world.prompts[0]["thread_ts"] == "1729999327.187299"


async def test_an_open_home_tab_and_a_farewell_are_heard_without_an_answer(desk: Office) -> None:
    body = payload("app_home_opened")
    body["event"]["tab"] = "home"
    for one in (body, payload("app_uninstalled"), payload("tokens_revoked")):
        await desk.people.event(one)
    assert len(desk.people.acknowledged) == 3
    assert desk.world.prompts == []


async def test_a_mention_of_somebody_whose_id_begins_like_ours_is_not_for_us(desk: Office) -> None:
    await desk.people.say("C1", "<@U0BOTTOM> does zinc help?")
    await desk.settled()
    assert desk.core.heard == []


async def test_a_command_is_taken_although_slack_tells_nothing_about_the_channel_in_time(desk: Office) -> None:
    desk.world.faults = [Fault("conversations.info", delay=1.5)]
    await desk.people.command("C1", "/ask", "Does zinc help?")
    await desk.settled()
    (heard,) = desk.core.heard
    assert isinstance(heard, Command)
    assert heard.outsiders  # better silent than heard by strangers


async def test_a_single_word_is_a_command(desk: Office) -> None:
    await desk.people.say("D024BE91L", "Help")
    await desk.settled()
    assert [e.name for e in desk.core.heard if isinstance(e, Command)] == ["help"]


def growing(event: Incoming) -> Sequence[Reply]:
    states = ["Vitamin E", "Vitamin E slows", "Vitamin E slows Alzheimer's disease."]
    first = Reply("turn1", "q", (Progress(doing="Looking …"),), final=False)
    rest = [Reply("turn1", "q", (Text((Words(s),)),), final=s is states[-1]) for s in states]
    return [first, *rest]


async def test_a_growing_answer_is_one_message_that_is_edited(desk: Office) -> None:
    desk.world.streams = False
    desk.core.answer, desk.core.step = growing, 0.12
    await desk.people.mention("C1", "Does it?")
    await desk.settled()
    (post,) = desk.posts("C1")
    assert words(post["blocks"]).strip() == "Vitamin E slows Alzheimer's disease."
    assert post["edits"] >= 2
    assert post["metadata"]["event_payload"]["key"] == "turn1"


async def test_who_asks_sees_at_once_that_it_is_at_work(desk: Office) -> None:
    desk.core.step = 0.5
    ts = await desk.people.mention("C1", "Does zinc help?")
    await desk.until(lambda: desk.world.statuses)
    (status,) = desk.world.statuses
    assert (status["channel_id"], status["thread_ts"], status["status"]) == ("C1", ts, "is looking in the graph …")
    await desk.settled()
    desk.world.channel("C2").shared = True
    await desk.people.mention("C2", "Does zinc help?")
    await desk.people.mention("C1", "help")
    await desk.settled()
    said = [(s["channel_id"], bool(s["status"])) for s in desk.world.statuses]
    assert said.count(("C1", True)) == 1, "not for a word aside"
    assert ("C2", True) not in said, "not where strangers read along, and not for a word aside"


async def test_a_pause_that_slack_asks_for_is_kept_and_nothing_is_lost(desk: Office) -> None:
    desk.world.faults = [Fault("chat.postMessage", "ratelimited", 429, retry_after=1)]
    await desk.people.mention("C1", "Does zinc help?")
    await desk.settled()
    assert len(desk.posts("C1")) == 1


async def test_a_post_whose_answer_was_lost_is_found_again_and_not_repeated(desk: Office) -> None:
    desk.world.faults = [Fault("chat.postMessage", status=500, after=True)]
    await desk.people.mention("C1", "Does zinc help?")
    await desk.settled()
    assert len(desk.posts("C1")) == 1


async def test_an_answer_that_somebody_deleted_is_posted_anew_when_it_changes(desk: Office) -> None:
    desk.core.answer, desk.core.step = growing, 0.3
    await desk.people.mention("C1", "Does it?")
    await desk.until(lambda: desk.posts("C1"))
    desk.world.channel("C1").messages = [m for m in desk.world.channel("C1").messages if m.get("user") != "U0BOT"]
    await desk.settled()
    (post,) = desk.posts("C1")
    assert words(post["blocks"]) == "Vitamin E slows Alzheimer's disease."


async def test_refused_blocks_are_posted_as_plain_words(desk: Office) -> None:
    desk.world.faults = [Fault("chat.postMessage", "invalid_blocks")]
    await desk.people.mention("C1", "Does zinc help?")
    await desk.settled()
    (post,) = desk.posts("C1")
    assert not post["blocks"]
    assert post["text"] == "Answer to: Does zinc help?"


async def test_who_asks_where_we_may_not_post_is_told_why(desk: Office) -> None:
    for channel, attribute in (("C7", "archived"), ("C8", "member")):
        setattr(desk.world.channel(channel), attribute, attribute == "archived")
        await desk.people.mention(channel, "Does zinc help?")
        await desk.settled()
    told = [words(m["blocks"]) for m in desk.posts("DU061F7AUR")]
    assert len(told) == 2
    assert "archived" in told[0]
    assert "Invite me" in told[1]


async def test_a_command_where_we_are_no_member_is_answered_to_the_person(desk: Office) -> None:
    desk.world.channel("C8").member = False
    id = await desk.people.command("C8", "/ask", "Does zinc help?")
    await desk.settled()
    (told,) = desk.world.responses[id]
    assert told["response_type"] == "ephemeral"
    assert "Invite me" in told["text"]


async def test_hostile_words_stay_words(desk: Office) -> None:
    evil = "<!channel> <@U1> @here *bold* `code` http://evil.example <https://evil.example|click> & \u202e"
    desk.core.answer = lambda event: [Reply("turn1", evil, (Text((Words(evil),)), Notice(evil)))]
    await desk.people.mention("C1", "Does zinc help?")
    await desk.settled()
    (post,) = desk.posts("C1")
    found = _types(post["blocks"])
    assert not found & {"link", "user", "usergroup", "broadcast", "channel", "mrkdwn"}
    assert "<!" not in post["text"]
    assert "@here" not in post["text"]
    assert "http://" not in post["text"]


def _types(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {str(value.get("type"))} | {t for v in value.values() for t in _types(v)}
    return {t for v in value for t in _types(v)} if isinstance(value, list) else set()


async def test_an_answer_that_takes_long_does_not_hold_up_the_acknowledgement(desk: Office) -> None:
    desk.core.step = 0.5
    await asyncio.gather(*(desk.people.mention(f"C{n}", "Does zinc help?") for n in range(10)))
    assert len(desk.people.acknowledged) == 20
    await desk.settled()
    assert all(len(desk.posts(f"C{n}")) == 1 for n in range(10))
