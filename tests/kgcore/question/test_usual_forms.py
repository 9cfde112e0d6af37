"""What newcomers ask in so many ways, over the field of constructions: each is read as what it asks for.

`usual_questions.tsv` has the field: what is asked for, and a question around {0}.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.question.reading import understand_question
from kgcore.question.skeleton import question_skeleton
from kgcore.question.usual_forms import usual_forms, usual_of_two
from kgcore.values.intent import Slant, Which, YesNo
from kgcore.values.model import Candidate, Entity, Match, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

ILL, SIGN = Entity("i", "grivosis", "Disease"), Entity("s", "blimping", "Symptom")
DRUG, TEST = Entity("d", "zornal", "Medication"), Entity("t", "quantography", "MedicalTest")
PATIENTS = Vocabulary.of(
    map(
        Predicate,
        ("need_medication", "need_medical_test", "can_check_disease", "has_symptom", "possible_disease"),
    )
)
HARMS = Vocabulary.of(map(Predicate, ("TREATS", "CAUSES", "RAISES_RISK", "INTERACTS_WITH")))
GENES = Vocabulary.of(map(Predicate, ("DaG", "CtD")))
TYPES = ("Disease", "Symptom", "Medication", "MedicalTest")
ASKED = {
    "treatment": (ILL, PATIENTS, {"need_medication"}),
    "use": (DRUG, PATIENTS, {"need_medication"}),
    "test": (ILL, PATIENTS, {"need_medical_test"}),
    "use of a test": (TEST, PATIENTS, {"can_check_disease", "need_medical_test"}),
    "signs": (ILL, PATIENTS, {"has_symptom"}),
    "cause": (SIGN, PATIENTS, {"has_symptom", "possible_disease"}),
    "genes": (ILL, GENES, {"DaG"}),
    "harm": (DRUG, HARMS, {"CAUSES", "RAISES_RISK", "INTERACTS_WITH"}),
}
ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "usual_questions.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


def read(question: str, entity: Entity, words: Vocabulary) -> Which | None:
    start = question.index("{0}")
    said = question.replace("{0}", entity.name)
    spot = (start, start + len(entity.name), (Candidate(entity, 1.0, Match.EXACT),))
    understood = understand_question(said, [spot], words, TYPES)
    return understood.intent if isinstance(understood.intent, Which) and not understood.unread else None


@pytest.mark.parametrize(("asks_for", "question"), ROWS)
def test_what_is_asked_in_other_words_is_read_as_it_is_usually_put(asks_for: str, question: str) -> None:
    entity, words, wanted = ASKED[asks_for]
    intent = read(question, entity, words)
    assert intent is not None
    if asks_for in {"harm", "cause"} and intent.asked.slant is Slant.BAD:
        return
    assert intent.asked.predicates
    assert intent.asked.predicates[0] in wanted


@pytest.mark.parametrize(
    "question", ["Who should not take {0}?", "When should {0} not be taken?", "Why should people avoid {0}?"]
)
def test_who_should_not_take_a_thing_is_not_who_should(question: str) -> None:
    start = question.index("{0}")
    form = question_skeleton(
        question.replace("{0}", DRUG.name), [(start, start + 6, (Candidate(DRUG, 1.0, Match.EXACT),))]
    )
    assert not any("treat" in usual.text for usual in usual_forms(form))


def test_why_people_with_an_illness_take_a_thing_asks_why_it_helps_with_it() -> None:
    said = "Why do people with grivosis take zornal?"
    spots = [
        (said.index(e.name), said.index(e.name) + len(e.name), (Candidate(e, 1.0, Match.EXACT),)) for e in (ILL, DRUG)
    ]
    form = usual_of_two(question_skeleton(said, spots))
    assert form.text == "why does {0} help with {1}"
    assert form.entity(0) == DRUG


@pytest.mark.parametrize(("question", "entity"), [("What helps with {0}?", ILL), ("Who should take {0}?", DRUG)])
def test_of_graphs_read_as_one_what_treats_and_what_is_needed_are_both_asked_for(question: str, entity: Entity) -> None:
    both = Vocabulary.of(map(Predicate, ("TREATS", "need_medication")))
    intent = read(question, entity, both)
    assert intent is not None
    assert set(intent.asked.predicates) >= {"TREATS", "need_medication"} or intent.asked.slant is Slant.GOOD
    assert intent.outward is None or intent.asked.slant is Slant.GOOD


@pytest.mark.parametrize(
    "question",
    [
        "Is quantography used to diagnose grivosis?",
        "Can grivosis be seen with quantography?",
        "Why do people with grivosis need quantography?",
        "Would quantography show grivosis?",
        "Is quantography a test for grivosis?",
        "Do I need quantography for grivosis?",
    ],
)
def test_whether_a_test_shows_an_illness_asks_whether_it_is_needed(question: str) -> None:
    spots = [
        (question.index(e.name), question.index(e.name) + len(e.name), (Candidate(e, 1.0, Match.EXACT),))
        for e in (ILL, TEST)
    ]
    understood = understand_question(question, spots, PATIENTS, TYPES)
    assert isinstance(understood.intent, YesNo)
    assert (understood.intent.subject, understood.intent.object) == (ILL, TEST)
    assert "need_medical_test" in understood.intent.asked.predicates
    assert not understood.unread
