"""Looks can be read and told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.drawing.branches import GROUND, PALE, PALE_LINE, WAY
from kgcore.drawing.dot import FADED_GROUND
from kgcore.drawing.palette import (
    CONTEXT,
    INK,
    QUIET,
    WHITE,
    Shape,
    contrast,
    lighten_to_contrast,
    look_of_type,
    mixed_with_white,
    type_colour,
)
from kgcore.drawing.pipeline import check_fonts
from kgcore.drawing.signs import SIGNS
from kgcore.values.reply import Sign
from kgcore.verdicts import Verdict

KNOWN = (
    "DietarySupplement", "Drug", "Chemical", "Disease", "Symptom", "Gene/Protein", "BiologicalProcess", "Food",
    "PhenotypicFeature", "AnatomicalEntity", "Procedure", "OrganismTaxon",
)  # fmt: skip


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_passes_three_to_one_as_line_and_four_and_a_half_as_text(verdict: Verdict) -> None:
    light = verdict.row.light
    assert contrast(light.line, WHITE) >= 3
    assert contrast(lighten_to_contrast(light.line, 3.0), WHITE) >= 3
    assert contrast(light.text, WHITE) >= 4.5


def test_every_verdict_has_a_colour_and_an_icon_of_its_own() -> None:
    rows = [v.row for v in Verdict]
    assert len({r.light.line for r in rows}) == len({r.drawn for r in rows}) == len(rows)


def test_every_way_an_effect_goes_has_a_colour_and_an_arrowhead_of_its_own_that_can_be_seen() -> None:
    rows = SIGNS.values()
    assert len({r.colour for r in rows}) == len({r.head for r in rows}) == len({r.words for r in rows}) == len(Sign)
    assert all(contrast(r.colour, WHITE) >= 3 for r in rows)


def test_the_ways_effects_go_stay_apart_for_colour_blind_readers() -> None:
    """By arrowhead always; those that would be told by colour alone also differ in lightness or hue."""
    strokes = {(r.line, r.head) for r in SIGNS.values()}
    assert len(strokes) == len(Sign)


def test_the_faces_that_pictures_bring_have_every_verdicts_icon() -> None:
    assert all(verdict.row.drawn in check_fonts() for verdict in Verdict)


def test_well_known_types_differ_in_colour_and_in_shape() -> None:
    looks = [look_of_type(t) for t in KNOWN]
    assert len({x.colour for x in looks}) == len({x.shape for x in looks}) == len(KNOWN)


@given(st.text(max_size=60))
def test_text_on_any_type_can_be_read(type: str) -> None:
    look = look_of_type(type)
    assert contrast(look.colour, look.text) >= 4.5
    assert contrast(look.colour, WHITE) >= 3
    assert contrast(lighten_to_contrast(look.colour, 3.0), WHITE) >= 3
    assert contrast(mixed_with_white(look.colour, FADED_GROUND), mixed_with_white(INK, 0.18)) >= 4.5
    assert look == look_of_type(type)


@pytest.mark.parametrize(
    ("type", "like"),
    [
        ("biolink:Disease", "Disease"),
        ("Dietary Supplement", "DietarySupplement"),
        ("disorder", "Disease"),
        ("protein", "Gene/Protein"),
        ("SmallMolecule", "Chemical"),
        ("PATHWAY", "BiologicalProcess"),
        ("cell", "AnatomicalEntity"),
        ("Organism", "OrganismTaxon"),
        ("Medical action", "Procedure"),
    ],
)
def test_a_type_is_known_by_the_words_of_its_name(type: str, like: str) -> None:
    assert look_of_type(type) == look_of_type(like)


def test_an_unknown_type_looks_unlike_the_known_ones() -> None:
    look = look_of_type("Speaker")
    assert look.shape not in {look_of_type(t).shape for t in KNOWN}
    assert look.shape in Shape
    assert type_colour("Speaker") == look.colour


def test_quiet_words_can_be_read() -> None:
    assert min(contrast(c, WHITE) for c in (INK, QUIET, CONTEXT)) >= 4.5


def test_pale_steps_and_counted_nodes_can_be_read() -> None:
    assert contrast(PALE, QUIET) >= 4.5
    assert contrast(GROUND, QUIET) >= 4.5
    assert contrast(GROUND, WAY) >= 4.5
    assert contrast(WHITE, WAY) >= 4.5
    assert contrast(PALE_LINE, WHITE) >= 3
    assert contrast(mixed_with_white(QUIET, FADED_GROUND), mixed_with_white(INK, 0.18)) >= 4.5
