"""What joins two entities, in words: the graph's own statements, and the specific ways through a third. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kgcore.drawing.palette import type_colour
from kgcore.evidence.facts import fact
from kgcore.model import Edge, Entity, Path
from kgcore.reply import EntityRef, Plain, Strong, Text
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary
from kgcore.wording import bare, determiner, mid

MOST_EDGES = 8
MOST_OF_A_HOP = 2


def joined(turn: Turn, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Iterator[Text]:
    """Yield how the two entities are joined, directly and by way of others, or that nothing specific joins them."""
    one, other = turn.focus[:2]
    known = {e.id: e for e in turn.focus}
    ends = f"{mid(one)} and {mid(other)}"
    if not turn.direct and not turn.ways:
        yield Text((Plain(
            f"Nothing specific joins {ends}: the graph has no statement about the two, and no third thing that both "
            "are joined to without being joined to nearly everything."
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
        yield Text((Plain("No specific way through a third thing was found."),))


def _way(way: Path, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Text:
    known = {e.id: e for e in way.nodes}
    inner = way.nodes[1]
    name = EntityRef(bare(inner), numbers.get(inner.id, 0), inner.type, type_colour(inner.type))
    hops = "; ".join(_facts(hop, known, vocabulary, MOST_OF_A_HOP) for hop in way.edges)
    return Text((Strong(f"By way of {determiner(inner)}"), name, Plain(f": {hops}.")), level=1)


def _facts(edges: Sequence[Edge], known: Mapping[str, Entity], vocabulary: Vocabulary, most: int) -> str:
    ranked = sorted(edges, key=lambda e: -len(e.publications))
    facts = list(dict.fromkeys(fact(edge, known, vocabulary) for edge in ranked))
    more = [f"{len(facts) - most} more"] if len(facts) > most else []
    return "; ".join([*facts[:most], *more])
