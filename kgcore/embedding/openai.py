"""Embeddings from any OpenAI-compatible endpoint (text-embedding-3-small, or what Ollama, vLLM, llama.cpp serve)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import openai
from numpy.typing import NDArray

from kgcore.embedding import unit_vectors
from kgcore.errors import ConfigError, ModelBusy, ModelInterrupted, ModelRefused
from kgcore.llm.bounded import HEADERS, bound_request, bound_response

_BATCH = 512  # texts a request; the API takes at most 2,048 and 300,000 tokens (platform.openai.com/docs/api-reference)
_LONGEST = 1000  # characters of a text that are sent
_ANSWER = 64 * 1024 * 1024  # bytes that are read of an answer: 512 vectors of 3,072 numbers take 35 MB


class OpenAIEmbedder:
    """One client, made when it is constructed; nothing is sent before the first `embed`."""

    def __init__(
        self,
        *,
        api_key: str,
        model: str = "text-embedding-3-small",
        base_url: str | None = None,
        timeout: float = 30.0,
        retries: int = 4,
    ) -> None:
        if not api_key and base_url is None:
            raise ConfigError("The OpenAI embedder needs a key.", hint="Set OPENAI_API_KEY, or OPENAI_BASE_URL.")
        self._model = model
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            timeout=timeout,
            max_retries=retries,
            # A redirect would carry names and questions to a host that nobody has configured.
            http_client=openai.DefaultAsyncHttpxClient(
                follow_redirects=False,
                timeout=timeout,
                headers=HEADERS,
                event_hooks={
                    "request": [bound_request],
                    "response": [partial(bound_response, event=_ANSWER, answer=_ANSWER)],
                },
            ),
        )

    @property
    def name(self) -> str:
        """The model's name."""
        return f"openai/{self._model}"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text; raises ModelRefused, ModelBusy or ModelInterrupted."""
        found = [await self._batch(texts[i : i + _BATCH]) for i in range(0, len(texts), _BATCH)]
        return np.concatenate(found) if found else np.zeros((0, 0), np.float32)

    async def close(self) -> None:
        """Close the client's connections."""
        await self._client.close()

    async def _batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        cut = [text[:_LONGEST].replace("\x00", " ") or " " for text in texts]
        try:
            answer = await self._client.embeddings.create(model=self._model, input=cut, encoding_format="float")
        except (openai.RateLimitError, openai.InternalServerError) as exc:
            raise ModelBusy("The embedding service is busy.", hint="Try again later.") from exc
        except openai.APIConnectionError as exc:  # time-outs too
            raise ModelInterrupted("The embedding service did not answer.", hint="Check OPENAI_BASE_URL.") from exc
        except openai.APIStatusError as exc:
            if 300 <= exc.status_code < 400:
                hint = "Set OPENAI_BASE_URL to the address that answers itself; no redirect is followed."
                raise ModelRefused("The embedding service redirects to another address.", hint=hint) from None
            raise ModelRefused(
                f"The embedding service refused the request ({exc.status_code}).",
                hint="Check the key, and that the service has this model.",
            ) from exc
        except (openai.OpenAIError, ValueError) as exc:
            raise ModelRefused("The embedding service answered nonsense.") from exc
        return self._vectors(answer, len(texts))

    def _vectors(self, answer: object, wanted: int) -> NDArray[np.float32]:
        try:
            rows = sorted(getattr(answer, "data", None) or (), key=lambda row: row.index)
            vectors = unit_vectors([row.embedding for row in rows])
        except (AttributeError, TypeError, ValueError) as exc:
            raise ModelRefused("The embedding service answered nonsense.") from exc
        if vectors.ndim != 2 or len(vectors) != wanted:
            raise ModelRefused(f"The embedding service sent {len(vectors)} vectors for {wanted} texts.")
        return vectors
