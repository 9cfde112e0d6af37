"""What is shown of an entity without a question: what it is, what lies around it, and the way to another. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kgcore.drawing.palette import type_colour
from kgcore.english.agreement import VerbWords, capitalise, is_plural, join_words
from kgcore.english.inflection import indefinite_article, passive_voice
from kgcore.evidence.findings import fact_sentence, rests_on
from kgcore.values.actions import View
from kgcore.values.message import Action
from kgcore.values.message import Verb as ActionVerb
from kgcore.values.model import Edge, Entity, Neighbour, Path, count_papers
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    EntityRef,
    Field,
    FieldKind,
    Form,
    Inline,
    Look,
    Plain,
    Strong,
    Text,
)
from kgcore.values.text import clean_line, shorten
from kgcore.values.thread import Turn
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import (
    article_before_object,
    determiner,
    name_at_start,
    name_in_sentence,
    name_without_article,
    papers_count,
    predicate_verb,
    relation_words,
)

# --- The neighbours of one type, listed by what joins them to the entity.

MOST_IN_LINE = 20
_Key = tuple[str, bool, bool]  # predicate, denied, whether it leads from the entity to the neighbour
_Line = list[tuple[Neighbour, list[Edge]]]


def relation_listing(
    turn: Turn, type: str, count: int, numbers: Mapping[str, int], vocabulary: Vocabulary
) -> Iterator[Text]:
    """Yield a heading and a line for every relation: "Treats: stroke (3 papers), …"; most papers first."""
    near = [n for n in turn.around if n.entity.type == type]
    kinds = capitalise(type_words(type, count != 1))
    shown = f"{count:,}" if len(near) == count else f"the {len(near)} best documented of {count:,}"
    yield Text((Strong(f"{kinds} ({shown})"),))
    for key, line in _lines(turn.focus[0], near, vocabulary).items():
        line.sort(key=lambda one: -count_papers(one[1]))
        yield Text(tuple(_words(turn.focus[0], key, line, numbers, vocabulary)), level=1)


def _lines(centre: Entity, near: list[Neighbour], vocabulary: Vocabulary) -> dict[_Key, _Line]:
    lines: dict[_Key, dict[str, tuple[Neighbour, list[Edge]]]] = {}
    for neighbour in near:
        for edge in neighbour.edges:
            outward = edge.subject == centre.id or vocabulary.symmetric(edge.predicate)
            line = lines.setdefault((edge.predicate, edge.negated, outward), {})
            line.setdefault(neighbour.entity.id, (neighbour, []))[1].append(edge)
    found = {key: list(line.values()) for key, line in lines.items()}
    return dict(sorted(found.items(), key=lambda one: -sum(count_papers(edges) for _, edges in one[1])))


def _words(
    centre: Entity, key: _Key, line: _Line, numbers: Mapping[str, int], vocabulary: Vocabulary
) -> Iterator[Inline]:
    outward = key[2]
    yield Strong(f"{capitalise(_heading(centre, key, line[0][0].entity, vocabulary))}: ")
    for n, (neighbour, edges) in enumerate(line[:MOST_IN_LINE]):
        entity = neighbour.entity
        the = article_before_object(vocabulary.get(key[0]), entity) if outward else ""
        yield Plain(f"{', ' if n else ''}{the or determiner(entity)}")
        yield EntityRef(name_without_article(entity), numbers.get(entity.id, 0), entity.type, type_colour(entity.type))
        yield Plain(f" ({_rests_on(edges)})")
    if len(line) > MOST_IN_LINE:
        yield Plain(f" and {len(line) - MOST_IN_LINE} more")


def _heading(centre: Entity, key: _Key, neighbour: Entity, vocabulary: Vocabulary) -> str:
    """Return "treats", "is not prevented by", or, where English has no passive, "what raises the risk of stroke"."""
    name, denied, outward = key
    predicate = vocabulary.get(name)
    if outward:
        return relation_words(predicate, centre, neighbour, negated=denied)
    passive = passive_voice(predicate_verb(predicate, centre).finite()) or vocabulary.passive(name)
    if passive:
        return VerbWords.of(passive).finite(plural=is_plural(centre.name), negated=denied)
    words = predicate_verb(predicate, centre).finite(negated=denied)
    return f"what {words} {article_before_object(predicate, centre)}{name_in_sentence(centre)}"


def _rests_on(edges: list[Edge]) -> str:
    papers = count_papers(edges)
    return papers_count(papers) if papers else rests_on(edges[0])


# --- What joins two entities, in words: the graph's own statements, and the specific ways through a third.

MOST_EDGES = 8
MOST_OF_A_HOP = 2


def connection_lines(turn: Turn, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Iterator[Text]:
    """Yield how the two entities are joined, directly and by way of others, or that nothing specific joins them."""
    one, other = turn.focus[:2]
    known = {e.id: e for e in turn.focus}
    ends = f"{name_in_sentence(one)} and {name_in_sentence(other)}"
    if not turn.direct and not turn.ways:
        yield Text((Plain(
            f"Nothing specific links {ends}: the graph has no statement about the two, and no indirect link through "
            "one other entity, but for such as are linked to nearly everything."
        ),))  # fmt: skip
        return
    if turn.direct:
        yield Text((Strong("Directly: "), Plain(f"{_facts(turn.direct, known, vocabulary, MOST_EDGES)}.")))
    else:
        yield Text((Plain(f"The graph has no statement about {ends} themselves; there is "
                          f"{'a way' if len(turn.ways) == 1 else 'more than one way'} of two steps."),))  # fmt: skip
    for way in turn.ways:
        yield _way(way, numbers, vocabulary)
    if turn.direct and not turn.ways:
        yield Text((Plain("No specific link through a third entity was found."),))


def _way(way: Path, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Text:
    known = {e.id: e for e in way.nodes}
    inner = way.nodes[1]
    name = EntityRef(name_without_article(inner), numbers.get(inner.id, 0), inner.type, type_colour(inner.type))
    hops = "; ".join(_facts(hop, known, vocabulary, MOST_OF_A_HOP) for hop in way.edges)
    return Text((Strong(f"By way of {determiner(inner)}"), name, Plain(f": {hops}.")), level=1)


def _facts(edges: Sequence[Edge], known: Mapping[str, Entity], vocabulary: Vocabulary, most: int) -> str:
    ranked = sorted(edges, key=lambda e: -e.cited)
    facts = list(dict.fromkeys(fact_sentence(edge, known, vocabulary) for edge in ranked))
    more = [f"{len(facts) - most} more"] if len(facts) > most else []
    return "; ".join([*facts[:most], *more])


MOST_IN_MENU = 60
LONGEST_ABOUT = 300  # characters of a description
LONGEST_QUESTION = 500
LONGEST_NAME = 200


def browse_blocks(turn: Turn, view: View, numbers: Mapping[str, int], vocabulary: Vocabulary) -> list[Block]:
    """Return the blocks of a browsing turn: words, types to unfold, where to go on, and forms."""
    if not turn.focus:
        return [Text((Plain("This entity is no longer in the graph."),))]
    blocks: list[Block] = [Text(_opening(turn, numbers))]
    if len(turn.focus) > 1:
        blocks += connection_lines(turn, numbers, vocabulary)
    for index, (type, count) in enumerate(types_around(turn)):
        if group_of(turn, index) in view.opened and any(n.entity.type == type for n in turn.around):
            blocks += relation_listing(turn, type, count, numbers, vocabulary)
    return [*blocks, *_choices(turn, view, numbers), *_forms(turn, numbers)]


def types_around(turn: Turn) -> tuple[tuple[str, int], ...]:
    """Return the types of what lies around the entity, with how many there are, most first; buttons count by it."""
    if turn.around_counts:
        return turn.around_counts
    known = Counter(n.entity.type for n in turn.around)
    return tuple(sorted(known.items(), key=lambda one: (-one[1], one[0])))


def group_of(turn: Turn, index: int) -> str:
    """Return what `View.opened` calls the neighbours of the type with that index; "" where there is none."""
    types = types_around(turn)
    return f"{turn.focus[0].id}|{types[index][0]}" if turn.focus and 0 <= index < len(types) else ""


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _opening(turn: Turn, numbers: Mapping[str, int]) -> tuple[Inline, ...]:
    centre = turn.focus[0]
    name = EntityRef(name_at_start(centre), numbers.get(centre.id, 0), centre.type, type_colour(centre.type))
    about = _about(centre)
    return (name, Plain(f"{_kind(centre)}. {f'{about} ' if about else ''}{_around(turn)}"))


def _kind(entity: Entity) -> str:
    if not entity.type:
        return ""
    several = is_plural(entity.name)
    kind = type_words(entity.type, several)
    return f" ({kind})" if several else f" ({indefinite_article(kind)} {kind})"


def _about(entity: Entity) -> str:
    words = shorten(clean_line(entity.description), LONGEST_ABOUT)
    return words if not words or words.endswith((".", "!", "?", "…")) else f"{words}."


def _around(turn: Turn) -> str:
    types = types_around(turn)
    total = sum(count for _, count in types)
    if not total:
        return "Nothing in the graph is linked to it."
    kinds = join_words(of_type(type, count) for type, count in types)
    if total == 1:
        return f"One entity is linked to it: {kinds}."
    less = f" The {len(turn.around)} best documented are listed here." if len(turn.around) < total else ""
    return f"{total:,} entities are linked to it: {kinds}.{less}"


def of_type(type: str, count: int) -> str:
    """Return "12 disorders", "1 gene"; of no known type: "3 more"."""
    return f"{count:,} {type_words(type, count != 1) if type else 'more'}"


# ── what can be done ────────────────────────────────────────────────────────────────────────────────────────────────


def _choices(turn: Turn, view: View, numbers: Mapping[str, int]) -> Iterator[Choices]:
    kinds = []
    at_hand = {n.entity.type for n in turn.around}
    for index, (type, count) in enumerate(types_around(turn)):
        if type not in at_hand:
            continue
        on = group_of(turn, index) in view.opened
        action = str(Action(ActionVerb.UNFOLD, turn.id, index))
        kinds.append(Choice(of_type(type, count), action, "fold away" if on else "list them", on=on))
    if kinds:
        yield Choices(tuple(kinds), title="What lies around it")
    others = [_onward(e, turn, numbers) for e in turn.focus[1:] if numbers.get(e.id)]
    menu = [
        _onward(n.entity, turn, numbers) for n in turn.around if numbers.get(n.entity.id) and n.entity not in turn.focus
    ]
    if others or menu:
        yield Choices(tuple(others), tuple(menu[:MOST_IN_MENU]), "Go on from")


def _onward(entity: Entity, turn: Turn, numbers: Mapping[str, int]) -> Choice:
    number = numbers[entity.id]
    hint = type_words(entity.type, False) if entity.type else ""
    return Choice(name_at_start(entity), str(Action(ActionVerb.BROWSE, turn.id, number)), hint, number, Look.NORMAL)


def _forms(turn: Turn, numbers: Mapping[str, int]) -> Iterator[Form]:
    centre = turn.focus[0]
    other = Field("name", "To which entity?", FieldKind.TEXT, most=LONGEST_NAME, names=True)
    yield Form(
        f"Find the way from {name_in_sentence(centre)} to …",
        (other,),
        "Find the way",
        str(Action(ActionVerb.WAY, turn.id)),
    )
    if number := numbers.get(centre.id):
        ask = Field("text", "Your question", FieldKind.TEXT, most=LONGEST_QUESTION)
        yield Form(
            f"Ask about {name_in_sentence(centre)}", (ask,), "Ask", str(Action(ActionVerb.ABOUT, turn.id, number))
        )
