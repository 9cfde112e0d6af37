"""What the words of a sentence tell, whatever their order, where no construction is known."""

from __future__ import annotations

import pytest

from kgcore.english.words import rows_of
from kgcore.values.model import QualifierKind, Triple
from tests.kgcore.starter import triples_of, vocabulary

TYPES = {"saffron": "Drug", "lithium": "Drug", "coffee": "Food", "migraine": "Disease", "dementia": "Disease"}


def doubts_of(triple: Triple) -> list[str]:
    return [q.words for q in triple.qualifiers.of(QualifierKind.TONE)]


SAID = [
    ("Migraine can strike people who take lithium.", "lithium", "causes", "migraine"),
    ("Migraine is what people on lithium have to fear.", "lithium", "causes", "migraine"),
    ("Migraine is a price one pays for lithium.", "lithium", "causes", "migraine"),
    ("Lithium can give you migraine.", "lithium", "causes", "migraine"),
    ("Patients with dementia are often given saffron to ease their symptoms.", "saffron", "treats", "dementia"),
    ("Clinicians should know that saffron soothes the symptoms of migraine.", "saffron", "treats", "migraine"),
    ("Sadly, saffron drew a blank in dementia.", "saffron", "does not treat", "dementia"),
    ("Patients with dementia gained nothing from saffron.", "saffron", "does not treat", "dementia"),
    ("A trial of saffron in dementia ended without benefit.", "saffron", "does not treat", "dementia"),
    ("coffee and lithium = bad combo", "coffee", "interacts with", "lithium"),
]


@pytest.mark.parametrize(("text", "subject", "phrase", "object"), SAID)
def test_words_that_agree_tell_a_relation_whatever_their_order(
    text: str, subject: str, phrase: str, object: str
) -> None:
    (triple,) = triples_of(text, TYPES)
    wanted = vocabulary().read(phrase)
    found = vocabulary().read(triple.relation)
    assert (triple.subject.text.lower(), triple.object.text.lower()) == (subject, object)
    assert set(found.predicates) & set(wanted.predicates)
    assert (found.negated != triple.negated) == wanted.negated
    assert not doubts_of(triple)


@pytest.mark.parametrize(
    "text",
    [
        "Patients in treatment for migraine took saffron.",
        "Dementia was seen in patients treated with saffron.",
        "Dementia protects from saffron.",
        "Migraine is a remedy for saffron.",
        "Saffron users with migraine often benefit.",
        "Saffron is the medicine most often taken for migraine.",
        "Is migraine what people on lithium have to fear?",
        "Migraine lifted and dementia set in with saffron.",
        "No child's migraine would ever clear up thanks to saffron.",
    ],
)
def test_what_is_turned_round_asked_or_denied_in_other_words_is_not_told_so(text: str) -> None:
    told = {(t.subject.text.lower(), t.object.text.lower()) for t in triples_of(text, TYPES) if not doubts_of(t)}
    assert not told & {("saffron", "migraine"), ("saffron", "dementia"), ("lithium", "migraine")}


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Migraine can strike people who take lithium, or so my horoscope has it.", "horoscope"),
        ("Sniffing gently, one eases the symptoms of migraine with saffron.", "Sniffing"),
        ("Artificial saffron soothes migraine.", "Artificial"),
    ],
)
def test_words_that_are_not_understood_stay_with_the_claim_as_what_is_in_doubt(text: str, doubt: str) -> None:
    for triple in triples_of(text, TYPES):
        assert any(doubt in words for words in doubts_of(triple)) or triple.qualifiers


def test_every_relation_of_the_table_is_one_that_the_vocabulary_reads() -> None:
    phrases = {row[0].rstrip("<") for row in rows_of("gist.tsv") if row[0] != "pass" and not row[0].startswith("let ")}
    assert [p for p in sorted(phrases) if not vocabulary().read(p).predicates] == []
