"""The slash commands. What changes nothing is answered at once and in private; the rest goes into the inbox."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import discord
from discord import app_commands

from adapters.discord import limits
from adapters.discord.desk import Desk
from adapters.discord.escape import escape, shortened
from adapters.discord.events import event_id
from adapters.discord.frame import COMMAND
from adapters.discord.items import view
from adapters.discord.pieces import Words
from adapters.discord.places import is_outside, place_of
from kgcore.message import Command, CommandQuery, Message, NamesQuery
from kgcore.reply import Choices

Interaction = discord.Interaction[Any]
PANELS: Final = {  # answered at once
    "settings": "How long answers are, who writes them, and when I listen",
    "progress": "How much of this thread's goal has been explored",
    "steps": "Where this thread has been; go back, branch, compare",
    "bookmarks": "Your own list of claims and papers",
    "help": "What one can do here, and what the signs mean",
}
DEEDS: Final = {  # through the inbox
    "summary": "All claims and papers of this thread, with downloads",
    "undo": "Take back what was done last in this thread",
    "forget": "Have this thread, or what is kept of you, forgotten; it asks first",
}
PRIVATE: Final = ("forget",)  # the answer is for the person alone, and takes the place of "thinking …"
COMING: Final = "It comes here in a moment."
Typed = app_commands.Range[str, 1, limits.QUESTION_CHARACTERS]


def commands(desk: Desk) -> list[app_commands.Command[Any, ..., None] | app_commands.Group]:
    """Return /ask, /literature and /evigraph."""
    return [_ask(desk), _literature(desk), _evigraph(desk)]


def digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return a mark of all commands as they would be sent: another mark means another synchronisation."""
    payload = [c.to_dict(tree) for c in sorted(tree.get_commands(), key=lambda c: c.name)]
    payload += [
        c.to_dict(tree)
        for kind in (discord.AppCommandType.message, discord.AppCommandType.user)
        for c in sorted(tree.get_commands(type=kind), key=lambda c: c.name)
    ]
    return hashlib.blake2b(json.dumps(payload, sort_keys=True).encode(), digest_size=16).hexdigest()


def _ask(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(question="Your question, in words")
    async def ask(interaction: Interaction, question: Typed) -> None:
        """The question is shown to everybody; a thread on it holds the answer."""
        page = (Words(f"**{escape(desk.who(interaction).name)}** asks: {escape(question)}"),)
        callback = await interaction.response.send_message(view=view(page))
        place = await desk.where(interaction)
        if interaction.guild_id is not None and not is_outside(place):
            place = place_of(interaction.channel, interaction.guild_id, callback.message_id)
        event = Message(event_id(interaction.id), place, desk.who(interaction), question)
        desk.hooks.keep(event.id, interaction)
        await desk.put(event)

    return app_commands.Command(
        name="ask", description="Ask a health question; every claim of the answer is checked", callback=ask
    )


def _literature(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(about="A supplement, a drug, a disease …; two of them with “and”")
    async def literature(interaction: Interaction, about: app_commands.Range[str, 1, 200]) -> None:
        await _panel(desk, interaction, "literature", about)

    async def names(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _completed(desk, interaction, current)

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="literature", description="Look up papers of the graph, for you alone", callback=literature
    )
    command.autocomplete("about")(names)
    return command


def _evigraph(desk: Desk) -> app_commands.Group:
    group = app_commands.Group(name="evigraph", description="Evigraph's settings, progress, summary and more")
    for name, words in PANELS.items():
        group.add_command(_simple(desk, name, words, at_once=True))
    for name, words in DEEDS.items():
        group.add_command(_simple(desk, name, words, at_once=False))
    group.add_command(_browse(desk))
    return group


def _simple(desk: Desk, name: str, words: str, *, at_once: bool) -> app_commands.Command[Any, ..., None]:
    async def simple(interaction: Interaction) -> None:
        await (_panel(desk, interaction, name, "") if at_once else _deed(desk, interaction, name, ""))

    return app_commands.Command(name=name, description=words, callback=simple)


def _browse(desk: Desk) -> app_commands.Command[Any, ..., None]:
    @app_commands.describe(entity="What to begin with: a supplement, a drug, a disease …")
    async def browse(interaction: Interaction, entity: app_commands.Range[str, 1, 200]) -> None:
        await _deed(desk, interaction, "browse", entity)

    async def names(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await _completed(desk, interaction, current)

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="browse", description="Look at something and what lies around it, without a question", callback=browse
    )
    command.autocomplete("entity")(names)
    return command


async def _command(desk: Desk, interaction: Interaction, name: str, text: str) -> Command:
    return Command(event_id(interaction.id), await desk.where(interaction), desk.who(interaction), name, text)


async def _panel(desk: Desk, interaction: Interaction, name: str, text: str) -> None:
    hook = await desk.think(interaction)
    reply = await desk.ask(CommandQuery(await _command(desk, interaction, name, text)))
    await desk.show(hook, reply, "" if text else f"{COMMAND}{name}")


async def _deed(desk: Desk, interaction: Interaction, name: str, text: str) -> None:
    event = await _command(desk, interaction, name, text)
    if name in PRIVATE:
        await desk.think(interaction)
        await desk.put(event)
        return
    desk.hooks.keep(event.id, interaction)
    await desk.put(event)
    await desk.say(interaction, COMING)


async def _completed(desk: Desk, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return names that begin with what was typed; nothing typed, nothing offered."""
    if not current.strip():
        return []
    reply = await desk.ask(NamesQuery(await desk.where(interaction), current[: limits.CHOICE_NAME]))
    found = [c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
    return [
        app_commands.Choice(
            name=shortened(f"{c.label} · {c.hint}" if c.hint else c.label, limits.CHOICE_NAME),
            value=c.label[: limits.CHOICE_NAME],
        )
        for c in found[: limits.CHOICES]
    ]
