"""Questions about taking: too much of a thing, one beside another, how far apart. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from kgcore.question.relation import (
    RelationWords,
    asked_by_slant,
    is_about_spacing,
    is_ill,
    is_swallowed,
    is_taken,
    understand_relation,
)
from kgcore.question.skeleton import Skeleton
from kgcore.values.intent import AskedRelation, Compare, Intent, Slant, Which, YesNo, named_entities

_SLOT: Final = r"\{(\d)\}"
_TWO = 2
_TOO_MUCH = re.compile(
    rf"\b(?:too (?:much|many)|overdos\w+|excess(?:ive)?)\b(?:(?! [-–—] |[,.;:?!]).)*{_SLOT}"
    rf"|{_SLOT}.*\b(?:overdos\w+|(?:in|to) excess)\b"
)
_ADDED = re.compile(
    rf"\b(?:tak\w+|on|us(?:es?|ing)|prescribed|has|have|is|am|are) (?:\w+ ){{0,2}}?{_SLOT}"
    r"(?: (?:and|already|now|daily))*"
    r"[,.;]? (?:so |but )?(?:can|could|may|might|should|is it (?:safe|ok|okay|all right))"
    r" (?:for \w+ )?(?:(?:i|he|she|they|we|you|one|my \w+)(?: also| still| safely| now| then)* |to )?(?:also |safely )?"
    rf"(?:take|have|use|try|add|drink|eat|be given|start) {_SLOT}"
)
_AND_MORE = re.compile(rf"(?:,? (?:and|or|plus|with|nor) (?:also )?|, ){_SLOT}")

# "Does {0} still help {1} if I also take {2}?" asks what {0} and {2} do to each other.
_STILL = re.compile(
    rf"(?:does|do|will|would|can|could|is|are) {_SLOT} (?=[^?]*\bstill\b)(?:[^{{}}]*{_SLOT})?[^{{}}]*\b"
    r"(?:if|when|while|although|though|once) [^{}]*"
    rf"\b(?:tak\w+|on|us(?:es?|ing)|start\w*|given|prescribed|add\w*)(?: \w+)? {_SLOT}\W*"
)
_IF_FIRST = re.compile(r"^((?:if|when|while|although|though|once) [^,?]+), ([^,]+?)[ ?.!]*$")


def too_much(form: Skeleton, words: RelationWords) -> Which | None:
    """Read what asks for the harm of too much: "what happens if I take too much {0}"."""
    asks = _TOO_MUCH.search(form.text) and not is_ill(form.entity(0))  # "I sweat too much: what helps against {0}?"
    return Which(form.entity(0), asked_by_slant(Slant.BAD, words, None, "too much"), (), True) if asks else None


def added(form: Skeleton, words: RelationWords) -> YesNo | None:
    """Read "he takes {0}, can he also take {1}" and "does {0} still help if I take {1}", whatever else was told: they
    ask for the two together.
    """
    said = _IF_FIRST.sub(r"\2 \1", form.text)
    if (still := _STILL.fullmatch(said)) and not is_ill(form.entity(still[3])):
        left = (form.entity(still[2]),) if still[2] else ()
        return YesNo(
            form.entity(still[1]), form.entity(still[3]), understand_relation("together with", words).asked, left
        )
    found = _ADDED.search(form.text)
    if found is None or found[1] == found[2] or is_ill(form.entity(found[1])):
        return None
    together = understand_relation("together with", words).asked
    new, own = [form.entity(found[2])], form.entity(found[1])
    end = found.end()
    while (more := _AND_MORE.match(form.text, end)) and is_taken(form.entity(more[1])):
        new, end = [*new, form.entity(more[1])], more.end()
    if len(new) == 1:
        return YesNo(new[0], own, together)
    return YesNo(new[0], new[1], together, beside=(own, *new[_TWO:]))


def spaced(form: Skeleton, words: RelationWords) -> YesNo | Compare | None:
    """Read "how far apart should {0} and {1} be taken" as a question of whether they go together."""
    entities = [form.entity(n) for n in range(len(form.slots))]
    if len(entities) < _TWO or not all(map(is_taken, entities)) or not is_about_spacing(form.text):
        return None
    if len(entities) > _TWO:
        return Compare(entities[0], entities[1], None, False, tuple(entities[2:]))
    timing = re.sub(_SLOT, "", form.text)
    return YesNo(entities[0], entities[1], AskedRelation(timing, words.read("interacts with").predicates, Slant.BAD))


def with_all_taken(intent: Intent, form: Skeleton) -> Intent:
    """Return a question of how two things go together with whatever else was named that is taken: in "I take {0}, {1}
    and {2}. What should I drop?" each may clash with each.
    """
    if not (isinstance(intent, YesNo) and is_taken(intent.subject) and is_taken(intent.object)):
        return intent
    named = {e.id for e in named_entities(intent)}
    others = tuple(s[0] for s in form.slots if is_taken(s[0]) and s[0].id not in named)
    together = intent.asked.slant is Slant.BAD or not intent.asked.predicates
    return replace(intent, beside=(*intent.beside, *others)) if others and together else intent


_MEETS = re.compile(
    r"(?:interfer|mess|meddl|clash|conflict|react)\w* with"
    r"|(?:weaken|strengthen|counteract|potentiat|cancel)\w*(?: out)?"
    r"|(?:affect|block|boost|lower|reduce|decrease|raise|increase|inhibit|disrupt)s?"
    r"|makes? (?:(?:much|even|far) )?(?:(?:less|more|too|in)? ?(?:effective|potent|active|dangerous|risky|toxic|harmful"
    r"|unsafe|weak|strong)|weaker|stronger|worse|useless|ineffective|fail|not work)"
)
_WEAKENS = re.compile(r"(?:weaken|counteract|potentiat|cancel)")  # whatever does that to what is taken, clashes with it
_STRONGER = re.compile(  # what one thing makes of another that is taken: "make {0} more dangerous"
    r"((?:what|which|any|list|name)\b[^{}]{0,80}?) (?:(?:can|could|may|might|will|would|that|which|to) )*"
    rf"makes? {_SLOT}"
    r" (?:(?:much|even|far|work|act|be|become) )*(?:(?:less|more|too|in)? ?(?:effective|potent|active|dangerous|risky"
    r"|toxic|harmful|unsafe|weak|strong)|weaker|stronger|worse|less|more|useless|ineffective|fail|not work)(?: well)?"
)


def with_what_it_meets(form: Skeleton, words: RelationWords) -> Skeleton:
    """Return "which herbs interact with {0}" for "which herbs make {0} more dangerous", where {0} is taken."""
    made = _STRONGER.fullmatch(form.text) if len(form.slots) == 1 and is_taken(form.entity(0)) else None
    if made is None or not words.read("interacts with").predicates:
        return form
    return replace(form, text=f"{made[1]} interact with {{0}}")


def of_meeting(which: Which, words: RelationWords) -> Which:
    """Return "does {0} interfere with any medicines?" and "which herbs weaken {0}?" as asked of what it interacts with,
    where both are taken; what the graph says in those very words is asked for, too.
    """
    meets = words.read("interacts with").predicates
    kinds = all(map(is_swallowed, which.types)) if which.types else _WEAKENS.match(which.asked.phrase) is not None
    taken = is_taken(which.entity) and kinds
    if not (taken and meets and _MEETS.fullmatch(which.asked.phrase)):
        return which
    asked = understand_relation("interacts with", words).asked
    own = which.asked.predicates if which.asked.slant is None else ()
    every = tuple(dict.fromkeys((*asked.predicates, *own)))
    said = f"{which.asked.phrase} {asked.phrase}"
    return replace(which, asked=replace(asked, phrase=said, predicates=every), outward=None)
