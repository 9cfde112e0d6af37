"""Questions about one entity that ask for others: "which supplements may slow …", "side effects of …". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgcore.asking.asked import Words, hear, meaning, slanted
from kgcore.asking.skeleton import Skeleton
from kgcore.intent import Asked, Slant, Which
from kgcore.language.kinds import is_type_word, types_meant
from kgcore.model import Entity

_SLOT = r"\{(\d)\}"
_AUX = r"(?:can|could|may|might|do|does|did|will|would|should|is|are|was|were|has|have)"
_PEOPLE = r"(?:i|you|we|one|people|someone|somebody|doctors|patients|a person)"
_ADJECTIVES = re.compile(r"\b(?:other|else|natural|best|good|effective|common|herbal|dietary|prescription) (?=\w)")
_ASKING = re.compile(
    r"(?:(?:which|what|list|show|name|find|give|suggest|recommend|any|are there|is there|do you know|of|me|us|all|the"
    r"|some|are|is)(?: |$))*"
)
# What may stand before such a noun without turning it into something else ("raise the risk of" is no list of risks).
_LEAD = (
    r"(?:(?:what|which|is|are|was|were|does|do|have|has|there|list|show|name|tell|give|me|us|about|all|the|any|some|main|most"
    r"|common|known|possible|typical|frequent|serious|usual|proven|good|best|early|first|of|and|or|potential|natural)"
    r"(?: |$))*"
)
_WHATEVER = re.compile(
    r"(?:what|which(?: ones?)?|(?:is there |are there |does |do |can )?(?:anything|something|any))(?: else)?"
    rf"(?: that| which)? (.+?) {_SLOT}"
)
# What a noun before "of {n}" asks for: the verbs or slant behind it, whether it leads outward, and the type asked for.
_NOUNS: tuple[tuple[str, Slant | str, bool | None, str], ...] = (
    (r"risk factors?|causes?|triggers?|origins?", Slant.BAD, False, ""),
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
    """Return what the question asks for, or None where it has another form."""
    return _nouns(form, words, types) or _typed(form, words, types) or _untyped(form, words)


def _nouns(form: Skeleton, words: Words, types: Sequence[str]) -> Which | None:
    if len(form.slots) != 1:
        return None
    for noun, means, outward, kind in _NOUNS:
        of = rf"{_LEAD}(?:{noun}) (?:of|from|with|for|in|to|on|against) {_SLOT}(?: .*)?"
        if re.fullmatch(rf"{of}|{_LEAD}{_SLOT}(?:'s)? (?:{noun})", form.text):
            return _noun(form.entity(0), means, outward, types_meant(kind, types), words)
    return None


def _noun(entity: Entity, means: Slant | str, outward: bool | None, types: tuple[str, ...], words: Words) -> Which:
    if isinstance(means, Slant):
        return Which(entity, slanted(means, words, None if outward else entity), types, outward)
    return Which(entity, meaning(means, words) if means else Asked(), types, outward)


def _typed(form: Skeleton, words: Words, types: Sequence[str]) -> Which | None:
    """Read a form with a word for a type: behind asking words it leads on, behind the entity it asks outward."""
    text = _ADJECTIVES.sub("", form.text)
    for start, end, kinds in _type_words(text, types):
        led, after = text[:start].strip(), text[end:].strip()
        if _ASKING.fullmatch(led):
            return _onward(after, kinds, form, words)
        behind = re.fullmatch(rf".*?{_SLOT} (.+?)(?: any)?", led)
        if behind and not after and len(form.slots) == 1:
            return _outward(form.entity(behind[1]), behind[2], kinds, words)
    return None


def _type_words(text: str, types: Sequence[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield (start, end, types) of the words that name a type, the longest at each place."""
    found = list(re.finditer(r"(?<![{\w])[a-z][\w/-]*", text))
    for n, first in enumerate(found):
        for last in reversed(found[n : n + 3]):
            kinds = types_meant(text[first.start() : last.end()], types)
            if kinds or is_type_word(text[first.start() : last.end()]):
                yield first.start(), last.end(), kinds
                break


def _onward(after: str, types: tuple[str, ...], form: Skeleton, words: Words) -> Which | None:
    led = re.match(rf"({_AUX})(?: not)? {_SLOT} ?(.*)", after)
    if led:
        phrase = f"is {led[3]}" if led[1] in {"is", "are"} else led[3]
        return _outward(form.entity(led[2]), phrase, types, words)
    towards = re.match(rf"(?:(?:that|which|to|{_AUX}) )*(?:not )?(.*?) ?{_SLOT}", after)
    if not towards:
        return None
    copula = "is " if re.match(r"(?:that |which )?(?:is|are) ", after) else ""
    return _inward(form.entity(towards[2]), copula + towards[1], types, words)


def _outward(entity: Entity, phrase: str, types: tuple[str, ...], words: Words) -> Which:
    if phrase.strip() in {"have", ""} and types:
        return Which(entity, Asked(phrase), types, True)
    heard = hear(phrase, words)
    return Which(
        entity, _widened(heard.asked, words), types, None if _both_ways(heard.asked, words) else not heard.turned
    )


def _inward(entity: Entity, phrase: str, types: tuple[str, ...], words: Words) -> Which:
    if phrase in {"of", "in", "with", "and", "about", "to"}:
        return Which(entity, Asked(phrase), types, None)
    heard = hear(phrase, words, entity)
    return Which(entity, _widened(heard.asked, words), types, None if _both_ways(heard.asked, words) else heard.turned)


def _widened(asked: Asked, words: Words) -> Asked:
    """Who asks for causes wants to hear of risks, too."""
    causes = words.read("causes").predicates[:1]
    if asked.predicates[:1] != causes or asked.says_more:
        return asked
    risks = words.read("raises the risk of").predicates
    return replace(asked, predicates=tuple(dict.fromkeys((*asked.predicates, *risks))))


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
    return _advice(form, words) or _whatever(form, words)


def _advice(form: Skeleton, words: Words) -> Which | None:
    """Read "how can I lower …", "what should I take for …"."""
    entity, text = form.entity(0), form.text
    how = re.fullmatch(
        rf"how (?:(?:can|do|could|should|would) {_PEOPLE} |to |(?:is|are) {_SLOT} )(.+?) ?(?:{_SLOT})?", text
    )
    if how:
        verb = f"is {how[2]} by" if how[1] else how[2]
        heard = hear(verb, words, entity)
        return Which(entity, heard.asked, (), False)
    take = re.fullmatch(rf"what {_AUX} {_PEOPLE} ?(?:take|use|do|try|eat|drink|avoid)?(.*?) {_SLOT}", text)
    if take:
        return _inward(entity, "interacts with" if "avoid" in text else take[1].strip() or "helps with", (), words)
    return None


def _whatever(form: Skeleton, words: Words) -> Which | None:
    """Read "what reduces …", "is there anything that helps with …"."""
    found = _WHATEVER.fullmatch(form.text)
    if not found or re.fullmatch(r"(?:is|are|about|is known about|do (?:you|we) know about)", found[1]):
        return None
    phrase = re.sub(rf"^{_AUX} (?=\w)", lambda a: "is " if a[0] in {"is ", "are "} else "", found[1])
    return _inward(form.entity(0), phrase, (), words)
