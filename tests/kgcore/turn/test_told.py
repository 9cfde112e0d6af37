"""What a language model is told of the graph, for whole questions on the starter graph."""

from __future__ import annotations

import pytest

from kgcore.llm.prompts import chat_messages
from kgcore.llm.scripted import ScriptedModel
from kgcore.values.tasks import AnswerRequest, Task
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]

FEEDING = ("calcium carbonate", "iron", "coffee", "proton pump inhibitors")


async def told(bot: Bot, question: str) -> tuple[str, list[str]]:
    """Return the prompt for a question, and the facts in it without what they rest on."""
    model = ScriptedModel({Task.ANSWER: ["I do not know."]})
    bot.start(model)
    await bot.ask(question)
    request = next(r for r in model.asked if isinstance(r, AnswerRequest))
    prompt = "\n".join(m.content for m in chat_messages(request, "t0k3n"))
    block = prompt.rpartition("<graph_facts_t0k3n>")[2].partition("</graph_facts_t0k3n>")[0]
    return prompt, [line.partition(". ")[2].partition(" (")[0] for line in block.strip().splitlines()]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        (
            "What interacts with warfarin?",
            {
                "Garlic interacts with warfarin",
                "Ginkgo biloba interacts with warfarin",
                "St. John's wort interacts with warfarin",
                "Cranberry interacts with warfarin",
                "Vitamin K interacts with warfarin",
                "Warfarin interacts with levofloxacin",
            },
        ),
        (
            "What reduces levothyroxine absorption?",
            {
                "Calcium carbonate reduces levothyroxine absorption",
                "Iron reduces levothyroxine absorption",
                "Coffee reduces levothyroxine absorption",
                "Proton pump inhibitors reduce levothyroxine absorption",
            },
        ),
        (
            "What does fish oil contain?",
            {
                "Fish oil contains omega-3 fatty acids",
                "Fish oil contains docosahexaenoic acid",
                "Fish oil contains eicosapentaenoic acid",
            },
        ),
    ],
)
async def test_all_edges_of_the_asked_relation_come_first(bot: Bot, question: str, first: set[str]) -> None:
    _, facts = await told(bot, question)
    assert set(facts[: len(first)]) == first


async def test_what_lowers_the_absorption_of_a_drug_is_told_with_the_drug(bot: Bot) -> None:
    _, facts = await told(bot, "What should not be taken with levothyroxine?")
    assert {name for name in FEEDING if any(f.casefold().startswith(name) for f in facts)} == set(FEEDING)


async def test_nothing_on_this_is_said_only_of_entities_that_were_found_without_edges(bot: Bot) -> None:
    known, _ = await told(bot, "Does garlic interact with warfarin?")
    strangers, _ = await told(bot, "Does quizzaclox interact with flumarabine?")
    assert "The graph has nothing on" not in known + strangers


async def test_a_fact_of_one_trial_is_told_with_its_note_and_its_sign(bot: Bot) -> None:
    prompt, _ = await told(bot, "Does EGCG improve cognitive function?")
    assert "Epigallocatechin gallate enhances cognitive function (1 paper: AD mice)" in prompt
    prompt, facts = await told(bot, "Does vitamin E prevent dementia?")
    assert facts[0] == "Vitamin E does not prevent dementia"
