"""The types of records about papers, their tables, and what they propose; the others lie in bot/record_types.py."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from bot.record_types import Id, Ms, described_as
from kgcore.errors import InputError

# ── literature ──────────────────────────────────────────────────────────────────────────────────────────────────────


class QueryIn(TypedDict):
    """What papers are looked for."""

    id: Id
    query: NotRequired[Annotated[str, described_as("in words", "vitamin E Alzheimer's disease")]]
    fields: NotRequired[
        Annotated[
            dict[str, str | int | list[str]],
            described_as(
                "in place of `query`: words by field (`title`, `abstract`, `body`, `caption`, `table`, `author`, "
                "`journal`, `mesh`; words in quotes stand together), at least one of every field; `year` (2019, or "
                "2010-2020), `type` (rct, cohort, …), `is` (retracted) and `sort` (year, design, citations). Without a "
                "library: `title` to `table` and `mesh` are looked up together in the graph, `journal` and `year` "
                "leave out what does not fit, and nothing fits `author` and `type`"
            ),
        ]
    ]


class PaperRow(TypedDict):
    """A paper that was found."""

    id: str
    ids: Annotated[list[str], described_as("all of its ids that are known (PMID:…, PMC:…, DOI:…)")]
    title: Annotated[str | None, described_as("null where it is not known")]
    journal: str | None
    year: int | None
    design: Annotated[str | None, described_as("`randomised trial`, `cohort`, … `unknown`; null from the graph")]
    retracted: Annotated[bool | None, described_as("null from the graph")]
    score: Annotated[float, described_as("higher is better; it compares papers of one row only")]
    why: Annotated[
        list[str],
        described_as("what of the query stands where; from the graph: its statements that rest on the paper"),
    ]


class LiteratureRow(TypedDict):
    """Papers of the library, or of the graph where there is no library."""

    id: Id
    entities: Annotated[list[str], described_as("from the graph: ids of what the words were taken to mean")]
    papers: Annotated[list[PaperRow], described_as("best first, at most 20 (100 from the graph)")]
    corrected: NotRequired[
        Annotated[dict[str, str], described_as("words that no paper has, with what was sought in their place")]
    ]
    synonyms: NotRequired[
        Annotated[list[str], described_as("other names that were sought, too; `synonyms:off` in the query: none")]
    ]
    ms: Ms


class PassageIn(TypedDict):
    """What sentences are looked for."""

    id: Id
    query: Annotated[str, described_as("in words", "vitamin E placebo cognitive decline")]
    paper: NotRequired[Annotated[str, described_as("any id of one paper (PMID:…, PMC…, DOI:…); without it, of all")]]


class PassageRow(TypedDict):
    """A sentence of a paper."""

    paper: Annotated[str, described_as("the paper's id")]
    section: Annotated[str, described_as("where it stands: `Title`, `Abstract`, `Results: Outcomes`, `Table 2` …")]
    text: Annotated[str, described_as("verbatim, one sentence")]
    score: Annotated[float, described_as("higher is better; it compares passages of one paper only")]


class PassagesRow(TypedDict):
    """Sentences that bear on the query."""

    id: Id
    passages: Annotated[list[PassageRow], described_as("best first")]
    ms: Ms


class StanceIn(TypedDict):
    """A sentence, and what it is read for: a `claim`, or an `intervention` and an `outcome`."""

    id: Id
    sentence: str
    claim: NotRequired[
        Annotated[dict[str, Any], described_as("`subject`, `relation`, `object`, optionally `negated`, as in verify")]
    ]
    intervention: NotRequired[str]
    comparator: NotRequired[str]
    outcome: NotRequired[str]


class StanceRow(TypedDict):
    """What the sentence seems to say. This never decides a verdict."""

    id: Id
    stance: NotRequired[
        Annotated[str | None, described_as("of a claim: `says so`, `denies`, `neither`; null: it is not plain")]
    ]
    effect: NotRequired[
        Annotated[
            str | None, described_as("of an outcome: `increased`, `decreased`, `no difference`; null: it is not plain")
        ]
    ]
    score: Annotated[float, described_as("how likely that is, 0 to 1")]
    ms: Ms


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class TableQueryIn(TypedDict):
    """What is looked for in tables: labels and a value, or free text. Where both stand, the text is not read."""

    id: Id
    row: NotRequired[Annotated[str, described_as("a row's label", "Systolic blood pressure, mmHg")]]
    column: NotRequired[Annotated[str, described_as("a column's label", "Placebo")]]
    rows: NotRequired[Annotated[list[str], described_as("in place of `row`: several, all of which a table must have")]]
    columns: NotRequired[Annotated[list[str], described_as("in place of `column`: several, as `rows`")]]
    value: NotRequired[Annotated[str, described_as("a cell's text, a number or a comparison", ">8", "58 (85.3)")]]
    text: NotRequired[Annotated[str, described_as("free text, read as labels and a value, and as words")]]


class TableFound(TypedDict):
    """A table that was found."""

    id: Annotated[str, described_as("PMC…#table-id")]
    score: Annotated[float, described_as("0 to 1")]
    cells: Annotated[
        list[list[int]],
        described_as("the cells that match, as [row, column]: places in `rows` and `columns` of `tables show --json`"),
    ]
    match: Annotated[
        str, described_as("`exact` as asked for, `same` by another name of it, `words` by words in common")
    ]
    caption: str | None


class TablesFoundRow(TypedDict):
    """Tables of a library's papers."""

    id: Id
    tables: Annotated[
        list[TableFound],
        described_as("best first; where labels stand as they were given, all that have them and no others"),
    ]
    ms: Ms


# ── curate ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class AbstractIn(TypedDict):
    """An article that facts are read from. JATS, PubMed XML and PubTator files do as well."""

    id: Id
    title: NotRequired[Annotated[str, described_as("its title; it or the abstract must be there")]]
    abstract: NotRequired[Annotated[str | dict[str, str], described_as("its text, or texts by heading")]]


class ProposedName(TypedDict):
    """One end of a proposed fact, as the article names it."""

    text: Annotated[str, described_as("as it is written")]
    id: Annotated[str, described_as("the entity's")]
    type: Annotated[str, described_as("the entity's type")]
    start: Annotated[int, described_as("its first code point in title, one space, abstract; from 0")]
    end: Annotated[int, described_as("the code point after its last")]
    entity: NotRequired[Annotated[str, described_as("the graph's id of it, where the article's file gives another")]]
    new: NotRequired[Annotated[bool, described_as("the graph lacks it: it is entered when the fact is accepted")]]
    enters: NotRequired[Annotated[str, described_as("the type with which it is entered, where that is another")]]


class ProposalRow(TypedDict):
    """A fact that a sentence of an article is taken to state, for a person to accept or reject."""

    id: Annotated[str, described_as("the article's, and the proposal's number in it")]
    paper: Annotated[str, described_as("the article's id")]
    cites: NotRequired[Annotated[str, described_as("the paper's id for the graph, where the file gives a bare number")]]
    title: NotRequired[Annotated[str, described_as("the article's title")]]
    design: NotRequired[
        Annotated[
            str | None, described_as("that of its study: `randomised trial`, `cohort`, … or null where it tells none")
        ]
    ]
    sentence: Annotated[str, described_as("the sentence, word for word")]
    subject: ProposedName
    object: ProposedName
    predicate: Annotated[str, described_as("the graph's, or the packaged table's where the graph has none")]
    negated: bool
    effect: Annotated[str | None, described_as("`increased`, `decreased`, or null where the text does not tell")]
    qualifiers: Annotated[
        list[str], described_as("of whom, when, how, in what dose and compared with what the sentence speaks")
    ]
    kind: Annotated[str, described_as("how it stands to the graph: `known`, `new` or `against`")]
    score: Annotated[float, described_as("how likely it is that the article says so, 0 to 1")]
    automatic: Annotated[bool, described_as("whether it is sure enough, and known already, to need no reviewer")]
    ms: Ms


_PROPOSAL = TypeAdapter(ProposalRow)


def read_proposal_row(line: bytes) -> ProposalRow:
    """Return a line that `curate read` has written. Raises InputError that names the field."""
    try:
        return _PROPOSAL.validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise InputError(
            f"{where}: {first['msg']}.", hint="Take in what `evigraph curate read` has written."
        ) from error
