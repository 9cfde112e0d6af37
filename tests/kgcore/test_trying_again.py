"""The button under what failed: it has it answered after all, once, and after a restart, too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.message import Action, Click, Command, Failed, Message, TurnQuery, Verb
from kgcore.values.thread import Turn
from tests.kgcore.house import ANN, Bot, bot, folder, verdicts
from tests.kgcore.talking import BEN, CHANNEL, VITAMIN_E, act, button, notices

__all__ = ["bot", "folder"]

ASKED = Message("m1", CHANNEL, ANN, VITAMIN_E)
RETRY = act(Verb.RETRY, "n1")


async def failed(bot: Bot, event: Message | Command | Click) -> None:
    await bot.store.keep_note(Failed("n1", CHANNEL.key, "ann", event))


async def test_a_question_that_failed_is_answered_after_a_restart(bot: Bot) -> None:
    await failed(bot, ASKED)
    await bot.store.save(Turn("t1", CHANNEL.key, VITAMIN_E, done=True), ASKED.id)
    bot.start()
    answer = (await bot.send(Click("c1", CHANNEL, BEN, RETRY)))[-1]
    assert answer.question == VITAMIN_E
    assert answer.turn != "t1"
    assert verdicts(answer)


@pytest.mark.parametrize(
    "event",
    [
        Command("m2", CHANNEL, ANN, "ask", VITAMIN_E),
        Command("m3", CHANNEL, ANN, "help"),
        Click("m4", CHANNEL, ANN, act(Verb.SETTINGS, "none")),
    ],
)
async def test_commands_and_clicks_can_be_tried_again_too(bot: Bot, event: Command | Click) -> None:
    await failed(bot, event)
    note = await bot.store.note("n1")
    assert isinstance(note, Failed)
    assert note.event == event
    (again,) = (await bot.send(Click("c1", CHANNEL, ANN, RETRY)))[-1:]
    (first,) = (await bot.send(event))[-1:]
    assert again.question == first.question
    assert [type(b) for b in again.blocks][:3] == [type(b) for b in first.blocks][:3]


async def test_a_second_press_answers_nothing_twice_and_a_redelivered_one_goes_on(bot: Bot) -> None:
    await failed(bot, ASKED)
    first = (await bot.send(Click("c1", CHANNEL, ANN, RETRY)))[-1]
    assert "tried again already" in notices((await bot.send(Click("c2", CHANNEL, BEN, RETRY)))[-1])
    assert (await bot.send(Click("c1", CHANNEL, ANN, RETRY)))[-1].turn == first.turn
    assert len(await bot.store.turns(CHANNEL.key)) == 1


async def test_nobody_elsewhere_can_try_it_again(bot: Bot) -> None:
    await failed(bot, ASKED)
    elsewhere = replace(CHANNEL, channel="other")
    assert "no longer here" in notices((await bot.send(Click("c1", elsewhere, ANN, RETRY)))[-1])


async def test_the_button_stands_under_the_turn_as_long_as_it_is_shown(bot: Bot) -> None:
    await failed(bot, ASKED)
    turn = Turn("t1", CHANNEL.key, VITAMIN_E, done=True, notices=("Something went wrong.",), retry="n1")
    await bot.store.save(turn, ASKED.id)
    shown = await bot.assistant.ask(TurnQuery(CHANNEL, "t1"))
    assert Action.parse(button(shown, Verb.RETRY).action) == Action(Verb.RETRY, "n1")
