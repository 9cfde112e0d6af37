"""Reading articles for facts: names found or given, what is proposed, and how it stands to the graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgcore.curation.articles import Article, NamedSpan, with_names
from kgcore.curation.proposals import LEAST, Proposal, ProposalKind, proposals_in
from kgcore.ports import KnowledgeGraph
from kgcore.turn.checking import Checker
from kgcore.values.model import Match, Mention, Statement, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary


class ArticleReader:
    """Proposes facts from articles. `given`: the names that stand in them are used, and no others looked for."""

    def __init__(
        self, graph: KnowledgeGraph, vocabulary: Vocabulary, *, given: bool = False, least: float = LEAST
    ) -> None:
        self._graph = graph
        self._vocabulary = vocabulary
        self._checker = Checker(graph, vocabulary)
        self._given = given
        self._least = least

    async def read(self, articles: Sequence[Article]) -> list[tuple[Proposal, ...]]:
        """Return the proposals of each article, the likeliest first. Raises GraphError."""
        named = articles if self._given else await self._spotted(articles)
        found = [proposals_in(article, self._vocabulary, self._least) for article in named]
        kinds = iter(await self._kinds([p for some in found for p in some]))
        return [tuple(replace(p, kind=next(kinds)) for p in some) for some in found]

    async def _kinds(self, proposals: Sequence[Proposal]) -> list[ProposalKind]:
        """Return how each stands to the graph: its own edges are judged as for any claim."""
        known = await self._graph.entities({n.id for p in proposals for n in (p.subject, p.object)})
        triples = [_triple(p, stated=p.subject.id in known and p.object.id in known) for p in proposals]
        claims = await self._checker.check([self._in_words(t, p) for t, p in zip(triples, proposals, strict=True)])
        return [_KINDS.get(claim.verdict, ProposalKind.NEW) for claim in claims]

    def _in_words(self, triple: Triple, proposal: Proposal) -> Triple:
        return replace(triple, relation=self._vocabulary.words(proposal.predicate, proposal.negated))

    async def _spotted(self, articles: Sequence[Article]) -> list[Article]:
        spotted = await self._graph.spot([a.text for a in articles])
        return [
            with_names(
                article,
                [
                    NamedSpan(start, end, article.text[start:end], candidates[0].entity.type, candidates[0].entity.id)
                    for start, end, candidates in spots
                    if candidates and candidates[0].match is not Match.SEMANTIC
                ],
            )
            for article, spots in zip(articles, spotted, strict=True)
        ]


_KINDS = {
    Verdict.SUPPORTED: ProposalKind.KNOWN,
    Verdict.CONTRADICTED: ProposalKind.AGAINST,
    Verdict.MIXED: ProposalKind.AGAINST,
}


def _triple(proposal: Proposal, *, stated: bool) -> Triple:
    """Return a proposal as a claim; where the graph has both entities by their ids, nothing is read or linked."""
    subject, object = proposal.subject, proposal.object
    ids = Statement(subject.id, proposal.predicate, object.id, proposal.negated)
    return Triple(
        Mention(subject.text, subject.type or None),
        proposal.predicate,
        Mention(object.text, object.type or None),
        proposal.predicate,
        proposal.negated,
        stated=ids if stated else None,
    )
