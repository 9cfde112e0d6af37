"""How specific a two-hop path is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kgcore.evidence.paths import MOST_CLASS_LINKS, MOST_LINKS, class_score, is_specific, path_score


def test_an_intermediate_with_three_links_is_specific_and_one_with_four_is_not() -> None:
    assert MOST_LINKS == 3
    assert is_specific(path_score(3))
    assert not is_specific(path_score(4))


def test_a_class_may_have_more_links_than_another_intermediate_but_not_any_number() -> None:
    assert MOST_CLASS_LINKS == 15
    assert is_specific(class_score(15))
    assert not is_specific(class_score(16))


@given(st.integers(0, 10**7))
def test_worth_lies_between_nought_and_one_and_falls_with_every_link(links: int) -> None:
    for score in (path_score, class_score):
        assert 0 < score(links + 1) <= score(links) <= 1
