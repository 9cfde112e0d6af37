"""Thumbs and reasons."""

from __future__ import annotations

import pytest

from kgcore.presentation.replies import last_ratings
from kgcore.values.actions import ActionRecord, Rated
from kgcore.values.message import Action, Click, TurnQuery, Verb
from kgcore.values.reply import Claims
from tests.kgcore.house import ANN, HERE, Bot, bot, folder, words
from tests.kgcore.talking import BEN, CHANNEL, VITAMIN_E, act, button, forms, notices

__all__ = ["bot", "folder"]


async def rated(bot: Bot) -> list[Rated]:
    action_records: list[ActionRecord] = [action_record for action_record, _ in await bot.store.ratings()]
    return [d.control for d in last_ratings(action_records) if isinstance(d.control, Rated)]


async def test_an_answer_and_each_claim_can_be_rated(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E))[-1]
    claims = [c for b in answer.blocks if isinstance(b, Claims) for c in b.claims]
    assert button(answer, Verb.UP, 0).label == "👍"
    await bot.click(button(answer, Verb.UP, 0).action)
    await bot.click(claims[1].down)
    assert await rated(bot) == [Rated(answer.turn, 0, True), Rated(answer.turn, claims[1].number, False)]


async def test_rating_is_thanked_for_in_private_with_a_form_for_the_reason(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E))[-1]
    (thanks,) = await bot.click(button(answer, Verb.DOWN).action)
    assert thanks.private
    assert "Thanks" in notices(thanks)
    (form,) = forms(thanks)
    assert Action.parse(form.action) == Action(Verb.REASON, answer.turn, 0)
    (again,) = await bot.click(form.action, reason=("It leaves  out\nthe dose.",))
    assert again.private
    assert await rated(bot) == [Rated(answer.turn, 0, False, "It leaves out the dose.")]


async def test_rating_again_replaces_and_others_keep_theirs(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E, CHANNEL))[-1]
    for n, (person, verb) in enumerate([(ANN, Verb.UP), (BEN, Verb.DOWN), (ANN, Verb.DOWN), (ANN, Verb.DOWN)]):
        await bot.send(Click(f"r{n}", CHANNEL, person, act(verb, answer.turn)))
    assert await rated(bot) == [Rated(answer.turn, 0, False)] * 2
    assert {d.person.split("\x1f")[-1] for d, _ in await bot.store.ratings()} == {ANN.id, BEN.id}


@pytest.mark.parametrize("index", [999, 100_000])
async def test_a_claim_that_is_not_there_cannot_be_rated(bot: Bot, index: int) -> None:
    turn = (await bot.ask(VITAMIN_E))[-1].turn
    assert "no longer here" in notices((await bot.click(act(Verb.UP, turn, index)))[-1])
    assert not await rated(bot)


async def test_a_reason_without_a_rating_is_stale(bot: Bot) -> None:
    turn = (await bot.ask(VITAMIN_E))[-1].turn
    assert "no longer here" in notices((await bot.click(act(Verb.REASON, turn), reason=("x",)))[-1])


async def test_rating_changes_neither_the_answer_nor_what_undo_takes_back(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E))[-1]
    await bot.click(act(Verb.TELLING, answer.turn, 1))
    outline = await bot.assistant.ask(TurnQuery(HERE, answer.turn))
    await bot.click(act(Verb.UP, answer.turn))
    assert await bot.assistant.ask(TurnQuery(HERE, answer.turn)) == outline
    assert (await bot.command("undo"))[-1] == answer
    assert "nothing to undo" in words((await bot.command("undo"))[-1])
    assert len(await rated(bot)) == 1
