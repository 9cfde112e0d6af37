"""Standardising several sources: what is one by name, preferred name or similarity, and what the guards keep apart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kgcore.curation.names import is_name, is_part_of_more, is_product_type, says_more
from kgcore.ingest.entity_matching import Ruling
from kgcore.ingest.merging import MergeResult, merge_graphs
from kgcore.ingest.standardising import StandardisingMatcher
from tests.kgcore.graph.tables import padded
from tests.kgcore.ingest.test_merging import made, rows, ruling

FIRST = {
    "nodes.tsv": padded("""\
id	name	category	synonym	xref	description	Company
A:1	Ascorbic acid	Drug	vitamin C|L-ascorbate
A:2	Drug	Drug
A:3	Memory Plus	Product				Acme
A:4	Liver cancer	Disease
A:5	Omega-3	DietarySupplement
A:6	Linoleic acid	Chemical
A:7	Ginkgo	DietarySupplement
A:8	Chamomile	DietarySupplement
"""),
    "edges.tsv": padded("""\
id	subject	predicate	object	negated	publications	knowledge_source	sentences
E1	A:1	TREATS	A:4	false	PMID:1	a
"""),
}
SECOND = {
    "nodes.tsv": padded("""\
id	name	category	synonym	xref	description	Company
B:1	Vitamin C	DietarySupplement	ascorbate
B:2	Blood pressure-lowering drugs	Drug	drug
B:3	Memory Plus	Product				Acme
B:4	Memory plus	Product
B:5	Cancer of the liver	Disorder
B:6	Omega-6	DietarySupplement
B:7	Linolenic acid	Chemical
B:8	7	Drug
B:9	Ginkgo biloba extract	DietarySupplement	ginkgo
B:10	Chammomile	DietarySupplement
B:11	Q	Chemical
"""),
    "edges.tsv": padded("""\
id	subject	predicate	object	negated	publications	knowledge_source	sentences
E1	B:1	TREATS	B:5	false	PMID:2	b
E2	B:8	TREATS	B:5	false	PMID:3	b
"""),
}


def build(room: Path, *graphs: dict[str, str]) -> MergeResult:
    folders = made(room, *graphs)
    return asyncio.run(merge_graphs(folders, room / "new", embedder=None, matcher=StandardisingMatcher))


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("B:1", (Ruling.MERGED, "the preferred name of one is a name of the other", "A:1")),
        ("B:3", (Ruling.MERGED, "same name and type", "A:3")),
        ("B:4", (Ruling.APART, "a product whose company is not told", "A:3")),
        ("B:5", (Ruling.MERGED, "the same words in another order or form", "A:4")),
        ("B:6", (Ruling.NEW, "nothing fits", "")),
        ("B:7", (Ruling.NEW, "nothing fits", "")),
        ("B:8", (Ruling.DROPPED, "a name of one character, or without a letter", "")),
        ("B:11", (Ruling.DROPPED, "a name of one character, or without a letter", "")),
        (
            "B:10",
            (Ruling.MERGED, "the same name but for a doubled letter", "A:8"),
        ),
    ],
)
def test_each_entity_is_found_dropped_or_new_and_the_report_says_why(
    tmp_path: Path, second: str, expected: tuple[Ruling, str, str]
) -> None:
    assert expected in ruling(build(tmp_path, FIRST, SECOND), second)


def test_nothing_is_taken_for_something_more_general(tmp_path: Path) -> None:
    built = build(tmp_path, FIRST, SECOND)
    for second in ("B:2", "B:9"):
        first, last = ruling(built, second)
        assert (first[0], last[0]) == (Ruling.DOUBTFUL, Ruling.NEW)
        assert first[1].endswith("but one is more general")


def test_relations_are_unique_and_their_papers_add_up(tmp_path: Path) -> None:
    build(tmp_path, FIRST, SECOND)
    nodes, edges, _, order = rows(tmp_path / "new")
    (edge,) = edges
    assert (order[edge.subject], order[edge.object], edge.publications) == ("A:1", "A:4", ("PMID:1", "PMID:2"))
    assert "B:8" not in nodes


def test_a_symmetric_relation_told_the_other_way_round_is_the_same_one(tmp_path: Path) -> None:
    told = "id\tsubject\tpredicate\tobject\tnegated\tpublications\tknowledge_source\tsentences\n"
    ways = ("A:1\tINTERACTS_WITH\tA:7", "B:9\tINTERACTS_WITH\tB:1"), ("A:1\tTREATS\tA:4", "B:5\tTREATS\tB:1")
    first, second = (
        told + "".join(f"E{n}\t{way[side]}\tfalse\tPMID:{side + 1}{n}\ta\t\n" for n, way in enumerate(ways, 1))
        for side in (0, 1)
    )
    same = SECOND["nodes.tsv"].replace("Ginkgo biloba extract", "Ginkgo")
    build(tmp_path, FIRST | {"edges.tsv": first}, {"nodes.tsv": same, "edges.tsv": second})
    _, edges, _, order = rows(tmp_path / "new")
    assert [(order[e.subject], e.predicate, order[e.object], e.publications) for e in edges] == [
        ("A:1", "INTERACTS_WITH", "A:7", ("PMID:11", "PMID:21")),
        ("A:1", "TREATS", "A:4", ("PMID:12",)),
        ("A:4", "TREATS", "A:1", ("PMID:22",)),
    ]


def test_every_entity_of_a_later_source_is_in_the_table(tmp_path: Path) -> None:
    build(tmp_path, FIRST, SECOND)
    lines = (tmp_path / "new" / "merge-decisions.tsv").read_text(encoding="utf-8").splitlines()
    told = {line.split("\t")[7] for line in lines[1:]}
    assert told == {f"B:{n}" for n in range(1, 12)}


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Blood pressure-lowering drugs help.", "drugs", True),
        ("Blood pressure-lowering drugs help.", "Blood pressure", True),
        ("These drugs help.", "drugs", False),
        ("The drug helps.", "drug", False),
        ("Antihypertensive agents help.", "agents", True),
        ("Severe migraine was rare.", "migraine", False),
        ("Heparin-induced thrombocytopenia was rare.", "Heparin", False),
        ("A non-diabetic patient.", "diabetic", True),
        ("A gluten-free diet.", "gluten", True),
    ],
)
def test_a_name_within_a_longer_one_is_not_the_thing_itself(text: str, name: str, expected: bool) -> None:
    start = text.index(name)
    assert is_part_of_more(text, start, start + len(name)) is expected


def test_guards_of_names() -> None:
    assert not any(map(is_name, ("", "x", "12", "1-2", "--")))
    assert is_name("B6")
    assert says_more("Ginkgo biloba extract", "ginkgo")
    assert not says_more("ginkgo", "Ginkgo biloba extract")
    assert not says_more("Fish oils", "fish oil")
    assert is_product_type("DietarySupplementProduct")
    assert not is_product_type("GeneProduct")
