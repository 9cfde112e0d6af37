"""Slack's errors by name (https://docs.slack.dev/reference/methods/chat.postMessage#errors), in our words."""

from __future__ import annotations

from enum import StrEnum, auto
from types import MappingProxyType
from typing import Final

from slack_sdk.errors import SlackApiError

from adapters.shared.waiting import seconds_asked
from kgcore.errors import DeliveryError, DeliveryRefused


class ErrorRemedy(StrEnum):
    """What is to be done about an error."""

    LATER = auto()  # try again
    FORBIDDEN = auto()  # not in this place, ever: the person is told why
    LAYOUT = auto()  # the words without the layout may pass
    GONE = auto()  # the message that was to be changed is no longer there, or stays as it is
    REVOKED = auto()  # the workspace no longer wants us
    EXPIRED = auto()  # a trigger or a view that is no longer there
    OTHER = auto()


FORBIDDEN: Final = MappingProxyType(
    {
        "not_in_channel": "I am not a member of this channel. Invite me with “/invite @Evigraph” and ask again.",
        "channel_not_found": "I cannot see this channel. Invite me with “/invite @Evigraph” and ask again.",
        "is_archived": "This channel is archived, so nothing can be posted there.",
        "restricted_action": "An admin of this workspace does not allow me to post there.",
        "restricted_action_read_only_channel": "This channel is read-only for me.",
        "restricted_action_thread_only_channel": "Only replies in threads are allowed in this channel.",
        "restricted_action_thread_locked": "This thread is locked.",
        "restricted_action_non_threadable_channel": "Threads are not allowed in this channel.",
        "thread_not_found": "The message that you asked under is no longer there.",
        "cannot_reply_to_message": "Nobody can reply to that message.",
        "no_permission": "I lack the permission to post there.",
        "missing_scope": "I lack a permission here. An admin can install me again.",
        "team_access_not_granted": "This workspace has not been granted access to me.",
        "ekm_access_denied": "An admin has suspended posting to this channel.",
        "as_user_not_supported": "I cannot post there.",
        "messages_tab_disabled": "Direct messages to me are switched off in the app's settings.",
    }
)
NOT_TAKEN: Final = "Slack did not accept my answer ({}). Please ask it again; if that does not help, tell an admin."
ELSEWHERE: Final = "I am not in this conversation, and nobody can invite me into it. Write to me directly instead."
_LAYOUT: Final = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_too_long", "msg_blocks_too_long", "invalid_chunks"}
)
_GONE: Final = frozenset(
    {
        "message_not_found",
        "cant_update_message",
        "edit_window_closed",
        "streaming_state_conflict",
        "cant_delete_message",
        "compliance_exports_prevent_deletion",
    }
)
_REVOKED: Final = frozenset({"token_revoked", "account_inactive", "invalid_auth", "token_expired", "not_authed"})
_EXPIRED: Final = frozenset({"expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id", "not_found"})
_LATER: Final = frozenset(
    {
        "ratelimited",
        "rate_limited",
        "message_limit_exceeded",
        "fatal_error",
        "internal_error",
        "service_unavailable",
        "request_timeout",
        "team_added_to_org",
        "accesslimited",
    }
)


def name_of(error: SlackApiError) -> str:
    """Return the error's name, or "http_503" and the like where Slack did not give one."""
    data = error.response if isinstance(error.response, dict) else getattr(error.response, "data", None)
    named = data.get("error") if isinstance(data, dict) else None
    return str(named) if named else f"http_{getattr(error.response, 'status_code', 0) or status_of(error)}"


def why_not(name: str, channel: str) -> str:
    """Return what a person is told whose answer Slack does not take."""
    if name not in FORBIDDEN:
        return NOT_TAKEN.format(name)
    between_others = channel.startswith("D") and name in {"channel_not_found", "not_in_channel"}
    return ELSEWHERE if between_others else FORBIDDEN[name]


def messages_of(error: SlackApiError) -> str:
    """Return what Slack says is wrong with blocks: places and limits, no words of anybody."""
    found = error.response.get("response_metadata") if hasattr(error.response, "get") else None
    return "; ".join(str(m) for m in (found or {}).get("messages", ()))[:500]


def status_of(error: SlackApiError) -> int:
    """Return the HTTP status, 0 where there is none."""
    return int(getattr(error.response, "status", 0) or 0)


def retry_after(error: SlackApiError) -> float | None:
    """Return how many seconds Slack asks to wait."""
    headers = getattr(error.response, "headers", None) or {}
    return seconds_asked(str({str(k).lower(): v for k, v in dict(headers).items()}.get("retry-after", "")))


def what_to_do(error: SlackApiError) -> ErrorRemedy:
    """Return what is to be done about an error."""
    name = name_of(error)
    if name in FORBIDDEN:
        return ErrorRemedy.FORBIDDEN
    for names, kind in (
        (_LAYOUT, ErrorRemedy.LAYOUT),
        (_GONE, ErrorRemedy.GONE),
        (_REVOKED, ErrorRemedy.REVOKED),
        (_EXPIRED, ErrorRemedy.EXPIRED),
        (_LATER, ErrorRemedy.LATER),
    ):
        if name in names:
            return kind
    return ErrorRemedy.LATER if name.startswith(("http_408", "http_429", "http_5", "http_0")) else ErrorRemedy.OTHER


def translate_error(error: SlackApiError) -> DeliveryError:
    """Return the error as the port knows it."""
    if what_to_do(error) is ErrorRemedy.LATER:
        return DeliveryError(f"Slack: {name_of(error)}", retry_after=retry_after(error))
    return DeliveryRefused(f"Slack: {name_of(error)}")
