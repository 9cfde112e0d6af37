"""What one person alone gets to see: in an open modal, through a response_url, as an ephemeral or direct message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack import limits
from adapters.slack.errors import Trouble, name_of, trouble
from adapters.slack.escape import fallback
from adapters.slack.forms import dump_form
from adapters.slack.parts import Json, context, rich, section, words
from adapters.slack.render import Post, render, render_view
from adapters.slack.threads import MARK, Back, Threads, dump_place
from adapters.slack.workspaces import Workspaces
from kgcore.message import Address, Place
from kgcore.reply import Notice, Reply

UNREACHABLE: Final = "Slack does not let me write to you directly, so pictures and files are left out here."
# of chat.postEphemeral: https://docs.slack.dev/reference/methods/chat.postEphemeral#errors
_UNSEEN: Final = frozenset({"user_not_in_channel", "messages_tab_disabled"})


class Private:
    """Shows replies and words to one person."""

    def __init__(self, workspaces: Workspaces, threads: Threads) -> None:
        self._workspaces = workspaces
        self._threads = threads

    async def show(self, client: AsyncWebClient, reply: Reply, to: Address) -> None:
        """Show a whole reply in the best place there is. Raises SlackApiError."""
        back = await self._threads.back(to.event)
        if back.view and await self._in_view(client, reply, to.place, back.view):
            return await self._threads.went_back(to.event)
        rendered = render(reply, {})
        for key, form in rendered.forms.items():
            await self._threads.keep_text("form", key, dump_form(form))
        posts = [replace(p, blocks=tuple(marked(p.blocks, to.place))) for p in rendered.posts]
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
            if trouble(error) in {Trouble.LATER, Trouble.REVOKED}:
                raise
            return ""

    async def reason(self, to: Address, text: str) -> None:
        """Say why nothing can be posted: where the request came from, or else as a direct message."""
        post = Post(tuple(context(text, 2_000)), fallback(text))
        _, done = await self.respond(await self._threads.back(to.event), post)
        if not done:
            client = await self._workspaces.client(to.place.workspace)
            await self._directly(client, post, to)

    async def respond(self, back: Back, post: Post) -> tuple[Back, bool]:
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
            if name_of(error) not in _UNSEEN and trouble(error) is not Trouble.FORBIDDEN:
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
    return rich(section(words("About your request in "), {"type": "channel", "channel_id": channel}, words(":")))


def marked(blocks: Sequence[Json], place: Place) -> list[Json]:
    """Write the place into the blocks that can be pressed: an ephemeral message does not say to which thread it is."""
    return [
        {**b, "block_id": f"{nth}{MARK}{dump_place(place)}"[:255]} if b["type"] == "actions" or "accessory" in b else b
        for nth, b in enumerate(blocks)
    ]
