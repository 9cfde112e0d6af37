"""Question files of `evigraph evaluate`: what is read, and the word that is said of those that cannot be used."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from bot.evaluating import read_questions
from kgcore.errors import InputError


def file_of(*rows: object) -> io.BytesIO:
    return io.BytesIO("\n".join(json.dumps(row) for row in rows).encode())


def test_answers_are_words_or_labels_whatever_their_case() -> None:
    asked = read_questions(
        file_of(
            *({"id": n, "text": "q", "answer": answer} for n, answer in enumerate(("True", "b", "iii", "undecided")))
        )
    )
    assert [a.expected for a in asked] == ["true", "B", "III", "undecided"]


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        (({"id": "q1", "text": "Is it?", "answr": "true"},), "line 1"),
        (({"id": "q1", "text": "Is it?", "answr": "true"},), "answr"),
        (({"id": "q1", "text": "Is it?", "answer": "true"}, {"id": "q2", "answer": "true"}), "line 2"),
        (({"id": "q1", "text": "Is it?", "gold": 7},), '"gold" must be'),
        ((), "There are no questions"),
    ],
)
def test_wrong_columns_are_named_with_their_line(rows: tuple[object, ...], word: str) -> None:
    with pytest.raises(InputError) as raised:
        read_questions(file_of(*rows))
    assert word in str(raised.value)


def test_what_is_no_json_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text("id,text,answer\n1,Is it?,true\n", encoding="utf-8")
    with path.open("rb") as file, pytest.raises(InputError) as raised:
        read_questions(file)
    assert "line 1" in str(raised.value)
    assert "mine.jsonl" in str(raised.value)
