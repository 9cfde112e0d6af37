"""Articles in PubMed's XML: the yearly baseline, daily updates, what "Save as PubMed" used to give, and E-utilities.

https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/250101/index.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from kgcore.ingest.articles.xml import text_of
from kgcore.library.design import study_design
from kgcore.library.ids import doi, pmcid, pmid
from kgcore.library.model import ABSTRACT, Article, Section, Status
from kgcore.library.pages import numbered, page_range, pages_between
from kgcore.values.citation import Citation, group_name, person_name

TAGS = ("PubmedArticle", "PubmedBookArticle")
_AUTHOR = ("LastName", "ForeName", "Initials", "Suffix", "CollectiveName")
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")
_ID_KINDS = {"doi": doi, "pmc": pmcid, "pubmed": pmid}
# RefType of CommentsCorrections: what it says of this article, or of the other one.
_OF_ARTICLE = {
    "RetractionIn": Status.RETRACTED,
    "ErratumIn": Status.CORRECTED,
    "CorrectedandRepublishedIn": Status.CORRECTED,
    "ExpressionOfConcernIn": Status.CONCERN,
}
_OF_NOTICE = {
    "RetractionOf": Status.RETRACTED,
    "ErratumFor": Status.CORRECTED,
    "ExpressionOfConcernFor": Status.CONCERN,
}


def article_of(root: Element) -> Article | None:
    """Return what a <PubmedArticle> or <PubmedBookArticle> says; None without a PMID."""
    book = root.tag == "PubmedBookArticle"
    citation = root.find("BookDocument" if book else "MedlineCitation")
    if citation is None or not (own := pmid(text_of(citation.find("PMID")))):
        return None
    article = citation if book else citation.find("Article")
    if article is None:
        return None
    title = text_of(article.find("ArticleTitle")) or text_of(citation.find("Book/BookTitle"))
    types = tuple(filter(None, (text_of(t) for t in article.iterfind("PublicationTypeList/PublicationType"))))
    status, notices = _standing(citation, types)
    cited = citation_of(article)
    found = Article(
        tuple(sorted(dict.fromkeys((own, *_other_ids(root))), key=lambda id: not id.startswith("PMC:"))),
        title.strip("[]").removesuffix("."),
        tuple(_abstract(article)),
        authors=cited.authors,
        journal=_first(article, "Journal/Title", "Journal/ISOAbbreviation")
        or _first(citation, "MedlineJournalInfo/MedlineTA", "Book/Publisher/PublisherName"),
        year=_year(article) or _year(citation),
        mesh=tuple(filter(None, (text_of(d) for d in citation.iterfind("MeshHeadingList/MeshHeading/DescriptorName")))),
        keywords=tuple(filter(None, (text_of(k) for k in citation.iterfind("KeywordList/Keyword")))),
        types=types,
        status=status,
        notices=notices,
        volume=cited.volume,
        issue=cited.issue,
        pages=cited.pages,
        editors=tuple(_people(article, "editors")),
    )
    return replace(found, design=study_design(found))


def citation_of(article: Element) -> Citation:
    """Return who wrote an <Article> or <BookDocument>, and where it stands."""
    volume = numbered(_first(article, "Journal/JournalIssue/Volume", "Book/Volume"))
    issue = numbered(_first(article, "Journal/JournalIssue/Issue"))
    return Citation(tuple(_people(article, "authors")), volume, issue, _pages(article))


def _other_ids(root: Element) -> Iterator[str]:
    for element in root.iterfind("*/ArticleIdList/ArticleId"):
        read = _ID_KINDS.get(element.get("IdType", ""))
        if read and (id := read(text_of(element))):
            yield id


def _abstract(article: Element) -> Iterator[Section]:
    for part in article.iterfind("Abstract/AbstractText"):
        text = text_of(part)
        if text:
            yield Section(part.get("Label", "").capitalize() or ABSTRACT, text)


def _pages(article: Element) -> str:
    if first := text_of(article.find("Pagination/StartPage")):
        return page_range(pages_between(first, text_of(article.find("Pagination/EndPage"))))
    return page_range(text_of(article.find("Pagination/MedlinePgn")).partition(";")[0])


def _people(article: Element, kind: str) -> Iterator[str]:
    """Yield who wrote or edited the article: books have lists of both, and articles one that may not say which.

    Names that an erratum has replaced stand beside what they became, marked as not valid.
    """
    lists = [e for e in article.iter("AuthorList") if e.get("Type", "authors") == kind]
    for author in (a for e in lists[:1] for a in e.iterfind("Author")):
        family, given, initials, suffix, group = (text_of(author.find(part)) for part in _AUTHOR)
        name = person_name(family, given or initials, suffix) or group_name(group)
        if name and author.get("ValidYN") != "N":
            yield name


def _year(element: Element) -> int | None:
    issue = "Journal/JournalIssue/PubDate"
    found = _YEAR.search(
        _first(element, f"{issue}/Year", f"{issue}/MedlineDate", "ArticleDate/Year", "Book/PubDate/Year")
    )
    return int(found[1]) if found else None


def _first(element: Element, *paths: str) -> str:
    return next((text for path in paths if (text := text_of(element.find(path)))), "")


def _standing(citation: Element, types: tuple[str, ...]) -> tuple[Status, tuple[tuple[str, Status], ...]]:
    status = Status.RETRACTED if "Retracted Publication" in types else Status.CURRENT
    notices = []
    for note in citation.iterfind("CommentsCorrectionsList/CommentsCorrections"):
        kind, other = note.get("RefType", ""), pmid(text_of(note.find("PMID")))
        if kind in _OF_ARTICLE:
            status = max(status, _OF_ARTICLE[kind], key=list(Status).index)
        elif kind in _OF_NOTICE and other:
            notices.append((other, _OF_NOTICE[kind]))
    return status, tuple(notices)
