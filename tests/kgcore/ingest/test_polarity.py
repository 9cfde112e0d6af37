"""A "not" is found wherever a graph may have put it: a lost one would turn what was refuted into support."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kgcore.graph.denials import denied_by_property, strip_denial
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.entity_matching import normalize_identifier
from kgcore.ingest.report import ImportReport, RowTrouble
from kgcore.turn.checking import Checker
from kgcore.values.model import Mention, Predicate, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.ingest.samples import imported

NODES = "id\tname\tcategory\nD:1\tFoloxin\tDrug\nX:1\tMorbitis\tDisease\n"


def _import(room: Path, files: dict[str, str]) -> tuple[ImportReport, list[tuple[str, bool]]]:
    report, edges = imported(files, room)
    return report, [(e.predicate, e.negated) for e in edges]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("negated", value) for value in ("true", "True", "1", "yes", "T", "1.0", "NOT")),
        *(("is_negated", "true"), ("Negation", "1"), ("NOT", "true"), ("qualifier", "NOT"), ("qualifiers", "negated")),
        ("qualifiers", '[{"qualifier_type_id": "negated", "qualifier_value": "true"}]'),
        ("attributes", '[{"attribute_type_id": "biolink:negated", "value": true}]'),
    ],
)
def test_a_denial_counts_in_any_column_and_spelling(tmp_path: Path, column: str, value: str) -> None:
    edges = f"subject\tpredicate\tobject\t{column}\nD:1\tbiolink:treats\tX:1\t{value}\n"
    report, found = _import(tmp_path, {"nodes.tsv": NODES, "edges.tsv": edges})
    assert (found, report.problems) == ([("biolink:treats", True)], ())


@pytest.mark.parametrize(
    ("column", "value"),
    [("negated", "no"), ("qualifiers", "onset"), ("NOT", ""), ("polarity", "positive"), ("negative", "0.2")],
)
def test_what_denies_nothing_stays_a_statement(tmp_path: Path, column: str, value: str) -> None:
    edges = f"subject\tpredicate\tobject\t{column}\nD:1\tbiolink:treats\tX:1\t{value}\n"
    assert _import(tmp_path, {"nodes.tsv": NODES, "edges.tsv": edges})[1] == [("biolink:treats", False)]


def test_an_edge_that_may_be_denied_is_left_out_and_reported(tmp_path: Path) -> None:
    edges = "subject\tpredicate\tobject\tpolarity\nD:1\tTREATS\tX:1\tnegative\n"
    report, found = _import(tmp_path, {"nodes.tsv": NODES, "edges.tsv": edges})
    assert (found, [p.trouble for p in report.problems]) == ([], [RowTrouble.BAD_NEGATED])


def test_a_denial_in_the_name_of_a_predicate_meets_the_same_predicate_undenied(tmp_path: Path) -> None:
    edges = "Foloxin\tTREATS\tMorbitis\nFoloxin\tNEG_TREATS\tMorbitis\n"
    assert sorted(_import(tmp_path, {"t.tsv": edges})[1]) == [("TREATS", False), ("TREATS", True)]


def test_only_a_denial_is_taken_off_a_predicate_s_name() -> None:
    names = ("NOT_TREATS", "biolink:not_treats", "is_not_effective_for", "neg_correlation", "notifies", "NEGATES")
    assert [strip_denial(name) for name in names] == [
        ("TREATS", True), ("biolink:treats", True), ("is_effective_for", True),
        ("neg_correlation", False), ("notifies", False), ("NEGATES", False),
    ]  # fmt: skip
    said = ("DOES_NOT_TREAT", "doesNotTreat", "ex:did_not_affect", "doesn't prevent", "does_not_foo", "donates_to")
    assert [strip_denial(name) for name in said] == [
        ("TREATS", True), ("treats", True), ("ex:affects", True),
        ("prevents", True), ("does_not_foo", False), ("donates_to", False),
    ]  # fmt: skip
    lacked = ("no_effect_on", "ex:hasNoInteractionWith", "no_association", "no_effect_size", "nodule_of")
    assert [strip_denial(name) for name in lacked] == [
        ("affects", True), ("ex:interacts_with", True), ("associated_with", True),
        ("no_effect_size", False), ("nodule_of", False),
    ]  # fmt: skip
    for warns in ("not to be used in", "NOT_RECOMMENDED_FOR", "ex:is_not_safe_in", "not_for_use_in"):
        assert strip_denial(warns) == (warns, False)
    assert strip_denial("not_to_scale") == ("to_scale", True)
    assert strip_denial("NOT_TREATS", {"NOT_TREATS"}) == ("NOT_TREATS", False)
    assert denied_by_property("is_negated", "perhaps") is None


def test_a_denial_before_a_colon_or_a_bar_is_one_and_a_namespace_is_none() -> None:
    names = ("NOT|enables", "NOT:treats", "NEGATED:TREATS", "refuted:treats", "note:treats")
    denied = [("enables", True), ("treats", True), ("TREATS", True), ("treats", True), ("note:treats", False)]
    assert [strip_denial(name) for name in names] == denied


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        *(("evidence_direction", "Does Not Support", True), ("classification", "Refuted Evidence", True)),
        *(("status", "refuted", True), ("refuted", "yes", True), ("effectiveness_rating", "Likely Ineffective", True)),
        *(("modifier", "NOT", True), ("negated:boolean", "true", True), ("negated", "'true'", True)),
        ("attributes", '[{"value": true, "attribute_type_id": "biolink:negated"}]', True),
        ("attributes", '[{"value": false, "type": "biolink:negated"}, {"type": "x", "value": true}]', False),
        *(("polarity", "-1", None), ("polarity", "0", None), ("polarity", "1", False), ("neg", "1", None)),
        *(("is_true", "false", None), ("is_true", "true", False), ("retracted", "true", None), ("result", "neg", None)),
        *(("classification", "Disputed", None), ("evidence_code", "ND", None), ("qualifier", "absent", None)),
        *(("direction", "negative", False), ("evidence", "It does not support this at all.", False)),
    ],
)
def test_what_curators_found_may_deny_a_statement_or_leave_it_open(column: str, value: str, told: bool | None) -> None:
    assert denied_by_property(column, value) is told


def test_json_lines_may_spell_negated_with_a_capital(tmp_path: Path) -> None:
    nodes = [{"id": "D:1", "name": "Foloxin", "category": ["Drug"]}, {"id": "X:1", "name": "M", "category": ["D"]}]
    edge = {"subject": "D:1", "predicate": "biolink:treats", "object": "X:1", "Negated": True}
    files = {"nodes.jsonl": "\n".join(map(json.dumps, nodes)), "edges.jsonl": json.dumps(edge)}
    assert _import(tmp_path, files)[1] == [("biolink:treats", True)]


@pytest.mark.parametrize("said", ['biolink:negated "yes"', "ex:negated true", "ex:isNegated 1"])
def test_a_statement_in_rdf_may_be_denied_by_any_vocabulary(tmp_path: Path, said: str) -> None:
    text = f"""@prefix ex: <http://ex.org/> . @prefix biolink: <https://w3id.org/biolink/vocab/> .
        @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
        ex:Foloxin biolink:treats ex:Morbitis .
        ex:s a rdf:Statement ; rdf:subject ex:Foloxin ; rdf:predicate biolink:treats ; rdf:object ex:Morbitis ; {said} .
    """
    assert _import(tmp_path, {"g.ttl": text})[1] == [("biolink:treats", True)]


@pytest.mark.parametrize(
    "cells", ["Not \tHP:1\t", "\tHP:1\t0/12", "\tHP:1\tHP:0040285", "\tHP:1\t0%", "\tHP:1\t0 of 7", "\tHP:1\tExcluded"]
)
def test_a_phenotype_that_nobody_has_is_denied(tmp_path: Path, cells: str) -> None:
    qualifier, _, frequency = cells.split("\t")
    head = "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect"
    row = f"OMIM:1\tMorbitis\t{qualifier}\tHP:0000001\tPMID:1\tPCS\t\t{frequency}\t\t\tP"
    found = _import(tmp_path, {"phenotype.hpoa": f"{head}\tbiocuration\n{row}\tx\n"})[1]
    assert found == [("has_phenotype", True)]


@pytest.mark.parametrize("name", ["may_treat", "possibly_treats", "tested_for", "investigated_for", "likely_treats"])
def test_a_graph_s_predicate_that_only_says_may_does_not_state_the_plain_one(name: str) -> None:
    assert Vocabulary.of([Predicate(name)]).read("treats").predicates == ()


@pytest.mark.parametrize(
    "name",
    [
        *("!treats", "~treats", "¬treats", "- treats", "^treats", "inverse_treats", "disputed:treats"),
        *("treats_in_mice", "in_vitro_treats", "treats_in_children", "partially_treats", "is_more_effective_for"),
    ],
)
def test_a_predicate_that_says_less_or_the_contrary_does_not_state_the_plain_one(name: str) -> None:
    vocabulary = Vocabulary.of([Predicate(name), Predicate("AFFECTS")])
    assert name not in (*vocabulary.read("treats").predicates, *vocabulary.read("is effective for").predicates)
    assert vocabulary.implied(name) == {name}


@pytest.mark.parametrize("phrase", ["disrupts", "affects", "impairs", "harms", "halves"])
def test_an_unsettled_effect_is_none(phrase: str) -> None:
    own = [Predicate("has_unsettled_effect_on", "has an unsettled effect on")]
    assert Vocabulary.of(own).read(phrase).predicates == ()


def test_a_predicate_that_states_an_association_does_not_state_an_effect() -> None:
    vocabulary = Vocabulary.of([Predicate("biolink:associated_with_decreased_likelihood_of")])
    assert vocabulary.read("prevents").predicates == ()


def test_a_code_of_a_classification_does_not_make_two_drugs_one() -> None:
    assert [normalize_identifier(i) for i in ("ATC:B01AA", "ICD10:G30", "MESH:D1")] == ["", "", "mesh:d1"]


@pytest.mark.parametrize("swap", [False, True])
def test_one_spelling_of_a_predicate_that_denies_what_another_states_is_mixed(tmp_path: Path, swap: bool) -> None:
    """As where a SemMedDB graph (TREATS) and a Biolink one (biolink:treats) have been merged."""
    rows = ["e1\tD:1\tTREATS\tX:1\tfalse", "e2\tD:1\tbiolink:treats\tX:1\ttrue"]
    body = "\n".join(reversed(rows) if swap else rows)
    _import(tmp_path, {"nodes.tsv": NODES, "edges.tsv": f"id\tsubject\tpredicate\tobject\tnegated\n{body}\n"})

    async def verdict() -> Verdict:
        graph = EmbeddedGraph.open(tmp_path / "graph", None)
        checker = Checker(graph, Vocabulary.of(graph.info.predicates))
        (claim,) = await checker.check([Triple(Mention("Foloxin"), "treats", Mention("Morbitis"), None)])
        await graph.close()
        return claim.verdict

    assert asyncio.run(verdict()) is Verdict.MIXED
