"""The disk is full, the file is cut short, gone or held by somebody else, while people ask: they are told in words."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.attack.running import COMMAND, Asker, environment_of, running, until

SOON = 10.0  # seconds in which a person is told, on a busy machine


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    done = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=24m", "tmpfs", place], capture_output=True)
    if not done or done.returncode:
        pytest.skip("no tmpfs may be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:  # closing would try again to write what is left in a buffer
        try:
            while True:
                file.write(b"x" * 65536)
        except OSError:
            pass
    return ballast


def test_on_a_full_disk_people_are_told_and_go_on_as_soon_as_there_is_room(small_disk: Path) -> None:
    with running(small_disk / "data") as bot:
        person = Asker(bot)
        person.seconds("before")
        ballast = fill(small_disk)
        until(lambda: bot.request("/healthz").status == 503, "health does not notice")
        found = person.ask("full")
        assert found.status == 503
        assert "disk is full" in str(found.json["error"])
        assert {person.ask(f"full{n}").status for n in range(60)} == {503}  # the log lies on that disk, too
        ballast.unlink()
        until(lambda: bot.request("/healthz").status == 200, "health does not notice that there is room", SOON)
        assert person.seconds("after") < 2 * SOON


def cut(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:  # until then all of it may be in the log beside the file
        other.execute("PRAGMA wal_checkpoint(FULL)")
    os.truncate(path, 4096)


def delete(path: Path) -> None:
    path.unlink()


def delete_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def delete_index(path: Path) -> None:
    path.with_name(path.name + "-shm").unlink()


def exchange(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


@pytest.mark.parametrize("harm", [cut, delete, delete_log, delete_index, exchange])
def test_a_file_that_is_harmed_under_a_running_process_is_noticed(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    with running(tmp_path / "data") as bot:
        person = Asker(bot)
        for n in range(2):
            person.seconds(f"t{n}")
        harm(tmp_path / "data" / "evigraph.db")
        found = person.ask("after")
        assert found.status == 503
        assert "try again" in str(found.json["error"])
        health = bot.request("/healthz")
        assert (health.status, health.json["status"]) == (503, "failing")
    with running(tmp_path / "data") as bot:
        assert Asker(bot).seconds("anew") < 2 * SOON


def test_while_another_process_holds_the_store_people_are_told_soon(tmp_path: Path) -> None:
    with running(tmp_path / "data") as bot:
        person = Asker(bot)
        person.seconds("before")
        with closing(sqlite3.connect(tmp_path / "data" / "evigraph.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            began = time.monotonic()
            found = person.ask("held")
            assert time.monotonic() - began < SOON
            assert found.status == 503
            assert "holds what Evigraph keeps" in str(found.json["error"])
            other.execute("ROLLBACK")
        assert person.seconds("after") < 2 * SOON


def test_a_backup_made_under_load_can_be_started_from(tmp_path: Path) -> None:
    with running(tmp_path / "data") as bot:
        person = Asker(bot)
        for n in range(5):
            person.ask(f"t{n}")
        command = [*COMMAND, "backup", str(tmp_path / "copy.db")]
        told = subprocess.run(command, env=environment_of(tmp_path / "data"), check=False, capture_output=True)
        assert told.returncode == 0, told.stderr.decode()
        until(lambda: bot.waiting == 0, "it was not answered")
    (tmp_path / "second").mkdir()
    shutil.copy(tmp_path / "copy.db", tmp_path / "second" / "evigraph.db")
    with running(tmp_path / "second") as bot:
        until(lambda: bot.waiting == 0, "what was in the copy's inbox was not answered")
        assert len(bot.rows("SELECT id FROM turns")) >= 1
