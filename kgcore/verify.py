"""From cases and the graph's edges to claims with verdicts: DESIGN's table, nothing else. Pure.

The caller fetches in rounds and asks after each: `direct` with the edges between a case's couples; where these take no
side, `neighbours` with those of narrower and broader entities; where there is nothing, `connected` with two-hop paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.model import Claim, Edge, Entity, Kin, Match, Path, Reason, Triple, Verdict
from kgcore.verdict.case import Case, Couple, Found, Pair, find, ids, would_settle
from kgcore.verdict.fit import TypeFit
from kgcore.verdict.meaning import Meaning, Phrases
from kgcore.verdict.stance import readings
from kgcore.verdict.why import UNREACHABLE, Why, by_meaning, no_connection, not_in_graph, same_entity

Edges = Mapping[Pair, Sequence[Edge]]
Family = Mapping[str, Sequence[Kin]]

MOST_KIN = 12  # narrower and broader entities tried on one side of a claim


@dataclass(frozen=True, slots=True)
class Judge:
    """Decides; holds what one graph's predicates and types say."""

    phrases: Phrases
    fit: TypeFit

    def choose(self, case: Case, edges: Edges) -> Found:
        """Return the couple and sense that fit best: types first, then evidence, then the best name and reading.

        Where couples that are as good as each other lead to different verdicts, ✓ is the last to be taken.
        """
        found = [
            find(case.meaning, couple, sense, edges.get(ids(couple), ()), ids(couple), self.phrases)
            for couple in case.couples
            for sense in case.meaning.senses or (None,)
        ]
        if len(found) == 1:
            return found[0]
        order = {sense: n for n, sense in enumerate(case.meaning.senses)}

        def rank(one: Found) -> tuple[bool, int, int, bool]:
            evidence = 2 if one.settles else 1 if one.near else 0
            agreed = bool(one.edges_for) and not one.edges_against
            return not self._fits(one), -evidence, order[one.sense] if one.sense else 0, agreed

        best = min(found, key=rank)
        return self._doubted(best, found) if bool(best.edges_for) != bool(best.edges_against) else best

    def _doubted(self, best: Found, found: Sequence[Found]) -> Found:
        """Return what is on one side of a claim with what says the opposite in another sense that its phrase can have.

        One graph's TREATS and another's "biolink:treats", denied; "reduces" is INHIBITS, and DISRUPTS denied.
        """
        others = [f for f in found if f.couple == best.couple and f is not best and self._fits(f)]
        sided = best.edges_for or best.edges_against
        across = [e for f in others for e in (f.edges_against if best.edges_for else f.edges_for)]
        other = tuple(e for e in dict.fromkeys(across) if all(e.negated != s.negated for s in sided))
        near = tuple(e for e in best.near if e not in other)
        return replace(best, edges_for=best.edges_for or other, edges_against=best.edges_against or other, near=near)

    def _fits(self, found: Found) -> bool:
        if found.sense is None:
            return True
        subject, object = found.couple
        return self.fit.fits(subject.entity.type, (found.sense.predicate, *found.sense.also), object.entity.type)

    def direct(self, case: Case, found: Found) -> Claim | None:
        """Judge by the edges between the two themselves; None where there are none."""
        why = self._why(e.entity for e in found.couple)
        settled = _sides(found, why)
        if settled is None and not found.near:
            return None
        verdict, reason, words = settled or (Verdict.RELEVANT, *self._near(case, found, why))
        if verdict is Verdict.SUPPORTED and any(c.match is Match.SEMANTIC for c in found.couple):
            verdict, reason = Verdict.RELEVANT, Reason.MATCHED_BY_MEANING
        return claim(case, found, verdict, reason, self._named(case, found, words))

    def _near(self, case: Case, found: Found, why: Why) -> tuple[Reason, str]:
        if case.meaning.doubtful or case.meaning.guessed:
            return Reason.OTHER_PREDICATE, why.not_understood(found.near, case.triple.relation)
        plain = would_settle(replace(case.meaning, says_more=False), found, self.phrases)
        if case.meaning.says_more and plain:
            return Reason.SAYS_MORE, why.says_more(plain, case.triple.relation)
        turned = would_settle(case.meaning, found, self.phrases, turned=True)
        subject = found.couple[0].entity.id
        forward = [e for e in found.near if readings(e.predicate, e.subject != subject, self.phrases)]
        if turned or not forward:
            return Reason.OTHER_DIRECTION, why.other_direction(turned or found.near)
        return Reason.OTHER_PREDICATE, why.other_predicate(found.near, case.triple.relation, found.sense is not None)

    def neighbours(self, case: Case, found: Found, family: Family, edges: Edges) -> Claim | None:
        """Judge by edges about an entity one step narrower or broader: ⓘ at most; None where none takes a side."""
        settled = [
            (one, kin, named)
            for kin, named, pair in relatives(found.couple, family)
            if pair in edges
            for sense in case.meaning.senses
            if (one := find(case.meaning, found.couple, sense, edges[pair], pair, self.phrases)).settles
        ]
        if not settled:
            return None
        one, kin, named = max(settled, key=lambda s: len({p for e in _taken(s[0]) for p in e.publications}))
        why = self._why((*(c.entity for c in found.couple), kin.entity))
        words = self._named(case, found, why.neighbour(kin.entity, kin.broader, _taken(one), named))
        near = replace(found, sense=one.sense, near=_taken(one))
        return claim(case, near, Verdict.RELEVANT, _neighbour_reason(one), words, carrier=kin.entity)

    def through_kin(self, case: Case, found: Found, judged: Claim, paths: Sequence[Path]) -> Claim:
        """Return a claim judged by a broader or narrower entity with the path through that, where it is specific.

        What speaks for it of a class is told as that path, from its member; all else stays a word on the entity named.
        """
        path = next((p for p in paths if judged.carrier and p.nodes[1].id == judged.carrier.id), None)
        if path is None:
            return judged
        taken, carrier = judged.edges_near, path.nodes[1].id
        one, other = (tuple(sorted(hop, key=lambda e: e not in taken)) for hop in path.edges)
        judged = replace(judged, path=replace(path, edges=(one, other)))
        member = any(e.object == carrier for hop in (one, other) if not {*hop} & {*taken} for e in hop)
        if judged.path is None or judged.reason is not Reason.NEIGHBOUR_FOR or found.near or not member:
            return judged
        words = self._named(case, found, self._why(()).path(judged.path))
        return replace(judged, reason=Reason.PATH, why=words)

    def connected(self, case: Case, found: Found, paths: Sequence[Path]) -> Claim:
        """Judge by the best two-hop path, if there is one; otherwise nothing tells."""
        if paths:
            words = self._why(()).path(paths[0])
            return claim(case, found, Verdict.RELEVANT, Reason.PATH, self._named(case, found, words), path=paths[0])
        words = no_connection(*(c.entity for c in found.couple))
        return claim(case, found, Verdict.UNSURE, Reason.NO_CONNECTION, self._named(case, found, words))

    def _why(self, names: Iterable[Entity]) -> Why:
        return Why(self.phrases, {e.id: e for e in names})

    def _named(self, case: Case, found: Found, words: str) -> str:
        return by_meaning(words, zip(case.mentions, found.couple, strict=True))


def closed(case: Case) -> Claim | None:
    """Judge what needs no edge: a mention that is not linked, or both that mean one entity; None for all others."""
    missing = [m for m, side in zip(case.mentions, (case.subjects, case.objects), strict=True) if not side]
    if missing:
        reason = _MISSING[bool(case.subjects), bool(case.objects)]
        return _unsure(case, reason, not_in_graph(missing))
    if not case.couples:
        return _unsure(case, Reason.SAME_ENTITY, same_entity(case.subjects[0].entity))
    return None


def unreachable(triple: Triple, meaning: Meaning) -> Claim:
    """Return the claim of a triple that could not be looked up."""
    return _unsure(Case(triple, meaning, (), ()), Reason.GRAPH_UNREACHABLE, UNREACHABLE)


def relatives(couple: Couple, family: Family) -> tuple[tuple[Kin, Entity, Pair], ...]:
    """Return, for each narrower or broader entity of either side, who it stands for and the pair to look up."""
    subject, object = (c.entity for c in couple)
    left = [(k, subject, (k.entity.id, object.id)) for k in family.get(subject.id, ())[:MOST_KIN]]
    right = [(k, object, (subject.id, k.entity.id)) for k in family.get(object.id, ())[:MOST_KIN]]
    return tuple(r for r in (*left, *right) if r[2][0] != r[2][1])


def claim(
    case: Case,
    found: Found,
    verdict: Verdict,
    reason: Reason,
    why: str,
    *,
    path: Path | None = None,
    carrier: Entity | None = None,
) -> Claim:
    """Return the claim of a case with what was found."""
    return Claim(
        case.triple,
        verdict,
        reason,
        why,
        *found.couple,
        predicate=found.sense.predicate if found.sense else None,
        turned=case.meaning.turned,
        negated=case.meaning.negated,
        hedged=case.meaning.hedged,
        says_more=case.meaning.says_more,
        edges_for=found.edges_for,
        edges_against=found.edges_against,
        edges_near=found.near,
        path=path,
        carrier=carrier,
    )


_MISSING = {
    (False, False): Reason.NEITHER_IN_GRAPH,
    (False, True): Reason.SUBJECT_NOT_IN_GRAPH,
    (True, False): Reason.OBJECT_NOT_IN_GRAPH,
}


def _unsure(case: Case, reason: Reason, why: str) -> Claim:
    meaning = case.meaning
    return Claim(
        case.triple,
        Verdict.UNSURE,
        reason,
        why,
        case.subjects[0] if case.subjects else None,
        case.objects[0] if case.objects else None,
        predicate=meaning.senses[0].predicate if meaning.senses else None,
        turned=meaning.turned,
        negated=meaning.negated,
        hedged=meaning.hedged,
        says_more=meaning.says_more,
    )


def _sides(found: Found, why: Why) -> tuple[Verdict, Reason, str] | None:
    match bool(found.edges_for), bool(found.edges_against):
        case True, True:
            words = why.mixed(found.edges_for, found.edges_against)
            return Verdict.MIXED, Reason.EDGES_ON_BOTH_SIDES, words
        case True, False:
            return Verdict.SUPPORTED, Reason.EDGE_FOR, why.supported(found.edges_for)
        case False, True:
            return Verdict.CONTRADICTED, Reason.EDGE_AGAINST, why.contradicted(found.edges_against)
        case _:
            return None


def _neighbour_reason(found: Found) -> Reason:
    if found.edges_for and found.edges_against:
        return Reason.NEIGHBOUR_MIXED
    return Reason.NEIGHBOUR_FOR if found.edges_for else Reason.NEIGHBOUR_AGAINST


def _taken(found: Found) -> tuple[Edge, ...]:
    return (*found.edges_for, *found.edges_against)
