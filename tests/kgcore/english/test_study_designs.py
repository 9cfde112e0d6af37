"""What notes and titles say of a study."""

from __future__ import annotations

import pytest

from kgcore.english.study_designs import (
    cautions_in,
    design_in,
    design_in_title,
    design_noun,
    mentions_in_passing,
    only_observed,
)


@pytest.mark.parametrize(
    ("note", "design"),
    [
        ("", "unknown"),
        ("small pilot", "unknown"),
        ("meta-analysis of RCTs", "meta-analysis"),
        ("umbrella review", "systematic review"),
        ("cells, review", "review"),
        ("placebo-controlled", "randomised trial"),
        ("phase 2b", "trial"),
        ("registry, Denmark", "cohort"),
        ("case control", "case-control"),
        ("in mice", "animal study"),
        ("HeLa cells", "in vitro"),
        ("no RCTs", "unknown"),
        ("no RCTs, one cohort", "cohort"),
        ("non-randomised trial", "trial"),
    ],
)
def test_a_note_names_its_design(note: str, design: str) -> None:
    assert design_in(note) == design


@pytest.mark.parametrize(
    ("title", "design"),
    [
        ("Zinc for colds: a meta-analysis of randomized trials", "meta-analysis"),
        ("Zinc for colds: a systematic review of reviews", "systematic review"),
        ("Zinc in T cells of patients: a cohort", "cohort"),
        ("Zinc kills cancer cells", "unknown"),
        ("Zinc for colds: a randomised trial", "randomised trial"),
        ("Zinc for colds: protocol of a randomised trial", "unknown"),
        ("Zinc for colds", "unknown"),
    ],
)
def test_a_title_names_its_design_and_its_subject_is_none(title: str, design: str) -> None:
    assert design_in_title(title) == design


def test_who_watched_tried_nothing() -> None:
    assert only_observed("two cohorts")
    assert not only_observed("cohort within a trial")
    assert not only_observed("RCT")


def test_a_statement_may_be_taken_over() -> None:
    assert mentions_in_passing("statement in the introduction")
    assert not mentions_in_passing("RCT, n = 40")


def test_what_speaks_against_relying_on_a_study_is_said_once_and_in_its_words() -> None:
    assert cautions_in("Small trials; HIGH risk of bias. Small trials.") == ("small trials", "high risk of bias")
    assert cautions_in("no high risk of bias") == ()
    assert cautions_in("RCT") == ()


def test_designs_are_counted_as_nouns() -> None:
    assert design_noun("in vitro") == "laboratory study"
    assert design_noun("cohort") == "cohort"
