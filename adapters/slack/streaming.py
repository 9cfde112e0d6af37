"""What the adapter keeps of a reply that it has posted: the messages and files in Slack."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import limits
from adapters.slack.controls import choices_units
from adapters.slack.errors import ErrorRemedy, name_of, what_to_do
from adapters.slack.escape import shorten_text, stream_markdown, strip_controls
from adapters.slack.events import digest_text
from adapters.slack.pacing import CallPacing, PacedKind, call_paced, loop_time
from adapters.slack.parts import Json
from adapters.slack.uploads import ThreadTarget
from kgcore.errors import DeliveryError
from kgcore.values.reply import Choices, Claims, Figure, Progress, Reply, Text


@dataclass(frozen=True, slots=True)
class PostedReply:
    """`ts` of the messages in order, and what each of them says (in short); uploaded files by digest or name.

    `asked` is who asked where the thread does not show it. `channel` is where they lie. `private`: it went to one
    person and cannot be edited. `streaming`: the first message is a stream that has not been ended.
    """

    ts: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    asked: str = ""
    channel: str = ""
    private: bool = False
    streaming: bool = False

    @classmethod
    def load(cls, receipt: str | None) -> PostedReply:
        """Read a receipt."""
        if not receipt:
            return cls()
        found = json.loads(receipt)
        files = tuple((str(k), str(v)) for k, v in found.pop("files"))
        ts, says = tuple(found.pop("ts")), tuple(found.pop("says"))
        return cls(ts, says, files, **found)

    def dump(self) -> str:
        """Return the receipt; "" for nothing."""
        return "" if self == PostedReply() else json.dumps(asdict(self))

    def posted(self, nth: int, ts: str, version: str) -> PostedReply:
        """Return it with message `nth` as it is now."""
        all_ts, says = list(self.ts), list(self.says)
        if nth < len(all_ts):
            all_ts[nth], says[nth] = ts, digest_text(version)
        else:
            all_ts.append(ts)
            says.append(digest_text(version))
        return replace(self, ts=tuple(all_ts), says=tuple(says))

    def with_file(self, name: str, id: str) -> PostedReply:
        """Return it with one more file ("" where it could not be uploaded)."""
        return replace(self, files=(*((k, v) for k, v in self.files if k != name), (name, id)))

    @property
    def uploaded(self) -> dict[str, str]:
        """The files by digest or name."""
        return dict(self.files)

    def is_at(self, nth: int, version: str) -> bool:
        """Whether message `nth` says just this already."""
        return nth < len(self.says) and self.says[nth] == digest_text(version)


# --- The grey line "… is looking in the graph" below a thread: it is there before the first message can be.

log = structlog.get_logger()
STATUS: Final = "is looking in the graph …"


async def say_busy(client: AsyncWebClient, pacing: CallPacing, spot: ThreadTarget) -> None:
    """Show the status, unless Slack would have us wait."""
    await _set(client, pacing, spot, STATUS)


async def say_done(client: AsyncWebClient, pacing: CallPacing, spot: ThreadTarget) -> None:
    """Take the status away, unless Slack would have us wait."""
    await _set(client, pacing, spot, "")


async def _set(client: AsyncWebClient, pacing: CallPacing, spot: ThreadTarget, status: str) -> None:
    if not pacing.free(PacedKind.STATUS, spot.team):
        return
    await pacing.turn(PacedKind.STATUS, spot.team)
    call = client.assistant_threads_setStatus(channel_id=spot.channel, thread_ts=spot.thread, status=status)
    try:
        await call_paced(call, pacing, PacedKind.STATUS, spot.team)
    except SlackApiError as error:
        log.info("a status was refused", reason=name_of(error))
    except DeliveryError as error:
        log.info("a status could not be set", reason=str(error))


# --- Words as they are written, by Slack's own streaming where a workspace has it.

_KEPT: Final = 2_000


@dataclass(frozen=True, slots=True)
class StreamContent:
    """What a stream says: the words, and what is being done; `buttons` stand above the words."""

    words: str
    doing: str
    buttons: tuple[Json, ...] = field(default=(), compare=False)


class Streaming:
    """Streams of this process. What an earlier one left open is only ended here."""

    def __init__(self, pacing: CallPacing) -> None:
        self._pacing = pacing
        self._open: OrderedDict[str, StreamContent] = OrderedDict()
        self._without: dict[tuple[str, str], float] = {}  # where Slack does not stream, and since when
        self._bare: set[str] = set()  # workspaces that stream words, but no buttons

    async def show(
        self, client: AsyncWebClient, reply: Reply, spot: ThreadTarget, person: str, key: str, kept: PostedReply
    ) -> PostedReply | None:
        """Say in a stream what there is to say now; None where that has to be said by a post or an edit.

        Raises DeliveryError where nobody knows whether a stream has begun.
        """
        now = stream_content(reply, kept)
        if now is None:
            return None
        if not kept.ts:
            return await self._start(client, spot, person, key, kept, now) if self._may(spot) else None
        before = self._open.get(key)
        if not kept.streaming or before is None or not now.words.startswith(before.words):
            return None
        return kept if now == before else await self._more(client, spot, key, kept, before, now)

    async def end(
        self, client: AsyncWebClient, spot: ThreadTarget, key: str, kept: PostedReply, metadata: Json
    ) -> PostedReply:
        """End the stream, so that its message can be edited; whether it could be is seen then.

        Raises SlackApiError and DeliveryError.
        """
        before = self._open.pop(key, None)
        done = [_task(key, before.doing, "complete")] if before else None
        await self._pacing.turn(PacedKind.STREAM_END, spot.team)
        call = client.chat_stopStream(channel=spot.channel, ts=kept.ts[0], chunks=done, metadata=metadata)
        try:
            await call_paced(call, self._pacing, PacedKind.STREAM_END, spot.team)
        except SlackApiError as error:
            if what_to_do(error) in {ErrorRemedy.LATER, ErrorRemedy.REVOKED, ErrorRemedy.FORBIDDEN}:
                raise
            log.info("a stream was not ended", reason=name_of(error))  # Slack ends them itself after some minutes
        return replace(kept, streaming=False)

    def _may(self, spot: ThreadTarget) -> bool:
        if spot.team.startswith("E") and not spot.channel.startswith("D"):
            return False  # the token is an organisation's, and Slack wants to know of which workspace the person is
        since = self._without.get((spot.team, spot.channel), -limits.STREAM_AGAIN)
        if loop_time() - since < limits.STREAM_AGAIN:
            return False
        return self._pacing.free(PacedKind.STREAM, spot.team) and self._pacing.free(PacedKind.STREAM_END, spot.team)

    async def _start(
        self, client: AsyncWebClient, spot: ThreadTarget, person: str, key: str, kept: PostedReply, now: StreamContent
    ) -> PostedReply | None:
        await self._pacing.turn(PacedKind.POST, spot.channel)
        direct = spot.channel.startswith("D")  # Slack wants to know for whom, except where it knows
        buttons = [] if spot.team in self._bare else [{"type": "blocks", "blocks": list(now.buttons)}]
        await self._pacing.turn(PacedKind.STREAM, spot.team)
        call = client.chat_startStream(
            channel=spot.channel,
            thread_ts=spot.thread,
            recipient_team_id=None if direct else spot.team,
            recipient_user_id=None if direct else person,
            chunks=[_task(key, now.doing, "in_progress"), *(buttons if now.buttons else []), *_words(now.words)],
        )
        try:
            begun = await call_paced(call, self._pacing, PacedKind.STREAM, spot.team)
        except SlackApiError as error:
            return await self._refused(error, client, spot, person, key, kept, now)
        self._remember(key, now)
        return replace(kept.posted(0, str(begun["ts"]), ""), streaming=True)

    async def _refused(
        self,
        error: SlackApiError,
        client: AsyncWebClient,
        spot: ThreadTarget,
        person: str,
        key: str,
        kept: PostedReply,
        now: StreamContent,
    ) -> PostedReply | None:
        """Try once more without buttons where they may be the reason; else edit for a while, and say nothing here."""
        match what_to_do(error):
            case ErrorRemedy.REVOKED | ErrorRemedy.FORBIDDEN:
                raise error
            case ErrorRemedy.LATER:
                return None
            case ErrorRemedy.LAYOUT if now.buttons and spot.team not in self._bare:
                self._bare.add(spot.team)
                return await self._start(client, spot, person, key, kept, now)
        log.info("answers are edited here instead of streamed", reason=name_of(error))
        if len(self._without) > _KEPT:
            self._without.clear()
        self._without[spot.team, spot.channel] = loop_time()
        return None

    async def _more(
        self,
        client: AsyncWebClient,
        spot: ThreadTarget,
        key: str,
        kept: PostedReply,
        before: StreamContent,
        now: StreamContent,
    ) -> PostedReply | None:
        task = [_task(key, now.doing, "in_progress")] if now.doing != before.doing else []
        chunks = [*task, *_words(now.words[len(before.words) :])]
        await self._pacing.turn(PacedKind.APPEND, spot.team)
        call = client.chat_appendStream(channel=spot.channel, ts=kept.ts[0], chunks=chunks)
        try:
            await call_paced(call, self._pacing, PacedKind.APPEND, spot.team)
        except SlackApiError as error:
            if what_to_do(error) is ErrorRemedy.LATER:  # nothing was said; the next state says it
                return kept
            log.info("a stream takes no more", reason=name_of(error))
            self._open.pop(key, None)
            return None
        except DeliveryError:  # whether these words stand there is not known: edits know
            self._open.pop(key, None)
            raise
        self._remember(key, now)
        return kept

    def _remember(self, key: str, now: StreamContent) -> None:
        self._open[key] = now
        self._open.move_to_end(key)
        if len(self._open) > _KEPT:
            self._open.popitem(last=False)


def stream_content(reply: Reply, kept: PostedReply) -> StreamContent | None:
    """Return what a stream would say of a state; None where words alone do not do.

    Claims and pictures wait for the end.
    """
    paragraphs = [reply.question] if kept.asked else []
    doing, buttons = "", []
    for block in reply.blocks:
        match block:
            case Text(correction=False, level=0, speaker=""):
                paragraphs.append(block.plain)
            case Progress(total=0):
                doing = block.doing
            case Choices():
                buttons += [b for unit in choices_units(block) for b in unit.blocks]
            case Claims() | Figure():
                pass
            case _:
                return None
    words = "\n\n".join(p for p in paragraphs if p)
    return (
        StreamContent(words, doing or "Writing …", tuple(buttons))
        if len(stream_markdown(words)) <= limits.STREAM_TEXT
        else None
    )


def task_id(key: str) -> str:
    """Return the id of the one task of a stream: it tells whose stream a message is."""
    return f"evigraph-{hashlib.blake2b(key.encode(), digest_size=8).hexdigest()}"


def _task(key: str, doing: str, status: str) -> dict[str, Any]:
    return {
        "type": "task_update",
        "id": task_id(key),
        "title": shorten_text(strip_controls(doing), limits.TASK),
        "status": status,
    }


def _words(text: str) -> list[dict[str, Any]]:
    return [{"type": "markdown_text", "text": stream_markdown(text)}] if text else []
