from __future__ import annotations

import re
from dataclasses import replace

from kgcore.exploration.exploration import exploration_of
from kgcore.presentation.summary import summary_files
from kgcore.values.model import Paper
from kgcore.values.reply import Figure
from tests.kgcore.presentation.made import FIRST, SECOND, THREAD, WORDS

FIGURE = Figure(b"png", "<svg>é</svg>", "", 1, 1)


def test_the_downloads_are_text_picture_and_papers() -> None:
    found = summary_files(THREAD, exploration_of(THREAD), WORDS, FIGURE)
    assert [f.name for f in found] == ["evigraph.md", "evigraph.png", "evigraph.svg", "papers.bib", "papers.ris"]
    assert all(re.fullmatch(r"[a-z]+\.[a-z]+", f.name) and f.media and f.content for f in found)
    assert found[1].content == b"png"
    assert found[2].content.decode() == "<svg>é</svg>"


def test_what_there_is_not_is_no_file() -> None:
    assert [f.name for f in summary_files((SECOND,), exploration_of((SECOND,)), WORDS, None)] == ["evigraph.md"]


def test_half_a_character_in_a_title_spoils_no_file() -> None:
    broken = replace(FIRST, papers=(Paper("PMID:1", "Half \ud800 a character"),), question="\udfff?")
    for file in summary_files((broken,), exploration_of((broken,)), WORDS, None):
        file.content.decode()
