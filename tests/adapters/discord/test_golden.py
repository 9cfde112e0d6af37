"""Typical replies look as they did; `python -m tests.adapters.discord.golden` renews the files."""

from __future__ import annotations

import pytest

from tests.adapters.discord.golden import FOLDER, replies, written

REPLIES = replies()


@pytest.mark.parametrize("name", REPLIES)
def test_a_typical_reply_looks_as_it_did(name: str) -> None:
    assert written(name, REPLIES[name]) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")
