"""What `kg check` tells a curator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgcore.errors import GraphNotFound
from kgcore.ingest.importing import import_graph
from kgcore.ingest.quality import Quality, examine_quality
from tests.kgcore.graph.tables import EDGES, NODES, write


async def check(tmp_path: Path, **tables: str) -> Quality:
    await import_graph(write(tmp_path / "tables", **tables), tmp_path / "graph", embedder=None)
    return examine_quality(tmp_path / "graph")


async def test_sizes_degrees_and_hubs(tmp_path: Path) -> None:
    report = await check(tmp_path)
    assert (report.entities, report.relations, report.papers, report.negated) == (8, 9, 4, 1)
    assert dict(report.degrees) == {"0": 1, "1": 2, "2 to 3": 4, "4 to 9": 1}
    assert (report.hubs[0].id, report.hubs[0].degree) == ("X:1", 5)
    assert report.hubs[0].share == pytest.approx(5 / 8)


async def test_isolated_entities_and_those_without_synonyms_are_named(tmp_path: Path) -> None:
    report = await check(tmp_path)
    assert (report.isolated, report.isolated_ids) == (1, ("X:4",))
    assert report.without_synonyms == 3
    assert report.without_synonyms_ids[0] == "D:3"


async def test_edges_without_papers_are_counted_by_predicate(tmp_path: Path) -> None:
    report = await check(tmp_path)
    assert (report.without_papers, dict(report.without_papers_by_predicate)) == (4, {"ISA": 3, "COEXISTS_WITH": 1})


async def test_the_same_statement_and_its_denial_are_a_conflict(tmp_path: Path) -> None:
    (conflict,) = (await check(tmp_path)).conflicts
    assert (conflict.subject, conflict.predicate, conflict.object) == ("D:1", "TREATS", "X:1")
    assert (conflict.edges_for, conflict.edges_against) == (("E1",), ("E2",))
    assert (conflict.papers_for, conflict.papers_against) == (2, 1)


async def test_opposite_predicates_are_a_conflict(tmp_path: Path) -> None:
    report = await check(tmp_path, edges=EDGES + "F1\tD:2\tCAUSES\tX:1\tfalse\t\t\t\t\t\n")
    assert report.conflicting == 2
    assert (("E6",), ("F1",)) in {(c.edges_for, c.edges_against) for c in report.conflicts}


async def test_opposite_predicates_in_opposite_directions_are_no_conflict(tmp_path: Path) -> None:
    report = await check(tmp_path, edges=EDGES + "F1\tX:1\tCAUSES\tD:2\tfalse\t\t\t\t\t\n")
    assert report.conflicting == 1


async def test_names_that_several_entities_have_are_listed(tmp_path: Path) -> None:
    report = await check(tmp_path, nodes=NODES + "X:9\tadenosine  Deaminase\tGene\tad|Slumber\t\t\n")
    assert {s.name: s.ids for s in report.shared_names} == {"ad": ("X:1", "X:9"), "slumber": ("P:1", "X:9")}


async def test_dates_of_papers_and_unknown_predicates(tmp_path: Path) -> None:
    report = await check(tmp_path)
    assert (report.years, report.undated, report.untitled) == (((2019, 1), (2021, 1)), 2, 2)
    assert report.nameless == 3
    assert report.unknown_predicates == ("mystery",)


async def test_the_report_is_plain_values_for_programs(tmp_path: Path) -> None:
    report = json.loads(json.dumps((await check(tmp_path)).as_dict()))
    assert report["years"] == {"2019": 1, "2021": 1}
    assert report["predicates"]["TREATS"] == 4
    assert report["hubs"][0]["name"] == "Alzheimer's disease"


def test_no_graph_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(GraphNotFound):
        examine_quality(tmp_path)
