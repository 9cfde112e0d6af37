"""Lines that are led around boxes."""

from __future__ import annotations

import itertools
import json
import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.drawing.anchoring import Anchors
from kgcore.drawing.dot import Box, HalfLine, half_lines
from kgcore.drawing.layout import choose_layout
from kgcore.drawing.palette import Shape
from kgcore.drawing.picture import Picture
from kgcore.drawing.pipeline import open_graphviz
from kgcore.drawing.routing import lead_lines, outline_point, shortest_path
from tests.kgcore.drawing.samples import EVERYTHING, star

Point = tuple[float, float]
CELL = 100.0  # points across; a box in each leaves eight to the next


def line(first: str, second: str, *, arrow: bool = True) -> HalfLine:
    return HalfLine(f"{first}-{second}", first, second, "forward" if arrow else "none", False, False)


def led(boxes: dict[str, Box], *lines: HalfLine) -> dict[str, list[Point]]:
    """Return places along every line."""
    return {id: along(spline) for id, spline in lead_lines(boxes, {}, lines).items()}


def along(spline: str) -> list[Point]:
    """Return places along a spline, an arrow's head left out."""
    x_y = [part.split(",") for part in spline.split() if not part.startswith("e")]
    points = [(float(x), float(y)) for x, y in x_y]
    curves = zip(points[::3], points[1::3], points[2::3], points[3::3], strict=False)
    return [place(curve, n / 20) for curve in curves for n in range(21)]


def place(curve: Sequence[Point], share: float) -> Point:
    weights = [math.comb(3, n) * share**n * (1 - share) ** (3 - n) for n in range(4)]
    x, y = (sum(w * point[axis] for w, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y


def covers(box: Box, point: Point, air: float = 0.0) -> bool:
    x, y = abs(point[0] - box.x) - box.width / 2, abs(point[1] - box.y) - box.height / 2
    return x < air and y < air


@st.composite
def crowds(draw: st.DrawFn) -> tuple[dict[str, Box], list[HalfLine]]:
    """Return boxes that stand eight points apart or more, and lines between some of them."""
    cells = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=30, unique=True))
    boxes = {}
    for number, (column, row) in enumerate(cells):
        width, height = draw(st.floats(5, CELL - 8)), draw(st.floats(5, CELL - 8))
        right, up = draw(st.floats(0, 1)) * (CELL - 8 - width), draw(st.floats(0, 1)) * (CELL - 8 - height)
        boxes[f"b{number}"] = Box(column * CELL + right + width / 2, row * CELL + up + height / 2, width, height)
    pairs = st.tuples(st.sampled_from([*boxes]), st.sampled_from([*boxes])).filter(lambda pair: pair[0] != pair[1])
    return boxes, [line(*pair) for pair in draw(st.lists(pairs, max_size=12, unique=True))]


@given(crowds())
def test_no_line_runs_over_a_box_that_it_does_not_belong_to(crowd: tuple[dict[str, Box], list[HalfLine]]) -> None:
    boxes, lines = crowd
    for one, places in zip(lines, led(boxes, *lines).values(), strict=True):
        for name, box in boxes.items():
            assert name in (one.first, one.second) or not any(covers(box, point) for point in places)


@given(crowds())
def test_lines_begin_and_end_where_their_own_boxes_do(crowd: tuple[dict[str, Box], list[HalfLine]]) -> None:
    boxes, lines = crowd
    for one, spline in zip(lines, lead_lines(boxes, {}, lines).values(), strict=True):
        tip, start, *_ = (part.removeprefix("e,").split(",") for part in spline.split())
        for (x, y), name in ((start, one.first), (tip, one.second)):
            point = float(x), float(y)
            assert covers(boxes[name], point, 0.01)
            assert not covers(boxes[name], point, -0.01)


@given(crowds())
def test_the_same_boxes_have_the_same_lines(crowd: tuple[dict[str, Box], list[HalfLine]]) -> None:
    boxes, lines = crowd
    assert lead_lines(boxes, {}, lines) == lead_lines(boxes, {}, lines)


PAIR = {"a": Box(0, 0, 40, 20), "b": Box(200, 0, 40, 20)}


def test_a_line_is_straight_where_nothing_stands_in_its_way() -> None:
    (places,) = led(PAIR | {"c": Box(100, 30, 40, 20)}, line("a", "b")).values()
    assert {y for _, y in places} == {0.0}
    assert min(places) == (20.0, 0.0)
    assert max(places)[0] == pytest.approx(170, abs=0.1), "ten points are left to the arrow's head"


def test_a_line_goes_round_by_the_shorter_way_and_stays_near() -> None:
    (places,) = led(PAIR | {"c": Box(100, 30, 40, 80)}, line("a", "b")).values()
    assert -25 < min(y for _, y in places) < -10
    assert max(y for _, y in places) <= 1


def test_a_line_is_straight_where_there_is_no_way_round() -> None:
    walls = {f"w{n}": Box(x, y, 14, 14) for n, (x, y) in enumerate(ring(6))}
    (places,) = led(PAIR | walls, line("a", "b")).values()
    assert {y for _, y in places} == {0.0}


def ring(size: int) -> list[Point]:
    """Return places around the middle, so close that boxes there touch."""
    rows = range(-size, size + 1)
    return [(x * 13.0, y * 13.0) for x, y in itertools.product(rows, rows) if max(abs(x), abs(y)) == size]


def test_lines_round_the_same_corner_run_beside_each_other() -> None:
    """And do not cross there: the one that turns more stays nearer."""
    boxes = PAIR | {"c": Box(100, 30, 40, 80), "d": Box(200, -30, 40, 20)}
    sharp, soft = led(boxes, line("a", "b"), line("a", "d")).values()
    at = [min(places, key=lambda point: abs(point[0] - 76)) for places in (sharp, soft)]
    assert at[0][1] - at[1][1] > 2


def test_what_leads_from_a_thing_to_itself_goes_and_comes_by_two_ways() -> None:
    there, back = led(PAIR, line("a", "b", arrow=False), line("b", "a")).values()
    assert max(y for _, y in there) > 5
    assert min(y for _, y in back) < -5


def test_the_lines_of_sixty_nodes_are_led_round_all_their_labels_in_a_moment() -> None:
    names, boxes = crowd_of(10)
    began = time.process_time()
    lead_lines(boxes, {}, [line(names[n], names[n * 7 % len(names)]) for n in range(1, 121)])
    assert time.process_time() - began < 2.0


def test_twice_the_lines_take_about_twice_the_time() -> None:
    """Each line looks at the few boxes alone that stand in its way."""
    spent = []
    for rows in (10, 20):
        names, boxes = crowd_of(rows)
        began = time.process_time()
        lead_lines(boxes, {}, [line(one, other) for one, other in zip(names, names[32:], strict=False)])
        spent.append(time.process_time() - began)
    assert spent[1] < 3.5 * spent[0] + 0.05


def crowd_of(rows: int) -> tuple[list[str], dict[str, Box]]:
    boxes = {f"b{n}": Box(n % 15 * CELL, n // 15 * CELL, 92, 60) for n in range(15 * rows)}
    return [*boxes], boxes


def test_the_shortest_path_is_found_and_none_where_there_is_none() -> None:
    out = math.inf
    assert shortest_path([[out, out, 1, 4], [out, out, 5, 1], [1, 5, out, 1], [4, 1, 1, out]]) == [0, 2, 3, 1]
    assert shortest_path([[out, out], [out, out]]) == []


@pytest.mark.parametrize("angle", range(0, 360, 40))
@pytest.mark.parametrize("shape", [Shape.OCTAGON, Shape.HEXAGON, Shape.PARALLELOGRAM, Shape.HOUSE, Shape.BOX])
def test_a_line_ends_at_the_outline_that_graphviz_draws(shape: Shape, angle: int) -> None:
    corners = outline_of(shape)
    toward = (200 * math.cos(math.radians(angle)), 200 * math.sin(math.radians(angle)))
    point = outline_point(Box(0, 0, 108, 36), shape.value, toward)
    assert min(far_from(point, *side) for side in itertools.pairwise([*corners, corners[0]])) < 2


def test_a_line_ends_at_an_ellipse() -> None:
    x, y = outline_point(Box(0, 0, 108, 36), "ellipse", (200, 100))
    assert (x / 54) ** 2 + (y / 18) ** 2 == pytest.approx(1)
    assert y == pytest.approx(x / 2)


@cache
def outline_of(shape: Shape) -> list[Point]:
    """Return the corners of a node that Graphviz draws, 108 points by 36 and around zero."""
    dot = f'graph {{ n [shape={shape.value} label="" fixedsize=true width=1.5 height=0.5] }}'
    (node,) = json.loads(open_graphviz().render(dot, "dot", "json"))["objects"]
    x, y = map(float, node["pos"].split(","))
    (corners,) = [step["points"] for step in node["_draw_"] if "points" in step]
    return [(right - x, up - y) for right, up in corners]


def far_from(point: Point, start: Point, end: Point) -> float:
    (x, y), (x0, y0), (x1, y1) = point, start, end
    share = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / math.dist(start, end) ** 2
    share = min(1.0, max(0.0, share))
    return math.dist(point, (x0 + share * (x1 - x0), y0 + share * (y1 - y0)))


@pytest.mark.parametrize("grown", [EVERYTHING, star(9), star(17)], ids=lambda p: f"{len(p.nodes)} nodes")
def test_no_line_of_a_picture_that_goes_on_runs_over_anything(grown: Picture) -> None:
    few = replace(grown, nodes=grown.nodes[:3], edges=grown.edges[:1])
    layout = open_graphviz().layout
    plan, placement = choose_layout(grown, layout, Anchors.of(few, choose_layout(few, layout)[1]))
    for one in half_lines(grown, plan):
        places = along(placement.splines[one.id])
        others = [box for name, box in placement.boxes.items() if name not in (one.first, one.second)]
        assert not any(covers(box, point) for box in others for point in places)
