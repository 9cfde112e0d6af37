"""Buttons, menus and forms: acknowledged at once, once, and after a restart as well."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.port import NOWHERE, Origin
from kgcore.errors import StoreFull
from kgcore.values.message import Click, PanelQuery
from kgcore.values.reply import Notice, Reply
from tests.adapters.discord.rig import Rig, Script, ids, shown
from tests.adapters.discord.scripted import QUESTION


async def answer(rig: Rig) -> Any:
    """Ask, and return the message with the answer."""
    await rig.mention(QUESTION)
    return rig.thread.last_message


async def press(rig: Rig, message: Any, label: str, by: Any = None) -> Any:
    found = await (by or rig.ann).click(message, label=label)
    await rig.settle()
    return found


# everything stands in messages, where it can be pressed
pytestmark = pytest.mark.parametrize("rig", [{"long": True}], indirect=True)


async def test_a_look_is_answered_at_once_for_the_person_alone(rig: Rig, script: Script) -> None:
    result = await press(rig, await answer(rig), "Node", by=rig.ben)
    assert result.ephemeral
    assert "The panel of node." in shown(result.response.message)
    (query,) = script.queries
    assert isinstance(query, PanelQuery)
    assert query.click.person.name == "ben"
    assert len(script.events) == 1  # the question; a look is no event


async def test_any_other_press_is_acknowledged_and_goes_into_the_inbox_once(rig: Rig, script: Script) -> None:
    result = await press(rig, await answer(rig), "Ask")
    assert result.acknowledged
    assert result.deferred
    click = script.event
    assert isinstance(click, Click)
    assert (click.action, click.place.thread) == ("kg1:ask:turn01:0", str(rig.thread.id))
    assert "What else helps?" in shown(rig.thread.history()[-1])


async def test_an_entry_of_a_menu_is_an_action(rig: Rig, script: Script) -> None:
    message = await answer(rig)
    await rig.ann.select(message, ["kg1:dismiss:turn01:0"], custom_id="kgm:0")
    await rig.settle()
    assert script.event.action == "kg1:dismiss:turn01:0"
    (edited,) = rig.thread.history()
    assert "What else helps?" not in shown(edited)  # the message of the turn was edited


async def test_buttons_and_forms_of_yesterday_work_after_a_restart(rig: Rig, script: Script) -> None:
    message = await answer(rig)
    panel = await press(rig, message, "Node")
    await rig.restart()
    await press(rig, message, "Ask")
    assert script.event.action == "kg1:ask:turn01:0"
    opened = await press(rig, panel.response, "Ask about zinc")
    assert opened.modal["title"] == "Ask about zinc"
    await rig.restart()  # while somebody is writing
    await rig.ann.submit_modal(opened, {"text": "Does it help children?"})
    await rig.settle()
    assert script.event.action == "kg1:about:turn01:1"
    assert script.event.fields == (("text", ("Does it help children?",)),)


async def test_the_menu_entry_that_a_form_leads_to_has_all_its_choices(rig: Rig, script: Script) -> None:
    panel = await press(rig, await answer(rig), "Node")
    opened = await press(rig, panel.response, "Merge two nodes")
    controls = [c["component"] for c in opened.modal["components"]]
    assert [len(c["options"]) for c in controls] == [25, 5, 25, 5]  # thirty each: no list holds more than 25
    first, _, _, last = (c["custom_id"] for c in controls)
    await rig.ann.submit_modal(opened, {first: ["3"], last: ["27"]})
    await rig.settle()
    assert script.event.fields == (("gone", ("3",)), ("kept", ("27",)))


async def test_a_private_reply_is_seen_by_the_person_alone(rig: Rig) -> None:
    result = await press(rig, await answer(rig), "Good", by=rig.ben)
    (followup,) = result.followups
    assert followup.ephemeral
    assert "Thanks." in shown(followup.message)
    assert len(rig.thread.history()) == 1


async def test_a_form_in_a_private_reply_can_be_opened_and_sent_after_a_restart(rig: Rig, script: Script) -> None:
    result = await press(rig, await answer(rig), "Good")
    await rig.restart()
    opened = await press(rig, result.followups[0], "What was good?")
    await rig.ann.submit_modal(opened, {"reason": "Short and clear"})
    await rig.settle()
    assert script.event.action == "kg1:reason:turn01:0"
    assert script.event.field("reason") == ("Short and clear",)


async def test_after_fifteen_minutes_a_private_reply_comes_as_a_direct_message(rig: Rig, script: Script) -> None:
    message = await answer(rig)
    rig.env.inject_error("POST", "/webhooks/*", status=401, code=50027, times=None)
    await press(rig, message, "Good")
    last = rig.ann.user.dm_channel.last_message
    assert last is not None
    assert "Thanks." in shown(last)
    opened = await rig.ann.user.click(last, label="What was good?")
    await rig.settle()
    await rig.ann.user.submit_modal(opened, {"reason": "Clear"})
    await rig.settle()
    assert script.event.place.thread == str(rig.thread.id)  # what is done there belongs to the thread


async def test_who_takes_no_direct_messages_is_named_in_the_thread_without_a_ping(rig: Rig) -> None:
    message = await answer(rig)
    rig.env.inject_error("POST", "/webhooks/*", status=401, code=50027, times=None)
    rig.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await press(rig, message, "Good")
    last = rig.thread.history()[-1]
    assert "For ann: there is something for you alone" in shown(last)
    assert "Thanks." not in shown(last)  # what is private never stands where others read
    assert last.mentions == []


async def test_a_press_that_cannot_be_kept_is_told_in_words(rig: Rig, script: Script) -> None:
    message = await answer(rig)

    class Full:
        async def put(self, event: object, origin: Origin = NOWHERE) -> bool:
            raise StoreFull("No room left for /srv/secret/evigraph.db.")

    rig.adapter.services.open(Full(), script.ask)
    result = await press(rig, message, "Ask")
    told = shown(result.followups[0].message)
    assert "The disk is full" in told
    assert "Incident" in told
    assert "/srv" not in told


async def test_an_unknown_button_gets_an_answer_too(rig: Rig, script: Script) -> None:
    script.answer = lambda event: [Reply("", "", (Notice("That is no longer here."),), private=True)]
    rig.adapter.services.hooks.of("nothing")
    await rig.ann.send_dm(QUESTION)
    await rig.settle()
    last = rig.ann.user.dm_channel.last_message
    assert last is not None
    assert "That is no longer here." in shown(last)


async def test_a_second_page_takes_the_place_of_the_first(rig: Rig, script: Script) -> None:
    looked: Any = await rig.ann.slash(rig.channel, "literature", about="zinc")
    inverted = await press(rig, looked.response, "Next")
    assert inverted.response.id == looked.response.id
    assert "The panel of page." in shown(inverted.response.message)
    assert all(len(i) <= 100 for i in ids(inverted.response.message))
