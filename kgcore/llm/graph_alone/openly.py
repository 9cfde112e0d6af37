"""Answers to questions of no known form: what connects the entities named, or what the graph knows instead."""

from __future__ import annotations

from itertools import combinations

from kgcore.intent import About, Open
from kgcore.language.english import listed
from kgcore.llm.graph_alone.about import about, context
from kgcore.llm.graph_alone.facts import report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import without_mirrors
from kgcore.llm.graph_alone.relate import ways
from kgcore.llm.graph_alone.scene import Scene
from kgcore.wording import mid

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
    if not told:
        told = [f"The graph holds no direct relation between {listed((mid(e) for e in intent.entities), 'and')}."]
    rest = [] if fresh else [context(scene, ink, e, 1) for e in intent.entities[:2]]
    return [told, ways(scene, ink, 2), *rest]


def _nothing(scene: Scene) -> list[str]:
    near = listed((mid(e) for e in scene.nearest[:5]), "or")
    return ["The graph has nothing on this question.", *([f"The nearest that it knows of: {near}."] if near else [])]
