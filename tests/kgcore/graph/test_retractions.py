"""Retracted papers count for nothing: what rests on them alone is gone, what rests on others, too, stays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.retractions import WithoutRetracted, sound_edges
from kgcore.ingest.importing import import_graph
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter
from kgcore.library.model import Article, Design, Status
from kgcore.turn.checking import Checker
from kgcore.values.model import Edge, Mention, Triple
from kgcore.verdicts import Verdict
from tests.kgcore.graph.tables import write
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]
CLAIM = Triple(Mention("ginkgo"), "prevents", Mention("dementia"))


@pytest_asyncio.fixture
async def library(tmp_path: Path) -> AsyncIterator[EmbeddedLibrary]:
    LibraryWriter(tmp_path / "papers").close()
    library = EmbeddedLibrary.open(tmp_path / "papers")
    yield library
    await library.close()


async def test_a_verdict_that_rested_on_retracted_papers_changes(
    bot: Bot, library: EmbeddedLibrary, tmp_path: Path
) -> None:
    checker = Checker(WithoutRetracted(bot.graph, library), bot.vocabulary)
    (before,) = await checker.check([CLAIM])
    assert before.verdict is Verdict.CONTRADICTED
    writer = LibraryWriter(tmp_path / "papers")
    writer.put([Article((id,), f"Paper {id}", status=Status.RETRACTED) for id in before.papers_against], None)
    writer.close()
    (after,) = await checker.check([CLAIM])
    assert after.verdict is not Verdict.CONTRADICTED
    assert not set(after.papers_against) & set(before.papers_against)


def test_papers_that_are_left_keep_their_sentences() -> None:
    edge = Edge("e", "a", "TREATS", "b", publications=("PMID:1", "pmid:02", "DOI:10.1000/X"), sentences=("x", "y", "z"))
    (kept,) = sound_edges([edge], {"PMID:2"})
    assert (kept.publications, kept.sentences) == (("PMID:1", "DOI:10.1000/X"), ("x", "z"))
    assert sound_edges([edge], {"PMID:1", "PMID:2", "DOI:10.1000/x"}) == ()


def test_an_edge_that_never_had_papers_stays() -> None:
    edge = Edge("e", "a", "TREATS", "b")
    assert sound_edges([edge], {"PMID:2"}) == (edge,)


async def test_papers_of_the_graph_get_authors_and_design_from_the_library(
    bot: Bot, library: EmbeddedLibrary, tmp_path: Path
) -> None:
    (before,) = await Checker(bot.graph, bot.vocabulary).check([CLAIM])
    id = before.papers_against[0]
    writer = LibraryWriter(tmp_path / "papers")
    writer.put([Article((id,), "Its title there", authors=("Doe, Jo",), design=Design.COHORT)], None)
    writer.close()
    graph = WithoutRetracted(bot.graph, library)
    paper = (await graph.papers([id]))[id]
    assert (paper.authors, paper.design) == (("Doe, Jo",), "cohort")
    assert paper.title == (await bot.graph.papers([id]))[id].title
    assert await graph.papers(["PMID:999999999"]) == {}


async def test_what_the_library_does_not_know_of_a_citation_stays_the_graphs(
    library: EmbeddedLibrary, tmp_path: Path
) -> None:
    await import_graph(write(tmp_path / "tables"), tmp_path / "graph", embedder=None)
    base = EmbeddedGraph.open(tmp_path / "graph")
    writer = LibraryWriter(tmp_path / "papers")
    known = Article(("PMID:1",), "Its title there", volume="99"), Article(("PMID:2",), "T", authors=("Roe, Al",))
    writer.put(known, None)
    writer.close()
    papers = await WithoutRetracted(base, library).papers(["PMID:1", "PMID:2"])
    assert papers["PMID:1"].citation == (("Doe, Jo, Jr", "A Group"), "99", "3", "115-120")
    assert papers["PMID:2"].authors == ("Roe, Al",)
    await base.close()
