"""Calls to the platform: create, update and delete activities, again and again where that is worth it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

import httpx
from microsoft_teams.api import ActivityParams, ApiClient, ConversationAccount, TypingActivityInput
from microsoft_teams.api.activities.message.message import MessageActivityInput
from microsoft_teams.api.clients.conversation.params import CreateConversationParams

from adapters.shared.waiting import seconds_asked
from adapters.teams.limits import FIRST_WAIT, JITTER, LONGEST_WAIT, RETRIED, TRIES
from adapters.teams.pacing import ConversationPacing
from adapters.teams.references import Reference
from kgcore.errors import DeliveryError, DeliveryRefused

T = TypeVar("T")
# Of the 4xx, those that say nothing of the message itself, or have a remedy of their own; the others stay as they are.
_PASSING = frozenset({401, 408, 409, 412, 413, 423, 425, 429})
_OPENING = "opening a chat at "


class TooLarge(Exception):  # noqa: N818
    """The platform finds the message too large (413); a smaller one may do."""


class MessageGone(Exception):  # noqa: N818
    """The message to be updated is no longer there (404)."""


class EditRefused(Exception):  # noqa: N818
    """The platform refuses to change this message; a new one may do."""


class StreamEnding(StrEnum):
    """Why a stream takes nothing more."""

    NOT_ALLOWED = "not allowed"
    TIME = "exceeded streaming time"
    CANCELLED = "cancelled by the person"
    COMPLETED = "completed already"


class StreamEnded(Exception):  # noqa: N818
    """The platform takes no more of this stream; `why` tells what to do instead."""

    def __init__(self, why: StreamEnding) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class ConversationTarget:
    """A conversation (with its thread) to post to."""

    reference: Reference
    conversation: str

    @property
    def line(self) -> str:
        """Under which its operations are counted: a channel's threads share one."""
        return self.conversation if self.conversation.startswith(_OPENING) else self.reference.channel


class CardPoster:
    """Posts through the SDK's client. All methods raise DeliveryError, and DeliveryRefused where it is hopeless."""

    def __init__(self, api: Callable[[str], ApiClient], pacing: ConversationPacing) -> None:
        self._api = api
        self.pacing = pacing

    async def create(self, to: ConversationTarget, activity: dict[str, Any]) -> str:
        """Post an activity and return its id. Raises TooLarge."""
        made = _typed(activity, to)
        sent = await self._call(to, lambda api: api.conversations.create_activity(to.conversation, made))
        return sent.id

    async def update(self, to: ConversationTarget, id: str, activity: dict[str, Any]) -> None:
        """Replace an activity. Raises TooLarge and Gone."""
        made = _typed(activity | {"id": id}, to)
        with suppress(KeyError):  # the SDK wants an id in the answer; an empty one is no failure
            await self._call(to, lambda api: api.conversations.update_activity(to.conversation, id, made))

    async def delete(self, to: ConversationTarget, id: str) -> None:
        """Take an activity away; fine if it is gone."""
        try:
            await self._call(to, lambda api: api.conversations.delete_activity(to.conversation, id))
        except MessageGone:
            return

    async def meet(self, near: Reference, person: str) -> str:
        """Return the id of the person's own chat with us, which is created if need be."""
        params = CreateConversationParams.model_validate(
            {
                "members": [{"id": person}],
                "bot": {"id": near.bot},
                "isGroup": False,
                "tenantId": near.tenant or None,
                "channelData": {"tenant": {"id": near.tenant}},
            }
        )
        target = ConversationTarget(near, f"{_OPENING}{near.service}")
        found = await self._call(target, lambda api: api.conversations.create(params))
        return found.id

    async def _call(self, to: ConversationTarget, work: Callable[[ApiClient], Awaitable[T]]) -> T:
        """Make a call; 412, 429, 502 and 504 are tried again with jitter, as long as Retry-After asks."""
        for attempt in range(TRIES):
            try:
                async with self.pacing.turn(to.line):
                    return await work(self._api(to.reference.service))
            except httpx.HTTPStatusError as error:
                status = error.response.status_code
                wait = _wait(error.response, attempt)
                if status not in RETRIED or attempt == TRIES - 1 or wait > LONGEST_WAIT:
                    raise _named(error.response, wait) from None
            except httpx.HTTPError as error:
                raise DeliveryError(f"Teams cannot be reached: {type(error).__name__}.") from None
            except (ValueError, OSError) as error:  # the SDK: no token could be got
                raise DeliveryError(
                    f"No token for Teams: {type(error).__name__}.", hint="evigraph check --only teams tells why."
                ) from None
            await asyncio.sleep(wait)
        raise AssertionError  # the last attempt raises


def _typed(activity: dict[str, Any], to: ConversationTarget) -> ActivityParams:
    whole = activity | {
        "from": {"id": to.reference.bot},
        "conversation": {"id": to.conversation},
        "channelId": "msteams",
    }
    model = TypingActivityInput if activity["type"] == "typing" else MessageActivityInput
    made: ActivityParams = model.model_validate(whole)
    if isinstance(made.conversation, ConversationAccount) and to.reference.tenant:
        made.conversation.tenant_id = to.reference.tenant
    if isinstance(made.conversation, ConversationAccount):  # a stream is refused where the kind is not said
        made.conversation = made.conversation.model_copy(update={"conversation_type": to.reference.scope})
    return made


def _wait(response: httpx.Response, attempt: int) -> float:
    """Return the seconds to wait: what the platform asks for, or twice as long every time, give or take a fifth."""
    asked = seconds_asked(response.headers.get("Retry-After", ""))
    least = FIRST_WAIT * 2**attempt if asked is None else asked
    return least * (1 + random.uniform(0, JITTER))  # noqa: S311  only spreads retries


def _named(response: httpx.Response, wait: float) -> Exception:
    status, code, text = response.status_code, *_reason(response)
    method = response.request.method
    if status == 404 and method != "POST":
        return MessageGone()
    if method == "PUT" and 400 <= status < 500 and status not in _PASSING and "too large" not in text.lower():
        return EditRefused()
    if status == 403 and (code == "ContentStreamNotAllowed" or "content stream" in text.lower()):
        return TooLarge() if "too large" in text.lower() else StreamEnded(_ending(text))
    match status:
        case 413:
            return TooLarge()
        case 405 if method == "POST":  # no stream here: not for this bot, this person or this kind of conversation
            return StreamEnded(StreamEnding.NOT_ALLOWED)
        case _ if 400 <= status < 500 and status not in _PASSING:
            words = f"Teams refuses it: {status} {code}."
            return DeliveryRefused(words, hint="Is the bot still a member of that conversation?")
        case 401:
            return DeliveryError("Teams does not accept our token.", hint="evigraph check --only teams tells why.")
        case _:
            return DeliveryError(f"Teams answers {status} {code}.".replace(" .", "."), retry_after=wait)


def _reason(response: httpx.Response) -> tuple[str, str]:
    """Return the code and message of an error's body; the message is only looked at, never shown."""
    try:
        error = response.json().get("error", {})
        return str(error.get("code", ""))[:60], str(error.get("message", ""))
    except (ValueError, AttributeError):
        return "", ""


def _ending(text: str) -> StreamEnding:
    low = text.lower()
    if "exceeded streaming time" in low:
        return StreamEnding.TIME
    if "cancel" in low:
        return StreamEnding.CANCELLED
    return StreamEnding.COMPLETED if "completed" in low else StreamEnding.NOT_ALLOWED
