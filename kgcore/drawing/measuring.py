"""How large nodes and labels are. Graphviz is asked once for each: most of a picture stood in the one before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphviz import Digraph

from kgcore.drawing.dot import FONT, Attributes

Layout = Callable[[str, str], dict[str, Any]]  # takes DOT and a program, returns Graphviz's JSON
Size = tuple[float, float]

_MOST = 4096  # looks whose sizes are remembered
_known: dict[tuple[tuple[str, str], ...], Size] = {}


def measure(looks: Sequence[Attributes], layout: Layout) -> list[Size]:
    """Return widths and heights, in points, of nodes that look so."""
    keys = [tuple(look.items()) for look in looks]
    if new := [key for key in dict.fromkeys(keys) if key not in _known]:
        graph = Digraph("ruler", node_attr={"fontname": FONT})
        for index, key in enumerate(new):
            graph.node(f"t{index}", _attributes=dict(key))
        sizes = {o["name"]: (float(o["width"]), float(o["height"])) for o in layout(graph.source, "dot")["objects"]}
        _known.update((key, (sizes[f"t{n}"][0] * 72, sizes[f"t{n}"][1] * 72)) for n, key in enumerate(new))
    found = [_known[key] for key in keys]
    while len(_known) > _MOST:
        del _known[next(iter(_known))]
    return found
