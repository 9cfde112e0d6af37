"""Answers about one entity, and lists of what stands in a relation to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgcore.english import capital, clean, is_plural
from kgcore.findings import Finding, Standing
from kgcore.fitting import fits
from kgcore.intent import About, Which
from kgcore.kinds import type_words
from kgcore.llm.graph_alone.facts import report
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.lists import Group, grouped, tell
from kgcore.llm.graph_alone.scene import Scene
from kgcore.model import Entity
from kgcore.wording import listed, mid

Paragraphs = list[list[str]]


def about(scene: Scene, ink: Ink, intent: About) -> Paragraphs:
    """Return what an entity is and the best-documented that the graph knows of it, agreed findings first."""
    entity = intent.entity
    lead = [_missing(entity, intent.missing)] if intent.missing else [] if scene.told else [_described(ink, entity)]
    own = scene.fresh(scene.around(entity))
    if not own:
        heard = "has already heard all that the graph holds on" if scene.around(entity) else ""
        none = f"The thread {heard} {mid(entity)}." if heard else f"The graph knows no relation of {mid(entity)}."
        return [[*lead, none], kin_of(scene, ink, entity)]
    agreed, open_ = _apart(grouped(own, entity))
    top, more = scene.size.sentences, max(1, scene.size.sentences // 2)
    return [
        lead + _told(ink, agreed[:top], scene.size.members),
        _told(ink, open_[:more], scene.size.members),
        kin_of(scene, ink, entity),
    ]


def which(scene: Scene, ink: Ink, intent: Which) -> Paragraphs:
    """Return those that stand in the relation, then those that papers dispute or deny."""
    own = scene.around(intent.entity)
    found = [f for f in own if _fitting(scene, intent, f)]
    fresh = scene.fresh(found)
    kin = kin_of(scene, ink, intent.entity, intent)
    if not fresh:
        told = "the thread has already heard those that the graph names" if found else _none(intent)
        rest = [] if kin else context(scene, ink, intent.entity, scene.size.sentences)
        return [[f"{capital(told)}."], kin, rest]
    agreed, open_ = _apart(grouped(fresh, intent.entity))
    none_agreed = [] if agreed else [f"{capital(_none(intent))} without dispute."]
    top = scene.size.sentences
    return [
        none_agreed + _told(ink, agreed[:top], scene.size.members + 1),
        _told(ink, open_[:top], scene.size.members + 1),
        kin,
    ]


def _fitting(scene: Scene, intent: Which, finding: Finding) -> bool:
    other = finding.object if finding.subject.id == intent.entity.id else finding.subject
    return any(fits(intent, other, e, scene.vocabulary) for e in (*finding.plain, *finding.denied))


def _none(intent: Which) -> str:
    kinds = listed((type_words(t) for t in intent.types), "or") or "nothing"
    if not intent.types:
        return f"the graph names nothing of that kind for {mid(intent.entity)}"
    return f"the graph names no {kinds} of that kind for {mid(intent.entity)}"


def context(scene: Scene, ink: Ink, entity: Entity, top: int) -> list[str]:
    """Return the best of what else the graph knows of an entity, or that it has nothing more."""
    groups = grouped(scene.fresh(scene.around(entity)), entity)
    told = _told(ink, groups[:top], scene.size.members)
    return [f"What it does know of {mid(entity)}:", *told] if told else []


def kin_of(scene: Scene, ink: Ink, entity: Entity, intent: Which | None = None) -> list[str]:
    """Return what is known of a broader or narrower entity, said as such."""
    told: list[str] = []
    for relative in scene.relatives(entity):
        asked = Which(relative.entity, intent.asked, intent.types, intent.outward) if intent else None
        own = [f for f in scene.fresh(scene.around(relative.entity)) if entity.id not in (f.subject.id, f.object.id)]
        found = [f for f in own if asked is None or _fitting(scene, asked, f)]
        for group in grouped(found, relative.entity)[:2]:
            step = "broader" if relative.broader else "narrower"
            said = _lowered(tell(ink, group, scene.size.members))
            told.append(f"On the {step} {mid(relative.entity)}, {said}")
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


__all__ = ["about", "context", "kin_of", "report", "which"]
