"""What every command of the command line shares: how it runs, and the options that many of them take."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec

import click

from kgcore.errors import ConfigError, EvigraphError

P = ParamSpec("P")


class LocalPath(click.Path):
    """A path; what is an address on the web says so, instead of not being there."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        _refuse_address(self, value, param, ctx)
        return super().convert(value, param, ctx)


class LocalFile(click.File):
    """A file, opened; what is an address on the web says so."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the file."""
        _refuse_address(self, value, param, ctx)
        return super().convert(value, param, ctx)


def _refuse_address(
    kind: click.Path | click.File, value: Any, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    if is_address(str(value)):
        kind.fail(f"{value} is an address. Download what lies there, then give the file.", param, ctx)


_ADDRESS = re.compile(r"(?:https?|ftp|s3|gs):/", re.IGNORECASE)


def is_address(text: str) -> bool:
    """Tell whether a word is an address on the web, and no name or path."""
    return _ADDRESS.match(text) is not None


PATH = LocalPath(path_type=Path)
ROWS = LocalFile("rb")
LONGEST_HELP = 400  # characters of what a command does, in the list of them


def run_command(work: Callable[P, Coroutine[Any, Any, int]]) -> Callable[P, None]:
    """Run an asynchronous command and turn our errors into a message and an exit status."""

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        run_to_exit(lambda: asyncio.run(work(*args, **kwargs)))

    return run


def run_to_exit(work: Callable[[], int]) -> NoReturn:
    """Do the work of a command and end with its exit status; our errors become a message."""
    try:
        status = work()
    except ConfigError as error:
        click.echo(f"evigraph: {error}", err=True)
        status = 2
    except EvigraphError as error:
        click.echo(f"evigraph: {error}", err=True)
        status = 1
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # whoever read our output has seen enough ("| head")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except click.ClickException:
        raise
    except Exception:
        incident = secrets.token_hex(4)
        logging.getLogger("evigraph").exception("incident %s", incident)
        click.echo(f"evigraph: something went wrong that should not have (incident {incident}).", err=True)
        status = 1
    raise SystemExit(status)


_LEAST_HELP = 52  # columns: help is never made narrower by itself


def narrow_help() -> dict[str, int]:
    """Return how wide help is in a terminal that is narrower than click thinks that any can be."""
    columns = shutil.get_terminal_size().columns
    return {"terminal_width": max(columns - 2, 24)} if columns < _LEAST_HELP else {}


class WholeHelp(click.Group):
    """A group whose list of commands shows what each does in whole lines."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every command with its first sentence, wrapped rather than cut."""
        every = [(name, command) for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))]
        rows = [(name, command.get_short_help_str(LONGEST_HELP)) for name, command in every if not command.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def _picture(context: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and value.suffix.lower() not in (".png", ".svg"):
        raise click.BadParameter("the picture's file must end in .png or .svg")
    return value


kg_option = click.option("--kg", type=PATH, help="An imported graph or a folder of TSV files (default: EVIGRAPH_KG).")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
ids_option = click.option("--ids", is_flag=True, help="Print the action ids that evigraph act takes.")
image_option = click.option(
    "--image",
    type=PATH,
    callback=_picture,
    help="Write the picture to this .png or .svg file (several: graph.png, graph-2.png …).",
)
thread_option = click.option("--thread", default="", help="Go on with an earlier conversation (or begin one).")
same_thread_option = click.option("--thread", required=True, help="The conversation that it is about.")
