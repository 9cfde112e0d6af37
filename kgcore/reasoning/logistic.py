"""Logistic regression with a ridge, its calibration and its measures; hundreds of features, some 10⁵ rows. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_ROUNDS = 30
_DONE = 1e-4
_SMALLEST = 1e-3
_CHUNK = 40_000
BINS = 10


@dataclass(frozen=True, slots=True)
class LogisticModel:
    """Weights of standardised features; `scores` are log odds."""

    mean: tuple[float, ...]
    deviation: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float

    def scores(self, values: Floats) -> Doubles:
        """Return log odds, one a row."""
        slopes = np.array(self.weights) / np.array(self.deviation)
        found: Doubles = values @ slopes + (self.intercept - float(np.array(self.mean) @ slopes))
        return found

    def parts(self, values: Floats) -> Doubles:
        """Return what each feature adds to the score, beyond a pair of which nothing is known."""
        found: Doubles = values * (np.array(self.weights) / np.array(self.deviation))
        return found


def fit_logistic(
    values: Floats, labels: Bools, weights: Doubles, ridge: float, near: LogisticModel | None = None
) -> LogisticModel:
    """Fit by iteratively reweighted least squares; features that never vary weigh nothing.

    It begins at a model that is `near`, fitted to much the same rows, in that model's scale.
    """
    total = weights.sum()
    if near is not None:
        mean, deviation = np.array(near.mean), np.array(near.deviation)
    else:
        mass = (weights / total).astype(np.float32)
        mean = (mass @ values).astype(np.float64)
        deviation = np.sqrt(np.maximum((mass @ np.square(values)) - mean**2, 0.0))
    flat = deviation < 1e-4
    deviation = np.where(flat, 1.0, deviation)
    scaled = values - mean.astype(np.float32)
    scaled /= deviation.astype(np.float32)
    scaled[:, flat] = 0.0
    share = float((weights * labels).sum() / total)
    beta = np.zeros(values.shape[1] + 1)
    beta[-1] = np.log(max(share, 1e-9) / max(1 - share, 1e-9))
    if near is not None:
        beta = np.append(np.array(near.weights), near.intercept)
    penalty = np.append(np.full(values.shape[1], ridge), 1e-9)
    loss = _loss(scaled, labels, weights, beta, penalty)
    for _ in range(_ROUNDS):
        gram, gradient = _second_order(scaled, labels, weights, beta)
        step = np.linalg.solve(gram + np.diag(penalty), gradient - penalty * beta)
        new, size = _loss(scaled, labels, weights, beta + step, penalty), 1.0
        while new > loss and size > _SMALLEST:  # a whole step may go too far
            size /= 2
            new = _loss(scaled, labels, weights, beta + size * step, penalty)
        if new >= loss:
            break
        beta, gained, loss = beta + size * step, loss - new, new
        if gained < _DONE * max(1.0, loss):
            break
    return LogisticModel(tuple(mean.tolist()), tuple(deviation.tolist()), tuple(beta[:-1].tolist()), float(beta[-1]))


def _loss(values: Floats, labels: Bools, weights: Doubles, beta: Doubles, penalty: Doubles) -> float:
    odds = values @ beta[:-1].astype(np.float32) + beta[-1]
    return float(weights @ np.logaddexp(0.0, np.where(labels, -odds, odds)) + penalty @ beta**2 / 2)


def _second_order(values: Floats, labels: Bools, weights: Doubles, beta: Doubles) -> tuple[Doubles, Doubles]:
    """Return the matrix and the gradient of one round, over a bounded number of rows at a time."""
    size = values.shape[1] + 1
    gram, gradient = np.zeros((size, size)), np.zeros(size)
    for begin in range(0, len(values), _CHUNK):
        part = values[begin : begin + _CHUNK]
        odds = part @ beta[:-1].astype(np.float32) + beta[-1]
        chance = 1.0 / (1.0 + np.exp(-np.clip(odds, -30, 30)))
        mass = weights[begin : begin + _CHUNK]
        curve = np.maximum(mass * chance * (1 - chance), 1e-10)
        scaled = part * curve[:, None].astype(np.float32)
        gram[:-1, :-1] += part.T @ scaled
        edge = scaled.sum(axis=0, dtype=np.float64)
        gram[-1, :-1] += edge
        gram[:-1, -1] += edge
        gram[-1, -1] += curve.sum()
        rest = mass * (labels[begin : begin + _CHUNK] - chance)
        gradient[:-1] += rest.astype(np.float32) @ part
        gradient[-1] += rest.sum()
    return gram, gradient


def calibrated(scores: Doubles, labels: Bools, weights: Doubles) -> tuple[float, float]:
    """Return slope and offset that make probabilities of scores that the model did not see in training (Platt)."""
    model = fit_logistic(scores[:, None].astype(np.float32), labels, weights, ridge=1e-6)
    slope = model.weights[0] / model.deviation[0]
    return slope, model.intercept - model.mean[0] * slope


# ── how good ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a model tells edges that it did not see from all other pairs, over cross-validation."""

    pairs: int
    edges: int
    auroc: float
    auprc: float
    precision_at_100: float
    within: float  # mean AUROC within a target
    calibration_error: float


def measured(scores: Doubles, labels: Bools, weights: Doubles, groups: Ints, slope: float, offset: float) -> Measured:
    """Return the measures of scores; `groups` are the targets."""
    chance = 1.0 / (1.0 + np.exp(-np.clip(slope * scores + offset, -30, 30)))
    within = [
        auroc(scores[mine], labels[mine], weights[mine])
        for group in np.unique(groups[labels]).tolist()
        for mine in [groups == group]
        if not labels[mine].all()
    ]
    return Measured(
        pairs=round(float(weights.sum())),
        edges=int(labels.sum()),
        auroc=auroc(scores, labels, weights),
        auprc=auprc(scores, labels, weights),
        precision_at_100=_precision(scores, labels, weights, 100),
        within=float(np.mean(within)) if within else 0.5,
        calibration_error=calibration_error(chance, labels, weights),
    )


def auroc(scores: Doubles, labels: Bools, weights: Doubles) -> float:
    """Return how likely an edge scores above another pair; ties count half."""
    order = np.argsort(scores, kind="stable")
    _, starts = np.unique(scores[order], return_index=True)
    edges = np.add.reduceat((weights * labels)[order], starts)
    others = np.add.reduceat((weights * ~labels)[order], starts)
    below = np.cumsum(others) - others
    whole = edges.sum() * others.sum()
    return float((edges * (below + others / 2)).sum() / whole) if whole else 0.5


def auprc(scores: Doubles, labels: Bools, weights: Doubles) -> float:
    """Return the average precision."""
    order = np.argsort(-scores, kind="stable")
    hits, all_ = np.cumsum((weights * labels)[order]), np.cumsum(weights[order])
    found = labels[order]
    return float((hits[found] / all_[found]).mean()) if found.any() else 0.0


def _precision(scores: Doubles, labels: Bools, weights: Doubles, top: int) -> float:
    order = np.argsort(-scores, kind="stable")
    upto = np.cumsum(weights[order]) <= top
    upto[:1] = True
    return float(np.average(labels[order][upto], weights=weights[order][upto]))


def calibration_error(chance: Doubles, labels: Bools, weights: Doubles, bins: int = BINS) -> float:
    """Return by how much probabilities and frequencies differ, on average over all pairs (bins of equal width)."""
    bin_ = np.minimum((chance * bins).astype(int), bins - 1)
    mass = np.bincount(bin_, weights, bins)
    expected = np.bincount(bin_, weights * chance, bins)
    seen = np.bincount(bin_, weights * labels, bins)
    return float(np.abs(expected - seen).sum() / mass.sum())
