from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.linking.lexicon import (
    _prefixed,
    _roots,
    bag_key,
    compound_parts,
    concepts,
    is_everyday,
    slips_of_names,
    stem,
    strip_wrapping,
    styled,
    thesaurus,
)
from kgcore.linking.names import join_letters, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("renal calculi", "stones of the kidney"),
        ("hepatic injury", "damage to the liver"),
        ("antibiotic-induced diarrhea", "diarrhea due to antibiotics"),
        ("retinal detachment", "detachment, retinal"),
    ],
)
def test_the_same_concepts_in_any_order_have_one_bag(one: str, other: str) -> None:
    assert bag_key(concepts(tokens(one))) == bag_key(concepts(tokens(other)))


def test_a_diet_that_is_low_in_something_avoids_it_and_nothing_else_does() -> None:
    assert concepts(tokens("low salt diet")) == concepts(tokens("low-salt diets")) == ("avoidance", "salt", "diet")
    assert concepts(tokens("low potassium"))[0] == "low"
    assert concepts(tokens("high salt diet"))[0] == "high"


def test_single_letters_are_no_joining_words() -> None:
    assert bag_key(concepts(tokens("hepatitis A"))) != bag_key(concepts(tokens("hepatitis B")))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("gastrectomy", {"stomach", "removal"}),
        ("hypokalemia", {"low", "potassium", "blood"}),
        ("pancreatitis", {"pancreas", "inflammation"}),
        ("hysterectomy", {"uterus", "removal"}),
        ("otitis", {"ear", "inflammation"}),
        ("macroglossia", {"large", "tongue"}),
        ("hepatosplenomegaly", {"large", "liver", "spleen"}),
        ("polyneuropathy", {"disease", "high", "nerve"}),
        ("cardiomyopathy", {"disease", "heart", "muscle"}),
    ],
)
def test_compounds_come_apart(word: str, parts: set[str]) -> None:
    assert set(compound_parts(word)) == parts


@pytest.mark.parametrize("word", ["dysarthria", "aspirin", "memory", "zinc", "colony", "x"])
def test_what_is_no_compound_stays_whole(word: str) -> None:
    assert compound_parts(word) == ()


def test_the_front_of_a_compound_is_a_prefix_and_roots_or_nothing() -> None:
    assert _roots("hepatosplen") == ("liver", "spleen")
    assert _prefixed("polyneur") == ("high", "nerve")
    assert _prefixed("hepato") == _roots("hepat") == ("liver",)
    assert [_roots(text) for text in ("poly", "hepatx", "x", "")] == [()] * 4
    assert [_prefixed(text) for text in ("poly", "polyx", "")] == [()] * 3


def test_wrapping_phrases_fall_off() -> None:
    assert strip_wrapping(tokens("long-standing use of aspirin")) == tokens("long-standing use of aspirin")
    assert strip_wrapping(tokens("use of aspirin")) == ("aspirin",)
    assert strip_wrapping(tokens("symptoms of")) == tokens("symptoms of")
    assert strip_wrapping(tokens("use of a lot of zinc")) == ("zinc",)
    assert strip_wrapping(()) == ()


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("taking", "take"),
        ("trials", "trial"),
        ("hepatitis", "hepatitis"),
        ("lipoma", "lipoma"),
        ("omega3", "omega3"),
        ("naïve", "naïve"),
        ("naïves", "naïves"),
    ],
)
def test_english_words_have_stems_and_names_of_illnesses_stay_whole(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


def test_a_word_that_everybody_uses_names_nothing_by_itself() -> None:
    assert is_everyday("who")
    assert not is_everyday("zinc")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("mediterranean diet", "mediterranean style diet"),
        ("mediterranean style diet", "mediterranean diet"),
        ("style diet", "style style diet"),
        ("paleo cuisine", "paleo style cuisine"),
        ("mediterranean food", ""),
        ("diet", ""),
    ],
)
def test_a_diet_in_a_style_is_that_diet(name: str, other: str) -> None:
    assert styled(tuple(name.split())) == ((tuple(other.split()),) if other else ())
    assert not other or tuple(other.split()) in thesaurus().others(tuple(name.split()))


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("paracetemol", "paracetamol"),
        ("aspirine", "aspirin"),
        ("azthma", "asthma"),
        ("anomia", "anemia"),
        ("nephrotis", "nephrosis"),
        ("aspirinee", ""),
        ("paracetamol", ""),
        ("paracetamols", ""),
        ("before", ""),
        ("", ""),
    ],
)
def test_a_slip_is_one_for_the_likeliest_name_alone(word: str, name: str) -> None:
    assert [found for found, _ in slips_of_names(word)] == ([name] if name else [])


def test_the_thesaurus_gives_other_names_and_knows_what_has_none() -> None:
    assert tokens("epistaxis") in thesaurus().others(tokens("nose bleeds"))
    assert tokens("Zoloft") in thesaurus().others(tokens("sertraline"))
    assert thesaurus().others(tokens("benzocaine")) == ()
    assert thesaurus().knows(tokens("benzocaine"))
    assert not thesaurus().knows(tokens("blorptazine"))


def test_every_line_of_the_thesaurus_is_made_of_names() -> None:
    assert all(words for group in thesaurus().groups for words in group)
    assert len({tuple(sorted(map(join_letters, group))) for group in thesaurus().groups}) == len(thesaurus().groups)


@given(st.lists(st.text(min_size=1, max_size=12), max_size=8))
def test_concepts_of_any_words_are_never_more_than_the_words(words: list[str]) -> None:
    assert len(concepts(tuple(words))) <= len(words)
    for word in words:
        compound_parts(word)
