"""What a short form stands for, in words before it, in brackets behind it or in a list under a table."""

from __future__ import annotations

import pytest

from kgcore.english.abbreviations import abbreviations, is_short_form, long_form


@pytest.mark.parametrize("text", ["AD", "T2DM", "IL-6", "CoQ", "E coli", "ABCDEFGHIJ"])
def test_what_may_be_short_for_something(text: str) -> None:
    assert is_short_form(text)


@pytest.mark.parametrize("text", ["", "A", "ad", "12", "A1", "two big Words", "ABCDEFGHIJK", "(AD"])
def test_what_is_short_for_nothing(text: str) -> None:
    assert not is_short_form(text)


@pytest.mark.parametrize(
    ("short", "before", "long"),
    [
        ("AD", "patients with Alzheimer disease", "Alzheimer disease"),
        ("T2DM", "type 2 diabetes mellitus", "type 2 diabetes mellitus"),
        ("CRP", "the C-reactive protein", "C-reactive protein"),
        ("EGCG", "epigallocatechin gallate", "epigallocatechin gallate"),
        ("IL-6", "interleukin-6", "interleukin-6"),
        ("A-B", "alpha beta", "alpha beta"),
        ("OA", "knee osteoarthritis", "osteoarthritis"),
        ("SD", "sad Stargardt disease", "Stargardt disease"),
        ("HR", "heart rate", "heart rate"),
        ("XYZ", "vitamin C", ""),
        ("ED", "red", ""),  # its first letter begins no word
        ("BP", "bp", ""),  # no longer than itself
        ("AD", "ad hoc AD", ""),
        ("AF", "a very long fibrillation of many other kinds of it all", ""),
    ],
)
def test_the_shortest_words_that_hold_its_letters_in_order(short: str, before: str, long: str) -> None:
    assert long_form(short, before) == long


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In systolic blood pressure (SBP) nothing changed.", {"SBP": "systolic blood pressure"}),
        ("The SBP (systolic blood pressure) fell.", {"SBP": "systolic blood pressure"}),
        ("with heart rate (HR, in beats) and heart rhythm (HR)", {"HR": "heart rate"}),
        ("SBP, systolic blood pressure; BMI = body mass index.",
         {"SBP": "systolic blood pressure", "BMI": "body mass index"}),
        ("in women (aged 50) of the study (Smith 2019)", {}),
        ("", {}),
    ],
)  # fmt: skip
def test_definitions_in_a_text(text: str, found: dict[str, str]) -> None:
    assert dict(abbreviations(text)) == found
