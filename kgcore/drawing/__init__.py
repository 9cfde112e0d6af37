"""Graph pictures: a pure description (`picture`, `builder`), looks (`palette`), words (`words`), and the renderer.

claims ─► builder.picture_of ─► Picture ─► renderer.Renderer ─► worker process: trim ─► layout ─► canvas ─► PNG, SVG
                                    └────► words.alt_text, words.edge_table
"""

from kgcore.drawing.builder import picture_of
from kgcore.drawing.palette import look_of_type, look_of_verdict, type_colour
from kgcore.drawing.picture import Edge, Node, Picture, Rendered
from kgcore.drawing.renderer import Renderer, available
from kgcore.drawing.words import alt_text, edge_table

__all__ = [
    "Edge",
    "Node",
    "Picture",
    "Rendered",
    "Renderer",
    "alt_text",
    "available",
    "edge_table",
    "look_of_type",
    "look_of_verdict",
    "picture_of",
    "type_colour",
]
