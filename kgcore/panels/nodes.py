"""The nodes of a thread as one can choose among them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgcore.drawing.text import short
from kgcore.explore import ends
from kgcore.language.english import clean
from kgcore.model import Claim, Entity
from kgcore.reply import Option
from kgcore.thread import Turn

LONGEST_KEY = 100  # characters; a longer mention is half a sentence: it is shown cut, and no form could carry it


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node: its number in the thread (0: none), its key, name and type.

    `key` is the entity's id, or "?" and the words of a mention that the graph does not know.
    """

    number: int
    key: str
    name: str
    type: str = ""

    @property
    def known(self) -> bool:
        """Whether the graph knows it."""
        return not self.key.startswith("?")

    @property
    def value(self) -> str:
        """What stands for it in a form: its number, or its key where it has none."""
        return str(self.number) if self.number else self.key

    @property
    def option(self) -> Option:
        """The node as something that a field can be set to."""
        return Option(self.value, self.name if self.known else f"“{self.name}” (not in the graph)", self.number)


def node_lines(turns: Sequence[Turn], numbers: Mapping[str, int]) -> tuple[NodeLine, ...]:
    """Return the nodes of the turns by number, then the mentions that the graph does not know and that have none.

    They are those of the questions, of the claims that count, of their paths, and of what was browsed.
    """
    found: dict[str, NodeLine] = {}
    for turn in turns:
        for entity in _entities(turn):
            if number := numbers.get(entity.id, 0):
                found.setdefault(entity.id, NodeLine(number, entity.id, clean(entity.name), entity.type))
        for _, claim in turn.counted:
            for key, words in _unknown(claim):
                number = numbers.get(key, 0)
                if number or len(key) <= LONGEST_KEY:
                    found.setdefault(key, NodeLine(number, key, words))
    return tuple(sorted(found.values(), key=lambda node: (node.number == 0, node.number)))


def node_of(nodes: Sequence[NodeLine], value: str) -> NodeLine | None:
    """Return the node that a form's value means; None where it means none of these."""
    return next((n for n in nodes if n.value == value), None)


def _entities(turn: Turn) -> Iterator[Entity]:
    yield from turn.focus
    for _, claim in turn.counted:
        yield from (side.entity for side in (claim.subject, claim.object) if side)
        yield from claim.path.nodes if claim.path else ()
        yield from (claim.carrier,) if claim.carrier else ()
    yield from (n.entity for n in turn.around)
    yield from (entity for way in turn.ways for entity in way.nodes)


def _unknown(claim: Claim) -> Iterator[tuple[str, str]]:
    for key, mention in zip(ends(claim), (claim.subject_mention, claim.object_mention), strict=True):
        if key.startswith("?") and len(key) > 1:
            yield key, short(mention.text, LONGEST_KEY)
