"""One suite for every backend of the library: papers in, found, joined, told of retractions, and out again."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio
from numpy.typing import NDArray

from kgcore.errors import LibraryError, LibraryNotFound
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter as EmbeddedWriter
from kgcore.library.fields import characters_of
from kgcore.library.ids import title_id
from kgcore.library.model import (
    Article,
    Design,
    Hit,
    LibraryQuery,
    SavedSearch,
    Section,
    Status,
    Term,
)
from kgcore.library.neo4j.connection import Connection, Place
from kgcore.library.neo4j.library import Neo4jLibrary
from kgcore.library.neo4j.writer import Neo4jWriter
from kgcore.library.query import parse_query
from kgcore.ports import Embedder, Library, LibraryWriter
from tests.kgcore.graph.tables import LetterEmbedder
from tests.kgcore.library.papers import FALLS, OURS, ZINC
from tests.servers.neo4j import access, needs_neo4j, opened, wipe

NOTICE = Article(("PMID:9",), "Retraction of a paper on falls", year=2020, notices=(("PMID:2", Status.RETRACTED),))
Opened = tuple[Callable[[str], LibraryWriter], Callable[[Embedder | None], Library]]


def embedded(folder: Path) -> Opened:
    return lambda name: EmbeddedWriter(folder, name), lambda embedder: EmbeddedLibrary.open(folder, embedder)


def neo4j(_: Path) -> Opened:
    own = access()
    place = Place(own.uri, own.user, own.password, own.database)
    return (
        lambda name: Neo4jWriter(Connection(place), name),
        lambda embedder: Neo4jLibrary(Connection(place), embedder),
    )


# Another backend joins with one line: how its library is written and read.
BACKENDS: dict[str, Callable[[Path], Opened]] = {"embedded": embedded, "neo4j": neo4j}
PARAMETERS = ["embedded", pytest.param("neo4j", marks=needs_neo4j)]


@pytest_asyncio.fixture(params=PARAMETERS)
async def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    if request.param == "neo4j":
        async with opened() as bolt:
            await wipe(bolt)
    return BACKENDS[request.param](tmp_path / "library")


@pytest_asyncio.fixture
async def library(backend: Opened) -> AsyncIterator[Library]:
    put(backend, OURS)
    library = backend[1](None)
    yield library
    await library.close()


def put(backend: Opened, articles: Sequence[Article], files: Sequence[tuple[str, str]] = ()) -> tuple[int, int, int]:
    writer = backend[0]("")
    try:
        done = writer.put(articles, None, files)
        return done.new, done.joined, done.known
    finally:
        writer.close()


async def found(library: Library, text: str) -> list[str]:
    return [hit.article.id for hit in await library.search(parse_query(text))]


async def test_where_a_paper_stands_in_its_journal_is_filled_in_by_a_later_record(backend: Opened) -> None:
    ahead = replace(ZINC, volume="", issue="", pages="", editors=())
    assert put(backend, [ahead]) == (1, 0, 0)
    assert put(backend, [replace(FALLS, ids=ZINC.ids[1:], volume="385", pages="115-120")]) == (0, 1, 0)
    library = backend[1](None)
    (kept,) = (await library.articles([ZINC.id])).values()
    assert kept.place == ("385", "", "115-120")
    await library.close()


async def test_a_library_that_is_not_there_is_not_made_by_reading(backend: Opened) -> None:
    with pytest.raises(LibraryNotFound, match="no library"):
        backend[1](None)


async def test_what_it_holds_is_counted(library: Library) -> None:
    info = await library.info()
    assert (info.articles, info.with_body, info.tables, info.retracted, info.years) == (3, 1, 1, 1, (2015, 2019))
    assert info.designs == {"randomised trial": 1, "cohort": 1, "animal study": 1}
    assert info.characters > 100


async def test_articles_come_back_whole_by_any_id_and_without_their_bodies_where_these_are_not_wanted(
    library: Library,
) -> None:
    whole = await library.articles([*ZINC.ids, "PMID:99"])
    assert whole == dict.fromkeys(ZINC.ids, ZINC)
    (described,) = (await library.articles(["PMID:1"], whole=False)).values()
    assert (described.title, described.body, described.tables) == (ZINC.title, (), ())
    assert (await library.tables(["PMC:PMC1"]))["PMC:PMC1"] == ZINC.tables
    assert await library.with_tables() == {"DOI:10.1000/a": f"{characters_of(ZINC)}:1"}
    assert list(await library.ids()) == ["PMC:PMC1", "PMID:2", "PMID:3"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("title: zinc journal: lancet", ["PMC:PMC1"]),
        ("title: zinc journal: bmj", []),
        ("mesh: falls", ["PMID:2"]),
        ("author: smith", ["PMC:PMC1"]),
        ("body: nausea", ["PMC:PMC1"]),
        ("caption: lozenge", ["PMC:PMC1"]),
        ("table: 4.4", ["PMC:PMC1"]),
        ('"common cold" -mice', ["PMC:PMC1"]),
        ("zinc -nausea", ["PMID:3"]),
        ('"cold common"', []),
        ("zinc type:rct", ["PMC:PMC1"]),
        ('zinc type:"randomized controlled trial"', ["PMC:PMC1"]),
        ("zinc year:2016..", ["PMID:3"]),
        ("zinc is:retracted", ["PMID:3"]),
        ("zinc sort:year", ["PMID:3", "PMC:PMC1"]),
        ("zinc sort:citations", ["PMC:PMC1", "PMID:3"]),
        ("like:PMID:99", []),
        ("falling", ["PMID:2"]),
        ("zinc AND nausea", ["PMC:PMC1"]),
        ("(falls OR nausea) AND (zinc OR vitamin)", ["PMID:2", "PMC:PMC1"]),
        ("zinc AND NOT nausea", ["PMID:3"]),
        ("Smith A[au] AND zinc[ti]", ["PMC:PMC1"]),
        ('author:"Ann Smith"', ["PMC:PMC1"]),
        ("author:jones", []),
        ('"Accidental Falls"[Mesh]', ["PMID:2"]),
        ("zinc 2016..2018", ["PMID:3"]),
        ("TITLE-ABS-KEY(zinc) AND PUBYEAR < 2016", ["PMC:PMC1"]),
        ("allintitle: vitamin falls", ["PMID:2"]),
        ("randomised trial[ti]", ["PMC:PMC1"]),
        ("“common cold” –mice", ["PMC:PMC1"]),
    ],
)
async def test_fields_phrases_exclusion_filters_and_orders(library: Library, text: str, ids: list[str]) -> None:
    assert await found(library, text) == ids


async def test_words_beside_a_phrase_say_which_of_very_many_papers_with_it_are_meant(backend: Opened) -> None:
    """More papers have the phrase than are looked at for an order."""
    many = [
        Article(
            (f"PMID:{n}",), f"Usual care of wounds {n}", (Section("Abstract", "Usual care, usual care."),), year=2001
        )
        for n in range(100, 240)
    ]
    meant = replace(ZINC, abstract=(Section("Abstract", f"{'Lozenges were compared. ' * 30} Some had usual care."),))
    put(backend, [*many, meant])
    library = backend[1](None)
    assert (await found(library, '"usual care" lozenges'))[0] == "PMC:PMC1"
    assert (await found(library, "+usual care lozenges"))[0] == "PMC:PMC1"
    await library.close()


async def test_words_bound_by_a_hyphen_say_more_together_than_apart(backend: Opened) -> None:
    """Both papers have all of the words, one of them as often as it likes."""
    apart = Section("Abstract", "Surgery was put off. The pump was on, and off again: a pump in surgery is on or off.")
    meant = Section("Abstract", "Bypass surgery was done off-pump in half, and on-pump in the others.")
    put(backend, [replace(FALLS, abstract=(apart,)), replace(ZINC, abstract=(meant,))])
    library = backend[1](None)
    assert (await found(library, "off-pump surgery"))[0] == "PMC:PMC1"
    await library.close()


ODD = ['"', "-", ":", "title:", "a:b:c", "()*^", "NEAR(zinc)", "zinc AND", "*:*", "zinc~ OR", "🙂", "zinc " * 300, "\\"]


@pytest.mark.parametrize("text", ODD)
async def test_odd_signs_are_no_errors(library: Library, text: str) -> None:
    await found(library, text)
    await library.corrections([text])
    assert await library.articles([text, "\ud800", "x" * 9000]) == {}


async def test_a_word_that_no_paper_has_is_read_as_the_nearest_that_two_have(library: Library) -> None:
    assert await library.corrections(["zync", "lozenges", "xq", "qqqqqq"]) == {}  # each in one paper, or too far
    assert await library.corrections(["commmon"]) == {"commmon": "common"}


async def test_the_beginning_of_a_word_is_read_as_the_words_that_begin_so(library: Library) -> None:
    assert await library.beginning_with(["Nau", "random", "qqq", "*"]) == {"Nau": ("nausea",), "random": ("randomis",)}


async def test_words_that_begin_alike_come_commonest_first_wherever_in_a_paper_they_stand(backend: Opened) -> None:
    first = Article(("PMID:31",), "Metformin", abstract=(Section("", "Metformin and metaphors."),))
    second = replace(first, ids=("PMID:32",), title="Metformin again", abstract=(Section("", "Metastasis."),))
    put(backend, (first, second))
    library = backend[1](None)
    assert await library.beginning_with(["met"]) == {"met": ("metformin", "metaphor", "metastasi")}
    assert await library.beginning_with(["METFORM", "MÉT", "met%", "met_", "met'", "\\"]) == {"METFORM": ("metformin",)}
    assert await library.beginning_with([]) == {}
    await library.close()


async def test_words_of_papers_that_are_gone_begin_nothing(backend: Opened) -> None:
    put(backend, (ZINC, FALLS))
    writer = backend[0]("")
    writer.remove(["PMID:1"])
    writer.close()
    library = backend[1](None)
    assert await library.beginning_with(["lozen", "fal"]) == {"fal": ("fall",)}
    await library.close()


async def test_of_very_many_words_that_begin_alike_the_commonest_are_taken(backend: Opened) -> None:
    many = Article(("PMID:33",), "Words", abstract=(Section("", " ".join(f"zz{n:03}" for n in range(200))),))
    put(backend, (many, replace(many, ids=("PMID:34",), title="Of zz150", abstract=())))
    library = backend[1](None)
    (words,) = (await library.beginning_with(["zz"])).values()
    assert words[:2] == ("zz150", "zz000")
    assert len(words) < 200
    await library.close()


async def test_a_paper_is_one_whoever_brings_it(backend: Opened) -> None:
    assert put(backend, (ZINC, FALLS)) == (2, 0, 0)
    assert put(backend, (ZINC,)) == (0, 0, 1)
    nameless = Article(("TITLE:x",), FALLS.title, year=2019, authors=("Jones, Bo",), url="https://example.org")
    assert put(backend, (nameless,)) == (0, 1, 0)
    library = backend[1](None)
    both = (await library.articles(["PMID:2"]))["PMID:2"]
    assert (both.authors, both.mesh, both.ids) == (("Jones, Bo",), FALLS.mesh, ("PMID:2",))
    assert await found(library, "author: jones") == ["PMID:2"]
    assert (await library.info()).articles == 2
    await library.close()


async def test_papers_that_go_by_their_titles_alone_can_be_joined(backend: Opened) -> None:
    with_year = Article((title_id("Zinc and colds", 2015), title_id("Zinc and colds", None)), "Zinc and colds")
    assert put(backend, [with_year, replace(with_year, journal="BMJ")]) == (1, 1, 0)


async def test_a_retraction_counts_before_and_after_the_paper_comes(backend: Opened) -> None:
    put(backend, (FALLS,))
    library = backend[1](None)
    assert await library.retracted() == frozenset()
    put(backend, (NOTICE,))
    assert await library.retracted() == {"PMID:2"}
    assert await library.statuses(["PMID:2", "PMID:77"]) == {"PMID:2": Status.RETRACTED}
    put(backend, (Article(("PMID:4",), "Another", notices=(("PMID:5", Status.CONCERN),)),))
    put(backend, (Article(("PMID:5", "DOI:10.1/5"), "Doubted"),))
    assert (await library.statuses(["DOI:10.1/5"]))["DOI:10.1/5"] is Status.CONCERN
    await library.close()


async def test_what_is_removed_is_found_no_more_and_can_come_again(backend: Opened) -> None:
    put(backend, OURS)
    writer = backend[0]("")
    assert writer.remove(["DOI:10.1000/a", "PMID:99"]) == 1
    writer.close()
    library = backend[1](None)
    assert await found(library, "zinc") == ["PMID:3"]
    assert await found(library, "nausea") == []
    assert put(backend, (ZINC,)) == (1, 0, 0)
    assert await found(library, "nausea") == ["PMC:PMC1"]
    await library.close()


async def test_nothing_of_a_batch_is_in_where_one_of_it_fails(backend: Opened) -> None:
    put(backend, (FALLS,))
    broken = Article(("PMID:8",), "Half", year=1 << 70)  # no backend has room for that
    writer = backend[0]("")
    with pytest.raises((LibraryError, OverflowError)):
        writer.put((ZINC, broken), None, [("file", "1")])
    assert not writer.has_file("file", "1")
    writer.close()
    library = backend[1](None)
    assert list(await library.ids()) == ["PMID:2"]
    assert await found(library, "zinc") == []
    await library.close()


async def test_files_and_searches_are_remembered(backend: Opened) -> None:
    put(backend, (FALLS,), [("trials.xml", "12:34")])
    writer = backend[0]("")
    assert writer.has_file("trials.xml", "12:34")
    assert not writer.has_file("trials.xml", "12:35")
    writer.save_search(SavedSearch("zinc", "zinc type:rct"))
    writer.save_search(SavedSearch("zinc", "zinc type:rct", date(2026, 1, 2)))
    assert writer.searches() == (SavedSearch("zinc", "zinc type:rct", date(2026, 1, 2)),)
    assert writer.forget_search("zinc")
    assert not writer.forget_search("zinc")
    writer.close()


# ── the same order everywhere ───────────────────────────────────────────────────────────────────────────────────────

WORDS = (  # noqa: SIM905
    "zinc cold colds falls vitamin dementia placebo adults trial sleep pain dose risk blood pressure sodium intake "
    "children exercise weight glucose insulin asthma anxiety oncology possibly naïve Ångström β-carotene µg 12.5"
).split()
QUERIES = (
    "zinc colds",
    "blood pressure in children",
    '"blood pressure" sodium -dementia',
    "title: vitamin abstract: falls body: placebo",
    '"vitamin dementia" exercise',
    "oncology anxiety year:2010..2016",
    "naive angstrom carotene type:rct",
    "zinc zinc cold possibly intake weight glucose insulin asthma",
    "sleep sort:year",
    "like:PMID:7",
)


def made_up(count: int) -> list[Article]:
    """Return papers of random words, rare ones and common ones."""
    chance = random.Random(7)  # noqa: S311  (the same papers every time)
    weights = [1 / (n + 1) for n in range(len(WORDS))]

    def text(length: int) -> str:
        return " ".join(chance.choices(WORDS, weights, k=length))

    return [
        Article(
            (f"PMID:{n + 1}",),
            text(8),
            (Section("Abstract", text(60)),),
            (Section("Methods", text(200)),) if n % 3 else (),
            year=2005 + n % 15,
            mesh=(text(2),),
            design=Design.RANDOMISED_TRIAL if n % 4 else Design.COHORT,
        )
        for n in range(count)
    ]


@needs_neo4j
@pytest.mark.parametrize("with_meaning", [False, True])
async def test_one_query_gives_one_order_in_every_backend(tmp_path: Path, *, with_meaning: bool) -> None:
    articles = made_up(90)
    embedder = LetterEmbedder() if with_meaning else None
    vectors = await embedder.embed([a.title.replace(" ", "") for a in articles]) if embedder else None
    async with opened() as bolt:
        await wipe(bolt)
    answers: list[list[tuple[Hit, ...]]] = []
    for name, opening in BACKENDS.items():
        _filled(opening(tmp_path / name)[0], articles, vectors, embedder)
        library = opening(tmp_path / name)[1](embedder)
        queries = [parse_query(text) for text in QUERIES]
        queries.append(LibraryQuery("zinc", (Term("zinc"), Term("vitamin d", also=("falls",), added=True))))
        sought = Term("vitamin d", also=("sodium",), added=True, of=("fall", "pressur"))
        queries.append(LibraryQuery("falls pressure", (Term("falls"), Term("pressure"), sought)))
        queries.append(parse_query(articles[4].title.replace(" ", "")))  # no paper has this word
        answers.append([tuple(await library.search(query, 20)) for query in queries])
        await library.close()
    first, second = answers
    assert sum(map(bool, first[: len(QUERIES)])) >= len(QUERIES) - 1
    assert [h.article.id for h in first[-1][:1]] == (["PMID:5"] if with_meaning else [])
    for ours, theirs in zip(first, second, strict=True):
        assert [(h.article.id, h.score, h.why) for h in ours] == [(h.article.id, h.score, h.why) for h in theirs]


def _filled(
    writing: Callable[[str], LibraryWriter],
    articles: Sequence[Article],
    vectors: NDArray[np.float32] | None,
    embedder: Embedder | None,
) -> None:
    writer = writing(embedder.name if embedder else "")
    writer.put(articles, vectors)
    writer.optimise()
    writer.close()
