"""Ways in and ways on that no typed question begins: browsing by name, quotes, and mentions that nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kgcore.exploration.history import History
from kgcore.llm.scripted import ScriptedModel
from kgcore.question.pointing import mentioned_by_place
from kgcore.values.message import Action, NamesQuery, Verb
from kgcore.values.model import Candidate, Claim, Entity, Match, Mention, Reason, Triple
from kgcore.values.reply import Choice, Choices, Claims, EntityRef, Form, Notice, Reply, Text
from kgcore.values.tasks import Task
from kgcore.values.thread import Mode
from kgcore.verdicts import Verdict
from tests.kgcore.house import HERE, Bot, bot, folder, words

__all__ = ["bot", "folder"]

CHESS = "[Zinc|DietarySupplement]($N1) [improves]($R1, $H, $N1, $N2) [chess ratings|Skill]($N2)."
VITAMIN_E = "Can vitamin E slow the progression of Alzheimer's disease?"


def offered(reply: Reply) -> tuple[Choice, ...]:
    return next(((*b.buttons, *b.menu) for b in reply.blocks if isinstance(b, Choices)), ())


# ── browsing ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_one_browses_from_here_to_there_in_one_line(bot: Bot) -> None:
    turn = await bot.turn(await bot.command("browse", "rivastigmine to parkinson's disease dementia"))
    assert turn.mode is Mode.BROWSED
    assert [e.name for e in turn.focus] == ["Rivastigmine", "Parkinson's disease dementia"]
    assert [way.nodes[1].name for way in turn.ways] == ["Cholinesterase inhibitors"]


async def test_a_name_that_means_nothing_leads_to_those_near_it(bot: Bot) -> None:
    (word,) = await bot.command("browse", "vitamin")
    assert "nothing called “vitamin”" in words(word)
    assert "Vitamin E" in [c.label for c in offered(word)]
    chosen = next(c for c in offered(word) if c.label == "Vitamin E")
    turn = await bot.turn(await bot.click(chosen.action))
    assert (turn.mode, turn.focus[0].name) == (Mode.BROWSED, "Vitamin E")


async def test_the_choice_still_works_in_another_process(bot: Bot) -> None:
    (word,) = await bot.command("browse", "vitamin")
    bot.start()
    assert (await bot.turn(await bot.click(offered(word)[0].action))).mode is Mode.BROWSED
    stale = offered(word)[0].action.rpartition(":")[0] + ":99"
    assert "no longer here" in words((await bot.click(stale))[-1])


async def test_nothing_near_is_said_plainly(bot: Bot) -> None:
    (word,) = await bot.command("browse", "qqqqq")
    assert "nothing called “qqqqq”" in words(word)
    assert offered(word) == ()


async def test_a_way_to_a_misspelt_name_offers_what_may_be_meant(bot: Bot) -> None:
    around = (await bot.command("browse", "rivastigmine"))[-1]
    (word,) = await bot.click(str(Action(Verb.WAY, around.turn)), name=("choline",))
    ways = [c for c in offered(word) if c.label.startswith("Rivastigmine – Choline")]
    turn = await bot.turn(await bot.click(ways[0].action))
    assert turn.focus[0].name == "Rivastigmine"
    assert len(turn.focus) == 2


async def test_a_completion_says_by_which_other_name_it_was_found(bot: Bot) -> None:
    await bot.ask(VITAMIN_E)
    reply = await bot.assistant.ask(NamesQuery(HERE, "tocoph"))
    hints = {c.label: c.hint for c in offered(reply)}
    assert "tocoph" in hints["Vitamin E"].lower()
    begun = [c.label for c in offered(await bot.assistant.ask(NamesQuery(HERE, "vit")))]
    assert all(name.startswith("Vit") for name in begun)


@pytest.mark.parametrize("change", [str, str.upper, lambda words: words.strip("?")])
async def test_an_offer_that_is_typed_back_is_taken_up(bot: Bot, change: Callable[[str], str]) -> None:
    answer = await bot.turn(await bot.ask(VITAMIN_E))
    for offer in (r for r in answer.recommendations if r.key in answer.offered):
        turn = await bot.turn(await bot.ask(change(offer.text)))
        assert (turn.asked, turn.parent, turn.typed) == (offer.key, answer.id, False)


# ── quotes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_words_that_stand_in_the_answer_are_quoted_as_the_answers(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E))[-1]
    said = next(b.plain for b in answer.blocks if isinstance(b, Text))[:60]
    turn = await bot.turn(await bot.click(str(Action(Verb.QUOTE, answer.turn)), text=("Which trial?",), quote=(said,)))
    assert turn.quote
    assert turn.quote in next(p.text for p in (await bot.turn([answer])).paragraphs)


async def test_words_from_elsewhere_are_the_persons_own(bot: Bot) -> None:
    answer = (await bot.ask(VITAMIN_E))[-1]
    foreign = "Coffee cures every dementia, as you said above."
    turn = await bot.turn(
        await bot.click(str(Action(Verb.QUOTE, answer.turn)), text=("Is that so?",), quote=(foreign,))
    )
    assert (turn.question, turn.typed, turn.quote) == ("Is that so?", True, foreign)
    assert turn.wanted is not None
    assert "SUPP:vitamin-e" not in turn.wanted.ids  # the answer's claims have nothing to do with it


# ── undo ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", [True, False])
async def test_undo_says_what_it_took_back(bot: Bot, command: bool) -> None:
    answer = (await bot.ask(VITAMIN_E))[-1]
    next_ones = next(b for b in answer.blocks if isinstance(b, Choices) and b.title == "Ask next")
    await bot.click(next_ones.buttons[0].aside[0].action)
    undone = await (bot.command("undo") if command else bot.click(str(Action(Verb.UNDO, answer.turn))))
    assert words(undone[0]).strip() == f"Taken back: “{next_ones.buttons[0].label}” may be suggested again."
    assert undone[-1].turn == answer.turn


# ── mentions that the graph does not know ───────────────────────────────────────────────────────────────────────────


async def test_an_unknown_mention_has_a_number_a_panel_and_can_be_taken_out(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: [CHESS]}))
    answer = (await bot.ask("Does zinc help at chess?"))[-1]
    turn = await bot.turn([answer])
    numbers = History.of([turn]).numbers
    number = numbers["?chess ratings"]
    marked = [i for b in answer.blocks if isinstance(b, Text) for i in b.inlines if isinstance(i, EntityRef)]
    assert ("chess ratings", number) in [(i.text, i.number) for i in marked]
    (claims,) = [b.claims for b in answer.blocks if isinstance(b, Claims)]
    assert number in claims[0].entities
    (panel,) = await bot.click(str(Action(Verb.NODE, answer.turn, number)))
    assert "chess ratings" in words(panel)
    assert [f.action for f in panel.blocks if isinstance(f, Form)] == [str(Action(Verb.MERGE, answer.turn))]
    after = (await bot.click(str(Action(Verb.TRIM, answer.turn, number))))[-1]
    assert not [b for b in after.blocks if isinstance(b, Claims)]


async def test_an_unknown_mention_can_be_taken_for_a_node(bot: Bot) -> None:
    bot.start(ScriptedModel({Task.ANSWER: [CHESS.replace("chess ratings", "wintry woes")]}))
    answer = (await bot.ask("Does zinc help against vitamin D deficiency?"))[-1]
    numbers = History.of([await bot.turn([answer])]).numbers
    gone = str(numbers["?wintry woes"])
    kept = str(next(n for key, n in numbers.items() if "zinc" not in key and not key.startswith("?")))
    after = (await bot.click(str(Action(Verb.MERGE, answer.turn)), kept=(kept,), gone=(gone,)))[-1]
    assert "wintry" not in " ".join(
        i.text for b in after.blocks if isinstance(b, Claims) for i in b.claims[0].statement
    )


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Tell me more about the second one", ("Memantine",)),
        ("Does the first one cause bleeding?", ("Donepezil",)),
        ("and the last?", ("Galantamine",)),
        ("What is the fifth one?", ()),
        ("Is it a first line drug?", ()),
        ("What happens in the second trimester?", ()),
        ("How does the second work?", ("Memantine",)),
        ("Why the galantamine one?", ("Galantamine",)),
        ("Why the other one?", ()),
    ],
)
def test_a_place_in_the_answer_before_names_what_stands_there(question: str, named: tuple[str, ...]) -> None:
    def candidate(name: str) -> Candidate:
        return Candidate(Entity(name.lower(), name, "Drug"), 1.0, Match.EXACT)

    def said(name: str) -> Claim:
        triple = Triple(Mention(name), "treats", Mention("dementia"))
        found = (candidate(name), candidate("Dementia"))
        return Claim(triple, Verdict.UNSURE, Reason.NO_CONNECTION, "", subject=found[0], object=found[1])

    claims = [said(n) for n in ("Donepezil", "Memantine", "Galantamine")]
    assert tuple(m.text for m in mentioned_by_place(question, claims, {"dementia"})) == named


async def test_it_may_be_an_ill_of_the_answer_and_the_second_one_may_stand_further_back(bot: Bot) -> None:
    await bot.ask("What are the side effects of lithium?")
    assert "levothyroxine treats hypothyroidism" in words((await bot.ask("Can it be treated?"))[-1])
    assert "levothyroxine" in words((await bot.ask("with what"))[-1])
    elsewhere = replace(HERE, thread="t2")
    await bot.ask("Which drugs treat Alzheimer's disease?", elsewhere)
    await bot.ask("what are the side effects of the first one", elsewhere)
    assert "memantine plus donepezil" in words((await bot.ask("and the second?", elsewhere))[-1])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("any trials in kids?", "Nothing here is recorded as found in children"),
        ("was it ever tested in older women?", "Nothing here is recorded as found in"),
        ("what do studies in mice say?", "Nothing here is recorded as found in mice"),
    ],
)
async def test_trials_in_some_people_are_asked_for_after_an_answer(bot: Bot, asked: str, said: str) -> None:
    await bot.ask("Does vitamin C shorten a cold?")
    assert said in (await bot.ask(asked))[-1].plain


@pytest.mark.parametrize(
    ("asked", "then", "said"),
    [
        ("Does ginkgo work for Alzheimer's?", "and for memory in healthy people?", "links Ginkgo biloba and memory"),
        ("Does coffee prevent Parkinson's?", "what else lowers the risk?", "simvastatin is linked to a lower risk"),
        ("Does vitamin E prevent dementia?", "what else prevents it?", "simvastatin"),
        ("What helps depression?", "what about exercise instead?", "physical exercise as a treatment for depression"),
        ("Compare ginkgo and garlic", "are both safe with warfarin?", "garlic (1) interact with warfarin"),
        ("Compare ginkgo and turmeric", "do they work together?", "That does not show it to be safe"),
        ("What helps depression?", "ok, forget depression, what about anxiety?", "treat anxiety"),
        ("Does ginkgo prevent dementia?", "summarise this for my supervisor", "In short: One paper"),
        ("Does ginkgo prevent dementia?", "what would you take?", "papers cannot say"),
        ("What helps depression?", "tldr", "In short: Papers report that duloxetine (2 papers), St. John's wort (2),"),
        ("Can vitamin E slow Alzheimer's?", "say that simpler", "does not prevent Alzheimer's disease."),
        ("Does ginkgo cure baldness?", "why?", "I found nothing in it on “baldness”"),
        ("Does ginkgo cure baldness?", "what else helps?", "I found nothing in it on “baldness”"),
        ("What helps depression?", "the second one: does it interact with anything?", "St. John's wort interacts with"),
        ("What helps insomnia?", "melatonin – is it safe?", "names no harms or interactions of melatonin"),
        ("What helps depression?", "is the sixth one safe?", "eicosapentaenoic acid"),
        (
            "What helps depression?",
            "is any of that herbal?",
            "said above: papers report that St. John's wort (2 papers)",
        ),
        ("What helps depression?", "which of those are drugs?", "said above: papers report that duloxetine (2 papers)"),
        ("What raises the risk of dementia?", "and what lowers it?", "linked to a lower risk of dementia"),
        ("Can I take ginkgo with warfarin?", "why is that a problem?", "does not say how this comes about"),
        ("Is coffee good for dementia?", "how much of it?", "a pharmacist or doctor can tell you"),
        ("Compare ginkgo and garlic", "which is better?", "Ginkgo biloba interacts with warfarin."),
        (
            "Does ginkgo prevent dementia?",
            "what is it supposed to do?",
            "lower risk of cognitive impairment",
        ),
        ("Does coffee prevent Parkinson's?", "is there anything else like that?", "said above"),
    ],
)
async def test_people_go_on_in_their_own_words(bot: Bot, asked: str, then: str, said: str) -> None:
    await bot.ask(asked)
    assert said in (await bot.ask(then))[-1].plain


@pytest.mark.parametrize(
    ("asked", "then", "said"),
    [
        (
            "What helps insomnia?",
            "and the second?",
            "The answer above names 1 thing: melatonin. There is no second one.",
        ),
        (
            "What helps depression?",
            "the 9th one, is it safe?",
            "The answer above names 7 things. There is no ninth one.",
        ),
    ],
)
async def test_a_place_that_the_list_does_not_have_is_said(bot: Bot, asked: str, then: str, said: str) -> None:
    await bot.ask(asked)
    (notice,) = (await bot.ask(then))[-1].blocks
    assert isinstance(notice, Notice)
    assert notice.text == said


async def test_which_of_two_is_better_is_asked_of_the_last_two_answers(bot: Bot) -> None:
    await bot.ask("Does vitamin C shorten a cold?")
    await bot.ask("What about zinc then?")
    said = (await bot.ask("which of the two works better?"))[-1].plain
    assert "vitamin C treats the common cold" in said
    assert "zinc treats the common cold" in said


@pytest.mark.parametrize(
    ("compared", "asked", "said"),
    [
        ("Alzheimer's disease and Parkinson's disease", "what prevents both?", "Coffee prevents"),
        ("ginkgo and garlic", "which drugs interact with both of them?", "garlic interact with warfarin"),
    ],
)
async def test_what_bears_on_both_that_the_last_answer_was_about(
    bot: Bot, compared: str, asked: str, said: str
) -> None:
    await bot.ask(f"Compare {compared}")
    assert said in (await bot.ask(asked))[-1].plain


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Compare depression and anxiety", "Saffron treats both depression and anxiety (1 paper each)."),
        (
            "Compare dementia and Alzheimer's disease",
            "Rivastigmine (1 and 2 papers) and Ginkgo biloba extract (1 paper each) treat both dementia and",
        ),
    ],
)
async def test_of_illnesses_it_is_told_what_is_done_to_both(bot: Bot, asked: str, said: str) -> None:
    assert said in (await bot.ask(asked))[-1].plain


async def test_both_of_two_that_were_compared_are_asked_about_with_a_third(bot: Bot) -> None:
    await bot.ask("turmeric vs glucosamine for osteoarthritis?")
    await bot.ask("do they work together?")
    said = (await bot.ask("can I take both with warfarin?"))[-1].plain
    assert "warfarin" in said
    assert "That does not show" in said
