"""Papers as BibTeX. Pure.

Text is escaped for LaTeX, letters beyond ASCII stay as they are (UTF-8); addresses and DOIs are written as
they are, as reference managers expect. BibTeX counts braces even behind a backslash, so they become commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgcore.language.english import clean
from kgcore.model import Paper
from kgcore.report.papers import identifiers, safe_url, title

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: f"\\{c}" for c in "&%$#_"},
}
_VERBATIM = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})


def bibtex(papers: Iterable[Paper]) -> str:
    """Return one article entry per paper (each id once), with keys that are unique whatever their case."""
    distinct = {p.id: p for p in papers}
    keys: set[str] = set()
    return "\n".join(_entry(p, _key(p, keys)) for p in distinct.values())


def latex(text: str) -> str:
    """Return text that LaTeX sets as it stands, on one line."""
    return "".join(_LATEX.get(c, c) for c in clean(text))


def _key(paper: Paper, taken: set[str]) -> str:
    ids = identifiers(paper)
    named = f"pmid{ids.pmid}" if ids.pmid else ids.pmcid or clean(paper.id)
    plain = re.sub(r"[^a-z0-9]+", "-", named.lower()).strip("-")[:60] or "paper"
    key = next(k for k in (plain, *(f"{plain}-{n}" for n in range(2, len(taken) + 3))) if k not in taken)
    taken.add(key)
    return key


def _entry(paper: Paper, key: str) -> str:
    ids = identifiers(paper)
    fields = {
        "title": f"{{{latex(title(paper))}}}",  # a second pair of braces keeps capitals: Alzheimer's, DHA
        "journal": latex(paper.journal),
        "year": str(paper.year or ""),
        "doi": ids.doi.translate(_VERBATIM),
        "pmid": ids.pmid,
        "pmcid": ids.pmcid,
        "url": safe_url(paper.url).translate(_VERBATIM),
        "note": "" if ids.pmid or ids.pmcid or ids.doi else latex(paper.id),
    }
    lines = "".join(f",\n  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@article{{{key}{lines}\n}}\n"
