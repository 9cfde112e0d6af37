"""The closed lists of words that values are labelled with."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What the graph says of a claim (KNOWNET's three labels, and two that readers need to trust the first)."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    MIXED = "mixed"
    RELEVANT = "relevant"
    UNSURE = "unsure"

    @property
    def icon(self) -> str:
        """One character for running text (pictures use ℹ for ⓘ, which their font lacks)."""
        return {"supported": "✓", "contradicted": "✗", "mixed": "⚖", "relevant": "ⓘ", "unsure": "?"}[self.value]

    @property
    def label(self) -> str:
        """The verdict as a word, capitalised."""
        return self.value.capitalize()


class Reason(StrEnum):
    """Why a claim got its verdict, for programs; `Claim.why` says the same in words."""

    EDGE_FOR = "edge_for"
    EDGE_AGAINST = "edge_against"
    EDGES_ON_BOTH_SIDES = "edges_on_both_sides"
    MATCHED_BY_MEANING = "matched_by_meaning"  # would be ✓, but an entity was matched by meaning alone
    SAYS_MORE = "says_more"  # the graph knows the plain relation only
    OTHER_PREDICATE = "other_predicate"
    OTHER_DIRECTION = "other_direction"
    NEIGHBOUR_FOR = "neighbour_for"  # the evidence is about a narrower or broader entity
    NEIGHBOUR_AGAINST = "neighbour_against"
    NEIGHBOUR_MIXED = "neighbour_mixed"
    PATH = "path"
    SUBJECT_NOT_IN_GRAPH = "subject_not_in_graph"
    OBJECT_NOT_IN_GRAPH = "object_not_in_graph"
    NEITHER_IN_GRAPH = "neither_in_graph"
    SAME_ENTITY = "same_entity"  # both mentions mean one node
    NO_CONNECTION = "no_connection"
    GRAPH_UNREACHABLE = "graph_unreachable"


class Match(StrEnum):
    """How a mention came to its entity; only SEMANTIC may not carry a ✓."""

    EXACT = "exact"
    SYNONYM = "synonym"
    INITIALISM = "initialism"
    SPELLING = "spelling"
    VARIANT = "variant"
    SEMANTIC = "semantic"


class Salience(StrEnum):
    """How much a relation matters to the answer, as the annotation marks it ($H, $L)."""

    HIGH = "high"
    LOW = "low"
