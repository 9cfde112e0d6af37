"""`evigraph kg names`: what is added is understood by everything else, and can be taken away again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from kgcore.ingest.importing import import_graph
from kgcore.linking.team_names import read_names
from tests.kgcore.ingest.samples import KGX, folder


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    asyncio.run(import_graph(folder(KGX, tmp_path / "mine"), tmp_path / "graph", embedder=None))
    return tmp_path / "graph"


def run(graph: Path, *words: str) -> Result:
    room = {"EVIGRAPH_DATA": str(graph.parent / "data"), "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_KG": str(graph)}
    return CliRunner().invoke(main, words, env=room)


def meant(graph: Path, name: str) -> str:
    found = json.loads(run(graph, "link", name, "--json").stdout)
    (mention,) = found if isinstance(found, list) else [found]
    return mention["candidates"][0]["id"] if mention["linked"] else ""


def test_a_name_is_added_wins_and_is_removed(graph: Path) -> None:
    assert run(graph, "kg", "names", "add", "the snowdrop pill", "galantamine", "--note", "ward 3").exit_code == 0
    assert [r.entity for r in read_names((graph / "names.tsv").read_text())] == ["CHEBI:1"]
    assert meant(graph, "snowdrop pills") == "CHEBI:1"
    told = run(graph, "kg", "names", "add", "AD", "NCBIGene:43").stdout
    assert "Until now it meant Alzheimer disease." in " ".join(told.split())
    assert meant(graph, "AD") == "NCBIGene:43"
    assert run(graph, "kg", "names", "remove", "ad").exit_code == 0
    assert meant(graph, "AD") == "MONDO:1"
    assert run(graph, "kg", "names", "remove", "ad").exit_code == 1
    shown = json.loads(run(graph, "kg", "names", "list", "--json").stdout)
    assert shown == [{"name": "the snowdrop pill", "entity": "CHEBI:1", "note": "ward 3", "known": True}]


def test_names_of_nothing_and_nothing_for_a_name_are_refused(graph: Path) -> None:
    assert "is no name" in run(graph, "kg", "names", "add", "?!", "galantamine").stderr
    assert "nothing called 'unheard of'" in run(graph, "kg", "names", "add", "x y", "unheard of").stderr
    assert not (graph / "names.tsv").exists()


def test_a_file_that_was_edited_badly_is_told_with_its_line(graph: Path) -> None:
    (graph / "names.tsv").write_text("name\tentity\nsnowdrop\n")
    told = run(graph, "link", "AD")
    assert told.exit_code == 1
    assert "names.tsv:2: has 1 cells" in " ".join(told.stderr.split())


def test_names_are_imported_and_stay_when_the_graph_is_imported_again(graph: Path, tmp_path: Path) -> None:
    (tmp_path / "ours.tsv").write_text("snowdrop alkaloid\tCHEBI:1\nAD\tCHEBI:1\n")
    told = json.loads(run(graph, "kg", "names", "import", str(tmp_path / "ours.tsv"), "--json").stdout)
    assert (told["added"], told["left"]) == (1, {"that are another entity's name in this graph": 1})
    assert run(graph, "kg", "import", str(tmp_path / "mine"), "--to", str(graph)).exit_code in (0, 1)
    assert meant(graph, "snowdrop alkaloids") == "CHEBI:1"
