"""Names that a team gives win over the graph's own; whatever else the graph answers stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.graph.card import CardedGraph
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.named import NamedGraph
from kgcore.ingest.importing import import_graph
from kgcore.linking.team_names import NameRow
from kgcore.values.model import Match, Mention
from tests.kgcore.ingest.samples import KGX, folder


async def opened(room: Path, *rows: NameRow) -> NamedGraph:
    await import_graph(folder(KGX, room / "mine"), room / "graph", embedder=None)
    graph: CardedGraph = EmbeddedGraph.open(room / "graph")
    return await NamedGraph.open(graph, rows)


async def test_a_given_name_links_and_is_spotted(tmp_path: Path) -> None:
    graph = await opened(tmp_path, NameRow("the snowdrop pill", "CHEBI:1"), NameRow("gone", "CHEBI:77"))
    said = "Does the snowdrop pill help against Alzheimer disease?"
    (spots,) = await graph.spot([said])
    assert {said[s:e]: c[0].entity.name for s, e, c in spots} == {
        "the snowdrop pill": "galantamine",
        "Alzheimer disease": "Alzheimer disease",
    }
    linked, other = await graph.candidates([Mention("Snowdrop pills"), Mention("AD")])
    assert (linked[0].entity.id, linked[0].match) == ("CHEBI:1", Match.SYNONYM)
    assert other[0].entity.id == "MONDO:1"
    assert [e.id for e in await graph.complete("the snow")] == ["CHEBI:1"]
    assert [row.name for row in graph.unknown] == ["gone"]
    await graph.close()


async def test_a_given_name_wins_over_the_graphs_own(tmp_path: Path) -> None:
    graph = await opened(tmp_path, NameRow("AD", "NCBIGene:43"))
    (ranking,) = await graph.rank([Mention("AD")])
    assert ranking.linked
    assert [c.entity.id for c in ranking.candidates] == ["NCBIGene:43", "MONDO:1"]
    assert ranking.candidates[1].score < ranking.candidates[0].score
    (spots,) = await graph.spot(["What about AD?"])
    assert [c[0].entity.id for _, _, c in spots] == ["NCBIGene:43"]
    await graph.close()


async def test_all_else_is_the_graphs(tmp_path: Path) -> None:
    graph = await opened(tmp_path, NameRow("x y", "CHEBI:1"))
    assert graph.info.entities == 3
    assert set(await graph.edges_between([("CHEBI:1", "MONDO:1")])) == {("CHEBI:1", "MONDO:1")}
    assert (await graph.neighbourhoods(["CHEBI:1"]))["CHEBI:1"].ids == {"MONDO:1", "NCBIGene:43"}
    card = await graph.card("CHEBI:1")
    assert card is not None
    assert await graph.papers({"PMID:11"})
    assert await graph.attributes("NCBIGene:43") == (("in_taxon", "NCBITaxon:9606"),)
    assert not await graph.relatives(["CHEBI:1"])
    assert not await graph.paths([("CHEBI:1", "MONDO:1")])
    await graph.close()


@pytest.mark.parametrize("text", ["", "?!", "a" * 5000])
async def test_what_is_no_name_finds_nothing(tmp_path: Path, text: str) -> None:
    graph = await opened(tmp_path, NameRow("x y", "CHEBI:1"))
    assert await graph.candidates([Mention(text)] if text else []) in ((), ((),))
    await graph.close()
