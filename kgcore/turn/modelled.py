"""A model annotates the sentences of papers, fenced as somebody else's words; what it breaks, it is asked to mend once.

It has no other say: a sentence whose words it changed stays unread, and whatever it writes beside the sentences is
dropped. What it cannot be asked for, or does not answer, the reader of plain text reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kgcore.annotation.parser import AnnotationParser
from kgcore.curation.annotated import is_unchanged, lines_of, parser_of, proposed, sentence_words, worth_reading
from kgcore.curation.articles import AnnotatedArticle
from kgcore.curation.proposals import Proposal
from kgcore.errors import ModelError
from kgcore.ports import LanguageModel
from kgcore.turn.services import complete_text
from kgcore.values.model import GraphInfo
from kgcore.values.tasks import AnnotateRequest, Task
from kgcore.vocabulary.vocabulary import Vocabulary

AT_ONCE = 12  # sentences of one request: the answer has to fit in what a model may write
ASKED_AGAIN = 2  # times that sentences which came back changed are sent once more
SECONDS = 60.0  # for one request
MOST_REPAIRS = 6  # of one article


class ModelReader:
    """Has one model read articles whose names are known."""

    def __init__(self, model: LanguageModel, info: GraphInfo, vocabulary: Vocabulary) -> None:
        self._model = model
        self._types = tuple(name for name, _ in info.types)
        self._predicates = info.predicates or vocabulary.predicates
        self._signatures = info.signatures
        self._vocabulary = vocabulary

    @property
    def able(self) -> bool:
        """Whether the model can be asked for it."""
        return Task.ANNOTATE in self._model.tasks

    async def read(self, article: AnnotatedArticle) -> list[Proposal] | None:
        """Return what the model's annotation states, the surest first; None where it gave none at all."""
        numbers = worth_reading(article)
        found: list[Proposal] = []
        answered = not numbers
        for at in range(0, len(numbers), AT_ONCE):
            some = numbers[at : at + AT_ONCE]
            for lines in await self._lines([sentence_words(article, n) for n in some]):
                answered = True
                found += await self._proposed(article, [some[i] for i in lines], list(lines.values()))
        if not answered:
            return None
        once = {(p.subject.id, p.predicate, p.object.id): p for p in sorted(found, key=lambda p: p.score)}
        return sorted(once.values(), key=lambda p: -p.score)

    async def _lines(self, sentences: Sequence[str]) -> list[dict[int, str]]:
        """Return the annotated sentences by their places, those of one answer together: each counts its own entities.

        While some come back changed, or not at all, all are asked again, those first: a relation may reach from one
        sentence into another.
        """
        left = list(range(len(sentences)))
        answers: list[dict[int, str]] = []
        for _ in range(1 + ASKED_AGAIN):
            rest = [n for n in range(len(sentences)) if n not in left]
            lines = await self._asked({n: sentences[n] for n in (*left, *rest)}) if left else {}
            if not lines:
                break
            answers.append(dict(sorted(lines.items())))
            left = [n for n in left if n not in lines]
        return answers

    async def _asked(self, sentences: dict[int, str]) -> dict[int, str]:
        request = AnnotateRequest(tuple(sentences.values()), self._predicates, self._types, self._signatures)
        try:
            async with asyncio.timeout(SECONDS):
                text = await complete_text(self._model, request)
        except (ModelError, TimeoutError):
            return {}
        lines = lines_of(text)
        return {
            place: lines[n]
            for n, (place, words) in enumerate(sentences.items(), 1)
            if n in lines and is_unchanged(words, lines[n])
        }

    async def _proposed(
        self, article: AnnotatedArticle, numbers: Sequence[int], lines: Sequence[str]
    ) -> list[Proposal]:
        names = [p.name for p in self._predicates]
        parser = parser_of(lines, self._types, names)
        if parser is None:  # they run together: each by itself
            alone = ((n, parser_of([line], self._types, names)) for n, line in zip(numbers, lines, strict=True))
            return [
                proposal
                for n, one in alone
                if one is not None
                for proposal in proposed(article, [n], one.paragraphs, self._vocabulary)
            ]
        await self._mended(parser, [sentence_words(article, n) for n in numbers])
        return proposed(article, numbers, parser.paragraphs, self._vocabulary)

    async def _mended(self, parser: AnnotationParser, words: Sequence[str]) -> None:
        """Have the model mend what is broken; a correction that changes a sentence is not taken."""
        if Task.REPAIR not in self._model.tasks:
            return
        broken = [n for n in range(len(words)) if parser.problems(n)][:MOST_REPAIRS]
        for n in broken:
            request = parser.repair_request(n, self._predicates, self._types)
            try:
                async with asyncio.timeout(SECONDS):
                    text = await complete_text(self._model, request)
            except (ModelError, TimeoutError):
                return
            if is_unchanged(words[n], text):
                parser.replace(n, text)
