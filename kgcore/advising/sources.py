"""Leads from the neighbourhoods of what a thread has named: pairs of entities, and of an entity and a type. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kgcore.advising import weights
from kgcore.advising.character import Bearing, Depth, bearing, depth, is_general, is_taken
from kgcore.advising.evidence import Pair, pair
from kgcore.advising.lead import Lead
from kgcore.advising.past import Past
from kgcore.controls import Kind
from kgcore.explore import goal
from kgcore.model import Edge, Entity, Neighbourhood, Verdict
from kgcore.thread import Exploration
from kgcore.verdict.stance import Rules

FEW = 2  # a type needs as many neighbours to be a question of its own
_SEVERAL = 0.5  # what each doubling of a type's members adds
_BEST = 2  # members that a type is judged by
_ANSWERED = frozenset({Verdict.SUPPORTED, Verdict.MIXED, Verdict.CONTRADICTED})
Scored = tuple[Pair, float, bool]  # a pair, its weight, whether its question is about a harm


class Sources:
    """What leads are made of, looked up once for a thread."""

    def __init__(self, exploration: Exploration, around: Mapping[str, Neighbourhood], rules: Rules, past: Past) -> None:
        self.exploration, self.rules, self.past = exploration, rules, past
        self.around = around
        self.inside = goal(exploration, self._trimmed())
        self.entities = {e.id: e for e in exploration.entities}
        self.near = weights.nearness(exploration)
        self._largest = max((m.degree for n in around.values() for m in n.best), default=1) or 1
        self._named = frozenset(id for s in exploration.steps for id in (*s.focus, *s.named))
        self._helped = frozenset(self._benefits())

    def _trimmed(self) -> dict[str, Neighbourhood]:
        """Return the neighbourhoods with only those ids that a lead can be about: a hub has a hundred thousand."""
        asked = {m.entity.id for id in self.exploration.sources if id in self.around for m in self.around[id].best}
        asked |= {id for s in self.exploration.steps for id in s.named}
        return {
            root: replace(self.around[root], ids=self.around[root].ids & asked)
            for root in self.exploration.roots
            if root in self.around
        }

    def _benefits(self) -> Iterator[str]:
        """Yield the entities a benefit of which has been answered."""
        for claim in (c for s in self.exploration.steps for c in s.claims):
            if claim.verdict in _ANSWERED and claim.subject and claim.object and claim.predicate:
                said = Edge("", claim.subject.entity.id, claim.predicate, claim.object.entity.id)
                if bearing(said, claim.object.entity, self.rules) is Bearing.BENEFIT:
                    yield claim.subject.entity.id

    def leads(self) -> Iterator[Lead]:
        """Yield all pairs worth asking about; what was asked or dismissed as a type is still among them."""
        for id in self.exploration.sources:
            if id in self.around and id in self.entities and self.past.allows_source(id):
                n = self.entities[id]
                pairs = [self._scored(n, found) for found in self._pairs(n)]
                yield from (self._single(n, *one) for one in pairs)
                yield from self._types(n, pairs)

    def _pairs(self, n: Entity) -> Iterator[Pair]:
        barred, types, inside, taken = bool(self.past.predicates), self.past.types, self.inside, self.past.taken(n.id)
        for m in self.around[n.id].best:
            far = m.entity.id
            if far not in inside or far in taken or far == n.id or m.entity.type in types:
                continue
            edges = tuple(filter(self.past.allows_edge, m.edges)) if barred else m.edges
            if edges:
                yield pair(m.entity, edges, m.degree, self.rules)

    # ── weights ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _scored(self, n: Entity, found: Pair) -> Scored:
        factor, harm = self._asking(n, found.far, found.main)
        known = weights.KNOWN if found.far.id in self._named else 1.0
        general = weights.GENERAL if is_general(found.far.name, found.far.type) else 1.0
        near = self.near.get(n.id, weights.FAR)
        return found, weights.of_pair(found, self._largest) * factor * known * general * near, harm

    def _asking(self, n: Entity, far: Entity, main: Edge) -> tuple[float, bool]:
        """Return what asking with this edge's predicate does to the weight, and whether it is about a harm."""
        deep = depth(main.predicate)
        if deep is not Depth.PLAIN:
            return (weights.DULL if deep is Depth.DEFINED else weights.PARTS), False
        agent, object = (n, far) if main.subject == n.id else (far, n)
        if bearing(main, object, self.rules) is not Bearing.HARM or not is_taken(agent.type):
            return 1.0, False
        return (weights.HARM_LATE if agent.id in self._helped else weights.HARM_EARLY), True

    def _single(self, n: Entity, found: Pair, score: float, harm: bool) -> Lead:
        outward = found.main.subject == n.id
        far = found.far
        return Lead(Kind.NODE, n, far.id, far.type, found.main.predicate, score, (found,), outward, harm=harm)

    # ── types ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _types(self, n: Entity, pairs: Iterable[Scored]) -> Iterator[Lead]:
        groups: dict[tuple[str, str, bool], list[Scored]] = defaultdict(list)
        for one in pairs:
            main = one[0].main
            outward = main.subject == n.id or self.rules.get(main.predicate).symmetric
            groups[one[0].far.type, main.predicate, outward].append(one)
        for (type, predicate, outward), members in groups.items():
            if len(members) >= FEW and sum(not m[0].main.negated for m in members) >= FEW:
                yield self._type(n, type, predicate, outward, members)

    def _type(self, n: Entity, type: str, predicate: str, outward: bool, members: list[Scored]) -> Lead:
        ordered = sorted(members, key=lambda one: (-one[1], one[0].far.id))
        best = [score for _, score, _ in ordered[:_BEST]]
        score = sum(best) / len(best) * (1 + _SEVERAL * (len(members).bit_length() - 1))
        pairs = tuple([found for found, _, _ in ordered])
        return Lead(Kind.TYPE, n, type, type, predicate, score, pairs, outward, harm=members[0][2])
