"""What PubMed says of papers: from its files (the yearly baseline, daily updates) or from NCBI's E-utilities.

Files: https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_230101.dtd (described at
https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html). E-utilities: https://www.ncbi.nlm.nih.gov/books/NBK25497/
"""

from __future__ import annotations

import io
import re
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any, TypeVar
from urllib.parse import urlencode
from xml.etree.ElementTree import Element, ParseError

from kgcore.errors import GraphError, InputError
from kgcore.ingest.articles.medline import citation_of
from kgcore.ingest.cells import list_item, one_line, read_citation
from kgcore.ingest.files import Advance, SourceFile, source_files
from kgcore.values.citation import UNKNOWN, Citation

T = TypeVar("T")
URL = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
BATCH = 200  # ids in one request, NBK25499 on efetch
PACE, PACE_WITH_KEY = 3, 10  # requests a second, NBK25497 "Frequency, Timing and Registration"
TRIES = 5
LONGEST_WAIT = 60.0
_MOST_BYTES = 64 << 20
_TIMEOUT = 30
_TOOL = "evigraph"
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")
_LONGEST_TEXT = 2000
_ARTICLES = ("PubmedArticle", "PubmedBookArticle")


@dataclass(frozen=True, slots=True)
class Article:
    """What PubMed says of one paper; `ids` are all that it goes by, year 0 is unknown.

    `citation` is None in what was kept by versions that did not ask for it.
    """

    ids: tuple[str, ...]
    title: str
    journal: str
    year: int
    citation: Citation | None = UNKNOWN


def articles_in(path: Path, advance: Advance) -> Iterator[Article]:
    """Yield the articles of a file, gzip or zip; raises InputError where it is no PubMed XML, or a bomb."""
    for file in source_files(path):
        if file.plain_name.lower().endswith(".xml") or not file.member:
            yield from _articles(file, advance)


def _articles(file: SourceFile, advance: Advance) -> Iterator[Article]:
    with file.stream(advance) as stream:
        yield from read_articles(stream, file.name)


def read_articles(stream: IO[bytes], name: str) -> Iterator[Article]:
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
        raise InputError("is in an encoding that cannot be read.", where=name, hint="Save it as UTF-8.") from exc


def _article(element: Element) -> Article | None:
    book = element.tag == "PubmedBookArticle"
    citation = element.find("BookDocument" if book else "MedlineCitation")
    if citation is None:
        return None
    pmid = one_line(citation.findtext("PMID") or "")
    if not (pmid.isascii() and pmid.isdigit()):
        return None
    article = citation if book else citation.find("Article")
    title = _text_of(article, "ArticleTitle") or _text_of(citation, "Book/BookTitle")
    journal = _first(article, "Journal/Title", "Journal/ISOAbbreviation")
    journal = journal or _first(citation, "MedlineJournalInfo/MedlineTA", "Book/Publisher/PublisherName")
    issue = "Journal/JournalIssue/PubDate"
    date = _first(article, f"{issue}/Year", f"{issue}/MedlineDate", "ArticleDate/Year")
    date = date or _first(citation, "Book/PubDate/Year")
    year = _YEAR.search(date)
    others = (_other_id(found) for found in element.iterfind("*/ArticleIdList/ArticleId"))
    ids = (f"PMID:{int(pmid)}", *filter(None, others))
    cited = citation_of(article) if article is not None else UNKNOWN
    cited, _ = read_citation(cited._replace(authors=tuple(map(list_item, cited.authors))).cells())
    return Article(tuple(dict.fromkeys(ids)), title.removesuffix("."), journal, int(year[0]) if year else 0, cited)


def _other_id(element: Element) -> str:
    kind, text = element.get("IdType"), one_line(element.text or "")
    if kind == "doi" and text.startswith("10."):
        return f"DOI:{text}"
    return f"PMC:{text}" if kind == "pmc" and text else ""


def _first(element: Element | None, *paths: str) -> str:
    return next((text for path in paths if (text := _text_of(element, path))), "")


def _text_of(element: Element | None, path: str) -> str:
    """Return all text inside, italics and subscripts included."""
    found = element.find(path) if element is not None else None
    return one_line(" ".join("".join(found.itertext()).split()))[:_LONGEST_TEXT] if found is not None else ""


def _printable(text: str) -> str:
    return "".join(c for c in text if c.isprintable())[:120]


class Eutilities:
    """Asks NCBI, politely: no faster than it allows, again after trouble, under our name. `wait` sleeps."""

    def __init__(
        self,
        *,
        url: str = URL,
        key: str = "",
        email: str = "",
        tries: int = TRIES,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._tries = tries
        self._url = url.rstrip("/")
        self._own = {"tool": _TOOL} | ({"api_key": key} if key else {}) | ({"email": email} if email else {})
        self._pause = 1 / (PACE_WITH_KEY if key else PACE)
        self._wait = wait
        self._last = 0.0
        self.requests = 0

    def ask(self, utility: str, fields: Mapping[str, str], read: Callable[[bytes], T]) -> T:
        """Return what `read` makes of the answer of "efetch" or "esearch".

        Raises GraphError where NCBI does not answer after all tries; an InputError of `read` counts as no answer.
        """
        body = urlencode({**fields, **self._own}).encode()
        trouble = ""
        for attempt in range(self._tries):
            self._pace()
            try:
                # The address is the operator's own setting and http(s), see bot/config.py.
                request = urllib.request.Request(f"{self._url}/{utility}.fcgi", body)  # noqa: S310
                with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:  # noqa: S310
                    return read(answer.read(_MOST_BYTES))
            except urllib.error.HTTPError as exc:
                with exc:
                    trouble, after = f"it answered {exc.code}", _seconds(exc.headers.get("Retry-After"))
                if exc.code != 429 and exc.code < 500:
                    raise GraphError(f"NCBI refused the request ({exc.code}).", hint="Check NCBI_API_KEY.") from None
            except (OSError, HTTPException) as exc:
                trouble, after = f"{type(exc).__name__}", 0.0
            except InputError:
                trouble, after = "its answer breaks off", 0.0
            if attempt + 1 < self._tries:
                self._wait(min(max(after, 2.0**attempt), LONGEST_WAIT))
        raise GraphError(f"NCBI cannot be reached just now ({trouble}).", hint="Try again later; what came is kept.")

    def _pace(self) -> None:
        left = self._last + self._pause - time.monotonic()
        if left > 0:
            self._wait(left)
        self._last = time.monotonic()
        self.requests += 1


class Ncbi(Eutilities):
    """Fetches what papers are called by PubMed id, and remembers it in `cache`."""

    def __init__(
        self, cache: Path, *, url: str = URL, key: str = "", wait: Callable[[float], None] = time.sleep
    ) -> None:
        super().__init__(url=url, key=key, wait=wait)
        self._cache = cache

    def articles(self, pmids: Sequence[str], advance: Callable[[int, int], None]) -> Iterator[Article]:
        """Yield what is known of these papers ("PMID:1"), what was fetched before first.

        Raises GraphError where NCBI does not answer after all tries; what came until then has been yielded and kept.
        """
        self._cache.parent.mkdir(parents=True, exist_ok=True)
        with _Cache(self._cache) as db:
            done, open_ = 0, list[str]()
            for start in range(0, len(pmids), BATCH):
                batch = pmids[start : start + BATCH]
                known = _read_cache(db, batch)
                left = [pmid for pmid in batch if pmid not in known or known[pmid].citation is None]
                done += len(batch) - len(left)
                open_ += left
                yield from (article for article in known.values() if article.title)
            advance(done, len(pmids))
            for start in range(0, len(open_), BATCH):
                batch = open_[start : start + BATCH]
                found = {article.ids[0]: article for article in self._fetch(batch)}
                # What NCBI does not know is remembered, too: it is not asked for again.
                _write_cache(db, [found.get(pmid) or Article((pmid,), "", "", 0) for pmid in batch])
                done += len(batch)
                advance(done, len(pmids))
                yield from found.values()

    def _fetch(self, pmids: Sequence[str]) -> list[Article]:
        fields = {"db": "pubmed", "retmode": "xml", "id": ",".join(p.partition(":")[2] for p in pmids)}
        return self.ask("efetch", fields, lambda body: list(read_articles(io.BytesIO(body), "NCBI's answer")))


def _seconds(text: str | None) -> float:
    return float(text) if text and text.isdigit() else 0.0


class _Cache:
    """The cache: a row in both tables per paper. One that is damaged is begun anew."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> sqlite3.Connection:
        try:
            self._db = self._open()
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            self._db = self._open()
        return self._db

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, check_same_thread=False)
        db.execute("CREATE TABLE IF NOT EXISTS articles(pmid TEXT PRIMARY KEY, title TEXT, journal TEXT, year INTEGER)")
        # Beside them, where older versions of the program neither look nor write.
        db.execute(f"CREATE TABLE IF NOT EXISTS citations(pmid TEXT PRIMARY KEY, {', '.join(Citation._fields)})")
        return db


def _read_cache(db: sqlite3.Connection, pmids: Sequence[str]) -> dict[str, Article]:
    marks = ",".join("?" * len(pmids))
    rows = db.execute(
        f"SELECT pmid, title, journal, year, {', '.join(Citation._fields)} FROM articles"
        f" LEFT JOIN citations USING (pmid) WHERE pmid IN ({marks})",
        tuple(pmids),
    )
    return {
        pmid: Article((pmid,), title, journal, year, None if None in cited else Citation.of_cells(cited))
        for pmid, title, journal, year, *cited in rows
    }


def _write_cache(db: sqlite3.Connection, found: Sequence[Article]) -> None:
    with db:
        rows = [(a.ids[0], a.title, a.journal, a.year) for a in found]
        db.executemany("INSERT OR REPLACE INTO articles VALUES(?,?,?,?)", rows)
        cited = [(a.ids[0], *a.citation.cells()) for a in found if a.citation is not None]
        db.executemany(f"INSERT OR REPLACE INTO citations VALUES(?{',?' * len(Citation._fields)})", cited)
