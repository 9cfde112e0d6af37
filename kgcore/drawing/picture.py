"""What a picture shows: nodes and edges as frozen values, free of any layout or file format; and what of it is kept
where it would be too large to be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from kgcore.drawing.signs import sign_of
from kgcore.values.reply import Sign
from kgcore.verdicts import ROWS, Verdict

Tally = tuple[tuple[Verdict | None, int], ...]  # how many relations came out how


@dataclass(frozen=True, slots=True)
class Member:
    """One of the nodes that a counted node stands for."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PictureNode:
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
class PictureEdge:
    """A relation between two nodes, by their numbers; `claims` are the numbers of the reply's claims that state it.

    `label` is the relation in words ("does not prevent"), `note` what the graph says instead, if anything.
    `verdict` None: context that no claim states. `hop`: part of evidence that runs through a node in between.
    `strongest` is the best design among the papers, "" where none is known. `speakers` say it. An edge with a `tally`
    stands for several, whose verdicts it counts; `share` is how many of its counted node's members it is about, 0 for
    all. `own`: it was written from the graph, against which it cannot be checked, so that it shows no verdict.
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
    own: bool = False
    strongest: str = ""
    share: int = 0

    @property
    def sign(self) -> Sign:
        """Which way its effect goes."""
        return sign_of(self.label)

    @property
    def only_claimed(self) -> bool:
        """Whether somebody says so and the graph holds nothing for it."""
        return self.verdict in {Verdict.CONTRADICTED, Verdict.UNSURE} and not self.hop

    @property
    def badge(self) -> str:
        """The icon of its verdict; "" where there is none to show."""
        return self.verdict.row.drawn if self.verdict and not self.own else ""

    @property
    def various(self) -> bool:
        """Whether it stands for relations that came out differently."""
        return len(self.tally) > 1


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes with distinct numbers, and edges between them; `progress` is (explored, total), drawn as a small ring.

    `more` counts the entities that were left out. `before` is the picture that people saw before this one: what stands
    in both keeps its place.
    """

    nodes: tuple[PictureNode, ...]
    edges: tuple[PictureEdge, ...] = ()
    progress: tuple[int, int] | None = None
    more: int = 0
    before: Picture | None = None

    def __post_init__(self) -> None:
        numbers = {n.number for n in self.nodes}
        if len(numbers) != len(self.nodes):
            raise ValueError("every node of a picture has a number of its own")
        if any(e.source not in numbers or e.target not in numbers for e in self.edges):
            raise ValueError("an edge of a picture joins two of its nodes")

    def node(self, number: int) -> PictureNode:
        """Return the node with that number (KeyError when there is none)."""
        for node in self.nodes:
            if node.number == number:
                return node
        raise KeyError(number)


@dataclass(frozen=True, slots=True)
class RenderedPicture:
    """A drawn picture: PNG bytes (sizes in pixels, at most 1024 each way; b"": not asked for) and the same as SVG."""

    png: bytes
    svg: str
    width: int
    height: int


# ── what is kept ────────────────────────────────────────────────────────────────────────────────────────────────────

WIDEST_LEGIBLE = 858.0  # points: where a client shows a wider picture 400 points wide, its names have less than 7
# At 400 points' width these are about as many names as can be read (7 points each); it depends on the graph's shape,
# so that fewer are tried where they cannot.
MOST_NODES = (18, 15, 13)
MOST_EDGES = 30
KEPT = 15  # nodes that are never too many
WEIGHT: Mapping[Verdict | None, int] = {None: 0, **{verdict: row.rank for verdict, row in ROWS.items()}}


def keep_most_important(picture: Picture, most: int = MOST_NODES[0]) -> Picture:
    """Return the picture with its most important nodes (at most so many) and edges; `more` counts those that went.

    A picture of no more than fifteen nodes keeps them all.
    """
    most = len(picture.nodes) if len(picture.nodes) <= KEPT else most
    if len(picture.nodes) <= most and len(picture.edges) <= MOST_EDGES:
        return picture
    degree = Counter(end for e in picture.edges for end in (e.source, e.target))
    best = Counter[int]()
    for edge in picture.edges:
        for end in (edge.source, edge.target):
            best[end] = max(best[end], WEIGHT[edge.verdict])

    def importance(node: PictureNode) -> tuple[int, ...]:
        return node.focus, node.fresh, not node.ghost, best[node.number], degree[node.number]

    kept = _kept(picture, importance, most)
    edges = [e for e in picture.edges if e.source in kept and e.target in kept]
    chosen = set(sorted(edges, key=_edge_importance, reverse=True)[:MOST_EDGES])
    shown = replace(picture, edges=tuple(e for e in edges if e in chosen), before=None)
    lonely = {n.number for n in picture.nodes if not n.fresh and not n.focus} - _joined(shown.edges)
    return without_nodes(shown, {n.number for n in picture.nodes} - kept | lonely)


def without_nodes(picture: Picture, numbers: Collection[int]) -> Picture:
    """Return the picture without these nodes and those of earlier answers that were joined to them alone; `more`
    counts them.
    """
    edges = tuple(e for e in picture.edges if e.source not in numbers and e.target not in numbers)
    before, joined = _joined(picture.edges), _joined(edges)
    nodes = tuple(
        n
        for n in picture.nodes
        if n.number not in numbers and (n.fresh or n.focus or n.number in joined or n.number not in before)
    )
    more = picture.more + sum(n.weight for n in picture.nodes) - sum(n.weight for n in nodes)
    return replace(picture, nodes=nodes, edges=edges, more=more)


def _joined(edges: Iterable[PictureEdge]) -> set[int]:
    return {end for e in edges for end in (e.source, e.target)}


def _kept(picture: Picture, importance: Callable[[PictureNode], tuple[int, ...]], most: int) -> set[int]:
    """Return the numbers of the nodes that stay: the most important one, and what it is joined to, step by step."""
    around: dict[int, set[int]] = {n.number: set() for n in picture.nodes}
    for edge in picture.edges:
        around[edge.source].add(edge.target)
        around[edge.target].add(edge.source)
    order = sorted(picture.nodes, key=importance, reverse=True)
    place = {n.number: at for at, n in enumerate(order)}
    near = [at for at, n in enumerate(order) if n.focus]  # a heap of places: what may come next
    others = iter(range(len(order)))
    kept: set[int] = set()
    while len(kept) < min(most, len(order)):
        number = order[heappop(near) if near else next(others)].number
        if number not in kept:
            kept.add(number)
            for other in around[number] - kept:
                heappush(near, place[other])
    return kept


def _edge_importance(edge: PictureEdge) -> tuple[bool, int, int]:
    return edge.fresh, WEIGHT[edge.verdict], edge.papers_for + edge.papers_against
