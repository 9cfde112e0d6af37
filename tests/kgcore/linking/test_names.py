from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.linking.names import (
    MAX_LENGTH,
    greek_short,
    join_letters,
    long_name_front,
    normalize_text,
    tokens,
    word_spans,
)

SAME = [
    ("Alzheimer’s disease", "alzheimer disease"),
    ("oesophageal tumours", "Esophageal tumor"),
    ("hyperlipidaemias", "hyperlipidemia"),
    ("NF-κB", "NF kappa B"),
    ("type II diabetes", "Type 2 diabetes"),
    ("café-au-lait spots", "cafe au lait spot"),
    ("omega-3s", "omega 3"),
    ("Co-Q10", "CoQ10"),
    ("SSRIs", "SSRI"),
    ("the common cold", "Common Cold"),
    ("St. John's Wort", "saint johns wort"),
    ("Ⅱ ﬁbrosis", "II fibrosis"),
    ("25(OH)D", "25 OH D"),
    ("vitamina E", "vitamin E"),
    ("neural\u00adtube", "neuraltube"),
    ("fibre", "fiber"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_ways_of_writing_a_name_are_one(one: str, other: str) -> None:
    assert join_letters(tokens(one)) == join_letters(tokens(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vitamin A", "vitamin"),
        ("SIRT1", "SIRT3"),
        ("type 1 diabetes", "type 2 diabetes"),
        ("2,5-dimethyl", "25-dimethyl"),
        ("pus", "pu"),
        ("factor V", "factor"),
    ],
)
def test_what_tells_names_apart_is_kept(one: str, other: str) -> None:
    assert join_letters(tokens(one)) != join_letters(tokens(other))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Angiotensin II", "angiotensin 2"),
        ("II angiotensin", "ii angiotensin"),
        ("grade IV glioma", "grade 4 glioma"),
        ("glioma IV", "glioma iv"),
        ("II", "2"),
        ("the cold", "cold"),
        ("an itch", "itch"),
        ("the", "the"),
        ("cold the", "cold the"),
        ("the 3s", "3"),
    ],
)
def test_numerals_are_read_where_something_is_counted_or_ends_and_articles_go_at_the_front(
    name: str, words: str
) -> None:
    assert " ".join(tokens(name)) == words


def test_the_words_of_running_text_are_found_from_a_place_on() -> None:
    text = "a 25(OH)D test, bis(7)-tacrine’s"
    assert [text[slice(*span)] for span in word_spans(text)] == ["a", "25(OH)D", "test", "bis(7)-tacrine’s"]
    assert [text[slice(*span)] for span in word_spans(text, 3)] == ["5(OH)D", "test", "bis(7)-tacrine’s"]


@pytest.mark.parametrize(
    ("name", "front"),
    [
        ("a b c d e f g h", "abcdefg"),
        ("a b c d e f g h i", "abcdefg"),
        ("a b c d e f g", ""),
        ("familial isolated deficiency", ""),
        ("Abnormality of the nerves with onset in adult life", "abnormalityofthenervewithonsetin"),
    ],
)
def test_of_a_long_name_the_first_seven_words_are_its_front(name: str, front: str) -> None:
    assert long_name_front(name) == front


@pytest.mark.parametrize("letter", ["x", "ж"])
def test_of_a_long_text_no_more_is_read_than_four_names_have(letter: str) -> None:
    assert normalize_text(letter * 5000) == letter * 4 * MAX_LENGTH


def test_greek_letters_may_be_shortened() -> None:
    assert greek_short(tokens("NF-κB")) == join_letters(tokens("NFkB"))
    assert greek_short(tokens("aspirin")) == ""
    assert greek_short(("nf", "kappa")) == "nfk"
    assert greek_short(("a", "beta")) == ""


def test_a_passage_is_no_name() -> None:
    assert tokens("very " * MAX_LENGTH) == ()
    assert tokens("x" * 20_000) == ()


@given(st.text())
def test_tidying_twice_changes_nothing(text: str) -> None:
    assert normalize_text(normalize_text(text)) == normalize_text(text)


@given(st.text(max_size=60))
def test_any_text_has_tokens_without_spaces_or_control_characters(text: str) -> None:
    for word in tokens(text):
        assert word
        assert word == "".join(word.split())
        assert word.isprintable()


@given(st.text("abcdefghijklmnopqrstuvwxyz -'()", max_size=60))
def test_a_capital_at_the_beginning_never_matters(plain: str) -> None:
    """Capitals with digits do: the "s" of "PUFAs" and "A2s" is a plural, that of "a2s" is part of a name."""
    assert join_letters(tokens(plain)) == join_letters(tokens(plain.capitalize()))
