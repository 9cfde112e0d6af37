"""Checks triples against a graph: at most six round trips for a batch, however long it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kgcore.errors import GraphBusy, GraphError
from kgcore.linking.linking import are_twins
from kgcore.ports import KnowledgeGraph
from kgcore.turn.merging import MergedGraph, twins_as_one
from kgcore.values.model import Candidate, Claim, Entity, Match, Mention, Reason, Triple
from kgcore.verdict.case import Case, Couple, FoundEdges, RelationMeaning, TypeFit, couple_ids, make_case, read_meaning
from kgcore.verdict.judge import Judge, judge_without_edges, relatives_of_couple, unreachable_claim
from kgcore.verdict.qualifiers import qualifiers_of
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
        cases = await self._cases(triples, meanings)
        claims = {n: claim for n, case in enumerate(cases) if (claim := judge_without_edges(case))}
        left = await self._direct({n: case for n, case in enumerate(cases) if n not in claims}, claims)
        await self._neighbours({n: one for n, one in left.items() if one[0].meaning.senses}, claims)
        await self._paths({n: one for n, one in left.items() if n not in claims or claims[n].carrier}, claims)
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
