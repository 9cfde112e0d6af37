"""The page in front of a core that remembers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from adapters.web.app import WebAdapter
from kgcore.conversation.transcript import parse_messages
from tests.adapters.web.core import Core, served


@pytest.fixture
def core() -> Core:
    return Core()


@pytest.fixture
def client(core: Core) -> Iterator[TestClient]:
    with served(WebAdapter(read=parse_messages, status=lambda: "starter graph: 274 entities"), core) as client:
        yield client
