"""What one person alone gets to see: in an open modal, through a response_url, as an ephemeral or direct message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack.escape import fallback
from adapters.slack.forms import dump_form
from adapters.slack.parts import Json, context, rich, section, words
from adapters.slack.render import Post, render, render_view
from adapters.slack.threads import Back, Threads, dump_place
from adapters.slack.workspaces import Workspaces
from kgcore.message import Address, Place
from kgcore.reply import Notice, Reply

MARK = "@"  # in a block id: what follows is the place that the block's buttons belong to


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
        if not (back.url and await self.respond(back, posts)):
            for post in posts:
                await self._beside(client, post, to)
        return await self._threads.went_back(to.event)

    async def say(self, client: AsyncWebClient, to: Address, text: str) -> None:
        """Say one sentence. Raises SlackApiError."""
        await self.show(client, Reply("", "", (Notice(text),), private=True), to)

    async def reason(self, to: Address, text: str) -> None:
        """Say why nothing can be posted: where the request came from, or else as a direct message."""
        post = Post(tuple(context(text, 2_000)), fallback(text))
        back = await self._threads.back(to.event)
        if back.url and await self.respond(back, [post]):
            return
        client = await self._workspaces.client(to.place.workspace)
        channel = await self._workspaces.direct(to.place.workspace, to.person.id)
        where = [] if to.place.channel.startswith("D") else [_where(to.place.channel)]
        await client.chat_postMessage(channel=channel, text=post.text, blocks=[*where, *post.blocks])

    async def respond(self, back: Back, posts: Sequence[Post]) -> bool:
        """Answer through a response_url, at most five messages; False where Slack no longer takes it."""
        hook = AsyncWebhookClient(back.url, session=self._workspaces.session(), retry_handlers=[])
        if len(posts) > 5:
            return False
        for nth, post in enumerate(posts):
            content: dict[str, Any] = {"text": post.text, "blocks": list(post.blocks), "response_type": "ephemeral"}
            try:
                done = await hook.send_dict({**content, "replace_original": back.replace and nth == 0})
            except (aiohttp.ClientError, TimeoutError):
                return False
            if done.status_code != 200:
                return False
        return True

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
        """As an ephemeral message in the thread; in a direct conversation everything is private anyway."""
        root = await self._threads.root(to.place)
        content: dict[str, Any] = {"channel": to.place.channel, "text": post.text, "blocks": list(post.blocks)}
        if to.place.channel.startswith("D"):
            await client.chat_postMessage(thread_ts=root, unfurl_links=False, unfurl_media=False, **content)
            return
        try:
            await client.chat_postEphemeral(user=to.person.id, thread_ts=root, **content)
        except SlackApiError as error:
            if error.response.get("error") not in {"user_not_in_channel", "messages_tab_disabled"}:
                raise
            channel = await self._workspaces.direct(to.place.workspace, to.person.id)
            await client.chat_postMessage(**{**content, "channel": channel})


def _where(channel: str) -> Json:
    return rich(section(words("About your request in "), {"type": "channel", "channel_id": channel}, words(":")))


def marked(blocks: Sequence[Json], place: Place) -> list[Json]:
    """Write the place into the blocks that can be pressed: an ephemeral message does not say to which thread it is."""
    return [
        {**b, "block_id": f"{nth}{MARK}{dump_place(place)}"[:255]} if b["type"] == "actions" or "accessory" in b else b
        for nth, b in enumerate(blocks)
    ]
