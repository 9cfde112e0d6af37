"""`evigraph slack …`: what setting up Slack needs."""

from __future__ import annotations

import json

import click

from bot.commands import command


@click.group()
def slack() -> None:
    """Set up Slack; docs/slack.md tells how, step by step.

    Example: evigraph slack manifest
    """


@slack.command()
@click.option("--http", "address", metavar="URL", default="", help="Your public https:// address; else Socket Mode.")
@command
async def manifest(address: str) -> int:
    """Print the app manifest to paste into api.slack.com: least scopes, commands, shortcuts, events.

    Example: evigraph slack manifest --http https://bot.example.org
    """
    from bot.wiring import slack_manifest

    if address and not address.startswith("https://"):
        raise click.BadParameter("Slack sends to https:// addresses only", param_hint="--http")
    click.echo(json.dumps(slack_manifest(address), indent=2, ensure_ascii=False))
    return 0
