"""Articles in the files of reference managers: RIS, PubMed's tagged lines (.nbib), EndNote XML, and CSL JSON.

What such a file says of a paper is its record and mostly its abstract; the text itself comes from elsewhere, and the
two become one. RIS: https://en.wikipedia.org/wiki/RIS_(file_format); PubMed:
https://www.nlm.nih.gov/bsd/mms/medlineelements.html; CSL: https://docs.citationstyles.org/en/stable/specification.html
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.etree.ElementTree import Element

from kgcore.ingest.articles.xml import text_of
from kgcore.library.design import study_design
from kgcore.library.ids import any_id, doi, pmcid, pmid, title_id
from kgcore.library.model import ABSTRACT, Article, Section, Status
from kgcore.library.pages import numbered, page_range, pages_between
from kgcore.values.citation import group_name, person_name

RECORD = "record"  # an article in EndNote XML
_RIS = re.compile(r"([A-Z][A-Z0-9])  ?- ?(.*)")
_NBIB = re.compile(r"([A-Z][A-Z0-9]{0,3}) *- (.*)")
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_IN_TEXT = (
    re.compile(r"PMCID:?\s*(?:PMC)?(\d{1,10})\b", re.IGNORECASE),
    re.compile(r"PMID:?\s*(\d{1,9})\b", re.IGNORECASE),
)
_URL_PMID = re.compile(r"pubmed[^\s]{0,40}?/(\d{1,9})\b|list_uids=(\d{1,9})\b", re.IGNORECASE)
_URL_PMC = re.compile(r"/PMC(\d{1,10})\b", re.IGNORECASE)
_READ = 2_000  # characters of a note in which ids are sought
_RETRACTED = re.compile(r"^\W*retracted\b|\bretracted publication\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """What a record says of a paper, field by field, as it was written; `ids` are whatever may be one."""

    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    journal: str = ""
    date: str = ""
    keywords: tuple[str, ...] = ()
    mesh: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    url: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    editors: tuple[str, ...] = ()


def article_of(found: Reference) -> Article | None:
    """Return the article of a record; None where it has neither an id nor a title."""
    title = found.title.strip().rstrip(".")
    year = int(at[1]) if (at := _YEAR.search(found.date)) else None
    ids = tuple(dict.fromkeys(filter(None, found.ids))) or ((title_id(title, year),) if title else ())
    if not ids:
        return None
    retracted = any(_RETRACTED.search(text) for text in (title, *found.types))
    article = Article(
        ids,
        title,
        (Section(ABSTRACT, found.abstract),) if found.abstract else (),
        authors=found.authors,
        journal=found.journal,
        year=year,
        mesh=found.mesh,
        keywords=found.keywords,
        types=found.types,
        url=found.url,
        status=Status.RETRACTED if retracted else Status.CURRENT,
        volume=numbered(found.volume),
        issue=numbered(found.issue),
        pages=page_range(found.pages),
        editors=found.editors,
    )
    return replace(article, design=study_design(article))


# ── RIS ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_ris(head: str) -> bool:
    """Whether a file begins as RIS does."""
    return re.search(r"^TY  ?- ", head, re.MULTILINE) is not None


def ris_records(lines: Iterable[str]) -> Iterator[Article | None]:
    """Yield the articles of an RIS file; None for a record that says too little."""
    rows: list[_Row] = []
    for line in lines:
        tagged = _RIS.match(line.strip("\ufeff\r\n"))
        if tagged is None:
            if rows and line.strip():  # a long text goes on
                rows[-1][1].append(line.strip())
        elif tagged[1] in ("TY", "ER"):
            if rows:
                yield article_of(_of_ris(_by_tag(rows)))
            rows = []
        else:
            rows.append((tagged[1], [tagged[2].strip()]))
    if rows:
        yield article_of(_of_ris(_by_tag(rows)))


_Row = tuple[str, list[str]]  # a tag and the lines of its value


def _by_tag(rows: Iterable[_Row]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for tag, lines in rows:
        found.setdefault(tag, []).append(" ".join(lines))
    return found


def _of_ris(fields: Mapping[str, Sequence[str]]) -> Reference:
    def first(*tags: str) -> str:
        return next((fields[tag][0] for tag in tags if fields.get(tag) and fields[tag][0]), "")

    urls = [url for tag in ("UR", "L1", "L2", "LK") for url in fields.get(tag, ())]
    others = [value for tag in ("AN", "C2", "C7", "N1", "M1", "ID") for value in fields.get(tag, ())]
    ids = [doi(first("DO")), pmid(first("AN")), *_ids_in((*others, *urls))]
    return Reference(
        first("TI", "T1", "CT"),
        first("AB", "N2"),
        tuple(name for tag in ("AU", "A1") for name in fields.get(tag, ()) if name),
        first("JO", "JF", "T2", "JA", "J2"),
        first("PY", "Y1", "DA"),
        tuple(word for word in fields.get("KW", ()) if word),
        types=tuple(filter(None, (first("M3"),))),
        ids=tuple(ids),
        url=next((url for url in urls if url.startswith("http")), ""),
        volume=first("VL"),
        issue=first("IS"),
        pages=pages_between(first("SP"), first("EP")),
        editors=tuple(name for tag in ("ED", "A2") for name in fields.get(tag, ()) if name),
    )


def _ids_in(texts: Iterable[str]) -> Iterator[str]:
    for text in (whole[:_READ] for whole in texts):
        for read, pattern in ((pmcid, _IN_TEXT[0]), (pmid, _IN_TEXT[1]), (pmcid, _URL_PMC)):
            if found := pattern.search(text):
                yield read(found[1])
        if found := _URL_PMID.search(text):
            yield pmid(found[1] or found[2])
        if text.upper().startswith("PMC") or "doi.org/" in text:
            yield any_id(text)


# ── PubMed's tagged lines ───────────────────────────────────────────────────────────────────────────────────────────


def is_nbib(head: str) -> bool:
    """Whether a file begins as PubMed's own format does."""
    return re.search(r"^PMID- ?\d", head, re.MULTILINE) is not None


def nbib_records(lines: Iterable[str]) -> Iterator[Article | None]:
    """Yield the articles of a file in PubMed's tagged format; None for a record that says too little."""
    rows: list[_Row] = []
    for line in lines:
        tagged = _NBIB.match(line.strip("\ufeff\r\n"))
        if tagged is None:
            if rows and line.startswith(" "):
                rows[-1][1].append(line.strip())
            continue
        if tagged[1] == "PMID" and rows:
            yield article_of(_of_nbib(_by_tag(rows)))
            rows = []
        rows.append((tagged[1], [tagged[2].strip()]))
    if rows:
        yield article_of(_of_nbib(_by_tag(rows)))


def _of_nbib(fields: Mapping[str, Sequence[str]]) -> Reference:
    def first(*tags: str) -> str:
        return next((fields[tag][0] for tag in tags if fields.get(tag)), "")

    dois = [v.removesuffix("[doi]").strip() for tag in ("LID", "AID") for v in fields.get(tag, ()) if "[doi]" in v]
    return Reference(
        first("TI", "BTI"),
        first("AB"),
        tuple(fields.get("FAU") or fields.get("AU") or map(group_name, fields.get("CN", ()))),
        first("JT", "TA"),
        first("DP"),
        tuple(fields.get("OT", ())),
        tuple(heading.partition("/")[0].lstrip("*") for heading in fields.get("MH", ())),
        tuple(fields.get("PT", ())),
        (pmid(first("PMID")), pmcid(first("PMC")), *map(doi, dois)),
        volume=first("VI"),
        issue=first("IP"),
        pages=first("PG").partition(";")[0],
        editors=tuple(fields.get("FED") or fields.get("ED", ())),
    )


# ── EndNote XML ─────────────────────────────────────────────────────────────────────────────────────────────────────


def article_of_endnote(record: Element) -> Article | None:
    """Return what a <record> of EndNote's XML says; None where it has neither an id nor a title."""

    def texts(path: str) -> tuple[str, ...]:
        return tuple(text for one in record.iterfind(path) if (text := text_of(one)))

    def first(*paths: str) -> str:
        return next((found[0] for path in paths if (found := texts(path))), "")

    urls = texts("urls//url")
    others = (*texts("accession-num"), *texts("custom2"), *texts("notes"), *urls)
    number = first("accession-num")
    ids = (doi(first("electronic-resource-num")), pmid(number) if number.isdigit() else "", *_ids_in(others))
    return article_of(
        Reference(
            first("titles/title"),
            first("abstract"),
            texts("contributors/authors/author"),
            first("periodical/full-title", "titles/secondary-title", "alt-periodical/full-title"),
            first("dates/year", "dates/pub-dates/date"),
            texts("keywords/keyword"),
            types=texts("work-type"),
            ids=ids,
            url=urls[0] if urls else "",
            volume=first("volume"),
            issue=first("number"),
            pages=first("pages"),
            editors=texts("contributors/secondary-authors/author"),
        )
    )


# ── CSL JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────


def article_of_csl(item: Mapping[str, Any]) -> Article | None:
    """Return what an item of CSL JSON (as Zotero exports it) says; None where it has neither an id nor a title."""

    def text(*names: str) -> str:
        return next((" ".join(v.split()) for name in names if isinstance(v := item.get(name), str) and v.strip()), "")

    def number(name: str) -> str:
        return str(item[name]) if type(item.get(name)) is int else text(name)

    note = text("note", "extra")
    ids = (
        pmcid(text("PMCID")),
        pmid(text("PMID")),
        doi(text("DOI")),
        *_ids_in((note, text("URL"))),
        any_id(text("id")) if ":" in text("id") else "",
    )
    return article_of(
        Reference(
            text("title"),
            re.sub(r"<[^<>]{0,200}>", " ", text("abstract")).strip(),
            _names(item.get("author")),
            text("container-title", "journalAbbreviation"),
            _csl_date(item.get("issued")),
            tuple(word.strip() for word in re.split(r"[;,]", text("keyword")) if word.strip()),
            types=tuple(filter(None, (text("genre"),))),
            ids=ids,
            url=text("URL"),
            volume=number("volume"),
            issue=number("issue"),
            pages=number("page"),
            editors=_names(item.get("editor")),
        )
    )


def _names(people: Any) -> tuple[str, ...]:
    return tuple(filter(None, map(_name, people))) if isinstance(people, list) else ()


def _name(author: Any) -> str:
    if not isinstance(author, dict):
        return ""
    parts = [text if isinstance(text := author.get(part), str) else "" for part in ("family", "given", "suffix")]
    return person_name(*parts) or group_name(str(author.get("literal") or ""))


def _csl_date(issued: Any) -> str:
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
            return str(parts[0][0])
        return str(issued.get("raw") or issued.get("literal") or "")
    return str(issued or "")
