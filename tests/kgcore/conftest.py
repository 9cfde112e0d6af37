"""The starter graph as it is imported, opened once for all tests that look around in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph


@pytest.fixture(scope="session")
def starter_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedGraph]:
    to = tmp_path_factory.mktemp("starter") / "graph"
    asyncio.run(import_graph(starter_folder(), to, embedder=None))
    graph = EmbeddedGraph.open(to)
    yield graph
    asyncio.run(graph.close())
