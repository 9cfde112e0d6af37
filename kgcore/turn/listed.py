"""What is asked of all that the last answer listed: "which of those also treat migraine?", "which can I change?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgcore.english.inflection import singular
from kgcore.ports import KnowledgeGraph
from kgcore.question.harms_alone import asks_for_harms_alone
from kgcore.question.kinds import is_kind
from kgcore.question.pointing import POINTED_AT, asked_of_listed
from kgcore.question.reading import UnderstoodQuestion, unfound_names
from kgcore.question.relation import is_ill, is_taken
from kgcore.turn.reader import TextReader
from kgcore.turn.senses import put_with
from kgcore.values.intent import About, Open, Which, YesNo
from kgcore.values.model import Entity
from kgcore.values.thread import Turn
from kgcore.vocabulary.types import type_words, types_meant
from kgcore.vocabulary.wording import name_in_sentence

MOST_LISTED = 12  # things named in the last answer that a question about "those" is asked of
_MOST_UNNAMED = 40  # and of those that it only counted ("and 46 more")
_NEIGHBOURS = 4_000  # of what was asked about that are looked through for these
_A_LIST = 2
_IN_A_PART = re.compile(
    r"^(?:an? |the )?(?:[a-z]+ )?(?:symptom|sign|feature|cause|treatment|complication)s? (?:of|for) ", re.I
)
_SHORTEST_KIND = 4  # letters of a name whose kinds are looked for
_OF_A_KIND = re.compile(  # "which of them bind genes?", as it is asked of a list
    r"what (?!(?:is|are|was|were) )(?P<verb>[a-z]+(?: (?:to|with|on))?) (?:(?:any|some|an?|known|certain|serious) )*"
    r"(?P<kind>[a-z]+(?: [a-z]+)?)"
)
_HOW_EACH = re.compile(
    r"(?:(?:and|so|but|ok|okay),? )*(?:how|why) (?:do|did|does|would|are|can) (?:they|these|those|each)\b[^?]{0,60}\?*",
    re.IGNORECASE,
)


async def asked_of_those(
    question: str, earlier: Sequence[Turn], reader: TextReader, graph: KnowledgeGraph
) -> UnderstoodQuestion | None:
    """Return a question that is asked of all that the last answer listed, and of one more name; None for others.

    Of what the answer counted and did not name is asked, too: who asks means the whole list. Raises GraphError.
    """
    asked, noun = asked_of_listed(question)
    turn, listed = list_before(earlier, noun, reader.types) if asked else (None, ())
    if turn is None:
        return None
    understood = await reader.understand(asked)
    intent = understood.intent
    if not isinstance(intent, Which) or not (intent.asked.predicates or intent.asked.slant):
        return None
    among = tuple(e for e in listed if e.id != intent.entity.id)[:MOST_LISTED]
    among += await _counted(turn, listed, intent.entity, graph)
    return replace(understood, intent=replace(intent, among=among, types=(), outward=None), follow_up=True)


async def parts_of_those(question: str, earlier: Sequence[Turn], reader: TextReader) -> tuple[str, ...]:
    """Return the questions that one about what was listed comes to; () where it is just one. Raises GraphError."""
    return await _each_of_those(question, earlier, reader) or await _noted_of_those(question, earlier, reader)


async def _each_of_those(question: str, earlier: Sequence[Turn], reader: TextReader) -> tuple[str, ...]:
    """Return "which genes does allopurinol bind?", and so on, for "which of them bind genes?": what is asked of each
    that the last answer listed, and of a kind of things instead of one more name; () for others. Raises GraphError.
    """
    asked, noun = asked_of_listed(question)
    found = _OF_A_KIND.fullmatch(asked)
    types = types_meant(found["kind"], reader.types) if found else ()
    turn, listed = list_before(earlier, noun, reader.types) if types else (None, ())
    if found is None or turn is None:
        return ()
    each = [f"Which {type_words(types[0])} does {name_in_sentence(e)} {found['verb']}?" for e in listed[:MOST_LISTED]]
    first = (await reader.understand(each[0])).intent
    meant = isinstance(first, Which) and first.entity.id == listed[0].id and set(first.types) <= set(types)
    told = meant and isinstance(first, Which) and (first.asked.predicates or first.asked.slant)
    return tuple(each) if told else ()


async def _noted_of_those(question: str, earlier: Sequence[Turn], reader: TextReader) -> tuple[str, ...]:
    """Return "which of them cause bleeding?" and "is levofloxacin safe with warfarin?", where the list is of what
    meets and the graph notes bleeding of the meeting: it is of neither of the two alone. () for others.

    Raises GraphError.
    """
    asked, noun = asked_of_listed(question)
    turn, _ = list_before(earlier, noun, reader.types) if asked else (None, ())
    noted = [c for c in turn.claims if c.triple.relation and any(e.note for e in c.edges_for)] if turn else []
    intent = (await reader.understand(asked)).intent if noted else None
    if not isinstance(intent, Which) or not is_ill(intent.entity):
        return ()
    named = re.compile(rf"\b{re.escape(intent.entity.name)}\b", re.IGNORECASE)
    pairs = {
        f"Is {name_in_sentence(c.object.entity)} safe with {name_in_sentence(c.subject.entity)}?": None
        for c in noted
        if c.subject and c.object and c.predicate in reader.vocabulary.read("interacts with").predicates
        if any(named.search(e.note) for e in c.edges_for)
    }
    return (question, *pairs) if pairs else ()


async def unsaid_of_those(
    question: str, understood: UnderstoodQuestion, earlier: Sequence[Turn], reader: TextReader
) -> UnderstoodQuestion:
    """Return a question about those that were listed as what the graph does not say of them, where it was read as one
    of what the list was about: not understood is better than beside. Raises GraphError.
    """
    if not isinstance(understood.intent, About | Open):
        return understood
    asked, noun = asked_of_listed(question)
    turn, listed = list_before(earlier, noun, reader.types) if asked else (None, ())
    alone = await reader.understand(asked) if turn is not None else understood
    if turn is None or alone.focus:
        return understood
    left = Open((), unfound_names(alone), listed[:MOST_LISTED])
    return replace(alone, intent=left, unread=(), follow_up=True)


async def asked_of_kinds(
    question: str, understood: UnderstoodQuestion, reader: TextReader, graph: KnowledgeGraph
) -> UnderstoodQuestion:
    """Return "does Ehlers-Danlos syndrome cause easy bruising?" as asked of each of its kinds, where the graph has
    these alone; any other question as it is. Raises GraphError.
    """
    intent = understood.intent
    if not isinstance(intent, About) or len(names := unfound_names(understood)) != 1:
        return understood
    name = _IN_A_PART.sub("", names[0])
    if not intent.unknown and name == names[0]:
        return understood  # what the entity leads to is looked through for the name
    found = await graph.complete(singular(name), _MOST_UNNAMED) if len(name) >= _SHORTEST_KIND else ()
    kinds = tuple(e for e in found if is_kind(e, singular(name)) and e.id != intent.entity.id)
    if len(kinds) < _A_LIST or len({e.type for e in kinds}) > 1:
        return understood
    put = (await reader.understand(put_with(question, name, name, kinds[0]))).intent
    if not isinstance(put, YesNo) or {put.subject.id, put.object.id} != {kinds[0].id, intent.entity.id}:
        return understood
    asked = Which(intent.entity, put.asked, (), put.subject.id == intent.entity.id, missing=name, among=kinds)
    return replace(understood, intent=asked, unread=())


async def _counted(turn: Turn, named: Sequence[Entity], new: Entity, graph: KnowledgeGraph) -> tuple[Entity, ...]:
    """Return what stands to the list's subject as those that were named do, and is joined to what is asked now."""
    own = {e.id for e in turn.focus}
    told = [c for c in turn.claims if c.subject and c.object and not c.triple.negated and c.predicate]
    ways = {
        (c.predicate, c.subject.entity.id in own)
        for c in told
        if c.subject and c.object and len({c.subject.entity.id, c.object.entity.id} & own) == 1
    }
    types, known = {e.type for e in named}, {e.id for e in named}
    if not own or not ways:
        return ()
    around = await graph.neighbourhoods([new.id, *own], _NEIGHBOURS)
    near = around[new.id].ids if new.id in around else frozenset()
    found: dict[str, Entity] | None = None
    for id in own:  # what stands so to each thing that the list was about
        of_this = {
            n.entity.id: n.entity
            for n in (around[id].best if id in around else ())
            if n.entity.id in near
            and n.entity.type in types
            and any((e.predicate, e.subject == id) in ways and not e.negated for e in n.edges)
        }
        found = of_this if found is None else {k: e for k, e in found.items() if k in of_this}
    return tuple(e for id, e in (found or {}).items() if id not in known and id != new.id)[:_MOST_UNNAMED]


def list_before(turns: Sequence[Turn], noun: str, types: Sequence[str]) -> tuple[Turn | None, tuple[Entity, ...]]:
    """Return the last answer that listed things (of the kind that the noun says, if any), and what it named beside what
    was asked about; things that it denied only where it has no others.
    """
    wanted = types_meant(noun, types) if noun else ()
    for at, turn in reversed(list(enumerate(turns))[-POINTED_AT:]):
        if asks_for_harms_alone(turn.question) or _HOW_EACH.fullmatch(turn.question.strip()):
            continue  # asked of each of a list: what it named besides is no list of its own
        own = {e.id for e in turn.focus}
        told = [c for c in turn.claims if not c.triple.negated] or turn.claims
        ends = ((c.subject.entity, c.object.entity) for c in told if c.subject and c.object)
        sides = (e for pair in ends if own & {p.id for p in pair} for e in pair if e.id not in own)
        listed = tuple({e.id: e for e in sides if not wanted or e.type in wanted}.values())
        if asked_of_listed(turn.question)[0].startswith("what interact"):  # its warnings name others, too
            meant = {e.id for e in list_before(turns[:at], noun, types)[1]}
            listed = tuple(e for e in listed if e.id in meant)
        if len(listed) >= _A_LIST:
            return turn, listed
    return None, ()


def alike_before(turns: Sequence[Turn]) -> tuple[Entity, ...]:
    """Return the several things of one kind that the last answer was about, which "both" means; () for none."""
    things = turns[-1].focus if turns else ()
    alike = len({e.type for e in things}) == 1 or all(map(is_taken, things)) or all(map(is_ill, things))
    return things if len(things) > 1 and alike else ()
