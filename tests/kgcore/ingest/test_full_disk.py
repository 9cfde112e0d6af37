"""An import that meets a full disk: a clear error, and the graph that was there is still there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from tests.kgcore.graph.tables import NODES, contents, write

# A limit on the size of files stands for a full disk: the system refuses the write in the same place.
SCRIPT = """
import asyncio, resource, signal, sys
from pathlib import Path
from kgcore.errors import GraphError
from kgcore.ingest.importing import import_graph
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    asyncio.run(import_graph(Path(sys.argv[1]), Path(sys.argv[2]), embedder=None))
except GraphError as error:
    print(error)
else:
    print("it went through")
"""


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    return done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize("room", [100, 20_000, 70_000])
async def test_a_full_disk_leaves_the_old_graph(tmp_path: Path, room: int) -> None:
    await import_graph(write(tmp_path / "tables"), tmp_path / "graph", embedder=None)
    before = contents(tmp_path / "graph")
    many = "".join(f"M:{i}\tname {i}\tDrug\t\t\t{'about ' * 20}\n" for i in range(2000))
    source = write(tmp_path / "more", nodes=NODES + many)
    command = [sys.executable, "-c", SCRIPT, str(source), str(tmp_path / "graph"), str(room)]
    said = run(command)
    assert "could not be written" in said
    assert "untouched" in said
    assert contents(tmp_path / "graph") == before
    await EmbeddedGraph.open(tmp_path / "graph").close()
