"""The forms of nouns and verbs, as names of medicine and predicates need them."""

from __future__ import annotations

import pytest

from kgcore.english.inflection import (
    base_form,
    base_of_third,
    indefinite_article,
    negation,
    participle,
    passive_voice,
    plural_of,
    predicate_words,
    singular,
    third_person,
)
from kgcore.values.model import Predicate


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


@pytest.mark.parametrize(
    ("name", "label", "words"),
    [
        ("TREATS", "", "treats"),
        ("biolink:interacts_with", "", "interacts with"),
        ("ISA", "", "is a"),
        ("associatedWith", "", "is associated with"),
        ("CAUSE_OF", "", "is cause of"),
        ("X", " may  help ", "may help"),
    ],
)
def test_a_predicate_without_a_label_is_read_from_its_name(name: str, label: str, words: str) -> None:
    assert predicate_words(Predicate(name, label)) == words


@pytest.mark.parametrize(
    ("words", "base", "denied", "passive"),
    [
        ("is a", "be a", "is not a", ""),
        ("treats", "treat", "does not treat", "is treated by"),
        ("interacts with", "interact with", "does not interact with", ""),
        ("often causes", "often cause", "does not often cause", ""),
        ("slowly raises", "slowly raise", "does not slowly raise", ""),
        ("may help", "may help", "may not help", ""),
        ("cause", "cause", "is not: cause", ""),
    ],
)
def test_a_predicates_words_are_denied_and_turned_round(words: str, base: str, denied: str, passive: str) -> None:
    assert (base_form(words), negation(words), passive_voice(words)) == (base, denied, passive)
