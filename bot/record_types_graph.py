"""The types of the records by which other programs look at a graph, and at what the bot has."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from bot.record_types import Match, described_as


class NameIn(TypedDict):
    """A thing by its name."""

    name: Annotated[str, described_as("any name of it")]


class PairIn(TypedDict):
    """Two things by their names."""

    subject: Annotated[str, described_as("any name of the one")]
    object: Annotated[str, described_as("any name of the other")]


class TextsIn(TypedDict):
    """Texts."""

    texts: Annotated[list[str], described_as("at most 100, of 2,000 characters; patients' identifiers are left out")]


class EmbeddingsRow(TypedDict):
    """Texts as vectors."""

    model: Annotated[str, described_as("what EVIGRAPH_EMBEDDER names")]
    vectors: Annotated[list[list[float]], described_as("one of length 1 for each text, in order")]


class EntityRecord(TypedDict):
    """An entity that a name was linked to."""

    id: str
    name: Annotated[str, described_as("its name in the graph")]
    type: str
    match: Match


class EdgeRecord(TypedDict):
    """A statement of the graph, in its own direction."""

    subject: Annotated[str, described_as("an entity's id")]
    predicate: str
    object: str
    negated: bool
    papers: Annotated[list[str], described_as("ids")]


class NeighbourRecord(TypedDict):
    """An entity one step away."""

    id: str
    name: str
    type: str
    edges: list[EdgeRecord]


class NeighboursRow(TypedDict):
    """What lies around an entity, most papers first; null and nothing where the graph has no such name."""

    entity: EntityRecord | None
    neighbours: list[NeighbourRecord]


class EvidenceRow(TypedDict):
    """What the graph says of two things together, in either direction; nothing decides about any claim here."""

    subject: EntityRecord | None
    object: EntityRecord | None
    edges: list[EdgeRecord]


class GraphRecord(TypedDict):
    """A graph that can be asked."""

    name: str
    entities: int
    relations: int
    papers: int
    predicates: list[str]


class ModelRecord(TypedDict):
    """A language model that is configured for the bot; the first one writes."""

    name: str


class ProposalRecord(TypedDict):
    """A fact that was proposed for the graph and is not decided yet."""

    number: int
    edge: EdgeRecord
    sentence: str
    score: Annotated[float, described_as("how sure a reader was, 0 to 1")]


class ThreadRecord(TypedDict):
    """A thread of the token's owner on the page."""

    thread: Annotated[str, described_as("its id: the page shows its own at /t/ID")]
    title: str
    turns: int
    used: Annotated[str, described_as("when last, ISO 8601")]
