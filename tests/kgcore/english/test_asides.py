"""What is set off by commas or brackets, and what is said ahead of a sentence's subject."""

from __future__ import annotations

import re

import pytest

from kgcore.annotation.plaintext import claims_in
from kgcore.values.model import Candidate, Entity, Match
from tests.kgcore.starter import triples_of, vocabulary

NAMES = re.compile(r"diabetes, type 2|lithium|saffron|ginger|memory|dementia|migraine|nausea", re.IGNORECASE)
Said = tuple[str, str, str]


def said(text: str) -> list[Said]:
    spots = [
        (m.start(), m.end(), (Candidate(Entity(m[0].lower(), m[0].lower(), "Thing"), 1.0, Match.EXACT),))
        for m in NAMES.finditer(text)
    ]
    told = [t for p in claims_in(text, spots, vocabulary()) for t in p.triples]
    return [(t.subject.text.lower(), f"{'not ' * t.negated}{t.relation}", t.object.text.lower()) for t in told]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Because it induces memory, saffron prevents migraine.",
            [("saffron", "induces", "memory"), ("saffron", "prevents", "migraine")],
        ),
        (
            "Because it causes diabetes, type 2, lithium worsens dementia.",
            [("lithium", "causes", "diabetes, type 2"), ("lithium", "worsens", "dementia")],
        ),
    ],
)
def test_what_is_said_ahead_of_a_subject_is_said_of_it(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


RELIEVES = ("ginger", "relieves", "nausea")


@pytest.mark.parametrize(
    ("words", "beside"),
    [
        ("Ginger, which many people know from the kitchen, relieves nausea.", []),
        ("Ginger – cheap and widely available – relieves nausea.", []),
        ("Ginger (Grade A) relieves nausea.", []),
        ("Ginger [3] relieves nausea.", []),
        ("Ginger, like saffron, relieves nausea.", [("saffron", "relieves", "nausea")]),
        ("Ginger, by reducing memory, relieves nausea.", []),
        ("Ginger, but not saffron, relieves nausea.", [("saffron", "not relieves", "nausea")]),
        ("Ginger (but not saffron) relieves nausea.", [("saffron", "not relieves", "nausea")]),
        ("Ginger, not the saffron, relieves nausea.", [("saffron", "not relieves", "nausea")]),
        ("Ginger, as well as saffron, relieves nausea.", [("saffron", "relieves", "nausea")]),
        ("Ginger, which prevents migraine, relieves nausea.", [("ginger", "prevents", "migraine")]),
        ("Ginger, a remedy for migraine, relieves nausea.", [("ginger", "is a remedy for", "migraine")]),
        ("Ginger, widely used for migraine, relieves nausea.", [("ginger", "is widely used for", "migraine")]),
        (
            "Ginger, which causes migraine and dementia, relieves nausea.",
            [("ginger", "causes", "migraine"), ("ginger", "causes", "dementia")],
        ),
        ("Unlike saffron, ginger relieves nausea.", [("saffron", "not relieves", "nausea")]),
        ("Contrary to the old view, ginger relieves nausea.", []),
        ("In people with migraine, ginger relieves nausea.", []),
        ("By lowering memory, ginger relieves nausea.", [("ginger", "lowering", "memory")]),
        ("Evidence that ginger relieves nausea comes from trials.", []),
        ("The catch is the stomach: ginger relieves nausea.", []),
    ],
)
def test_what_is_set_off_is_passed_over_or_told_of_whom_it_is_said(words: str, beside: list[Said]) -> None:
    assert sorted(said(words)) == sorted([RELIEVES, *beside])


@pytest.mark.parametrize(
    "words",
    [
        "Ginger, they say, relieves nausea.",
        "Ginger, it is rumoured, relieves nausea.",
        "Ginger, given with saffron, relieves nausea.",
        "Ginger, taken once, relieves nausea.",
        "Ginger, discredited by trials, relieves nausea.",
        "The claim is old: ginger relieves nausea.",
        "Evidence that ginger relieves nausea comes from mouse trials.",
        "Evidence that ginger relieves nausea is weak.",
    ],
)
def test_what_is_set_off_and_may_matter_keeps_the_claim_from_being_read(words: str) -> None:
    assert not said(words)


def test_what_is_said_alone_and_together_is_said_of_each() -> None:
    both = said("Ginger and saffron, alone or in combination, relieve nausea.")
    assert both == [("ginger", "relieve", "nausea"), ("saffron", "relieve", "nausea")]


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Several herbs, including ginger, relieve nausea.", ["ginger"]),
        ("Several herbs such as ginger relieve nausea.", ["ginger"]),
        ("Several herbs, including ginger and saffron, relieve nausea.", ["ginger", "saffron"]),
        ("Several herbs (ginger, saffron relieve nausea.", []),
        ("Several herbs, ginger, relieve nausea.", []),
        ("Several vaccines, including ginger, relieve nausea.", []),
        ("Several widgets, including ginger, relieve nausea.", []),
        ("Few herbs, including ginger, relieve nausea.", []),
    ],
)
def test_examples_of_a_kind_are_the_subjects_where_the_kind_is_known_and_theirs(text: str, subjects: list[str]) -> None:
    assert said(text) == [(subject, "relieve", "nausea") for subject in subjects]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Saffron prevents not only migraine but also dementia.",
            [("saffron", "prevents", "migraine"), ("saffron", "prevents", "dementia")],
        ),
        ("Long regarded as harmless, lithium causes nausea.", [("lithium", "causes", "nausea")]),
        (
            "Whatever its other merits, ginger does not prevent dementia.",
            [("ginger", "does not prevent", "dementia")],
        ),
        ("Ginger, for all its virtues, causes nausea.", [("ginger", "causes", "nausea")]),
        (
            "Ginger, like saffron before it, prevents migraine.",
            [("ginger", "prevents", "migraine"), ("saffron", "prevents", "migraine")],
        ),
        (
            "Like saffron, ginger prevents migraine.",
            [("ginger", "prevents", "migraine"), ("saffron", "prevents", "migraine")],
        ),
        (
            "As with saffron and lithium, ginger prevents migraine.",
            [
                ("ginger", "prevents", "migraine"),
                ("saffron", "prevents", "migraine"),
                ("lithium", "prevents", "migraine"),
            ],
        ),
        ("Alongside saffron, ginger prevents migraine.", []),
        ("Tell your doctor if you use lithium, as it causes nausea.", [("lithium", "causes", "nausea")]),
        ("Ask your horse if you use lithium, as it causes nausea.", []),
        ("All drugs but ginger prevent migraine.", []),
        ("The fact that ginger relieves nausea is not in doubt.", [RELIEVES]),
        ("That ginger relieves nausea is not in doubt.", [RELIEVES]),
        ("For ginger, the fact that saffron relieves nausea is well known.", []),
        ("Several herbs, including ginger and saffron, are sold.", []),
        ("To prevent migraine, saffron may be used.", [("saffron", "prevents", "migraine")]),
    ],
)
def test_how_fluent_prose_leads_up_to_a_claim(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Saffron, as every doctor knows, treats migraine.", True),
        ("Saffron, for its part, treats migraine.", True),
        ("Saffron, to the relief of many, treats migraine.", True),
        ("Saffron, in cats, treats migraine.", False),
        ("Saffron, as every astrologer knows, treats migraine.", False),
        ("Saffron, in my dreams, treats migraine.", False),
    ],
)
def test_what_may_open_a_sentence_may_stand_in_it(text: str, *, read: bool) -> None:
    found = [t for t in triples_of(text, {"saffron": "Drug", "migraine": "Disease"}) if not t.qualifiers.said]
    assert bool(found) is read


def test_two_things_of_a_number_are_listed_behind_it() -> None:
    types = {"saffron": "Drug", "migraine": "Disease", "dementia": "Disease"}
    found = triples_of("Saffron eases two illnesses, migraine and dementia.", types)
    assert [t.object.text for t in found] == ["migraine", "dementia"]
