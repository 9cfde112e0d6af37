"""What warns whoever takes something, how grave it is, and pairs of what somebody takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.evidence.findings import Finding, group_findings
from kgcore.evidence.harms import fate_of, gravest_first, warns
from kgcore.evidence.pairs import NO_PAPER, is_about_oneself, pairs_table, unknown_taken
from kgcore.question.relation import is_taken
from tests.kgcore import starter

FOUND = group_findings(starter.edges(), starter.entities(), starter.vocabulary())


def _finding(subject: str, object: str) -> Finding:
    return next(f for f in FOUND if (f.subject.name, f.object.name) == (subject, object))


def test_interactions_harms_and_lost_absorption_warn() -> None:
    assert warns(_finding("Garlic", "Warfarin"))
    assert warns(_finding("Lithium", "Hypothyroidism"))
    assert warns(_finding("Coffee", "Levothyroxine absorption"))


def test_what_papers_deny_helps_or_concerns_no_medicine_is_no_warning() -> None:
    assert not warns(_finding("Garlic", "Ciclosporin"))
    assert not warns(_finding("Levothyroxine", "Hypothyroidism"))
    assert not warns(_finding("Obesity", "Alzheimer's disease"))


def test_the_gravest_warning_comes_first() -> None:
    mild, fatal = _finding("Garlic", "Warfarin"), _finding("Cranberry", "Warfarin")
    fatal = replace(fatal, plain=tuple(replace(e, note="review; fatal case") for e in fatal.plain))
    assert gravest_first((mild, fatal)) == (fatal, mild)


def test_fates_and_things_that_people_take_are_told_by_name_and_type() -> None:
    named = starter.named()
    assert fate_of(named["Levothyroxine absorption"]) == "Levothyroxine"
    assert is_taken(named["Coffee"])
    assert not is_taken(named["Depression"])


def test_pairs_put_warnings_first_and_never_call_a_gap_safe() -> None:
    named = starter.named()
    own = (named["Metformin"], named["Warfarin"], named["Ginkgo biloba"])
    question = "I take metformin and warfarin. Can I add ginkgo?"
    rows = pairs_table(question, own, starter.edges(), starter.entities(), starter.vocabulary())
    assert is_about_oneself(question)
    assert rows[1][:2] == ("Warfarin", "Ginkgo biloba")
    assert [r[2] for r in rows[2:]] == [NO_PAPER, NO_PAPER]


def test_research_is_not_about_oneself() -> None:
    assert not is_about_oneself("Does ginkgo interact with warfarin in trials?")


@pytest.mark.parametrize(
    "question",
    [
        "I'm on digoxin. Does St John's wort help with depression?",
        "My mother takes warfarin, metformin and digoxin, can she add garlic?",
        "I was prescribed 0.25 mg digoxin. Is ginkgo ok?",
        "Started a low-dose digoxin last week, is garlic fine?",
    ],
)
def test_of_what_is_taken_and_unknown_it_is_said_that_nothing_shows_it_safe(question: str) -> None:
    said = unknown_taken(question, ("digoxin",))
    assert said == "This graph has nothing on “digoxin”, so it cannot say what is safe with it."


def test_other_words_that_were_not_understood_are_not_taken() -> None:
    assert not unknown_taken("I take part in a study of digoxin. Does garlic help?", ("study",))
    assert not unknown_taken("I take garlic. Does it stop hiccups?", ("hiccups",))
    assert not unknown_taken("I take garlic and ginkgo.", ())
