"""The sentences and messages of the benches' open sets are read as they were; see tests/readings.py."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from tests import readings


@pytest.mark.parametrize(("name", "part"), readings.parts("messages"))
def test_in_known_messages_the_same_identifiers_are_found(name: str, part: int) -> None:
    assert readings.messages(name, part) == readings.known("messages", name, part)


@pytest.mark.parametrize(("name", "part"), readings.parts("claims"))
async def test_known_texts_claim_the_same_and_get_the_same_verdicts(
    name: str, part: int, starter_graph: EmbeddedGraph
) -> None:
    assert await readings.claims(name, part, starter_graph) == readings.known("claims", name, part)
