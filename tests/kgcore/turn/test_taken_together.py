"""What patients and pharmacists ask of things that are taken together: warnings lead, none is denied or left out."""

from __future__ import annotations

import pytest

from kgcore.values.reply import Table
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]


@pytest.mark.parametrize(
    ("question", "first", "says"),
    [
        ("Is aspirin together with warfarin dangerous?", "The graph has a warning", "aspirin causes bleeding"),
        ("Can I take Tylenol with green tea extract?", "The graph has a warning", "acetaminophen causes liver injury"),
        ("Do benzodiazepines make dementia worse?", "The graph has a warning", "raise the risk of Alzheimer's disease"),
        ("Is vitamin C dangerous for diabetics?", "The graph has a warning", "raises the risk of cardiovascular"),
        ("Does omeprazole reduce thyroid medication?", "The graph has a warning", "reduce levothyroxine absorption"),
        ("Which statins cause muscle symptoms?", "The graph has a warning", "simvastatin causes statin-associated"),
        (
            "I'm on blood thinners. Can I eat cranberries and garlic?",
            "The graph has a warning",
            "garlic interacts with",
        ),
        ("Are there interactions between Gleevec and herbal supplements?", "Two papers", "St. John's wort interacts"),
        ("I take omeprazole and metformin. Do I need B12?", "The graph has a warning", "metformin is associated with"),
        ("I take Zoloft, warfarin and St John's wort. What should I drop?", "The graph has a warning", "with warfarin"),
        ("Is garlic safe with warfarin and aspirin?", "The graph has a warning", "aspirin causes bleeding"),
        (
            "Is Panadol hard on the liver if I also take green tea pills?",
            "The graph has a warning",
            "on the two together",
        ),
        (
            "I am taking SJW, imatinib and iron. Should I stop any of them?",
            "The graph has a warning",
            "statement on iron",
        ),
        ("Does metformin affect vitamin B12?", "One paper", "metformin is associated with vitamin B12 deficiency"),
    ],
)
async def test_a_warning_leads_the_answer(bot: Bot, question: str, first: str, says: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert plain.startswith(first)
    assert says in plain


@pytest.mark.parametrize(
    "question", ["Is aspirin better than warfarin for stroke?", "aspirin and warfarin", "Does aspirin treat bleeding?"]
)
async def test_a_harm_that_two_share_is_no_answer_to_what_asks_for_none_of_it(bot: Bot, question: str) -> None:
    assert "not on the two together" not in (await bot.ask(question))[-1].plain


async def test_what_becomes_of_a_drug_is_not_read_as_making_it(bot: Bot) -> None:
    plain = (await bot.ask("Can turmeric make warfarin work too strongly?"))[-1].plain
    assert "producing" not in plain
    assert "interact with warfarin" in plain


@pytest.mark.parametrize(
    "question",
    [
        "I have MS and take vitamin D and omega-3. Anything I should not combine?",
        "I take simvastatin, aspirin and CoQ10. What should I watch out for?",
        "I take zinc, selenium and lutein. Is there any problem?",
    ],
)
async def test_who_takes_things_hears_whether_they_go_together_and_not_what_they_share(bot: Bot, question: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "The graph has no statement that links" in plain
    assert "That does not show it to be safe." in plain
    assert "have in common" not in plain


async def test_of_a_drug_without_interactions_it_is_said_and_what_goes_with_it(bot: Bot) -> None:
    reply = (await bot.ask("I am 67, take warfarin and metformin, which supplements are safe?"))[-1]
    assert "names no harms or interactions of metformin" in reply.plain
    assert "metformin is associated with vitamin B12 deficiency" in reply.plain
    (table,) = (b for b in reply.blocks if isinstance(b, Table))
    cells = [tuple(str(c) for c in row) for row in table.rows]
    assert any("Metformin" in row[0] and "Vitamin B12 deficiency" in row[1] for row in cells)
    assert any("Metformin" in row[0] and "does not show them to be safe" in row[2] for row in cells)


async def test_in_a_table_what_two_things_both_do_stands_first(bot: Bot) -> None:
    reply = (await bot.ask("I take magnesium, aspirin and warfarin. Is it ok?"))[-1]
    (table,) = (b for b in reply.blocks if isinstance(b, Table))
    assert "both may harm" in str(table.rows[0])


async def test_in_a_table_the_harms_of_a_class_are_told_of_its_members(bot: Bot) -> None:
    reply = (await bot.ask("My grandmother, 81, takes donepezil, haloperidol and aspirin. Is this safe?"))[-1]
    (table,) = (b for b in reply.blocks if isinstance(b, Table))
    assert any(row[0] == "Donepezil" and "cholinesterase inhibitors cause bradycardia" in row[2] for row in table.rows)
    assert "haloperidol causes extrapyramidal symptoms" in reply.plain.split("The graph has no statement")[0]


async def test_of_several_clashes_the_graver_one_leads(bot: Bot) -> None:
    plain = (await bot.ask("I take ginkgo, warfarin and levofloxacin. Is that fine?"))[-1].plain
    assert 0 <= plain.find("interacts with levofloxacin") < plain.find("Ginkgo biloba interacts with warfarin")


@pytest.mark.parametrize(
    "question",
    [
        "I'm 70 and take Zocor and Aricept. What should I be careful about?",
        "My grandmother, 81, takes donepezil, haloperidol and aspirin. Is this safe?",
    ],
)
async def test_what_a_class_harms_is_said_to_who_takes_one_of_it(bot: Bot, question: str) -> None:
    plain = (await bot.ask(question))[-1].plain
    assert "On a class that donepezil belongs to" in plain
    assert "cholinesterase inhibitors cause bradycardia" in plain


@pytest.mark.parametrize("question", ["Do donepezil or rivastigmine slow the heart?"])
async def test_the_harm_of_a_class_leads_where_its_members_are_compared(bot: Bot, question: str) -> None:
    assert (await bot.ask(question))[-1].plain.startswith("The graph has a warning, though not on donepezil or")


async def test_that_it_is_no_all_clear_is_said_once_and_behind_what_it_is_said_of(bot: Bot) -> None:
    plain = (await bot.ask("Which drugs should not be taken with indinavir?"))[-1].plain
    assert plain.lower().count("that does not show it to be safe") == 1
    assert not (await bot.ask("I take Ativan for sleep. Is it bad for my memory?"))[-1].plain.startswith("That does")


async def test_after_a_surgery_that_no_paper_names_it_is_no_all_clear(bot: Bot) -> None:
    plain = (await bot.ask("I am on cyclosporin after a kidney transplant, are garlic pills okay for me?"))[-1].plain
    assert "does not show it to be safe" in plain


async def test_where_a_form_has_the_edge_a_table_says_nothing_on_the_thing_itself(bot: Bot) -> None:
    reply = (await bot.ask("Is calcium or coffee worse for levothyroxine absorption?"))[-1]
    (table,) = (b for b in reply.blocks if isinstance(b, Table))
    assert "nothing on it itself" in str(table)
