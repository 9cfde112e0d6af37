"""Graph pictures: a pure description (`picture`, `builder`), looks (`palette`), words (`words`), and the renderer.

claims ─► builder.picture_of ─► grouping.arranged ─► Picture ─► Renderer ─► worker: layout ─► dot ─► canvas
an entity ─► around_picture ─────────┘                  └─────► words.alt_text, words.edge_table
steps ─► tree.Tree ───────────────────────────────────► Renderer ─► worker: branches
"""

from kgcore.drawing.builder import around_picture, picture_of
from kgcore.drawing.grouping import collapsible_leaves, counted_nodes, folded_nodes, group_leaves, hidden_nodes
from kgcore.drawing.palette import look_of_type, type_colour
from kgcore.drawing.picture import Member, Picture, PictureEdge, PictureNode, RenderedPicture
from kgcore.drawing.renderer import Renderer, why_unavailable
from kgcore.drawing.tree import Tree, TreeStep
from kgcore.drawing.words import alt_text, edge_table

__all__ = [
    "Member",
    "Picture",
    "PictureEdge",
    "PictureNode",
    "RenderedPicture",
    "Renderer",
    "Tree",
    "TreeStep",
    "alt_text",
    "around_picture",
    "collapsible_leaves",
    "counted_nodes",
    "edge_table",
    "folded_nodes",
    "group_leaves",
    "hidden_nodes",
    "look_of_type",
    "picture_of",
    "type_colour",
    "why_unavailable",
]
