"""Where an answer goes: the thread of the question, made if need be; else the channel, which is said in words."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from adapters.discord import limits
from adapters.discord.errors import (
    ARCHIVED,
    NO_REPLY,
    THREAD_EXISTS,
    TITLE_MODERATED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    is_refusal,
)
from adapters.discord.inlines import shorten_line
from adapters.discord.layout import files_to_upload, layout_view
from adapters.discord.pieces import Page, UploadedFile, UploadedPicture
from adapters.discord.places import DiscordState, RecencyCache
from kgcore.errors import DeliveryRefused
from kgcore.values.message import Place

NO_THREAD: Final = (
    "I cannot open a thread here, so I answer in the channel; reply to this message to go on. "
    "(Permissions: Create Public Threads, Send Messages in Threads.)"
)
UNNAMED: Final = "Evigraph"
DELETED: Final = "What was asked is no longer there, nor is its thread."


@dataclass(frozen=True, slots=True)
class PostPlace:
    """A channel or thread, the message that is replied to there (0: none), and what is to be said about it.

    `fresh`: the thread was made just now, of a question that stands in the channel.
    """

    channel: int
    reply_to: int = 0
    note: str = ""
    fresh: bool = False


class ThreadOpener:
    """Finds and makes threads."""

    def __init__(self, client: discord.Client, keep: DiscordState) -> None:
        self._client = client
        self._keep = keep
        self._open: RecencyCache[str, bool] = RecencyCache()

    async def spot(self, place: Place, question: str, *, asked_here: bool = False) -> PostPlace:
        """Return where to write; `question` names a new thread, without one none is made. Raises discord's errors.

        `asked_here`: what is answered is known to stand in the channel. A narrower place is never left for a wider one:
        what was asked in a thread that we cannot reach is answered nowhere else (Forbidden, or DeliveryRefused).
        """
        if place.thread == place.channel:
            return PostPlace(int(place.channel))
        if self._open.get(place.thread) or self._client.get_channel(int(place.thread)):
            return PostPlace(int(place.thread))
        if await self._keep.answers_here(place.thread):
            return PostPlace(int(place.channel), int(place.thread), NO_THREAD)
        if not question:
            return await self._found(place, asked_here, PostPlace(int(place.channel), int(place.thread)))
        return await self._made(place, question, asked_here)

    def may_attach(self, spot: PostPlace) -> bool:
        """Whether files may be attached there, as far as is known."""
        channel = self._client.get_channel(spot.channel)
        if not isinstance(channel, discord.Thread | discord.abc.GuildChannel):
            return True
        try:
            return channel.permissions_for(channel.guild.me).attach_files
        except (
            discord.ClientException,
            AttributeError,
        ):  # its channel or our own member is not cached
            return True

    async def answer_here(self, place: Place, refused: PostPlace) -> PostPlace | None:
        """Give up the thread that was made for a question in the channel, because nothing may be written in it; None
        where the question was asked in the thread itself, so that the channel is a wider place.
        """
        if not refused.fresh:
            return None
        self._open.pop(place.thread)
        return await self._in_channel(place)

    async def _made(self, place: Place, question: str, asked_here: bool) -> PostPlace:
        try:
            await self._start(place, shorten_line(question, limits.THREAD_NAME) or UNNAMED)
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                self._open.set(place.thread, True)
                return PostPlace(int(place.thread))
            if not is_refusal(error) or error.code == UNKNOWN_CHANNEL:
                raise
            deleted = error.code == UNKNOWN_MESSAGE  # else not allowed, another kind of channel, too many threads, …
            return await self._found(place, asked_here and not deleted, None)
        self._open.set(place.thread, True)
        return PostPlace(int(place.thread), fresh=True)

    async def _start(self, place: Place, name: str) -> None:
        """Make a thread right at the address: PartialMessage.create_thread wants the server cached, which it is not
        at a start. A title that the server's moderation blocks is replaced.
        """
        for title in (name, UNNAMED):
            try:
                await self._client.http.start_thread_with_message(
                    int(place.channel),
                    int(place.thread),
                    name=title,
                    auto_archive_duration=limits.THREAD_IDLE_MINUTES,
                )
            except discord.HTTPException as error:
                if error.code != TITLE_MODERATED or title == UNNAMED:
                    raise
            else:
                return

    async def _in_channel(self, place: Place) -> PostPlace:
        await self._keep.answer_here(place.thread)
        return PostPlace(int(place.channel), int(place.thread), NO_THREAD)

    async def _found(self, place: Place, asked_here: bool, otherwise: PostPlace | None) -> PostPlace:
        """Return the thread if there is one (an archived one is not in the cache), else `otherwise` (None: the channel,
        from now on), if what is answered stands in the channel. Raises DeliveryRefused where it stands nowhere.
        """
        try:
            await self._client.fetch_channel(int(place.thread))
        except discord.NotFound:
            if not (asked_here or await self._stands_in_channel(place)):
                raise DeliveryRefused(DELETED) from None
            return otherwise or await self._in_channel(place)
        self._open.set(place.thread, True)
        return PostPlace(int(place.thread))

    async def _stands_in_channel(self, place: Place) -> bool:
        """Whether the thread's name is that of a message in its channel."""
        try:
            await self._client.http.get_message(int(place.channel), int(place.thread))
        except (discord.NotFound, discord.Forbidden):
            return False
        return True


# --- Messages of ours in a channel: posted once, edited where they changed, found again after a crash.


@dataclass(frozen=True, slots=True)
class PostedMessages:
    """What was posted: the channel and the messages in order."""

    channel: int
    messages: tuple[int, ...]

    def __str__(self) -> str:
        return json.dumps({"c": str(self.channel), "m": [str(m) for m in self.messages]})

    @classmethod
    def read(cls, receipt: str | None) -> PostedMessages | None:
        """Return what a receipt names, None where it is no receipt of messages in a channel."""
        kept: dict[str, Any] = json.loads(receipt) if receipt else {}
        return cls(int(kept["c"]), tuple(map(int, kept["m"]))) if "c" in kept else None


def message_nonce(key: str, number: int) -> str:
    """Return the nonce of the message with that number; Discord takes the same nonce only once in some minutes."""
    return hashlib.blake2b(f"{key}:{number}".encode(), digest_size=12).hexdigest()[: limits.NONCE_CHARACTERS]


class MessagePoster:
    """Writes pages into channels. Raises discord's errors."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._shown: RecencyCache[int, int] = RecencyCache()  # by message: what it shows
        self._begun: RecencyCache[str, tuple[int, ...]] = (
            RecencyCache()
        )  # by key: what was posted before something failed

    async def write(
        self, spot: PostPlace, pages: Sequence[Page], key: str, before: Sequence[int], *, anew: bool = False
    ) -> PostedMessages:
        """Make the messages show the pages; `before` are those that there are already. `anew`: they cannot be edited,
        so that others take their place.
        """
        try:
            return await self._write(spot, pages, key, before, anew=anew)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
        # Sending opens an archived thread by itself, editing does not: DOCS/topics/threads#active-archived-threads
        await self._client.http.edit_channel(spot.channel, archived=False)
        return await self._write(spot, pages, key, before, anew=anew)

    async def withdraw(self, spot: PostPlace, messages: Sequence[int]) -> None:
        """Delete messages of ours, as far as Discord lets us."""
        for id in messages:
            with suppress(discord.HTTPException):
                await self._message(spot, id).delete()

    async def _write(
        self, spot: PostPlace, pages: Sequence[Page], key: str, before: Sequence[int], *, anew: bool
    ) -> PostedMessages:
        done: list[int] = []
        old = list(before) or list(self._begun.get(key) or ())
        for number, page in enumerate(pages):
            kept = old[number] if number < len(old) else 0
            if not kept or anew or not await self._edited(spot, kept, page):
                again = f"{key}:{kept}" if kept else key  # the same nonce would bring the deleted message back
                kept = await self._sent(spot, page, message_nonce(again, number))
            done.append(kept)
            self._begun.set(key, tuple(done + old[number + 1 :]))
        await self.withdraw(spot, old if anew else old[len(pages) :])
        self._begun.pop(key)
        return PostedMessages(spot.channel, tuple(done))

    async def find(self, spot: PostPlace, key: str, turn: str) -> tuple[int, ...]:
        """Return what an earlier process posted of a reply, by its nonces or the turn in its buttons' ids."""
        me = self._client.user
        nonces = {message_nonce(key, number) for number in range(limits.FILES)}
        ours = re.compile(rf"kg1:(?!step:)[a-z-]+:{re.escape(turn)}:") if turn else None
        found: list[int] = []
        with suppress(discord.Forbidden):  # without Read Message History the nonce is all there is
            async for message in self._channel(spot).history(limit=limits.HISTORY):
                if me is None or message.author.id != me.id:
                    continue
                shown = json.dumps([c.to_dict() for c in message.components])
                if str(message.nonce) in nonces or (ours and ours.search(shown)):
                    found.append(message.id)
        return tuple(sorted(found))

    async def _edited(self, spot: PostPlace, id: int, page: Page) -> bool:
        """Whether the message shows the page now; False where somebody deleted it."""
        shows = hash(page)
        if self._shown.get(id) == shows:
            return True
        try:
            await self._message(spot, id).edit(
                view=layout_view(page),
                attachments=files_to_upload(page),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        self._shown.set(id, shows)
        return True

    async def _sent(self, spot: PostPlace, page: Page, name: str) -> int:
        try:
            message = await self._channel(spot).send(view=layout_view(page), nonce=name, **_more(spot, page))
        except discord.HTTPException as error:
            if error.code != NO_REPLY or not spot.reply_to:
                raise
            bare = replace(spot, reply_to=0)
            message = await self._channel(spot).send(view=layout_view(page), nonce=name, **_more(bare, page))
        if not _shows(message, page):  # an earlier post of that nonce, whose answer was lost
            await message.edit(
                view=layout_view(page),
                attachments=files_to_upload(page),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        self._shown.set(message.id, hash(page))
        return message.id

    def _channel(self, spot: PostPlace) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(spot.channel)

    def _message(self, spot: PostPlace, id: int) -> discord.PartialMessage:
        return self._channel(spot).get_partial_message(id)


def _shows(message: discord.Message, page: Page) -> bool:
    """Whether what came back says what was sent."""
    made: Any = layout_view(page)
    return _said([c.to_dict() for c in message.components]) == _said(made.to_components())


def _said(parts: Any) -> list[str]:
    """Return the words and the ids of components, in order."""
    if isinstance(parts, dict):
        own = [str(parts[k]).strip() for k in ("content", "custom_id", "label", "value") if parts.get(k)]
        return own + [s for k in ("accessory", "components", "options") for s in _said(parts.get(k))]
    return [s for part in parts for s in _said(part)] if isinstance(parts, list) else []


def _more(spot: PostPlace, page: Page) -> dict[str, Any]:
    more: dict[str, Any] = {"files": files_to_upload(page)} if has_files(page) else {}
    if spot.reply_to:
        more["mention_author"] = False
        more["reference"] = discord.MessageReference(
            message_id=spot.reply_to, channel_id=spot.channel, fail_if_not_exists=False
        )
    return more


def has_files(page: Page) -> bool:
    """Whether something has to be uploaded with the message."""
    return any(isinstance(piece, UploadedPicture | UploadedFile) for piece in page)
