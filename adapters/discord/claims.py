"""Claims and papers → pieces: a short row per claim in an answer, and everything behind a claim in a panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adapters.discord.escape import escape, line, link
from adapters.discord.frame import Frame, menus, option, rows
from adapters.discord.inlines import markdown
from adapters.discord.pieces import Piece, Row, Words
from kgcore.message import Action, Verb
from kgcore.model import Paper
from kgcore.reply import Claims, ClaimView, Fact, Papers, PaperView

MOST_BUTTONS: Final = 5  # claims with a button each, in one row; more share a menu
TITLE: Final = "**Claims, checked one by one**"


def claims(block: Claims, frame: Frame) -> list[Piece]:
    """Return a card of claims, or, in a panel, each with what stands behind it."""
    if not block.claims:
        return []
    if frame.panel:
        return [piece for claim in block.claims for piece in _whole(claim, frame)]
    if not frame.final:
        return [Words(f"{c.number}. {_short(c)}", card=True) for c in block.claims]
    shown = [Words(f"{c.number}. {_short(c)}", card=True) for c in block.claims]
    if len(block.claims) <= MOST_BUTTONS:
        buttons = [frame.button(f"Evidence {c.number}", _why(c, frame)) for c in block.claims]
        return [Words(TITLE, card=True), *shown, *rows(buttons, card=True)]
    why = [option(f"{c.number}. {_plain(c)}", _why(c, frame), c.verdict.label) for c in block.claims]
    return [Words(TITLE, card=True), *shown, *menus("Show the evidence of a claim …", why, card=True)]


def _plain(claim: ClaimView) -> str:
    return "".join(part.text for part in claim.statement)


def _why(claim: ClaimView, frame: Frame) -> str:
    return str(Action(Verb.WHY, frame.turn, claim.number - 1))


def _short(claim: ClaimView) -> str:
    """Say "✓ **Supported** · vitamin E² treats Alzheimer's disease¹ · 1 paper"."""
    speaker = f"{escape(claim.speaker)}: " if claim.speaker else ""
    parts = [f"{claim.verdict.icon} **{claim.verdict.label}**", f"{speaker}{markdown(claim.statement, bold=False)}"]
    if claim.hedged:
        parts.append("said with caution")
    return " · ".join((*parts, *_counts(claim)))


def _counts(claim: ClaimView) -> Iterator[str]:
    """Say what the verdict rests on: papers, or, where an edge has none, its source."""
    if claim.papers_for and claim.papers_against:
        yield f"{_papers(len(claim.papers_for))} for and {_papers(len(claim.papers_against))} against"
    elif claim.papers_for:
        yield _papers(len(claim.papers_for))
    elif claim.papers_against:
        yield f"{_papers(len(claim.papers_against))} against"
    elif claim.papers_near:
        yield f"{_papers(len(claim.papers_near))} near it"
    elif claim.evidence and claim.evidence[0].words.endswith(")"):
        yield escape(claim.evidence[0].words.rpartition("(")[2][:-1])


def _papers(n: int) -> str:
    return f"{n} paper{'' if n == 1 else 's'}"


# ── all that stands behind a claim ──────────────────────────────────────────────────────────────────────────────────


def _whole(claim: ClaimView, frame: Frame) -> Iterator[Piece]:
    yield Words(f"### {claim.verdict.icon} {claim.verdict.label}\n{markdown(claim.statement)}")
    yield Words(line(escape(claim.why)))
    if claim.evidence:
        yield from pages("**What the graph says**", [text for fact in claim.evidence for text in _stated(fact)])
    for title, papers in (
        ("Papers for it", claim.papers_for),
        ("Papers against it", claim.papers_against),
        ("Papers near it, neither for nor against", claim.papers_near),
    ):
        if papers:
            yield from pages(f"**{title}**", [f"- {cited(p)}" for p in papers])
    doing = (
        ("☆ Bookmark, on or off", claim.bookmark),
        ("👍 Good", claim.up),
        ("👎 Not good", claim.down),
        ("This was read wrongly", claim.trim),
    )
    yield from rows([frame.button(label, action) for label, action in doing if action])


def _stated(fact: Fact) -> Iterator[str]:
    yield f"- {escape(fact.words)}"
    for quote in fact.quotes:
        paper = f" – {link(quote.paper.id, quote.paper.url)}" if quote.paper else ""
        yield f"  - {escape(quote.words)}{paper}"
    if fact.rest:
        yield f"  - {fact.rest}"


def cited(paper: Paper) -> str:
    """Return a paper in one line: its title as a link, its journal, its year."""
    title = link(paper.title or paper.id, paper.url)
    return " · ".join([title, *(escape(part) for part in (paper.journal, str(paper.year or "")) if part)])


def pages(title: str, lines: Sequence[str]) -> Iterator[Piece]:
    """Return lines under a title, in pieces small enough that none is cut in the middle of a line."""
    gathered = title
    for words in lines:
        if len(gathered) + len(words) > 1_500:
            yield Words(gathered)
            gathered = words
        else:
            gathered = f"{gathered}\n{words}" if gathered else words
    if gathered:
        yield Words(gathered)


# ── papers that were looked up ──────────────────────────────────────────────────────────────────────────────────────


def papers(block: Papers, frame: Frame) -> list[Piece]:
    """Return the papers with their numbers and what they bear on."""
    last = block.first + len(block.papers) - 1
    title = f"**Papers {block.first} to {last} of {max(block.total, last)}**" if block.papers else "**No papers**"
    return [Words(title), *(_paper(n, view, frame) for n, view in enumerate(block.papers, block.first))]


def _paper(number: int, view: PaperView, frame: Frame) -> Piece:
    words = "\n".join((f"**{number}.** {cited(view.paper)}", *_bears(view.bears)))
    return Row(words, frame.button("☆ Bookmark", view.bookmark)) if view.bookmark else Words(words)


def _bears(bears: Iterable[tuple[str, str]]) -> Iterator[str]:
    for sign, words in bears:
        yield f"-# {escape(sign)} {escape(words)}"
