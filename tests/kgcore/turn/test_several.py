"""A message that asks several things is answered whole, in the order of asking, in one reply."""

from __future__ import annotations

import pytest

from kgcore.llm.scripted import ScriptedModel
from kgcore.values.reply import Notice, Table
from kgcore.values.tasks import Task
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
    ("Which supplements help with sleep and are they safe?", "melatonin", "harms or interactions of melatonin"),
    (
        "If garlic lowers cholesterol, does it prevent heart attacks?",
        "no paper on garlic as a means of preventing myocardial infarction",
        "garlic lowers total cholesterol",
    ),
    ("Does garlic help cholesterol or blood pressure?", "garlic lowers total cholesterol", "reduces blood pressure"),
    (
        "Do probiotics help with cholesterol or diarrhea?",
        "lower LDL cholesterol",
        "not prevent diarrhea. But two papers",
    ),
    (
        "Does psyllium help cholesterol, blood sugar or constipation?",
        "psyllium does not lower total cholesterol",
        "nothing on “constipation”. All that",
    ),
    (
        "Does St. John's wort interact with warfarin, tacrolimus or an SSRI?",
        "St. John's wort interacts with warfarin",
        "interacts with selective serotonin reuptake inhibitors",
    ),
    ("Does magnesium help migraine and what dose should I take?", "prevents migraine", "How much to take"),
)


@pytest.mark.parametrize(("question", "first", "second"), ASKED)
async def test_all_questions_of_a_message_are_answered_in_order(
    bot: Bot, question: str, first: str, second: str
) -> None:
    plain = (await bot.ask(question))[-1].plain.lower()
    assert 0 <= plain.find(first.lower()) < plain.rfind(second.lower())


async def test_only_what_was_asked_for_is_asked_about_again(bot: Bot) -> None:
    told = (await bot.ask("Which supplements help with depression, and are they safe?"))[-1].plain.lower()
    assert "warfarin" in told
    assert "duloxetine" not in told


async def test_a_follow_up_goes_on_from_the_last_question_of_a_message(bot: Bot) -> None:
    await bot.ask("Is turmeric safe? And does it help osteoarthritis?")
    assert "curcumin treats osteoarthritis" in (await bot.ask("And curcumin?"))[-1].plain


async def test_a_fourth_question_is_named_not_dropped(bot: Bot) -> None:
    asked = "Does zinc help colds? Does ginkgo help dementia? Does coffee help migraine? Does aspirin prevent stroke?"
    told = [b.text for b in (await bot.ask(asked))[-1].blocks if isinstance(b, Notice)]
    assert any("ask this on its own: “Does aspirin prevent stroke?”" in text for text in told)


@pytest.mark.parametrize("question", ["Are they safe?", "Are these dangerous?", "Do they have side effects?"])
async def test_whether_they_are_safe_is_asked_of_what_was_listed(bot: Bot, question: str) -> None:
    await bot.ask("Which drugs slow Alzheimer's disease?")
    reply = (await bot.ask(question))[-1]
    assert "cholinesterase inhibitors cause bradycardia" in reply.plain
    assert "Alzheimer's disease worse" not in reply.plain
    told = [b.text for b in reply.blocks if isinstance(b, Notice)]
    assert any("ask this on its own" in text and "rivastigmine" in text for text in told)


async def test_a_model_that_only_greets_does_not_pass_for_checked(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: ("Hello!",)}))
    reply = (await bot.ask("Does zinc shorten colds?"))[-1]
    assert "zinc treats the common cold" in reply.plain.lower()
    assert any("made no claim that could be checked" in b.text for b in reply.blocks if isinstance(b, Notice))


async def test_an_answer_without_claims_is_not_called_checked(bot: Bot) -> None:
    talk = "That depends on many things, and I would rather talk it over with you. " * 3
    bot.start(ScriptedModel({Task.ANSWER: (talk,)}))
    reply = (await bot.ask("Does zinc shorten colds?"))[-1]
    told = [b.text for b in reply.blocks if isinstance(b, Notice)]
    assert any("no claim that could be checked" in text for text in told)
    assert not any("checked against the graph" in text for text in told)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is zinc good for colds and pneumonia?", ("zinc treats the common cold", "whether zinc treats pneumonia")),
        (
            "Does curcumin help with osteoarthritis, depression and Alzheimer's disease?",
            (
                "curcumin treats osteoarthritis",
                "no paper on curcumin as a treatment for depression",
                "curcumin does not treat Alzheimer's disease",
            ),
        ),
        (
            "Does St John's wort interact with warfarin, sertraline and the pill?",
            ("interacts with warfarin", "interacts with selective serotonin", "interacts with oral contraceptives"),
        ),
    ],
)
async def test_what_is_asked_of_several_at_once_is_answered_for_each(
    bot: Bot, question: str, said: tuple[str, ...]
) -> None:
    reply = (await bot.ask(question))[-1]
    assert all(words in reply.plain for words in said)
    assert not any(isinstance(b, Table) for b in reply.blocks)


async def test_what_is_taken_together_is_no_contest(bot: Bot) -> None:
    reply = (await bot.ask("Is St John's wort safe with warfarin, sertraline and the pill?"))[-1]
    assert reply.plain.count("interacts with") >= 3
    assert not any(isinstance(b, Table) for b in reply.blocks)


async def test_a_form_of_one_of_those_compared_is_told_where_there_is_nothing_on_itself(bot: Bot) -> None:
    plain = (await bot.ask("Do coffee, iron and calcium reduce levothyroxine absorption?"))[-1].plain
    assert "calcium carbonate reduces levothyroxine absorption" in plain
