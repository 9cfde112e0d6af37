"""The command line with the graph in Neo4j: push, look, ask, and what `check` explains."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from tests.servers.neo4j import access, needs_neo4j, opened, wipe

THEIRS = """\
CREATE (d:Drug {code: 'C1', title: 'donepezil'}) CREATE (a:Disease {code: 'C2', title: 'dementia'})
CREATE (:Disease {title: 'no code'}) CREATE (:Hospital {beds: 3})
CREATE (d)-[:HELPS {pmids: '1;2'}]->(a) CREATE (d)-[:SOLD_BY]->(:Hospital)"""
MAPPING = """\
[nodes]
labels = ["Drug", "Disease", "Gene"]
id = "code"
name = "title"
[relations]
types = ["HELPS"]
publications = ["pmids"]
"""


@pytest.fixture
def evigraph(tmp_path: Path) -> Any:
    here = access()
    there = {"NEO4J_URI": here.uri, "NEO4J_USER": here.user, "NEO4J_PASSWORD": here.password, "KG_BACKEND": "neo4j"}
    data = {"EVIGRAPH_DATA": str(tmp_path), "EVIGRAPH_EMBEDDER": "none"}

    def run(*args: str, **env: str) -> Result:
        return CliRunner(env={**data, **there, **env}).invoke(main, args, prog_name="evigraph")

    return run


async def fill(statement: str = "") -> None:
    async with opened() as bolt:
        await wipe(bolt)
        if statement:
            async with bolt.writing() as writer:
                await writer.once(statement)


@needs_neo4j
def test_a_graph_is_pushed_looked_at_and_asked_as_if_it_were_a_folder(evigraph: Any, tmp_path: Path) -> None:
    asyncio.run(fill())
    before = evigraph("kg", "stats")
    assert before.exit_code == 1
    assert "evigraph kg push" in before.stderr
    assert "Loaded starter" in evigraph("kg", "push", "--straight").stdout
    assert not list(tmp_path.rglob("*.kg*")) + list(tmp_path.rglob("data-*"))  # straight from its tables
    assert "holds starter already" in evigraph("kg", "push").stdout
    looks = (
        ("kg", "stats"),
        ("kg", "show", "vitamin E"),
        ("link", "fish oil", "heart attack"),
        ("check", "--only", "graph"),
    )
    for look in looks[:3]:
        there, here = evigraph(*look), evigraph(*look, KG_BACKEND="embedded")
        assert (there.exit_code, there.stdout) == (0, here.stdout)
    assert "274 entities" in evigraph("check", "--only", "graph").stdout
    question = ("ask", "Can vitamin E slow Alzheimer's disease?", "--json")
    there, here = (json.loads(evigraph(*question, KG_BACKEND=b).stdout) for b in ("neo4j", "embedded"))
    assert [c["verdict"] for c in there["claims"]] == [c["verdict"] for c in here["claims"]]
    assert there["claims"]


@needs_neo4j
def test_check_explains_a_graph_that_is_not_ours_and_what_its_mapping_lacks(evigraph: Any, tmp_path: Path) -> None:
    asyncio.run(fill(THEIRS))
    bare = evigraph("check", "--only", "graph")
    assert bare.exit_code == 1
    assert "Drug: 1 nodes with code, title" in bare.stdout
    assert "NEO4J_MAPPING" in bare.stdout
    (tmp_path / "theirs.toml").write_text(MAPPING)
    mapped = evigraph("check", "--only", "graph", NEO4J_MAPPING=str(tmp_path / "theirs.toml"))
    assert mapped.exit_code == 0
    for words in (
        "theirs: 2 entities, 1 relations",
        "Disease (entities): 2 nodes",
        "Hospital (not mapped)",
        "SOLD_BY 1 (not mapped)",
        "no nodes are labelled Gene",
        "1 of 2 Disease have no code",
        "CREATE INDEX FOR (n:`Drug`) ON (n.`code`)",
        "CREATE FULLTEXT INDEX",
    ):
        assert words in " ".join(mapped.stdout.split()), words
    shown = evigraph("kg", "show", "donepezil", NEO4J_MAPPING=str(tmp_path / "theirs.toml"))
    assert "PMID:1" in shown.stdout


def test_a_server_that_is_away_is_told_with_what_to_do(evigraph: Any) -> None:
    result = evigraph("kg", "stats", NEO4J_URI="bolt://127.0.0.1:1", NEO4J_PASSWORD="secret", NEO4J_USER="me")
    assert result.exit_code == 1
    assert "cannot be reached" in result.stderr
    assert "secret" not in result.output


@pytest.mark.parametrize("uri", ["http://x", "bolt://me:secret@host", "localhost"])
def test_an_address_that_is_none_is_used_wrongly(evigraph: Any, uri: str) -> None:
    result = evigraph("kg", "stats", NEO4J_URI=uri)
    assert result.exit_code == 2
    assert "NEO4J_URI" in result.stderr
    assert "secret" not in result.output
