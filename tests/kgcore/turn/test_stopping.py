"""Whatever a model is doing when we stop, the stop stays a stop: nothing is raised in its place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from kgcore.turn.drafting import AnswerDraft
from kgcore.values.message import Message
from kgcore.values.model import Evidence
from kgcore.values.tasks import AnswerRequest, Request, Task
from tests.kgcore.house import ANN, HERE, Bot, bot, folder, words

__all__ = ["bot", "folder"]


class Model:
    """Writes a word and then thinks for ever; what it does when it is ended is told by `ends`."""

    name = "slow"
    tasks = frozenset({Task.ANSWER})

    def __init__(self, ends: Exception | None = None) -> None:
        self.ends = ends
        self.ended = False
        self.writes = asyncio.Event()

    async def stream(self, request: Request) -> AsyncIterator[str]:
        try:
            yield "Zinc "
            self.writes.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)  # a connection is closed
            self.ended = True
            if self.ends is not None:
                raise self.ends


def draft(model: Model, stop: asyncio.Event | None = None) -> AnswerDraft:
    return AnswerDraft(model, AnswerRequest("Zinc?", Evidence()), stop or asyncio.Event())


async def written(draft: AnswerDraft) -> int:
    return len([piece async for piece in draft.write()])


@pytest.mark.parametrize("ends", [None, RuntimeError("the connection is gone")])
async def test_a_cancelled_writing_is_cancelled_and_the_model_has_ended(ends: Exception | None) -> None:
    model = Model(ends)
    writing = asyncio.create_task(written(draft(model)))
    await model.writes.wait()
    writing.cancel()
    await asyncio.wait((writing,))
    assert writing.cancelled()
    assert model.ended


async def test_a_writing_that_is_cancelled_twice_is_cancelled() -> None:
    model = Model()
    writing = asyncio.create_task(written(draft(model)))
    await model.writes.wait()
    writing.cancel()
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait((writing,))
    assert writing.cancelled()


async def test_somebody_who_says_stop_keeps_what_was_written_and_ends_the_model() -> None:
    model, stop = Model(RuntimeError("the connection is gone")), asyncio.Event()
    drafted = draft(model, stop)
    writing = asyncio.create_task(written(drafted))
    await model.writes.wait()
    stop.set()
    assert await writing == 1
    assert drafted.stopped
    assert drafted.paragraphs[0].text == "Zinc"
    assert model.ended


async def test_nothing_is_said_to_stop_but_where_the_answer_was_complete_before(bot: Bot) -> None:
    bot.start(Model())
    replies = bot.assistant.turn(Message("q1", HERE, ANN, "Does zinc help with the common cold?"))
    first = await anext(replies)
    assert await bot.click(f"kg1:stop:{first.turn}:0") == []  # it is being written, and will say that it was stopped
    bot.assistant.stop(first.turn, HERE)
    assert "Stopped before the end" in words([reply async for reply in replies][-1])
    assert await bot.click(f"kg1:stop:{first.turn}:0") == []
    bot.start()
    whole = (await bot.ask("Does zinc help with the common cold?"))[-1]
    (told,) = await bot.click(f"kg1:stop:{whole.turn}:0")
    assert "already complete" in words(told)
