"""Which sentences are corrected, and which new wordings may take their place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.annotation.correction import faulty_sentences, keeps_claims
from kgcore.annotation.parser import parse_answer
from kgcore.values.model import (
    Candidate,
    Claim,
    Edge,
    Entity,
    Match,
    Mention,
    Paragraph,
    Qualifier,
    Qualifiers,
    Reason,
    Triple,
)
from kgcore.values.model import QualifierKind as Kind
from kgcore.verdicts import Verdict
from tests.kgcore.starter import vocabulary


def claim(
    subject: str, object_: str, verdict: Verdict = Verdict.RELEVANT, start: int = 0, predicate: str = "TREATS"
) -> Claim:
    first, last = (Candidate(Entity(n, n, "Thing"), 1.0, Match.EXACT) for n in (subject, object_))
    denied = (Edge("E1", subject, predicate, object_, negated=True),)
    stated = (Edge("E2", subject, predicate, object_),) if verdict is Verdict.SUPPORTED else ()
    against = denied if verdict is Verdict.CONTRADICTED else ()
    triple = Triple(Mention(subject), "treats", Mention(object_), start=start, end=start + 1)
    return Claim(
        triple, verdict, Reason.OTHER_PREDICATE, "", first, last, predicate, edges_for=stated, edges_against=against
    )


WRONG = claim("garlic", "dementia", Verdict.CONTRADICTED)
RIGHT = claim("aspirin", "stroke")
IN_MICE = replace(RIGHT, triple=replace(RIGHT.triple, qualifiers=Qualifiers((Qualifier(Kind.SPECIES, "in mice"),))))


@pytest.mark.parametrize(
    ("new", "taken"),
    [
        ([claim("garlic", "dementia"), RIGHT], True),
        ([RIGHT], True),
        ([claim("stroke", "aspirin")], False),
        ([claim("garlic", "dementia")], False),
        ([RIGHT, claim("zinc", "colds")], False),
        ([], False),
        ([replace(RIGHT, negated=True)], False),
        ([replace(WRONG, negated=True), RIGHT], True),
        ([claim("aspirin", "stroke", predicate="CAUSES")], False),
        ([RIGHT, claim("garlic", "dementia", predicate="CAUSES")], False),
        ([RIGHT, claim("garlic", "dementia", Verdict.SUPPORTED, predicate="AFFECTS")], True),
        ([RIGHT, claim("zinc", "colds", Verdict.SUPPORTED)], False),
        ([IN_MICE], False),
        ([replace(RIGHT, hedged=True)], True),
    ],
)
def test_a_new_wording_drops_no_claim_changes_none_and_adds_none(new: list[Claim], taken: bool) -> None:
    assert keeps_claims([WRONG, RIGHT], new, vocabulary()) is taken


@pytest.mark.parametrize("old", [IN_MICE, replace(RIGHT, hedged=True)])
def test_what_was_said_of_some_or_with_care_is_not_said_of_all(old: Claim) -> None:
    assert not keeps_claims([WRONG, old], [RIGHT], vocabulary())
    assert keeps_claims([WRONG, old], [old], vocabulary())


def test_a_relation_without_direction_may_be_told_from_either_side() -> None:
    old = claim("garlic", "warfarin", predicate="INTERACTS_WITH")
    assert keeps_claims([WRONG, old], [claim("warfarin", "garlic", predicate="INTERACTS_WITH")], vocabulary())


@pytest.mark.parametrize(
    "opening", ["Yes! ", "Yes. ", "Yes, it does! ", "Absolutely! ", "Great news! ", "No. ", "Of course. "]
)
def test_a_leading_yes_goes_with_its_sentence(opening: str) -> None:
    text = f"{opening}Garlic treats dementia. More follows."
    wrong = claim("garlic", "dementia", Verdict.CONTRADICTED, start=len(opening) + 7)
    (faulty,) = faulty_sentences([Paragraph(text)], [wrong])
    assert text[faulty.start : faulty.end] == f"{opening}Garlic treats dementia."


@pytest.mark.parametrize("opening", ["Zinc is a metal. ", "Yesterday it rained. ", "Nothing is sure. "])
def test_a_sentence_of_its_own_stays(opening: str) -> None:
    text = f"{opening}Garlic treats dementia."
    wrong = claim("garlic", "dementia", Verdict.CONTRADICTED, start=len(opening) + 7)
    (faulty,) = faulty_sentences([Paragraph(text)], [wrong])
    assert faulty.start == len(opening)


@pytest.mark.parametrize(
    "opening",
    [
        "Here is the rewritten sentence: ",
        "Here is a revised sentence that fits the graph: ",
        "Rewritten sentence: ",
        "Corrected: ",
        "Sure! Here is the new wording: ",
        "**Revised version:** ",
    ],
)
def test_words_about_the_new_wording_are_no_part_of_it(opening: str) -> None:
    (paragraph,) = parse_answer(f"{opening}[Zinc]($N1) [treats]($R1:TREATS, $H, $N1, $N2) [colds]($N2).")
    assert paragraph.text == "Zinc treats colds."
