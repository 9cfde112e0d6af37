"""Warnings are never denied, cut short or lost in the reading; follow-ups are answered from the last answer."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from kgcore.values.reply import Notice, Papers, Table, Text
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]
SETS = Path(__file__).parents[2] / "bench" / "answers"
with (SETS / "interactions.tsv").open(encoding="utf-8", newline="") as lines:
    ASKED = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


@pytest.mark.parametrize(("question", "says"), ASKED[::4])
async def test_no_interaction_or_harm_is_hidden(bot: Bot, question: str, says: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says.lower() in plain.lower()
    assert not re.search(r"and \d+ more", plain)


async def test_another_sense_is_read_where_it_has_an_edge_and_that_is_said(bot: Bot) -> None:
    reply = (await bot.ask("Does simvastatin cause muscle pain?"))[-1]
    assert "statin-associated muscle symptoms" in reply.plain


async def test_what_was_not_understood_is_said(bot: Bot) -> None:
    reply = (await bot.ask("What is the dose of omega-3 for triglycerides?"))[-1]
    assert any("Not understood: “dose”" in b.text for b in reply.blocks if isinstance(b, Notice))


async def test_a_question_about_oneself_gets_pairs_and_no_advice(bot: Bot) -> None:
    reply = (await bot.ask("I am 67, take warfarin and metformin, which supplements are safe?"))[-1]
    (table,) = [b for b in reply.blocks if isinstance(b, Table) and b.columns[0] == "Taken"]
    assert table.rows[0][:2] == ("Warfarin", "Cranberry")
    assert any("no advice about you" in b.text for b in reply.blocks if isinstance(b, Notice))


async def test_follow_ups_are_answered_from_the_last_answer(bot: Bot) -> None:
    await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?")
    papers = (await bot.ask("Show me the papers."))[-1]
    assert any(isinstance(b, Papers) and b.papers for b in papers.blocks)
    designs = (await bot.ask("Is that a randomised trial?"))[-1]
    assert "randomised trial" in designs.plain
    harms = (await bot.ask("And the side effects?"))[-1]
    assert "prostate cancer" in harms.plain
    shorter = (await bot.ask("Shorter."))[-1]
    assert all(isinstance(b, Text) for b in shorter.blocks)


async def test_without_an_answer_a_follow_up_gets_examples(bot: Bot) -> None:
    assert "for example" in (await bot.ask("How strong is that evidence?"))[-1].plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is it safe to take St John's wort together with sertraline?", "interacts with selective serotonin reuptake"),
        ("I have depression and take citalopram and want to add St John's wort", "The graph has a warning"),
        ("My mum takes warfarin and omeprazole, is ginkgo ok for her memory?", "Ginkgo biloba interacts with warfarin"),
        ("I take levothyroxine in the morning. What should I keep away from it?", "reduce levothyroxine absorption"),
        ("side effects of statins", "simvastatin causes statin-associated muscle symptoms"),
    ],
)
async def test_warnings_on_a_class_or_beside_the_question_come_first(bot: Bot, question: str, says: str) -> None:
    first = (await bot.ask(question))[-1].plain
    assert says in first
    assert "no paper linking citalopram" not in first


async def test_a_class_stands_in_the_table_of_what_somebody_takes(bot: Bot) -> None:
    reply = (await bot.ask("I take citalopram and want to add St John's wort"))[-1]
    tables = [b for b in reply.blocks if isinstance(b, Table) and b.columns[0] == "Taken"]
    assert not tables or "serotonin reuptake inhibitors" in tables[0].rows[0][2]


async def test_an_answer_without_women_says_so(bot: Bot) -> None:
    await bot.ask("Does ginkgo prevent dementia?")
    assert "in women in particular" in (await bot.ask("What about women?"))[-1].plain


async def test_a_harm_is_told_again_where_it_is_asked_for_although_the_pair_was_named_before(bot: Bot) -> None:
    await bot.ask("Which supplement may slow Alzheimer's disease?")
    helps = (await bot.ask("Does vitamin E help?"))[-1].plain
    assert "vitamin E treats Alzheimer's disease" in helps
    assert "raises the risk of prostate cancer" in (await bot.ask("Is it safe?"))[-1].plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Can I have a latte with my levothyroxine?", "coffee reduces levothyroxine absorption"),
        ("Is Red Bull ok with levothyroxine?", "coffee (2) and calcium carbonate (1) reduce levothyroxine absorption"),
        ("Does my PPI stop my B12?", "raise the risk of vitamin B12 deficiency"),
        ("I take coumadin, is a daily aspirin ok?", "no statement that links warfarin and aspirin"),
    ],
)
async def test_everyday_words_lead_to_what_is_to_be_known(bot: Bot, question: str, says: str) -> None:
    assert says in (await bot.ask(question))[-1].plain


async def test_where_others_are_asked_about_their_warnings_lead(bot: Bot) -> None:
    plain = (await bot.ask("I take warfarin and metformin. Which herbs should I avoid?"))[-1].plain
    assert plain.index("interact with warfarin") < plain.index("no statement that links warfarin and metformin")
