"""What a question is qualified by: of whom, in what dose, how fast it asks. Pure.

The words around its names are read as those around a claim are, so that evidence in mice is no yes for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgcore.english.qualifiers import Region, beside_name, qualifiers_in
from kgcore.english.sentences import sentence_ends
from kgcore.question.relation import is_ill, is_taken
from kgcore.question.skeleton import Skeleton, Spot, renumber_slots
from kgcore.values.intent import Intent, Slant, Which, YesNo
from kgcore.values.model import UNQUALIFIED, Entity, Qualifier, QualifierKind, Qualifiers

_LONGEST = 600  # characters of a question that are looked at
_CLOSE = 3  # words before the one name of a question that may narrow it: "severe"
_NARROWING = (
    QualifierKind.POPULATION,
    QualifierKind.SPECIES,
    QualifierKind.DOSE,
    QualifierKind.NUMBER,
    QualifierKind.TIME,
    QualifierKind.FORM,
    QualifierKind.CONDITION,
    QualifierKind.DEGREE,
    QualifierKind.COURSE,
)
# What only asks, and qualifies nothing.
_ASKING = re.compile(
    r"^.*?\b(?:do|does|did|can|could|may|might|will|would|should|is|are|was|were|has|have|had|if|whether|that|think|"
    r"know|wonder\w*)(?:n['’]t|not)?\b(?:\s+(?:it|there|the|this|that|true|any|evidence|proof|known|said|possible|"
    r"taking|using|eating|drinking|not|really|actually|still|also|ever|anyone|somebody|someone|people|one|you|we|i)\b)*",
    re.IGNORECASE | re.DOTALL,
)
_LEAD = re.compile(r"\s*((?:in|among|for|after|before|during)\s[^,;:]{1,80}),", re.IGNORECASE)
_PERSONAL = re.compile(
    r"\b(?:i|i'm|me|my|mine|we|us|our|you|your|he|she|his|her|their|someone|somebody)\b", re.IGNORECASE
)


_WHATEVER = frozenset({"anything", "something", "anyone", "someone"})


def asked_qualifiers(question: str, spots: Sequence[Spot], intent: YesNo | Which) -> Qualifiers:
    """Return what qualifies the relation that a question asks about; nothing where its names stand in two sentences.

    Of people's own circumstances ("if I take it at night") nothing is read: there is no such evidence.
    """
    if isinstance(intent, Which) and "inherited" in intent.asked.phrase:  # "in families" is how, and not in whom
        return UNQUALIFIED
    text = question[:_LONGEST]
    pair = (intent.subject, intent.object) if isinstance(intent, YesNo) else (intent.entity,)
    named = sorted(_named(spots, pair), key=lambda n: n[:2])
    if len(named) != len(pair) or named[-1][1] > len(text):
        return UNQUALIFIED
    start, end = named[0][0], named[-1][1]
    ends = [0, *sentence_ends(text, breaks=True), len(text)]
    begins, closes = max(e for e in ends if e <= start), min(e for e in ends if e >= end)
    if any(start < e < end for e in ends):
        return UNQUALIFIED
    places = [n[:2] for n in named]
    inside = tuple(text[a:b] for a, b, _ in spots if begins <= a and b <= closes and (a, b) not in places)
    own, tail = tuple(text[a:b] for a, b in places), text[end:closes].rstrip(" ?!.…")
    between = text[named[0][1] : named[-1][0]]
    region = (
        Region(_front(text[begins:start]), between, between, tail, inside, own=own)
        if len(named) > 1
        else Region(phrase=" ".join(text[begins:start].split()[-_CLOSE:]) + " ", tail=tail, others=inside, own=own)
    )
    said = (q for q in qualifiers_in(region).said if q.kind in _NARROWING)
    found = [q for q in said if q.words.lower() not in _WHATEVER]  # "a marker of anything" narrows nothing
    for (a, b), (*_, entity) in zip(places, named, strict=True):
        found += beside_name(text[a:b], (entity.name, *entity.synonyms))
    found += _left_out(text[begins:closes], [text[a:b] for a, b in places], inside)
    but = (*intent.without, *intent.beside) if isinstance(intent, Which) else intent.beside
    left_out = [text[a:b] for a, b, _ in _named(spots, but)]  # "… instead of it" is no circumstance
    # "oral" of "oral contraceptives" is a part of another name
    found = [q for q in found if not any(re.search(rf"\b{re.escape(q.words)}\b", name, re.I) for name in inside)]
    kept = (
        replace(q, words=_ENDS.sub("", q.words) or q.words)
        for q in found
        if (q.terms or q.keys) and not _PERSONAL.search(q.words) and not any(name in q.words for name in left_out)
    )
    return Qualifiers(tuple(dict.fromkeys(kept)))


_ENDS = re.compile(r"^of | (?:with|of|in|to|for|and|or)$")  # of the words of a circumstance, what belongs to a name
_LACKING = r"\b(?:without|minus|with no|but no)(?: (?:any|added|extra|the))* "


def _left_out(sentence: str, own: Sequence[str], others: Sequence[str]) -> Iterator[Qualifier]:
    """Yield what something is taken without, by the names beside the question's own."""
    for name in others:
        if re.search(_LACKING + re.escape(name), sentence, re.IGNORECASE):
            tail = f" without {name}"
            yield from qualifiers_in(Region("", "", "", tail, (name,), own=tuple(own))).of(QualifierKind.COMBINATION)


def without_tail(question: str, spots: Sequence[Spot], entity: Entity) -> tuple[str, Qualifiers]:
    """Return a question of one name without what qualifies it right behind ("in women"), and that; else as it is."""
    said = asked_qualifiers(question, spots, Which(entity)).said
    end = max((b for _, b, _ in spots), default=0)
    behind = tuple(q for q in said if question.find(q.words, end) >= 0)
    plainer = question
    for q in behind:
        plainer = question[:end] + plainer[end:].replace(q.words, " ", 1)
    return plainer, Qualifiers(behind)


_SLOT = r"\{(\d)\}"
_TAKEN = rf"({_SLOT}(?:,? (?:and|or|plus) {_SLOT}|, {_SLOT})*)"
_WHO = (
    r"(?:i|we|you|he|she|they|(?:i['’]?m|(?:you|we|they)['’]re|s?he['’]s)|one|people|patients?|someone|somebody|anyone|those"
    r"|an? (?:\w+ )?(?:person|patient|\w+)|my \w+)"
)
_IS = r"(?:(?:who|that|am|is|are|was|were|have been|has been|have to|has to|must|also|already|currently|still) )*"
_ON = r"(?:(?:on|takes?|taking|uses?|using|prescribed|given|put on|treated with|avoiding) )?"
_OF_IT = r"(?: daily| every day| already| at the moment| as well| too| now| (?:for|after) [^,.;{}]{1,40})?"
_ASKS = r"(?:what|which|is there|are there|can you|name|how|any\w*|something|suggest|list)\b"
_GOES = r"(?:(?:and|but|that|which|also|is|are|can be|could be|go|goes|will be) )*"
_NEVER = r"(?:(?:do|does|will|would|can|could|should|is|are)(?: also| still)? (?:not|never)|without|no known|no)"
_CLASH = r"(?:interact|interfer|clash|mess|conflict|react|compet|counteract|affect|disturb|upset|weaken|block)\w*"
# "What helps {0} that does not interact with {1}?", "… if I am on {1}?": {1} is taken already. What is left asks alone.
_TAKEN_BESIDE = tuple(
    (re.compile(pattern), left)
    for pattern, left in (
        (
            rf",?(?: (?:and|but|that|which|who|also))* {_NEVER}(?: \w+)? {_CLASH}(?: badly| up| around)?(?: with)?"
            rf" (?:the effects? of )?{_TAKEN}",
            "",
        ),
        (
            rf",? (?:(?:if|when|while|since|because|although|though|even though|given that) (?:{_WHO} )?|as {_WHO} )"
            rf"{_IS}{_ON}{_TAKEN}{_OF_IT}",
            "",
        ),
        (
            rf",? {_GOES}(?:safe|safely|ok|okay|fine|compatible|all right|well)(?: to (?:take|use|combine|have|give))?"
            rf"(?: taken| used| combined)? (?:with|alongside|together with|beside|on top of) {_TAKEN}",
            "",
        ),
        (rf"(?:^|,? )(?:for|in|among) {_WHO} {_IS}{_ON}{_TAKEN}{_OF_IT},?", ""),
        (
            rf",? (?:(?:and|but|that|which) )*(?:{_WHO} )?(?:can|could|may|might) (?:safely |still |also )*(?:be )?"
            rf"(?:taken?|used?|combined?|have|mix(?:ed)?|given?) (?:together |safely )?(?:with|alongside) {_TAKEN}",
            "",
        ),
        (rf",? (?:alongside|together with|on top of|in addition to my|in combination with|besides my) {_TAKEN}", ""),
        (rf"(?<=(?: can| may|ould) ){_WHO} {_IS}{_ON}{_TAKEN}{_OF_IT}(?= (?:take|use|have|try|do)\b)", "i"),
        (rf"^{_WHO} {_IS}{_ON}{_TAKEN}{_OF_IT}[,.;:–—-]? ?(?:(?:and|but|so) )?(?={_ASKS})", ""),
        (rf"^(?:while|when|if) (?:{_WHO} )?{_IS}{_ON}{_TAKEN}{_OF_IT}, ?", ""),
    )
)


_HAS = r"(?:ha(?:s|ve)(?: got)?|got|suffers? from|(?:is|am|was) diagnosed with|get|gets|with)"
_ILL = r"(?:an? |the )?(\{\d\})"
# "My mother has {0} and is on {1}. Which supplements could help her?" asks what helps {0}.
_TOLD_BOTH = tuple(
    re.compile(rf"^(?:{_WHO} )?{told}{_OF_IT} ?[,.;:–—-]+ ?(?:(?:and|but|so) )?({_ASKS}[^{{}}]*)$")
    for told in (
        rf"{_IS}{_HAS} {_ILL},? (?:and|but|also)(?: {_WHO})? {_IS}{_ON}{_TAKEN}",
        rf"{_IS}{_ON}{_TAKEN},? (?:and|but|also)(?: {_WHO})? {_IS}{_HAS} {_ILL}",
    )
)
# As clinicians put it: "Pt on {0} wants something for {1}.", "72F on {0} with {1} - options?"
_CASE = (
    r"(?:(?:an?|the|my|our|this|another) )?(?:\d{1,3}[ -]?(?:yo|y/o|yr|years?[ -]old)?[ -]?)?"
    r"(?:[mf]|males?|females?|patients?|pt|clients?|man|woman|lady|gentleman|resident|person|\w+) "
)
_WANTED = tuple(
    re.compile(rf"^{_CASE}(?:(?:who|is|currently) )*{_ON}{_TAKEN}{_OF_IT},? {wants} ?(?:[.,;:–—-]+ ?[^{{}}]*)?$")
    for wants in (
        r"(?:(?:and|who) )*(?:wants?|needs?|asks?(?: me)?|would like|is looking|looking|requests?|requires?)"
        r"(?: (?:for|about))?(?: (?:something|anything|some \w+|an? \w+|help|relief|advice|a remedy))?"
        rf" (?:for|with|against|on|about) {_ILL}",
        rf"(?:(?:and|with|also|has|have|who|who has|presents? with|complains? of) )*{_ILL}(?= ?[.,;:–—-]+ ?"
        r"(?:any |what |which )?(?:[\w ]+ )?(?:options?|ideas?|suggestions?|alternatives?|recommendations?"
        r"|what (?:can|could|should|would|to|helps?)))",
    )
)
_HELPS = re.compile(r"\b(helps?)(?: (?:me|him|her|them|us|it|with (?:it|that|this)))?$")


def _asked_alone(form: Skeleton) -> Skeleton:
    """Return the form of a question behind an illness and what is taken as one that names them where it asks."""
    for pattern in _TOLD_BOTH:
        if found := pattern.match(form.text):
            ill = next(g for g in found.groups() if g and re.fullmatch(r"\{\d\}", g))
            taken = next(g for g in found.groups() if g and g != ill and g.startswith("{"))
            helped, asked = _HELPS.search(found.groups()[-1]), found.groups()[-1]
            asks = f"{asked[: helped.start()]}{helped[1]} {ill}" if helped else f"{asked} for {ill}"
            return replace(form, text=f"{asks} if i am on {taken}")
    wanted = next((found for p in _WANTED if (found := p.match(form.text))), None)
    if wanted is not None:
        slots = [g for g in wanted.groups() if g and g.startswith("{")]
        return replace(form, text=f"what helps {slots[-1]} if i am on {slots[0]}")
    return form


_HARMS = re.compile(r"\b(?:caus|rais|increas|trigger|worse|aggravat|provok|bring|behind|lead)", re.IGNORECASE)


def may_go_beside(intent: Which | YesNo) -> bool:
    """Tell whether what a question asks for or about is taken, so that it has to go with what is taken already."""
    harms = intent.asked.slant is Slant.BAD or _HARMS.search(intent.asked.phrase)
    if isinstance(intent, YesNo):
        return bool(intent.asked.predicates) and is_taken(intent.subject) != is_taken(intent.object)
    return not (harms or is_taken(intent.entity))


_WITH_IT = re.compile(
    r"\b(?:with|alongside|together with|on top of|in addition to|while on|when on|combined with)"
    rf"(?: (?:an?|my|the|his|her|their))? {_SLOT}$"
)


_BEHIND_HARM = re.compile(
    rf"(?P<asks>(?:what|which|any|list|name|(?:are|is) there)\b[^{{}}]*{_SLOT}[^{{}}]*?),?"
    r" (?:with|alongside|on|(?:(?:in|for|among) (?:\w+ )?(?:people|patients|someone|those|anyone|somebody) )"
    r"(?:on|taking|using|who (?:take|takes|use|are on|is on))"
    r"|(?:(?:if|when|while|once) )?(?:(?:i|we|you|he|she|they|one|someone|people|my \w+)(?:'m|'re| am| is| are)? )?"
    r"(?:on|taking|takes?|using|uses?|(?:taken|combined|used|mixed|given) (?:with|alongside|on)))"
    rf"(?: (?:an?|my|the|his|her|their))? {_SLOT}"
)


def harm_beside(form: Skeleton) -> tuple[Skeleton, tuple[Entity, ...]]:
    """Return the form of "which supplements increase {0} with {1}", a harm and what is taken, without what is taken,
    and that; as it is, and nothing, for any other question.
    """
    found = _BEHIND_HARM.fullmatch(form.text) if len(form.slots) == _PAIR else None
    if found is None or found[2] == found[3]:
        return form, ()
    harm, taken = form.entity(found[2]), form.entity(found[3])
    if not is_ill(harm) or not is_taken(taken):
        return form, ()
    return renumber_slots(Skeleton(found["asks"], form.slots)), (taken,)


def is_of_harm(intent: Intent) -> bool:
    """Tell whether a question asks which things bring an ill about."""
    if not isinstance(intent, Which) or intent.outward is True or not is_ill(intent.entity):
        return False
    return intent.asked.slant is Slant.BAD or _BRINGS.match(intent.asked.phrase) is not None


_PAIR = 2
_BRINGS = re.compile(r"(?:caus|increas|rais|worsen|trigger|bring|lead|produc|provok|boost|mak|add)")


def with_taken_beside(intent: YesNo, left: Sequence[Entity], form: Skeleton) -> YesNo:
    """Return a question of two things with those that it names besides: what is taken goes with what it asks about
    ("could {0} raise my risk of {1} with {2}"), all else is left.
    """
    behind = _WITH_IT.search(form.text)
    asks = behind is not None and is_taken(intent.subject) and may_go_beside(intent)
    beside = tuple(e for e in left if asks and behind and e == form.entity(behind[1]) and is_taken(e))
    return replace(intent, left=tuple(e for e in left if e not in beside), beside=beside)


def without_beside(form: Skeleton) -> tuple[Skeleton, tuple[Entity, ...]]:
    """Return a question's form without what people take already, with which its answers are to go, or a harm that they
    are not to do, and that; as it is, and nothing, where it names no such thing beside what it asks of.
    """
    form = _asked_alone(form)
    for pattern, left in _TAKEN_BESIDE:
        found = pattern.search(form.text)
        if found is None:
            continue
        taken = tuple(form.entity(n) for n in dict.fromkeys(filter(None, found.groups()[1:])))
        rest = f"{form.text[: found.start()]}{left} {form.text[found.end() :].lstrip()}".strip(" ,.;:")
        if all(map(is_taken, taken)) and re.search(_SLOT, rest):
            return renumber_slots(Skeleton(rest, form.slots)), taken
    return _without_harm(form)


# "What helps {0} that does not cause {1}?" asks for what helps {0}; whether it does {1} is told of each.
_HARMLESS = re.compile(
    rf",?(?: (?:and|but|that|which|who|also|yet))* (?:{_NEVER}|without)(?: \w+)?"
    r" (?:caus|giv|trigger|produc|bring on|bringing on|lead to|leading to|rais|worsen|aggravat|provok|mak)\w*"
    rf"(?: (?:you|me|people|him|her|them|any|much|some|more|worse|the risk of))* {_TAKEN}"
)


def _without_harm(form: Skeleton) -> tuple[Skeleton, tuple[Entity, ...]]:
    """Return the form of a question for what does no such harm without the harm, and that; as it is, and nothing, where
    none is named behind what is asked of.
    """
    found = _HARMLESS.search(form.text)
    rest = f"{form.text[: found.start()]} {form.text[found.end() :].lstrip()}".strip(" ,.;:") if found else ""
    if found is None or not re.search(_SLOT, form.text[: found.start()]):
        return form, ()
    harms = tuple(form.entity(n) for n in dict.fromkeys(filter(None, found.groups()[1:])))
    return (form, ()) if any(map(is_taken, harms)) else (renumber_slots(Skeleton(rest, form.slots)), harms)


def _front(words: str) -> str:
    """Return the words before the first name, without those that only ask."""
    asking = _ASKING.match(words)
    lead = _LEAD.match(words)
    return (f"{lead[1]}, " if lead else "") + (words[asking.end() :] if asking else words)


def without_qualifiers(unread: Sequence[str], qualifiers: Qualifiers) -> tuple[str, ...]:
    """Return what of a question was not read, without the words that qualify it."""
    said = [q.words.casefold() for q in qualifiers.said]
    return tuple(w for w in unread if not any(w.casefold() in words or words in w.casefold() for words in said))


def _named(spots: Sequence[Spot], entities: Sequence[Entity]) -> Iterator[tuple[int, int, Entity]]:
    """Yield where entities are first named."""
    for entity in entities:
        yield from [(a, b, entity) for a, b, meant in spots if meant and meant[0].entity.id == entity.id][:1]
