"""What holds of the process that serves, before anything is opened."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot import serve
from bot.config import Settings
from kgcore.errors import ConfigError


async def test_threads_hardly_wait_for_a_busy_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(folder: Path) -> None:
        raise ConfigError("held")

    before = sys.getswitchinterval()
    monkeypatch.setattr(serve, "hold_folder", held)
    try:
        with pytest.raises(ConfigError, match="held"):
            await serve.run_server(Settings())
        assert sys.getswitchinterval() == pytest.approx(serve.SWITCHING)
        assert before > serve.SWITCHING
    finally:
        sys.setswitchinterval(before)
