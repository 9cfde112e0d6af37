"""Several questions of one message are told apart; what asks one thing stays whole."""

from __future__ import annotations

import pytest

from kgcore.question.parts import asks_of_answers, parts_of_row, question_parts
from kgcore.values.intent import AskedRelation, Slant, Which
from kgcore.values.model import Entity

SEVERAL = (
    ("Does zinc shorten colds, and is it safe?", ("Does zinc shorten colds?", "is it safe?")),
    (
        "What helps migraine and does it interact with warfarin?",
        ("What helps migraine?", "does it interact with warfarin?"),
    ),
    ("Is turmeric safe? And does it help arthritis?", ("Is turmeric safe?", "And does it help arthritis?")),
    (
        "Is turmeric safe and effective for osteoarthritis?",
        ("Is turmeric safe?", "Is turmeric effective for osteoarthritis?"),
    ),
    (
        "What are the benefits and side effects of turmeric?",
        ("What are the benefits of turmeric?", "What are the side effects of turmeric?"),
    ),
    (
        "Does ginkgo treat dementia and prevent stroke?",
        ("Does ginkgo treat dementia?", "Does ginkgo prevent stroke?"),
    ),
    (
        "Does ginkgo still help dementia if I take warfarin?",
        ("Can I take ginkgo with warfarin?", "Does ginkgo help dementia?"),
    ),
    (
        "If somebody is on tacrolimus, is turmeric still any use against pain?",
        ("Can I take turmeric with tacrolimus?", "Is turmeric any use against pain?"),
    ),
    ("Does omega-3 help depression and why?", ("Does omega-3 help depression?", "why?")),
    ("I take warfarin. Is turmeric safe? And ginger?", ("I take warfarin. Is turmeric safe?", "And ginger?")),
    ("Is zinc good for colds? What about vitamin C?", ("Is zinc good for colds?", "What about vitamin C?")),
)
ONE = (
    "Does zinc help people who take aspirin and have asthma?",
    "Is magnesium still good for migraine if I have dementia?",
    "Does garlic still work if I take warfarin?",
    "Can I take ibuprofen with warfarin, or is it dangerous?",
    "What is the difference between fish oil and krill oil and which is better for triglycerides?",
    "Which supplements are safe and which are not?",
    "Is there a drug that prevents migraine and can reduce pain?",
    "Does aspirin prevent stroke and heart attack?",
    "Can zinc cause nausea and vomiting?",
    "Hi! Does melatonin help sleep? Thanks!",
    "I am 67, take warfarin and metformin, which supplements are safe?",
    "Does vitamin C prevent colds or treat them or what?" * 20,
)


@pytest.mark.parametrize(("message", "parts"), SEVERAL)
def test_several_questions_are_told_apart(message: str, parts: tuple[str, ...]) -> None:
    assert question_parts(message) == parts


@pytest.mark.parametrize("message", ONE)
def test_one_question_stays_whole(message: str) -> None:
    assert question_parts(message) == (message,)


def test_it_is_what_answers_a_question_of_remedies() -> None:
    migraine = Entity("m", "migraine", "Disorder")
    helped = Which(migraine, AskedRelation("helps", ("TREATS",), Slant.GOOD), (), False)
    assert asks_of_answers("does it interact with warfarin?", helped)
    assert not asks_of_answers("how does it feel?", helped)
    assert not asks_of_answers("is it safe?", Which(migraine, AskedRelation("causes", ("CAUSES",)), (), False))


@pytest.mark.parametrize(
    ("question", "named", "parts"),
    [
        ("Is zinc good for colds and pneumonia?", ("zinc", "colds", "pneumonia"), ("colds", "pneumonia")),
        ("Does ginkgo prevent both dementia and stroke", ("ginkgo", "dementia", "stroke"), ("dementia", "stroke")),
        ("Why does A interact with B1, B2 and B3?", ("A", "B1", "B2", "B3"), ("B1", "B2", "B3")),
        ("Does ginger help nausea and vomiting or gout?", ("ginger", "nausea and vomiting", "gout"),
         ("nausea and vomiting", "gout")),
    ],
)  # fmt: skip
def test_a_row_at_the_end_is_asked_about_one_by_one(
    question: str, named: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    found = parts_of_row(question, named, taken=[n for n in named if n.startswith("B")])
    assert [part.rpartition(" ")[2].rstrip("?") for part in found] == [part.rpartition(" ")[2] for part in parts]


@pytest.mark.parametrize(
    "question",
    [
        "Can I take A with B1 and B2?",  # each may clash with each
        "What is the difference between A and B1?",
        "Is A better than B1 and B2?",
        "Is A linked to gout and also good for me?",
        "Does A help with gout?",
        "Do A and B1 help with gout and colds?",
    ],
)
def test_what_stands_together_stays_so(question: str) -> None:
    assert parts_of_row(question, ("A", "B1", "B2", "gout", "colds"), taken=("A", "B1", "B2")) == ()
