"""Slack's payloads, read: who said what where. Pure; shapes as in tests/payloads/slack, each with its page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.slack.controls import MENU
from adapters.slack.escape import mentioned_ids
from adapters.slack.limits import EDITED_SECONDS
from adapters.slack.threads import MARK, load_place

Payload = Mapping[str, Any]
_LOOKED_AT = 5  # mentions
_SPOKEN = frozenset({"", "file_share", "thread_broadcast", "me_message"})  # subtypes in which a person says something


@dataclass(frozen=True, slots=True)
class Home:
    """The installation that a request is for: its workspace (T…) or organisation (E…), and our user there."""

    team: str
    me: str


@dataclass(frozen=True, slots=True)
class SpokenMessage:
    """A message as it came: `thread` is the ts of its thread's first message, "" where it stands for itself.

    `text` is in Slack's own notation: see `escape.unescape_text`.
    """

    team: str
    channel: str
    ts: str
    thread: str
    user: str
    text: str
    direct: bool
    addressed: bool
    files: bool = False

    @property
    def id(self) -> str:
        """The event's id: the same for app_mention and message, and however often Slack sends it."""
        return said_id(self.team, self.channel, self.ts)


@dataclass(frozen=True, slots=True)
class PressedControl:
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


_STAMP = re.compile(r"[0-9]{1,19}")  # of thousands of digits no number is made
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")
_EVENT: Payload = {name: {} for name in ("message", "previous_message", "edited", "assistant_thread", "tokens", "view")}
_CHOSEN = {"type": str, "selected_option": {}, "selected_options": [{}]}
_VALUES = {"values": {"*": {"*": _CHOSEN}}}
_SHAPE: Payload = {  # of what we read: a mapping by name ("*": every one), a list of one kind, or a type
    **{name: {} for name in ("user", "channel", "container", "message")},  # a user and a channel are an id in events
    **dict.fromkeys(("action_id", "callback_id", "command", "channel_id", "user_id"), str),
    "event": _EVENT,
    "actions": [{"action_id": str, **_CHOSEN}],
    "state": _VALUES,
    "view": {"type": str, "callback_id": str, "state": _VALUES},
}
_NEEDED = {  # by type
    "event_callback": ("event",),
    "block_actions": ("actions",),
    "block_suggestion": ("action_id",),
    "view_submission": ("view", "view.type"),
    "message_action": ("message",),
    "command": ("channel_id", "user_id"),  # which has no type
}


def is_signature(headers: Mapping[str, str]) -> bool:
    """Whether the headers look like a signature at all: what computes one takes a number and plain letters only."""
    stamp, signature = headers.get("x-slack-request-timestamp", ""), headers.get("x-slack-signature", "")
    return _STAMP.fullmatch(stamp) is not None and _SIGNATURE.fullmatch(signature) is not None


def is_sound(body: Payload) -> bool:
    """Whether a request has the parts that its kind has with Slack, each of its shape."""
    if not _fits(body, _SHAPE):
        return False
    kind = "command" if "command" in body else str(body.get("type"))
    named = all(one.get("action_id") for one in body.get("actions") or ())
    return named and all(_at(body, name) for name in _NEEDED.get(kind, ()))


def _fits(given: object, shape: Any) -> bool:
    """Whether what is given is of a shape; what is missing or null is."""
    if given is None:
        return True
    if isinstance(shape, type):
        return isinstance(given, shape)
    if isinstance(shape, list):
        return isinstance(given, list) and all(one is not None and _fits(one, shape[0]) for one in given)
    if not isinstance(given, Mapping):
        return False
    if "*" in shape:
        return all(one is not None and _fits(one, shape["*"]) for one in given.values())
    return all(_fits(given.get(name), part) for name, part in shape.items())


def _at(body: Payload, name: str) -> object:
    for key in name.split("."):
        body = body[key] if isinstance(body, Mapping) and body.get(key) else {}
    return body


def possible_homes(body: Payload) -> tuple[str, ...]:
    """Return the installations that a request can be for, the likeliest first.

    In channels of several organisations people of others speak and press, too; then some of the ids are theirs. What
    we wrote into a modal or a block ourselves is surest. For an installation in a whole organisation `team` can be
    null, a workspace's id or the organisation's (https://docs.slack.dev/enterprise/organization-ready-apps); it goes
    by the organisation's id, so that a channel of several of its workspaces is one place.
    """
    view, team = body.get("view") or {}, body.get("team")
    team = team if isinstance(team, Mapping) else {"id": team}
    place = load_place(str(view.get("private_metadata") or "") or _mark(body).partition(MARK)[2])
    found = [place.workspace if place else ""]
    found += [_id(one.get("enterprise_id" if _whole(one) else "team_id")) for one in body.get("authorizations") or ()]
    found.append(_id(view.get("app_installed_team_id")))
    if _whole(body):
        found += [_id(body.get("enterprise")), _id(body.get("enterprise_id")), _id(team.get("enterprise_id"))]
    message = body.get("message") or {}
    found += [_id(team), _id(body.get("context_team_id")), _id(body.get("team_id")), _id(message.get("team"))]
    found += [_id(body.get("enterprise_id")), home_of_person(body)]
    return tuple(dict.fromkeys(one for one in found if one))


def possible_bot_users(body: Payload) -> tuple[str, ...]:
    """Return users one of whom may be our bot: who is mentioned, or posted the buttons."""
    if body.get("type") == "block_actions":
        author = _id((body.get("message") or {}).get("user"))
        return (author,) if author else ()
    return mentioned_ids(str((body.get("event") or {}).get("text") or ""), "@")[:_LOOKED_AT]


def home_of_person(body: Payload) -> str:
    """Return the workspace or organisation of the person who pressed or chose something."""
    return _id((body.get("user") or {}).get("team_id"))


def _id(given: object) -> str:
    found = given.get("id") if isinstance(given, Mapping) else given
    return found if isinstance(found, str) else ""


def _whole(given: Mapping[str, Any]) -> bool:
    """Whether an installation is that of an organisation; forms say it in a word."""
    return given.get("is_enterprise_install") in (True, "true")


def _mark(body: Payload) -> str:
    return str((body.get("actions") or [{}])[0].get("block_id") or "")


def read_spoken(body: Payload, home: Home) -> SpokenMessage | None:
    """Return what a person said; None where it is nothing for us: bots, our own words, edits, joins."""
    event, me = body.get("event") or {}, home.me
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
    return SpokenMessage(
        home.team, str(event["channel"]), ts, thread, user, text, direct, addressed, bool(event.get("files"))
    )


@dataclass(frozen=True, slots=True)
class ChangedMessage:
    """A message that somebody changed or deleted (`text` is "" then): `message` is the event id that it had."""

    id: str
    message: str
    channel: str
    thread: str
    user: str
    text: str


def said_id(team: str, channel: str, ts: str) -> str:
    """Return what the inbox knows a message by."""
    return f"slack:said:{team}:{channel}:{ts}"


def read_changed(body: Payload, home: Home) -> ChangedMessage | None:
    """Return what was deleted, or changed soon after it was said; None where it is nothing of a person's, or a change
    of something else (a link's preview, a thread's counts).

    A deleted message under which others stand is "changed" to a tombstone
    (https://docs.slack.dev/reference/events/message/message_changed, …/message_deleted).
    """
    event, kind = body.get("event") or {}, (body.get("event") or {}).get("subtype")
    if kind not in ("message_changed", "message_deleted"):
        return None
    before, now = (_map(event.get(key)) for key in ("previous_message", "message"))
    gone = kind == "message_deleted" or now.get("subtype") == "tombstone"
    told = before if gone else now
    ts = str(told.get("ts") or event.get("deleted_ts") or now.get("ts") or "")
    if not ts or not event.get("channel") or told.get("bot_id"):
        return None
    text = str(now.get("text") or "")
    if not gone and (not text.strip() or not _soon(ts, _map(now.get("edited")).get("ts"), text, before)):
        return None
    channel, thread = str(event["channel"]), str(told.get("thread_ts") or ts)
    said = said_id(home.team, channel, ts)
    when = "deleted" if gone else _map(now.get("edited")).get("ts")
    return ChangedMessage(f"{said}:{when}", said, channel, thread, str(told.get("user") or ""), "" if gone else text)


def _soon(ts: str, edited: object, text: str, before: Payload) -> bool:
    try:
        return before.get("text") != text and float(str(edited)) - float(ts) <= EDITED_SECONDS
    except ValueError:
        return False


def _map(given: object) -> Payload:
    return given if isinstance(given, Mapping) else {}


def read_pressed(body: Payload, home: Home) -> PressedControl | None:
    """Return what was pressed or chosen; None where a field of a form only changed its value."""
    action = (body.get("actions") or [{}])[0]
    chosen = action.get("selected_option") or {}
    id = str(action.get("action_id") or "")
    if id.startswith(MENU):
        id = str(chosen.get("value") or "")
    if action.get("type") == "feedback_buttons":
        id = str(action.get("value") or "")
    if not id or action.get("type") not in {"button", "overflow", "static_select", "feedback_buttons"}:
        return None
    container, message, view = body.get("container") or {}, body.get("message") or {}, body.get("view") or {}
    channel = (body.get("channel") or {}).get("id") or container.get("channel_id") or ""
    ts = message.get("ts") or container.get("message_ts") or ""
    user = body.get("user") or {}
    return PressedControl(
        id=f"slack:click:{user.get('id')}:{action.get('action_ts')}:{digest_text(id + str(ts) + str(view.get('id')))}",
        team=home.team,
        channel=str(channel),
        thread=str(message.get("thread_ts") or container.get("thread_ts") or ts),
        user=str(user.get("id") or ""),
        name=str(user.get("username") or user.get("name") or ""),
        action=id,
        mark=_mark(body),
        trigger=str(body.get("trigger_id") or ""),
        respond=str(body.get("response_url") or ""),
        ephemeral=bool(container.get("is_ephemeral")),
        view="" if view.get("type") == "home" else str(view.get("id") or ""),  # the Home tab stays what it is
        metadata=str(view.get("private_metadata") or ""),
    )


def digest_text(text: str) -> str:
    """Return a short name for a long text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
