"""Papers and sentences of a library: how queries are read, what is found, in which order, and why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter
from kgcore.library.model import Design, Order, Scope, Section, Status
from kgcore.library.query import parse_query, query_of_fields
from kgcore.turn.papers import PaperSearch
from tests.kgcore.library.papers import FALLS, OURS, ZINC


@pytest.fixture
async def search(tmp_path: Path) -> AsyncIterator[PaperSearch]:
    writer = LibraryWriter(tmp_path)
    writer.put(OURS, None)
    writer.close()
    library = EmbeddedLibrary.open(tmp_path)
    yield PaperSearch(library)
    await library.close()


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


# ── what is found ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_paper_with_most_of_the_words_comes_first(search: PaperSearch) -> None:
    first, *_ = await search.hits(parse_query("does zinc shorten the common cold?"), 10)
    assert first.article.id == ZINC.id


async def test_what_only_a_body_tells_leads_where_one_paper_has_far_more_of_it(tmp_path: Path) -> None:
    body = (Section("Methods", "Endotoxin at 2 ng/kg, or saline. Endotoxin at 2 ng/kg changed seroconversion. " * 4),)
    told = replace(ZINC, ids=("PMID:50",), title="A model of inflammation", abstract=(), body=body)
    fronts = [
        replace(ZINC, ids=(f"PMID:{n}",), title=title, abstract=(Section("", "Seroconversion."),), body=())
        for n, title in ((51, "Endotoxin and seroconversion"), (52, "Saline changed seroconversion"))
    ]
    others = [replace(FALLS, ids=(f"PMID:{n}",), title=f"Falls in place {n}") for n in range(60, 80)]
    writer = LibraryWriter(tmp_path)
    writer.put((told, *fronts, *others), None)
    writer.close()
    library = EmbeddedLibrary.open(tmp_path)
    first, *_ = await PaperSearch(library).hits(parse_query("endotoxin 2 ng/kg saline seroconversion changed"), 5)
    assert first.article.id == told.id
    await library.close()


async def test_a_form_of_fields_asks_the_same(search: PaperSearch) -> None:
    hits = await search.hits(query_of_fields({"mesh": ["falls"], "year": ["2018-2020"]}), 10)
    assert [hit.article.id for hit in hits] == [FALLS.id]


async def test_a_result_says_why_it_is_there(search: PaperSearch) -> None:
    trial, pulled = await search.hits(parse_query("zinc nausea"), 10)
    assert trial.why[0] == "title: zinc"
    assert "retracted" in pulled.why


# ── sentences ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_sentence_with_the_result_comes_first_verbatim(search: PaperSearch) -> None:
    first, *_ = await search.passages("zinc duration of colds placebo")
    assert first.paper == ZINC.id
    assert first.section == "Results"
    assert first.text == ZINC.abstract[1].text


async def test_a_paper_is_known_by_any_of_its_ids(search: PaperSearch) -> None:
    for id in ZINC.ids:
        assert await search.passages_of(id, "nausea", 1)
    assert await search.passages_of("PMID:99", "nausea") == ()


async def test_a_sentence_that_shares_one_word_comes_behind_those_that_share_most(tmp_path: Path) -> None:
    stopped = replace(ZINC, ids=("PMID:90",), title="Stopping", abstract=(Section("", "A third stopped it at once."),))
    falls = replace(ZINC, ids=("PMID:91",), title="Falls", abstract=(Section("", "Vitamin D did not reduce falls."),))
    writer = LibraryWriter(tmp_path)
    writer.put((stopped, falls), None)
    writer.close()
    library = EmbeddedLibrary.open(tmp_path)
    first, *_ = await PaperSearch(library).passages("did vitamin d stop falls")
    assert first.text == "Vitamin D did not reduce falls."
    await library.close()


async def test_a_paper_that_has_all_by_other_names_goes_before_one_that_has_a_word_of_it(tmp_path: Path) -> None:
    titles = (
        "Ondansetron for postoperative vomiting in laparoscopic cholecystectomy",
        "Gallbladder wall and its removal from a jar: a case of throwing",
        "Zinc for colds",
        "Vitamin D and falls",
    )
    writer = LibraryWriter(tmp_path)
    writer.put([replace(ZINC, ids=(f"PMID:{n}",), title=t, abstract=(), body=()) for n, t in enumerate(titles)], None)
    writer.close()
    library = EmbeddedLibrary.open(tmp_path)
    try:
        search = PaperSearch(library)
        wide = await search.widened(parse_query("throwing up after keyhole gallbladder removal"))
        first, *_ = await search.hits(wide.query, 3)
        assert first.article.title == titles[0]
        assert {"vomiting", "laparoscopic", "cholecystectomy"} <= {*wide.synonyms}
        assert first.why == ("title: vomiting, laparoscopic, cholecystectomy",)  # nothing that was asked for is missing
    finally:
        await library.close()
