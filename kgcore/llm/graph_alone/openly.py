"""Answers to questions of no known form: what connects the entities named, or what the graph knows instead."""

from __future__ import annotations

import re
from itertools import combinations

from kgcore.intent import About, Open
from kgcore.language.english import listed
from kgcore.llm.graph_alone.about import about, context
from kgcore.llm.graph_alone.asides import unknown_names
from kgcore.llm.graph_alone.facts import report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import without_mirrors
from kgcore.llm.graph_alone.scene import Scene
from kgcore.llm.graph_alone.ways import ways
from kgcore.model import Entity
from kgcore.wording import mid

_STEM = 6  # letters by which words count as alike
_EVERYDAY = frozenset((
    "what", "which", "does", "have", "with", "from", "that", "this", "there", "about", "help", "helps", "good", "best",
    "treat", "treats", "cause", "causes", "prevent", "effect", "effects", "disease", "disorder", "syndrome", "drug",
    "treatment", "drugs", "supplement", "supplements", "health", "risk", "take", "when", "where", "they", "them",
    "than",     "more", "most", "some", "know", "cell", "cells", "acute", "chronic", "type", "blood", "level", "levels",
    "acid",
))  # fmt: skip
Paragraphs = list[list[str]]


def openly(scene: Scene, ink: Ink, intent: Open) -> Paragraphs:
    """Return an answer that says plainly when the graph has nothing."""
    if not intent.entities:
        return [_nothing(scene)]
    if len(intent.entities) == 1:
        return about(scene, ink, About(intent.entities[0]))
    found = [f for a, b in combinations(intent.entities, 2) for f in scene.between(a, b)]
    fresh = scene.fresh(found)
    told = [sentence(report(ink, f)) for f in without_mirrors(scene.ranked(fresh))[: scene.size.sentences + 2]]
    if not told and found:
        told = ["What connects these in the graph has been said above."]
    if not told and not intent.unknown:
        told = [f"The graph holds no direct relation between {listed((mid(e) for e in intent.entities), 'and')}."]
    rest = [] if fresh else [context(scene, ink, e, 1) for e in intent.entities[:2]]
    return [[*unknown_names(intent.unknown, alone=True), *told], ways(scene, ink, 2), *rest]


def _nothing(scene: Scene) -> list[str]:
    near = listed((mid(e) for e in scene.nearest[:5] if _alike(e, scene.question)), "or")
    return ["The graph has nothing on this question.", *([f"The nearest that it knows of: {near}."] if near else [])]


def _alike(entity: Entity, question: str) -> bool:
    """Tell whether a word of the question begins like one of the entity's names: all else is no help to a reader."""
    asked = {w[:_STEM] for w in re.findall(r"[^\W\d_]{4,}", question.casefold()) if w not in _EVERYDAY}
    names = {w[:_STEM] for n in (entity.name, *entity.synonyms) for w in re.findall(r"[^\W\d_]{4,}", n.casefold())}
    return not asked.isdisjoint(names)
