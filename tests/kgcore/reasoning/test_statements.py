"""Statements of which a text asks whether they are true."""

from __future__ import annotations

import pytest

from kgcore.reasoning.choices import read_exam
from kgcore.reasoning.statements import StatementQuestion, read_statement


@pytest.mark.parametrize(
    "asked",
    [
        "I heard zinc treats colds, true?",
        "I've read that zinc treats colds. Is that true?",
        "Hi, my neighbour told me that zinc treats colds - true or false?",
        "People say zinc treats colds. True?",
        "zinc treats colds, right or wrong?",
        *(
            f"{lead} zinc treats colds{tail}"
            for lead in (
                "I've been told",
                "I have been told that",
                "I keep hearing that",
                "I hear",
                "I heard on the radio that",
                "Rumour has it that",
                "Friends tell me",
                "My doctor claims",
            )
            for tail in ("; true or myth?", ". Fact or fiction?", " - is that so?")
        ),
    ],
)
def test_who_said_it_is_no_part_of_the_statement(asked: str) -> None:
    assert read_statement(asked) == StatementQuestion("zinc treats colds")


@pytest.mark.parametrize(
    "asked",
    [
        "zinc treats colds. ☐ True ☐ False",
        "Circle the correct answer.   T    F    zinc treats colds.",
        "Pharmacology quiz, Q7 – zinc treats colds (T) (F)",
        "Fact check pls: zinc treats colds",
        "Can you confirm or refute: zinc treats colds",
        "Decide: zinc treats colds. T/F",
        "True/False/Can't tell: zinc treats colds",
        'The statement "zinc treats colds" is: True / False',
        "True or false? zinc treats colds. Explain your answer.",
        "____ zinc treats colds (write T or F)",
        "True\nFalse\n\nzinc treats colds",
        "Please assess the accuracy of this statement: zinc treats colds",
        "Would it be correct to say that zinc treats colds?",
    ],
)
def test_whatever_surrounds_a_statement_is_no_part_of_it(asked: str) -> None:
    assert read_exam(asked) == StatementQuestion("zinc treats colds")


@pytest.mark.parametrize("asked", ["Is it a myth that zinc treats colds?", "zinc treats colds - is this wrong?"])
def test_who_asks_whether_it_is_wrong_is_told_so(asked: str) -> None:
    assert read_exam(asked) == StatementQuestion("zinc treats colds", denied=True)


@pytest.mark.parametrize(
    "asked",
    [
        "What is the right dose of zinc, or is it wrong to take it?",
        "Check interactions: warfarin, aspirin",
        "Question: does zinc treat colds?",
        "Can you explain how curcumin works?",
    ],
)
def test_other_questions_ask_for_no_truth(asked: str) -> None:
    assert read_exam(asked) is None


@pytest.mark.parametrize(
    "name", ["5-fluorouracil", "2-[[7-(3,4-dimethoxyphenyl)-5-imidazo]amino]-acid", "One-carbon metabolism", "4-AP"]
)
@pytest.mark.parametrize(
    "asked", ["{} lowers tau. True or false?", "Fact or myth? {} lowers tau.", "T/F: {} lowers tau"]
)
def test_a_number_that_begins_a_name_is_no_number_of_a_question(name: str, asked: str) -> None:
    assert read_exam(asked.format(name)) == StatementQuestion(f"{name} lowers tau")


@pytest.mark.parametrize(
    ("asked", "denied"),
    [
        ('Decide whether the statement is correct. "Zinc treats colds."', False),
        ("Evaluate the following sentence for correctness: zinc treats colds.", False),
        ('Assess this claim. "Zinc treats colds"', False),
        ("Determine whether this is true. Zinc treats colds.", False),
        ("Is the sentence below right?\nzinc treats colds", False),
        ("Say whether this is false. Zinc treats colds.", True),
    ],
)
def test_an_instruction_before_a_statement_is_no_part_of_it(asked: str, denied: bool) -> None:
    read = read_statement(asked)
    assert isinstance(read, StatementQuestion)
    assert (read.statement.casefold(), read.denied) == ("zinc treats colds", denied)


@pytest.mark.parametrize(
    "asked",
    [
        "Check my answer. Zinc is what I wrote",
        "State the reason for this. Zinc treats colds",
        "Is zinc good? I have it.",
    ],
)
def test_other_instructions_ask_for_no_truth(asked: str) -> None:
    assert read_statement(asked) is None
