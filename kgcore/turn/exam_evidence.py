"""What the graph's evidence decides of a test question whose relation no rule reads."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from kgcore.annotation.entailment import Question, entailed
from kgcore.english.sentences import Stretch
from kgcore.evidence.harms import is_interaction
from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.choices import ChoiceQuestion, Role
from kgcore.reasoning.deciding import any_of, together
from kgcore.reasoning.loose_stems import (
    CHANGES,
    HOW,
    UNREAD,
    WHOM,
    LooseStem,
    Spots,
    any_relation,
    narrowed,
    of_another,
    senses_said,
)
from kgcore.reasoning.open_stems import last_sentence, read_in_story, set_apart
from kgcore.reasoning.options import without_article
from kgcore.reasoning.readings import is_open
from kgcore.reasoning.story_questions import told_and_asked
from kgcore.turn.asserting import relation_phrases
from kgcore.turn.checking import Checker
from kgcore.turn.exam_joins import exact_names
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Match, Mention, Triple
from kgcore.vocabulary.vocabulary import Vocabulary

# What a transformer tells apart of what a sentence says, and how sure it has to be; which way something changes it does
# not know, nor whether things mix. Each with the opposite, of which it must not be as sure.
_TOLD_APART: Final = {
    "treats": (0.8, "causes"),
    "prevents": (0.8, "causes"),
    "causes": (0.9, "treats"),
    "raises the risk of": (0.9, "prevents"),
    "contains": (0.9, ""),
}
# What words that are known may mean where one of them is read: "susceptibility … is increased" does not treat.
_HELPS = frozenset({"treat", "palliate", "prevent", "need", "improve"})
_HARMS = frozenset({"cause", "predispose", "associated", "present"})
_SENSES: Final = {
    "treats": _HELPS,
    "prevents": _HELPS | {"lower"},
    "causes": _HARMS,
    "raises the risk of": _HARMS,
    "contains": frozenset({"contain"}),
}
_DENIED: Final = 0.9  # how sure it has to be that a sentence which has a word of denial denies something
_EITHER_WAY: Final = {"lowers": "raises", "raises": "lowers", "improves": "impairs", "impairs": "improves"}
_BY_NAME = (Match.EXACT, Match.SYNONYM)
_NUMBER = re.compile(r"\d")
_DENIALS = re.compile(
    r"n't\b|\b(?:not|no|never|nobody|nothing|none|neither|hardly|without|wrong|untrue|false|deny|denies|doubts?|few"
    r"|fail\w*|lack\w*|useless|pointless|worthless|ineffective|untouched)\b",
    re.I,
)
_SAYS_NOTHING = re.compile(r"(?:\W|\b(?:an?|the|for|in|on|with|and|or|against|to|of|my|your|some)\b)*", re.I)
_MOST_NAMES = 4
_A_PAIR = 2


class ExamEvidence:
    """Decides by what the graph has between the names of a question; all methods raise GraphError."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker, reader: TextReader) -> None:
        self._graph = graph
        self._words = vocabulary
        self._checker = checker
        self._reader = reader
        phrases = relation_phrases(vocabulary)
        # that two things do not mix says that they interact
        self._phrases = {p: words for p, words in phrases.items() if not is_interaction(vocabulary.get(p))}

    async def stated(self, said: str) -> tuple[Claim, ...]:
        """Return what a statement claims of the two things that it names, where the graph joins them and a transformer
        reads one of its relations in the statement, or the denial of one; () elsewhere.
        """
        spots = await self._reader.spot_plain(said)
        denials = len(_DENIALS.findall(said))
        senses = senses_said(said, spots, self._words)
        if denials > 1 or of_another(said, spots, self._words):
            return ()
        places: dict[str, list[Stretch]] = {}
        for start, end, meant in spots:
            if meant:
                places.setdefault(meant[0].entity.id, []).append(Stretch(start, end))
        if len(places) != _A_PAIR or not _states(said, spots):
            return ()
        first, second = places
        edges = (await self._graph.edges_between({(first, second)})).get((first, second), ())
        fitting = {p: w for p, w in self._phrases.items() if not senses or senses & _SENSES.get(w, senses)}
        ends = {(e.subject, e.object, fitting[e.predicate]) for e in edges if e.predicate in fitting}
        asked = [(Question(said, tuple(places[a]), tuple(places[b]), words), a, b) for a, b, words in sorted(ends)]
        told = [(q, a, b) for q, a, b in asked if await asyncio.to_thread(_is_told, q, denied=bool(denials))]
        triples = [
            Triple(
                Mention(_first(said, places[a])), q.relation, Mention(_first(said, places[b])), negated=bool(denials)
            )
            for q, a, b in told
        ]
        return any_of(await self._checker.check(triples)) if triples else ()

    async def asked(
        self, question: ChoiceQuestion, before: Mapping[str, Sequence[Claim]]
    ) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where the evidence singles one out, or has nothing on any; {} elsewhere, and where
        another reading found `before` what speaks for an option.
        """
        if not all(map(is_open, before.values())):
            return {}
        return await self.of_story(question) or await self.none_joined(question)

    async def of_story(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where one thing in a story sets one apart, whatever else is told."""
        told, asked = (question.told, question.asked) if question.told else told_and_asked(question.stem)
        if not told:
            asked = last_sentence(question.stem, [without_article(o.text) for o in question.named])
            told = question.stem[: -len(asked)].rstrip() if asked else ""
        spots = await self._reader.spot_plain(f"{told} {asked}") if told else ()
        wide = read_in_story(told, asked, spots, self._words)
        found = [await self.filled_in(question, stem) for stem in wide.stems]
        standings = [{label: together(claims) for label, claims in one.items()} for one in found]
        rows = [frozenset(o.of) for o in question.options if o.role is Role.SOME]
        apart = set_apart(standings, every=False, negative=question.negative, rows=rows)
        return {} if apart is None else found[apart]

    async def filled_in(self, question: ChoiceQuestion, loose: LooseStem | None) -> dict[str, tuple[Claim, ...]]:
        """Return the claim of each option that is put into a stem; {} where there is none."""
        if loose is None:
            return {}
        asked = {o.label: loose.triples(without_article(o.text)) for o in question.named}
        claims = iter(await self._checker.check([t for triples in asked.values() for t in triples]))
        return {label: any_of([next(claims) for _ in triples]) for label, triples in asked.items()}

    async def none_joined(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where "none of these" is on offer and the graph, which knows them all, has nothing
        between any of them and what the stem names, whichever relation is meant; {} elsewhere.
        """
        offered = any(o.role is Role.NONE for o in question.options)
        if not offered or question.negative or question.listed or not question.named:
            return {}
        spots = await self._reader.spot_plain(question.asked)
        if _NUMBER.search(question.asked) or narrowed(question.asked, spots, {UNREAD, CHANGES, HOW, WHOM}):
            return {}
        spots = spots if any(meant for _, _, meant in spots) else await self._reader.spot_plain(question.stem)
        named = {m[0].entity.id: m[0].entity for _, _, m in spots if m and m[0].match in _BY_NAME}
        known = await exact_names(self._graph, (without_article(o.text) for o in question.named))
        options = {o.label: known.get(without_article(o.text)) for o in question.named}
        if not 0 < len(named) <= _MOST_NAMES or not all(options.values()):
            return {}
        pairs = {(end, o.id) for end in named for o in options.values() if o}
        if any((await self._graph.edges_between(pairs)).values()):
            return {}
        name = next(iter(named.values())).name
        return await self.filled_in(question, LooseStem(name, any_relation(self._words)[:1], None))


def _states(said: str, spots: Spots) -> bool:
    """Whether words say something beside the names in them: "magnesium for migraine" does not."""
    ends = [0, *(at for start, end, _ in sorted(spots, key=itemgetter(0)) for at in (start, end)), len(said)]
    beside = " ".join(said[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True))
    return _SAYS_NOTHING.fullmatch(beside) is None


def _first(said: str, places: Sequence[Stretch]) -> str:
    return said[places[0].start : places[0].end]


def _is_told(question: Question, *, denied: bool) -> bool:
    """Whether a transformer reads a relation in a statement, or, of one with a word of denial, that it is not so."""
    if denied:
        also = _EITHER_WAY.get(question.relation, question.relation)
        return all(e.denied >= _DENIED for e in entailed([question, replace(question, relation=also)]))
    if question.relation not in _TOLD_APART:
        return False
    sure, opposite = _TOLD_APART[question.relation]
    own, other = entailed([question, replace(question, relation=opposite or question.relation)])
    return own.asserted >= sure and (not opposite or other.asserted < own.asserted)
