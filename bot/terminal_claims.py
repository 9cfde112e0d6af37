"""Claims in a terminal: the verdict in its colour, the claim, why, and the papers on both sides. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Words

from bot.terminal_words import QUIET, beside, clean, inlines, linked, one_line, styled
from kgcore.model import Paper, Verdict
from kgcore.reply import ClaimView, Fact, Quote

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


def claim(view: ClaimView, *, whole: bool = False) -> RenderableType:
    """Return one claim with its evidence; `whole`: with all that the graph and its sources say of it."""
    lines: list[RenderableType] = [_head(view), _under(Words(clean(view.why)))]
    for side, papers in (("for", view.papers_for), ("against", view.papers_against), ("near", view.papers_near)):
        lines += [_under(_paper(side, p)) for p in papers[:PAPERS]]
        if len(papers) > PAPERS:
            lines.append(_under(styled(f"{side}: {len(papers) - PAPERS} more", QUIET)))
    for fact in view.evidence:
        lines += _stated(fact, view.why) if whole else [_under(_quote(q)) for q in fact.alone]
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


def _stated(fact: Fact, why: str) -> Iterator[Padding]:
    if fact.words not in why:  # which stands just above
        yield _under(styled("graph: ", QUIET).append(one_line(fact.words)))
    yield from (_under(_quote(q), 2) for q in fact.quotes)
    if fact.rest:
        yield _under(styled(fact.rest, QUIET), 2)


def _quote(quote: Quote) -> Words:
    words = Words(one_line(quote.words))
    return words.append(" ").append_text(linked(one_line(quote.paper.id), quote.paper.url)) if quote.paper else words


def _under(words: Words, further: int = 0) -> Padding:
    return Padding(words, (0, 0, 0, INDENT + further))
