"""The commands about what people thought, and about papers. Commands only."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.cli_batch import batch_option
from bot.commands import json_option, kg_option, run_command, thread_option


@click.command()
@json_option
@run_command
async def feedback(as_json: bool) -> int:
    """What people thought of answers and claims: everybody's last 👍 or 👎 with its reason.

    Example: evigraph feedback --json
    """
    from bot.feedback import feedback_once

    return await feedback_once(config.load_settings(), as_json)


@click.command()
@batch_option("literature", "query")
@click.argument("query", required=False, default="")
@thread_option
@kg_option
@json_option
@run_command
async def literature(query: str, thread: str, kg: Path | None, as_json: bool) -> int:
    """Papers in the graph, those on several of the named things first, each with the claims that it bears on.

    Example: evigraph literature "vitamin E Alzheimer's disease"
    """
    from bot.conversation import Call, command_once

    return await command_once(config.load_settings(), "literature", Call(thread, kg, None, as_json), query)


COMMANDS = (feedback, literature)
