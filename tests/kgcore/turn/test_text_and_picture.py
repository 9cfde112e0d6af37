"""The bench that compares text and picture sees what it looks for, and finds nothing on a few answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.graph import starter_folder
from kgcore.values.model import Paragraph
from tests.bench.asked import Asked
from tests.bench.text_and_picture import Compared, Names
from tests.kgcore import starter


@pytest.fixture
async def asked(tmp_path: Path) -> AsyncIterator[Asked]:
    opened = await Asked.open(starter_folder(), tmp_path / "starter.kg")
    yield opened
    await opened.close()


async def said(asked: Asked, question: str, instead: str = "") -> list[str]:
    turn = await asked.answer(question)
    if instead:
        turn = replace(turn, paragraphs=(Paragraph(instead), *turn.paragraphs[1:]))
    names = Names.of(list(starter.entities().values()))
    return [found.split(":")[0] for found in Compared.of(turn, (), names, asked.services.vocabulary).contradictions()]


@pytest.mark.parametrize(
    ("instead", "found"),
    [
        ("The graph names no disorders that rivastigmine treats.", "names none, and one is drawn"),
        ("The graph has no statement that links rivastigmine and dementia.", "denied, and drawn"),
        (
            "Papers report that rivastigmine does not treat Alzheimer's disease or dementia.",
            "told and drawn with other",
        ),
    ],
)
async def test_a_text_that_denies_what_is_drawn_is_found(asked: Asked, instead: str, found: str) -> None:
    assert any(
        one.startswith(found) for one in await said(asked, "Which disorders can rivastigmine help with?", instead)
    )


@pytest.mark.parametrize(
    "question",
    ["Which disorders can rivastigmine help with?", "How do statins cause muscle pain?", "What causes dementia?"],
)
async def test_the_text_of_an_answer_and_its_picture_agree(asked: Asked, question: str) -> None:
    assert await said(asked, question) == []


async def test_a_line_counts_the_papers_that_its_sentence_counts(asked: Asked) -> None:
    """That amyloid-beta causes the disease implies that it is associated with it; each has its own paper."""
    assert await said(asked, "Does amyloid-beta help with Alzheimer's disease?") == []
