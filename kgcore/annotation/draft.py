"""Reads one raw paragraph into a Draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kgcore.annotation.arguments import capitals, words
from kgcore.annotation.context import Places, Said, said
from kgcore.annotation.drafts import Arguments, Draft, Group, Link, Named, Span, Stated
from kgcore.annotation.labels import CAMEL, key
from kgcore.annotation.readable import tidy, unescape
from kgcore.annotation.scan import scan
from kgcore.model import Mark, Salience

_QUOTES = " \"“”'‘’,;:.*_`"
_NEGATING = ("not", "no", "doesnot", "non")


@dataclass(frozen=True, slots=True)
class Names:
    """The graph's own type and predicate names, by folded name; whatever is not among them is kept as written."""

    types: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, types: Iterable[str], predicates: Iterable[str]) -> Names:
        """Index names for lookup, whatever their case, spaces and underscores."""
        return cls({key(t): t for t in types}, {key(p): p for p in predicates})

    def type(self, word: str) -> str | None:
        """Return the graph's spelling of a type, or the word itself; None for no word."""
        return self.types.get(key(word), word.strip()) or None

    def predicate(self, word: str) -> str | None:
        """Return the graph's spelling of a predicate, or the word itself; None for a denial ("NOT_TREATS")."""
        folded = key(word)
        if folded in self.predicates:
            return self.predicates[folded]
        return None if not folded or folded.startswith(_NEGATING) else word.strip().replace(" ", "_")


def draft(raw: str, names: Names, known: Mapping[str, str], next_relation: int = 1) -> Draft:
    """Return the paragraph with its readable text, mentions and relations.

    `known` are labels defined before it; a relation without a number gets one from `next_relation` on.
    """
    scanned, spans = scan(unescape(raw), frozenset(names.types), known)
    text, places = tidy(scanned, tuple((s.start, s.end) for s in spans))
    placed = [(span, *place) for span, place in zip(spans, places, strict=True)]
    mentions = [(s, a, b) for s, a, b in placed if not s.arguments.is_relation]
    named = tuple(n for s, a, b in mentions if (n := _entity(s, text[a:b].strip(_QUOTES), a, b, names)).text)
    entities = _entity_marks(named)
    stated: list[Stated] = []
    fresh = max((next_relation, *(1 + (s.arguments.relation or 0) for s in spans)))
    for span, start, end in placed:
        if span.arguments.is_relation:
            unnumbered = span.arguments.relation is None
            ref = f"R{fresh if unnumbered else span.arguments.relation}"
            fresh += unnumbered
            stated.append(_relation(span, ref, (text, start, end), named, names))
    return Draft(raw, text, _marks(entities, stated), named, tuple(stated))


def _entity(span: Span, label: str, start: int, end: int, names: Names) -> Named:
    said = (*words(span.arguments), *(g.predicate for g in span.arguments.groups if g.predicate))
    given = span.extra or next((w for w in said if key(w) in names.types or CAMEL.fullmatch(w)), "")
    ref = f"N{span.arguments.entities[0]}"
    return Named(ref, label, names.type(given), start, end, span.sure)


def _phrase(text: str, start: int, end: int, named: Iterable[Named]) -> str:
    """The relation's own words: entities annotated within it are no part of the phrase."""
    parts, at = [], start
    for inner in sorted((n for n in named if start <= n.start and n.end <= end), key=lambda n: n.start):
        parts.append(text[at : max(at, inner.start)])
        at = max(at, inner.end)
    phrase = " ".join("".join((*parts, text[at:end])).split())
    return phrase.strip(_QUOTES)


def _relation(span: Span, ref: str, place: tuple[str, int, int], named: tuple[Named, ...], names: Names) -> Stated:
    text, start, end = place
    default = _predicate(span, names)
    links = tuple(_links(span.arguments, default, ref, names, _only_before(named, start, end)))
    label = _phrase(text, start, end, named)
    where = _free(text, start, end, _entity_marks(named))
    words = _around(place, label, named, frozenset(r for link in links for r in (link.subject, link.object)))
    phrase = words.phrase if label else (default or "").replace("_", " ").lower()
    return Stated(ref, phrase, *where, links, words.denied, words.open, words.doubtful)


def _only_before(named: Iterable[Named], start: int, end: int) -> frozenset[int]:
    """Numbers of the entities that are named before the relation and not behind it."""
    behind = {n.ref for n in named if n.start >= end}
    return frozenset(int(n.ref[1:]) for n in named if n.end <= start and n.ref not in behind)


def _around(place: tuple[str, int, int], label: str, named: tuple[Named, ...], linked: frozenset[str]) -> Said:
    text, start, end = place
    last = max((n for n in named if n.end <= start), key=lambda n: n.end, default=None)
    first = min((n for n in named if n.start >= end), key=lambda n: n.start, default=None)
    right = first.start if first is not None and first.ref in linked else None
    stop = end if first is None or right is None else first.end
    following = min((n.start for n in named if n.start >= stop), default=len(text))
    subject = min((n.start for n in named if n.end <= start and _near(text, n.end, start)), default=start)
    places = Places(start, end, last.end if last is not None else 0, subject, right, stop, following)
    return said(text, label, places)


def _near(text: str, a: int, b: int) -> bool:
    """Whether two places stand in one clause."""
    return not any(mark in text[a:b] for mark in (". ", "! ", "? ", "; ", ", "))


def _predicate(span: Span, names: Names) -> str | None:
    """The predicate that stands behind a bar, after the id, or in capitals anywhere among the arguments."""
    if span.extra:
        return names.predicate(span.extra)
    after_id = next((g.predicate for g in span.arguments.groups if g.predicate), None)
    if after_id is not None:
        return names.predicate(after_id)
    return _among(words(span.arguments), names)


def _among(candidates: Iterable[str], names: Names) -> str | None:
    found = (w for w in candidates if key(w) in names.predicates or capitals(w))
    return next((names.predicate(w) for w in found), None)


def _links(arguments: Arguments, default: str | None, ref: str, names: Names, before: frozenset[int]) -> Iterable[Link]:
    subjects: tuple[int, ...] = ()
    for group in arguments.groups:
        own = names.predicate(group.predicate) if group.predicate else _among(group.words, names)
        salience = group.salience or Salience.HIGH
        here = f"R{group.relation}" if group.relation is not None else ref
        for subject, object_ in _pairs(group, subjects, before):
            yield Link(f"N{subject}", f"N{object_}", own or default, salience, here)
        if len(group.slots) > 1 or (group.slots and not subjects):
            subjects = group.slots[0]


def _pairs(group: Group, subjects: tuple[int, ...], before: frozenset[int]) -> Iterable[tuple[int, int]]:
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


def _entity_marks(named: Iterable[Named]) -> tuple[Mark, ...]:
    """Long mentions win over those inside them."""
    taken: list[Mark] = []
    for n in sorted(named, key=lambda n: (n.start - n.end, n.start)):
        if n.start < n.end and _fits(n.start, n.end, taken):
            taken.append(Mark(n.start, n.end, n.ref))
    return tuple(sorted(taken, key=lambda m: m.start))


def _free(text: str, start: int, end: int, entities: Iterable[Mark]) -> tuple[int, int]:
    """The longest stretch of a relation that no entity covers, without spaces at its ends."""
    inside = [m for m in entities if m.end > start and m.start < end]
    edges = [start, *(e for m in inside for e in (m.start, m.end)), end]
    start, end = max(zip(edges[::2], edges[1::2], strict=True), key=lambda pair: pair[1] - pair[0])
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), max(start, end - (len(words) - len(words.rstrip())))


def _marks(entities: tuple[Mark, ...], stated: Iterable[Stated]) -> tuple[Mark, ...]:
    relations: list[Mark] = []
    for s in stated:
        if s.start < s.end and _fits(s.start, s.end, relations):
            relations.append(Mark(s.start, s.end, s.ref))
    return tuple(sorted((*entities, *relations), key=lambda m: m.start))


def _fits(start: int, end: int, taken: Iterable[Mark]) -> bool:
    return all(end <= m.start or m.end <= start for m in taken)
