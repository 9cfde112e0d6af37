"""Articles as bytes and back, as every backend keeps them: a head that is read often, and a body. Pure."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from enum import Enum
from typing import Any

from kgcore.errors import LibraryDamaged
from kgcore.library.model import Article, Caption, CaptionOf, Design, Markup, RawTable, Section, Status

_LEVEL = 6  # of zlib


def packed(value: object) -> bytes:
    """Return a value of JSON as it is kept."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain).encode(), _LEVEL)


def unpacked(blob: bytes) -> Any:
    """Return what was kept. Raises LibraryDamaged."""
    try:
        return json.loads(zlib.decompress(blob))
    except (zlib.error, ValueError) as exc:
        raise LibraryDamaged("The library has an article that cannot be read.", hint="Add its papers anew.") from exc


def _plain(value: object) -> Any:
    if isinstance(value, Enum):
        return value.value
    raise TypeError(type(value))


def head_of(article: Article) -> bytes:
    """Return an article without body, captions and tables, as it is kept."""
    return packed(asdict(replace(article, body=(), captions=(), tables=())))


def body_of(article: Article) -> bytes:
    """Return the body, the captions, and the tables without their markup, as they are kept."""
    tables = [(t.id, t.label, t.caption, t.markup) for t in article.tables]
    return packed(
        {
            "body": [(s.title, s.text) for s in article.body],
            "captions": [(c.id, c.of, c.label, c.text) for c in article.captions],
            "tables": tables,
        }
    )


def read_head(blob: bytes) -> Article:
    """Return the article of `head_of`."""
    row: Mapping[str, Any] = unpacked(blob)
    lists = {name: tuple(row[name]) for name in ("ids", "authors", "mesh", "keywords", "types")}
    return Article(
        **lists,
        title=row["title"],
        abstract=tuple(Section(s["title"], s["text"]) for s in row["abstract"]),
        journal=row["journal"],
        year=row["year"],
        licence=row["licence"],
        url=row["url"],
        citations=row["citations"],
        status=Status(row["status"]),
        design=Design(row["design"]),
        notices=tuple((id, Status(status)) for id, status in row["notices"]),
        volume=row.get("volume", ""),  # heads of before places were read lack these
        issue=row.get("issue", ""),
        pages=row.get("pages", ""),
        editors=tuple(row.get("editors", ())),
    )


def with_body(article: Article, blob: bytes, sources: Mapping[str, str]) -> Article:
    """Return a head with what `body_of` kept; `sources` are the markups of its tables by id."""
    row: Mapping[str, Any] = unpacked(blob)
    return replace(
        article,
        body=tuple(Section(*one) for one in row["body"]),
        captions=tuple(Caption(id, CaptionOf(of), label, text) for id, of, label, text in row["captions"]),
        tables=tuple(
            RawTable(id, label, caption, Markup(kind), sources.get(id, ""))
            for id, label, caption, kind in row["tables"]
        ),
    )
