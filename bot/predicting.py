"""What `evigraph kg predict` does: train on a graph, and say what it does not say but may. No evidence, no verdict."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console

from bot.batch import Answer, BatchForm, BatchOptions, Fields, Id, text_of
from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.record_types import ErrorRow, PathRecord, PredictIn, PredictRow
from bot.terminal import output_console
from kgcore.errors import EvigraphError, InputError
from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.guesses import ICON, Guess, Guesses
from kgcore.reasoning.hypotheses import FEWEST_EDGES, FoundPath, Prediction, Predictor, relation_of, train
from kgcore.reasoning.logistic import Measured
from kgcore.reasoning.metapaths import TypedGraph
from kgcore.reasoning.model_file import AGAIN, FILE, read_models, write_models
from kgcore.values.model import Entity, Mention
from kgcore.vocabulary.vocabulary import Vocabulary

if TYPE_CHECKING:
    from bot.wiring import Parts

PREDICATE = "treats"
SHOWN_PATHS = 5
UNTRAINED = "Train one with `evigraph kg predict --train`, and with the same --kg, where you gave one."
NOTE = "Predicted from the graph's own paths: a guess, no evidence. No verdict rests on it."


class Opened(Protocol):
    """What opens the graph of a batch."""

    def __call__(self, settings: Settings, options: BatchOptions) -> AbstractAsyncContextManager[Parts]:
        """Open it."""
        ...


def predicate_of(vocabulary: Vocabulary, given: str, graph: TypedGraph) -> str:
    """Return the graph's predicate that a name or a phrase means. Raises InputError."""
    if given in graph.predicates:
        return given
    read = vocabulary.read(given)
    found = () if read.inverted else tuple(p for p in read.predicates if p in graph.predicates)
    if not found:
        raise InputError(f'this graph has no predicate "{given}"', hint=f"It has {', '.join(graph.predicates[:20])}.")
    return found[0]


# ── training ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def train_command(settings: Settings, kg: Path | None, predicate: str, as_json: bool) -> int:
    """Fit a model of a predicate and keep it with the graph, beside those of other predicates."""
    from bot.wiring_graphs import graph_structure, imported_folder

    console = Console(stderr=True)
    folder = await imported_folder(settings, kg, console)
    graph, digest, vocabulary = graph_structure(folder)
    name = predicate_of(vocabulary, predicate, graph)
    relation = relation_of(graph, graph.predicates.index(name))
    if relation is None:
        raise InputError(f'fewer than {FEWEST_EDGES} edges say "{name}" between two types: too few to learn from')
    with console.status("training") as status:
        model = train(graph, relation, lambda words: status.update(f"training: {words}"))
    file = folder / FILE
    models = {**_kept(file, graph, digest), name: model}
    half = file.with_suffix(".half")
    try:
        half.write_text(write_models(tuple(models.values()), graph, digest), encoding="utf-8")
        half.replace(file)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", where=str(file)) from error
    if as_json:
        print_json({"file": str(file), "predicate": name, "measured": measured_record(model.measured)})
        return 0
    out = output_console()
    kind = f"{graph.types[relation.source]} {name} {graph.types[relation.target]}"
    out.print(f"{kind}: {len(model.metapaths)} kinds of paths, kept in {file}", highlight=False)
    out.print(measured_words(model.measured), highlight=False)
    return 0


def _kept(file: Path, graph: TypedGraph, digest: str) -> Mapping[str, Any]:
    """Return the models that are kept already; what is of another graph, or no model, makes room."""
    try:
        return read_models(file.read_text(encoding="utf-8"), graph, digest, str(file))
    except (OSError, UnicodeDecodeError, InputError):
        return {}


def measured_record(figures: Measured) -> dict[str, Any]:
    """Return how good a model is as a record."""
    return {
        "how": "five-fold cross-validation on the graph's own edges; all other pairs count as wrong",
        "pairs": figures.pairs,
        "edges": figures.edges,
        "auroc": round(figures.auroc, 4),
        "auprc": round(figures.auprc, 4),
        "precision_at_100": round(figures.precision_at_100, 4),
        "auroc_within": round(figures.within, 4),
        "calibration_error": round(figures.calibration_error, 5),
    }


def measured_words(figures: Measured) -> str:
    """Return how good a model is, and where that was measured."""
    return (
        f"Measured on this graph, {figures.edges:,} edges among {figures.pairs:,} pairs, by cross-validation: "
        f"AUROC {figures.auroc:.3f} ({figures.within:.3f} within one object), AUPRC {figures.auprc:.3f}, "
        f"{figures.precision_at_100:.0%} of the first 100 right, calibration error {figures.calibration_error:.4f}."
    )


# ── predicting ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Hypotheses:
    """The trained models that lie with a graph; raises EvigraphError where there are none that fit."""

    def __init__(self, folder: Path) -> None:
        from bot.wiring_graphs import graph_structure

        file = folder / FILE
        if not file.is_file():
            raise InputError(f"No model was trained on this graph: it has no {FILE}.", hint=UNTRAINED)
        self._folder = folder
        self.graph, digest, self.vocabulary = graph_structure(folder)
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError("cannot be read.", where=str(file), hint=AGAIN) from error
        self._models = read_models(text, self.graph, digest, str(file))
        self._predictors: dict[str, Predictor] = {}

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates that were trained, by name."""
        return frozenset(self._models)

    def predictor(self, predicate: str) -> Predictor:
        """Return the model of a predicate, given by name or phrase. Raises InputError."""
        name = predicate_of(self.vocabulary, predicate, self.graph)
        if name not in self._models:
            raise InputError(f'no model of "{name}" was trained', hint=f'{AGAIN} --predicate "{name}"')
        if name not in self._predictors:
            self._predictors[name] = Predictor(self.graph, self._models[name])
        return self._predictors[name]

    def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the numbers of entities."""
        from bot.wiring_graphs import entity_numbers

        return entity_numbers(self._folder, list(ids))

    def ids(self, numbers: Sequence[int]) -> list[str]:
        """Return the ids of entities."""
        from bot.wiring_graphs import entity_ids

        return entity_ids(self._folder, list(numbers))

    def pair(self, predicate: str, subject: str, object: str) -> tuple[Prediction, list[FoundPath]]:
        """Return the prediction for a pair of ids with the paths behind it. Raises InputError."""
        predictor = self.predictor(predicate)
        relation, number = predictor.model.relation, self.numbers([subject, object])
        for id, type in ((subject, relation.source), (object, relation.target)):
            if id not in number:
                raise InputError(f"the graph has no {id}")
            if self.graph.node_type[number[id]] != type:
                kind = self.graph.types[int(self.graph.node_type[number[id]])]
                raise InputError(f"{id} is of type {kind}; the model is of {self.graph.types[type]}")
        if subject == object:
            raise InputError("subject and object are the same")
        (found,) = predictor.of_pairs([number[subject]], number[object])
        return found, predictor.paths(found, SHOWN_PATHS)


async def entity_of(graph: KnowledgeGraph, given: str, side: str) -> Entity:
    """Return the entity with this id or name. Raises InputError."""
    if (known := await graph.entities([given])).get(given):
        return known[given]
    (ranking,) = await graph.rank([Mention(given)], 3)
    if not ranking.linked or not ranking.candidates:
        near = ", ".join(c.entity.name for c in ranking.candidates)
        raise InputError(f'the graph has no {side} "{given}"', hint=f"Near it: {near}." if near else "")
    return ranking.candidates[0].entity


async def path_records(hypotheses: Hypotheses, graph: KnowledgeGraph, paths: Sequence[FoundPath]) -> list[PathRecord]:
    """Return paths as records: nodes, the predicates between them, in words, and their part of the score."""
    found: list[PathRecord] = []
    ids = [hypotheses.ids(path.nodes) for path in paths]
    known = await graph.entities({id for some in ids for id in some}) if ids else {}
    for path, nodes in zip(paths, ids, strict=True):
        names = [known[id].name if id in known else id for id in nodes]
        predicates = [hypotheses.graph.predicates[step.predicate] for step in path.kind]
        words = names[0]
        for step, predicate, name in zip(path.kind, predicates, names[1:], strict=True):
            said = hypotheses.vocabulary.words(predicate)
            words += f" ←{said}– {name}" if step.direction < 0 else f" –{said}→ {name}"
        found.append({"nodes": nodes, "predicates": predicates, "text": words, "share": round(path.share, 4)})
    return found


class TrainedOracle:
    """The port `Oracle` over the models that lie with an imported graph, as they are when somebody asks."""

    def __init__(self, folder: Path, graph: KnowledgeGraph) -> None:
        self._folder, self._graph = folder, graph
        self._opened: tuple[float, Hypotheses] | None = None
        self._lock = asyncio.Lock()

    async def predicates(self) -> frozenset[str]:
        """Return the predicates of which a model is kept with the graph as it is."""
        try:
            hypotheses = await asyncio.to_thread(self._open)
        except EvigraphError:
            return frozenset()
        return hypotheses.predicates if hypotheses is not None else frozenset()

    async def guesses(self, phrase: str, target: str, top: int) -> Guesses | None:
        """Return the likeliest new subjects; None where there is no model of the relation, or not for such things."""
        async with self._lock:
            try:
                hypotheses = await asyncio.to_thread(self._open)
                if hypotheses is None:
                    return None
                predictor = hypotheses.predictor(phrase)
                some, paths = await asyncio.to_thread(_likely, hypotheses, predictor, target, top)
            except InputError:
                return None
            ids = hypotheses.ids([p.source for p in some])
            known = await self._graph.entities(ids)
            records = await path_records(hypotheses, self._graph, [p for p in paths if p is not None])
        words = iter(records)
        said = [next(words)["text"] if path is not None else "" for path in paths]
        relation = hypotheses.vocabulary.words(hypotheses.graph.predicates[predictor.model.relation.predicate])
        guesses = tuple(
            Guess(known[id].name, p.probability, text)
            for id, p, text in zip(ids, some, said, strict=True)
            if id in known
        )
        return Guesses(relation, guesses, measured_words(predictor.model.measured))

    def _open(self) -> Hypotheses | None:
        file = self._folder / FILE
        if not file.is_file():
            return None
        changed = file.stat().st_mtime
        if self._opened is None or self._opened[0] != changed:
            self._opened = (changed, Hypotheses(self._folder))
        return self._opened[1]


def _likely(
    hypotheses: Hypotheses, predictor: Predictor, target: str, top: int
) -> tuple[list[Prediction], list[FoundPath | None]]:
    number = hypotheses.numbers([target]).get(target)
    if number is None or hypotheses.graph.node_type[number] != predictor.model.relation.target:
        raise InputError("the model is not about such things")
    first = [p.source for p in predictor.for_target(number) if not p.known][:top]
    some = predictor.of_pairs(first, number)
    return some, [next(iter(predictor.paths(p, 1)), None) for p in some]


# ── the commands ────────────────────────────────────────────────────────────────────────────────────────────────────


async def predict_command(
    settings: Settings, names: Sequence[str], predicate: str, kg: Path | None, top: int, as_json: bool
) -> int:
    """Print what the model says of a pair (subject, object), or the likeliest new subjects for an object."""
    from bot.wiring_graphs import imported_folder, open_graph

    console = Console(stderr=True)
    hypotheses = Hypotheses(await imported_folder(settings, kg, console))
    graph = await open_graph(settings, kg, console)
    try:
        object = await entity_of(graph, names[-1], "object")
        subject = await entity_of(graph, names[0], "subject") if len(names) > 1 else None
        predictor = hypotheses.predictor(predicate)
        name = hypotheses.graph.predicates[predictor.model.relation.predicate]
        if subject is not None:
            some = [hypotheses.pair(predicate, subject.id, object.id)[0]]
        else:
            (number,) = hypotheses.numbers([object.id]).values()
            _check_type(hypotheses, predictor, number, object)
            some = [p for p in predictor.for_target(number) if not p.known][:top]
        rows = await _rows(hypotheses, graph, predictor, some)
    finally:
        await graph.close()
    if as_json:
        figures = measured_record(predictor.model.measured)
        print_json({"object": object.id, "predicate": name, "predictions": rows, "measured": figures, "note": NOTE})
        return 0
    out = output_console()
    title = f"{ICON} What might also: {hypotheses.vocabulary.words(name)} {object.name}"
    lines = [(r["name"], f"{r['probability']:.1%}", "yes" if r["known"] else "", _first(r["paths"])) for r in rows]
    out.print(plain_table(title, ("", "probability", "known", "the path that says most"), lines))
    out.print(NOTE, highlight=False)
    out.print(measured_words(predictor.model.measured), style="dim", highlight=False)
    return 0


def _first(paths: Sequence[PathRecord]) -> str:
    return paths[0]["text"] if paths else ""


def _check_type(hypotheses: Hypotheses, predictor: Predictor, number: int, entity: Entity) -> None:
    wanted = predictor.model.relation.target
    if hypotheses.graph.node_type[number] != wanted:
        raise InputError(f"{entity.name} is of type {entity.type}; the model is of {hypotheses.graph.types[wanted]}")


async def _rows(
    hypotheses: Hypotheses, graph: KnowledgeGraph, predictor: Predictor, some: Sequence[Prediction]
) -> list[dict[str, Any]]:
    if not some:
        return []
    told = predictor.of_pairs([p.source for p in some], some[0].target)
    ids = hypotheses.ids([p.source for p in told])
    known = await graph.entities(ids)
    return [
        {
            "id": id,
            "name": known[id].name,
            **_figures(p),
            "paths": await path_records(hypotheses, graph, predictor.paths(p, SHOWN_PATHS)),
        }
        for id, p in zip(ids, told, strict=True)
    ]


def _figures(prediction: Prediction) -> dict[str, Any]:
    return {
        "score": round(prediction.score, 6),
        "probability": round(prediction.probability, 8),
        "known": prediction.known,
    }


# ── the batch ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair that is asked about; each part is an id or a name, the predicate also a phrase."""

    id: Id
    subject: str
    predicate: str
    object: str


def read_pair(id: Id, fields: Fields) -> PairRow:
    """Return what a line asks for. Raises InputError."""
    predicate = text_of(fields, "predicate") if fields.get("predicate") else PREDICATE
    return PairRow(id, text_of(fields, "subject"), predicate, text_of(fields, "object"))


async def _answer(hypotheses: Hypotheses, graph: KnowledgeGraph, row: PairRow) -> Mapping[str, Any]:
    subject = await entity_of(graph, row.subject, "subject")
    object = await entity_of(graph, row.object, "object")
    found, paths = hypotheses.pair(row.predicate, subject.id, object.id)
    return {**_figures(found), "paths": await path_records(hypotheses, graph, paths)}


def predict_form(opened: Opened) -> BatchForm[PairRow]:
    """Return the form; `opened` opens the graph."""

    @asynccontextmanager
    async def predicting(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[PairRow]]:
        from bot.wiring_graphs import imported_folder

        kg = Path(options.kg) if options.kg else None
        hypotheses = Hypotheses(await imported_folder(settings, kg, Console(stderr=True)))
        async with opened(settings, options) as parts:

            async def answer(rows: Sequence[PairRow]) -> list[Mapping[str, Any]]:
                return [await _answer(hypotheses, parts.graph, row) for row in rows]

            yield answer

    words = "what the graph does not say but may, with the paths that speak for it"
    return BatchForm("predict", words, PredictIn, PredictRow | ErrorRow, read_pair, predicting)
