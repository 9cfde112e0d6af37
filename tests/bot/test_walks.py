"""The three use cases, walked in the terminal from the first question to the last, with the real assistant."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.chat import Chat
from kgcore.llm.scripted import ScriptedModel
from kgcore.values.tasks import Task
from tests.fakes.terminal import Paper, TypedLines
from tests.kgcore.house import Bot, bot, folder
from tests.walks import GUIDED, PROCAINE, WALKS, WRITTEN, Asked

__all__ = ["bot", "folder"]

RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")  # the numbers behind names


async def typed(bot: Bot, *lines: str) -> list[str]:
    """Return what was printed after each line, without the numbers of entities, on one line each."""
    paper, shown = Paper(width=2000), []

    class Lines(TypedLines):
        def read(self, prompt: str) -> str | None:
            shown.append(paper.text)
            return super().read(prompt)

    await Chat(bot.assistant, "t1", paper.console, Lines(*lines)).run()
    pages = [after[len(before) :] for before, after in pairwise(shown)]
    return [" ".join(RAISED.sub("", page).split()) for page in pages]


def holds(page: str, asked: Asked) -> None:
    assert asked.said in page
    for found in asked.found:
        lines = [f"{chip.icon} {chip.label} {found.statement} " for chip in found.chips]
        (line,) = (line for line in lines if line in page)
        assert found.why in page[page.index(line) :][:1000]


@pytest.mark.parametrize("name", WALKS)
async def test_a_use_case_is_walked_to_its_end_with_the_graph_alone(bot: Bot, name: str) -> None:
    walk = WALKS[name]
    for page, asked in zip(await typed(bot, *(a.question for a in walk)), walk, strict=True):
        holds(page, asked)
        assert "Ask next" in page


async def test_the_first_one_is_walked_with_a_model_and_its_claim_is_checked(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: [PROCAINE], Task.EXTRACT: [""]}))
    (page,) = await typed(bot, WRITTEN.question)
    holds(page, WRITTEN)
    assert "Written by a language model" in page


async def test_a_guided_walk_goes_on_by_numbers_and_back_to_an_earlier_step(bot: Bot) -> None:
    pages = await typed(bot, GUIDED[0].question, "1", "/steps", GUIDED[3].question)
    assert "of the entities linked to Alzheimer's disease" in pages[1]
    assert "1. Which supplement may slow" in pages[2] or "Which supplement may slow" in pages[2]
    holds(pages[3], GUIDED[3])
