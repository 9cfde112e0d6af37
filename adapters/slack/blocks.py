"""Claims and papers → units: a claim and its evidence stay in one message."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import assert_never

from adapters.shared.condensing import where_published
from adapters.slack import limits
from adapters.slack.controls import choice_button, choices_units, form_button, form_key, overflow_menu
from adapters.slack.escape import plain_text
from adapters.slack.parts import (
    BlockUnit,
    Json,
    RenderedForms,
    ReplyContext,
    context_blocks,
    inline_runs,
    inline_text,
    link_run,
    rich_blocks,
    rich_list,
    rich_quote,
    rich_section,
    signed_line,
    table_units,
    text_run,
)
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    Figure,
    File,
    Form,
    Look,
    Notice,
    Papers,
    PaperView,
    Progress,
    Quote,
    Steps,
    StepView,
    Table,
    Text,
    Tone,
)
from kgcore.values.text import marked_parts

HEDGED = "(said with reserve)"  # of what people say as of what an answer does


def claims_units(block: Claims, context: ReplyContext, turn: str) -> Iterator[BlockUnit]:
    """Yield a heading with the first claim, then a unit for every further claim; or a line for each."""
    if context.brief:
        yield from _brief(block, context)
        return
    for nth, claim in enumerate(block.claims):
        count = len(block.claims)
        head = rich_blocks(
            [rich_section(text_run(f"{count} claim{'' if count == 1 else 's'} checked", bold=True))], 200
        )
        yield BlockUnit(
            (*(head if nth == 0 else ()), *_claim(claim, context, turn)), f"{claim_line(claim)}. {claim.why}".strip()
        )


def _brief(block: Claims, context: ReplyContext) -> Iterator[BlockUnit]:
    """Yield the claims in one block: badge, claim, one paper."""
    lines = [rich_section(*_one_line(c, context)) for c in block.claims]
    for nth, made in enumerate(rich_blocks([rich_list(lines)] if lines else [], limits.RICH_TEXT)):
        yield BlockUnit((made,), "\n".join(map(claim_line, block.claims)) if nth == 0 else "")


def _one_line(claim: ClaimView, context: ReplyContext) -> list[Json]:
    papers = (*claim.papers_for, *claim.papers_against, *claim.papers_near)
    line = [
        text_run(f"{claim.chip.icon} {claim.number} {claim.chip.label}: ", bold=True),
        *([text_run(f"{claim.speaker}: ", italic=True)] if claim.speaker else []),
        *inline_runs(claim.statement, context, marks=False),
        *([text_run(f" {HEDGED}", italic=True)] if claim.hedged else []),
        *_rests_on(claim),
    ]
    if papers:
        line += [text_run(" – "), link_run(where_published(papers[0]), papers[0].url)]
        line += [text_run(f" +{len(papers) - 1}")] if len(papers) > 1 else []
    return line


def _rests_on(claim: ClaimView) -> list[Json]:
    return [text_run(f" · {claim.rests_on}", italic=True)] if claim.rests_on else []


def claim_line(claim: ClaimView) -> str:
    """Return a claim in one line of plain words."""
    who = f"{claim.speaker}: " if claim.speaker else ""
    hedged = f" {HEDGED}" if claim.hedged else ""
    rests = f" · {claim.rests_on}" if claim.rests_on else ""
    said = f"{claim.number}. {claim.chip.icon} {claim.chip.label}: {who}{inline_text(claim.statement)}"
    return f"{said}{hedged}{rests}"


def _claim(claim: ClaimView, context: ReplyContext, turn: str) -> list[Json]:
    choices = _choices(claim, turn)
    runs_of = [
        text_run(f"{claim.chip.icon} {claim.number} {claim.chip.label}: ", bold=True),
        *([text_run(f"{claim.speaker}: ", italic=True)] if claim.speaker else []),
        *inline_runs(claim.statement, context, marks=False),
        *([text_run(f" {HEDGED}", italic=True)] if claim.hedged else []),
        *_rests_on(claim),
    ]
    below = [*_why(claim), *_lines(claim, whole=not turn)]
    head = rich_blocks([rich_section(*runs_of)], limits.RICH_TEXT)
    if choices:
        line = plain_text(claim_line(claim), limits.SECTION_TEXT)
        head = [{"type": "section", "text": line, "accessory": overflow_menu("claim", choices)}]
    return [*head, *rich_blocks(below, limits.RICH_TEXT)]


def _choices(claim: ClaimView, turn: str) -> list[Choice]:
    """What can be done with a claim; those of a turn can be looked at more closely."""
    given = [("☆ Bookmark", claim.bookmark), ("👍 Right", claim.up), ("👎 Wrong", claim.down)]
    found = [Choice(label, action) for label, action in given if action]
    if claim.trim:
        found.append(Choice("✂ Remove: misread", claim.trim))
    if found and turn:
        found.insert(0, Choice("Evidence", str(Action(Verb.WHY, turn, claim.number - 1))))
    return found


def _why(claim: ClaimView) -> list[Json]:
    return [rich_section(text_run(claim.why, italic=True))] if claim.why else []


def _lines(claim: ClaimView, *, whole: bool) -> Iterator[Json]:
    """Yield lists of papers and statements; the whole of what sources say stands under “Evidence”."""
    sides = (("For", claim.papers_for), ("Against", claim.papers_against), ("Related", claim.papers_near))
    lines = [line for name, papers in sides for line in _side(name, papers)]
    for fact in claim.evidence:
        lines.append(rich_section(text_run("The graph: ", bold=True), text_run(fact.words)))
        said = [*map(_quote, fact.quotes if whole else fact.alone)]
        said += [rich_section(text_run(fact.rest))] if whole and fact.rest else []
        if said:
            yield rich_list(lines)
            yield rich_list(said, 1)
            lines = []
    if lines:
        yield rich_list(lines)


def _quote(quote: Quote) -> Json:
    paper = quote.paper
    return rich_section(
        text_run(quote.words), *([text_run(" – "), link_run(paper.shown_id, paper.url)] if paper else [])
    )


def _side(name: str, papers: Sequence[Paper]) -> Iterator[Json]:
    for paper in papers[: limits.PAPERS_SHOWN]:
        yield rich_section(text_run(f"{name}: ", bold=True), *paper_runs(paper))
    more = len(papers) - limits.PAPERS_SHOWN
    if more > 0:
        yield rich_section(
            text_run(f"{name}: {more} more paper{'' if more == 1 else 's'}, under “Evidence” in the menu")
        )


def paper_runs(paper: Paper) -> list[Json]:
    """Return a paper's title, which is its link, and where it appeared."""
    title = paper.title or paper.shown_id
    source = " · ".join(str(p) for p in (paper.journal, paper.year, paper.shown_id if paper.title else "") if p)
    return [link_run(title, paper.url, strike=paper.retracted), *([text_run(f" – {source}")] if source else [])]


def papers_units(block: Papers) -> Iterator[BlockUnit]:
    """Yield a heading, then a unit for every paper with what it bears on."""
    last = block.first + len(block.papers) - 1
    which = f"Papers {block.first} to {last}" if last > block.first else f"Paper {last}"
    head = f"{which} of {block.total}" if block.papers else "No papers"
    yield BlockUnit(tuple(rich_blocks([rich_section(text_run(head, bold=True))], 200)), head)
    for number, paper in enumerate(block.papers, block.first):
        yield BlockUnit(tuple(_paper(number, paper)), f"{number}. {paper.paper.title or paper.paper.shown_id}")


def _said(line: str, marked: Collection[str]) -> Iterator[Json]:
    return (text_run(part, bold=bold) for part, bold in marked_parts(line, marked))


def _paper(number: int, view: PaperView) -> list[Json]:
    lines: list[Json] = [rich_section(text_run(f"{number}. ", bold=True), *paper_runs(view.paper))]
    if view.bears:
        lines.append(rich_list(rich_section(*_said(f"{sign} {text}", view.marked)) for sign, text in view.bears))
    blocks = rich_blocks(lines, limits.RICH_TEXT)
    if view.bookmark:
        keep = overflow_menu(f"paper{number}", [Choice("☆ Bookmark", view.bookmark)])
        blocks.append({"type": "actions", "elements": [keep]})
    if view.choices:
        blocks.append({"type": "actions", "elements": [choice_button(c) for c in view.choices]})
    return blocks


# --- Blocks → units of Block Kit.

NO_PICTURE = "The picture could not be uploaded to Slack. This is what it shows:"
DOTS = 10  # of the row that shows how much is explored


def block_units(block: Block, context: ReplyContext, made: RenderedForms, turn: str) -> Iterator[BlockUnit]:
    """Yield the block's units; forms that buttons open are left in `made`."""
    match block:
        case Text():
            yield from _text(block, context)
        case Claims():
            yield from claims_units(block, context, turn)
        case Papers():
            yield from papers_units(block)
        case Figure():
            yield from _figure(block, context)
        case Table():
            yield from table_units(block, context.surface)
        case Choices():
            yield from choices_units(block)
        case Notice():
            yield from _notice(block)
        case Progress():
            yield from _progress(block)
        case Steps():
            yield from _steps(block)
        case Form():
            made.forms[form_key(block)] = block
            yield BlockUnit(({"type": "actions", "elements": [form_button(block)]},), f"[{block.name}]")
        case File():
            yield BlockUnit(tuple(context_blocks(f"📎 {block.name}", limits.CONTEXT_TEXT)), block.name)
        case _:
            assert_never(block)


def figure_digest(figure: Figure) -> str:
    """Return what tells one picture from another."""
    return hashlib.blake2b(figure.png, digest_size=8).hexdigest()


def _text(text: Text, context: ReplyContext) -> Iterator[BlockUnit]:
    parts = inline_runs(text.inlines, context)
    if not parts:  # Slack refuses a section without elements, and with it the message
        return
    if text.speaker:
        parts.insert(0, text_run(f"{text.speaker}: ", bold=True))
    if text.correction:
        first = [text_run(f"{text.first}\n", strike=True)] if text.first else []
        element = rich_quote(*first, *parts)
    else:
        element = rich_list([rich_section(*parts)]) if text.level else rich_section(*parts)
    blocks = rich_blocks([element], limits.RICH_TEXT)
    plain_words = (f"{text.speaker}: " if text.speaker else "") + inline_text(text.inlines)
    for nth, block in enumerate(blocks):
        yield BlockUnit((block,), plain_words if nth == 0 else "")


def _figure(figure: Figure, context: ReplyContext) -> Iterator[BlockUnit]:
    file = context.pictures.get(figure_digest(figure))
    if file:
        image: Json = {
            "type": "image",
            "slack_file": {"id": file},
            "alt_text": plain_text(figure.alt or "A picture of the graph", limits.ALT_TEXT)["text"],
        }
        if figure.title:
            image["title"] = plain_text(figure.title, limits.IMAGE_TITLE)
        yield BlockUnit((image,), f"Picture: {figure.alt}")
    elif file == "":
        yield BlockUnit(tuple(context_blocks(NO_PICTURE, limits.CONTEXT_TEXT)), NO_PICTURE)
        if context.claims:
            yield from table_units(Table(("No.", "From, relation, to", "Verdict"), context.claims), context.surface)
        else:
            yield BlockUnit(tuple(rich_blocks([rich_section(text_run(figure.alt))], limits.RICH_TEXT)), figure.alt)


def _notice(notice: Notice) -> Iterator[BlockUnit]:
    match notice.tone:
        case Tone.QUIET:
            yield BlockUnit(tuple(context_blocks(notice.text, limits.CONTEXT_TEXT)), notice.text)
        case Tone.INFO:
            yield from _loud("ℹ️", notice.text)
        case Tone.WARNING:
            yield from _loud("⚠️", notice.text)
        case _:
            assert_never(notice.tone)


def _loud(icon: str, text: str) -> Iterator[BlockUnit]:
    whole = signed_line(icon, text)
    for nth, block in enumerate(rich_blocks(whole["elements"], limits.RICH_TEXT)):
        yield BlockUnit((block,), f"{icon} {text}" if nth == 0 else "")


def _progress(progress: Progress) -> Iterator[BlockUnit]:
    if not progress.total:
        if progress.doing:
            yield BlockUnit(tuple(context_blocks(f"⏳ {progress.doing}", limits.CONTEXT_TEXT)), progress.doing)
        return
    full = min(DOTS, max(progress.explored > 0, round(DOTS * progress.explored / progress.total)))
    line = (
        f"{'▰' * full}{'▱' * (DOTS - full)} {progress.explored} of {progress.total} explored {progress.about}".strip()
    )
    if not progress.why:
        yield BlockUnit(tuple(context_blocks(line, limits.CONTEXT_TEXT)), line)
        return
    ask = choice_button(Choice("What is this?", progress.why, look=Look.SUBTLE))
    yield BlockUnit(({"type": "section", "text": plain_text(line, limits.SECTION_TEXT), "accessory": ask},), line)


def _steps(steps: Steps) -> Iterator[BlockUnit]:
    lines = [rich_section(*_step(s)) for s in steps.steps]
    for nth, block in enumerate(rich_blocks([rich_list(lines)] if lines else [], limits.RICH_TEXT)):
        text = "\n".join(f"{s.number}. {s.question}" for s in steps.steps) if nth == 0 else ""
        yield BlockUnit((block,), text)
    menu = tuple(Choice(f"{s.number}. {s.question}", s.action) for s in steps.steps if not s.here)
    if menu:
        for unit in choices_units(Choices((), menu, "Go to step …")):
            yield BlockUnit(tuple(b for b in unit.blocks if b["type"] == "actions"), "")


def _step(step: StepView) -> list[Json]:
    counts = "  ".join(f"{badge.icon} {count}" for badge, count in step.chips)
    came = f" (after {step.parent})" if step.parent and step.parent != step.number - 1 else ""
    here = " ← you are here" if step.here else ""
    line = [text_run(f"{step.number}. ", bold=True), text_run(step.question, bold=step.here, italic=step.later)]
    return [*line, text_run(f"{came}  {counts}{here}")]
