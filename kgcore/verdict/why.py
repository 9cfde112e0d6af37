"""A verdict's reason in plain words, for people. What was not found is never made to sound untrue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from kgcore.english.agreement import is_plural, join_words
from kgcore.values.model import (
    Candidate,
    Edge,
    Entity,
    Match,
    Mention,
    Path,
    Predicate,
    count_papers,
    graph_words,
    team_words,
)
from kgcore.values.text import shorten
from kgcore.vocabulary.wording import name_in_sentence, papers_count, statement_sentence

SHOWN = 2  # statements named in one sentence; the evidence list shows the rest
# What a promise without a relation of its own amounts to is no quotation: the sentence had other words for it
# (kgcore/annotation/overclaims.py).
AMOUNTS_TO = {
    "completely cures": "nothing there speaks of a complete cure",
    "completely prevents": "nothing there speaks of certain prevention",
    "is the most effective treatment for": "nothing there says which treatment is best",
    "is the most effective protection against": "nothing there says which protection is best",
    "is proven beyond doubt to treat": "nothing there speaks of proof beyond doubt",
    "is proven beyond doubt to prevent": "nothing there speaks of proof beyond doubt",
    "treats better than others": "nothing there says which treatment is better",
    "prevents better than others": "nothing there says which protection is better",
    "has by far the strongest effect on": "nothing there says which effect is the strongest",
    "is proven beyond doubt to affect": "nothing there speaks of proof beyond doubt",
    "always affects": "nothing there speaks of something that always follows",
    "always causes": "nothing there speaks of something that always follows",
}


# The same of what is added to a relation (kgcore/english/context.py).
ADDED = {
    "without side effects": "nothing there says that there are no side effects",
    "without exception": "nothing there says that there are no exceptions",
    "instead of other care": "nothing there says that it takes the place of other care",
}


class ReasonWords(Protocol):
    """What is needed of a vocabulary here."""

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name."""
        ...


class ReasonWriter:
    """Writes the reasons; knows the predicates' words and the entities that edges may name."""

    def __init__(self, words: ReasonWords, names: Mapping[str, Entity]) -> None:
        self._words = words
        self._names = names

    def supported(self, edges: Sequence[Edge]) -> str:
        """The graph says so."""
        return f"The graph says {self._facts(edges)}."

    def contradicted(self, edges: Sequence[Edge]) -> str:
        """The graph says otherwise."""
        return f"The graph says otherwise: {self._facts(edges)}."

    def mixed(self, edges_for: Sequence[Edge], edges_against: Sequence[Edge]) -> str:
        """Both sides, with how many papers each has."""
        return (
            f"The graph has both sides. For it, {_rests(edges_for)}: {self._facts(edges_for, rests=False)}. "
            f"Against it, {_rests(edges_against)}: {self._facts(edges_against, rests=False)}."
        )

    def overstates(self, edges: Sequence[Edge], phrase: str) -> str:
        """The graph knows the plain relation only."""
        return f"The graph says {self._facts(edges)}; {_beyond(phrase)}."

    def other_predicate(self, edges: Sequence[Edge], phrase: str, understood: bool) -> str:
        """Something else is known about the two."""
        if not understood:
            return f"The graph says {self._facts(edges)}. None of its relations fits “{_cut(phrase)}”."
        return f"The graph says {self._facts(edges)}, which neither supports nor contradicts this."

    def not_understood(self, edges: Sequence[Edge], phrase: str) -> str:
        """Something is known about the two; what the sentence says of it was not surely understood."""
        return f"The graph says {self._facts(edges)}. I could not tell whether “{_cut(phrase)}” makes this claim."

    def not_surely_said(self, edges: Sequence[Edge]) -> str:
        """Something is known about the two; no rule could read what the sentence says of them."""
        return f"The graph says {self._facts(edges)}. I am not sure that this sentence says just that."

    def other_direction(self, edges: Sequence[Edge]) -> str:
        """It is known the other way round."""
        return f"The graph has it the other way round: {self._facts(edges)}."

    def neighbour(self, carrier: Entity, broader: bool | None, edges: Sequence[Edge], named: Entity) -> str:
        """The evidence is about a narrower or broader entity (`broader` None: one of nearly the same name)."""
        kind = f", which {'are' if is_plural(carrier.name) else 'is'} {'broader' if broader else 'narrower'}"
        kind = "" if broader is None else kind
        return (
            f"The graph does not settle this for {name_in_sentence(named)} itself, "
            f"but speaks of {name_in_sentence(carrier)}{kind}: {self._facts(edges)}."
        )

    def path(self, path: Path) -> str:
        """The two are connected through a third."""
        names = {e.id: e for e in path.nodes}
        hops = [ReasonWriter(self._words, names)._facts(edges[:1]) for edges in path.edges if edges]
        return f"No direct connection, but one through {name_in_sentence(path.nodes[1])}: {join_words(hops)}."

    def _facts(self, edges: Iterable[Edge], rests: bool = True) -> str:
        merged: dict[tuple[str, str, str, bool], list[Edge]] = {}
        for edge in edges:
            merged.setdefault((edge.subject, edge.predicate, edge.object, edge.negated), []).append(edge)
        groups = sorted(merged.values(), key=count_papers, reverse=True)
        said = [self._said(g) + (f" ({_rests(g)})" if rests else "") for g in groups[:SHOWN]]
        more = len(groups) - len(said)
        return join_words([*said, f"{more} more"] if more else said)

    def _said(self, edges: Sequence[Edge]) -> str:
        edge, notes = edges[0], [e.note for e in edges]
        subject, object = (self._names.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
        predicate = self._words.get(edge.predicate)
        return statement_sentence(subject, predicate, object, negated=edge.negated, opening=False, notes=notes)


def by_meaning(why: str, sides: Iterable[tuple[Mention, Candidate]]) -> str:
    """Put in front of a reason what each mention was taken for that was matched by meaning alone."""
    taken = [
        f"“{_cut(mention.text)}” was taken to mean {name_in_sentence(candidate.entity)}"
        for mention, candidate in sides
        if candidate.match is Match.SEMANTIC
    ]
    return f"{join_words(taken)}, by meaning alone. {why}" if taken else why


def not_in_graph(mentions: Sequence[Mention]) -> str:
    """One mention, or both, mean nothing that the graph has."""
    names = [f"“{_cut(m.text)}”" for m in mentions]
    if len(names) == 1:
        return f"The graph has no entry for {names[0]}, so it cannot say."
    return f"The graph has no entry for {names[0]} or {names[1]}, so it cannot say."


def same_entity(entity: Entity) -> str:
    """Both mentions mean one node."""
    return f"Both names mean {name_in_sentence(entity)} in this graph, so there is nothing to check between them."


def no_connection(subject: Entity, object: Entity) -> str:
    """Both are known, and nothing that tells: what they share, if anything, is joined to much else."""
    known = f"{name_in_sentence(subject)} and {name_in_sentence(object)}"
    return f"The graph knows {known}, but nothing specific that connects them."


UNREACHABLE = "The graph could not be reached, so this was not checked."
BUSY = "The graph was asked too much at once, so this was not checked. Ask again in a moment."


def _rests(edges: Sequence[Edge]) -> str:
    count = count_papers(edges)
    if count:
        return ", ".join(filter(None, (papers_count(count), team_words(edges), graph_words(edges))))
    sources = list(dict.fromkeys(s for e in edges for s in e.sources))
    return ", ".join([*sources[:3], "no paper given"])


def _beyond(phrase: str) -> str:
    added = next((said for ending, said in ADDED.items() if phrase.casefold().endswith(ending)), None)
    return added or AMOUNTS_TO.get(phrase.casefold()) or f"nothing there says “{_cut(phrase)}”"


def _cut(text: str, most: int = 80) -> str:
    return shorten(" ".join(text.split()), most)
