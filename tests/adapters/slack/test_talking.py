"""Mentions, threads, direct messages: who is answered, where, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from kgcore.values.message import Change, Click, Command, Incoming, Message, Place
from kgcore.values.reply import Notice, Progress, Reply, Text
from kgcore.values.reply import Plain as Words
from kgcore.values.thread import Turn
from tests.adapters.slack.office import Office
from tests.servers.slack_people import ANN, payload, words
from tests.servers.slack_state import Fault


async def test_a_mention_is_answered_in_its_thread_and_once(services: Office) -> None:
    """Slack sends app_mention and message for one mention: one question, one answer."""
    ts = await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    (post,) = services.posts("C1")
    assert post["thread_ts"] == ts
    assert "Does zinc help?" in words(post["blocks"])
    assert "Does zinc help?" in post["text"]
    (event,) = services.core.heard
    assert isinstance(event, Message)
    assert (event.text, event.addressed, event.outsiders) == ("Does zinc help?", True, False)
    assert (event.place.channel, event.place.thread) == ("C1", ts)


async def test_redelivered_events_are_answered_once(services: Office) -> None:
    ts = await services.people.say("D024BE91L", "Does zinc help?", times=3)
    await services.settled()
    assert len(services.posts("D024BE91L", ts)) == 1
    assert len(services.core.heard) == 1


async def test_a_thread_goes_on_and_says_who_was_addressed(services: Office) -> None:
    ts = await services.people.mention("C1", "One?")
    await services.people.say("C1", "I think so, too", thread=ts)
    await services.people.mention("C1", "Two?", thread=ts)
    await services.people.say("C1", "Not in a thread, not to the bot")
    await services.settled()
    heard = [(e.text, e.addressed, e.place.thread) for e in services.core.heard if isinstance(e, Message)]
    assert heard == [("One?", True, ts), ("I think so, too", False, ts), ("Two?", True, ts)]
    assert len(services.posts("C1", ts)) == 2


async def test_bots_edits_and_itself_are_never_answered(services: Office) -> None:
    for name in ("bot_message", "message_changed"):
        await services.people.event(payload(name))
    own = payload("app_mention")
    own["event"] |= {"user": "U0BOT", "bot_id": "B0BOT"}
    await services.people.event(own)
    await services.settled()
    assert services.core.heard == []


@pytest.mark.parametrize(
    "kind",
    [
        *("channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name", "channel_archive"),
        *("channel_unarchive", "channel_convert_to_private", "channel_posting_permissions", "ekm_access_denied"),
        *("pinned_item", "reminder_add", "bot_add", "huddle_thread", "sh_room_created", "message_replied"),
    ],
)
async def test_what_slack_itself_writes_in_a_channel_is_no_question(services: Office, kind: str) -> None:
    me = services.people.side.mention
    for name in ("message_channels", "message_im"):
        body = payload(name)
        body["event"] |= {"subtype": kind, "text": f"{me} set the topic: Does zinc help?", "name": "new", "topic": "?"}
        await services.people.event(body)
    await services.settled()
    assert services.core.heard == []


@pytest.mark.parametrize("kind", ["me_message", "thread_broadcast", "file_share"])
async def test_what_a_person_says_in_another_way_is_a_question(services: Office, kind: str) -> None:
    body = payload("message_im")
    body["event"] |= {"subtype": kind}
    await services.people.event(body)
    await services.settled()
    assert [e.text for e in services.core.heard if isinstance(e, Message)] == ["Does zinc shorten colds?"]


async def test_a_channel_that_outsiders_read_is_told_to_the_core(services: Office) -> None:
    services.world.channel("C9").shared = True
    await services.people.mention("C9", "Does zinc help?")
    await services.people.command("C9", "/ask", "Does zinc help?")
    await services.settled()
    heard = [e for e in services.core.heard if isinstance(e, Message | Command)]
    assert [(e.outsiders, e.unsure) for e in heard] == [(True, False), (True, False)]


async def test_the_agents_view_gets_questions_a_status_and_a_title(services: Office) -> None:
    await services.people.event(payload("app_home_opened"))
    await services.until(lambda: services.world.prompts)
    assert len(services.world.prompts[0]["prompts"]) == 4
    assert "thread_ts" not in services.world.prompts[0]  # Slack would show nothing then
    services.core.step = 0.1
    ts = await services.people.say("D024BE91L", "Does zinc help?", thread="")
    await services.until(lambda: services.world.titles and len(services.world.statuses) == 2)
    assert services.world.statuses[0]["status"]
    assert services.world.statuses[-1] == {"channel_id": "D024BE91L", "thread_ts": ts, "status": ""}
    assert services.world.titles[0]["title"] == "Does zinc help?"


async def test_the_older_assistants_view_gets_its_questions_in_its_thread(services: Office) -> None:
    await services.people.event(payload("assistant_thread_started"))
    await services.until(lambda: services.world.prompts)
    assert services.world.prompts[0]["thread_ts"] == "1729999327.187299"


async def test_an_open_home_tab_and_a_farewell_are_heard_without_a_message(services: Office) -> None:
    body = payload("app_home_opened")
    body["event"]["tab"] = "home"
    for one in (body, payload("app_uninstalled"), payload("tokens_revoked")):
        await services.people.event(one)
    assert len(services.people.acknowledged) == 3
    assert services.world.prompts == []


async def test_a_mention_of_somebody_whose_id_begins_like_ours_is_not_for_us(services: Office) -> None:
    await services.people.say("C1", "<@U0BOTTOM> does zinc help?")
    await services.settled()
    assert services.core.heard == []


async def test_a_command_is_taken_although_slack_tells_nothing_about_the_channel_in_time(services: Office) -> None:
    services.world.faults = [Fault("conversations.info", delay=1.5)]
    await services.people.command("C1", "/ask", "Does zinc help?")
    await services.settled()
    (heard,) = services.core.heard
    assert isinstance(heard, Command)
    assert heard.outsiders  # better silent than heard by strangers
    assert heard.unsure


@pytest.mark.parametrize(("error", "unsure"), [("internal_error", True), ("channel_not_found", False)])
async def test_what_slack_did_not_tell_of_a_channel_is_not_taken_for_known(
    services: Office, error: str, unsure: bool
) -> None:
    services.world.faults = [Fault("conversations.info", error=error)]
    await services.people.command("C1", "/ask", "Does zinc help?")
    await services.settled()
    (heard,) = services.core.heard
    assert isinstance(heard, Command)
    assert (heard.outsiders, heard.unsure) == (unsure, unsure)


async def test_a_single_word_is_a_command(services: Office) -> None:
    await services.people.say("D024BE91L", "Help")
    await services.settled()
    assert [e.name for e in services.core.heard if isinstance(e, Command)] == ["help"]


def growing(event: Incoming) -> Sequence[Reply]:
    states = ["Vitamin E", "Vitamin E slows", "Vitamin E slows Alzheimer's disease."]
    first = Reply("turn1", "q", (Progress(doing="Looking …"),), final=False)
    rest = [Reply("turn1", "q", (Text((Words(s),)),), final=s is states[-1]) for s in states]
    return [first, *rest]


async def test_a_growing_answer_is_one_message_that_is_edited(services: Office) -> None:
    services.world.streams = False
    services.core.answer, services.core.step = growing, 0.12
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (post,) = services.posts("C1")
    assert words(post["blocks"]).strip() == "Vitamin E slows Alzheimer's disease."
    assert post["edits"] >= 2
    assert post["metadata"]["event_payload"]["key"] == "turn1"


async def test_who_asks_sees_at_once_that_it_is_at_work(services: Office) -> None:
    services.core.step = 0.5
    ts = await services.people.mention("C1", "Does zinc help?")
    await services.until(lambda: services.world.statuses)
    (status,) = services.world.statuses
    assert (status["channel_id"], status["thread_ts"], status["status"]) == ("C1", ts, "is looking in the graph …")
    await services.settled()
    services.world.channel("C2").shared = True
    await services.people.mention("C2", "Does zinc help?")
    await services.people.mention("C1", "help")
    await services.settled()
    said = [(s["channel_id"], bool(s["status"])) for s in services.world.statuses]
    assert said.count(("C1", True)) == 1, "not for a word aside"
    assert ("C2", True) not in said, "not where strangers read along, and not for a word aside"


async def test_a_pause_that_slack_asks_for_is_kept_and_nothing_is_lost(services: Office) -> None:
    services.world.faults = [Fault("chat.postMessage", "ratelimited", 429, retry_after=1)]
    await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    assert len(services.posts("C1")) == 1


async def test_a_post_whose_answer_was_lost_is_found_again_and_not_repeated(services: Office) -> None:
    services.world.faults = [Fault("chat.postMessage", status=500, after=True)]
    await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    assert len(services.posts("C1")) == 1


async def test_an_answer_that_somebody_deleted_is_posted_anew_when_it_changes(services: Office) -> None:
    services.core.answer, services.core.step = growing, 0.3
    await services.people.mention("C1", "Does it?")
    await services.until(lambda: services.posts("C1"))
    services.world.channel("C1").messages = [
        m for m in services.world.channel("C1").messages if m.get("user") != "U0BOT"
    ]
    await services.settled()
    (post,) = services.posts("C1")
    assert words(post["blocks"]) == "Vitamin E slows Alzheimer's disease."


async def test_refused_blocks_are_posted_as_plain_words(services: Office) -> None:
    services.world.faults = [Fault("chat.postMessage", "invalid_blocks")]
    await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    (post,) = services.posts("C1")
    assert not post["blocks"]
    assert post["text"] == "Answer to: Does zinc help?"


async def test_who_asks_where_we_may_not_post_is_told_why(services: Office) -> None:
    for channel, attribute in (("C7", "archived"), ("C8", "member")):
        setattr(services.world.channel(channel), attribute, attribute == "archived")
        await services.people.mention(channel, "Does zinc help?")
        await services.settled()
    told = [words(m["blocks"]) for m in services.posts("DU061F7AUR")]
    assert len(told) == 2
    assert "archived" in told[0]
    assert "Invite me" in told[1]


async def test_a_command_where_we_are_no_member_is_answered_to_the_person(services: Office) -> None:
    services.world.channel("C8").member = False
    id = await services.people.command("C8", "/ask", "Does zinc help?")
    await services.settled()
    (told,) = services.world.responses[id]
    assert told["response_type"] == "ephemeral"
    assert "Invite me" in told["text"]


async def test_hostile_words_stay_words(services: Office) -> None:
    evil = "<!channel> <@U1> @here *bold* `code` http://evil.example <https://evil.example|click> & \u202e"
    services.core.answer = lambda event: [Reply("turn1", evil, (Text((Words(evil),)), Notice(evil)))]
    await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    (post,) = services.posts("C1")
    found = _types(post["blocks"])
    assert not found & {"link", "user", "usergroup", "broadcast", "channel", "mrkdwn"}
    assert "<!" not in post["text"]
    assert "@here" not in post["text"]
    assert "http://" not in post["text"]


def _types(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {str(value.get("type"))} | {t for v in value.values() for t in _types(v)}
    return {t for v in value for t in _types(v)} if isinstance(value, list) else set()


async def test_an_answer_that_takes_long_does_not_hold_up_the_acknowledgement(services: Office) -> None:
    services.core.step = 0.5
    await asyncio.gather(*(services.people.mention(f"C{n}", "Does zinc help?") for n in range(10)))
    assert len(services.people.acknowledged) == 20
    await services.settled()
    assert all(len(services.posts(f"C{n}")) == 1 for n in range(10))


async def test_attached_files_are_said_to_be_left_out_and_a_file_alone_begins_no_answer(services: Office) -> None:
    services.world.channel("C1")
    file = {"id": "F1", "name": "trial.pdf", "mimetype": "application/pdf"}
    for text, heard in (("Is this trial sound?", 1), ("", 1)):
        body, ts = payload("app_mention"), services.world.ts()
        said = {
            "text": f"{services.people.side.mention} {text}",
            "ts": ts,
            "event_ts": ts,
            "files": [file],
            "channel": "C1",
        }
        body["event"] = {k: v for k, v in body["event"].items() if k != "thread_ts"} | said
        await services.people.event(services.people.side.event(body, ANN))
        await services.settled()
        assert len(services.core.heard) == heard
    await services.until(lambda: len(services.world.channel("C1").ephemerals) == 2)
    with_words, alone = (words(m["blocks"]) for m in services.world.channel("C1").ephemerals)
    assert "attached files is not part" in with_words
    assert "I cannot read files" in alone


async def test_the_word_stop_presses_the_button_of_what_is_being_written(services: Office) -> None:
    services.core.answer = lambda event: [Reply("t1", "q", (Progress(doing="Looking"),), final=False)]
    ts = await services.people.mention("C1", "Does zinc help?")
    await services.settled()
    await services.people.mention("C1", "stop", thread=ts)
    await services.settled()
    assert isinstance(services.core.heard[-1], Click)
    assert services.core.heard[-1].action == "kg1:stop:t1:0"


async def test_who_invites_it_is_told_alone_and_once_what_it_can_do(services: Office) -> None:
    services.core.answer = lambda event: [Reply("", "", (Notice("Ask a question."),), private=True)]
    services.world.channel("C1")
    body = payload("member_joined_channel")
    body["event"] |= {"channel": "C1", "user": services.people.side.mention.strip("<@>"), "inviter": ANN}
    for _ in range(2):
        await services.people.event(services.people.side.event(body, ANN))
    stranger = {**body, "event": {**body["event"], "user": "U0OTHER", "event_ts": "1515449522.000017"}}
    await services.people.event(services.people.side.event(stranger, ANN))
    await services.settled()
    (told,) = services.world.channel("C1").ephemerals
    assert (told["user"], words(told["blocks"])) == (ANN, "Ask a question.")
    assert [e.name for e in services.core.heard if isinstance(e, Command)] == ["help"]


async def test_what_was_deleted_is_in_no_later_map_and_what_was_edited_is_read_as_edited(services: Office) -> None:
    root = await services.people.say("C1", "Zinc cures colds.")
    second = await services.people.say("C1", "Vitamin C does not.", thread=root)
    third = await services.people.say("C1", "Iron does.", thread=root)
    channel = services.world.channel("C1")
    channel.messages = [m for m in channel.messages if m["ts"] != third]
    for message in channel.messages:
        message["text"] = "Vitamin C may." if message["ts"] == second else message["text"]
    await services.people.shortcut("map_thread", "C1", root)
    await services.settled()
    found = services.core.heard[-1]
    assert isinstance(found, Command)
    assert [s.text for s in found.said] == ["Zinc cures colds.", "Vitamin C may."]


# ── a question that is changed or deleted ───────────────────────────────────────────────────────────────────────────


async def changed(services: Office, name: str, ts: str, **laid_over: Any) -> list[Change]:
    """Have an answered question of C1 changed as the payload says, and return what reached the core."""
    team = services.people.side.team
    place = Place("slack", team, "C1", ts)
    await services.store.save(Turn("t1", place.key, "q", done=True), f"slack:said:{team}:C1:{ts}")
    body = payload(name)
    event = body["event"] | {"channel": "C1"}
    for key in ("message", "previous_message"):
        if key in event:
            event[key] = event[key] | {"ts": ts}
    event |= {"deleted_ts": ts} if "deleted_ts" in event else {}
    event["message"] = event.get("message", {}) | laid_over
    await services.people.event(services.people.side.event(body | {"event": event}, ANN))
    await services.settled()
    found = [e for e in services.core.heard if isinstance(e, Change)]
    assert all(e.place == place for e in found)
    return found


@pytest.mark.parametrize("name", ["message_deleted", "message_tombstone"])
async def test_a_deleted_question_reaches_the_core_whether_others_stand_below_it_or_not(
    services: Office, name: str
) -> None:
    (found,) = await changed(services, name, "1355517523.000005")
    assert found.deleted


async def test_a_question_that_is_changed_within_a_minute_reaches_the_core_and_a_later_change_does_not(
    services: Office,
) -> None:
    ts = "1355517523.000005"
    soon = {"text": "Does zinc help?", "edited": {"user": ANN, "ts": "1355517560.000000"}}
    assert [c.text for c in await changed(services, "message_changed", ts, **soon)] == ["Does zinc help?"]
    late = {"text": "Does iron help?", "edited": {"user": ANN, "ts": "1355517600.000000"}}
    preview = {"text": "<@U0BOT> Hello", "edited": {"user": ANN, "ts": "1355517561.000000"}}
    for other in (late, preview):
        assert len(await changed(services, "message_changed", ts, **other)) == 1
