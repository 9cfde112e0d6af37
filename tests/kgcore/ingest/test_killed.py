"""An import that is killed on its way: the graph that was there is still there, and the next import cleans up."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.ingest.report import ImportStage
from tests.kgcore.graph.tables import NODES, contents, write

SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path
from kgcore.ingest.importing import import_graph

def end_there(state):
    if state.stage.name == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(import_graph(Path(sys.argv[1]), Path(sys.argv[2]), embedder=None, progress=end_there))
"""


def killed_at(stage: ImportStage, source: Path, folder: Path) -> int:
    """Return how an import ended that kills itself when it comes to a stage."""
    command = [sys.executable, "-c", SCRIPT, str(source), str(folder), stage.name]
    return subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True).returncode


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("stage", [ImportStage.EDGES, ImportStage.NAMES, ImportStage.FINISH])
async def test_a_killed_import_leaves_the_old_graph(tmp_path: Path, stage: ImportStage) -> None:
    folder = tmp_path / "graph"
    await import_graph(write(tmp_path / "tables"), folder, embedder=None)
    before = contents(folder)
    source = write(tmp_path / "other", nodes=NODES + "X:1\tanother thing\tDrug\t\t\t\n")
    assert killed_at(stage, source, folder) == -signal.SIGKILL
    after = contents(folder)
    assert {name: after[name] for name in before} == before
    await EmbeddedGraph.open(folder).close()
    assert list(folder.glob("building-*"))
    await import_graph(source, folder, embedder=None)
    assert not list(folder.glob("building-*"))
    assert len(list(folder.glob("data-*"))) == 1
