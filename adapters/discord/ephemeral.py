"""Interactions whose token still lives: for fifteen minutes they take answers that only one person sees."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from adapters.discord import limits
from adapters.discord.errors import EXPIRED, is_refusal
from adapters.discord.inlines import escape_markdown
from adapters.discord.layout import files_to_upload, layout_view, total_cost
from adapters.discord.modals import SEND
from adapters.discord.pieces import AGAIN, Page, TextPiece
from adapters.discord.places import DiscordState, asked_in
from adapters.discord.posting import MessagePoster, PostPlace, message_nonce
from kgcore.values.message import Action, Address, Verb


@dataclass(slots=True)
class InteractionHook:
    """An interaction and what was sent by it. `waiting`: it shows "thinking …", which the first answer replaces."""

    interaction: discord.Interaction[Any]
    until: float
    waiting: bool = False
    sent: set[int] = field(default_factory=set)

    async def acknowledged(self) -> None:
        """Wait until Discord has heard that it arrived: before that it knows of no follow-ups (10015).

        The event goes into the inbox first, so that a quick reply may well be ready before.
        """
        for seconds in limits.ACK_LOOKS:
            if self.interaction.response.is_done():
                return
            await asyncio.sleep(seconds)


class InteractionHooks:
    """Interactions by event id, in memory only: a token is worth nothing after its time, and belongs into no file."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._hooks: OrderedDict[str, InteractionHook] = OrderedDict()
        self._clock = clock

    def keep(self, event: str, interaction: discord.Interaction[Any], *, waiting: bool = False) -> InteractionHook:
        """Remember the interaction of an event."""
        hook = InteractionHook(interaction, self._clock() + limits.TOKEN_SECONDS, waiting)
        self._hooks[event] = hook
        while len(self._hooks) > limits.HOOKS:
            self._hooks.popitem(last=False)
        return hook

    def of(self, event: str) -> InteractionHook | None:
        """Return the interaction of an event while its token lives."""
        hook = self._hooks.get(event)
        if hook is not None and hook.until < self._clock():
            del self._hooks[event]
            return None
        return hook


# --- Replies for one person, and replies where we are not a member: by the interaction while its token lives.

NOBODY: Final = discord.AllowedMentions.none()
NO_WAY: Final = (
    "-# For {}: there is something for you alone, and I cannot write to you in private. "
    "Allow direct messages from members of this server, then ask again."
)
_CANNOT_DM: Final = 50007  # "Cannot send messages to this user"


# What changes how answers are shown that stand there already.
CHANGES: Final = frozenset(
    {
        *(Verb.DISMISS, Verb.NOT_TYPE, Verb.NOT_PREDICATE, Verb.UNDO, Verb.SALIENCE, Verb.SCOPE, Verb.TELLING),
        *(Verb.PARAGRAPHS, Verb.COLLAPSE, Verb.OPEN, Verb.TRIM, Verb.TRIM_CLAIM, Verb.MERGE, Verb.STEP, Verb.UNFOLD),
    }
)
_OFFERED: Final = frozenset({Verb.DISMISS, Verb.NOT_TYPE, Verb.NOT_PREDICATE})


def pressed_id(interaction: discord.Interaction[Any]) -> str:
    """Return the action id of what was pressed or chosen; "" where it was something else."""
    data: Any = interaction.data or {}
    values = data.get("values") or [data.get("custom_id", "")]
    id = str(values[0])
    return id.removeprefix(AGAIN).partition(":")[2] if id.startswith(AGAIN) else id.removeprefix(SEND)


async def answer_interaction(hook: InteractionHook, page: Page, *, ephemeral: bool) -> int:
    """Answer an interaction with a message and return its id. Raises discord's errors."""
    await hook.acknowledged()
    if hook.waiting:
        hook.waiting = False
        message: discord.Message = await hook.interaction.edit_original_response(
            view=layout_view(page), attachments=files_to_upload(page), allowed_mentions=NOBODY
        )
    else:
        message = await hook.interaction.followup.send(
            view=layout_view(page), files=files_to_upload(page), ephemeral=ephemeral, wait=True, allowed_mentions=NOBODY
        )
    hook.sent.add(message.id)
    return message.id


class EphemeralReplies:
    """Brings private replies, and those to places where we can only answer interactions."""

    def __init__(
        self, client: discord.Client, hooks: InteractionHooks, keep: DiscordState, poster: MessagePoster
    ) -> None:
        self._client = client
        self._hooks = hooks
        self._keep = keep
        self._poster = poster

    async def private(
        self, pages: Sequence[Page], to: Address, spot: PostPlace | None, receipt: str | None, *, by_hook: bool = True
    ) -> str:
        """Show the pages to the person alone; where no way is left, `spot` learns that there is something, not what.
        Not `by_hook`: as direct messages only.
        """
        mark = json.dumps({"p": _digest(pages)})
        if receipt == mark:
            return mark
        told = (by_hook and await self._by_hook(pages, to.event)) or await self._by_message(pages, to)
        if not told and spot is not None:
            named: Page = (TextPiece(NO_WAY.format(escape_markdown(to.person.name) or "you")),)
            await self._poster.write(spot, [named], to.event, ())
        return mark

    async def turned(self, pages: Sequence[Page], to: Address, turn: str) -> bool:
        """Bring a person's own list of questions up to date, where something in it was just dismissed; False where
        nothing was.
        """
        hook = self._hooks.of(to.event)
        message = hook.interaction.message if hook else None
        action = Action.parse(pressed_id(hook.interaction)) if hook else None
        if hook is None or message is None or not message.flags.ephemeral:
            return False
        if not pages or action is None or action.verb not in _OFFERED or action.turn != turn:
            return False
        await hook.acknowledged()
        await hook.interaction.edit_original_response(view=layout_view(pages[0]), allowed_mentions=NOBODY)
        return True

    async def outside(
        self, pages: Sequence[Page], to: Address, receipt: str | None, *, shown_again: bool = False
    ) -> str:
        """Answer where we are not a member: by the interaction, else as a direct message. What is only shown again,
        and is not the message that was pressed, everybody has seen: the person alone sees how it is now.
        """
        hook = self._hooks.of(to.event)
        before = [int(id) for id in json.loads(receipt or "{}").get("h", [])]
        ids: list[int] = []
        for number, page in enumerate(pages):
            kept = before[number] if number < len(before) else 0
            if hook is None or not (kept and await _edited(hook, kept, page)):
                if shown_again and hook is not None:
                    await answer_interaction(hook, page, ephemeral=True)
                else:
                    kept = await self._sent_outside(hook, page, to, number)
            ids.append(kept)
        return json.dumps({"h": [str(id) for id in ids]})

    async def _sent_outside(self, hook: InteractionHook | None, page: Page, to: Address, number: int) -> int:
        if hook is not None:
            try:
                return await answer_interaction(hook, page, ephemeral=False)
            except discord.HTTPException as error:
                if error.code not in EXPIRED and not is_refusal(error):
                    raise
        return await self._message(page, to, number)

    async def _by_hook(self, pages: Sequence[Page], event: str) -> bool:
        hook = self._hooks.of(event)
        if hook is None:
            return False
        try:
            for page in pages:
                await answer_interaction(hook, page, ephemeral=True)
        except discord.HTTPException as error:
            if error.code not in EXPIRED:
                raise
            return False
        return True

    async def _by_message(self, pages: Sequence[Page], to: Address) -> bool:
        try:
            for number, page in enumerate(pages):
                about: Page = (TextPiece(f"-# About <#{asked_in(to)}>"),) if number == 0 else ()
                await self._message(page + about if total_cost(page + about).fits else page, to, number)
        except (discord.Forbidden, discord.NotFound):
            return False
        except discord.HTTPException as error:
            if error.code != _CANNOT_DM:
                raise
            return False
        return True

    async def _message(self, page: Page, to: Address, number: int) -> int:
        """Send a direct message; its buttons belong to the place that it is about."""
        user = self._client.get_user(int(to.person.id)) or await self._client.fetch_user(int(to.person.id))
        channel = await user.create_dm()
        files: dict[str, Any] = {"files": found} if (found := files_to_upload(page)) else {}
        sent = await channel.send(
            view=layout_view(page), nonce=message_nonce(f"{to.event}:{_digest(page)}", number), **files
        )
        await self._keep.belongs(sent.id, to.place)
        return sent.id


def _digest(shown: object) -> str:
    return hashlib.blake2b(repr(shown).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


async def _edited(hook: InteractionHook, id: int, page: Page) -> bool:
    """Edit a message by an interaction that may: the one that it was sent by, or one of its own buttons."""
    pressed = hook.interaction.message
    await hook.acknowledged()
    try:
        if id in hook.sent:
            await hook.interaction.followup.edit_message(
                id, view=layout_view(page), attachments=files_to_upload(page), allowed_mentions=NOBODY
            )
        elif pressed is not None and pressed.id == id:
            await hook.interaction.edit_original_response(
                view=layout_view(page), attachments=files_to_upload(page), allowed_mentions=NOBODY
            )
        else:
            return False
    except discord.HTTPException as error:
        if error.code not in EXPIRED:
            raise
        return False
    return True
