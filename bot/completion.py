"""Completion of the command line in shells: the script that each wants, and the place where it is looked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
from click.shell_completion import get_completion_class

from kgcore.errors import ConfigError, InputError

NAME: Final = "evigraph"
VARIABLE: Final = "_EVIGRAPH_COMPLETE"  # Click's own name for it
# Where each shell looks by itself, below the home folder; zsh does so where its fpath has the folder.
COMPLETED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bash": ".local/share/bash-completion/completions/evigraph",
        "fish": ".config/fish/completions/evigraph.fish",
        "zsh": ".zfunc/_evigraph",
    }
)


def completion_script(command: click.Command, shell: str) -> str:
    """Return the script for a shell. Raises ConfigError where its version is too old for it."""
    found = get_completion_class(shell)
    if found is None:
        raise InputError(f"There is no completion for {shell}.", hint=f"Known are {', '.join(sorted(COMPLETED))}.")
    try:
        return found(command, {}, NAME, VARIABLE).source()
    except RuntimeError as error:  # Click's word on a shell that it cannot ask, or that is too old
        raise ConfigError(str(error)) from error


def install_completion(shell: str, script: str, home: Path | None = None) -> Path:
    """Write the script where the shell looks for it and return that place. Raises InputError where it cannot."""
    place = (home or Path.home()) / COMPLETED[shell]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(script, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{place} cannot be written: {error.strerror}.", hint="--print prints the script.") from error
    return place
