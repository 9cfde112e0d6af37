"""What a picture shows: nodes and edges as frozen values, free of any layout or file format."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.model import Verdict

Tally = tuple[tuple[Verdict | None, int], ...]  # how many relations came out how


@dataclass(frozen=True, slots=True)
class Member:
    """One of the nodes that a counted node stands for."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Node:
    """An entity. `number` is its number in the thread, shown small and used for hovering.

    `unknown` (or a number below 1) marks a ghost: a mention that the graph does not know; it is drawn dashed.
    `fresh`: named by the newest answer; `focus`: named by the question. A node with `members` stands for them all and
    is called "7 more disorders"; `group` is its key, its number is below 1.
    """

    number: int
    name: str
    type: str = ""
    fresh: bool = True
    focus: bool = False
    group: str = ""
    members: tuple[Member, ...] = ()
    unknown: bool = False

    @property
    def ghost(self) -> bool:
        """Whether this is a mention without an entity."""
        return (self.unknown or self.number < 1) and not self.members

    @property
    def weight(self) -> int:
        """How many entities it stands for."""
        return len(self.members) or 1


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation between two nodes, by their numbers; `claims` are the numbers of the reply's claims that state it.

    `label` is the relation in words ("does not prevent"), `note` what the graph says instead, if anything.
    `verdict` None: context that no claim states. `hop`: part of evidence that runs through a node in between.
    `speakers` say it. An edge with a `tally` stands for several, whose verdicts it counts.
    """

    claims: tuple[int, ...]
    source: int
    target: int
    label: str
    verdict: Verdict | None = None
    papers_for: int = 0
    papers_against: int = 0
    fresh: bool = True
    hop: bool = False
    directed: bool = True
    note: str = ""
    speakers: tuple[str, ...] = ()
    tally: Tally = ()

    @property
    def various(self) -> bool:
        """Whether it stands for relations that came out differently."""
        return len(self.tally) > 1


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes with distinct numbers, and edges between them; `progress` is (explored, total), drawn as a small ring.

    `more` counts the entities that were left out.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    progress: tuple[int, int] | None = None
    more: int = 0

    def __post_init__(self) -> None:
        numbers = {n.number for n in self.nodes}
        if len(numbers) != len(self.nodes):
            raise ValueError("every node of a picture has a number of its own")
        if any(e.source not in numbers or e.target not in numbers for e in self.edges):
            raise ValueError("an edge of a picture joins two of its nodes")

    def node(self, number: int) -> Node:
        """Return the node with that number (KeyError when there is none)."""
        for node in self.nodes:
            if node.number == number:
                return node
        raise KeyError(number)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A drawn picture: PNG bytes (sizes in pixels, at most 1024 each way) and the same as SVG."""

    png: bytes
    svg: str
    width: int
    height: int
