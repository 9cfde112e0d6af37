"""What a transformer hears a question ask of the thing that it names."""

import pytest

from kgcore.english.sentences import Stretch
from kgcore.english.transformer import load_pieces
from kgcore.question.asked import ASKED, LONGEST, THING, asked_ids, heard


def place_of(thing: str, question: str) -> Stretch:
    start = question.index(thing)
    return Stretch(start, start + len(thing))


@pytest.mark.parametrize(
    ("question", "thing", "label"),
    [
        ("What on earth drives quinoxol levels through the roof?", "quinoxol", "raises/s"),
        ("Which of my pills might have given me zorbitis?", "zorbitis", "causes/s"),
        ("My aunt swears by something for zorbitis, what gets rid of it?", "zorbitis", "treats/s"),
        ("Which pills mustn't I have on top of quinoxol?", "quinoxol", "interacts"),
        ("What trouble am I in for with quinoxol?", "quinoxol", "causes/o"),
        ("Who is likelier to end up with zorbitis, and what of?", "zorbitis", "risk/s"),
    ],
)
def test_the_relation_is_heard_whatever_the_thing_is(question: str, thing: str, label: str) -> None:
    wording, likely = heard(question, place_of(thing, question))
    assert wording == ASKED[label]
    assert likely > 0.5


@pytest.mark.parametrize(
    "question", ["How do you spell quinoxol?", "How many milligrams of quinoxol a day?", "What does quinoxol cost?"]
)
def test_what_no_relation_answers_is_no_relation(question: str) -> None:
    assert heard(question, place_of("quinoxol", question))[0] == ""


def test_of_a_long_question_what_stands_around_the_thing_is_read() -> None:
    question = "I went for a walk and thought. " * 40 + "What eases zorbitis? " + "The dog came along. " * 40
    ids = asked_ids(question, place_of("zorbitis", question), load_pieces())
    assert THING in ids
    assert len(ids) <= LONGEST + 3
