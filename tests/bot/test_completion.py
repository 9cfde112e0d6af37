"""Completion of the command line is installed where shells look for it, and help is never cut."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from bot.cli import main
from bot.completion import COMPLETED, completion_script, install_completion
from kgcore.errors import InputError


@pytest.mark.parametrize("shell", ["fish", "zsh"])
def test_a_script_is_written_where_its_shell_looks(shell: str, tmp_path: Path) -> None:
    place, *_ = install_completion(shell, completion_script(main, shell), tmp_path)
    assert place == tmp_path / COMPLETED[shell]
    assert "_EVIGRAPH_COMPLETE" in place.read_text(encoding="utf-8")


def test_a_shell_that_looks_nowhere_by_itself_is_told_where_once(tmp_path: Path) -> None:
    (tmp_path / ".zshrc").write_text("setopt autocd", encoding="utf-8")
    assert install_completion("zsh", "script", tmp_path)[1:] == (tmp_path / ".zshrc",)
    assert install_completion("zsh", "script", tmp_path)[1:] == ()
    first, second = (tmp_path / ".zshrc").read_text(encoding="utf-8").splitlines()
    assert first == "setopt autocd"
    assert second.startswith("fpath=(~/.zfunc $fpath); autoload -Uz compinit && compinit")
    here, none = tmp_path / "bash_completion", tmp_path / "none"
    here.touch()
    assert install_completion("bash", "script", tmp_path, (none, here))[1:] == ()
    assert install_completion("bash", "script", tmp_path, (none,))[1:] == (tmp_path / ".bashrc",)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / ".zfunc").write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        install_completion("zsh", "script", tmp_path)


@pytest.mark.parametrize("path", [(), ("kg",)])
def test_what_commands_do_is_listed_in_whole_lines(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*path, "--help"], prog_name="evigraph")
    assert "..." not in result.output.partition("Commands:")[2]


def test_an_address_says_what_can_be_done() -> None:
    result = CliRunner().invoke(main, ["kg", "import", "https://example.org/graph.zip"], prog_name="evigraph")
    assert result.exit_code == 2
    assert "is an address. Download what lies there" in result.output.replace("\n", " ")
    assert isinstance(main, click.Group)


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "https://example.org/a"),
        ("map", "http://example.org/a"),
        ("ask", "--batch", "https://example.org/a"),
        ("identifiers", "--batch", "s3://bucket/a"),
        ("literature", "--batch", "https://example.org/a"),
        ("evaluate", "https://example.org/a"),
        ("ask", "--kg", "https://example.org/a", "Does zinc help?"),
        ("library", "add", "ftp://example.org/a"),
    ],
    ids=" ".join,
)
def test_an_address_in_the_place_of_any_file_says_what_can_be_done(command: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, command, prog_name="evigraph")
    assert result.exit_code == 2
    assert "is an address. Download what lies there" in result.output.replace("\n", " ")


def helps(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    below = [
        one
        for name, c in group.commands.items()
        for one in (helps(c, (*path, name)) if isinstance(c, click.Group) else [(*path, name)])
    ]
    return [path, *below]


@pytest.mark.parametrize("path", helps(cast(click.Group, main)), ids=" ".join)
def test_every_help_fits_its_screen_and_is_whole(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*path, "--help"], prog_name="evigraph")
    lines = result.output.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert not [line for line in lines if line.rstrip().endswith("...") and not line.startswith("Usage:")]


@pytest.mark.parametrize("shell", sorted(COMPLETED))
def test_one_command_installs_completion_which_then_completes(shell: str, tmp_path: Path) -> None:
    runner = CliRunner(env={"HOME": str(tmp_path)})
    done = runner.invoke(main, ["completion", shell], prog_name="evigraph")
    if done.exit_code == 2 and shell == "bash" and "not supported" in done.output:
        pytest.skip("This computer's bash is too old for it.")
    assert done.exit_code == 0, done.output
    assert (tmp_path / COMPLETED[shell]).is_file()
    asked = {
        "_EVIGRAPH_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": "evigraph bro",
        "COMP_CWORD": "bro" if shell == "fish" else "1",
    }
    assert "browse" in runner.invoke(main, [], prog_name="evigraph", env=asked).output
