"""A tree of steps in words (pure)."""

from __future__ import annotations

from kgcore.drawing.text import clean, short
from kgcore.drawing.tree import Stop, Tree
from kgcore.reply import Table

_QUESTION = 100  # characters of a question in running text


def tree_sentences(tree: Tree) -> list[str]:
    """Return one sentence a step, the one where the thread stands first: "Step 4, after 2: why? (you are here)."."""
    steps = sorted(tree.steps, key=lambda s: (not s.here, s.faded))
    return [_sentence(step) for step in steps]


def _sentence(step: Stop) -> str:
    after = f", after {step.parent}" if step.parent else ""
    found = f" {counts_of(step)}." if step.counts else ""
    where = _where(step)
    question = short(step.question, _QUESTION)
    stop = "" if question.endswith(("?", "!", ".", "…")) else "."
    return f"Step {step.number}{after}{f' ({where})' if where else ''}: {question}{stop}{found}"


def _where(step: Stop) -> str:
    return "you are here" if step.here else "another branch" if step.faded else ""


def counts_of(step: Stop) -> str:
    """Return how many of a step's claims came out how: "3 supported, 1 mixed"."""
    return ", ".join(f"{count} {verdict.value}" for verdict, count in step.counts)


def tree_table(tree: Tree) -> Table:
    """Return the steps as a table."""
    rows = (
        (str(s.number), str(s.parent or ""), clean(s.question), counts_of(s), _where(s) or "on the way here")
        for s in tree.steps
    )
    return Table(("Step", "After", "Question", "Claims", "Where"), tuple(rows), "The thread's branches")
