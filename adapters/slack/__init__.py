"""Slack as an adapter: Socket Mode or HTTP. `app.SlackAdapter` is the adapter."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from adapters.port import Adapter, AdapterState, InstallManifest, ManifestOption, Platform, PlatformConfig, Setting
from adapters.shared.typing import slash_usage
from kgcore.commands import Typing
from kgcore.errors import ConfigError

if TYPE_CHECKING:
    from adapters.slack.credentials import Credentials

__all__ = ["PLATFORM"]
_ANY_OF = ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET")


def _credentials(given: PlatformConfig) -> Credentials:
    from adapters.slack.credentials import Credentials

    bot, app, signing, client, secret = (given.text(name) for name in _ANY_OF)
    return Credentials(bot, app, signing, client, secret, given.secret_key, given.text("SLACK_API_URL"))


def _open(given: PlatformConfig, state: AdapterState, status: Callable[[], str]) -> Adapter:
    from adapters.slack.app import SlackAdapter

    return SlackAdapter(_credentials(given), state, long=given.flag("SLACK_LONG_ANSWERS"))


async def _examine(given: PlatformConfig) -> str:
    from adapters.slack.health import examine_app

    return await examine_app(_credentials(given))


def _manifest(load: Callable[[], PlatformConfig], options: Mapping[str, str | bool]) -> bytes:
    from adapters.slack.manifest import build_manifest

    address = str(options["http"])
    if address and not address.startswith("https://"):
        raise ConfigError("Slack sends to https:// addresses only.", hint="Give --http such an address.")
    return json.dumps(build_manifest(address), indent=2, ensure_ascii=False).encode() + b"\n"


PLATFORM = Platform(
    "slack",
    "Slack",
    _open,
    (
        Setting("SLACK_BOT_TOKEN", "Bot token of one Slack workspace (xoxb-…; empty: not on Slack)"),
        Setting("SLACK_APP_TOKEN", "App-level token of Slack's Socket Mode (xapp-…)"),
        Setting("SLACK_SIGNING_SECRET", "Checks what Slack sends to /slack/events over HTTP"),
        Setting("SLACK_CLIENT_ID", "With the next: many workspaces by OAuth"),
        Setting("SLACK_CLIENT_SECRET", "The app's client secret, for OAuth"),
        Setting(
            "SLACK_API_URL",
            "Base of Slack's Web API (GovSlack, proxies)",
            "https://slack.com/api/",
            r"^https?://\S+$",
        ),
        Setting("SLACK_LONG_ANSWERS", "Everything in messages, nothing behind Evidence and More", flag=True),
    ),
    configured=lambda given: any(map(given.text, _ANY_OF)),  # whether it suffices is told when it is used
    examine=_examine,
    manifest=InstallManifest(
        "Print the app manifest to paste into api.slack.com: least scopes, commands, shortcuts, events.",
        _manifest,
        (ManifestOption("--http", "Your public https:// address; else Socket Mode.", "URL"),),
    ),
    docs="docs/slack.md",
    typing=Typing(
        "Type a command with its slash, or mention me with the word alone: “@Evigraph steps”. In a thread, mention me: "
        "Slack takes no slash commands there. “⋮” is the menu of a message.",
        lambda row: slash_usage(row, "⋮"),
    ),
)
