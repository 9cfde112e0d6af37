"""What bears on several things at once, and which of several has the best evidence."""

from __future__ import annotations

import pytest

from kgcore.turn.sharing import asks_for_shared
from kgcore.verdicts import Verdict
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]


async def told(bot: Bot, question: str) -> str:
    turn = await bot.turn(await bot.ask(question))
    assert all(c.verdict is Verdict.SUPPORTED for c in turn.claims)
    return "\n".join(p.text for p in turn.paragraphs)


async def test_what_treats_both_is_named_with_its_papers(bot: Bot) -> None:
    turn = await bot.turn(await bot.ask("Which supplements treat both depression and anxiety?"))
    assert "Saffron treats depression and anxiety" in turn.paragraphs[1].text
    assert len(turn.claims) == 2
    assert all(c.papers_for for c in turn.claims)
    assert turn.mind_map


async def test_where_nothing_helps_with_both_that_is_said_and_what_helps_with_each(bot: Bot) -> None:
    said = await told(bot, "I have migraine and insomnia. What could help with both?")
    assert "names nothing for both migraine and insomnia; that does not mean that there is nothing" in said
    assert "Melatonin treats insomnia" in said


async def test_studies_that_only_watched_people_are_told_as_such(bot: Bot) -> None:
    said = await told(bot, "Which supplements prevent both dementia and stroke?")
    assert "Vitamin D is linked to a lower risk of dementia" in said
    assert "Vitamin D prevents" not in said


async def test_what_things_have_in_common_is_one_sentence_each(bot: Bot) -> None:
    said = await told(bot, "What do donepezil and rivastigmine have in common?")
    assert "Donepezil and rivastigmine inhibit acetylcholinesterase" in said
    nothing = await told(bot, "What do magnesium and melatonin have in common?")
    assert nothing == "The graph shows nothing that magnesium and melatonin have in common."


_FRAMES = (
    "Which {} treat both {} and {}?",
    "What {} treat {} and also {}?",
    "Are there any {} that treat both {} and {}?",
    "Are there {} that treat {} and {}?",
    "Name {} that treat {} as well as {}",
    "List {} which treat both {} and {}",
)


@pytest.mark.parametrize("frame", _FRAMES)
async def test_what_treats_both_is_found_however_it_is_asked(bot: Bot, frame: str) -> None:
    said = await told(bot, frame.format("supplements", "depression", "anxiety"))
    assert said.startswith("For both depression and anxiety the graph has saffron.")


@pytest.mark.parametrize(
    "question",
    [
        "Which enzymes do donepezil and rivastigmine both inhibit?",
        "Which genes do donepezil and rivastigmine inhibit?",
        "Is there anything that both donepezil and rivastigmine inhibit?",
        "What enzymes are inhibited by both donepezil and rivastigmine?",
    ],
)
async def test_what_both_act_on_is_found(bot: Bot, question: str) -> None:
    assert "acetylcholinesterase" in await told(bot, question)


@pytest.mark.parametrize(
    "question",
    [
        "Which disorders do ginkgo and ginger share?",
        "Do ginkgo and ginger have any disorders in common?",
        "Name disorders common to ginkgo and ginger",
        "shared disorders of ginkgo and ginger",
        "What is the overlap in disorders between ginkgo and ginger?",
    ],
)
async def test_of_what_is_shared_only_the_kind_that_was_asked_for_is_named(bot: Bot, question: str) -> None:
    turn = await bot.turn(await bot.ask(question))
    known = {s.entity.id: s.entity for c in turn.claims for s in (c.subject, c.object) if s}
    others = {e.type for e in known.values() if e.id not in {f.id for f in turn.focus}}
    assert others <= {"Disease"}
    assert "both" in turn.paragraphs[0].text


async def test_what_neither_does_is_what_papers_deny_of_both(bot: Bot) -> None:
    said = await told(bot, "Which disorders does neither ginkgo nor vitamin E prevent?")
    assert "Ginkgo biloba and vitamin E do not prevent Alzheimer's disease" in said
    assert " prevents " not in said


async def test_what_things_lead_to_is_no_answer_to_what_leads_to_them(bot: Bot) -> None:
    said = await told(bot, "Is there anything that causes both bleeding and stroke?")
    assert "Bleeding causes" not in said
    assert "Stroke causes" not in said


@pytest.mark.parametrize(
    "text",
    ["Can I take both magnesium and melatonin?", "Does it treat both?", "What treats migraine?", "both " * 200, ""],
)
def test_other_questions_with_both_are_read_as_ever(text: str) -> None:
    assert not asks_for_shared(text)


@pytest.mark.parametrize(
    "question",
    [
        "Which of ginkgo, vitamin E and donepezil has the best evidence for Alzheimer's disease?",
        "Which has the strongest evidence for Alzheimer's disease, donepezil, ginkgo or vitamin E?",
    ],
)
async def test_the_best_evidence_is_a_table_with_findings_of_no_effect(bot: Bot, question: str) -> None:
    head, *rows = (await bot.turn(await bot.ask(question))).table
    assert head == ("", "Evidence", "Papers for", "Papers against")
    cells = {row[0]: row[1:] for row in rows}
    assert cells["Vitamin E"] == ("1 randomised trial; 1 systematic review (no effect)", "1", "1")
    assert cells["Ginkgo biloba"] == ("1 randomised trial (no effect)", "0", "1")
    assert next(iter(cells)) == "Vitamin E"


@pytest.mark.parametrize(
    "question",
    [
        "Is there anything that cocoa and coffee share?",
        "Which things are shared by cocoa and coffee?",
        "What connects cocoa to coffee, what's shared?",
        "What links both cocoa and coffee?",
        "Common ground between cocoa and coffee?",
        "Cocoa and coffee: similarities?",
    ],
)
async def test_what_is_shared_is_asked_for_in_many_ways(bot: Bot, question: str) -> None:
    assert "Caffeine: joined to both cocoa and coffee." in (await bot.ask(question))[-1].plain


@pytest.mark.parametrize(
    "question",
    [
        "Is there one thing behind hypothyroidism and cognitive impairment?",
        "What single cause accounts for hypothyroidism and cognitive impairment?",
        "What might be responsible for hypothyroidism together with cognitive impairment?",
        "Hypothyroidism plus cognitive impairment: what could be the common cause?",
        "What do hypothyroidism and cognitive impairment point to when they occur together?",
    ],
)
async def test_one_thing_behind_two_is_looked_for_however_it_is_asked(bot: Bot, question: str) -> None:
    assert "Lithium: explains 2 of 2 things described" in (await bot.ask(question))[-1].plain


@pytest.mark.parametrize(
    "question",
    [
        "Compare the evidence for zinc, echinacea and vitamin C in the common cold.",
        "Is there more evidence for zinc than for echinacea or vitamin C when it comes to the common cold?",
    ],
)
async def test_what_evidence_is_for_is_no_topic_of_a_comparison(bot: Bot, question: str) -> None:
    said = (await bot.ask(question))[-1].plain
    assert "echinacea does not treat the common cold" in said
    assert "links echinacea and zinc" not in said
