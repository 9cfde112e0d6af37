"""Warnings are never denied, cut short or lost in the reading; follow-ups are answered from the last answer."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from kgcore.values.reply import Choices, Cite, Notice, Papers, Table, Text
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


@pytest.mark.parametrize("question", ["Does Lipitor cause muscle aches?", "Does atorvastatin cause muscle pain?"])
async def test_a_sense_is_read_by_the_class_of_what_is_asked_about(bot: Bot, question: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "exercise" not in plain
    assert "lovastatin (1 paper) and simvastatin (1) cause statin-associated muscle symptoms" in plain


@pytest.mark.parametrize(
    "question",
    [
        "Should a woman on the pill use St John's wort for low mood?",
        "Can somebody with depression take St John's wort and the pill?",
        "Is St John's wort for depression all right with oral contraceptives?",
    ],
)
async def test_a_clash_comes_before_what_joins_the_things_that_a_question_names(bot: Bot, question: str) -> None:
    reply = (await bot.ask(question))[-1]
    assert "St. John's wort interacts with oral contraceptives" in reply.plain
    assert "step by step" not in reply.plain


@pytest.mark.parametrize("question", ["Does green tea hurt the liver?", "is green tea safe", "harms of green tea"])
async def test_what_an_extract_harms_is_said_where_the_herb_is_asked_about(bot: Bot, question: str) -> None:
    assert "green tea extract causes liver injury" in (await bot.ask(question))[-1].plain


async def test_the_one_case_of_an_ill_that_is_known_is_named_and_the_reading_is_said(bot: Bot) -> None:
    reply = (await bot.ask("ginger for nausea?"))[-1]
    assert "ginger treats nausea and vomiting of pregnancy" in reply.plain
    assert any("Read as: nausea and vomiting of pregnancy" in b.text for b in reply.blocks if isinstance(b, Notice))


async def test_another_case_than_the_known_one_is_not_answered_by_it(bot: Bot) -> None:
    reply = (await bot.ask("Does ginger help with nausea after chemotherapy?"))[-1]
    assert not any("Read as" in b.text for b in reply.blocks if isinstance(b, Notice))


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
    assert designs.plain.startswith("A randomised trial stands behind 1 of 2 claims:")
    none = (await bot.ask("Was it in mice?"))[-1]
    assert none.plain.startswith("No animal study is recorded behind the answer above.")
    newest = (await bot.ask("Is there anything newer?"))[-1]
    assert newest.plain.startswith("The papers behind the answer above, the newest first.")
    harms = (await bot.ask("And the side effects?"))[-1]
    assert "prostate cancer" in harms.plain
    shorter = (await bot.ask("Shorter."))[-1]
    assert all(isinstance(b, Text) for b in shorter.blocks)


async def test_asked_what_a_thing_is_that_was_spoken_of_it_is_said(bot: Bot) -> None:
    await bot.ask("Can vitamin E slow the progression of Alzheimer's disease?")
    assert (await bot.ask("What is Alzheimer's disease?"))[-1].plain.startswith(
        "Alzheimer's disease is in the graph as a"
    )


async def test_papers_are_cited_in_the_sentence_that_they_speak_for(bot: Bot) -> None:
    """Vitamin C is named in two sentences, of what it treats and of what it does not prevent."""
    reply = (await bot.ask("Does coenzyme Q10 prevent colds?"))[-1]
    (told,) = [
        b for b in reply.blocks if isinstance(b, Text) and "on the common cold" in "".join(i.text for i in b.inlines)
    ]
    vitamin = [n for n, part in enumerate(told.inlines) if part.text.casefold() == "vitamin c"]
    cited = [[c.number for c in told.inlines[n + 1 : n + 3] if isinstance(c, Cite)] for n in vitamin]
    assert len(cited) == 2
    assert all(len(numbers) == 2 for numbers in cited)


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


@pytest.mark.parametrize(
    "question",
    [
        "how far apart should calcium and thyroxine be taken?",
        "How many hours should I leave between levothyroxine and calcium?",
        "Can I take calcium with levothyroxine?",
    ],
)
async def test_what_is_known_of_a_form_of_what_is_taken_is_said_as_such(bot: Bot, question: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "not on calcium itself" in plain
    assert "calcium carbonate reduces levothyroxine absorption" in plain


async def test_how_long_to_leave_between_two_things_is_not_made_up(bot: Bot) -> None:
    plain = (await bot.ask("How should I space iron and levothyroxine?"))[-1].plain
    assert "two papers report that iron reduces levothyroxine absorption" in plain
    assert "the graph does not say" in plain


async def test_warnings_on_forms_are_listed_with_those_on_the_thing_itself(bot: Bot) -> None:
    plain = (await bot.ask("What interacts with calcium?"))[-1].plain
    assert "calcium carbonate reduces levothyroxine absorption" in plain


async def test_harm_that_a_stronger_word_asks_for_is_not_denied(bot: Bot) -> None:
    plain = (await bot.ask("Does alcohol cause dementia?"))[-1].plain
    assert "evidence on both sides" in plain
    assert plain.count("The same paper") == 0


async def test_a_name_of_which_the_graph_has_kinds_gets_a_button_for_each(bot: Bot) -> None:
    reply = (await bot.ask("What helps arthritis?"))[-1]
    (kinds,) = [b for b in reply.blocks if isinstance(b, Choices) and b.title == "Which kind do you mean?"]
    assert {c.label for c in kinds.buttons} == {"Osteoarthritis", "Rheumatoid arthritis"}
    button = next(c for c in kinds.buttons if c.label == "Osteoarthritis")
    answer = (await bot.click(button.action))[-1]
    assert answer.question == "What helps osteoarthritis?"
    assert "osteoarthritis" in answer.plain


async def test_parts_of_the_body_are_no_kinds(bot: Bot) -> None:
    reply = (await bot.ask("Are cholinesterase inhibitors risky for the heart?"))[-1]
    assert not [b for b in reply.blocks if isinstance(b, Choices) and b.title == "Which kind do you mean?"]


async def test_a_question_asked_again_is_answered_again(bot: Bot) -> None:
    await bot.ask("Which supplements treat migraine?")
    again = (await bot.ask("Which supplements treat migraine?"))[-1].plain
    assert "As said above" in again
    assert "magnesium treats migraine" in again
    assert "Nothing further" in (await bot.ask("What else treats migraine?"))[-1].plain


async def test_follow_ups_go_on_from_the_last_answer_that_found_something(bot: Bot) -> None:
    await bot.ask("omega 3 for depression")
    nothing = (await bot.ask("which is cheaper"))[-1]
    assert "go on from the answer above" in nothing.plain
    against = (await bot.ask("are there studies against it?"))[-1]
    shown = [v for b in against.blocks if isinstance(b, Papers) for v in b.papers]
    assert [sign for v in shown for sign, _ in v.bears] == ["−"]
    size = (await bot.ask("how big is the effect?"))[-1]
    years = [v.paper.year or 0 for b in size.blocks if isinstance(b, Papers) for v in b.papers]
    assert years == sorted(years, reverse=True) != []
    assert "ask your doctor or pharmacist" in (await bot.ask("what should I do now?"))[-1].plain


async def test_side_effects_after_a_list_are_those_of_what_it_names(bot: Bot) -> None:
    await bot.ask("What helps with anxiety?")
    harms = (await bot.ask("And the side effects?"))[-1].plain
    assert "no harms or interactions of saffron" in harms
    assert "no harms or interactions of ashwagandha" in harms


@pytest.mark.parametrize(
    ("question", "says", "not_says"),
    [
        ("list everything that interacts with warfarin", "cranberry", "as put"),
        (
            "Contrast vortioxetine with duloxetine for cognition in depression.",
            "vortioxetine enhances",
            "depression is best",
        ),
        ("anxiety - what helps?", "saffron", "as put"),
        ("I take warfarin, what helps?", "warfarin", "help with warfarin"),
    ],
)
async def test_other_orders_of_a_question_are_read(bot: Bot, question: str, says: str, not_says: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert says in plain
    assert not_says not in plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Does garlic help with cholesterol if I'm on warfarin", ("garlic interacts with warfarin", "cholesterol")),
        ("Does ginkgo help memory if I'm on warfarin", ("warning: one paper (review)", "memory")),
        ("can turmeric treat pain if i take zinc", ("turmeric treats pain", "no statement on zinc with turmeric")),
        (
            "which drugs treat dementia without causing bradycardia",
            ("cholinesterase inhibitors cause bradycardia", "rivastigmine treats dementia"),
        ),
        ("Does garlic still lower cholesterol if I take warfarin?", ("garlic interacts with warfarin", "cholesterol")),
        ("Would St. John's wort still relieve pain once one is on tacrolimus?", ("interacts with tacrolimus", "pain")),
        ("Does garlic still lower cholesterol if I take zinc?", ("that does not show it to be safe", "cholesterol")),
        (
            "If somebody takes oral contraceptives, is St. John's wort still any use against depression?",
            ("interacts with", "st. john's wort treats depression"),
        ),
        (
            "When I'm on warfarin, does garlic still work for high cholesterol?",
            ("interacts with warfarin", "cholesterol"),
        ),
    ],
)
async def test_whether_something_still_helps_beside_another_is_answered_with_the_two_of_them_first(
    bot: Bot, question: str, says: tuple[str, str]
) -> None:
    plain = (await bot.ask(question))[-1].plain.lower()
    assert says[0] in plain
    assert says[1] in plain.partition(says[0])[2]
    assert "left out here" not in plain


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is magnesium still good for migraine if I have dementia?", "magnesium treats migraine"),
        ("Does donepezil still help Alzheimer's disease when it is severe?", "donepezil treats alzheimer's disease"),
    ],
)
async def test_what_still_helps_with_an_illness_is_asked_of_that(bot: Bot, question: str, says: str) -> None:
    assert says in (await bot.ask(question))[-1].plain.lower()


async def test_what_is_asked_of_those_is_asked_of_all_that_were_listed(bot: Bot) -> None:
    await bot.ask("Which supplements interact with warfarin?")
    plain = (await bot.ask("Do any of those help with depression?"))[-1].plain
    assert "St. John's wort treats depression" in plain
    assert "It has no such statement on" in plain


async def test_an_interaction_of_those_that_were_listed_is_not_taken_for_safe(bot: Bot) -> None:
    await bot.ask("What treats Alzheimer's disease?")
    plain = (await bot.ask("Do any of those drugs interact with warfarin?"))[-1].plain
    assert "That does not show it to be safe." in plain
    assert "garlic" in plain  # what is known to interact is listed whole


async def test_something_new_is_compared_with_what_the_answer_was_about(bot: Bot) -> None:
    await bot.ask("Does garlic lower blood pressure?")
    plain = (await bot.ask("and compared to licorice?"))[-1].plain
    assert "garlic reduces blood pressure" in plain
    assert "licorice reduces blood pressure" in plain


async def test_why_after_an_answer_on_one_thing_asks_for_what_it_found_first(bot: Bot) -> None:
    await bot.ask("Tell me about lecanemab")
    assert "I cannot answer that" not in (await bot.ask("why?"))[-1].plain


async def test_good_for_asks_what_a_thing_helps_with_and_not_what_helps_it(bot: Bot) -> None:
    assert "helps with garlic" not in (await bot.ask("What is garlic good for?"))[-1].plain


async def test_which_supplements_hurt_an_organ_is_asked_of_its_injury(bot: Bot) -> None:
    assert "green tea extract causes liver injury" in (await bot.ask("Which supplements hurt the liver?"))[-1].plain


_ASKED_OF_TWO = (
    "Patient on {} asks about {}. Any issue?",
    "A customer is on {} and would like to start {}. Problem?",
    "{} + {}, problem?",
    "On {} already. Is {} OK?",
    "I'm on {}. Thinking of adding {}",
    "Is there a reason not to give {1} to someone on {0}?",
    "Would {1} be a bad idea with {0}?",
    "do {} and {} get along?",
    "how risky is {1} on top of {0}",
    "any red flags combining {} and {}?",
    "{1} while on {0}: any concern?",
)


@pytest.mark.parametrize("frame", _ASKED_OF_TWO)
async def test_whatever_words_ask_about_two_things_no_word_that_only_asks_is_told_as_not_understood(
    bot: Bot, frame: str
) -> None:
    turn = await bot.turn(await bot.ask(frame.format("warfarin", "ginkgo")))
    assert "interacts with warfarin" in " ".join(p.text for p in turn.paragraphs)
    assert turn.unread == ()


@pytest.mark.parametrize("frame", [f for f in _ASKED_OF_TWO if not f.startswith(("Is there a reason", "do {}"))])
async def test_of_two_things_of_which_the_graph_knows_one_it_says_so_and_that_this_is_no_all_clear(
    bot: Bot, frame: str
) -> None:
    said = (await bot.ask(frame.format("warfarin", "5-HTP")))[-1].plain
    assert "5-HTP" in said.partition("interact")[0]
    assert "That does not show it to be safe" in said


async def test_a_word_of_another_name_is_no_circumstance_of_the_question(bot: Bot) -> None:
    said = (await bot.ask("For women on oral contraceptives: does St. John's wort treat depression?"))[-1].plain
    assert "“oral”" not in said


@pytest.mark.parametrize(
    "question",
    ["Would 5-HTP clash with warfarin?", "Is 5-HTP dangerous with warfarin?", "Does 5-HTP interact with warfarin?"],
)
async def test_a_name_that_the_graph_lacks_is_no_all_clear_where_it_stands_first(bot: Bot, question: str) -> None:
    assert "That does not show it to be safe" in (await bot.ask(question))[-1].plain


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What blocks the absorption of iron?", "tea reduces iron absorption"),
        ("Does vitamin C stop iron from working?", "vitamin C increases iron absorption. That does not show it"),
        ("What makes levothyroxine work less well?", "reduce levothyroxine absorption"),
        ("What stops levothyroxine from working properly?", "reduce levothyroxine absorption"),
        ("Which vitamins are bad with warfarin?", "vitamin K"),
        ("Is vitamin K risky with warfarin?", "vitamin K interacts with warfarin"),
    ],
)
async def test_what_stops_something_from_working_is_asked_of_its_interactions(
    bot: Bot, question: str, told: str
) -> None:
    said = (await bot.ask(question))[-1].plain
    assert told in said
    assert "names no" not in said
    assert "nothing on" not in said


async def test_what_stops_it_from_working_is_no_treatment_of_it(bot: Bot) -> None:
    said = (await bot.ask("Does taking calcium stop iron from working?"))[-1].plain
    assert "as a treatment for iron" not in said
    assert "That does not show it to be safe" in said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What interacts with immunosuppressants?", "St. John's wort interacts with tacrolimus"),
        ("Can I take St John's wort with anti-rejection drugs?", "St. John's wort interacts with ciclosporin"),
        ("HIV medicines and St John's wort?", "St. John's wort interacts with indinavir"),
        ("Can I take St John's wort during chemo?", "St. John's wort interacts with irinotecan"),
        ("Are sleeping pills linked to Alzheimer's?", "benzodiazepines raise the risk of Alzheimer's disease"),
    ],
)
async def test_what_holds_of_the_members_of_a_class_that_is_not_there_is_said(
    bot: Bot, question: str, said: str
) -> None:
    reply = (await bot.ask(question))[-1]
    assert said in reply.plain
    assert any("Read as" in b.text for b in reply.blocks if isinstance(b, Notice))


TRANSPLANTED = ("St. John's wort interacts with ciclosporin", "St. John's wort interacts with tacrolimus")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which supplements should a kidney transplant patient avoid?", TRANSPLANTED),
        ("What should transplant patients avoid?", TRANSPLANTED),
        ("Which herbs should someone with a transplanted liver stay away from?", TRANSPLANTED),
        ("Which supplements should heart recipients avoid?", TRANSPLANTED),
        ("Is St John's wort safe after a kidney transplant?", TRANSPLANTED),
        ("I had a kidney transplant. Can I take St John's wort?", TRANSPLANTED),
        ("My dad has had a liver transplant, which herbs should he avoid?", TRANSPLANTED),
        ("Which supplements should people taking immunosuppressants avoid?", TRANSPLANTED),
        ("Which supplements are dangerous for people on blood thinners?", ("cranberry",)),
        ("What should somebody on HIV drugs not take?", ("St. John's wort interacts with indinavir",)),
        ("Which herbs should someone on depression drugs avoid?", ("interacts with selective serotonin reuptake",)),
        ("Can people on anti-rejection drugs take St John's wort?", TRANSPLANTED),
    ],
)
async def test_people_stand_for_what_they_take(bot: Bot, question: str, said: tuple[str, ...]) -> None:
    reply = (await bot.ask(question))[-1]
    assert all(part in reply.plain for part in said)
    assert any("Read as" in b.text for b in reply.blocks if isinstance(b, Notice))


async def test_somebody_on_a_drug_is_no_kind_of_it(bot: Bot) -> None:
    said = (await bot.ask("Which supplements should a patient on warfarin avoid?"))[-1].plain
    assert said.startswith("Papers report that cranberry")


async def test_what_is_asked_of_the_operated_and_not_of_clashes_is_left(bot: Bot) -> None:
    reply = (await bot.ask("What causes anemia in transplant patients?"))[-1]
    assert "ciclosporin" not in reply.plain


@pytest.mark.parametrize(
    "question",
    [
        "What must a patient taking warfarin not take?",
        "What is a patient on warfarin not allowed to take?",
        "What is off limits on warfarin?",
        "What does warfarin not tolerate?",
        "Which antibiotics don't go with warfarin?",
        "what should not go together with warfarin?",
    ],
)
async def test_what_is_not_to_be_taken_is_what_interacts(bot: Bot, question: str) -> None:
    said = (await bot.ask(question))[-1].plain
    assert said.startswith("Papers report that cranberry")
    assert "warfarin interacts with levofloxacin" in said


async def test_a_kind_that_the_graph_does_not_tell_from_others_is_named(bot: Bot) -> None:
    assert (
        "does not tell which of these are “vitamins”"
        in (await bot.ask("Which vitamins interact with warfarin?"))[-1].plain
    )
    assert "does not tell which" not in (await bot.ask("Which supplements interact with warfarin?"))[-1].plain


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Side effects of statins?", "simvastatin causes statin-associated muscle symptoms"),
        ("Can statins cause muscle pain?", "simvastatin causes statin-associated muscle symptoms"),
        ("Does rivastigmine cause a slow pulse?", "cholinesterase inhibitors cause bradycardia"),
        ("What must I avoid with indinavir or warfarin?", "St. John's wort interacts with indinavir"),
        ("Do anticholinergics make memory worse?", "anticholinergic drugs raise the risk of cognitive impairment"),
    ],
)
async def test_a_harm_of_the_class_or_of_its_members_stands_before_any_denial(
    bot: Bot, question: str, said: str
) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert said in plain
    assert "has no " not in plain.partition(said)[0]
    assert "names no " not in plain.partition(said)[0]


@pytest.mark.parametrize(
    "question",
    [
        "Can I take MAOIs with cheese?",
        "Can a diabetic take ginseng?",
        "Is vitamin E contraindicated in kidney failure?",
    ],
)
async def test_what_the_graph_does_not_hold_is_not_shown_to_be_safe(bot: Bot, question: str) -> None:
    assert "That does not show it to be safe." in (await bot.ask(question))[-1].plain


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        (
            "I'm pregnant and take levothyroxine and iron; can I take calcium?",
            [("Levothyroxine", "Iron", "iron reduces"), ("Levothyroxine", "Calcium", "calcium carbonate reduces")],
        ),
        (
            "Current meds: warfarin, levofloxacin, metformin. Supplements: vitamin K, cranberry. Problems?",
            [("Warfarin", "Cranberry", "interacts"), ("Warfarin", "Levofloxacin", "interacts")],
        ),
        (
            "I smoke, drink wine, take warfarin and paracetamol. What are my risks?",
            [("Warfarin", "Bleeding", "causes"), ("Acetaminophen", "Liver injury", "causes")],
        ),
    ],
)
async def test_what_somebody_takes_is_told_in_pairs_with_harms_first(
    bot: Bot, question: str, rows: list[tuple[str, str, str]]
) -> None:
    reply = (await bot.ask(question))[-1]
    (table,) = [b for b in reply.blocks if isinstance(b, Table)]
    told = [tuple(row) for row in table.rows]
    silent = [n for n, row in enumerate(told) if row[2].startswith("no paper")]
    for taken, other, said in rows:
        (at,) = [n for n, row in enumerate(told) if row[:2] == (taken, other)]
        assert told[at][2].startswith(said)
        assert all(at < n for n in silent)
    assert "no advice about you" in " ".join(b.text for b in reply.blocks if isinstance(b, Notice))


async def test_the_harms_of_what_is_taken_come_before_that_nothing_joins_it(bot: Bot) -> None:
    said = (await bot.ask("I'm 54 and on simvastatin, warfarin and metformin. What supplements should I avoid?"))[
        -1
    ].plain
    assert said.startswith("Papers report that cranberry")
    assert "no statement that links simvastatin" in said


async def test_pairs_that_are_left_out_of_a_long_table_are_counted(bot: Bot) -> None:
    taken = "warfarin, metformin, aspirin, vitamin K, garlic, ginkgo and cranberry"
    reply = (await bot.ask(f"I am 67, take {taken}, is that safe?"))[-1]
    (table,) = [b for b in reply.blocks if isinstance(b, Table)]
    assert table.rows[-1][0] == "Left out"
    assert re.fullmatch(r"\d+ more pairs", table.rows[-1][1])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("warfarin + cranberry", "cranberry interacts with warfarin"),
        ("What can't I eat with warfarin?", "cranberry"),
        ("Are there herbs that thin the blood dangerously with warfarin?", "Ginkgo biloba"),
        ("Are there medicines that damage the thyroid?", "lithium"),
        ("What may increase the risk of Alzheimer's disease among medicines?", "benzodiazepines"),
        ("What does metformin deplete?", "vitamin B12 deficiency"),
    ],
)
async def test_harms_are_heard_in_other_turns_of_phrase(bot: Bot, question: str, said: str) -> None:
    reply = (await bot.ask(question))[-1].plain
    assert said in reply
    assert "diagnosis" not in reply
    assert "not sure what you are asking" not in reply
