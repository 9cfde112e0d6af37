"""Choosing a layout: several are tried, the most readable one wins. Graphviz places, this judges."""

from __future__ import annotations

import itertools
import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from kgcore.drawing.anchoring import Anchors, Boxes, Segment, anchored_boxes, count_crossings
from kgcore.drawing.canvas import legend_entries
from kgcore.drawing.dot import (
    PAIR,
    Box,
    LayoutPlan,
    Placement,
    edge_ends,
    half_lines,
    node_attributes,
    node_looks,
    shift_spline,
    sketch_dot,
    write_dot,
)
from kgcore.drawing.measuring import Layout, measure
from kgcore.drawing.picture import Picture
from kgcore.drawing.routing import Point, lead_lines

Trial = tuple[float, LayoutPlan, Placement]

_GAPS = (("nodesep", "0.2"), ("ranksep", "0.3"))
_NARROW_GAPS = (("nodesep", "0.2"), ("ranksep", "0.2"))  # of two nodes, so that they fit a phone's width
_FORCE = (("overlap", "true"), ("maxiter", "300"))
_CLEAR = (("overlap", "vpsc"), ("sep", "+12,9"))
_UNJOINED, _JOINED = ("splines", "none"), ("splines", "true")  # lines cost most: only the winner gets them
_FORCED = LayoutPlan("nop", (*_CLEAR, _JOINED))  # boxes that springs placed
_ANCHORED = LayoutPlan("nop", (("overlap", "true"), _JOINED))  # boxes that an earlier picture placed
_FORCE_FROM, _FORCE_UP_TO = 3, 44  # nodes; nodes and edges: outside of it, columns read better
# Seeds, and how their springs are drawn out along and up: words are wide, and so are the pictures wanted.
_SEEDS = (("1", 1.1, 0.55), ("2", 1.0, 0.6), ("3", 1.0, 0.65), ("4", 1.1, 0.55), ("5", 0.9, 0.65))
_ROWS_FROM = 600.0  # points: narrower pictures gain nothing by having their leaves in two rows
_CROWD = 4  # leaves on one side of a node
_FURTHER = (("6", 0.9, 0.6), ("7", 0.85, 0.65), ("8", 0.9, 0.55), ("9", 0.85, 0.6))  # where the names are still small
_MANY = 12  # nodes: with more of them, all seeds are tried
_LOOSE = 0.08  # what a force layout must win by, being less orderly
_TALLEST, _WIDEST = 1.15, 2.3  # aspect ratios that chat clients show well
_MARGINS, _ROW = 40.0, 19.0  # points: what stands around, and a row of the legend
_LETTER, _SAMPLE = 6.2, 47.0  # points: a letter of the legend on average, and what else an entry takes
_COMFORTABLE = 480.0  # points: narrower pictures show their names in 12 points or more, and gain nothing by it
_READABLE = 780.0  # points: wider pictures show them in less than 8 points, and lose twice
_CROSSING = 0.05  # what a crossing costs, where half the size costs ln 2


def choose_layout(
    picture: Picture, layout: Layout, anchors: Anchors | None = None, like: LayoutPlan | None = None
) -> tuple[LayoutPlan, Placement]:
    """Return the most readable of the layouts tried; `layout` takes DOT and a program and returns Graphviz's JSON.

    They are tried as sketches, of boxes as large as their texts; the winner alone is laid out in full. What `anchors`
    has stays where it is, as long as that makes no tower of the picture. `like`: what won for nearly the same picture;
    only its kind is tried.
    """
    boxes = measured_boxes(picture, layout)
    if anchors and (placed := anchored_boxes(picture, boxes, anchors)):
        return _ANCHORED, _routed(picture, placed, _ANCHORED, whole=True)
    _, plan, placement = min(_trials(picture, boxes, layout, like), key=lambda t: t[0])
    if plan == _FORCED:
        return plan, _routed(picture, placement.boxes, plan)
    return plan, read_placement(layout(write_dot(picture, plan).source, plan.program))


def measured_boxes(picture: Picture, layout: Layout) -> dict[str, Box]:
    """Return how large nodes and labels are, as boxes that have no place yet."""
    looks = node_looks(picture)
    return {name: Box(0.0, 0.0, *size) for name, size in zip(looks, measure([*looks.values()], layout), strict=True)}


def _trials(picture: Picture, boxes: Boxes, layout: Layout, like: LayoutPlan | None) -> list[Trial]:
    tried = list[Trial]()
    if like != _FORCED:
        tried += _in_columns(picture, boxes, layout)
        if _best_width(tried) > _ROWS_FROM:
            tried += _in_two_rows(picture, boxes, layout)
    forced = not like and len(picture.nodes) > _FORCE_FROM and len(picture.nodes) + len(picture.edges) <= _FORCE_UP_TO
    if forced or like == _FORCED:
        tried += _by_force(picture, boxes, layout, _SEEDS if len(picture.nodes) > _MANY else _SEEDS[:2])
    if forced and _best_width(tried) > _READABLE:
        tried += _by_force(picture, boxes, layout, _FURTHER)
    return tried


def _best_width(tried: Iterable[Trial]) -> float:
    return min(tried, key=lambda t: t[0])[2].width


def _cleared(picture: Picture, boxes: Boxes, layout: Layout) -> Placement:
    """Clear boxes of overlaps."""
    scout = LayoutPlan("nop", (*_CLEAR, _UNJOINED))
    return read_placement(layout(sketch_dot(picture, scout, boxes, keep=True), "nop"))


def _routed(picture: Picture, boxes: Boxes, plan: LayoutPlan, *, whole: bool = False) -> Placement:
    """Lead the lines around the boxes. `whole`: what is free on the left and above stays so."""
    shapes = {f"n{index}": node_attributes(node)["shape"] for index, node in enumerate(picture.nodes)}
    return _placed(boxes, lead_lines(boxes, shapes, half_lines(picture, plan)), [(0.0, 0.0)] if whole else [])


def _gaps(picture: Picture) -> tuple[tuple[str, str], ...]:
    return _NARROW_GAPS if len(picture.nodes) <= PAIR else _GAPS


def _in_columns(picture: Picture, boxes: Boxes, layout: Layout) -> Iterator[Trial]:
    """Try ranks from left to right and from top to bottom, along the arrows and spread around the middle."""
    spread = assign_columns(picture)
    for direction, places in itertools.product(("LR", "TB"), (None, spread)):
        plan = LayoutPlan("dot", (*_gaps(picture), ("rankdir", direction)), places)
        scout = replace(plan, graph=(*plan.graph, _UNJOINED))
        placement = read_placement(layout(sketch_dot(picture, scout, boxes, keep=False), "dot"))
        yield layout_cost(picture, placement), plan, placement


def _in_two_rows(picture: Picture, boxes: Boxes, layout: Layout) -> Iterator[Trial]:
    """Try ranks from top to bottom in which every second leaf of a node that has many stands in a row further off."""
    for places in (None, assign_columns(picture)):
        if far := _second_row(picture, places):
            plan = LayoutPlan("dot", (*_GAPS, ("rankdir", "TB")), places, far)
            scout = replace(plan, graph=(*plan.graph, _UNJOINED))
            placement = read_placement(layout(sketch_dot(picture, scout, boxes, keep=False), "dot"))
            yield layout_cost(picture, placement), plan, placement


def _second_row(picture: Picture, places: tuple[int, ...] | None) -> frozenset[tuple[int, int]]:
    """Return every second edge to a leaf on the same side of a node, with that node, where there are four or more."""
    joined = edge_ends(picture)
    degree = Counter(end for pair in joined for end in {*pair})
    beside: dict[tuple[int, bool], list[int]] = {}
    for number, (tail, head) in enumerate(joined):
        if 1 in (degree[tail], degree[head]) and tail != head:
            anchor, leaf = (head, tail) if degree[tail] == 1 else (tail, head)
            below = places[leaf] > places[anchor] if places else leaf == head
            beside.setdefault((anchor, below), []).append(number)
    return frozenset((n, a) for (a, _), some in beside.items() if len(some) >= _CROWD for n in some[1::2])


def _by_force(
    picture: Picture, boxes: Boxes, layout: Layout, seeds: Iterable[tuple[str, float, float]]
) -> Iterator[Trial]:
    """Try springs, drawn out to a wide shape and then cleared of overlaps."""
    for seed, along, up in seeds:
        springs = LayoutPlan("neato", (*_FORCE, ("start", seed), _UNJOINED))
        found = read_placement(layout(sketch_dot(picture, springs, boxes, keep=False), "neato")).boxes
        wide = {n: replace(b, x=b.x * along, y=b.y * up) for n, b in found.items()}
        placement = _cleared(picture, wide, layout)
        yield layout_cost(picture, placement) + _LOOSE, _FORCED, placement


def read_placement(answer: Mapping[str, Any]) -> Placement:
    """Read Graphviz's json0: sizes are in inches there, positions in points. What is left is cut to what there is."""
    found = {o["id"]: _box(o) for o in answer.get("objects", ()) if "pos" in o}
    lines = {e["id"]: e["pos"] for e in answer.get("edges", ()) if "pos" in e}
    return _placed(found, lines)


def _placed(boxes: Boxes, lines: Mapping[str, str], corners: Iterable[Point] = ()) -> Placement:
    """Move all to the right and up of zero, as near as these corners let them."""
    ends = [(b.x + side * b.width / 2, b.y + side * b.height / 2) for b in boxes.values() for side in (-1, 1)]
    points = [part.split(",")[-2:] for line in lines.values() for part in line.split()]
    xs, ys = (
        zip(*ends, *((float(x), float(y)) for x, y in points), *corners, strict=True) if boxes else ((0.0,), (0.0,))
    )
    left, low = min(xs), min(ys)
    moved = {name: replace(b, x=b.x - left, y=b.y - low) for name, b in boxes.items()}
    shifted = {name: shift_spline(line, -left, -low) for name, line in lines.items()}
    return Placement(max(xs) - left, max(ys) - low, moved, shifted)


def _box(node: Mapping[str, str]) -> Box:
    x, y = (float(v) for v in node["pos"].split(","))
    return Box(x, y, float(node["width"]) * 72, float(node["height"]) * 72)


def assign_columns(picture: Picture) -> tuple[int, ...]:
    """Return a column for every node: the best-connected one in the middle, its neighbours spread to both sides."""
    around = _neighbours(picture)
    column: dict[int, int] = {}
    for hub in sorted(around, key=lambda n: (-len(around[n]), n)):
        if hub not in column:
            _spread(hub, around, column)
    return tuple(column[n.number] for n in picture.nodes)


def _neighbours(picture: Picture) -> dict[int, list[int]]:
    around: dict[int, list[int]] = {n.number: [] for n in picture.nodes}
    for edge in picture.edges:
        around[edge.source].append(edge.target)
        around[edge.target].append(edge.source)
    return {n: list(dict.fromkeys(o for o in others if o != n)) for n, others in around.items()}


def _spread(hub: int, around: Mapping[int, list[int]], column: dict[int, int]) -> None:
    """Walk outwards from the hub; each of its branches goes whole to the side that has fewer nodes so far."""
    column[hub] = 0
    weight = {-1: 0, 1: 0}
    for first in around[hub]:
        if first in column:
            continue
        side = 1 if weight[1] <= weight[-1] else -1
        column[first] = side
        queue = deque([first])
        while queue:
            node = queue.popleft()
            weight[side] += 1
            for other in (o for o in around[node] if o not in column):
                column[other] = column[node] + side
                queue.append(other)


def layout_cost(picture: Picture, placement: Placement) -> float:
    """Judge a layout: small text, tall or very wide shapes and crossings are bad. Lower is better."""
    width, height = max(placement.width, 1.0), max(placement.height, 1.0) + _below(picture, placement.width)
    ratio = width / height
    shape = 2.0 * math.log(max(1.0, _TALLEST / ratio)) + 0.3 * math.log(max(1.0, ratio / _WIDEST))
    lines = [_segments(number, ends, placement) for number, ends in enumerate(edge_ends(picture))]
    crossings = count_crossings(itertools.chain(*lines))
    bends = sum(_bend(*line) for line in lines) / max(1, len(lines))
    size = max(width, height * _TALLEST)
    small = math.log(max(size, _COMFORTABLE)) + math.log(max(1.0, size / _READABLE))
    return small + shape + _CROSSING * crossings + bends


def _below(picture: Picture, width: float) -> float:
    """Return about how many points the legend and the margins add to the height."""
    texts = [entry.text for group in legend_entries(picture) for entry in group]
    return _MARGINS + _ROW * math.ceil(sum(len(t) * _LETTER + _SAMPLE for t in texts) / max(width, 330.0))


def _bend(tail: Segment, head: Segment) -> float:
    """How much longer the way through the label is than the straight one; 0 for a straight edge."""
    straight = max(1.0, math.dist(tail[0], head[1]))
    return min(2.0, (math.dist(*tail) + math.dist(*head)) / straight - 1)


def _segments(number: int, ends: tuple[int, int], placement: Placement) -> tuple[Segment, Segment]:
    tail, label, head = (placement.boxes[name] for name in (f"n{ends[0]}", f"e{number}", f"n{ends[1]}"))
    return ((tail.x, tail.y), (label.x, label.y)), ((label.x, label.y), (head.x, head.y))
