"""Pictures for pages carry nothing that nobody sees: straight lines as lines, and tenths of a point."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from kgcore.drawing.pipeline import draw_picture
from kgcore.drawing.svg import short_path
from tests.kgcore.drawing.samples import EVERYTHING

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("drawn", "short"),
    [
        ("M0,0C3.33,0 6.67,0 10,0", "M0,0L10,0"),
        ("M0,0C0,0 10,0 10,0 10,0 10,20.04 10,20.04", "M0,0L10,0 10,20"),
        ("M-0.02,0C3.33,0 6.67,0 10.26,-5.04", "M0,0C3.3,0 6.7,0 10.3,-5"),
        ("M0,0C0,0 10,0 10,0 10,5.52 5.52,10 0,10", "M0,0L10,0C10,5.5 5.5,10 0,10"),
    ],
)
def test_what_is_straight_is_written_as_a_line(drawn: str, short: str) -> None:
    assert short_path(drawn) == short


@pytest.mark.parametrize(
    "drawn",
    [
        "M0,0C0,4 10,4 10,0",  # a bow
        "M0,0C0,10 10,10 0,0",  # a loop that ends where it began
        "M0,0C20,0 20,0 10,0",  # runs beyond its end and back
        "M0,0C-9,0 5,0 10,0",  # begins backwards
        "M0,0C3,.2 6,.2 10,0",  # leaves the line by two tenths
    ],
)
def test_what_is_bent_stays_a_curve(drawn: str) -> None:
    assert "C" in short_path(drawn)
    assert "L" not in short_path(drawn)


@pytest.mark.parametrize("drawn", ["M0,0L3.33,4.25", "M0,0C1,1 2,2", "m0,0c1.25,1 2,2 3,3", "", "M0,0C1,1 2,2 3,3Z"])
def test_what_graphviz_does_not_write_stays_as_it_is(drawn: str) -> None:
    assert short_path(drawn) == drawn


def test_a_picture_says_the_same_with_less() -> None:
    drawn = ET.fromstring(draw_picture(EVERYTHING).svg)  # noqa: S314
    lines = [g for g in drawn.iter(f"{SVG}g") if "line" in g.get("class", "").split()]
    assert len(lines) == len(EVERYTHING.edges)
    assert all(len(group.findall(f"{SVG}path")) == 2 for group in lines)  # to the label, and from it
    assert sum(group.find(f"{SVG}title") is not None for group in lines) == len(lines)
    assert "dotted: only claimed" in "".join(drawn.itertext())
    for part in drawn.iter():
        drawn_by = part.get("d", "") + part.get("points", "")
        assert not re.search(r"\.\d\d", drawn_by)
        assert part.tail is None
