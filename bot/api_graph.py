"""What other programs may look at: the graph around a name or between two, and lists of what the bot has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from adapters.api.operations import Grant, Listing, Operation, Record
from bot.conversation import terminal_message
from bot.record_types_graph import (
    EdgeRecord,
    EmbeddingsRow,
    EntityRecord,
    EvidenceRow,
    GraphRecord,
    ModelRecord,
    NameIn,
    NeighboursRow,
    PairIn,
    ProposalRecord,
    TextsIn,
    ThreadRecord,
)
from bot.wiring import Parts
from kgcore.curation.layer import ReviewState
from kgcore.errors import InputError
from kgcore.linking.linking import Ranking
from kgcore.ports import Embedder, Threads
from kgcore.values.message import Message, Place
from kgcore.values.model import Edge, Mention

MOST = 60  # neighbours, as many as a graph brings at once
LISTED = 1_000  # threads at most
LONGEST_NAME = 300  # characters
MOST_TEXTS, LONGEST_TEXT = 100, 2_000  # that become vectors at once, and their characters
Opened = Callable[[], Awaitable[Parts]]


def graph_operations(parts: Opened, embedder: Callable[[], Awaitable[Embedder | None]]) -> Sequence[Operation]:
    """Return what is asked of the graph itself; `parts` opens it, `embedder` the model that matches names."""

    async def neighbours(row: Record) -> NeighboursRow:
        opened = await parts()
        (found,) = await _linked(opened, [_name(row, "name")])
        if found is None:
            return {"entity": None, "neighbours": []}
        around = (await opened.graph.neighbourhoods([found["id"]], MOST)).get(found["id"])
        return {
            "entity": found,
            "neighbours": [
                {"id": n.entity.id, "name": n.entity.name, "type": n.entity.type, "edges": _edges(n.edges)}
                for n in (around.best if around else ())
            ],
        }

    async def evidence(row: Record) -> EvidenceRow:
        opened = await parts()
        subject, object = await _linked(opened, [_name(row, "subject"), _name(row, "object")])
        edges: list[Edge] = []
        if subject and object:
            pairs = [(subject["id"], object["id"]), (object["id"], subject["id"])]
            found = await opened.graph.edges_between(pairs)
            edges = [*{edge.id: edge for pair in pairs for edge in found.get(pair, ())}.values()]
        return {"subject": subject, "object": object, "edges": _edges(edges)}

    async def embeddings(row: Record) -> EmbeddingsRow:
        texts, model = _texts(row), await embedder()
        if model is None:
            raise InputError("No model for matching by meaning is configured.", hint="Set EVIGRAPH_EMBEDDER.")
        assistant = (await parts()).assistant
        cleared = [await assistant.cleared(terminal_message("", text)) for text in texts]
        vectors = await model.embed([event.text for event in cleared if isinstance(event, Message)])
        return {"model": model.name, "vectors": vectors.tolist()}

    return (
        _operation("embeddings", "texts as vectors, as names are matched", TextsIn, EmbeddingsRow, embeddings),
        _operation("neighbours", "what lies around an entity", NameIn, NeighboursRow, neighbours),
        _operation("evidence", "what the graph says of two things", PairIn, EvidenceRow, evidence),
    )


def listings(parts: Opened, models: Sequence[str], threads: Threads | None) -> Sequence[Listing]:
    """Return what can be listed; `threads` are the bot's own, those of somebody's on the page."""

    async def graphs(grant: Grant) -> Sequence[GraphRecord]:
        return await _graphs(await parts())

    async def configured(grant: Grant) -> Sequence[ModelRecord]:
        return [{"name": name} for name in models]

    async def proposals(grant: Grant) -> Sequence[ProposalRecord]:
        acts = (await parts()).services.acts
        reviewed = acts.layer().proposals.items() if acts else ()
        return [
            {
                "number": number,
                "edge": _edge(r.fact.subject, r.fact.predicate, r.fact.object, r.fact.negated, r.fact.papers),
                "sentence": r.fact.sentence,
                "score": r.fact.score,
            }
            for number, r in reviewed
            if r.state is ReviewState.OPEN
        ]

    async def own(grant: Grant) -> Sequence[ThreadRecord]:
        if threads is None or not grant.owner:
            return []
        found = await threads.threads(Place(grant.platform, "", grant.owner, "").key, LISTED)
        ids = (t.key.split("\x1f")[-1] for t in found)
        return [
            {"thread": id, "title": t.title, "turns": t.turns, "used": t.updated}
            for id, t in zip(ids, found, strict=True)
        ]

    return (
        _listing("graphs", "the graphs that can be asked, the one that is read first", GraphRecord, graphs),
        _listing("models", "the language models that the bot has", ModelRecord, configured),
        _listing("proposals", "facts that wait for a review", ProposalRecord, proposals),
        _listing("threads", "the threads of the token's owner", ThreadRecord, own),
    )


async def _graphs(opened: Parts) -> Sequence[GraphRecord]:
    services, shelf = opened.services, opened.services.shelf
    more = [(name, (await shelf.on(name, services)).graph) for name in shelf.names[1:]] if shelf else []
    return [
        {
            "name": name,
            "entities": graph.info.entities,
            "relations": graph.info.relations,
            "papers": graph.info.papers,
            "predicates": [predicate.name for predicate in graph.info.predicates],
        }
        for name, graph in ((opened.graph.info.name, opened.graph), *more)
    ]


def _operation(name: str, words: str, reads: Any, writes: Any, answer: Callable[[Record], Awaitable[Any]]) -> Operation:
    return Operation(name, words, _schema(reads), _schema(writes), answer)


def _listing(name: str, words: str, row: Any, read: Callable[[Grant], Awaitable[Any]]) -> Listing:
    return Listing(name, words, _schema(row), read)


def _schema(row: Any) -> Mapping[str, Any]:
    adapter: TypeAdapter[Any] = TypeAdapter(row)
    return adapter.json_schema()


def _name(row: Record, field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f'"{field}" must be a name.')
    if len(value) > LONGEST_NAME:
        raise InputError(f'"{field}" is too long: a name has at most {LONGEST_NAME} characters.')
    return value.strip()


def _texts(row: Record) -> Sequence[str]:
    texts = row.get("texts")
    if not isinstance(texts, list) or not texts or not all(isinstance(t, str) and t.strip() for t in texts):
        raise InputError('"texts" must be a list of texts.')
    if len(texts) > MOST_TEXTS or any(len(text) > LONGEST_TEXT for text in texts):
        raise InputError(f'"texts" may hold {MOST_TEXTS} texts of at most {LONGEST_TEXT:,} characters.')
    return texts


async def _linked(parts: Parts, names: Sequence[str]) -> list[EntityRecord | None]:
    return [_entity(ranking) for ranking in await parts.graph.rank([Mention(name) for name in names], 1)]


def _entity(ranking: Ranking) -> EntityRecord | None:
    if not ranking.linked or not ranking.candidates:
        return None
    best = ranking.candidates[0]
    return {"id": best.entity.id, "name": best.entity.name, "type": best.entity.type, "match": best.match.value}


def _edges(edges: Iterable[Edge]) -> list[EdgeRecord]:
    return [_edge(e.subject, e.predicate, e.object, e.negated, e.publications) for e in edges]


def _edge(subject: str, predicate: str, object: str, negated: bool, papers: Iterable[str]) -> EdgeRecord:
    return {"subject": subject, "predicate": predicate, "object": object, "negated": negated, "papers": [*papers]}
