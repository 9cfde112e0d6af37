"""What looks like a person's name, and what else its own form or the words before it tell. Everybody is invented."""

from __future__ import annotations

import pytest

from kgcore.english.identifiers import PIECE, _piece_end, _size, find_identifiers
from kgcore.english.person_names import is_name_in, is_whole_name, may_be_name


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("Ada Pryce", True),
        ("ADA PRYCE", True),
        ("A. Pryce", True),
        ("Ada van Pryce", True),
        ("Ada pryce", False),
        ("the Pryce", False),
        ("Santa Clara, CA", False),
        ("Ada Arthritis", False),
        ("Ada Pain", False),
        ("Vitamin Pryce", False),
        ("", False),
    ],
)
def test_a_whole_name_has_no_word_of_anything_else(name: str, whole: bool) -> None:
    assert is_whole_name(name) is whole


@pytest.mark.parametrize("word", ["Ada", "al-Rashidi", "d'Amico", "O'Dwyer"])
def test_a_name_has_a_capital_and_is_no_other_word(word: str) -> None:
    assert may_be_name(word)


@pytest.mark.parametrize("word", ["ada", "Arthritis", "Warfarin", "Aspirin's", "Pain", "Metoprolol", ""])
def test_words_of_medicine_and_all_others_are_no_names(word: str) -> None:
    assert not may_be_name(word)


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("see Ada Pryce about it", "Ada Pryce", True),
        ("see ADA PRYCE about it", "ADA PRYCE", True),
        ("SEE ADA PRYCE ABOUT IT", "ADA PRYCE", False),
        ("see ADA BEA about it", "ADA BEA", False),
        ("see XQZT PRWC about it", "XQZT PRWC", False),
        ("see COVID PRYCE about it", "COVID PRYCE", False),
    ],
)
def test_capitals_are_a_name_where_the_text_around_them_has_none(text: str, name: str, found: bool) -> None:
    start = text.index(name)
    assert is_name_in(text, start, start + len(name)) is found


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("123", 3),
        ("K4471", 4),
        ("AB12CD3", 7),
        ("ab12cd34", 4),
        ("AB 12 CD 34", 4),
        ("ABCDEF12", 2),
        ("ABCDE123", 8),
        ("one two three", 3),
    ],
)
def test_a_code_of_letters_and_digits_counts_with_its_letters(value: str, size: int) -> None:
    assert _size(value) == size


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("ab", 2),
        ("x" * PIECE, PIECE),
        ("x" * 5000, PIECE),
        ("x " * 1500, PIECE),
        ("x" * 1500 + " " + "y" * 1500, 1501),
        ("x" * 1500 + "\n" + "y " * 800, 1501),
        ("x" * 1500 + ". " + "y " * 900, 1501),
        ("x" * 1500 + "? " + "y " * 900, 1501),
        ("x" * 900 + "\n" + "x" * 3000, PIECE),
    ],
)
def test_a_long_text_is_cut_at_the_end_of_a_line_or_sentence_or_between_words(text: str, end: int) -> None:
    assert _piece_end(text, 0) == end
    assert _piece_end("12345" + text, 5) == end + 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call me on 07700 900123", "phone 07700 900123"),
        ("0800 900123 is free", ""),
        ("tel 12 34 56", ""),
        ("levels 12.5 3.4 5.6 7.8", ""),
        ("mail ada.pryce@kmail.org", "email ada.pryce@kmail.org"),
        ("mail ada (at) kmail.org", "email ada (at) kmail.org"),
        ("git@host.org:x", ""),
        ("Corresponding author: ada.pryce@kmail.org", ""),
        ("https://x.org/my_rash.jpg", "photo_url https://x.org/my_rash.jpg"),
        ("my rash https://x.org/a.jpg", "photo_url https://x.org/a.jpg"),
        ("a photo of my foot https://x.org/a", "photo_url https://x.org/a"),
        ("https://x.org/plant.jpg", ""),
        ("instagram: @ada_pryce", "account @ada_pryce"),
        ("username ada99", "account ada99"),
        ("username ada", ""),
        ("u/ada_pryce", "account u/ada_pryce"),
        ("my number is 447191", "mrn 447191"),
        ("number 44719", ""),
        ("ID 447191", ""),
        ("my ID 447191", "mrn 447191"),
        ("MRN 4471", "mrn 4471"),
        ("MRN: K4471", "mrn K4471"),
        ("K4471 (MRN)", "mrn K4471"),
        ("mrn is 44", ""),
        ("born 05.O8.1977", "birthdate 05.O8.1977"),
        ("Mr Abernathy came. Abernathy's wife asks", "name Abernathy, name Abernathy"),
        ("my son Will is ill", "name Will"),
        ("for my son: Will he recover?", ""),
        ("my son April", "name April"),
        ("My name is Ada Pryce.", "name Ada Pryce"),
        ("call me Ada Pryce, please", "name Ada Pryce"),
        ("it is called Ada Pryce", ""),
        ("I am Ada, and take zinc", "name Ada"),
        ("I am K, and take zinc", ""),
        ("MRN 447191 my brother jonas weber who has gout", "mrn 447191, name jonas weber"),
        ("MRN 447191 jonas his brother has gout", "mrn 447191, name jonas"),
        ("Mr Bean says", ""),
        ("will miss Ada", ""),
        ("Miss Ada Pryce", "name Ada Pryce"),
        ("Blanchard M. Lancet", ""),
        ("Uncle Ben's rice", ""),
        ("Aunt Ruby's German Green tomato", ""),
        ("aunt Ruby has gout", "name Ruby"),
        ("HOLLOWAY, Temperance (45)", "name HOLLOWAY, Temperance"),
        ("note: Ada Pryce, BIN 000000 PCN TEST ID W5550", "name Ada Pryce, name BIN, mrn 000000, mrn W5550"),
    ],
)
def test_what_a_form_or_the_words_before_it_tell_of_a_person(text: str, found: str) -> None:
    assert ", ".join(f"{one.kind.value} {text[one.start : one.end]}" for one in find_identifiers(text)) == found
