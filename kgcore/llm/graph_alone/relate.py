"""Answers about two entities: a direct word first, then what else stands between them, their kin, and the ways round."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.english import capital, is_plural
from kgcore.findings import Finding, Standing, papers
from kgcore.fitting import answers
from kgcore.intent import Asked, Why, YesNo
from kgcore.llm.graph_alone.about import context
from kgcore.llm.graph_alone.facts import report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.scene import Relative, Scene
from kgcore.model import Entity, Path
from kgcore.stance import Stance
from kgcore.wording import mid, papers_count

Paragraphs = list[list[str]]


def yes_no(scene: Scene, ink: Ink, intent: YesNo) -> Paragraphs:
    """Return the answer to a question about two entities."""
    direct = scene.between(intent.subject, intent.object)
    bearing = [f for f in direct if sides(scene, intent, f)]
    others = scene.fresh(f for f in direct if f not in bearing)
    first = _verdict(scene, ink, intent, bearing) if bearing else _no_verdict(scene, ink, intent, direct, others)
    if bearing:
        first += [sentence(report(ink, f)) for f in others[: scene.size.sentences - 1]]
    kin = through_kin(scene, ink, intent.subject, intent.object, intent.asked)
    roundabout = ways(scene, ink, 2) if not direct else []
    found = [first, kin, roundabout]
    if not direct and not kin and not roundabout:
        found += [context(scene, ink, e, 2) for e in (intent.subject, intent.object)]
    return found


def sides(scene: Scene, intent: YesNo, finding: Finding) -> set[Stance]:
    """Return on which sides of what is asked a finding's edges stand."""
    reversed = finding.subject.id != intent.subject.id
    found = {answers(intent.asked, e, scene.vocabulary, reversed) for e in (*finding.plain, *finding.denied)}
    return found - {Stance.NEITHER}


def _verdict(scene: Scene, ink: Ink, intent: YesNo, bearing: Sequence[Finding]) -> list[str]:
    taken = {s for f in bearing for s in sides(scene, intent, f)}
    opening = _opening(taken, loose=intent.asked.slant is not None or intent.asked.negated)
    fresh = scene.fresh(bearing)
    if not fresh:
        return [f"{opening}, as said above."]
    shown = _without_mirrors(fresh)[: scene.size.sentences]
    return [f"{opening}: {report(ink, shown[0])}.", *(sentence(report(ink, f)) for f in shown[1:])]


def _opening(taken: set[Stance], *, loose: bool) -> str:
    if len(taken) > 1:
        return "The graph has evidence on both sides"
    if Stance.FOR in taken:
        return "The graph speaks for it" if loose else "The graph says yes"
    return "The graph speaks against it" if loose else "The graph says no"


def _without_mirrors(found: Sequence[Finding]) -> list[Finding]:
    """Leave out a finding that is wholly told as the opposite of one before it."""
    kept: list[Finding] = []
    for f in found:
        told = {e.id for k in kept for e in k.versus}
        if not f.plain or not {e.id for e in f.plain} <= told:
            kept.append(f)
    return kept


def _no_verdict(
    scene: Scene, ink: Ink, intent: YesNo, direct: Sequence[Finding], others: Sequence[Finding]
) -> list[str]:
    a, b = mid(intent.subject), mid(intent.object)
    if not direct:
        return [f"The graph holds no direct relation between {a} and {b}."]
    if not others:
        return [f"On {a} and {b} the thread has already heard what the graph holds."]
    lead = "The graph does not go that far" if intent.asked.says_more else "The graph does not answer just that, but"
    shown = _without_mirrors(others)[: scene.size.sentences]
    colon = ": " if intent.asked.says_more else " "
    return [f"{lead}{colon}{report(ink, shown[0])}.", *(sentence(report(ink, f)) for f in shown[1:])]


def through_kin(scene: Scene, ink: Ink, subject: Entity, object: Entity, asked: Asked) -> list[str]:
    """Return what the graph says of broader or narrower entities, named as such."""
    told: list[str] = []
    for own, other in ((object, subject), (subject, object)):
        for relative in scene.relatives(own):
            found = [f for f in scene.fresh(scene.between(relative.entity, other)) if not _is_tie(f)]
            if asked.predicates:
                found = [
                    f
                    for f in found
                    if _bears(scene, asked, f, f.subject.id in (own.id, relative.entity.id) and own is object)
                ]
            told += [f"{_on(relative)}, {report(ink, f)}." for f in found[:2]]
    return told[: scene.size.sentences]


def _is_tie(finding: Finding) -> bool:
    return finding.predicate.words in {"is a", "is part of"}


def _bears(scene: Scene, asked: Asked, finding: Finding, reversed: bool) -> bool:
    return any(
        answers(asked, e, scene.vocabulary, reversed) is not Stance.NEITHER for e in (*finding.plain, *finding.denied)
    )


def _on(relative: Relative) -> str:
    return f"On the {'broader' if relative.broader else 'narrower'} {mid(relative.entity)}"


def why(scene: Scene, ink: Ink, intent: Why) -> Paragraphs:
    """Return the direct evidence and the ways through a third entity."""
    direct = scene.fresh(scene.between(intent.subject, intent.object))
    first = [sentence(report(ink, f)) for f in _without_mirrors(direct)[: scene.size.sentences]]
    roundabout = ways(scene, ink, 3)
    if roundabout:
        roundabout.append(
            "Such a chain shows how the two may be connected; it does not prove that one brings about the other."
        )
    if not first and not roundabout:
        a, b = mid(intent.subject), mid(intent.object)
        first = [f"The graph holds nothing that would explain how {a} and {b} are connected."]
        return [first, context(scene, ink, intent.subject, 2), context(scene, ink, intent.object, 2)]
    return [first, roundabout]


def ways(scene: Scene, ink: Ink, top: int) -> list[str]:
    """Return the two-hop paths as sentences, each naming what it goes through."""
    told = []
    for path in scene.paths:
        hops = [_hop(scene, path, n) for n in (0, 1)]
        if hops[0] and hops[1] and not all(scene.heard(h) for h in hops if h):
            told.append(_way(ink, path, hops[0], hops[1]))
    return told[:top]


def _hop(scene: Scene, path: Path, n: int) -> Finding | None:
    found = scene.between(path.nodes[n], path.nodes[n + 1])
    return next((f for f in found if f.standing is not Standing.DENIED), None)


def _way(ink: Ink, path: Path, one: Finding, two: Finding) -> str:
    through = mid(path.nodes[1])
    return f"One way leads through {through}: {_counted(ink, one)}, and {_counted(ink, two)}."


def _counted(ink: Ink, finding: Finding) -> str:
    against = papers((*finding.denied, *finding.versus))
    count = (
        f"{papers_count(papers(finding.plain))} for, {against} against"
        if against
        else papers_count(papers(finding.plain))
    )
    return f"{ink.clause(finding)} ({count})"


__all__ = ["capital", "is_plural", "through_kin", "ways", "why", "yes_no"]
