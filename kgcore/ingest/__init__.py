"""Graphs in and out: formats, completing papers, merging, exporting, quality. Commands use it, turns do not."""
