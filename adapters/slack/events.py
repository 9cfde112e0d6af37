"""Slack's payloads, read: who said what where. Pure; shapes as in tests/payloads/slack, each with its page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.slack.buttons import MENU
from adapters.slack.escape import unescaped

Payload = Mapping[str, Any]
_SPOKEN = frozenset({"", "file_share", "thread_broadcast", "me_message"})  # subtypes in which a person says something


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message as it came: `thread` is the ts of its thread's first message, "" where it stands for itself."""

    team: str
    channel: str
    ts: str
    thread: str
    user: str
    text: str
    direct: bool
    addressed: bool

    @property
    def id(self) -> str:
        """The event's id: the same for app_mention and message, and however often Slack sends it."""
        return f"slack:said:{self.team}:{self.channel}:{self.ts}"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button or menu entry: `action` is the action id, `mark` what we wrote into the block's id."""

    id: str
    team: str
    channel: str
    thread: str
    user: str
    name: str
    action: str
    mark: str
    trigger: str
    respond: str
    ephemeral: bool
    view: str
    metadata: str


def team_of(body: Payload) -> str:
    """Return the workspace that has installed us: in shared channels people of others speak, too."""
    for one in body.get("authorizations") or ():
        if one.get("team_id"):
            return str(one["team_id"])
    team = body.get("team")
    found = (
        (body.get("view") or {}).get("app_installed_team_id")
        or body.get("team_id")
        or (team.get("id") if isinstance(team, Mapping) else team)
    )
    return str(found or (body.get("user") or {}).get("team_id") or "")


def spoken(body: Payload, me: str) -> Spoken | None:
    """Return what a person said; None where it is nothing for us: bots, our own words, edits, joins."""
    event = body.get("event") or {}
    user, text = str(event.get("user") or ""), str(event.get("text") or "")
    if not user or user == me or event.get("bot_id") or event.get("bot_profile") or user == "USLACKBOT":
        return None
    if str(event.get("subtype") or "") not in _SPOKEN or event.get("hidden"):
        return None
    direct = event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")
    addressed = direct or event.get("type") == "app_mention" or f"<@{me}>" in text or f"<@{me}|" in text
    thread, ts = str(event.get("thread_ts") or ""), str(event.get("ts") or "")
    if not ts or not event.get("channel"):
        return None
    return Spoken(team_of(body), str(event["channel"]), ts, thread, user, unescaped(text, me), direct, addressed)


def pressed(body: Payload) -> Pressed | None:
    """Return what was pressed or chosen; None where a field of a form only changed its value."""
    action = (body.get("actions") or [{}])[0]
    chosen = action.get("selected_option") or {}
    id = str(action.get("action_id") or "")
    if id.startswith(MENU):
        id = str(chosen.get("value") or "")
    if not id or action.get("type") not in {"button", "overflow", "static_select"}:
        return None
    container, message, view = body.get("container") or {}, body.get("message") or {}, body.get("view") or {}
    channel = (body.get("channel") or {}).get("id") or container.get("channel_id") or ""
    ts = message.get("ts") or container.get("message_ts") or ""
    user = body.get("user") or {}
    return Pressed(
        id=f"slack:click:{user.get('id')}:{action.get('action_ts')}:{short(id + str(ts) + str(view.get('id')))}",
        team=team_of(body),
        channel=str(channel),
        thread=str(message.get("thread_ts") or container.get("thread_ts") or ts),
        user=str(user.get("id") or ""),
        name=str(user.get("username") or user.get("name") or ""),
        action=id,
        mark=str(action.get("block_id") or ""),
        trigger=str(body.get("trigger_id") or ""),
        respond=str(body.get("response_url") or ""),
        ephemeral=bool(container.get("is_ephemeral")),
        view=str(view.get("id") or ""),
        metadata=str(view.get("private_metadata") or ""),
    )


def short(text: str) -> str:
    """Return a short name for a long text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
