"""Questions in patients' words: comparisons with strangers, states of a process, "yes or no", lost faculties."""

from __future__ import annotations

import pytest

from kgcore.question.danger import danger_in
from kgcore.values.danger import Danger
from kgcore.values.reply import Notice
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is glucosamine better than placebo for osteoarthritis pain?", "glucosamine treats osteoarthritis"),
        ("Is exercise better than rest for dementia and depression?", "physical exercise does not treat dementia"),
        ("For osteoarthritis pain, is turmeric better than rest?", "turmeric treats osteoarthritis"),
        ("Is rest better than melatonin for insomnia?", "melatonin treats insomnia"),
        ("Is aspirin better than nothing for preventing stroke?", "aspirin prevents stroke"),
    ],
)
async def test_what_is_better_than_a_stranger_is_no_comparison_of_it_with_an_ill(
    bot: Bot, question: str, says: str
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says in plain.split("\n")[0]
    assert "which of" not in plain
    assert ("“nothing”" in plain) is False


@pytest.mark.parametrize(
    "question",
    [
        "Is turmeric as good as ibuprofen for osteoarthritis?",
        "Does turmeric work as well as ibuprofen for osteoarthritis?",
        "Is turmeric about as strong as ibuprofen in osteoarthritis?",
        "Can turmeric match ibuprofen for osteoarthritis?",
        "Is turmeric on a par with ibuprofen for osteoarthritis?",
        "How does turmeric compare with ibuprofen in osteoarthritis?",
    ],
)
async def test_whether_one_is_as_good_as_another_is_no_question_whether_they_go_together(
    bot: Bot, question: str
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "turmeric treats osteoarthritis" in plain
    assert "The graph does not say which of turmeric and ibuprofen is better." in plain
    assert "no statement that links ibuprofen and osteoarthritis" in plain
    for wrong in ("speaks for it", "says yes", "does not show it to be safe", "Not understood", "you wrote"):
        assert wrong not in plain


async def test_what_is_taken_already_is_still_asked_about_with_it(bot: Bot) -> None:
    plain = (await bot.ask("Does melatonin work as I take St John's wort?"))[-1].plain
    assert "melatonin and St. John's wort" in plain


@pytest.mark.parametrize("stranger", ["rest", "placebo", "a long walk"])
async def test_the_stranger_that_it_was_to_be_compared_with_is_named(bot: Bot, stranger: str) -> None:
    reply = (await bot.ask(f"Is turmeric better than {stranger} for osteoarthritis pain?"))[-1]
    assert f"I could not compare them: the graph has no entry for “{stranger}”." in reply.plain


async def test_two_strangers_are_both_named_and_nothing_is_compared(bot: Bot) -> None:
    reply = (await bot.ask("Does walking work better than rest for Alzheimer's and depression?"))[-1]
    assert "no entry for “walking” or “rest”" in reply.plain


@pytest.mark.parametrize(
    "question", ["Zinc for a cold, yes or no?", "Saffron for depression: yes/no?", "Melatonin for jet lag - yes or no"]
)
async def test_two_names_with_yes_or_no_are_a_question_and_no_test(bot: Bot, question: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "The graph speaks for it" in plain
    assert "cannot be decided" not in plain


@pytest.mark.parametrize(
    "question",
    [
        "Does garlic help with high blood pressure?",
        "Is garlic good for hypertension?",
        "Garlic for high blood pressure",
    ],
)
async def test_what_is_known_of_what_an_ill_is_a_state_of_is_said_beside_the_denial(bot: Bot, question: str) -> None:
    assert (
        "But one paper (chewed garlic) reports that garlic reduces blood pressure"
        in (await bot.ask(question))[-1].plain
    )


async def test_what_helps_against_a_state_is_what_changes_it_where_nothing_treats_it(bot: Bot) -> None:
    reply = (await bot.ask("What helps against high blood pressure?"))[-1]
    assert "garlic (1) reduce blood pressure" in reply.plain
    assert "names nothing" not in reply.plain
    assert any("Read as: blood pressure" in b.text for b in reply.blocks if isinstance(b, Notice))


@pytest.mark.parametrize("lost", ["memory loss", "memory problems", "thinking problems"])
async def test_a_lost_faculty_is_the_sign_that_it_is_called(bot: Bot, lost: str) -> None:
    reply = (await bot.ask(f"Which supplements help with {lost}?"))[-1]
    assert any("Read as: cognitive impairment" in b.text for b in reply.blocks if isinstance(b, Notice))
    assert "omega-3 fatty acids prevent cognitive impairment" in reply.plain


async def test_what_raises_the_levels_of_a_thing_raises_it(bot: Bot) -> None:
    plain = (await bot.ask("What raises amyloid beta levels?"))[-1].plain
    assert "sleep deprivation stimulates amyloid-beta" in plain
    assert "nothing on" not in plain


@pytest.mark.parametrize(
    "asked",
    [
        "Smokers' lungs: which inhaled agent would go to waste?",
        "Which inhaled steroid would go to the smallest airways?",
        "Which injected drug would end a migraine?",
        "What do inhaled bronchodilators do in COPD?",
    ],
)
def test_how_a_medicine_is_taken_is_no_sign_that_somebody_took_it(asked: str) -> None:
    assert danger_in(asked) is None


@pytest.mark.parametrize(
    "said", ["my son inhaled lighter gas and is blue", "She inhaled bleach fumes and cannot breathe"]
)
def test_who_inhaled_something_is_still_heard(said: str) -> None:
    assert danger_in(said) in {Danger.EMERGENCY, Danger.POISONING}


async def test_a_why_that_only_members_answer_does_not_say_that_nothing_joins_the_two(bot: Bot) -> None:
    plain = (await bot.ask("How do statins cause muscle pain?"))[-1].plain
    assert "simvastatin causes statin-associated muscle symptoms" in plain
    assert "How this comes about, the graph does not say." in plain
    assert "no indirect link" not in plain
    assert "stays open" not in plain


async def test_of_two_things_that_are_taken_both_are_answered_whatever_their_types(bot: Bot) -> None:
    plain = (await bot.ask("Turmeric or ibuprofen for knee osteoarthritis?"))[-1].plain
    assert "turmeric treats osteoarthritis" in plain
    assert "no statement that links ibuprofen and osteoarthritis" in plain


async def test_a_class_is_not_compared_with_what_it_may_cause(bot: Bot) -> None:
    plain = (await bot.ask("Rank the statins by whether they cause muscle aches"))[-1].plain
    assert "simvastatin causes statin-associated muscle symptoms" in plain
    assert "which of" not in plain


async def test_what_should_be_avoided_is_never_answered_with_what_helps(bot: Bot) -> None:
    assert "treat" not in (await bot.ask("what should be avoided in osteoarthritis?"))[-1].plain.split("\n")[0]
    await bot.ask("What helps against dementia?")
    plain = (await bot.ask("and what should be avoided?"))[-1].plain
    assert "raise the risk of dementia" in plain
    assert "treat" not in plain.split("\n")[0]


async def test_whether_one_was_listed_is_answered_with_what_was_said_of_it(bot: Bot) -> None:
    await bot.ask("What should I avoid with warfarin?")
    reply = (await bot.ask("Is garlic one of them?"))[-1]
    assert (
        "The graph says yes, as said above: one paper (review) reports that garlic interacts with warfarin."
        in reply.plain
    )


@pytest.mark.parametrize(
    "said",
    [
        "Coffee doesn't help either.",
        "Coffee does not help either, I read.",
        "Coffee isn't helpful",
        "And neither does coffee",
        "nor does coffee",
        "I think coffee does not though",
    ],
)
async def test_what_somebody_says_of_one_more_thing_is_held_against_the_same_ill(bot: Bot, said: str) -> None:
    await bot.ask("Does vitamin E prevent dementia?")
    reply = (await bot.ask(said))[-1]
    plain = reply.plain
    assert not any("Not understood" in b.text for b in reply.blocks if isinstance(b, Notice))
    assert (
        "The graph says the same: one paper (dose-response meta-analysis) reports that coffee does not prevent" in plain
    )


async def test_what_is_part_of_what_does_not_count_as_strong_evidence(bot: Bot) -> None:
    await bot.ask("Which disorders can Ginkgo biloba help prevent?")
    await bot.ask("Compare ginkgo with vitamin E")
    plain = (await bot.ask("Which has the better evidence?"))[-1].plain
    assert "is part of" not in plain
    assert "does not prevent Alzheimer's disease" in plain


_OTHERS = (
    "Apart from {}, what is given for {}?",
    "What treats {1} besides {0}?",
    "Other than {}, which drugs treat {}?",
    "Which drugs other than {} treat {}?",
    "What treats {1}, but isn't {0}?",
    "Name a drug for {1} that is not {0}",
    "What else treats {1} if I can't take {0}?",
    "What treats {1} if {0} does not work?",
    "What treats {1} when {0} is not tolerated?",
    "What could be used for {1} instead of {0}?",
    "Is there an alternative to {} for {}?",
    "What are the options besides {} for {}?",
    "Leaving {} aside, what treats {}?",
    "{} aside, what treats {}?",
    "Excluding {}, what helps against {}?",
    "What do people take for {1}, not {0}?",
    "My mother can't take {}; what else treats {}?",
    "{} doesn't agree with me. What else is there for {}?",
)


@pytest.mark.parametrize("frame", _OTHERS)
@pytest.mark.parametrize("but", ["lecanemab", "cholinesterase inhibitors"])
async def test_what_is_left_out_is_not_named_however_that_is_said(bot: Bot, frame: str, but: str) -> None:
    turn = await bot.turn(await bot.ask(frame.format(but, "Alzheimer's disease")))
    said = " ".join(p.text for p in turn.paragraphs).partition("do not treat")[0]
    assert "memantine plus donepezil" in said
    assert "tacrine" in said
    left_out = (
        ("lecanemab",) if but == "lecanemab" else ("cholinesterase inhibitors (", "galantamine", "rivastigmine (")
    )
    assert not [name for name in left_out if name in said]
    assert "here says" not in said


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("name something that slows brain shrinkage", "reduce brain atrophy"),
        ("Can you suggest something that treats insomnia?", "melatonin treats insomnia"),
        ("give me three things that lower LDL cholesterol", "plant sterols"),
        ("what's the deal with cinnamon and blood sugar", "cinnamon does not affect glycemic control"),
        ("has anything been shown to work for Huntington's?", "names nothing that helps with Huntington's disease"),
        ("does turmeric really work for pain or is it just hype?", "turmeric treats pain"),
    ],
)
async def test_one_thing_is_asked_in_many_words(bot: Bot, question: str, says: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says in plain
    assert "as put" not in plain


async def test_each_other_is_no_name(bot: Bot) -> None:
    assert "no entry" not in (await bot.ask("What do alcohol and dementia have to do with each other?"))[-1].plain


async def test_to_worry_about_a_thing_is_no_anxiety_and_a_stranger_in_it_is_named(bot: Bot) -> None:
    plain = (await bot.ask("Do I need to worry about my grapefruit habit on simvastatin?"))[-1].plain
    assert "anxiety" not in plain
    assert "grapefruit" in plain


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Is caffeine good for blood pressure?", "speaks against it: one paper"),
        ("Is caffeine bad for blood pressure?", "has a warning: one paper"),
        ("Does garlic help blood pressure?", "speaks for it: one paper"),
        ("Does curcumin help with amyloid?", "speaks for it: two papers"),
        ("Is vitamin D good for calcium absorption?", "speaks for it: one paper"),
    ],
)
async def test_what_is_good_for_what_is_measured_lowers_it(bot: Bot, question: str, told: str) -> None:
    assert told in (await bot.ask(question))[-1].plain


async def test_a_kind_of_what_is_asked_for_is_told_where_it_goes_the_other_way(bot: Bot) -> None:
    said = (await bot.ask("Do probiotics prevent diarrhea?"))[-1].plain
    assert "says no" in said
    assert "But two papers (reviews) report that probiotics prevent antibiotic-associated diarrhea" in said


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("My stomach bleeds since I take aspirin. Could that be the reason?", "says yes: aspirin causes bleeding"),
        ("My gums bleed ever since my doctor put me on warfarin. Is that normal?", "warfarin causes bleeding"),
        ("She developed hypothyroidism after taking lithium. Is that known?", "says yes: lithium causes"),
        ("I get the jitters from coffee. Is that a thing?", "no entry for “jitters”"),
        ("I bruise easily since starting ginkgo with warfarin. Is that normal?", "has a warning"),
    ],
)
async def test_is_that_normal_asks_whether_the_one_comes_of_the_other(bot: Bot, question: str, told: str) -> None:
    assert told in (await bot.ask(question))[-1].plain


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What class of drug is donepezil?", "donepezil belongs to the cholinesterase inhibitors"),
        ("Which group is DHA in?", "belongs to the omega-3 fatty acids"),
        ("What kind of drug is memantine?", "The graph does not say what kind of drug memantine is."),
        ("What's another name for vitamin B9?", "folic acid is also called"),
        ("What else is aspirin called?", "aspirin is also called acetylsalicylic acid"),
        ("Is vitamin B9 the same as folic acid?", "Yes: in this graph both are names of folic acid."),
        ("Is EPA the same as DHA?", "eicosapentaenoic acid and docosahexaenoic acid are two things."),
        ("Rank treatments for depression by evidence", "Papers report that duloxetine (2 papers)"),
        ("What are the pros and cons of aspirin?", "aspirin prevents stroke"),
        (
            "Can I drink on metformin?",
            "no statement that links alcohol and metformin. That does not show it to be safe",
        ),
    ],
)
async def test_kinds_names_and_both_sides_are_asked_for_in_plain_words(bot: Bot, question: str, told: str) -> None:
    replies = await bot.ask(question)
    assert told in replies[-1].plain
    turn = await bot.turn(replies)
    assert turn is not None
    assert turn.unread == ()


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which Alzheimer's drugs bring on ARIA?", "aducanumab (1 paper) and gantenerumab (1) cause"),
        ("Which drugs for Alzheimer's cause ARIA?", "aducanumab (1 paper) and gantenerumab (1) cause"),
        ("Which pain drugs cause bleeding?", "warfarin (2 papers, cohort) and aspirin (1) cause bleeding"),
        ("Which drugs used against Parkinson's can lead to dyskinesia?", "levodopa causes dyskinesia"),
        ("What depression supplements raise the risk of serotonin syndrome?", "St. John's wort raises the risk of"),
    ],
)
async def test_what_the_drugs_for_an_ill_cause_is_told_though_no_edge_joins_the_two_ills(
    bot: Bot, question: str, says: str
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says in plain.split("\n\n")[0]
    assert "no statement that links" not in plain


@pytest.mark.parametrize(
    "question",
    [
        "Which supplements should people with depression avoid?",
        "What should people with depression avoid?",
        "Which herbs must I avoid if I have depression?",
        "What must people with depression not be given?",
        "Which vitamins should depression patients stay away from?",
    ],
)
async def test_what_to_avoid_with_an_ill_is_never_what_helps_against_it(bot: Bot, question: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "names nothing that makes depression worse or more likely" in plain.split("\n")[0]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("By what is homocysteine brought down?", "B vitamins (2 papers) and vitamin B6 (1) lower homocysteine"),
        ("By which drugs is bleeding caused?", "cause bleeding"),
        ("By what is migraine kept at bay?", "treat"),
        ("What keeps migraine at bay?", "magnesium (2 papers) and coenzyme Q10 (2) prevent migraine"),
        ("How can one prevent migraine?", "magnesium (2 papers) and coenzyme Q10 (2) prevent migraine"),
        ("Against which illness is levodopa used?", "levodopa treats Parkinson's disease"),
        ("On gleevec, anything herbal that clashes?", "St. John's wort interacts with imatinib"),
        ("What can go wrong with warfarin, what harm does it do?", "warfarin causes intracerebral hemorrhage"),
        ("Which medicines does St John's wort get in the way of?", "St. John's wort interacts with"),
        ("What gets in the way of taking up levothyroxine?", "reduce levothyroxine absorption"),
    ],
)
async def test_what_is_asked_in_the_passive_and_in_idioms(bot: Bot, question: str, says: str) -> None:
    assert says in (await bot.ask(question))[-1].plain.split("\n")[0]


@pytest.mark.parametrize("left_out", ["other than garlic and cranberry?", "apart from garlic, cranberry?"])
async def test_what_is_left_out_of_a_list_is_not_asked_about(bot: Bot, left_out: str) -> None:
    await bot.ask("What interacts with warfarin?")
    plain = (await bot.ask(left_out))[-1].plain
    assert "no statement that links garlic and cranberry" not in plain
    assert "garlic" not in plain.split("\n")[0].lower()


async def test_medicines_but_for_one_are_a_list_without_it(bot: Bot) -> None:
    plain = (await bot.ask("Medicines for Alzheimer's except tacrine"))[-1].plain.split("\n")[0]
    assert "rivastigmine" in plain
    assert "tacrine" not in plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("I take levodopa for Parkinson's. What harm can it do?", "levodopa causes dyskinesia"),
        (
            "My dad is on simvastatin for high cholesterol, can it hurt his muscles?",
            "simvastatin causes statin-associated",
        ),
        ("I take St John's wort for depression. Is it safe with warfarin?", "St. John's wort interacts with warfarin"),
    ],
)
async def test_the_harm_of_what_somebody_takes_for_an_ill_is_told_and_not_that_it_helps(
    bot: Bot, question: str, says: str
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says in plain.split("\n")[0]
    assert "speaks for it" not in plain


async def test_who_introduces_themselves_is_not_asked_about(bot: Bot) -> None:
    plain = (await bot.ask("Pharmacy student here. What does donepezil latch on to?"))[-1].plain
    assert "Pharmacy" not in plain.split("\n")[0]


@pytest.mark.parametrize("how", ["Compare donepezil with memantine.", "Compare donepezil to memantine."])
async def test_what_is_compared_with_another_is_not_the_two_taken_together(bot: Bot, how: str) -> None:
    plain = (await bot.ask(how))[-1].plain
    assert "donepezil treats Alzheimer's disease" in plain.split("\n")[0]
    assert "memantine plus donepezil" not in plain.split("\n")[0]
