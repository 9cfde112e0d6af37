"""Where a thread has been, in a terminal: a row of dots, or a tree where it has branches. Pure."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text as Words

from bot.terminal_claims import counts
from bot.terminal_words import QUIET, beside, one_line, styled
from kgcore.reply import Steps, StepView

ROW = 24  # dots that fit into a line of eighty columns with their numbers


def steps(block: Steps, *, ids: bool) -> RenderableType:
    """Return the row of dots, then a line per step; `ids`: with the action ids that lead to them."""
    lines = _row(block.steps) if straight(block) else []
    depths = _depths(block)
    lines += [_line(step, 0 if straight(block) else depths[step.number], ids) for step in block.steps]
    return Group(*lines)


def way(block: Steps, where: str) -> RenderableType | None:
    """Return only the dots of the way to here, as it stands under an answer; `where` says how to see the questions."""
    lines = _row(tuple(s for s in block.steps if not s.later))
    return Group(*lines, styled(f" {where}", QUIET)) if lines else None


def straight(block: Steps) -> bool:
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
    label = styled(f"{step.number:2d} ", "bold")
    words = styled(f"{'   ' * (depth - 1)}└─ " if depth else "", QUIET)
    words.append(f"{_dot(step)} ", style=_style(step))
    words.append(one_line(step.question), style="bold" if step.here else QUIET if step.later else "")
    words.append_text(counts(step.counts))
    words.append("  ← here" if step.here else "", style="bold")
    words.append(f"  {step.action}" if ids and step.action else "", style=QUIET)
    return beside(label, words, 4)


def _dot(step: StepView) -> str:
    return "◉" if step.here else "○" if step.later else "●"


def _style(step: StepView) -> str:
    return "bold green" if step.here else QUIET if step.later else "green"
