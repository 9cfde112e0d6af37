"""The environment (or a .env file in the working folder) → Settings. Nothing else reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, create_model, field_validator

from adapters import platforms
from adapters.port import Platform, PlatformConfig
from adapters.shared.forwarding import parse_networks
from kgcore.embedding.providers import embedder_names, is_embedder
from kgcore.errors import ConfigError
from kgcore.ingest.report import Caps
from kgcore.llm.providers import DEFAULT_URL, ModelAccess, split_name
from kgcore.values.budget import parse_budget
from kgcore.values.retention import parse_retention

M = TypeVar("M", bound=BaseModel)
_ADDRESSES = ("_URL", "_URI", "_ISSUER", "_MIRROR")  # how names of settings end that are addresses


class Settings(BaseModel):
    """Everything that can be configured; each field's alias is its name in the environment."""

    model_config = ConfigDict(frozen=True)

    host: str = Field(
        "127.0.0.1", alias="EVIGRAPH_HOST", description="Address to listen on (loopback only, unless you say so)"
    )
    port: int = Field(8700, alias="EVIGRAPH_PORT", ge=1, le=65535, description="Port of the page and of webhooks")
    proxies: str = Field(
        "",
        alias="EVIGRAPH_PROXIES",
        description="Addresses or networks of the proxies in front, which are believed where a request comes from",
    )
    data: Path = Field(
        Path("evigraph-data"),
        alias="EVIGRAPH_DATA",
        description="Folder for threads, inbox, imported graphs and caches",
    )
    store: str = Field(
        "",
        alias="EVIGRAPH_STORE",
        repr=False,
        description="Where threads and the inbox are kept: sqlite:///FILE (empty: evigraph.db in the data folder), or "
        "postgresql://USER:PASSWORD@HOST/DATABASE, which several processes can share",
    )
    kg: Path | None = Field(
        None,
        alias="EVIGRAPH_KG",
        description="Graph folder: imported, or TSV files; several, joined for reading: a,b (empty: the starter graph)",
    )
    graphs: Path | None = Field(
        None, alias="EVIGRAPH_GRAPHS", description="More graphs that a channel can choose with the command graph: a,b"
    )
    library: Path | None = Field(
        None,
        alias="EVIGRAPH_LIBRARY",
        description="Library of papers: its folder, or neo4j (at NEO4J_URI); empty: library in the data folder, if any",
    )
    pubmed: bool = Field(
        False,
        alias="EVIGRAPH_PUBMED",
        description="on: claims that the graph leaves open are looked up in PubMed, too; their names leave the house",
    )
    pubmed_email: str = Field(
        "", alias="EVIGRAPH_PUBMED_EMAIL", description="E-mail address that NCBI can reach you by, as it asks"
    )
    budget: str = Field(
        "",
        alias="EVIGRAPH_BUDGET",
        description="Most that language models may use, by person, channel, workspace (docs/operations.md; empty: any)",
    )
    prices: Path | None = Field(
        None, alias="EVIGRAPH_PRICES", description="Table of what models cost, beside the one that ships (empty: none)"
    )
    retention: str = Field(
        "",
        alias="EVIGRAPH_RETENTION",
        description="Days that unused threads are kept, by platform and channel (docs/operations.md; empty: for ever)",
    )
    audit_texts: bool = Field(
        False,
        alias="EVIGRAPH_AUDIT_TEXTS",
        description="on: the audit trail holds what people write, too, not only who did what",
    )
    reviewers: str = Field(
        "",
        alias="EVIGRAPH_REVIEWERS",
        description="Ids, separated by commas, of who decides about proposed facts (empty: admins)",
    )
    watch: str = Field(
        "off",
        alias="EVIGRAPH_WATCH",
        pattern=r"^(off|hourly|daily|weekly)$",
        description="How often channels are told what is new on what they watch: off, hourly, daily or weekly",
    )
    api: bool = Field(
        False, alias="EVIGRAPH_API", description="Serve REST below /api/v1 and MCP at /mcp, for tokens only: on or off"
    )
    graphs_mirror: str = Field(
        "",
        alias="EVIGRAPH_GRAPHS_MIRROR",
        pattern=r"^(https?://\S+)?$",
        description="Where kg get fetches public graphs instead: MIRROR/GRAPH/FILE (empty: from their own places)",
    )
    kg_backend: str = Field(
        "embedded",
        alias="KG_BACKEND",
        pattern=r"^(embedded|neo4j)$",
        description="Where the graph is: embedded (a folder) or neo4j",
    )
    neo4j_uri: str = Field(
        "neo4j://localhost:7687",
        alias="NEO4J_URI",
        pattern=r"^(neo4j|bolt)(\+s|\+ssc)?://[^\s@]+$",
        description="Address of Neo4j 5: neo4j://, bolt://, or neo4j+s:// (AuraDB)",
    )
    neo4j_user: str = Field("", alias="NEO4J_USER", description="Who logs in to Neo4j (empty: no login)")
    neo4j_password: SecretStr | None = Field(None, alias="NEO4J_PASSWORD", description="The password to that")
    neo4j_database: str = Field("", alias="NEO4J_DATABASE", description="Database in Neo4j (empty: the user's own)")
    neo4j_mapping: Path | None = Field(
        None,
        alias="NEO4J_MAPPING",
        description="TOML file that describes a Neo4j graph with a schema of its own (empty: one that was pushed)",
    )
    country: str = Field(
        "",
        alias="EVIGRAPH_COUNTRY",
        pattern=r"^([A-Za-z]{2})?$",
        description="Country (two letters) whose emergency numbers people in danger are given (empty: by their client)",
    )
    embedder: str = Field(
        "wordllama",
        alias="EVIGRAPH_EMBEDDER",
        description=f"Model for matching by meaning: {embedder_names()}",
    )
    most_vectors: int = Field(
        180_000,
        alias="EVIGRAPH_MOST_VECTORS",
        ge=0,
        le=100_000_000,
        description="Names of a graph that are matched by meaning, own names before synonyms: 640 bytes each",
    )
    most_synonyms: int = Field(
        1_000,
        alias="EVIGRAPH_MOST_SYNONYMS",
        ge=1,
        le=1_000_000,
        description="Synonyms of one thing that an import keeps; a question looks at all of them",
    )
    most_predicates: int = Field(
        5_000,
        alias="EVIGRAPH_MOST_PREDICATES",
        ge=1,
        le=50_000,
        description="Kinds of relation that an import takes: each adds a millisecond when the graph is opened",
    )
    log: str = Field(
        "info",
        alias="EVIGRAPH_LOG",
        pattern=r"^(debug|info|warning|error)$",
        description="How much to log: debug, info, warning or error",
    )
    log_format: str = Field(
        "text",
        alias="EVIGRAPH_LOG_FORMAT",
        pattern=r"^(text|json)$",
        description="How the log is written: text or json (one object a line)",
    )
    traces: str = Field(
        "",
        alias="EVIGRAPH_TRACES",
        pattern=r"^(https?://\S+)?$",
        description="Where OpenTelemetry traces go: http://host:4318/v1/traces (extra otel; empty: nowhere)",
    )
    openai_api_key: SecretStr | None = Field(
        None, alias="OPENAI_API_KEY", description="Key of the language model (empty: answer from the graph alone)"
    )
    openai_base_url: str = Field(
        DEFAULT_URL,
        alias="OPENAI_BASE_URL",
        pattern=r"^https?://\S+$",
        description="Any OpenAI-compatible server: Ollama, vLLM, llama.cpp …",
    )
    openai_models: tuple[str, ...] = Field(
        ("gpt-4o-mini",),
        alias="OPENAI_MODEL",
        min_length=1,
        description="One model, or several separated by commas: the first is the default (openai: may stand before it)",
    )
    model_timeout: float = Field(
        60.0, alias="EVIGRAPH_MODEL_TIMEOUT", gt=0, le=600, description="Seconds to wait for the model's next words"
    )
    turn_seconds: float = Field(
        60.0, alias="EVIGRAPH_TURN_SECONDS", gt=0, le=600, description="Seconds that a whole answer may take"
    )
    waiting: int = Field(
        10, alias="EVIGRAPH_WAITING", ge=1, le=10_000, description="Unanswered questions that one person may have"
    )
    model_tokens: int = Field(
        4000, alias="EVIGRAPH_MODEL_TOKENS", ge=100, le=200_000, description="Most tokens that one turn may write"
    )
    evidence_tokens: int = Field(
        1000,
        alias="EVIGRAPH_EVIDENCE_TOKENS",
        ge=100,
        le=50_000,
        description="Most tokens of the graph's evidence that one question sends to a model, about",
    )
    hops: int = Field(
        3, alias="EVIGRAPH_HOPS", ge=1, le=3, description="Most steps of a way between two things, in the reasoning"
    )
    secret_key: SecretStr | None = Field(
        None,
        alias="EVIGRAPH_SECRET_KEY",
        description="Encrypts tokens of installations at rest (OAuth needs it; NEW,OLD to change it)",
    )
    public_url: str = Field(
        "", alias="PUBLIC_URL", description="Our own https address, for pictures in Teams (empty: they travel inside)"
    )
    ncbi_api_key: SecretStr | None = Field(
        None, alias="NCBI_API_KEY", description="Key for NCBI's E-utilities (kg papers --online); empty: slower"
    )
    ncbi_url: str = Field(
        "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        alias="NCBI_URL",
        pattern=r"^https?://\S+$",
        description="Address of NCBI's E-utilities",
    )

    platforms: Mapping[str, Mapping[str, str | bool]] = Field(default_factory=dict, repr=False)  # by platform and name
    named: tuple[str, ...] = ()  # the variables that were given

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

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, value: str) -> str:
        parse_networks(value)  # raises ValueError, which says which part is none
        return value.strip()

    @field_validator("budget")
    @classmethod
    def _limits(cls, value: str) -> str:
        parse_budget(value)  # raises ValueError, which says which part is none
        return value.strip()

    @field_validator("retention")
    @classmethod
    def _places(cls, value: str) -> str:
        parse_retention(value)  # raises ValueError, which says which part is none
        return value.strip()

    @field_validator("embedder")
    @classmethod
    def _known(cls, value: str) -> str:
        if not is_embedder(value):
            raise ValueError("no such model")
        return value

    @property
    def caps(self) -> Caps:
        """What an import takes at most."""
        return Caps(self.most_vectors, self.most_synonyms, self.most_predicates)

    @property
    def model_access(self) -> ModelAccess:
        """How language models are reached."""
        key = self.openai_api_key.get_secret_value() if self.openai_api_key else ""
        return ModelAccess(key, self.openai_base_url, self.model_timeout, self.model_tokens)

    @property
    def model_configured(self) -> bool:
        """Whether any of the named language models can be asked."""
        access = self.model_access
        return any(split_name(name)[0].configured(access) for name in self.openai_models)

    def given_to(self, platform: Platform) -> PlatformConfig:
        """Return what is configured of a platform."""
        key = self.secret_key.get_secret_value().strip() if self.secret_key else ""
        values = self.platforms.get(platform.name, {})
        return PlatformConfig(values, self.host, self.public_url, key, proxied=bool(self.proxies))


def variable_names() -> dict[str, tuple[str, str]]:
    """Return every variable's name with its default and its line of words."""
    house = {
        field.alias: (_shown(field.default), field.description or "")
        for field in Settings.model_fields.values()
        if field.alias
    }
    own = {s.name: ("False" if s.flag else s.default, s.words) for p in platforms() for s in p.settings}
    return house | own


def _shown(default: Any) -> str:
    if default is None:
        return ""
    return ",".join(default) if isinstance(default, tuple) else str(default)


def load_settings(environment: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Settings:
    """Read the settings; raises ConfigError naming every variable that is unknown or wrong, and why."""
    environment = os.environ if environment is None else environment
    given = {**_dotenv(dotenv), **environment}
    unknown = sorted(n for n in given if n.upper().startswith("EVIGRAPH_") and n not in variable_names())
    if unknown:
        raise ConfigError(
            f"Unknown setting {', '.join(unknown)}.",
            hint=f"Known are {', '.join(n for n in variable_names() if n.startswith('EVIGRAPH_'))}.",
        )
    values = {n: v for n, v in given.items() if n in variable_names() and v.strip()}
    wrong: list[str] = []
    wrong += (
        f"{n}: it holds a character that no key has. {variable_names()[n][1]}." for n in values if _is_odd(n, values[n])
    )
    wrong += (
        f"{n}: no address such as http://HOST:PORT, in ASCII, with a port up to 65535. {variable_names()[n][1]}."
        for n in values
        if n.endswith(_ADDRESSES) and not _is_address(values[n])
    )
    own: dict[str, dict[str, str | bool]] = {}
    for platform in platforms():
        found = _validated(_model(platform), values, wrong)
        own[platform.name] = found.model_dump() if found else {}
    settings = _validated(Settings, values, wrong)
    if settings is None or wrong:
        raise ConfigError("\n".join(wrong))
    return settings.model_copy(update={"platforms": own, "named": tuple(sorted(values))})


def _is_odd(name: str, value: str) -> bool:
    """Whether a secret that is sent in a header could never be: those are printable ASCII."""
    return name.endswith(("KEY", "TOKEN")) and not (value.strip().isascii() and value.strip().isprintable())


def _is_address(value: str) -> bool:
    """Whether something can be called at it: the libraries that do would raise what they please."""
    try:
        parts = urlsplit(value.strip())
        return bool(parts.hostname) and parts.port != 0 and value.isascii() and value.strip().isprintable()
    except ValueError:
        return False


def with_address(port: int | None, host: str | None) -> dict[str, str]:
    """Return the environment with what the command line says of the address."""
    said = {"EVIGRAPH_PORT": "" if port is None else str(port), "EVIGRAPH_HOST": host or ""}
    return {**os.environ, **{name: value for name, value in said.items() if value}}


def _validated(model: type[M], values: Mapping[str, str], wrong: list[str]) -> M | None:
    """Return the model of the values, or None, where what is wrong with them is added to `wrong`."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        wrong += (_complaint(e) for e in error.errors())
        return None


def _model(platform: Platform) -> type[BaseModel]:
    """Return what validates a platform's own settings."""
    fields: dict[str, Any] = {
        s.name: (bool, Field(False)) if s.flag else (str, Field(s.default, pattern=s.pattern or None))
        for s in platform.settings
    }
    return create_model(platform.label, **fields)


def _dotenv(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}.", hint="Save it as UTF-8 text.") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#") and "=" not in line:
            raise ConfigError(f"{path}:{number}: no '=' in this line.", hint="Write NAME=value, or # before a comment.")
    return {name: value or "" for name, value in dotenv_values(path, interpolate=False).items()}


def _complaint(error: Any) -> str:
    name = str(error["loc"][0])
    meant = variable_names().get(name, ("", ""))[1]
    secret = "@" in str(error["input"])  # a password in an address
    value = (
        ""
        if secret or name.endswith(("KEY", "SECRET", "TOKEN", "PASSWORD"))
        else f" (it is {str(error['input'])[:80]!r})"
    )
    return f"{name}: {error['msg']}{value}. {meant}."
