"""Comparisons: what two entities share, what only one of them has, as text and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.evidence.findings import Finding, Standing
from kgcore.intent import Compare
from kgcore.llm.graph_alone.facts import report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import grouped, tell
from kgcore.llm.graph_alone.scene import Scene
from kgcore.model import Entity
from kgcore.wording import article, listed, mid, papers_count, verb

Paragraphs = list[list[str]]


def compare(scene: Scene, ink: Ink, intent: Compare) -> Paragraphs:
    """Return the comparison: on the topic where there is one, what both share, what each has alone."""
    a, b, topic = intent.a, intent.b, intent.topic
    between = [sentence(report(ink, f)) for f in scene.fresh(scene.between(a, b))[:2]]
    closing = [f"The graph does not say which of {mid(a)} and {mid(b)} is better."] if intent.better else []
    left = _left(intent.left)
    if topic is not None:
        on = [_on_topic(scene, ink, x, topic) for x in (a, b)]
        return [[s for part in on for s in part] + left, [*between, *closing]]
    shared = _shared(scene, ink, a, b)
    alone = [_alone(scene, ink, x, y) for x, y in ((a, b), (b, a))]
    if not shared and not any(alone):
        return [[f"The graph holds nothing on {mid(a)} and {mid(b)} that could be compared."], between]
    none = [] if shared else [f"The graph names nothing that {mid(a)} and {mid(b)} have in common."]
    return [between + none + shared + left, [s for part in alone for s in part], closing]


def _left(left: Sequence[Entity]) -> list[str]:
    names, were = listed([mid(e) for e in left]), "was" if len(left) == 1 else "were"
    return [f"Two are compared at a time: {names} {were} left out."] if left else []


def _on_topic(scene: Scene, ink: Ink, entity: Entity, topic: Entity) -> list[str]:
    found = scene.between(entity, topic)
    if not found:
        return [f"On {mid(entity)} and {mid(topic)} the graph holds nothing direct."]
    return [sentence(report(ink, f)) for f in scene.fresh(found)[: scene.size.sentences]]


def _shared(scene: Scene, ink: Ink, a: Entity, b: Entity) -> list[str]:
    """Return what both are said to do to the same third entity, in one sentence each."""
    told = []
    for mine in scene.fresh(scene.around(a)):
        if mine.subject.id != a.id or mine.standing is not Standing.SAID:
            continue
        theirs = next((f for f in scene.between(b, mine.object) if _alike(f, mine, b)), None)
        if theirs is not None:
            words = ink.relation(verb(mine.predicate, mine.object).finite(plural=True), [mine, theirs])
            what = (
                f"{article(mine.predicate, mine.object)}{ink.name(mine.object)} ({_each(mine.weight, theirs.weight)})"
            )
            told.append(f"Both {ink.name(a)} and {ink.name(b)} {words} {what}.")
    return told[: scene.size.members]


def _each(one: int, other: int) -> str:
    if one == other:
        return f"{papers_count(one)} each"
    return f"{papers_count(one)} and {other}" if other == 1 else f"{one or 'no'} and {papers_count(other)}"


def _alike(finding: Finding, mine: Finding, b: Entity) -> bool:
    return finding.subject.id == b.id and finding.predicate == mine.predicate and finding.standing is mine.standing


def _alone(scene: Scene, ink: Ink, entity: Entity, other: Entity) -> list[str]:
    theirs = {f.object.id for f in scene.around(other)} | {f.subject.id for f in scene.around(other)}
    found = [f for f in scene.fresh(scene.around(entity)) if not {f.subject.id, f.object.id} - {entity.id} & theirs]
    told = [tell(ink, g, scene.size.members) for g in grouped(found, entity)[: max(1, scene.size.sentences // 2)]]
    return [f"For {mid(entity)} alone, {told[0][:1].lower()}{told[0][1:]}", *told[1:]] if told else []
