"""Articles as rows of JSON: one object a line with an id and a title or an abstract, whoever wrote it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgcore.errors import InputError
from kgcore.library.design import study_design
from kgcore.library.ids import any_id, doi, pmcid, pmid, title_id
from kgcore.library.model import ABSTRACT, Article, Section, Status
from kgcore.library.pages import numbered, page_range
from kgcore.values.text import whole

_LONGEST = 20_000_000  # characters of one field
_RESULTS_END = "Conclusion"


def article_of_row(line: str, where: str) -> Article | None:
    """Return the article of a line; None for a blank one. Raises InputError, which names what is wrong with it.

    Fields: `id`, `pmid`, `pmcid` or `doi`; `title`; `abstract` (text, or texts by heading, as `sections` is, too);
    `conclusion`; `body`; `authors`, `journal`, `year`, `mesh`, `keywords`, `types`, `volume`, `issue`, `pages`,
    `editors`, `retracted`. A question that stands in for a title (as in PubMedQA) is not read: it is what
    others search with.
    """
    if not line.strip():
        return None
    try:
        row = whole(json.loads(line))
    except (ValueError, RecursionError) as exc:
        raise InputError(f"is no JSON ({str(exc)[:80]}).", where=where) from exc
    if not isinstance(row, dict):
        raise InputError("is no JSON object.", where=where)
    title, year = _text(row, "title"), _year(row.get("year"))
    abstract = (*_sections(row, "abstract", ABSTRACT), *_sections(row, "sections", ABSTRACT))
    if conclusion := _text(row, "conclusion"):
        abstract += (Section(_RESULTS_END, conclusion),)
    ids = tuple(dict.fromkeys(_ids(row)))
    first = abstract[0].text if abstract else ""
    ids = ids or ((title_id(title or first, year),) if title or first else ())
    if not ids or not (title or abstract or "body" in row):
        raise InputError('has neither a "title" nor an "abstract".', where=where)
    found = Article(
        ids,
        title,
        abstract,
        _sections(row, "body", ""),
        authors=_texts(row, "authors"),
        journal=_text(row, "journal"),
        year=year,
        mesh=_texts(row, "mesh"),
        keywords=_texts(row, "keywords"),
        types=_texts(row, "types"),
        status=Status.RETRACTED if row.get("retracted") is True else Status.CURRENT,
        volume=numbered(_text(row, "volume")),
        issue=numbered(_text(row, "issue")),
        pages=page_range(_text(row, "pages")),
        editors=_texts(row, "editors"),
    )
    return replace(found, design=study_design(found))


def _ids(row: Mapping[str, Any]) -> Sequence[str]:
    found = [read(str(row.get(name) or "")) for name, read in (("pmcid", pmcid), ("pmid", pmid), ("doi", doi))]
    found.append(any_id(str(row.get("id") or "")))
    return [id for id in found if id]


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return "\n".join(" ".join(one.split()) for one in value[:_LONGEST].split("\n")) if isinstance(value, str) else ""


def _texts(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = row.get(name)
    if isinstance(value, str):
        value = value.split(";")
    return tuple(" ".join(str(one).split()) for one in value if str(one).strip()) if isinstance(value, list) else ()


def _sections(row: Mapping[str, Any], name: str, title: str) -> tuple[Section, ...]:
    value = row.get(name)
    if isinstance(value, str):
        return (Section(title, text),) if (text := _text(row, name)) else ()
    if isinstance(value, dict):
        parts = value.items()
        return tuple(Section(str(k).capitalize(), " ".join(v.split())) for k, v in parts if isinstance(v, str) and v)
    if isinstance(value, list):
        return tuple(Section(title, " ".join(v.split())) for v in value if isinstance(v, str) and v)
    return ()


def _year(value: object) -> int | None:
    text = str(value or "")[:4]
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None
