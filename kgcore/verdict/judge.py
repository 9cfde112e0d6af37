"""From cases and the graph's edges to claims with verdicts: DESIGN's table, nothing else. Pure.

The caller fetches in rounds and asks after each: `direct` with the edges between a case's couples; where these take no
side, `neighbours` with those of narrower and broader entities; where there is nothing, `connected` with two-hop paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from kgcore.linking.linking import are_twins
from kgcore.values.model import (
    Claim,
    Edge,
    Entity,
    Match,
    Path,
    QualifierKind,
    Reason,
    Relative,
    Triple,
    count_papers,
)
from kgcore.verdict.case import (
    Case,
    ClaimVocabulary,
    Couple,
    FoundEdges,
    Pair,
    RelationMeaning,
    TypeFit,
    couple_ids,
    find_stances,
    would_settle,
)
from kgcore.verdict.qualifiers import Titles, Unmet, narrowed, settled_by, why_not
from kgcore.verdict.stance import readings_of_predicate
from kgcore.verdict.why import BUSY, UNREACHABLE, ReasonWriter, by_meaning, no_connection, not_in_graph, same_entity
from kgcore.verdicts import Verdict

Edges = Mapping[Pair, Sequence[Edge]]
Family = Mapping[str, Sequence[Relative]]

MOST_RELATIVES = 12  # narrower and broader entities tried on one side of a claim


@dataclass(frozen=True, slots=True)
class Judge:
    """Decides; holds what one graph's predicates and types say."""

    phrases: ClaimVocabulary
    fit: TypeFit

    def choose(self, case: Case, edges: Edges) -> FoundEdges:
        """Return the couple and sense that fit best: types first, then evidence, then the best name and reading.

        Where couples that are as good as each other lead to different verdicts, ✓ is the last to be taken.
        """
        senses = case.meaning.senses or (None,)
        found = [
            find_stances(
                case.meaning, couple, sense, edges.get(couple_ids(couple), ()), couple_ids(couple), self.phrases
            )
            for couple in case.couples
            for sense in senses
        ]
        if len(found) == 1:
            return found[0]
        order = {sense: n for n, sense in enumerate(senses)}

        def rank(one: FoundEdges) -> tuple[bool, int, int, bool]:
            evidence = 2 if one.settles else 1 if one.near else 0
            agreed = bool(one.edges_for) and not one.edges_against
            return not self._fits(one), -evidence, order[one.sense], agreed

        best = min(found, key=rank)
        return self._doubted(_with_twins(best, found), found) if _has_one_side(best) else best

    def _doubted(self, best: FoundEdges, found: Sequence[FoundEdges]) -> FoundEdges:
        """Return what is on one side of a claim with what says the opposite in another sense that its phrase can have.

        One graph's TREATS and another's "biolink:treats", denied; "reduces" is INHIBITS, and DISRUPTS denied.
        """
        others = [f for f in found if f.couple == best.couple and f is not best and self._fits(f)]
        sided = best.edges_for or best.edges_against
        across = [e for f in others for e in (f.edges_against if best.edges_for else f.edges_for)]
        other = tuple(e for e in dict.fromkeys(across) if all(e.negated != s.negated for s in sided))
        near = tuple(e for e in best.near if e not in other)
        return replace(best, edges_for=best.edges_for or other, edges_against=best.edges_against or other, near=near)

    def _fits(self, found: FoundEdges) -> bool:
        if found.sense is None:
            return True
        subject, object = found.couple
        return self.fit.fits(subject.entity.type, (found.sense.predicate, *found.sense.also), object.entity.type)

    def direct(self, case: Case, found: FoundEdges, titles: Titles = MappingProxyType({})) -> Claim | None:
        """Judge by the edges between the two themselves; None where there are none.

        `titles` are those of the edges' papers, as far as they are known.
        """
        why = self._why(e.entity for e in found.couple)
        found, unmet = settled_by(case, found, self.phrases, titles)
        settled = _sides(found, why)
        if settled is None and not found.near:
            return None
        verdict, reason, words = settled or self._unsettled(case, found, unmet, why)
        if verdict is Verdict.SUPPORTED and any(c.match is Match.SEMANTIC for c in found.couple):
            verdict, reason = Verdict.RELEVANT, Reason.MATCHED_BY_MEANING
        judged = claim_of_case(case, found, verdict, reason, self._named(case, found, words))
        return replace(judged, qualifier=unmet[-1].qualifier.words) if unmet and settled is None else judged

    def _unsettled(
        self, case: Case, found: FoundEdges, unmet: Sequence[Unmet], why: ReasonWriter
    ) -> tuple[Verdict, Reason, str]:
        if not unmet:
            return Verdict.RELEVANT, *self._near(case, found, why)
        last = unmet[-1]
        reason = Reason.UNDER_STUDY if last.qualifier.kind is QualifierKind.STUDY else Reason.QUALIFIED
        return Verdict.RELEVANT, reason, f"{why.supported(last.edges)} {why_not(last)}"

    def _near(self, case: Case, found: FoundEdges, why: ReasonWriter) -> tuple[Reason, str]:
        if case.triple.inferred and case.meaning.doubtful:
            return Reason.OTHER_PREDICATE, why.not_surely_said(found.near)
        if case.meaning.doubtful or case.meaning.guessed:
            return Reason.OTHER_PREDICATE, why.not_understood(found.near, case.triple.relation)
        plain = would_settle(replace(case.meaning, overstates=False), found, self.phrases)
        if case.meaning.overstates and plain:
            return Reason.OVERSTATES, why.overstates(plain, case.triple.relation)
        inverted = would_settle(case.meaning, found, self.phrases, inverted=True)
        subject = found.couple[0].entity.id
        forward = [e for e in found.near if readings_of_predicate(e.predicate, e.subject != subject, self.phrases)]
        if inverted or not forward:
            return Reason.OTHER_DIRECTION, why.other_direction(inverted or found.near)
        return Reason.OTHER_PREDICATE, why.other_predicate(found.near, case.triple.relation, found.sense is not None)

    def neighbours(self, case: Case, found: FoundEdges, family: Family, edges: Edges) -> Claim | None:
        """Judge by edges about an entity one step narrower or broader: ⓘ at most; None where none takes a side."""
        settled = [
            (one, relative, named)
            for relative, named, pair in relatives_of_couple(found.couple, family)
            if pair in edges
            for sense in case.meaning.senses
            if (one := find_stances(case.meaning, found.couple, sense, edges[pair], pair, self.phrases)).settles
        ]
        if not settled:
            return None
        one, relative, named = max(settled, key=lambda s: count_papers(_taken(s[0])))
        why = self._why((*(c.entity for c in found.couple), relative.entity))
        words = self._named(case, found, why.neighbour(relative.entity, relative.broader, _taken(one), named))
        near = replace(found, sense=one.sense, near=_taken(one))
        return claim_of_case(case, near, Verdict.RELEVANT, _neighbour_reason(one), words, carrier=relative.entity)

    def through_kin(self, case: Case, found: FoundEdges, judged: Claim, paths: Sequence[Path]) -> Claim:
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

    def connected(self, case: Case, found: FoundEdges, paths: Sequence[Path]) -> Claim:
        """Judge by the best two-hop path, if there is one; otherwise nothing tells."""
        if paths:
            words = self._why(()).path(paths[0])
            return claim_of_case(
                case, found, Verdict.RELEVANT, Reason.PATH, self._named(case, found, words), path=paths[0]
            )
        words = no_connection(*(c.entity for c in found.couple))
        return claim_of_case(case, found, Verdict.UNSURE, Reason.NO_CONNECTION, self._named(case, found, words))

    def _why(self, names: Iterable[Entity]) -> ReasonWriter:
        return ReasonWriter(self.phrases, {e.id: e for e in names})

    def _named(self, case: Case, found: FoundEdges, words: str) -> str:
        return by_meaning(words, zip(case.mentions, found.couple, strict=True))


def _has_one_side(found: FoundEdges) -> bool:
    return bool(found.edges_for) != bool(found.edges_against)


def _with_twins(best: FoundEdges, found: Sequence[FoundEdges]) -> FoundEdges:
    """Return what was found with what is known of the same two things under other nodes, told of those chosen.

    Where these are not of one mind, what was chosen stands as it is: support is the last to be taken.
    """
    twins = [f for f in found if f is not best and f.sense == best.sense and f.settles and _same_things(best, f)]
    if any(bool(f.edges_for) != bool(best.edges_for) or not _has_one_side(f) for f in twins):
        return best
    taken = dict.fromkeys(e for f in twins for e in _as_told_of(best.couple, f))
    if best.edges_for:
        return replace(best, edges_for=(*best.edges_for, *taken))
    return replace(best, edges_against=(*best.edges_against, *taken))


def _same_things(one: FoundEdges, other: FoundEdges) -> bool:
    pairs = zip(one.couple, other.couple, strict=True)
    return all(a.entity.id == b.entity.id or are_twins(a.entity, b.entity) for a, b in pairs)


def _as_told_of(couple: Couple, found: FoundEdges) -> Iterable[Edge]:
    """Return the edges that take a side, from and to the nodes of another couple."""
    place = {theirs.entity.id: ours.entity.id for ours, theirs in zip(couple, found.couple, strict=True)}
    return (replace(e, subject=place[e.subject], object=place[e.object]) for e in _taken(found))


def judge_without_edges(case: Case) -> Claim | None:
    """Judge what needs no edge: a mention that is not linked, or both that mean one entity; None for all others."""
    missing = [m for m, side in zip(case.mentions, (case.subjects, case.objects), strict=True) if not side]
    if missing:
        reason = _MISSING[bool(case.subjects), bool(case.objects)]
        return _unsure(case, reason, not_in_graph(missing))
    if not case.couples:
        return _unsure(case, Reason.SAME_ENTITY, same_entity(case.subjects[0].entity))
    return None


def unreachable_claim(triple: Triple, meaning: RelationMeaning, *, busy: bool) -> Claim:
    """Return the claim of a triple that could not be looked up; `busy`: the graph is there, and was asked too much."""
    return _unsure(Case(triple, meaning, (), ()), Reason.GRAPH_UNREACHABLE, BUSY if busy else UNREACHABLE)


def bears_out_means(claim: Claim, claims: Iterable[Claim]) -> bool:
    """Whether all that a supported claim is said to come about by is claimed beside it and supported, too."""
    means = claim.triple.qualifiers.of(QualifierKind.MEANS) if claim.verdict is Verdict.SUPPORTED else ()
    if not means:
        return True
    near = [c for c in claims if c is not claim and c.triple.paragraph == claim.triple.paragraph]
    stated = [[c.verdict for c in near if _states(c.triple, q.words)] for q in means]
    return all(some and set(some) == {Verdict.SUPPORTED} for some in stated)


def _states(triple: Triple, words: str) -> bool:
    """Whether these are the words that state a triple."""
    return triple.relation in words and (triple.object.text in words or triple.subject.text in words)


def relatives_of_couple(couple: Couple, family: Family) -> tuple[tuple[Relative, Entity, Pair], ...]:
    """Return, for each narrower or broader entity of either side, who it stands for and the pair to look up."""
    subject, object = (c.entity for c in couple)
    left = [(k, subject, (k.entity.id, object.id)) for k in family.get(subject.id, ())[:MOST_RELATIVES]]
    right = [(k, object, (subject.id, k.entity.id)) for k in family.get(object.id, ())[:MOST_RELATIVES]]
    return tuple(r for r in (*left, *right) if r[2][0] != r[2][1])


def claim_of_case(
    case: Case,
    found: FoundEdges,
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
        inverted=case.meaning.inverted,
        negated=case.meaning.negated,
        hedged=case.meaning.hedged,
        overstates=case.meaning.overstates,
        narrowed=narrowed(found.edges_for) if verdict is Verdict.SUPPORTED else "",
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
        inverted=meaning.inverted,
        negated=meaning.negated,
        hedged=meaning.hedged,
        overstates=meaning.overstates,
    )


def _sides(found: FoundEdges, why: ReasonWriter) -> tuple[Verdict, Reason, str] | None:
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


def _neighbour_reason(found: FoundEdges) -> Reason:
    if found.edges_for and found.edges_against:
        return Reason.NEIGHBOUR_MIXED
    return Reason.NEIGHBOUR_FOR if found.edges_for else Reason.NEIGHBOUR_AGAINST


def _taken(found: FoundEdges) -> tuple[Edge, ...]:
    return (*found.edges_for, *found.edges_against)
