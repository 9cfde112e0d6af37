"""An edge as a plain sentence with what it rests on. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kgcore.model import Claim, Edge, Entity
from kgcore.vocabulary import Vocabulary
from kgcore.wording import papers_count, statement


def fact(edge: Edge, known: Mapping[str, Entity], vocabulary: Vocabulary) -> str:
    """Return "Vitamin E does not prevent Alzheimer's disease (1 paper)"; an unknown end goes by its id."""
    subject, object = (known.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
    return f"{statement(subject, vocabulary.get(edge.predicate), object, negated=edge.negated)} ({rests_on(edge)})"


def rests_on(edge: Edge) -> str:
    """Return what an edge rests on: "3 papers", or its knowledge source where it has none."""
    if edge.publications:
        return papers_count(len(edge.publications))
    return f"{', '.join(edge.sources) or 'source not given'}, no paper given"


def known_entities(claim: Claim) -> dict[str, Entity]:
    """Return the entities that a claim's edges can name, by id."""
    entities = [c.entity for c in (claim.subject, claim.object) if c]
    entities += [claim.carrier] if claim.carrier else []
    entities += claim.path.nodes if claim.path else []
    return {e.id: e for e in entities}


def edges_shown(claim: Claim) -> tuple[Edge, ...]:
    """Return all edges that a claim shows: for, against, near, and those of its path."""
    path = claim.path.edges if claim.path else ((), ())
    return (*claim.edges_for, *claim.edges_against, *claim.edges_near, *path[0], *path[1])
