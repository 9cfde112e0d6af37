"""What people write: into which thread, to whom, and as which command."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from adapters.teams.events import split_command, text_after_new
from kgcore.errors import StoreError
from kgcore.values.message import Change, Click, Command, Message, Person, Said
from kgcore.values.reply import Notice, Progress, Reply
from tests.adapters.teams.people import (
    ANN,
    CHANNEL,
    GROUP,
    IN_CHANNEL,
    IN_GROUP,
    IN_PERSON,
    PAYLOADS,
    PERSONAL,
    payload,
    said,
    world,
)
from tests.servers.teams_schema import words


@pytest.mark.parametrize(("where", "place"), [("personal", IN_PERSON), ("group", IN_GROUP), ("channel", IN_CHANNEL)])
async def test_a_question_comes_from_its_thread_without_our_name(where: str, place: object) -> None:
    async with world() as w:
        response = await w.send(said("Is zinc good for colds?", where))
        assert (response.status_code, response.content) == (200, b"")
        (event,) = w.core.events
        assert isinstance(event, Message)
        assert (event.place, event.text, event.addressed) == (place, "Is zinc good for colds?", True)
        assert (event.person.id, event.person.name) == (ANN.id, ANN.name)
        assert event.person.admin is (where == "personal")


async def test_a_redelivered_message_has_the_same_id_and_another_conversation_another() -> None:
    async with world() as w:
        body = said("Is zinc good?")
        await w.send(body)
        await w.send(body)
        await w.send(said("Is zinc good?", "group") | {"id": body["id"]})
        assert len(w.core.events) == 2


async def test_a_message_to_somebody_else_in_a_thread_is_marked_as_such() -> None:
    async with world() as w:
        await w.send(payload("message_channel_unaddressed"))
        (event,) = w.core.events
        assert isinstance(event, Message)
        assert not event.addressed


async def test_where_others_read_along_it_is_said() -> None:
    async with world() as w:
        await w.send(payload("message_shared_channel"))
        guest = said("Is zinc good?", "group")
        await w.send(guest | {"from": {**guest["from"], "tenantId": "another-tenant"}})
        await w.send(said("Is zinc good?", "group"))
        assert [e.outsiders for e in w.core.events if isinstance(e, Message)] == [True, True, False]


@pytest.mark.parametrize("name", ["message_quoting", "message_quoting_entity", "message_quoting_reference"])
async def test_the_message_that_is_answered_comes_along(name: str) -> None:
    async with world() as w:
        asked = payload(name)
        check = json.loads(json.dumps(payload(name)).replace("Is that so?", "check"))
        for body in (asked, check):
            await w.send(body)
        heard = [(e.text, e.quote) for e in w.core.events if isinstance(e, Message)]
        assert heard == [("Is that so?", "Zinc cures colds."), ("check", "Zinc cures colds.")]


async def test_in_a_group_an_answer_to_a_message_mentions_us_in_its_own_words() -> None:
    async with world() as w:
        quoting = payload("message_quoting")["attachments"][0]["content"].partition("<p>Is")[0]
        mention = '<p><span itemscope="" itemtype="http://schema.skype.com/Mention" itemid="0">Evigraph</span>&nbsp;'
        attached = [{"contentType": "text/html", "content": f"{quoting}{mention}is <b>zinc</b> &gt; iron?</p>"}]
        await w.send(said("is zinc > iron?", "group") | {"attachments": attached})
        (question,) = w.core.events
        assert isinstance(question, Message)
        assert (question.text, question.quote) == ("is zinc > iron?", "Zinc cures colds.")


async def test_the_word_stop_ends_what_is_being_written_there_and_is_a_message_elsewhere() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?", "group"))
        await w.deliver(Reply("t1", "Is zinc good?", (Progress(doing="Looking"),), final=False), IN_GROUP)
        await w.send(said("stop", "group"))
        await w.send(said("stop"))
        await w.deliver(Reply("t1", "Is zinc good?", (Notice("It is."),)), IN_GROUP)
        await w.send(said("stop", "group"))
        _, stopped, elsewhere, over = w.core.events
        assert isinstance(stopped, Click)
        assert (stopped.action, stopped.place) == ("kg1:stop:t1:0", IN_GROUP)
        assert isinstance(elsewhere, Message)
        assert isinstance(over, Message)


async def test_a_private_answer_to_a_word_in_a_group_leaves_a_trace_there() -> None:
    async with world() as w:
        for word in ("help", "settings", "progress"):
            await w.send(said(word, "group"))
            event = w.core.events[-1]
            panel = Reply("", "", (Notice(f"All about {word}."),), private=True)
            await w.deliver(panel, IN_GROUP, event=event.id)
            assert f"All about {word}." in w.connector.said(PERSONAL)[-1]
        assert w.connector.said(GROUP) == ["The answer is in your personal chat with me."] * 3
        await w.send(said("help"))
        await w.deliver(Reply("", "", (Notice("Hi."),), private=True), IN_PERSON, event=w.core.events[-1].id)
        assert w.connector.said(PERSONAL)[-1] == "Hi."


async def test_attached_files_are_said_to_be_ignored_and_the_words_are_answered() -> None:
    async with world() as w:
        file = {
            "contentType": "application/vnd.microsoft.teams.file.download.info",
            "name": "trial.pdf",
            "contentUrl": "https://contoso.sharepoint.com/personal/ann/Documents/Applications/trial.pdf",
            "content": {"downloadUrl": "https://download.link", "uniqueId": "1150D938", "fileType": "pdf"},
        }
        await w.send(said("Is this trial sound?") | {"attachments": [file]})
        await w.send(said("") | {"attachments": [file]})
        await w.send(said("", "group") | {"attachments": [{"contentType": "image/*", "contentUrl": "https://x/"}]})
        for _ in range(100):
            if len(w.connector.said(PERSONAL)) == 2 and w.connector.said(GROUP):
                break
            await asyncio.sleep(0.02)
        assert w.connector.said(PERSONAL) == ["Attached files are not read: only the words of a message are."] * 2
        assert w.connector.said(GROUP) == ["Attached files are not read: only the words of a message are."]
        assert [e.text for e in w.core.events if isinstance(e, Message)] == ["Is this trial sound?"]


async def test_what_a_guest_presses_says_that_they_are_from_outside() -> None:
    async with world() as w:
        body = payload("card_action_group")
        body["from"] = {**body["from"], "userRole": "guest"}
        body["value"] = {"action": {"verb": "x", "data": {"a": "kg1:dismiss:t:0"}}, "trigger": "manual"}
        await w.send(body)
        fetch = payload("task_fetch_group")
        fetch["from"] = {**fetch["from"], "tenantId": "another-tenant"}
        await w.send(fetch | {"value": {"data": {"a": "kg1:up:t:1"}}})
        assert [e.outsiders for e in w.core.events if isinstance(e, Click)] == [True, True]


async def test_what_was_deleted_is_in_no_later_map_and_what_was_edited_is_read_as_edited() -> None:
    async with world() as w:
        first, second = said("Zinc cures colds.", "group"), said("Vitamin C does not.", "group")
        for body in (first, second):
            await w.send(body)
        await w.send({**first, "type": "messageDelete", "text": "", "channelData": {"eventType": "softDeleteMessage"}})
        edited = {"type": "messageUpdate", "text": "Vitamin C may.", "channelData": {"eventType": "editMessage"}}
        await w.send({**second, **edited})
        await w.send(said("map", "group"))
        found = w.core.events[-1]
        assert isinstance(found, Command)
        assert [s.text for s in found.said] == ["Vitamin C may."]


async def test_another_bots_words_are_not_answered() -> None:
    async with world() as w:
        body = said("Is zinc good?", "group")
        await w.send(body | {"from": {"id": "28:another-bot", "name": "Another"}})
        assert w.core.events == []


async def test_an_admin_is_who_the_settings_name() -> None:
    async with world(admins=("AAAAAAAA-0000-0000-0000-000000000001",)) as w:
        await w.send(said("settings", "channel"))
        assert w.core.events[0].person == replace(ANN, admin=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("settings", ("settings", "")),
        ("Help", ("help", "")),
        ("/summary", ("summary", "")),
        ("progress", ("progress", "")),
        ("forget everything", ("forget", "everything")),
        ("literature vitamin E", ("literature", "vitamin E")),
        ("literature: vitamin E", ("literature", "vitamin E")),
        ("literature", ("literature", "")),
        ("ask Is zinc good?", ("ask", "Is zinc good?")),
        ("browse vitamin E", ("browse", "vitamin E")),
        ("check Zinc cures colds.", ("check", "Zinc cures colds.")),
        ("Help me understand zinc", ("", "Help me understand zinc")),
        ("check whether zinc works", ("", "check whether zinc works")),
        ("Progress of Alzheimer's disease?", ("", "Progress of Alzheimer's disease?")),
        ("summary of zinc trials", ("", "summary of zinc trials")),
        ("forget-me-not tea: does it help?", ("", "forget-me-not tea: does it help?")),
        ("map vitamin E", ("", "map vitamin E")),
        ("Is zinc good?", ("", "Is zinc good?")),
    ],
)
def test_commands_are_told_from_questions(text: str, found: tuple[str, str]) -> None:
    assert split_command(text) == found


async def test_commands_come_with_what_they_are_about() -> None:
    async with world() as w:
        for text in ("literature zinc", "check Zinc cures colds.", "settings"):
            await w.send(said(text))
        literature, check, settings = w.core.events
        assert isinstance(literature, Command)
        assert (literature.name, literature.text) == ("literature", "zinc")
        assert isinstance(check, Command)
        assert check.said == (Said("Ann", "Zinc cures colds."),)
        assert isinstance(settings, Command)


async def test_the_thread_is_mapped_as_far_as_we_have_seen_it() -> None:
    async with world() as w:
        await w.send(payload("message_channel_unaddressed"))
        await w.send(said("Does zinc help?", "channel"))
        await w.send(said("map", "channel"))
        command = w.core.events[-1]
        assert isinstance(command, Command)
        assert command.said[0] == Said("Ann", "I take zinc every winter.", command.said[0].id)
        assert all(one.id.startswith(f"teams:{CHANNEL}:1") for one in command.said)
        assert len(command.said) == 2


async def test_what_was_seen_of_a_thread_is_forgotten_with_it() -> None:
    async with world() as w:
        await w.send(payload("message_channel_unaddressed"))
        await w.send(said("forget", "channel"))
        await w.send(said("map", "channel"))
        command = w.core.events[-1]
        assert isinstance(command, Command)
        assert command.said == ()


async def test_a_mention_without_words_asks_for_help() -> None:
    async with world() as w:
        await w.send(said("", "channel"))
        assert isinstance(w.core.events[0], Command)
        assert w.core.events[0].name == "help"


@pytest.mark.parametrize(
    ("text", "rest"),
    [("new", ""), ("/new Is zinc good?", "Is zinc good?"), ("new: x", "x"), ("new drugs for colds?", None)],
)
def test_new_begins_a_thread_and_is_no_word_of_a_question(text: str, rest: str | None) -> None:
    assert text_after_new(text) == rest


async def test_a_chat_can_begin_a_new_exploration_and_its_buttons_keep_to_theirs() -> None:
    async with world() as w:
        await w.send(said("Is zinc good?"))
        await w.send(said("new: Is vitamin E good?"))
        await w.send(said("And for colds?"))
        places = [e.place for e in w.core.events]
        assert places[0] == IN_PERSON
        assert places[1] == places[2] != IN_PERSON
        assert places[1].channel == IN_PERSON.channel


async def test_what_is_no_message_is_taken_quietly() -> None:
    async with world() as w:
        for name in ("edited", "reaction", "bot_added"):
            assert (await w.send(payload(name))).status_code == 200
        odd = payload("message_personal", conversation={"id": "../../evil"})
        assert (await w.send(odd)).status_code == 200
        assert (await w.send(payload("card_action_channel") | {"name": "unheard/of"})).status_code == 200
        assert w.core.events == []


@pytest.mark.parametrize(
    "event",
    [
        *("channelCreated", "channelRenamed", "channelDeleted", "channelRestored", "channelShared", "channelUnshared"),
        *("teamArchived", "teamUnarchived", "teamRenamed", "teamDeleted", "teamHardDeleted", "teamMemberRemoved"),
    ],
)
async def test_what_becomes_of_a_channel_or_a_team_is_taken_quietly_and_questions_go_on(event: str) -> None:
    async with world() as w:
        told = payload("bot_added") | {"membersAdded": None, "membersRemoved": None}
        told["channelData"] |= {"eventType": event, "channel": {"id": "19:other@thread.tacv2", "name": "شرح 🧪"}}
        assert (await w.send(told)).status_code == 200
        assert w.core.events == []
        assert not w.connector.messages
        await w.send(said("Does zinc help?", "channel"))
        assert [e.text for e in w.core.events if isinstance(e, Message)] == ["Does zinc help?"]


async def test_whatever_is_missing_or_of_another_kind_in_an_activity_is_no_fault_of_ours() -> None:
    async with world() as w:
        for path in sorted(PAYLOADS.glob("*.json")):
            whole = payload(path.stem)
            inner = (whole.get(name) for name in ("conversation", "from", "channelData", "value"))
            for part in (whole, *(one for one in inner if isinstance(one, dict))):
                for n, (name, value) in enumerate(list(part.items())):
                    odds: tuple[object, ...] = (None, [], {}, 7, True, "x" * 5_000, [None], {"id": None})
                    for odd in odds[n % 3 :: 3]:
                        part[name] = odd
                        answer = await w.send(whole)
                        assert answer.status_code < 500, (path.stem, name, odd)
                    part[name] = value


async def test_events_without_an_id_are_not_taken_for_each_other() -> None:
    async with world() as w:
        for text in ("Is zinc good?", "Is iron good?", "Is iron good?"):
            body = said(text)
            del body["id"]
            await w.send(body)
        assert len({e.id for e in w.core.events}) == 2


async def test_somebody_who_installs_the_app_is_told_what_it_can_do() -> None:
    async with world() as w:
        await w.send(payload("installed"))
        await w.send(payload("installed") | {"action": "remove", "id": "f:gone"})
        assert [e.name for e in w.core.events if isinstance(e, Command)] == ["help"]


async def test_where_the_bot_was_added_it_can_be_found_again() -> None:
    async with world() as w:
        await w.send(payload("bot_added"))
        assert f"c:{CHANNEL}" in w.state.map
        assert f"c:{GROUP}" not in w.state.map
        await w.deliver(Reply("", "", (Notice("Hello."),)), IN_CHANNEL)
        assert w.connector.said(f"{CHANNEL};messageid={IN_CHANNEL.thread}") == ["Hello."]
        async with asyncio.timeout(30):  # the greeting is said beside everything else
            while not w.connector.said(CHANNEL):
                await asyncio.sleep(0.02)
        assert "Mention me" in w.connector.said(CHANNEL)[0]


async def test_a_message_that_cannot_be_kept_is_not_acknowledged(caplog: pytest.LogCaptureFixture) -> None:
    async with world() as w:
        w.core.fault = StoreError("disk full at /secret/place")
        response = await w.send(said("Is zinc good?"))
        assert response.status_code == 500
        assert "secret" not in response.text


async def test_names_and_words_are_cleaned_of_what_nobody_sees() -> None:
    async with world() as w:
        body = said("Is \u202ezinc\x00 good?&nbsp;&lt;b&gt; <at>Ben</at>")
        await w.send(body | {"from": {**body["from"], "name": "A\u202enn"}})
        (event,) = w.core.events
        assert isinstance(event, Message)
        assert event.text == "Is zinc good? <b> Ben"
        assert event.person == Person(ANN.id, "Ann", admin=True)


@pytest.mark.parametrize(("seconds", "read"), [(20, True), (90, False)])
async def test_a_question_that_is_changed_within_a_minute_reaches_the_core_and_a_later_change_does_not(
    seconds: int, read: bool
) -> None:
    async with world() as w:
        asked = said("Does zinc help?", "group")
        await w.send(asked)
        at = datetime.fromtimestamp(int(asked["id"]) / 1000 + seconds, UTC).isoformat()
        text = "<at>Evigraph</at> Does iron help?"
        await w.send({**asked, "type": "messageUpdate", "text": text, "timestamp": at})
        found = [e for e in w.core.events if isinstance(e, Change)]
        assert [(c.message, c.text) for c in found] == ([(w.core.events[0].id, "Does iron help?")] if read else [])


async def test_a_question_that_is_deleted_reaches_the_core() -> None:
    async with world() as w:
        asked = said("Does zinc help?", "channel")
        await w.send(asked)
        await w.send({**asked, "type": "messageDelete", "text": ""})
        found = w.core.events[-1]
        assert isinstance(found, Change)
        assert (found.message, found.deleted) == (w.core.events[0].id, True)


async def test_a_team_that_it_is_added_to_is_greeted_once() -> None:
    async with world() as w:
        added = payload("bot_added")
        assert added["conversation"]["conversationType"] != "personal"
        for _ in range(2):
            await w.send(added)
        async with asyncio.timeout(30):
            while not w.connector.messages:
                await asyncio.sleep(0.02)
        told = [words(m["attachments"][0]["content"]) for m in w.connector.messages.values()]
        assert len(told) == 1
        assert "Mention me" in told[0]
        others = {**added, "membersAdded": [{"id": "29:ben"}], "conversation": {**added["conversation"], "id": GROUP}}
        await w.send(others)
        assert len(w.connector.messages) == 1


async def test_check_alone_in_a_thread_is_about_what_was_said_there_last() -> None:
    async with world() as w:
        await w.send(said("Zinc cures colds.", "channel"))
        await w.send(said("check", "channel"))
        found = w.core.events[-1]
        assert isinstance(found, Message)
        assert (found.text, found.quote) == ("check", "Zinc cures colds.")
        await w.send(said("check", "group"))  # nothing was said there
        assert isinstance(w.core.events[-1], Message)
        assert w.core.events[-1].quote == ""
