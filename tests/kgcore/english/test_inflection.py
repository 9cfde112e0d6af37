"""The forms of nouns and verbs, as names of medicine and predicates need them."""

from __future__ import annotations

import pytest

from kgcore.english.inflection import base_of_third, indefinite_article, participle, plural_of, singular, third_person


@pytest.mark.parametrize("word", ["diabetes", "arthritis", "pancreas", "herpes", "caries", "thalamus", "stress", "dna"])
def test_names_that_only_look_like_plurals_stay(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize(
    ("plural", "one"),
    [("statins", "statin"), ("biopsies", "biopsy"), ("psychoses", "psychosis"), ("arthritides", "arthritis"),
     ("viruses", "viruse"), ("masses", "mass"), ("pies", "pie")],
)  # fmt: skip
def test_a_name_in_the_plural_is_compared_in_the_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(("noun", "many"), [("body", "bodies"), ("process", "processes"), ("analysis", "analyses")])
def test_a_type_has_a_plural(noun: str, many: str) -> None:
    assert plural_of(noun) == many


@pytest.mark.parametrize(
    ("base", "third", "done"),
    [("treat", "treats", "treated"), ("carry", "carries", "carried"), ("cause", "causes", "caused"),
     ("express", "expresses", "expressed"), ("bind", "binds", "bound"), ("have", "has", None)],
)  # fmt: skip
def test_a_verb_goes_there_and_back(base: str, third: str, done: str | None) -> None:
    assert third_person(base) == third
    assert base_of_third(third) == base
    assert done is None or participle(base) == done


@pytest.mark.parametrize(
    ("words", "article"),
    [
        ("enzyme", "an"),
        ("drug", "a"),
        ("European mistletoe", "a"),
        ("unit", "a"),
        ("unknown agent", "an"),
        ("hour", "an"),
    ],
)
def test_the_article_follows_the_sound(words: str, article: str) -> None:
    assert indefinite_article(words) == article
