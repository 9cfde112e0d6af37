"""The closed lists of words that values are labelled with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar
from urllib.parse import quote

from kgcore.values.citation import Citation
from kgcore.values.text import words_apart
from kgcore.verdicts import Verdict as Verdict


class Reason(StrEnum):
    """Why a claim got its verdict, for programs; `Claim.why` says the same in words."""

    EDGE_FOR = "edge_for"
    EDGE_AGAINST = "edge_against"
    EDGES_ON_BOTH_SIDES = "edges_on_both_sides"
    MATCHED_BY_MEANING = "matched_by_meaning"  # would be ✓, but an entity was matched by meaning alone
    OVERSTATES = "says_more"  # the graph knows the plain relation only
    QUALIFIED = "qualified"  # said of whom, when or how the evidence does not speak
    UNDER_STUDY = "under_study"  # somebody studies or proposes it, which is no finding
    OTHER_PREDICATE = "other_predicate"
    OTHER_DIRECTION = "other_direction"
    NEIGHBOUR_FOR = "neighbour_for"  # the evidence is about a narrower or broader entity
    NEIGHBOUR_AGAINST = "neighbour_against"
    NEIGHBOUR_MIXED = "neighbour_mixed"
    PATH = "path"
    SUBJECT_NOT_IN_GRAPH = "subject_not_in_graph"
    OBJECT_NOT_IN_GRAPH = "object_not_in_graph"
    NEITHER_IN_GRAPH = "neither_in_graph"
    SAME_ENTITY = "same_entity"  # both mentions mean one node
    NO_CONNECTION = "no_connection"
    GRAPH_UNREACHABLE = "graph_unreachable"


class Match(StrEnum):
    """How a mention came to its entity; only SEMANTIC may not carry a ✓."""

    EXACT = "exact"
    SYNONYM = "synonym"
    INITIALISM = "initialism"
    SPELLING = "spelling"
    VARIANT = "variant"
    SEMANTIC = "semantic"


class QualifierKind(StrEnum):
    """In what respect a qualifier narrows or changes what is claimed."""

    POPULATION = "population"  # whom it is said of: "in women", "of office workers"
    SPECIES = "species"  # animals and cells as well: "in mice", "in vitro"
    DOSE = "dose"
    NUMBER = "number"  # a share or a factor: "halves", "in 97 % of cases"
    TIME = "time"
    FORM = "form"  # a pharmaceutical form or a route: "intravenous", "skin cream"
    CONDITION = "condition"  # "after surgery", "if it is taken early"
    COMBINATION = "combination"  # with or without something else
    COMPARATOR = "comparator"  # "better than donepezil", "the number one"
    AUTHORITY = "authority"  # who has approved or recommends it: "approved by the FDA"
    DEGREE = "degree"  # "hugely"
    PURPOSE = "purpose"  # "as a laxative"
    SIGN = "sign"  # which way an interaction or a correlation goes: "reduces the effect of"
    ASPECT = "aspect"  # something else of the patients: "improves the mood of people with"
    COURSE = "course"  # of an illness that has begun: "prevents relapses of"
    STUDY = "study"  # "is being studied for"
    PLACE = "place"  # where in a living body: "in the brain"
    DESIGN = "design"  # in what kind of study it was seen: "a randomised trial showed"
    TONE = "tone"  # irony, scare quotes
    SORT = "sort"  # what its subject is counted to or called: "of the vitamins, …", "…, a spice, …"
    MEANS = "means"  # how it comes about, by what the graph names: "by blocking amyloid beta"
    REST = "rest"  # words of the same sentence that nothing accounts for; `keys`: unless the graph has them for it


class Salience(StrEnum):
    """How much a relation matters to the answer, as the annotation marks it ($H, $L)."""

    HIGH = "high"
    LOW = "low"


# --- The values that travel through the house: what a graph holds, what an answer claims, what a thread has
# been through.

TEAM = "added by this team"  # the source of edges of a team's own layer, wherever sources are shown
ACCEPTED_BY = "accepted by "  # how the last part of such an edge's note begins

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
        return self.label or words_apart(self.name.rpartition(":")[2]).lower()


@dataclass(frozen=True, slots=True)
class Paper:
    """A publication; title, journal and year may be unknown ("" and None).

    So may its `citation`: `authors` ("Surname, Given names") and where in its journal it stands ("115-120", or the
    number that stands for pages). Its `design` ("cohort") and whether it was `retracted` come from a library of papers.
    """

    id: str
    title: str = ""
    journal: str = ""
    year: int | None = None
    url: str = ""
    authors: tuple[str, ...] = ()
    design: str = ""
    retracted: bool = False
    volume: str = ""
    issue: str = ""
    pages: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a paper needs an id")

    @property
    def shown_id(self) -> str:
        """Its id as people write it."""
        return shown_id(self.id)

    @property
    def citation(self) -> Citation:
        """Who wrote it, and where in its journal it stands."""
        return Citation(self.authors, self.volume, self.issue, self.pages)


def shown_id(id: str) -> str:
    """Return a paper's id as people write it: "PMC77" for PMC:PMC77, others as they are."""
    return id.removeprefix("PMC:") if id.startswith("PMC:PMC") else id


def paper_url(id: str) -> str:
    """Return where a paper of that id can be read, "" where that is not known."""
    if id.startswith("PMID:"):  # nearly all: an import asks twice of each of millions
        return f"https://pubmed.ncbi.nlm.nih.gov/{id[5:]}/"
    scheme, _, rest = id.partition(":")
    match scheme:
        case "PMC":
            return f"https://www.ncbi.nlm.nih.gov/pmc/articles/{rest}/"
        case "DOI":
            return f"https://doi.org/{quote(rest, safe='/():;._-')}"
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed statement of the graph; `publications` are paper ids, `sentences` stand in their order.

    Of thousands of papers the `MOST_LISTED` best are listed; `unlisted` is how many others it rests on.
    """

    id: str
    subject: str
    predicate: str
    object: str
    negated: bool = False
    publications: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    note: str = ""
    unlisted: int = 0

    @property
    def cited(self) -> int:
        """How many papers it rests on."""
        return len(self.publications) + self.unlisted


# Papers of one statement that are read, weighed and shown one by one: each costs some ten microseconds an answer.
MOST_LISTED = 1000


def count_papers(edges: Iterable[Edge]) -> int:
    """Return how many different papers stand behind some edges; at least so many where not all are listed."""
    listed, unlisted = set[str](), 0
    for edge in edges:
        listed.update(edge.publications)
        unlisted = max(unlisted, edge.unlisted) if edge.unlisted else unlisted
    return len(listed) + unlisted


def team_words(edges: Sequence[Edge]) -> str:
    """Return what is said where the team's own layer speaks, wholly or in part: "added by this team"; else ""."""
    own = sum(TEAM in e.sources for e in edges)
    if not own:
        return ""
    return TEAM if own == len(edges) else f"{own} of {len(edges)} statements {TEAM}"


_IN_GRAPH = re.compile(r"(?:(?P<source>.+) in )?the graph (?P<graph>.+)")


def source_in_graph(source: str, graph: str) -> str:
    """Return the source of an edge as it stands where several graphs are read as one: "CTD in the graph hetionet"."""
    return f"{source} in the graph {graph}" if source else f"the graph {graph}"


def source_and_graph(source: str) -> tuple[str, str]:
    """Return a source without the graph that was read with others, and that graph; "" for what is not there."""
    found = _IN_GRAPH.fullmatch(source)
    return (found["source"] or "", found["graph"]) if found else (source, "")


def graph_words(edges: Iterable[Edge]) -> str:
    """Return which of several graphs read as one say so: "in the graphs a and b"; "" where there is the one."""
    graphs = list(dict.fromkeys(g for e in edges for s in e.sources if (g := source_and_graph(s)[1])))
    if len(graphs) < 2:
        return "".join(f"in the graph {g}" for g in graphs)
    return f"in the graphs {', '.join(graphs[:-1])} and {graphs[-1]}"


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
class Relative:
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
class Qualifier:
    """One qualifier: its words as written, what they name in general terms ("mouse"), and their other word keys.

    `terms` and `keys` are what evidence must say, too.
    """

    kind: QualifierKind
    words: str
    terms: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """All qualifiers of one claim, in reading order."""

    said: tuple[Qualifier, ...] = ()

    def of(self, *kinds: QualifierKind) -> tuple[Qualifier, ...]:
        """Return those of these kinds."""
        return tuple(q for q in self.said if q.kind in kinds)

    def __bool__(self) -> bool:
        return bool(self.said)


UNQUALIFIED = Qualifiers()


@dataclass(frozen=True, slots=True)
class Statement:
    """What a sentence that was written from the graph states, in its ids and its predicate, in its direction.

    `inverted`: the sentence says it the other way round, object first.
    """

    subject: str
    predicate: str
    object: str
    negated: bool = False
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class Triple:
    """What a sentence claims, as written: the phrase is the text's own, `predicate` what the model chose, if any.

    `paragraph`, `start` and `end` say where the sentence's relation stands in the readable text (characters).
    `doubtful`: words around it that are not understood may change what is said, so that it takes no side.
    `refuted`: the words around it call all of it false, a denial within it included ("it is a myth that it does not").
    `qualifiers` are those of its sentence; what its own three parts say besides is read when it is judged.
    `stated`: what it says, where whoever wrote it took it from the graph: then nothing is read or linked.
    `inferred`: no rule could read its sentence; a transformer took this from it, and `relation` is not the text's own.
    """

    subject: Mention
    relation: str
    object: Mention
    predicate: str | None = None
    negated: bool = False
    hedged: bool = False
    doubtful: bool = False
    refuted: bool = False
    salience: Salience = Salience.HIGH
    ref: str = ""
    paragraph: int = 0
    start: int = 0
    end: int = 0
    qualifiers: Qualifiers = UNQUALIFIED
    stated: Statement | None = None
    inferred: bool = False


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


def _name_in_old_stores(field: str) -> str:
    return {"inverted": "turned", "overstates": "says_more"}.get(field, field)


# Pydantic's: what a store holds under the fields' earlier names is read as well.
READS_OLD_NAMES = {"alias_generator": _name_in_old_stores, "validate_by_name": True, "validate_by_alias": True}


@dataclass(frozen=True, slots=True)
class Claim:
    """A triple that has been judged. Subject, predicate and object stand in the graph's direction.

    `inverted`: the text said it the other way round (a passive). `edges_near` are neither for nor against but shown
    (another predicate, the other direction, or those of the `carrier`, a narrower or broader entity). `narrowed` says
    in what respect the evidence is narrower than the claim ("in mice"), `qualifier` which of the claim's qualifiers
    the evidence does not have and so keeps it from being settled.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = READS_OLD_NAMES

    triple: Triple
    verdict: Verdict
    reason: Reason
    why: str
    subject: Candidate | None = None
    object: Candidate | None = None
    predicate: str | None = None
    inverted: bool = False
    negated: bool = False
    hedged: bool = False
    overstates: bool = False
    edges_for: tuple[Edge, ...] = ()
    edges_against: tuple[Edge, ...] = ()
    edges_near: tuple[Edge, ...] = ()
    path: Path | None = None
    carrier: Entity | None = None
    narrowed: str = ""
    qualifier: str = ""

    def __post_init__(self) -> None:
        if self.verdict is Verdict.SUPPORTED and not self.edges_for:
            raise ValueError(f"a {Verdict.SUPPORTED.icon} needs an edge that stands for it")

    @property
    def subject_mention(self) -> Mention:
        """The wording of what stands as subject in the graph's direction."""
        return self.triple.object if self.inverted else self.triple.subject

    @property
    def object_mention(self) -> Mention:
        """The wording of what stands as object in the graph's direction."""
        return self.triple.subject if self.inverted else self.triple.object

    @property
    def papers_for(self) -> tuple[str, ...]:
        """Ids of the papers of the edges that stand for the claim, each once."""
        return tuple(dict.fromkeys(p for e in self.edges_for for p in e.publications))

    @property
    def papers_against(self) -> tuple[str, ...]:
        """Ids of the papers of the edges that stand against the claim, each once."""
        return tuple(dict.fromkeys(p for e in self.edges_against for p in e.publications))


@dataclass(frozen=True, slots=True)
class Extent:
    """Whom a relation of an entity leads to in the graph, beyond what evidence has room for: their `names`, folded.

    `outward`: the entity is the subject. `whole` False: the graph has more of them than were looked at.
    """

    centre: str
    predicate: str
    outward: bool
    negated: bool
    names: frozenset[str]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Evidence:
    """A small subgraph: what the graph knows about a question, best edges first; `papers` as far as they are known.

    `extents` are how far the relations of the question's entities reach, so that a list can say how many it leaves out.
    """

    entities: tuple[Entity, ...] = ()
    edges: tuple[Edge, ...] = ()
    papers: tuple[Paper, ...] = field(default=())
    paths: tuple[Path, ...] = ()
    extents: tuple[Extent, ...] = ()

    def entity(self, id: str) -> Entity | None:
        """Return the entity with that id, if it is part of the evidence."""
        return next((e for e in self.entities if e.id == id), None)
