"""Embeddings from FastEmbed (ONNX models on this machine); an extra that not every machine can install."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.embedding import unit_vectors
from kgcore.errors import ConfigError, ModelInterrupted, ModelRefused

_LONGEST = 1000  # characters of a text that are read


class FastEmbedEmbedder:
    """The model is loaded (and at first fetched) at the first use, in a thread."""

    def __init__(self, model: str = "BAAI/bge-small-en-v1.5") -> None:
        self._model_name = model
        self._model: Any = None
        self._lock = asyncio.Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return f"fastembed/{self._model_name}"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text; raises ConfigError, ModelRefused or ModelInterrupted."""
        async with self._lock:
            return await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self._model is None:
            self._model = self._load()
        rows = list(self._model.embed([text[:_LONGEST] or " " for text in texts]))
        return unit_vectors(np.stack(rows)) if rows else np.zeros((0, 0), np.float32)

    def _load(self) -> Any:
        try:
            from fastembed import TextEmbedding
        except ImportError as exc:
            raise ConfigError(
                "The fastembed embedder is not installed.", hint="Run: pip install evigraph[fastembed]"
            ) from exc
        try:
            return TextEmbedding(self._model_name)
        except ValueError as exc:
            raise ModelRefused(f"FastEmbed has no model {self._model_name}.") from exc
        except OSError as exc:
            raise ModelInterrupted(f"The model {self._model_name} could not be fetched.") from exc
