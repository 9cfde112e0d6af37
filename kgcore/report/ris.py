"""Papers as RIS, the tagged lines that reference managers read. Pure.

Tags: https://en.wikipedia.org/wiki/RIS_(file_format); a value is one line, so that no title can begin a tag of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgcore.language.english import clean
from kgcore.model import Paper
from kgcore.report.papers import identifiers, safe_url, title


def ris(papers: Iterable[Paper]) -> str:
    """Return one journal article per paper (each id once), lines ended by CR LF as the format has it."""
    distinct = {p.id: p for p in papers}
    return "".join("".join(f"{tag}  - {value}\r\n" for tag, value in _record(p)) + "\r\n" for p in distinct.values())


def _record(paper: Paper) -> Iterator[tuple[str, str]]:
    ids = identifiers(paper)
    rows = (
        ("ID", clean(paper.id)),
        ("TI", title(paper)),
        ("JO", clean(paper.journal)),
        ("PY", str(paper.year or "")),
        ("DO", ids.doi),
        ("AN", ids.pmid or ids.pmcid),
        ("DB", "PubMed" if ids.pmid else "PubMed Central" if ids.pmcid else ""),
        ("UR", safe_url(paper.url)),
    )
    yield "TY", "JOUR"
    yield from ((tag, value) for tag, value in rows if value)
    yield "ER", ""
