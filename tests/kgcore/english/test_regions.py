"""Which words of a sentence qualify which of its claims."""

from __future__ import annotations

import re

import pytest

from kgcore.annotation.parser import AnnotationParser
from kgcore.annotation.plaintext import claims_in
from kgcore.values.model import Candidate, Entity, Match
from kgcore.values.model import QualifierKind as K
from tests.kgcore.starter import vocabulary

CLAIM = "[Zinc|Drug]($N1) [treats]($R1, $H, $N1, $N2) [colds|Disease]($N2)"


def qualifiers(text: str) -> list[list[str]]:
    parser = AnnotationParser()
    parser.feed(text)
    parser.finish()
    return [[q.words for q in t.qualifiers.said] for paragraph in parser.paragraphs for t in paragraph.triples]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{CLAIM} in women.", ["in women"]),
        (f"{CLAIM} in women and [iron|Drug]($N3) in men.", ["in women"]),
        (f"{CLAIM} and [iron|Drug]($N3) in men.", []),
        (f"{CLAIM} with [honey|Food]($N3).", ["with honey"]),
        (f"[Iron|Drug]($N3) is a metal. {CLAIM} with [honey|Food]($N4).", ["with honey"]),
        (f"{CLAIM}, allegedly.", ["allegedly"]),
        (f"{CLAIM} (supposedly), I read.", ["supposedly"]),
        (f"{CLAIM}, rumour has it.", ["rumour has it"]),
        (f"{CLAIM}, my neighbour's cat assures me.", ["my neighbour's cat assures me"]),
        (f"{CLAIM}, as a salesman promised us.", ["as a salesman promised us"] * 2),
        (f"{CLAIM}, I am told.", ["I am told"]),
        (f"{CLAIM}, his guru preaches.", ["his guru preaches"]),
        (f"{CLAIM}, and my doctor told me to take it.", []),
        (f"{CLAIM} by lowering mucus.", ["by lowering mucus"]),
        (f"{CLAIM} by lowering [fever|Sign]($N3).", ["by lowering fever"]),
        (f"{CLAIM} because it drowns [fever|Sign]($N3).", ["because it drowns fever", "because it drowns fever"]),
        (f"{CLAIM} by moistening the [cold|Disease]($N2).", ["by moistening the cold"]),
        (f"{CLAIM}, growing [fever|Sign]($N3).", ["growing fever", "growing fever"]),
        (f"{CLAIM}, raising [fever|Sign]($N3).", []),
        (f"{CLAIM} because trials of [iron|Drug]($N3) have shown so.", []),
        (f"[Iron|Drug]($N3) is for women: {CLAIM}.", []),
        (f"In women: {CLAIM}.", ["In women"]),
        (f"In women, {CLAIM}.", ["In women"]),
        ("[Treatment]($R1, $H, $N1, $N2) of [colds|Disease]($N2) with [zinc|Drug]($N1) in women.", ["in women"]),
    ],
)
def test_words_qualify_the_claim_whose_names_they_stand_with(text: str, words: list[str]) -> None:
    assert qualifiers(text) == [words]


@pytest.mark.parametrize(
    ("next_", "left"),
    [("So I quit.", []), ("So I have cut down.", []), ("So everybody should quit.", ["So everybody should quit"])],
)
def test_what_somebody_did_of_it_concludes_nothing(next_: str, left: list[str]) -> None:
    assert qualifiers(f"{CLAIM}. {next_}") == [left]


def test_each_sentence_has_its_own_words() -> None:
    second = "[Iron|Drug]($N3) [treats]($R2, $H, $N3, $N4) [flu|Disease]($N4) in rats."
    assert qualifiers(f"In mice, {CLAIM}. {second}") == [["In mice"], ["in rats"]]


def test_each_claim_of_a_sentence_has_its_own_words() -> None:
    first = "[Iron|Drug]($N3) [treats]($R2, $H, $N3, $N4) [flu|Disease]($N4)"
    assert qualifiers(f"{first} in men, and {CLAIM} in women.") == [["in men"], ["in women"]]
    assert qualifiers(f"{first}, and in women {CLAIM}.") == [[], ["in women"]]


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        ('"[treats]($R1, $H, $N1, $N2)"', ["treats"]),
        ("‘[treats]($R1, $H, $N1, $N2)’", ["treats"]),
        ('["treats"]($R1, $H, $N1, $N2)', ["treats"]),
        ('"[treats]($R1, $H, $N1, $N2)', []),
        ('[treats]($R1, $H, $N1, $N2)"', []),
        ("[treats]($R1, $H, $N1, $N2)", []),
    ],
)
def test_a_relation_in_quotes_is_not_meant_plainly(relation: str, words: list[str]) -> None:
    assert qualifiers(f"[Zinc|Drug]($N1) {relation} [colds|Disease]($N2).") == [words]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Women taking zinc get colds less often.", ["in women"]),
        ("Colds were less common among mice given zinc.", ["in mice", "among mice given"]),
        ("Users of zinc get colds less often.", []),
        ("Zinc relieves feline colds.", ["feline"]),
        ("Zinc relieves the colds.", []),
        ("Zinc at high doses relieves colds.", ["at high doses", "high doses"]),
        ("Taking zinc monthly relieves colds.", ["monthly"]),
    ],
)
def test_words_round_the_names_of_a_construction_and_before_an_object_qualify(text: str, words: list[str]) -> None:
    spots = [
        (m.start(), m.end(), (Candidate(Entity(m[0].lower(), m[0].lower(), "Disease"), 1.0, Match.EXACT),))
        for m in re.finditer("zinc|colds", text, re.IGNORECASE)
    ]
    (paragraph,) = claims_in(text, spots, vocabulary())
    assert [q.words.casefold() for t in paragraph.triples for q in t.qualifiers.said if q.kind is not K.SIGN] == [
        w.casefold() for w in words
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{CLAIM}; nobody believes it.", ["nobody believes it"]),
        (f"[Iron|Drug]($N3) is old; {CLAIM}; nobody believes it.", ["nobody believes it"]),
        (f"{CLAIM}; nobody believes it of [iron|Drug]($N3).", []),
        (f"{CLAIM}. Nobody believes it.", []),
    ],
)
def test_behind_a_semicolon_a_claim_goes_on_where_nothing_else_is_named(text: str, words: list[str]) -> None:
    assert qualifiers(text) == [words]
