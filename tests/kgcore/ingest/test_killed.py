"""An import that is killed on its way: the graph that was there is still there, and the next import cleans up."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.layout import check_all_sums, read_manifest
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


# What Python does to files it tells its auditors; after so many steps in the folder the import kills itself.
STEP_BY_STEP = """
import asyncio, os, signal, sys
from pathlib import Path
from kgcore.ingest.importing import import_graph

folder, last = sys.argv[2], int(sys.argv[3])
steps = 0

def step(event, values):
    global steps
    touches = event in ("open", "sqlite3.connect", "shutil.rmtree") or event.startswith("os.")
    if touches and values and folder in str(values[0]):
        steps += 1
        if steps == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(step)
asyncio.run(import_graph(Path(sys.argv[1]), Path(folder), embedder=None))
print(steps)
"""
TENTHS = 10


def killed_after(steps: int, source: Path, folder: Path) -> tuple[int, int]:
    """Return how an import ended that kills itself after so many steps, and how many it took where it did not."""
    command = [sys.executable, "-c", STEP_BY_STEP, str(source), str(folder), str(steps)]
    done = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True)
    return done.returncode, int(done.stdout or 0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
async def test_an_import_that_is_killed_at_any_tenth_leaves_one_whole_graph(tmp_path: Path) -> None:
    old = tmp_path / "old"
    await import_graph(write(tmp_path / "tables"), old, embedder=None)
    before = read_manifest(old).data
    source = write(tmp_path / "other", nodes=NODES + "X:1\tanother thing\tDrug\t\t\t\n")
    shutil.copytree(old, tmp_path / "whole")
    ended, steps = killed_after(0, source, tmp_path / "whole")
    new = read_manifest(tmp_path / "whole").data
    assert (ended, new != before) == (0, True)
    assert steps > 3 * TENTHS
    seen = set()
    for tenth in range(1, TENTHS + 1):
        folder = tmp_path / f"killed-{tenth}"
        shutil.copytree(old, folder)
        assert killed_after(steps * tenth // TENTHS, source, folder)[0] == -signal.SIGKILL
        manifest = read_manifest(folder)
        check_all_sums(folder, manifest)
        seen.add(manifest.data)
        await import_graph(source, folder, embedder=None)
        assert read_manifest(folder).data == new
        assert [path.name for path in folder.glob("data-*")] == [new]
        assert not list(folder.glob("building-*")) + list(folder.glob("*.new"))
    assert before in seen
