"""`evigraph check` on broken data folders: it repairs what it can, says what not, and never shows a trace."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.config import Settings, load_settings
from bot.examine import PARTS, _guarded
from kgcore.errors import EvigraphError
from kgcore.store.sqlite import SqliteStore
from tests.kgcore.store.test_trouble import filled, miscount, root_of, spoil

REPAIRED = "rows were saved, the old file is kept as evigraph.db.damaged-"
WELL, NONE = ("writable", "3 events waiting"), ("is damaged: file is not a database.",)
REFUSES = "BEGIN SELECT RAISE(ABORT, 'no'); END"


def settings(folder: Path) -> Settings:
    return load_settings({"EVIGRAPH_DATA": str(folder)}, folder / "none")


def cut_short(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def spoil_the_inbox(file: Path) -> None:
    spoil(file, root_of(file, "inbox"))


def spoil_the_head(file: Path) -> None:
    spoil(file, 0)


def write_over(file: Path) -> None:
    file.write_text("my notes " * 1000)


def put_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def run(sql: str) -> Callable[[Path], None]:
    def harm(file: Path) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute(sql)

    return harm


def empty(file: Path) -> None:
    os.truncate(file, 0)


def put_a_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").write_bytes(os.urandom(5000))


@pytest.mark.parametrize(
    ("harm", "said", "afterwards"),
    [
        (cut_short, (REPAIRED, "Not everything could be read of turns."), WELL),
        (miscount, (REPAIRED,), WELL),
        (spoil_the_inbox, (REPAIRED, "Not everything could be read of inbox."), ("writable", "0 events waiting")),
        (spoil_the_head, NONE, NONE),
        (write_over, NONE, NONE),
        (put_a_folder, ("is a folder.",), ("is a folder.",)),
        (run("PRAGMA user_version = 99"), ("written by another version",), ("written by another version",)),
        (run("UPDATE inbox SET body = 'x' WHERE id = 'e1'"), ("2 events waiting",), ("2 events waiting",)),
        (run(f"CREATE TRIGGER no BEFORE INSERT ON state {REFUSES}"), ("is damaged: no.",), ("is damaged: no.",)),
        (empty, ("writable", "0 events waiting"), ("writable", "0 events waiting")),
        (put_a_log, WELL, WELL),
    ],
)
async def test_a_broken_store_is_repaired_as_far_as_it_goes_and_the_rest_is_told(
    tmp_path: Path, harm: Callable[[Path], None], said: tuple[str, ...], afterwards: tuple[str, ...]
) -> None:
    await filled(tmp_path / "evigraph.db")
    harm(tmp_path / "evigraph.db")
    for expected in (said, afterwards):
        found = (await _guarded("storage", PARTS["storage"], settings(tmp_path))).found
        assert all(words in found for words in expected), found
    with suppress(EvigraphError):
        await SqliteStore(tmp_path / "evigraph.db").close()
