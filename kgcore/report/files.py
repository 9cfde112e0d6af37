"""The downloads of a thread's summary. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.reply import Figure, File
from kgcore.report.bibtex import bibtex
from kgcore.report.gathered import gathered, papers_of
from kgcore.report.markdown import markdown
from kgcore.report.ris import ris
from kgcore.thread import Exploration, Turn
from kgcore.vocabulary import Vocabulary

PICTURE = "evigraph.png"


def files(
    turns: Sequence[Turn], exploration: Exploration, vocabulary: Vocabulary, figure: Figure | None
) -> tuple[File, ...]:
    """Return the downloads: Markdown, and as far as there are any, the picture and the papers (BibTeX, RIS)."""
    papers = papers_of(turns, gathered(turns, vocabulary))
    text = markdown(turns, exploration, vocabulary, PICTURE if figure else "")
    found = [File("evigraph.md", "text/markdown; charset=utf-8", _bytes(text))]
    if figure:
        found.append(File(PICTURE, "image/png", figure.png))
        found.append(File("evigraph.svg", "image/svg+xml", _bytes(figure.svg)))
    if papers:
        found.append(File("papers.bib", "application/x-bibtex; charset=utf-8", _bytes(bibtex(papers))))
        found.append(File("papers.ris", "application/x-research-info-systems; charset=utf-8", _bytes(ris(papers))))
    return tuple(found)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
