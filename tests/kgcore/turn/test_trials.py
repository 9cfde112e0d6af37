"""What a trial found is proposed with its sign: against no treatment, and not as a mere relation."""

from __future__ import annotations

import pytest

from kgcore.curation.articles import NamedSpan
from kgcore.curation.proposals import Proposal, ProposedEffect
from kgcore.turn.trials import trial_signed
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

VOCABULARY = Vocabulary.of([Predicate(n) for n in ("CAUSES", "TREATS", "ASSOCIATED_WITH", "INTERACTS_WITH")])


def signed(sentence: str, drug: str = "Zinc", disease: str = "depression", predicate: str = "CAUSES") -> Proposal:
    ends = (NamedSpan(0, 1, drug, "Drug", "C:1"), NamedSpan(2, 3, disease, "Disease", "D:1"))
    made = Proposal("1", sentence, *ends, predicate, False, ProposedEffect.INCREASED, (), 0.31)
    return trial_signed(made, VOCABULARY)


@pytest.mark.parametrize(
    "sentence",
    [
        "There was no significant difference in depression between Zinc and placebo (p = 0.7).",
        "Zinc was no better than placebo for depression.",
        "Depression scores did not differ between the Zinc and control groups.",
        "Compared with sham, Zinc gave no significant improvement of depression.",
    ],
)
def test_no_difference_from_placebo_denies_that_it_treats(sentence: str) -> None:
    found = signed(sentence)
    assert (found.predicate, found.negated, found.score) == ("TREATS", True, 0.5)


@pytest.mark.parametrize(
    "sentence",
    [
        "Zinc was superior to placebo in depression.",
        "Depression improved more with Zinc than with placebo (p = 0.02).",
        "Depression was significantly reduced by Zinc compared with placebo (p < 0.001).",
    ],
)
def test_less_than_with_placebo_treats(sentence: str) -> None:
    found = signed(sentence)
    assert (found.predicate, found.negated) == ("TREATS", False)


@pytest.mark.parametrize(
    "sentence",
    [
        "There was no significant difference in depression between Zinc and sertraline.",
        "Zinc led to depression in two patients.",
    ],
)
def test_without_a_comparison_with_no_treatment_nothing_is_turned(sentence: str) -> None:
    assert signed(sentence).predicate == "CAUSES"


def test_a_relation_that_no_trial_can_turn_stays() -> None:
    found = signed("Zinc was superior to placebo in depression.", predicate="INTERACTS_WITH")
    assert (found.predicate, found.score) == ("INTERACTS_WITH", 0.31)
