"""The environment (or a .env file in the working folder) → Settings. Nothing else reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from kgcore.errors import ConfigError


class Settings(BaseModel):
    """Everything that can be configured; each field's alias is its name in the environment."""

    model_config = ConfigDict(frozen=True)

    host: str = Field(
        "127.0.0.1", alias="EVIGRAPH_HOST", description="Address to listen on (loopback only, unless you say so)"
    )
    port: int = Field(8700, alias="EVIGRAPH_PORT", ge=1, le=65535, description="Port of the page and of webhooks")
    data: Path = Field(
        Path("evigraph-data"),
        alias="EVIGRAPH_DATA",
        description="Folder for threads, inbox, imported graphs and caches",
    )
    kg: Path | None = Field(
        None, alias="EVIGRAPH_KG", description="Graph folder: imported, or TSV files (empty: the starter graph)"
    )
    embedder: str = Field(
        "wordllama",
        alias="EVIGRAPH_EMBEDDER",
        pattern=r"^(wordllama|none|openai(:.+)?|fastembed(:.+)?)$",
        description="Model for matching by meaning: wordllama, openai[:MODEL], fastembed[:MODEL] or none",
    )
    log: str = Field(
        "info",
        alias="EVIGRAPH_LOG",
        pattern=r"^(debug|info|warning|error)$",
        description="How much to log: debug, info, warning or error",
    )
    openai_api_key: SecretStr | None = Field(
        None, alias="OPENAI_API_KEY", description="Key of the language model (empty: answer from the graph alone)"
    )
    openai_base_url: str = Field(
        "https://api.openai.com/v1",
        alias="OPENAI_BASE_URL",
        pattern=r"^https?://\S+$",
        description="Any OpenAI-compatible server: Ollama, vLLM, llama.cpp …",
    )
    openai_models: tuple[str, ...] = Field(
        ("gpt-4o-mini",),
        alias="OPENAI_MODEL",
        min_length=1,
        description="One model, or several separated by commas: the first is the default",
    )
    model_timeout: float = Field(
        60.0, alias="EVIGRAPH_MODEL_TIMEOUT", gt=0, le=600, description="Seconds to wait for the model's next words"
    )
    model_tokens: int = Field(
        4000, alias="EVIGRAPH_MODEL_TOKENS", ge=100, le=200_000, description="Most tokens that one turn may write"
    )

    @field_validator("openai_models", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("host")
    @classmethod
    def _no_scheme(cls, value: str) -> str:
        if "/" in value or not value.strip():
            raise ValueError("an address such as 127.0.0.1, without http:// and path")
        return value.strip()

    @property
    def model_configured(self) -> bool:
        """Whether a language model can be asked: a key, or a server of one's own that may need none."""
        own_server = self.openai_base_url != type(self).model_fields["openai_base_url"].default
        return self.openai_api_key is not None or own_server


def names() -> dict[str, tuple[str, str]]:
    """Return every variable's name with its default and its line of words, in order."""
    return {
        field.alias or name: (_shown(field.default), field.description or "")
        for name, field in Settings.model_fields.items()
    }


def _shown(default: Any) -> str:
    if default is None:
        return ""
    return ",".join(default) if isinstance(default, tuple) else str(default)


def load(environment: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Settings:
    """Read the settings; raises ConfigError naming every variable that is unknown or wrong, and why."""
    environment = os.environ if environment is None else environment
    given = {**_dotenv(dotenv), **environment}
    unknown = sorted(n for n in given if n.upper().startswith("EVIGRAPH_") and n not in names())
    if unknown:
        raise ConfigError(
            f"Unknown setting {', '.join(unknown)}.",
            mend=f"Known are {', '.join(n for n in names() if n.startswith('EVIGRAPH_'))}.",
        )
    values = {n: v for n, v in given.items() if n in names() and v.strip()}
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise ConfigError("\n".join(_complaint(e) for e in error.errors())) from None


def _dotenv(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}.", mend="Save it as UTF-8 text.") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#") and "=" not in line:
            raise ConfigError(f"{path}:{number}: no '=' in this line.", mend="Write NAME=value, or # before a comment.")
    return {name: value or "" for name, value in dotenv_values(path, interpolate=False).items()}


def _complaint(error: Any) -> str:
    name = str(error["loc"][0])
    meant = names().get(name, ("", ""))[1]
    value = "" if name.endswith(("KEY", "SECRET", "TOKEN")) else f" (it is {str(error['input'])[:80]!r})"
    return f"{name}: {error['msg']}{value}. {meant}."
