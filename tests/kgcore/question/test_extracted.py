from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.question.extracted import MOST, mentions_in
from kgcore.values.model import Mention

BOTH = (Mention("ginger", "DietarySupplement"), Mention("nausea", None))


@pytest.mark.parametrize(
    "answer",
    [
        "ginger|DietarySupplement\nnausea|",
        "- ginger|DietarySupplement\n- nausea",
        '{"entities": [{"mention": "ginger", "type": "DietarySupplement"}, {"mention": "nausea", "type": ""}]}',
        '```json\n[{"name": "ginger", "category": "DietarySupplement"}, "nausea"]\n```',
    ],
)
def test_entities_are_read_from_json_and_from_lines(answer: str) -> None:
    assert mentions_in(answer) == BOTH


@pytest.mark.parametrize("answer", ["", "{", '{"entities": 3}', "[1, null, {}]", '{"a": [{"mention": 4}]}', "[" * 5000])
def test_nonsense_names_nothing(answer: str) -> None:
    assert mentions_in(answer) == ()


@given(st.text(max_size=300))
def test_any_answer_can_be_read(answer: str) -> None:
    assert len(mentions_in(answer)) <= MOST


def test_half_characters_that_a_model_writes_are_replaced() -> None:
    (found,) = mentions_in('[{"name": "zinc \\ud800", "type": "Drug"}]')
    assert found.text == "zinc \ufffd"
