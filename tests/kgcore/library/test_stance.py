"""What a sentence seems to say: of an outcome, and of a claim."""

from __future__ import annotations

import pytest

from kgcore.library.effect import Effect, read_effect
from kgcore.library.stance import SaysOf, StanceQuery, sentence_stance


@pytest.mark.parametrize(
    ("outcome", "sentence", "expected"),
    [
        ("pain", "Pain was significantly lower with zinc than with placebo (p < 0.001).", Effect.DECREASED),
        ("weight", "Zinc significantly increased weight compared with placebo (p < 0.001).", Effect.INCREASED),
        ("pain", "There was no significant difference in pain from placebo (p = 0.64).", Effect.NO_DIFFERENCE),
    ],
)
def test_a_plain_result_is_read(outcome: str, sentence: str, expected: Effect) -> None:
    assert read_effect("zinc", "placebo", outcome, sentence).decided is expected


@pytest.mark.parametrize("word", ["improved", "was superior", "was better"])
@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ("Beck depression inventory", Effect.DECREASED),
        ("HAM-D", Effect.DECREASED),
        ("WOMAC pain", Effect.DECREASED),
        ("fatigue severity", Effect.DECREASED),
        ("walking distance", Effect.INCREASED),
        ("quality of life", Effect.INCREASED),
        ("pain relief", Effect.INCREASED),
    ],
)
def test_better_is_less_of_what_is_bad(outcome: str, word: str, expected: Effect) -> None:
    sentence = f"Mean {outcome} {word} significantly with zinc compared with placebo (p < 0.001)."
    assert read_effect("zinc", "placebo", outcome, sentence).likeliest is expected


@pytest.mark.parametrize(
    ("relation", "negated", "sentence", "expected"),
    [
        (
            "treats",
            False,
            "Zinc significantly reduced the duration of colds compared with placebo (p = 0.01).",
            "says so",
        ),
        ("treats", False, "There was no significant difference in colds between zinc and placebo (p = 0.7).", "denies"),
        ("does not treat", False, "Zinc did not reduce the duration of colds (p = 0.7).", "says so"),
        ("treats", True, "Zinc significantly reduced the duration of colds (p = 0.01).", "denies"),
        ("treats", False, "We aimed to determine whether zinc treats colds.", "neither"),
        ("treats", False, "Zinc is a metal.", "neither"),
        ("prevents", False, "Zinc reduced the use of anti-colds drugs.", "neither"),
        ("treats", False, "Zinc is effective in the treatment of colds.", "says so"),
        ("treats", False, "Zinc is not effective in the treatment of colds.", "denies"),
        ("causes", False, "Zinc increased the number of colds.", "says so"),
        ("reduces", False, "Zinc increased the number of colds.", "denies"),
    ],
)
def test_a_claim_is_borne_out_denied_or_neither(relation: str, negated: bool, sentence: str, expected: str) -> None:
    read = sentence_stance(StanceQuery(("zinc",), relation, ("colds",), negated), sentence)
    assert read.stance is SaysOf(expected)


def test_more_of_something_is_not_called_good_or_bad() -> None:
    read = sentence_stance(StanceQuery(("zinc",), "treats", ("copper",)), "Zinc increased copper.")
    assert read.stance is not SaysOf.SAYS_SO
