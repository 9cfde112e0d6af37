"""The neighbours of one type, listed by what joins them to the entity. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kgcore.drawing.palette import type_colour
from kgcore.evidence.facts import rests_on
from kgcore.language.english import Verb, capital, is_plural
from kgcore.language.kinds import type_words
from kgcore.language.verbs import passive_voice
from kgcore.model import Edge, Entity, Neighbour
from kgcore.reply import EntityRef, Inline, Plain, Strong, Text
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary
from kgcore.wording import article, bare, determiner, mid, papers_count, relation, verb

MOST_IN_LINE = 20
_Key = tuple[str, bool, bool]  # predicate, denied, whether it leads from the entity to the neighbour
_Line = list[tuple[Neighbour, list[Edge]]]


def listing(turn: Turn, type: str, count: int, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Iterator[Text]:
    """Yield a heading and a line for every relation: "Treats: stroke (3 papers), …"; most papers first."""
    near = [n for n in turn.around if n.entity.type == type]
    kinds = capital(type_words(type, count != 1))
    shown = f"{count:,}" if len(near) == count else f"the {len(near)} best documented of {count:,}"
    yield Text((Strong(f"{kinds} ({shown})"),))
    for key, line in _lines(turn.focus[0], near, vocabulary).items():
        line.sort(key=lambda one: -_papers(one[1]))
        yield Text(tuple(_words(turn.focus[0], key, line, numbers, vocabulary)), level=1)


def _lines(centre: Entity, near: list[Neighbour], vocabulary: Vocabulary) -> dict[_Key, _Line]:
    lines: dict[_Key, dict[str, tuple[Neighbour, list[Edge]]]] = {}
    for neighbour in near:
        for edge in neighbour.edges:
            outward = edge.subject == centre.id or vocabulary.symmetric(edge.predicate)
            line = lines.setdefault((edge.predicate, edge.negated, outward), {})
            line.setdefault(neighbour.entity.id, (neighbour, []))[1].append(edge)
    found = {key: list(line.values()) for key, line in lines.items()}
    return dict(sorted(found.items(), key=lambda one: -sum(_papers(edges) for _, edges in one[1])))


def _words(
    centre: Entity, key: _Key, line: _Line, numbers: Mapping[str, int], vocabulary: Vocabulary
) -> Iterator[Inline]:
    outward = key[2]
    yield Strong(f"{capital(_heading(centre, key, line[0][0].entity, vocabulary))}: ")
    for n, (neighbour, edges) in enumerate(line[:MOST_IN_LINE]):
        entity = neighbour.entity
        the = article(vocabulary.get(key[0]), entity) if outward else ""
        yield Plain(f"{', ' if n else ''}{the or determiner(entity)}")
        yield EntityRef(bare(entity), numbers.get(entity.id, 0), entity.type, type_colour(entity.type))
        yield Plain(f" ({_rests_on(edges)})")
    if len(line) > MOST_IN_LINE:
        yield Plain(f" and {len(line) - MOST_IN_LINE} more")


def _heading(centre: Entity, key: _Key, neighbour: Entity, vocabulary: Vocabulary) -> str:
    """Return "treats", "is not prevented by", or, where English has no passive, "what raises the risk of stroke"."""
    name, denied, outward = key
    predicate = vocabulary.get(name)
    if outward:
        return relation(predicate, centre, neighbour, negated=denied)
    passive = passive_voice(verb(predicate, centre).finite()) or vocabulary.passive(name)
    if passive:
        return Verb.of(passive).finite(plural=is_plural(centre.name), negated=denied)
    words = verb(predicate, centre).finite(negated=denied)
    return f"what {words} {article(predicate, centre)}{mid(centre)}"


def _papers(edges: list[Edge]) -> int:
    return len({p for e in edges for p in e.publications})


def _rests_on(edges: list[Edge]) -> str:
    papers = _papers(edges)
    return papers_count(papers) if papers else rests_on(edges[0])
