"""What a trial found is proposed with its sign: against no treatment, and not as a mere relation."""

from __future__ import annotations

import pytest

from kgcore.curation.articles import NamedSpan
from kgcore.curation.proposals import Proposal, ProposedEffect
from kgcore.turn.trials import trial_signed
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

VOCABULARY = Vocabulary.of(
    [Predicate(n) for n in ("CAUSES", "TREATS", "ASSOCIATED_WITH", "INTERACTS_WITH", "AFFECTS", "INHIBITS", "AUGMENTS")]
)


def signed(
    sentence: str, drug: str = "Zinc", disease: str = "depression", predicate: str = "CAUSES", type: str = "Disease"
) -> Proposal:
    ends = (NamedSpan(0, 1, drug, "Drug", "C:1"), NamedSpan(2, 3, disease, type, "D:1"))
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


@pytest.mark.parametrize(
    ("sentence", "predicate", "negated"),
    [
        ("The hazard ratio for depression with Zinc was 0.62 (95% CI, 0.49 to 0.77).", "TREATS", False),
        ("Users of Zinc had more depression (HR 1.62; 95% CI, 1.19 to 2.17).", "CAUSES", False),
        ("The hazard ratio for depression with Zinc was 1.24 (95% CI, 0.71 to 2.20).", "TREATS", True),
        ("Depression occurred in 14 of 98 on Zinc and 27 of 99 in the saline group (P = 0.02).", "TREATS", False),
        ("Depression was seen in 30% of those on placebo and 12% of those on Zinc (p = 0.01).", "TREATS", False),
        ("Time to depression was longer with Zinc than with placebo (P = 0.003).", "TREATS", False),
    ],
)
def test_a_ratio_with_its_interval_and_the_shares_of_two_arms_tell_the_sign(
    sentence: str, predicate: str, negated: bool
) -> None:
    found = signed(sentence)
    assert (found.predicate, found.negated) == (predicate, negated)


@pytest.mark.parametrize(
    ("sentence", "predicate", "negated"),
    [
        ("MADRS was significantly lower with Zinc than with placebo (p < 0.001).", "INHIBITS", False),
        ("MADRS was significantly higher with Zinc than with placebo (p < 0.001).", "AUGMENTS", False),
        ("No significant difference in MADRS was observed between Zinc and placebo.", "AFFECTS", True),
        ("MADRS improved with Zinc compared with placebo (p < 0.001).", "ASSOCIATED_WITH", False),
    ],
)
def test_a_scale_goes_up_or_down_and_better_is_neither(sentence: str, predicate: str, negated: bool) -> None:
    found = signed(sentence, disease="MADRS", predicate="ASSOCIATED_WITH", type="Measurement")
    assert (found.predicate, found.negated) == (predicate, negated)


@pytest.mark.parametrize(
    "sentence",
    [
        "Patients were randomly assigned to Zinc or placebo for depression.",
        "Zinc was superior to placebo in depression patients with gout.",
        "Zinc-induced depression was reduced compared with placebo (p < 0.001).",
    ],
)
def test_what_is_no_result_about_it_gets_no_sign(sentence: str) -> None:
    assert signed(sentence).predicate == "CAUSES"


def test_a_harm_that_is_less_than_under_another_drug_ranks_lower() -> None:
    assert signed("Depression occurred less often with Zinc than with iron.").score < 0.31
