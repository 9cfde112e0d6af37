"""Which studies a message wants to count."""

from __future__ import annotations

import pytest

from kgcore.question.narrowing import Narrowing, designs_in_words, narrowing_of

TRIALS = ("randomised trial", "trial")


@pytest.mark.parametrize(
    ("text", "designs"),
    [
        ("only trials", TRIALS),
        ("Only trials, please", TRIALS),
        ("show only the trials", TRIALS),
        ("trials only", TRIALS),
        ("Just randomized controlled trials.", ("randomised trial",)),
        ("only RCTs and meta-analyses", ("randomised trial", "meta-analysis")),
        ("count only cohort studies", ("cohort",)),
        ("systematic reviews alone", ("meta-analysis", "systematic review")),
        ("all papers again", ()),
        ("use all studies", ()),
    ],
)
def test_which_studies_are_to_count(text: str, designs: tuple[str, ...]) -> None:
    assert narrowing_of(text) == Narrowing(designs)


@pytest.mark.parametrize(
    "text",
    [
        "Which trials are there?",
        "only trials of zinc in children",
        "Are there only trials on zinc?",
        "does only zinc help",
        "only",
        "all papers on zinc",
        "trials " * 2_000,
    ],
)
def test_other_messages_are_left_alone(text: str) -> None:
    assert narrowing_of(text) is None


def test_designs_are_said_in_the_plural() -> None:
    assert designs_in_words(TRIALS) == "randomised trials and trials"
    assert designs_in_words(("meta-analysis", "case-control")) == "meta-analyses and case-control studies"
