"""Panels and commands that are answered on the spot, for modals and autocompletion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.message import LOOKS, Action, Click, Command, CommandQuery, PanelQuery, Verb
from kgcore.values.reply import Notice, Tone
from tests.kgcore.house import ANN, HERE, Bot, bot, folder
from tests.kgcore.talking import CHANNEL, VITAMIN_E, act, notices

__all__ = ["bot", "folder"]


async def kept(bot: Bot) -> tuple[object, object]:
    return await bot.store.turns(HERE.key), await bot.store.action_records(HERE.key)


# What points into a list of papers, of entities or of proposals has tests of its own.
_ELSEWHERE = {Verb.PAGE, Verb.COMPARE, Verb.EDIT, Verb.PASSAGES, Verb.PAPERS, Verb.GRAPH_ON, Verb.LIKE}


@pytest.mark.parametrize("verb", sorted(LOOKS - _ELSEWHERE))
async def test_a_look_shows_on_the_spot_what_the_click_would_show(bot: Bot, verb: Verb) -> None:
    turn = (await bot.ask(VITAMIN_E))[-1].turn
    await bot.ask("And in Parkinson's disease?")
    index = 1 if verb is Verb.NODE else 0
    before = await kept(bot)
    shown = await bot.assistant.ask(PanelQuery(Click("q", HERE, ANN, act(verb, turn, index))))
    assert await kept(bot) == before
    assert shown == (await bot.click(act(verb, turn, index)))[-1]
    assert shown.private
    assert not (isinstance(shown.blocks[0], Notice) and shown.blocks[0].tone is Tone.WARNING)


@pytest.mark.parametrize("verb", sorted(set(Verb) - LOOKS))
async def test_what_changes_something_is_refused_on_the_spot(bot: Bot, verb: Verb) -> None:
    turn = (await bot.ask(VITAMIN_E))[-1].turn
    before = await kept(bot)
    shown = await bot.assistant.ask(PanelQuery(Click("q", HERE, ANN, act(verb, turn))))
    assert shown.private
    assert isinstance(shown.blocks[0], Notice)
    assert await kept(bot) == before


@pytest.mark.parametrize("action", ["", "kg1:why:nothing:0", "kg1:page:nothing:0", "kg1:nonsense:x:0"])
async def test_a_button_without_what_it_points_to_gets_a_friendly_word_on_the_spot(bot: Bot, action: str) -> None:
    assert "no longer here" in notices(await bot.assistant.ask(PanelQuery(Click("q", HERE, ANN, action))))


@pytest.mark.parametrize("name", ["settings", "progress", "bookmarks", "steps", "help", "review"])
async def test_a_command_shows_on_the_spot_what_the_event_would_show(bot: Bot, name: str) -> None:
    await bot.ask(VITAMIN_E)
    before = await kept(bot)
    shown = await bot.assistant.ask(CommandQuery(Command("q", HERE, ANN, name)))
    assert await kept(bot) == before
    assert shown.private
    assert shown == (await bot.command(name))[-1]


@pytest.mark.parametrize("name", ["ask", "map", "undo", "forget", "add", "nonsense"])
async def test_other_commands_are_refused_on_the_spot(bot: Bot, name: str) -> None:
    shown = await bot.assistant.ask(CommandQuery(Command("q", HERE, ANN, name, "zinc")))
    assert "cannot be shown here" in notices(shown)
    assert not await bot.store.turns(HERE.key)


def test_every_action_id_is_short() -> None:
    assert len(str(Action(Verb.BOOKMARK_PAPER, "x" * 40, 999_999))) <= 100


# ── outside of any thread ───────────────────────────────────────────────────────────────────────────────────────────

OUTSIDE = replace(CHANNEL, thread="")


async def test_a_command_outside_of_any_thread_looks_at_the_one_last_used_in_its_channel(bot: Bot) -> None:
    await bot.ask("Does zinc help against the common cold?", replace(CHANNEL, thread="older"))
    await bot.ask(VITAMIN_E, CHANNEL)
    await bot.ask("Can coffee prevent Alzheimer's disease?", replace(CHANNEL, channel="another"))
    for name in ("progress", "summary", "steps"):
        outside, inside = [(await bot.command(name, place=p))[-1] for p in (OUTSIDE, CHANNEL)]
        assert outside == inside
    assert "still empty" in notices((await bot.command("steps", place=replace(OUTSIDE, channel="none")))[-1])


async def test_a_click_outside_of_any_thread_belongs_to_the_thread_of_its_answer(bot: Bot) -> None:
    turn = (await bot.ask(VITAMIN_E, CHANNEL))[-1].turn
    assert (await bot.click(act(Verb.WHY, turn), OUTSIDE))[-1].blocks
    assert (await bot.click(act(Verb.TELLING, turn, 1), OUTSIDE))[-1].turn == turn
    assert len(await bot.store.action_records(CHANNEL.key)) == 1
    elsewhere = replace(OUTSIDE, channel="another")
    assert "no longer here" in notices((await bot.click(act(Verb.WHY, turn), elsewhere))[-1])
