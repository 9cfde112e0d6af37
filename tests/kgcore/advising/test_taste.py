"""What people's clicks tell of their taste."""

from __future__ import annotations

import pytest

from kgcore.advising.taste import LEAST, MOST
from kgcore.controls import Barred, Chosen, Control, Deed, Dismissed, Kind, Undone
from kgcore.recommend import Taste, taste_of
from tests.kgcore.advising.thread import deeds

NO = Dismissed("t1", "k", Kind.NODE, "a", "b", "Gene", "INHIBITS")
YES = Chosen("k", "Disease", "TREATS")


def factor(*controls: Control, type: str = "Disease", predicate: str = "TREATS") -> float:
    return taste_of(deeds(*controls)).factors().of(type, predicate)


def test_somebody_who_did_nothing_has_no_taste() -> None:
    assert taste_of(()) == Taste()
    assert factor() == 1


def test_what_is_clicked_weighs_more_and_what_is_dismissed_less() -> None:
    assert factor(YES) > 1
    assert factor(NO, type="Gene", predicate="INHIBITS") < 1
    assert factor(YES, type="Gene", predicate="INHIBITS") == 1


def test_not_this_kind_weighs_more_than_one_dismissal() -> None:
    barred = factor(Barred("t1", type="Gene"), type="Gene")
    assert barred < factor(Dismissed("t1", "k", Kind.NODE, "a", "b", "Gene"), type="Gene")


def test_what_was_undone_shows_nothing() -> None:
    dismissed, undone = Deed("e1", "t", "p", NO), Deed("e2", "t", "p", Undone("e1"))
    assert taste_of((dismissed, undone)) == Taste()


@pytest.mark.parametrize("control", [YES, Dismissed("t1", "k", Kind.NODE, "a", "b", "Disease", "TREATS")])
def test_taste_moves_a_weight_a_little_only(control: Control) -> None:
    assert LEAST <= factor(*[control] * 1000) <= MOST
