"""The app manifest (https://docs.slack.dev/reference/app-manifest): least scopes, and why each is needed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from adapters.slack.commanding import MAIN
from adapters.slack.desk import PROMPTS
from kgcore.commands import ArgumentKind, CommandSurface, commands_on

SCOPES: Final = MappingProxyType(
    {
        "app_mentions:read": "hear when somebody mentions it",
        "assistant:write": "suggested questions, status and titles in the agent's view",
        "channels:history": "read the thread that it is called into, and find its own messages after a crash",
        "channels:read": "see whether a channel is shared with another organisation; names of channels in questions",
        "chat:write": "post and edit its answers",
        "commands": "slash commands and shortcuts",
        "files:read": "see when an uploaded picture can be shown",
        "files:write": "upload pictures and downloads",
        "groups:history": "the same as channels:history in private channels that it is invited to",
        "groups:read": "the same as channels:read in private channels that it is invited to",
        "im:history": "hear direct messages to it",
        "im:write": "tell a person directly where it may not post",
        "metadata.message:read": "find its own messages by their metadata after a crash",
        "mpim:history": "the same as channels:history in group messages that it is invited to",
        "mpim:read": "the same as channels:read in group messages that it is invited to",
        "users:read": "names of the speakers of a thread and of people in questions, and who is an admin",
    }
)
EVENTS: Final = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "member_joined_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)


def build_manifest(address: str = "") -> dict[str, Any]:
    """Return the manifest for Socket Mode, or for HTTP on a public address ("https://bot.example.org")."""
    base = address.rstrip("/")
    url = {"url": f"{base}/slack/events"} if base else {}
    interactivity: dict[str, Any] = {"is_enabled": True}
    if base:
        interactivity |= {"request_url": url["url"], "message_menu_options_url": url["url"]}
    oauth: dict[str, Any] = {"scopes": {"bot": list(SCOPES)}}
    if base:
        oauth["redirect_urls"] = [f"{base}/slack/oauth_redirect"]
    return {
        "display_information": {
            "name": "Evigraph",
            "description": "Answers health-research questions and checks every claim against a knowledge graph",
            "background_color": "#1f3a4d",
        },
        "features": _features(url),
        "oauth_config": oauth,
        "settings": {
            "event_subscriptions": {**({"request_url": url["url"]} if base else {}), "bot_events": list(EVENTS)},
            "interactivity": interactivity,
            "org_deploy_enabled": bool(base),  # with OAuth an organisation can install it as a whole
            "socket_mode_enabled": not base,
            "token_rotation_enabled": False,
        },
    }


def _features(url: Mapping[str, str]) -> dict[str, Any]:
    return {
        "bot_user": {"display_name": "Evigraph", "always_online": True},
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "agent_view": {  # new apps may no longer have an assistant_view: docs.slack.dev/ai/migrating-to-agent-messaging
            "agent_description": "Ask about supplements, drugs and diseases; every claim is checked.",
            "suggested_prompts": [{"title": title, "message": message} for title, message in PROMPTS],
        },
        "shortcuts": [
            {"name": menu.short, "type": "message", "callback_id": menu.id, "description": menu.words}
            for menu in (row.menu for row in commands_on(CommandSurface.MENU, CommandSurface.QUOTE))
            if menu
        ],
        "slash_commands": [
            {"command": command, "description": description, "usage_hint": hint, "should_escape": True, **url}
            for command, description, hint in (
                *((f"/{row.name}", row.sentence, row.example) for row in commands_on(CommandSurface.SLASH)),
                (MAIN, "Help, settings and more", grouped_hint()),
            )
        ],
    }


def grouped_hint() -> str:
    """Return the commands below the one that holds them, as a hint: "steps | browse ENTITY"."""
    rows = commands_on(CommandSurface.GROUP)
    typed = [
        row.argument.name.upper() if row.argument and row.argument.takes is not ArgumentKind.MESSAGES else ""
        for row in rows
    ]
    return " | ".join(f"{row.name} {argument}".rstrip() for row, argument in zip(rows, typed, strict=True))
