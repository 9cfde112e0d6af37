"""The registry of models for matching by meaning, by what stands before the colon. Libraries load when opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kgcore.errors import ConfigError

if TYPE_CHECKING:
    from kgcore.ports import Embedder


@dataclass(frozen=True, slots=True)
class EmbedderAccess:
    """How a server that embeds is reached."""

    key: str = field(default="", repr=False)
    url: str = "https://api.openai.com/v1"


def _openai(model: str, access: EmbedderAccess) -> Embedder:
    from kgcore.embedding.openai import OpenAIEmbedder

    return OpenAIEmbedder(api_key=access.key, model=model or "text-embedding-3-small", base_url=access.url)


def _fastembed(model: str, access: EmbedderAccess) -> Embedder:
    from kgcore.embedding.fastembed import FastEmbedEmbedder

    return FastEmbedEmbedder(model) if model else FastEmbedEmbedder()


def _wordllama(model: str, access: EmbedderAccess) -> Embedder:
    from kgcore.embedding.wordllama import WordLlamaEmbedder

    return WordLlamaEmbedder()


def _none(model: str, access: EmbedderAccess) -> None:
    return None


# `True`: a model's name may follow a colon.
EMBEDDERS: Mapping[str, tuple[Callable[[str, EmbedderAccess], Embedder | None], bool]] = {
    "wordllama": (_wordllama, False),
    "openai": (_openai, True),
    "fastembed": (_fastembed, True),
    "none": (_none, False),
}


def embedder_names() -> str:
    """Return what can be configured, as a list in words: "wordllama, openai[:MODEL] or none"."""
    *names, last = (f"{name}[:MODEL]" if named else name for name, (_, named) in EMBEDDERS.items())
    return f"{', '.join(names)} or {last}"


def is_embedder(name: str) -> bool:
    """Whether a name can be configured."""
    kind, colon, model = name.partition(":")
    return kind in EMBEDDERS and (not colon or (EMBEDDERS[kind][1] and bool(model)))


def open_embedder(name: str, access: EmbedderAccess) -> Embedder | None:
    """Return the model of a name such as "fastembed:MODEL", or None for "none". Raises ConfigError."""
    if not is_embedder(name):
        raise ConfigError(f"There is no embedder {name}.", hint=f"There are {embedder_names()}.")
    kind, _, model = name.partition(":")
    return EMBEDDERS[kind][0](model, access)
