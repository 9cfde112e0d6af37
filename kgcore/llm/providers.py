"""The registry of model providers, by what stands before the colon of a model's name. Libraries load when opened.

To add a provider, write a function from a model's name to a `ModelClient`, and its row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kgcore.ports import ModelClient

DEFAULT: Final = "openai"  # a name without a provider's prefix is a model of this one
DEFAULT_URL: Final = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class ModelAccess:
    """How models are reached. `timeout` is in seconds; `tokens` is what one request may write."""

    key: str = field(default="", repr=False)
    url: str = DEFAULT_URL
    timeout: float = 60.0
    tokens: int = 4000


@dataclass(frozen=True, slots=True)
class Provider:
    """`open` takes the model's name without the prefix; `configured` says whether a model can be asked at all.

    `open` sends nothing, and raises ConfigError.
    """

    open: Callable[[str, ModelAccess], ModelClient]
    configured: Callable[[ModelAccess], bool]


def _openai(model: str, access: ModelAccess) -> ModelClient:
    from kgcore.llm.openai import OpenAIModel

    return OpenAIModel(access.key, access.url, model, timeout=access.timeout, max_tokens=access.tokens)


def _has_key_or_server(access: ModelAccess) -> bool:
    """A key, or a server of one's own that may need none."""
    return bool(access.key) or access.url != DEFAULT_URL


def _scripted(line: str, access: ModelAccess) -> ModelClient:
    """A model that answers everything with the same line: for demonstrations without a model."""
    from kgcore.llm.scripted import ScriptedModel
    from kgcore.values.tasks import Task

    return ScriptedModel({task: [line] for task in Task}, name=f"scripted:{line}")


PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider(_openai, _has_key_or_server),
    "scripted": Provider(_scripted, lambda access: True),
}


def split_name(name: str) -> tuple[Provider, str]:
    """Return a model's provider and the name that it has there.

    Only a provider's prefix is taken off: "llama3.2:3b" is a model's name, "openai:gpt-4o" is gpt-4o of openai.
    """
    prefix, _, rest = name.partition(":")
    return (PROVIDERS[prefix], rest) if prefix in PROVIDERS and rest else (PROVIDERS[DEFAULT], name)


def open_models(names: tuple[str, ...], access: ModelAccess) -> dict[str, ModelClient]:
    """Return the models that can be asked, by name as configured, in order. Raises ConfigError."""
    found = ((name, *split_name(name)) for name in names)
    return {name: provider.open(model, access) for name, provider, model in found if provider.configured(access)}
