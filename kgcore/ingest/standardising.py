"""Brings the entities of several sources onto one set, one source after the other, greedily, as iDISK does.

An entity is found by its identifier, by its name, by a preferred name, at last by similarity within a compatible type;
else it is new. What was done, and what was nearly done, is a decision that can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kgcore.curation.names import is_name, is_product_type, says_more
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.graph.embedded.rows import NodeRow
from kgcore.ingest.entity_matching import (
    EXACT,
    LEFT_OUT,
    NOTHING,
    EntityMatcher,
    Features,
    GraphEntity,
    MatchDecision,
    Ruling,
    describe_difference,
)
from kgcore.linking.lexicon import bag_key, concepts
from kgcore.linking.names import fold_word, tokens
from kgcore.linking.spelling import misspelling_cost

SURE_SLIP = 0.65  # of a spelling's cost: a doubled letter; what costs more may be another word (cytosine, cytisine)
MOST_ALIKE = 50  # entities that are compared with one by their spelling
_KINDS_AS_ONE = frozenset({EntityKind.CHEMICAL, EntityKind.DISEASE})  # whose types mean the same sort of thing


class ReadingMatcher(EntityMatcher):
    """As `EntityMatcher`, for graphs that call the same sort of thing differently: a supplement here, a drug there."""

    def compatible(self, one: Features, other: Features) -> bool:
        """Whether two types may hold the same thing: drugs and supplements may, drugs and diseases may not."""
        if one.type == other.type:
            return True
        if is_product_type(one.type) or is_product_type(other.type):
            return False
        kind = kind_of_type(one.type)
        return kind in _KINDS_AS_ONE and kind is kind_of_type(other.type)


class StandardisingMatcher(ReadingMatcher):
    """As `ReadingMatcher`, with preferred names and similarity, and the guards of standardisation."""

    def __init__(self) -> None:
        super().__init__()
        self._by_bag: dict[str, list[int]] = {}
        self._by_part: dict[str, list[int]] = {}

    def add(self, graph: int, name: str, nodes: Iterable[NodeRow]) -> Iterator[int]:
        """Yield the number of each entity in the new graph, LEFT_OUT for one whose name names nothing."""
        kept: list[GraphEntity | None] = []

        def named() -> Iterator[NodeRow]:
            for node in nodes:
                known = GraphEntity(name, node.id, node.name, node.type)
                if is_name(node.name):
                    kept.append(known)
                    yield node
                else:
                    kept.append(None)
                    self._alone(Ruling.DROPPED, "a name of one character, or without a letter", known)

        seen = 0
        for number in super().add(graph, name, named()):
            while (known := kept[seen]) is None:
                seen += 1
                yield LEFT_OUT
            seen += 1
            if graph and self.known(number) == known:
                self._alone(Ruling.NEW, "nothing fits", known)
            yield number
        for _ in kept[seen:]:
            yield LEFT_OUT

    def _alone(self, ruling: Ruling, reason: str, known: GraphEntity) -> None:
        self.decisions.append(MatchDecision(ruling, reason, NOTHING, known))

    def difference(self, one: Features, other: Features, vocabularies: Iterable[str]) -> str:
        """Return what tells two entities apart, "" for nothing; products need one name and one company."""
        if is_product_type(one.type) or is_product_type(other.type):
            if one.type != other.type:
                return "a product, and what is none"
            if one.name != other.name:
                return "products of different names"
            if not (one.company and other.company):
                return "a product whose company is not told"
        return describe_difference(one, other, vocabularies=vocabularies)

    def by_other_names(self, graph: int, known: GraphEntity, found: Features) -> int | None:
        """Return what is the same by a preferred name, else by similarity; None for what stays new."""
        near = self._preferred(found)
        if near:
            return self._one_of(graph, known, found, near, "the preferred name of one is a name of the other")
        same_words = self._by_bag.get(_bag(found.said), ())
        if same_words:
            return self._one_of(graph, known, found, same_words, "the same words in another order or form")
        return self._by_spelling(graph, known, found)

    def _preferred(self, found: Features) -> list[int]:
        named = (n for s in sorted(found.synonyms) for n in self.named(s))
        return list(dict.fromkeys((*self.also_named(found.name), *named)))

    def _one_of(self, graph: int, known: GraphEntity, found: Features, near: Sequence[int], reason: str) -> int | None:
        """Return the only one that fits. What would be more general, or fits with others, is listed as doubtful."""
        fit = [
            n
            for n in near
            if self.compatible(self.features(n), found) and not self.difference(self.features(n), found, EXACT)
        ]
        if not fit:
            return None
        first = self.features(fit[0])
        if says_more(found.said, first.said) or says_more(first.said, found.said):
            self.decide(Ruling.DOUBTFUL, f"{reason}, but one is more general", fit[0], known)
        elif len(fit) > 1:
            self.decide(Ruling.DOUBTFUL, f"{len(fit)} entities fit: {reason}", fit[0], known)
        elif self.holds(fit[0], graph):
            self.decide(Ruling.DOUBTFUL, "another entity of this graph has become one with it", fit[0], known)
        else:
            self.decide(Ruling.MERGED, reason, fit[0], known)
            return fit[0]
        return None

    def _by_spelling(self, graph: int, known: GraphEntity, found: Features) -> int | None:
        if kind_of_type(found.type) in (EntityKind.GENE, EntityKind.VARIANT):
            return None  # one letter is another gene
        words = tokens(found.said)
        near = dict.fromkeys(n for part in _parts(words) for n in self._by_part.get(part, ())[:MOST_ALIKE])
        costs = {n: cost for n in near if (cost := _cost(words, tokens(self.features(n).said))) is not None}
        sure = [n for n, cost in costs.items() if cost <= SURE_SLIP]
        if sure:
            return self._one_of(graph, known, found, sure, "the same name but for a doubled letter")
        fit = [
            n
            for n in costs
            if self.compatible(self.features(n), found) and not self.difference(self.features(n), found, EXACT)
        ]
        if fit:
            self.decide(Ruling.DOUBTFUL, "names that are spelt nearly alike", min(fit, key=lambda n: costs[n]), known)
        return None

    def index(self, number: int, found: Features) -> None:
        """Have an entity found by the sources that follow."""
        super().index(number, found)
        keyed = ((self._by_bag, (_bag(found.said),)), (self._by_part, _parts(tokens(found.said))))
        for table, keys in keyed:
            for key in keys:
                if key and number not in (held := table.setdefault(key, [])) and len(held) < MOST_ALIKE:
                    held.append(number)


def _bag(name: str) -> str:
    words = tokens(name)
    return bag_key(concepts(words)) if len(words) > 1 else ""


def _parts(words: Sequence[str]) -> tuple[str, ...]:
    """Return keys that a name and a misspelling of it share: all words but one, or both ends of the only one."""
    if len(words) == 1:
        return (f"^{words[0][:4]}", f"{words[0][-4:]}$") if len(words[0]) > 4 else ()
    return tuple(f"{n} {' '.join((*words[:n], *words[n + 1 :]))}" for n in range(min(len(words), 8)))


def _cost(ours: Sequence[str], theirs: Sequence[str]) -> float | None:
    """Return how far two names differ in the spelling of one word; None where they are other names."""
    if len(ours) != len(theirs):
        return None
    differing = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    if len(differing) != 1:
        return None
    return misspelling_cost(*map(fold_word, differing[0]))
