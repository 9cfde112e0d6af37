"""The whole thread as Markdown (CommonMark, with GitHub's tables). Pure.

All text comes from outside: it is put on one line and escaped, so that it is read as it stands. Links lead to papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kgcore.language.english import clean
from kgcore.model import Paper, Verdict
from kgcore.report.gathered import Gathered, gathered, papers_of
from kgcore.report.papers import citation, safe_url
from kgcore.report.summary import GENERAL, NO_CLAIMS, NOT_UNTRUE, NOTHING, bearings, claims_table, counts
from kgcore.thread import Exploration, Turn
from kgcore.vocabulary import Vocabulary

_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&#$^!]")
_LEADING = re.compile(r"^(?:[-+=:]|\d{1,9}(?=[.)]))")
# What readers of Markdown make a link of although nobody marked it: addresses, and names behind "@".
_ADDRESS = re.compile(r"(?<=[A-Za-z])(?=://)|(?i:(?<=www)(?=\.))")
_JOINER = "\N{WORD JOINER}"  # invisible; a name behind it pings nobody


def markdown(turns: Sequence[Turn], exploration: Exploration, vocabulary: Vocabulary, picture_name: str) -> str:
    """Return the summary; `picture_name` is the file beside it that shows all claims ("": none)."""
    if not turns:
        return f"# Summary\n\n{NOTHING}\n"
    claims = gathered(turns, vocabulary)
    papers = papers_of(turns, claims)
    parts = [f"# {escaped(turns[0].question) or 'Summary'}", escaped(counts(turns, exploration, claims, papers))]
    parts += ["## Questions", _lines(f"{n}. {escaped(t.question)}" for n, t in enumerate(turns, 1))]
    parts += ["## Claims", *(_claims(claims) if claims else [NO_CLAIMS])]
    if picture_name and claims:
        parts += ["## Picture", f"![The graph of all claims](<{safe_name(picture_name)}>)"]
    if papers:
        parts += ["## Papers", _lines(_paper(n, p, claims) for n, p in enumerate(papers, 1))]
    parts.append("---")
    if any(g.claim.verdict is Verdict.UNSURE for g in claims):
        parts.append(NOT_UNTRUE)
    parts.append(GENERAL)
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it stands: no markup, no HTML, no link, on one line."""
    marked = _SIGNS.sub(r"\\\g<0>", clean(text))
    marked = _ADDRESS.sub(r"\\", marked).replace("@", f"@{_JOINER}")
    lead = _LEADING.match(marked)
    if lead:
        at = lead.end() - (0 if lead[0].isdecimal() else 1)
        marked = f"{marked[:at]}\\{marked[at:]}"
    return marked


def safe_name(name: str) -> str:
    """Return a file's name of letters, digits, dots and hyphens."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", name).lstrip(".") or "picture"


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _claims(claims: Sequence[Gathered]) -> Iterator[str]:
    table = claims_table(claims)
    yield _lines((_row(table.columns), _row(("---",) * len(table.columns), plain=True), *map(_row, table.rows)))
    yield "### Why"
    yield _lines(f"{n}. {g.claim.verdict.icon} {escaped(g.claim.why)}" for n, g in enumerate(claims, 1))


def _row(cells: Sequence[str], plain: bool = False) -> str:
    return f"| {' | '.join(cells if plain else map(escaped, cells))} |"


def _paper(number: int, paper: Paper, claims: Sequence[Gathered]) -> str:
    words, url = escaped(citation(paper)), safe_url(paper.url)
    linked = f"[{words}](<{_address(url)}>)" if url else words
    known = escaped(clean(paper.id))
    return f"{number}. {linked}. {known} ({escaped('; '.join(bearings(paper, claims)))})"


def _address(url: str) -> str:
    """Return an address as it stands between angle brackets, where of its signs only "&" still means something."""
    return url.replace("&", "&amp;")
