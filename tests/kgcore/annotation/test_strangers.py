"""What a text says of things that the graph does not have, and what is no such claim."""

import pytest

from kgcore.annotation.plaintext import claims_in
from kgcore.values.model import Candidate, Entity, Match, Paragraph
from tests.kgcore.starter import vocabulary


def _read(text: str, *known: str) -> tuple[Paragraph, ...]:
    spots = tuple(
        (at, at + len(name), (Candidate(Entity(name.casefold(), name, "Drug"), 1.0, Match.EXACT),))
        for name in known
        if (at := text.find(name)) >= 0
    )
    return claims_in(text, spots, vocabulary(), strangers=True)


@pytest.mark.parametrize(
    ("text", "known", "claim"),
    [
        ("Coffee causes cancer.", "Coffee", ("Coffee", "causes", "cancer")),
        ("Ginseng root treats depression.", "depression", ("Ginseng root", "treats", "depression")),
        ("Coffee does not cause gout.", "Coffee", ("Coffee", "does not cause", "gout")),
        ("Aspirin causes Reye's syndrome in children.", "Aspirin", ("Aspirin", "causes", "Reye's syndrome")),
    ],
)
def test_a_claim_about_a_thing_that_the_graph_lacks_is_read(text: str, known: str, claim: tuple[str, str, str]) -> None:
    [paragraph] = _read(text, known)
    assert [(t.subject.text, t.relation, t.object.text) for t in paragraph.triples] == [claim]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Coffee helps me.", "Coffee"),
        ("Coffee makes everybody happy.", "Coffee"),
        ("Does coffee cause cancer?", "coffee"),
        ("My doctor treats depression.", "depression"),
        ("Coffee causes cancer. That is a myth.", "Coffee"),
        ("Warfarin was invented in Wisconsin.", "Warfarin"),
        ("Nobody treats depression.", "depression"),
    ],
)
def test_talk_is_no_claim_about_a_thing(text: str, known: str) -> None:
    assert not any(p.triples for p in _read(text, known))


@pytest.mark.parametrize(
    ("tail", "claim"),
    [
        ("but does not reduce heart rate", ("does not reduce", "heart rate", False)),
        ("yet has no effect on heart rate", ("has no effect on", "heart rate", False)),
        ("and it causes bad breath", ("causes", "bad breath", False)),
        ("without affecting heart rate", ("affecting", "heart rate", True)),
    ],
)
def test_a_thing_that_the_graph_lacks_is_the_second_that_a_sentence_speaks_of(
    tail: str, claim: tuple[str, str, bool]
) -> None:
    [paragraph] = _read(f"Garlic lowers cholesterol {tail}.", "Garlic", "cholesterol")
    first, second = paragraph.triples
    assert (first.relation, first.object.text, first.negated) == ("lowers", "cholesterol", False)
    assert (second.subject.text, second.relation, second.object.text, second.negated) == ("Garlic", *claim)


@pytest.mark.parametrize("tail", ["and tastes good", "but not enough", "and causes problems", "but nobody treats gout"])
def test_what_a_sentence_adds_is_not_always_a_claim(tail: str) -> None:
    [paragraph] = _read(f"Garlic lowers cholesterol {tail}.", "Garlic", "cholesterol")
    assert {t.object.text for t in paragraph.triples} <= {"cholesterol"}


def test_a_verb_with_its_object_is_no_name_that_is_spelt_alike() -> None:
    meant = (Candidate(Entity("x", "Bradycardia", "Symptom", ("reduced heart rate",)), 0.9, Match.SPELLING),)
    text = "Garlic does not reduce heart rate."
    garlic = (0, 6, (Candidate(Entity("garlic", "Garlic", "Food"), 1.0, Match.EXACT),))
    [paragraph] = claims_in(text, (garlic, (16, 33, meant)), vocabulary(), strangers=True)
    assert [(t.relation, t.object.text) for t in paragraph.triples] == [("does not reduce", "heart rate")]
