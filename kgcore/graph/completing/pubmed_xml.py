"""Reads PubMed's XML as a stream: the yearly baseline, daily updates, or what efetch answers.

Format: https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_230101.dtd (described at
https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from xml.etree.ElementTree import Element, ParseError

from kgcore.errors import InputError
from kgcore.graph.importers.parts import Part, Tick, parts_of
from kgcore.graph.importers.shelf import tidy

_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")
_LONGEST = 2000
_ARTICLES = ("PubmedArticle", "PubmedBookArticle")


@dataclass(frozen=True, slots=True)
class Article:
    """What PubMed says of one paper; `ids` are all that it goes by, year 0 is unknown."""

    ids: tuple[str, ...]
    title: str
    journal: str
    year: int


def articles_in(path: Path, tick: Tick) -> Iterator[Article]:
    """Yield the articles of a file, gzip or zip; raises InputError where it is no PubMed XML, or a bomb."""
    for part in parts_of(path):
        if part.plain_name.lower().endswith(".xml") or not part.member:
            yield from _articles(part, tick)


def _articles(part: Part, tick: Tick) -> Iterator[Article]:
    with part.stream(tick) as stream:
        yield from articles(stream, part.name)


def articles(stream: IO[bytes], name: str) -> Iterator[Article]:
    """Yield the articles of an open file, which is called `name` in errors."""
    from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

    try:
        # The DTD is named in every file and never fetched; entities of the file's own are refused.
        events: Any = iterparse(stream, ("start", "end"), forbid_entities=True, forbid_external=True)
        root: Element | None = None
        depth = 0
        for event, element in events:
            depth += 1 if event == "start" else -1
            if root is None:
                root = element
                if element.tag not in ("PubmedArticleSet", "PubmedBookArticleSet"):
                    raise InputError(f"is no PubMed XML: it begins with <{element.tag[:40]}>.", where=name)
            if event == "end" and depth == 1:
                found = _article(element) if element.tag in _ARTICLES else None
                root.clear()  # what was read is let go
                if found is not None:
                    yield found
    except DefusedXmlException as exc:
        raise InputError("defines entities of its own, as no PubMed file does.", where=name) from exc
    except ParseError as exc:
        line, _ = exc.position
        raise InputError(f"is no whole XML file ({_printable(str(exc))}).", where=f"{name}:{line}") from exc
    except (ValueError, LookupError) as exc:  # an encoding that nobody knows
        raise InputError("is in an encoding that cannot be read.", where=name, mend="Save it as UTF-8.") from exc


def _article(element: Element) -> Article | None:
    book = element.tag == "PubmedBookArticle"
    citation = element.find("BookDocument" if book else "MedlineCitation")
    if citation is None:
        return None
    pmid = tidy(citation.findtext("PMID") or "")
    if not (pmid.isascii() and pmid.isdigit()):
        return None
    article = citation if book else citation.find("Article")
    title = _text(article, "ArticleTitle") or _text(citation, "Book/BookTitle")
    journal = _first(article, "Journal/Title", "Journal/ISOAbbreviation")
    journal = journal or _first(citation, "MedlineJournalInfo/MedlineTA", "Book/Publisher/PublisherName")
    issue = "Journal/JournalIssue/PubDate"
    date = _first(article, f"{issue}/Year", f"{issue}/MedlineDate", "ArticleDate/Year")
    date = date or _first(citation, "Book/PubDate/Year")
    year = _YEAR.search(date)
    others = (_id(found) for found in element.iterfind("*/ArticleIdList/ArticleId"))
    ids = (f"PMID:{int(pmid)}", *filter(None, others))
    return Article(tuple(dict.fromkeys(ids)), title.removesuffix("."), journal, int(year[0]) if year else 0)


def _id(element: Element) -> str:
    kind, text = element.get("IdType"), tidy(element.text or "")
    if kind == "doi" and text.startswith("10."):
        return f"DOI:{text}"
    return f"PMC:{text}" if kind == "pmc" and text else ""


def _first(element: Element | None, *paths: str) -> str:
    return next((text for path in paths if (text := _text(element, path))), "")


def _text(element: Element | None, path: str) -> str:
    """Return all text inside, italics and subscripts included."""
    found = element.find(path) if element is not None else None
    return tidy(" ".join("".join(found.itertext()).split()))[:_LONGEST] if found is not None else ""


def _printable(text: str) -> str:
    return "".join(c for c in text if c.isprintable())[:120]
