"""What is set off by commas or brackets, and what is said ahead of a sentence's subject."""

from __future__ import annotations

import re

import pytest

from kgcore.annotation.plaintext import claims_in
from kgcore.values.model import Candidate, Entity, Match
from tests.kgcore.starter import vocabulary

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
