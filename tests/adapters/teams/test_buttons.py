"""Buttons, lists, forms and dialogs: what a card sends comes back as the click that it stands for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from microsoft_teams.api.activities.invoke.adaptive_card.action import AdaptiveCardInvokeActivity

from adapters.teams.card import render
from adapters.teams.forms import fields_of
from adapters.teams.scene import CardContext, CardSurface
from kgcore.values.message import Click, PanelQuery
from kgcore.values.reply import (
    Choice,
    Choices,
    Field,
    FieldKind,
    Form,
    Notice,
    Option,
    Plain,
    Reply,
    Steps,
    StepView,
    Text,
)
from tests.adapters.teams.people import IN_CHANNEL, IN_PERSON, World, payload, pressed, said, submitted, world
from tests.servers.teams_schema import buttons, faults, walk, words

FORM = Form(
    "Settings",
    (
        Field("detail", "How *long*", FieldKind.ONE, (Option("a,b", "Brief"), Option("n", "Normal")), ("a,b",)),
        Field("kinds", "What", FieldKind.MANY, tuple(Option(f"x,{n}", f"Kind {n}") for n in range(3)), least=0, most=3),
        Field("why", "Why", FieldKind.TEXT, most=1000),
    ),
    "Keep",
    "kg1:set:t1:0",
)
ASK = Choice(
    "Can vitamin E, perhaps together with selenium, slow Alzheimer's disease?",
    "kg1:ask:t1:0",
    "3 papers: 2 for, 1 against",
    2,
    aside=(Choice("Dismiss", "kg1:dismiss:t1:0"), Choice("No more drugs", "kg1:not-type:t1:0")),
)


def card(*blocks: Any, surface: CardSurface = CardSurface.MESSAGE) -> dict[str, Any]:
    (made,) = render(Reply("t1", "", blocks), CardContext(surface))
    assert faults(made) == []
    return made


def test_a_next_question_is_pressed_as_a_whole_and_dismissed_beside() -> None:
    made = card(Choices((ASK,), (), "Ask next"))
    found = buttons(made)
    (title,) = [t for t in found if t.startswith("Can vitamin E")]
    assert found[title]["type"] == "Action.Execute"
    assert found[title]["data"]["a"] == "kg1:ask:t1:0"
    assert found[title]["associatedInputs"] == "none"
    assert found["✕"]["tooltip"] == "Dismiss"
    assert found["No more drugs"]["mode"] == "secondary"
    assert "3 papers: 2 for, 1 against" in words(made)
    assert "disease?②" in words(made)


def test_at_most_six_buttons_stand_in_a_row_and_the_rest_in_a_list() -> None:
    made = card(Choices(tuple(Choice(f"B{n}", f"kg1:ask:t1:{n}") for n in range(9)), (Choice("M", "kg1:ask:t1:9"),)))
    (row,) = [e for e in walk(made) if e.get("type") == "ActionSet" and len(e["actions"]) > 1]
    (menu,) = [e for e in walk(made) if e.get("type") == "Input.ChoiceSet"]
    assert [a["title"] for a in row["actions"]] == [f"B{n}" for n in range(6)]
    assert [c["value"] for c in menu["choices"]] == [f"kg1:ask:t1:{n}" for n in range(6, 10)]


def test_lists_of_one_card_have_ids_of_their_own() -> None:
    choices = Choices((), (Choice("M", "kg1:ask:t1:9"),))
    card(choices, choices, FORM, FORM, Steps((StepView(1, "Q", "kg1:step:t1:0"), StepView(2, "R", "kg1:step:t2:0"))))


async def test_a_clients_own_refresh_is_no_click() -> None:
    async with world() as w:
        sent = payload("card_action_personal")
        sent["value"] = {**sent["value"], "trigger": "automatic"}
        assert (await w.send(sent)).status_code == 200
        assert w.core.events == []


@pytest.mark.parametrize("name", ["card_action_personal", "card_action_group", "card_action_channel"])
def test_the_payloads_of_buttons_are_as_microsofts_sdk_has_them(name: str) -> None:
    read = AdaptiveCardInvokeActivity.model_validate(payload(name))
    assert read.value.action.type == "Action.Execute"
    assert read.value.action.verb
    assert not read.value.model_extra
    assert not read.value.action.model_extra


async def test_a_button_becomes_a_click_of_its_thread_and_the_word_it_leads_to_is_shown() -> None:
    async with world(patience=2.0) as w:
        await w.send(said("hello", "channel"))
        button = buttons(card(Choices((Choice("Dismiss", "kg1:dismiss:t1:0"),))))["Dismiss"]
        word = Reply("", "", (Notice("Gone."), Choices((Choice("Undo", "kg1:undo:t1:0"),))), private=True)
        sent = asyncio.create_task(w.send(pressed(button, "channel")))
        click = await arrived(w)
        assert (click.action, click.place) == ("kg1:dismiss:t1:0", IN_CHANNEL)
        await w.deliver(word, IN_CHANNEL, event=click.id)
        answer = (await sent).json()
        assert answer["type"] == "application/vnd.microsoft.activity.message"
        assert answer["value"] == "Gone. “undo” takes it back."
        assert w.connector.calls == []


async def arrived(w: World, nth: int = -1) -> Click:
    before = len(w.core.events)
    while len(w.core.events) == before or not isinstance(w.core.events[nth], Click):
        await asyncio.sleep(0.005)
    event = w.core.events[nth]
    assert isinstance(event, Click)
    return event


async def test_a_button_that_changes_its_own_message_is_answered_with_the_card_as_it_is_now() -> None:
    async with world(patience=5.0) as w:
        await w.send(said("hello", "channel"))
        before = Reply("t1", "Q", (Choices((Choice("Try again", "kg1:retry:t1:0"),)),))
        receipt = await w.deliver(before, IN_CHANNEL)
        (id,) = w.connector.messages
        w.core.answer = after = Reply("t1", "Q", (Notice("One question less."),))
        button = buttons(w.connector.messages[id]["attachments"][0]["content"])["Try again"]
        sent = asyncio.create_task(w.send(pressed(button, "channel") | {"replyToId": id}))
        click = await arrived(w)
        await w.deliver(after, IN_CHANNEL, receipt, event=click.id)
        answer = (await sent).json()
        assert answer["type"] == "application/vnd.microsoft.card.adaptive"
        assert faults(answer["value"]) == []
        assert "One question less." in words(answer["value"])


async def test_without_a_word_in_time_the_button_is_acknowledged() -> None:
    async with world() as w:
        answer = (await w.send(payload("card_action_personal"))).json()
        assert (answer["statusCode"], answer["value"]) == (200, "Evigraph is on it.")


async def test_what_is_chosen_from_a_list_is_clicked_and_nothing_chosen_is_told() -> None:
    async with world() as w:
        made = card(Choices((), (Choice("M", "kg1:ask:t1:9"),), "More"))
        go = buttons(made)["Go"]
        assert "choose" in (await w.send(pressed(go))).json()["value"]
        await w.send(pressed(go, **{go["data"]["menu"]: "kg1:ask:t1:9"}))
        assert [e.action for e in w.core.events if isinstance(e, Click)] == ["kg1:ask:t1:9"]


async def test_a_look_opens_a_dialog_at_once_for_the_person_alone() -> None:
    async with world() as w:
        button = buttons(card(Choices((Choice("Why?", "kg1:why:t1:0"),))))["Why?"]
        assert button["data"]["msteams"] == {"type": "task/fetch"}
        w.core.answer = Reply("", "Why", (Text((Plain("Because."),)), FORM), private=True)
        answer = (await w.send(pressed(button, "channel"))).json()
        shown = answer["task"]["value"]["card"]["content"]
        assert answer["task"]["type"] == "continue"
        assert "Because." in words(shown)
        assert faults(shown) == []
        assert not [e for e in walk(shown) if e.get("type") == "Action.Execute"]
        (query,) = w.core.queries
        assert isinstance(query, PanelQuery)
        assert query.click.place == IN_CHANNEL
        assert w.core.events == []


async def test_a_dialogs_form_comes_back_with_its_fields() -> None:
    async with world() as w:
        shown = card(FORM, surface=CardSurface.DIALOG)
        keep = buttons(shown)["Keep"]
        ids = [e["id"] for e in walk(shown) if str(e.get("type", "")).startswith("Input.")]
        assert next(e["label"] for e in walk(shown) if "label" in e) == "How *long*"  # clients show a label as it is
        chosen = dict(zip(ids, ("a%2Cb", "x%2C0,x%2C2", " It is so. "), strict=True))
        response = await w.send(submitted(keep, "channel", **chosen, other="1"))
        assert (response.status_code, response.content) == (200, b"")
        (click,) = w.core.events
        assert isinstance(click, Click)
        assert click.action == "kg1:set:t1:0"
        assert click.fields == (("detail", ("a,b",)), ("kinds", ("x,0", "x,2")), ("why", ("It is so.",)))


async def test_a_click_in_a_dialog_that_leads_to_another_panel_shows_it_there() -> None:
    async with world(patience=2.0) as w:
        button = buttons(card(Choices((Choice("Rate", "kg1:up:t1:0"),)), surface=CardSurface.DIALOG))["Rate"]
        sent = asyncio.create_task(w.send(submitted(button)))
        click = await arrived(w)
        await w.deliver(Reply("", "Summary", (Text((Plain("All."),)),), private=True), IN_PERSON, event=click.id)
        assert "All." in words((await sent).json()["task"]["value"]["card"]["content"])


async def test_a_click_that_leads_to_a_new_answer_closes_the_dialog_at_once() -> None:
    async with world(patience=30.0) as w:
        await w.send(said("hello", "channel"))
        button = buttons(card(Choices((Choice("Explain", "kg1:explain:t1:1"),)), surface=CardSurface.DIALOG))["Explain"]
        sent = asyncio.create_task(w.send(submitted(button, "channel")))
        click = await arrived(w)
        await w.deliver(Reply("t2", "Explain", (Text((Plain("So."),)),)), IN_CHANNEL, event=click.id)
        assert (await asyncio.wait_for(sent, 60)).content == b""


async def test_thumbs_of_a_claim_open_the_form_for_the_reason() -> None:
    async with world(patience=2.0) as w:
        button = buttons(card(Choices((Choice("👎", "kg1:down:t1:2"),))))["👎"]
        sent = asyncio.create_task(w.send(pressed(button, "channel")))
        click = await arrived(w)
        reason = Form("Why?", (Field("reason", "Your reason", FieldKind.TEXT, most=500),), "Send", "kg1:reason:t1:2")
        await w.deliver(Reply("", "", (Notice("Thank you."), reason), private=True), IN_CHANNEL, event=click.id)
        shown = (await sent).json()["task"]["value"]["card"]["content"]
        assert "Send" in buttons(shown)


async def test_the_platforms_own_thumbs_say_so_of_the_answer_with_the_reason() -> None:
    async with world() as w:
        await w.send(said("hello", "channel"))
        await w.deliver(Reply("t1", "Q", (Text((Plain("A."),)),)), IN_CHANNEL)
        (id,) = w.connector.messages
        assert w.connector.messages[id]["channelData"]["feedbackLoop"] == {"type": "default"}
        response = await w.send(payload("feedback", replyToId=id))
        assert response.status_code == 200
        down, why = w.core.events[-2:]
        assert isinstance(down, Click)
        assert (down.action, down.place) == ("kg1:down:t1:0", IN_CHANNEL)
        assert isinstance(why, Click)
        assert (why.action, why.fields) == ("kg1:reason:t1:0", (("reason", ('It "misses" the newest trial.',)),))
        before = len(w.connector.calls)
        await w.deliver(Reply("", "", (Notice("Thank you."),), private=True), IN_CHANNEL, event=down.id)
        assert len(w.connector.calls) == before


async def test_feedback_on_an_unknown_message_is_taken_quietly() -> None:
    async with world() as w:
        assert (await w.send(payload("feedback", replyToId="9"))).status_code == 200
        assert w.core.events == []


async def test_a_button_of_an_old_client_comes_as_a_message_and_is_a_click_all_the_same() -> None:
    async with world() as w:
        await w.send(payload("message_personal", text="") | {"value": {"a": "kg1:ask:t1:0"}})
        assert [e.action for e in w.core.events if isinstance(e, Click)] == ["kg1:ask:t1:0"]


async def test_a_buttons_earlier_thread_is_kept_in_a_chat() -> None:
    async with world() as w:
        await w.send(said("new: Is zinc good?"))
        await w.deliver(Reply("t1", "Q", (Choices((Choice("Go on", "kg1:ask:t1:0"),)),)), w.core.events[0].place)
        await w.send(said("new: Is vitamin E good?"))
        button = buttons(next(iter(w.connector.messages.values()))["attachments"][0]["content"])["Go on"]
        await w.send(pressed(button))
        assert w.core.events[-1].place == w.core.events[0].place != w.core.events[1].place


@pytest.mark.parametrize("sent", [{}, {"form_id": "f-"}, {"form_id": 3}, {"form_id": "f-", "f-text-x": ["y"]}])
def test_whatever_is_sent_is_read_without_failing(sent: dict[str, Any]) -> None:
    assert fields_of(sent) == ()


async def test_a_failure_behind_a_button_tells_a_number_and_no_more() -> None:
    async with world() as w:
        w.core.fault = RuntimeError("secret")
        answer = await w.send(payload("card_action_personal"))
        assert answer.status_code == 200
        assert "incident" in answer.json()["value"]
        assert "secret" not in answer.text
