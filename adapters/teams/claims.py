"""Claims → verdict rows (colour, icon and word); what lies behind a verdict unfolds under its row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from adapters.teams.elements import (
    Json,
    action_row,
    column,
    columns,
    container,
    heading,
    rich_text,
    text_paragraphs,
    text_run,
    toggle_button,
)
from adapters.teams.inlines import inline_runs
from adapters.teams.limits import CLAIMS_OPEN, PAPER_SEEN, PAPERS_COMPACT, PAPERS_SHOWN
from adapters.teams.scene import CardContext, CardSurface
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import Claims, ClaimView, Fact, Papers, PaperView
from kgcore.values.text import marked_parts
from kgcore.verdicts import Badge, VerdictTone

BADGE_WIDTH: Final = "150px"
STYLE: Final[Mapping[VerdictTone, str]] = {  # of containers
    VerdictTone.GOOD: "good",
    VerdictTone.BAD: "attention",
    VerdictTone.DIVIDED: "warning",
    VerdictTone.NEAR: "accent",
    VerdictTone.OPEN: "emphasis",
}


def claim_items(block: Claims, context: CardContext, serial: Iterator[int]) -> list[Json]:
    """Return a heading and an item per claim."""
    if not block.claims:
        return []
    if len(block.claims) > CLAIMS_OPEN and context.surface is CardSurface.MESSAGE:
        return _folded(block, replace(context, compact=True), serial)
    if context.brief:
        return [_brief(c, context) | {"spacing": "Small" if n else "Medium"} for n, c in enumerate(block.claims)]
    alone = len(block.claims) == 1 and context.surface is CardSurface.DIALOG  # somebody has asked for just this
    title = f"{len(block.claims)} claims, checked" if len(block.claims) > 1 else "1 claim, checked"
    return [heading(title), *(_claim(c, context, next(serial), open=alone) for c in block.claims)]


def verdict_summary(block: Claims) -> str:
    """Return how many claims have which verdict: "11 supported, 6 contradicted, 1 mixed"."""
    counts = [(b, sum(c.chip is b for c in block.claims)) for b in Badge]
    return ", ".join(f"{n} {b.counted}" for b, n in counts if n)


def _folded(block: Claims, context: CardContext, serial: Iterator[int]) -> list[Json]:
    """Return the counts, and a row per verdict under which its claims unfold."""
    made = [heading(f"{len(block.claims)} claims, checked: {verdict_summary(block)}")]
    for badge in Badge:
        claims = [c for c in block.claims if c.chip is badge]
        if not claims:
            continue
        id = f"claims-{next(serial)}"
        title = [text_run(f"{badge.icon} {badge.label} ({len(claims)})", bold=True)]
        numbers = text_run("  claim " + ", ".join(str(c.number) for c in claims) + " ▾", subtle=True)
        row = columns(
            column([rich_text(*title, numbers)]),
            tap=toggle_button(f"{len(claims)} claims, {badge.label}: show or hide them", id),
        )
        inner = [_line(c, context) or _claim(c, context, next(serial), open=False) for c in claims]
        behind = container(inner, id=id, hidden=True, spacing="Small")
        made.append(container([row, behind], style=STYLE[badge.row.tone], spacing="Small"))
    return made


def _line(claim: ClaimView, context: CardContext) -> Json | None:
    """Return one line of a claim among many; a press opens a dialog with all that is behind it. None where no dialog
    could find it.
    """
    known = Action.parse(claim.bookmark or claim.up or claim.trim)
    if known is None:
        return None
    badge = claim.chip
    mark = text_run(f"{claim.number} {badge.icon} {badge.label}  ", bold=True)
    more = text_run(f"  {_count(claim)}", subtle=True)
    line = rich_text(mark, *_speaker(claim), *inline_runs(claim.statement, {}), more)
    return container([line], tap=context.press("More …", str(replace(known, verb=Verb.WHY))), spacing="Small")


def _brief(claim: ClaimView, context: CardContext) -> Json:
    """Return a claim in one line: its badge, its words, one paper and what it rests on."""
    paper = next(iter((*claim.papers_for, *claim.papers_against, *claim.papers_near)), None)
    cited = [text_run(f" [{context.cited.get(paper.id, 1)}]", url=paper.url)] if paper else []
    rests = [text_run(f" · {claim.rests_on}", subtle=True)] if claim.rests_on else []
    line = rich_text(*_speaker(claim), *inline_runs(claim.statement, {}), *_hedge(claim), *cited, *rests)
    row = columns(column([_badge(claim)], BADGE_WIDTH), column([line]), tap=_opens(claim, context))
    return container([row], style=STYLE[claim.chip.row.tone])


def _opens(claim: ClaimView, context: CardContext) -> Json | None:
    """Return what opens a dialog with all that is behind a claim; None where no dialog could find it."""
    known = Action.parse(claim.bookmark or claim.up or claim.trim)
    return context.press(f"Evidence of claim {claim.number}", str(replace(known, verb=Verb.WHY))) if known else None


def _badge(claim: ClaimView) -> Json:
    badge = claim.chip
    return rich_text(text_run(f"{claim.number} ", subtle=True), text_run(f"{badge.icon} {badge.label}", bold=True))


def _speaker(claim: ClaimView) -> list[Json]:
    return [text_run(f"{claim.speaker}: ", subtle=True)] if claim.speaker else []


def _hedge(claim: ClaimView) -> list[Json]:
    return [text_run(" (said with caution)", subtle=True)] if claim.hedged else []


def _count(claim: ClaimView) -> str:
    return f"Evidence: {claim.rests_on} ▾" if claim.rests_on else "Why ▾"


def paper_line(paper: Paper, context: CardContext) -> list[Json]:
    """Return "[1] Title. Journal, year" with a link; the number is that of the message's citation."""
    number = context.cited.get(paper.id, 0)
    where = ", ".join(str(part) for part in (paper.journal, paper.year) if part)
    title = paper.title or paper.shown_id
    mark = text_run(f"[{number}] ", subtle=True) if number else text_run("• ", subtle=True)
    return [mark, text_run(title, url=paper.url), text_run(f" – {where}" if where else "", subtle=True)]


def paper_items(block: Papers, context: CardContext) -> list[Json]:
    """Return the papers that were looked up, numbered."""
    last = block.first + len(block.papers) - 1
    count = f"Papers {block.first}–{last} of {block.total}" if block.total > len(block.papers) else ""
    made = text_paragraphs(count, subtle=True)
    return made + [_paper(n, view, context) for n, view in enumerate(block.papers, block.first)]


def _said(line: str, marked: Collection[str]) -> Iterator[Json]:
    return (text_run(part, bold=bold) for part, bold in marked_parts(line, marked))


def _paper(number: int, view: PaperView, context: CardContext) -> Json:
    paper = view.paper
    where = " · ".join(str(part) for part in (paper.journal, paper.year, paper.shown_id) if part)
    items = [
        rich_text(
            text_run(f"{number}. ", subtle=True),
            text_run(paper.title or paper.shown_id, url=paper.url, strike=paper.retracted),
        ),
        rich_text(text_run(where, subtle=True), spacing="None"),
    ]
    items += [rich_text(*_said(f"{sign} {text}", view.marked), spacing="None") for sign, text in view.bears]
    if view.choices:
        pressed = [context.press(c.label, c.action, hint=c.hint) for c in view.choices]
        items.append(action_row(pressed, seen=PAPER_SEEN))
    if not view.bookmark:
        return container(items, spacing="Medium")
    star = action_row([context.press("☆", view.bookmark, hint=f"Bookmark paper {number}")], spacing="None")
    return columns(column(items), column([star], "auto"), spacing="Medium")


def _claim(claim: ClaimView, context: CardContext, serial: int, *, open: bool) -> Json:
    badge, id = claim.chip, f"claim-{serial}"
    row = columns(
        column([_badge(claim)], BADGE_WIDTH),
        column(
            [
                rich_text(*_speaker(claim), *inline_runs(claim.statement, {}), *_hedge(claim)),
                rich_text(text_run(_count(claim), subtle=True), spacing="None"),
            ]
        ),
        tap=toggle_button(f"Claim {claim.number}, {badge.label}: show or hide the evidence", id),
    )
    behind = container(_behind(claim, context), id=id, hidden=not open, spacing="Small")
    return container([row, behind], style=STYLE[badge.row.tone], spacing="Small")


def _behind(claim: ClaimView, context: CardContext) -> list[Json]:
    items = text_paragraphs(claim.why)
    items += [line for fact in claim.evidence for line in _stated(fact, context)]
    for title, papers in (
        ("For", claim.papers_for),
        ("Against", claim.papers_against),
        ("Related (they do not settle it)", claim.papers_near),
    ):
        items += _papers(title, papers, context)
    buttons = _buttons(claim, context)
    return [*items, action_row(buttons)] if buttons else items or text_paragraphs("Nothing more is known.")


def _stated(fact: Fact, context: CardContext) -> Iterator[Json]:
    """Yield a statement and what its sources say; where there is little room, only what stands in a paper's place."""
    yield rich_text(text_run(f"• {fact.words}"), spacing="None")
    for quote in fact.alone if context.compact else fact.quotes:
        paper = [text_run(" – "), text_run(quote.paper.shown_id, url=quote.paper.url)] if quote.paper else []
        yield rich_text(text_run(f"   {quote.words}", subtle=True), *paper, spacing="None")
    if fact.rest and not context.compact:
        yield rich_text(text_run(f"   {fact.rest}", subtle=True), spacing="None")


def _buttons(claim: ClaimView, context: CardContext) -> list[Json]:
    if context.compact:
        known = Action.parse(claim.bookmark or claim.up or claim.trim)
        return [context.press("More …", str(replace(known, verb=Verb.WHY)))] if known else []
    marks = (("👍", claim.up, "good"), ("👎", claim.down, "not good"))
    made = [context.press(sign, id, hint=f"Claim {claim.number} is {word}") for sign, id, word in marks if id]
    if claim.bookmark:
        made.append(context.press("☆ Bookmark", claim.bookmark))
    if claim.trim:
        made.append(context.press("✕ Read wrongly", claim.trim))
    return made


def _papers(title: str, papers: Sequence[Paper], context: CardContext) -> list[Json]:
    if not papers:
        return []
    most = PAPERS_COMPACT if context.compact else PAPERS_SHOWN
    made = [rich_text(text_run(f"{title} ({len(papers)})", bold=True), spacing="Small")]
    made += [rich_text(*paper_line(p, context), spacing="None") for p in papers[:most]]
    rest = len(papers) - most
    return [*made, *text_paragraphs(f"… and {rest} more", spacing="None", subtle=True)] if rest > 0 else made
