"""One message a question with one row of controls, and a team's first day on Discord as one story."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
import simcord

from adapters.discord.condensing import rest_of_reply, short_reply
from adapters.discord.layout import lay_out_reply
from adapters.discord.pieces import Buttons
from adapters.shared.condensing import Rest
from kgcore.values.message import Verb
from kgcore.values.reply import Plain, Text
from tests.adapters.discord.golden import replies
from tests.adapters.discord.rig import Rig, components, ids, shown, walk
from tests.kgcore.house import Bot

QUESTION = "Can vitamin E slow the progression of Alzheimer's disease?"
CONTROLS = ["Evidence", "Next", "More", "👍", "👎"]


@pytest_asyncio.fixture
async def team(bot: Bot) -> AsyncIterator[Rig]:
    """A server with the real bot, as by default."""
    rig = Rig(bot.store)
    rig.attach(bot.assistant, bot.assistant.ask)
    env = simcord.Env(rig.adapter.client, settle_timeout=30)
    await env.start()
    rig.arrange(env)
    yield rig
    await env.shutdown()
    env.raise_errors()


def labels(message: Any) -> list[str]:
    """The buttons of a message, in order."""
    parts = walk([c.to_dict() for c in message.components])
    return [str(p["label"]) for p in parts if p.get("type") == 2]


async def press(rig: Rig, message: Any, label: str) -> Any:
    result = await rig.ann.click(message, label=label)
    await rig.settle()
    return result


async def choose(rig: Rig, message: Any, verb: Verb) -> Any:
    """Choose the first entry of a menu that asks for this."""
    parts = list(walk([c.to_dict() for c in message.components]))
    found = [(p, o) for p in parts for o in p.get("options") or () if o["value"].startswith(f"kg1:{verb.value}:")]
    result = await rig.ann.select(message, [found[0][1]["value"]], custom_id=found[0][0]["custom_id"])
    await rig.settle()
    return result


async def asked_and_pressed(team: Rig) -> None:
    """Ask, press every control, dismiss and take it back, ask the next question."""
    await team.mention(QUESTION)
    (first,) = team.thread.history()
    assert labels(first) == CONTROLS
    assert "**Reported**" in shown(first)
    evidence = await press(team, first, "Evidence")
    assert evidence.ephemeral
    one = await press(team, evidence.response, "Evidence 1")
    assert "What the graph says" in shown(one.response.message)
    thanks = await press(team, first, "👍")
    assert "Thanks" in shown(thanks.followups[0].message)
    more = await press(team, first, "More")
    assert "What counts?" in shown(more.response.message)
    assert "Explore" in shown(more.response.message) or "Picture and text" in shown(more.response.message)
    following = await press(team, first, "Next")
    before = shown(following.response.message)
    await choose(team, following.response.message, Verb.DISMISS)
    assert len(team.thread.history()) == 1  # nothing new in the thread
    assert before != shown(following.response.message)  # the list is as it is now
    (after,) = team.thread.history()
    more = await press(team, after, "More")
    await press(team, more.response, "Undo: dismissing a question")
    assert shown(team.thread.history()[0]) != shown(after)
    following = await press(team, team.thread.history()[0], "Next")
    question = next(i for i in ids(following.response.message) if i.startswith("kg1:ask:"))
    await team.ann.click(following.response, custom_id=question)
    await team.settle()
    first, *_, last = team.thread.history()
    assert labels(first) == []  # an older answer has no controls
    assert labels(last) == CONTROLS


async def asked_while_away(team: Rig, thread: Any) -> None:
    """What is asked in a thread and in the channel while no process is there is answered once by the next."""
    before = len(thread.history())
    await team.away()
    await team.mention("Does zinc shorten colds?", thread)
    asked = await team.mention("Can ginkgo biloba prevent dementia?")
    assert len(thread.history()) == before + 1
    await team.restart()
    await team.settle()
    for place, word, count in ((thread, "zinc", before + 2), (team.thread, "ginkgo", 1)):
        assert len(place.history()) == count
        assert word in shown(place.history()[-1]).lower()
        assert labels(place.history()[-1]) == CONTROLS
    assert team.thread.id == asked.id
    await team.restart()  # and not once more by the one after it
    await team.settle()
    assert len(thread.history()) == before + 2


async def a_guest_came(team: Rig) -> Any:
    """Somebody joins who has no rights but to write: answered like everybody, and deciding for nobody else."""
    gus = team.guild.add_member(team.env.create_user("gus"))
    await team.mention("Is ginger good for nausea?", by=gus)
    (answer,) = team.thread.history()
    assert "ginger" in shown(answer).lower()
    opened = await gus.click(answer, label="Next")
    await team.settle()
    assert opened.ephemeral
    settings: Any = await gus.slash(team.channel, "evigraph settings")
    await team.settle()
    assert settings.ephemeral
    assert labels(settings.response.message) == ["For you", "For this thread"]
    return gus


async def test_the_first_day_of_a_team(team: Rig) -> None:
    await asked_and_pressed(team)
    thread = team.thread
    found: Any = await team.ann.slash(team.channel, "literature", about="vitamin E")
    assert found.ephemeral
    assert "Papers 1 to 5 of" in shown(found.response.message)
    said = await team.ben.send(team.channel, "Vitamin E prevents Alzheimer's disease.")
    await team.ann.context_menu(team.channel, "Check the claims in this message", said)
    await team.settle()
    checked = team.thread
    assert "Vitamin E" in "\n".join(shown(m) for m in checked.history())
    await team.ann.context_menu(team.channel, "Map this thread", said)
    await team.settle()
    assert "Conversation: " in "\n".join(shown(m) for m in checked.history())
    await team.ben.delete(said)
    await team.settle()
    assert "Vitamin E" not in "\n".join([str(checked.name), *(shown(m) for m in checked.history())])

    gus = await a_guest_came(team)
    asked = await team.mention("Which supplements prevent the common cold?")
    await team.ann.delete(asked)
    await team.settle()
    (answer,) = team.thread.history()
    assert "The question was deleted." in shown(answer)
    refused = await gus.click(answer, label="Remove the answer")
    await team.settle()
    assert "Only" in shown(refused.followups[0].message)
    assert "common cold" in shown(team.thread.history()[0])
    team.guild.remove_member(gus)  # what a guest asked stays, and nobody hears of it
    await press(team, answer, "Remove the answer")
    assert "This answer was removed" in shown(team.thread.history()[0])

    await team.mention("Tell me about ginkgo biloba")
    for message in team.thread.history():
        assert shown(message).strip()
        assert set(labels(message)) < set(shown(message).split("\n"))  # never controls alone
    assert labels(team.thread.history()[-1]) == CONTROLS

    await asked_while_away(team, thread)


async def test_older_answers_lose_their_controls_after_a_restart_and_whoever_asks_next(team: Rig) -> None:
    await team.mention("Tell me about ginkgo biloba")
    thread = team.thread
    for by, question in ((team.ben, "Does it interact with warfarin?"), (team.ann, "Does it raise blood pressure?")):
        await team.restart()
        await team.mention(question, thread, by=by)
        *older, last = thread.history()
        assert labels(last) == CONTROLS
        assert not any(labels(message) for message in older)


async def test_an_answer_that_is_quick_is_the_first_thing_that_is_posted(team: Rig) -> None:
    team.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=99)  # nothing needs to be edited
    await team.mention("Tell me about ginkgo biloba")
    (answer,) = team.thread.history()
    assert "ginkgo" in shown(answer).lower()
    assert answer.edited_at is None


@pytest.mark.parametrize("name", ["answered", "compared", "explored", "mapped", "outline"])
def test_an_answer_has_one_row_of_controls_and_no_message_of_them_alone(name: str) -> None:
    reply = replies()[name]
    long = replace(reply, blocks=(*(Text((Plain(f"Paragraph {n}. " * 20),)) for n in range(60)), *reply.blocks))
    for one in (reply, long):
        pages = lay_out_reply(short_reply(one), brief=True)
        rows = [piece for page in pages for piece in page if isinstance(piece, Buttons)]
        assert len(rows) == 1
        assert len(rows[0].buttons) <= 5
        assert all(any(not isinstance(piece, Buttons) for piece in page) for page in pages)
        assert not any(
            isinstance(p, Buttons) for page in lay_out_reply(short_reply(one, row=False), brief=True) for p in page
        )


def test_everything_that_an_answer_leaves_out_lies_behind_its_controls() -> None:
    reply = replies()["explored"]
    told = [short_reply(reply), *(rest_of_reply(reply, rest) for rest in Rest)]
    offered = {i for r in told for page in lay_out_reply(r, brief=bool(r.turn)) for i in _actions(page)}
    assert {i for page in lay_out_reply(reply) for i in _actions(page)} <= offered


def _actions(page: Any) -> set[str]:
    parts = walk(components(page))
    found = {str(p.get("value") or p.get("custom_id")) for p in parts if p.get("value") or p.get("custom_id")}
    return {i for i in found if i.startswith("kg1:")}
