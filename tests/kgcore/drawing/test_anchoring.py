"""What people saw in one picture stands in the same place in the next."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from hypothesis import given
from hypothesis import strategies as st

from kgcore.drawing.anchoring import Anchors, anchored_boxes, free_places
from kgcore.drawing.dot import Box, Placement
from kgcore.drawing.layout import choose_layout
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.pipeline import draw_picture, open_graphviz
from kgcore.verdicts import Verdict

MOST = 0.05  # of the width


def star(leaves: int, *, hub: str = "Vitamin E") -> Picture:
    """Return a node with so many others around it."""
    nodes = (PictureNode(1, hub), *(PictureNode(n, f"Disorder {n}", "Disease") for n in range(2, leaves + 2)))
    edges = tuple(PictureEdge((n,), 1, n, "treats", Verdict.SUPPORTED, 1) for n in range(2, leaves + 2))
    return Picture(nodes, edges)


def laid_out(picture: Picture, anchors: Anchors | None = None) -> Anchors:
    """Return the places that a picture is given."""
    return Anchors.of(picture, choose_layout(picture, open_graphviz().layout, anchors)[1])


def shift(one: Anchors, other: Anchors) -> float:
    """Return how far nodes moved, as a share of the width."""
    both = [key for key in one.places if isinstance(key, int) and key in other.places]
    return median(
        abs(one.places[k][0] - other.places[k][0]) + abs(one.places[k][1] - other.places[k][1]) for k in both
    ) / max(one.width, other.width)


def test_nodes_keep_their_places_while_a_picture_grows() -> None:
    places = laid_out(star(3))
    for leaves in (5, 6, 9):
        grown = laid_out(star(leaves), places)
        assert shift(places, grown) <= MOST
        places = grown


def test_what_people_saw_stays_where_it_was_beside_an_answer_of_many_things() -> None:
    nodes = (*star(3).nodes, *(PictureNode(n, f"Remedy number {n}", "Drug") for n in range(10, 24)))
    treat = (PictureEdge((n,), n, 2, "does not treat", Verdict.SUPPORTED, 2) for n in range(10, 24))
    many, first = Picture(nodes, (*star(3).edges, *treat)), laid_out(star(3))
    _, placement = choose_layout(many, open_graphviz().layout, first)
    assert shift(first, Anchors.of(many, placement)) <= MOST
    assert placement.width <= 830
    assert placement.height <= placement.width * 1.5


def test_a_place_that_became_empty_at_the_edge_is_taken_little_by_little() -> None:
    before = Anchors({1: (400.0, 300.0), 2: (600.0, 300.0)}, 700.0)
    sizes = {"n0": Box(0, 0, 60, 20), "n1": Box(0, 0, 60, 20), "e0": Box(0, 0, 40, 20)}
    pair = Picture((PictureNode(1, "A"), PictureNode(2, "B")), (PictureEdge((1,), 1, 2, "treats"),))
    placed = anchored_boxes(pair, sizes, before)
    assert placed
    assert 0 < 400 - placed["n0"].x <= MOST * 700
    assert 0 < 300 + placed["n0"].y <= MOST * 700


def test_what_is_new_covers_nothing() -> None:
    first = laid_out(star(4))
    grown = star(9)
    placement = choose_layout(grown, open_graphviz().layout, first)[1]
    boxes = list(placement.boxes.values())
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = abs(one.x - other.x) >= (one.width + other.width) / 2 - 1
            assert apart or abs(one.y - other.y) >= (one.height + other.height) / 2 - 1


def test_a_picture_of_other_things_is_laid_out_anew() -> None:
    other = Picture((PictureNode(7, "Zinc"), PictureNode(8, "Colds")), (PictureEdge((1,), 7, 8, "treats"),))
    sizes = {name: Box(0, 0, 60, 20) for name in ("n0", "n1", "e0")}
    assert anchored_boxes(other, sizes, Anchors({1: (10.0, 10.0), 2: (90.0, 10.0)}, 100.0)) is None


def test_places_are_measured_from_the_top() -> None:
    placement = Placement(200, 100, {"n0": Box(50, 90, 10, 10), "n1": Box(150, 90, 10, 10), "e0": Box(100, 90, 9, 9)})
    picture = Picture((PictureNode(1, "A"), PictureNode(2, "B")), (PictureEdge((1,), 1, 2, "treats"),))
    assert Anchors.of(picture, placement).places[1] == (50, 10)


def test_a_picture_with_one_before_it_is_drawn_the_same_every_time() -> None:
    grown = replace(star(4), before=star(3))
    assert draw_picture(grown) == draw_picture(grown)


SIDES = st.floats(1, 300)
BOXES = st.builds(Box, st.floats(-200, 900), st.floats(-200, 900), SIDES, SIDES)


@given(st.lists(BOXES, max_size=6), BOXES, st.floats(1, 700))
def test_a_place_on_the_grid_is_free_just_where_a_box_there_would_touch_nothing(
    placed: list[Box], size: Box, wide: float
) -> None:
    def touches(x: float, y: float) -> bool:
        return any(
            abs(x - b.x) < (size.width + b.width) / 2 + 18 and abs(y - b.y) < (size.height + b.height) / 2 + 18
            for b in placed
        )

    deep = 500.0
    grid = [
        (size.width / 2 + column * 26, size.height / 2 + row * 26)
        for row in range(int(deep / 26) + 1)
        for column in range(int(wide / 26) + 1)
    ]
    found = free_places(size, placed, wide, deep)
    assert [tuple(place) for place in found.tolist()] == [place for place in grid if not touches(*place)]
