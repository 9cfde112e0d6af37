"""A reply in a terminal: the answer, coloured verdicts with their evidence, and numbered next questions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import assert_never

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as Words

from kgcore.model import Paper, Verdict
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    EntityRef,
    Figure,
    Inline,
    Link,
    Notice,
    Plain,
    Progress,
    RelationRef,
    Reply,
    Strong,
    Table,
    Text,
    Tone,
)

# The sixteen basic colours follow the terminal's own theme, so they are legible on light and on dark.
COLOURS = {
    Verdict.SUPPORTED: "green",
    Verdict.CONTRADICTED: "red",
    Verdict.MIXED: "magenta",
    Verdict.RELEVANT: "blue",
    Verdict.UNSURE: "bright_black",
}
TONES = {Tone.QUIET: "bright_black", Tone.INFO: "", Tone.WARNING: "yellow"}
WIDE = 160  # columns of output that no terminal shows
PAPERS = 3  # per side and claim; the rest is counted


def output() -> Console:
    """Return where results go: as wide as the terminal, and wide enough for whole ids where it is none."""
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDE)


def show(reply: Reply, console: Console) -> None:
    """Print a reply. Untrusted text is printed as text: no markup and no control characters reach the terminal."""
    for block in reply.blocks:
        if not isinstance(block, Figure):  # --image keeps it; its words would only repeat the claims
            console.print(Padding(_block(block), (0, 0, 1, 0)))


def _block(block: Block) -> RenderableType:
    match block:
        case Text():
            return Padding(_text(block), (0, 0, 0, 4 if block.correction else 0))
        case Claims():
            return Group(*(_claim(c) for c in block.claims))
        case Figure():
            return Words(block.alt, style="bright_black")
        case Table():
            return _table(block)
        case Choices():
            return _choices(block)
        case Notice():
            return Words(_clean(block.text), style=TONES[block.tone])
        case Progress():
            words = f"{block.explored} of {block.total} explored" if block.total else block.doing
            return Words(_clean(words), style="bright_black")
        case _:
            assert_never(block)


def _text(block: Text) -> Words:
    words = _inlines(block.inlines)
    return words.append(f" First written: {_clean(block.first)}", style="bright_black") if block.first else words


def _inlines(inlines: Sequence[Inline]) -> Words:
    words = Words()
    for inline in inlines:
        match inline:
            case Plain():
                words.append(_clean(inline.text))
            case Strong():
                words.append(_clean(inline.text), style="bold")
            case EntityRef():
                words.append(_clean(inline.text), style="underline")
            case RelationRef():
                words.append(_clean(inline.text), style="italic")
            case Link():
                words.append(_clean(inline.text), style=f"link {inline.url}")
            case _:
                assert_never(inline)
    return words


def _claim(claim: ClaimView) -> RenderableType:
    colour = COLOURS[claim.verdict]
    head = Words(f"{claim.number:2d} {claim.verdict.icon} {claim.verdict.label:<12} ", style=f"bold {colour}")
    head.append_text(_inlines(claim.statement))
    lines: list[RenderableType] = [head, Padding(Words(_clean(claim.why)), (0, 0, 0, 18))]
    for side, papers in (("for", claim.papers_for), ("against", claim.papers_against), ("near", claim.papers_near)):
        lines += [Padding(_paper(side, p), (0, 0, 0, 18)) for p in papers[:PAPERS]]
        if len(papers) > PAPERS:
            lines.append(Padding(Words(f"{side}: {len(papers) - PAPERS} more", style="bright_black"), (0, 0, 0, 18)))
    return Group(*lines)


def _paper(side: str, paper: Paper) -> Words:
    about = ", ".join(_clean(x) for x in (paper.journal, str(paper.year or "")) if x)
    words = Words(f"{side}: ", style="bright_black")
    link = f"link {paper.url}" if paper.url.startswith(("http://", "https://")) else ""
    words.append(_clean(paper.title) or paper.id, style=link)
    words.append(f" ({about}) {paper.id}" if about and paper.title else f" {paper.id if paper.title else about}")
    return words


def _table(table: Table) -> Grid:
    grid = Grid(*(_clean(c) for c in table.columns), title=_clean(table.title) or None)
    for row in table.rows:
        grid.add_row(*(Words(_clean(cell)) for cell in row))
    return grid


def _choices(choices: Choices) -> RenderableType:
    lines = [Words(choices.title, style="bold")] if choices.title else []
    lines += [_choice(n, c) for n, c in enumerate(choices.buttons, 1)]
    if choices.menu:
        lines.append(Words(f"   and {len(choices.menu)} more", style="bright_black"))
    return Group(*lines)


def _choice(number: int, choice: Choice) -> Words:
    words = Words(f"{number:2d} ", style="bold")
    words.append(_clean(choice.label))
    words.append(f"  {_clean(choice.hint)}" if choice.hint else "", style="bright_black")
    return words.append(f"  {choice.action}", style="bright_black")


def _clean(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)
