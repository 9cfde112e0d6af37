"""The embedder that needs no network: WordLlama, whose weights ship in its wheel.

https://github.com/dleemiller/WordLlama (MIT). Versions 0.4 and 0.2.2 lay their files out alike but load them
differently; both are given the package's own folder and may not download.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.embedding import unit_vectors
from kgcore.errors import ConfigError

_CONFIG = "l2_supercat"
_DIMENSIONS = 256
_LONGEST = 1000  # characters of a text that are read
_FEW = 64  # texts embedded on the spot: quicker than a detour through a thread
_BATCH = 256


class WordLlamaEmbedder:
    """Averages of word-piece vectors, 256 dimensions; the model is loaded at the first use (0.3 s)."""

    def __init__(self) -> None:
        self._model: Any = None

    @property
    def name(self) -> str:
        """The model's name."""
        return f"wordllama/{_CONFIG}_{_DIMENSIONS}"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text, shape (len(texts), 256); raises ConfigError where it is not installed."""
        if len(texts) > _FEW or self._model is None:
            return await asyncio.to_thread(self._embed, texts)
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self._model is None:
            self._model = _load()
        if len(texts) <= _FEW:
            return unit_vectors([self._mean(text[:_LONGEST] or " ") for text in texts] or np.zeros((0, _DIMENSIONS)))
        # Texts of like length share a batch: a batch is padded to its longest.
        cut = [text[:_LONGEST] or " " for text in texts]
        order = sorted(range(len(cut)), key=lambda i: len(cut[i]))
        found = np.zeros((len(cut), _DIMENSIONS), np.float32)
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            found[some] = self._model.embed([cut[i] for i in some])
        return unit_vectors(found)

    def _mean(self, text: str) -> NDArray[np.float32]:
        """Do what its `embed` does for one text, without waking a pool of threads: 20 ms less on a busy machine."""
        ids = self._model.tokenizer.encode(text, add_special_tokens=False).ids
        pieces = self._model.embedding[np.clip(ids, 0, len(self._model.embedding) - 1)] if ids else []
        return np.mean(pieces, axis=0, dtype=np.float32) if ids else np.zeros(_DIMENSIONS, np.float32)


def _load() -> Any:
    spec = find_spec("wordllama")
    if spec is None or spec.origin is None:
        raise ConfigError("WordLlama is not installed.", hint="Run make install, or choose another embedder.")
    level = logging.getLogger().level
    handlers = list(logging.getLogger().handlers)
    try:
        from wordllama import WordLlama

        return _loaded(WordLlama, Path(spec.origin).parent)
    except (ImportError, OSError, ValueError, KeyError) as exc:
        raise ConfigError("WordLlama cannot be loaded from its own package.", hint="Run make install again.") from exc
    finally:
        # It calls logging.basicConfig when imported, which is not its business.
        logging.getLogger().setLevel(level)
        logging.getLogger().handlers[:] = handlers


def _loaded(model: Any, package: Path) -> Any:
    """Load the packaged weights; 0.2.2 takes no cache for its tokenizer, so its own idea of one is replaced."""
    if hasattr(model, "resolve_file"):
        return model.load(_CONFIG, cache_dir=package, dim=_DIMENSIONS, disable_download=True)

    class Packaged(model):  # type: ignore[misc]
        @staticmethod
        def get_cache_dir(is_tokenizer_config: bool = False) -> Path:
            return package / ("tokenizers" if is_tokenizer_config else "weights")

    return Packaged.load(_CONFIG, dim=_DIMENSIONS, disable_download=True)
