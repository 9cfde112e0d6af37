"""The commands for other programs: MCP on standard input and output, and tokens for the API. Commands only."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.commands import json_option, kg_option, run_command


@click.command()
@kg_option
@run_command
async def mcp(kg: Path | None) -> int:
    """Serve the Model Context Protocol on standard input and output, for assistants that start their tools.

    Example: evigraph mcp --kg graphs/mine
    """
    from bot.capabilities import serve_tools

    return await serve_tools(config.load_settings(), kg)


@click.group()
def token() -> None:
    """Tokens for the API (EVIGRAPH_API=on): one for each person or program.

    Example: evigraph token new notebook
    """


@token.command("new")
@click.argument("name")
@run_command
async def new(name: str) -> int:
    """Make a token and show it, this once; only its digest is kept.

    Example: evigraph token new notebook
    """
    from bot.tokens import make_command

    return await make_command(config.load_settings(), name)


@token.command("list")
@json_option
@run_command
async def list_tokens(as_json: bool) -> int:
    """Show who has a token, and since when.

    Example: evigraph token list
    """
    from bot.tokens import list_command

    return await list_command(config.load_settings(), as_json)


@token.command("revoke")
@click.argument("name")
@run_command
async def revoke(name: str) -> int:
    """Revoke a name's token, at once.

    Example: evigraph token revoke notebook
    """
    from bot.tokens import revoke_command

    return await revoke_command(config.load_settings(), name)


COMMANDS = (mcp, token)
