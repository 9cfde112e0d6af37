"""Completing: titles, journals and years for papers that a graph has only the ids of."""

from __future__ import annotations

from kgcore.graph.completing.completing import Completed, complete_papers, lacking
from kgcore.graph.completing.ncbi import Ncbi
from kgcore.graph.completing.pubmed_xml import Article, articles_in

__all__ = ["Article", "Completed", "Ncbi", "articles_in", "complete_papers", "lacking"]
