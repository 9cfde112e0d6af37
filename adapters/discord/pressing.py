"""What happens when somebody presses a button, chooses from a menu or sends a form."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import discord

from adapters.discord import limits, modals
from adapters.discord.condensing import rest_of_reply
from adapters.discord.desk import DiscordServices
from adapters.discord.events import event_id
from adapters.discord.modals import QUESTION, SEND
from adapters.discord.pieces import AGAIN, COMMAND, FORM, REST, SAVED
from adapters.shared.condensing import Rest, read_rest
from kgcore.values.message import (
    LOOKS,
    Action,
    Click,
    Command,
    CommandQuery,
    Message,
    PanelQuery,
    Place,
    TurnQuery,
    Verb,
)
from kgcore.values.reply import Claims, Form, Notice, Reply
from kgcore.values.text import whole_number

SLOW: Final = "That took too long; please press the button again."
NOTHING_LEFT: Final = "There is nothing of that here any more."
GONE: Final = "This form belongs to an answer that is no longer here. Ask again, and you get a fresh one."


async def handle_press(services: DiscordServices, interaction: discord.Interaction[Any], chosen: str) -> None:
    """Handle a press: a look is answered at once, a form opened, everything else goes into the inbox."""
    if chosen.startswith(AGAIN):
        chosen = chosen.removeprefix(AGAIN).partition(":")[2]
    if chosen.startswith(FORM):
        await _open_form(services, interaction, chosen.removeprefix(FORM))
        return
    rest = read_rest(REST, chosen)
    if rest is not None:
        await _open_rest(services, interaction, *rest)
        return
    click = await _click(services, interaction, chosen)
    action = Action.parse(chosen)
    if action is None or action.verb not in LOOKS:
        await services.take(interaction, click)
        return
    own = interaction.message is not None and interaction.message.flags.ephemeral
    hook = await (services.turn_over(interaction) if own and action.verb is Verb.PAGE else services.think(interaction))
    await services.show(hook, await services.ask(PanelQuery(click)), chosen)


async def _open_rest(services: DiscordServices, interaction: discord.Interaction[Any], rest: Rest, turn: str) -> None:
    """Show the person alone what an answer leaves to its controls; the one claim of an answer at once."""
    place = await services.where(interaction)
    hook = await services.think(interaction)
    reply = await services.ask(TurnQuery(place, turn))
    claims = [c for b in reply.blocks if isinstance(b, Claims) for c in b.claims]
    if not reply.turn:
        await services.show(hook, reply)
    elif rest is Rest.EVIDENCE and len(claims) == 1:
        why = str(Action(Verb.WHY, turn, claims[0].number - 1))
        click = Click(event_id(interaction.id), place, services.who(interaction), why)
        await services.show(hook, await services.ask(PanelQuery(click)), why)
    else:
        panel = rest_of_reply(reply, rest)
        await services.show(hook, panel if panel.blocks else Reply("", "", (Notice(NOTHING_LEFT),)), of=reply)


async def _click(services: DiscordServices, interaction: discord.Interaction[Any], action: str) -> Click:
    place = await services.where(interaction)
    return Click(event_id(interaction.id), place, services.who(interaction), action)


async def _open_form(services: DiscordServices, interaction: discord.Interaction[Any], rest: str) -> None:
    """Opening a form must be the first answer to a press, so there is no time to say that it is coming."""
    number, _, origin = rest.partition(":")
    try:
        async with asyncio.timeout(limits.ACK_SECONDS):
            forms = await _forms(services, interaction, origin)
    except TimeoutError:
        await services.say(interaction, SLOW)
        return
    wanted = whole_number(number)
    if wanted is None or wanted >= len(forms):
        await services.say(interaction, GONE)
        return
    await interaction.response.send_modal(modals.form_modal(forms[wanted]))


async def _forms(services: DiscordServices, interaction: discord.Interaction[Any], origin: str) -> tuple[Form, ...]:
    if origin.startswith(SAVED):
        return await services.keep.forms(origin.removeprefix(SAVED))
    click = await _click(services, interaction, origin)
    if origin.startswith(COMMAND):
        name = origin.removeprefix(COMMAND)
        reply = await services.ask(CommandQuery(Command(click.id, click.place, click.person, name)))
    else:
        reply = await services.ask(PanelQuery(click))
    return tuple(b for b in reply.blocks if isinstance(b, Form))


async def handle_form(services: DiscordServices, interaction: discord.Interaction[Any]) -> None:
    """Handle a form that was sent."""
    data: Any = interaction.data or {}
    id, fields = str(data.get("custom_id", "")), modals.submitted_fields(data)
    if id.startswith(SEND):
        place = await services.where(interaction)
        click = Click(event_id(interaction.id), place, services.who(interaction), id.removeprefix(SEND), fields)
        await services.take(interaction, click)
    elif id.startswith(QUESTION):
        await _asked_about(services, interaction, id.removeprefix(QUESTION), dict(fields).get("text", ()))


async def _asked_about(
    services: DiscordServices, interaction: discord.Interaction[Any], name: str, text: tuple[str, ...]
) -> None:
    kept = await services.keep.take_quote(name)
    if kept is None:
        await services.say(interaction, GONE)
        return
    place: Place = kept[0]
    question = Message(event_id(interaction.id), place, services.who(interaction), " ".join(text), quote=kept[1])
    services.hooks.keep(question.id, interaction)
    await services.put(question)
    await services.say(interaction, "I am on it: the answer comes here, or in a thread on that message.")
