"""What a yes-or-no question is qualified by: of whom, in what dose, how fast it asks. Pure.

The words around its two names are read as those around a claim are, so that evidence in mice is no yes for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.english.qualifiers import Region, beside_name, qualifiers_in
from kgcore.english.sentences import sentence_ends
from kgcore.question.skeleton import Spot
from kgcore.values.intent import YesNo
from kgcore.values.model import UNQUALIFIED, Entity, QualifierKind, Qualifiers

_LONGEST = 600  # characters of a question that are looked at
_TWO = 2
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
_PERSONAL = re.compile(
    r"\b(?:i|i'm|me|my|mine|we|us|our|you|your|he|she|his|her|their|someone|somebody)\b", re.IGNORECASE
)


def asked_qualifiers(question: str, spots: Sequence[Spot], intent: YesNo) -> Qualifiers:
    """Return what qualifies the relation that a question asks about; nothing where its names stand in two sentences.

    Of people's own circumstances ("if I take it at night") nothing is read: there is no such evidence.
    """
    text = question[:_LONGEST]
    named = sorted(_named(spots, (intent.subject, intent.object)), key=lambda n: n[:2])
    if len(named) != _TWO or named[1][1] > len(text):
        return UNQUALIFIED
    (start, first), (second, end) = places = [n[:2] for n in named]
    ends = [0, *sentence_ends(text, breaks=True), len(text)]
    begins = max(e for e in ends if e <= start)
    closes = min(e for e in ends if e >= end)
    if any(first < e < second for e in ends):
        return UNQUALIFIED
    inside = tuple(text[a:b] for a, b, _ in spots if begins <= a and b <= closes and (a, b) not in places)
    front = text[begins:start]
    asking = _ASKING.match(front)
    before = front[: asking.start()] if asking else ""
    lead = re.match(r"\s*((?:in|among|for|after|before|during)\s[^,;:]{1,80}),", front, re.IGNORECASE)
    front = (f"{lead[1]}, " if lead else before) + (front[asking.end() :] if asking else front)
    tail = text[end:closes].rstrip(" ?!.…")
    between = text[first:second]
    own = (text[start:first], text[second:end])
    found = qualifiers_in(Region(front, between, between, tail, inside, own=own)).said
    for text_of, entity in ((question[a:b], e) for a, b, e in named):
        found += beside_name(text_of, (entity.name, *entity.synonyms))
    kept = tuple(
        q
        for q in dict.fromkeys(found)
        if q.kind in _NARROWING and (q.terms or q.keys) and not _PERSONAL.search(q.words)
    )
    return Qualifiers(kept)


def without_qualifiers(unread: Sequence[str], qualifiers: Qualifiers) -> tuple[str, ...]:
    """Return what of a question was not read, without the words that qualify it."""
    said = [q.words.casefold() for q in qualifiers.said]
    return tuple(w for w in unread if not any(w.casefold() in words or words in w.casefold() for words in said))


def _named(spots: Sequence[Spot], entities: Sequence[Entity]) -> Iterator[tuple[int, int, Entity]]:
    """Yield where entities are first named."""
    for entity in entities:
        yield from [(a, b, entity) for a, b, meant in spots if meant and meant[0].entity.id == entity.id][:1]
