"""Microsoft Teams; `app.TeamsAdapter` is the adapter. The SDK takes its time, so it is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from warnings import catch_warnings, simplefilter

from adapters.port import Adapter, AdapterState, InstallManifest, ManifestOption, Platform, PlatformConfig, Setting
from adapters.teams.config import TeamsConfig
from kgcore.commands import CommandSurface, Typing

__all__ = ["PLATFORM", "config_of"]

_TYPED = frozenset({CommandSurface.WORD, CommandSurface.PREFIX, CommandSurface.LISTED})


def config_of(given: PlatformConfig) -> TeamsConfig:
    """Return what the adapter is told. Raises ConfigError."""
    return TeamsConfig(
        client=given.text("TEAMS_CLIENT_ID"),
        secret=given.text("TEAMS_CLIENT_SECRET"),
        tenant=given.text("TEAMS_TENANT_ID"),
        identity=given.text("TEAMS_MANAGED_IDENTITY"),
        cloud=given.text("TEAMS_CLOUD"),
        login=given.text("TEAMS_LOGIN_URL"),
        keys=given.text("TEAMS_KEYS_URL"),
        open=given.flag("TEAMS_SKIP_AUTH"),
        public=given.public_url,
        host=given.host,
        admins=_listed(given.text("TEAMS_ADMINS")),
        long=given.flag("TEAMS_LONG_ANSWERS"),
        hosts=tuple(h.lower() for h in _listed(given.text("TEAMS_SERVICE_HOSTS"))),
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _open(given: PlatformConfig, state: AdapterState, status: Callable[[], str]) -> Adapter:
    with catch_warnings():
        simplefilter("ignore")  # the SDK warns at import of a preview that we do not use
        from adapters.teams.app import TeamsAdapter

    return TeamsAdapter(config_of(given), state)


async def _examine(given: PlatformConfig) -> str:
    with catch_warnings():
        simplefilter("ignore")
        from adapters.teams.health import examine_bot

    return await examine_bot(config_of(given))


def _package(load: Callable[[], PlatformConfig], options: Mapping[str, str | bool]) -> bytes:
    from adapters.teams.manifest import app_package

    given = load()
    client, listen = given.text("TEAMS_CLIENT_ID"), options["listen"] is True
    return app_package(client, public=given.public_url, home=str(options["website"]), listen=listen)


PLATFORM = Platform(
    "teams",
    "Teams",
    _open,
    (
        Setting("TEAMS_CLIENT_ID", "Application (client) id of the Teams bot (empty: not on Teams)"),
        Setting("TEAMS_CLIENT_SECRET", "Client secret of that registration"),
        Setting("TEAMS_TENANT_ID", "Directory (tenant) id of that registration"),
        Setting("TEAMS_MANAGED_IDENTITY", "In place of a secret: a managed identity's client id, or system"),
        Setting(
            "TEAMS_CLOUD",
            "Microsoft's cloud: Public, USGov, USGovDoD or China",
            "Public",
            r"^(Public|USGov|USGovDoD|China)$",
        ),
        Setting("TEAMS_LOGIN_URL", "Where tokens are got (empty: as the cloud has it)"),
        Setting("TEAMS_KEYS_URL", "OpenID metadata of the keys that requests are signed with (empty: same)"),
        Setting(
            "TEAMS_SERVICE_HOSTS",
            "Hosts, separated by commas, that the bot's token may go to besides those of Microsoft's cloud",
        ),
        Setting("TEAMS_ADMINS", "Object ids, separated by commas, of who decides for everybody in channels"),
        Setting("TEAMS_LONG_ANSWERS", "Everything in messages, nothing behind Evidence and More", flag=True),
        Setting("TEAMS_SKIP_AUTH", "Do not check requests: for the local playground, on loopback only", flag=True),
    ),
    configured=lambda given: bool(given.text("TEAMS_CLIENT_ID")) or given.flag("TEAMS_SKIP_AUTH"),
    examine=_examine,
    manifest=InstallManifest(
        "Write the app package (manifest and icons) that is uploaded to Teams.",
        _package,
        (
            ManifestOption("--website", "Page that says who runs the bot (default: PUBLIC_URL)."),
            ManifestOption(
                "--listen", "Also ask for the right to read messages that do not mention the bot.", flag=True
            ),
        ),
        file="evigraph-teams.zip",
        next_step="upload it in Teams under Apps, Manage your apps, Upload an app.",
    ),
    docs="docs/teams.md",
    typing=Typing(
        "Write me a command like a message. In channels and group chats mention me first: “@Evigraph steps”.",
        lambda row: row.usage if row.surfaces & _TYPED else "",
    ),
)
