"""The style sheets' colours can be read (WCAG 2.2, AA), in light and in dark."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from adapters.web.render import render_colours
from kgcore.verdicts import Verdict

CSS = files("adapters.web").joinpath("static/page.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light_or_dark))
    for light_or_dark in map(
        "".join, zip(*(css.split("@media", 2)[:2] for css in (CSS, render_colours())), strict=True)
    )
)
TEXT_ON = [
    *((v.value, f"{v.value}-soft") for v in Verdict),
    *((v.value, ground) for v in Verdict for ground in ("surface", "ground")),
    *(
        (ink, ground)
        for ink in ("text", "muted", "accent")
        for ground in ("ground", "surface", "raised", "accent-soft")
    ),
    ("text", "contradicted-soft"),
    ("muted", "contradicted-soft"),
    ("warning", "warning-soft"),
    ("accent-text", "accent"),
]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_ON)
def test_text_has_at_least_four_and_a_half_to_one(scheme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(scheme[ink], scheme[ground]) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_edge_of_the_question_box_has_at_least_three_to_one(scheme: dict[str, str]) -> None:
    assert contrast(scheme["line-strong"], scheme["ground"]) >= 3
