"""Two branches of a thread side by side. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from kgcore.explore import lineage
from kgcore.language.english import listed
from kgcore.model import Verdict
from kgcore.panels.parts import opening
from kgcore.panels.steps import verdict_counts
from kgcore.reply import Block, Notice, Plain, Table, Text, Tone
from kgcore.report.gathered import Gathered, claim_key, gathered
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary
from kgcore.wording import start

SAME = "Choose two different branches; these two are one and the same."
GONE = "These branches are no longer here. Open the list of steps again."


def compared(turns: Sequence[Turn], left: str, right: str, vocabulary: Vocabulary) -> tuple[Block, ...]:
    """Return two branches side by side, from where they part; `left` and `right` are the ids of their last turns."""
    ways = lineage(turns, left), lineage(turns, right)
    if not all(ways):
        return (Notice(GONE, Tone.WARNING),)
    shared = {t.id for t in ways[0]} & {t.id for t in ways[1]}
    own = tuple(tuple(t for t in way if t.id not in shared) for way in ways)
    if not all(own):
        return (Notice(SAME, Tone.INFO),)
    number = {t.id: n for n, t in enumerate(turns, 1)}
    names = tuple(f"To step {number[way[-1].id]}" for way in ways)
    blocks: list[Block] = [Text((Plain(_common([number[t.id] for t in turns if t.id in shared])),))]
    blocks += (_questions(own, number, names), _verdicts(own, names))
    blocks += _things(own, names)
    blocks += _both_judge(own, names, vocabulary)
    return tuple(blocks)


def _common(steps: Sequence[int]) -> str:
    if not steps:
        return "The two branches have no step in common."
    are = f"Step {steps[0]} is" if len(steps) == 1 else f"Steps {listed(map(str, steps))} are"
    return f"{are} common to both; below is what came after."


def _questions(own: Sequence[Sequence[Turn]], number: Mapping[str, int], names: Sequence[str]) -> Table:
    left, right = ([f"{number[t.id]}. {opening(t.question, 200)}" for t in way] for way in own)
    return Table(tuple(names), tuple(zip_longest(left, right, fillvalue="")), "Questions")


def _verdicts(own: Sequence[Sequence[Turn]], names: Sequence[str]) -> Table:
    left, right = (dict(verdict_counts(way)) for way in own)
    rows = tuple((f"{v.icon} {v.label}", str(left.get(v, 0)), str(right.get(v, 0))) for v in Verdict)
    return Table(("Claims", *names), tuple(r for r in rows if r[1:] != ("0", "0")), "Claims by verdict")


def _things(own: Sequence[Sequence[Turn]], names: Sequence[str]) -> list[Block]:
    left, right = (_named(way) for way in own)
    columns = (
        [name for id, name in left.items() if id not in right],
        [name for id, name in left.items() if id in right],
        [name for id, name in right.items() if id not in left],
    )
    rows = tuple(zip_longest(*columns, fillvalue=""))
    heads = (f"Only {names[0].lower()}", "In both", f"Only {names[1].lower()}")
    return [Table(heads, rows, "What they name")] if rows else []


def _named(way: Iterable[Turn]) -> dict[str, str]:
    """Return the names of the entities that questions and claims of a branch name, by id."""
    sides = (
        e
        for turn in way
        for e in (*turn.focus, *(s.entity for _, c in turn.counted for s in (c.subject, c.object) if s))
    )
    return {e.id: start(e) for e in sides}


def _both_judge(own: Sequence[Sequence[Turn]], names: Sequence[str], vocabulary: Vocabulary) -> list[Block]:
    left, right = ({claim_key(g.claim, vocabulary): g for g in gathered(way, vocabulary)} for way in own)
    rows = tuple((g.words, _verdict(g), _verdict(right[key])) for key, g in left.items() if key in right)
    return [Table(("Claim", *names), rows, "Claims that both make")] if rows else []


def _verdict(claim: Gathered) -> str:
    return f"{claim.claim.verdict.icon} {claim.claim.verdict.label}"
