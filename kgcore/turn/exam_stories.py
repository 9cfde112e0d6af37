"""Joins what a patient's story tells with the options of what is asked of it, and holds answers against the story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.choices import ChoiceQuestion, Role
from kgcore.reasoning.deciding import Standing, any_of, together
from kgcore.reasoning.loose_stems import HOW, WHOM, LooseStem, any_relation, narrowed
from kgcore.reasoning.options import without_article
from kgcore.reasoning.readings import is_open
from kgcore.reasoning.stems import PRESENTS
from kgcore.reasoning.stories import Fact, Part, Story, is_at_issue, is_new, read_story
from kgcore.reasoning.story_questions import Ask, asks_of_another, told_and_asked, what_is_asked
from kgcore.turn.checking import Checker
from kgcore.turn.exam_joins import exact_names
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim
from kgcore.vocabulary.vocabulary import Vocabulary

Claims = dict[str, tuple[Claim, ...]]
# What may join an option to a thing of a story, by what is asked, in the senses of loose_stems.SENSES.
_CAUSES: Final = frozenset({"cause", "predispose"})
_INTERACTS: Final = frozenset({"interact"})
_LOWERS: Final = frozenset({"lower"})
_BRINGS: Final = frozenset({"cause", "predispose", "associated"})
_HELPS: Final = frozenset({"treat", "palliate", "prevent", "need"})
_PREVENTS: Final = frozenset({"prevent"})
_TESTS: Final = frozenset({"test"})
_HARMS: Final = _CAUSES | _INTERACTS
_FEWEST: Final = 2  # options
_WHOEVER: Final = frozenset({Ask.CULPRIT, Ask.CLASH})  # two things interact whoever takes them


class ExamStories:
    """Reads questions that tell a story first; all methods raise GraphError."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker, reader: TextReader) -> None:
        self._graph = graph
        self._words = vocabulary
        self._checker = checker
        self._reader = reader

    async def read(self, question: ChoiceQuestion, before: Mapping[str, Sequence[Claim]]) -> Claims:
        """Return what joins each option to the story, where that sets one apart and nothing told may change it; {}.

        Nothing, too, where another reading found `before` what speaks for an option.
        """
        if not all(is_open(found) or together(found) is Standing.FAILS for found in before.values()):
            return {}
        whole, question = question, apart(question) if _is_plain(question) else question
        ask = what_is_asked(question.asked) if question.told and _is_plain(question) else None
        spots = await self._reader.spot_plain(question.told) if ask else ()
        story = read_story(question.told, spots) if ask else None
        if ask is None or story is None or asks_of_another(whole.stem):
            return {}
        beside = narrowed(question.told, spots, {WHOM} if whole.told else {WHOM, HOW})
        if beside and not (ask in _WHOEVER and beside.lower().startswith("transplant")):
            return {}
        if story.unknown:
            return {}
        joined = await self._joined(question, ask, story, story.of(Part.TAKEN), story.of(Part.HAD))
        chosen = _one_apart(joined)
        if not chosen or await self._may_be_another(question, ask, story, chosen):
            return {}
        return {} if self._is_beside(story, joined[chosen], question) else joined

    async def speaks_against(
        self, question: ChoiceQuestion, claims: Mapping[str, Sequence[Claim]], labels: Sequence[str]
    ) -> str:
        """Return a thing of a story that an answer rests on although the story denies it, tells it of another, or goes
        on to what was not understood; "" for nothing.
        """
        chosen = [c for label in labels for c in claims.get(label, ())]
        if asks_of_another(question.stem):
            return next((end.text for c in chosen for end in (c.triple.subject, c.triple.object)), "")
        question = apart(question)
        if not question.told or question.negative or _are_diagnoses(question, chosen):
            return ""  # what somebody has is judged by all that is told
        story = read_story(question.told, await self._reader.spot_plain(question.told), whatever=True)
        if story is None:
            return ""
        if beside := self._is_denied(story, chosen, question) or self._is_beside(story, chosen, question):
            return beside
        if not any(c.predicate in self._predicates(_HELPS) for c in chosen):
            return ""
        harming = await self._are_harmed(question, story)
        return next((o.text for o in question.named if o.label in labels and o.label in harming), "")

    def _is_denied(self, story: Story, chosen: Sequence[Claim], question: ChoiceQuestion) -> str:
        """Return an end of the claims, or an option that they choose, that the story denies or leaves in doubt."""
        asked = question.asked.casefold()
        for claim in chosen:
            settled = {Part.TAKEN, Part.HAD, Part.UNCLEAR}
            settled |= {Part.FEARED} if claim.predicate in self._predicates(_PREVENTS) else set()
            for name in _ends([claim]):
                parts = {f.part for f in story.facts if name in {n.casefold() for n in f.names}}
                if parts and name not in asked and not parts & settled:
                    return name
        return ""

    def _is_beside(self, story: Story, chosen: Sequence[Claim], question: ChoiceQuestion) -> str:
        """Return what somebody has of which the claims are, where that need not be what is asked about; ""."""
        asked = question.asked.casefold()
        had = {n.casefold(): f for f in story.of(Part.FEARED, Part.HAD) for n in f.names}
        for claim in chosen:
            for name in _ends([claim]) & set(had):
                if name not in asked and not self._is_meant(story, claim, had[name].names):
                    return name
        return ""

    def _is_meant(self, story: Story, claim: Claim, names: Sequence[str]) -> bool:
        if claim.predicate in self._predicates(_BRINGS):
            return is_new(story, names)
        return is_at_issue(story, names, to_prevent=claim.predicate in self._predicates(_PREVENTS))

    def _predicates(self, senses: frozenset[str]) -> set[str]:
        return {p for phrase in any_relation(self._words, senses) for p in self._words.read(phrase).predicates}

    async def _may_be_another(self, question: ChoiceQuestion, ask: Ask, story: Story, label: str) -> bool:
        """Whether what is in doubt might decide otherwise, or the story rules out the option that is set apart."""
        text = next(without_article(o.text).casefold() for o in question.named if o.label == label)
        named = [f for f in story.facts if text in {n.casefold() for n in f.names}]
        if any(f.part is not Part.TAKEN or ask not in (Ask.CULPRIT, Ask.CLASH) for f in named):
            return True
        if set(_held(await self._joined(question, ask, story, story.in_doubt, story.in_doubt))) - {label}:
            return True
        return ask is Ask.HELP and label in await self._are_harmed(question, story)

    async def _joined(
        self, question: ChoiceQuestion, ask: Ask, story: Story, taken: Sequence[Fact], had: Sequence[Fact]
    ) -> Claims:
        """Return what joins the options with what is taken, or had, by what is asked."""
        if ask is Ask.HARM:
            return await self._by(question, taken, _BRINGS, option_first=False)
        if ask is Ask.CLASH:
            return await self._by(question, taken, _INTERACTS, option_first=None)
        if ask is not Ask.CULPRIT:
            return await self._by(question, had, _HELPS if ask is Ask.HELP else _TESTS, option_first=None)
        found = [f for f in had if f.sentence == len(story.places) - 1]
        ways = [await self._by(question, found, _CAUSES)]
        changed = story.changed or await self._are_due_to(taken, found)
        if changed:
            ways.append(await self._by(question, taken, _INTERACTS, option_first=None))
        if story.taken_up:
            ways.append(await self._by(question, [_absorption(f) for f in taken], _LOWERS))
        return {o.label: any_of([c for way in ways for c in way.get(o.label, ())]) for o in question.named}

    async def _are_due_to(self, taken: Sequence[Fact], found: Sequence[Fact]) -> bool:
        """Whether something that was found is what something that is taken does by itself, too: it does so more."""
        names = await self._known(found)
        triples = [
            t
            for one in await self._known(taken)
            for other in names
            for t in LooseStem(one, any_relation(self._words, _CAUSES), True, other).triples()
        ]
        return any(together([c]) is Standing.HOLDS for c in await self._checker.check(triples)) if triples else False

    async def _by(
        self,
        question: ChoiceQuestion,
        facts: Sequence[Fact],
        senses: frozenset[str],
        *,
        option_first: bool | None = True,
    ) -> Claims:
        """Return what decides of each option whether any relation of some senses joins it to the facts."""
        found = await self._all(question, facts, senses, option_first=option_first)
        return {label: any_of(claims) for label, claims in found.items()}

    async def _are_harmed(self, question: ChoiceQuestion, story: Story) -> list[str]:
        """Return the options that harm somebody of whom a story tells, or that do not go with what is taken."""
        found = await self._all(question, story.of(Part.TAKEN, Part.HAD), _HARMS)
        return [label for label, claims in found.items() if any(together([c]) is Standing.HOLDS for c in claims)]

    async def _all(
        self,
        question: ChoiceQuestion,
        facts: Sequence[Fact],
        senses: frozenset[str],
        *,
        option_first: bool | None = True,
    ) -> Claims:
        phrases = any_relation(self._words, senses)
        stems = [LooseStem(name, phrases, option_first) for name in await self._known(facts)]
        asked = {o.label: [t for stem in stems for t in stem.triples(without_article(o.text))] for o in question.named}
        triples = [t for some in asked.values() for t in some]
        claims = iter(await self._checker.check(triples) if triples else ())
        return {label: tuple(next(claims) for _ in some) for label, some in asked.items()}

    async def _known(self, facts: Iterable[Fact]) -> list[str]:
        """Return by which name the graph knows each of some facts, each thing once."""
        said = [f.names for f in facts]
        known = await exact_names(self._graph, (n for names in said for n in names))
        found = {known[n].id: n for names in said for n in reversed(names) if n in known}
        return list(found.values())


def apart(question: ChoiceQuestion) -> ChoiceQuestion:
    """Return a question in one sentence as the story that it tells and what it asks of it; others as they are."""
    told, asked = ("", "") if question.told else told_and_asked(question.stem)
    return replace(question, stem=f"{told} {asked}", told=told) if told else question


def _ends(claims: Iterable[Claim]) -> set[str]:
    return {end.text.casefold() for c in claims for end in (c.triple.subject, c.triple.object)}


def _are_diagnoses(question: ChoiceQuestion, claims: Sequence[Claim]) -> bool:
    options = {without_article(o.text).casefold() for o in question.named}
    return all(c.triple.relation == PRESENTS and c.triple.subject.text.casefold() in options for c in claims)


def _is_plain(question: ChoiceQuestion) -> bool:
    special = question.negative or question.several or question.listed or question.coded or question.misfit
    return not special and all(o.role is Role.NAMED for o in question.options) and len(question.named) >= _FEWEST


def _held(claims: Mapping[str, Sequence[Claim]]) -> list[str]:
    return [label for label, found in claims.items() if together(found) is Standing.HOLDS]


def _one_apart(claims: Mapping[str, Sequence[Claim]]) -> str:
    """Return the one option that holds, where the graph knows most of the others and is not divided on any; ""."""
    standings = [together(found) for found in claims.values()]
    held = _held(claims)
    unsure = Standing.DISPUTED in standings or 2 * standings.count(Standing.UNKNOWN) > len(standings)
    return held[0] if len(held) == 1 and not unsure else ""


def _absorption(fact: Fact) -> Fact:
    return Fact(tuple(f"{n} absorption" for n in fact.names), fact.sentence, fact.part, fact.start, fact.end)
