"""Follow-ups: what "it", "what about …" and "why?" mean after an earlier question of the thread. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from kgcore.asking.asked import is_ill
from kgcore.asking.skeleton import Skeleton, renumbered
from kgcore.intent import (
    About,
    Asked,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Slant,
    Which,
    Why,
    YesNo,
    named,
)
from kgcore.language.kinds import types_meant
from kgcore.model import Entity

MOST = 5  # entities that are connected at a time
_ABOUT = r"(?:(?:and|so|or|but|ok|okay|then|also) )*(?:(?:what|how) about|what of|and|or|same for|and for|also for)"
_MORE = re.compile(
    r"(?:and )?(?:tell me more|more|go on|continue|what else|anything else|else|and|more details?|show me more)"
)
_REASON = re.compile(
    r"(?:and |but )?(?:why|how|how so|how come|why not|why is that|how does that work|by what mechanism)"
)
_ITS = re.compile(r"\b(?:its|their)\b")
_IT = re.compile(r"\b(?:it|they|them|this|these|those)\b(?! (?:true|possible|known|safe to)\b)")


@dataclass(frozen=True, slots=True)
class Followed:
    """A follow-up resolved: the whole intent, or a form whose pronouns now name their entity."""

    form: Skeleton
    intent: Intent | None = None


def follow(form: Skeleton, before: Intent, types: Sequence[str]) -> Followed | None:
    """Return how the question goes on from the one before, or None where it stands on its own."""
    if not form.slots:
        whole = _without_entities(form.text, before, types)
        if whole is not None:
            return Followed(form, whole)
    fragment = re.fullmatch(
        rf"(?:{_ABOUT} )?(?:(?:for|with|in|on|against|of|to) )?\{{0\}}(?: (?:too|then|instead|as well))?", form.text
    )
    starts = re.match(rf"{_ABOUT}\b|(?:for|with|in|on|against) \{{", form.text)
    if fragment and starts and len(form.slots) == 1:
        return Followed(form, exchanged(before, form.entity(0)))
    return _pronouns(form, before)


def _without_entities(text: str, before: Intent, types: Sequence[str]) -> Intent | None:
    if _MORE.fullmatch(text):
        return before
    if _REASON.fullmatch(text):
        pair = named(before)
        return Why(pair[0], pair[1]) if len(pair) > 1 else None
    kinds = types_meant(re.sub(rf"^(?:{_ABOUT} )?(?:which |what |other |any |the )*", "", text), types)
    return _of_type(before, kinds) if kinds else None


def _of_type(before: Intent, types: tuple[str, ...]) -> Intent | None:
    match before:
        case Which():
            return replace(before, types=types)
        case YesNo(_, object, asked):
            return Which(object, asked, types, False)
        case Why(_, object):
            return Which(object, Asked(), types, None)
        case Compare(a):
            return Which(a, Asked(), types, None)
        case About(entity) | Examples(entity):
            return Which(entity, Asked(), types, None)
        case Open(entities) | Connect(entities) | More(entities) | Digest(entities):
            return Which(entities[0], Asked(), types, None) if entities else None
        case _:
            assert_never(before)


def exchanged(before: Intent, new: Entity) -> Intent:
    """Return the earlier question with the new entity where it fits best: the place of one of its type."""
    match before:
        case YesNo(subject, object):
            kept = replace(before, left=(), against="")
            if _instead(new, subject, object):
                return replace(kept, subject=new)
            warned = before.asked.slant is Slant.BAD and is_ill(new) and not is_ill(object)
            return replace(kept, object=new, asked=Asked(slant=Slant.ANY) if warned else before.asked)
        case Why(subject, object):
            return Why(new, object) if _instead(new, subject, object) else Why(subject, new)
        case Which():
            return replace(before, entity=new)
        case Compare(a, b, topic):
            alike = new.type in {a.type, b.type} and new.id not in {a.id, b.id}
            return Compare(a, new, topic) if alike else Compare(a, b, new)
        case About() | More() | Digest():
            return About(new)
        case Examples():
            return Examples(new)
        case Connect(entities):
            return Connect((*entities[: MOST - 1], *([new] if new not in entities else [])))
        case Open(entities):
            return Open((*entities, new)) if len(entities) == 1 else About(new)
        case _:
            assert_never(before)


def _instead(new: Entity, subject: Entity, object: Entity) -> bool:
    """Tell whether the new entity takes the subject's place: it is of its kind, and not of the object's."""
    return new.type == subject.type != object.type or (not is_ill(new) and is_ill(object) and not is_ill(subject))


def _pronouns(form: Skeleton, before: Intent) -> Followed | None:
    if len(form.slots) > 1 or not (_ITS.search(form.text) or _IT.search(form.text)):
        return None
    meant = _referent(form, before)
    if meant is None:
        return None
    slot, slots = form.plus(meant)
    text = re.sub(rf"^{_ABOUT} ", "", form.text)
    text = re.sub(r"\b(?:its|their) (?=\w)", f"{slot}'s ", text)
    text = re.sub(r"^(?:and|or|but|so|then) ", "", _IT.sub(slot, text, count=1))
    return Followed(renumbered(Skeleton(text, slots)))


def _referent(form: Skeleton, before: Intent) -> Entity | None:
    known = named(before)
    if not known:
        return None
    inward = re.match(
        r"(?:what|which \w+|how (?:can|do|to)) .*\b(?:it|them)$"
        r"|.*\b(?:its|their) (?:symptoms?|causes?|treatments?|risk factors?)",
        form.text,
    )
    ill = [e for e in known if is_ill(e)]
    return ill[0] if inward and ill else known[0]
