"""What may be taken together: a warning leads whatever the words, and no leave to take two things is read as one."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader, map_statements
from kgcore.values.message import Said
from kgcore.verdicts import Verdict
from tests.kgcore.house import Bot, bot, folder
from tests.kgcore.starter import vocabulary

__all__ = ["bot", "folder"]

# Of the pairs one interacts, one by absorption, one by a form's, one by a class.
ASKED = [
    "Is there a problem combining {a} and {b}?",
    "is there any danger in taking {a} and {b} together",
    "name the risks of {a} and {b}",
    "I'm taking {b} and someone told me {a} is dangerous with it, true?",
    "Somebody said {a} changes how {b} works. Is that right?",
    "{a} is natural so it's fine with {b}, right?",
    "no {a} with {b}, right?",
    "I bleed easily on {b}; could {a} be adding to it?",
    "Which is safer with {b}: {a} or vitamin A?",
    "Is {a} or vitamin A better if I take {b}?",
    "check {a} vs {b}",
    "Does {a} help with depression, and is it safe with {b}?",
    "Can {a} prevent dementia? Can I take it with {b}?",
]
PAIRS = [
    ("cranberry", "warfarin", "cranberry interacts with warfarin"),
    ("coffee", "levothyroxine", "coffee reduces levothyroxine absorption"),
    ("calcium", "levothyroxine", "calcium carbonate reduces levothyroxine absorption"),
    ("St. John's wort", "citalopram", "St. John's wort interacts with selective serotonin reuptake inhibitors"),
]


@pytest.mark.parametrize(("a", "b", "warned"), PAIRS)
@pytest.mark.parametrize("asked", ASKED)
async def test_two_things_that_are_asked_about_lead_with_their_warning(
    bot: Bot, asked: str, a: str, b: str, warned: str
) -> None:
    first = (await bot.ask(asked.format(a=a, b=b)))[-1].plain.partition("\n\n")[0]
    assert warned in first
    assert not first.startswith(("The graph has no", "This cannot be decided", "The graph names nothing"))


LEAVE = [
    "Which of these can I take with {b}: a) {a} b) vitamin A c) zinc",
    "which of these should I take with {b}: {a} or zinc",
    "Which of these may be used together with {b}? A) {a} B) vitamin A",
    "Which of these goes well with {b}: {a}, zinc or vitamin A?",
    "Is it true that {a} can be combined with {b}?",
    "True or false: {a} can be taken with {b}.",
    "True or false: {b} should be taken with {a}.",
    "True or false: {a} works together with {b}.",
]


@pytest.mark.parametrize(("a", "b", "_"), PAIRS)
@pytest.mark.parametrize("asked", LEAVE)
async def test_leave_to_take_what_interacts_is_never_found_right(bot: Bot, asked: str, a: str, b: str, _: str) -> None:
    reply = (await bot.ask(asked.format(a=a, b=b)))[-1]
    assert "✓" not in reply.plain.partition("\n\n")[0]
    assert "supported" not in reply.plain


async def test_a_list_without_labels_is_answered_with_all_that_fit(bot: Bot) -> None:
    asked = "which of the following interact with levothyroxine: coffee, tea, iron, zinc"
    assert (await bot.ask(asked))[-1].plain.startswith("A) coffee; C) iron ✓")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Garlic can be taken with warfarin.", Verdict.CONTRADICTED),
        ("Garlic and warfarin can be combined.", Verdict.CONTRADICTED),
        ("Garlic is completely safe with warfarin.", Verdict.CONTRADICTED),
        ("Garlic is not safe with warfarin.", Verdict.SUPPORTED),
        ("Garlic does not interact with ciclosporin.", Verdict.SUPPORTED),
        ("Garlic is safe with ciclosporin.", Verdict.RELEVANT),  # no interaction was found: that is less
        ("Garlic can be taken with ciclosporin.", Verdict.RELEVANT),
        ("Coffee interacts with levothyroxine.", Verdict.SUPPORTED),
        ("Levothyroxine interacts with iron.", Verdict.SUPPORTED),
        ("Coffee does not interact with levothyroxine.", Verdict.CONTRADICTED),
        ("Coffee interacts with levothyroxine in children.", Verdict.RELEVANT),
        ("Calcium interacts with levothyroxine.", Verdict.RELEVANT),  # calcium carbonate does
        ("Citalopram interacts with St. John's wort.", Verdict.RELEVANT),  # its class does
        ("Tea interacts with levothyroxine.", Verdict.UNSURE),
    ],
)
async def test_what_goes_together_is_judged_by_interactions_and_by_what_lessens_another(
    starter_graph: EmbeddedGraph, text: str, verdict: Verdict
) -> None:
    reader, checker = TextReader(starter_graph, vocabulary()), Checker(starter_graph, vocabulary())
    (claim,) = (await map_statements(reader, checker, [Said("", text)])).claims
    assert claim.verdict is verdict


@pytest.mark.parametrize("text", ["Garlic works together with warfarin.", "Garlic teams up with warfarin."])
async def test_working_together_is_no_interaction(starter_graph: EmbeddedGraph, text: str) -> None:
    reader, checker = TextReader(starter_graph, vocabulary()), Checker(starter_graph, vocabulary())
    claims = (await map_statements(reader, checker, [Said("", text)])).claims
    assert not any(c.verdict is Verdict.SUPPORTED for c in claims)


@pytest.mark.parametrize(
    ("asked", "warned"),
    [
        ("does cisplatin damage kidneys", "cisplatin causes cisplatin nephrotoxicity"),
        ("Does amiodarone mess with the thyroid?", "amiodarone causes hypothyroidism"),
        ("Are calcium supplements bad for the heart?", "calcium raises the risk of myocardial infarction"),
        ("is citalopram ok for the heart", "citalopram causes QT prolongation"),
        ("dad's pulse is somewhat slow since he takes aricept", "cholinesterase inhibitors cause bradycardia"),
        ("my statin makes my legs ache", "simvastatin causes statin-associated muscle symptoms"),
        ("Does lithium make you foggy?", "lithium causes cognitive impairment"),
        ("Does anything I eat or drink get in the way of my thyroid pills?", "coffee (2)"),
        ("What foods affect levothyroxine?", "coffee reduces levothyroxine absorption"),
        ("long term lithium: what are the harms", "lithium causes hypothyroidism"),
        ("green tea pills and liver damage, true?", "green tea extract causes liver injury"),
    ],
)
async def test_a_harm_is_found_by_the_part_of_the_body_that_is_spoken_of(bot: Bot, asked: str, warned: str) -> None:
    plain = (await bot.ask(asked))[-1].plain
    assert warned in plain
    assert "I found" not in plain


async def test_what_only_lessens_absorption_is_told_without_a_denial_before_it(bot: Bot) -> None:
    plain = (await bot.ask("what interacts with levothyroxine"))[-1].plain
    assert plain.startswith("Papers report that proton pump inhibitors")


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        (
            "What supplements should I not take, I'm on ciclosporin after a transplant",
            "Two papers report that St. John's",
        ),
        ("what must i not take when i'm on the pill", "Two papers report that St. John's"),
        (
            "I use tacrolimus and want to take turmeric, vitamin C and St. John's wort",
            "The graph has a warning: one paper (lower drug efficacy)",
        ),
    ],
)
async def test_what_not_to_take_leads_with_what_interacts(bot: Bot, asked: str, first: str) -> None:
    assert (await bot.ask(asked))[-1].plain.startswith(first)


@pytest.mark.parametrize(
    "asked",
    [
        "Which of these interacts with migraine? a) magnesium b) zinc c) iron",
        "True or false: vitamin D interacts with warfarin.",
        "turmeric is safe with warfarin, true or false?",
    ],
)
async def test_what_treats_does_not_interact_and_what_is_open_is_said_to_be(bot: Bot, asked: str) -> None:
    assert (await bot.ask(asked))[-1].plain.startswith("This cannot be decided here.")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "What would you give a patient with hypothyroidism? a) lithium b) levothyroxine c) zinc",
            "B) levothyroxine ✓",
        ),
        ("Which drug would you not give someone with hypothyroidism? a) lithium b) levothyroxine", "A) lithium ✗"),
        ("What do you give someone with liver injury? a) acetaminophen b) zinc", "This cannot be decided here."),
        ("Which drug do you give people with bradycardia? a) cholinesterase inhibitors b) zinc", "This cannot be"),
        ("Which of these should be avoided in migraine? a) magnesium b) zinc c) iron", "This cannot be decided here."),
        ("Which of these should be kept from people with migraine? a) magnesium b) zinc c) iron", "This cannot be"),
        (
            "Which of these is good for liver injury? a) green tea extract b) vitamin C c) zinc",
            "This cannot be decided",
        ),
    ],
)
async def test_what_one_would_give_or_keep_from_the_sick_is_never_turned_round(
    bot: Bot, asked: str, answer: str
) -> None:
    assert (await bot.ask(asked))[-1].plain.startswith(answer)


@pytest.mark.parametrize(
    ("question", "warned"),
    [
        (
            "Which supplements help depression and don't interact with warfarin?",
            "St. John's wort interacts with warfarin",
        ),
        ("What can I take for depression if I'm on warfarin?", "St. John's wort interacts with warfarin"),
        ("What helps depression without interfering with the pill?", "interacts with oral contraceptives"),
        ("I take ciclosporin after a transplant. Anything for low mood?", "St. John's wort interacts with ciclosporin"),
        ("Which herbs for depression are safe with tacrolimus?", "St. John's wort interacts with tacrolimus"),
        ("My dad takes warfarin and metformin, what can he take for a cold?", "cranberry interacts with warfarin"),
        (
            "what treats iron deficiency anemia in patients taking levothyroxine",
            "iron reduces levothyroxine absorption",
        ),
        ("What can someone on levothyroxine take for anemia?", "iron reduces levothyroxine absorption"),
        ("I'm on warfarin and metformin and have depression - what can I take?", "interacts with warfarin"),
        ("My aunt has depression and is on the pill. Which supplements could help her?", "with oral contraceptives"),
        ("Are there herbs for depression that I can take with my SSRI?", "serotonin reuptake inhibitors"),
    ],
)
async def test_of_what_helps_beside_what_is_taken_the_clashes_come_first(bot: Bot, question: str, warned: str) -> None:
    first, *rest = (await bot.ask(question))[-1].plain.split("\n\n")
    assert first.startswith("The graph has a warning")
    assert warned in first
    assert " treat" in rest[0]


async def test_of_what_helps_beside_what_is_taken_silence_is_not_safety(bot: Bot) -> None:
    said = (await bot.ask("Is there anything natural for migraine that won't mess with warfarin?"))[-1].plain
    assert said.startswith("Papers report that magnesium (2 papers) and coenzyme Q10 (2) prevent migraine.")
    assert "The graph has no statement on warfarin with any of these. That does not show them to be safe." in said


async def test_of_what_helps_beside_what_is_taken_what_is_known_to_be_harmless_is_told(bot: Bot) -> None:
    said = (await bot.ask("What lowers cholesterol if I take ciclosporin?"))[-1].plain
    assert said.startswith("One paper (blood level unchanged) reports that garlic does not interact with ciclosporin.")


async def test_what_a_form_of_an_answer_clashes_with_is_told_of_it(bot: Bot) -> None:
    said = (await bot.ask("My mother has dementia and is on warfarin. Which supplements could help her?"))[-1].plain
    assert "Ginkgo biloba interacts with warfarin" in said.split("\n\n")[0]


@pytest.mark.parametrize(
    "question",
    [
        "Can I drink green tea with my iron tablets?",
        "my dad drinks green tea all day and takes iron tablets, does that matter?",
        "Is it true that green tea interacts with iron?",
    ],
)
async def test_what_a_kind_does_to_anothers_absorption_warns_of_what_is_one(bot: Bot, question: str) -> None:
    said = (await bot.ask(question))[-1].plain
    assert said.startswith("The graph has a warning, though not on green tea itself.")
    assert "tea reduces iron absorption" in said


@pytest.mark.parametrize(
    "question",
    [
        "What do you know about selenium?",
        "What does the graph say about selenium?",
        "Any info on selenium?",
        "Have there been any trials of selenium?",
        "What studies are there on selenium?",
        "Which papers on selenium do you have?",
    ],
)
async def test_what_there_is_on_a_thing_is_what_is_known_of_it(bot: Bot, question: str) -> None:
    assert (await bot.ask(question))[-1].plain.startswith("Selenium is in the graph as a supplement")


async def test_of_whom_it_is_asked_is_looked_for_in_the_notes_and_is_no_slip(bot: Bot) -> None:
    assert "(PREADViSE trial, men)" in (await bot.ask("Are there trials of vitamin E in men?"))[-1].plain
    assert "aspirin" not in (await bot.ask("Does melatonin work in children?"))[-1].plain


@pytest.mark.parametrize(
    "question",
    ["Does ginkgo help memory if I'm on warfarin", "Can ginkgo cause bleeding if I'm on warfarin?"],
)
async def test_a_warning_beside_what_is_taken_is_told_first_and_once(bot: Bot, question: str) -> None:
    said = (await bot.ask(question))[-1].plain
    assert said.startswith(
        "The graph has a warning: one paper (review) reports that Ginkgo biloba interacts with warfarin"
    )
    assert said.count("interacts with warfarin") == 1


async def test_what_raises_a_risk_with_what_is_taken_is_told_with_what_that_does(bot: Bot) -> None:
    first = (await bot.ask("could garlic pills raise my bleeding risk with warfarin"))[-1].plain.split("\n\n")[0]
    assert "garlic interacts with warfarin" in first
    assert "warfarin causes bleeding" in first


async def test_of_a_harm_that_is_not_wanted_it_is_said_that_the_graph_is_silent(bot: Bot) -> None:
    said = (await bot.ask("what helps depression that doesn't cause nausea"))[-1].plain
    assert "does not say whether any of these causes nausea and vomiting. That does not show them to be safe." in said


async def test_what_nothing_links_with_the_others_is_said(bot: Bot) -> None:
    said = (await bot.ask("does ginkgo increase bleeding with aspirin"))[-1].plain
    assert "no statement on aspirin with Ginkgo biloba. That does not show it to be safe." in said


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("does tea stop iron being absorbed", "tea reduces iron absorption"),
        ("which supplements have been shown not to work for dementia", "do not prevent dementia"),
        ("is it true that vitamin C stops you catching a cold", "The graph says no"),
        ("best evidence supplement for migraine", "prevent migraine"),
    ],
)
async def test_turns_of_phrase_are_read_as_what_they_ask(bot: Bot, question: str, says: str) -> None:
    said = (await bot.ask(question))[-1].plain
    assert says in said.split("\n\n")[0]
    assert "I found" not in said
    assert "Whether it passes" not in said


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs for depression also help anxiety?",
        "Which drugs for depression that also treat anxiety are there?",
        "What treats depression and also helps anxiety?",
    ],
)
async def test_what_also_does_something_else_does_both(bot: Bot, question: str) -> None:
    assert "saffron treats depression and anxiety" in (await bot.ask(question))[-1].plain.lower()


async def test_where_nothing_does_both_that_is_said_and_each_is_told(bot: Bot) -> None:
    said = (await bot.ask("Which drugs for depression also help migraine?"))[-1].plain
    assert "names nothing for both depression and migraine" in said
    assert "prevents migraine" in said
    assert "Papers disagree on omega-3 fatty acids and depression." in said


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Patient on ciclosporin asks for something for low mood. Any herbal to avoid?", "interacts with ciclosporin"),
        ("Pt on warfarin, depression. Options?", "St. John's wort interacts with warfarin"),
        ("72F on warfarin with low mood - what are the options?", "St. John's wort interacts with warfarin"),
        ("My patient takes tacrolimus and needs something for depression.", "interacts with tacrolimus"),
        ("Patient on ciclosporin. Which herbs should be avoided?", "St. John's wort interacts with ciclosporin"),
        ("Patient on warfarin: what should she avoid?", "interact with warfarin"),
        ("Patient has QT prolongation. Is citalopram ok?", "has a warning: one paper (CitAD RCT)"),
        ("My patient has hypothyroidism. Can she have lithium?", "has a warning: one paper"),
        ("Patient has bradycardia. Can she have donepezil?", "That is a warning for donepezil"),
    ],
)
async def test_what_clinicians_ask_of_their_patients_is_answered_with_the_warning(
    bot: Bot, question: str, told: str
) -> None:
    assert told in (await bot.ask(question))[-1].plain


@pytest.mark.parametrize(
    "question",
    [
        "Does St. John's wort interact with depression medication?",
        "I take depression tablets. Is St. John's wort ok?",
        "Which depression drugs are dangerous with St. John's wort?",
        "Which drugs help depression and don't interact with St. John's wort?",
    ],
)
async def test_what_is_taken_for_an_ill_and_not_named_hides_no_warning(bot: Bot, question: str) -> None:
    said = (await bot.ask(question))[-1].plain
    assert "interacts with selective serotonin reuptake inhibitors" in said
    assert "duloxetine" in said
    assert "That does not show them to be safe" in said


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Does magnesium interact with anything?", "names nothing that magnesium interacts with"),
        ("Does magnesium help with anything?", "magnesium prevents migraine"),
        ("What raises serotonin syndrome risk?", "St. John's wort raises the risk of serotonin syndrome"),
        ("What lowers dementia risk?", "are linked to a lower risk of dementia"),
    ],
)
async def test_anything_and_risk_are_read_in_either_place(bot: Bot, question: str, told: str) -> None:
    assert told in (await bot.ask(question))[-1].plain
