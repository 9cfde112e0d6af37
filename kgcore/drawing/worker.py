"""What the drawing process does: a picture in, PNG and SVG out. Nothing here runs in the bot's own process."""

from __future__ import annotations

import os
import resource
import signal
from functools import cache

from kgcore.drawing.canvas import canvas, legend_texts, ruler
from kgcore.drawing.engine import Graphviz, graphviz
from kgcore.drawing.layout import best, placed
from kgcore.drawing.picture import Picture, Rendered
from kgcore.drawing.svg import finished
from kgcore.drawing.trim import trimmed
from kgcore.errors import DrawingError

LARGEST = 1024  # pixels each way
_SHARPEST = 2.4  # pixels a point: what a small picture is drawn at
_MEMORY = 1 << 30  # bytes of address space; a picture takes about a fifth
_LONGEST = 30  # seconds after which a process that nobody waits for ends itself


def draw_in_worker(picture: Picture) -> Rendered:
    """Draw with this process's limits in place: little memory, little time, no chatter on stderr.

    Raises DrawingError for a picture that cannot be drawn, DrawingUnavailable where none can.
    """
    _limit_process()
    signal.alarm(_LONGEST)
    try:
        return draw(picture)
    except (MemoryError, RecursionError) as exc:
        raise DrawingError("The picture is too large to be drawn.") from exc
    finally:
        signal.alarm(0)


@cache
def _limit_process() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard), hard))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)  # Graphviz writes its remarks there; they may quote names
    os.close(silence)


def draw(picture: Picture) -> Rendered:
    """Return the picture as PNG, at most 1024 × 1024, and as SVG. Raises DrawingError."""
    shown = trimmed(picture)
    if not shown.nodes:
        raise DrawingError("There is nothing to draw.")
    engine = graphviz()
    plan, placement = best(shown, engine.layout)
    drawing = canvas(shown, plan, placement, _measured(engine, legend_texts(shown)))
    scale = min((LARGEST - 2) / drawing.width, (LARGEST - 2) / drawing.height, _SHARPEST)
    png = engine.render(drawing.dot(scale), "nop2", "png:cairo:cairo")
    svg = engine.render(drawing.dot(1.0), "nop2", "svg")
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))  # the PNG's own header
    return Rendered(png, finished(svg, shown), width, height)


def _measured(engine: Graphviz, texts: tuple[str, ...]) -> dict[str, float]:
    """Return the widths of the legend's texts in points."""
    boxes = placed(engine.layout(ruler(texts), "dot")).boxes if texts else {}
    return {text: boxes[f"t{index}"].width for index, text in enumerate(texts)}
