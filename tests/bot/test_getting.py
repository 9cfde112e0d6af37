"""`evigraph kg get`: lists, fetches, imports, says how it is used, and what a person must do."""

from __future__ import annotations

import asyncio
import io
import tarfile
from pathlib import Path

import pytest

from bot.config import load_settings
from bot.getting import get_command, list_command
from kgcore.errors import GraphError, InputError
from kgcore.graph import is_imported
from kgcore.ingest.public_graphs import public_graph, public_graphs
from tests.kgcore.ingest import samples
from tests.kgcore.ingest.samples import content
from tests.servers.files import FakeFiles, Trouble


def _tar(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()


def _served() -> dict[str, bytes]:
    """Return small files of the same names and shapes as the public graphs'."""
    found = {f"hpo-maxo/{name}": content(text) for name, text in samples.HPO.items()}
    found["hpo-maxo/genes_to_phenotype.txt"] = (
        b"ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id\n"
        b"43\tACHE\tHP:0002511\tAlzheimer disease-like dementia\t-\tOMIM:104300\n"
    )
    found |= {f"drugmechdb/{name}": content(text) for name, text in samples.DRUGMECHDB.items()}
    found["monarch/monarch-kg.tar.gz"] = _tar(samples.KGX)
    found["primekg/kg.csv"] = content(samples.PRIMEKG["kg.csv"])
    return found


def _run(name: str, server: FakeFiles, room: Path, *, agreed: bool = False, keep: bool = False) -> int:
    settings = load_settings(
        {"EVIGRAPH_DATA": str(room), "EVIGRAPH_GRAPHS_MIRROR": server.url, "EVIGRAPH_EMBEDDER": "none"}, room / ".env"
    )
    return asyncio.run(get_command(settings, name, None, agreed=agreed, keep=keep))


@pytest.fixture
def server() -> FakeFiles:
    return FakeFiles(_served())


@pytest.mark.parametrize("name", ["primekg", "hpo-maxo", "drugmechdb", "monarch"])
def test_a_graph_is_fetched_imported_and_said_how_to_use(
    name: str, server: FakeFiles, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.troubles = [Trouble.DROPS, Trouble.BUSY] if name == "monarch" else []
    with server.serving():
        assert _run(name, server, tmp_path, agreed=True) == 0
        assert "Use it with EVIGRAPH_KG=" in " ".join(capsys.readouterr().out.split())
        assert is_imported(tmp_path / "graphs" / name)
        assert not (tmp_path / "downloads" / name).exists()
        asked = len(server.asked)
        assert _run(name, server, tmp_path) == 0  # it is there: nothing is fetched, nothing asked
        assert len(server.asked) == asked


def test_a_file_with_another_checksum_is_no_graph(server: FakeFiles, tmp_path: Path) -> None:
    server.files |= {f"hetionet/{f.name}": b"x" * f.size for f in public_graph("hetionet").files}
    with server.serving(), pytest.raises(GraphError, match="checksum is another"):
        _run("hetionet", server, tmp_path)
    assert not (tmp_path / "graphs" / "hetionet").exists()


def test_an_address_that_is_gone_says_where_to_look_and_what_to_do(server: FakeFiles, tmp_path: Path) -> None:
    del server.files["primekg/kg.csv"]
    with server.serving(), pytest.raises(GraphError) as caught:
        _run("primekg", server, tmp_path)
    assert "https://doi.org/10.7910/DVN/IXA7BM" in str(caught.value)
    assert str(tmp_path / "downloads" / "primekg") in str(caught.value)
    (tmp_path / "downloads" / "primekg" / "kg.csv").write_bytes(content(samples.PRIMEKG["kg.csv"]))
    with server.serving():
        assert _run("primekg", server, tmp_path) == 0  # a person has put it there


def test_terms_are_agreed_to_before_anything_is_fetched(server: FakeFiles, tmp_path: Path) -> None:
    with server.serving(), pytest.raises(InputError, match=r"hpo\.jax.org/license"):
        _run("hpo-maxo", server, tmp_path)
    assert server.asked == []


@pytest.mark.parametrize("name", ["semmeddb", "idisk", "adint"])
def test_what_a_person_must_fetch_is_told_step_by_step(
    name: str, server: FakeFiles, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(name, server, tmp_path) == 1
    told = capsys.readouterr().out
    assert "1. " in told
    assert "evigraph kg import" in told
    assert f"--format {name}" in " ".join(told.split())


def test_the_list_names_every_graph_with_size_and_licence(capsys: pytest.CaptureFixture[str]) -> None:
    assert asyncio.run(list_command(as_json=True)) == 0
    told = capsys.readouterr().out
    assert all(f'"{graph.name}"' in told and graph.licence in told for graph in public_graphs())


def test_an_unknown_name_is_told_those_that_there_are(server: FakeFiles, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Known are hetionet, primekg"):
        _run("biokg", server, tmp_path)


def test_the_catalogue_holds_together() -> None:
    for graph in public_graphs():
        assert bool(graph.files) != bool(graph.steps)
        assert graph.home.startswith("https://")
        for file in graph.files:
            assert file.address.startswith("https://")
            assert file.size > 0
            assert "/" not in file.name
