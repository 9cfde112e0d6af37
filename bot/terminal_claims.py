"""What an answer rests on, in a terminal: claims with their verdicts, papers looked up, the thread's steps. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Words

from bot.terminal_words import QUIET, clean_lines, inline_words, label_beside, linked_words, one_line, styled_words
from kgcore.values.model import Paper
from kgcore.values.reply import Choice, ClaimView, Fact, Papers, PaperView, Quote, Steps, StepView
from kgcore.values.text import marked_parts
from kgcore.verdicts import Badge, Verdict

# ── claims ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PAPERS = 3  # per side and claim; the rest is counted
LABEL = 15  # columns of a label; behind a longer one the claim begins on a line of its own
INDENT = LABEL + 6  # columns of number, icon and label
NARROW, NARROW_INDENT = 60, 5  # columns: in a narrower terminal a claim stands below its label


@dataclass(frozen=True, slots=True)
class ClaimLines:
    """One claim with its evidence; `whole`: with all that the graph and its sources say of it."""

    view: ClaimView
    whole: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        indent = INDENT if options.max_width >= NARROW else NARROW_INDENT
        yield from _head(self.view, indent)
        yield from (Padding(words, (0, 0, 0, indent + further)) for words, further in _evidence(self.view, self.whole))


def _evidence(view: ClaimView, whole: bool) -> Iterator[tuple[Words, int]]:
    """Yield the lines below a claim, each with how much further in it stands."""
    yield Words(clean_lines(view.why)), 0
    for side, found in (("for", view.papers_for), ("against", view.papers_against), ("related", view.papers_near)):
        yield from ((_paper(side, p), 0) for p in found[:PAPERS])
        if len(found) > PAPERS:
            yield styled_words(f"{side}: {len(found) - PAPERS} more", QUIET), 0
    for fact in view.evidence:
        yield from _stated(fact, view.why) if whole else ((_quote(q), 0) for q in fact.alone)


def render_counts(found: tuple[tuple[Badge, int], ...]) -> Words:
    """Return how many claims have which badge, as icons with figures."""
    words = Words()
    for badge, count in found:
        words.append(f" {badge.icon}{count}", style=badge.row.terminal)
    return words


def _head(view: ClaimView, indent: int) -> list[RenderableType]:
    style = f"bold {view.chip.row.terminal}"
    label = Words(f"{view.number:2d} {view.chip.icon} {view.chip.label:<{LABEL}} ", style=style)
    statement = styled_words(f"{one_line(view.speaker)}: " if view.speaker else "", "bold")
    statement.append_text(inline_words(view.statement))
    if view.rests_on:
        statement.append(f" · {one_line(view.rests_on)}", style=QUIET)
    if len(label) <= indent:
        return [label_beside(label, statement, indent)]
    return [label, Padding(statement, (0, 0, 0, indent))]


def _paper(side: str, paper: Paper) -> Words:
    about = ", ".join(one_line(x) for x in (paper.journal, str(paper.year or "")) if x)
    words = styled_words(f"{side}: ", QUIET)
    words.append_text(linked_words(one_line(paper.title) or one_line(paper.shown_id), paper.url))
    about = f"({about}) " if about and paper.title else about
    return words.append(f" {about}{one_line(paper.shown_id) if paper.title else ''}".rstrip())


def _stated(fact: Fact, why: str) -> Iterator[tuple[Words, int]]:
    if fact.words not in why:  # which stands just above
        yield styled_words("graph: ", QUIET).append(one_line(fact.words)), 0
    yield from ((_quote(q), 2) for q in fact.quotes)
    if fact.rest:
        yield styled_words(fact.rest, QUIET), 2


def _quote(quote: Quote) -> Words:
    words = Words(one_line(quote.words))
    return (
        words.append(" ").append_text(linked_words(one_line(quote.paper.shown_id), quote.paper.url))
        if quote.paper
        else words
    )


# ── papers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

NUMBER = 4  # columns of a number
SIGNS = {"+": Verdict.SUPPORTED, "−": Verdict.CONTRADICTED}  # a statement that the paper stands for or against


def render_papers(block: Papers, at: int = 0) -> RenderableType | None:
    """Return the papers that were looked up, or None where there are none; what can be done counts from `at`."""
    if not block.papers:
        return None
    last = block.first + len(block.papers) - 1
    which = f"Papers {block.first} to {last}" if last > block.first else f"Paper {last}"
    counted = f"{which} of {block.total}" if block.total > len(block.papers) else "Papers"
    lines: list[RenderableType] = [styled_words(counted, "bold")]
    for number, view in enumerate(block.papers, block.first):
        lines.append(label_beside(styled_words(f"{number:2d}", QUIET), _cited(view), NUMBER))
        lines += [Padding(_bears(sign, words, view.marked), (0, 0, 0, NUMBER)) for sign, words in view.bears]
        if view.choices:
            lines.append(Padding(_numbered(view.choices, at), (0, 0, 0, NUMBER)))
            at += len(view.choices)
    return Group(*lines)


def _numbered(choices: Sequence[Choice], at: int) -> Words:
    """Return what can be done with a paper on one line, each with the number to type."""
    words = Words()
    for number, choice in enumerate(choices, at):
        words.append(f"{number}", style="bold").append(f" {one_line(choice.label)}   ", style=QUIET)
    return words


def _cited(view: PaperView) -> Words:
    paper = view.paper
    words = linked_words(one_line(paper.title) or one_line(paper.shown_id), paper.url)
    if paper.retracted:
        words.stylize("strike")
    about = " · ".join(
        one_line(x) for x in (paper.journal, str(paper.year or ""), paper.shown_id if paper.title else "") if x
    )
    return words.append(f" {about}" if about else "", style=QUIET)


def _bears(sign: str, words: str, marked: Collection[str] = ()) -> Words:
    style = SIGNS[sign].row.terminal if sign in SIGNS else ""
    said = styled_words(f"{one_line(sign)} ", style)
    for part, bold in marked_parts(one_line(words), marked):
        said.append(part, "bold" if bold else "")
    return said


# ── steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────

ROW = 24  # dots that fit into a line of eighty columns with their numbers


def render_steps(block: Steps, *, ids: bool) -> RenderableType:
    """Return the row of dots, then a line per step; `ids`: with the action ids that lead to them."""
    lines = _row(block.steps) if is_straight(block) else []
    depths = _depths(block)
    lines += [_line(step, 0 if is_straight(block) else depths[step.number], ids) for step in block.steps]
    return Group(*lines)


def render_way(block: Steps, where: str) -> RenderableType | None:
    """Return only the dots of the way to here, as it stands under an answer; `where` says how to see the questions."""
    lines = _row(tuple(s for s in block.steps if not s.later))
    return Group(*lines, styled_words(f" {where}", QUIET)) if lines else None


def is_straight(block: Steps) -> bool:
    """Whether every step goes on from the one before it."""
    return all(step.parent == (before.number if before else 0) for before, step in _pairs(block))


def _pairs(block: Steps) -> list[tuple[StepView | None, StepView]]:
    return list(zip((None, *block.steps), block.steps, strict=False))


def _row(shown: tuple[StepView, ...]) -> list[RenderableType]:
    dots, numbers = Words(), Words(style=QUIET)
    shown = shown[-ROW:]
    for n, step in enumerate(shown):
        dots.append("──" if n else "", style=QUIET)
        dots.append(_dot(step), style=_style(step))
        numbers.append(f"{step.number:<3d}")
    return [Words(" ").append_text(dots), Words(" ").append_text(numbers)] if len(shown) > 1 else []


def _depths(block: Steps) -> dict[int, int]:
    """Return how far in each step stands: one further for every side branch; the first child goes straight on."""
    depths: dict[int, int] = {}
    seen: set[int] = set()
    for step in block.steps:
        depths[step.number] = depths.get(step.parent, 0) + (1 if step.parent in seen and step.parent else 0)
        seen.add(step.parent)
    return depths


def _line(step: StepView, depth: int, ids: bool) -> RenderableType:
    label = styled_words(f"{step.number:2d} ", "bold")
    words = styled_words(f"{'   ' * (depth - 1)}└─ " if depth else "", QUIET)
    words.append(f"{_dot(step)} ", style=_style(step))
    words.append(one_line(step.question), style="bold" if step.here else QUIET if step.later else "")
    words.append_text(render_counts(step.chips))
    words.append("  ← here" if step.here else "", style="bold")
    words.append(f"  {step.action}" if ids and step.action else "", style=QUIET)
    return label_beside(label, words, 4)


def _dot(step: StepView) -> str:
    return "◉" if step.here else "○" if step.later else "●"


def _style(step: StepView) -> str:
    return "bold green" if step.here else QUIET if step.later else "green"
