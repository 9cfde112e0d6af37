"""What a question needs from the graph, in a handful of round trips. Pure: fetching is elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import assert_never

from kgcore.intent import (
    About,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Which,
    Why,
    YesNo,
    compared,
)
from kgcore.model import Edge, Entity, Kin, Neighbourhood, Path

Pair = tuple[str, str]

_WIDE = 400  # neighbours looked at where a question asks for some of a kind
NEAR = 60  # and where the best will do
KIN = 4  # broader and narrower entities looked at, per entity
MOST = 20  # entities of a digest that are looked at together


@dataclass(frozen=True, slots=True)
class Needs:
    """What to fetch: edges between pairs, two-hop paths of pairs, the `top` neighbours of entities."""

    pairs: tuple[Pair, ...] = ()
    paths: tuple[Pair, ...] = ()
    neighbourhoods: tuple[str, ...] = ()
    top: int = NEAR


@dataclass(frozen=True, slots=True)
class Fetched:
    """What the graph gave; keys as in its port."""

    kin: Mapping[str, Sequence[Kin]] = field(default_factory=dict)
    edges: Mapping[Pair, Sequence[Edge]] = field(default_factory=dict)
    paths: Mapping[Pair, Sequence[Path]] = field(default_factory=dict)
    neighbourhoods: Mapping[str, Neighbourhood] = field(default_factory=dict)


def plan(intent: Intent, kin: Mapping[str, Sequence[Kin]]) -> Needs:
    """Return what to fetch; `kin` are those of `named(intent)`."""
    match intent:
        case YesNo(subject, object) | Why(subject, object):
            pair = (subject.id, object.id)
            return Needs(_distinct([pair, *_of_kin([pair], kin)]), (pair,), pair)
        case Which(entity) | About(entity) | Examples(entity):
            relatives_of = _kin(entity.id, kin)
            ties = [(entity.id, k) for k in relatives_of]
            return Needs(tuple(ties), (), (entity.id, *relatives_of), _WIDE)
        case Compare(topic=topic):
            some = compared(intent)
            with_topic = [(x.id, topic.id) for x in some] if topic else []
            return Needs(_distinct([*_couples(some), *with_topic]), (), tuple(e.id for e in some), _WIDE)
        case Open(entities):
            pairs = _couples(entities)
            return Needs(pairs, pairs[:6], tuple(e.id for e in entities))
        case Connect(entities):
            pairs = _couples(entities)
            return Needs(_distinct([*pairs, *_of_kin(pairs, kin)]), pairs, tuple(e.id for e in entities))
        case More(entities):
            pairs = _couples(entities)
            return Needs(pairs, (), tuple(e.id for e in entities), _WIDE)
        case Digest(entities):
            return Needs(_couples(entities[:MOST]))
        case _:
            assert_never(intent)


def _of_kin(pairs: Iterable[Pair], kin: Mapping[str, Sequence[Kin]]) -> Iterable[Pair]:
    """Yield, for each pair, either side's relatives with the other side, and the edges that tie them to their own."""
    for a, b in pairs:
        yield from ((k, b) for k in _kin(a, kin))
        yield from ((a, k) for k in _kin(b, kin))
        yield from ((e, k) for e in (a, b) for k in _kin(e, kin))


def _kin(id: str, kin: Mapping[str, Sequence[Kin]]) -> list[str]:
    return [k.entity.id for k in kin.get(id, ())][:KIN]


def _couples(entities: Sequence[Entity]) -> tuple[Pair, ...]:
    return tuple((x.id, y.id) for x, y in combinations(entities, 2))


def _distinct(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(p for p in dict.fromkeys(pairs) if p[0] != p[1])
