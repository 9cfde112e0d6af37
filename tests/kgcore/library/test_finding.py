"""Papers and sentences of a library: how queries are read, what is found, in which order, and why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter
from kgcore.library.model import Article, Design, Order, Scope, Section, Status
from kgcore.library.query import parse_query, query_of_fields
from kgcore.turn.papers import PaperSearch

TRIAL = Article(
    ("PMC:PMC1", "PMID:1", "DOI:10.1000/a"),
    "Zinc lozenges for the common cold: a randomised trial",
    (
        Section("Background", "Zinc may shorten colds."),
        Section("Results", "Zinc significantly reduced the duration of colds compared with placebo (p = 0.01)."),
    ),
    (Section("Methods", "We randomised 100 adults. Nausea was recorded daily."),),
    authors=("Smith, Ann",),
    journal="The Lancet",
    year=2015,
    design=Design.RANDOMISED_TRIAL,
)
COHORT = Article(
    ("PMID:2",),
    "Vitamin D and falls in older adults",
    (Section("Abstract", "In this cohort, vitamin D was not associated with falls."),),
    journal="BMJ",
    year=2019,
    mesh=("Accidental Falls", "Vitamin D"),
    design=Design.COHORT,
)
PULLED = Article(
    ("PMID:3",),
    "Zinc cures everything",
    (Section("Abstract", "Zinc and the common cold in mice."),),
    year=2017,
    status=Status.RETRACTED,
    design=Design.ANIMAL,
)


@pytest.fixture
async def search(tmp_path: Path) -> AsyncIterator[PaperSearch]:
    writer = LibraryWriter(tmp_path)
    writer.put((TRIAL, COHORT, PULLED), None)
    writer.close()
    library = EmbeddedLibrary.open(tmp_path)
    yield PaperSearch(library)
    await library.close()


async def found(search: PaperSearch, text: str) -> list[str]:
    return [hit.article.id for hit in await search.hits(parse_query(text), 10)]


# ── what is asked ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_field_holds_until_the_next_one() -> None:
    query = parse_query("title: zinc colds journal:lancet")
    assert [(t.text, t.scope) for t in query.terms] == [
        ("zinc", Scope.TITLE),
        ("colds", Scope.TITLE),
        ("lancet", Scope.JOURNAL),
    ]


def test_filters_and_orders_are_no_words() -> None:
    query = parse_query("zinc year:2010..2016 type:rct is:retracted sort:year")
    assert [t.text for t in query.terms] == ["zinc"]
    assert query.years == (2010, 2016)
    assert query.designs == {Design.RANDOMISED_TRIAL}
    assert query.statuses == {Status.RETRACTED}
    assert query.order is Order.YEAR


@pytest.mark.parametrize("text", ["year:soon", "is:blue", "sort:colour"])
def test_what_cannot_be_read_says_what_there_is(text: str) -> None:
    with pytest.raises(InputError):
        parse_query(f"zinc {text}")


@pytest.mark.parametrize("text", ['"', "-", ":", "title:", "a:b:c", '"zinc', "()*^", "NEAR(zinc)", "zinc AND", "\x00"])
async def test_odd_signs_are_no_errors(search: PaperSearch, text: str) -> None:
    await found(search, text)


# ── what is found ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_paper_with_most_of_the_words_comes_first(search: PaperSearch) -> None:
    assert (await found(search, "does zinc shorten the common cold?"))[0] == TRIAL.id


async def test_every_field_that_is_filled_must_match(search: PaperSearch) -> None:
    assert await found(search, "title: zinc journal: lancet") == [TRIAL.id]
    assert await found(search, "title: zinc journal: bmj") == []
    hits = await search.hits(query_of_fields({"mesh": ["falls"], "year": ["2018-2020"]}), 10)
    assert [hit.article.id for hit in hits] == [COHORT.id]


async def test_phrases_stand_together_and_minus_leaves_out(search: PaperSearch) -> None:
    assert await found(search, '"common cold" -mice') == [TRIAL.id]
    assert await found(search, '"cold common"') == []


async def test_designs_years_and_status_filter(search: PaperSearch) -> None:
    assert await found(search, "zinc type:rct") == [TRIAL.id]
    assert await found(search, "zinc year:2016..") == [PULLED.id]
    assert await found(search, "zinc is:retracted") == [PULLED.id]
    assert await found(search, "zinc -is:retracted") == [TRIAL.id]


async def test_a_result_says_why_it_is_there(search: PaperSearch) -> None:
    trial, pulled = await search.hits(parse_query("zinc nausea"), 10)
    assert trial.why[0] == "title: zinc"
    assert "retracted" in pulled.why


# ── sentences ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_sentence_with_the_result_comes_first_verbatim(search: PaperSearch) -> None:
    first, *_ = await search.passages("zinc duration of colds placebo")
    assert first.paper == TRIAL.id
    assert first.section == "Results"
    assert first.text == TRIAL.abstract[1].text


async def test_a_paper_is_known_by_any_of_its_ids(search: PaperSearch) -> None:
    for id in TRIAL.ids:
        assert await search.passages_of(id, "nausea", 1)
    assert await search.passages_of("PMID:99", "nausea") == ()
