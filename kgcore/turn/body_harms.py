"""What is bad for a part of the body, or for what it does: asked of each ill of it that the graph tells a harm of.

"Which drugs are bad for memory?" names no ill, and the graph's memory is a process that hardly anything is said to
impair; what makes people forgetful is told of cognitive impairment, dementia and their like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kgcore.english.body import ills_begin_with
from kgcore.english.inflection import singular
from kgcore.ports import KnowledgeGraph
from kgcore.question.kinds import is_kind
from kgcore.question.parts import MOST_OF_ROW
from kgcore.question.relation import asked_by_slant, is_ill, is_taken
from kgcore.turn.class_members import with_members
from kgcore.values.intent import Slant
from kgcore.values.model import Entity, Neighbourhood, count_papers
from kgcore.vocabulary.types import types_meant
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence

_LONGEST: Final = 300  # characters of a question that is looked at
_BEGUN: Final = 6  # ills of a beginning of names
_MOST_ILLS: Final = 48  # that are looked at
_NEIGHBOURS: Final = 60  # of each
_HARMED = re.compile(
    r"(?P<start>(?:which|what|list|name|(?:are|is) there any|do any|any)\b (?P<kind>[^?]{0,60}?))\b"
    r"(?:(?:can|could|may|might|will|would|that|which|to) )*"
    r"(?P<does>(?:hurts?|harms?|damages?|injures?|impairs?|worsens?|ruins?|weakens?|affects? badly"
    r"|mess(?:es)? (?:with|up)"
    r"|(?:is|are|be) (?:bad|hard|tough|toxic|harmful|dangerous|risky|unsafe) (?:for|on|to)"
    r"|(?:has|have) (?:bad|harmful|negative|adverse|ill) effects on)"
    r" (?:(?:the|my|your|our|one's|people's|his|her|their) )?(?P<part>[a-z]{2,12}(?: [a-z]{2,10})?))"
    r"(?P<end>(?: (?:in|for|of|among) [a-z' -]{3,40})?[ ?.!]*)",
    re.IGNORECASE,
)


_RAISED = re.compile(  # what no name goes by but those of its kinds: "which supplements raise cancer risk?"
    r"(?P<start>(?:which|what|list|name|(?:are|is) there any|do any|any)\b (?P<kind>[^?]{0,60}?))\b"
    r"(?:(?:can|could|may|might|will|would|that|which|to) )*"
    r"(?P<does>(?:raises?|increases?|causes?|triggers?|leads? to|brings? on|gives? (?:you|me|us|people))"
    r" (?:(?:the|my|your|our|one's|people's) )?(?:(?:risk|chances?|odds) of )?(?:getting |developing )?"
    r"(?P<part>[a-z]{4,20})(?: risk)?)"
    r"(?P<end>(?: (?:in|for|of|among) [a-z' -]{3,40})?[ ?.!]*)",
    re.IGNORECASE,
)


async def parts_put(
    parts: Sequence[str], graph: KnowledgeGraph, vocabulary: Vocabulary, *, typed: bool
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return the questions of a message with the members of classes and the ills of parts of the body in their place,
    and each of these as written and as read. Raises GraphError.
    """
    if typed and len(parts) == 1 and (ills := await _ills_harmed(parts[0], graph, vocabulary)):
        return ills
    put = [await with_members(part, graph, vocabulary) for part in parts]
    return tuple(one for questions, _ in put for one in questions), tuple(read for _, some in put for read in some)


async def _ills_harmed(
    question: str, graph: KnowledgeGraph, vocabulary: Vocabulary
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]] | None:
    """Return "which drugs are bad for memory?" as a question of what causes each ill of it, and "… raise cancer risk?"
    as one of each cancer; None for other questions, and where the graph tells no such harm.
    """
    if len(question) > _LONGEST:
        return None
    asked = _HARMED.fullmatch(question.strip())
    if asked is not None:
        begun = [e for stem in ills_begin_with(asked["part"]) for e in await graph.complete(stem, _BEGUN)]
    elif asked := _RAISED.fullmatch(question.strip()):
        begun = await _kinds_of(asked["part"], graph)
    if asked is None or not begun:
        return None
    ills = list({e.id: e for e in begun if is_ill(e)}.values())[:_MOST_ILLS]
    kinds = types_meant(asked["kind"].strip().casefold().rpartition(" ")[2], [t for t, _ in graph.info.types])
    around = await graph.neighbourhoods([e.id for e in ills], _NEIGHBOURS) if ills else {}
    papers = {e.id: _harms(e, around[e.id], kinds, vocabulary) for e in ills if e.id in around}
    told = sorted((e for e in ills if papers.get(e.id)), key=lambda e: -papers[e.id])[:MOST_OF_ROW]
    names = [name_in_sentence(e) for e in told]
    if not names:
        return None
    read = (asked["does"], f"what causes {', '.join(names[:-1])}{' or ' if names[1:] else ''}{names[-1]}")
    verb = "causes" if re.search(r"\bwhat $", asked["start"], re.IGNORECASE) else "cause"
    return tuple(f"{asked['start']}{verb} {name}{asked['end']}" for name in names), (read,)


async def _kinds_of(name: str, graph: KnowledgeGraph) -> list[Entity]:
    """Return what is called a kind of what the graph has no entry for by itself: "prostate cancer", of cancer."""
    (spots,) = await graph.spot([name])
    if spots:
        return []
    return [e for e in await graph.complete(singular(name), _MOST_ILLS) if is_kind(e, singular(name))]


def _harms(ill: Entity, near: Neighbourhood, kinds: Sequence[str], vocabulary: Vocabulary) -> int:
    """Return how many papers say of things of these kinds (of any that are taken) that they bring an ill about, at
    least 1 where the graph names no papers; 0 for none.
    """
    harms = set(asked_by_slant(Slant.BAD, vocabulary, ill).predicates)
    edges = [
        e
        for n in near.best
        if (n.entity.type in kinds if kinds else is_taken(n.entity))
        for e in n.edges
        if e.predicate in harms and not e.negated and e.object == ill.id
    ]
    return max(1, count_papers(edges)) if edges else 0
