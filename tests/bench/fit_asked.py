"""Fits the transformer that hears which relation a question asks of: `python -m tests.bench.fit_asked FOLDER`.

What FOLDER has, and what it needs besides, tells `tests/bench/fitting.py`. It is fitted to the questions of
tests/bench/answers/relations_asked_dev.tsv (label, side, question with its thing in braces), a row each by writers who
saw no code, to the stems of examiners, and to sentences that assert something, with "which one" in the place of the
name that is not marked. Writes `kgcore/question/asked_weights/`; a quarter of an hour on two cores.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import kgcore.question
from kgcore.english.sentences import Stretch
from kgcore.english.transformer import Pieces
from kgcore.question.asked import ASKED, LONGEST, THING, asked_ids
from tests.bench.fitting import SEED, Parameters, fitted, given, linear, states, store, words_of

BENCH = Path(__file__).parent
EPOCHS, AVERAGED = 3, 0.8
TIMES = 3  # how often questions come for each time that sentences do
SMOOTHED = 0.05  # share of the gold that all labels have
_NO_SIDE = frozenset({"interacts", "linked", "about", "none"})
# The starter graph's predicates, and the labels for them.
_LABELS = {
    "TREATS": "treats", "PREVENTS": "prevents", "CAUSES": "causes", "PREDISPOSES": "risk", "INHIBITS": "lowers",
    "DISRUPTS": "lowers", "STIMULATES": "raises", "AUGMENTS": "raises", "INTERACTS_WITH": "interacts",
    "CONTAINS": "contains", "ISA": "isa", "PRODUCES": "makes", "ASSOCIATED_WITH": "linked", "COEXISTS_WITH": "linked",
}  # fmt: skip
_NAME = re.compile(r"\{([SO]):([^}]*)\}")
_LONGEST_SENTENCE = 260  # characters

Row = tuple[str, str]  # label, question with its thing in braces


def questions(half: str) -> list[Row]:
    """Return the rows of `dev` or `held`."""
    return list(_labelled(BENCH / "answers" / f"relations_asked_{half}.tsv"))


def _labelled(path: Path) -> Iterator[Row]:
    for label, side, text in _cells(path, 3):
        yield (label if side == "-" else f"{label}/{side}"), text


def _stems() -> Iterator[Row]:
    for predicate, side, text in _cells(BENCH / "exams" / "stems.tsv", 3):
        if text.count("{X}") == 1 and predicate in _LABELS:
            yield _label(predicate, side), text


def _asserted() -> Iterator[Row]:
    """Yield sentences, in turn with the one name asked for and with the other."""
    for n, (said, predicate, text) in enumerate(_cells(BENCH / "truth" / "assertions_dev.tsv", 3)):
        if said == "yes" and predicate in _LABELS and len(text) <= _LONGEST_SENTENCE:
            side = "SO"[n % 2]
            names = ["which one" if name[1] == side else f"{{{name[2]}}}" for name in _NAME.finditer(text)]
            yield _label(predicate, side.lower()), _NAME.sub("%s", text.replace("%", "%%")) % tuple(names)


def _label(predicate: str, side: str) -> str:
    label = _LABELS[predicate]
    return label if label in _NO_SIDE else f"{label}/{side}"


def _cells(path: Path, width: int) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if not line.startswith("#") and len(cells) >= width and "{" in cells[2]:
            yield cells[:width]


def ids_of(text: str, pieces: Pieces) -> list[int]:
    """Return the word pieces of a question whose thing stands in braces."""
    start, end = text.index("{"), text.index("}")
    return asked_ids(text[:start] + text[start + 1 : end] + text[end + 1 :], Stretch(start, end - 1), pieces)


def main() -> None:
    """Fit and write."""
    source, labels = Path(sys.argv[1]), list(ASKED)
    parameters, given_pieces = given(source, LONGEST + 3, 2, len(labels))
    width = given_pieces.shape[1]
    parameters["marks"] = jnp.array(np.random.default_rng(SEED).normal(0, 0.04, (1, width)).astype(np.float32))
    words, vectors = words_of(source, LONGEST), jnp.array(given_pieces)
    pieces = Pieces(words, np.zeros((1, 1), np.int8), np.zeros((1, 1), np.float32))
    rows = [*questions("dev"), *_stems()] * TIMES + list(_asserted())
    gold = np.array([labels.index(label) for label, _ in rows])

    def loss(parameters: Parameters, at: Any, mask: Any, gold: Any, key: Any) -> Any:
        marked = jnp.where((at == THING)[..., None], parameters["marks"][0], vectors[at])
        x, dropped = states(parameters, marked, mask, key)
        means = [(x * own[..., None]).sum(1) / own.sum(1, keepdims=True) for own in (mask, (at == THING) * mask)]
        told = jax.nn.log_softmax(linear(parameters, dropped(jnp.concatenate(means, -1)), "told"))
        wanted = (1 - SMOOTHED) * jax.nn.one_hot(gold, len(labels)) + SMOOTHED / len(labels)
        return -(wanted * told).sum(-1).mean()

    ids = [ids_of(text, pieces) for _, text in rows]
    parameters = fitted(parameters, ids, (gold,), EPOCHS, loss, averaged=AVERAGED)
    store(Path(kgcore.question.__path__[0]) / "asked_weights", parameters, given_pieces, words)


if __name__ == "__main__":
    main()
