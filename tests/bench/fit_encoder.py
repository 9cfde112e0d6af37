"""Fits the transformer that hears people in danger: `python -m tests.bench.fit_encoder FOLDER` (a quarter of an hour).

What FOLDER has, and what it needs besides, tells `tests/bench/fitting.py`. It reads the half of the sentences that is
for tuning, some of them also misspelt, and what is put together from fields; never the other half. Writes
`kgcore/question/encoder/`.
"""

from __future__ import annotations

import csv
import json
import random
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import optax

import kgcore.graph
import kgcore.question
from kgcore.question.danger import plain_text
from kgcore.question.encoder import KINDS, LONGEST
from tests.bench.bench_answers import SETS, sentences
from tests.bench.danger_sentences import small_talk, told_a_doctor, written_out
from tests.bench.fitting import SEED, Parameters, fitted, given, linear, states, store, words_of

EPOCHS = 2
OF_WRITTEN, WRITTEN = 6_000, 0.35  # sentences that are put together, and what one counts beside one that somebody wrote
JOINED, SHORT = 1_200, 160  # messages that have another beside them, and letters of one such
TELLING = 4  # words of a sentence that is read alone
AVERAGED = 0.8  # part of the steps after which what stands is averaged
SLIPPED, LOOSE, LOWER = 0.12, 0.3, 0.5  # of words of four letters or more, and of texts without apostrophes or capitals
EXAMS = sorted((SETS.parent / "exams").glob("*_seen.jsonl"))
TRUTH = sorted((SETS.parent / "truth").glob("*_dev.jsonl"))
_ANNOTATED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_SOMEBODY = re.compile(
    r"\b(?:i|my|me|we|our|he|his|she|her|mrs?|ms|m[ae]n|wom[ae]n|patient|child|\w+[ -]old)\b", re.IGNORECASE
)

Example = tuple[str, str, float]  # danger or "-", text, what it counts


def main() -> None:
    """Fit and write."""
    source = Path(sys.argv[1])
    parameters, pieces = given(source, LONGEST, 1, 1 + len(KINDS))
    words, some, vectors = words_of(source, LONGEST), examples(), jnp.array(pieces)
    kinds = np.array([["-", *KINDS].index(danger) for danger, _, _ in some])
    worth = np.array([one for *_, one in some], np.float32)

    def loss(parameters: Parameters, at: Any, mask: Any, kind: Any, counts: Any, key: Any) -> Any:
        x, dropped = states(parameters, vectors[at], mask, key)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        told = linear(parameters, dropped(mean), "told")
        return (counts * optax.softmax_cross_entropy_with_integer_labels(told, kind)).mean()

    ids = [words.encode(text).ids for _, text, _ in some]
    parameters = fitted(parameters, ids, (kinds, worth), EPOCHS, loss, averaged=AVERAGED)
    store(Path(kgcore.question.__path__[0]) / "encoder", parameters, pieces, words)


def plain_questions() -> list[tuple[str, str]]:
    """Return what people ask of remedies and ills without any danger: the questions of `fit_asked`."""
    rows = (SETS / "relations_asked_dev.tsv").read_text(encoding="utf-8").splitlines()
    cells = (row.split("\t") for row in rows if not row.startswith("#"))
    return [("-", text.replace("{", "").replace("}", "")) for *_, text in cells]


def examples() -> list[Example]:
    """Return what it is fitted to: each sentence of the half for tuning, and plain questions, half of them once more
    with slips (all that are marked `near`), messages in a row, and some of those that are put together.
    """
    chance = random.Random(SEED)  # noqa: S311  (the same examples every time)
    own, near, written = [*sentences("dev"), *plain_questions()], sentences("dev", "near"), written_out()
    again = [*chance.sample(own, len(own) // 2), *near]
    slipped = [(danger, _slipped(text, chance)) for danger, text in again]
    idle = [("-", one) for one in small_talk()]
    some = [*chance.sample(written, OF_WRITTEN), *told_a_doctor(), *plain_prose(), *_alone(near)]
    return [
        (str(danger), plain_text(text), worth)
        for worth, told in ((1.0, [*own, *near, *slipped, *idle, *_joined([*own, *near], chance)]), (WRITTEN, some))
        for danger, text in told
    ]


def _joined(told: Sequence[tuple[str, str]], chance: random.Random) -> list[tuple[str, str]]:
    """Return messages with a plain one before or behind: what is in danger stays so, and what is in none."""
    short = [one for one in told if len(one[1]) <= SHORT]
    plain = [text for danger, text in short if danger == "-"]
    rows = []
    for danger, text in chance.sample(short, JOINED):
        both = [text, chance.choice(plain)]
        chance.shuffle(both)
        rows.append((danger, ". ".join(both)))
    return rows


def _alone(told: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the sentences of plain messages: each is read alone, too, and must not alarm."""
    parts = [part for danger, text in told if danger == "-" for part in _SENTENCE.split(text)]
    return [("-", part) for part in dict.fromkeys(parts) if len(part.split()) >= TELLING]


def plain_prose() -> list[tuple[str, str]]:
    """Return names of things, titles of papers, sentences of answers to health questions and questions of exams: nobody
    in them is in danger.
    """
    names = [name for row in _starter("nodes") for name in (row["name"], *row["synonym"].split("|"))]
    answers = [json.loads(line)["text"] for path in TRUTH for line in path.read_text(encoding="utf-8").splitlines()]
    told = [one.strip() for text in answers for one in _SENTENCE.split(_ANNOTATED.sub(r"\1", text))]
    some = [*names, *(row["title"] for row in _starter("papers")), *told, *_exam_questions()]
    return [("-", one) for one in dict.fromkeys(some) if one]


def _exam_questions() -> list[str]:
    """Return what exams ask without a story of somebody: in a story, somebody may well be in danger."""
    texts = [json.loads(line)["text"] for path in EXAMS for line in path.read_text(encoding="utf-8").splitlines()]
    return [text for text in texts if not _SOMEBODY.search(text)]


def _starter(table: str) -> list[dict[str, str]]:
    with (Path(kgcore.graph.__path__[0]) / "starter" / f"{table}.tsv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def _slipped(text: str, chance: random.Random) -> str:
    """Return a text as somebody types it in haste."""
    if chance.random() < LOOSE:
        text = text.replace("'", "").replace("’", "")
    said = " ".join(
        _mistyped(word, chance) if len(word) > 3 and chance.random() < SLIPPED else word for word in text.split()
    )
    return said.lower() if chance.random() < LOWER else said


def _mistyped(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    before, one, other, behind = word[:at], word[at], word[at + 1], word[at + 2 :]
    return before + chance.choice([other, one + one + other, other + one, chance.choice("aeioustnr") + other]) + behind


if __name__ == "__main__":
    main()
