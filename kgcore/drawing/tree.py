"""A thread's steps as a tree: its values, its words, and its rows and lanes, shortened where there are many. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kgcore.drawing.text import clean_label, shorten_label
from kgcore.values.reply import Table
from kgcore.verdicts import Badge


@dataclass(frozen=True, slots=True)
class TreeStep:
    """A step of the thread: its number (from 1) and question; `parent` is the number that it goes on from, 0: none.

    `here`: where the thread stands; `faded`: not on the way there. `counts` are its claims by what
    their chips say: an own sentence is reported, never supported.
    """

    number: int
    question: str
    parent: int = 0
    here: bool = False
    faded: bool = False
    counts: tuple[tuple[Badge, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """The steps in the order of asking, each after the one that it goes on from."""

    steps: tuple[TreeStep, ...]

    def __post_init__(self) -> None:
        seen = {0}
        for step in self.steps:
            if step.number in seen or step.number < 1:
                raise ValueError("every step has a number of its own")
            if step.parent not in seen:
                raise ValueError("a step comes after the one that it goes on from")
            seen.add(step.number)


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────────────

_QUESTION = 100  # characters of a question in running text


def tree_sentences(tree: Tree) -> list[str]:
    """Return one sentence a step, the one where the thread stands first: "Step 4, after 2: why? (you are here)."."""
    steps = sorted(tree.steps, key=lambda s: (not s.here, s.faded))
    return [_sentence(step) for step in steps]


def _sentence(step: TreeStep) -> str:
    after = f", after {step.parent}" if step.parent else ""
    found = f" {counts_of(step)}." if step.counts else ""
    where = _where(step)
    question = shorten_label(step.question, _QUESTION)
    stop = "" if question.endswith(("?", "!", ".", "…")) else "."
    return f"Step {step.number}{after}{f' ({where})' if where else ''}: {question}{stop}{found}"


def _where(step: TreeStep) -> str:
    return "you are here" if step.here else "another branch" if step.faded else ""


def counts_of(step: TreeStep) -> str:
    """Return how many of a step's claims came out how: "3 reported, 1 mixed"."""
    return ", ".join(f"{count} {chip.label[:1].lower()}{chip.label[1:]}" for chip, count in step.counts)


def tree_table(tree: Tree) -> Table:
    """Return the steps as a table."""
    rows = (
        (str(s.number), str(s.parent or ""), clean_label(s.question), counts_of(s), _where(s) or "on the way here")
        for s in tree.steps
    )
    return Table(("Step", "After", "Question", "Claims", "Where"), tuple(rows), "The thread's branches")


# ── in rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────

MOST_ROWS = 24  # beyond, long chains and then other branches are counted in one row each
_LEAST = 3  # steps that are worth counting together


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A step, or several that are only counted. `parent` is the row that it goes on from (-1: none).

    The way to here keeps its lane; whatever branches off it is one lane further to the right.
    """

    stops: tuple[TreeStep, ...]
    parent: int
    lane: int

    @property
    def here(self) -> bool:
        """Whether the thread stands here."""
        return any(stop.here for stop in self.stops)

    @property
    def faded(self) -> bool:
        """Whether this is not on the way to here."""
        return all(stop.faded for stop in self.stops)


_Run = tuple[tuple[TreeStep, ...], int]  # steps of one row, and their lane


def rows_of(tree: Tree) -> tuple[TreeRow, ...]:
    """Return the rows from top to bottom: what branches off stands right below its fork, then the way goes on."""
    children: dict[int, list[TreeStep]] = {}
    for stop in tree.steps:
        children.setdefault(stop.parent, []).append(stop)
    runs = _in_order(children)
    runs = _joined(runs, lambda stop: _inner(stop, children), whole=False)
    runs = _joined(runs, lambda stop: stop.faded, whole=True)
    row_of = {stop.number: row for row, (stops, _) in enumerate(runs) for stop in stops}
    return tuple(TreeRow(stops, row_of.get(stops[0].parent, -1), lane) for stops, lane in runs)


def _in_order(children: Mapping[int, Sequence[TreeStep]]) -> list[_Run]:
    waiting = [(stop, 0) for stop in reversed(children.get(0, ()))]
    found: list[_Run] = []
    while waiting:
        stop, lane = waiting.pop()
        found.append(((stop,), lane))
        following = children.get(stop.number, ())
        if following:
            straight = next((s for s in following if not s.faded), following[-1])
            waiting.append((straight, lane))
            waiting += [(s, lane + 1) for s in reversed(following) if s is not straight]
    return found


def _inner(stop: TreeStep, children: Mapping[int, Sequence[TreeStep]]) -> bool:
    """Tell whether a step lies inside a chain: one way in, one way out."""
    return not stop.here and stop.parent > 0 and len(children[stop.parent]) == len(children.get(stop.number, ())) == 1


def _joined(runs: Sequence[_Run], may: Callable[[TreeStep], bool], *, whole: bool) -> list[_Run]:
    """Join neighbouring rows that may be counted, three or more and the earliest first, until the rows are few enough.

    `whole`: all neighbours that may, and not only as many as have to.
    """
    together: list[list[_Run]] = []
    for run in runs:
        last = together[-1][-1][0][-1] if together else None
        if last and all(map(may, (*run[0], last))) and last.faded == run[0][0].faded:
            together[-1].append(run)
        else:
            together.append([run])
    excess = len(runs) - MOST_ROWS
    joined: list[_Run] = []
    for some in together:
        count = len(some) if whole else min(len(some), max(excess + 1, _LEAST))
        if excess > 0 and count >= _LEAST:
            joined += [(tuple(stop for stops, _ in some[:count] for stop in stops), some[0][1]), *some[count:]]
            excess -= count - 1
        else:
            joined += some
    return joined
