"""The batch forms of `evigraph literature`: papers, passages, and what a sentence says of a claim.

Papers come from the library where there is one, else from the graph.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.batch import Answer, BatchForm, BatchOptions, Fields, Id, flag_of, optional_text, text_of, texts_of
from bot.config import Settings
from bot.record_types import ErrorRow
from bot.record_types_papers import (
    LiteratureRow,
    PaperRow,
    PassageIn,
    PassageRow,
    PassagesRow,
    QueryIn,
    StanceIn,
    StanceRow,
)
from kgcore.errors import InputError, LibraryNotFound
from kgcore.library.effect import read_effect
from kgcore.library.ids import any_id
from kgcore.library.model import Hit, LibraryQuery, Passage, Status
from kgcore.library.papers import FoundPaper
from kgcore.library.query import parse_query, query_of_fields
from kgcore.library.stance import StanceQuery, sentence_stance
from kgcore.turn.literature import Literature
from kgcore.turn.papers import PaperSearch
from kgcore.values.model import Edge, Entity
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import statement_sentence

if TYPE_CHECKING:
    from bot.wiring import Parts

Opened = Callable[[Settings, BatchOptions], AbstractAsyncContextManager["Parts"]]
MOST_PAPERS = 100  # of one query: more make rows that nobody reads
FROM_LIBRARY = 20  # of them: all of its papers that have one of the words would fit
LOOKED_UP = ("title", "abstract", "body", "caption", "table", "mesh")
ABSENT = ("author", "type")  # the graph knows nothing of them
OTHERS = ("journal", "year", "is", "sort")
_YEARS = 2  # ends of a range of years


# ── papers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class QueryRow:
    """What papers are looked for: words, and what leaves papers out; `fields` are the words of a form by field."""

    id: Id
    words: str
    journal: str = ""
    years: tuple[int, int] | None = None
    impossible: bool = False
    query: str = ""
    fields: Mapping[str, list[str]] = field(default_factory=dict)


def read_query(id: Id, fields: Fields) -> QueryRow:
    """Return what a line asks for. Raises InputError."""
    if "fields" not in fields:
        return QueryRow(id, text := text_of(fields, "query"), query=text)
    given = fields["fields"]
    if not isinstance(given, dict) or not given:
        raise InputError('"fields" must be an object with words by field')
    known = {*LOOKED_UP, *ABSENT, *OTHERS}
    if unknown := given.keys() - known:
        raise InputError(f'"fields" has {", ".join(sorted(map(repr, unknown)))}; there are {", ".join(sorted(known))}')
    wanted = {name: texts_of(given, name) for name in given if given[name] not in (None, "", [])}
    text = optional_text(fields, "query")
    words = " ".join((text, *(" ".join(wanted[name]) for name in LOOKED_UP if name in wanted))).strip()
    years = _years(" ".join(wanted["year"])) if "year" in wanted else None
    journal = " ".join(wanted.get("journal", ()))
    return QueryRow(id, words, journal, years, any(name in wanted for name in ABSENT), text, wanted)


def _years(text: str) -> tuple[int, int]:
    ends = [end.strip() for end in text.replace("–", "-").replace("..", "-").split("-")]
    if not all(end.isascii() and end.isdigit() for end in ends) or len(ends) > _YEARS:
        raise InputError('"year" must be a year (2019) or a range (2010-2020)')
    return int(ends[0]), int(ends[-1])


def library_query(row: QueryRow) -> LibraryQuery:
    """Return what a row asks of a library. Raises InputError."""
    return query_of_fields(row.fields, row.query) if row.fields else parse_query(row.query)


def literature_forms(opened: Opened) -> tuple[BatchForm[Any], ...]:
    """Return the forms; `opened` opens the graph, which is needed only where there is no library."""

    @asynccontextmanager
    async def searching(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[QueryRow]]:
        async with opened_search(settings, options.library) as search:
            if search is not None:
                yield _library_answers(search)
                return
        async with opened(settings, options) as parts:
            yield _graph_answers(parts)

    return (
        BatchForm("literature", "papers for words", QueryIn, LiteratureRow | ErrorRow, read_query, searching),
        BatchForm(
            "passages",
            "sentences of a library's papers",
            PassageIn,
            PassagesRow | ErrorRow,
            read_passage_query,
            _finding_passages,
        ),
        BatchForm("stance", "what a sentence says", StanceIn, StanceRow | ErrorRow, read_stance, _reading_stances),
    )


@asynccontextmanager
async def opened_search(settings: Settings, folder: str | Path | None) -> AsyncIterator[PaperSearch | None]:
    """Open the library asked for, or the one that is used; None where there is none. Raises LibraryError."""
    from bot.wiring_library import open_library

    library = open_library(settings, Path(folder) if folder else None)
    if library is None:
        yield None
        return
    try:
        yield PaperSearch(library)
    finally:
        await library.close()


def _library_answers(search: PaperSearch) -> Answer[QueryRow]:
    async def found(row: QueryRow) -> dict[str, Any]:
        wide = await search.widened(library_query(row))
        hits = await search.hits(wide.query, FROM_LIBRARY)
        read = {"corrected": dict(wide.corrected), "synonyms": list(wide.synonyms)}
        return {"entities": [], "papers": list(map(hit_record, hits)), **read}

    async def answer(rows: Sequence[QueryRow]) -> list[Mapping[str, Any]]:
        return [await found(row) for row in rows]

    return answer


def hit_record(hit: Hit) -> PaperRow:
    """Return a paper of a library as a record."""
    article = hit.article
    return {
        "id": article.id,
        "ids": list(article.ids),
        "title": article.title or None,
        "journal": article.journal or None,
        "year": article.year,
        "design": article.design.value,
        "retracted": article.status is Status.RETRACTED,
        "score": hit.score,
        "why": list(hit.why),
    }


def _graph_answers(parts: Parts) -> Answer[QueryRow]:
    literature = Literature(parts.services)

    async def answer(rows: Sequence[QueryRow]) -> list[Mapping[str, Any]]:
        return [await found(row) for row in rows]

    async def found(row: QueryRow) -> dict[str, Any]:
        if row.impossible or not any(c.isalnum() for c in row.words):
            return {"entities": [], "papers": []}
        looked = await literature.papers_on(row.words)
        some = [one for one in looked.papers if _fits(one, row)][:MOST_PAPERS]
        ends = {end for one in some for e in one.edges for end in (e.subject, e.object)}
        named = await parts.graph.entities(ends) if ends else {}
        papers = [paper_record(one, place, named, parts.vocabulary) for place, one in enumerate(some, 1)]
        return {"entities": [e.id for e in looked.entities], "papers": papers}

    return answer


def _fits(found: FoundPaper, row: QueryRow) -> bool:
    paper = found.paper
    if row.journal and row.journal.casefold() not in paper.journal.casefold():
        return False
    return row.years is None or (paper.year is not None and row.years[0] <= paper.year <= row.years[1])


def paper_record(found: FoundPaper, place: int, named: Mapping[str, Entity], vocabulary: Vocabulary) -> PaperRow:
    """Return a paper of the graph as a record; `place` is its place in the order, from 1."""
    paper = found.paper

    def said(edge: Edge) -> str:
        subject, object = (named.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
        return statement_sentence(subject, vocabulary.get(edge.predicate), object, negated=edge.negated)

    return {
        "id": paper.id,
        "ids": [paper.id],
        "title": paper.title or None,
        "journal": paper.journal or None,
        "year": paper.year,
        "design": None,
        "retracted": None,
        "score": round(1 / place, 4),
        "why": [said(edge) for edge in found.edges],
    }


# ── passages ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PassageQuery:
    """What sentences are looked for: of one paper, or of those that fit best."""

    id: Id
    query: str
    paper: str = ""


def read_passage_query(id: Id, fields: Fields) -> PassageQuery:
    """Return what a line asks for. Raises InputError."""
    paper = optional_text(fields, "paper")
    if paper and not (known := any_id(paper)):
        known = paper.strip()  # an id of the library's own
    return PassageQuery(id, text_of(fields, "query"), known if paper else "")


@asynccontextmanager
async def _finding_passages(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[PassageQuery]]:
    async with opened_search(settings, options.library) as search:
        if search is None:
            raise LibraryNotFound("There is no library.", hint="Make one: evigraph library add SOURCE.")

        async def found(row: PassageQuery) -> dict[str, Any]:
            if not row.paper:
                return {"passages": [passage_record(p) for p in await search.passages(row.query, options.top)]}
            if await search.article(row.paper) is None:
                raise InputError(f"The library has no paper {row.paper}.")
            return {"passages": list(map(passage_record, await search.passages_of(row.paper, row.query, options.top)))}

        async def answer(rows: Sequence[PassageQuery]) -> list[Mapping[str, Any]]:
            return [await found(row) for row in rows]

        yield answer


def passage_record(passage: Passage) -> PassageRow:
    """Return a sentence of a paper as a record."""
    return {"paper": passage.paper, "section": passage.section, "text": passage.text, "score": passage.score}


# ── stance ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FindingQuery:
    """What became of an outcome under an intervention, against a comparator ("" where none is named)."""

    intervention: str
    comparator: str
    outcome: str


@dataclass(frozen=True, slots=True)
class StanceLine:
    """A sentence, and what it is read for."""

    id: Id
    asked: StanceQuery | FindingQuery
    sentence: str


def read_stance(id: Id, fields: Fields) -> StanceLine:
    """Return what a line asks for. Raises InputError."""
    sentence = text_of(fields, "sentence")
    if "outcome" in fields or "intervention" in fields:
        sides = (text_of(fields, "intervention"), optional_text(fields, "comparator"), text_of(fields, "outcome"))
        return StanceLine(id, FindingQuery(*sides), sentence)
    claim = fields.get("claim", fields)
    if not isinstance(claim, dict):
        raise InputError('"claim" must be an object with "subject", "relation" and "object"')
    subject, relation, object = (text_of(claim, name) for name in ("subject", "relation", "object"))
    return StanceLine(id, StanceQuery((subject,), relation, (object,), flag_of(claim, "negated")), sentence)


@asynccontextmanager
async def _reading_stances(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[StanceLine]]:
    async def answer(rows: Sequence[StanceLine]) -> list[Mapping[str, Any]]:
        return [stance_record(row) for row in rows]

    yield answer


def stance_record(line: StanceLine) -> dict[str, Any]:
    """Return what a sentence seems to say as a record; null where it does not decide."""
    match line.asked:
        case FindingQuery(intervention, comparator, outcome):
            effect = read_effect(intervention, comparator, outcome, line.sentence)
            return {"effect": effect.decided.value if effect.decided else None, "score": effect.score}
        case StanceQuery() as claim:
            read = sentence_stance(claim, line.sentence)
            return {"stance": read.stance.value if read.stance else None, "score": read.score}
