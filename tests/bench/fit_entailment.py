"""Fits the transformer that reads what a passage asserts: `python -m tests.bench.fit_entailment FOLDER` (20 minutes).

What FOLDER has, and what it needs besides, tells `tests/bench/fitting.py`; what it is fitted to,
`tests/bench/entailment_sentences.py`. Writes `kgcore/annotation/entailment_weights/`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import kgcore.annotation
from kgcore.annotation.entailment import LABELS, LONGEST, OBJECT, SUBJECT, question_ids
from kgcore.english.transformer import Pieces
from tests.bench.entailment_sentences import examples
from tests.bench.fitting import SEED, Parameters, fitted, given, linear, states, store, words_of

EPOCHS = 3
BESIDE = 16  # word pieces besides those of the passage
NEVER = -1e9  # what a label that an example cannot have weighs


def main() -> None:
    """Fit and write."""
    source = Path(sys.argv[1])
    parameters, given_pieces = given(source, LONGEST + BESIDE, 3, len(LABELS))
    width = given_pieces.shape[1]
    parameters["marks"] = jnp.array(np.random.default_rng(SEED).normal(0, 0.04, (2, width)).astype(np.float32))
    words, vectors = words_of(source, LONGEST), jnp.array(given_pieces)
    pieces = Pieces(words, np.zeros((1, 1), np.int8), np.zeros((1, 1), np.float32))
    some = examples()
    ids = [question_ids(one.question, pieces) for one in some]
    allowed = np.array([[label in one.labels for label in LABELS] for one in some])
    worth = np.array([one.worth for one in some], np.float32)

    def loss(parameters: Parameters, at: Any, mask: Any, allowed: Any, counts: Any, key: Any) -> Any:
        marked = vectors[at]
        for number, mark in enumerate((SUBJECT, OBJECT)):
            marked = jnp.where((at == mark)[..., None], parameters["marks"][number], marked)
        x, dropped = states(parameters, marked, mask, key)
        means = [
            (x * own[..., None]).sum(1) / own.sum(1, keepdims=True)
            for own in (mask, (at == SUBJECT) * mask, (at == OBJECT) * mask)
        ]
        told = jax.nn.log_softmax(linear(parameters, dropped(jnp.concatenate(means, -1)), "told"))
        return (-counts * jax.nn.logsumexp(jnp.where(allowed, told, NEVER), -1)).mean()

    parameters = fitted(parameters, ids, (allowed, worth), EPOCHS, loss)
    store(Path(kgcore.annotation.__path__[0]) / "entailment_weights", parameters, given_pieces, words)


if __name__ == "__main__":
    main()
