"""Buttons, menus and modals: what only shows something opens at once; everything else goes into the inbox."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError

from adapters.slack import limits
from adapters.slack.commanding import ABOUT, Commanding
from adapters.slack.desk import Desk
from adapters.slack.escape import clean
from adapters.slack.events import Home, Pressed, pressed, short, whose
from adapters.slack.forms import OPEN, dump_form, form_blocks, load_form, name_option, sent
from adapters.slack.parts import rich, section, words
from adapters.slack.private import marked
from adapters.slack.render import render, render_view, view
from adapters.slack.threads import MARK, Back, dump_place, load_place, respond_back
from kgcore.errors import EvigraphError
from kgcore.message import LOOKS, Action, Click, NamesQuery, PanelQuery, Person, Place, Verb
from kgcore.reply import Choices, Reply

log = structlog.get_logger()
Body = dict[str, Any]
TITLES: Final = {
    Verb.WHY: "Evidence",
    Verb.FIRST: "First wording",
    Verb.PICTURE: "Picture and text",
    Verb.NODE: "In the graph",
    Verb.STEPS: "Steps",
    Verb.COMPARE: "Compare",
    Verb.PROGRESS: "Progress",
    Verb.BOOKMARKS: "Bookmarks",
    Verb.SETTINGS: "Settings",
    Verb.PAGE: "Literature",
}
_JUDGED: Final = frozenset({Verb.SET, Verb.SETTINGS, Verb.FORGET})  # what only admins may do for everybody
_BESIDE: Final = frozenset({Verb.BOOKMARK, Verb.BOOKMARK_PAPER, Verb.UP, Verb.DOWN})  # the list stays where it is
_FAILED: Final = (SlackApiError, aiohttp.ClientError, TimeoutError, EvigraphError)


class Clicking:
    """Listeners of https://docs.slack.dev/interactivity/handling-user-interaction."""

    def __init__(self, desk: Desk, commanding: Commanding) -> None:
        self._desk = desk
        self._commanding = commanding

    async def clicked(self, body: Body, home: Home) -> None:
        """A button or menu entry was chosen. Raises StoreError."""
        found = pressed(body, home)
        if found is None:
            return
        place = await self._place(found)
        if found.action.startswith(OPEN):
            await self._open_form(found, place)
            return
        action = Action.parse(found.action)
        verb = action.verb if action else None
        person, outsiders = await asyncio.gather(
            self._desk.person(found.team, found.user, found.name, judged=verb in _JUDGED),
            self._desk.workspaces.outsiders(found.team, place.channel, whose(body)),
        )
        click = Click(found.id, place, person, found.action, outsiders=outsiders)
        if verb in LOOKS and verb is not None and await self._shown(found, click, verb):
            return
        await self._desk.put(click, self._back(found, verb))

    @staticmethod
    def _back(found: Pressed, verb: Verb | None) -> Back | None:
        if found.view:
            return Back(view=found.view)
        if not (found.ephemeral and found.respond):
            return None
        return respond_back(found.respond, replace=verb not in _BESIDE)

    async def _place(self, found: Pressed) -> Place:
        """Where the button belongs to: as the modal or the block says, or else where its message stands."""
        given = load_place(found.metadata) if found.view else None
        if given is None and MARK in found.mark:
            given = load_place(found.mark.partition(MARK)[2])
        if given is not None and given.workspace == found.team:
            return given
        return await self._desk.threads.place(found.team, found.channel, found.thread)

    async def _shown(self, found: Pressed, click: Click, verb: Verb) -> bool:
        """Show a panel at once: in the open modal, in place of the ephemeral message, or in a new modal."""
        if self._desk.ask is None:
            return False
        try:
            async with asyncio.timeout(limits.LOOK_SECONDS):
                reply = await self._desk.ask(PanelQuery(click))
            if verb is Verb.PAGE and found.ephemeral and found.respond:
                posts = render(reply, {}).posts
                if len(posts) != 1:  # does not fit into the place of one message
                    return False
                post = replace(posts[0], blocks=tuple(marked(posts[0].blocks, click.place)))
                return (await self._desk.private.respond(respond_back(found.respond, replace=True), post))[1]
            return await self._in_modal(found, click.place, reply, TITLES.get(verb, "Evigraph"))
        except _FAILED as error:
            log.info("a panel goes as a message instead", reason=type(error).__name__)
            return False

    async def _in_modal(self, found: Pressed, place: Place, reply: Reply, title: str) -> bool:
        made = render_view(reply, title, dump_place(place))
        if made is None or not (found.trigger or found.view):
            return False
        for key, form in made[1].items():
            await self._desk.threads.keep_text("form", key, dump_form(form))
        client = await self._desk.workspaces.client(found.team)
        if found.view:
            await client.views_update(view_id=found.view, view=made[0])
        else:
            await client.views_open(trigger_id=found.trigger, view=made[0])
        return True

    async def _open_form(self, found: Pressed, place: Place) -> None:
        """Open a form that was kept when its button was made: on top of an open modal, or as a new one."""
        kept = await self._desk.threads.text("form", found.action.removeprefix(OPEN))
        if kept is None:
            return
        form = load_form(kept)
        long = len(form.title) > limits.VIEW_TITLE
        heading = [rich(section(words(form.title, bold=True)))] if long else []
        modal = view("Evigraph" if long else form.title, [*heading, *form_blocks(form)], dump_place(place), form)
        client = await self._desk.workspaces.client(found.team)
        try:
            if found.view:
                await client.views_push(trigger_id=found.trigger, view=modal)
            else:
                await client.views_open(trigger_id=found.trigger, view=modal)
        except _FAILED as error:
            log.info("a form could not be opened", reason=type(error).__name__)

    async def submitted(self, body: Body, home: Home) -> None:
        """A modal was sent. Raises StoreError."""
        made, user, team = body.get("view") or {}, body.get("user") or {}, home.team
        place = load_place(str(made.get("private_metadata") or ""))
        action = str(made.get("callback_id") or "")
        if place is None or place.workspace != team:
            return
        id = f"slack:view:{made.get('id')}:{made.get('hash') or short(str(made.get('state')))}"
        fields = sent((made.get("state") or {}).get("values") or {})
        name = str(user.get("username") or user.get("name") or "")
        if action.startswith(f"{ABOUT}:"):
            question = next((v[0] for k, v in fields if k == "text" and v), "")
            person = Person(str(user.get("id")), name)
            await self._commanding.asked(id, place, person, action.partition(":")[2], question, whose(body))
            return
        parsed = Action.parse(action)
        judged = parsed is not None and parsed.verb in _JUDGED
        person, outsiders = await asyncio.gather(
            self._desk.person(team, str(user.get("id")), name, judged=judged),
            self._desk.workspaces.outsiders(team, place.channel, whose(body)),
        )
        await self._desk.put(Click(id, place, person, action, fields, outsiders))

    async def names(self, body: Body) -> list[dict[str, Any]]:
        """Complete what is being typed to names: first the words themselves, then entities."""
        typed = clean(str(body.get("value") or "")).strip()
        place = load_place(str((body.get("view") or {}).get("private_metadata") or ""))
        found: list[str] = [typed] if typed else []
        if place is not None and typed and self._desk.ask is not None:
            try:
                async with asyncio.timeout(limits.LOOK_SECONDS):
                    reply = await self._desk.ask(NamesQuery(place, typed))
                found += [c.label for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
            except (EvigraphError, TimeoutError):
                log.info("names could not be completed")
        return [name_option(name) for name in dict.fromkeys(found)][: limits.NAMES]
