"""Claims in a terminal: the verdict in its colour, the claim, why, and the papers on both sides. Pure."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Words

from bot.terminal_words import QUIET, beside, clean, inlines, linked, one_line, styled
from kgcore.model import Paper, Verdict
from kgcore.reply import ClaimView

# The sixteen basic colours follow the terminal's own theme, so they are legible on light and on dark.
COLOURS = {
    Verdict.SUPPORTED: "green",
    Verdict.CONTRADICTED: "red",
    Verdict.MIXED: "magenta",
    Verdict.RELEVANT: "blue",
    Verdict.UNSURE: "bright_black",
}
PAPERS = 3  # per side and claim; the rest is counted
INDENT = 18  # columns of number, icon and label


def claim(view: ClaimView) -> RenderableType:
    """Return one claim with its evidence."""
    lines: list[RenderableType] = [_head(view), _under(Words(clean(view.why)))]
    for side, papers in (("for", view.papers_for), ("against", view.papers_against), ("near", view.papers_near)):
        lines += [_under(_paper(side, p)) for p in papers[:PAPERS]]
        if len(papers) > PAPERS:
            lines.append(_under(styled(f"{side}: {len(papers) - PAPERS} more", QUIET)))
    return Group(*lines)


def counts(found: tuple[tuple[Verdict, int], ...]) -> Words:
    """Return how many claims have which verdict, as icons with figures."""
    words = Words()
    for verdict, count in found:
        words.append(f" {verdict.icon}{count}", style=COLOURS[verdict])
    return words


def _head(view: ClaimView) -> RenderableType:
    colour = COLOURS[view.verdict]
    label = Words(f"{view.number:2d} {view.verdict.icon} {view.verdict.label:<12}", style=f"bold {colour}")
    statement = styled(f"{one_line(view.speaker)}: " if view.speaker else "", "bold")
    return beside(label, statement.append_text(inlines(view.statement)), INDENT)


def _paper(side: str, paper: Paper) -> Words:
    about = ", ".join(one_line(x) for x in (paper.journal, str(paper.year or "")) if x)
    words = styled(f"{side}: ", QUIET)
    words.append_text(linked(one_line(paper.title) or one_line(paper.id), paper.url))
    about = f"({about}) " if about and paper.title else about
    return words.append(f" {about}{one_line(paper.id) if paper.title else ''}".rstrip())


def _under(words: Words) -> Padding:
    return Padding(words, (0, 0, 0, INDENT))
