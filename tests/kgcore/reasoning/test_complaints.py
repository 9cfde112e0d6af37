"""What somebody believes to have is told apart from what they feel."""

from __future__ import annotations

import pytest

from kgcore.reasoning.complaints import (
    asks_what_is_behind_both,
    complaint_stretches,
    named_conditions,
    still_unread,
    tells_of,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Doctor, I think I might have gout.", "gout"),
        ("I was diagnosed with lupus last year.", "lupus"),
        ("I am worried that I might be suffering from diabetes as I am always thirsty.", "diabetes"),
        ("I've read about plantar fasciitis and I think that might be it.", "plantar fasciitis"),
        ("I have a sore throat. Could it be measles?", "measles"),
        ("I have cerebral palsy, and I have trouble walking.", "cerebral palsy"),
    ],
)
def test_a_name_that_somebody_gives_to_what_they_have_is_found(text: str, name: str) -> None:
    assert name in {n.as_noun for n in named_conditions(text)}


def test_an_injury_is_named_by_its_noun() -> None:
    assert [n.as_noun for n in named_conditions("I fell and my elbow is dislocated.")] == ["dislocation of the elbow"]


@pytest.mark.parametrize("text", ["I have chest pain and feel dizzy.", "I have trouble hearing.", "Hello doctor!", ""])
def test_what_is_only_felt_is_no_name(text: str) -> None:
    assert named_conditions(text) == ()


def test_stretches_keep_what_tells_something() -> None:
    said = complaint_stretches("Hi Doctor, I've been experiencing hoarse voice, and my toe really hurts.")
    assert said == ("hoarse voice", "toe hurts")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I can't sleep.", "difficulty sleeping"),
        ("He is unable to swallow", "difficulty swallowing"),
        ("I can’t stop coughing", "coughing"),
        ("My hip is stiff, I can't sit", "difficulty sitting"),
    ],
)
def test_what_somebody_cannot_do_is_told_as_a_difficulty(text: str, told: str) -> None:
    assert complaint_stretches(text)[-1] == told


def test_what_somebody_cannot_tell_is_no_difficulty() -> None:
    assert not any(
        "difficulty" in s for s in complaint_stretches("I can't figure it out. I can't help it. I can't say.")
    )


def test_what_counts_as_a_clue_is_not_said_to_be_unread() -> None:
    clues = ["feeling really sick", "body feels hot"]
    assert still_unread(["body feels", "Hot", "panic", "feeling sick lately"], clues) == (
        "panic",
        "feeling sick lately",
    )


def test_what_asks_for_an_explanation_is_no_complaint() -> None:
    assert complaint_stretches("What would explain both memory loss and bradycardia?") == ("memory loss", "bradycardia")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("difficulty moving", "problems with movement"),
        ("losing hair", "too little hair"),
        ("discomfort in the vaginal area", "vaginal pain"),
        ("trouble hearing", "diminished hearing"),
        ("painful menstruation", "menstrual pain"),
    ],
)
def test_words_tell_of_a_sign_that_says_no_more_than_they_do(words: str, name: str) -> None:
    assert tells_of(words, name)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("of my right eye", "eye redness"),
        ("severe pain", "pain of the anus"),
        ("contracted dengue virus", "contractures"),
        ("wound on the neck", "neck mass"),
        ("hydronephrosis", "hydrocephalus"),
        ("no period for months", "long menstrual periods"),
        ("affecting mental health", "mental health counseling"),
        ("esophageal cancer", "esophageal dilatation"),
        ("put any weight", "weight gain"),
    ],
)
def test_words_that_only_resemble_a_sign_do_not_tell_of_it(words: str, name: str) -> None:
    assert not tells_of(words, name)


@pytest.mark.parametrize(
    "text",
    [
        "Vaginal itching plus painful urination: what accounts for both?",
        "I have an itchy scalp and too little hair. What explains the two together?",
        "Could one and the same thing be causing my headache and my rash?",
        "Name a disease that would tie together hoarse voice and a lump in the throat.",
    ],
)
def test_one_thing_behind_two_is_asked_for(text: str) -> None:
    assert asks_what_is_behind_both(text)


@pytest.mark.parametrize("text", ["Does coffee cause headache and anxiety?", "Zinc and tea: what contains both?"])
def test_what_two_things_come_from_is_not_asked_by_every_row(text: str) -> None:
    assert not asks_what_is_behind_both(text)
