"""What one person alone gets to see: in an open modal, through a response_url, as an ephemeral or direct message."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.shared.waiting import written_out
from adapters.slack import limits
from adapters.slack.controls import dump_form
from adapters.slack.errors import ErrorRemedy, name_of, translate_error, what_to_do, why_not
from adapters.slack.escape import fallback_text
from adapters.slack.pacing import CallPacing, PacedKind, call_paced
from adapters.slack.parts import Json, context_blocks, person_run, rich_block, rich_section, text_run
from adapters.slack.posting import ROOT_TYPE, Posting, find_root, stands_there
from adapters.slack.render import Post, render, render_view
from adapters.slack.streaming import PostedReply, say_done
from adapters.slack.threads import ReturnPath, SlackThreads, dump_place, mark_place
from adapters.slack.uploads import ThreadTarget
from adapters.slack.workspaces import Workspaces
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.values.message import Address, Place
from kgcore.values.reply import Figure, File, Notice, Reply

UNREACHABLE: Final = "Slack does not let me write to you directly, so pictures and files are left out here."
# of chat.postEphemeral: https://docs.slack.dev/reference/methods/chat.postEphemeral#errors
_UNSEEN: Final = frozenset({"user_not_in_channel", "messages_tab_disabled"})


class PrivateReplies:
    """Shows replies and words to one person."""

    def __init__(self, workspaces: Workspaces, threads: SlackThreads) -> None:
        self._workspaces = workspaces
        self._threads = threads

    async def show(self, client: AsyncWebClient, reply: Reply, to: Address) -> None:
        """Show a whole reply in the best place there is. Raises SlackApiError."""
        back = await self._threads.back(to.event)
        if back.view and await self._in_view(client, reply, to.place, back.view):
            return await self._threads.went_back(to.event)
        rendered = await written_out(reply, lambda: render(reply, {}, brief=bool(reply.turn)))
        for key, form in rendered.forms.items():
            await self._threads.keep_text("form", key, dump_form(form))
        posts = [replace(p, blocks=tuple(mark_place(p.blocks, to.place))) for p in rendered.posts]
        for post in posts[back.shown :]:
            back, done = await self.respond(back, post)
            if not done:
                await self._beside(client, post, to)
            back = replace(back, shown=back.shown + 1)
            if len(posts) > 1:  # should it fail or be stopped in the middle, it goes on from here
                await self._threads.keep_back(to.event, back)
        return await self._threads.went_back(to.event)

    async def say(self, client: AsyncWebClient, to: Address, text: str) -> None:
        """Say one sentence. Raises SlackApiError."""
        await self.show(client, Reply("", "", (Notice(text),), private=True), to)

    async def reachable(self, to: Address) -> str:
        """Return the channel of direct messages with the person; "" where Slack opens none, as with people of other
        organisations. Raises SlackApiError.
        """
        try:
            return await self._workspaces.direct(to.place.workspace, to.person.id)
        except SlackApiError as error:
            if what_to_do(error) in {ErrorRemedy.LATER, ErrorRemedy.REVOKED}:
                raise
            return ""

    async def reason(self, to: Address, text: str) -> None:
        """Say why nothing can be posted: where the request came from, or else as a direct message."""
        post = Post(tuple(context_blocks(text, 2_000)), fallback_text(text))
        _, done = await self.respond(await self._threads.back(to.event), post)
        if not done:
            client = await self._workspaces.client(to.place.workspace)
            await self._directly(client, post, to)

    async def respond(self, back: ReturnPath, post: Post) -> tuple[ReturnPath, bool]:
        """Answer through a response_url; False where there is none, or Slack no longer takes it. The first answer takes
        the place of the message that it answers if `back` says so, which must be one that this person alone sees.
        """
        if not back.open:
            return back, False
        hook = AsyncWebhookClient(back.url, session=self._workspaces.session(), retry_handlers=[])
        content: dict[str, Any] = {"text": post.text, "blocks": list(post.blocks), "response_type": "ephemeral"}
        back, first = replace(back, used=back.used + 1), back.used == 0
        try:
            answer = await hook.send_dict({**content, "replace_original": back.replace and first})
        except (aiohttp.ClientError, TimeoutError):
            return back, False
        if answer.status_code != 200:
            return replace(back, used=limits.RESPONSES), False
        return back, True

    async def _in_view(self, client: AsyncWebClient, reply: Reply, place: Place, view_id: str) -> bool:
        made = render_view(reply, "Evigraph", dump_place(place))
        if made is None:
            return False
        for key, form in made[1].items():
            await self._threads.keep_text("form", key, dump_form(form))
        try:
            await client.views_update(view_id=view_id, view=made[0])
        except SlackApiError:  # it was closed meanwhile
            return False
        return True

    async def _beside(self, client: AsyncWebClient, post: Post, to: Address) -> None:
        """As an ephemeral message in the thread; in a direct conversation with us everything is private anyway."""
        root = await self._threads.root(to.place)
        content: dict[str, Any] = {"channel": to.place.channel, "text": post.text, "blocks": list(post.blocks)}
        try:
            if to.place.channel.startswith("D"):
                await client.chat_postMessage(thread_ts=root, unfurl_links=False, unfurl_media=False, **content)
            else:
                await client.chat_postEphemeral(user=to.person.id, thread_ts=root, **content)
        except SlackApiError as error:
            if name_of(error) not in _UNSEEN and what_to_do(error) is not ErrorRemedy.FORBIDDEN:
                raise
            await self._directly(client, post, to)

    async def _directly(self, client: AsyncWebClient, post: Post, to: Address) -> None:
        """As a direct message, which says what it is about where the request came from elsewhere."""
        channel = await self._workspaces.direct(to.place.workspace, to.person.id)
        here = to.place.channel.startswith("D") or len(post.blocks) == limits.BLOCKS
        blocks = [*([] if here else [_where(to.place.channel)]), *post.blocks]
        await client.chat_postMessage(
            channel=channel, text=post.text, blocks=blocks, unfurl_links=False, unfurl_media=False
        )


def _where(channel: str) -> Json:
    return rich_block(
        rich_section(text_run("About your request in "), {"type": "channel", "channel_id": channel}, text_run(":"))
    )


# --- Where a reply goes: into the thread, to one person alone, or, where we may not post, a word on why.

log = structlog.get_logger()
_TOLD = 1_000


class SlackDelivery:
    """`deliver` of the adapter."""

    def __init__(
        self, workspaces: Workspaces, threads: SlackThreads, pacing: CallPacing, *, long: bool = False
    ) -> None:
        self._workspaces = workspaces
        self._threads = threads
        self._pacing = pacing
        self._posting = Posting(threads, pacing, long=long)
        self._private = PrivateReplies(workspaces, threads)
        self._told: set[str] = set()
        self._locks: dict[str, asyncio.Lock] = {}
        self._doubtful: set[str] = set()  # places whose first message may stand there although we heard nothing

    async def deliver(self, reply: Reply, to: Address, receipt: str | None) -> str:
        """See `adapters.port.Adapter.deliver`."""
        key = reply.turn or to.event
        kept = self._posting.progress(key, PostedReply.load(receipt))
        try:
            client = await self._workspaces.client(to.place.workspace)
            kept = await (
                self._alone(client, reply, to, kept) if reply.private else self._open(client, reply, to, kept)
            )
        except SlackApiError as error:
            await self._refused(error, to, key, final=reply.final)
            raise translate_error(error) from error
        except (aiohttp.ClientError, TimeoutError) as error:
            raise DeliveryError(f"Slack could not be reached: {type(error).__name__}") from error
        return kept.dump()

    async def is_gone(self, place: Place, ts: str) -> bool:
        """Whether a message was deleted; False where it would take long to learn."""
        try:
            client = await self._workspaces.client(place.workspace)
            quick = client.is_free("conversations.replies")
            return quick and not await stands_there(client, place.channel, ts)
        except (SlackApiError, DeliveryError, aiohttp.ClientError, TimeoutError):
            return False

    async def close(self) -> None:
        """End what is under way."""
        await self._posting.close()

    async def _open(self, client: AsyncWebClient, reply: Reply, to: Address, kept: PostedReply) -> PostedReply:
        """Bring a reply into its thread, whose first message is posted if a command began it."""
        place, key = to.place, reply.turn or to.event
        if kept.private:  # it was shown to one person, who shares it now
            kept = PostedReply()
        root = await self._threads.root(place)
        spot = ThreadTarget(place.workspace, kept.channel or place.channel, root or "")
        if not reply.final and self._posting.busy(spot, kept):
            return kept
        if root is None and reply.turn:
            spot = replace(spot, thread=await self._rooted(client, reply, to))
        if (
            not kept.ts
            and not kept.asked
            and reply.turn
            and root
            and to.event.startswith(("slack:click", "slack:view"))
        ):
            kept = replace(kept, asked=to.person.id)
        again, still = to.attempt > 1, self._threads.is_still(to.event)
        kept = await self._posting.bring(client, reply, spot, to.person.id, key, kept, again=again, still=still)
        if reply.final and not reply.turn:
            self._posting.forget(key)
        if reply.final and reply.turn and to.event.startswith("slack:said"):
            await say_done(client, self._pacing, spot)
        return kept

    async def _rooted(self, client: AsyncWebClient, reply: Reply, to: Address) -> str:
        """Return the ts of the message that says who asked what with a command; it is posted once."""
        place = to.place
        async with self._locks.setdefault(place.key, asyncio.Lock()):
            ts = await self._threads.root(place)
            if ts is None and (to.attempt > 1 or place.key in self._doubtful):
                ts = await find_root(client, place.channel, place.thread)
            ts = ts or await self._begun(client, reply, to)
            await self._threads.rooted(place, ts)
            await self._threads.went_back(to.event)
        self._locks.pop(place.key, None)
        self._doubtful.discard(place.key)
        return ts

    async def _begun(self, client: AsyncWebClient, reply: Reply, to: Address) -> str:
        """Post who asked what."""
        place = to.place
        await self._pacing.turn(PacedKind.POST, place.channel)
        line = rich_section(person_run(to.person.id), text_run(" asks: "), text_run(reply.question or "…", bold=True))
        call = client.chat_postMessage(
            channel=place.channel,
            text=fallback_text(f"Asked: {reply.question}"),
            blocks=[rich_block(line)],
            metadata={"event_type": ROOT_TYPE, "event_payload": {"key": place.thread}},
            unfurl_links=False,
            unfurl_media=False,
        )
        try:
            return str((await call_paced(call, self._pacing, PacedKind.POST, place.channel))["ts"])
        except DeliveryError:
            self._doubtful.add(place.key)
            raise

    async def _alone(self, client: AsyncWebClient, reply: Reply, to: Address, kept: PostedReply) -> PostedReply:
        """Show a reply to one person: once, when it is complete. What has files goes as direct messages."""
        if kept.private or not reply.final:
            return kept
        if reply.turn:  # what can be shared later: its picture comes along then
            reply = replace(reply, blocks=tuple(b for b in reply.blocks if not isinstance(b, Figure)))
        files = any(isinstance(b, Figure | File) for b in reply.blocks)
        channel = await self._private.reachable(to) if files else ""
        if channel:
            spot = ThreadTarget(to.place.workspace, channel, "")
            kept = await self._posting.bring(
                client, reply, spot, to.person.id, to.event, kept, again=False, about=to.place
            )
            if channel != to.place.channel:
                await self._private.say(client, to, "I have sent it to you as a direct message, with its files.")
        else:
            blocks = (*reply.blocks, Notice(UNREACHABLE)) if files else reply.blocks
            await self._private.show(client, replace(reply, blocks=blocks), to)
        return replace(kept, private=True)

    async def _refused(self, error: SlackApiError, to: Address, key: str, *, final: bool) -> None:
        """Tell the person why nothing can be posted, once; forget a workspace that has revoked us."""
        name, kind = name_of(error), what_to_do(error)
        match kind:
            case ErrorRemedy.LATER:
                pass  # it will be tried again
            case ErrorRemedy.REVOKED:
                await self._workspaces.revoked(to.place.workspace)
                log.warning("a workspace has revoked its token", workspace=to.place.workspace, error=name)
            case _ if (final or kind is ErrorRemedy.FORBIDDEN) and key not in self._told:
                if len(self._told) > _TOLD:
                    self._told.clear()
                self._told.add(key)
                try:
                    await self._private.reason(to, why_not(name, to.place.channel))
                except (SlackApiError, DeliveryRefused, aiohttp.ClientError, TimeoutError):
                    log.warning("a person could not be told why nothing was posted", error=name)
