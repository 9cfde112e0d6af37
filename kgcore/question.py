"""What a question asks: its form, read around the entities that were spotted in it. Pure.

`understand` never fails: what it cannot make out is an `Open` question about the entities that it names, if any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.asking.asked import Words, hear, is_ill, meaning, slanted
from kgcore.asking.followup import MOST, follow
from kgcore.asking.skeleton import Skeleton, Spot, skeleton
from kgcore.asking.unknown import unknown_name
from kgcore.asking.whichform import which
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
from kgcore.language.kinds import is_type_word
from kgcore.model import Entity

_SLOT = r"\{(\d)\}"
_COMPARING = re.compile(
    r"\b(?:compar\w+|contrast|versus|vs|differ(?:s|ences?|ent)?|better|worse|safer|stronger|superior|inferior|preferable|"
    r"(?:more|less) \w+ than)\b"
)
_REGARD = re.compile(
    r"(?:\b(?:for|in|against|on|treating|preventing|to (?:treat|prevent))|(?<![}] )\bwith)"
    r"(?: (?!and |or |than )\w+){0,2} ?\{(\d)\}"
)
_WHY = re.compile(
    r"^(?:and )?(?:why|explain (?:why|how)|by what"
    r"|how (?!(?:effective|good|well|useful|safe|helpful|bad|likely|much)\b))|\bmechanisms?\b"
)
_EXAMPLES = re.compile(
    r"(?:(?:what|which) (?:are|is)|give(?: me)?|name|list|show(?: me)?)? ?(?:some )?examples? (?:of|for)"
    rf" {_SLOT}$"
)
_GO_ON = re.compile(
    r"tell me more\b"
    r"|(?:what|anything) else (?:is known|do (?:you|we) know|does the graph (?:know|say|hold)) (?:about|of|on)\b"
)
_SUM_UP = re.compile(
    r"(?:sum up|summari[sz]e) (?:all )?(?:that |what )?(?:we|i|you) (?:have )?(?:found|learned|learnt|said|seen|know)\b"
)
_HANGS_TOGETHER = re.compile(
    r"^how (?:are|do|is) .*(?:connected|related|linked|associated|joined|(?:hang|fit|come|go) together|relate)"
    r"|^what (?:connects|joins|links|relates)\b"
)
_JOINS = frozenset({"and", "or", "with", "to", "for", "in", "on", "", "against", "if i have", "when i have"})
# What may surround the one name in a question that only wants to know about it.
_TELLING = re.compile(
    r"what|whats|who|which|how|are|was|the|this|that|these|those|its|about|tell|show|give|say|explain|describe"
    r"|define|summarise|summarize|list|all|any|some|more|most|much|everything|something|anything|info"
    r"|information|facts|details|detail|data|evidence|overview|summary|research|studies|study|science|papers"
    r"|literature|know|known|does|did|can|could|would|will|should|have|has|you|your|for|from|with|and|but|please"
    r"|learn|read|understand|hear|want|like|need|definition|meaning|mean|means|called|named|graph|database|there"
    r"|here|said|says|interested|find|look|into"
)
_EMPTY = re.compile(r"(?:so|and|but|then|is|are|the|an?|do|does|can|or|to|it|of|in|for|with|about|\W)*")


@dataclass(frozen=True, slots=True)
class Understood:
    """A question understood: `focus` are its own entities in order, `alternatives` what each might mean besides."""

    intent: Intent
    focus: tuple[Entity, ...] = ()
    alternatives: tuple[tuple[Entity, ...], ...] = ()
    follow_up: bool = False


def understand(
    question: str, spots: Sequence[Spot], words: Words, types: Sequence[str], before: Intent | None = None
) -> Understood:
    """Understand a question; `before` is what the thread asked last, for follow-ups ("and what about Parkinson's?")."""
    form = skeleton(question, _without_verbs(question, spots, words))
    followed = follow(form, before, types) if before is not None else None
    intent = (
        followed.intent if followed and followed.intent else _intent(followed.form if followed else form, words, types)
    )
    focus = named(intent)
    others = {slot[0].id: slot[1:] for slot in form.slots}
    return Understood(intent, focus, tuple(others.get(e.id, ()) for e in focus), followed is not None)


def _without_verbs(question: str, spots: Sequence[Spot], words: Words) -> Sequence[Spot]:
    """Leave out what relates the names on both its sides, though something is called so: "does A affect B"."""
    ordered = sorted(spots, key=lambda spot: spot[:2])
    verbs = []
    for (_, before, _), verb, (after, _, _) in zip(ordered, ordered[1:], ordered[2:], strict=False):
        word = question[verb[0] : verb[1]]
        around = question[before : verb[0]], question[verb[1] : after]
        if word.islower() and all(gap.isspace() for gap in around) and words.read(word).predicates:
            verbs.append(verb)
    return [spot for spot in spots if spot not in verbs]


def _intent(form: Skeleton, words: Words, types: Sequence[str]) -> Intent:
    if not form.slots:
        return Open()
    further = _further(form)
    if further is not None:
        return further
    form, unknown, alone = unknown_name(form, words)
    if unknown and alone:
        entities = tuple(form.entity(n) for n in range(len(form.slots)))
        return About(entities[0], unknown=(unknown,)) if len(entities) == 1 else Open(entities, (unknown,))
    intent = _known(form, words, types)
    return replace(intent, unknown=(unknown,)) if unknown and isinstance(intent, YesNo | About | Open) else intent


def _known(form: Skeleton, words: Words, types: Sequence[str]) -> Intent:
    if len(form.slots) == 1:
        return which(form, words, types) or _one(form, words)
    return _compare(form) or _why(form, words) or _asking_which(form, words, types) or _yes_no(form, words)


def _further(form: Skeleton) -> Intent | None:
    """Read what asks for examples, for more, for a summary, or how several things hang together."""
    entities = tuple(form.entity(n) for n in range(len(form.slots)))
    if len(entities) == 1 and _EXAMPLES.match(form.text):
        return Examples(entities[0])
    if _GO_ON.match(form.text):
        return More(entities[:MOST])
    if _SUM_UP.match(form.text):
        return Digest(entities)
    if len(entities) > 2 and _HANGS_TOGETHER.search(form.text):
        return Connect(entities[:MOST])
    return None


def compares(question: str) -> bool:
    """Tell whether a question compares what it joins, so that "a and b" are two things in it."""
    return _COMPARING.search(question.lower()) is not None


def _row(form: Skeleton) -> list[Entity]:
    """Return what stands in a row of names, of which none is what the others are compared with regard to."""
    row = re.search(rf"{_SLOT}(?:, {_SLOT})+,? (?:and|or|vs|versus)\b\.? {_SLOT}", form.text)
    return [form.entity(n) for n in re.findall(_SLOT, row[0])] if row else []


def _compare(form: Skeleton) -> Compare | YesNo | None:
    joined = re.search(rf"{_SLOT},? (?:and|or|with|to|than|vs|versus|from|over|against)\b\.? {_SLOT}", form.text)
    alike = joined and form.entity(joined[1]).type == form.entity(joined[2]).type
    listing = joined and alike and (" or {" in joined[0] or len(form.slots) > 2) and not _starts_which(form)
    comparing = _COMPARING.search(form.text) is not None
    if not (comparing or listing):
        return None
    slots = [form.entity(n) for n in range(len(form.slots))]
    regard = _REGARD.search(form.text)
    topic = form.entity(regard[1]) if regard else None
    compared = [e for e in slots if e is not topic]
    if topic is not None and len(compared) == 1:
        return YesNo(compared[0], topic, Asked(slant=Slant.ANY), against=_unknown(form.text))
    if topic is None and joined and len(slots) > 2:
        pair = [form.entity(joined[1]), form.entity(joined[2])]
        others = [e for e in slots if e not in (*pair, *_row(form))]
        topic = next((e for e in others if e.type != pair[0].type), others[0] if others and not comparing else None)
        compared = [e for e in slots if e is not topic]
    return Compare(compared[0], compared[1], topic, comparing, tuple(compared[2:]))


def _unknown(text: str) -> str:
    """Return the name to compare with that the graph has no entry for, where it can be told."""
    name = r"([\w' -]{3,60}?)"
    behind = rf"{_SLOT},? (?:\w+ )?(?:or|and|vs|versus|than|with|to) {name}(?: (?:for|in|against|on) .*)?$"
    found = re.search(behind, text) or re.search(rf"[,:] {name} (?:or|and|vs|versus) {_SLOT}$", text)
    return next((g for g in found.groups() if not g.isdigit()), "").strip() if found else ""


def _why(form: Skeleton, words: Words) -> Why | None:
    if not _WHY.search(form.text) or len(form.slots) > 3:
        return None
    between = re.search(rf"{_SLOT} (.+?) {_SLOT}", form.text)
    turned = between is not None and hear(f"is {between[2]}", words).turned
    a, b = (form.entity(1), form.entity(0)) if turned else (form.entity(0), form.entity(1))
    return Why(a, b)


def _starts_which(form: Skeleton) -> bool:
    return bool(re.match(r"(?:which|what|list|show me|name|find|any) ", form.text))


def _asking_which(form: Skeleton, words: Words, types: Sequence[str]) -> Which | None:
    return which(form, words, types) if re.match(r"(?:which|list|show me|name|find|what \w+s) ", form.text) else None


def _yes_no(form: Skeleton, words: Words) -> Intent:
    pairs = re.finditer(rf"(?=(?<!\w)(\w*) ?{_SLOT}(?:'s)?,? ?([^{{}}]*?) ?{_SLOT})", form.text)
    readings = [_pair(form, p[1], p[2], p[3], p[4], words) for p in pairs if p[2] != p[4]]
    sure = [r for r in readings if r.asked.predicates and r.asked.slant is None]
    if sure or (readings and len(form.slots) == 2):
        chosen = (sure or readings)[0]
        pair = (chosen.subject, chosen.object)
        return replace(chosen, left=tuple(s[0] for s in form.slots if s[0] not in pair))
    return Open(tuple(form.entity(n) for n in range(len(form.slots))))


def _pair(form: Skeleton, aux: str, first: str, between: str, second: str, words: Words) -> YesNo:
    a, b = form.entity(first), form.entity(second)
    copula = {"is": "is ", "are": "is ", "was": "is ", "were": "is ", "has": "has ", "have": "has "}.get(aux, "")
    lead, tail = form.text.partition(f"{{{first}}}")[0], form.text.rpartition(f"{{{second}}}")[2]
    if between in _JOINS and not (copula == "is " and not between):
        heard = hear(f"{lead} {between} {tail}".strip() if between != "for" else f"{lead} for", words, b)
        asked = heard.asked if heard.asked.predicates else Asked(slant=Slant.ANY)
        return YesNo(b, a, asked) if is_ill(a) and not is_ill(b) else YesNo(a, b, asked)
    if copula == "is " and not between:
        return YesNo(a, b, meaning("is a", words))
    heard = hear(tail if re.search(r"[.!?;]", between) else copula + between, words, b)
    if heard.asked.slant is not None and is_ill(a) and not is_ill(b):
        return YesNo(b, a, slanted(heard.asked.slant, words, a, heard.asked.phrase))
    return YesNo(b, a, heard.asked) if heard.turned else YesNo(a, b, heard.asked)


def _one(form: Skeleton, words: Words) -> Intent:
    entity = form.entity(0)
    judged = re.fullmatch(
        rf"(?:is|are|does|do|can|how) (?:\w+ (?:is|are) )?{_SLOT} (.+)|how (\w+) (?:is|are) {_SLOT}", form.text
    )
    if judged:
        said = judged[2] or judged[3]
        if re.fullmatch(r"(?:un)?safe|dangerous|harmful|toxic|bad(?: for (?:you|me|health|us|people))?|risky", said):
            return Which(entity, slanted(Slant.BAD, words, None, said), (), True)
        if re.fullmatch(
            r"(?:any )?(?:good|healthy|helpful|useful|effective|beneficial|work|help|worth \w+)"
            r"(?: for (?:you|me|us|health))?",
            said,
        ):
            return Which(entity, slanted(Slant.GOOD, words, None, said), (), True)
    missing = _missing(form.text)
    return About(entity, missing, not missing and _says_more(form.text))


def _says_more(text: str) -> bool:
    """Tell whether a question of one entity has words that "tell me about it" does not account for."""
    words = re.sub(rf"{_SLOT}(?:'s)?", " ", text).replace("-", " ")
    return any(not _TELLING.fullmatch(w) and not is_type_word(w) for w in re.findall(r"[^\W\d_][\w']{2,}", words))


def _missing(text: str) -> str:
    """Return what a yes/no question says of its one entity: words that the graph has nothing for."""
    said = re.fullmatch(
        rf"(?:is|are|does|do|did|can|could|may|might|will|would|should|has|have) (?:i take )?{_SLOT} (.{{3,80}})", text
    )
    return "" if said is None or _EMPTY.fullmatch(said[2]) else said[2]
