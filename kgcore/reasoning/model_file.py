"""Trained models as text, kept with their graph: types and predicates by name, and the digest of the graph. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kgcore.errors import InputError
from kgcore.reasoning.hypotheses import Relation, TrainedModel
from kgcore.reasoning.logistic import LogisticModel, Measured
from kgcore.reasoning.metapaths import Metapath, Step, TypedGraph

FILE = "hypotheses.json"
FORMAT, VERSION = "evigraph-hypotheses", 2
AGAIN = "Train again: evigraph kg predict --train"


def write_models(models: Sequence[TrainedModel], graph: TypedGraph, digest: str) -> str:
    """Return models as JSON text."""
    value = {
        "format": FORMAT,
        "version": VERSION,
        "graph": digest,
        "models": [_plain(model, graph) for model in models],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _plain(model: TrainedModel, graph: TypedGraph) -> dict[str, Any]:
    def step(one: Step) -> list[str | int]:
        return [graph.types[one.source], graph.predicates[one.predicate], one.direction, graph.types[one.target]]

    relation = model.relation
    return {
        "subject": graph.types[relation.source],
        "predicate": graph.predicates[relation.predicate],
        "object": graph.types[relation.target],
        "metapaths": [[step(one) for one in path] for path in model.metapaths],
        "scales": model.scales,
        **asdict(model.logistic),
        "slope": model.slope,
        "offset": model.offset,
        "measured": asdict(model.measured),
    }


def read_models(text: str, graph: TypedGraph, digest: str, where: str) -> dict[str, TrainedModel]:
    """Return the models in a text by their predicate. Raises InputError, also where the graph has changed since."""
    try:
        value = json.loads(text)
        if value["format"] != FORMAT or value["version"] != VERSION:
            raise InputError("is no file of trained models.", where=where, hint=AGAIN)
        if value["graph"] != digest:
            raise InputError("was trained on what the graph was before.", where=where, hint=AGAIN)
        return {str(one["predicate"]): _model(one, graph) for one in value["models"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError("is no file of trained models.", where=where, hint=AGAIN) from error


def _model(plain: Mapping[str, Any], graph: TypedGraph) -> TrainedModel:
    def step(one: Sequence[Any]) -> Step:
        source, predicate, direction, target = one
        return Step(
            graph.types.index(source), graph.predicates.index(predicate), int(direction), graph.types.index(target)
        )

    paths: tuple[Metapath, ...] = tuple(tuple(step(one) for one in path) for path in plain["metapaths"])
    relation = Relation(
        graph.types.index(plain["subject"]),
        graph.predicates.index(plain["predicate"]),
        graph.types.index(plain["object"]),
    )
    mean, deviation, weights = (_numbers(plain[name]) for name in ("mean", "deviation", "weights"))
    scales = _numbers(plain["scales"])
    if not (len(mean) == len(deviation) == len(weights) >= len(paths) == len(scales)) or 0.0 in deviation:
        raise ValueError("the parts do not fit together")
    figures = plain["measured"]
    return TrainedModel(
        relation,
        paths,
        scales,
        LogisticModel(mean, deviation, weights, float(plain["intercept"])),
        float(plain["slope"]),
        float(plain["offset"]),
        Measured(**{name: type_(figures[name]) for name, type_ in _MEASURES.items()}),
    )


_MEASURES: Mapping[str, Any] = {
    "pairs": int, "edges": int, "auroc": float, "auprc": float, "precision_at_100": float, "within": float,
    "calibration_error": float,
}  # fmt: skip


def _numbers(values: Sequence[Any]) -> tuple[float, ...]:
    return tuple(float(one) for one in values)
