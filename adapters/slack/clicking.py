"""Buttons, menus and modals: what only shows something opens at once; everything else goes into the inbox."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError

from adapters.shared.condensing import Rest, read_rest
from adapters.slack import condensing, limits
from adapters.slack.commanding import ABOUT, Commands
from adapters.slack.controls import OPEN, dump_form, form_blocks, load_form, name_option, read_fields
from adapters.slack.desk import SlackServices, is_aside
from adapters.slack.escape import strip_controls
from adapters.slack.events import Home, PressedControl, digest_text, home_of_person, read_pressed
from adapters.slack.parts import context_blocks, rich_block, rich_section, text_run
from adapters.slack.render import modal_view, render, render_pages, render_view
from adapters.slack.threads import MARK, ReturnPath, dump_place, load_place, mark_place, respond_back
from kgcore.errors import EvigraphError
from kgcore.values.message import (
    LOOKS,
    Action,
    Address,
    Click,
    Command,
    NamesQuery,
    PanelQuery,
    Person,
    Place,
    TurnQuery,
    Verb,
)
from kgcore.values.reply import Choices, Reply
from kgcore.values.text import whole_number

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
    Verb.PASSAGES: "Passages",
    Verb.GRAPH_ON: "In the graph",
    Verb.LIKE: "Papers like this",
    Verb.PAPERS: "In the papers",
    Verb.REVIEW: "Review",
    Verb.EDIT: "Edit a proposal",
}
_STILL: Final = frozenset({Verb.DISMISS, Verb.NOT_TYPE, Verb.NOT_PREDICATE})  # they change what is offered only
_REVIEWED: Final = frozenset(
    {Verb.REVIEW, Verb.EDIT, Verb.AMEND, Verb.ACCEPT, Verb.REJECT, Verb.SECOND, Verb.TAKE_BACK, Verb.PROPOSE}
)
# What only admins may do for everybody.
_JUDGED: Final = frozenset({Verb.SET, Verb.SETTINGS, Verb.FORGET}) | _REVIEWED
_BESIDE: Final = frozenset(
    {Verb.BOOKMARK, Verb.BOOKMARK_PAPER, Verb.KEEP_PAPER, Verb.UP, Verb.DOWN}
)  # the list stays where it is
FILLING: Final = "⏳ One moment …"
LATE: Final = "Slack did not open a window in time. Please press the button once more."
_FAILED: Final = (SlackApiError, aiohttp.ClientError, TimeoutError, EvigraphError)


class Clicks:
    """Listeners of https://docs.slack.dev/interactivity/handling-user-interaction."""

    def __init__(self, services: SlackServices, commanding: Commands) -> None:
        self._services = services
        self._commanding = commanding

    async def clicked(self, body: Body, home: Home) -> None:
        """A button or menu entry was chosen. Raises StoreError."""
        found = read_pressed(body, home)
        if found is None:
            return
        place = await self._place(found)
        if found.action.startswith(OPEN):
            await self._open_form(found, place)
            return
        rest = read_rest("", found.action)
        if rest is not None:
            await self._open_rest(found, place, *rest)
            return
        action = Action.parse(found.action)
        verb = action.verb if action else None
        person, audience = await asyncio.gather(
            self._services.person(found.team, found.user, found.name, judged=verb in _JUDGED),
            self._services.workspaces.audience(found.team, place.channel, home_of_person(body)),
        )
        click = Click(found.id, place, person, found.action, outsiders=audience.outsiders, unsure=audience.unsure)
        if verb in LOOKS and verb is not None and await self._shown(found, click, verb):
            return
        if verb in _STILL:
            self._services.threads.keep_still(click.id)
        await self._services.put(_summary_of(click) if verb is Verb.SUMMARY else click, self._back(found, verb))

    @staticmethod
    def _back(found: PressedControl, verb: Verb | None) -> ReturnPath | None:
        if found.view:
            return ReturnPath(view=found.view)
        if not (found.ephemeral and found.respond):
            return None
        return respond_back(found.respond, replace=verb not in _BESIDE)

    async def _place(self, found: PressedControl) -> Place:
        """Where the button belongs to: as the modal or the block says, or else where its message stands."""
        given = load_place(found.metadata) if found.metadata else None
        if given is None and MARK in found.mark:
            given = load_place(found.mark.partition(MARK)[2])
        if given is not None and given.workspace == found.team:
            return given
        return await self._services.threads.place(found.team, found.channel, found.thread)

    async def _shown(self, found: PressedControl, click: Click, verb: Verb) -> bool:
        """Show a panel at once: in the open modal, in place of the ephemeral message, or in a new modal."""
        if self._services.ask is None:
            return False
        try:
            async with asyncio.timeout(limits.LOOK_SECONDS):
                reply = await self._services.ask(PanelQuery(click))
            if verb is Verb.PAGE and found.ephemeral and found.respond:
                posts = render(reply, {}).posts
                if len(posts) != 1:  # does not fit into the place of one message
                    return False
                post = replace(posts[0], blocks=tuple(mark_place(posts[0].blocks, click.place)))
                return (await self._services.private.respond(respond_back(found.respond, replace=True), post))[1]
            return await self._in_modal(found, click.place, reply, TITLES.get(verb, "Evigraph"))
        except _FAILED as error:
            log.info("a panel goes as a message instead", reason=type(error).__name__)
            return False

    async def _in_modal(self, found: PressedControl, place: Place, reply: Reply, title: str) -> bool:
        made = render_view(reply, title, dump_place(place))
        if made is None or not (found.trigger or found.view):
            return False
        for key, form in made[1].items():
            await self._services.threads.keep_text("form", key, dump_form(form))
        client = await self._services.workspaces.client(found.team)
        async with asyncio.timeout(limits.OPEN_SECONDS):
            if found.view:
                await client.views_update(view_id=found.view, view=made[0])
            else:
                await client.views_open(trigger_id=found.trigger, view=made[0])
        return True

    async def _open_form(self, found: PressedControl, place: Place) -> None:
        """Open a form that was kept when its button was made: on top of an open modal, or as a new one."""
        kept = await self._services.threads.text("form", found.action.removeprefix(OPEN))
        if kept is None:
            return
        form = load_form(kept)
        long = len(form.name) > limits.VIEW_TITLE
        heading = [rich_block(rich_section(text_run(form.name, bold=True)))] if long else []
        modal = modal_view("Evigraph" if long else form.name, [*heading, *form_blocks(form)], dump_place(place), form)
        client = await self._services.workspaces.client(found.team)
        try:
            async with asyncio.timeout(limits.OPEN_SECONDS):
                if found.view:
                    await client.views_push(trigger_id=found.trigger, view=modal)
                else:
                    await client.views_open(trigger_id=found.trigger, view=modal)
        except _FAILED as error:
            log.info("a form could not be opened", reason=type(error).__name__)
            await self._late(found, place)

    async def _open_rest(self, found: PressedControl, place: Place, rest: Rest, turn: str) -> None:
        """Open what a message left to its buttons: *Evidence* and *More*. The modal is there before it is filled."""
        if self._services.ask is None:
            return
        opened = await self._waiting(found, place, rest.title)
        if opened is None:
            await self._late(found, place)
            return
        self._services.errand(self._fill(found, place, opened, rest, turn))

    async def _fill(self, found: PressedControl, place: Place, opened: str, rest: Rest, turn_and_page: str) -> None:
        assert self._services.ask is not None  # noqa: S101
        turn, _, page = turn_and_page.partition(":")
        reply = await self._services.ask(TurnQuery(place, turn))
        shown = condensing.rest_of_reply(reply, rest) if reply.turn else reply
        number, turner = whole_number(page) or 0, condensing.page_id(rest, turn, "")
        made, forms = render_pages(shown, rest.title, dump_place(place), number, turner)
        for key, form in forms.items():
            await self._services.threads.keep_text("form", key, dump_form(form))
        client = await self._services.workspaces.client(found.team)
        await client.views_update(view_id=opened, view=made)

    async def _waiting(self, found: PressedControl, place: Place, title: str) -> str | None:
        """Open a modal that says that it is being filled, and return its id; None where Slack opens none any more."""
        if found.view:
            return found.view
        modal = modal_view(title, context_blocks(FILLING, limits.CONTEXT_TEXT), dump_place(place), None)
        client = await self._services.workspaces.client(found.team)
        try:
            async with asyncio.timeout(limits.OPEN_SECONDS):
                done = await client.views_open(trigger_id=found.trigger, view=modal)
        except _FAILED as error:
            log.info("a modal could not be opened", reason=type(error).__name__)
            return None
        return str((done.get("view") or {}).get("id") or "") or None

    async def _late(self, found: PressedControl, place: Place) -> None:
        """Say that a button has to be pressed again: its trigger had run out, or Slack took too long."""
        to = Address(place, Person(found.user, found.name), found.id)
        if found.respond:
            await self._services.threads.keep_back(found.id, respond_back(found.respond))
        self._services.errand(self._services.private.reason(to, LATE))

    async def submitted(self, body: Body, home: Home) -> None:
        """A modal was sent. Raises StoreError."""
        made, user, team = body.get("view") or {}, body.get("user") or {}, home.team
        place = load_place(str(made.get("private_metadata") or ""))
        action = str(made.get("callback_id") or "")
        if place is None or place.workspace != team:
            return
        id = f"slack:view:{made.get('id')}:{made.get('hash') or digest_text(str(made.get('state')))}"
        fields = read_fields((made.get("state") or {}).get("values") or {})
        name = str(user.get("username") or user.get("name") or "")
        if action.startswith(f"{ABOUT}:"):
            question = next((v[0] for k, v in fields if k == "text" and v), "")
            person = Person(str(user.get("id")), name)
            await self._commanding.asked(id, place, person, action.partition(":")[2], question, home_of_person(body))
            return
        parsed = Action.parse(action)
        judged = parsed is not None and parsed.verb in _JUDGED
        person, audience = await asyncio.gather(
            self._services.person(team, str(user.get("id")), name, judged=judged),
            self._services.workspaces.audience(team, place.channel, home_of_person(body)),
        )
        await self._services.put(Click(id, place, person, action, fields, audience.outsiders, audience.unsure))

    async def names(self, body: Body) -> list[dict[str, Any]]:
        """Complete what is being typed to names: first the words themselves, then entities."""
        typed = strip_controls(str(body.get("value") or "")).strip()
        place = load_place(str((body.get("view") or {}).get("private_metadata") or ""))
        found: list[str] = [typed] if typed else []
        if place is not None and typed and self._services.ask is not None:
            try:
                async with asyncio.timeout(limits.LOOK_SECONDS):
                    reply = await self._services.ask(NamesQuery(place, typed))
                found += [c.label for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
            except (EvigraphError, TimeoutError):
                log.info("names could not be completed")
        return [name_option(name) for name in dict.fromkeys(found)][: limits.NAMES]


def _summary_of(click: Click) -> Command:
    """Return what the button *Summary* asks for: as the command does it, for the person alone first."""
    aside = is_aside("summary", click.place)
    return Command(
        click.id, click.place, click.person, "summary", outsiders=click.outsiders, unsure=click.unsure, aside=aside
    )
