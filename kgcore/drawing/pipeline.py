"""A picture in, PNG and SVG out: trim, lay out, arrange, render. For the worker process only.

Graphviz is the one that the pygraphviz wheel carries.

Fonts: fontconfig is pointed at the DejaVu faces beside this module, so that a picture looks the same everywhere.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, assert_never
from xml.sax.saxutils import escape

from PIL import ImageFont

from kgcore.drawing.anchoring import Anchors
from kgcore.drawing.branches import STEP_SIZE, TREE_COLOURS, draw_branches, row_labels
from kgcore.drawing.canvas import DONE, MARGIN, TO_DO, Canvas, build_canvas, legend_texts
from kgcore.drawing.dot import LEGEND_SIZE, LayoutPlan, Placement, font_markup, html_label
from kgcore.drawing.layout import choose_layout
from kgcore.drawing.measuring import measure
from kgcore.drawing.mind_tree import MAP_COLOURS, NODE_SIZE, draw_map, map_labels
from kgcore.drawing.mindmap import MindMap
from kgcore.drawing.palette import WHITE, type_colour
from kgcore.drawing.picture import KEPT, MOST_NODES, WIDEST_LEGIBLE, Picture, RenderedPicture, keep_most_important
from kgcore.drawing.signs import SIGNS
from kgcore.drawing.svg import finish_svg, finished_map, finished_tree
from kgcore.drawing.tree import Tree, rows_of
from kgcore.drawing.words import Drawable
from kgcore.errors import DrawingError, DrawingUnavailable
from kgcore.verdicts import ROWS

LARGEST = 1024  # pixels each way
LEGIBLE = WIDEST_LEGIBLE - 2 * MARGIN  # points: the widest graph of a picture that can be read where it is small
_SHARPEST = 2.4  # pixels a point: what a small picture is drawn at


@lru_cache(maxsize=64)
def draw_picture(picture: Drawable, *, png: bool = True) -> RenderedPicture:
    """Return the picture as PNG, at most 1024 × 1024 (b"" without `png`), and as SVG. Raises DrawingError.

    What was drawn last is remembered: the same is often asked in several threads.
    """
    engine = open_graphviz()
    colours: Sequence[str]
    match picture:
        case Picture():
            shown, plan, placement = _laid_out(replace(picture, progress=None))  # with which the next one begins
            shown = replace(shown, progress=picture.progress)
            drawing = build_canvas(shown, plan, placement, _measured(engine, legend_texts(shown)))
            colours = _colours(shown)
            svg = finish_svg(_as_svg(engine, drawing), shown)
        case Tree():
            rows = rows_of(picture)
            drawing = draw_branches(rows, _widths(engine, row_labels(rows), STEP_SIZE))
            colours = TREE_COLOURS
            svg = finished_tree(_as_svg(engine, drawing), picture, rows)
        case MindMap():
            drawing = draw_map(picture, _sizes(engine, map_labels(picture), NODE_SIZE))
            colours = MAP_COLOURS
            svg = finished_map(_as_svg(engine, drawing), picture)
        case _ as never:
            assert_never(never)
    scale = min((LARGEST - 0.5) / drawing.width, (LARGEST - 0.5) / drawing.height, _SHARPEST)
    pixels = _as_png(engine, drawing, scale, colours) if png else b""
    return RenderedPicture(pixels, svg, math.ceil(drawing.width * scale), math.ceil(drawing.height * scale))


@lru_cache(maxsize=64)
def _laid_out(picture: Picture) -> tuple[Picture, LayoutPlan, Placement]:
    """Trim a picture as little as leaves it legible, and lay it out; what was there before stays where it was."""
    anchors = None
    if picture.before:
        earlier, _, places = _laid_out(picture.before)
        anchors = Anchors.of(earlier, places)
    won: LayoutPlan | None = None
    for most in MOST_NODES:
        shown = keep_most_important(picture, most)
        plan, placement = choose_layout(shown, open_graphviz().layout, anchors, like=won)
        won = plan
        if len(picture.nodes) <= KEPT or placement.width <= LEGIBLE:
            break
    return shown, plan, placement


def _colours(picture: Picture) -> list[str]:
    """Return the colours that have to come out exactly; white last, since it must."""
    types = [type_colour(n.type) for n in picture.nodes if not n.ghost and n.type.strip()]
    ring = [DONE, TO_DO] if picture.progress else []
    return [*types, *(SIGNS[e.sign].colour for e in picture.edges), *ring, WHITE]


def _measured(engine: Graphviz, texts: tuple[str, ...]) -> dict[str, float]:
    """Return the widths of the legend's texts in points."""
    return dict(zip(texts, _widths(engine, [html_label([font_markup(text)]) for text in texts]), strict=True))


def _widths(engine: Graphviz, labels: Sequence[str], size: int = LEGEND_SIZE) -> list[float]:
    """Return the widths of labels in points."""
    return [width for width, _ in _sizes(engine, labels, size)]


def _sizes(engine: Graphviz, labels: Sequence[str], size: int) -> list[tuple[float, float]]:
    """Return the widths and heights of labels in points."""
    plain = {"shape": "plain", "fontsize": str(size)}
    return measure([{"label": label, **plain} for label in labels], engine.layout)


def _as_png(engine: Graphviz, drawing: Canvas, scale: float, colours: Sequence[str]) -> bytes:
    return restore_palette(engine.render(drawing.dot(scale), "nop2", "png:cairo:gd"), colours)


def _as_svg(engine: Graphviz, drawing: Canvas) -> bytes:
    return engine.render(drawing.dot(1.0), "nop2", "svg")


# ── Graphviz ────────────────────────────────────────────────────────────────────────────────────────────────────────

FONTS = Path(__file__).with_name("fonts")  # folder of the faces, regular, bold and oblique, with their licence
FACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")
GLYPHS = "".join(row.drawn for row in ROWS.values()) + "…·"  # verdict icons and what labels are joined with
_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir><cachedir>{cache}</cachedir><config><rescan><int>0</int></rescan></config>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class Graphviz:
    """The bindings, and a context with the plugins that are built in."""

    api: ModuleType
    context: Any

    def layout(self, dot: str, program: str) -> dict[str, Any]:
        """Lay out the graph and return Graphviz's "json0": objects and edges with positions, in points."""
        return dict(json.loads(self.render(dot, program, "json0")))

    def render(self, dot: str, program: str, format: str) -> bytes:
        """Lay out the graph and return it in this format. Raises DrawingError where Graphviz refuses it."""
        graph = self._read(dot)
        try:
            if self.api.gvLayout(self.context, graph, program.encode()) != 0:
                raise DrawingError("The graph could not be laid out.")
            status, data = self.api.gvRenderData(self.context, graph, format.encode())
            self.api.gvFreeLayout(self.context, graph)
        finally:
            self.api.agclose(graph)
        if status != 0 or not data:
            raise DrawingError(f"The graph could not be written as {format}.")
        return bytes(data)

    def _read(self, dot: str) -> Any:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            file.write(dot)
            file.seek(0)
            graph = self.api.agread(file, None)
        if graph is None:
            raise DrawingError("The graph could not be read.")
        return graph


@cache
def open_graphviz() -> Graphviz:
    """Return the process's one Graphviz, warm. Raises DrawingUnavailable where its libraries cannot be loaded."""
    with tempfile.TemporaryDirectory(prefix="evigraph-fonts-") as folder:
        os.putenv("FONTCONFIG_FILE", str(_font_configuration(Path(folder))))  # for the C library alone
        try:
            from pygraphviz import graphviz as api
        except ImportError as exc:
            raise DrawingUnavailable(f"Graphviz cannot be loaded ({exc}).") from exc
        loaded = Graphviz(api, api.gvContextWithBuiltins())
        # Fontconfig reads its file and lists the faces now; the folder is not needed again.
        loaded.render('graph { a [label=<a<B>b</B>>, fontname="DejaVu Sans"] }', "dot", "png:cairo:cairo")
        return loaded


def _font_configuration(folder: Path) -> Path:
    file = folder / "fonts.conf"
    file.write_text(_CONF.format(fonts=escape(str(FONTS)), cache=escape(str(folder / "cache"))), encoding="utf-8")
    return file


def check_fonts() -> str:
    """Return what was found, in words. Raises DrawingUnavailable where a face or a sign is missing."""
    for face in FACES:
        try:
            font = ImageFont.truetype(FONTS / face, 20)
        except OSError as exc:
            raise DrawingUnavailable(f"The font {face} cannot be read.", hint="Install Evigraph again.") from exc
        nothing = bytes(font.getmask("\uffff"))  # what is drawn for a character that the face lacks
        if missing := [sign for sign in GLYPHS if bytes(font.getmask(sign)) == nothing]:
            raise DrawingUnavailable(f"The font {face} lacks {' '.join(missing)}.", hint="Install Evigraph again.")
    return f"DejaVu Sans with all of {' '.join(GLYPHS)}"


# ── exact colours: gd, which writes small files, rounds them a little ───────────────────────────────────────────────

_HEADER = 8  # bytes of the signature
_NEAR = 6  # how far, in a channel, gd moves a colour at most


def restore_palette(png: bytes, colours: Collection[str]) -> bytes:
    """Return the PNG with the palette entries nearest to these "#rrggbb" set to them."""
    at = _HEADER
    while at + 12 <= len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        if kind == b"PLTE":
            body = _corrected(png[at + 8 : at + 8 + length], colours)
            check = zlib.crc32(kind + body).to_bytes(4, "big")
            return png[: at + 8] + body + check + png[at + 12 + length :]
        at += 12 + length
    return png


def _corrected(palette: bytes, colours: Collection[str]) -> bytes:
    entries = [palette[i : i + 3] for i in range(0, len(palette), 3)]
    for wanted in (bytes.fromhex(c[1:]) for c in dict.fromkeys(colours)):
        red, green, blue = wanted
        far = [max(abs(r - red), abs(g - green), abs(b - blue)) for r, g, b in entries]
        if min(far) <= _NEAR:
            entries[far.index(min(far))] = wanted
    return b"".join(entries)
