"""Where in its journal an article stands: volume, issue, pages, and who edited it, from every reader."""

from __future__ import annotations

import io
import json

import pytest
import rispy  # type: ignore[import-untyped]

from kgcore.ingest.articles.reading import ArticleFile, articles_in
from kgcore.library.fields import united
from kgcore.library.model import Article
from kgcore.library.packing import head_of, packed, read_head, unpacked
from kgcore.library.pages import first_and_last, page_range
from kgcore.presentation.references import ReferenceFormat, exported

AUTHORS = "<Author><LastName>Müller</LastName><ForeName>Ann</ForeName></Author>"
EDITORS = '<AuthorList Type="editors"><Author><LastName>Lee</LastName><Initials>C</Initials></Author></AuthorList>'
MEDLINE = f"""<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal><JournalIssue>
<Volume>12</Volume><Issue>3 Pt 2</Issue><PubDate><Year>2015</Year></PubDate></JournalIssue>
<Title>Lancet</Title></Journal><ArticleTitle>Zinc</ArticleTitle><Pagination>%s</Pagination><AuthorList>{AUTHORS}</AuthorList></Article>
</MedlineCitation></PubmedArticle></PubmedArticleSet>"""
BOOK = f"""<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>8</PMID><ArticleTitle>Zinc</ArticleTitle><Book>
<BookTitle>Drugs</BookTitle><PubDate><Year>2015</Year></PubDate>{EDITORS}</Book>
<AuthorList Type="authors">{AUTHORS}</AuthorList></BookDocument></PubmedBookArticle></PubmedArticleSet>"""
JATS = """<article><front><article-meta><article-id pub-id-type="pmid">7</article-id>
<title-group><article-title>Zinc</article-title></title-group><contrib-group>
<contrib contrib-type="author"><name><surname>Müller</surname><given-names>Ann</given-names></name></contrib>
<contrib contrib-type="editor"><name><surname>Lee</surname><given-names>C</given-names></name></contrib></contrib-group>
<pub-date><year>2015</year></pub-date><volume>12</volume><issue>3</issue>%s</article-meta></front></article>"""


def read(content: str) -> Article:
    (found,) = articles_in(ArticleFile("x.xml", "1", io.BytesIO(content.encode())))
    assert isinstance(found, Article), found
    return found


@pytest.mark.parametrize(
    ("written", "pages"),
    [
        ("<MedlinePgn>115-20</MedlinePgn>", "115-120"),
        ("<StartPage>115</StartPage><EndPage>120</EndPage><MedlinePgn>115-20</MedlinePgn>", "115-120"),
        ("<MedlinePgn>115-20; discussion 121</MedlinePgn>", "115-120"),
        ("<MedlinePgn>e123</MedlinePgn>", "e123"),
        ("<MedlinePgn>S4-9</MedlinePgn>", "S4-9"),
        ("", ""),
    ],
)
def test_pubmed_says_the_last_page_short_and_citations_whole(written: str, pages: str) -> None:
    article = read(MEDLINE % written)
    assert (article.volume, article.issue, article.pages) == ("12", "3 Pt 2", pages)


def test_editors_of_a_book_are_not_its_authors() -> None:
    article = read(BOOK)
    assert (article.authors, article.editors) == (("Müller, Ann",), ("Lee, C",))


@pytest.mark.parametrize(
    ("written", "pages"),
    [
        ("<fpage>115</fpage><lpage>120</lpage>", "115-120"),
        ("<fpage>115</fpage><lpage>115</lpage>", "115"),
        ("<fpage>115</fpage><lpage>20</lpage><page-range>115-20</page-range>", "115-120"),
        ("<fpage>12²</fpage><lpage>3</lpage>", "12²-3"),
        ("<elocation-id>e123</elocation-id>", "e123"),
        ("", ""),
    ],
)
def test_an_article_of_jats_has_pages_or_the_number_that_stands_for_them(written: str, pages: str) -> None:
    article = read(JATS % written)
    assert (*article.place, article.editors, article.authors) == ("12", "3", pages, ("Lee, C",), ("Müller, Ann",))


@pytest.mark.parametrize("text", ["115-120, 133", "vii", "1e5", "12-", "-5", "120-115", "S4-S9", "10.1-10.9"])
def test_what_is_no_plain_range_is_kept(text: str) -> None:
    assert page_range(text) == text


def test_pages_are_written_in_one_form() -> None:
    assert [page_range(t) for t in ("pp. 115–20", "p 7", "115--120", "1047 – 52", "x" * 99)] == [
        *("115-120", "7", "115-120", "1047-1052", "")
    ]
    assert [first_and_last(t) for t in ("115-120", "e123", "1-3, 9")] == [("115", "120"), ("e123", ""), ("1-3, 9", "")]


def test_what_was_kept_before_places_were_read_is_still_read() -> None:
    kept = unpacked(head_of(Article(("PMID:7",), "Zinc", volume="12")))
    for name in ("volume", "issue", "pages", "editors"):
        del kept[name]
    assert read_head(packed(kept)) == Article(("PMID:7",), "Zinc")


def test_a_place_comes_from_one_record_of_a_paper_never_half_from_each() -> None:
    ahead = Article(("PMID:7",), "Zinc", issue="Online ahead of print")
    printed = Article(("PMID:7",), "Zinc", volume="12", pages="115-120")
    assert united(ahead, printed).place == united(printed, ahead).place == ("12", "", "115-120")


def test_reference_managers_read_the_place() -> None:
    article = Article(("PMID:7",), "Zinc", (), volume="12", issue="3", pages="115-120", editors=("Lee, C",))
    ris, bibtex, csl = ("".join(exported([article], format)) for format in ReferenceFormat)
    (record,) = rispy.loads(ris)
    assert [record[name] for name in ("volume", "number", "start_page", "end_page", "secondary_authors")] == [
        *("12", "3", "115", "120", ["Lee, C"])
    ]
    assert "volume = {12},\n  number = {3},\n  pages = {115--120}" in bibtex
    assert "editor = {Lee, C}" in bibtex
    (item,) = json.loads(csl)
    assert [item[name] for name in ("volume", "issue", "page")] == ["12", "3", "115-120"]
    assert item["editor"] == [{"family": "Lee", "given": "C"}]
