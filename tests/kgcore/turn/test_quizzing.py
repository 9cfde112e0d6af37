"""A quiz asks only what the thread has shown, knows the answer by the graph, and is one person's own."""

from __future__ import annotations

import pytest

from kgcore.turn.quizzing import MOST, NOTHING_JOINS, TOO_LITTLE, wants_quiz
from kgcore.values.message import Action, Click, Command, Message, QuizQuestion, Verb
from kgcore.values.reply import Choice, Choices, Reply
from tests.kgcore.house import HERE, Bot, bot, folder, words
from tests.kgcore.talking import BEN, CHANNEL, VITAMIN_E, button, notices

__all__ = ["bot", "folder"]


def options(reply: Reply) -> tuple[Choice, ...]:
    return next(b for b in reply.blocks if isinstance(b, Choices)).buttons


async def kept(bot: Bot, reply: Reply) -> QuizQuestion:
    action = Action.parse(options(reply)[0].action)
    assert action is not None
    note = await bot.store.note(action.turn)
    assert isinstance(note, QuizQuestion)
    return note


@pytest.mark.parametrize("text", ["Quiz me", "quiz me on this thread!", "test me", "Please quiz me."])
def test_a_quiz_can_be_asked_for_in_words(text: str) -> None:
    assert wants_quiz(text)


@pytest.mark.parametrize("text", ["Does zinc help?", "quiz", "Can you quiz me on zinc and colds?"])
def test_other_words_are_no_wish_for_a_quiz(text: str) -> None:
    assert not wants_quiz(text)


async def test_without_a_question_there_is_nothing_to_ask(bot: Bot) -> None:
    (reply,) = await bot.ask("quiz me")
    assert TOO_LITTLE in words(reply)


async def test_every_question_is_decided_by_what_the_thread_has_shown(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask(VITAMIN_E))
    shown = {side.entity.name.casefold() for c in turn.claims for side in (c.subject, c.object) if side}
    (reply,) = await bot.command("quiz")
    asked: list[str] = []
    while any(isinstance(b, Choices) for b in reply.blocks) and len(asked) < MOST:
        note = await kept(bot, reply)
        asked.append(note.text)
        named = f"{note.text} {note.options}".casefold()
        assert note.because == NOTHING_JOINS or any(name in named for name in shown)
        (graded,) = await bot.click(options(reply)[note.right].action)
        assert words(graded).startswith("Right.")
        assert f"{len(asked)} of {len(asked)} question" in notices(graded)
        (reply,) = await bot.click(button(graded, Verb.QUIZ).action)
    assert len(asked) == len(set(asked)) > 1


async def test_the_first_choice_counts(bot: Bot) -> None:
    await bot.ask(VITAMIN_E)
    (reply,) = await bot.ask("quiz me")
    note = await kept(bot, reply)
    wrong = (note.right + 1) % len(note.options)
    (first,) = await bot.click(options(reply)[wrong].action)
    (second,) = await bot.click(options(reply)[note.right].action)
    assert words(first) == words(second)
    assert words(first).startswith(f"Not so. The answer is: {note.options[note.right]}.")
    assert note.because in words(first)
    assert "0 of 1 question right" in notices(first)


async def test_a_quiz_is_ones_own(bot: Bot) -> None:
    await bot.ask(VITAMIN_E)
    (reply,) = await bot.command("quiz")
    assert reply.private
    (other,) = await bot.send(Click("x1", HERE, BEN, options(reply)[0].action))
    assert "somebody else's quiz" in words(other)


async def test_a_quiz_grades_by_a_denial_as_well(bot: Bot) -> None:
    await bot.ask("Does vitamin C prevent colds?")
    (reply,) = [r async for r in bot.assistant.turn(Command("q1", HERE, BEN, "quiz"))]
    note = await kept(bot, reply)
    assert note.because
    assert note.options


async def test_in_a_channel_no_quiz_begins_or_is_offered_unasked(bot: Bot) -> None:
    for asked in (VITAMIN_E, "Which of these treats migraine? A) zinc B) magnesium C) iron", "What else?"):
        for reply in await bot.ask(asked, CHANNEL):
            offered = [c.action for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
            assert not [a for a in map(Action.parse, offered) if a and a.verb in (Verb.QUIZ, Verb.PICK)]
    aside = Message("aside", CHANNEL, BEN, "Quiz me", addressed=False)
    assert not await bot.send(aside)
    (reply,) = await bot.ask("quiz me", CHANNEL)
    assert options(reply)
