"""Words around the names of a question are put right where they are misspelt, and no other English word is."""

from __future__ import annotations

import pytest

from kgcore.english.words import word_list
from kgcore.question.misspelt import misspelt_words, put_right


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("What is the diffrence between A and B?", "What is the difference between A and B?"),
        ("What are the symtoms of Marfan syndome?", "What are the symptoms of Marfan syndrome?"),
        ("Wich medcines decrese amyloid?", "Which medicines decrease amyloid?"),
        ("waht are the treatmnts of gout", "what are the treatments of gout"),
        ("Does zinc preven a cold", "Does zinc prevent a cold"),
        ("Does aspirin interract with warfarin?", "Does aspirin interact with warfarin?"),
    ],
)
def test_a_misspelt_word_of_a_question_is_put_right(written: str, meant: str) -> None:
    assert put_right(written, misspelt_words(written)) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Were there cases of syndromic deafness in the present study?",
        "Does the Symtom gene Preventol treat Disease X?",  # capitals within a sentence are names
        "Which enzymes activate, involve or induce cardiac conduction?",
        "the deceased had affects, defects and clauses",
        "",
        "\u0000\ufffd?!",
    ],
)
def test_other_words_and_names_are_left_as_they_are(text: str) -> None:
    assert not misspelt_words(text)


def test_every_word_that_may_be_meant_is_left_as_it_is() -> None:
    text = " ".join(sorted(word_list("word that questions are put with") | word_list("no slip of such a word")))
    assert not misspelt_words(text)
