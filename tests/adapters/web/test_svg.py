"""The picture in the page can be looked at and pointed at; it cannot act."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.web.svg import safe_svg
from tests.servers.web_script import figure

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100pt" height="50pt">{}</svg>'


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<g onclick="alert(1)"/>',
        '<a href="https://evil.example"><text>x</text></a>',
        '<image href="https://evil.example/x.png"/>',
        "<foreignObject><p>x</p></foreignObject>",
        "<style>* { fill: red }</style>",
        '<g style="fill: red"/>',
        '<g id="question"/>',
        '<rect fill="url(https://evil.example/#x)"/>',
        '<animate attributeName="x" to="1"/>',
        '<use href="#i-supported"/>',
        '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
    ],
)
def test_what_could_act_or_load_is_left_out(inside: str) -> None:
    clean = safe_svg(SVG.format(inside))
    assert clean.startswith("<svg")
    for word in ("script", "onclick", "href", "evil", "style", "foreignObject", "animate", "id=", "url("):
        assert word not in clean


def test_what_the_page_points_at_is_kept() -> None:
    clean = safe_svg(figure(5).svg)
    assert clean.count('class="entity"') == 5
    assert 'data-claims="4"' in clean
    assert 'data-source="1"' in clean
    assert 'viewBox="0 0 1024 460"' in clean


def test_groups_stay_groups() -> None:
    clean = safe_svg(SVG.format('<g class="entity group" data-group="2|Disease" data-members="4 5" data-evil="1"/>'))
    assert 'data-group="2|Disease"' in clean
    assert 'data-members="4 5"' in clean
    assert "evil" not in clean


def test_a_size_becomes_a_view_box_so_that_the_page_decides_how_large_it_is() -> None:
    root = ElementTree.fromstring(safe_svg(SVG.format("<g/>")))  # noqa: S314
    assert root.attrib == {"viewBox": "0 0 100 50"}


def test_graphviz_prologue_is_skipped() -> None:
    assert safe_svg('<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">\n' + SVG.format("<g/>")).startswith("<svg")


@pytest.mark.parametrize("text", ["", "no picture", "<svg", "<svg><g></svg>", "<svgx/>", SVG.format("&evil;")])
def test_what_is_no_picture_is_not_shown(text: str) -> None:
    assert safe_svg(text) == ""


def test_entities_are_refused() -> None:
    assert safe_svg('<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("<text>&a;</text>")) == ""


def test_very_deep_nesting_is_cut() -> None:
    assert safe_svg(SVG.format("<g>" * 3000 + "</g>" * 3000)).count("<g") <= 32


@given(st.text(max_size=80))
def test_any_words_in_a_label_stay_words(words: str) -> None:
    root = ElementTree.Element("svg")
    ElementTree.SubElement(root, "text").text = words
    clean = safe_svg(ElementTree.tostring(root, encoding="unicode"))
    assert "<script" not in clean.lower() or clean == ""


def test_a_tree_of_steps_keeps_which_step_a_part_is_of() -> None:
    assert 'data-step="2 3"' in safe_svg(SVG.format('<g class="step dot" data-step="2 3"/>'))
