"""A picture in, PNG and SVG out: trim, lay out, arrange, render. For the worker process only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kgcore.drawing.branches import STEP_SIZE, TREE_COLOURS, branches, row_labels
from kgcore.drawing.canvas import DONE, TO_DO, Canvas, canvas, legend_texts, ruler
from kgcore.drawing.dot import Placement, Plan
from kgcore.drawing.engine import Graphviz, graphviz
from kgcore.drawing.labels import LEGEND_SIZE, font, html
from kgcore.drawing.layout import best, placed
from kgcore.drawing.palette import WHITE, look_of_verdict, type_colour
from kgcore.drawing.picture import Picture, Rendered
from kgcore.drawing.png import exact, size
from kgcore.drawing.rows import rows_of
from kgcore.drawing.svg import finished, finished_tree
from kgcore.drawing.tree import Tree
from kgcore.drawing.trim import KEPT, MOST_NODES, trimmed

LARGEST = 1024  # pixels each way
LEGIBLE = 830.0  # points: in a wider graph names are smaller than 7 points where a client shows it 400 points wide
_SHARPEST = 2.4  # pixels a point: what a small picture is drawn at


def draw(picture: Picture | Tree) -> Rendered:
    """Return the picture as PNG, at most 1024 × 1024, and as SVG. Raises DrawingError."""
    engine = graphviz()
    match picture:
        case Picture():
            shown, plan, placement = _laid_out(picture, engine)
            drawing = canvas(shown, plan, placement, _measured(engine, legend_texts(shown)))
            png, drawn = _rendered(engine, drawing, _colours(shown))
            svg = finished(drawn, shown)
        case Tree():
            rows = rows_of(picture)
            drawing = branches(rows, _widths(engine, row_labels(rows), STEP_SIZE))
            png, drawn = _rendered(engine, drawing, TREE_COLOURS)
            svg = finished_tree(drawn, picture, rows)
        case _ as never:
            assert_never(never)
    return Rendered(png, svg, *size(png))


def _laid_out(picture: Picture, engine: Graphviz) -> tuple[Picture, Plan, Placement]:
    """Trim a picture as little as leaves it legible, and lay it out."""
    for most in MOST_NODES:
        shown = trimmed(picture, most)
        plan, placement = best(shown, engine.layout)
        if len(picture.nodes) <= KEPT or placement.width <= LEGIBLE:
            break
    return shown, plan, placement


def _colours(picture: Picture) -> list[str]:
    """Return the colours that have to come out exactly; white last, since it must."""
    types = [type_colour(n.type) for n in picture.nodes if not n.ghost and n.type.strip()]
    ring = [DONE, TO_DO] if picture.progress else []
    return [*types, *(look_of_verdict(e.verdict).colour for e in picture.edges if e.verdict), *ring, WHITE]


def _measured(engine: Graphviz, texts: tuple[str, ...]) -> dict[str, float]:
    """Return the widths of the legend's texts in points."""
    return dict(zip(texts, _widths(engine, [html([font(text)]) for text in texts]), strict=True))


def _widths(engine: Graphviz, labels: Sequence[str], size: int = LEGEND_SIZE) -> list[float]:
    """Return the widths of labels in points."""
    boxes = placed(engine.layout(ruler(labels, size), "dot")).boxes if labels else {}
    return [boxes[f"t{index}"].width for index in range(len(labels))]


def _rendered(engine: Graphviz, drawing: Canvas, colours: Sequence[str]) -> tuple[bytes, bytes]:
    """Return a drawing as PNG and as Graphviz's SVG."""
    scale = min((LARGEST - 0.5) / drawing.width, (LARGEST - 0.5) / drawing.height, _SHARPEST)
    png = exact(engine.render(drawing.dot(scale), "nop2", "png:cairo:gd"), colours)
    return png, engine.render(drawing.dot(1.0), "nop2", "svg")
