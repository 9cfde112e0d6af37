"""A query of the library in PubMed's own language, and what is new there. https://pubmed.ncbi.nlm.nih.gov/help/"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from kgcore.ingest.articles.fetching import searched
from kgcore.ingest.pubmed import Eutilities
from kgcore.library.model import Design, LibraryQuery, Scope, Status, Term
from kgcore.library.query import ANY_ENDING

_TAGS = {
    Scope.ALL: "[tiab]",
    Scope.TITLE: "[ti]",
    Scope.ABSTRACT: "[tiab]",
    Scope.AUTHOR: "[au]",
    Scope.JOURNAL: "[ta]",
    Scope.MESH: "[mh]",
}  # PubMed has no full text, captions and tables: what is sought there is sought in title and abstract
_TYPES = {
    Design.META_ANALYSIS: '"meta-analysis"[pt]',
    Design.SYSTEMATIC_REVIEW: '"systematic review"[pt]',
    Design.RANDOMISED_TRIAL: '"randomized controlled trial"[pt]',
    Design.TRIAL: '"clinical trial"[pt]',
    Design.COHORT: '"cohort studies"[mh]',
    Design.CASE_CONTROL: '"case-control studies"[mh]',
    Design.CROSS_SECTIONAL: '"cross-sectional studies"[mh]',
    Design.CASE_REPORT: '"case reports"[pt]',
    Design.ANIMAL: '("animals"[mh] NOT "humans"[mh])',
    Design.IN_VITRO: '"in vitro techniques"[mh]',
    Design.REVIEW: '"review"[pt]',
}
_MEANT_OTHERWISE = re.compile(r'["\[\]()*:\s]+')
_AT_ONCE = 100  # papers in one question
RETRACTED = '"retracted publication"[pt]'


def pubmed_term(query: LibraryQuery, since: date | None = None) -> str:
    """Return a query as PubMed's search takes it: all words that stand anywhere, one of every other field.

    `since`: only what came into PubMed from that day on.
    """
    groups = [_term(t) for t in query.terms if t.scope is Scope.ALL]
    for scope in dict.fromkeys(t.scope for t in query.terms if t.scope is not Scope.ALL):
        groups.append(_any(_term(t) for t in query.terms if t.scope is scope))
    if query.designs:
        groups.append(_any(_TYPES[d] for d in Design if d in query.designs and d in _TYPES))
    if query.types:
        groups.append(_any(f'"{_plain(t)}"[pt]' for t in query.types))
    if query.years:
        groups.append(f"{max(1, query.years[0])}:{query.years[1]}[dp]")
    if query.statuses == frozenset((Status.RETRACTED,)):
        groups.append(RETRACTED)
    if since is not None:
        groups.append(f"{since:%Y/%m/%d}:3000[edat]")
    without = "".join(f" NOT {_term(t)}" for t in query.without)
    return " AND ".join(filter(None, groups)) + without


def retracted_of(eutilities: Eutilities, numbers: Sequence[str]) -> Iterator[str]:
    """Yield those of PubMed's ids (PMID:…) whose papers were retracted. Raises GraphError."""
    for start in range(0, len(numbers), _AT_ONCE):
        some = numbers[start : start + _AT_ONCE]
        ids = " OR ".join(f"{id.removeprefix('PMID:')}[uid]" for id in some)
        found = searched(eutilities, f"{RETRACTED} AND ({ids})", _AT_ONCE)
        yield from (id for id in found if id in some)


def _any(parts: Iterator[str]) -> str:
    found = list(dict.fromkeys(filter(None, parts)))
    return f"({' OR '.join(found)})" if found else ""


def _term(term: Term) -> str:
    """Return a term, or any of its names, with the field in which it is sought; "" where nothing is left of it."""
    tag = _TAGS.get(term.scope, "[tiab]")
    named = ((_plain(name), name.endswith(ANY_ENDING)) for name in (term.text, *term.also))
    found = list(dict.fromkeys(f"{words}*{tag}" if cut else f'"{words}"{tag}' for words, cut in named if words))
    return found[0] if len(found) == 1 else _any(iter(found))


def _plain(words: str) -> str:
    return _MEANT_OTHERWISE.sub(" ", words).strip()
