"""Articles as reference managers take them in: RIS, BibTeX, CSL JSON. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from kgcore.library.fields import section_text
from kgcore.library.ids import paper_url
from kgcore.library.model import ABSTRACT, Article, Status
from kgcore.library.pages import first_and_last
from kgcore.presentation.export import bibtex_entry, citation_key
from kgcore.values.citation import name_parts
from kgcore.values.model import shown_id
from kgcore.values.text import clean_line


class ReferenceFormat(StrEnum):
    """The formats in which references leave a library."""

    RIS = "ris"
    BIBTEX = "bibtex"
    CSL = "csl"


def exported(articles: Iterable[Article], format: ReferenceFormat) -> Iterator[str]:
    """Yield the pieces of a file with these articles."""
    match format:
        case ReferenceFormat.RIS:
            yield from map(_ris, articles)
        case ReferenceFormat.BIBTEX:
            taken: set[str] = set()
            yield from (_bibtex(article, taken) for article in articles)
        case ReferenceFormat.CSL:
            yield "["
            for number, article in enumerate(articles):
                yield (",\n" if number else "\n") + json.dumps(_csl(article), ensure_ascii=False)
            yield "\n]\n"


def _id(article: Article, kind: str) -> str:
    return next((id.partition(":")[2] for id in article.ids if id.startswith(f"{kind}:")), "")


def _note(article: Article) -> str:
    """Return what has become of an article since, where that is said: "Retracted."."""
    return "" if article.status is Status.CURRENT else f"{article.status.value.capitalize()}."


def _abstract(article: Article) -> str:
    alone = all(section.title == ABSTRACT for section in article.abstract)
    text = "\n".join(s.text for s in article.abstract) if alone else section_text(article.abstract)
    return clean_line(text)


def _ris(article: Article) -> str:
    first, last = first_and_last(article.pages)
    rows: Sequence[tuple[str, str]] = (
        ("TI", article.title),
        *(("AU", author) for author in article.authors),
        *(("A2", editor) for editor in article.editors),
        ("JO", article.journal),
        ("PY", str(article.year or "")),
        ("VL", article.volume),
        ("IS", article.issue),
        ("SP", first),
        ("EP", last),
        ("AB", _abstract(article)),
        *(("KW", word) for word in (*article.mesh, *article.keywords)),
        ("M3", "; ".join(article.types)),
        ("N1", _note(article)),
        ("DO", _id(article, "DOI")),
        ("AN", _id(article, "PMID")),
        ("C2", _id(article, "PMC")),
        ("UR", article.url or paper_url(article.ids)),
    )
    lines = "".join(f"{tag}  - {clean_line(value)}\r\n" for tag, value in rows if clean_line(value))
    return f"TY  - JOUR\r\n{lines}ER  - \r\n\r\n"


def _bibtex(article: Article, taken: set[str]) -> str:
    number = _id(article, "PMID")
    named = f"pmid{number}" if number else _id(article, "PMC") or article.id
    plain = {
        "journal": article.journal,
        "year": str(article.year or ""),
        "volume": article.volume,
        "number": article.issue,
        "pages": "--".join(filter(None, first_and_last(article.pages))),
        "abstract": _abstract(article),
        "keywords": ", ".join((*article.mesh, *article.keywords)),
    }
    verbatim = {
        "doi": _id(article, "DOI"),
        "pmid": _id(article, "PMID"),
        "pmcid": _id(article, "PMC"),
        "url": article.url or paper_url(article.ids),
    }
    key, people = citation_key(named, taken), {"author": article.authors, "editor": article.editors}
    return bibtex_entry(key, article.title, people, plain, verbatim, _note(article)) + "\n"


def _csl(article: Article) -> dict[str, object]:
    def author(name: str) -> dict[str, str]:
        parts = name_parts(name)
        return dict(zip(("family", "given", "suffix"), parts, strict=False)) if parts[1:] else {"literal": name}

    found: dict[str, object] = {
        "id": shown_id(article.id),
        "type": "article-journal",
        "title": article.title,
        "author": list(map(author, article.authors)),
        "editor": list(map(author, article.editors)),
        "container-title": article.journal,
        "volume": article.volume,
        "issue": article.issue,
        "page": article.pages,
        "issued": {"date-parts": [[article.year]]} if article.year else None,
        "abstract": _abstract(article),
        "note": _note(article),
        "keyword": "; ".join((*article.mesh, *article.keywords)),
        "DOI": _id(article, "DOI"),
        "PMID": _id(article, "PMID"),
        "PMCID": _id(article, "PMC"),
        "URL": article.url or paper_url(article.ids),
    }
    return {name: value for name, value in found.items() if value}
