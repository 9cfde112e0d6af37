"""What a message points at in the answer before it: "the second one", "not drugs please", "what instead?". Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from kgcore.question.relation import is_ill, is_taken
from kgcore.question.skeleton import Skeleton
from kgcore.values.intent import Intent, Which, Why, YesNo, named_entities
from kgcore.values.model import Claim, Mention
from kgcore.vocabulary.types import types_meant

_SO = r"(?:(?:and|so|but|also|or|ok|okay|then|well|yes|no|oh|please|sorry)[, ]+)*"

# ── which of them ───────────────────────────────────────────────────────────────────────────────────────────────────

_GOES_ON = (
    r"(?=\s+(?:works?|acts?|helps?|do(?:es)?|is|are|causes?|treats?|interacts?|binds?|with|for|against|in|and|or|if"
    r"|instead|too|at|when|while|better|safe|safer|dangerous|work|then)\b)"
)
_NTH = re.compile(
    r"\b(?:the )?(?:(first|1st)|(second|2nd)|(third|3rd)|(fourth|4th)|(fifth|5th)|(last))"
    r"(?:\s+(?:one|of (?:them|these|those)|drug|supplement|herb|medicine|"
    r"substance|food|name|thing|mentioned|named|listed))+\b"
    rf"|\bthe (?:(first|1st)|(second|2nd)|(third|3rd)|(fourth|4th)|(fifth|5th)|(last))(?:\s*[?.!]*$|{_GOES_ON})",
    re.IGNORECASE,
)
_THAT_ONE = re.compile(r"\b(?:the|that) ([a-z][a-z-]{2,}) (?:one|thing|bit|part)\b", re.IGNORECASE)
_PLACES = 5  # places that are counted; behind them stands the last


def mentioned_by_place(question: str, claims: Sequence[Claim], asked: Collection[str]) -> tuple[Mention, ...]:
    """Return what "the second one" of a question means, the second thing that the answer before named, and "the hearing
    one", the one of them that is called so.

    `asked`: ids of what that answer was asked about, which are not counted.
    """
    named = dict.fromkeys(
        c.entity.name for one in claims for c in (one.subject, one.object) if c is not None and c.entity.id not in asked
    )
    names = list(named)
    found: list[Mention] = []
    for nth in _NTH.finditer(question):
        place = next(n for n, group in enumerate(nth.groups()) if group) % (_PLACES + 1)
        at = -1 if place == _PLACES else place
        if names and at < len(names):
            found.append(Mention(names[at]))
    for called in _THAT_ONE.finditer(question):
        alike = [name for name in names if called[1].lower() in re.findall(r"[a-z-]+", name.lower())]
        if len(alike) == 1:
            found.append(Mention(alike[0]))
    return tuple(found)


_WHY_IT = re.compile(
    rf"{_SO}(?:why|how come|how)(?: (?:is|are|was|does|do|did|would|can|about))?(?: the)? \{{0\}}"
    r"(?: (?:there|on (?:it|the list)|listed|named|included|one of (?:them|these|those)|do (?:it|that)))?"
)


def why_that_one(form: Skeleton, before: Intent) -> Why | None:
    """Read "why the second one?" after a list: why that one is among them."""
    if not isinstance(before, Which) or len(form.slots) != 1 or not _WHY_IT.fullmatch(form.text):
        return None
    new = form.entity(0)
    return Why(new, before.entity) if new.id != before.entity.id and before.outward is not True else None


# ── and which not ───────────────────────────────────────────────────────────────────────────────────────────────────

_KEPT_OUT = re.compile(
    rf"{_SO}(?:(?:just|only|but) )?(?:i (?:do not|did not|would rather not)"
    r" (?:want|mean|need|like|take|have)(?: to take)?"
    r"|not|no|non|without|other than|except(?: for)?|apart from|besides|leave out|skip|nothing with)"
    r"(?: (?:the|any|all|more|taking|using))* (?P<kind>[a-z][a-z -]{2,30}?)(?: (?:please|though|thanks|then|ones))*"
)


def kept_out(text: str, before: Intent, types: Sequence[str]) -> Which | None:
    """Read "not drugs please" after a list: the same, of any other kind."""
    found = _KEPT_OUT.fullmatch(text)
    if found is None or not isinstance(before, Which):
        return None
    kinds = types_meant(found["kind"], types)
    left = tuple(t for t in before.types or types if t not in kinds)
    return replace(before, types=left, without=()) if kinds and left else None


_INSTEAD = re.compile(r"\b(?:instead|alternatives?|substitutes?|replacements?)\b")
_OTHERS = re.compile(r"\b(?:else|other|others|another|different|safer|milder)\b")


def others_than(intent: Intent, form: Skeleton, before: Intent | None) -> Intent:
    """Return "what instead for low mood?" without what the thread asked about before: that it is not to be taken is why
    something else is sought.
    """
    if not isinstance(intent, Which) or intent.without or not is_ill(intent.entity) or before is None:
        return intent
    same = intent.entity.id in {e.id for e in named_entities(before)}
    if not (_INSTEAD.search(form.text) or (same and _OTHERS.search(form.text))):
        return intent
    told = (*before.among, before.entity) if isinstance(before, Which) else named_entities(before)
    beside = before.beside if isinstance(before, Which | YesNo) else ()
    taken = {e.id: e for e in (*told, *beside) if is_taken(e) and e.id != intent.entity.id}
    return replace(intent, without=tuple(taken.values())) if taken else intent
