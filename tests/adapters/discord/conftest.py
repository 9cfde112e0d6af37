"""A simulated Discord with a scripted assistant, or with the real one on the starter graph."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from kgcore.store.sqlite import SqliteStore
from tests.adapters.discord.rig import Rig, Script
from tests.adapters.discord.scripted import answered, panel
from tests.kgcore.house import bot as bot  # noqa: PLC0414  a fixture
from tests.kgcore.house import folder as folder  # noqa: PLC0414  a fixture


@pytest.fixture
def script() -> Script:
    return Script(answered, panel)


@pytest_asyncio.fixture
async def rig(script: Script, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    """`@pytest.mark.parametrize("rig", [{"content": True}], indirect=True)` reads what does not name the bot."""
    store = SqliteStore(tmp_path / "s.db")
    rig = Rig(store, **getattr(request, "param", {}))
    rig.attach(script, script.ask)
    env = simcord.Env(rig.adapter.client, settle_timeout=30)
    await env.start()
    rig.arrange(env)
    yield rig
    await env.shutdown()
    env.raise_errors()
    await store.close()
