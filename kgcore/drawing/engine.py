"""Graphviz as the pygraphviz wheel carries it: DOT in; layout, PNG or SVG out. For the worker process only.

Fonts: fontconfig is pointed at the DejaVu faces that matplotlib ships, so that a picture looks the same everywhere.
"""

from __future__ import annotations

import importlib.util
import json
import os
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.sax.saxutils import escape

from kgcore.errors import DrawingError, DrawingUnavailable

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
def graphviz() -> Graphviz:
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
    found = importlib.util.find_spec("matplotlib")
    if found is None or found.origin is None:
        raise DrawingUnavailable("The fonts are missing.", mend="Install matplotlib, which brings them.")
    fonts = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    file = folder / "fonts.conf"
    file.write_text(_CONF.format(fonts=escape(str(fonts)), cache=escape(str(folder / "cache"))), encoding="utf-8")
    return file
