"""The commands for other programs (MCP, tokens for the API) and for the audit trail. Commands only."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from bot import config
from bot.commands import PATH, WholeHelp, json_option, kg_option, run_command


@click.command()
@kg_option
@run_command
async def mcp(kg: Path | None) -> int:
    """Serve the Model Context Protocol on standard input and output, for assistants that start their tools.

    Example: evigraph mcp --kg graphs/mine
    """
    from bot.capabilities import serve_tools

    return await serve_tools(config.load_settings(), kg)


@click.group(cls=WholeHelp)
def token() -> None:
    """Tokens for the API (EVIGRAPH_API=on): one for each person or program.

    Example: evigraph token new notebook
    """


OWNER = click.option("--owner", default="", metavar="ID", help="Those of this person, made on the page.")


@token.command("new")
@click.argument("name")
@click.option(
    "--scope", "scopes", multiple=True, help="What it may do, such as verify (several times; none: everything)."
)
@run_command
async def new(name: str, scopes: tuple[str, ...]) -> int:
    """Make a token and show it, this once; only its digest is kept.

    Example: evigraph token new notebook --scope verify --scope literature
    """
    from bot.tokens import make_command

    return await make_command(config.load_settings(), name, scopes)


@token.command("list")
@OWNER
@json_option
@run_command
async def list_tokens(owner: str, as_json: bool) -> int:
    """Show who has a token, and since when.

    Example: evigraph token list
    """
    from bot.tokens import list_command

    return await list_command(config.load_settings(), owner, as_json)


@token.command("revoke")
@click.argument("name")
@OWNER
@run_command
async def revoke(name: str, owner: str) -> int:
    """Revoke a name's token, at once.

    Example: evigraph token revoke notebook
    """
    from bot.tokens import revoke_command

    return await revoke_command(config.load_settings(), name, owner)


@click.command()
@click.option("--out", type=PATH, help="Write to this new file instead of standard output.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only what was done on this day or later.")
@click.option("--check", type=PATH, help="Check a trail that was exported whole, instead of the store's.")
@click.option("--head", default="", metavar="DIGEST", help="A digest noted earlier, which the trail must hold.")
@click.option("--quiet", is_flag=True, help="Check the chain only; print no records.")
@run_command
async def audit(out: Path | None, since: datetime | None, check: Path | None, head: str, quiet: bool) -> int:
    """Who asked, clicked, reviewed and configured: the audit trail as lines of JSON, its chain checked.

    Example: evigraph audit --since 2026-01-31 --out trail.jsonl
    """
    from bot.auditing import audit_command

    return await audit_command(config.load_settings(), out, since.date() if since else None, check, head, quiet)


COMMANDS = (mcp, token, audit)
