"""Findings as sentences: how many papers say so, how many do not, and never more than the graph knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgcore.evidence.findings import Finding, Standing, papers
from kgcore.language.english import capital, clean, is_plural, listed, spelled
from kgcore.llm.graph_alone.ink import Ink
from kgcore.model import Edge
from kgcore.wording import is_kind_of

_DESIGNS = frozenset(
    {"rct", "trial", "trials", "cohort", "meta-analysis", "review", "mice", "rats", "cells", "animals"}
)
# Designs that do not show cause and effect in people; a trial or a review of trials beside them is not looked for.
_WEAK = re.compile(
    r"\b(?:cohorts?|case[- ]control|case (?:reports?|series)|observational|registry|epidemiology|cross-sectional"
    r"|(?:animal|mouse|rat) models?|mice|rats|animals?|in vitro|cell lines?|cells)\b",
    re.IGNORECASE,
)
_NOTE = 70  # characters of a curator's note that are shown


def report(ink: Ink, finding: Finding) -> str:
    """Return a finding as a sentence without its full stop, to stand after "The graph says yes: " or be capitalised."""
    match finding.standing:
        case Standing.SAID:
            return _attributed(
                finding.plain, ink.clause(finding), noted=not belongs(finding) and finding.predicate.words != "contains"
            )
        case Standing.DENIED:
            return _attributed(finding.denied, ink.clause(finding, denied=True))
        case Standing.DISPUTED:
            return _disputed(ink, finding) if finding.denied else _opposites(ink, finding)


def belongs(finding: Finding) -> bool:
    """Tell whether a finding only says that one thing is a kind or a part of another."""
    return is_kind_of(finding.predicate) or finding.predicate.words == "is part of"


def _attributed(edges: Sequence[Edge], clause: str, *, noted: bool = True) -> str:
    count = papers(edges)
    if not count:
        source = listed(dict.fromkeys(clean(s) for e in edges for s in e.sources)) or "the graph"
        return f"according to {_plain(source)}, which gives no paper, {clause}"
    note = _note(edges) if noted else ""
    said = f"paper{note} reports" if count == 1 else f"papers{note} report"
    return f"{spelled(count)} {said} that {clause}"


def _disputed(ink: Ink, finding: Finding) -> str:
    sides = [_side(finding.plain, "says", "say", "so")]
    nothing = "no such link" if finding.predicate.symmetric else "no such effect"
    sides.append(_side(finding.denied, "found", "found", nothing))
    text = f"papers disagree on whether {ink.clause(finding)}: {', '.join(sides)}"
    return text + (f", and {_side(finding.versus, 'reports', 'report', 'the opposite')}" if finding.versus else "")


def _side(edges: Sequence[Edge], one: str, many: str, what: str) -> str:
    count = papers(edges)
    if not count:
        return f"one source without a paper {one} {what}"
    return f"{spelled(count)} {one if count == 1 else many} {what}{_note(edges)}"


def _opposites(ink: Ink, finding: Finding) -> str:
    """Two predicates that exclude each other, both reported: say both, in as many words."""
    other = Finding(
        finding.subject, finding.opposite or finding.predicate, finding.object, finding.versus, (), finding.plain
    )
    it = "they" if is_plural(finding.subject.name) else "it"
    ours, theirs = ({p for e in edges for p in e.publications} for edges in (finding.plain, finding.versus))
    if ours and ours == theirs:
        both = f"report{'s' if len(ours) == 1 else ''} both that"
        who = "the same paper" if len(ours) == 1 else f"the same {spelled(len(ours))} papers"
        return (
            f"{who} {both} {ink.clause(finding)}{_note(finding.plain)} "
            f"and that {ink.clause(other, subject=it)}{_note(finding.versus)}"
        )
    first = _attributed(finding.plain, ink.clause(finding))
    return f"{first}, but {_attributed(finding.versus, ink.clause(other, subject=it))}"


def _note(edges: Sequence[Edge]) -> str:
    """Return the curator's note of a lone edge, where it describes its one paper, or its several."""
    note = _plain(clean(edges[0].note)) if len(edges) == 1 else ""
    head = re.split(r"[,;:]", note)[0]
    fits = is_plural(head) if papers(edges) > 1 else " " in note or head.lower() in _DESIGNS
    return f" ({note})" if note and fits and len(note) <= _NOTE else ""


def design(finding: Finding) -> str:
    """Return the design behind a finding where it is a weak one for what it says: "cohort", "mice"; else ""."""
    edges = finding.plain or finding.denied
    found = _WEAK.search(edges[0].note) if len(edges) == 1 and not belongs(finding) else None
    return found[0].lower() if found else ""


def _plain(text: str) -> str:
    """Return text from outside without anything that could be read as an annotation."""
    return "".join(c for c in text if c not in "[]{}<>$|()*_`#")


def sentence(text: str) -> str:
    """Return the text as a sentence: a capital and a full stop."""
    return f"{capital(text)}."
