"""Claims and papers → units: a claim and its evidence stay in one message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.slack import limits
from adapters.slack.buttons import overflow
from adapters.slack.escape import plain
from adapters.slack.inlines import runs, said
from adapters.slack.parts import Json, Scene, Unit, bullets, link, rich_blocks, section, words
from kgcore.message import Action, Verb
from kgcore.model import Paper
from kgcore.reply import Choice, Claims, ClaimView, Papers, PaperView, Quote


def claims_units(block: Claims, scene: Scene, turn: str) -> Iterator[Unit]:
    """Yield a heading with the first claim, then a unit for every further claim."""
    for nth, claim in enumerate(block.claims):
        count = len(block.claims)
        head = rich_blocks([section(words(f"{count} claim{'' if count == 1 else 's'} checked", bold=True))], 200)
        yield Unit(
            (*(head if nth == 0 else ()), *_claim(claim, scene, turn)), f"{claim_line(claim)}. {claim.why}".strip()
        )


def claim_line(claim: ClaimView) -> str:
    """Return a claim in one line of plain words."""
    who = f"{claim.speaker}: " if claim.speaker else ""
    hedged = " (hedged in the answer)" if claim.hedged else ""
    return f"{claim.number}. {claim.verdict.icon} {claim.verdict.label}: {who}{said(claim.statement)}{hedged}"


def _claim(claim: ClaimView, scene: Scene, turn: str) -> list[Json]:
    choices = _choices(claim, turn)
    runs_of = [
        words(f"{claim.verdict.icon} {claim.number} {claim.verdict.label}: ", bold=True),
        *([words(f"{claim.speaker}: ", italic=True)] if claim.speaker else []),
        *runs(claim.statement, scene, marks=False),
        *([words(" (hedged in the answer)", italic=True)] if claim.hedged else []),
    ]
    below = [*_why(claim), *_lines(claim, whole=not turn)]
    head = rich_blocks([section(*runs_of)], limits.RICH_TEXT)
    if choices:
        line = plain(claim_line(claim), limits.SECTION_TEXT)
        head = [{"type": "section", "text": line, "accessory": overflow("claim", choices)}]
    return [*head, *rich_blocks(below, limits.RICH_TEXT)]


def _choices(claim: ClaimView, turn: str) -> list[Choice]:
    """What can be done with a claim; those of a turn can be looked at more closely."""
    given = [("☆ Bookmark", claim.bookmark), ("👍 Right", claim.up), ("👎 Wrong", claim.down)]
    found = [Choice(label, action) for label, action in given if action]
    if claim.trim:
        found.append(Choice("✂ Extracted wrongly", claim.trim))
    if found and turn:
        found.insert(0, Choice("Evidence", str(Action(Verb.WHY, turn, claim.number - 1))))
    return found


def _why(claim: ClaimView) -> list[Json]:
    return [section(words(claim.why, italic=True))] if claim.why else []


def _lines(claim: ClaimView, *, whole: bool) -> Iterator[Json]:
    """Yield lists of papers and statements; the whole of what sources say stands under “Evidence”."""
    sides = (("For", claim.papers_for), ("Against", claim.papers_against), ("Nearby", claim.papers_near))
    lines = [line for name, papers in sides for line in _side(name, papers)]
    for fact in claim.evidence:
        lines.append(section(words("The graph: ", bold=True), words(fact.words)))
        said = [*map(_quote, fact.quotes if whole else fact.alone)]
        said += [section(words(fact.rest))] if whole and fact.rest else []
        if said:
            yield bullets(lines)
            yield bullets(said, 1)
            lines = []
    if lines:
        yield bullets(lines)


def _quote(quote: Quote) -> Json:
    paper = quote.paper
    return section(words(quote.words), *([words(" – "), link(paper.id, paper.url)] if paper else []))


def _side(name: str, papers: Sequence[Paper]) -> Iterator[Json]:
    for paper in papers[: limits.PAPERS_SHOWN]:
        yield section(words(f"{name}: ", bold=True), *paper_runs(paper))
    more = len(papers) - limits.PAPERS_SHOWN
    if more > 0:
        yield section(words(f"{name}: {more} more paper{'' if more == 1 else 's'}, under “Evidence” in the menu"))


def paper_runs(paper: Paper) -> list[Json]:
    """Return a paper's title, which is its link, and where it appeared."""
    title = paper.title or paper.id
    source = " · ".join(str(p) for p in (paper.journal, paper.year, paper.id if paper.title else "") if p)
    return [link(title, paper.url), *([words(f" – {source}")] if source else [])]


def papers_units(block: Papers) -> Iterator[Unit]:
    """Yield a heading, then a unit for every paper with what it bears on."""
    last = block.first + len(block.papers) - 1
    head = f"Papers {block.first} to {last} of {block.total}" if block.papers else "No papers"
    yield Unit(tuple(rich_blocks([section(words(head, bold=True))], 200)), head)
    for number, paper in enumerate(block.papers, block.first):
        yield Unit(tuple(_paper(number, paper)), f"{number}. {paper.paper.title or paper.paper.id}")


def _paper(number: int, view: PaperView) -> list[Json]:
    lines: list[Json] = [section(words(f"{number}. ", bold=True), *paper_runs(view.paper))]
    if view.bears:
        lines.append(bullets(section(words(f"{sign} {text}")) for sign, text in view.bears))
    blocks = rich_blocks(lines, limits.RICH_TEXT)
    if view.bookmark:
        keep = overflow(f"paper{number}", [Choice("☆ Bookmark", view.bookmark)])
        blocks.append({"type": "actions", "elements": [keep]})
    return blocks
