"""Sentences that people stumbled over are said no longer; the catalogue of all sentences is what is read."""

import re
from pathlib import Path

import pytest

SENTENCES = (Path(__file__).parents[1] / "docs" / "sentences.md").read_text(encoding="utf-8")

STUMBLED_OVER = (
    "holds nothing direct",
    "holds nothing under",
    "of that kind for",
    "says so is not sure",
    "outside the graph",
    "has nothing on this question",
    "does not answer the question as put",
    "way round: it",
    "knows no third thing",
    "one paper on just this",
    "does not go that far",
    "no connection between them that would tell",
    "of what lies one step from",
    "does not widen the goal",
    "things no longer count",
    "papers?, … disagree",
    "What the graph has (?:\\(|$)",
    "^- Relevant$",
    "… nearby",
    "neither for nor against",
    "Source: … [–-] “",
    "Extracted wrongly",
    "it was read wrongly\\)",
    "These two mean the same",
    "onto it with",
    "counts before what is chosen",
    "let another model go on",
    "What do people say here",
    "What does this message claim",
    "^- Around",
    "That are …",
    "There is no nofolder",
    "earlier · and … more",
)


@pytest.mark.parametrize("words", STUMBLED_OVER)
def test_what_people_stumbled_over_is_not_said(words: str) -> None:
    assert [line for line in SENTENCES.splitlines() if re.search(words, line)] == []
