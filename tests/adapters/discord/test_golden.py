"""Typical replies look as they did (`make goldens` renews the files), and say all that they have to say."""

from __future__ import annotations

import json

import pytest

from tests.adapters.discord.golden import FOLDER, KEPT, replies, written
from tests.adapters.meaning import left_out

REPLIES = replies()


@pytest.mark.parametrize("name", KEPT)
def test_a_typical_reply_looks_as_it_did(name: str) -> None:
    assert written(name, REPLIES[name]) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", REPLIES)
def test_nothing_of_a_typical_reply_is_left_out(name: str) -> None:
    sent = written(name, REPLIES[name])
    assert left_out(REPLIES[name], json.loads(sent), sent) == []


def test_every_golden_file_is_compared() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(KEPT)
