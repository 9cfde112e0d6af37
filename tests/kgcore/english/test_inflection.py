"""The forms of nouns and verbs, as names of medicine and predicates need them."""

from __future__ import annotations

import pytest

from kgcore.english.inflection import (
    VerbForm,
    base_form,
    base_forms,
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


KNOWN = frozenset({"treat", "carry", "cause", "stop", "miss", "use", "free", "add", "underlie"})
DONE = VerbForm.PAST | VerbForm.PARTICIPLE


@pytest.mark.parametrize(
    ("word", "base", "form"),
    [
        ("treat", "treat", VerbForm.BASE),
        ("treats", "treat", VerbForm.THIRD),
        ("misses", "miss", VerbForm.THIRD),
        ("carries", "carry", VerbForm.THIRD),
        ("treated", "treat", DONE),
        ("carried", "carry", DONE),
        ("caused", "cause", DONE),
        ("stopped", "stop", DONE),
        ("missed", "miss", DONE),
        ("freed", "free", DONE),
        ("treating", "treat", VerbForm.ING),
        ("causing", "cause", VerbForm.ING),
        ("stopping", "stop", VerbForm.ING),
        ("adding", "add", VerbForm.ING),
        ("underlying", "underlie", VerbForm.ING),
        ("trod", "tread", VerbForm.PAST),
    ],
)
def test_a_form_leads_back_to_its_verb_and_says_how_it_may_be_used(word: str, base: str, form: VerbForm) -> None:
    assert base_forms(word, KNOWN, {"trod": (("tread", VerbForm.PAST),)}) == ((base, form),)


def test_a_form_may_be_two_at_once_and_a_word_none() -> None:
    two = {"put": (("put", VerbForm.PAST), ("put", VerbForm.PARTICIPLE))}
    assert base_forms("put", {"put"}, two) == (("put", DONE | VerbForm.BASE),)
    assert base_forms("as", {"a"}, {}) == ()
    assert base_forms("trees", KNOWN, {}) == ()


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("gas", "gas"),
        ("ties", "tie"),
        ("bases", "base"),
        ("analyses", "analysis"),
        ("potatoes", "potato"),
        ("canoes", "canoe"),
        ("horseshoes", "horseshoe"),
        ("boxes", "box"),
        ("rashes", "rash"),
        ("leeches", "leech"),
        ("quizzes", "quizz"),
        ("nses", "nse"),
    ],
)
def test_the_singular_of_short_and_of_odd_names(word: str, one: str) -> None:
    assert singular(word) == one


@pytest.mark.parametrize(
    ("third", "base"),
    [("is", "be"), ("are", "be"), ("does", "do"), ("goes", "go"), ("ties", "tie"), ("passes", "pass"),
     ("pushes", "push"), ("fixes", "fix"), ("buzzes", "buzz"), ("focus", "focus"), ("stress", "stress"),
     ("this", "this"), ("treat", "treat")],
)  # fmt: skip
def test_the_base_of_a_third_person_and_of_what_is_none(third: str, base: str) -> None:
    assert base_of_third(third) == base


def test_irregular_verbs_have_forms_of_their_own() -> None:
    assert [third_person(v) for v in ("be", "do", "go", "play", "fix")] == ["is", "does", "goes", "plays", "fixes"]
    assert [participle(v) for v in ("lead", "play", "free")] == ["led", "played", "freed"]
