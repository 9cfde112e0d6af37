"""The slash commands. What changes nothing is answered at once and in private; the rest goes into the inbox."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from adapters.discord import limits
from adapters.discord.desk import NETWORK, DiscordServices
from adapters.discord.ephemeral import answer_interaction
from adapters.discord.events import event_id
from adapters.discord.inlines import escape_markdown, shorten_line
from adapters.discord.layout import lay_out_reply, lay_out_words, layout_view
from adapters.discord.pieces import COMMAND
from adapters.discord.places import is_outside, place_of
from kgcore.commands import Argument, ArgumentKind, CommandKind, CommandRow, CommandSurface, commands_on
from kgcore.values.message import Command, CommandQuery, Message, NamesQuery
from kgcore.values.reply import Choices, Table

Interaction = discord.Interaction[Any]
GROUP: Final = "evigraph"  # the command below which most others stand
COMING: Final = "It comes here in a moment."
Typed = app_commands.Range[str, 1, limits.QUESTION_CHARACTERS]


def build_commands(services: DiscordServices) -> list[app_commands.Command[Any, ..., None] | app_commands.Group]:
    """Return the slash commands of their own, and the one below which the rest stands."""
    group = app_commands.Group(name=GROUP, description="Evigraph's settings, progress, summary and more")
    for row in commands_on(CommandSurface.GROUP):
        group.add_command(_made(services, row))
    return [*(_made(services, row) for row in commands_on(CommandSurface.SLASH)), group]


def commands_digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return a mark of all commands as they would be sent: another mark means another synchronisation."""
    payload = [c.to_dict(tree) for c in sorted(tree.get_commands(), key=lambda c: c.name)]
    payload += [
        c.to_dict(tree)
        for kind in (discord.AppCommandType.message, discord.AppCommandType.user)
        for c in sorted(tree.get_commands(type=kind), key=lambda c: c.name)
    ]
    return hashlib.blake2b(json.dumps(payload, sort_keys=True).encode(), digest_size=16).hexdigest()


def _made(services: DiscordServices, row: CommandRow) -> app_commands.Command[Any, ..., None]:
    if row.argument is None:
        return _bare(services, row)
    if row.argument.takes is ArgumentKind.QUESTION:
        return _ask(services, row, row.argument)
    return _with_text(services, row, row.argument)


def _ask(services: DiscordServices, row: CommandRow, argument: Argument) -> app_commands.Command[Any, ..., None]:
    @app_commands.rename(question=argument.name)
    @app_commands.describe(question=argument.help)
    async def ask(interaction: Interaction, question: Typed) -> None:
        """The question is shown to everybody; a thread on it holds the answer."""
        place, who = await services.where(interaction), services.who(interaction)
        threaded = interaction.guild_id is not None and not is_outside(place)
        event = Message(event_id(interaction.id), place, who, question)
        if threaded:  # its thread is named by a message that is not there yet; should we die meanwhile, this tells
            await services.keep.save_ask(interaction.id, event)
        first, *more = lay_out_words(asked_words(who.name, question))
        try:
            callback = await interaction.response.send_message(view=layout_view(first))
        except NETWORK:  # too late, or Discord's answer was lost: it is kept, and asked without the interaction
            if not threaded or not await _take_left(interaction.client, services, interaction.id, event):
                raise
            return
        if threaded:
            event = replace(event, place=place_of(interaction.channel, interaction.guild_id, callback.message_id))
        services.hooks.keep(event.id, interaction)
        await services.put(event)
        await services.keep.drop_ask(interaction.id)
        for page in more:
            await interaction.followup.send(view=layout_view(page))

    return app_commands.Command(name=row.name, description=row.sentence, callback=ask)


def asked_words(name: str, question: str) -> str:
    """Return who asks what, as everybody sees it."""
    return f"**{escape_markdown(name)}** asks: {escape_markdown(question)}"


def _with_text(services: DiscordServices, row: CommandRow, argument: Argument) -> app_commands.Command[Any, ..., None]:
    async def typed(interaction: Interaction, text: str) -> None:
        await _do(services, interaction, row, text)

    async def names(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _completed(services, interaction, current)

    # The library reads lengths from annotations, and these are known here only.
    typed.__annotations__["text"] = app_commands.Range[str, 1, argument.most or limits.QUESTION_CHARACTERS]
    callback = app_commands.describe(text=shorten_line(argument.help, limits.DESCRIPTION))(typed)
    callback = app_commands.rename(text=argument.name)(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=row.name, description=row.sentence, callback=callback
    )
    if argument.takes is ArgumentKind.NAME:
        command.autocomplete("text")(names)
    return command


def _bare(services: DiscordServices, row: CommandRow) -> app_commands.Command[Any, ..., None]:
    async def bare(interaction: Interaction) -> None:
        await _do(services, interaction, row, "")

    return app_commands.Command(name=row.name, description=row.sentence, callback=bare)


async def _do(services: DiscordServices, interaction: Interaction, row: CommandRow, text: str) -> None:
    await (_panel if row.kind is CommandKind.PANEL else _event)(services, interaction, row, text)


async def _command(services: DiscordServices, interaction: Interaction, name: str, text: str) -> Command:
    return Command(event_id(interaction.id), await services.where(interaction), services.who(interaction), name, text)


async def _panel(services: DiscordServices, interaction: Interaction, row: CommandRow, text: str) -> None:
    hook = await services.think(interaction)
    reply = await services.ask(CommandQuery(await _command(services, interaction, row.name, text)))
    mentions = command_mentions(await services.keep.command_ids()) if row.name == "help" else ""
    if mentions:
        rest = replace(reply, blocks=tuple(b for b in reply.blocks if not isinstance(b, Table)))
        for page in (*lay_out_reply(rest), *lay_out_words(mentions)):
            await answer_interaction(hook, page, ephemeral=True)
        return
    await services.show(hook, reply, "" if text else f"{COMMAND}{row.name}")


def command_mentions(ids: Mapping[str, int]) -> str:
    """Return the commands that can be pressed to be typed, a line each; "" where their ids are not known.

    https://discord.com/developers/docs/reference#message-formatting
    """
    rows = [(row.name, row.name, row) for row in commands_on(CommandSurface.SLASH)]
    rows += [(GROUP, f"{GROUP} {row.name}", row) for row in commands_on(CommandSurface.GROUP)]
    known = [(f"</{path}:{ids[top]}>", row.words) for top, path, row in rows if top in ids]
    return "\n".join(f"{mention} {escape_markdown(words)}" for mention, words in known)


async def _event(services: DiscordServices, interaction: Interaction, row: CommandRow, text: str) -> None:
    event = await _command(services, interaction, row.name, text)
    if row.private:  # the answer takes the place of "thinking …"
        await services.think(interaction)
        await services.put(event)
        return
    services.hooks.keep(event.id, interaction)
    await services.put(event)
    await services.say(interaction, COMING)


async def _completed(
    services: DiscordServices, interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """Return names that begin with what was typed; nothing typed, nothing offered."""
    if not current.strip():
        return []
    reply = await services.ask(NamesQuery(await services.where(interaction), current[: limits.CHOICE_NAME]))
    found = [c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
    return [
        app_commands.Choice(
            name=shorten_line(f"{c.label} · {c.hint}" if c.hint else c.label, limits.CHOICE_NAME),
            value=c.label[: limits.CHOICE_NAME],
        )
        for c in found[: limits.CHOICES]
    ]


async def take_left_asks(client: discord.Client, services: DiscordServices) -> None:
    """Put into the inbox what an earlier process was asked by command. Raises EvigraphError."""
    for id, (place, who, question) in (await services.keep.left_asks()).items():
        await _take_left(client, services, id, Message(event_id(id), place, who, question))


async def _take_left(client: discord.Client, services: DiscordServices, id: int, asked: Message) -> bool:
    """Put into the inbox what was asked by command; where everybody has not seen the question yet, they do now. False
    where it cannot be posted, and is given up. Raises EvigraphError.
    """
    place = asked.place  # if it was asked in a thread, that is its place
    channel = client.get_partial_messageable(int(place.channel if place.thread == place.channel else place.thread))
    try:
        shown = await _shown_ask(client, channel, id)
        if not shown:
            first, *more = lay_out_words(asked_words(asked.person.name, asked.text))
            shown = (await channel.send(view=layout_view(first), nonce=str(id))).id
            for page in more:
                await channel.send(view=layout_view(page))
    except (discord.Forbidden, discord.NotFound):
        await services.keep.drop_ask(id)
        return False
    here = place if place.thread != place.channel else replace(place, thread=str(shown))
    await services.put(replace(asked, place=here))
    await services.keep.drop_ask(id)
    return True


async def _shown_ask(client: discord.Client, channel: discord.PartialMessageable, id: int) -> int:
    """Return the message that shows what was asked by an interaction, 0 where there is none."""
    me, shown = client.user, 0
    async for message in channel.history(limit=limits.HISTORY, after=discord.Object(id)):
        asked = message.interaction_metadata
        shown = message.id if me and message.author.id == me.id and asked and asked.id == id else shown
    return shown
