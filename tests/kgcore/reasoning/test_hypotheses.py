"""Predictions: paths counted without their own edge, a model that finds what fits the graph, and how it is kept."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from kgcore.errors import InputError
from kgcore.reasoning.hypotheses import Predictor, TrainedModel, relation_of, train
from kgcore.reasoning.logistic import auprc, auroc, calibration_error
from kgcore.reasoning.metapaths import Step, Steps, TypedGraph, best_paths, path_counts
from kgcore.reasoning.model_file import read_models, write_models

DRUG, GENE, ILL = 0, 1, 2
TREATS, BINDS, TIED = 0, 1, 2
TREATED, BOUND, LINKED = Step(DRUG, TREATS, 1, ILL), Step(DRUG, BINDS, 1, GENE), Step(ILL, TIED, 1, GENE)


def graph_of(drugs: int, genes: int, ills: int, edges: list[tuple[int, int, int]]) -> TypedGraph:
    """Nodes are numbered drugs first, then genes, then illnesses."""
    kinds = np.repeat([DRUG, GENE, ILL], [drugs, genes, ills])
    subject, predicate, object = (np.array(column) for column in zip(*edges, strict=True))
    types, predicates = ("drug", "gene", "illness"), ("TREATS", "BINDS", "TIED_TO")
    return TypedGraph(types, predicates, (False,) * 3, kinds, subject, object, predicate)


def families() -> TypedGraph:
    """Five families: drugs that bind a family's genes treat the illnesses that are tied to them, most of them."""
    rng = np.random.default_rng(1)
    edges = []
    for family in range(5):
        drugs = range(family * 8, family * 8 + 8)
        genes = range(40 + family * 4, 44 + family * 4)
        ills = range(60 + family * 3, 63 + family * 3)
        edges += [(d, BINDS, g) for d, g in itertools.product(drugs, genes) if rng.random() < 0.7]
        edges += [(i, TIED, g) for i, g in itertools.product(ills, genes) if rng.random() < 0.7]
        edges += [(d, TREATS, i) for d, i in itertools.product(drugs, ills) if rng.random() < 0.6]
    edges += [(int(rng.integers(40)), BINDS, int(rng.integers(40, 60))) for _ in range(20)]
    return graph_of(40, 20, 15, edges)


@pytest.fixture(scope="module")
def trained() -> tuple[TypedGraph, TrainedModel]:
    graph = families()
    relation = relation_of(graph, TREATS)
    assert relation is not None
    return graph, train(graph, relation)


def test_paths_are_counted_by_the_degrees_they_run_through() -> None:
    graph = graph_of(2, 2, 1, [(0, BINDS, 2), (0, BINDS, 3), (1, BINDS, 3), (4, TIED, 2)])
    ((_, counts),) = path_counts(Steps(graph), [(BOUND, LINKED.back)], np.array([0]))
    assert counts[0, 0] == pytest.approx(2**-0.4)  # the drug binds two genes; everything else has one edge
    assert counts[1, 0] == 0


def test_a_path_never_returns_to_where_it_was() -> None:
    graph = graph_of(2, 1, 2, [(0, TREATS, 3), (0, TREATS, 4), (1, TREATS, 3), (1, TREATS, 4)])
    path = (TREATED, TREATED.back, TREATED)
    ((_, counts),) = path_counts(Steps(graph), [path], np.array([0]))
    assert counts[0, 0] == pytest.approx(2 ** (-0.4 * 6))  # one path: drug, other illness, other drug
    ((weight, nodes),) = best_paths(Steps(graph), path, 0, 0)
    assert weight == pytest.approx(counts[0, 0])
    assert nodes.tolist() == [0, 4, 1, 3]


def test_an_edge_does_not_speak_for_itself() -> None:
    graph = graph_of(1, 1, 1, [(0, TREATS, 2), (0, BINDS, 1), (2, TIED, 1)])
    steps = Steps(graph)
    for path in steps.metapaths(DRUG, ILL):
        ((_, counts),) = path_counts(steps, [path], np.array([0]))
        assert (counts > 0).any() == (path == (BOUND, LINKED.back))


def test_a_model_finds_what_fits_the_graph(trained: tuple[TypedGraph, TrainedModel]) -> None:
    graph, model = trained
    assert model.measured.auroc > 0.9
    assert model.measured.calibration_error < 0.1
    predictions = Predictor(graph, model).for_target(60)
    assert all(p.source < 8 for p in predictions[:5])  # drugs of its own family
    assert predictions == sorted(predictions, key=lambda p: -p.probability)


def test_the_paths_of_a_prediction_are_in_the_graph(trained: tuple[TypedGraph, TrainedModel]) -> None:
    graph, model = trained
    predictor = Predictor(graph, model)
    (found,) = predictor.of_pairs([0], 60)
    edges = set(zip(graph.subject.tolist(), graph.object.tolist(), strict=True))
    paths = predictor.paths(found)
    assert paths
    for path in paths:
        assert (path.nodes[0], path.nodes[-1]) == (0, 60)
        assert len(set(path.nodes)) == len(path.nodes)
        assert all((a, b) in edges or (b, a) in edges for a, b in itertools.pairwise(path.nodes))


def test_one_pair_and_all_pairs_give_the_same_score(trained: tuple[TypedGraph, TrainedModel]) -> None:
    graph, model = trained
    predictor = Predictor(graph, model)
    every = {p.source: p.score for p in predictor.for_target(63)}
    for found in predictor.of_pairs([0, 9, 20], 63):
        assert found.score == pytest.approx(every[found.source], rel=1e-5)


def test_a_model_comes_back_from_its_file(trained: tuple[TypedGraph, TrainedModel]) -> None:
    graph, model = trained
    assert read_models(write_models([model], graph, "d1"), graph, "d1", "file") == {"TREATS": model}


def test_a_model_of_another_graph_is_refused(trained: tuple[TypedGraph, TrainedModel]) -> None:
    graph, model = trained
    with pytest.raises(InputError, match="what the graph was before"):
        read_models(write_models([model], graph, "d1"), graph, "d2", "file")


@pytest.mark.parametrize("change", ["", "[]", "{}", '{"format": 1}', "metapaths", "weights", "deviation", "measured"])
def test_a_damaged_file_is_told_with_what_to_do(trained: tuple[TypedGraph, TrainedModel], change: str) -> None:
    graph, model = trained
    value = json.loads(write_models([model], graph, "d1"))
    if change in value["models"][0]:
        value["models"][0][change] = [0] if change != "measured" else {}
        change = json.dumps(value)
    with pytest.raises(InputError, match=r"no file of trained models.*kg predict --train"):
        read_models(change, graph, "d1", "file")


def test_too_few_edges_teach_nothing() -> None:
    graph = graph_of(2, 1, 1, [(0, TREATS, 3), (1, TREATS, 3)])
    assert relation_of(graph, TREATS) is None
    assert relation_of(graph, BINDS) is None


def test_the_measures_are_those_of_the_field() -> None:
    scores, labels, one = np.array([4.0, 3.0, 3.0, 1.0]), np.array([True, False, True, False]), np.ones(4)
    assert auroc(scores, labels, one) == pytest.approx(3.5 / 4)
    assert auprc(np.array([4.0, 3.0, 2.0, 1.0]), labels, one) == pytest.approx((1 + 2 / 3) / 2)
    assert calibration_error(np.array([0.95, 0.05]), np.array([True, False]), np.ones(2)) == pytest.approx(0.05)
