"""Which words around a claim qualify it, and of which kind they are."""

from __future__ import annotations

import pytest

from kgcore.english.passed_over import joined, joins_ahead, starts_behind, unqualified
from kgcore.english.qualifiers import Region, qualifiers_in
from kgcore.values.model import QualifierKind as K


def found(region: Region) -> list[tuple[K, str, set[str]]]:
    return [(one.kind, one.words, set(one.terms)) for one in qualifiers_in(region).said]


@pytest.mark.parametrize(
    ("tail", "kind", "words", "terms"),
    [
        (" in women", K.POPULATION, "in women", {"adult", "female"}),
        (" in people over 65", K.POPULATION, "in people over 65", {"human"}),
        (" in mice with diabetes", K.SPECIES, "in mice with diabetes", {"mouse"}),
        (" in vitro", K.SPECIES, "in vitro", {"cells"}),
        (" at 300 mg daily", K.DOSE, "300 mg daily", set()),
        (" twice a day", K.DOSE, "twice a day", set()),
        (" for 12 weeks", K.TIME, "for 12 weeks", set()),
        (" over several years", K.TIME, "over several years", set()),
        (" within two hours", K.TIME, "within two hours", set()),
        (" before it is even taken", K.TIME, "before it is even taken", set()),
        (" taken orally", K.FORM, "orally", {"oral"}),
        (" intravenously", K.FORM, "intravenously", {"intravenous"}),
        (" when combined with zinc", K.CONDITION, "when combined with zinc", set()),
        (" if taken with food", K.CONDITION, "if taken with food", set()),
        (" after surgery", K.CONDITION, "after surgery", set()),
        (" during pregnancy", K.CONDITION, "during pregnancy", {"pregnant"}),
        (" more than aspirin", K.COMPARATOR, "than", set()),
    ],
)
def test_what_qualifies_behind_a_claim(tail: str, kind: K, words: str, terms: set[str]) -> None:
    assert found(Region(tail=tail)) == [(kind, words, terms)]


@pytest.mark.parametrize(
    ("front", "kind", "words", "terms"),
    [
        ("High-dose ", K.DOSE, "High-dose", {"high dose"}),
        ("In rats, ", K.SPECIES, "In rats", {"rat"}),
        ("Intravenous ", K.FORM, "Intravenous", {"intravenous"}),
        ("In women, ", K.POPULATION, "In women", {"adult", "female"}),
        ("Long-term use of ", K.TIME, "Long-term", {"long"}),
        ("In a trial of 60 men, ", K.POPULATION, "In a trial of 60 men", {"adult", "human", "male"}),
        ("After meals, ", K.CONDITION, "After meals", set()),
    ],
)
def test_what_qualifies_before_a_claim(front: str, kind: K, words: str, terms: set[str]) -> None:
    assert found(Region(front=front)) == [(kind, words, terms)]


def test_one_tail_may_qualify_twice() -> None:
    assert found(Region(tail=" in children under 5 years")) == [
        (K.TIME, "under 5 years", set()),
        (K.POPULATION, "in children under 5 years", {"child"}),
    ]


@pytest.mark.parametrize("tail", ["", " compared with placebo", ".", " and it is cheap"])
def test_what_does_not_qualify(tail: str) -> None:
    assert not qualifiers_in(Region(tail=tail)).said


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("", ""),
        ("intravenous ", ""),
        ("In office workers, ", ""),
        ("In older adults, oral ", ""),
        ("Unlike others, ", "Unlike others, "),
        ("the skin cream of ", "the skin cream of "),
    ],
)
def test_the_words_before_a_subject_without_what_qualifies(words: str, left: str) -> None:
    assert unqualified(words) == left


def test_names_are_joined_by_words_and_not_by_nouns() -> None:
    assert joined("", " added to ")
    assert joined("", " combined with ")
    assert not joined("treatment ", " of ")
    assert joins_ahead("With ", ", B")
    assert joins_ahead("X. Together with ", ", B")
    assert not joins_ahead("With ", " B")
    assert not joins_ahead("It is with ", ", B")


@pytest.mark.parametrize(
    ("words", "starts"),
    [
        (" skin cream prevents x", [" skin cream"]),
        (" in high doses prevents", [" in high", " in high doses"]),
        (" prevents", []),
        (" and garlic", []),
    ],
)
def test_a_relation_may_begin_behind_a_form(words: str, starts: list[str]) -> None:
    assert [words[:at] for at in starts_behind(words)] == starts
