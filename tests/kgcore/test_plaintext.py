"""Claims of plain text, with names spotted by a list; what is not surely said is not claimed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgcore.model import Candidate, Entity, Match, Paragraph
from kgcore.plaintext import claims_in
from kgcore.vocabulary import Vocabulary
from tests.kgcore.starter import vocabulary

NAMES = (
    "aspirin", "migraine", "garlic", "ginger", "dementia", "nausea", "ibuprofen", "stroke", "vitamin E", "vitamin D",
    "warfarin", "amyloid", "depression", "melatonin", "insomnia", "St. John's wort", "Alzheimer's disease", "AD",
    "memory", "inflammation",
)  # fmt: skip
SPOT = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))) + r")\b", re.IGNORECASE)

Said = tuple[str, str, str]


def spots(text: str) -> list[tuple[int, int, tuple[Candidate, ...]]]:
    found: list[tuple[int, int, tuple[Candidate, ...]]] = []
    for name in SPOT.finditer(text):
        key = "alzheimer's disease" if name[0] == "AD" else name[0].lower()
        found.append((name.start(), name.end(), (Candidate(Entity(key, key, "Thing"), 1.0, Match.EXACT),)))
    return found


def read(text: str, vocabulary: Vocabulary) -> tuple[Paragraph, ...]:
    return claims_in(text, spots(text), vocabulary)


def said(text: str) -> list[Said]:
    """(subject, predicate with marks, object) of every triple, in the graph's direction."""
    found = []
    for paragraph in read(text, vocabulary()):
        for triple in paragraph.triples:
            reading = vocabulary().read(triple.relation)
            predicate = triple.predicate or reading.predicates[0]
            marks = "!" * (triple.negated or reading.negated) + "?" * (triple.hedged or reading.hedged)
            ends = (triple.subject.text.lower(), triple.object.text.lower())
            subject, object = reversed(ends) if reading.turned else ends
            found.append((subject, marks + predicate, object))
    return found


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Aspirin prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin does not, however, prevent stroke.", [("aspirin", "!PREVENTS", "stroke")]),
        ("Insomnia is treated with melatonin.", [("melatonin", "TREATS", "insomnia")]),
        ("Aspirin lowers stroke risk.", [("aspirin", "PREVENTS", "stroke")]),
        ("Vitamin E supplements did not prevent stroke.", [("vitamin e", "!PREVENTS", "stroke")]),
        ("There is no evidence that garlic prevents dementia.", [("garlic", "!PREVENTS", "dementia")]),
        ("Nobody has ever shown that garlic causes nausea.", [("garlic", "!CAUSES", "nausea")]),
        ("It is unlikely that ginger causes migraine.", [("ginger", "!?CAUSES", "migraine")]),
        ("Some studies suggest that ginger relieves nausea.", [("ginger", "?TREATS", "nausea")]),
        ("It is well known that aspirin prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Contrary to popular belief, garlic does not cause nausea.", [("garlic", "!CAUSES", "nausea")]),
        ("In a large trial, regular use of aspirin prevented stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Treatment of insomnia with melatonin is common.", [("melatonin", "TREATS", "insomnia")]),
        ("Aspirin and warfarin interact.", [("aspirin", "INTERACTS_WITH", "warfarin")]),
        ("There is no link between aspirin and dementia.", [("aspirin", "!ASSOCIATED_WITH", "dementia")]),
        ("People with depression are more likely to develop dementia.", [("depression", "PREDISPOSES", "dementia")]),
        ("Aspirin is used for Alzheimer's disease (AD).", [("aspirin", "TREATS", "alzheimer's disease")]),
        ("- Ginger relieves nausea", [("ginger", "TREATS", "nausea")]),
    ],
)
def test_a_sentence_says(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Aspirin and ginger prevent stroke.", ["aspirin>stroke", "ginger>stroke"]),
        ("Aspirin prevents stroke and dementia.", ["aspirin>stroke", "aspirin>dementia"]),
        ("Neither garlic nor ginger prevents stroke.", ["garlic>stroke", "ginger>stroke"]),
        ("Aspirin treats migraine and prevents stroke.", ["aspirin>migraine", "aspirin>stroke"]),
        ("Aspirin treats migraine and garlic causes nausea.", ["aspirin>migraine", "garlic>nausea"]),
        ("While aspirin treats migraine, garlic causes nausea.", ["aspirin>migraine", "garlic>nausea"]),
        ("Ginger relieves nausea; aspirin prevents stroke.", ["ginger>nausea", "aspirin>stroke"]),
        ("St. John's wort causes nausea. Aspirin prevents stroke.", ["st. john's wort>nausea", "aspirin>stroke"]),
        ("Aspirin prevents stroke but not dementia.", ["aspirin>stroke"]),
        ("Aspirin does not prevent dementia or cause insomnia.", ["aspirin>dementia"]),
        ("Aspirin does not prevent dementia but causes nausea.", ["aspirin>dementia", "aspirin>nausea"]),
    ],
)
def test_names_that_are_joined_share_the_relation(text: str, claims: list[str]) -> None:
    assert [f"{s}>{o}" for s, _, o in said(text)] == claims


@pytest.mark.parametrize(
    "text",
    [
        "Does aspirin prevent stroke?",
        "If aspirin prevents stroke, take it.",
        "It is unclear whether aspirin prevents stroke.",
        "Unlike aspirin, garlic causes nausea.",
        "Deficiency of vitamin D causes depression.",
        "Vitamin D deficiency causes depression.",
        "Low vitamin D causes depression.",
        "Only aspirin prevents stroke.",
        "Aspirin but not garlic prevents stroke.",
        "Aspirin rather than garlic prevents stroke.",
        "Aspirin, by inhibiting amyloid, reduces inflammation.",
        "Aspirin used to treat migraine causes nausea.",
        "Aspirin protects against ibuprofen-induced nausea.",
        "Garlic treats migraine no better than placebo.",
        "That garlic prevents dementia is a myth.",
        "Garlic prevents dementia is a myth.",
        "Aspirin was thought to prevent dementia until a trial disproved it.",
        "Treatment of migraine with garlic failed.",
        "It is not true that aspirin does not treat migraine.",
        "Combining aspirin and warfarin causes nausea.",
        "He says that garlic prevents dementia in jest.",
        "Aspirin prevents stroke, dementia and nausea are common.",
        "In people taking warfarin, aspirin causes nausea.",
        "Aspirin was once thought to prevent dementia.",
        "Garlic prevents dementia, says my aunt.",
        "Aspirin to prevent stroke is popular.",
        "Aspirin and warfarin.",
    ],
)
def test_what_is_not_surely_said_is_not_claimed(text: str) -> None:
    claims = said(text)
    assert claims == []


def test_marks_stand_in_order_on_the_words_that_they_mark() -> None:
    text = "Hello.\n\nGinger relieves nausea and migraine. Nausea is caused by ibuprofen."
    first, second = read(text, vocabulary())
    assert (first.text, first.marks) == ("Hello.", ())
    words = [(m.ref, second.text[m.start : m.end]) for m in second.marks]
    assert words == [
        ("N1", "Ginger"), ("R1", "relieves"), ("N2", "nausea"), ("N3", "migraine"),
        ("N2", "Nausea"), ("R2", "is caused by"), ("N4", "ibuprofen"),
    ]  # fmt: skip
    assert [t.ref for t in second.triples] == ["R1", "R1", "R2"]
    assert {t.paragraph for t in second.triples} == {1}
    assert [second.text[t.start : t.end] for t in second.triples] == ["relieves", "relieves", "is caused by"]


def test_a_text_without_names_is_its_paragraphs() -> None:
    assert [p.text for p in read("One.\n\n\n  Two.  \n", vocabulary())] == ["One.", "Two."]
    assert read("", vocabulary()) == ()


PIECES = [
    *NAMES,
    " prevents ",
    " and ",
    ", ",
    "; ",
    ". ",
    "\n\n",
    " does not ",
    "(",
    ")",
    " which ",
    "\x00",
    "\u202e",
    "?",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=200))
def test_no_text_breaks_the_reader_or_its_marks(text: str) -> None:
    for paragraph in read(text, vocabulary()):
        ends = 0
        for mark in paragraph.marks:
            assert ends <= mark.start < mark.end <= len(paragraph.text)
            ends = mark.end


@given(st.lists(st.tuples(st.integers(-5, 40), st.integers(-5, 40)), max_size=6))
def test_spots_that_overlap_or_lie_outside_are_passed_over(places: list[tuple[int, int]]) -> None:
    candidate = Candidate(Entity("x", "x", "Thing"), 1.0, Match.EXACT)
    claims_in("aspirin prevents stroke", [(s, e, (candidate,)) for s, e in places], vocabulary())
