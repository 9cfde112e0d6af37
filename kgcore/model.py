"""The values that travel through the house: what a graph holds, what an answer claims, what a thread has been through.

All are frozen; collections are tuples; what cannot be valid cannot be constructed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgcore.terms import Match as Match
from kgcore.terms import Reason as Reason
from kgcore.terms import Salience as Salience
from kgcore.terms import Verdict as Verdict

# ── what a graph holds ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of the graph."""

    id: str
    name: str
    type: str
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()
    description: str = ""

    def __post_init__(self) -> None:
        if not self.id or not self.name.strip():
            raise ValueError("an entity needs an id and a name")


@dataclass(frozen=True, slots=True)
class Predicate:
    """A kind of edge; `implies` is as stated (vocabulary.py closes it), `phrases` are what people write for it."""

    name: str
    label: str = ""
    symmetric: bool = False
    inverse: str = ""
    opposite: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a predicate needs a name")

    @property
    def words(self) -> str:
        """The label, or the name made readable: "INTERACTS_WITH" → "interacts with"."""
        return self.label or self.name.rpartition(":")[2].replace("_", " ").lower()


@dataclass(frozen=True, slots=True)
class Paper:
    """A publication; title, journal and year may be unknown ("" and None)."""

    id: str
    title: str = ""
    journal: str = ""
    year: int | None = None
    url: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a paper needs an id")


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed statement of the graph; `publications` are paper ids, `sentences` stand in their order."""

    id: str
    subject: str
    predicate: str
    object: str
    negated: bool = False
    publications: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """Two hops: three entities, and the edges of each hop. `score` is degree-weighted (higher: more specific)."""

    nodes: tuple[Entity, Entity, Entity]
    edges: tuple[tuple[Edge, ...], tuple[Edge, ...]]
    score: float


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entity one hop away, the edges that lead there (either direction), and its degree in the whole graph."""

    entity: Entity
    edges: tuple[Edge, ...]
    degree: int


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies one hop around an entity: the ids of all neighbours, and the best of them (most papers first)."""

    centre: str
    ids: frozenset[str]
    best: tuple[Neighbour, ...]


@dataclass(frozen=True, slots=True)
class Kin:
    """An entity one step `broader` or narrower than another, by an is-a edge."""

    entity: Entity
    broader: bool


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """What a graph is: sizes, its predicates (own or packaged), entity types with counts, provenance as plain text.

    `signatures` are the (subject type, predicate, object type) that occur, as far as they are known.
    """

    name: str
    entities: int
    relations: int
    papers: int
    predicates: tuple[Predicate, ...]
    types: tuple[tuple[str, int], ...]
    provenance: str = ""
    signatures: tuple[tuple[str, str, str], ...] = ()


# ── from text to entities ───────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean; `score` is 0 to 1, `match` says how it was found."""

    entity: Entity
    score: float
    match: Match

    def __post_init__(self) -> None:
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"a score lies between 0 and 1, not {self.score}")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that name something; `type` where the text gives one, `ref` its number in the annotation ("N1")."""

    text: str
    type: str | None = None
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Triple:
    """What a sentence claims, as written: the phrase is the text's own, `predicate` what the model chose, if any.

    `paragraph`, `start` and `end` say where the sentence's relation stands in the readable text (characters).
    `doubtful`: words around it that are not understood may change what is said, so that it takes no side.
    """

    subject: Mention
    relation: str
    object: Mention
    predicate: str | None = None
    negated: bool = False
    hedged: bool = False
    doubtful: bool = False
    salience: Salience = Salience.HIGH
    ref: str = ""
    paragraph: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a paragraph's readable text that names an entity ("N1") or a relation ("R1")."""

    start: int
    end: int
    ref: str

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError("a mark covers at least one character")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Readable text with its marks (in order, never overlapping) and the triples that it states."""

    text: str
    marks: tuple[Mark, ...] = ()
    triples: tuple[Triple, ...] = ()


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Claim:
    """A triple that has been judged. Subject, predicate and object stand in the graph's direction.

    `turned`: the text said it the other way round (a passive). `edges_near` are neither for nor against but shown
    (another predicate, the other direction, or those of the `carrier`, a narrower or broader entity).
    """

    triple: Triple
    verdict: Verdict
    reason: Reason
    why: str
    subject: Candidate | None = None
    object: Candidate | None = None
    predicate: str | None = None
    turned: bool = False
    negated: bool = False
    hedged: bool = False
    says_more: bool = False
    edges_for: tuple[Edge, ...] = ()
    edges_against: tuple[Edge, ...] = ()
    edges_near: tuple[Edge, ...] = ()
    path: Path | None = None
    carrier: Entity | None = None

    def __post_init__(self) -> None:
        if self.verdict is Verdict.SUPPORTED and not self.edges_for:
            raise ValueError("a ✓ needs an edge that stands for it")

    @property
    def subject_mention(self) -> Mention:
        """The wording of what stands as subject in the graph's direction."""
        return self.triple.object if self.turned else self.triple.subject

    @property
    def object_mention(self) -> Mention:
        """The wording of what stands as object in the graph's direction."""
        return self.triple.subject if self.turned else self.triple.object

    @property
    def papers_for(self) -> tuple[str, ...]:
        """Ids of the papers of the edges that stand for the claim, each once."""
        return tuple(dict.fromkeys(p for e in self.edges_for for p in e.publications))

    @property
    def papers_against(self) -> tuple[str, ...]:
        """Ids of the papers of the edges that stand against the claim, each once."""
        return tuple(dict.fromkeys(p for e in self.edges_against for p in e.publications))


@dataclass(frozen=True, slots=True)
class Evidence:
    """A small subgraph: what the graph knows about a question, best edges first; `papers` as far as they are known."""

    entities: tuple[Entity, ...] = ()
    edges: tuple[Edge, ...] = ()
    papers: tuple[Paper, ...] = field(default=())
    paths: tuple[Path, ...] = ()

    def entity(self, id: str) -> Entity | None:
        """Return the entity with that id, if it is part of the evidence."""
        return next((e for e in self.entities if e.id == id), None)
