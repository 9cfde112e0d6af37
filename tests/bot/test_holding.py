"""The data folder is its owner's alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.holding import hold_folder, keep_private
from kgcore.store.sqlite import SqliteStore

pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights are inherited there")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir()}


def test_a_new_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    with hold_folder(tmp_path / "data"):
        assert mode(tmp_path / "data") == 0o700
        assert mode(tmp_path / "data" / "evigraph.lock") == 0o600


HOLDS = "import pathlib, sys; from bot.holding import hold_folder\nwith hold_folder(pathlib.Path(sys.argv[1])): pass"


def test_a_second_process_is_told_which_one_holds_the_folder_and_has_it_after_that(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with hold_folder(tmp_path):
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert second.returncode != 0
        assert "already answers" in second.stderr
        assert str(os.getpid()) in second.stderr
    assert subprocess.run(command, check=False).returncode == 0


def test_what_others_could_read_is_repaired_at_a_start(tmp_path: Path) -> None:
    data, graph = tmp_path / "data", tmp_path / "data" / "graphs" / "one"
    graph.mkdir(parents=True)
    files = [data / "evigraph.db", data / "evigraph.db-wal", graph / "manifest.json"]
    for file in files:
        file.write_text("x")
        file.chmod(0o644)
    for folder in (data, graph.parent, graph):
        folder.chmod(0o755)
    with hold_folder(data):
        assert [mode(file) for file in files] == [0o600] * 3
        assert [mode(folder) for folder in (data, graph.parent, graph)] == [0o700] * 3


def test_links_and_what_others_put_there_are_left_alone(tmp_path: Path) -> None:
    data, elsewhere, theirs = tmp_path / "data", tmp_path / "elsewhere", tmp_path / "data" / "notes.txt"
    data.mkdir()
    for file in (elsewhere, theirs):
        file.write_text("x")
        file.chmod(0o644)
    (data / "evigraph.link").symlink_to(elsewhere)
    keep_private(data)
    assert [mode(file) for file in (elsewhere, theirs)] == [0o644, 0o644]


async def test_the_database_and_its_helper_files_are_their_owners_alone(tmp_path: Path) -> None:
    old = tmp_path / "new" / "evigraph.db"
    await SqliteStore(old).close()
    assert mode(old.parent) == 0o700
    old.chmod(0o644)
    store = SqliteStore(old)
    await store.set_state("a", "b", "c")
    modes = modes_in(old.parent)
    await store.close()
    assert set(modes.values()) == {0o600}
    assert len(modes) == 3
