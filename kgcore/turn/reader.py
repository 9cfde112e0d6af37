"""Reads what people write: questions (with those that went before), and texts whose claims are to be checked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kgcore.annotate import parse
from kgcore.intent import Intent
from kgcore.model import Candidate, Mention, Paragraph
from kgcore.plaintext import claims_in
from kgcore.ports import KnowledgeGraph
from kgcore.question import Understood, compares, understand
from kgcore.vocabulary import Vocabulary

REMEMBERED = 5  # earlier questions of a thread that a follow-up can lean on
Spots = tuple[tuple[int, int, tuple[Candidate, ...]], ...]


class Reader:
    """Finds the graph's entities in running text, and what is said or asked of them."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary) -> None:
        self._graph = graph
        self.vocabulary = vocabulary
        self._types = tuple(name for name, _ in graph.info.types)

    async def understand(
        self,
        question: str,
        earlier: Sequence[str] = (),
        mentions: Sequence[Mention] = (),
        context: Intent | None = None,
    ) -> Understood:
        """Return what a question asks; `mentions` are those that a model found in it. Raises GraphError.

        `context` is what it goes on from, where that is not the question before it.
        """
        questions = (*earlier[-REMEMBERED:], question)
        spotted = await self._spot(questions)
        if mentions:
            candidates = await self._graph.candidates(mentions)
            spotted[-1] = with_mentions(question, spotted[-1], mentions, candidates)
        before: Intent | None = None
        for n, (words, spots) in enumerate(zip(questions, spotted, strict=True), 1):
            before = context if context is not None and n == len(questions) else before
            understood = understand(words, spots, self.vocabulary, self._types, before)
            before = understood.intent if understood.focus else before
        return understood

    async def _spot(self, questions: Sequence[str]) -> list[Spots]:
        """Spot names; where a question compares, a name does not take in both sides of an "and"."""
        joined = [n for n, q in enumerate(questions) if " and " in q and compares(q)]
        found = await self._graph.spot((*questions, *(questions[n].replace(" and ", " ,   ") for n in joined)))
        spotted = list(found[: len(questions)])
        for n, apart in zip(joined, found[len(questions) :], strict=True):
            spotted[n] = parted(spotted[n], apart)
        return spotted

    async def read(self, text: str) -> tuple[str, tuple[Paragraph, ...]]:
        """Return the readable text and its paragraphs with triples, annotated or not. Raises GraphError."""
        paragraphs = parse(text, self._types, self.vocabulary.names)
        if not any(p.marks for p in paragraphs):
            (spots,) = await self._graph.spot([text])
            paragraphs = claims_in(text, spots, self.vocabulary)
        return "\n\n".join(p.text for p in paragraphs), paragraphs

    async def read_plain(self, texts: Sequence[str]) -> tuple[tuple[Paragraph, ...], ...]:
        """Return each text's paragraphs with triples, in one round trip for all; annotation is not looked for.

        Raises GraphError.
        """
        spotted = await self._graph.spot(texts) if texts else ()
        found = []
        for text, spots in zip(texts, spotted, strict=True):
            found.append(claims_in(text, spots, self.vocabulary))
            await asyncio.sleep(0)  # a long conversation takes seconds: let others have their turn
        return tuple(found)


def parted(spots: Spots, apart: Spots) -> Spots:
    """Exchange a spot for the two of one type that stand within it when "and" keeps them apart."""
    made: list[tuple[int, int, tuple[Candidate, ...]]] = []
    for start, end, meant in spots:
        inner = [s for s in apart if start <= s[0] and s[1] <= end and s[2]]
        alike = len(inner) > 1 and len({s[2][0].entity.type for s in inner}) == 1
        made += inner if alike else [(start, end, meant)]
    return tuple(made)


def with_mentions(
    question: str, spots: Spots, mentions: Sequence[Mention], candidates: Sequence[tuple[Candidate, ...]]
) -> Spots:
    """Add what a model found in the question, where it stands there in so many words and nothing was spotted."""
    found = list(spots)
    for mention, meant in zip(mentions, candidates, strict=True):
        start = question.lower().find(mention.text.lower()) if mention.text else -1
        end = start + len(mention.text)
        if meant and start >= 0 and all(end <= s or start >= e for s, e, _ in found):
            found.append((start, end, meant))
    return tuple(sorted(found, key=lambda spot: spot[:2]))
