"""A thread as it stands: what happened in it, and what that adds up to. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kgcore.exploration.exploration import (
    LEFT_ALONE,
    apply_actions,
    current_turn,
    effective_actions,
    exploration_of,
    numbers_in,
    numbers_of,
    path_to_turn,
    view_of,
)
from kgcore.values.actions import ActionRecord, Control, Undone, View
from kgcore.values.thread import Exploration, Recommendation, Turn


@dataclass(frozen=True)
class History:
    """`raw` are the turns as saved, `turns` the same with trims and merges applied; `action_records` are all that
    were done. What follows from these is worked out once.
    """

    raw: tuple[Turn, ...]
    action_records: tuple[ActionRecord, ...]
    turns: tuple[Turn, ...]
    exploration: Exploration

    @classmethod
    def of(
        cls, turns: Sequence[Turn], action_records: Sequence[ActionRecord] = (), before: History | None = None
    ) -> History:
        """Return the history that turns and recorded actions make up; what it shares with the one `before` is not
        worked out again.
        """
        shown = apply_actions(turns, effective_actions(action_records))
        known = zip(before.turns, before.exploration.steps, strict=True) if before is not None else ()
        return cls(tuple(turns), tuple(action_records), shown, exploration_of(turns, action_records, known))

    @cached_property
    def here(self) -> str:
        """The turn that the next question goes on from."""
        return current_turn(self.raw, self.action_records)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The entities' numbers in the thread; those that only a change of the thread brought in come last."""
        if self.raw != self.turns:
            return numbers_of((*self.raw, *self.turns))
        return numbers_in(step.shown for step in self.exploration.steps)

    @cached_property
    def _steps(self) -> Mapping[str, int]:
        return {t.id: n for n, t in enumerate(self.turns, 1)}

    @cached_property
    def _done(self) -> str:
        """What was done that answers show: another one after every such action."""
        return "|".join(d.event for d in self.exploration.action_records if not isinstance(d.control, LEFT_ALONE))

    def state(self, id: str) -> str:
        """Return what is another one whenever a finished answer stands otherwise, "" for any that is not finished.

        It is cheap, so that whoever shows a thread can ask it of every answer. What comes after an answer is no part of
        it: the steps and what is left to ask next.
        """
        turn = self.turn(id)
        return turn_state(turn, self._done) if turn is not None and turn.done else ""

    def turn(self, id: str) -> Turn | None:
        """Return a turn as it is to be shown."""
        return self.turns[self._steps[id] - 1] if id in self._steps else None

    def step(self, id: str) -> int:
        """Return a turn's number in the order of asking, from 1; 0 where there is no such turn."""
        return self._steps.get(id, 0)

    def before(self, id: str) -> tuple[Turn, ...]:
        """Return the turns that led to a turn, oldest first, without itself."""
        return path_to_turn(self.turns, id)[:-1]

    def until(self, id: str) -> Exploration:
        """Return the exploration as it stood when that turn was asked, with all that was done since."""
        return replace(self.exploration, steps=self.exploration.steps[: self.step(id)])

    def seen_from(self, id: str) -> Exploration:
        """Return the exploration with the steps that lead to a turn last: what was asked last counts most."""
        way = {t.id for t in path_to_turn(self.turns, id)}
        steps = sorted(self.exploration.steps, key=lambda s: s.turn in way)
        return replace(self.exploration, steps=tuple(steps))

    def clicked(self, turn: Turn) -> Recommendation | None:
        """Return the suggestion that began a turn, as it was kept with the answer that showed it."""
        shown = self.turn(turn.parent) if turn.asked else None
        return next((r for r in shown.recommendations if r.key == turn.asked), None) if shown else None

    def offering(self, words: str) -> tuple[Turn, Recommendation] | None:
        """Return the newest suggestion that stands in these very words under an answer, and that answer.

        Who types what was offered means what was offered, whatever the words alone would be read as.
        """
        said = _as_typed(words)
        steps = zip(reversed(self.turns), reversed(self.exploration.steps), strict=True)
        offers = ((turn, offer) for turn, step in steps for offer in step.offers)
        return next(((turn, offer) for turn, offer in offers if _as_typed(offer.text) == said), None)

    def view(self, turn: str) -> View:
        """Return how an answer is looked at."""
        return view_of(self.action_records, turn)

    def after(self, action_record: ActionRecord) -> History:
        """Return the history with one more recorded action (once: a recorded action that it holds changes nothing)."""
        known = any(d.event == action_record.event for d in self.action_records)
        return self if known else History.of(self.raw, (*self.action_records, action_record), self)

    def with_turn(self, turn: Turn) -> History:
        """Return the history with a turn added, or in the place of the one with its id."""
        kept = [turn if t.id == turn.id else t for t in self.raw]
        return History.of(kept if self.step(turn.id) else [*kept, turn], self.action_records, self)

    def undone_by(self, event: str) -> Control | None:
        """Return what the undoing with that event id takes back."""
        target = next(
            (d.control.event for d in self.action_records if d.event == event and isinstance(d.control, Undone)), ""
        )
        return next((d.control for d in self.action_records if d.event == target), None)


def turn_state(turn: Turn, done: str) -> str:
    """Return a digest of what a turn says, and of what was done to its thread since."""
    told = (
        (turn.id, turn.question, turn.mode, turn.detail, turn.model, turn.offered, turn.notices, turn.retry),
        (turn.explored, turn.total, turn.stopped, turn.withdrawn, turn.removed, turn.aside, turn.reworded),
        [p.text for p in turn.paragraphs],
        [c.verdict for _, c in turn.counted],
    )
    return hashlib.blake2b(repr((told, done)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


NOTHING = History((), (), (), Exploration())


def _as_typed(words: str) -> str:
    return " ".join(words.casefold().replace("’", "'").split()).strip(" ?.!\"'“”")
