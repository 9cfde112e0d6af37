"""Ten first questions, three people in danger and a thread of thirty turns, in the terminal."""

from __future__ import annotations

import pytest

from tests.bot.test_walks import typed
from tests.kgcore.house import Bot, bot, folder
from tests.played import FIRST, THIRTY, UNSAFE, Line

__all__ = ["bot", "folder"]


@pytest.mark.parametrize("line", [*FIRST, *UNSAFE], ids=lambda line: line.text[:32])
async def test_a_first_question_is_answered_in_the_terminal(bot: Bot, line: Line) -> None:
    (page,) = await typed(bot, line.text)
    assert line.holds(page), page


async def test_thirty_turns_are_answered_one_by_one_in_the_terminal(bot: Bot) -> None:
    pages = await typed(bot, *(line.text for line in THIRTY))
    wrong = [(line.text, page[:400]) for line, page in zip(THIRTY, pages, strict=True) if not line.holds(page)]
    assert wrong == []
