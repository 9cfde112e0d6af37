"""Graph pictures: a pure description (`picture`, `builder`), looks (`palette`), words (`words`), and the renderer.

claims ─► builder.picture_of ─► grouping.arranged ─► Picture ─► Renderer ─► worker: trim ─► layout ─► canvas
an entity ─► around_picture ─────────┘                  └─────► words.alt_text, words.edge_table
steps ─► tree.Tree ───────────────────────────────────► Renderer ─► worker: rows ─► branches
"""

from kgcore.drawing.around import around_picture
from kgcore.drawing.builder import picture_of
from kgcore.drawing.grouping import arranged, folded, groups, hidden, leaves
from kgcore.drawing.palette import look_of_type, look_of_verdict, type_colour
from kgcore.drawing.picture import Edge, Member, Node, Picture, Rendered
from kgcore.drawing.renderer import Renderer, available
from kgcore.drawing.tree import Stop, Tree
from kgcore.drawing.words import alt_text, edge_table

__all__ = [
    "Edge",
    "Member",
    "Node",
    "Picture",
    "Rendered",
    "Renderer",
    "Stop",
    "Tree",
    "alt_text",
    "around_picture",
    "arranged",
    "available",
    "edge_table",
    "folded",
    "groups",
    "hidden",
    "leaves",
    "look_of_type",
    "look_of_verdict",
    "picture_of",
    "type_colour",
]
