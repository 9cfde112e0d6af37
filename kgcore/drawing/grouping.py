"""A large picture made readable: leaves of one type around one node become one counted node (pure).

A leaf is a node with exactly one neighbour, its anchor. A group's key is "<anchor's number>|<type>"; leaves that a
person folded away are the group "<anchor's number>|".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.drawing.picture import (
    MOST_NODES,
    WEIGHT,
    Member,
    Picture,
    PictureEdge,
    PictureNode,
    Tally,
    without_nodes,
)
from kgcore.drawing.text import clean_label, is_denial
from kgcore.values.reply import Sign
from kgcore.verdicts import Verdict
from kgcore.vocabulary.types import type_words

LEAST_NODES = 15  # nodes up to which a picture stays as it is
LEAST_MEMBERS = 3
GHOSTS = "?"  # stands in a key for the type of mentions that are not in the graph
UNTYPED = "-"  # and for that of entities without one
OTHERS = "*"  # and for leaves of several types
EARLIER = "<"  # and for those of earlier answers
TODAY = ">"
MOST_BESIDE = 5  # nodes of earlier answers beside which today's have all their room
HISTORY_FOLDS = 9  # nodes beyond which what earlier answers named goes together first
SEVERAL = "several relations"
_SAID = 2  # relations that are written on the line of a counted node


def group_leaves(
    picture: Picture,
    collapsed: Collection[int] = (),
    opened: Collection[str] = (),
    *,
    least_nodes: int = LEAST_NODES,
) -> Picture:
    """Return the picture with the leaves of `collapsed` nodes folded away, and grouped where it has too many nodes.

    Beyond `least_nodes`, leaves of one type around one anchor are counted in one node, at least three in each; the
    most telling ones stay as far as that many nodes allow. Where this is not enough, leaves of several types go
    together. The question's nodes are never hidden, and a collapsed node is never counted in a group. `opened` are
    keys of groups that stay open; "<number>|" opens all of that anchor, folded leaves among them.
    """
    found = _folds(picture, collapsed, opened)
    kept = frozenset(collapsed)
    if _size(picture, found) > HISTORY_FOLDS:
        found += [g for g in _classes(picture, found, kept, opened, _of_history) if g.kind != TODAY]
    room = _left_of_history(picture, found)  # what is left of earlier answers takes none from today's
    spare = least_nodes + room - _size(picture, found)
    if spare < 0:
        found += _chosen(picture, _classes(picture, found, kept, opened, kind_of), spare)
    spare = max(least_nodes, LEAST_NODES) + room - _size(picture, found)
    if spare < 0:
        found += _chosen(picture, _classes(picture, found, kept, opened, lambda _: OTHERS), spare)
    return _drawn(picture, found) if found else picture


def fold_history_first(picture: Picture, collapsed: Collection[int] = (), opened: Collection[str] = ()) -> Picture:
    """Return the picture as `group_leaves` makes it, with all of today's as far as they have room.

    What earlier answers named is left out, the furthest from today's first, before leaves of today's are counted.
    """
    shown = group_leaves(picture, collapsed, opened)
    while _counts_today(shown):
        far = _furthest_earlier(shown)
        if not far:
            return group_leaves(picture, collapsed, opened, least_nodes=MOST_NODES[0])
        picture = without_nodes(picture, far)
        shown = group_leaves(picture, collapsed, opened)
    return shown


def _counts_today(shown: Picture) -> bool:
    """Return whether leaves of today's are counted that nobody folded away."""
    return any(n.fresh and not n.group.endswith("|") for n in counted_nodes(shown))


def _furthest_earlier(shown: Picture) -> frozenset[int]:
    """Return the numbers of the node, or of those counted in it, that only earlier answers named and that is furthest
    from what today's did.
    """
    around: dict[int, set[int]] = {n.number: set() for n in shown.nodes}
    for edge in shown.edges:
        around[edge.source].add(edge.target)
        around[edge.target].add(edge.source)
    near = {n.number for n in shown.nodes if n.fresh or n.focus}
    rest = [n for n in shown.nodes if n.number not in near]
    left = {n.number for n in rest}
    while found := {other for number in near for other in around[number] & left}:
        near, left = found, left - found
    last = left or near
    furthest = max(
        (n for n in rest if n.number in last), key=lambda n: (-len(around[n.number]), n.number), default=None
    )
    if furthest is None:
        return frozenset()
    return frozenset(m.number for m in furthest.members) or frozenset({furthest.number})


def collapsible_leaves(picture: Picture, number: int) -> tuple[int, ...]:
    """Return the numbers of the leaves that collapsing this node would fold away."""
    anchors = _anchors(picture)
    return tuple(n.number for n in picture.nodes if anchors.get(n.number) == number)


def folded_nodes(picture: Picture, collapsed: Collection[int], opened: Collection[str] = ()) -> frozenset[int]:
    """Return the numbers of the nodes that are folded away with these collapsed nodes."""
    return frozenset(m for group in _folds(picture, collapsed, opened) for m in group.members)


def counted_nodes(picture: Picture) -> tuple[PictureNode, ...]:
    """Return the counted nodes."""
    return tuple(n for n in picture.nodes if n.members)


# ── what goes together ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Group:
    """Leaves to be drawn as one node, by number; `same_kind` counts all leaves of that kind around the anchor."""

    anchor: int
    kind: str
    members: tuple[int, ...]
    same_kind: int

    @property
    def key(self) -> str:
        return f"{self.anchor}|{self.kind}"


def _anchors(picture: Picture) -> dict[int, int]:
    """Return the anchor of every leaf that may be hidden."""
    around: dict[int, set[int]] = {n.number: set() for n in picture.nodes}
    for edge in picture.edges:
        around[edge.source].add(edge.target)
        around[edge.target].add(edge.source)
    counted = {n.number for n in counted_nodes(picture)}
    lone = {n: next(iter(others)) for n, o in around.items() if len(others := o - {n}) == 1}
    shown = {n.number for n in picture.nodes if n.focus} | counted
    return {leaf: anchor for leaf, anchor in lone.items() if leaf not in shown and anchor not in counted}


def _folds(picture: Picture, collapsed: Collection[int], opened: Collection[str]) -> list[_Group]:
    found: list[_Group] = []
    gone: set[int] = set()
    anchors = _anchors(picture)
    for node in picture.nodes:
        if node.number in collapsed and node.number not in gone and f"{node.number}|" not in opened:
            members = tuple(n.number for n in picture.nodes if anchors.get(n.number) == node.number)
            gone |= set(members)
            found += [_Group(node.number, "", members, len(members))] if members else []
    return found


def _classes(
    picture: Picture,
    done: Sequence[_Group],
    kept: frozenset[int],
    opened: Collection[str],
    kind: Callable[[PictureNode], str],
) -> list[_Group]:
    """Return what may be grouped besides: three or more leaves of one kind around one anchor, none of them `kept`."""
    gone = {m for group in done for m in group.members} | kept
    together: dict[tuple[int, str], list[int]] = {}
    anchors = _anchors(picture)
    for node in picture.nodes:
        own = f"{anchors.get(node.number)}|{kind_of(node)}"
        if node.number in anchors and node.number not in gone and own not in opened:
            together.setdefault((anchors[node.number], kind(node)), []).append(node.number)
    found = (_Group(anchor, kind, tuple(some), len(some)) for (anchor, kind), some in together.items())
    return [g for g in found if len(g.members) >= LEAST_MEMBERS and not {g.key, f"{g.anchor}|"} & set(opened)]


def _size(picture: Picture, found: Sequence[_Group]) -> int:
    return len(picture.nodes) - sum(len(g.members) - 1 for g in found)


def _left_of_history(picture: Picture, found: Sequence[_Group]) -> int:
    """Return how many nodes of earlier answers are still drawn beside today's, as far as a picture can bear them."""
    if not any(n.fresh for n in picture.nodes):
        return 0
    gone = {m for group in found for m in group.members}
    left = sum(not n.fresh and not n.focus and n.number not in gone for n in picture.nodes)
    return min(left, MOST_BESIDE)


def kind_of(node: PictureNode) -> str:
    """Return what stands in a key for a node's type."""
    return GHOSTS if node.ghost else node.type.replace("|", "/").strip() or UNTYPED


def _of_history(node: PictureNode) -> str:
    return TODAY if node.fresh else EARLIER


def _chosen(picture: Picture, classes: Sequence[_Group], spare: int) -> list[_Group]:
    """Return the groups without the most telling leaves; `spare` is how many nodes are left (below 0: too many)."""
    spare += sum(len(g.members) - 1 for g in classes)
    members = {g.key: list(g.members) for g in classes}
    of = {m: g.key for g in classes for m in g.members}
    for leaf in sorted(of, key=_telling(picture), reverse=True):
        together = members[of[leaf]]
        cost = LEAST_MEMBERS - 1 if len(together) == LEAST_MEMBERS else 1
        if leaf in together and cost <= spare:
            spare -= cost
            members[of[leaf]] = [m for m in together if m != leaf] if cost == 1 else []
    return [replace(g, members=tuple(members[g.key])) for g in classes if members[g.key]]


Importance = tuple[bool, bool, int, int, int]


def _telling(picture: Picture) -> Callable[[int], Importance]:
    """Return how much a leaf tells: of the newest answer, in dispute or unsettled, well documented."""
    best: dict[int, Importance] = {n.number: (n.fresh, not n.ghost, 0, 0, -abs(n.number)) for n in picture.nodes}
    for edge in picture.edges:
        papers = edge.papers_for + edge.papers_against
        for end in (edge.source, edge.target):
            fresh, real, weight, most, number = best[end]
            best[end] = (fresh, real, max(weight, WEIGHT[edge.verdict]), max(most, papers), number)
    return best.__getitem__


# ── how it is drawn ─────────────────────────────────────────────────────────────────────────────────────────────────


def _drawn(picture: Picture, found: Sequence[_Group]) -> Picture:
    lowest = min(0, *(n.number for n in picture.nodes))
    numbered = {lowest - place: group for place, group in enumerate(found, 1)}
    stands_for = {m: number for number, group in numbered.items() for m in group.members}
    nodes: list[PictureNode] = []
    for node in picture.nodes:
        number = stands_for.get(node.number, node.number)
        if number == node.number:
            nodes.append(node)
        elif numbered[number].members[0] == node.number:
            nodes.append(_counted(picture, number, numbered[number]))
    edges = _edges(picture.edges, stands_for)
    return Picture(tuple(nodes), tuple(edges), picture.progress, picture.more)


def _counted(picture: Picture, number: int, group: _Group) -> PictureNode:
    nodes = [picture.node(m) for m in group.members]
    types = {n.type for n in nodes}
    members = tuple(Member(n.number, n.name) for n in nodes)
    fresh = any(n.fresh for n in nodes)
    return PictureNode(
        number, _name(group), types.pop() if len(types) == 1 else "", fresh, group=group.key, members=members
    )


def _name(group: _Group) -> str:
    count = len(group.members)
    if not group.kind:
        return f"{count} folded away"
    more = " more" if count < group.same_kind else ""
    match group.kind:
        case "?":
            return f"{count}{more} not in the graph"
        case "*":
            return f"{count} others"
        case "<":
            return f"{count} from earlier answers"
        case "-":
            return f"{count}{more or ' others'}"
        case type:
            return f"{count}{more} {clean_label(type_words(type))}"


_Line = tuple[int, Sign, str]  # a counted node, and what relations have in common that share a line to it


def _edges(edges: Sequence[PictureEdge], stands_for: Mapping[int, int]) -> Iterator[PictureEdge]:
    """Give the edges of hidden leaves to the node that stands for them, one for all of one sign and direction."""
    line_of: dict[int, _Line] = {}  # by leaf: that on which stands, too, what it is to itself
    merged: dict[_Line, list[PictureEdge]] = {}
    for edge in sorted(edges, key=lambda e: e.source == e.target):
        leaf = edge.source if edge.source in stands_for else edge.target
        if leaf in stands_for:
            way = "" if not edge.directed else "from" if edge.source == leaf else "to"
            line = line_of[leaf] if edge.source == edge.target else (stands_for[leaf], edge.sign, way)
            line_of.setdefault(leaf, line)
            merged.setdefault(line, []).append(edge)
    begun = {id(some[0]): line for line, some in merged.items()}
    for edge in edges:
        if edge.source not in stands_for and edge.target not in stands_for:
            yield edge
        elif id(edge) in begun:
            yield _merged(merged[begun[id(edge)]], begun[id(edge)][0], stands_for)


def _merged(edges: Sequence[PictureEdge], number: int, stands_for: Mapping[int, int]) -> PictureEdge:
    outer = [e for e in edges if e.source != e.target]
    anchor = next(end for e in outer for end in (e.source, e.target) if end not in stands_for)
    about = {end for e in outer for end in (e.source, e.target)} - {anchor}
    members = sum(counted == number for counted in stands_for.values())
    verdicts = Counter(e.verdict for e in edges)
    tally: Tally = tuple((v, verdicts[v]) for v in (*Verdict, None) if verdicts[v])
    source, target = (number, anchor) if outer[0].target == anchor else (anchor, number)
    return PictureEdge(
        tuple(sorted({c for e in edges for c in e.claims})),
        source,
        target,
        _label(outer),
        tally[0][0] if len(tally) == 1 else None,
        sum(e.papers_for for e in edges),
        sum(e.papers_against for e in edges),
        any(e.fresh for e in edges),
        all(e.hop for e in edges),
        outer[0].directed,
        speakers=tuple(dict.fromkeys(s for e in edges for s in e.speakers)),
        tally=tally,
        own=all(e.own for e in edges),
        share=len(about) if len(about) < members else 0,
    )


_OF_MANY = {"is": "are", "does": "do", "has": "have"}


def _of_many(label: str) -> str:
    """Return a relation in the words for many: "treat" for "treats"."""
    verb, space, rest = label.partition(" ")
    return f"{_OF_MANY.get(verb) or verb.removesuffix('s')}{space}{rest}"


def _label(edges: Sequence[PictureEdge]) -> str:
    """Return what all say, or the commonest of it; where a verdict might seem to be about it, all or nothing."""
    words = [word for e in edges for word in e.label.split(", ")]
    singular = {_of_many(word): word for word in sorted(words)}  # "treats" beside "treat" says it once
    said = Counter(singular[_of_many(word)] for word in words)
    if len(said) <= _SAID:
        return ", ".join(said)
    plain = all(e.verdict is None for e in edges) and not any(map(is_denial, said))
    return ", ".join(word for word, _ in said.most_common(_SAID)) + " …" if plain else SEVERAL
