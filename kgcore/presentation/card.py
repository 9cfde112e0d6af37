"""What a graph knows of one entity, in a few short rows. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from kgcore.drawing.palette import type_colour
from kgcore.english.agreement import capitalise, count_noun, is_plural, join_words
from kgcore.evidence.findings import Agreement, Finding, fact_sentence, group_findings
from kgcore.evidence.quotes import shorten_quote
from kgcore.presentation.parts import NodeLine, opening_words
from kgcore.presentation.picture_panel import LONGEST_QUESTION, merge_form
from kgcore.recommendation.candidates import Effect, effect_of_edge, is_taken
from kgcore.values.message import Action, Verb
from kgcore.values.model import Entity, Neighbourhood, count_papers
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    EntityRef,
    Field,
    FieldKind,
    Form,
    Look,
    Notice,
    Reply,
    Table,
    Text,
    Tone,
)
from kgcore.values.text import clean_line, words_apart
from kgcore.values.thread import Turn
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import (
    article_before_object,
    is_kind_of,
    name_in_sentence,
    papers_count,
    relation_words,
    shown_name,
)

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
    effect: Effect


def _with_id(twin: Entity) -> str:
    """Return a name with its id, which tells it from a twin of that name, where the id is not the name once more."""
    name = clean_line(twin.name)
    said = re.sub(r"[\W_]+", "", twin.id).casefold() in re.sub(r"[\W_]+", "", name).casefold()
    return name if said else f"{name} ({twin.id})"


def card_rows(
    entity: Entity,
    neighbourhood: Neighbourhood | None,
    vocabulary: Vocabulary,
    attributes: Sequence[Row] = (),
    twins: Sequence[Entity] = (),
) -> tuple[Row, ...]:
    """Return the card as (what, value): what the entity is called, what the graph knows of it, and what its source
    says of it: `attributes`, and the notes of relations that have no paper.

    `twins` are other entities that the graph has for the same thing; the card says that they count for it.
    """
    rows = [*_own(entity)]
    if twins:
        named = _some([_with_id(t) for t in twins], MOST_SHOWN, ", ")
        counted = "for the other" if len(twins) == 1 else "for all"
        rows.append(("Also in the graph as", f"{named}; what is stated of one counts {counted}"))
    if neighbourhood and neighbourhood.ids:
        rows.append(("In the graph", _counts(neighbourhood)))
        rows += _known(entity, _links(entity, neighbourhood, vocabulary), vocabulary)
        rows += _noted(neighbourhood, entity, vocabulary)
    return (*rows, *_attributes(attributes))


_CODE = re.compile(r"[A-Za-z][\w.-]*:\S|[a-z]+\([A-Z]+:")  # "HGNC:APP", "p(HGNC:APP)": no name that anybody says


# ── the entity itself ───────────────────────────────────────────────────────────────────────────────────────────────


def _own(entity: Entity) -> Iterator[Row]:
    if description := shorten_quote(entity.description):
        yield "Description", description
    if entity.type:
        yield "Type", capitalise(type_words(entity.type, False))
    said = {_plainly(entity.name), ""}
    names = {_plainly(s): clean_line(s) for s in entity.synonyms if _plainly(s) not in said}
    codes = [s for s in names.values() if _CODE.match(s)]
    if told := [s for s in names.values() if s not in codes]:
        yield "Other names", _some(told, MOST_NAMES, ", ")
    ids = [i for i in map(clean_line, (entity.id, *entity.xrefs, *codes)) if _plainly(i) not in said]
    if ids:
        yield "Identifiers", _some(tuple(dict.fromkeys(ids)), MOST_NAMES, ", ")


def _plainly(name: str) -> str:
    return words_apart(clean_line(name)).casefold()


def _some(items: Sequence[str], most: int, between: str = "; ") -> str:
    """Join the first of the items, and say how many there are more."""
    more = len(items) - most
    shown = items if more < 2 else items[:most]
    return between.join(shown) + (f" and {more} more" if len(shown) < len(items) else "")


def _counts(neighbourhood: Neighbourhood) -> str:
    types = Counter(m.entity.type for m in neighbourhood.best).most_common()
    parts = [count_noun(n, type_words(type, False)) if n == 1 else f"{n} {type_words(type)}" for type, n in types]
    said = join_words(parts if len(parts) <= MOST_TYPES + 1 else [*parts[:MOST_TYPES], "others"])
    if len(neighbourhood.best) < len(neighbourhood.ids):
        return f"{len(neighbourhood.ids)} neighbours; the {len(neighbourhood.best)} best documented are {said}"
    return f"{count_noun(len(neighbourhood.ids), 'neighbour')}: {said}"


def _attributes(attributes: Sequence[Row]) -> Iterator[Row]:
    told = [(clean_line(name), shorten_quote(value)) for name, value in attributes if value.strip()]
    for name, value in told[:MOST_ATTRIBUTES]:
        yield f"{opening_words(name)} (from the source)", value
    if rest := told[MOST_ATTRIBUTES:]:
        yield "Also in the source", _some([opening_words(name) for name, _ in rest], MOST_ATTRIBUTES, ", ")


def _noted(neighbourhood: Neighbourhood, entity: Entity, vocabulary: Vocabulary) -> Iterator[Row]:
    """Yield what sources say of relations that have no paper, each once."""
    known = {entity.id: entity, **{near.entity.id: near.entity for near in neighbourhood.best}}
    edges = (e for near in neighbourhood.best for e in near.edges if e.note.strip() and not e.publications)
    said = [*dict.fromkeys((fact_sentence(e, known, vocabulary), e.note) for e in edges)]
    for words, note in said[:MOST_SHOWN]:
        yield "A source notes", f"{shorten_quote(words)}: {shorten_quote(note)}"
    if rest := said[MOST_SHOWN:]:
        yield "A source notes", f"… and {len(rest)} more"


# ── what the graph knows ────────────────────────────────────────────────────────────────────────────────────────────


def _links(entity: Entity, neighbourhood: Neighbourhood, vocabulary: Vocabulary) -> list[_Link]:
    """Return the findings about the entity, the best documented first."""
    links = []
    for near in neighbourhood.best:
        for found in group_findings(near.edges, {entity.id: entity, near.entity.id: near.entity}, vocabulary):
            edge, outward = found.edges[0], found.subject.id == entity.id
            links.append(_Link(found, near.entity, outward, effect_of_edge(edge, found.object, vocabulary)))
    return sorted(links, key=lambda link: -link.finding.weight)


def _known(entity: Entity, links: Sequence[_Link], vocabulary: Vocabulary) -> Iterator[Row]:
    taken = is_taken(entity.type)
    groups: dict[_Part, list[_Link]] = {part: [] for part in _Part}
    for link in links:
        groups[_part(link, taken)].append(link)
    good, bad, works, kinds, other = (groups[p] for p in _Part)
    held = [k for k in good if k.finding.standing is not Agreement.DENIED]
    failed = [k for k in good if k.finding.standing is Agreement.DENIED]
    says, does = _saying(vocabulary), _doing(vocabulary)
    rows: tuple[tuple[str, Iterable[_Link], Callable[[_Link], str]], ...] = (
        ("Benefits reported", _out(held), says),
        ("No benefit found", _out(failed), says),
        ("Reported to help against it", _in(held), does),
        ("Found not to help against it", _in(failed), does),
        ("Safety" if taken else "May lead to", _out(bad), says),
        ("May be caused or worsened by", (k for k in _in(bad) if k.finding.standing is not Agreement.DENIED), _name),
        ("Mechanism" if taken else "Linked with", _out(works), says),
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
    if found.predicate.symmetric and link.effect is Effect.HARM and taken and is_taken(link.other.type):
        return _Part.BAD
    if _WORKINGS.search(link.other.type if found.predicate.symmetric else found.object.type):
        return _Part.WORKS
    if found.predicate.symmetric or link.effect is Effect.NEITHER:
        return _Part.OTHER
    return _Part.GOOD if link.effect is Effect.BENEFIT else _Part.BAD


def _leads(link: _Link) -> bool:
    return link.outward or link.finding.predicate.symmetric


def _out(links: Iterable[_Link]) -> list[_Link]:
    return [k for k in links if _leads(k)]


def _in(links: Iterable[_Link]) -> list[_Link]:
    return [k for k in links if not _leads(k)]


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _name(link: _Link) -> str:
    """Say "antioxidants (1 paper)"."""
    return f"{name_in_sentence(link.other)}{_aside(_rests_on(link.finding))}"


def _saying(vocabulary: Vocabulary) -> Callable[[_Link], str]:
    """Say "does not prevent dementia (1 paper)"."""

    def said(link: _Link) -> str:
        found = link.finding
        predicate = vocabulary.get(found.predicate.name)
        own = found.object if link.other is found.subject else found.subject
        words = relation_words(predicate, own, link.other, negated=_denied(found), notes=_notes(found))
        return (
            f"{words} "
            f"{article_before_object(predicate, link.other)}{name_in_sentence(link.other)}{_aside(_rests_on(found))}"
        )

    return said


def _doing(vocabulary: Vocabulary) -> Callable[[_Link], str]:
    """Say "memantine (treats, 2 papers)"."""

    def said(link: _Link) -> str:
        found = link.finding
        predicate = vocabulary.get(found.predicate.name)
        words = relation_words(predicate, link.other, found.object, negated=_denied(found), notes=_notes(found))
        return f"{name_in_sentence(link.other)}{_aside(words, _rests_on(found))}"

    return said


def _notes(found: Finding) -> tuple[str, ...]:
    return () if found.standing is Agreement.DISPUTED else tuple(e.note for e in found.edges)


def _denied(found: Finding) -> bool:
    return found.standing is Agreement.DENIED


def _aside(*words: str) -> str:
    said = ", ".join(w for w in words if w)
    return f" ({said})" if said else ""


def _rests_on(found: Finding) -> str:
    if found.standing is Agreement.DISPUTED:
        against = count_papers((*found.denied, *found.versus))
        return f"disputed: {count_papers(found.plain)} for, {against} against"
    return papers_count(found.weight) if found.weight else join_words(_sources(found))


def _sources(found: Finding) -> tuple[str, ...]:
    return tuple(dict.fromkeys(shorten_quote(source) for e in found.edges for source in e.sources))


def unknown_words(name: str) -> str:
    """Return what there is to say of a mention that the graph does not know."""
    are = "are" if is_plural(name) else "is"
    return (
        f"“{clean_line(name)}” {are} not in the graph, so nothing could be checked about "
        f"{'them' if are == 'are' else 'it'}. If the graph knows the same thing by another name, say which."
    )


# --- What can be done with one node.


def node_panel(
    turn: Turn,
    node: NodeLine,
    entity: Entity | None,
    rows: Sequence[tuple[str, str]],
    can_collapse: bool,
    collapsed: bool,
    others: Sequence[NodeLine] = (),
) -> Reply:
    """Return the panel of a node; `entity` None: the graph does not know it, and `others` are what it may mean.

    `rows` are its card's, `can_collapse` tells whether it has leaves in the picture, `collapsed` that they are folded.
    """
    if entity is None or not node.known:
        return _unknown(turn, node, others)
    name = EntityRef(clean_line(shown_name(entity)), node.number, entity.type, type_colour(entity.type))
    blocks: list[Block] = [Text((name,))]
    if rows:
        blocks.append(Table(("Property", "Value"), tuple(rows)))
    blocks.append(Choices(tuple(_buttons(turn, node, can_collapse, collapsed))))
    field = Field("text", "Your question", FieldKind.TEXT, least=1, most=LONGEST_QUESTION)
    blocks.append(Form(f"Ask about {node.name}", (field,), "Ask", _do(turn, Verb.ABOUT, node)))
    return Reply("", turn.question, tuple(blocks), private=True)


def _do(turn: Turn, verb: Verb, node: NodeLine) -> str:
    return str(Action(verb, turn.id, node.number))


def _buttons(turn: Turn, node: NodeLine, can_collapse: bool, collapsed: bool) -> Iterator[Choice]:
    yield Choice("Explain", _do(turn, Verb.EXPLAIN, node))
    yield Choice("Give examples", _do(turn, Verb.EXAMPLES, node))
    yield Choice("Browse from here", _do(turn, Verb.BROWSE, node))
    if collapsed:
        yield Choice("Unfold its leaves", _do(turn, Verb.OPEN, node))
    elif can_collapse:
        yield Choice("Fold its leaves away", _do(turn, Verb.COLLAPSE, node), "they turn grey in the text")
    yield _wrong(turn, node)


def _wrong(turn: Turn, node: NodeLine) -> Choice:
    return Choice("Remove", _do(turn, Verb.TRIM, node), "it was misread", look=Look.SUBTLE)


def _unknown(turn: Turn, node: NodeLine, others: Sequence[NodeLine]) -> Reply:
    blocks: list[Block] = [Notice(unknown_words(node.name), Tone.INFO)]
    form = merge_form(turn, others, node)
    if form:
        blocks.append(form)
    else:
        blocks.append(Choices((Choice("Say what it means", str(Action(Verb.PICTURE, turn.id))),)))
    if node.number:
        blocks.append(Choices((_wrong(turn, node),)))
    return Reply("", turn.question, tuple(blocks), private=True)
