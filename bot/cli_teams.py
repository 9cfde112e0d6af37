"""`evigraph teams …`: what somebody does once who brings the bot into Microsoft Teams."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.commands import PATH, command
from kgcore.errors import InputError


@click.group()
def teams() -> None:
    """Bring the bot into Microsoft Teams; docs/teams.md tells all the steps.

    Example: evigraph teams manifest --to evigraph-teams.zip
    """


@teams.command("manifest")
@click.option("--to", type=PATH, default=Path("evigraph-teams.zip"), show_default=True, help="The .zip file to write.")
@click.option("--website", default="", help="Page that says who runs the bot (default: PUBLIC_URL).")
@click.option("--listen", is_flag=True, help="Also ask for the right to read messages that do not mention the bot.")
@command
async def manifest(to: Path, website: str, listen: bool) -> int:
    """Write the app package (manifest and icons) that is uploaded to Teams.

    Example: evigraph teams manifest --to evigraph-teams.zip
    """
    from bot.wiring import teams_package

    settings = config.load()
    _write(to, teams_package(settings, website=website, listen=listen))
    click.echo(f"{to}: upload it in Teams under Apps, Manage your apps, Upload an app.", err=True)
    return 0


def _write(to: Path, content: bytes) -> None:
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
    except OSError as error:
        raise InputError(f"{to} cannot be written: {error.strerror}.") from None
