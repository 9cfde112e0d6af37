"""Settings → adapters. Part of wiring: a platform's library is imported only where the platform is configured."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from bot.config import Settings
from bot.state import StoreState
from kgcore.ports import Store

if TYPE_CHECKING:
    from adapters.port import Adapter
    from adapters.slack import Credentials as SlackCredentials
    from adapters.teams.config import TeamsConfig


def open_adapters(settings: Settings, status: Callable[[], str], store: Store) -> dict[str, Adapter]:
    """Return the adapters of what is configured, by name; without any platform token that is the page.

    `status` tells what the bot runs on.
    """
    adapters: list[Adapter] = []
    if settings.slack_configured:
        adapters.append(_slack(settings, store))
    if settings.discord_token:
        adapters.append(_discord(settings, settings.discord_token.get_secret_value(), store))
    if settings.teams_configured:
        adapters.append(_teams(settings, store))
    if not adapters:
        from adapters.web import WebAdapter

        adapters.append(WebAdapter(status=status, host=settings.host))
    return {adapter.name: adapter for adapter in adapters}


def _slack(settings: Settings, store: Store) -> Adapter:
    from adapters.slack import SlackAdapter

    return SlackAdapter(_slack_credentials(settings), StoreState(store, "slack"))


def _slack_credentials(settings: Settings) -> SlackCredentials:
    from adapters.slack import Credentials

    secrets = (
        settings.slack_bot_token,
        settings.slack_app_token,
        settings.slack_signing_secret,
        settings.slack_client_secret,
        settings.secret_key,
    )
    bot, app, signing, client, key = (s.get_secret_value().strip() if s else "" for s in secrets)
    return Credentials(bot, app, signing, settings.slack_client_id.strip(), client, key, settings.slack_api_url)


async def try_slack(settings: Settings) -> str:
    """Ask Slack whether tokens and scopes suffice; raises ConfigError with what is missing."""
    from adapters.slack.health import examine

    return await examine(_slack_credentials(settings))


def slack_manifest(address: str) -> dict[str, object]:
    """Return the manifest of the Slack app, for Socket Mode or for HTTP on that address."""
    from adapters.slack.manifest import manifest

    return manifest(address)


def _discord(settings: Settings, token: str, store: Store) -> Adapter:
    from adapters.discord import DiscordAdapter

    return DiscordAdapter(
        token,
        StoreState(store, "discord"),
        content=settings.discord_message_content,
        api=settings.discord_api_url,
        gateway=settings.discord_gateway_url,
    )


async def try_discord(settings: Settings) -> str:
    """Ask Discord about the token and what it may do; raises EvigraphError with what is missing."""
    if settings.discord_token is None:
        return "not configured (set DISCORD_TOKEN to be on Discord)"
    from adapters.discord import examine

    token = settings.discord_token.get_secret_value()
    return await examine(token, content=settings.discord_message_content, api=settings.discord_api_url)


def _teams(settings: Settings, store: Store) -> Adapter:

    with catch_warnings():
        simplefilter("ignore")  # the SDK warns at import of a preview that we do not use
        from adapters.teams.app import TeamsAdapter

    return TeamsAdapter(_teams_config(settings), StoreState(store, "teams"))


def _teams_config(settings: Settings) -> TeamsConfig:
    from adapters.teams.config import TeamsConfig

    secret = settings.teams_client_secret
    return TeamsConfig(
        client=settings.teams_client_id,
        secret=secret.get_secret_value() if secret else "",
        tenant=settings.teams_tenant_id,
        identity=settings.teams_managed_identity,
        cloud=settings.teams_cloud,
        login=settings.teams_login_url,
        keys=settings.teams_keys_url,
        open=settings.teams_skip_auth,
        public=settings.public_url,
        host=settings.host,
        admins=tuple(a.strip() for a in settings.teams_admins.split(",") if a.strip()),
    )


async def try_teams(settings: Settings) -> str:
    """Ask Microsoft for a token and for its keys; raises ConfigError with what is wrong."""
    if not settings.teams_configured:
        return "not configured (docs/teams.md tells how)"
    with catch_warnings():
        simplefilter("ignore")
        from adapters.teams.health import examine

    return await examine(_teams_config(settings))


def teams_package(settings: Settings, *, website: str, listen: bool) -> bytes:
    """Return the app package for Teams as a zip; raises ConfigError."""
    from adapters.teams.manifest import package

    return package(settings.teams_client_id, public=settings.public_url, home=website, listen=listen)
