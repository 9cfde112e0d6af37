"""What was put together, as an answer people read: a summary, a numbered chain of claims, and the mind map. Pure.

Each sentence of the chain carries the edge that it was written from, so that its claim is judged and shown like any
other; the mind map's leaves have the numbers of the steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kgcore.english.agreement import is_plural, join_words
from kgcore.evidence.findings import opposing_edges
from kgcore.reasoning.conclusions import CHAINED, SHOWN, Found, explained_words, is_one_sign_alone, summary_words
from kgcore.reasoning.ranking import Explanation
from kgcore.values.model import Edge, Entity, Mark, Mention, Paragraph, Statement, Triple
from kgcore.values.thread import LeafSource, MindNode
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import for_many, name_at_start, name_in_sentence, predicate_verb, reported_verb

MOST_STEPS = 6  # sentences on the first candidate; of the others each kind is one sentence
MOST_LISTED, IN_MAP = 6, 3  # things of one kind that a sentence, and a leaf of the map, name


@dataclass(frozen=True, slots=True)
class Told:
    """Paragraphs with their triples in reading order, and the mind map, whose claims count from 1."""

    paragraphs: tuple[Paragraph, ...]
    mind_map: tuple[MindNode, ...]

    @property
    def triples(self) -> tuple[Triple, ...]:
        """All triples, in reading order."""
        return tuple(t for p in self.paragraphs for t in p.triples)


@dataclass(slots=True)
class Telling:
    """Paragraphs as they are put together."""

    vocabulary: Vocabulary
    paragraphs: list[Paragraph] = field(default_factory=list)
    step: int = 0
    claims: int = 0
    _refs: int = 0
    _said: dict[tuple[str, str], MindNode] = field(default_factory=dict)

    def plain(self, text: str) -> None:
        """Add a paragraph that claims nothing."""
        if text:
            self.paragraphs.append(Paragraph(" ".join(text.split())))

    def once(self, subject: Entity, edge: Edge, other: Entity, source: LeafSource) -> MindNode:
        """Add what one edge says, unless that was said before; return its leaf."""
        key = (subject.id, edge.id)
        if key not in self._said:
            self._said[key] = self.states(subject, [(edge, other)], source)
        return self._said[key]

    def conclusion(self, text: str) -> None:
        """Add a step that rests on the ones before it."""
        self.step += 1
        self.plain(f"{self.step}. {text}")

    def states(self, subject: Entity, edges: Sequence[tuple[Edge, Entity]], source: LeafSource) -> MindNode:
        """Add a step that says what a subject's edges of one kind say, naming their other ends; return its leaf.

        The edges (with their other ends) are of one predicate, all denied or none.
        """
        self.step += 1
        first, shown = edges[0][0], edges[:MOST_LISTED]
        more = len(edges) - len(shown)
        inverse = first.subject != subject.id
        line = _Line(f"{self.step}. ", self._refs)
        if inverse:
            self._names(line, [e for _, e in shown], more, opening=True)
        else:
            line.name(name_at_start(subject), subject)
        words = self._verb(edges, plural=_many(inverse, subject, edges), many=not inverse and len(edges) > 1)
        line.relation(words)
        if inverse:
            line.name(name_in_sentence(subject), subject)
        else:
            self._names(line, [e for _, e in shown], more)
        pairs = [(e, subject, other) if not inverse else (e, other, subject) for e, other in shown]
        paragraph = line.paragraph(len(self.paragraphs), pairs)
        self._refs += line.refs
        self.paragraphs.append(paragraph)
        numbers = tuple(range(self.claims + 1, self.claims + 1 + len(pairs)))
        self.claims += len(pairs)
        few = shown if len(edges) <= IN_MAP + 1 else shown[:IN_MAP]
        listed = _listed([name_in_sentence(e) for _, e in few], len(edges) - len(few))
        said = f"{listed} {words}" if inverse else f"{words} {listed}"
        return MindNode(f"{said} {name_in_sentence(subject)}" if inverse else said, source, numbers, self.step)

    def _names(self, line: _Line, others: Sequence[Entity], more: int, *, opening: bool = False) -> None:
        for n, other in enumerate(others):
            last = n == len(others) - 1 and not more
            line.plain(", " if n > 0 and not last else " and " if n else "")
            line.name(name_at_start(other) if opening and not n else name_in_sentence(other), other)
        line.plain(f" and {more} more" if more else "")

    def _verb(self, edges: Sequence[tuple[Edge, Entity]], *, plural: bool, many: bool) -> str:
        """Return the words of the edges' predicate, which say no more than the least of their studies can show."""
        edge, other = edges[0]
        predicate = self.vocabulary.get(edge.predicate)
        object = other if not many and other.id == edge.object else None
        noted = (reported_verb(predicate, object, [e.note]) for e, _ in edges)
        plain = predicate_verb(predicate, object)
        said = next((v for v in noted if v != plain), plain)
        return (for_many(said) if many else said).finite(plural=plural, negated=edge.negated)


def _many(inverse: bool, subject: Entity, edges: Sequence[tuple[Edge, Entity]]) -> bool:
    """Tell whether the words before the verb are a plural."""
    return len(edges) > 1 or is_plural(edges[0][1].name) if inverse else is_plural(subject.name)


class _Line:
    """One sentence with its marks."""

    def __init__(self, lead: str, refs: int) -> None:
        self._text, self._marks, self._first = lead, list[Mark](), refs
        self._named: dict[str, str] = {}
        self._relation: Mark | None = None

    @property
    def refs(self) -> int:
        """How many names it has."""
        return len(self._named)

    def plain(self, words: str) -> None:
        self._text += words

    def name(self, words: str, entity: Entity) -> None:
        ref = f"N{self._first + len(self._named) + 1}"
        self._named[entity.id] = ref
        self._marks.append(Mark(len(self._text), len(self._text) + len(words), ref))
        self._text += words

    def relation(self, words: str) -> None:
        self._text += " "
        self._relation = Mark(len(self._text), len(self._text) + len(words), f"R{self._first + 1}")
        self._marks.append(self._relation)
        self._text += f"{words} "

    def paragraph(self, number: int, pairs: Sequence[tuple[Edge, Entity, Entity]]) -> Paragraph:
        """Return the paragraph with a triple for each edge and its two ends."""
        place = self._relation or Mark(0, 1, "R0")
        triples = tuple(
            Triple(
                Mention(subject.name, subject.type, self._named.get(subject.id, "")),
                self._text[place.start : place.end],
                Mention(object.name, object.type, self._named.get(object.id, "")),
                edge.predicate,
                edge.negated,
                ref=place.ref,
                paragraph=number,
                start=place.start,
                end=place.end,
                stated=Statement(subject.id, edge.predicate, object.id, edge.negated),
            )
            for edge, subject, object in pairs
        )
        return Paragraph(f"{self._text.rstrip()}.", tuple(self._marks), triples)


def tell(found: Found, vocabulary: Vocabulary) -> Told:
    """Return the answer to a question that several facts bear on."""
    telling = Telling(vocabulary)
    shown = found.candidates[:SHOWN]
    telling.plain(summary_words(found))
    nodes = []
    for place, candidate in enumerate(shown[:CHAINED]):
        leaves = _for_and_against(telling, candidate, found, one_by_one=not place)
        if not place and (words := explained_words(candidate, found)):
            telling.conclusion(words)
        if not place and not is_one_sign_alone(found):
            leaves += _beside(telling, candidate.entity, found)
        if leaves or not place or not found.clues:  # another one that explains nothing is no branch
            nodes.append(MindNode(name_at_start(candidate.entity), leaves=(*leaves, *_left(candidate, found))))
    return Told(tuple(telling.paragraphs), tuple(nodes))


@dataclass(frozen=True, slots=True)
class Join:
    """A way between two things as it is told: its nodes in order, and the edges of each step, the best first."""

    nodes: tuple[Entity, ...]
    hops: tuple[tuple[Edge, ...], ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """What joins some things: those that are joined in a row, the ways between neighbours and across rows, what lies
    beside each, and `beyond` a neighbour that bears on the question: by thing, the neighbour's edges.
    """

    rows: tuple[tuple[Entity, ...], ...]
    joins: Mapping[tuple[str, str], Sequence[Join]]
    beside: Mapping[str, Sequence[tuple[Edge, Entity]]]
    missing: Sequence[str] = ()
    beyond: Mapping[str, Sequence[tuple[Entity, Sequence[tuple[Edge, Entity]]]]] = field(default_factory=dict)


def tell_joins(found: Joined, vocabulary: Vocabulary) -> Told:
    """Return the answer to a question on what joins several things."""
    telling = Telling(vocabulary)
    telling.plain(_joined_words(found))
    nodes = []
    for row in found.rows:
        for a, b in pairwise(row):
            nodes.append(_join(telling, a, b, found.joins.get((a.id, b.id), ())))
    along = {(a.id, b.id) for row in found.rows for a, b in pairwise(row)}
    for pair, joins in found.joins.items():
        if pair not in along and joins:
            nodes.append(_join(telling, joins[0].nodes[0], joins[0].nodes[-1], joins))
    for row in found.rows:
        alone = len(row) == 1
        for entity in row if alone else ():
            leaves = _kinds(telling, entity, found.beside.get(entity.id, ()), LeafSource.NEIGHBOUR)
            nodes.append(MindNode(name_at_start(entity), leaves=tuple(leaves)))
    for further in found.beyond.values():
        for neighbour, edges in further:
            leaves = _kinds(telling, neighbour, edges, LeafSource.NEIGHBOUR)
            nodes.append(MindNode(name_at_start(neighbour), LeafSource.NEIGHBOUR, leaves=tuple(leaves)))
    return Told(tuple(telling.paragraphs), tuple(nodes))


def _joined_words(found: Joined) -> str:
    names = _listed([f"“{m}”" for m in found.missing], 0) if found.missing else ""
    said = [f"The graph has no entry for {names}; that does not mean that it is wrong."] if names else []
    rows = [" – ".join(name_in_sentence(e) for e in row) for row in found.rows if len(row) > 1]
    alone = [name_in_sentence(row[0]) for row in found.rows if len(row) == 1]
    if rows:
        said.append(f"This is how they are joined, step by step: {'; '.join(rows)}.")
    if alone and rows:
        said.append(f"Nothing joins {_listed(alone, 0)} to the others here.")
    elif alone:
        said.append(f"Nothing here joins {_listed(alone, 0)}. What else is known of {_pronoun(alone)}:")
    if spoken := [name_in_sentence(neighbour) for some in found.beyond.values() for neighbour, _ in some]:
        said.append(f"The question also bears on {_listed(spoken, 0)}.")
    return " ".join(said)


def _pronoun(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _join(telling: Telling, a: Entity, b: Entity, joins: Sequence[Join]) -> MindNode:
    leaves: list[MindNode] = []
    for join in joins:
        for (start, end), edges in zip(pairwise(join.nodes), join.hops, strict=True):
            leaves += _hop(telling, start, end, edges)
    through = [", then ".join(map(name_in_sentence, join.nodes[1:-1])) for join in joins if len(join.nodes) > 2]
    if through:
        said = f"So {name_in_sentence(a)} and {name_in_sentence(b)} are joined through {_listed(through, 0)}"
        telling.conclusion(f"{said}. Such a chain is no proof of cause and effect.")
    return MindNode(f"{name_at_start(a)} – {name_in_sentence(b)}", leaves=tuple(leaves))


def _hop(telling: Telling, start: Entity, end: Entity, edges: Sequence[Edge]) -> list[MindNode]:
    """Tell the best of a step's edges, and the best of those that say otherwise: a step never shows one side only."""

    def weight(edge: Edge) -> tuple[int, bool, bool]:
        return edge.cited, not edge.negated, edge.subject == start.id

    best = max(edges, key=weight)
    against = {e.id for e in opposing_edges(best, edges, telling.vocabulary)}
    otherwise = [e for e in edges if e.id in against or e.negated != best.negated]
    leaves = []
    for edge in (best, *([max(otherwise, key=weight)] if otherwise else [])):
        subject, object = (start, end) if edge.subject == start.id else (end, start)
        node = telling.once(subject, edge, object, LeafSource.PATH)
        leaves.append(MindNode(f"{name_in_sentence(subject)} {node.words}", node.source, node.claims, node.step))
    return leaves


@dataclass(frozen=True, slots=True)
class Shared:
    """What bears on several things: for each of them its name, and its edges with the things at their other ends.

    `alone` are those that bear on one thing only, by the thing; `asked`: a relation was asked for; `more` are not told.
    `disputed` are those of them with a thing on which papers say the same and its denial.
    """

    things: tuple[Entity, ...]
    every: Sequence[tuple[Entity, Sequence[tuple[Edge, Entity]]]]
    alone: Sequence[tuple[Entity, Sequence[tuple[Edge, Entity]]]]
    asked: bool
    more: int = 0
    disputed: Sequence[tuple[Entity, Entity]] = ()


def tell_shared(found: Shared, vocabulary: Vocabulary) -> Told:
    """Return the answer to what bears on all of several things; where nothing does, what bears on each."""
    telling = Telling(vocabulary)
    names = _listed([name_in_sentence(e) for e in found.things], 0)
    all_ = "both" if len(found.things) == 2 else "all of"
    if found.every:
        first = _listed([name_in_sentence(e) for e, _ in found.every], found.more)
        joined = f"{_capital(first)}: joined to {all_} {names}."
        said = f"For {all_} {names} the graph has {first}." if found.asked else joined
    elif found.asked:
        said = f"The graph names nothing for {all_} {names}; that does not mean that there is nothing."
    else:
        said = f"The graph shows nothing that {names} have in common."
    telling.plain(said)
    nodes = []
    for entity, edges in (*found.every, *(() if found.every else found.alone)):
        leaves = _kinds(telling, entity, edges, LeafSource.PATH)
        nodes.append(MindNode(name_at_start(entity), leaves=tuple(leaves)))
        if on := [name_in_sentence(thing) for one, thing in found.disputed if one.id == entity.id]:
            telling.plain(f"Papers disagree on {name_in_sentence(entity)} and {_listed(on, 0)}.")
    return Told(tuple(telling.paragraphs), tuple(nodes))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _for_and_against(telling: Telling, candidate: Explanation, found: Found, *, one_by_one: bool) -> list[MindNode]:
    """Tell what speaks for and against a candidate; what two edges say of a pair, both ways round, is told once."""
    pairs: dict[tuple[str, bool], Edge] = {}
    for edge in (*candidate.edges_for, *candidate.edges_against):
        other = edge.object if edge.subject == candidate.entity.id else edge.subject
        if other not in found.entities:
            continue
        key, outward = (other, edge.negated), edge.subject == candidate.entity.id
        if key not in pairs or (outward and pairs[key].subject != candidate.entity.id):
            pairs[key] = edge
    kinds: dict[tuple[str, bool, bool, int], list[tuple[Edge, Entity]]] = defaultdict(list)
    for place, ((other, negated), edge) in enumerate(pairs.items()):
        alone = place if one_by_one and place < MOST_STEPS - 1 else MOST_STEPS
        outward = edge.subject == candidate.entity.id
        kinds[edge.predicate, negated, outward, alone].append((edge, found.entities[other]))
    return [telling.states(candidate.entity, edges, LeafSource.PATH) for edges in kinds.values()]


def _beside(telling: Telling, entity: Entity, found: Found) -> list[MindNode]:
    """Tell what else the graph has on a candidate, a sentence a kind."""
    some = [
        (e, found.entities[e.object]) for e in found.beside if e.subject == entity.id and e.object in found.entities
    ]
    return _kinds(telling, entity, some, LeafSource.NEIGHBOUR)


def _kinds(
    telling: Telling, entity: Entity, edges: Sequence[tuple[Edge, Entity]], source: LeafSource
) -> list[MindNode]:
    """Tell edges with their other ends, a sentence a kind."""
    kinds: dict[tuple[str, bool, bool], list[tuple[Edge, Entity]]] = defaultdict(list)
    for edge, other in edges:
        kinds[edge.predicate, edge.negated, edge.subject == entity.id].append((edge, other))
    return [telling.states(entity, some, source) for some in kinds.values()]


def _left(candidate: Explanation, found: Found) -> list[MindNode]:
    words = [found.clues[n].words for n in candidate.unexplained]
    return [MindNode(f"not explained: {_listed(words, 0)}", LeafSource.NOTHING)] if words else []


def _listed(names: Sequence[str], more: int) -> str:
    return join_words([*names, f"{more} more"] if more else names)
