"""One claim as people see it: its statement in the graph's words, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgcore.drawing.palette import type_colour
from kgcore.model import Candidate, Claim, Edge, Entity, Mention, Paper
from kgcore.reply import ClaimView, EntityRef, Inline, Plain
from kgcore.vocabulary import Vocabulary


def claim_view(
    number: int, claim: Claim, numbers: Mapping[str, int], papers: Mapping[str, Paper], vocabulary: Vocabulary
) -> ClaimView:
    """Return the view of a claim; papers that the graph does not describe are shown by their id."""

    def described(ids: Iterable[str]) -> tuple[Paper, ...]:
        return tuple(papers.get(id, Paper(id)) for id in ids)

    near = dict.fromkeys(p for e in (*claim.edges_near, *_path_edges(claim)) for p in e.publications)
    return ClaimView(
        number,
        claim.verdict,
        statement(claim, numbers, vocabulary),
        claim.why,
        described(claim.papers_for),
        described(claim.papers_against),
        described(near),
        _evidence(claim, vocabulary),
        tuple(n for c in (claim.subject, claim.object) if c and (n := numbers.get(c.entity.id, 0))),
        claim.hedged,
    )


def statement(claim: Claim, numbers: Mapping[str, int], vocabulary: Vocabulary) -> tuple[Inline, ...]:
    """Return subject, relation and object; the text's own phrase where the graph has no word for what it says."""
    if claim.predicate is None or claim.says_more:
        left, right = (claim.object, claim.subject) if claim.turned else (claim.subject, claim.object)
        denied = "not: " if claim.triple.negated else ""
        return (
            _end(claim.triple.subject, left, numbers),
            Plain(f" {denied}{claim.triple.relation} "),
            _end(claim.triple.object, right, numbers),
        )
    words = vocabulary.words(claim.predicate, negated=claim.negated)
    return (
        _end(claim.subject_mention, claim.subject, numbers),
        Plain(f" {words} "),
        _end(claim.object_mention, claim.object, numbers),
    )


def _end(mention: Mention, candidate: Candidate | None, numbers: Mapping[str, int]) -> Inline:
    if candidate is None:
        return Plain(f"“{mention.text}”")
    entity = candidate.entity
    return EntityRef(entity.name, numbers.get(entity.id, 0), entity.type, type_colour(entity.type))


def _path_edges(claim: Claim) -> tuple[Edge, ...]:
    return (*claim.path.edges[0], *claim.path.edges[1]) if claim.path else ()


def _evidence(claim: Claim, vocabulary: Vocabulary) -> tuple[str, ...]:
    known = _known(claim)
    edges = (*claim.edges_for, *claim.edges_against, *claim.edges_near, *_path_edges(claim))
    return tuple(dict.fromkeys(_said(e, known, vocabulary) for e in edges))


def _said(edge: Edge, known: Mapping[str, Entity], vocabulary: Vocabulary) -> str:
    subject, object = (known[id].name if id in known else id for id in (edge.subject, edge.object))
    words = vocabulary.words(edge.predicate, negated=edge.negated)
    return f"{subject} {words} {object}: {rests_on(edge)}"


def rests_on(edge: Edge) -> str:
    """Return what an edge rests on: "3 papers", or its knowledge source where it has none."""
    count = len(edge.publications)
    if count:
        return "1 paper" if count == 1 else f"{count} papers"
    return f"{', '.join(edge.sources) or 'source not given'}, no paper given"


def _known(claim: Claim) -> dict[str, Entity]:
    entities = [c.entity for c in (claim.subject, claim.object) if c]
    entities += [claim.carrier] if claim.carrier else []
    entities += claim.path.nodes if claim.path else []
    return {e.id: e for e in entities}
