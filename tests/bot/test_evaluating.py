"""Question files of `evigraph evaluate`: what is read, and the word that is said of those that cannot be used."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
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
        (({"id": "q1", "text": "Is it?", "answer": "true", "hidden": 7},), '"hidden" must be'),
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


QUESTIONS = (
    {"id": "q1", "text": "True or false? Magnesium treats migraine.", "answer": "true"},
    {"id": "q2", "text": "Which of these treats migraine? A) zinc B) magnesium C) garlic", "answer": "C"},
    {"id": "q3", "text": "True or false? Saffron prevents jet lag.", "answer": "undecided"},
)


def evaluated(folder: Path, *args: str) -> Result:
    environment = {"EVIGRAPH_DATA": str(folder / "data"), "EVIGRAPH_EMBEDDER": "none", "COLUMNS": "160"}
    return CliRunner(env=environment).invoke(main, ["evaluate", *args])


def test_a_file_is_scored_with_a_table_a_chart_and_json(tmp_path: Path) -> None:
    questions, chart = tmp_path / "mine.jsonl", tmp_path / "accuracy.svg"
    questions.write_bytes(file_of(*QUESTIONS).getvalue())
    told = evaluated(tmp_path, str(questions), "--chart", str(chart))
    assert told.exit_code == 0
    assert "graph alone" in told.output
    assert "true_false" in told.output
    assert "graph alone: choice (1)" in chart.read_text(encoding="utf-8")
    figures = json.loads(evaluated(tmp_path, str(questions), "--json").stdout)
    by_group = {s["group"]: s for s in figures["scores"]}
    assert (by_group["true_false"]["right"], by_group["choice"]["wrong"], by_group["undecidable"]["right"]) == (1, 1, 1)
    assert by_group["all"]["low"] <= by_group["all"]["right"] <= by_group["all"]["high"]


def test_a_set_that_is_made_is_scored_and_never_replaced_unasked(tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    assert evaluated(tmp_path, "make", "--count", "10", "--out", str(out)).exit_code == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 10
    assert all(row["hidden"] == [] or row["edges"] for row in rows)
    assert evaluated(tmp_path, "make", "--out", str(out)).exit_code
    assert evaluated(tmp_path, str(out), "--json").exit_code == 0
    assert ".png or .svg" in evaluated(tmp_path, str(out), "--chart", "chart.gif").output
