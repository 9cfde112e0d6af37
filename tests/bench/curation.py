"""Fit and measure the models that score proposals: `python -m tests.bench.curation fit` writes weights.tsv anew.

L1-regularised logistic regression by accelerated proximal gradient (Beck & Teboulle 2009, doi:10.1137/080716542) over
annotated abstracts of ../shared/data/papers, in numpy. Without arguments: five-fold figures by article.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.curation.articles import AnnotatedArticle, read_pubtator
from kgcore.curation.layer import Act, ActKind, Layer, Reviewed, ReviewState
from kgcore.curation.learning import Lessons, fact_of
from kgcore.curation.pairs import EntityKind, Named, features_of, spots_of, view_of
from kgcore.curation.proposals import AUTOMATIC, AUTOMATIC_PAPERS, LEAST, Proposal, proposals_in
from kgcore.curation.scoring import BIAS, PairModel
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.turn.curating import is_short, short_forms
from kgcore.values.model import Match, Mention
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench.fit_library import crossed_signs

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ROOT.parent / "shared" / "data" / "papers"
BY_HAND = ROOT / "tests" / "bench" / "automatic_by_hand.tsv"
WEIGHTS = ROOT / "kgcore" / "curation" / "weights.tsv"
PARTS = 5
SEEN = 4  # pairs that must have a feature
STEPS = 400
Gold = Mapping[str, Mapping[tuple[str, str], str]]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of one article and what the annotators said of it ("": nothing)."""

    article: str
    features: Mapping[str, float]
    label: str
    cid: bool  # from the set of chemical-induced diseases
    ids: tuple[str, str]


def load(*names: str) -> tuple[list[AnnotatedArticle], dict[str, dict[tuple[str, str], str]]]:
    """Return the articles of some files and what is annotated of their pairs."""
    articles: list[AnnotatedArticle] = []
    gold: dict[str, dict[tuple[str, str], str]] = {}
    for name in names:
        with (PAPERS / name).open(encoding="utf-8") as file:
            lines = file.readlines()
        articles += [a for a in read_pubtator(lines) if isinstance(a, AnnotatedArticle)]
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if len(cells) > 3 and not cells[1].isdigit():
                gold.setdefault(cells[0], {})[(cells[2], cells[3])] = cells[1]
    return articles, gold


def causing(articles: Sequence[AnnotatedArticle], gold: Gold) -> Iterator[Pair]:
    """Yield every chemical with every disease of an article."""
    for article in articles:
        view = view_of(article)
        for one in view.entities:
            for other in view.entities:
                if (one.kind, other.kind) == (EntityKind.CHEMICAL, EntityKind.DISEASE):
                    features = features_of(view, one, other, spots_of(view, one, other))
                    yield Pair(
                        article.id,
                        features,
                        gold.get(article.id, {}).get((one.id, other.id), ""),
                        True,
                        (one.id, other.id),
                    )


def relating(articles: Sequence[AnnotatedArticle], gold: Gold) -> Iterator[Pair]:
    """Yield every two entities of an article that can be related."""
    for article in articles:
        view = view_of(article)
        said = gold.get(article.id, {})
        able: list[Named] = [e for e in view.entities if e.kind is not EntityKind.OTHER]
        for n, one in enumerate(able):
            for other in able[n + 1 :]:
                features = features_of(view, one, other, spots_of(view, one, other))
                label = said.get((one.id, other.id)) or said.get((other.id, one.id), "")
                yield Pair(article.id, features, label, False, (one.id, other.id))


MODELS: Mapping[PairModel, tuple[Callable[[Pair], bool], Callable[[Pair], bool], float]] = {
    # which pairs it is fitted on, what it tells, and the strength of the penalty
    PairModel.CAUSES: (lambda p: p.cid, lambda p: p.label == "CID", 4e-4),
    PairModel.RELATED: (lambda p: not p.cid, lambda p: bool(p.label), 2e-4),
    PairModel.RAISES: (lambda p: not p.cid and bool(p.label), lambda p: p.label == "Positive_Correlation", 1e-3),
    PairModel.LOWERS: (lambda p: not p.cid and bool(p.label), lambda p: p.label == "Negative_Correlation", 1e-3),
}


@dataclass(frozen=True, slots=True)
class Sparse:
    """Rows of a matrix as three flat arrays: row, column, value."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: NDArray[np.float64]
    shape: tuple[int, int]

    def times(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the matrix times a column."""
        return np.asarray(np.bincount(self.rows, self.values * w[self.columns], self.shape[0]), float)

    def transposed_times(self, r: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the transposed matrix times a column."""
        return np.asarray(np.bincount(self.columns, self.values * r[self.rows], self.shape[1]), float)


def sparse(pairs: Sequence[Pair], index: Mapping[str, int]) -> Sparse:
    """Return the features of the pairs that have a column."""
    cells = [(n, index[f], v) for n, p in enumerate(pairs) for f, v in p.features.items() if f in index and v]
    rows, columns, values = (np.array(c) for c in zip(*cells, strict=True))
    return Sparse(rows, columns, values.astype(float), (len(pairs), len(index)))


def fitted(pairs: Sequence[Pair], told: Callable[[Pair], bool], penalty: float) -> dict[str, float]:
    """Return the weights that are not zero, the bias under BIAS."""
    seen = Counter(f for p in pairs for f, v in p.features.items() if v)
    names = [f for f, n in sorted(seen.items()) if n >= SEEN]
    matrix = sparse(pairs, {f: n for n, f in enumerate(names)})
    y = np.array([told(p) for p in pairs], dtype=float)
    w, bias = _fista(matrix, y, penalty)
    return {BIAS: bias} | {f: float(x) for f, x in zip(names, w, strict=True) if abs(x) >= 5e-3}


def _fista(matrix: Sparse, y: NDArray[np.float64], penalty: float) -> tuple[NDArray[np.float64], float]:
    n, d = matrix.shape
    step = 4 * n / _largest(matrix)
    w, bias = np.zeros(d), float(np.log(y.mean() / (1 - y.mean())))
    ahead, ahead_bias, momentum = w, bias, 1.0
    for _ in range(STEPS):
        rest = 1 / (1 + np.exp(-(matrix.times(ahead) + ahead_bias))) - y
        moved = ahead - step * matrix.transposed_times(rest) / n
        new = np.sign(moved) * np.maximum(np.abs(moved) - step * penalty, 0)
        new_bias = ahead_bias - step * float(rest.mean())
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        pull = (momentum - 1) / following
        ahead, ahead_bias = new + pull * (new - w), new_bias + pull * (new_bias - bias)
        w, bias, momentum = new, new_bias, following
    return w, bias


def _largest(matrix: Sparse) -> float:
    """Return the largest eigenvalue of the matrix with itself (with a column of ones), by power iteration."""
    v = np.ones(matrix.shape[1]) / np.sqrt(matrix.shape[1])
    size = 1.0
    for _ in range(30):
        v = matrix.transposed_times(matrix.times(v))
        size = float(np.linalg.norm(v))
        v /= size
    return size + matrix.shape[0]


def scores(pairs: Sequence[Pair], weights: Mapping[str, float]) -> NDArray[np.float64]:
    """Return the probabilities of the pairs."""
    z = [weights[BIAS] + sum(weights.get(f, 0.0) * v for f, v in p.features.items()) for p in pairs]
    return np.asarray(1 / (1 + np.exp(-np.array(z))))


def curve(s: NDArray[np.float64], y: NDArray[np.bool_], total: int) -> dict[str, float]:
    """Return the precision at some recalls, and the recall down to which precision stays at 0.8 or more."""
    order = np.argsort(-s)
    right = np.cumsum(y[order])
    precision, recall = right / np.arange(1, len(s) + 1), right / total
    found = {f"P at R {r}": float(precision[np.searchsorted(recall, r)]) for r in (0.05, 0.08, 0.12, 0.2, 0.3)}
    good = [n for n in range(20, len(s)) if precision[n] >= 0.8]
    return found | {
        "R at P 0.8": float(recall[good[-1]]) if good else 0.0,
        "its score": float(s[order[good[-1]]]) if good else 1.0,
    }


def _parts(articles: Collection[str]) -> dict[str, int]:
    """Return which of the parts each article is in, by chance."""
    return {a: n % PARTS for n, a in enumerate(np.random.default_rng(1).permutation(sorted(articles)))}


def folds(pairs: Sequence[Pair], told: Callable[[Pair], bool], penalty: float) -> dict[str, float]:
    """Return the curve over scores of articles that were kept out."""
    part = _parts({p.article for p in pairs})
    s, y = np.zeros(len(pairs)), np.array([told(p) for p in pairs])
    for k in range(PARTS):
        weights = fitted([p for p in pairs if part[p.article] != k], told, penalty)
        out = [n for n, p in enumerate(pairs) if part[p.article] == k]
        s[out] = scores([pairs[n] for n in out], weights)
    return curve(s, y, int(y.sum()))


def taught(corrections: int = 100, least: float = LEAST) -> dict[str, float]:
    """Return how many wrong proposals of unread articles are left after so many corrections.

    A reader proposes from half of the development abstracts, gold decides about the surest, and the other half is
    read before and after. `kin` are wrong ones that share subject or object, and the predicate, with a rejected one.
    """
    articles, gold = load("bc5cdr_development.pubtator")
    vocabulary = Vocabulary.of(())
    halves = (articles[::2], articles[1::2])
    read = [[p for a in half for p in proposals_in(a, vocabulary, least)] for half in halves]

    def right(p: Proposal) -> bool:
        return (p.subject.id, p.object.id) in gold.get(p.article.removeprefix("PMID:"), {})

    surest = sorted(read[0], key=lambda p: -p.score)
    corrected = [p for p in surest if not right(p)][:corrections]
    decided = surest[: surest.index(corrected[-1]) + 1]
    proposals = {
        n: Reviewed(
            Act(n, "2026-01-01", "a", ActKind.PROPOSED, fact=fact_of(p)),
            ReviewState.ACCEPTED if right(p) else ReviewState.REJECTED,
            Act(n + 10_000, "2026-01-01", "b", ActKind.ACCEPTED if right(p) else ActKind.REJECTED, target=str(n)),
        )
        for n, p in enumerate(decided, 1)
    }
    lessons = Lessons.of(Layer(proposals=proposals))
    ends = {(e, p.predicate) for p in corrected for e in (p.subject.id, p.object.id)}
    kept = list(lessons.weighed(read[1], least))

    def kin(some: Sequence[Proposal]) -> int:
        return sum(not right(p) and any((e, p.predicate) in ends for e in (p.subject.id, p.object.id)) for p in some)

    return {
        "wrong before": sum(not right(p) for p in read[1]),
        "wrong after": sum(not right(p) for p in kept),
        "kin before": kin(read[1]),
        "kin after": kin(kept),
        "right before": sum(map(right, read[1])),
        "right after": sum(map(right, kept)),
        "same again": len(list(lessons.weighed(corrected, least))),
    }


def automatic() -> dict[str, dict[str, float]]:
    """Return how many proposals that may go in by themselves are right, of BC5CDR's training and development part.

    Five-fold by article: each fifth is read by weights of the others, whose annotations are the graph as well. By the
    papers that the graph has for it: two are asked for; one and none tell how much rests on that, on more proposals.
    `annotated` is what BC5CDR's annotators gave, `said` what the title says in words as a reader judged those that they
    did not give (`automatic_by_hand.tsv`): they give the most specific of a title's diseases only. `at least` is the
    lower end of the one-sided 95 % interval (Wilson 1927).
    """
    articles, gold = load(*(f"bc5cdr_{part}.pubtator" for part in ("training", "development")))
    _, told, penalty = MODELS[PairModel.CAUSES]
    all_pairs = list(causing(articles, gold))
    part = _parts({p.article for p in all_pairs})
    by_hand = _judged_by_hand()
    found: dict[int, list[tuple[bool, bool]]] = {least: [] for least in (AUTOMATIC_PAPERS, 1, 0)}
    for k in range(PARTS):
        pairs = [p for p in all_pairs if part[p.article] == k]
        weights = fitted([p for p in all_pairs if part[p.article] != k], told, penalty)
        papers = Counter(pair for article, some in gold.items() if part.get(article) != k for pair in some)
        for pair, score in zip(pairs, scores(pairs, weights), strict=True):
            if score >= AUTOMATIC and pair.features["title both"]:
                right = bool(pair.label)
                said = right or by_hand.get((pair.article, *pair.ids), False)
                for least, judged in found.items():
                    if papers[pair.ids] >= least:
                        judged.append((right, said))
    return {f"papers ≥ {least}": _right_of(some) for least, some in found.items()}


def _judged_by_hand() -> dict[tuple[str, str, str], bool]:
    with BY_HAND.open(encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return {(article, subject, object): said == "said" for article, subject, object, said, _ in rows}


def _right_of(judged: Sequence[tuple[bool, bool]]) -> dict[str, float]:
    annotated, said = (sum(column) for column in zip(*judged, strict=True))
    count = len(judged)
    return {
        "proposals": count,
        "annotated": round(annotated / count, 3),
        "at least": round(_lower_end(annotated, count), 3),
        "said": round(said / count, 3),
        "said, at least": round(_lower_end(said, count), 3),
    }


def _lower_end(right: int, count: int, z: float = 1.645) -> float:
    share, spread = right / count, z * z / count
    return float((share + spread / 2 - z * np.sqrt(share * (1 - share) / count + spread / 4 / count)) / (1 + spread))


async def mapped(*, further: bool = False) -> dict[str, float]:
    """Return how many mentions of the development part are mapped to their MeSH ids by the training part's names.

    As `curate read` does it: a short form means what its article says, and none is made up from first letters.
    `further`: each fifth of the development part with the names of its other four fifths, too.
    """
    training, _ = load("bc5cdr_training.pubtator")
    asked, _ = load("bc5cdr_development.pubtator")
    told = right = wanted = 0
    for k in range(PARTS if further else 1):
        more = [a for n, a in enumerate(asked) if n % PARTS != k] if further else []
        pairs = await _linked([*training, *more], asked[k::PARTS] if further else asked)
        told += sum(one is not None for one, _ in pairs)
        right += sum(one == id for one, id in pairs)
        wanted += len(pairs)
    return {"precision": right / told, "recall": right / wanted, "mentions": wanted}


async def _linked(
    training: Sequence[AnnotatedArticle], asked: Sequence[AnnotatedArticle]
) -> list[tuple[str | None, str]]:
    """Return for each mention the id that the names of other articles give it, if any, and its own."""
    names: dict[str, Counter[str]] = {}
    types: dict[str, str] = {}
    for name in (n for a in training for n in a.names if n.id):
        names.setdefault(name.id, Counter())[" ".join(name.text.split())] += 1
        types[name.id] = name.type
    rows = ["id\tname\tcategory\tsynonym"]
    for id, some in names.items():
        first, *others = (n for n, _ in some.most_common())
        rows.append(f"MESH:{id}\t{first}\t{types[id]}\t{'|'.join(others)}")
    with tempfile.TemporaryDirectory() as room:
        tables = Path(room) / "names"
        tables.mkdir()
        (tables / "nodes.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        (tables / "edges.tsv").write_text("id\tsubject\tpredicate\tobject\n", encoding="utf-8")
        await import_graph(tables, Path(room) / "graph", embedder=None)
        graph = EmbeddedGraph.open(Path(room) / "graph", None)
        wanted = [
            (long_forms.get(n.text, n.text), n.type, f"MESH:{n.id}")
            for a in asked
            for long_forms in (short_forms(a.text),)
            for n in a.names
            if n.id
        ]
        rankings = await graph.rank([Mention(text, type) for text, type, _ in wanted])
        await graph.close()
    return [
        (r.candidates[0].entity.id if r.linked and _is_taken(text, r.candidates[0].match) else None, id)
        for r, (text, _, id) in zip(rankings, wanted, strict=True)
    ]


def _is_taken(words: str, match: Match) -> bool:
    """Whether `curate read` takes words for what they match: others mean other things by a short form."""
    return len(words) > 2 and not (is_short(words) and match is Match.INITIALISM)


def main(arguments: list[str]) -> None:
    """Print the five-fold figures; "fit" writes the weights.

    "learn" says what corrections teach, "map" how names are mapped, "automatic" how right is what may go in by itself,
    and "signs" how right the signs of trials' results are.
    """
    if arguments == ["map"]:
        print("training part's names", asyncio.run(mapped()))
        print("and the rest of the development part's", asyncio.run(mapped(further=True)))
        return
    if arguments == ["automatic"]:
        print(json.dumps(automatic(), indent=1, ensure_ascii=False))
        return
    if arguments == ["signs"]:
        print(crossed_signs())
        return
    if arguments == ["learn"]:
        print(taught())
        return
    pairs = list(causing(*load("bc5cdr_training.pubtator", "bc5cdr_development.pubtator")))
    pairs += relating(*load("biored_train.pubtator", "biored_dev.pubtator"))
    lines = ["model\tfeature\tweight"]
    for model, (belongs, told, penalty) in MODELS.items():
        own = [p for p in pairs if belongs(p)]
        if arguments == ["fit"]:
            weights = fitted(own, told, penalty)
            lines += [
                f"{model.value}\t{f}\t{w:.3f}" for f, w in sorted(weights.items(), key=lambda i: (i[0] != BIAS, i[0]))
            ]
            print(model.value, len(weights), "weights")
        else:
            print(model.value, len(own), {k: round(v, 3) for k, v in folds(own, told, penalty).items()})
    if arguments == ["fit"]:
        WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
