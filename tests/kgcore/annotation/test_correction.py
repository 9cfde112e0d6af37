"""Which sentences are corrected, and which new wordings may take their place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.annotation.correction import faulty_sentences, keeps_claims
from kgcore.annotation.parser import parse_answer
from kgcore.values.model import Candidate, Claim, Edge, Entity, Match, Mention, Paragraph, Reason, Triple
from kgcore.verdicts import Verdict


def claim(subject: str, object_: str, verdict: Verdict = Verdict.RELEVANT, start: int = 0) -> Claim:
    sides = [Candidate(Entity(n, n, "Thing"), 1.0, Match.EXACT) for n in (subject, object_)]
    edges = (Edge("E1", subject, "TREATS", object_, negated=True),)
    against = edges if verdict is Verdict.CONTRADICTED else ()
    triple = Triple(Mention(subject), "treats", Mention(object_), start=start, end=start + 1)
    return Claim(triple, verdict, Reason.OTHER_PREDICATE, "", sides[0], sides[1], edges_against=against)


WRONG = claim("garlic", "dementia", Verdict.CONTRADICTED)
RIGHT = claim("aspirin", "stroke")


@pytest.mark.parametrize(
    ("new", "taken"),
    [
        ([claim("garlic", "dementia"), RIGHT], True),
        ([RIGHT], True),
        ([claim("stroke", "aspirin")], True),
        ([claim("garlic", "dementia")], False),
        ([RIGHT, claim("zinc", "colds")], False),
        ([], False),
        ([replace(RIGHT, negated=True)], False),
        ([replace(WRONG, negated=True), RIGHT], True),
    ],
)
def test_a_new_wording_drops_no_claim_turns_none_round_and_adds_none(new: list[Claim], taken: bool) -> None:
    assert keeps_claims([WRONG, RIGHT], new) is taken


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
