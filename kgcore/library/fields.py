"""What of an article is searched: its text by field, and how two records of the same paper become one. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape

from kgcore.library.model import Article, Design, Scope, Section, Status

# The columns of the index, in its order, each with its weight in BM25 (fitted, see docs/library.md).
FIELDS: tuple[tuple[Scope, float], ...] = (
    (Scope.TITLE, 4.0),
    (Scope.ABSTRACT, 2.0),
    (Scope.BODY, 1.0),
    (Scope.CAPTION, 1.0),
    (Scope.TABLE, 0.5),
    (Scope.AUTHOR, 0.5),
    (Scope.JOURNAL, 0.3),
    (Scope.MESH, 1.0),
)
_ID_ORDER = ("PMC:", "PMID:", "DOI:", "TITLE:")
_TAG = re.compile(r"<[^<>]*>")


def field_texts(article: Article, table_texts: Sequence[str]) -> tuple[str, ...]:
    """Return the text of every column of the index; `table_texts` are the words of its tables."""
    return (
        article.title,
        section_text(article.abstract),
        section_text(article.body),
        "\n".join(f"{c.label} {c.text}" for c in article.captions),
        "\n".join(table_texts),
        "; ".join(article.authors),
        article.journal,
        "; ".join((*article.mesh, *article.keywords)),
    )


def section_text(sections: Sequence[Section]) -> str:
    """Return the text of sections, each under its heading."""
    return "\n".join(f"{s.title}\n{s.text}" for s in sections)


def characters_of(article: Article) -> int:
    """Return how many characters of text an article has."""
    return len(article.title) + sum(len(s.text) for s in (*article.abstract, *article.body)) + _in_captions(article)


def _in_captions(article: Article) -> int:
    return sum(len(c.text) for c in article.captions)


def united(first: Article, other: Article) -> Article:
    """Return one article of two records of the same paper: the first counts, the other fills what it lacks."""
    full, thin = (other, first) if len(other.body) > len(first.body) else (first, other)
    ids = sorted(dict.fromkeys((*first.ids, *other.ids)), key=_place)
    ids = [id for id in ids if not id.startswith("TITLE:")] or ids  # by its title goes what has no other id
    return Article(
        tuple(ids),
        first.title or other.title,
        first.abstract or other.abstract,
        full.body,
        full.captions or thin.captions,
        full.tables or thin.tables,
        first.authors or other.authors,
        first.journal or other.journal,
        first.year or other.year,
        first.mesh or other.mesh,
        first.keywords or other.keywords,
        tuple(dict.fromkeys((*first.types, *other.types))),
        first.licence or other.licence,
        first.url or other.url,
        first.citations if first.citations is not None else other.citations,
        max(first.status, other.status, key=list(Status).index),
        min(first.design, other.design, key=lambda d: (d is Design.UNKNOWN, d.strength)),
        tuple(dict.fromkeys((*first.notices, *other.notices))),
        *((first if first.volume or first.pages else other).place),
        first.editors or other.editors,
    )


def _place(id: str) -> int:
    return next((n for n, prefix in enumerate(_ID_ORDER) if id.startswith(prefix)), len(_ID_ORDER))


def with_status(article: Article, status: Status) -> Article:
    """Return the article with a status at least as grave as this one."""
    return replace(article, status=max(article.status, status, key=list(Status).index))


def table_text(source: str) -> str:
    """Return the words of a table's markup, cell after cell."""
    return " ".join(unescape(_TAG.sub(" ", source)).split())
