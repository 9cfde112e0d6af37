"""Completion of the command line in shells: the script that each wants, and the place where it is looked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
from click.shell_completion import get_completion_class

from kgcore.errors import ConfigError, InputError

NAME: Final = "evigraph"
VARIABLE: Final = "_EVIGRAPH_COMPLETE"  # Click's own name for it
# Where each shell looks, below the home folder: fish by itself, the others where what they start with says so.
COMPLETED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bash": ".local/share/bash-completion/completions/evigraph",
        "fish": ".config/fish/completions/evigraph.fish",
        "zsh": ".zfunc/_evigraph",
    }
)

# What a shell starts with, and what it has to be told there.
STARTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "bash": (".bashrc", ". ~/.local/share/bash-completion/completions/evigraph"),
        "zsh": (".zshrc", "fpath=(~/.zfunc $fpath); autoload -Uz compinit && compinit"),
    }
)
# Programs' own completions are found by this package, where a system has it.
BASH_COMPLETION: Final = tuple(
    Path(folder, "share/bash-completion/bash_completion") for folder in ("/usr", "/usr/local", "/opt/homebrew")
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


def install_completion(
    shell: str, script: str, home: Path | None = None, package: Collection[Path] = BASH_COMPLETION
) -> tuple[Path, ...]:
    """Write the script where the shell looks for it, tell the shell to, and return what was written.

    `package`: where bash's own package may be. Raises InputError where something cannot be written.
    """
    home = home or Path.home()
    place = home / COMPLETED[shell]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(script, encoding="utf-8")
        told = None if shell == "bash" and any(p.exists() for p in package) else STARTS.get(shell)
        return (place, *(() if told is None else _told(home / told[0], told[1])))
    except OSError as error:
        raise InputError(
            f"{error.filename or place} cannot be written: {error.strerror}.", hint="--print prints the script."
        ) from error


def _told(start: Path, line: str) -> tuple[Path, ...]:
    """Add a line to what a shell starts with, unless it is there; return what was written."""
    before = start.read_text(encoding="utf-8") if start.exists() else ""
    if line in before:
        return ()
    gap = "" if before.endswith("\n") or not before else "\n"
    with start.open("a", encoding="utf-8") as file:
        file.write(f"{gap}{line}  # completion of evigraph\n")
    return (start,)
