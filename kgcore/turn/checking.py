"""Checks triples against a graph: at most six round trips for a batch, however long it is; for interactions
that are open, as many again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kgcore.errors import GraphBusy, GraphError
from kgcore.evidence.harms import fate_of, is_interaction, would_warn
from kgcore.linking.linking import are_twins
from kgcore.ports import KnowledgeGraph
from kgcore.question.relation import is_taken
from kgcore.turn.merging import MergedGraph, twins_as_one
from kgcore.turn.senses import fates_of_things, kin_besides, merged_kin
from kgcore.values.model import Candidate, Claim, Entity, Match, Mention, Neighbourhood, Reason, Triple
from kgcore.verdict.case import Case, Couple, FoundEdges, RelationMeaning, TypeFit, couple_ids, make_case, read_meaning
from kgcore.verdict.judge import Judge, bears_out_means, judge_without_edges, relatives_of_couple, unreachable_claim
from kgcore.verdict.qualifiers import qualifiers_of, without_means
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

_FEW = 16  # triples that are judged on the event loop; of more, work beside it: nobody else is to wait for them
_Made = TypeVar("_Made")
Left = dict[int, tuple[Case, FoundEdges]]  # what a further round may still settle, by the triple's place in the batch


class Checker:
    """Turns triples into claims."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary) -> None:
        self._graph = graph
        self._vocabulary = vocabulary
        self._judge = Judge(vocabulary, TypeFit(graph.info.signatures, vocabulary))

    def over(self, seen: Callable[[KnowledgeGraph], KnowledgeGraph]) -> Checker:
        """Return one that checks against its graph as seen in another way."""
        return Checker(seen(self._graph), self._vocabulary)

    async def check(self, triples: Sequence[Triple]) -> tuple[Claim, ...]:
        """Return one claim per triple, in order; a graph that fails makes them all unsure."""
        meanings = await beside(lambda: [read_meaning(t, self._vocabulary) for t in triples], len(triples))
        try:
            return await self._check(triples, meanings)
        except GraphError as error:
            busy = isinstance(error, GraphBusy)
            return tuple(unreachable_claim(t, m, busy=busy) for t, m in zip(triples, meanings, strict=True))

    async def check_again(self, triples: Sequence[Triple]) -> tuple[Claim, ...]:
        """Return the claims of triples that were checked before, where one may have been told of twins as of one thing.

        Raises GraphError.
        """
        ends = (await self._graph.entities(_stated_ids(triples))).values()
        same = await twins_as_one(self._graph, tuple(ends))
        seen = self.over(lambda graph: MergedGraph(graph, same, {e.id: e for e in ends})) if same else self
        return await seen.check(triples)

    async def _check(self, triples: Sequence[Triple], meanings: Sequence[RelationMeaning]) -> tuple[Claim, ...]:
        """Judge claims, then once more those whose means are not borne out by the claims that state them."""
        bare = [without_means(t) for t in triples]
        plain = await self._round(bare, meanings)
        claims = [replace(c, triple=t) for c, t in zip(plain, triples, strict=True)]
        again = [n for n, c in enumerate(claims) if not bears_out_means(c, claims)]
        judged = await self._round([triples[n] for n in again], [meanings[n] for n in again]) if again else ()
        for n, claim in zip(again, judged, strict=True):
            claims[n] = claim
        return tuple(claims)

    async def _round(self, triples: Sequence[Triple], meanings: Sequence[RelationMeaning]) -> tuple[Claim, ...]:
        cases = await self._cases(triples, meanings)
        claims = {n: claim for n, case in enumerate(cases) if (claim := judge_without_edges(case))}
        left = await self._direct({n: case for n, case in enumerate(cases) if n not in claims}, claims)
        await self._neighbours({n: one for n, one in left.items() if one[0].meaning.senses}, claims)
        await self._paths({n: one for n, one in left.items() if n not in claims or claims[n].carrier}, claims)
        await self._fates(cases, claims)
        return tuple(claims[n] for n in range(len(cases)))

    async def _cases(self, triples: Sequence[Triple], meanings: Sequence[RelationMeaning]) -> list[Case]:
        asked = _stated_ids(triples)
        known = await self._graph.entities(asked) if asked else {}
        ends = [_stated_ends(t, known) for t in triples]
        read = [t for t, named in zip(triples, ends, strict=True) if named is None]
        mentions = list(dict.fromkeys(_plain(m) for t in read for m in (t.subject, t.object)))
        found = await self._graph.candidates(mentions) if mentions else ()
        linked: dict[Mention, tuple[Candidate, ...]] = dict(zip(mentions, found, strict=True))
        return await beside(
            lambda: [
                _qualified(make_case(t, m, *(named or (linked[_plain(t.subject)], linked[_plain(t.object)]))))
                for t, m, named in zip(triples, meanings, ends, strict=True)
            ],
            len(triples),
        )

    async def _direct(self, cases: dict[int, Case], claims: dict[int, Claim]) -> Left:
        pairs = {couple_ids(couple) for case in cases.values() for couple in case.couples}
        edges = await self._graph.edges_between(pairs) if pairs else {}
        chosen = await beside(
            lambda: {n: (case, self._judge.choose(case, edges)) for n, case in cases.items()}, len(cases)
        )
        titles = await self._titles(chosen.values())
        judged = await beside(
            lambda: {n: claim for n, one in chosen.items() if (claim := self._judge.direct(*one, titles))}, len(cases)
        )
        claims.update(judged)
        return {n: one for n, one in chosen.items() if n not in claims or claims[n].reason is Reason.OTHER_PREDICATE}

    async def _titles(self, chosen: Iterable[tuple[Case, FoundEdges]]) -> dict[str, str]:
        """Return the titles behind claims that are qualified; nothing is asked where none is."""
        edges = [e for case, found in chosen if case.qualifiers for e in (*found.edges_for, *found.edges_against)]
        papers = {id for e in edges for id in e.publications}
        found = await self._graph.papers(papers) if papers else {}
        return {id: paper.title for id, paper in found.items()}

    async def _neighbours(self, left: Left, claims: dict[int, Claim]) -> None:
        asked = {id for _, found in left.values() for id in couple_ids(found.couple)}
        family = await self._graph.relatives(asked) if asked else {}
        if taken := {e.id: e for case, found in left.values() for e in self._with_kin(case, found.couple)}:
            family = merged_kin(family, await kin_besides(self._graph, tuple(taken.values())))
        pairs = {pair for _, found in left.values() for _, _, pair in relatives_of_couple(found.couple, family)}
        edges = await self._graph.edges_between(pairs) if pairs else {}
        judged = await beside(
            lambda: {n: claim for n, one in left.items() if (claim := self._judge.neighbours(*one, family, edges))},
            len(left),
        )
        claims.update(judged)

    async def _paths(self, left: Left, claims: dict[int, Claim]) -> None:
        couples = {n: _with_twins(*one) for n, one in left.items()}
        pairs = {couple_ids(couple) for some in couples.values() for couple in some}
        paths = await self._graph.paths(pairs) if pairs else {}

        def judged(n: int) -> Claim:
            (case, best), before = left[n], claims.get(n)
            joined = next((c for c in couples[n] if paths.get(couple_ids(c)) and not before), best.couple)
            found, ways = replace(best, couple=joined), paths.get(couple_ids(joined), ())
            if before:
                return self._judge.through_kin(case, found, before, ways)
            return self._judge.connected(case, found, ways)

        claims.update(await beside(lambda: {n: judged(n) for n in left}, len(left)))

    async def _fates(self, cases: Sequence[Case], claims: dict[int, Claim]) -> None:
        """Settle what says that two things interact that people take, where the graph has it as what one of them does
        to the other's fate in the body: what reduces the absorption of levothyroxine interacts with it.
        """
        open_: dict[int, tuple[Entity, ...]] = {}
        for n, claim in claims.items():
            if not (claim.edges_for or claim.edges_against or claim.edges_near or claim.overstates):
                open_[n] = self._said_to_interact(cases[n], (claim.subject, claim.object))
        fates = await fates_of_things(self._graph, {e.id: e for some in open_.values() for e in some}.values())
        if not fates:
            return
        near = await self._graph.neighbourhoods([f.id for f in fates])
        around = [(fate, near[fate.id]) for fate in fates if fate.id in near]
        said = {n: told for n, taken in open_.items() if (told := self._told_of_fate(claims[n], taken, around))}
        for n, found in zip(said, await self._check(*self._readings(said.values())), strict=True):
            was = claims[n]
            if found.verdict is Verdict.UNSURE:
                continue
            if found.carrier:  # told of a kind or a form, with what that does to the other's fate
                turned = bool(found.subject and was.object and found.subject.entity == was.object.entity)
                claims[n] = replace(found, triple=was.triple, inverted=was.inverted is not turned)
            else:
                of_two = replace(found, subject=was.subject, object=was.object, predicate=was.predicate)
                claims[n] = replace(of_two, triple=was.triple, inverted=was.inverted)

    def _readings(self, triples: Iterable[Triple]) -> tuple[list[Triple], list[RelationMeaning]]:
        some = list(triples)
        return some, [read_meaning(t, self._vocabulary) for t in some]

    def _said_to_interact(self, case: Case, ends: Iterable[Candidate | None]) -> tuple[Entity, ...]:
        """Return the two things of a claim where it says that they interact and people take both."""
        both = tuple(end.entity for end in ends if end)
        senses = (self._vocabulary.get(s.predicate) for s in case.meaning.senses)
        together = len(both) == 2 and all(map(is_taken, both)) and any(map(is_interaction, senses))
        return both if together and case.triple.stated is None else ()

    def _with_kin(self, case: Case, ends: Iterable[Candidate | None]) -> tuple[Entity, ...]:
        """Return what people take of a claim on its interacting, or on another's fate in the body: what is known of a
        class or a form of it is to be said, whether or not an edge ties the two.
        """
        both = [end.entity for end in ends if end]
        of_fate = tuple(e for e in both if is_taken(e)) if any(map(fate_of, both)) else ()
        return of_fate or self._said_to_interact(case, ends)

    def _told_of_fate(
        self, claim: Claim, taken: Sequence[Entity], around: Sequence[tuple[Entity, Neighbourhood]]
    ) -> Triple | None:
        """Return the claim as one about the fate of one of the two; None where the graph warns of nothing there."""
        told: list[tuple[bool, Triple]] = []
        for one, other in (tuple(taken), tuple(taken)[::-1]) if taken else ():
            names = {n.casefold() for n in (other.name, *other.synonyms)}
            for fate, near in around:
                edges = [(n.entity, e) for n in near.best for e in n.edges if e.subject == n.entity.id]
                warned = [e for n, e in edges if would_warn(n, self._vocabulary.get(e.predicate), fate)]
                if warned and fate_of(fate).casefold() in names:
                    best = max(warned, key=lambda e: e.subject == one.id)
                    plain = replace(claim.triple, subject=Mention(one.name), object=Mention(fate.name), refuted=False)
                    words = self._vocabulary.words(best.predicate)
                    asked = replace(plain, relation=words, predicate=None, negated=claim.negated)
                    told.append((best.subject == one.id, asked))
        return max(told, key=lambda t: t[0])[1] if told else None


async def beside(make: Callable[[], _Made], size: int) -> _Made:
    """Return what pure work on so many triples or claims makes, of many in a thread: nobody else waits for it."""
    return await asyncio.to_thread(make) if size > _FEW else make()


def _stated_ids(triples: Iterable[Triple]) -> set[str]:
    """Return the ids of what triples were written from, where they were written from the graph."""
    return {id for t in triples if t.stated for id in (t.stated.subject, t.stated.object)}


def _qualified(case: Case) -> Case:
    """Return a case with all qualifiers of its claim."""
    sides = ((case.mentions[0], case.subjects), (case.mentions[1], case.objects))
    return replace(case, qualifiers=qualifiers_of(case.triple, sides))


def _stated_ends(
    triple: Triple, known: Mapping[str, Entity]
) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]] | None:
    """Return what stands before and behind the relation of a triple that was written from the graph.

    None for any other, and where the graph no longer has both.
    """
    stated = triple.stated
    if stated is None or stated.subject not in known or stated.object not in known:
        return None
    subject, object = ((Candidate(known[id], 1.0, Match.EXACT),) for id in (stated.subject, stated.object))
    return (object, subject) if stated.inverted else (subject, object)


def _with_twins(case: Case, found: FoundEdges) -> list[Couple]:
    """Return the couple that was chosen, and those of entities that the graph has beside these for the same things."""
    subject, object = (c.entity for c in found.couple)
    others = [c for c in case.couples if are_twins(c[0].entity, subject) and are_twins(c[1].entity, object)]
    return [found.couple, *(c for c in others if c != found.couple)]


def _plain(mention: Mention) -> Mention:
    return Mention(mention.text, mention.type)
