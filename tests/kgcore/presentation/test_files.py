from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kgcore.exploration.exploration import exploration_of
from kgcore.presentation.summary import file_stem, summary_files
from kgcore.values.model import Paper, Paragraph
from kgcore.values.reply import Figure
from tests.kgcore.presentation.made import FIRST, SECOND, THREAD, WORDS

FIGURE = Figure(b"png", "<svg>é</svg>", "", 1, 1)


def test_the_downloads_are_text_picture_and_papers() -> None:
    found = summary_files(THREAD, exploration_of(THREAD), WORDS, FIGURE)
    stem = "does-vitamin-e-help-with-alzheimers-disease"
    assert [f.name for f in found] == [f"{stem}.{end}" for end in ("md", "png", "svg", "bib", "ris")]
    assert all(re.fullmatch(r"[a-z-]+\.[a-z]+", f.name) and f.media and f.content for f in found)
    assert found[1].content == b"png"
    assert found[2].content.decode() == "<svg>é</svg>"


def test_what_there_is_not_is_no_file() -> None:
    assert [f.name for f in summary_files((SECOND,), exploration_of((SECOND,)), WORDS, None)] == ["and-vitamin-c.md"]


@pytest.mark.parametrize(
    ("question", "stem"),
    [
        ("Which supplement may slow Alzheimer's disease?", "which-supplement-may-slow-alzheimers-disease"),
        ("../../etc/passwd", "etc-passwd"),
        ("亜鉛は?", "evigraph"),
        ("", "evigraph"),
        ("word " * 100, "-".join(["word"] * 12)),
        ("x" * 500, "evigraph"),
    ],
)
def test_downloads_are_called_after_the_thread(question: str, stem: str) -> None:
    assert file_stem((replace(FIRST, question=question),)) == stem


def test_the_text_to_take_along_has_the_answers_and_the_curators_notes() -> None:
    (noted,) = (replace(e, note="RCT in *older* adults") for e in FIRST.claims[0].edges_for[:1])
    claim = replace(FIRST.claims[0], edges_for=(noted,))
    turn = replace(FIRST, claims=(claim,), paragraphs=(Paragraph("Vitamin E <b>helps</b>."),), notices=("One note.",))
    text = summary_files((turn,), exploration_of((turn,)), WORDS, None)[0].content.decode()
    assert "## Answers" in text
    assert "Vitamin E \\<b\\>helps" in text
    assert "> One note." in text
    assert "   - Note: RCT in \\*older\\* adults" in text


def test_half_a_character_in_a_title_spoils_no_file() -> None:
    broken = replace(FIRST, papers=(Paper("PMID:1", "Half \ud800 a character"),), question="\udfff?")
    for file in summary_files((broken,), exploration_of((broken,)), WORDS, None):
        file.content.decode()
