"""The command about what people thought. Commands only."""

from __future__ import annotations

import click

from bot import config
from bot.commands import json_option, run_command


@click.command()
@json_option
@run_command
async def feedback(as_json: bool) -> int:
    """What people thought of answers and claims: everybody's last 👍 or 👎 with its reason.

    Example: evigraph feedback --json
    """
    from bot.feedback import feedback_once

    return await feedback_once(config.load_settings(), as_json)


COMMANDS = (feedback,)
