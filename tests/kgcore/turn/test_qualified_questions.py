"""A question's own qualifiers count: evidence on others is no yes, and what is missing is said in the asker's words."""

from __future__ import annotations

import pytest

from kgcore.values.reply import Notice
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]

# question, the words of which no paper speaks
UNSAID = [
    ("Does aspirin prevent stroke in men?", "in men"),
    ("Does vitamin E prevent dementia in women?", "in women"),
    ("Does EGCG inhibit amyloid in humans?", "in humans"),
    ("Does magnesium prevent migraine in dogs?", "in dogs"),
    ("Do omega-3s treat depression in teenagers?", "in teenagers"),
    ("Can melatonin treat insomnia within ten minutes?", "within ten minutes"),
    ("Does magnesium cream prevent migraine?", "cream"),
    ("Does St John's wort treat severe depression?", "severe"),
    ("Does vitamin D prevent MS relapses?", "relapses"),
    ("Does vitamin C prevent complex regional pain syndrome after a heart attack?", "after a heart attack"),
    ("Is 300 mg of magnesium enough to prevent migraine?", "300 mg"),
    ("Does caffeine raise blood pressure permanently?", "permanently"),
]


@pytest.mark.parametrize(("question", "words"), UNSAID)
async def test_evidence_on_others_is_no_yes(bot: Bot, question: str, words: str) -> None:
    reply = (await bot.ask(question))[-1]
    assert f"No paper here says “{words}”: " in reply.plain
    assert "says yes" not in reply.plain
    assert "says no:" not in reply.plain


@pytest.mark.parametrize(
    "question",
    [
        "Does aspirin prevent stroke in women?",
        "Does intravenous magnesium treat migraine?",
        "Does EGCG inhibit amyloid in mice?",
        "Does coffee really prevent Parkinson's?",
        "Can vitamin E slow the progression of Alzheimer's disease?",
    ],
)
async def test_evidence_on_just_these_says_yes_and_nothing_is_called_not_understood(bot: Bot, question: str) -> None:
    reply = (await bot.ask(question))[-1]
    assert "says yes" in reply.plain
    assert not any("Not understood" in b.text for b in reply.blocks if isinstance(b, Notice))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which supplements prevent migraine in children?", "No paper here says “in children” of any of these. Papers"),
        ("What helps severe depression?", "No paper here says “severe” of any of these. Papers"),
        ("What prevents stroke in men?", "No paper here says “in men” of any of these. One paper (women"),
        (
            "What treats depression in women?",
            "Only of docosahexaenoic acid and eicosapentaenoic acid a paper here says",
        ),
    ],
)
async def test_a_list_says_of_whom_its_papers_do_not_speak(bot: Bot, question: str, says: str) -> None:
    assert says in (await bot.ask(question))[-1].plain


async def test_a_harm_is_told_whatever_it_does_not_say(bot: Bot) -> None:
    reply = (await bot.ask("Does paracetamol harm the liver at normal doses?"))[-1]
    assert "acetaminophen causes liver injury. No paper here says “at normal doses”." in reply.plain
    reply = (await bot.ask("Does a glass of cranberry juice matter when you're on warfarin?"))[-1]
    assert "The graph has a warning" in reply.plain


async def test_names_in_two_sentences_share_no_qualifiers(bot: Bot) -> None:
    reply = (await bot.ask("I have three children. Does magnesium prevent migraine?"))[-1]
    assert "The graph says yes" in reply.plain
