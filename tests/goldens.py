"""`python -m tests.goldens` writes all golden files anew; `make goldens` shows what has changed in them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from tests import readings
from tests.adapters.discord import golden as discord
from tests.adapters.slack import golden as slack
from tests.adapters.teams import golden as teams
from tests.adapters.typical import typical_replies
from tests.adapters.web import golden as web


async def renew() -> None:
    """Write the files of every platform: from scripted replies, and from the real assistant's on the starter graph;
    then how known texts are read.
    """
    web.renew()
    discord.renew()
    with TemporaryDirectory() as folder:
        await import_graph(starter_folder(), Path(folder) / "graph", embedder=None)
        replies = await typical_replies(Path(folder) / "graph", Path(folder))
        slack.renew(replies)
        teams.renew(replies)
        graph = EmbeddedGraph.open(Path(folder) / "graph")
        await readings.renew(graph)
        await graph.close()


if __name__ == "__main__":
    asyncio.run(renew())
