"""Checks triples against a graph: at most five round trips for a batch, however long it is."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.errors import GraphError
from kgcore.model import Candidate, Claim, Mention, Reason, Triple
from kgcore.ports import KnowledgeGraph
from kgcore.verdict.case import Case, Found, ids, make_case
from kgcore.verdict.fit import TypeFit
from kgcore.verdict.meaning import Meaning, meaning
from kgcore.verify import Judge, closed, relatives, unreachable
from kgcore.vocabulary import Vocabulary

Left = dict[int, tuple[Case, Found]]  # what a further round may still settle, by the triple's place in the batch


class Checker:
    """Turns triples into claims."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary) -> None:
        self._graph = graph
        self._vocabulary = vocabulary
        self._judge = Judge(vocabulary, TypeFit(graph.info.signatures, vocabulary))

    async def check(self, triples: Sequence[Triple]) -> tuple[Claim, ...]:
        """Return one claim per triple, in order; a graph that fails makes them all unsure."""
        meanings = [meaning(t, self._vocabulary) for t in triples]
        try:
            return await self._check(triples, meanings)
        except GraphError:
            return tuple(unreachable(t, m) for t, m in zip(triples, meanings, strict=True))

    async def _check(self, triples: Sequence[Triple], meanings: Sequence[Meaning]) -> tuple[Claim, ...]:
        cases = await self._cases(triples, meanings)
        claims = {n: claim for n, case in enumerate(cases) if (claim := closed(case))}
        left = await self._direct({n: case for n, case in enumerate(cases) if n not in claims}, claims)
        await self._neighbours({n: one for n, one in left.items() if one[0].meaning.senses}, claims)
        await self._paths({n: one for n, one in left.items() if n not in claims or claims[n].carrier}, claims)
        return tuple(claims[n] for n in range(len(cases)))

    async def _cases(self, triples: Sequence[Triple], meanings: Sequence[Meaning]) -> list[Case]:
        mentions = list(dict.fromkeys(_plain(m) for t in triples for m in (t.subject, t.object)))
        found = await self._graph.candidates(mentions) if mentions else ()
        linked: dict[Mention, tuple[Candidate, ...]] = dict(zip(mentions, found, strict=True))
        return [
            make_case(t, m, linked[_plain(t.subject)], linked[_plain(t.object)])
            for t, m in zip(triples, meanings, strict=True)
        ]

    async def _direct(self, cases: dict[int, Case], claims: dict[int, Claim]) -> Left:
        pairs = {ids(couple) for case in cases.values() for couple in case.couples}
        edges = await self._graph.edges_between(pairs) if pairs else {}
        chosen = {n: (case, self._judge.choose(case, edges)) for n, case in cases.items()}
        claims.update({n: claim for n, one in chosen.items() if (claim := self._judge.direct(*one))})
        return {n: one for n, one in chosen.items() if n not in claims or claims[n].reason is Reason.OTHER_PREDICATE}

    async def _neighbours(self, left: Left, claims: dict[int, Claim]) -> None:
        asked = {id for _, found in left.values() for id in ids(found.couple)}
        family = await self._graph.kin(asked) if asked else {}
        pairs = {pair for _, found in left.values() for _, _, pair in relatives(found.couple, family)}
        edges = await self._graph.edges_between(pairs) if pairs else {}
        for n, (case, found) in left.items():
            claim = self._judge.neighbours(case, found, family, edges)
            if claim is not None:
                claims[n] = claim

    async def _paths(self, left: Left, claims: dict[int, Claim]) -> None:
        pairs = {ids(found.couple) for _, found in left.values()}
        paths = await self._graph.paths(pairs) if pairs else {}
        for n, (case, found) in left.items():
            ways, judged = paths.get(ids(found.couple), ()), claims.get(n)
            claims[n] = (
                self._judge.through_kin(case, found, judged, ways)
                if judged
                else self._judge.connected(case, found, ways)
            )


def _plain(mention: Mention) -> Mention:
    return Mention(mention.text, mention.type)
