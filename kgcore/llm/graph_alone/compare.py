"""Comparisons: what entities share, what only one of them has. A table of two stands beside the text."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.evidence.findings import Finding, Standing
from kgcore.intent import COMPARED, Compare, compared
from kgcore.llm.graph_alone.facts import report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import grouped, tell
from kgcore.llm.graph_alone.scene import Scene
from kgcore.model import Entity
from kgcore.wording import article, listed, mid, papers_count, verb

Paragraphs = list[list[str]]


def compare(scene: Scene, ink: Ink, intent: Compare) -> Paragraphs:
    """Return the comparison: on the topic where there is one, what some share, what each has alone."""
    some, topic = compared(intent), intent.topic
    names = listed(map(mid, some))
    between = [sentence(report(ink, f)) for a, b in _pairs(some) for f in scene.fresh(scene.between(a, b))[:2]]
    closing = [f"The graph does not say which of {names} is {_best(some)}."] if intent.better else []
    left = _left(intent.left[COMPARED - 2 :])
    if topic is not None:
        on = [_on_topic(scene, ink, x, topic) for x in some]
        return [[s for part in on for s in part] + left, [*between, *closing]]
    shared = _shared(scene, ink, some)
    alone = [_alone(scene, ink, x, some) for x in some]
    if not shared and not any(alone):
        return [[f"The graph holds nothing on {names} that could be compared."], between]
    none = [] if shared else [f"The graph names nothing that {names} have in common."]
    return [between + none + shared + left, [s for part in alone for s in part], closing]


def _pairs(some: Sequence[Entity]) -> list[tuple[Entity, Entity]]:
    return [(a, b) for n, a in enumerate(some) for b in some[n + 1 :]]


def _best(some: Sequence[Entity]) -> str:
    return "better" if len(some) == 2 else "best"


def _left(left: Sequence[Entity]) -> list[str]:
    names, were = listed([mid(e) for e in left]), "was" if len(left) == 1 else "were"
    return [f"Four are compared at a time: {names} {were} left out."] if left else []


def _on_topic(scene: Scene, ink: Ink, entity: Entity, topic: Entity) -> list[str]:
    found = scene.between(entity, topic)
    if not found:
        return [f"On {mid(entity)} and {mid(topic)} the graph holds nothing direct."]
    return [sentence(report(ink, f)) for f in (scene.fresh(found) or found)[: scene.size.sentences]]


def _shared(scene: Scene, ink: Ink, some: Sequence[Entity]) -> list[str]:
    """Return what several are said to do to the same other entity, in one sentence each, what most share first."""
    holders: dict[tuple[str, str], list[Finding]] = {}
    for entity in some:
        for f in scene.around(entity):
            if f.subject.id == entity.id and f.standing is Standing.SAID:
                holders.setdefault((f.predicate.name, f.object.id), []).append(f)
    found = [fs for fs in holders.values() if len(fs) > 1 and scene.fresh(fs)]
    found.sort(key=lambda fs: (-len(fs), -sum(f.weight for f in fs)))
    return [_sharing(ink, fs, len(some)) for fs in found[: scene.size.members]]


def _sharing(ink: Ink, found: Sequence[Finding], of: int) -> str:
    first = found[0]
    names = listed([ink.name(f.subject, opening=n == 0 and len(found) > 2) for n, f in enumerate(found)])
    words = ink.relation(verb(first.predicate, first.object).finite(plural=True), found)
    what = f"{article(first.predicate, first.object)}{ink.name(first.object)}"
    both = "Both " if len(found) == 2 else ""
    return f"{both}{names} {'all ' if len(found) == of > 2 else ''}{words} {what} ({_each(found)})."


def _each(found: Sequence[Finding]) -> str:
    counts = [f.weight for f in found]
    if len(set(counts)) == 1:
        return f"{papers_count(counts[0])} each"
    return f"{listed(str(n or 'no') for n in counts)} papers"


def _alone(scene: Scene, ink: Ink, entity: Entity, some: Sequence[Entity]) -> list[str]:
    others = [e for e in some if e.id != entity.id]
    theirs = {end for e in others for f in scene.around(e) for end in (f.object.id, f.subject.id)}
    found = [f for f in scene.fresh(scene.around(entity)) if not {f.subject.id, f.object.id} - {entity.id} & theirs]
    top = max(1, scene.size.sentences // len(some))
    told = [tell(ink, g, scene.size.members) for g in grouped(found, entity, scene.dim)[:top]]
    return [f"For {mid(entity)} alone, {told[0][:1].lower()}{told[0][1:]}", *told[1:]] if told else []
