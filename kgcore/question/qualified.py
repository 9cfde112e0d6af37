"""What a question is qualified by: of whom, in what dose, how fast it asks. Pure.

The words around its names are read as those around a claim are, so that evidence in mice is no yes for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgcore.english.qualifiers import Region, beside_name, qualifiers_in
from kgcore.english.sentences import sentence_ends
from kgcore.question.skeleton import Spot
from kgcore.values.intent import Which, YesNo
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
    but = intent.without if isinstance(intent, Which) else ()
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
