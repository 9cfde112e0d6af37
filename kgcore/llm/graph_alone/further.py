"""Examples of an entity, and what else is known: what a reader asks for after an answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kgcore.evidence.findings import Finding
from kgcore.intent import Examples, More
from kgcore.language.english import capital, listed
from kgcore.llm.graph_alone.facts import belongs, report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import grouped, tell, without_mirrors
from kgcore.llm.graph_alone.scene import Scene
from kgcore.model import Entity
from kgcore.tasks import Detail
from kgcore.wording import mid

Paragraphs = list[list[str]]
_ALL = 25  # examples named in one sentence
_GROUPS = {Detail.BRIEF: 1, Detail.NORMAL: 2, Detail.FULL: 4}  # sentences told of each entity


def examples(scene: Scene, ink: Ink, intent: Examples) -> Paragraphs:
    """Return what the graph calls a kind, a member or a part of the entity, or that it names none."""
    entity = intent.entity
    tied = [
        f for f in scene.around(entity) if f.plain and (belongs(f) or f.predicate.words in {"contains", "has part"})
    ]
    below = [f for f in tied if (f.object.id == entity.id) is belongs(f)]
    above = [f for f in tied if f not in below]
    top = _ALL if scene.detail is Detail.FULL else 2 * scene.size.members
    told = [tell(ink, g, top, again=n > 0) for n, g in enumerate(grouped(below, entity, scene.dim))]
    if not told:
        told = [f"The graph holds no examples of {mid(entity)}: it names nothing as a kind, a member or a part of it."]
    broader = [tell(ink, g, scene.size.members) for g in grouped(above, entity, scene.dim)[:1]]
    return [told, [] if below else broader]


def more(scene: Scene, ink: Ink, intent: More) -> Paragraphs:
    """Return what the thread has not heard yet of these entities: between them first, then around each."""
    said: set[str] = set()
    between = [f for a, b in combinations(intent.entities, 2) for f in _new(scene, scene.between(a, b), said)]
    first = [sentence(report(ink, f)) for f in between[: scene.size.sentences]]
    few = max(1, _GROUPS[scene.detail] if len(intent.entities) > 1 else scene.size.sentences)
    around = [_around(scene, ink, e, few, said) for e in intent.entities]
    told = [first, *around]
    if not any(told):
        names = listed((mid(e) for e in intent.entities), "and")
        known = any(scene.around(e) for e in intent.entities)
        return [[f"All that the graph holds on {names} has been said above." if known else _nothing(names)]]
    if intent.one:
        return [[s for part in told for s in part][: scene.size.sentences]]
    head, *rest = [part for part in told if part]
    return [head, *rest[:1], [s for part in rest[1:] for s in part]]


def _around(scene: Scene, ink: Ink, entity: Entity, top: int, said: set[str]) -> list[str]:
    groups = grouped(_new(scene, scene.around(entity), said), entity, scene.dim)
    return [tell(ink, g, scene.size.members, again=n > 0) for n, g in enumerate(groups[:top])]


def _new(scene: Scene, some: Sequence[Finding], said: set[str]) -> list[Finding]:
    """Return the findings that neither the thread nor this answer has told, and note them."""
    found = [f for f in without_mirrors(scene.fresh(some)) if not {e.id for e in f.edges} <= said]
    said.update(e.id for f in found for e in f.edges)
    return found


def _nothing(names: str) -> str:
    return capital(f"the graph knows no relation of {names}.")
