"""How good a graph is, for the person who keeps it. Counts are complete; lists are cut (`MOST_LISTED`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from kgcore.graph.embedded.checks import Checks

MOST_LISTED = 100
HUBS = 15


@dataclass(frozen=True, slots=True)
class Hub:
    """A much-joined entity: distinct neighbours, and the share of all entities that they are."""

    id: str
    name: str
    type: str
    degree: int
    share: float


@dataclass(frozen=True, slots=True)
class EvidenceConflict:
    """A statement with edges for and against it (ids; stance.py says which), and how many papers each side has."""

    subject: str
    predicate: str
    object: str
    edges_for: tuple[str, ...]
    edges_against: tuple[str, ...]
    papers_for: int
    papers_against: int


@dataclass(frozen=True, slots=True)
class SharedName:
    """A name or synonym that several entities have."""

    name: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PredicateWords:
    """A predicate in the words in which it is told, and whether these are read as what they say."""

    predicate: str
    words: str
    read: bool


@dataclass(frozen=True, slots=True)
class Quality:
    """The report of `kg check`.

    `degrees` are (range of distinct neighbours, entities), `predicates` (name, edges), `years` (year, papers).
    """

    name: str
    entities: int
    relations: int
    papers: int
    degrees: tuple[tuple[str, int], ...]
    median_degree: float
    hubs: tuple[Hub, ...]
    isolated: int
    isolated_ids: tuple[str, ...]
    without_synonyms: int
    without_synonyms_ids: tuple[str, ...]
    without_papers: int
    without_papers_by_predicate: tuple[tuple[str, int], ...]
    conflicting: int
    conflicts: tuple[EvidenceConflict, ...]
    shared: int
    shared_names: tuple[SharedName, ...]
    predicates: tuple[tuple[str, int], ...]
    unknown_predicates: tuple[str, ...]
    wordings: tuple[PredicateWords, ...]
    unread_predicates: tuple[str, ...]
    negated: int
    years: tuple[tuple[int, int], ...]
    undated: int
    untitled: int
    nameless: int
    has_checksums: bool

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        pairs = {name: dict(getattr(self, name)) for name in ("degrees", "without_papers_by_predicate", "predicates")}
        return asdict(self) | pairs | {"years": {str(year): n for year, n in self.years}}


def examine_quality(folder: Path) -> Quality:
    """Examine an imported graph; takes seconds on a million edges. Raises GraphNotFound or GraphDamaged."""
    with Checks.of(folder) as checks:
        isolated = checks.isolated()
        bare = checks.without_synonyms()
        conflicts = checks.conflicts()
        shared = checks.shared_names()
        undated, years = checks.years()
        paperless = checks.without_papers()
        worded = [PredicateWords(*words) for words in checks.predicate_words()]
        return Quality(
            name=checks.name,
            entities=checks.entities,
            relations=checks.relations,
            papers=checks.papers,
            degrees=checks.degrees(),
            median_degree=checks.median_degree(),
            hubs=tuple(Hub(*hub) for hub in checks.hubs(HUBS)),
            isolated=len(isolated),
            isolated_ids=checks.ids(isolated[:MOST_LISTED]),
            without_synonyms=len(bare),
            without_synonyms_ids=checks.ids(bare[:MOST_LISTED]),
            without_papers=sum(n for _, n in paperless),
            without_papers_by_predicate=paperless,
            conflicting=len(conflicts),
            conflicts=tuple(EvidenceConflict(*c) for c in checks.described(conflicts[:MOST_LISTED])),
            shared=len(shared),
            shared_names=tuple(SharedName(name, checks.ids(nodes)) for name, nodes in shared[:MOST_LISTED]),
            predicates=checks.predicates(),
            unknown_predicates=checks.unknown_predicates(),
            wordings=tuple(worded),
            unread_predicates=tuple(w.predicate for w in worded if not w.read),
            negated=checks.negated(),
            years=years,
            undated=undated,
            untitled=checks.untitled(),
            nameless=checks.nameless(),
            has_checksums=checks.has_checksums,
        )
