"""Answers about two entities: a direct word first, then what else stands between them, kin, and ways round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from kgcore.evidence.findings import Finding, Standing, papers
from kgcore.evidence.fitting import answers
from kgcore.intent import Asked, Slant, Why, YesNo
from kgcore.language.english import capital, clean, listed
from kgcore.llm.graph_alone.about import context
from kgcore.llm.graph_alone.facts import belongs, report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import without_mirrors
from kgcore.llm.graph_alone.scene import Relative, Scene
from kgcore.model import Entity, Path
from kgcore.verdict.stance import Stance
from kgcore.wording import mid, papers_count

Paragraphs = list[list[str]]
_PLAIN = {"The graph says yes": "says yes", "The graph says no": "says no"}
_BOTH = (Stance.FOR, Stance.AGAINST)


def yes_no(scene: Scene, ink: Ink, intent: YesNo) -> Paragraphs:
    """Return the answer to a question about two entities."""
    direct = scene.between(intent.subject, intent.object)
    bearing = [f for f in direct if sides(scene, intent, f)]
    others = tuple(f for f in direct if f not in bearing)
    again = bool(bearing) and not scene.fresh(direct)  # the pair was asked about before: both sides are told once more
    others = others if again else scene.fresh(others)
    first = _verdict(scene, ink, intent, bearing) if bearing else _no_verdict(scene, ink, intent, direct, others)
    first += _aside(intent)
    if bearing:
        first += [_besides(ink, f, bearing) for f in others[: scene.size.sentences - 1]]
    kin = through_kin(scene, ink, intent.subject, intent.object, intent.asked)
    roundabout = ways(scene, ink, 2, kin_told=bool(kin)) if not direct else []
    found = [first, kin, roundabout]
    if not direct and not kin and not roundabout:
        found += [context(scene, ink, e, 2) for e in (intent.subject, intent.object)]
    return found


def _aside(intent: YesNo) -> list[str]:
    """Return what of the question this answer leaves out."""
    names, one = capital(listed([mid(e) for e in intent.left])), len(intent.left) == 1
    left = f"{names} {'was' if one else 'were'} left aside here: ask about {'it' if one else 'them'} separately."
    unknown = "".join(c for c in clean(intent.against) if c.isalnum() or c in " '-")
    against = [f"The graph could not compare: it found no entry for “{unknown}”."] if unknown else []
    return [*([left] if intent.left else []), *against]


def _besides(ink: Ink, finding: Finding, bearing: Sequence[Finding]) -> str:
    """Return another finding on the two, with a "But" where it points the other way."""
    turns = all(f.standing is not finding.standing for f in bearing)
    return f"But {report(ink, finding)}." if turns else sentence(report(ink, finding))


def sides(scene: Scene, intent: YesNo, finding: Finding) -> set[Stance]:
    """Return on which sides of what is asked a finding's edges stand."""
    reversed = finding.subject.id != intent.subject.id
    found = {answers(intent.asked, e, scene.vocabulary, reversed) for e in (*finding.plain, *finding.denied)}
    return found - {Stance.NEITHER}


def _verdict(scene: Scene, ink: Ink, intent: YesNo, bearing: Sequence[Finding]) -> list[str]:
    disputed = any(f.denied and f.standing is Standing.DISPUTED for f in bearing)
    taken = {s for f in bearing for s in sides(scene, intent, f)} | (set(_BOTH) if disputed else set())
    opening = _opening(taken, intent.asked)
    fresh = scene.fresh(bearing)
    if not fresh:
        again = without_mirrors(bearing)[:2]
        opening = f"{opening}, as said above"
        return [f"{opening}: {report(ink, again[0])}.", *(sentence(report(ink, f)) for f in again[1:])]
    shown = without_mirrors(fresh)[: scene.size.sentences]
    lone_dispute = len(shown) == 1 and disputed
    reported = report(ink, shown[0])
    lone = re.match(r"one paper( \([^()]*\))? reports that ", reported)
    if lone and len(bearing) == 1 and opening in _PLAIN:
        first = f"The graph's one paper on just this{lone[1] or ''} {_PLAIN[opening]}: {reported[lone.end() :]}."
    else:
        first = sentence(reported) if lone_dispute else f"{opening}: {reported}."
    return [first, *(sentence(report(ink, f)) for f in shown[1:])]


def _opening(taken: set[Stance], asked: Asked) -> str:
    """Return how the answer begins. A yes is said only where it cannot be taken for advice."""
    if len(taken) > 1:
        return "The graph has evidence on both sides"
    plain = Stance.FOR in taken
    match asked.slant:
        case Slant.GOOD:
            return "The graph speaks for it" if plain else "The graph speaks against it"
        case Slant.BAD:
            return "The graph holds a warning" if plain else "The graph holds no warning on the two"
        case Slant.ANY:
            return "The graph connects the two" if plain else "The graph holds a null finding on the two"
        case None:
            if asked.negated:
                return "The graph says otherwise" if plain else "So says the graph"
            return "The graph says yes" if plain else "The graph says no"
        case _:
            assert_never(asked.slant)


def _no_verdict(
    scene: Scene, ink: Ink, intent: YesNo, direct: Sequence[Finding], others: Sequence[Finding]
) -> list[str]:
    a, b = mid(intent.subject), mid(intent.object)
    if not direct:
        caution = " That does not show it to be safe." if intent.asked.slant is Slant.BAD else ""
        return [f"The graph holds no direct relation between {a} and {b}.{caution}"]
    if not others:
        return [f"What the graph holds on {a} and {b} has been said above."]
    lead = "The graph does not go that far" if intent.asked.says_more else "The graph does not answer just that, but"
    shown = without_mirrors(others)[: scene.size.sentences]
    colon = ": " if intent.asked.says_more else " "
    return [f"{lead}{colon}{report(ink, shown[0])}.", *(sentence(report(ink, f)) for f in shown[1:])]


def through_kin(scene: Scene, ink: Ink, subject: Entity, object: Entity, asked: Asked) -> list[str]:
    """Return what the graph says of broader or narrower entities, named as such."""
    told: list[str] = []
    for own, other in ((object, subject), (subject, object)):
        for relative in scene.relatives(own):
            found = [f for f in scene.fresh(scene.between(relative.entity, other)) if not belongs(f)]
            if asked.predicates:
                ids = {own.id, relative.entity.id}
                found = [f for f in found if _bears(scene, asked, f, (f.subject.id in ids) is (own is object))]
            told += [f"{_on(relative)}, {report(ink, f)}." for f in found[:1]]
            told += [sentence(report(ink, f)) for f in found[1:2]]
    return told[: scene.size.sentences]


def _bears(scene: Scene, asked: Asked, finding: Finding, reversed: bool) -> bool:
    return any(
        answers(asked, e, scene.vocabulary, reversed) is not Stance.NEITHER for e in (*finding.plain, *finding.denied)
    )


def _on(relative: Relative) -> str:
    return f"On the {'broader' if relative.broader else 'narrower'} {mid(relative.entity)}"


def why(scene: Scene, ink: Ink, intent: Why) -> Paragraphs:
    """Return the direct evidence and the ways through a third entity."""
    direct = scene.fresh(scene.between(intent.subject, intent.object))
    first = [sentence(report(ink, f)) for f in without_mirrors(direct)[: scene.size.sentences]]
    roundabout = ways(scene, ink, 3)
    if roundabout:
        roundabout.append("Such a chain shows how the two may be connected; it is no proof of cause and effect.")
    heard = scene.paths or scene.between(intent.subject, intent.object)
    if not first and not roundabout and heard:
        return [["Beyond what was said above, the graph holds nothing that would explain it."]]
    if not first and not roundabout:
        a, b = mid(intent.subject), mid(intent.object)
        first = [f"The graph holds nothing that would explain how {a} and {b} are connected."]
        return [first, context(scene, ink, intent.subject, 2), context(scene, ink, intent.object, 2)]
    return [first, roundabout]


def ways(scene: Scene, ink: Ink, top: int, *, kin_told: bool = False) -> list[str]:
    """Return the two-hop paths as sentences; `kin_told`: those through a broader or narrower entity were told."""
    told = []
    for path in scene.paths:
        if kin_told and any(path.nodes[1].id == r.entity.id for n in (0, 2) for r in scene.relatives(path.nodes[n])):
            continue
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
    count = papers_count(papers(finding.plain)) + (f" for, {against} against" if against else "")
    return f"{ink.clause(finding)} ({count})"
