"""Claims → verdict rows (colour, icon and word); what lies behind a verdict unfolds under its row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from adapters.teams.elements import Json, actions, column, columns, container, heading, rich, run, toggle, words
from adapters.teams.inlines import COLOUR, inline_runs
from adapters.teams.limits import PAPERS_COMPACT, PAPERS_SHOWN
from adapters.teams.scene import Scene, Surface
from kgcore.message import Action, Verb
from kgcore.model import Paper, Verdict
from kgcore.reply import Claims, ClaimView, Fact, Papers, PaperView

STYLE: Final = {
    Verdict.SUPPORTED: "good",
    Verdict.CONTRADICTED: "attention",
    Verdict.MIXED: "warning",
    Verdict.RELEVANT: "accent",
    Verdict.UNSURE: "emphasis",
}


def claim_items(block: Claims, scene: Scene, serial: Iterator[int]) -> list[Json]:
    """Return a heading and an item per claim."""
    if not block.claims:
        return []
    alone = len(block.claims) == 1 and scene.surface is Surface.DIALOG  # somebody has asked for just this
    title = f"{len(block.claims)} claims, checked" if len(block.claims) > 1 else "1 claim, checked"
    return [heading(title), *(_claim(c, scene, next(serial), open=alone) for c in block.claims)]


def paper_line(paper: Paper, scene: Scene) -> list[Json]:
    """Return "[1] Title. Journal, year" with a link; the number is that of the message's citation."""
    number = scene.cited.get(paper.id, 0)
    where = ", ".join(str(part) for part in (paper.journal, paper.year) if part)
    title = paper.title or paper.id
    mark = run(f"[{number}] ", subtle=True) if number else run("• ", subtle=True)
    return [mark, run(title, url=paper.url), run(f" – {where}" if where else "", subtle=True)]


def paper_items(block: Papers, scene: Scene) -> list[Json]:
    """Return the papers that were looked up, numbered."""
    last = block.first + len(block.papers) - 1
    count = f"Papers {block.first}–{last} of {block.total}" if block.total > len(block.papers) else ""
    made = words(count, subtle=True)
    return made + [_paper(n, view, scene) for n, view in enumerate(block.papers, block.first)]


def _paper(number: int, view: PaperView, scene: Scene) -> Json:
    paper = view.paper
    where = " · ".join(str(part) for part in (paper.journal, paper.year, paper.id) if part)
    items = [
        rich(run(f"{number}. ", subtle=True), run(paper.title or paper.id, url=paper.url)),
        rich(run(where, subtle=True), spacing="None"),
    ]
    items += [rich(run(f"{sign} {text}"), spacing="None") for sign, text in view.bears]
    if not view.bookmark:
        return container(items, spacing="Medium")
    star = actions([scene.press("☆", view.bookmark, hint=f"Bookmark paper {number}")], spacing="None")
    return columns(column(items), column([star], "auto"), spacing="Medium")


def _claim(claim: ClaimView, scene: Scene, serial: int, *, open: bool) -> Json:
    verdict, id = claim.verdict, f"claim-{serial}"
    label = f"{verdict.icon} {verdict.label}"
    said = [run(f"{claim.speaker}: ", subtle=True)] if claim.speaker else []
    hedge = [run(" (said with caution)", subtle=True)] if claim.hedged else []
    count = len(claim.papers_for) + len(claim.papers_against) + len(claim.papers_near)
    more = f"Evidence: {count} {'paper' if count == 1 else 'papers'} ▾" if count else "Why ▾"
    row = columns(
        column([rich(run(f"{claim.number} ", subtle=True), run(label, bold=True, colour=COLOUR[verdict]))], "140px"),
        column([rich(*said, *inline_runs(claim.statement, {}), *hedge), rich(run(more, subtle=True), spacing="None")]),
        tap=toggle(f"Claim {claim.number}, {verdict.label}: show or hide the evidence", id),
    )
    behind = container(_behind(claim, scene), id=id, hidden=not open, spacing="Small")
    return container([row, behind], style=STYLE[verdict], spacing="Small")


def _behind(claim: ClaimView, scene: Scene) -> list[Json]:
    items = words(claim.why)
    items += [line for fact in claim.evidence for line in _stated(fact, scene)]
    for title, papers in (
        ("For", claim.papers_for),
        ("Against", claim.papers_against),
        ("Neither for nor against", claim.papers_near),
    ):
        items += _papers(title, papers, scene)
    buttons = _buttons(claim, scene)
    return [*items, actions(buttons)] if buttons else items or words("Nothing more is known.")


def _stated(fact: Fact, scene: Scene) -> Iterator[Json]:
    """Yield a statement and what its sources say; where there is little room, only what stands in a paper's place."""
    yield rich(run(f"• {fact.words}"), spacing="None")
    for quote in fact.alone if scene.compact else fact.quotes:
        paper = [run(" – "), run(quote.paper.id, url=quote.paper.url)] if quote.paper else []
        yield rich(run(f"   {quote.words}", subtle=True), *paper, spacing="None")
    if fact.rest and not scene.compact:
        yield rich(run(f"   {fact.rest}", subtle=True), spacing="None")


def _buttons(claim: ClaimView, scene: Scene) -> list[Json]:
    if scene.compact:
        known = Action.parse(claim.bookmark or claim.up or claim.trim)
        return [scene.press("More …", str(replace(known, verb=Verb.WHY)))] if known else []
    marks = (("👍", claim.up, "good"), ("👎", claim.down, "not good"))
    made = [scene.press(sign, id, hint=f"Claim {claim.number} is {word}") for sign, id, word in marks if id]
    if claim.bookmark:
        made.append(scene.press("☆ Bookmark", claim.bookmark))
    if claim.trim:
        made.append(scene.press("✕ Read wrongly", claim.trim))
    return made


def _papers(title: str, papers: Sequence[Paper], scene: Scene) -> list[Json]:
    if not papers:
        return []
    most = PAPERS_COMPACT if scene.compact else PAPERS_SHOWN
    made = [rich(run(f"{title} ({len(papers)})", bold=True), spacing="Small")]
    made += [rich(*paper_line(p, scene), spacing="None") for p in papers[:most]]
    rest = len(papers) - most
    return [*made, *words(f"… and {rest} more", spacing="None", subtle=True)] if rest > 0 else made
