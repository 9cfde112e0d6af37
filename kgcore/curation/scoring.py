"""How likely it is that an article says two entities to be related: logistic models over `pairs.features_of`. Pure.

The weights were fitted on BC5CDR (chemical-induced diseases; Li et al. 2016, doi:10.1093/database/baw068) and BioRED
(Luo et al. 2022, doi:10.1093/bib/bbac282) by `python -m tests.bench.curation fit`, and stand in `weights.tsv`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

BIAS = "(bias)"


class PairModel(StrEnum):
    """What a model tells of two entities, the first and the second as `pairs.features_of` was given them."""

    CAUSES = "causes"  # a chemical and a disease: the article says that the chemical brings the disease about
    RELATED = "related"  # any two: the article says that they are related
    RAISES = "raises"  # of two that are related: the relation is positive
    LOWERS = "lowers"  # of two that are related: the relation is negative


@cache
def _weights() -> Mapping[PairModel, Mapping[str, float]]:
    found: dict[PairModel, dict[str, float]] = {model: {} for model in PairModel}
    for line in files("kgcore.curation").joinpath("weights.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        model, feature, weight = line.split("\t")
        found[PairModel(model)][feature] = float(weight)
    return found


def probability(model: PairModel, features: Mapping[str, float]) -> float:
    """Return the probability, 0 to 1, that a model gives a pair with these features."""
    weights = _weights()[model]
    score = weights[BIAS] + sum(weights[name] * value for name, value in features.items() if name in weights)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
