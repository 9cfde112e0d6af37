"""Questions in channels, threads and direct messages, with whatever permissions there are."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.directory import Directory
from kgcore.turn.services import person_key
from kgcore.values.message import Address, Change, Click, Message
from kgcore.values.reply import Notice, Progress, Reply, Tone
from kgcore.values.thread import Turn
from tests.adapters.discord.rig import Kept, Rig, Script, ids, shown
from tests.adapters.discord.scripted import QUESTION, answered, whole, words

LISTENING = pytest.mark.parametrize("rig", [{"content": True}], indirect=True)


async def test_a_mention_opens_a_thread_named_after_the_question_and_answers_there(rig: Rig, script: Script) -> None:
    asked = await rig.mention(QUESTION)
    (thread,) = rig.channel.threads
    assert (thread.id, thread.name) == (asked.id, QUESTION)
    (answer,) = thread.history()
    assert "Zinc shortens colds." in shown(answer)
    assert next(a.filename for a in answer.attachments).endswith(".png")
    event = script.event
    assert (event.place.channel, event.place.thread, event.text) == (str(rig.channel.id), str(asked.id), QUESTION)
    assert event.person.name == "ann"


async def test_who_asked_where_is_known_by_name(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    place, directory = script.event.place, Directory(rig.store, {"discord": rig.adapter})
    channel, person = "\x1f".join(place.key.split("\x1f")[:3]), person_key(script.event)
    assert (await directory.people((person,)))[person].startswith("ann (discord ")
    assert (await directory.channels((channel,)))[channel].startswith("research (discord ")


async def test_a_long_question_gives_a_name_of_at_most_a_hundred_characters(rig: Rig) -> None:
    await rig.mention("Is " + "very " * 50 + "good zinc good?")
    assert len(rig.thread.name or "") <= 100
    assert (rig.thread.name or "").endswith("…")


async def test_in_a_thread_it_answers_in_place(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    thread = rig.thread
    await rig.mention("And vitamin C?", thread, by=rig.ben)
    assert len(rig.channel.threads) == 1
    assert script.event.place.thread == str(thread.id)
    assert script.event.person.name == "ben"


async def test_in_direct_messages_it_answers_in_place_and_needs_no_mention(rig: Rig, script: Script) -> None:
    await rig.ann.send_dm(QUESTION)
    await rig.settle()
    last = rig.ann.user.dm_channel.last_message
    assert last is not None
    assert "Zinc shortens colds." in shown(last)
    assert script.event.place.workspace == "@me"


async def test_what_is_not_said_to_it_is_none_of_its_business(rig: Rig, script: Script) -> None:
    await rig.ann.send(rig.channel, "Zinc is good for colds.")
    await rig.mention(QUESTION)
    await rig.ann.send(rig.thread, "I doubt it.")
    await rig.settle()
    assert [e.text for e in script.events if isinstance(e, Message)] == [QUESTION]


@LISTENING
async def test_with_message_content_a_thread_is_followed_and_the_core_decides(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    await rig.ben.send(rig.thread, "And for children?")
    await rig.ben.send(rig.thread, f"{rig.ann.mention} what do you think?")
    await rig.ben.send(rig.channel, "Lunch?")
    await rig.settle()
    heard = [e for e in script.events if isinstance(e, Message)]
    assert [(e.text, e.addressed) for e in heard] == [(QUESTION, True), ("And for children?", False)]


@pytest.mark.parametrize("rig", [{"long": True}], indirect=True)
async def test_names_stand_for_ids_and_nobody_is_pinged(rig: Rig, script: Script) -> None:
    await rig.mention(f"What does {rig.ben.mention} mean with <:pill:123> in {rig.channel.mention}?")
    assert script.event.text == "What does @ben mean with :pill: in #channel?"
    answer = rig.thread.last_message
    assert answer is not None
    for label in ("Good", "Node", "Summary"):
        await rig.ann.click(answer, label=label)
        await rig.settle()
    await rig.ann.slash(rig.channel, "ask", question="@everyone?")
    await rig.settle()
    sent = [found for entry in rig.env.http_requests if (found := _message(entry.json))]
    assert len(sent) > 5
    assert [m for m in sent if m.get("allowed_mentions", {}).get("parse") != []] == []


async def test_a_redelivered_message_is_answered_once(rig: Rig, script: Script) -> None:
    asked = await rig.mention(QUESTION)
    await rig.adapter.client.on_message(asked)
    await rig.settle()
    assert len(script.events) == 1
    assert len(rig.thread.history()) == 1


async def test_text_arrives_by_edits_of_one_message_at_most_once_a_second(rig: Rig, script: Script) -> None:
    script.answer = lambda event: [*(_said(f"Word {n}.") for n in range(30)), *list(answered(event))[1:]]
    await rig.mention(QUESTION)
    posts = [e for e in rig.env.http_requests if e.method == "POST" and e.path.endswith(f"/{rig.thread.id}/messages")]
    assert len(posts) == 1
    sent = posts[0].json or {}
    assert 0 < len(sent["nonce"]) <= 25
    assert sent["enforce_nonce"] is True
    assert rig.adapter.pace >= 1.0


async def test_it_types_while_it_works(rig: Rig, script: Script) -> None:
    await rig.ann.send_dm(QUESTION)
    await rig.settle()
    assert any(e.path.endswith("/typing") for e in rig.env.http_requests)


@pytest.mark.parametrize("rig", [{"long": True}], indirect=True)
async def test_without_the_right_to_open_threads_it_answers_in_place_and_says_so(rig: Rig, script: Script) -> None:
    rig.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)
    asked = await rig.mention(QUESTION)
    answer = rig.channel.last_message
    assert answer is not None
    assert answer.reference is not None
    assert answer.reference.message_id == asked.id
    assert "I cannot open a thread here" in shown(answer)
    await rig.ann.click(answer, label="Ask")
    await rig.settle()
    assert script.event.place.thread == str(asked.id)  # a button there belongs to the same conversation
    await rig.ann.send(rig.channel, f"{rig.me.mention} and then?", reply_to=answer)
    await rig.settle()
    assert script.event.place.thread == str(asked.id)  # and so does a reply


async def test_without_the_right_to_attach_files_the_picture_is_told_in_words(rig: Rig, script: Script) -> None:
    script.answer = lambda event: [whole()]
    channel = rig.denied("plain", attach_files=False)
    await rig.mention(QUESTION, channel)
    answer = channel.threads[-1].last_message
    assert answer is not None
    assert "may not attach files" in shown(answer)
    assert "Zinc treats the common cold: supported" in shown(answer)
    assert answer.attachments == []


async def test_where_threads_may_not_be_written_in_it_answers_in_the_channel(rig: Rig) -> None:
    channel = rig.denied("threadless", send_messages_in_threads=False)
    await rig.mention(QUESTION, channel)
    answer = channel.last_message
    assert answer is not None
    assert "Zinc shortens colds." in shown(answer)
    assert "Send Messages in Threads" in shown(answer)


async def test_where_it_may_not_write_it_tells_the_person_in_private(rig: Rig) -> None:
    channel = rig.denied("quiet", send_messages=False, send_messages_in_threads=False)
    await rig.mention(QUESTION, channel)
    why, answer = rig.ann.user.dm_channel.history()[-2:]
    assert "may not write there" in shown(why)
    assert "Zinc shortens colds." in shown(answer)


async def test_what_was_asked_in_a_thread_is_never_answered_in_its_channel(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    turns = iter(f"turn{n}" for n in range(9))
    script.answer = lambda event: [replace(whole(), turn=next(turns))]
    in_channel = len(rig.channel.history())
    for code in (50013, 160005):  # no permission; locked
        rig.env.inject_error("POST", f"/channels/{rig.thread.id}/messages", status=403, code=code, times=9)
        await rig.mention("And for children?", rig.thread)
        assert len(rig.channel.history()) == in_channel
        assert "Zinc shortens colds." in shown(rig.ann.user.dm_channel.history()[-1])
    await rig.mention("Once more, in the channel?")
    assert "Zinc shortens colds." in shown(
        rig.thread.history()[-1]
    )  # nothing of it sticks: that one has its own thread
    assert not any("Zinc shortens colds." in shown(m) for m in rig.channel.history())


async def test_a_question_that_was_deleted_is_not_shown_again(rig: Rig, script: Script) -> None:
    rig.env.inject_error("POST", "/channels/*/messages/*/threads", status=404, code=10008)
    rig.env.inject_error("GET", "/channels/*/messages/*", status=404, code=10008)
    before = len(rig.channel.history())
    await rig.mention(QUESTION)
    assert len(rig.channel.history()) == before + 1  # what Ann wrote
    assert rig.channel.threads == []


@pytest.mark.parametrize("gone", [True, False])
async def test_a_follow_up_that_was_deleted_while_we_were_away_is_not_answered(
    rig: Rig, script: Script, gone: bool
) -> None:
    await rig.mention(QUESTION)
    rig.adapter.services.open(Kept(rig.store), script.ask)
    asked = await rig.mention("And for children?", rig.thread)
    if gone:
        await rig.away()
        await asked.delete()
    before = len(rig.thread.history())
    await rig.restart()
    script.answer = lambda event: [replace(whole(), turn="turn02", question="And for children?")]
    running = asyncio.create_task(rig.worker.run())
    while await rig.store.pending():
        await rig.settle()
    running.cancel()
    assert (script.event.text == "And for children?") is not gone
    assert len(rig.thread.history()) == before + (not gone)


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (413, 40005), (400, 200000)])
async def test_an_answer_that_discord_does_not_take_goes_down_a_ladder(
    rig: Rig, script: Script, status: int, code: int
) -> None:
    for times, told in ((1, "Zinc shortens colds."), (2, "Zinc shortens colds."), (3, "other words")):
        answer = replace(whole(), turn=f"turn{times}")
        script.answer = partial(lambda answer, event: [answer], answer)
        rig.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=times)
        await rig.mention(QUESTION)
        last = rig.thread.last_message
        assert last is not None
        assert told in shown(last), times


@LISTENING
async def test_what_somebody_replies_to_is_what_the_question_is_about(rig: Rig, script: Script) -> None:
    said = await rig.ben.send(rig.channel, "Zinc cures colds.")
    await rig.ann.send(rig.channel, f"{rig.me.mention} is this true?", reply_to=said)
    await rig.settle()
    assert (script.event.text, script.event.quote) == ("is this true?", "Zinc cures colds.")


async def test_a_thread_title_that_is_moderated_is_replaced(rig: Rig) -> None:
    rig.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=200001)
    await rig.mention(QUESTION)
    assert rig.thread.name == "Evigraph"


async def test_a_word_aside_opens_no_thread(rig: Rig, script: Script) -> None:
    script.answer = lambda event: [Reply("", "", (Notice("Please ask in words.", Tone.WARNING),))]
    await rig.mention("???")
    assert rig.channel.threads == []
    last = rig.channel.last_message
    assert last is not None
    assert "Please ask in words." in shown(last)


@pytest.mark.parametrize("rig", [{"long": True}], indirect=True)
async def test_after_a_crash_the_post_of_the_process_before_is_found_and_edited(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    (posted,) = rig.thread.history()
    await rig.restart()
    receipt = await rig.adapter.deliver(whole(question="Is zinc good?"), replace(_address(script), attempt=2), None)
    await rig.settle()
    assert str(posted.id) in receipt
    (edited,) = rig.thread.history()
    assert "Is zinc good?" in shown(edited)


async def test_a_deleted_answer_is_posted_again(rig: Rig, script: Script) -> None:
    await rig.mention(QUESTION)
    answer = rig.thread.last_message
    assert answer is not None
    await answer.delete()
    await rig.adapter.deliver(
        whole(question="Changed"), _address(script), f'{{"c": "{rig.thread.id}", "m": ["{answer.id}"]}}'
    )
    await rig.settle()
    last = rig.thread.last_message
    assert last is not None
    assert "Changed" in shown(last)


async def test_every_button_has_an_id_of_ours_and_none_is_too_long(rig: Rig) -> None:
    await rig.mention(QUESTION)
    answer = rig.thread.last_message
    assert answer is not None
    assert all(i.startswith("kg") and len(i) <= 100 for i in ids(answer))


def _message(sent: Any) -> Any:
    """Return the message in a request's body, if there is one."""
    body = sent.get("data") or sent if isinstance(sent, dict) else {}
    return body if "components" in body and "title" not in body else None


def _address(script: Script) -> Address:
    event = script.event
    return Address(event.place, event.person, event.id)


def _said(text: str) -> Reply:
    return Reply("turn01", QUESTION, (words(text),), final=False)


async def test_the_word_stop_presses_the_button_of_what_is_being_written(rig: Rig, script: Script) -> None:
    script.answer = lambda event: [replace(whole(), blocks=(Progress(doing="Looking"),), final=False)]
    await rig.mention(QUESTION)
    await rig.mention("stop", rig.thread)
    assert isinstance(script.event, Click)
    assert script.event.action == "kg1:stop:turn01:0"


# ── a question that is changed or deleted ───────────────────────────────────────────────────────────────────────────


async def test_a_question_that_is_deleted_or_soon_changed_reaches_the_core_in_its_thread(
    rig: Rig, script: Script
) -> None:
    asked = await rig.mention(QUESTION)
    place, event = script.event.place, script.event.id
    await rig.store.save(Turn("turn1", place.key, QUESTION, done=True), event)
    await rig.ann.edit(asked, f"{rig.me.mention} Does iron help?")
    await rig.settle()
    changed = script.event
    assert isinstance(changed, Change)
    assert (changed.place, changed.message, changed.text) == (place, event, "Does iron help?")
    await rig.ann.delete(asked)
    await rig.settle()
    assert (script.event.message, script.event.deleted) == (event, True)


async def test_what_others_change_and_delete_is_none_of_its_business(rig: Rig, script: Script) -> None:
    said = await rig.ben.send(rig.channel, "Lunch?")
    await rig.ben.edit(said, "Dinner?")
    await rig.ben.delete(said)
    await rig.settle()
    assert not script.events


@LISTENING
async def test_of_a_message_that_is_gone_or_our_own_nothing_is_quoted(rig: Rig, script: Script) -> None:
    said = await rig.ben.send(rig.channel, "Zinc cures colds.")
    await rig.ann.send(rig.channel, f"{rig.me.mention} Does zinc 💊 help, عن الزكام؟", reply_to=said)
    await rig.settle()
    assert (script.event.text, script.event.quote) == ("Does zinc 💊 help, عن الزكام؟", "Zinc cures colds.")
    answer = rig.thread.last_message
    assert answer is not None
    await rig.ann.send(rig.thread, f"{rig.me.mention} is this true?", reply_to=answer)
    await rig.settle()
    assert (script.event.text, script.event.quote) == ("is this true?", "")
