"""What a graph has between the names of a test question: pairs, analogies, and what its words leave unread."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.choices import ChoiceQuestion
from kgcore.reasoning.deciding import Standing, together
from kgcore.reasoning.loose_stems import LooseStem, any_relation
from kgcore.reasoning.options import (
    analogy_of,
    is_called,
    key_of,
    pairs_of,
    pairs_with_stem,
    senses_of_pairs,
    without_article,
)
from kgcore.reasoning.readings import Wanted, of_edge
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Edge, Entity, Match, Mention, Triple
from kgcore.vocabulary.vocabulary import Vocabulary

_MOST_NAMES: Final = 3  # of a stem, with which options are joined
_MOST_SHOWN: Final = 2  # relations of an option
_OF_HARM = re.compile(
    r"\b(?:caus\w+|(?:side|adverse|unwanted) (?:effects?|reactions?)|complications?|leads?|results?|induces?|triggers?"
    r"|toxic\w*|harm\w*)\b",
    re.I,
)
_DUE_TO = re.compile(r"[\w-]+-(?:associated|induced|related)", re.I)
_FEWEST_ALIKE: Final = 3  # options, beside which another one does not belong
_BY_NAME = (Match.EXACT, Match.SYNONYM)


async def exact_names(graph: KnowledgeGraph, names: Iterable[str]) -> dict[str, Entity]:
    """Return those of the names that something in the graph is called by, and what is. Raises GraphError."""
    asked = list(dict.fromkeys(names))
    found = await graph.candidates([Mention(n) for n in asked]) if asked else ()
    return {
        n: meant[0].entity for n, meant in zip(asked, found, strict=True) if meant and is_called(meant[0].entity, n)
    }


def _is_due_to(name: str, end: str, things: Iterable[str]) -> bool:
    """Whether a name is another one with what it is due to before it: "cisplatin nephrotoxicity"."""
    before = name[: -len(end)].rstrip() if name.casefold().endswith(f" {end.casefold()}") else ""
    return bool(before) and (_DUE_TO.fullmatch(before) is not None or any(key_of(before) == key_of(t) for t in things))


class ExamJoins:
    """Reads test questions by what the graph joins, whichever relation it is; all methods raise GraphError."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker, reader: TextReader) -> None:
        self._graph = graph
        self._words = vocabulary
        self._checker = checker
        self._reader = reader

    async def analogy(self, question: ChoiceQuestion) -> Wanted:
        """Read "A is to B as C is to which?": what joins A and B in the graph has to join C and the option."""
        wanted = Wanted()
        if (names := analogy_of(question)) is None:
            return wanted
        first, second, third = names
        ways = LooseStem(first, any_relation(self._words), None, second).triples()
        held = [c.triple for c in await self._checker.check(ways) if together([c]) is Standing.HOLDS]
        for option in question.named:
            ends = {first: Mention(third), second: Mention(without_article(option.text))}
            said = [Triple(ends[t.subject.text], t.relation, ends[t.object.text]) for t in held]
            wanted.add(option.label, [(triple,) for triple in said])
        return wanted

    async def pairs(self, question: ChoiceQuestion) -> Wanted:
        """Read "which pair is right? A) garlic – alliin": whatever joins the two, where all options are such pairs."""
        wanted, pairs = Wanted(), pairs_of(question) or pairs_with_stem(question)
        named = {name for both in pairs.values() for name in both}
        senses = senses_of_pairs(question.asked)
        known = set(await exact_names(self._graph, named)) if named else set()
        if 2 * sum(known.issuperset(both) for both in pairs.values()) > len(pairs):
            for label, (first, second) in pairs.items():
                loose = LooseStem(first, any_relation(self._words, senses), None, second)
                wanted.add(label, [(triple,) for triple in loose.triples()])
        return wanted

    async def misfit(self, question: ChoiceQuestion) -> Wanted:
        """Read "which one does not belong?": what the graph says of all options but one, a kind before anything else.

        Nothing where it says so of different ones, or joins the one that is left with the same thing in another way.
        """
        wanted = Wanted()
        meant = await exact_names(self._graph, (without_article(o.text) for o in question.named))
        options = {o.label: found for o in question.named if (found := meant.get(without_article(o.text)))}
        if not question.misfit or len(options) < len(question.named) or len(options) <= _FEWEST_ALIKE:
            return wanted
        around = await self._graph.neighbourhoods({e.id for e in options.values()})
        said = defaultdict[tuple[str, str, bool], dict[str, Edge]](dict)
        for label, option in options.items():
            for near in around[option.id].best if option.id in around else ():
                for edge in near.edges:
                    if not edge.negated:
                        said[edge.predicate, near.entity.id, edge.subject == option.id][label] = edge
        kinds = frozenset(self._words.read("is a").predicates)
        apart = {key: edges for key, edges in said.items() if len(edges) == len(options) - 1}
        left = {key: next(label for label in options if label not in edges) for key, edges in apart.items()}
        left = {key: label for key, label in left.items() if key[1] not in around[options[label].id].ids}
        left = {key: label for key, label in left.items() if key[0] in kinds} or left
        if len(set(left.values())) != 1:
            return wanted
        shared = max(left, key=lambda key: sum(e.cited for e in apart[key].values()))
        other = (await self._graph.entities({shared[1]}))[shared[1]]
        pattern = next(iter(apart[shared].values()))
        for label, option in options.items():
            edge = replace(pattern, subject=option.id) if shared[2] else replace(pattern, object=option.id)
            wanted.add(label, [(of_edge(edge, {option.id: option, other.id: other}, self._words),)])
        return wanted

    async def by_ends(self, question: ChoiceQuestion) -> ChoiceQuestion:
        """Return a question in which an option that the graph does not know has the name that says what it is due to:
        of simvastatin "muscle symptoms" are "statin-associated muscle symptoms", where it is joined with no others.
        """
        said = {o.label: without_article(o.text) for o in question.named}
        if question.misfit or not _OF_HARM.search(question.stem):
            return question
        known = await exact_names(self._graph, said.values())
        spots = await self._reader.spot_plain(question.stem) if len(known) < len(said) else ()
        named = {
            meant[0].entity.id: meant[0].entity.name for _, _, meant in spots if meant and meant[0].match in _BY_NAME
        }
        around = await self._graph.neighbourhoods(named) if len(named) == 1 else {}
        names = [n.entity.name for near in around.values() if len(near.ids) == len(near.best) for n in near.best]
        made = []
        for option in question.options:
            end = said.get(option.label, "")
            own = [n for n in names if _is_due_to(n, end, named.values())] if end and end not in known else []
            made.append(replace(option, text=own[0]) if len(own) == 1 else option)
        return replace(question, options=tuple(made))

    async def known(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return what the graph has between the names in a stem and each option, by label; {} where it joins none."""
        spots = await self._reader.spot_plain(question.stem)
        named = {meant[0].entity.id: meant[0].entity for _, _, meant in spots if meant and meant[0].match in _BY_NAME}
        meant = await exact_names(self._graph, (without_article(o.text) for o in question.named))
        options = {o.label: found for o in question.named if (found := meant.get(without_article(o.text)))}
        ends = list(named.values())[:_MOST_NAMES]
        pairs = {(e.id, o.id) for e in ends for o in options.values() if e.id != o.id}
        edges = await self._graph.edges_between(pairs) if pairs else {}
        entities = {e.id: e for e in (*ends, *options.values())}
        said = {
            label: [of_edge(e, entities, self._words) for e in _weightiest(edges, (e.id for e in ends), option.id)]
            for label, option in options.items()
        }
        claims = iter(await self._checker.check([t for some in said.values() for t in some]))
        return {label: tuple(next(claims) for _ in some) for label, some in said.items() if some}


def _weightiest(edges: Mapping[tuple[str, str], Sequence[Edge]], ends: Iterable[str], option: str) -> list[Edge]:
    """Return of what joins an option with any of the ends what most papers say, each relation once: where both are
    said, that it is so.
    """
    found = [e for end in ends for e in edges.get((end, option), ())]
    best = {(e.subject, e.predicate, e.object): e for e in sorted(found, key=lambda e: (not e.negated, e.cited))}
    return sorted(best.values(), key=attrgetter("cited"), reverse=True)[:_MOST_SHOWN]
