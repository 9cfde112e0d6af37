"""A thread as it stands: what happened in it, and what that adds up to. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.controls import Control, Deed, Undone, View
from kgcore.explore import edited, effective, exploration_of, here, lineage, view_of
from kgcore.pictures import numbers_of
from kgcore.thread import Exploration, Turn


@dataclass(frozen=True, slots=True)
class History:
    """`raw` are the turns as saved, `turns` the same with trims and merges applied; `deeds` are all that were done."""

    raw: tuple[Turn, ...]
    deeds: tuple[Deed, ...]
    turns: tuple[Turn, ...]
    exploration: Exploration

    @classmethod
    def of(cls, turns: Sequence[Turn], deeds: Sequence[Deed] = ()) -> History:
        """Return the history that turns and deeds make up."""
        counting = effective(deeds)
        return cls(tuple(turns), tuple(deeds), edited(turns, counting), exploration_of(turns, deeds))

    @property
    def here(self) -> str:
        """The turn that the next question goes on from."""
        return here(self.raw, self.deeds)

    @property
    def numbers(self) -> dict[str, int]:
        """The entities' numbers in the thread; those that only a change of the thread brought in come last."""
        return numbers_of((*self.raw, *self.turns))

    def turn(self, id: str) -> Turn | None:
        """Return a turn as it is to be shown."""
        return next((t for t in self.turns if t.id == id), None)

    def step(self, id: str) -> int:
        """Return a turn's number in the order of asking, from 1; 0 where there is no such turn."""
        return next((n for n, t in enumerate(self.turns, 1) if t.id == id), 0)

    def before(self, id: str) -> tuple[Turn, ...]:
        """Return the turns that led to a turn, oldest first, without itself."""
        return lineage(self.turns, id)[:-1]

    def until(self, id: str) -> Exploration:
        """Return the exploration as it stood when that turn was asked, with all that was done since."""
        return replace(self.exploration, steps=self.exploration.steps[: self.step(id)])

    def view(self, turn: str) -> View:
        """Return how an answer is looked at."""
        return view_of(self.deeds, turn)

    def after(self, deed: Deed) -> History:
        """Return the history with one more deed (once: a deed that it holds changes nothing)."""
        known = any(d.event == deed.event for d in self.deeds)
        return self if known else History.of(self.raw, (*self.deeds, deed))

    def with_turn(self, turn: Turn) -> History:
        """Return the history with a turn added, or in the place of the one with its id."""
        kept = [turn if t.id == turn.id else t for t in self.raw]
        return History.of(kept if self.step(turn.id) else [*kept, turn], self.deeds)

    def undone_by(self, event: str) -> Control | None:
        """Return what the undoing with that event id takes back."""
        target = next((d.control.event for d in self.deeds if d.event == event and isinstance(d.control, Undone)), "")
        return next((d.control for d in self.deeds if d.event == target), None)


NOTHING = History((), (), (), Exploration())
