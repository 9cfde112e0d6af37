"""Which findings warn whoever takes something: interactions, harms and contraindications, the gravest first. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kgcore.english.body import body_in
from kgcore.evidence.findings import Agreement, Finding
from kgcore.question.relation import RelationWords, is_ill, is_taken
from kgcore.values.intent import Which
from kgcore.values.model import Entity, Neighbour, Predicate

MOST_WARNINGS = 40  # named in one sentence; more than that nobody takes in
_TOGETHER = re.compile(r"\binteract|contraindicat|incompatible|synergi|antagoni[sz]", re.I)
_HARMS = re.compile(
    r"\bcauses?\b|\binduces\b|raises the risk|predispos|adverse|side.?effect|toxic|worsens|exacerbates|overdose|poison",
    re.I,
)
_BESIDE = re.compile(r"\b(?:associated|linked|correlates?|correlated) (?:to|with)\b", re.I)
_LACKED = re.compile(r"\b(?:low|lower|deficits?|deficien\w+|lack)\b", re.I)  # patients have too little of it: no harm
_LESSENS = re.compile(r"^(?:disrupts|inhibits|reduces|lowers|impairs|decreases|blocks)\b", re.I)
_FATE = re.compile(r"\b(?:absorption|uptake|bioavailability|metabolism|clearance|levels?|efficacy|effect)$", re.I)
_GRAVITY = (
    re.compile(r"\bfatal|death|died|life.?threatening|serotonin syndrome", re.I),
    re.compile(r"\bmajor|severe|serious|contraindicat|bleed|hemorrhag|haemorrhag|qt|liver|transplant|pregnan", re.I),
    re.compile(r"\bmoderate|lower drug|toxicity|efficacy", re.I),
)


def is_interaction(predicate: Predicate) -> bool:
    """Tell whether a predicate says that two things do not go together, or bear on each other."""
    return _TOGETHER.search(predicate.words) is not None or _TOGETHER.search(predicate.name) is not None


def warns(finding: Finding) -> bool:
    """Tell whether a finding warns whoever takes one of its two sides (papers that deny it are no warning)."""
    return finding.standing is not Agreement.DENIED and would_warn(finding.subject, finding.predicate, finding.object)


def may_warn(finding: Finding) -> bool:
    """Tell whether something taken is said to go with an ill, which may be a harm: nobody says what causes what."""
    beside = _BESIDE.search(finding.predicate.words) is not None
    told = bool(finding.plain) and not any(_LACKED.search(e.note) for e in finding.plain)
    return beside and told and is_taken(finding.subject) and is_ill(finding.object)


def is_harm_of(finding: Finding, entity: Entity) -> bool:
    """Tell whether a finding says which ill something that is taken brings, or may bring."""
    return finding.subject.id == entity.id and is_ill(finding.object) and (warns(finding) or may_warn(finding))


def does_harm(finding: Finding, words: RelationWords) -> bool:
    """Tell whether something taken is said to bring about an ill, or more of it, or to go with it: none of these is a
    "no" to who asks for what does not.
    """
    if finding.standing is Agreement.DENIED or not (is_taken(finding.subject) and is_ill(finding.object)):
        return False
    more = {p for said in ("causes", "raises the risk of", "increases") for p in words.read(said).predicates}
    return finding.predicate.name in more or may_warn(finding)


def would_warn(subject: Entity, predicate: Predicate, object: Entity) -> bool:
    """Tell whether such a relation would warn whoever takes one of its two sides."""
    taken = is_taken(subject)
    if is_interaction(predicate):
        return taken or is_taken(object)
    if taken and _LESSENS.search(predicate.words) and fate_of(object):
        return True
    return taken and _HARMS.search(predicate.words) is not None and is_ill(object)


def of_part_first(intent: Which, near: Sequence[Neighbour]) -> Sequence[Neighbour]:
    """Return what answers a question of an ill, what concerns the part of the body that it names in front: the rest
    may be left out for want of room.
    """
    concerns = body_in(intent.missing) if intent.missing and is_ill(intent.entity) else None
    if concerns is None:
        return near
    return sorted(near, key=lambda n: not any(map(concerns.search, (n.entity.name, *n.entity.synonyms))))


def fate_of(entity: Entity) -> str:
    """Return whose fate in the body an entity is: "levothyroxine" for its absorption; "" where it is none."""
    fate = _FATE.search(entity.name)
    return entity.name[: fate.start()].strip() if fate else ""


def gravity(finding: Finding) -> int:
    """Return how grave a warning is by its notes and names: 0 the gravest."""
    said = " ".join([finding.object.name, finding.subject.name, *(e.note for e in finding.plain)])
    return next((n for n, pattern in enumerate(_GRAVITY) if pattern.search(said)), len(_GRAVITY))


def gravest_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the warnings among the findings, the gravest first, then the best-documented."""
    return tuple(sorted((f for f in findings if warns(f)), key=lambda f: (gravity(f), -f.weight)))
