"""Answers about two entities: a direct word first, then what else stands between them, kin, and ways round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from kgcore.asking.asked import is_ill
from kgcore.evidence.findings import Finding, Standing
from kgcore.evidence.fitting import answers
from kgcore.intent import Asked, Slant, Why, YesNo
from kgcore.language.english import capital, clean, listed
from kgcore.llm.graph_alone.about import context
from kgcore.llm.graph_alone.asides import nothing_direct, step_away, unknown_names
from kgcore.llm.graph_alone.facts import belongs, report, sentence
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import grouped, tell, without_mirrors
from kgcore.llm.graph_alone.scene import Scene
from kgcore.llm.graph_alone.ways import CAUTION, by_kin, ways
from kgcore.model import Entity
from kgcore.verdict.stance import Stance
from kgcore.wording import mid

Paragraphs = list[list[str]]
_PLAIN = {"The graph says yes": "says yes", "The graph says no": "says no"}
_MECHANISM = re.compile(r"process|gene|protein|pathway|chemical|molecul|function|activity", re.I)
_BOTH = (Stance.FOR, Stance.AGAINST)


def yes_no(scene: Scene, ink: Ink, intent: YesNo) -> Paragraphs:
    """Return the answer to a question about two entities."""
    direct = scene.between(intent.subject, intent.object)
    bearing = [f for f in direct if sides(scene, intent, f)]
    others = tuple(f for f in direct if f not in bearing)
    again = bool(bearing) and not scene.fresh(direct)  # the pair was asked about before: both sides are told once more
    others = others if again else scene.fresh(others)
    first = _verdict(scene, ink, intent, bearing) if bearing else _no_verdict(scene, ink, intent, direct, others)
    if bearing:
        first += [_besides(ink, f, bearing) for f in others[: scene.size.sentences - 1]]
    first += _aside(intent)
    if not direct:
        return _indirect(scene, ink, intent, first)
    return [first, through_kin(scene, ink, intent.subject, intent.object, intent.asked).told]


def _indirect(scene: Scene, ink: Ink, intent: YesNo, first: list[str]) -> Paragraphs:
    """Return what stands in for a direct word: that of broader and narrower entities, and ways round."""
    kin = through_kin(scene, ink, intent.subject, intent.object, intent.asked, again=True)
    roundabout = ways(scene, ink, 2, kin_told=bool(kin.told), again=True)
    if kin.told or roundabout:
        return [[*first, *kin.told, *_weighed(kin, intent)], roundabout]
    rest = [context(scene, ink, e, 2) for e in (intent.subject, intent.object)]
    return [first, *rest]


def _weighed(kin: ThroughKin, intent: YesNo) -> list[str]:
    """Return what findings on kin come to for the entities asked about, without ever settling it."""
    if not kin.taken or not kin.told or not intent.asked.predicates:
        return []
    here, harm = mid(kin.own) if kin.own else "the two", intent.asked.slant is Slant.BAD
    if len(kin.taken) > 1:
        return [f"So there is evidence on both sides, but none of it is on {here} itself."]
    if Stance.FOR in kin.taken:
        what = "is a warning for" if harm else "points to the same for"
        return [f"That {what} {here}, but does not settle it."]
    return [f"That speaks against {'such harm' if harm else 'it'} for {here}, too, but does not settle it."]


def _aside(intent: YesNo) -> list[str]:
    """Return what of the question this answer leaves out."""
    names, one = capital(listed([mid(e) for e in intent.left])), len(intent.left) == 1
    left = f"{names} {'was' if one else 'were'} left aside here: ask about {'it' if one else 'them'} separately."
    unknown = "".join(c for c in clean(intent.against) if c.isalnum() or c in " '-")
    against = [f"The graph could not compare: it found no entry for “{unknown}”."] if unknown else []
    return [*([left] if intent.left else []), *against, *unknown_names(intent.unknown)]


def _besides(ink: Ink, finding: Finding, bearing: Sequence[Finding]) -> str:
    """Return another finding on the two, with a "But" where it points the other way."""
    turns = all(f.standing is not finding.standing for f in bearing)
    return f"But {report(ink, finding)}." if turns else sentence(report(ink, finding))


def sides(scene: Scene, intent: YesNo, finding: Finding) -> set[Stance]:
    """Return on which sides of what is asked a finding's edges stand."""
    return _stances(scene, intent.asked, finding, finding.subject.id != intent.subject.id)


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


def _own(intent: YesNo) -> str:
    """Return the predicate that the question itself names; "" where its words are too loose for one."""
    loose = intent.asked.slant is not None and not is_ill(intent.object)
    return "" if loose or not intent.asked.predicates else intent.asked.predicates[0]


def _no_verdict(
    scene: Scene, ink: Ink, intent: YesNo, direct: Sequence[Finding], others: Sequence[Finding]
) -> list[str]:
    a, b = mid(intent.subject), mid(intent.object)
    if not direct:
        caution = ["That does not show it to be safe."] if intent.asked.slant is Slant.BAD else []
        return [nothing_direct(scene, ink, intent.subject, _own(intent), intent.object), *caution]
    if not others:
        return [f"What the graph holds on {a} and {b} has been said above."]
    lead = "The graph does not go that far" if intent.asked.says_more else "The graph does not answer just that, but"
    shown = sorted(without_mirrors(others), key=lambda f: f.standing is Standing.DENIED)[: scene.size.sentences]
    colon = ": " if intent.asked.says_more else " "
    return [f"{lead}{colon}{report(ink, shown[0])}.", *(sentence(report(ink, f)) for f in shown[1:])]


@dataclass(frozen=True, slots=True)
class ThroughKin:
    """Sentences on broader and narrower entities, the sides that these take, and (if one) whose kin they are."""

    told: list[str]
    taken: frozenset[Stance] = frozenset()
    own: Entity | None = None


def through_kin(
    scene: Scene, ink: Ink, subject: Entity, object: Entity, asked: Asked, *, again: bool = False
) -> ThroughKin:
    """Return what the graph says of broader or narrower entities, named as such; `again`: even if it was heard."""
    told: list[str] = []
    taken: set[Stance] = set()
    owners: dict[str, Entity] = {}
    opened: set[bool] = set()
    for own, other in ((object, subject), (subject, object)):
        for relative in scene.relatives(own):
            between = scene.between(relative.entity, other)
            found = [f for f in (between if again else scene.fresh(between)) if not belongs(f)]
            turned = {f: (f.subject.id in {own.id, relative.entity.id}) is (own is object) for f in found}
            if asked.predicates:
                found = [f for f in found if _stances(scene, asked, f, turned[f])]
            if not found or len(told) >= scene.size.sentences:
                continue
            roundabout = by_kin(scene, ink, relative, found[0]) if again and own is subject else ""
            told += [roundabout or f"{step_away(relative, relative.broader in opened)}, {report(ink, found[0])}."]
            opened |= set() if roundabout else {relative.broader}
            told += [sentence(report(ink, f)) for f in found[1:2]]
            taken |= {s for f in found[:2] for s in _stances(scene, asked, f, turned[f])}
            owners[own.id] = own
    return ThroughKin(told, frozenset(taken), next(iter(owners.values())) if len(owners) == 1 else None)


def _stances(scene: Scene, asked: Asked, finding: Finding, reversed: bool) -> set[Stance]:
    found = {answers(asked, e, scene.vocabulary, reversed) for e in (*finding.plain, *finding.denied)}
    return found - {Stance.NEITHER}


def why(scene: Scene, ink: Ink, intent: Why) -> Paragraphs:
    """Return the direct evidence, the ways through a third entity, and what the subject is known to act on."""
    direct = without_mirrors(scene.between(intent.subject, intent.object))
    fresh = scene.fresh(direct)
    told = (fresh or direct)[: scene.size.sentences if fresh else 2]
    first = [sentence(report(ink, told[0])), *(_besides(ink, f, told[:1]) for f in told[1:])] if told else []
    if direct and not fresh:
        first = [f"As said above, {first[0][:1].lower()}{first[0][1:]}", *first[1:]]
    roundabout = ways(scene, ink, 3, again=True)
    acting = _acting(scene, ink, intent)
    if roundabout:
        return [first, [*roundabout, CAUTION], acting] if first else [[*roundabout, CAUTION], acting]
    if first:
        return [first, acting or [f"How this comes about, the graph does not say: {_no_third(intent)}."]]
    kin = through_kin(scene, ink, intent.subject, intent.object, Asked(), again=True)
    return [
        [*_unexplained(scene, ink, intent), *kin.told],
        acting or context(scene, ink, intent.subject, 2),
        context(scene, ink, intent.object, 2),
    ]


def _acting(scene: Scene, ink: Ink, intent: Why) -> list[str]:
    """Return what the subject does to processes, genes and chemicals: how it may come to bear on anything."""
    own = [f for f in scene.around(intent.subject) if f.subject.id == intent.subject.id and not belongs(f)]
    found = [f for f in own if _MECHANISM.search(f.object.type) and f.object.id != intent.object.id]
    groups = grouped(scene.fresh(found) or found, intent.subject, scene.dim)
    told = [tell(ink, g, scene.size.members, again=n > 0) for n, g in enumerate(groups[: scene.size.sentences - 1])]
    return [f"As to how {mid(intent.subject)} may act: {told[0][:1].lower()}{told[0][1:]}", *told[1:]] if told else []


def _no_third(intent: Why) -> str:
    a, b = mid(intent.subject), mid(intent.object)
    return f"it knows no third thing that specifically joins {a} and {b}"


def _unexplained(scene: Scene, ink: Ink, intent: Why) -> list[str]:
    """Return that nothing joins the two, and how far the graph was looked through."""
    asked = intent.asked.predicates or scene.vocabulary.read("affects").predicates
    own = nothing_direct(scene, ink, intent.subject, asked[0] if asked else "", intent.object)
    return [own, f"Nor is there a way round: {_no_third(intent)}. So the question stays open."]
