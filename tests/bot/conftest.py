"""Data folders that have the starter graph already: its import takes a fifth of a second and has tests of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main


@pytest.fixture(scope="session")
def starter_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with the starter graph, without meanings, that nobody writes into."""
    data = tmp_path_factory.mktemp("with-starter")
    done = CliRunner(env={"EVIGRAPH_DATA": str(data), "EVIGRAPH_EMBEDDER": "none"}).invoke(main, ("link", "zinc"))
    assert done.exit_code == 0, done.output
    return data


@pytest.fixture
def data_with_starter(starter_data: Path, tmp_path: Path) -> Path:
    """Return a data folder of the test's own, with the starter graph."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copytree(starter_data / "graphs", data / "graphs")
    return data
