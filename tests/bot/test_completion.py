"""Completion of the command line is installed where shells look for it, and help is never cut."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.completion import COMPLETED, completion_script, install_completion
from kgcore.errors import InputError


@pytest.mark.parametrize("shell", ["fish", "zsh"])
def test_a_script_is_written_where_its_shell_looks(shell: str, tmp_path: Path) -> None:
    place = install_completion(shell, completion_script(main, shell), tmp_path)
    assert place == tmp_path / COMPLETED[shell]
    assert "_EVIGRAPH_COMPLETE" in place.read_text(encoding="utf-8")


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
