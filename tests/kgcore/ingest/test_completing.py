"""Papers get titles and years from PubMed's files or from NCBI; what goes wrong changes nothing that was there."""

from __future__ import annotations

import asyncio
import gzip
import io
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.errors import GraphError, InputError
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.rows import open_rows
from kgcore.ingest.cells import read_citation
from kgcore.ingest.completing import complete_papers, papers_lacking
from kgcore.ingest.importing import import_graph
from kgcore.ingest.pubmed import Article, Ncbi, articles_in, read_articles
from kgcore.values.citation import Citation
from kgcore.values.model import MOST_LISTED, Paper
from tests.kgcore.graph.tables import EDGES, contents, write
from tests.servers.ncbi import DOCTYPE, FakeNcbi

XML = f"""{DOCTYPE}<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">2</PMID><Article><Journal><JournalIssue><PubDate>
<MedlineDate>2003 Nov-Dec</MedlineDate></PubDate></JournalIssue><Title>Another</Title></Journal>
<ArticleTitle>Not wanted.</ArticleTitle></Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID Version="1">3</PMID><Article><Journal><JournalIssue><PubDate>
<MedlineDate>2003 Nov-Dec</MedlineDate></PubDate></JournalIssue><ISOAbbreviation>J Abbr</ISOAbbreviation></Journal>
<ArticleTitle>Donepezil in <i>severe</i> disease
 &amp; after.</ArticleTitle></Article></MedlineCitation></PubmedArticle>
<PubmedBookArticle><BookDocument><PMID>9</PMID><Book><Publisher><PublisherName>Press</PublisherName></Publisher>
<BookTitle>A book</BookTitle><PubDate><Year>1999</Year></PubDate></Book></BookDocument></PubmedBookArticle>
<PubmedArticle><MedlineCitation><PMID>77</PMID><Article><ArticleTitle>By its DOI</ArticleTitle></Article>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/FOUR</ArticleId></ArticleIdList>
</PubmedData></PubmedArticle>
<DeleteCitation><PMID>5</PMID></DeleteCitation></PubmedArticleSet>
"""
ARTICLES = {str(n): (f"Title {n}", "The Journal", 1990 + n % 30) for n in range(1, 1000)}


def graph(room: Path, **tables: str) -> Path:
    asyncio.run(import_graph(write(room / "tables", **tables), room / "graph", embedder=None))
    return room / "graph"


def papers(folder: Path, *ids: str) -> list[Paper]:
    async def read() -> list[Paper]:
        opened = EmbeddedGraph.open(folder)
        found = await opened.papers(ids)
        await opened.close()
        return [found[id] for id in ids]

    return asyncio.run(read())


def nobody(done: int, total: int) -> None:
    assert 0 <= done <= total


def from_file(path: Path) -> Callable[[Sequence[str]], list[Article]]:
    return lambda _: list(articles_in(path, nobody))


@pytest.mark.parametrize("zipped", [False, True])
def test_what_is_empty_is_filled_from_a_file_and_nothing_else(tmp_path: Path, zipped: bool) -> None:
    folder = graph(tmp_path)
    assert papers_lacking(folder) == ["PMID:2", "PMID:3", "DOI:10.1000/four"]
    path = tmp_path / ("pubmed.xml.gz" if zipped else "pubmed.xml")
    path.write_bytes(gzip.compress(XML.encode()) if zipped else XML.encode())
    done = complete_papers(folder, from_file(path))
    assert (done.lacking, done.completed, done.left, done.trouble) == (3, 2, 3, "")
    assert done.filled == {"title": 2, "journal": 1, "year": 1}
    third, fourth, second = papers(folder, "PMID:3", "DOI:10.1000/four", "PMID:2")
    assert (third.title, third.journal, third.year) == ("Donepezil in severe disease & after", "J Abbr", 2003)
    assert (fourth.title, fourth.year) == ("By its DOI", None)
    assert second.title == "Cholinesterase inhibitors reviewed"


@pytest.mark.parametrize("id", ["PMC:77", "PMC:PMC77"])
def test_a_paper_of_pubmed_central_is_completed_however_its_id_is_written(tmp_path: Path, id: str) -> None:
    folder = graph(tmp_path, papers=f"id\ttitle\tjournal\tyear\turl\n{id}\t\t\t\t\n")
    article = Article(("PMID:5", "PMC:PMC77"), "A title", "J", 2001)
    assert complete_papers(folder, lambda _: [article]).completed == 1
    assert papers(folder, "PMC:PMC77")[0].title == "A title"


def test_completed_papers_are_found_by_their_words_and_date_their_edges(tmp_path: Path) -> None:
    folder = graph(tmp_path)
    (tmp_path / "p.xml").write_text(XML, encoding="utf-8")
    complete_papers(folder, from_file(tmp_path / "p.xml"))

    async def look() -> None:
        opened = EmbeddedGraph.open(folder)
        assert "PMID:3" in [p.id for p in await opened.search_papers("severe donepezil")]
        assert 2003 in opened._arrays.year.tolist()
        await opened.close()

    asyncio.run(look())


def test_of_very_many_papers_those_that_get_a_strong_title_are_listed(tmp_path: Path) -> None:
    ids = [f"PMID:{n}" for n in range(1, MOST_LISTED + 11)]
    row = "\t".join(["E0", "D:1", "PREVENTS", "X:4", "false", "|".join(ids), "hand", "", "", ""])
    folder = graph(tmp_path, edges=f"{EDGES}{row}\n")
    complete_papers(folder, lambda _: [Article((ids[-1],), "A systematic review of it", "J", 2001)])

    async def look() -> None:
        opened = EmbeddedGraph.open(folder)
        (edge,) = (await opened.edges_between([("D:1", "X:4")]))["D:1", "X:4"]
        assert (edge.publications[0], edge.unlisted) == (ids[-1], 10)
        await opened.close()

    asyncio.run(look())


def test_a_file_that_is_no_pubmed_changes_nothing(tmp_path: Path) -> None:
    folder = graph(tmp_path)
    before = contents(folder)
    for text, words in (
        ("<rss/>", "no PubMed XML"),
        ("<PubmedArticleSet><a></PubmedArticleSet>", "no whole XML"),
        ("", "no whole XML"),
        ('<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><PubmedArticleSet>&b;</PubmedArticleSet>', "entities"),
        ('<?xml version="1.0" encoding="klingon"?><PubmedArticleSet/>', "encoding|no whole"),
    ):
        (tmp_path / "p.xml").write_text(text, encoding="utf-8")
        done = complete_papers(folder, from_file(tmp_path / "p.xml"))
        assert done.completed == 0
        with pytest.raises(InputError, match=words):
            list(articles_in(tmp_path / "p.xml", nobody))
    assert contents(folder) == before


@given(content=st.binary(max_size=80), at=st.integers(0, len(XML)))
def test_any_bytes_give_articles_or_an_error_of_ours(content: bytes, at: int) -> None:
    raw = XML.encode()
    try:
        found = list(read_articles(io.BytesIO(raw[:at] + content + raw[at:]), "x.xml"))
    except InputError:
        return
    assert all(a.ids[0].startswith("PMID:") for a in found)


CITED = """<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>2</PMID><Article><Journal><JournalIssue>
<Volume>12</Volume><Issue>3 Suppl 1</Issue><PubDate><Year>2003</Year></PubDate></JournalIssue></Journal>
<ArticleTitle>T</ArticleTitle><Pagination><StartPage>S115</StartPage><EndPage>S120</EndPage>
<MedlinePgn>S115-20</MedlinePgn></Pagination><AuthorList CompleteYN="Y" Type="authors">
<Author ValidYN="Y"><LastName>King</LastName><ForeName>Martin Luther</ForeName><Initials>ML</Initials>
<Suffix>Jr</Suffix></Author>
<Author ValidYN="N"><LastName>Mueler</LastName><ForeName>Ann</ForeName><Initials>A</Initials></Author>
<Author ValidYN="Y"><LastName>M&#xfc;ller</LastName><Initials>A</Initials></Author>
<Author ValidYN="Y"><LastName>Wang</LastName><ForeName>Wei</ForeName><Initials>W</Initials></Author>
<Author ValidYN="Y"><LastName>Wang</LastName><ForeName>Wei</ForeName><Initials>W</Initials></Author>
<Author ValidYN="Y"><CollectiveName>Memory Group, University, and <i>others</i> | more</CollectiveName></Author>
</AuthorList></Article><InvestigatorList><Investigator ValidYN="Y"><LastName>Nobody</LastName></Investigator>
</InvestigatorList></MedlineCitation></PubmedArticle></PubmedArticleSet>"""


def test_authors_and_place_are_read_as_pubmed_writes_them(tmp_path: Path) -> None:
    folder = graph(tmp_path)
    (tmp_path / "p.xml").write_text(CITED, encoding="utf-8")
    before = papers(folder, "PMID:1")
    done = complete_papers(folder, from_file(tmp_path / "p.xml"))
    assert (done.completed, done.filled) == (1, {"authors": 1, "volume": 1, "issue": 1, "pages": 1})
    (paper,) = papers(folder, "PMID:2")
    authors = (
        "King, Martin Luther, Jr",
        "Müller, A",
        "Wang, Wei",
        "Wang, Wei",
        "Memory Group; University; and others ¦ more",
    )
    assert paper.citation == (authors, "12", "3 Suppl 1", "S115-S120")
    assert (paper.title, paper.year) == ("Cholinesterase inhibitors reviewed", 2021)
    assert papers(folder, "PMID:1") == before
    assert "PMID:2" not in papers_lacking(folder)
    with open_rows(folder) as rows:  # an import of an export takes all of it
        assert all(read_citation(row.citation.cells()) == (row.citation, ()) for row in rows.papers())


def test_a_graph_that_never_had_authors_gets_them(tmp_path: Path) -> None:
    folder = graph(tmp_path, papers="id\ttitle\tjournal\tyear\turl\nPMID:2\tKept\tJ\t2001\t\n")
    (tmp_path / "p.xml").write_text(CITED, encoding="utf-8")
    assert complete_papers(folder, from_file(tmp_path / "p.xml")).filled["authors"] == 1
    assert papers(folder, "PMID:2")[0].authors[1:3] == ("Müller, A", "Wang, Wei")


def test_of_what_is_there_nothing_is_written_over(tmp_path: Path) -> None:
    head = "id\ttitle\tjournal\tyear\turl\tauthors\tvolume\n"
    folder = graph(tmp_path, papers=f"{head}PMID:2\t\t\t\t\tDoe, Jo\t7\n")
    (tmp_path / "p.xml").write_text(CITED, encoding="utf-8")
    done = complete_papers(folder, from_file(tmp_path / "p.xml"))
    assert done.filled == {"title": 1, "year": 1, "issue": 1, "pages": 1}
    assert papers(folder, "PMID:2")[0].citation == (("Doe, Jo",), "7", "3 Suppl 1", "S115-S120")


def test_what_an_older_cache_lacks_is_asked_for_once_and_what_it_has_is_used(tmp_path: Path) -> None:
    cited = {"1": Citation(("Doe, Jo",), "12", "", "115-120")}
    with closing(sqlite3.connect(tmp_path / "c.db")) as db, db:
        db.execute("CREATE TABLE articles(pmid TEXT PRIMARY KEY, title TEXT, journal TEXT, year INTEGER)")
        db.executemany(
            "INSERT INTO articles VALUES(?,?,?,?)", [("PMID:1", "Kept", "J", 1999), ("PMID:5000", "", "", 0)]
        )
    wanted = ["PMID:1", "PMID:5000"]
    with (fake := FakeNcbi(ARTICLES, [500] * 5, cited=cited)).serving():
        lost = Ncbi(tmp_path / "c.db", url=fake.url, wait=lambda _: None).articles(wanted, nobody)
        assert next(iter(lost)) == Article(("PMID:1",), "Kept", "J", 1999, None)
        with pytest.raises(GraphError):
            next(iter(lost))
        asked = len(fake.asked)
        found = list(Ncbi(tmp_path / "c.db", url=fake.url).articles(wanted, nobody))
        assert [a.citation for a in found] == [None, cited["1"]]
        assert fake.asked[asked]["id"] == ["1,5000"]
        again = list(Ncbi(tmp_path / "c.db", url=fake.url).articles(wanted, nobody))
        assert ([a.citation for a in again], len(fake.asked)) == ([cited["1"]], asked + 1)


def test_ncbi_is_asked_in_batches_and_only_once(tmp_path: Path) -> None:
    fake, waits = FakeNcbi(ARTICLES), list[float]()
    wanted = [f"PMID:{n}" for n in range(1, 451)] + ["PMID:100000"]
    with fake.serving():
        ncbi = Ncbi(tmp_path / "c.db", url=fake.url, key="secret", wait=waits.append)
        found = list(ncbi.articles(wanted, nobody))
        assert [len(asked["id"][0].split(",")) for asked in fake.asked] == [200, 200, 51]
        assert fake.asked[0]["api_key"] == ["secret"]
        assert len(found) == 450
        again = Ncbi(tmp_path / "c.db", url=fake.url, wait=waits.append)
        assert {a.ids[0]: a.title for a in again.articles(wanted, nobody)} == {a.ids[0]: a.title for a in found}
        assert again.requests == 0
    assert all(0 < wait <= 0.1 for wait in waits)


@pytest.mark.parametrize("trouble", [429, 500, 503, "half"])
def test_trouble_that_passes_is_waited_out(tmp_path: Path, trouble: int | str) -> None:
    fake, waits = FakeNcbi(ARTICLES, [trouble, trouble]), list[float]()
    with fake.serving():
        ncbi = Ncbi(tmp_path / "c.db", url=fake.url, wait=waits.append)
        assert [a.title for a in ncbi.articles(["PMID:7"], nobody)] == ["Title 7"]
    assert max(waits) >= (7 if trouble == 429 else 2)


def test_what_came_before_ncbi_gave_up_is_used_and_kept(tmp_path: Path) -> None:
    rows = "".join(f"PMID:{n}\t\t\t\t\n" for n in range(10, 410))
    folder = graph(tmp_path, papers=f"id\ttitle\tjournal\tyear\turl\n{rows}")
    fake = FakeNcbi(ARTICLES, [200, *[500] * 5])
    with fake.serving():
        ncbi = Ncbi(tmp_path / "c.db", url=fake.url, key="secret", wait=lambda _: None)
        done = complete_papers(folder, lambda ids: ncbi.articles([i for i in ids if i.startswith("PMID:")], nobody))
        assert (done.completed, "500" in done.trouble, "secret" in done.trouble) == (200, True, False)
        again = complete_papers(folder, lambda ids: ncbi.articles([i for i in ids if i.startswith("PMID:")], nobody))
        assert (again.completed, again.trouble) == (203, "")  # PMID 1, 2 and 3 are cited, too


def test_a_refused_key_is_not_tried_again(tmp_path: Path) -> None:
    fake = FakeNcbi(ARTICLES, [400])
    with fake.serving(), pytest.raises(GraphError, match="refused"):
        list(Ncbi(tmp_path / "c.db", url=fake.url).articles(["PMID:1"], nobody))
    with pytest.raises(GraphError, match="cannot be reached"):
        list(Ncbi(tmp_path / "c.db", url=fake.url, wait=lambda _: None).articles(["PMID:1"], nobody))


def test_a_damaged_cache_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "c.db").write_bytes(os.urandom(5000))
    with (fake := FakeNcbi(ARTICLES)).serving():
        assert len(list(Ncbi(tmp_path / "c.db", url=fake.url).articles(["PMID:1"], nobody))) == 1
