"""Questions about one entity that ask for others: "which supplements may slow …", "side effects of …". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgcore.asked import Words, hear, meaning, slanted
from kgcore.intent import Asked, Slant, Which
from kgcore.kinds import types_meant
from kgcore.model import Entity
from kgcore.skeleton import Skeleton

_SLOT = r"\{(\d)\}"
_AUX = r"(?:can|could|may|might|do|does|did|will|would|should|is|are|was|were|has|have)"
_PEOPLE = r"(?:i|you|we|one|people|someone|somebody|doctors|patients|a person)"
# What a noun before "of {n}" asks for: the verbs or slant behind it, whether it leads outward, and the type asked for.
_NOUNS: tuple[tuple[str, Slant | str, bool | None, str], ...] = (
    (r"risk factors?|causes?|triggers?|origins?", Slant.BAD, False, ""),
    (r"(?:increases?|raises?|higher|reduces?|lowers?) .*risks?", "", False, ""),
    (r"(?:drug |food |herb )*interactions?", "interacts with", None, ""),
    (r"side[- ]effects?|adverse (?:drug )?(?:effects?|events?|reactions?)|risks?|dangers?|harms?|toxicity|downsides?"
     r"|complications?|safety", Slant.BAD, True, ""),
    (r"treatments?|therap(?:y|ies)|cures?|remed(?:y|ies)|medications?", "treats", False, ""),
    (r"prevention", "prevents", False, ""),
    (r"(?:health )?benefits?|uses?|advantages?|effectiveness|efficacy", Slant.GOOD, True, ""),
    (r"symptoms?|signs?|features?|phenotypes?", "has symptom", True, "symptoms"),
    (r"(?:active )?(?:ingredients?|constituents?|components?|compounds?)|composition|contents?", "contains", True, ""),
    (r"mechanisms?(?: of action)?", "", True, "proteins"),
    (r"effects?|actions?|roles?|impact|consequences?", Slant.ANY, True, ""),
)  # fmt: skip


def which(form: Skeleton, words: Words, types: Sequence[str]) -> Which | None:
    """Return what the question asks for, or None where it has another form. Looks at the entity nearest the relation."""
    return _nouns(form, words, types) or _typed(form, words, types) or _untyped(form, words)


def _nouns(form: Skeleton, words: Words, types: Sequence[str]) -> Which | None:
    if len(form.slots) != 1:
        return None
    for noun, means, outward, kind in _NOUNS:
        if re.search(
            rf"\b(?:{noun}) (?:of|from|with|for|in|to|on|against) {_SLOT}|{_SLOT}(?:'s)? (?:{noun})$", form.text
        ):
            return _noun(form.entity(0), means, outward, types_meant(kind, types), words)
    return None


def _noun(entity: Entity, means: Slant | str, outward: bool | None, types: tuple[str, ...], words: Words) -> Which:
    if isinstance(means, Slant):
        return Which(entity, slanted(means, words, None if outward else entity), types, outward)
    return Which(entity, meaning(means, words) if means else Asked(), types, outward)


def _typed(form: Skeleton, words: Words, types: Sequence[str]) -> Which | None:
    """Read a form with a word for a type: before the entity it asks inward, after it outward."""
    text = re.sub(
        r"\b(?:other|else|natural|best|good|effective|common|herbal|dietary|prescription) (?=\w)", "", form.text
    )
    if not re.match(
        rf"(?:which|what|list|show|name|find|give|any|are there|is there|suggest|do|does|\w+ (?:for|against|that) )|{_SLOT}",
        text,
    ):
        return None
    for found in re.finditer(r"(?=\b((?:[\w/-]+ ){1,3}))", text.replace("?", "") + " "):
        kinds = types_meant(re.sub(r"^(?:which|what|any|list|show|name|find|the) ", "", found[1]).strip(), types)
        if kinds:
            return _around(
                text[: found.start(1)], text[found.end(1) :] if found.end(1) <= len(text) else "", kinds, form, words
            )
    return None


def _around(before: str, after: str, types: tuple[str, ...], form: Skeleton, words: Words) -> Which | None:
    led = re.match(rf"({_AUX})(?: not)? {_SLOT} ?(.*)", after)
    if led:
        phrase = f"is {led[3]}" if led[1] in {"is", "are"} else led[3]
        return _outward(form.entity(led[2]), phrase, types, words)
    towards = re.match(rf"(?:that |which |to |{_AUX} )*(?:not )?(.*?) ?{_SLOT}", after)
    if towards:
        copula = "is " if re.match(r"(?:that |which )?(?:is|are) ", after) else ""
        return _inward(form.entity(towards[2]), copula + towards[1], types, words)
    behind = re.search(rf"{_SLOT} (.*?)$", before)
    return _outward(form.entity(behind[1]), behind[2], types, words) if behind and len(form.slots) == 1 else None


def _outward(entity: Entity, phrase: str, types: tuple[str, ...], words: Words) -> Which:
    if phrase.strip() in {"have", ""} and types:
        return Which(entity, Asked(phrase), types, True)
    heard = hear(phrase, words)
    return Which(entity, heard.asked, types, None if _both_ways(heard.asked, words) else not heard.turned)


def _inward(entity: Entity, phrase: str, types: tuple[str, ...], words: Words) -> Which:
    if phrase in {"of", "in", "with", "and", "about", "to"}:
        return Which(entity, Asked(phrase), types, None)
    heard = hear(phrase, words, entity)
    return Which(entity, heard.asked, types, None if _both_ways(heard.asked, words) else heard.turned)


def _both_ways(asked: Asked, words: Words) -> bool:
    return not asked.predicates or all(words.get(p).symmetric for p in asked.predicates)


def _untyped(form: Skeleton, words: Words) -> Which | None:
    if len(form.slots) != 1:
        return None
    entity, text = form.entity(0), form.text
    kind = re.fullmatch(rf"what (?:kind|sort|type|class|form) of .*?(?:is|are|does|do) {_SLOT}(?: belong to)?", text)
    if kind:
        return Which(entity, meaning("is a", words), (), True)
    outward = re.fullmatch(rf"(?:what|who)(?: all| else)? ({_AUX}) {_SLOT} (.+)", text)
    if outward and outward[3] not in {"do", "mean", "about"}:
        return _outward(entity, f"is {outward[3]}" if outward[1] in {"is", "are"} else outward[3], (), words)
    how = re.fullmatch(
        rf"how (?:(?:can|do|could|should|would|is|are) {_PEOPLE} |to |{_SLOT} (?:is|are) )(.+?) ?(?:{_SLOT})?", text
    )
    if how and how[2]:
        return _inward(entity, how[2], (), words)
    take = re.fullmatch(rf"what {_AUX} {_PEOPLE} (?:take|use|do|try|eat|drink|avoid)?(.*?) {_SLOT}", text)
    if take:
        return _inward(entity, "interacts with" if "avoid" in text else take[1] or "helps with", (), words)
    inward = re.fullmatch(
        rf"(?:what|which(?: ones?)?|(?:is there |are there |does |do |can )?(?:anything|something|any))(?: else)?(?: that| which)? (.+?) {_SLOT}",
        text,
    )
    if inward and not re.fullmatch(r"(?:is|are|about|is known about|do you know about)", inward[1]):
        return _inward(
            entity, re.sub(rf"^{_AUX} (?=\w)", lambda a: "is " if a[0] in {"is ", "are "} else "", inward[1]), (), words
        )
    return None
