"""Finds the option that presents with what a test question tells of a patient: signs, symptoms, complaints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.choices import ChoiceQuestion
from kgcore.reasoning.deciding import any_of
from kgcore.reasoning.filling import is_denied
from kgcore.reasoning.lay_signs import told_signs
from kgcore.reasoning.options import without_article
from kgcore.reasoning.plain_words import DIAGNOSED
from kgcore.reasoning.readings import with_most
from kgcore.reasoning.stem_forms import ASKS_DIAGNOSIS, told_before_signs
from kgcore.reasoning.stems import PRESENTS, Spots
from kgcore.turn.checking import Checker
from kgcore.turn.exam_joins import exact_names
from kgcore.turn.reader import TextReader
from kgcore.values.model import Candidate, Claim, Match, Mention, Triple
from kgcore.vocabulary.vocabulary import Vocabulary


class ExamSigns:
    """Reads questions that ask for a diagnosis; all methods raise GraphError."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker, reader: TextReader) -> None:
        self._graph = graph
        self._words = vocabulary
        self._checker = checker
        self._reader = reader

    async def of_case(self, question: ChoiceQuestion, spots: Spots) -> dict[str, tuple[Claim, ...]]:
        """Read "a child has X and Y. Which disease fits?": an option has to present with all that is told, or, where
        no other one presents with any of it, with most.
        """
        asks = (
            ASKS_DIAGNOSIS.search(question.asked),
            DIAGNOSED.search(question.asked),
            told_before_signs(question.stem),
        )
        if not any(asks):
            return {}
        had = [(a, b, meant) for a, b, meant in spots if meant and not is_denied(question.told[:b])]
        told = [s for s in told_signs(question.told) if not any(a < s.end and s.start < b for a, b, _ in had)]
        told = [s for s in told if not is_denied(question.told[: s.end])]
        known = await exact_names(self._graph, (name for s in told for name in s.names))
        signs = [[_name_of(question.told[a:b], meant)] for a, b, meant in had]
        signs += [names for s in told if (names := [n for n in s.names if n in known])]
        if not signs or not self._words.read(PRESENTS).predicates:
            return {}
        triples = {
            (o.label, n): [Triple(Mention(without_article(o.text)), PRESENTS, Mention(name)) for name in names]
            for o in question.named
            for n, names in enumerate(signs)
        }
        claims = iter(await self._checker.check([t for some in triples.values() for t in some]))
        found = {key: any_of([next(claims) for _ in some]) for key, some in triples.items()}
        return with_most({o.label: [c for n, _ in enumerate(signs) for c in found[o.label, n]] for o in question.named})

    async def of_row(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Read "A, B and C are hallmarks of which disease?"."""
        told = "" if question.told else told_before_signs(question.stem)
        return await self.of_case(replace(question, told=told), await self._reader.spot_plain(told)) if told else {}


def _name_of(said: str, meant: Sequence[Candidate]) -> str:
    """Return a name as it was said, or, of what was told in other words, as the graph has it."""
    return meant[0].entity.name if meant[0].match is Match.SEMANTIC else said
