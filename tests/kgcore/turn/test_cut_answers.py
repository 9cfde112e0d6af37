"""Nothing that a reader saw of an answer vanishes, whatever comes back when a paragraph is sent to be mended."""

from __future__ import annotations

import asyncio

import pytest

from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.drafting import AnswerDraft
from kgcore.values.tasks import AnswerRequest, RepairRequest, Task

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
