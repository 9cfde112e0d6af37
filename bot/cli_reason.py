"""`evigraph reason`: several facts put together, without a conversation. Commands only."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.cli_batch import batch_option
from bot.commands import json_option, kg_option, run_command


@click.command()
@batch_option("reason", "question")
@click.argument("question", required=False)
@kg_option
@click.option("--model", default="none", show_default=True, help="none, env or a configured model.")
@json_option
@run_command
async def reason(question: str, kg: Path | None, model: str, as_json: bool) -> int:
    """What would explain all that a question tells, best first, with the evidence for and against each.

    Example: evigraph reason "I have migraine and insomnia. What could help with both?"
    """
    from bot.reasoning import reason_once

    return await reason_once(config.load_settings(), question, kg, model, as_json=as_json)


COMMANDS = (reason,)
