"""Statements of which a text asks whether they are true."""

from __future__ import annotations

import pytest

from kgcore.reasoning.statements import StatementQuestion, read_statement


@pytest.mark.parametrize(
    "asked",
    [
        "I heard zinc treats colds, true?",
        "I've read that zinc treats colds. Is that true?",
        "Hi, my neighbour told me that zinc treats colds - true or false?",
        "People say zinc treats colds. True?",
        "zinc treats colds, right or wrong?",
    ],
)
def test_who_said_it_is_no_part_of_the_statement(asked: str) -> None:
    assert read_statement(asked) == StatementQuestion("zinc treats colds")
