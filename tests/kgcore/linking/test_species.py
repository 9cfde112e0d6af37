"""Abbreviated names of species, and initialisms that a mention itself defines."""

from __future__ import annotations

from kgcore.linking.lookup_keys import keys_of_mention, name_keys
from kgcore.linking.spotting import window_probes, word_windows


def found(mention: str, name: str) -> bool:
    return not {p.key for p in keys_of_mention(mention)}.isdisjoint(name_keys(name, "DietarySupplement", True))


def test_a_species_is_found_by_the_letter_of_its_genus() -> None:
    assert found("A. sativum", "Allium sativum")
    assert found("G. biloba extract", "Ginkgo biloba")
    assert not found("A. sativum", "Coriandrum sativum")
    assert not found("a sativum", "Allium sativum")
    assert not found("M. sclerosis", "multiple sclerosis")


def test_a_species_is_seen_in_a_sentence() -> None:
    windows = {w.raw: window_probes(w) for w in word_windows("Does A. sativum lower it?")}
    assert [p.key for p in windows["A. sativum"]] == ["gasativum"]


def test_an_initialism_that_the_mention_defines_is_left_out() -> None:
    assert found("extrapyramidal symptoms (EPS)", "Extrapyramidal symptoms")
    assert not found("extrapyramidal symptoms (mild)", "Extrapyramidal symptoms")
