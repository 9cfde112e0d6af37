"""`evigraph slack …`, `evigraph teams …`: what somebody does once who brings the bot onto a platform. Commands only.

Platforms that want a manifest have a group each; what it is, they declare.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from adapters import platforms
from adapters.port import InstallManifest, Platform
from bot import config
from bot.commands import PATH, WholeHelp, run_command
from kgcore.errors import InputError


def platform_groups() -> Iterator[click.Group]:
    """Yield a group of commands for every platform that has any."""
    for platform in platforms():
        if platform.manifest is not None:
            words = f"Bring the bot onto {platform.label}; {platform.docs} tells all the steps."
            group = WholeHelp(platform.name, help=f"{words}\n\nExample: evigraph {platform.name} manifest")
            group.add_command(_made(platform, platform.manifest))
            yield group


def _made(platform: Platform, manifest: InstallManifest) -> click.Command:
    @run_command
    async def make(to: Path | None = None, **options: str | bool) -> int:
        made = manifest.make(lambda: config.load_settings().given_to(platform), options)
        if to is None:
            click.echo(made, nl=False)
        else:
            _write(to, made)
            click.echo(f"{to}: {manifest.next_step}", err=True)
        return 0

    parameters: list[click.Parameter] = [
        click.Option([o.name], is_flag=o.flag, default=False if o.flag else "", metavar=o.metavar or None, help=o.words)
        for o in manifest.options
    ]
    if manifest.file:
        file = Path(manifest.file)
        words = f"The {file.suffix} file to write."
        parameters.insert(0, click.Option(["--to"], type=PATH, default=file, show_default=True, help=words))
    example = f"evigraph {platform.name} manifest" + (f" --to {manifest.file}" if manifest.file else "")
    return click.Command("manifest", params=parameters, callback=make, help=f"{manifest.words}\n\nExample: {example}")


def _write(to: Path, content: bytes) -> None:
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
    except OSError as error:
        raise InputError(f"{to} cannot be written: {error.strerror}.") from None
