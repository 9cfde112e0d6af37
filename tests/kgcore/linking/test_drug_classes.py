"""Medicines and their classes, where a graph has only one of the two."""

from __future__ import annotations

import pytest

from kgcore.linking.drug_classes import class_names, classes_named_in, is_member, known_classes, member_names


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("St John's wort with sertraline?", "SSRIs"),
        ("does omeprazole lower B12", "proton pump inhibitors"),
        ("Pitavastatin and muscles", "statins"),
        ("my thyroid tablet and coffee", "levothyroxine"),
    ],
)
def test_a_medicine_names_its_class(text: str, named: str) -> None:
    (found,) = {names for _, _, names in classes_named_in(text)}
    assert named in found


@pytest.mark.parametrize("text", ["aripiprazole", "in april", "the olol", "turmeric", ""])
def test_what_only_ends_like_a_member_names_no_class(text: str) -> None:
    found = [names for _, _, names in classes_named_in(text)]
    assert not any("proton pump inhibitors" in n or "ACE inhibitors" in n or "beta blockers" in n for n in found)


def test_where_a_name_stands_is_told() -> None:
    assert [(start, end) for start, end, _ in classes_named_in("take Zoloft now")] == [(5, 11)]


@pytest.mark.parametrize("text", ["magnesium hydroxide", "Magnesium hydroxide helps", "take magnesium hydroxide"])
def test_a_member_of_two_words_is_one_wherever_it_stands(text: str) -> None:
    start = text.lower().index("magnesium")
    assert (start, start + len("magnesium hydroxide")) in [found[:2] for found in classes_named_in(text)]
    assert not list(classes_named_in(text.replace(" hydroxide", "  hydroxide")))


def test_class_and_members_are_found_from_each_other() -> None:
    assert "SSRI" in class_names(["Citalopram"])
    assert "simvastatin" in member_names(["Statins"])
    assert not member_names(["Turmeric"])


def test_whether_a_medicine_belongs_to_a_class_is_told() -> None:
    assert is_member("pitavastatin", "Statins")
    assert not is_member("omeprazole", "Statins")
    assert not is_member("pitavastatin", "pitavastatin")


def test_no_medicine_belongs_to_a_class_twice() -> None:
    assert all(len(set(c.members)) == len(c.members) for c in known_classes())
