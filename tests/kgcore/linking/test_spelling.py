from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.linking.spelling import _told_apart, edit_distance, misspelling_cost, near_slip

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


@pytest.mark.parametrize(
    ("written", "meant", "cost"),
    [
        ("warfrin", "warfarin", 0.75),
        ("metfornin", "metformin", 0.6),
        ("pnuemonia", "pneumonia", 0.8),
        ("cinammon", "cinnamon", 1.0),
        ("hemorage", "hemorrhage", 0.9),
        ("nistagmus", "nystagmus", 0.7),
        ("omeprasol", "omeprazole", 1.35),
        ("turmerick", "turmeric", 1.0),
        ("melatonni", "melatonin", 0.8),
        ("hypericum", "hypericin", None),
        ("varfarin", "warfarin", None),
        ("zinc", "zink", None),
        ("slep", "sleep", 0.4),
        ("sle", "slepe", None),
        ("sle", "sleee", None),
        ("libidor", "lipitor", 1.2),
        ("malatanin", "melatonin", 1.4),
        ("atorvaskatin", "atorvastatin", 1.8),
        ("atorvestetan", "atorvastatin", 2.1),
        ("atervestetan", "atorvastatin", None),
        ("hemorrhagee", "hemorrhage", 0.4),
        ("hemorrhageeee", "hemorrhage", None),
        ("metmorfin", "metformin", 1.2),
        ("lihtuim", "lithium", 1.2),
        ("menforimt", "metformin", None),
        ("prozak", "prozac", 0.6),
        ("bulemic", "bulimic", 0.7),
        ("follic", "folic", 0.6),
        ("prone", "prune", 0.7),
        ("isalate", "isolate", None),
    ],
)
def test_a_slip_costs_what_it_takes_to_make_it(written: str, meant: str, cost: float | None) -> None:
    found = misspelling_cost(written, meant)
    assert found is cost if cost is None or found is None else round(found, 6) == cost


def test_words_with_digits_are_no_slips_of_each_other() -> None:
    assert _told_apart("omega3", "omega6")
    assert not _told_apart("melatonin", "melatonine")


def test_a_vowel_for_a_vowel_is_a_smaller_slip_than_a_consonant_for_one() -> None:
    assert edit_distance("melatonin", "melatanin") < 1.0 < edit_distance("melatonin", "melatknin")


def test_two_slips_in_a_short_word_make_another_word() -> None:
    assert misspelling_cost("ginger", "gonger") is not None
    assert misspelling_cost("ginger", "gongar") is None


@pytest.mark.parametrize(
    ("written", "names", "cost"),
    [
        ("zink", ["lead", "zinck", "Zinc"], 0.6),
        ("ZINK", ["zinc"], 0.6),
        ("zing", ["zinc"], None),
        ("flu", ["Flue", "FLII"], 0.75),
        ("flue", ["FLU"], None),
        ("il6", ["il66"], None),
        ("gout", ["gouttt"], 0.8),
        ("gout", ["goutttt"], None),
        ("gout", [], None),
    ],
)
def test_a_name_near_by_may_have_been_meant_and_no_symbol(written: str, names: list[str], cost: float | None) -> None:
    found = near_slip(written, names)
    assert found is cost if cost is None or found is None else round(found, 6) == cost
