"""Harms that stand behind another name than the one that is asked about are told before any denial."""

from __future__ import annotations

import pytest

from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]
_DENIES = ("The graph has no", "The graph names no", "The graph shows nothing", "I cannot", "I found")


async def told(bot: Bot, question: str) -> str:
    """Return the answer, which must not begin with a denial."""
    plain = (await bot.ask(question))[-1].plain
    answer = plain.removeprefix(question).strip()
    assert not answer.startswith(_DENIES), answer
    return plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which drugs are bad for memory?", ("anticholinergic drugs", "lithium", "benzodiazepines raise the risk of")),
        ("Which medicines can harm cognition in older people?", ("lithium causes cognitive impairment",)),
        ("Which drugs are bad for the brain?", ("intracerebral hemorrhage", "aducanumab", "cognitive impairment")),
        ("Which drugs are bad for the heart?", ("bradycardia", "citalopram causes QT prolongation")),
        ("Which supplements are bad for the heart?", ("cardiovascular disease", "calcium does not cause myocardial")),
        ("What damages the kidneys?", ("cisplatin causes cisplatin nephrotoxicity",)),
        ("Which drugs impair movement?", ("dyskinesia", "extrapyramidal symptoms")),
        ("Which drugs are hard on the thyroid?", ("amiodarone", "lithium")),
    ],
)
async def test_what_is_bad_for_a_part_of_the_body_is_asked_of_each_ill_of_it(
    bot: Bot, question: str, says: tuple[str, ...]
) -> None:
    reply = (await bot.ask(question))[-1]
    assert not reply.plain.startswith(_DENIES)
    assert all(one in reply.plain for one in says), reply.plain
    assert "Read as: what causes" in str(reply.blocks)


async def test_what_nothing_is_said_to_harm_is_asked_about_as_it_was(bot: Bot) -> None:
    reply = (await bot.ask("Which drugs are bad for sleep?"))[-1]
    assert "what causes" not in str(reply.blocks)
    assert "that does not show it to be safe" in reply.plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Does coffee cause anxiety?", "coffee contains caffeine (1 paper), and caffeine causes anxiety"),
        ("Can cocoa give me anxiety?", "caffeine causes anxiety"),
        ("Can coffee make my blood pressure worse?", "caffeine increases blood pressure"),
        ("Does coffee raise blood pressure?", "caffeine increases blood pressure"),
        ("Is coffee bad for high blood pressure?", "caffeine increases blood pressure"),
        ("I have high blood pressure, is coffee dangerous for me?", "caffeine increases blood pressure"),
        ("Can caffeine make my blood pressure worse?", "caffeine increases blood pressure"),
        ("Can iron tablets make malaria worse?", "iron raises the risk of malaria"),
    ],
)
async def test_the_harm_of_what_a_thing_contains_is_no_denial(bot: Bot, question: str, says: str) -> None:
    plain = await told(bot, question)
    assert "The graph has a warning" in plain
    assert says in plain


async def test_no_harm_is_made_of_what_a_thing_contains_that_does_good(bot: Bot) -> None:
    plain = (await bot.ask("Can fish oil make my diabetes worse?"))[-1].plain
    assert "warning" not in plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is green tea or fish oil better for the liver?", ("green tea extract causes liver injury",)),
        ("lithium and amiodarone: what about the thyroid?", ("lithium causes hypothyroidism", "amiodarone causes")),
        ("Which is worse for the heart, donepezil or citalopram?", ("bradycardia", "QT prolongation")),
        ("simvastatin vs lovastatin: which is kinder to the muscles?", ("statin-associated muscle symptoms",)),
    ],
)
async def test_harms_of_several_things_to_a_part_of_the_body_come_first(
    bot: Bot, question: str, says: tuple[str, ...]
) -> None:
    plain = await told(bot, question)
    assert all(one in plain for one in says), plain
    assert "no entry for" not in plain


async def test_the_part_of_the_body_is_carried_on_to_the_next_thing(bot: Bot) -> None:
    await bot.ask("Is donepezil bad for the heart?")
    assert "cholinesterase inhibitors cause bradycardia" in await told(bot, "And rivastigmine?")


@pytest.mark.parametrize(
    "question",
    [
        "Which supplements increase bleeding risk with warfarin?",
        "Which supplements increase bleeding with warfarin?",
        "Which herbs raise the bleeding risk if I'm on warfarin?",
        "What herbs thin the blood when you're on Coumadin?",
        "Which supplements make warfarin more dangerous?",
        "Which supplements weaken warfarin?",
        "What makes warfarin less effective?",
    ],
)
async def test_what_does_a_harm_beside_what_is_taken_is_told_with_all_that_clashes(bot: Bot, question: str) -> None:
    plain = await told(bot, question)
    assert all(one in plain for one in ("cranberry", "Ginkgo biloba", "garlic", "St. John's wort", "vitamin K"))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which drugs does St John's wort make less effective?", ("tacrolimus", "oral contraceptives", "imatinib")),
        ("Which drugs does St John's wort affect?", ("tacrolimus", "oral contraceptives", "imatinib")),
        ("What cancels out tacrolimus?", ("St. John's wort interacts with tacrolimus",)),
        ("What weakens the pill?", ("St. John's wort interacts with oral contraceptives",)),
        ("Which supplements affect metformin?", ("metformin affects vitamin B12",)),
        ("Which antidepressants does St John's wort clash with?", ("selective serotonin reuptake inhibitors",)),
    ],
)
async def test_what_weakens_what_is_taken_clashes_with_it(bot: Bot, question: str, says: tuple[str, ...]) -> None:
    plain = await told(bot, question)
    assert all(one in plain for one in says), plain


async def test_which_antidepressants_there_are_is_still_asked_of_depression(bot: Bot) -> None:
    assert "treat depression" in (await bot.ask("Which antidepressants are there?"))[-1].plain


@pytest.mark.parametrize(
    ("questions", "says", "never"),
    [
        (("What are the side effects of lithium?", "And the thyroid?"), "lithium causes hypothyroidism", "cannot"),
        (("Is citalopram good for depression?", "And the heart?"), "citalopram causes QT prolongation", "cannot"),
        (("What should be kept apart from levothyroxine?", "Which of them are foods?"), "coffee", "iron"),
        (
            ("Which drugs treat Alzheimer's disease?", "how do they work?", "Which of them slow the heart?"),
            "cholinesterase inhibitors cause bradycardia",
            "cholinergic transmission",
        ),
        (
            ("Can statins cause muscle pain?", "Which of them?"),
            "simvastatin causes statin-associated muscle symptoms",
            "exercise",
        ),
        (
            ("Can statins cause muscle pain?", "And CoQ10 for it?"),
            "coenzyme Q10 does not treat statin-associated muscle symptoms",
            "exercise",
        ),
    ],
)
async def test_what_goes_on_keeps_to_what_was_asked(
    bot: Bot, questions: tuple[str, ...], says: str, never: str
) -> None:
    plain = [(await bot.ask(question))[-1].plain for question in questions][-1]
    assert says in plain
    assert never not in plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Kinds of dementia", "Alzheimer's disease is a form of dementia"),
        ("What sorts of B vitamins are there?", "folic acid"),
        ("types of statins", "simvastatin"),
    ],
)
async def test_kinds_are_asked_for_in_few_words(bot: Bot, question: str, says: str) -> None:
    assert says in await told(bot, question)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is salt bad for memory?", "dietary salt causes cognitive impairment"),
        ("Ativan and memory", "benzodiazepines raise the risk of Alzheimer's disease"),
        ("Is vitamin C safe for diabetics?", "vitamin C raises the risk of cardiovascular disease"),
        ("Which supplements raise cancer risk?", "vitamin E raises the risk of prostate cancer"),
        ("What lowers my B12?", "proton pump inhibitors raise the risk of vitamin B12 deficiency"),
        ("Which drugs cause vitamin B12 deficiency?", "metformin is associated with vitamin B12 deficiency"),
        ("What causes slow heartbeat in Alzheimer's patients?", "cholinesterase inhibitors cause bradycardia"),
        (
            "Is calcium bad for the heart?",
            "But one paper (review refutes side effect) reports that calcium does not cause",
        ),
    ],
)
async def test_a_harm_is_told_by_whatever_it_is_called(bot: Bot, question: str, says: str) -> None:
    assert says in await told(bot, question)


async def test_what_is_hoped_for_is_no_harm(bot: Bot) -> None:
    assert "warning" not in (await bot.ask("ginger and memory"))[-1].plain


async def test_what_was_looked_for_in_a_kind_is_told_of_the_next_thing(bot: Bot) -> None:
    await bot.ask("Does vitamin E cause cancer?")
    assert "selenium does not prevent prostate cancer" in (await bot.ask("And selenium?"))[-1].plain
