"""A limit that is set off at an end of a sentence is one of all claims in it."""

from __future__ import annotations

import pytest

from kgcore.english.shared_limits import with_shared_limits
from kgcore.values.model import UNQUALIFIED, QualifierKind


@pytest.mark.parametrize(
    ("sentence", "kinds"),
    [
        ("A treats B and causes C, in mice.", ["species", "species"]),
        ("A treats B and causes C (in mice).", ["species", "species"]),
        ("A treats B and causes C – at least in mice.", ["species", "species"]),
        ("A treats B, and it causes C, in children.", ["population", "population"]),
        ("In mice, A treats B and causes C.", ["species", "species"]),
        ("In rats, A treats B, but causes C.", ["species", "species"]),
        ("A treats B and causes C in mice.", ["", ""]),
        ("A treats B, but it causes C, in children.", ["", ""]),
        ("In mice, A treats B; it causes C.", ["species", ""]),
        ("A treats B and causes C, in short.", ["", ""]),
        ("In short, A treats B and causes C.", ["", ""]),
    ],
)
def test_a_limit_at_an_end_of_a_sentence_is_one_of_all_its_claims(sentence: str, kinds: list[str]) -> None:
    places = [(sentence.index(verb), sentence.index(verb) + len(verb)) for verb in ("treats", "causes")]
    told = with_shared_limits(sentence, places, [UNQUALIFIED, UNQUALIFIED])
    assert [" ".join(q.kind.value for q in one.said) for one in told] == kinds


def test_a_claim_with_a_limit_of_its_own_keeps_that() -> None:
    sentence = "In mice, A treats B in rats and causes C."
    places = [(11, 17), (sentence.index("causes"), sentence.index("causes") + 6)]
    own = with_shared_limits("A treats B and causes D, in rats.", [(2, 8), (15, 21)], [UNQUALIFIED, UNQUALIFIED])[0]
    told = with_shared_limits(sentence, places, [own, UNQUALIFIED])
    assert told[0] == own
    assert [q.kind for q in told[1].said] == [QualifierKind.SPECIES]
    assert with_shared_limits(sentence, places[:1], [own]) == [own]
