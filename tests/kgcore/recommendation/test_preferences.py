"""What people's clicks tell of their taste."""

from __future__ import annotations

import pytest

from kgcore.recommendation.ranking import LEAST, MOST, Preferences, preferences_from_actions
from kgcore.values.actions import ActionRecord, Barred, Chosen, Control, Dismissed, RecommendationKind, Undone
from tests.kgcore.recommendation.thread import action_records

NO = Dismissed("t1", "k", RecommendationKind.NODE, "a", "b", "Gene", "INHIBITS")
YES = Chosen("k", "Disease", "TREATS")


def factor(*controls: Control, type: str = "Disease", predicate: str = "TREATS") -> float:
    return preferences_from_actions(action_records(*controls)).factors().of(type, predicate)


def test_somebody_who_did_nothing_has_no_taste() -> None:
    assert preferences_from_actions(()) == Preferences()
    assert factor() == 1


def test_what_is_clicked_weighs_more_and_what_is_dismissed_less() -> None:
    assert factor(YES) > 1
    assert factor(NO, type="Gene", predicate="INHIBITS") < 1
    assert factor(YES, type="Gene", predicate="INHIBITS") == 1


def test_not_this_kind_weighs_more_than_one_dismissal() -> None:
    barred = factor(Barred("t1", type="Gene"), type="Gene")
    assert barred < factor(Dismissed("t1", "k", RecommendationKind.NODE, "a", "b", "Gene"), type="Gene")


def test_what_was_undone_shows_nothing() -> None:
    dismissed, undone = ActionRecord("e1", "t", "p", NO), ActionRecord("e2", "t", "p", Undone("e1"))
    assert preferences_from_actions((dismissed, undone)) == Preferences()


@pytest.mark.parametrize("control", [YES, Dismissed("t1", "k", RecommendationKind.NODE, "a", "b", "Disease", "TREATS")])
def test_taste_moves_a_weight_a_little_only(control: Control) -> None:
    assert LEAST <= factor(*[control] * 1000) <= MOST
