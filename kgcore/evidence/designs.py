"""What stands behind a claim: the designs of its papers, what speaks for care, and how strong that is. Pure.

Graphs describe papers by title, journal and year. A library knows designs by publication types and MeSH; without it,
what says more is the note of an edge ("RCT, overweight adults"), which is taken for its paper's where the edge has that
one paper only. Else a title may name the design.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from types import MappingProxyType

from kgcore.english.agreement import count_noun
from kgcore.english.study_designs import (
    STRONGEST_FIRST,
    UNKNOWN,
    cautions_in,
    design_in,
    design_in_title,
    design_noun,
    mentions_in_passing,
)
from kgcore.evidence.findings import edges_shown
from kgcore.values.model import Claim, Edge, Entity, Paper, count_papers
from kgcore.vocabulary.wording import name_at_start

Papers = Mapping[str, Paper]
NOTHING_KNOWN: Papers = MappingProxyType({})
MOST_CAUTIONS = 2


class Strength(StrEnum):
    """How much can be built on a claim's papers, by their designs alone."""

    STRONG = "strong"  # a meta-analysis, a systematic review, or two randomised trials
    SOME = "some evidence"  # one randomised trial, or two studies of people
    WEAK = "weak"
    UNKNOWN = "unknown"


_ORDER = {strength: place for place, strength in enumerate(Strength)}


def designs_of(claim: Claim, papers: Papers = NOTHING_KNOWN) -> dict[str, int]:
    """Return how many papers of each design stand behind a claim, for and against; each paper counts once."""
    return _counted((*claim.edges_for, *claim.edges_against), papers)


def made_of(claim: Claim, papers: Papers = NOTHING_KNOWN) -> str:
    """Return what a claim's evidence is made of, the strongest first: "2 meta-analyses, 1 cohort against".

    What stands for it needs no word where nothing stands against it; "" where there is no paper.
    """
    sides = [("for", claim.edges_for), ("against", claim.edges_against)]
    if not any(edges for _, edges in sides):
        related = _in_words(_counted(edges_shown(claim), papers))
        return f"related only: {related}" if related else ""
    told = [(side, counted) for side, edges in sides if (counted := _in_words(_counted(edges, papers)))]
    if [side for side, _ in told] == ["for"]:
        return told[0][1]
    return ", ".join(f"{counted} {side}" for side, counted in told)


def strongest_design(claim: Claim, papers: Papers = NOTHING_KNOWN) -> str:
    """Return the strongest design among the papers behind a claim, for and against; "" where none is known."""
    known = designs_of(claim, papers)
    return next((design for design in STRONGEST_FIRST if design in known), "")


def evidence_table(claims: Sequence[Claim], compared: Sequence[Entity], papers: Papers) -> tuple[tuple[str, ...], ...]:
    """Return what stands behind what was said of each of some entities, header first, the strongest first: what it is
    made of, how many papers speak for and against. Findings of no effect speak against. () where nothing was said.
    """
    rows = []
    some = {entity.id for entity in compared}
    kin = any(not some & {side.entity.id for side in (c.subject, c.object) if side} for c in claims)  # a form's, say
    none = "nothing on it itself" if kin else "nothing in this graph"
    for entity in compared:
        sides = [(c, {side.entity.id for side in (c.subject, c.object) if side}) for c in claims]
        own = [c for c, ids in sides if entity.id in ids and not ids <= some]  # that one is part of the other is none
        for_ = count_papers([e for c in own for e in (c.edges_against if c.negated else c.edges_for)])
        against = count_papers([e for c in own for e in (c.edges_for if c.negated else c.edges_against)])
        parts = [f"{words} (no effect)" if c.negated else words for c in own if (words := made_of(c, papers))]
        best = min((_ORDER[strength_of(c, papers)] for c in own if not c.negated), default=len(_ORDER))
        made = "; ".join(dict.fromkeys(parts)) or none
        rows.append((best, -for_, (name_at_start(entity), made, str(for_), str(against))))
    if all(cells[2:] == ("0", "0") for _, _, cells in rows):
        return ()
    body = tuple(cells for *_, cells in sorted(rows, key=lambda row: row[:2]))
    return (("", "Evidence", "Papers for", "Papers against"), *body)


def cautions_of(claim: Claim, papers: Papers = NOTHING_KNOWN) -> tuple[str, ...]:
    """Return what the notes and titles behind a claim say against relying on it: "high risk of bias"."""
    edges = (*claim.edges_for, *claim.edges_against) or edges_shown(claim)
    titles = (papers[p].title for e in edges for p in e.publications if p in papers)
    found: dict[str, None] = {}
    for text in chain((e.note for e in edges), titles):
        found.update(dict.fromkeys(cautions_in(text)))
        if len(found) >= MOST_CAUTIONS:
            break
    return tuple(found)[:MOST_CAUTIONS]


_POOLED = ("meta-analysis", "systematic review")
_OF_PEOPLE = ("trial", "cohort", "case-control", "cross-sectional")


def strength_of(claim: Claim, papers: Papers = NOTHING_KNOWN) -> Strength:
    """Return how strong the evidence on the side that has more of it is; where something speaks for care, one less."""
    sides = (claim.edges_for, claim.edges_against)
    found = [_strength(_counted(edges, papers)) for edges in sides if edges]
    known = [s for s in (Strength.STRONG, Strength.SOME, Strength.WEAK) if s in found]
    if not known:
        return Strength.UNKNOWN
    lower = {Strength.STRONG: Strength.SOME, Strength.SOME: Strength.WEAK}
    return lower.get(known[0], known[0]) if cautions_of(claim, papers) else known[0]


def _strength(designs: Mapping[str, int]) -> Strength:
    trials = designs.get("randomised trial", 0)
    if any(designs.get(d) for d in _POOLED) or trials > 1:
        return Strength.STRONG
    if trials or sum(designs.get(d, 0) for d in _OF_PEOPLE) > 1:
        return Strength.SOME
    return Strength.WEAK if set(designs) - {UNKNOWN} else Strength.UNKNOWN


def designs_of_papers(edges: Iterable[Edge], papers: Papers = NOTHING_KNOWN) -> Mapping[str, str]:
    """Return the design of every paper that edges rest on, by its id; "unknown" where nothing says it."""
    return _designs(edges, papers)


def design_of_paper(paper: Paper, edges: Iterable[Edge]) -> str:
    """Return a paper's design by the notes of the edges that rest on it, or its title."""
    designs = (_design(paper, edge, _noted(edge)) for edge in edges if paper.id in edge.publications)
    return next((design for design in designs if design != UNKNOWN), UNKNOWN)


def _in_words(designs: Mapping[str, int]) -> str:
    known = [count_noun(designs[d], design_noun(d)) for d in STRONGEST_FIRST if d in designs]
    other = designs.get(UNKNOWN, 0)
    noun = "other paper" if known else "paper"
    return ", ".join([*known, *([count_noun(other, noun)] if other else [])])


def _counted(edges: Sequence[Edge], papers: Papers) -> dict[str, int]:
    counted = Counter(_designs(edges, papers).values())
    unlisted = max((edge.unlisted for edge in edges), default=0)  # of which nothing was read
    return dict((counted + Counter({UNKNOWN: unlisted})).most_common())


def _designs(edges: Iterable[Edge], papers: Papers) -> dict[str, str]:
    found: dict[str, str] = {}
    for edge in edges:
        noted = _noted(edge)
        for id in edge.publications:
            if found.get(id, UNKNOWN) == UNKNOWN:
                paper = papers.get(id)
                found[id] = noted if paper is None else _design(paper, edge, noted)
    return found


def _noted(edge: Edge) -> str:
    """Return the design that an edge's note tells of its one paper; "unknown" of several."""
    return design_in(edge.note) if edge.cited == 1 else UNKNOWN


def _design(paper: Paper, edge: Edge, noted: str) -> str:
    if paper.design or noted != UNKNOWN:
        return paper.design or noted
    return UNKNOWN if edge.note and mentions_in_passing(edge.note) else design_in_title(paper.title)
