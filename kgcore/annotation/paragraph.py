"""Reads one raw paragraph into a Draft."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgcore.annotation.arguments import (
    AnnotatedMention,
    AnnotatedRelation,
    AnnotationSpan,
    Arguments,
    ParagraphDraft,
    RelationEnds,
    SlotGroup,
    argument_words,
    is_predicate_name,
)
from kgcore.annotation.labels import CAMEL, REACH_AHEAD, LabelPlaces, RelationPhrase, fold_name, relation_phrase_at
from kgcore.annotation.scan import scan_annotations
from kgcore.annotation.stream import strip_markdown, unescape_markdown
from kgcore.english.inflection import base_of_third
from kgcore.english.words import word_list
from kgcore.values.model import Mark, Paragraph, Salience

_QUOTES = " \"“”'‘’,;:.*_`"
# "failed to do so", "did not do so", "does so too": the verb is that of the clause before.
_FAILED_TO = re.compile(r"\b(?:(?:has|have|had) )?(?:so far )?fail(?:s|ed)? to(?= do so$|$)", re.IGNORECASE)
_DONE_SO = re.compile(r" (?:do so|done so|so)(?:,? (?:too|as well|either))?$", re.IGNORECASE)
_ELLIPTIC = re.compile(
    r"^(?:so )?(?P<aux>(?:(?:do|does|did|has|have|had|can|could|will|would|may|might)(?: not|n['’]t)?"
    r"|(?P<be>is|are|was|were)(?: not|n['’]t)))(?: (?P<same>do (?:the same|so|likewise)))?$"
    r"|^(?:but )?(?P<bare>not)$"
    r"|^(?:(?P<may>can|could|may|might) )?(?:do|does|did) (?:the same|so|likewise)$",
    re.IGNORECASE,
)
_JOINED_ON = re.compile(r"(?:[^,;:]{0,40}\b(?:and|or)\s+)?(of|for|in|against|from|with)", re.IGNORECASE)
_BE = re.compile(r"(?:is|are|was|were)\b\s*", re.IGNORECASE)
_NEW_CLAIM = re.compile(r"\s*,?\s*(?:and|but|yet|while|whereas|though|although)\s+(?:it|they)\s+", re.IGNORECASE)
_NEGATING = ("not", "no", "doesnot", "non")
_Placed = tuple[AnnotationSpan, int, int]  # an annotation, and where it stands in the readable text


@dataclass(frozen=True, slots=True)
class SchemaNames:
    """The graph's own type and predicate names, by folded name; whatever is not among them is kept as written.

    `trusted`: the words themselves are ours or a person's, so that what looks like a verdict may stay.
    """

    types: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    trusted: bool = False

    @classmethod
    def of(cls, types: Iterable[str], predicates: Iterable[str], *, trusted: bool = False) -> SchemaNames:
        """Index names for lookup, whatever their case, spaces and underscores."""
        return cls({fold_name(t): t for t in types}, {fold_name(p): p for p in predicates}, trusted)

    def type(self, word: str) -> str | None:
        """Return the graph's spelling of a type, or the word itself; None for no word."""
        return self.types.get(fold_name(word), word.strip()) or None

    def predicate(self, word: str) -> str | None:
        """Return the graph's spelling of a predicate, or the word itself; None for a denial ("NOT_TREATS")."""
        folded = fold_name(word)
        if folded in self.predicates:
            return self.predicates[folded]
        return None if not folded or folded.startswith(_NEGATING) else word.strip().replace(" ", "_")


def parse_paragraph(raw: str, names: SchemaNames, known: Mapping[str, str], next_relation: int = 1) -> ParagraphDraft:
    """Return the paragraph with its readable text, mentions and relations.

    `known` are labels defined before it; a relation without a number gets one from `next_relation` on.
    """
    text, named, related = _placed(raw, names, known)
    entities = _entity_marks(named)
    stated: list[AnnotatedRelation] = []
    in_order = _Named.of(text, named)
    begins = [*sorted(start for _, start, _ in related), len(text)]
    for ref, span, start, end in _numbered(related, next_relation):
        where = _free(text, start, end, entities)
        following = begins[bisect_left(begins, end)]
        relation = _relation(span, ref, (text, start, end, following), where, in_order, names)
        stated.append(_completed(relation, stated))
    marks = _marks(entities, ((s.start, s.end, s.ref) for s in stated))
    return ParagraphDraft(raw, text, marks, named, tuple(stated))


def shown_paragraph(raw: str, names: SchemaNames, known: Mapping[str, str], next_relation: int = 1) -> Paragraph:
    """Return the text and the marks of what `parse_paragraph` returns: what its relations say is not read."""
    text, named, related = _placed(raw, names, known)
    entities = _entity_marks(named)
    relations = ((*_free(text, a, b, entities), ref) for ref, _, a, b in _numbered(related, next_relation))
    return Paragraph(text, _marks(entities, relations))


def _placed(
    raw: str, names: SchemaNames, known: Mapping[str, str]
) -> tuple[str, tuple[AnnotatedMention, ...], list[_Placed]]:
    """Return the readable text, what it names, and where the annotations of its relations stand."""
    scanned, spans = scan_annotations(unescape_markdown(raw), frozenset(names.types), known)
    text, places = strip_markdown(scanned, tuple((s.start, s.end) for s in spans), trusted=names.trusted)
    placed = [(span, *place) for span, place in zip(spans, places, strict=True)]
    mentions = [(s, a, b) for s, a, b in placed if not s.arguments.is_relation]
    named = tuple(n for s, a, b in mentions if (n := _entity(s, text[a:b].strip(_QUOTES), a, b, names)).text)
    return text, named, [one for one in placed if one[0].arguments.is_relation]


def _numbered(related: Sequence[_Placed], next_relation: int) -> Iterable[tuple[str, AnnotationSpan, int, int]]:
    """Yield every relation with its number, a new one where it has none."""
    fresh = max((next_relation, *(1 + (span.arguments.relation or 0) for span, _, _ in related)))
    for span, start, end in related:
        unnumbered = span.arguments.relation is None
        yield f"R{fresh if unnumbered else span.arguments.relation}", span, start, end
        fresh += unnumbered


def _entity(span: AnnotationSpan, label: str, start: int, end: int, names: SchemaNames) -> AnnotatedMention:
    said = (*argument_words(span.arguments), *(g.predicate for g in span.arguments.groups if g.predicate))
    given = span.extra or next((w for w in said if fold_name(w) in names.types or CAMEL.fullmatch(w)), "")
    ref = f"N{span.arguments.entities[0]}"
    return AnnotatedMention(ref, label, names.type(given), start, end, span.sure)


@dataclass(frozen=True, slots=True)
class _Named:
    """What a paragraph names, in the order of where it begins and of where it ends: looked up once a relation."""

    text: str
    begun: tuple[AnnotatedMention, ...]
    begins: tuple[int, ...]
    ended: tuple[AnnotatedMention, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, text: str, named: Iterable[AnnotatedMention]) -> _Named:
        begun = tuple(sorted(named, key=lambda n: n.start))
        ended = tuple(sorted(begun, key=lambda n: n.end))
        return cls(text, begun, tuple(n.start for n in begun), ended, tuple(n.end for n in ended))

    def within(self, start: int, end: int) -> Iterable[AnnotatedMention]:
        """Return what stands within a stretch."""
        at, behind = bisect_left(self.begins, start), bisect_right(self.begins, end)
        return (n for n in self.begun[at:behind] if n.end <= end)

    def first(self, start: int) -> AnnotatedMention | None:
        """Return what begins first from a place on."""
        at = bisect_left(self.begins, start)
        return self.begun[at] if at < len(self.begun) else None

    def last_end(self, end: int) -> int:
        """Return where what ends last before a place ends, 0 where there is nothing."""
        at = bisect_right(self.ends, end)
        return self.ends[at - 1] if at else 0

    def clause_begin(self, start: int) -> int:
        """Return where the first name begins that stands before a place, in its clause; the place where none does."""
        clause = max(self.text.rfind(mark, 0, start) for mark in (". ", "! ", "? ", "; ", ", ")) + 1
        at, behind = bisect_left(self.ends, clause), bisect_right(self.ends, start)
        return min((n.start for n in self.ended[at:behind]), default=start)

    def without_names(self, start: int, end: int) -> str:
        """Return the words of a stretch, with "¤" for each letter of what is named there."""
        words = self.text[start:end]
        for name in self.ended[bisect_left(self.ends, start) : bisect_right(self.ends, end)]:
            at, behind = max(0, name.start - start), name.end - start
            words = f"{words[:at]}{'¤' * (behind - at)}{words[behind:]}"
        return words

    def only_before(self, start: int, end: int) -> frozenset[int]:
        """Return the numbers of those that are named before a stretch and not behind it."""
        behind = {n.ref for n in self.begun[bisect_left(self.begins, end) :]}
        before = self.ended[: bisect_right(self.ends, start)]
        return frozenset(int(n.ref[1:]) for n in before if n.ref not in behind)


def _phrase(text: str, start: int, end: int, named: _Named) -> str:
    """The relation's own words: entities annotated within it are no part of the phrase."""
    parts, at = [], start
    for inner in named.within(start, end):
        parts.append(text[at : max(at, inner.start)])
        at = max(at, inner.end)
    phrase = " ".join("".join((*parts, text[at:end])).split())
    return phrase.strip(_QUOTES)


def _relation(
    span: AnnotationSpan,
    ref: str,
    place: tuple[str, int, int, int],
    where: tuple[int, int],
    named: _Named,
    names: SchemaNames,
) -> AnnotatedRelation:
    text, start, end, _ = place
    default = _predicate(span, names)
    several = any(len(group.slots) > 2 for group in span.arguments.groups)
    before = named.only_before(start, end) if several else frozenset[int]()
    links = tuple(_links(span.arguments, default, ref, names, before))
    label = _phrase(text, start, end, named)
    words = _around(place, label, named, frozenset(r for link in links for r in (link.subject, link.object)))
    phrase = words.phrase if label else (default or "").replace("_", " ").lower()
    return AnnotatedRelation(ref, phrase, *where, links, words.denied, words.open, words.doubtful, words.refuted)


def _completed(one: AnnotatedRelation, before: Sequence[AnnotatedRelation]) -> AnnotatedRelation:
    """Return a relation that leaves its verb to the one before it ("it does not") with that verb."""
    last = next((s for s in reversed(before) if _choices(s) == _choices(one)), None)
    if last is not None and (joined := _JOINED_ON.fullmatch(one.phrase)) and last.phrase.endswith(f" {joined[1]}"):
        return replace(one, phrase=last.phrase)
    found = _ELLIPTIC.search(_DONE_SO.sub("", _FAILED_TO.sub("did not", one.phrase)))
    if last is None or found is None:
        return one
    if found["be"]:  # "was effective against …, was not"
        verb = _BE.match(last.phrase)
        return replace(one, phrase=f"{found['aux']} {last.phrase[verb.end() :]}") if verb else one
    words = last.phrase.split()
    while len(words) > 1 and words[0].casefold() in word_list("before a label"):
        words.pop(0)
    if found["bare"]:
        past = words[0].endswith("ed")
        return replace(one, phrase=" ".join(("has not" if past else "does not", base_of_third(words[0]), *words[1:])))
    auxiliary = found["aux"] or found["may"] or ""
    return replace(one, phrase=" ".join((auxiliary, base_of_third(words[0]), *words[1:])).strip())


def _choices(stated: AnnotatedRelation) -> frozenset[str | None]:
    return frozenset(link.predicate for link in stated.links)


def _around(place: tuple[str, int, int, int], label: str, named: _Named, linked: frozenset[str]) -> RelationPhrase:
    text, start, end, next_label = place
    first = named.first(end)
    right = first.start if first is not None and first.ref in linked else None
    stop = end if first is None or right is None else first.end
    beyond = named.first(stop)
    following = beyond.start if beyond is not None else len(text)
    if next_label < following < len(text) and _NEW_CLAIM.fullmatch(text, stop, next_label):
        following = next_label  # what "…, yet it [failed to improve] *C*" denies is its own
    begun, ahead = named.last_end(start), named.without_names(max(0, start - REACH_AHEAD), start)
    places = LabelPlaces(start, end, begun, named.clause_begin(start), right, stop, following, ahead)
    return relation_phrase_at(text, label, places)


def _predicate(span: AnnotationSpan, names: SchemaNames) -> str | None:
    """The predicate that stands behind a bar, after the id, or in capitals anywhere among the arguments."""
    if span.extra:
        return names.predicate(span.extra)
    after_id = next((g.predicate for g in span.arguments.groups if g.predicate), None)
    if after_id is not None:
        return names.predicate(after_id)
    return _among(argument_words(span.arguments), names)


def _among(candidates: Iterable[str], names: SchemaNames) -> str | None:
    found = (w for w in candidates if fold_name(w) in names.predicates or is_predicate_name(w))
    return next((names.predicate(w) for w in found), None)


def _links(
    arguments: Arguments, default: str | None, ref: str, names: SchemaNames, before: frozenset[int]
) -> Iterable[RelationEnds]:
    subjects: tuple[int, ...] = ()
    for group in arguments.groups:
        own = names.predicate(group.predicate) if group.predicate else _among(group.words, names)
        salience = group.salience or Salience.HIGH
        here = f"R{group.relation}" if group.relation is not None else ref
        for subject, object_ in _pairs(group, subjects, before):
            yield RelationEnds(f"N{subject}", f"N{object_}", own or default, salience, here)
        if len(group.slots) > 1 or (group.slots and not subjects):
            subjects = group.slots[0]


def _pairs(group: SlotGroup, subjects: tuple[int, ...], before: frozenset[int]) -> Iterable[tuple[int, int]]:
    """Subject and objects: "N1, N2, N3" is one subject with two objects; a lone id has the subject of the group before.

    "N1, N2, N1, N3" are pairs whose semicolon became a comma. Where all but the last stand `before` the relation, they
    are all subjects ("N1 and N2 relieve N3").
    """
    slots = group.slots
    if len(slots) == 1:
        return ((s, o) for s in subjects for o in slots[0])
    if len(slots) > 3 and len(slots) % 2 == 0 and slots[0] == slots[2]:
        return ((slots[i][0], slots[i + 1][0]) for i in range(0, len(slots), 2))
    if len(slots) > 2 and before.issuperset(n for s in slots[:-1] for n in s) and before.isdisjoint(slots[-1]):
        return ((s, o) for slot in slots[:-1] for s in slot for o in slots[-1])
    return ((s, o) for slot in slots[1:] for s in slots[0] for o in slot)


def _entity_marks(named: Iterable[AnnotatedMention]) -> tuple[Mark, ...]:
    """Long mentions win over those inside them."""
    taken: list[Mark] = []
    for n in sorted(named, key=lambda n: (n.start - n.end, n.start)):
        if n.start < n.end and _fits(n.start, n.end, taken):
            insort(taken, Mark(n.start, n.end, n.ref), key=_start)
    return tuple(taken)


def _free(text: str, start: int, end: int, entities: Sequence[Mark]) -> tuple[int, int]:
    """The longest stretch of a relation that no entity covers, without spaces at its ends."""
    first = max(0, bisect_left(entities, start, key=_start) - 1)  # marks are in order and do not overlap
    inside = [m for m in entities[first : bisect_left(entities, end, key=_start)] if m.end > start]
    edges = [start, *(e for m in inside for e in (m.start, m.end)), end]
    start, end = max(zip(edges[::2], edges[1::2], strict=True), key=lambda pair: pair[1] - pair[0])
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), max(start, end - (len(words) - len(words.rstrip())))


def _marks(entities: tuple[Mark, ...], stated: Iterable[tuple[int, int, str]]) -> tuple[Mark, ...]:
    relations: list[Mark] = []
    for start, end, ref in stated:
        if start < end and _fits(start, end, relations):
            insort(relations, Mark(start, end, ref), key=_start)
    return tuple(sorted((*entities, *relations), key=lambda m: m.start))


def _fits(start: int, end: int, taken: Sequence[Mark]) -> bool:
    """Whether a stretch overlaps none of these marks, which are in order and do not overlap."""
    at = bisect_left(taken, end, key=_start)
    return at == 0 or taken[at - 1].end <= start


def _start(mark: Mark) -> int:
    return mark.start
