"""Papers in a terminal: citation, and the graph's statements that each bears on. Pure."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Words

from bot.terminal_words import QUIET, beside, linked, one_line, styled
from kgcore.reply import Papers, PaperView

INDENT = 4  # columns of a number
SIGNS = {"+": "green", "−": "red"}


def papers(block: Papers) -> RenderableType | None:
    """Return the papers that were looked up, or None where there are none."""
    if not block.papers:
        return None
    last = block.first + len(block.papers) - 1
    which = f"Papers {block.first} to {last}" if last > block.first else f"Paper {last}"
    counted = f"{which} of {block.total}" if block.total > len(block.papers) else "Papers"
    lines: list[RenderableType] = [styled(counted, "bold")]
    for number, view in enumerate(block.papers, block.first):
        lines.append(beside(styled(f"{number:2d}", QUIET), _cited(view), INDENT))
        lines += [Padding(_bears(sign, words), (0, 0, 0, INDENT)) for sign, words in view.bears]
    return Group(*lines)


def _cited(view: PaperView) -> Words:
    paper = view.paper
    words = linked(one_line(paper.title) or one_line(paper.id), paper.url)
    about = " · ".join(
        one_line(x) for x in (paper.journal, str(paper.year or ""), paper.id if paper.title else "") if x
    )
    return words.append(f" {about}" if about else "", style=QUIET)


def _bears(sign: str, words: str) -> Words:
    return styled(f"{one_line(sign)} ", SIGNS.get(sign, "")).append(one_line(words))
