"""Answers about one entity, and lists of what stands in a relation to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgcore.evidence.findings import Finding, Standing
from kgcore.evidence.fitting import fits
from kgcore.intent import About, Slant, Which
from kgcore.language.english import capital, clean, is_plural
from kgcore.language.kinds import type_words
from kgcore.llm.graph_alone.asides import nothing_direct, step_away, unknown_names
from kgcore.llm.graph_alone.facts import belongs
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import Group, grouped, tell
from kgcore.llm.graph_alone.scene import Scene
from kgcore.llm.graph_alone.ways import by_kin
from kgcore.model import Entity
from kgcore.wording import listed, mid, verb

_EXPLAINED = 2  # times as much is told of an entity that is to be explained
_CLASS = 4  # sentences on what a class points to
Paragraphs = list[list[str]]


def about(scene: Scene, ink: Ink, intent: About) -> Paragraphs:
    """Return what an entity is and the best-documented that the graph knows of it, agreed findings first."""
    entity = intent.entity
    lead = [_missing(entity, intent.missing)] if intent.missing else [] if scene.told else [_described(ink, entity)]
    if intent.unknown:
        lead = [*unknown_names(intent.unknown, alone=True), *lead]
    elif intent.beside:
        lead = [f"This is what the graph knows of {mid(entity)}; it does not answer the question as put.", *lead]
    own = scene.fresh(scene.around(entity))
    if not own:
        heard = f"All that the graph holds on {mid(entity)} has been said above."
        none = heard if scene.around(entity) else f"The graph knows no relation of {mid(entity)}."
        return [[*lead, none], kin_of(scene, ink, entity)]
    agreed, open_ = _apart(grouped(own, entity, scene.dim))
    top, more = (_EXPLAINED if intent.full else 1) * scene.size.sentences, max(1, scene.size.sentences // 2)
    first = _told(ink, (agreed or open_)[:top], scene.size.members)
    if lead and intent.missing and first:
        lead, first = [f"{lead[0]} {_lowered(first[0])}"], first[1:]
    return [
        lead + first,
        _told(ink, open_[:more], scene.size.members) if agreed else [],
        kin_of(scene, ink, entity),
    ]


def which(scene: Scene, ink: Ink, intent: Which) -> Paragraphs:
    """Return those that stand in the relation, then those that papers dispute or deny."""
    own = scene.around(intent.entity)
    found = [f for f in own if _fitting(scene, intent, f)]
    fresh = scene.fresh(found)
    kin = _by_class(scene, ink, intent) or kin_of(scene, ink, intent.entity, intent)
    if not fresh:
        told = f"{capital(_all_said(intent) if found else _none(intent))}."
        rest = [] if kin else context(scene, ink, intent.entity, scene.size.sentences)
        return [[told, *kin], rest]
    agreed, open_ = _apart(grouped(fresh, intent.entity, scene.dim))
    top, members = scene.size.sentences, scene.size.members + 1
    if not any(f.standing is Standing.SAID for f in found):
        denied = _told(ink, open_[:top], members)
        return [[f"{_none_agreed(scene, intent, open_)}; {_lowered(denied[0])}", *denied[1:]], kin]
    return [_told(ink, agreed[:top], members), _told(ink, open_[:top], members), kin]


def _by_class(scene: Scene, ink: Ink, intent: Which) -> list[str]:
    """Return what the classes that the entity belongs to point to, and that it has no word on the entity itself."""
    told: list[str] = []
    for relative in scene.relatives(intent.entity) if intent.outward and intent.asked.predicates else ():
        asked = replace(intent, entity=relative.entity)
        for f in scene.fresh(scene.around(relative.entity)):
            led = f.subject.id == relative.entity.id and f.object.id != intent.entity.id and relative.broader
            if led and _fitting(scene, asked, f) and not scene.between(intent.entity, f.object) and len(told) < _CLASS:
                way = by_kin(scene, ink, relative, f)
                own = nothing_direct(scene, ink, intent.entity, f.predicate.name, f.object)
                told += [way, own] if way else []
    return told


def _all_said(intent: Which) -> str:
    kinds = listed((type_words(t) for t in intent.types), "and")
    many = f"{kinds} that" if kinds else "that"
    return (
        f"all {many} the graph names here for {mid(intent.entity)} itself {'have' if kinds else 'has'} been said above"
    )


def _none_agreed(scene: Scene, intent: Which, told: Sequence[Group]) -> str:
    """Return "The graph names no supplements that prevent the common cold", with a word on dispute where there is."""
    disputed = " without dispute" if any(g.standing is Standing.DISPUTED for g in told) else ""
    asked = intent.asked
    if intent.outward is not False or asked.slant is not None or not asked.predicates or not intent.types:
        return f"{capital(_none(intent))}{disputed}"
    kinds = listed((type_words(t) for t in intent.types), "or")
    said = verb(scene.vocabulary.get(asked.predicates[0]), intent.entity).finite(plural=True)
    return f"The graph names no {kinds} that {said} {mid(intent.entity)}{disputed}"


def _fitting(scene: Scene, intent: Which, finding: Finding) -> bool:
    other = finding.object if finding.subject.id == intent.entity.id else finding.subject
    loose = intent.asked.slant is not None and intent.asked.predicates
    if not finding.plain and loose and finding.predicate.name not in intent.asked.predicates:
        return False  # to deny a weaker relation is no news to someone who asked loosely
    return any(fits(intent, other, e, scene.vocabulary) for e in finding.plain or finding.denied)


def _none(intent: Which) -> str:
    kinds = listed((type_words(t) for t in intent.types), "or") or "nothing"
    if not intent.types:
        harmless = "; that does not show that nothing of the kind exists" if intent.asked.slant is Slant.BAD else ""
        return f"the graph names nothing of that kind for {mid(intent.entity)}{harmless}"
    what = " of that kind" if intent.asked.predicates else ""
    return f"the graph names no {kinds}{what} for {mid(intent.entity)}"


def context(scene: Scene, ink: Ink, entity: Entity, top: int) -> list[str]:
    """Return the best of what else the graph knows of an entity, or that it has nothing more."""
    groups = grouped(scene.fresh(scene.around(entity)), entity, scene.dim)
    told = _told(ink, groups[:top], scene.size.members)
    return [f"What it does hold on {mid(entity)}: {_lowered(told[0])}", *told[1:]] if told else []


def kin_of(scene: Scene, ink: Ink, entity: Entity, intent: Which | None = None) -> list[str]:
    """Return what is known of a broader or narrower entity, said as such."""
    told: list[str] = []
    before: set[bool] = set()
    for relative in scene.relatives(entity):
        asked = Which(relative.entity, intent.asked, intent.types, intent.outward) if intent else None
        own = [f for f in scene.fresh(scene.around(relative.entity)) if entity.id not in (f.subject.id, f.object.id)]
        own = [f for f in own if not belongs(f)]
        found = [f for f in own if asked is None or _fitting(scene, asked, f)]
        first = True
        agreed, open_ = _apart(grouped(found, relative.entity, scene.dim))
        for group in (*agreed[:1], *open_[:1]) if agreed and open_ else (*agreed[:2], *open_[:2]):
            said = tell(ink, group, scene.size.members)
            lead = step_away(relative, relative.broader in before)
            told.append(f"{lead}, {_lowered(said)}" if first else said)
            before.add(relative.broader)
            first = False
    return told[: scene.size.sentences]


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _apart(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    agreed = [g for g in groups if g.standing is Standing.SAID]
    return agreed, [g for g in groups if g.standing is not Standing.SAID]


def _told(ink: Ink, groups: Sequence[Group], members: int) -> list[str]:
    return [tell(ink, g, members, again=n > 0) for n, g in enumerate(groups)]


def _described(ink: Ink, entity: Entity) -> str:
    kind, many = type_words(entity.type, False), is_plural(entity.name)
    article = "" if many else "an " if re.match("[aeiou]", kind) else "a "
    what = f"{'are' if many else 'is'} in the graph as {article}{type_words(entity.type) if many else kind}"
    described = clean(entity.description).rstrip(".")
    described = "".join(c for c in described if c not in "[]{}<>$|*_`#")
    tail = f": {_lowered(described) if described[1:2].islower() else described}" if described else ""
    return f"{ink.name(entity, opening=True)} {what}{tail}."


def _missing(entity: Entity, missing: str) -> str:
    said = "".join(c for c in clean(missing) if c.isalnum() or c in " ',-")
    return f"The graph knows {mid(entity)}, but holds nothing under “{said}”. What it does hold:"
