"""The types of records about papers, as `record_types` has those about everything else."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from bot.record_types import Id, Ms, described_as


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
