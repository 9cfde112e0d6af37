"""Biolink's qualifiers are part of what an edge says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.biolink import is_qualified, with_qualifiers
from kgcore.ingest.importing import import_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

CAUSES = {"qualified_predicate": "biolink:causes"}


def direction(way: str, aspect: str = "") -> dict[str, str]:
    return {"object_direction_qualifier": way, **({"object_aspect_qualifier": aspect} if aspect else {})}


@pytest.mark.parametrize(
    ("predicate", "said", "stated", "note"),
    [
        ("biolink:treats", {}, "biolink:treats", ""),
        ("biolink:affects", CAUSES | direction("decreased", "activity"), "biolink:decreases_activity_of", ""),
        ("biolink:affects", CAUSES | direction("increased", "expression"), "biolink:increases_expression_of", ""),
        ("biolink:affects", direction("downregulated"), "biolink:decreases", ""),
        ("biolink:affects", {"object_aspect_qualifier": "secretion"}, "biolink:affects_secretion_of", ""),
        (
            "biolink:affects",
            direction("increased", "activity") | {"species_context_qualifier": "Mus_musculus"},
            "biolink:increases_activity_of",
            "mice",
        ),
        ("biolink:treats", {"population_context_qualifier": "women"}, "biolink:treats", "women"),
        (
            "biolink:causes",
            {"subject_aspect_qualifier": "abundance", "subject_direction_qualifier": "decreased"},
            "biolink:related_to",
            "decreased abundance of it causes",
        ),
        (
            "biolink:predisposes_to_condition",
            {"subject_form_or_variant_qualifier": "loss_of_function_variant_form"},
            "biolink:related_to",
            "loss of function variant form of it predisposes to condition",
        ),
        (
            "biolink:correlated_with",
            {"qualified_predicate": "biolink:correlated_with"} | direction("increased", "abundance"),
            "biolink:correlated_with",
            "increased abundance",
        ),
        ("biolink:affects", direction("odd", "activity"), "biolink:affects", "odd activity"),
    ],
)
def test_an_edge_says_what_its_qualifiers_make_of_it(
    predicate: str, said: dict[str, str], stated: str, note: str
) -> None:
    assert with_qualifiers(predicate, said) == (stated, note)


def test_other_columns_are_no_qualifiers() -> None:
    assert not is_qualified(("score", "agent_type", "knowledge_level"))
    assert is_qualified(("score", "object_aspect_qualifier"))


NODES = (("C:1", "Alphastatin", "SmallMolecule"), ("G:1", "KINX", "Gene"), ("D:1", "glumps", "Disease"))
EDGES = (
    ("C:1", "biolink:affects", "G:1", CAUSES | direction("decreased", "activity")),
    ("G:1", "biolink:causes", "D:1", {"subject_form_or_variant_qualifier": "loss_of_function_variant_form"}),
)


def as_lines(folder: Path) -> None:
    rows = [{"id": i, "name": n, "category": [f"biolink:{c}"]} for i, n, c in NODES]
    said = [{"id": f"e{k}", "subject": s, "predicate": p, "object": o, **q} for k, (s, p, o, q) in enumerate(EDGES)]
    (folder / "nodes.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "edges.jsonl").write_text("\n".join(map(json.dumps, said)))


def as_tables(folder: Path) -> None:
    named = list(dict.fromkeys(name for *_, q in EDGES for name in q))
    rows = [("id", "name", "category"), *((i, n, f"biolink:{c}") for i, n, c in NODES)]
    said = [("subject", "predicate", "object", *named)]
    said += [(s, p, o, *(q.get(name, "") for name in named)) for s, p, o, q in EDGES]
    (folder / "nodes.tsv").write_text("\n".join(map("\t".join, rows)) + "\n")
    (folder / "edges.tsv").write_text("\n".join(map("\t".join, said)) + "\n")


@pytest.mark.parametrize("write", [as_lines, as_tables])
async def test_what_is_said_of_a_changed_subject_or_object_is_not_said_of_the_thing_itself(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    source = tmp_path / "kgx"
    source.mkdir()
    write(source)
    await import_graph(source, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph", None)
    words = Vocabulary.of(graph.info.predicates)
    reader, checker = TextReader(graph, words), Checker(graph, words)
    found = {}
    for text in (
        "Alphastatin decreases the activity of KINX.",
        "Alphastatin inhibits KINX.",
        "KINX inhibits alphastatin.",
        "Alphastatin increases the activity of KINX.",
        "KINX causes glumps.",
        "KINX is related to glumps.",
    ):
        _, paragraphs = await reader.read(text)
        (claim,) = await checker.check([t for p in paragraphs for t in p.triples])
        found[text] = claim.verdict
    await graph.close()
    supported = [text for text, verdict in found.items() if verdict is Verdict.SUPPORTED]
    assert supported == [
        "Alphastatin decreases the activity of KINX.",
        "Alphastatin inhibits KINX.",
        "KINX is related to glumps.",
    ]
