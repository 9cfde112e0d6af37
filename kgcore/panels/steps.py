"""Where a thread has been: its steps, its branches, and two branches side by side. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kgcore.explore import branches, lineage
from kgcore.message import Action, Verb
from kgcore.model import Verdict
from kgcore.panels.parts import opening
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Field,
    FieldKind,
    Figure,
    Form,
    Look,
    Notice,
    Option,
    Plain,
    Reply,
    Steps,
    StepView,
    Table,
    Text,
)
from kgcore.thread import Turn


def steps_block(turns: Sequence[Turn], here: str) -> Steps:
    """Return the steps in the order of asking; `here` is the id of the turn that the next question goes on from."""
    number = {t.id: n for n, t in enumerate(turns, 1)}
    on_the_way = {t.id for t in lineage(turns, here)}
    return Steps(
        tuple(
            StepView(
                number[t.id],
                t.question,
                str(Action(Verb.STEP, t.id)),
                number.get(t.parent, 0),
                t.id == here,
                t.id not in on_the_way,
                verdict_counts((t,)),
            )
            for t in turns
        )
    )


def verdict_counts(turns: Sequence[Turn]) -> tuple[tuple[Verdict, int], ...]:
    """Return how many of the claims that count came out how, in the verdicts' order; none that is zero."""
    counts = Counter(claim.verdict for turn in turns for _, claim in turn.counted)
    return tuple((v, counts[v]) for v in Verdict if counts[v])


def step_id(turns: Sequence[Turn], value: str) -> str:
    """Return the id of the step with that number, as a form sends it; "" where there is none."""
    known = value.isascii() and value.isdecimal() and len(value) < 7 and 0 < int(value) <= len(turns)
    return turns[int(value) - 1].id if known else ""


def steps_panel(turns: Sequence[Turn], here: str, tree: Figure | Table | None) -> Reply:
    """Return the steps, the picture of the branches, and what can be done with them."""
    if not turns:
        return Reply("", "", (Notice("Nothing has been asked here yet."),), private=True)
    blocks: list[Block] = [Text((Plain(_where(turns, here)),)), steps_block(turns, here)]
    ends = branches(turns)
    if tree is not None and len(ends) > 1:
        blocks.append(tree)
    if len(ends) > 1:
        blocks.append(_compare(turns, ends, here))
    summary = Choice("Summarise the whole thread", str(Action(Verb.SUMMARY, here or turns[-1].id)), look=Look.SUBTLE)
    blocks.append(Choices((summary,)))
    return Reply("", "", tuple(blocks), private=True)


def _where(turns: Sequence[Turn], here: str) -> str:
    at = next((n for n, t in enumerate(turns, 1) if t.id == here), 0)
    if not at:
        return f"{len(turns)} steps so far." if len(turns) > 1 else "One step so far."
    if len(turns) == 1:
        return "You are at the first step. Whatever you ask next goes on from here."
    back = " Go to any step: its answer is shown again, and the next question goes on from there."
    return f"You are at step {at} of {len(turns)}.{back}"


def _compare(turns: Sequence[Turn], ends: Sequence[str], here: str) -> Form:
    number = {t.id: str(n) for n, t in enumerate(turns, 1)}
    question = {t.id: t.question for t in turns}
    options = tuple(Option(number[id], f"… to step {number[id]}: {opening(question[id])}") for id in ends)
    left = next((id for id in ends if any(t.id == here for t in lineage(turns, id))), ends[0])
    right = next(id for id in reversed(ends) if id != left)
    fields = (
        Field("left", "This branch", FieldKind.ONE, options, (number[left],)),
        Field("right", "beside this one", FieldKind.ONE, options, (number[right],)),
    )
    return Form("Compare two branches", fields, "Compare", str(Action(Verb.COMPARE, here or turns[-1].id)))
