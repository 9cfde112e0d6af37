"""What a picture of a thread's branches shows: its steps as a tree, free of any layout or file format."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.model import Verdict


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of the thread: its number (from 1) and question; `parent` is the number that it goes on from, 0: none.

    `here`: where the thread stands; `faded`: not on the way there. `counts` are its claims by verdict.
    """

    number: int
    question: str
    parent: int = 0
    here: bool = False
    faded: bool = False
    counts: tuple[tuple[Verdict, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """The steps in the order of asking, each after the one that it goes on from."""

    steps: tuple[Stop, ...]

    def __post_init__(self) -> None:
        seen = {0}
        for step in self.steps:
            if step.number in seen or step.number < 1:
                raise ValueError("every step has a number of its own")
            if step.parent not in seen:
                raise ValueError("a step comes after the one that it goes on from")
            seen.add(step.number)
