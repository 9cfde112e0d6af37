"""Takes what the graph joins with the names of a test question for what is asked, where it is likely enough."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kgcore.annotation.entailment import Question, entailed
from kgcore.english.sentences import Stretch
from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.choices import ChoiceQuestion, Role
from kgcore.reasoning.deciding import Ruling, rule_choice
from kgcore.reasoning.filling import filled_stems, is_denied
from kgcore.reasoning.loose_stems import Spots
from kgcore.reasoning.options import without_article
from kgcore.reasoning.readings import of_edge
from kgcore.reasoning.tied import SURE, Asked, Heard, features, log_odds, read_asked
from kgcore.turn.asserting import OPPOSITES, RELATIONS, relation_phrases
from kgcore.turn.checking import Checker
from kgcore.turn.exam_joins import exact_names
from kgcore.turn.exam_stories import ExamStories
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Edge, Entity, Match
from kgcore.vocabulary.vocabulary import Vocabulary

_BY_NAME: Final = (Match.EXACT, Match.SYNONYM)
_LINKED: Final = "is linked to"
_MOST_TIES: Final = 8
_WAYS: Final = 2  # ways to put an option into a stem


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge between an option and what is named, with what is weighed of it."""

    label: str
    edge: Edge
    values: tuple[float, ...]

    @property
    def is_asked(self) -> bool:
        """Whether it is likely enough to be what is asked."""
        return log_odds(self.values) >= SURE


class ExamTies:
    """Decides by the edges between the names of a question; all methods raise GraphError."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker, reader: TextReader) -> None:
        self._graph = graph
        self._words = vocabulary
        self._checker = checker
        self._reader = reader
        self._phrases = relation_phrases(vocabulary)

    async def decide(
        self, question: ChoiceQuestion, as_sent: ChoiceQuestion, stories: ExamStories
    ) -> tuple[dict[str, tuple[Claim, ...]], Ruling] | None:
        """Return what the ties decide of a question that nothing else does, with each option's claim; None for nothing,
        and where its story speaks against it.
        """
        claims = await self.asked(question)
        ruling = rule_choice(question, claims, ())
        if not ruling.labels or await stories.speaks_against(as_sent, claims, ruling.labels):
            return None
        return claims, ruling

    async def asked(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where the graph joins some of them with what asks, and this is what is asked; {}.

        Every option has to be known: one that is not may be the right one. One thing alone is named: of several each
        would have to be joined with it.
        """
        ties, options, named = await self._tied(question)
        best = {t.label: t for t in sorted(ties, key=_odds)}  # of each option the likeliest
        if not best or not all(t.is_asked for t in best.values()):
            return {}
        entities = {e.id: e for e in (*options.values(), *named.values())}
        edges = {label: t.edge for label, t in best.items()}
        pattern = max(best.values(), key=_odds).edge
        said = {
            label: of_edge(edges.get(label) or _moved(pattern, option, named), entities, self._words)
            for label, option in options.items()
        }
        claims = await self._checker.check(list(said.values()))
        return {label: (claim,) for label, claim in zip(said, claims, strict=True)}

    async def weighed(
        self, question: ChoiceQuestion, instead: Callable[[Edge], Edge | None] = lambda edge: edge
    ) -> list[Tie]:
        """Return the edges between a question's names and its options, or those put `instead`, as they are weighed."""
        return (await self._tied(question, instead))[0]

    async def _tied(
        self, question: ChoiceQuestion, instead: Callable[[Edge], Edge | None] = lambda edge: edge
    ) -> tuple[list[Tie], dict[str, Entity], dict[str, Entity]]:
        nothing: tuple[list[Tie], dict[str, Entity], dict[str, Entity]] = ([], {}, {})
        if _is_of_another_form(question) or is_denied(question.told):
            return nothing
        known = await exact_names(self._graph, (without_article(o.text) for o in question.named))
        options = {o.label: e for o in question.named if (e := known.get(without_article(o.text)))}
        spots = await self._reader.spot_plain(question.asked)
        asked = read_asked(question.asked, spots, self._words)
        places = _places(spots)
        if asked is None or len(options) < len(question.named) or len(places) != 1:
            return nothing
        pairs = {(n, o.id) for n in places for o in options.values() if o.id != n}
        found = await self._graph.edges_between(pairs)
        edges = {(e.id, label): e for label, o in options.items() for n in places for e in found.get((n, o.id), ())}
        told = {o.label: o.text for o in question.named}
        plain = [(label, put) for (_, label), e in edges.items() if not e.negated and (put := instead(e))][:_MOST_TIES]
        denied = any(e.negated for e in edges.values())
        ways = [(e, _filled(asked.said, told[label], places, e, options[label].id)) for label, e in plain]
        heard = await asyncio.to_thread(self._heard, ways)
        ties = self._weighed(asked, [(label, e, h) for (label, e), h in zip(plain, heard, strict=True)], denied=denied)
        return ties, options, {id: meant for id, (_, meant) in places.items()}

    def _weighed(self, asked: Asked, heard: Sequence[tuple[str, Edge, list[Heard]]], *, denied: bool) -> list[Tie]:
        relations = len({e.predicate for _, e, _ in heard})
        return [
            Tie(
                label,
                e,
                features(asked, e.predicate, h, relations=relations, denied=denied),
            )
            for label, e, h in heard
            if h
        ]

    def _heard(self, ways: Sequence[tuple[Edge, list[_Filled]]]) -> list[list[Heard]]:
        """Return what a transformer reads in each way to say each edge; all are read at once."""
        asked: list[Question] = []
        for edge, filled in ways:
            own = self._phrases.get(edge.predicate, _LINKED)
            for said, subject, object_ in filled:
                asked += [Question(said, subject, object_, w) for w in (own, OPPOSITES.get(own, own), _LINKED)]
        told = iter(entailed(asked) if asked else ())
        heard: list[list[Heard]] = []
        for edge, filled in ways:
            own = self._phrases.get(edge.predicate, "")
            some = [(next(told), next(told), next(told)) for _ in filled]
            heard.append([Heard(a, b if own in OPPOSITES else None, c, own in RELATIONS) for a, b, c in some])
        return heard


def _odds(tie: Tie) -> float:
    return log_odds(tie.values)


_Filled = tuple[str, tuple[Stretch, ...], tuple[Stretch, ...]]  # a sentence, its subject and its object
_Places = Mapping[str, tuple[tuple[Stretch, ...], Entity]]


def _is_of_another_form(question: ChoiceQuestion) -> bool:
    other = question.listed or question.coded or question.misfit or question.judged or not question.named
    return other or any(o.role in (Role.YES, Role.NO) for o in question.options)


def _places(spots: Spots) -> _Places:
    """Return where each thing is named that a text names by one of its names."""
    places: dict[str, tuple[tuple[Stretch, ...], Entity]] = {}
    for start, end, meant in spots:
        if meant and meant[0].match in _BY_NAME:
            before = places[meant[0].entity.id][0] if meant[0].entity.id in places else ()
            places[meant[0].entity.id] = ((*before, Stretch(start, end)), meant[0].entity)
    return places


def _filled(said: str, option: str, places: _Places, edge: Edge, own: str) -> list[_Filled]:
    """Return a stem with an option put in, in the likeliest ways, and where an edge's ends stand in it."""
    at = places[edge.object if edge.subject == own else edge.subject][0][0]
    name = said[at.start : at.end]
    made: list[_Filled] = []
    for sentence in filled_stems(said, option)[: _WAYS + 1 : _WAYS]:
        both = (_found(sentence, option), _found(sentence, name))
        if all(both):
            made.append((sentence, *(both if edge.subject == own else both[::-1])))
    return made


def _found(said: str, name: str) -> tuple[Stretch, ...]:
    return tuple(Stretch(m.start(), m.end()) for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", said, re.I))


def _moved(pattern: Edge, option: Entity, named: Mapping[str, Entity]) -> Edge:
    """Return an edge with another option at the end where it has one."""
    return replace(pattern, object=option.id) if pattern.subject in named else replace(pattern, subject=option.id)
