"""Pictures as files: size, ground, legibility, structure."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgcore.drawing.canvas import LineSample, ProgressRing, legend_entries, progress_ring
from kgcore.drawing.dot import EDGE_SIZE, NODE_SIZE, Box
from kgcore.drawing.grouping import group_leaves
from kgcore.drawing.layout import choose_layout
from kgcore.drawing.picture import MOST_NODES, Picture, PictureEdge, PictureNode, keep_most_important
from kgcore.drawing.pipeline import draw_picture, open_graphviz
from kgcore.drawing.signs import SIGNS
from kgcore.drawing.words import Drawable
from kgcore.values.reply import Sign
from kgcore.verdicts import Verdict
from tests.kgcore.drawing.samples import EVERYTHING, PAIR, star
from tests.kgcore.drawing.test_mind_map import MAP
from tests.kgcore.drawing.test_tree import FORK

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = (PAIR, EVERYTHING, star(1), star(5), star(7), star(11), star(24))
TEXT = st.text(max_size=40) | st.sampled_from(
    [
        "<b>x</b>",
        "<",
        "\\N \\G",
        '"];a->b;"',
        "&lt;&#0;&amp;",
        "\x00\u202e",
        "]]>",
        "<!--",
        "🧠🧬",
        "שלום",
        "名前" * 9,
        "x" * 10000,
    ]
)


@st.composite
def pictures(draw_from: st.DrawFn, largest: int = 9) -> Picture:
    count = draw_from(st.integers(1, largest))
    nodes = tuple(
        PictureNode(
            n if draw_from(st.integers(0, 9)) else -n, draw_from(TEXT), draw_from(TEXT), draw_from(st.booleans())
        )
        for n in range(1, count + 1)
    )
    ends = st.sampled_from([n.number for n in nodes])
    edges = st.builds(
        PictureEdge, st.tuples(st.integers(1, 9)), ends, ends, TEXT, st.sampled_from([*Verdict, None]),
        st.integers(0, 9),
        st.integers(0, 9), st.booleans(), st.booleans(), st.booleans(), TEXT,
    )  # fmt: skip
    return Picture(nodes, tuple(draw_from(st.lists(edges, max_size=count * 2))))


def root(picture: Picture) -> ET.Element:
    return ET.fromstring(draw_picture(picture).svg)  # noqa: S314


def groups(picture: Picture, word: str) -> list[ET.Element]:
    return [g for g in root(picture).iter(f"{SVG}g") if word in g.get("class", "").split()]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pictures())
def test_hostile_names_break_neither_dot_nor_svg(picture: Picture) -> None:
    drawn = draw_picture(picture)
    assert drawn.png.startswith(b"\x89PNG")
    tree = ET.fromstring(drawn.svg)  # noqa: S314
    tags = {e.tag.removeprefix(SVG) for e in tree.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "g", "polygon", "polyline", "path", "ellipse", "text"}
    assert len([g for g in tree.iter(f"{SVG}g") if "entity" in g.get("class", "")]) == len(picture.nodes)


@pytest.mark.parametrize("picture", [*SHAPES, star(59), Picture(())], ids=lambda p: f"{len(p.nodes)} nodes")
def test_a_picture_is_at_most_1024_pixels_each_way_and_small_to_send(picture: Picture) -> None:
    drawn = draw_picture(picture)
    assert 0 < drawn.width <= 1024
    assert 0 < drawn.height <= 1024
    assert len(drawn.png) < 150_000


@pytest.mark.parametrize("picture", SHAPES, ids=lambda p: f"{len(p.nodes)} nodes")
def test_the_ground_is_white_and_opaque_to_the_last_pixel(picture: Picture) -> None:
    """The file has a palette without transparency, and its rims are of the palette's pure white."""
    pixels, palette, kinds = decoded(draw_picture(picture).png)
    assert b"tRNS" not in kinds
    rims = {*pixels[0], *pixels[-1], *(row[0] for row in pixels), *(row[-1] for row in pixels)}
    assert {palette[3 * i : 3 * i + 3] for i in rims} == {b"\xff\xff\xff"}


def decoded(png: bytes) -> tuple[list[bytes], bytes, set[bytes]]:
    """Read an 8-bit palette PNG: rows of indexes, the palette, and the kinds of chunks."""
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        assert zlib.crc32(png[at + 4 : at + 8 + length]) == int.from_bytes(
            png[at + 8 + length : at + 12 + length], "big"
        )
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    width = int.from_bytes(chunks[b"IHDR"][:4], "big")
    assert chunks[b"IHDR"][8:10] == b"\x08\x03"
    raw = zlib.decompress(chunks[b"IDAT"])
    assert {raw[i] for i in range(0, len(raw), width + 1)} == {0}, "an unfiltered file is expected here"
    rows = [raw[i + 1 : i + 1 + width] for i in range(0, len(raw), width + 1)]
    return rows, chunks[b"PLTE"], set(chunks)


LARGE = [group_leaves(star(n)) for n in (14, 20, 30, 60, 79)]


@pytest.mark.parametrize("picture", [*SHAPES, *LARGE], ids=lambda p: f"{len(p.nodes)} nodes")
def test_names_can_be_read_where_a_client_shows_the_picture_400_points_wide(picture: Picture) -> None:
    width = float(root(picture).get("width", "0"))
    assert NODE_SIZE * 400 / width >= 7
    assert EDGE_SIZE * 400 / width >= 6


@pytest.mark.parametrize("picture", SHAPES, ids=lambda p: f"{len(p.nodes)} nodes")
def test_a_picture_is_wide_rather_than_tall(picture: Picture) -> None:
    drawn = draw_picture(picture)
    assert drawn.width > drawn.height


@pytest.mark.parametrize("picture", SHAPES, ids=lambda p: f"{len(p.nodes)} nodes")
def test_no_label_covers_a_node_or_another_label(picture: Picture) -> None:
    shown = keep_most_important(picture)
    _, placement = choose_layout(shown, open_graphviz().layout)
    for one, other in itertools.combinations(placement.boxes.values(), 2):
        assert not overlap(one, other)


def overlap(a: Box, b: Box) -> bool:
    return abs(a.x - b.x) < (a.width + b.width) / 2 - 0.5 and abs(a.y - b.y) < (a.height + b.height) / 2 - 0.5


def test_entities_and_relations_carry_what_a_page_needs() -> None:
    tree = groups(EVERYTHING, "entity")
    assert {g.get("data-entity") for g in tree} == {"1", "2", "3", "4", "5", "6", "7", None}
    lines = groups(EVERYTHING, "relation")
    assert {g.get("data-claims") for g in lines} == {"1 4", "2", "3", "5", "6", ""}
    contradicted = [g for g in lines if g.get("data-verdict") == "contradicted"]
    assert {g.get("class", "") for g in contradicted} == {"relation line fresh", "relation label fresh"}
    assert {(g.get("data-source"), g.get("data-target")) for g in contradicted} == {("1", "2")}


@pytest.mark.parametrize("verdict", Verdict)
def test_every_directed_line_has_an_arrow_in_its_colour_whichever_side_it_comes_from(verdict: Verdict) -> None:
    """Around a hub, half of the lines run from right to left."""
    around = star(11)
    tree = root(Picture(around.nodes, tuple(replace(e, verdict=verdict) for e in around.edges)))
    lines = [g for g in tree.iter(f"{SVG}g") if g.get("class") == "relation line fresh"]
    colours = [{p.get("fill") for p in g.iter(f"{SVG}polygon")} for g in lines]
    assert colours.count({SIGNS[Sign.BENEFIT].colour}) == len(around.edges)


def test_a_tooltip_has_the_whole_name() -> None:
    long = "Autosomal dominant nocturnal frontal lobe epilepsy with intellectual disability and psychiatric features"
    (group,) = groups(Picture((PictureNode(1, long, "Disease"),)), "entity")
    assert group.findtext(f"{SVG}title") == f"{long} (disease)"


def test_the_svg_is_named_and_leads_nowhere() -> None:
    drawn = draw_picture(EVERYTHING)
    tree = ET.fromstring(drawn.svg)  # noqa: S314
    assert tree.get("role") == "img"
    assert tree.findtext(f"{SVG}title") == "Graph of 8 entities"
    assert "supported, 12 papers" in (tree.findtext(f"{SVG}desc") or "")
    assert "href" not in drawn.svg
    assert not [e for e in tree.iter() if e.get("id") or e.tag in {f"{SVG}a", f"{SVG}script", f"{SVG}image"}]
    assert "DejaVu Sans" in tree.get("font-family", "")


def test_signs_are_drawn_with_their_own_glyphs() -> None:
    """In a font that lacks a sign, every such sign is the same box; so the drawn signs all differ."""
    pictures = {sign: draw_picture(Picture((PictureNode(1, sign),))).png for sign in "✓✗⚖ℹ?"}
    assert len(set(pictures.values())) == 5


def test_the_legend_shows_exactly_what_occurs() -> None:
    nodes, edges = legend_entries(PAIR)
    assert [e.text for e in (*nodes, *edges)] == [
        "dietary supplement", "disease", "no effect reported", "✓ supported",
    ]  # fmt: skip
    nodes, edges = legend_entries(EVERYTHING)
    assert "not in the graph" in [e.text for e in nodes]
    assert [e.text for e in edges] == [
        "helps", "inhibits or lowers", "other relation", "✓ supported", "✗ contradicted", "⚖ mixed", "ℹ related",
        "? no evidence found here", "paler: earlier steps", "dotted: only claimed",
    ]  # fmt: skip
    assert progress_ring(EVERYTHING) == ProgressRing(18 / 47, ("18 of 47", "explored"))
    assert progress_ring(PAIR) is None


def test_a_line_without_a_verdict_is_explained_by_the_way_its_effect_goes() -> None:
    bare = Picture(PAIR.nodes, (replace(PAIR.edges[0], verdict=None),))
    assert [e.text for e in legend_entries(bare)[1]] == ["no effect reported"]


def test_the_legend_shows_a_head_only_where_a_line_of_that_sign_has_one() -> None:
    interacts, treats = (
        replace(PAIR.edges[0], label=label, directed=directed)
        for label, directed in (("interacts with", False), ("treats", True))
    )
    samples = [e.sample for e in legend_entries(Picture(PAIR.nodes, (interacts, treats)))[1]]
    heads = {one.style.words: one.directed for one in samples if isinstance(one, LineSample)}
    assert heads == {"helps": True, "other relation": False}


def test_a_large_graph_keeps_its_most_important_part_and_says_what_went() -> None:
    large = star(59)
    shown = keep_most_important(large)
    assert len(shown.nodes) == MOST_NODES[0]
    assert shown.more == 60 - MOST_NODES[0]
    assert shown.nodes[0].focus
    assert f"{shown.more} more not drawn" in draw_picture(large).svg


def test_what_is_left_of_a_large_graph_hangs_together() -> None:
    chain = Picture(
        tuple(PictureNode(n, f"Drug {n}", "Drug", focus=n == 40) for n in range(1, 81)),
        tuple(PictureEdge((n,), n, n + 1, "affects", list(Verdict)[n % 5], n) for n in range(1, 80)),
    )
    shown = keep_most_important(chain)
    assert len(shown.edges) == len(shown.nodes) - 1
    assert 40 in {n.number for n in shown.nodes}


def test_a_counted_node_that_is_left_out_counts_all_that_it_stands_for() -> None:
    large = group_leaves(star(79), least_nodes=0)
    many = Picture((*large.nodes, *(PictureNode(n, "x", "Drug") for n in range(200, 240))), large.edges)
    shown = keep_most_important(many)
    assert sum(n.weight for n in shown.nodes) + shown.more == 120


def test_a_counted_node_is_drawn_as_a_stack_and_says_whom_it_stands_for() -> None:
    folded = groups(group_leaves(EVERYTHING, {2}), "group")
    assert {g.get("data-group") for g in folded} == {"2|"}
    assert {g.get("data-members") for g in folded} == {"4 5 7"}
    assert not [g for g in folded if g.get("data-entity")]
    assert len(folded) == 3, "the node and the two cards behind it"
    assert {g.findtext(f"{SVG}title") for g in folded} == {
        "3 folded away: Memantine, Omega-3 fatty acids, Amyloid precursor protein"
    }


def test_who_says_it_stands_on_the_line_and_in_the_data() -> None:
    spoken = Picture(PAIR.nodes, (replace(PAIR.edges[0], speakers=("Ann", '<b>"Ben"</b>')),))
    lines = groups(spoken, "relation")
    assert {g.get("data-speakers") for g in lines} == {'Ann, <b>"Ben"</b>'}
    texts = [t.text or "" for g in lines for t in g.iter(f"{SVG}text")]
    assert any("Ann" in t for t in texts)


@pytest.mark.parametrize("done", [0, 1, 12, 47, 60])
def test_the_ring_stands_in_the_corner_below_the_graph(done: int) -> None:
    tree = root(Picture(PAIR.nodes, PAIR.edges, (done, 47)))
    (words,) = [t for t in tree.iter(f"{SVG}text") if t.text == f"{done} of 47"]
    names = [float(t.get("y", "0")) for t in tree.iter(f"{SVG}text") if t.text in {"Vitamin E", "disease"}]
    assert float(words.get("y", "0")) > min(names) + 20
    assert len([g for g in tree.iter(f"{SVG}g") if g.get("class") == "ring"]) == 4


def test_the_same_picture_is_drawn_the_same_way() -> None:
    assert draw_picture(EVERYTHING) == draw_picture(EVERYTHING)


@pytest.mark.parametrize(
    "drawn", [EVERYTHING, group_leaves(star(14), least_nodes=5), FORK, MAP], ids=lambda d: type(d).__name__
)
def test_no_type_is_smaller_than_a_page_can_show_with_nine_pixels(drawn: Drawable) -> None:
    """`adapters/web/static/zoom.js` shows a point with at least 0.76 pixels."""
    sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)"', draw_picture(drawn).svg)}
    assert min(sizes) * 0.76 >= 9
