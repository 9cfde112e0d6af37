"""A picture in, PNG and SVG out: trim, lay out, arrange, render. For the worker process only."""

from __future__ import annotations

from kgcore.drawing.canvas import canvas, legend_texts, ruler
from kgcore.drawing.engine import Graphviz, graphviz
from kgcore.drawing.layout import best, placed
from kgcore.drawing.palette import WHITE, look_of_verdict, type_colour
from kgcore.drawing.picture import Picture, Rendered
from kgcore.drawing.png import exact, size
from kgcore.drawing.svg import finished
from kgcore.drawing.trim import trimmed

LARGEST = 1024  # pixels each way
_SHARPEST = 2.4  # pixels a point: what a small picture is drawn at


def draw(picture: Picture) -> Rendered:
    """Return the picture as PNG, at most 1024 × 1024, and as SVG. Raises DrawingError."""
    shown = trimmed(picture)
    engine = graphviz()
    plan, placement = best(shown, engine.layout)
    drawing = canvas(shown, plan, placement, _measured(engine, legend_texts(shown)))
    scale = min((LARGEST - 0.5) / drawing.width, (LARGEST - 0.5) / drawing.height, _SHARPEST)
    png = exact(engine.render(drawing.dot(scale), "nop2", "png:cairo:gd"), _colours(shown))
    svg = engine.render(drawing.dot(1.0), "nop2", "svg")
    width, height = size(png)
    return Rendered(png, finished(svg, shown), width, height)


def _colours(picture: Picture) -> list[str]:
    """Return the colours that have to come out exactly; white last, since it must."""
    types = [type_colour(n.type) for n in picture.nodes if not n.ghost]
    return [*types, *(look_of_verdict(e.verdict).colour for e in picture.edges if e.verdict), WHITE]


def _measured(engine: Graphviz, texts: tuple[str, ...]) -> dict[str, float]:
    """Return the widths of the legend's texts in points."""
    boxes = placed(engine.layout(ruler(texts), "dot")).boxes if texts else {}
    return {text: boxes[f"t{index}"].width for index, text in enumerate(texts)}
