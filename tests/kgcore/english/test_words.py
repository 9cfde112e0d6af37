"""Words of a phrase without their dress, and the cells of the packaged tables."""

from __future__ import annotations

import pytest

from kgcore.english.words import LONGEST, clean_phrase, phrase_words, rows_of, split_cell, word_list, word_lists


@pytest.mark.parametrize(
    ("phrase", "clean"),
    [
        ("Doesn’t treat", "does not treat"),
        ("won't help", "will not help"),
        ("shan't", "shall not"),
        ("cannot cure", "can not cure"),
        ("isnt linked to", "is not linked to"),
        ("they're not used", "they is not used"),
        ("it's been linked", "it is been linked"),
        ("I've seen", "i have seen"),
        ("zinc's effect", "zinc effect"),
        ("zincs' effect", "zinc effect"),
        ("Treats — quickly", "treats quickly"),
        ("a\u200bb\tc", "ab c"),
        ("lowers 50 percent of", "lowers 50% of"),
        ("  - 'helps'. ", "helps"),
        ("x" * LONGEST, "x" * LONGEST),
        ("x" * (LONGEST + 1), ""),
    ],
)
def test_a_phrase_is_compared_without_signs_and_short_forms(phrase: str, clean: str) -> None:
    assert clean_phrase(phrase) == clean


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("lowers by 50 %", "lowers by 50%"),
        ("Aetiology of haemoglobin, tumour; ", "etiology of hemoglobin tumor"),
        ("analyses and organises", "analyzes and organizes"),
        ("treats; cures", ""),
        ("50% (n=3)", ""),
        ("", ""),
    ],
)
def test_the_words_of_a_phrase_are_spelled_in_one_way_and_what_is_more_has_none(phrase: str, words: str) -> None:
    assert phrase_words(phrase) == tuple(words.split())


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("a|b", ["a", "b"]),
        ("a(b|c)d|e", ["a(b|c)d", "e"]),
        ("[a|b]|c", ["[a|b]", "c"]),
        ("((a|b)|c)|d", ["((a|b)|c)", "d"]),
        ("a|", ["a", ""]),
        ("", [""]),
    ],
)
def test_bars_within_brackets_part_nothing(cell: str, parts: list[str]) -> None:
    assert split_cell(cell) == parts


def test_the_tables_are_read_without_comments_and_head() -> None:
    assert rows_of("words.tsv")[0] == ("is", "is|was|are|were")
    assert word_lists()["is"] == ("is", "was", "are", "were")
    assert word_list("is") == {"is", "was", "are", "were"}
    with pytest.raises(KeyError):
        word_list("no such list")
