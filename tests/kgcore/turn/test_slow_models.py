"""A slow model is not our slowness: the graph's own answer is there, and the turn has an end."""

from __future__ import annotations

import asyncio

import pytest

from kgcore.llm.scripted import ScriptedModel
from kgcore.values.message import Message
from kgcore.values.reply import Reply
from kgcore.values.tasks import Task
from kgcore.values.thread import Mode
from tests.kgcore.house import ANN, HERE, Bot, bot, folder, words

__all__ = ["bot", "folder"]
QUESTION = "Does vitamin E prevent Alzheimer's disease?"
OWN = "Scripted words about [vitamin E|DietarySupplement]($N1), which stand for what a model says in the end."


def slow(after: int) -> ScriptedModel:
    return ScriptedModel({Task.ANSWER: [OWN]}, stalls_after=after)


async def until_the_graph_stands_in(bot: Bot, model: ScriptedModel) -> tuple[list[Reply], asyncio.Task[None]]:
    """Ask, and return the replies so far and the rest of the turn when the graph's answer is shown."""
    bot.start(model)
    replies: list[Reply] = []
    shown = asyncio.Event()

    async def ask() -> None:
        async for reply in bot.assistant.turn(Message("e1", HERE, ANN, QUESTION)):
            replies.append(reply)
            if "taking a while" in str(reply):
                shown.set()

    task = asyncio.create_task(ask())
    await asyncio.wait_for(shown.wait(), 60)
    return replies, task


@pytest.mark.parametrize("after", [0, 30], ids=["without a word", "in the middle"])
async def test_where_a_model_is_silent_the_graphs_answer_is_shown_and_the_models_follows(bot: Bot, after: int) -> None:
    bot.quiet, model = 0.2, slow(after)
    replies, task = await until_the_graph_stands_in(bot, model)
    assert "Alzheimer" in words(replies[-1])
    assert "stand for what a model says" not in words(replies[-1])
    model.going_on.set()
    await asyncio.wait_for(task, 60)
    assert "stand for what a model says in the end" in words(replies[-1])
    assert (await bot.turn(replies)).mode is Mode.MODEL


async def test_a_model_that_never_ends_is_dropped_at_the_turns_deadline(bot: Bot) -> None:
    bot.quiet, bot.deadline, model = 0.1, 1.0, slow(30)
    bot.start(model)
    replies = await asyncio.wait_for(bot.ask(QUESTION), 60)
    turn = await bot.turn(replies)
    assert turn.done
    assert turn.mode is Mode.MODEL
    assert "did not finish in time" in words(replies[-1])
    assert turn.paragraphs[0].text == "Scripted words about …"  # what people saw stands
    assert turn.claims  # the graph's answer comes after it
    assert model.closed == 1


async def test_a_model_is_not_asked_for_names_that_the_linker_found(bot: Bot) -> None:
    model = ScriptedModel({Task.ANSWER: [OWN], Task.EXTRACT: ["zinc|Drug"]})
    bot.start(model)
    await bot.ask(QUESTION)
    assert [request.task for request in model.asked] == [Task.ANSWER]
    await bot.ask("Tell me more about foobarin and vitamin E")
    assert Task.EXTRACT in [request.task for request in model.asked]


async def test_a_model_that_declines_leaves_the_answer_to_the_graph(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: ["I'm sorry, but I can't help with that."]}))
    replies = await bot.ask(QUESTION)
    turn = await bot.turn(replies)
    assert turn.mode is Mode.GRAPH
    assert turn.claims
    assert "would not answer" in words(replies[-1])
    assert "checked against" not in words(replies[-1])


NO_WORDS = (
    "\n" * 50,
    " \u200b\u2060 ",
    "✓ ✓\n\n● ✗",
    "---\n***\n```\n```",
    "[[[[((((",
    "| | |\n|---|---|\n",
    "…",
    "1. 2. 3.",
)


@pytest.mark.parametrize("written", NO_WORDS)
async def test_a_model_that_writes_no_word_leaves_the_answer_to_the_graph(bot: Bot, written: str) -> None:
    bot.start(ScriptedModel({Task.ANSWER: [written]}))
    replies = await bot.ask(QUESTION)
    turn = await bot.turn(replies)
    assert turn.mode is Mode.GRAPH
    assert turn.claims
    assert all(any(c.isalpha() for c in p.text) for p in turn.paragraphs)
    assert "from the graph alone" in words(replies[-1])
