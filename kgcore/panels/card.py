"""What a graph knows of one entity, in a few short rows. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from kgcore.advising.character import Bearing, bearing, is_taken
from kgcore.evidence.facts import fact
from kgcore.evidence.findings import Finding, Standing, findings, papers
from kgcore.evidence.quotes import shortened
from kgcore.language.english import capital, clean, counted, is_plural, listed
from kgcore.language.kinds import type_words
from kgcore.model import Entity, Neighbourhood
from kgcore.panels.parts import opening
from kgcore.vocabulary import Vocabulary
from kgcore.wording import article, is_kind_of, mid, papers_count, relation

Row = tuple[str, str]
MOST_NAMES = 8  # other names and identifiers
MOST_SHOWN = 5  # findings of a row
MOST_TYPES = 6
MOST_ATTRIBUTES = 12  # columns of the source
_WORKINGS = re.compile(
    r"gene|protein|enzyme|receptor|process|pathway|function|activity|mechanism|physiolog|chemical|molecul|compound"
    r"|substance|metabolit",
    re.I,
)


class _Part(Enum):
    """What a finding tells of the entity."""

    GOOD = auto()
    BAD = auto()
    WORKS = auto()
    KINDS = auto()
    OTHER = auto()


class _Link(NamedTuple):
    """A finding as it is seen from the entity: what lies at its other end, and whether it leads there."""

    finding: Finding
    other: Entity
    outward: bool
    bearing: Bearing


def card_rows(
    entity: Entity, hood: Neighbourhood | None, vocabulary: Vocabulary, attributes: Sequence[Row] = ()
) -> tuple[Row, ...]:
    """Return the card as (what, value): what the entity is called, what the graph knows of it, and what its source
    says of it: `attributes`, and the notes of relations that have no paper.
    """
    rows = [*_own(entity)]
    if hood and hood.ids:
        rows.append(("In the graph", _counts(hood)))
        rows += _known(entity, _links(entity, hood, vocabulary), vocabulary)
        rows += _noted(hood, entity, vocabulary)
    return (*rows, *_attributes(attributes))


# ── the entity itself ───────────────────────────────────────────────────────────────────────────────────────────────


def _own(entity: Entity) -> Iterator[Row]:
    if description := shortened(entity.description):
        yield "Description", description
    if entity.type:
        yield "Type", capital(type_words(entity.type, False))
    named = {clean(entity.name).casefold(), ""}
    if names := {clean(s).casefold(): clean(s) for s in entity.synonyms if clean(s).casefold() not in named}:
        yield "Other names", _some(tuple(names.values()), MOST_NAMES, ", ")
    yield "Identifiers", _some(tuple(dict.fromkeys(map(clean, (entity.id, *entity.xrefs)))), MOST_NAMES, ", ")


def _some(items: Sequence[str], most: int, between: str = "; ") -> str:
    """Join the first of the items, and say how many there are more."""
    more = len(items) - most
    shown = items if more < 2 else items[:most]
    return between.join(shown) + (f" and {more} more" if len(shown) < len(items) else "")


def _counts(hood: Neighbourhood) -> str:
    types = Counter(m.entity.type for m in hood.best).most_common()
    parts = [counted(n, type_words(type, False)) if n == 1 else f"{n} {type_words(type)}" for type, n in types]
    said = listed(parts if len(parts) <= MOST_TYPES + 1 else [*parts[:MOST_TYPES], "others"])
    if len(hood.best) < len(hood.ids):
        return f"{len(hood.ids)} neighbours; the {len(hood.best)} best documented are {said}"
    return f"{counted(len(hood.ids), 'neighbour')}: {said}"


def _attributes(attributes: Sequence[Row]) -> Iterator[Row]:
    told = [(clean(name), shortened(value)) for name, value in attributes if value.strip()]
    for name, value in told[:MOST_ATTRIBUTES]:
        yield f"{opening(name)} (from the source)", value
    if rest := told[MOST_ATTRIBUTES:]:
        yield "Also in the source", _some([opening(name) for name, _ in rest], MOST_ATTRIBUTES, ", ")


def _noted(hood: Neighbourhood, entity: Entity, vocabulary: Vocabulary) -> Iterator[Row]:
    """Yield what sources say of relations that have no paper, each once."""
    known = {entity.id: entity, **{near.entity.id: near.entity for near in hood.best}}
    edges = (e for near in hood.best for e in near.edges if e.note.strip() and not e.publications)
    said = [*dict.fromkeys((fact(e, known, vocabulary), e.note) for e in edges)]
    for words, note in said[:MOST_SHOWN]:
        yield "A source says", f"{shortened(words)}: “{shortened(note)}”"
    if rest := said[MOST_SHOWN:]:
        yield "A source says", f"… and {len(rest)} more"


# ── what the graph knows ────────────────────────────────────────────────────────────────────────────────────────────


def _links(entity: Entity, hood: Neighbourhood, vocabulary: Vocabulary) -> list[_Link]:
    """Return the findings about the entity, the best documented first."""
    links = []
    for near in hood.best:
        for found in findings(near.edges, {entity.id: entity, near.entity.id: near.entity}, vocabulary):
            edge, outward = found.edges[0], found.subject.id == entity.id
            links.append(_Link(found, near.entity, outward, bearing(edge, found.object, vocabulary)))
    return sorted(links, key=lambda link: -link.finding.weight)


def _known(entity: Entity, links: Sequence[_Link], vocabulary: Vocabulary) -> Iterator[Row]:
    taken = is_taken(entity.type)
    groups: dict[_Part, list[_Link]] = {part: [] for part in _Part}
    for link in links:
        groups[_part(link, taken)].append(link)
    good, bad, works, kinds, other = (groups[p] for p in _Part)
    held = [k for k in good if k.finding.standing is not Standing.DENIED]
    failed = [k for k in good if k.finding.standing is Standing.DENIED]
    says, does = _saying(vocabulary), _doing(vocabulary)
    rows: tuple[tuple[str, Iterable[_Link], Callable[[_Link], str]], ...] = (
        ("Benefits reported", _out(held), says),
        ("No benefit found", _out(failed), says),
        ("Reported to help against it", _in(held), does),
        ("Found not to help against it", _in(failed), does),
        ("Safety" if taken else "May lead to", _out(bad), says),
        ("May be caused or worsened by", (k for k in _in(bad) if k.finding.standing is not Standing.DENIED), _name),
        ("Mechanism" if taken else "Bound up with", _out(works), says),
        ("Acted on by", _in(works), does),
        ("Belongs to", _out(kinds), _name),
        ("Kinds of it", _in(kinds), _name),
        ("Further relations", _out(other), says),
        ("Further relations to it", _in(other), does),
    )
    for what, some, words in rows:
        if cells := tuple(dict.fromkeys(words(k) for k in some)):
            yield what, _some(cells, MOST_SHOWN)


def _part(link: _Link, taken: bool) -> _Part:
    """Say which rows a finding belongs to; an interaction is a harm only between two things that people take."""
    found = link.finding
    if is_kind_of(found.predicate):
        return _Part.KINDS
    if found.predicate.symmetric and link.bearing is Bearing.HARM and taken and is_taken(link.other.type):
        return _Part.BAD
    if _WORKINGS.search(link.other.type if found.predicate.symmetric else found.object.type):
        return _Part.WORKS
    if found.predicate.symmetric or link.bearing is Bearing.NEITHER:
        return _Part.OTHER
    return _Part.GOOD if link.bearing is Bearing.BENEFIT else _Part.BAD


def _leads(link: _Link) -> bool:
    return link.outward or link.finding.predicate.symmetric


def _out(links: Iterable[_Link]) -> list[_Link]:
    return [k for k in links if _leads(k)]


def _in(links: Iterable[_Link]) -> list[_Link]:
    return [k for k in links if not _leads(k)]


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _name(link: _Link) -> str:
    """Say "antioxidants (1 paper)"."""
    return f"{mid(link.other)}{_aside(_rests_on(link.finding))}"


def _saying(vocabulary: Vocabulary) -> Callable[[_Link], str]:
    """Say "does not prevent dementia (1 paper)"."""

    def said(link: _Link) -> str:
        found = link.finding
        predicate = vocabulary.get(found.predicate.name)
        own = found.object if link.other is found.subject else found.subject
        words = relation(predicate, own, link.other, negated=found.standing is Standing.DENIED)
        return f"{words} {article(predicate, link.other)}{mid(link.other)}{_aside(_rests_on(found))}"

    return said


def _doing(vocabulary: Vocabulary) -> Callable[[_Link], str]:
    """Say "memantine (treats, 2 papers)"."""

    def said(link: _Link) -> str:
        found = link.finding
        predicate, denied = vocabulary.get(found.predicate.name), found.standing is Standing.DENIED
        words = relation(predicate, link.other, found.object, negated=denied)
        return f"{mid(link.other)}{_aside(words, _rests_on(found))}"

    return said


def _aside(*words: str) -> str:
    said = ", ".join(w for w in words if w)
    return f" ({said})" if said else ""


def _rests_on(found: Finding) -> str:
    if found.standing is Standing.DISPUTED:
        against = papers((*found.denied, *found.versus))
        return f"disputed: {papers(found.plain)} for, {against} against"
    return papers_count(found.weight) if found.weight else listed(_sources(found))


def _sources(found: Finding) -> tuple[str, ...]:
    return tuple(dict.fromkeys(shortened(source) for e in found.edges for source in e.sources))


def unknown_words(name: str) -> str:
    """Return what there is to say of a mention that the graph does not know."""
    are = "are" if is_plural(name) else "is"
    return (
        f"“{clean(name)}” {are} not in the graph, so nothing could be checked about "
        f"{'them' if are == 'are' else 'it'}. If the graph knows the same thing by another name, say which."
    )
