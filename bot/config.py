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
    slack_bot_token: SecretStr | None = Field(
        None, alias="SLACK_BOT_TOKEN", description="Bot token of one Slack workspace (xoxb-…; empty: not on Slack)"
    )
    slack_app_token: SecretStr | None = Field(
        None, alias="SLACK_APP_TOKEN", description="App-level token of Slack's Socket Mode (xapp-…)"
    )
    slack_signing_secret: SecretStr | None = Field(
        None, alias="SLACK_SIGNING_SECRET", description="Checks what Slack sends to /slack/events over HTTP"
    )
    slack_client_id: str = Field("", alias="SLACK_CLIENT_ID", description="With the next: many workspaces by OAuth")
    slack_client_secret: SecretStr | None = Field(
        None, alias="SLACK_CLIENT_SECRET", description="The app's client secret, for OAuth"
    )
    slack_api_url: str = Field(
        "https://slack.com/api/",
        alias="SLACK_API_URL",
        pattern=r"^https?://\S+$",
        description="Base of Slack's Web API (GovSlack, proxies)",
    )
    secret_key: SecretStr | None = Field(
        None,
        alias="EVIGRAPH_SECRET_KEY",
        description="Encrypts tokens of installations at rest (OAuth needs it; NEW,OLD to change it)",
    )
    discord_token: SecretStr | None = Field(
        None, alias="DISCORD_TOKEN", description="Token of the Discord bot (empty: not on Discord)"
    )
    discord_api_url: str = Field(
        "https://discord.com/api/v10",
        alias="DISCORD_API_URL",
        pattern=r"^https?://\S+$",
        description="Discord's REST address (for proxies)",
    )
    discord_gateway_url: str = Field(
        "wss://gateway.discord.gg/",
        alias="DISCORD_GATEWAY_URL",
        pattern=r"^wss?://\S+$",
        description="Discord's gateway address (for proxies)",
    )
    discord_message_content: bool = Field(
        False,
        alias="DISCORD_MESSAGE_CONTENT",
        description="Read messages that do not name the bot (needs the Message Content intent)",
    )
    teams_client_id: str = Field(
        "", alias="TEAMS_CLIENT_ID", description="Application (client) id of the Teams bot (empty: not on Teams)"
    )
    teams_client_secret: SecretStr | None = Field(
        None, alias="TEAMS_CLIENT_SECRET", description="Client secret of that registration"
    )
    teams_tenant_id: str = Field("", alias="TEAMS_TENANT_ID", description="Directory (tenant) id of that registration")
    teams_managed_identity: str = Field(
        "",
        alias="TEAMS_MANAGED_IDENTITY",
        description="In place of a secret: a managed identity's client id, or system",
    )
    teams_cloud: str = Field(
        "Public",
        alias="TEAMS_CLOUD",
        pattern=r"^(Public|USGov|USGovDoD|China)$",
        description="Microsoft's cloud: Public, USGov, USGovDoD or China",
    )
    teams_login_url: str = Field(
        "", alias="TEAMS_LOGIN_URL", description="Where tokens are got (empty: as the cloud has it)"
    )
    teams_keys_url: str = Field(
        "",
        alias="TEAMS_KEYS_URL",
        description="OpenID metadata of the keys that requests are signed with (empty: same)",
    )
    teams_admins: str = Field(
        "",
        alias="TEAMS_ADMINS",
        description="Object ids, separated by commas, of who decides for everybody in channels",
    )
    teams_skip_auth: bool = Field(
        False, alias="TEAMS_SKIP_AUTH", description="Do not check requests: for the local playground, on loopback only"
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
    def slack_configured(self) -> bool:
        """Whether anything of Slack is set; whether it suffices is told when it is used."""
        given = (self.slack_bot_token, self.slack_app_token, self.slack_signing_secret, self.slack_client_secret)
        return any(given) or bool(self.slack_client_id)

    @property
    def model_configured(self) -> bool:
        """Whether a language model can be asked: a key, or a server of one's own that may need none."""
        own_server = self.openai_base_url != type(self).model_fields["openai_base_url"].default
        return self.openai_api_key is not None or own_server

    @property
    def teams_configured(self) -> bool:
        """Whether the bot is on Teams, or in its local playground."""
        return bool(self.teams_client_id) or self.teams_skip_auth


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
    secret = "@" in str(error["input"])  # a password in an address
    value = (
        ""
        if secret or name.endswith(("KEY", "SECRET", "TOKEN", "PASSWORD"))
        else f" (it is {str(error['input'])[:80]!r})"
    )
    return f"{name}: {error['msg']}{value}. {meant}."
