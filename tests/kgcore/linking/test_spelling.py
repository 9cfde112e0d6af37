from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.linking.spelling import edit_distance, misspelling_cost

WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=24)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("warfrin", "warfarin"),
        ("metfornin", "metformin"),
        ("simvistatin", "simvastatin"),
        ("pnuemonia", "pneumonia"),
        ("cinammon", "cinnamon"),
        ("epilepsey", "epilepsy"),
        ("nistagmus", "nystagmus"),
        ("hemorage", "hemorrhage"),
        ("fenytoin", "phenytoin"),
        ("carbamazapine", "carbamazepine"),
    ],
)
def test_slips_are_forgiven(written: str, meant: str) -> None:
    assert misspelling_cost(written, meant) is not None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("hypotension", "hypertension"),
        ("hyperthyroidism", "hypothyroidism"),
        ("tachycardia", "bradycardia"),
        ("folinic", "folic"),
        ("linoleic", "linolenic"),
        ("fluvastatin", "lovastatin"),
        ("amantadine", "memantine"),
        ("creatinine", "creatine"),
        ("estriol", "estradiol"),
        ("coumarin", "coumadin"),
        ("sirt3", "sirt1"),
        ("donanemab", "lecanemab"),
        ("cat", "cap"),
    ],
)
def test_other_words_are_not_slips(written: str, meant: str) -> None:
    assert misspelling_cost(written, meant) is None


@given(WORDS)
def test_a_word_is_no_distance_from_itself(word: str) -> None:
    assert edit_distance(word, word) == 0


@given(WORDS, WORDS)
def test_other_words_are_at_some_distance(one: str, other: str) -> None:
    assert (edit_distance(one, other) > 0) == (one != other)


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_text_breaks_the_comparison(one: str, other: str) -> None:
    cost = misspelling_cost(one, other)
    assert cost is None or cost >= 0
