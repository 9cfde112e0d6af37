"""A message that asks several things is answered whole, in the order of asking, in one reply."""

from __future__ import annotations

import pytest

from kgcore.values.reply import Notice
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]

ASKED = (
    ("Does zinc shorten colds, and is it safe?", "zinc treats the common cold", "no harms or interactions of zinc"),
    (
        "Is turmeric safe and effective for osteoarthritis?",
        "no harms or interactions",
        "turmeric treats osteoarthritis",
    ),
    (
        "What helps migraine and does it interact with warfarin?",
        "prevent migraine",
        "no paper on magnesium interacting with warfarin",
    ),
    ("Is zinc good for colds? And vitamin C?", "zinc treats the common cold", "vitamin C"),
    ("Does magnesium help migraine and what dose should I take?", "prevents migraine", "“what dose should I take”"),
)


@pytest.mark.parametrize(("question", "first", "second"), ASKED)
async def test_all_questions_of_a_message_are_answered_in_order(
    bot: Bot, question: str, first: str, second: str
) -> None:
    plain = (await bot.ask(question))[-1].plain.lower()
    assert 0 <= plain.find(first.lower()) < plain.rfind(second.lower())


async def test_a_follow_up_goes_on_from_the_last_question_of_a_message(bot: Bot) -> None:
    await bot.ask("Is turmeric safe? And does it help osteoarthritis?")
    assert "curcumin treats osteoarthritis" in (await bot.ask("And curcumin?"))[-1].plain


async def test_a_fourth_question_is_named_not_dropped(bot: Bot) -> None:
    asked = "Does zinc help colds? Does ginkgo help dementia? Does coffee help migraine? Does aspirin prevent stroke?"
    told = [b.text for b in (await bot.ask(asked))[-1].blocks if isinstance(b, Notice)]
    assert any("ask this on its own: “Does aspirin prevent stroke?”" in text for text in told)
