"""What a graph does not say but may: a small regularised model of degree-weighted metapaths, fitted on its own edges.

After Himmelstein et al. 2017 (doi:10.7554/eLife.26726). A pair that is an edge is described as if that edge were not
there: the paths never run along it, and the degrees are lessened by it. What comes out is no evidence: nothing here
decides a verdict. Pure; numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kgcore.reasoning.logistic import LogisticModel, Measured, calibrated, fit_logistic, measured
from kgcore.reasoning.metapaths import DAMPING, Floats, Ints, Metapath, Step, Steps, TypedGraph, best_paths, path_counts

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
MOST_TARGETS = 400  # of which pairs are trained on
MOST_PAIRS = 260_000
MOST_FITTED = 60_000  # of them that are fitted; all are measured
FEWEST_EDGES = 20  # fewer teach nothing
FOLDS = 5
SEED = 2017
RIDGE = 13.0  # for each edge that is fitted
EMPHASIS = 20.0  # an edge counts as so many: edges are few, and what tells them apart is what is wanted
_BLOCK_NUMBERS = 24_000_000  # numbers of one matrix: nodes of a type times targets


@dataclass(frozen=True, slots=True)
class Relation:
    """What is predicted: edges of a predicate between two types, as codes of the graph."""

    source: int
    predicate: int
    target: int

    @property
    def step(self) -> Step:
        """The relation as a step of a path."""
        return Step(self.source, self.predicate, 1, self.target)


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A model of one relation: features in the order metapaths, then degrees; `scales` are the metapaths' mean counts.

    `slope` and `offset` make a probability of a score: how often such a pair turned out to be an edge that was held
    out. `measured` says how well, over cross-validation.
    """

    relation: Relation
    metapaths: tuple[Metapath, ...]
    scales: tuple[float, ...]
    logistic: LogisticModel
    slope: float
    offset: float
    measured: Measured


@dataclass(frozen=True, slots=True)
class Prediction:
    """One pair: its score (log odds), its probability, and what each metapath adds to the score."""

    source: int
    target: int
    score: float
    probability: float
    known: bool
    shares: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPath:
    """A path that speaks for a prediction: its nodes (numbers), its kind, and its part of the score."""

    nodes: tuple[int, ...]
    kind: Metapath
    share: float


class Features:
    """Describes pairs of a relation by its metapaths and degrees."""

    def __init__(self, steps: Steps, relation: Relation, metapaths: Sequence[Metapath]) -> None:
        self.steps, self.relation, self.metapaths = steps, relation, tuple(metapaths)
        graph = steps.graph
        self.own = self._own_step()
        self.sources, self.targets = int(graph.sizes[relation.source]), int(graph.sizes[relation.target])
        self._leaving = sorted({p[0] for p in metapaths} | {self.own}, key=repr)
        self._arriving = sorted({p[-1] for p in metapaths} | {self.own}, key=repr)
        tall = max((int(graph.sizes[s.source]) for p in metapaths for s in p), default=1)
        self.block = max(1, _BLOCK_NUMBERS // max(1, tall))
        self.count = len(metapaths) + len(self._leaving) + len(self._arriving)

    def _own_step(self) -> Step:
        relation = self.relation
        both = self.steps.graph.symmetric[relation.predicate]
        return Step(relation.source, relation.predicate, 0 if both else 1, relation.target)

    def known(self, targets: Ints) -> Bools:
        """Return which pairs (source, one of these targets) are edges."""
        found = np.zeros((self.sources, len(targets)), bool)
        matrix = self.steps[self.own.back]
        for column, target in enumerate(targets.tolist()):
            found[matrix.row(target)[0], column] = True
        return found

    def blocks(self, targets: Ints, wanted: Callable[[Ints], Ints]) -> Iterator[tuple[Ints, Ints, Floats]]:
        """Yield sources, targets and features of pairs, some targets at a time.

        `wanted` picks, of the pairs of a block (numbered source by source), those that are to be described.
        """
        for begin in range(0, len(targets), self.block):
            some = targets[begin : begin + self.block]
            picked = wanted(some)
            sources, columns = picked // len(some), picked % len(some)
            known = self.known(some)[sources, columns]
            found = np.empty((len(picked), self.count), np.float32)
            for number, counts in path_counts(self.steps, self.metapaths, some):
                values = counts[sources, columns]
                found[:, number] = values * self._lessened(self.metapaths[number], sources, some[columns], known)
            self._degrees(found, sources, some[columns], known)
            yield sources, some[columns], found

    def _lessened(self, path: Metapath, sources: Ints, targets: Ints, known: Bools) -> Floats:
        """Return what path counts are multiplied by so that a pair's own edge counts for none of its ends' degrees."""
        factor = np.ones(len(sources), np.float32)
        own = self.steps[self.own]
        for step, ends, degree in ((path[0], sources, own.out), (path[-1], targets, own.into)):
            if step == self.own:
                at = degree[ends].astype(np.float32)
                factor *= np.where(known & (at > 1), (at / np.maximum(at - 1, 1)) ** DAMPING, 1.0).astype(np.float32)
        return factor

    def _degrees(self, found: Floats, sources: Ints, targets: Ints, known: Bools) -> None:
        """Put in the degrees of both ends."""
        column = len(self.metapaths)
        for step in self._leaving:
            degree = self.steps[step].out[sources] - (known if step == self.own else 0)
            found[:, column] = np.log1p(degree)
            column += 1
        for step in self._arriving:
            degree = self.steps[step].into[targets] - (known if step == self.own else 0)
            found[:, column] = np.log1p(degree)
            column += 1


def relation_of(graph: TypedGraph, predicate: int) -> Relation | None:
    """Return the types between which most edges of a predicate run; None where there are too few to learn from."""
    edges = graph.predicate == predicate
    width = len(graph.types)
    kinds = graph.node_type[graph.subject[edges]] * width + graph.node_type[graph.object[edges]]
    if not len(kinds):
        return None
    found, counts = np.unique(kinds, return_counts=True)
    best = int(counts.argmax())
    if counts[best] < FEWEST_EDGES:
        return None
    return Relation(int(found[best]) // width, predicate, int(found[best]) % width)


def train(graph: TypedGraph, relation: Relation, tell: Callable[[str], None] = lambda _: None) -> TrainedModel:
    """Fit a model of a relation to a graph, with what cross-validation says of it.

    `tell` hears what is being done. Pairs are all those of the sources and targets where there are few, else a sample.
    """
    steps = Steps(graph)
    features = Features(steps, relation, steps.metapaths(relation.source, relation.target))
    tell(f"counting paths of {len(features.metapaths)} kinds")
    sample = _sample(features)
    values, labels, groups, weights = sample
    scales = _transform_all(values, len(features.metapaths))
    tell(f"fitting {len(labels):,} pairs, {int(labels.sum()):,} of them edges")
    ridge = RIDGE * float(labels.sum())
    fitted, final = _fitted(values, labels, weights, ridge)
    scores = np.empty(len(labels))
    fold = np.random.default_rng(SEED).integers(0, FOLDS, len(labels))
    for number in range(FOLDS):
        tell(f"measuring, part {number + 1} of {FOLDS}")
        out = fold == number
        some = fitted[~out[fitted]]
        mass = _stands_for(labels, weights, fitted)[~out[fitted]]
        model = fit_logistic(values[some], labels[some], mass, ridge, near=final)
        scores[out] = model.scores(values[out])
    slope, offset = calibrated(scores, labels, weights)
    figures = measured(scores, labels, weights, groups, slope, offset)
    return TrainedModel(relation, features.metapaths, tuple(scales), final, slope, offset, figures)


def _fitted(values: Floats, labels: Bools, weights: Doubles, ridge: float) -> tuple[Ints, LogisticModel]:
    """Return which rows are fitted (all edges, some of the others), and the model of them."""
    rng = np.random.default_rng(SEED)
    some = np.flatnonzero(labels | (rng.random(len(labels)) < MOST_FITTED / len(labels)))
    return some, fit_logistic(values[some], labels[some], _stands_for(labels, weights, some), ridge)


def _stands_for(labels: Bools, weights: Doubles, some: Ints) -> Doubles:
    """Return the weights of the rows that are fitted: edges count for more than they are, other pairs stand for those
    that are left out.
    """
    others = weights[~labels].sum() / max(1e-9, weights[some][~labels[some]].sum())
    found: Doubles = weights[some] * np.where(labels[some], EMPHASIS, others)
    return found


def _sample(features: Features) -> tuple[Floats, Bools, Ints, Doubles]:
    """Return features, labels, targets and weights of the pairs to train on; a drawn negative stands for several."""
    rng = np.random.default_rng(SEED)
    degree = features.steps[features.own].into
    some = np.flatnonzero(degree)
    every = np.arange(features.targets)
    if len(every) <= MOST_TARGETS:
        targets = every
    elif len(some) > MOST_TARGETS:
        targets = np.sort(rng.choice(some, MOST_TARGETS, replace=False))
    else:
        rest = rng.choice(every[degree == 0], MOST_TARGETS - len(some), replace=False)
        targets = np.sort(np.concatenate([some, rest]))
    share = min(1.0, MOST_PAIRS / max(1, features.sources * len(targets)))

    def wanted(block: Ints) -> Ints:
        known = features.known(block)
        picked = np.flatnonzero(known.ravel() | (rng.random(known.size) < share))
        return picked if not _same_type(features) else picked[~_selves(picked, block)]

    parts = list(features.blocks(targets, wanted))
    sources, ends, values = (np.concatenate([part[n] for part in parts]) for n in range(3))
    labels = _are_known(features, sources, ends)
    weights = np.where(labels, 1.0, 1.0 / share)
    return values, labels, ends, weights


def _same_type(features: Features) -> bool:
    return features.relation.source == features.relation.target


def _selves(picked: Ints, block: Ints) -> Bools:
    found: Bools = picked // len(block) == block[picked % len(block)]
    return found


def _are_known(features: Features, sources: Ints, targets: Ints) -> Bools:
    own = features.steps[features.own]
    keys = own.rows * own.shape[1] + own.columns
    return np.isin(sources * own.shape[1] + targets, keys)


def _transform_all(values: Floats, paths: int) -> list[float]:
    """Change path counts in place to roots of their share of the mean, which are returned.

    Beside Himmelstein's arcsinh, edges of Hetionet that were held out come out higher among the first.
    """
    means = [float(m) or 1.0 for m in values[:, :paths].mean(axis=0, dtype=np.float64)]
    _transform(values, means)
    return means


def _transform(values: Floats, means: Sequence[float]) -> None:
    for column, mean in enumerate(means):
        values[:, column] = np.sqrt(values[:, column] / np.float32(mean))


class Predictor:
    """Predicts with a trained model on the graph that it was trained on."""

    def __init__(self, graph: TypedGraph, model: TrainedModel) -> None:
        self.graph, self.model = graph, model
        self._steps = Steps(graph)
        self._features = Features(self._steps, model.relation, model.metapaths)
        self._last: tuple[int, Doubles, Bools, Floats] | None = None  # of the target asked about last, by source

    def for_target(self, target: int) -> list[Prediction]:
        """Return a prediction for every source (nodes are numbers of the graph), the likeliest first."""
        scores, known, _ = self._of_target(int(self.graph.place[target]))
        chances = self.probability(scores)
        nodes = self.graph.of_type(self.model.relation.source)
        order = np.argsort(-scores, kind="stable").tolist()
        return [
            Prediction(int(nodes[n]), target, float(scores[n]), float(chances[n]), bool(known[n]))
            for n in order
            if nodes[n] != target
        ]

    def of_pairs(self, sources: Sequence[int], target: int) -> list[Prediction]:
        """Return the predictions of some sources (nodes) for a target, with what each metapath adds."""
        scores, known, values = self._of_target(int(self.graph.place[target]))
        places = self.graph.place[np.array(sources, np.int64)]
        parts = self.model.logistic.parts(values[places])[:, : len(self.model.metapaths)]
        chances = self.probability(scores)
        return [
            Prediction(source, target, float(scores[at]), float(chances[at]), bool(known[at]), _shares(parts[n]))
            for n, (source, at) in enumerate(zip(sources, places.tolist(), strict=True))
        ]

    def paths(self, prediction: Prediction, top: int = 5, kinds: int = 8) -> list[FoundPath]:
        """Return the paths that carry a prediction's score, the weightiest first."""
        place = self.graph.place
        source, target = int(place[prediction.source]), int(place[prediction.target])
        found = []
        for number, share in prediction.shares[:kinds]:
            kind = self.model.metapaths[number]
            best = best_paths(self._steps, kind, source, target, top)
            whole = sum(w for w, _ in best) or 1.0
            found += [FoundPath(tuple(nodes.tolist()), kind, share * weight / whole) for weight, nodes in best]
        return sorted(found, key=lambda p: -p.share)[:top]

    def _of_target(self, target: int) -> tuple[Doubles, Bools, Floats]:
        """Return scores, what is known, and features, by source."""
        if self._last is None or self._last[0] != target:
            every = np.arange(self._features.sources)
            ((sources, targets, values),) = self._features.blocks(np.array([target]), lambda _: every)
            _transform(values, self.model.scales)
            known = _are_known(self._features, sources, targets)
            self._last = (target, self.model.logistic.scores(values), known, values)
        return self._last[1:]

    def probability(self, scores: Doubles) -> Doubles:
        """Return calibrated probabilities of scores."""
        return 1.0 / (1.0 + np.exp(-(self.model.slope * scores + self.model.offset)))


def _shares(parts: Doubles) -> tuple[tuple[int, float], ...]:
    """Return the metapaths that add to a score, the one that adds most first."""
    return tuple((n, float(parts[n])) for n in np.argsort(-parts, kind="stable").tolist() if parts[n] > 0)
