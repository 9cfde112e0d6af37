"""Graph pictures: a pure description (`picture`, `builder`), looks (`palette`), words (`words`), and the renderer.

claims ─► builder.picture_of ─► grouping.arranged ─► Picture ─► Renderer ─► worker: layout ─► dot ─► canvas
an entity ─► around_picture ─────────┘                  └─────► words.alt_text, words.edge_table
steps ─► tree.Tree ───────────────────────────────────► Renderer ─► worker: branches
"""
