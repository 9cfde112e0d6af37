"""Fixtures: every scenario over HTTP and over Socket Mode."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.adapters.slack.office import Office, office
from tests.adapters.typical import folder, typical

__all__ = ["folder", "typical"]


@pytest.fixture(params=["http", "socket"])
def way(request: pytest.FixtureRequest) -> str:
    """How Slack's events come in."""
    return str(request.param)


@pytest_asyncio.fixture
async def services(way: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Office]:
    """A workspace with a scripted bot; `@LONG` (office.py) puts everything into messages, where it can be pressed."""
    async with office(way, tmp_path, long=getattr(request, "param", False)) as opened:
        yield opened
