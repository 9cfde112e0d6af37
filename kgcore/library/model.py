"""Articles as a library keeps them, what is asked of it, and what it answers. Values only.

Ids are written as in graphs: PMID:11, PMC:PMC77, DOI:10.1000/x (in lower case); an article without any goes by a
fingerprint, TITLE:….
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

ABSTRACT = "Abstract"  # the section that an abstract without headings of its own is


class Status(Enum):
    """What has happened to an article since it was published."""

    CURRENT = "current"
    CORRECTED = "corrected"
    CONCERN = "expression of concern"
    RETRACTED = "retracted"


class Design(Enum):
    """What kind of study a paper reports, the strongest evidence first."""

    META_ANALYSIS = "meta-analysis"
    SYSTEMATIC_REVIEW = "systematic review"
    RANDOMISED_TRIAL = "randomised trial"
    TRIAL = "trial"
    COHORT = "cohort"
    CASE_CONTROL = "case-control"
    CROSS_SECTIONAL = "cross-sectional"
    CASE_REPORT = "case report"
    ANIMAL = "animal study"
    IN_VITRO = "in vitro"
    REVIEW = "review"
    UNKNOWN = "unknown"

    @property
    def strength(self) -> int:
        """Its place in the order of strength, from 0 for the strongest."""
        return _STRENGTH[self]


_STRENGTH = {design: place for place, design in enumerate(Design)}


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of an article under its heading ("Results: Primary outcome"); each paragraph on a line of its own."""

    title: str
    text: str


class CaptionOf(Enum):
    """What a caption stands under."""

    TABLE = "table"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Caption:
    """The label and words under a table or a figure; `id` is the source's own, or made up from its place."""

    id: str
    of: CaptionOf
    label: str
    text: str


class Markup(Enum):
    """What a table is written in."""

    JATS = "jats"  # a whole <table-wrap>, without namespaces
    HTML = "html"  # a <table>


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table as its source has it; PMC77#T2 names it everywhere, `id` is the part behind the sign."""

    id: str
    label: str
    caption: str
    markup: Markup
    source: str


@dataclass(frozen=True, slots=True)
class Article:
    """A paper with all that its source gives; what is empty was not given. `ids` holds at least one, the best first."""

    ids: tuple[str, ...]
    title: str = ""
    abstract: tuple[Section, ...] = ()
    body: tuple[Section, ...] = ()
    captions: tuple[Caption, ...] = ()
    tables: tuple[RawTable, ...] = ()
    authors: tuple[str, ...] = ()  # "Surname, Given names"
    journal: str = ""
    year: int | None = None
    mesh: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    types: tuple[str, ...] = ()  # publication types, in the source's words
    licence: str = ""
    url: str = ""
    citations: int | None = None
    status: Status = Status.CURRENT
    design: Design = Design.UNKNOWN
    notices: tuple[tuple[str, Status], ...] = ()  # of a notice: the articles that it corrects or retracts, by id
    volume: str = ""
    issue: str = ""
    pages: str = ""  # "115-120", or the number that stands for them: "e123"
    editors: tuple[str, ...] = ()  # written as authors are

    def __post_init__(self) -> None:
        if not self.ids or not all(self.ids):
            raise ValueError("an article needs an id")

    @property
    def id(self) -> str:
        """The id that it goes by."""
        return self.ids[0]

    @property
    def place(self) -> tuple[str, str, str]:
        """Where in its journal it stands: volume, issue, pages."""
        return self.volume, self.issue, self.pages

    @property
    def pmc(self) -> str:
        """Its number in PubMed Central ("PMC77"), or ""."""
        return next((id.removeprefix("PMC:") for id in self.ids if id.startswith("PMC:")), "")


# ── what is asked ───────────────────────────────────────────────────────────────────────────────────────────────────


class Scope(Enum):
    """Where words are sought."""

    ALL = "all"
    TITLE = "title"
    ABSTRACT = "abstract"
    BODY = "body"
    CAPTION = "caption"
    TABLE = "table"
    AUTHOR = "author"
    JOURNAL = "journal"
    MESH = "mesh"


@dataclass(frozen=True, slots=True)
class Term:
    """Words that are sought in a scope: one word, or a phrase (`exact`), whose words stand together in this order.

    `also` are other names of the same thing, any of which will do. `added`: nobody typed it; where it
    stands for words that somebody typed (`of`, by their stems), a paper that has it covers a part of those.
    """

    text: str
    scope: Scope = Scope.ALL
    exact: bool = False
    also: tuple[str, ...] = ()
    added: bool = False
    of: tuple[str, ...] = ()


class Order(Enum):
    """What comes first."""

    RELEVANCE = "relevance"
    YEAR = "year"
    DESIGN = "design"
    CITATIONS = "citations"


@dataclass(frozen=True, slots=True)
class LibraryQuery:
    """What papers are looked for; an article must have at least one term of every scope that has any.

    `without` leaves out what has them. `years` are the first and the last. Empty filters let everything through.
    `like` is the id of a paper that others are to be like. `synonyms`: the graph's other names are sought as well;
    `spelling`: words that no paper has are read as those that come nearest.
    """

    text: str
    terms: tuple[Term, ...] = ()
    without: tuple[Term, ...] = ()
    years: tuple[int, int] | None = None
    designs: frozenset[Design] = frozenset()
    statuses: frozenset[Status] = frozenset()
    types: tuple[str, ...] = ()  # publication types in the sources' words, any of which will do
    order: Order = Order.RELEVANCE
    like: str = ""
    synonyms: bool = True
    spelling: bool = True

    @property
    def is_of_a_library(self) -> bool:
        """Whether it asks for what only a library has: fields, filters, what is like a paper."""
        filtered = self.like or self.years or self.designs or self.statuses or self.types or self.without
        return bool(filtered) or any(term.scope is not Scope.ALL for term in self.terms)


# ── what is answered ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Hit:
    """An article that was found, without its body; `score` orders those of one search only. `why` is in words."""

    article: Article
    score: float
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of an article, verbatim, with the section that it stands in."""

    paper: str
    section: str
    text: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class LibraryInfo:
    """What a library holds, as counts."""

    name: str
    articles: int = 0
    with_body: int = 0
    tables: int = 0
    retracted: int = 0
    characters: int = 0  # of text
    years: tuple[int, int] | None = None
    designs: Mapping[str, int] = field(default_factory=dict)
    embedder: str = ""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query that is kept under a name, and the day on which it was last updated (None: never)."""

    name: str
    query: str
    updated: date | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """What became of some articles: new, joined with one that was there, or known as they are."""

    new: int = 0
    joined: int = 0
    known: int = 0
