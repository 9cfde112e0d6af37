"""Questions of what somebody takes: its reason stands aside, "it" is the remedy, lay names of classes are read."""

from __future__ import annotations

import pytest

from kgcore.values.reply import Notice
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]


@pytest.mark.parametrize(
    ("question", "says", "never"),
    [
        (
            "Dad's on citalopram for his restlessness. What might it do to his heart?",
            "citalopram causes QT prolongation",
            "treats agitation",
        ),
        (
            "My sister is taking St John's wort for her low mood. What might it do with her pill?",
            "interacts with selective serotonin reuptake inhibitors (1 paper), oral contraceptives",
            "treats depression",
        ),
        (
            "I have been on metformin for my diabetes for years. What might it do to my nerves?",
            "I found metformin, but nothing on “nerves”",
            "would explain",
        ),
        (
            "My son was given levodopa for his Parkinson's. What harm can it do?",
            "levodopa causes dyskinesia",
            "treats Parkinson's",
        ),
    ],
)
async def test_what_something_is_taken_for_is_not_answered_in_its_place(
    bot: Bot, question: str, says: str, never: str
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says in plain
    assert never not in plain.replace(question, "")


async def test_whether_it_helps_is_asked_of_what_it_is_taken_for(bot: Bot) -> None:
    plain = (await bot.ask("My uncle takes levodopa for his Parkinson's. Does it help?"))[-1].plain
    assert "levodopa treats Parkinson's disease" in plain


@pytest.mark.parametrize(
    ("then", "says"),
    [
        ("and what trouble can it bring in the long run?", "lithium causes hypothyroidism"),
        ("What damage can it do over the years?", "lithium causes hypothyroidism"),
        ("Is it safe?", "lithium causes hypothyroidism"),
        ("What might it do to the thyroid?", "lithium causes hypothyroidism"),
        ("Can I take it with ibuprofen?", "no statement that links lithium and ibuprofen"),
        ("does it interact with anything?", "nothing that lithium interacts with"),
    ],
)
async def test_what_only_a_remedy_can_be_asked_is_asked_of_the_one_just_named(bot: Bot, then: str, says: str) -> None:
    await bot.ask("What treats bipolar disorder?")
    assert says in (await bot.ask(then))[-1].plain


async def test_what_an_ill_can_be_asked_stays_with_it(bot: Bot) -> None:
    await bot.ask("What treats bipolar disorder?")
    assert "bipolar disorder" in (await bot.ask("Can it be treated without drugs?"))[-1].plain


@pytest.mark.parametrize(
    "question",
    [
        "Do cholesterol tablets hurt the muscles?",
        "What harm do cholesterol drugs do?",
        "Are cholesterol pills dangerous?",
        "My husband takes cholesterol drugs. Can they hurt his muscles?",
    ],
)
async def test_a_class_stands_for_its_members_and_its_harm_is_told_once(bot: Bot, question: str) -> None:
    reply = (await bot.ask(question))[-1]
    assert reply.plain.count("simvastatin causes statin-associated muscle symptoms") == 1
    assert "links any two" not in reply.plain
    assert any("Read as: statins (you wrote" in b.text for b in reply.blocks if isinstance(b, Notice))


async def test_what_belongs_to_no_class_of_a_group_is_asked_about_beside_it(bot: Bot) -> None:
    plain = (await bot.ask("Are dementia tablets dangerous?"))[-1].plain
    assert "cholinesterase inhibitors cause bradycardia" in plain
    assert "names no harms or interactions of memantine" in plain


async def test_what_came_after_a_class_is_not_asked_of_each_member(bot: Bot) -> None:
    plain = (await bot.ask("Does ginger help with nausea after chemotherapy?"))[-1].plain
    assert "imatinib" not in plain


@pytest.mark.parametrize("then", ["any others that do?", "what else does?", "do any other drugs do that?"])
async def test_what_else_does_that_is_asked_of_what_it_was_done_to(bot: Bot, then: str) -> None:
    await bot.ask("Does metformin treat type 2 diabetes?")
    plain = (await bot.ask(then))[-1].plain
    assert "pioglitazone" in plain
    assert "metformin treats" not in plain


async def test_what_belongs_to_them_is_asked_of_the_class_and_not_of_what_it_treats(bot: Bot) -> None:
    await bot.ask("What are cholinesterase inhibitors used for?")
    plain = (await bot.ask("which medicines belong to them?"))[-1].plain
    assert "belong to the cholinesterase inhibitors" in plain
    assert "memantine" not in plain


@pytest.mark.parametrize(
    ("question", "says", "never"),
    [
        (
            "Which drugs were tried for Alzheimer's disease and turned out not to work?",
            "do not treat Alzheimer's disease",
            "lecanemab",
        ),
        (
            "Which things get in the way of levothyroxine being absorbed?",
            "reduce levothyroxine absorption",
            "treats hypothyroidism",
        ),
        ("I'm an anxious person, what should I rather stay away from?", "caffeine causes anxiety", "saffron"),
    ],
)
async def test_what_is_asked_in_a_roundabout_way_is_answered_as_put(
    bot: Bot, question: str, says: str, never: str
) -> None:
    plain = (await bot.ask(question))[-1].plain.replace(question, "")
    assert says in plain
    assert never not in plain
