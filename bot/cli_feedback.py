"""The commands about what people thought, and about papers. Commands only."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.commands import command, json_option, kg_option, thread_option


@click.command()
@json_option
@command
async def feedback(as_json: bool) -> int:
    """What people thought of answers and claims: everybody's last 👍 or 👎 with its reason.

    Example: evigraph feedback --json
    """
    from bot.feedback import feedback_once

    return await feedback_once(config.load(), as_json)


@click.command()
@click.argument("query")
@thread_option
@kg_option
@json_option
@command
async def literature(query: str, thread: str, kg: Path | None, as_json: bool) -> int:
    """Papers in the graph, those on several of the named things first, each with the claims that it bears on.

    Example: evigraph literature "vitamin E Alzheimer's disease"
    """
    from bot.conversation import Call, command_once

    return await command_once(config.load(), "literature", Call(thread, kg, None, as_json), query)


COMMANDS = (feedback, literature)
