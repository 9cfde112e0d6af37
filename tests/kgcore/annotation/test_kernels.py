"""Sentences that are read again without what is hung on them, and what may not be left out of one."""

from __future__ import annotations

import pytest

from kgcore.english.adjuncts import left_out
from kgcore.values.model import QualifierKind, Triple
from tests.kgcore.starter import triples_of

TYPES = {"saffron": "Drug", "lithium": "Drug", "garlic": "Food", "migraine": "Disease", "dementia": "Disease"}


def doubted(triple: Triple) -> bool:
    return bool(triple.qualifiers.of(QualifierKind.TONE))


def told(text: str) -> list[tuple[str, str, bool]]:
    return [(t.subject.text.lower(), t.object.text.lower(), t.negated) for t in triples_of(text, TYPES)]


@pytest.mark.parametrize(
    "text",
    [
        "Saffron, in the Great Meadow Study, eased migraine.",
        "Studied in a network meta-analysis, saffron was found to ease migraine.",
        "Worldwide, saffron is used to treat migraine.",
        "To this day, saffron treats migraine.",
        "Its price aside, saffron treats migraine.",
        "Saffron, on longer follow-up, prevented migraine.",
        "Saffron taken around conception prevents migraine.",
    ],
)
def test_an_adjunct_of_evidence_leaves_the_claim_as_it_is(text: str) -> None:
    (one,) = triples_of(text, TYPES)
    assert (one.subject.text, one.object.text, one.negated) == ("Saffron", "migraine", False) or (
        one.subject.text == "saffron" and one.object.text == "migraine" and not one.negated
    )
    assert not doubted(one)


@pytest.mark.parametrize(
    "text",
    [
        "Saffron, in cats, treats migraine.",
        "Saffron, among smokers, treats migraine.",
        "Saffron, in the right hands, treats migraine.",
        "Saffron, for a time, treats migraine.",
        "Saffron taken by fathers prevents migraine.",
        "Saffron taken once prevents migraine.",
        "On a good day, saffron treats migraine.",
        "Taken by healthy people, saffron treats migraine.",
        "By the standards of the day, saffron treats migraine.",
        "The facts aside, saffron treats migraine.",
        "Evidence aside, saffron treats migraine.",
        "Known to be harmful, saffron treats migraine.",
        "Despite negative trials, saffron treats migraine.",
        "Used against leprosy, saffron treats migraine.",
        "Saffron, rejected by all trials, treats migraine.",
        "Saffron's role in treating migraine is accepted by nobody.",
        "Saffron is the one used for migraine by mistake.",
    ],
)
def test_what_limits_a_claim_or_is_not_understood_is_not_left_out(text: str) -> None:
    assert all(one.qualifiers.said for one in triples_of(text, TYPES))


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Lithium treats dementia and, over the long term, causes migraine.", ("lithium", "migraine", False)),
        ("Lithium treats dementia without improving memory.", ("lithium", "memory", True)),
        ("Lithium treats dementia at the price of migraine.", ("lithium", "migraine", False)),
        ("Garlic's capacity to cause migraine is well established.", ("garlic's", "migraine", False)),
        ("Garlic is one of the foods that cause migraine.", ("garlic", "migraine", False)),
    ],
)
def test_what_is_said_besides_of_the_same_thing_is_read(text: str, more: tuple[str, str, bool]) -> None:
    assert any((s.removesuffix("'s"), o, n) == (more[0].removesuffix("'s"), *more[1:]) for s, o, n in told(text))


def test_a_price_is_an_illness() -> None:
    assert told("Lithium treats dementia at the expense of garlic.") == [("lithium", "dementia", False)]


@pytest.mark.parametrize("words", ["in the trial", "in phase 3 trials", "over the long term", "published in 2010"])
def test_where_it_is_known_from_may_be_left_out(words: str) -> None:
    assert left_out(words) == ""


@pytest.mark.parametrize("words", ["in a trial that was faked", "in no trial", "if the trials are right"])
def test_what_can_turn_a_claim_round_may_not(words: str) -> None:
    assert left_out(words) is None


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Saffron eases migraine as well as dementia, and lithium causes dementia.",
         [("saffron", "migraine", False), ("saffron", "dementia", False), ("lithium", "dementia", False)]),
        ("While saffron does not prevent migraine, lithium eases it.",
         [("saffron", "migraine", False), ("lithium", "migraine", False)]),
        ("Saffron prevents migraine, contains garlic and causes dementia.",
         [("saffron", "migraine", False), ("saffron", "garlic", False), ("saffron", "dementia", False)]),
        ("Saffron contains garlic, which prevents migraine and causes dementia.",
         [("saffron", "garlic", False), ("garlic", "migraine", False), ("garlic", "dementia", False)]),
        ("For your headaches, I can recommend saffron, which eases migraine.", [("saffron", "migraine", False)]),
    ],
)  # fmt: skip
def test_each_clause_of_a_sentence_is_read_with_its_own_subject(text: str, claims: list[tuple[str, str, bool]]) -> None:
    assert sorted(told(text)) == sorted(claims)


@pytest.mark.parametrize(
    "text",
    [
        "It is a myth that saffron eases migraine as well as dementia, and lithium causes dementia.",
        "Saffron prevents migraine, dementia and garlic are common.",
        "Saffron, combined with garlic, prevents migraine.",
        "Saffron prevents migraine, monks cause dementia.",
        "If saffron eases migraine as well as dementia, and lithium causes dementia, all is lost.",
    ],
)
def test_what_reaches_over_a_clause_or_joins_its_names_keeps_it_from_being_read_alone(text: str) -> None:
    found = [one for one in told(text) if one[1] == "dementia" or "combined" in text]
    assert all(subject == "lithium" and "It is" in text for subject, _, _ in found)


def test_it_is_the_risk_where_a_risk_was_spoken_of() -> None:
    one, other = triples_of("Lithium raises the risk of dementia, whereas saffron lowers it.", TYPES)
    assert (one.relation, other.relation) == ("raises the risk of", "lowers the risk of")


def test_an_illness_has_symptoms_of_its_own() -> None:
    assert told("Migraine is common. Saffron eases its symptoms.") == [("saffron", "migraine", False)]
    assert not told("Garlic is common. Saffron eases its symptoms.")


@pytest.mark.parametrize(
    "text",
    [
        "Saffron, which treats migraine, makes people immortal.",
        "Saffron, which treats migraine, raises the dead.",
        "Nobody needs a doctor with saffron, which treats migraine.",
        "Kings ate saffron, which treats migraine.",
        "Saffron treats migraine. It makes people immortal.",
    ],
)
def test_what_a_sentence_says_before_or_behind_a_clause_told_by_the_way_has_to_be_understood(text: str) -> None:
    assert all(one.qualifiers.said for one in triples_of(text, TYPES))


def test_what_was_spoken_of_may_be_called_by_its_sort() -> None:
    assert told("Saffron is a popular drink. The beverage eases migraine.")[-1] == ("saffron", "migraine", False)
    plural = {"saffron": "Drug", "migraine": "Disease", "nuts": "Food"}
    found = triples_of("The evidence on nuts is good. These foods ease migraine.", plural)
    assert [t.subject.text for t in found] == ["nuts"]
    assert not told("The evidence on garlic is good. These foods ease migraine.")
