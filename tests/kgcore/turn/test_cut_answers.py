"""Nothing that a reader saw of an answer vanishes, whatever comes back when a paragraph is sent to be mended."""

from __future__ import annotations

import asyncio

import pytest

from kgcore.annotation.parser import LONGEST_ANSWER
from kgcore.errors import ModelCut
from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.answering import CUT_SHORT
from kgcore.turn.drafting import AnswerDraft
from kgcore.turn.services import BudgetedModel, complete_text
from kgcore.values.tasks import AnswerRequest, ExtractRequest, RepairRequest, Task
from tests.kgcore.house import Bot, bot, folder, verdicts, words

__all__ = ["bot", "folder"]

ORPHAN = "[Zinc|DietarySupplement]($N1) is a metal that people take with their meals."
ADVICE = (
    "Talk about doses with your pharmacist first.",
    "Nausea after tablets often passes with food.",
    "Copper may become scarce during long courses.",
    "Antibiotics should wait for two hours.",
    "Pregnant women better ask their midwife.",
    "Lozenges dissolve slowly under the tongue.",
)


def plain(*sentences: str, times: int = 1) -> str:
    return " ".join(("Zinc is a metal that people take with their meals.", *sentences * times))


async def drafted(text: str, repair: str) -> tuple[str, ScriptedModel]:
    model = ScriptedModel({Task.ANSWER: [text], Task.REPAIR: [repair]}, chunk=200)
    draft = AnswerDraft(model, AnswerRequest("zinc?"), asyncio.Event())
    async for _ in draft.write():
        pass
    return " ".join(p.text for p in draft.paragraphs), model


def mended(*sentences: str, times: int = 1) -> str:
    first = "[Zinc]($N1) [is](IS_A, $N1, $N2) a [metal]($N2) that people take with their meals."
    return " ".join((first, *sentences * times))


@pytest.mark.parametrize("kept", [0, 3, 5])
async def test_a_correction_that_was_cut_does_not_take_the_place_of_what_was_read(kept: int) -> None:
    text, model = await drafted(" ".join((ORPHAN, *ADVICE)), mended(*ADVICE[:kept]))
    assert any(isinstance(r, RepairRequest) for r in model.asked)
    assert text == plain(*ADVICE)


async def test_a_correction_that_leaves_out_a_sentence_and_pads_another_is_not_taken() -> None:
    padded = mended(*ADVICE[:2], "And so on, and so forth, as everybody has always known.", *ADVICE[3:])
    text, _ = await drafted(" ".join((ORPHAN, *ADVICE)), padded)
    assert text == plain(*ADVICE)


async def test_a_whole_correction_is_taken() -> None:
    text, _ = await drafted(" ".join((ORPHAN, *ADVICE)), mended(*ADVICE).replace("their meals", "their daily meals"))
    assert text == plain(*ADVICE).replace("their meals", "their daily meals")


async def test_a_paragraph_too_long_to_come_back_whole_is_not_sent() -> None:
    text, model = await drafted(" ".join((ORPHAN, *ADVICE * 30)), mended(*ADVICE, times=20))
    assert not any(isinstance(r, RepairRequest) for r in model.asked)
    assert text == plain(*ADVICE, times=30)


# ── cut by a limit of length ────────────────────────────────────────────────────────────────────────────────────────

HELPS = "[Zinc|DietarySupplement]($N1) [treats]($R1:TREATS, $H, $N1, $N2) the [common cold|Disease]($N2). It is a me"


def capped(*answers: str, **others: str) -> ScriptedModel:
    """Return a model that reaches its limit behind the last piece of every text."""
    lines = {Task.ANSWER: answers} | {Task(name): (line,) for name, line in others.items()}
    return ScriptedModel(lines, chunk=20, ends_with=ModelCut("It reached the most that it may write."))


async def test_an_answer_that_was_cut_stands_as_far_as_it_came_and_says_so(bot: Bot) -> None:
    bot.start(capped(HELPS))
    replies = await bot.ask("Does zinc help with the common cold?")
    turn = await bot.turn(replies)
    assert turn.paragraphs[0].text.endswith("It is a me")
    assert verdicts(replies[-1])
    assert turn.notices == (CUT_SHORT,)
    assert CUT_SHORT in words(replies[-1])


async def test_an_answer_cut_before_its_first_word_is_the_graphs_own(bot: Bot) -> None:
    bot.start(capped(""))
    turn = await bot.turn(await bot.ask("Does zinc help with the common cold?"))
    assert turn.paragraphs
    assert CUT_SHORT not in turn.notices


async def test_a_correction_that_was_cut_is_not_taken_but_the_beginning_of_a_list_is() -> None:
    model = capped("?", repair="[Zinc]($N1) is", extract="zinc|Drug")
    with pytest.raises(ModelCut):
        await complete_text(model, RepairRequest("Zinc.", (), 1, 1, (), ()))
    assert await complete_text(model, ExtractRequest("zinc?", ())) == "zinc|Drug"


async def test_a_question_whose_tokens_are_used_up_ends_with_a_word() -> None:
    model = BudgetedModel(ScriptedModel({Task.ANSWER: ["x" * 80]}, chunk=20), tokens=10)
    with pytest.raises(ModelCut):
        [chunk async for chunk in model.stream(AnswerRequest("zinc?"))]
    exact = BudgetedModel(ScriptedModel({Task.ANSWER: ["x" * 80]}, chunk=20), tokens=20)
    assert await complete_text(exact, AnswerRequest("zinc?")) == "x" * 80


@pytest.mark.parametrize(
    ("end", "shown"),
    [
        ("It also helps with [sore thr", "It also helps with"),
        ("It also helps with a [sore throat|Dis", "It also helps with a"),
        ("It also helps with a [sore throat|Disease]($N", "It also helps with a"),
        ("It also [eases]($R2:TREATS, $H, $N1, ", "It also"),
    ],
)
async def test_half_an_annotation_is_shown_to_nobody_where_an_answer_was_cut(bot: Bot, end: str, shown: str) -> None:
    bot.start(capped(HELPS.removesuffix("It is a me") + end))
    turn = await bot.turn(await bot.ask("Does zinc help with the common cold?"))
    assert turn.paragraphs[0].text == f"Zinc treats the common cold. {shown}"


@pytest.mark.parametrize(("characters", "cut"), [(LONGEST_ANSWER + 4_000, True), (4_000, False)])
async def test_an_answer_that_does_not_end_is_read_so_far_and_told_as_cut(characters: int, cut: bool) -> None:
    model = ScriptedModel({Task.ANSWER: ["Zinc is a metal.\n\n" * (characters // 18)]}, chunk=1_000)
    draft = AnswerDraft(model, AnswerRequest("zinc?"), asyncio.Event())
    async for _ in draft.write():
        pass
    assert draft.cut is cut
    assert model.closed == 1
    assert sum(len(p.text) for p in draft.paragraphs) <= LONGEST_ANSWER
