"""What stands under an answer: what to know of it, what to ask next, how far the thread is, what can be done. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgcore.acting import words_of
from kgcore.controls import Barred, Dismissed
from kgcore.explore import undoable
from kgcore.history import History
from kgcore.language.kinds import type_words
from kgcore.message import Action, Verb
from kgcore.model import Verdict
from kgcore.panels.nodes import node_lines
from kgcore.panels.progress import about
from kgcore.panels.steps import steps_block
from kgcore.recommend import buttons, left
from kgcore.reply import Block, Choice, Choices, Look, Notice, Progress, Tone
from kgcore.thread import Mode, Recommendation, Turn

NOT_UNTRUE = "Not found is not untrue: the graph holds what its papers report, not all that is known."
GENERAL = {
    Mode.MODEL: "Written by a language model and checked against the graph; general information, not medical advice.",
    Mode.GRAPH: "Generated from the graph's statements; general information, not medical advice.",
    Mode.UNCHECKED: "Generated; general information, not medical advice.",
    Mode.LOST: "General information, not medical advice.",
    Mode.BROWSED: "Taken from the graph; general information, not medical advice.",
    Mode.MAPPED: "People's own words, checked against the graph; general information, not medical advice.",
}
STOPPED = "Stopped before the end; what had arrived was checked."
OUTSIDE = "Not checked: outside the graph."
LOST = "The graph could not be reached, so nothing was checked. Ask again in a moment."


def closing(turn: Turn, history: History, progress: tuple[int, int], models: Sequence[str]) -> list[Block]:
    """Return the blocks under a finished answer."""
    blocks: list[Block] = [Notice(text, Tone.INFO) for text in turn.notices]
    if turn.stopped:
        blocks.append(Notice(STOPPED, Tone.INFO))
    if turn.mode is Mode.UNCHECKED:
        blocks.append(Notice(OUTSIDE, Tone.WARNING))
    if turn.mode is Mode.LOST:
        blocks.append(Notice(LOST, Tone.WARNING))
    elif any(c.verdict is Verdict.UNSURE for _, c in turn.counted):
        blocks.append(Notice(NOT_UNTRUE))
    blocks.append(Notice(GENERAL[turn.mode]))
    blocks += _next(turn, history)
    if progress[1]:
        why = str(Action(Verb.PROGRESS, turn.id))
        blocks.append(Progress(*progress, about=about(history.until(turn.id)), why=why))
    if len(history.turns) > 1:
        blocks.append(steps_block(history.turns, history.here))
    blocks.append(_tools(turn, history))
    blocks.append(_thumbs(turn))
    if len(models) > 1:
        blocks.append(_models(turn, models))
    return blocks


def _next(turn: Turn, history: History) -> list[Block]:
    numbers, places = history.numbers, {r.key: n for n, r in enumerate(turn.recommendations)}
    some = left(turn.recommendations, history.exploration)
    stood = [r for r in some if r.key in _offered(turn, history)]
    first = stood if len(stood) == len(_offered(turn, history)) else buttons(some, history.exploration)
    rest = [r for r in some if r not in first]
    shown, menu = ([_suggestion(turn, r, places[r.key], numbers) for r in part] for part in (first, rest))
    return [Choices(tuple(shown), tuple(menu), "Ask next")] if shown or menu else []


def _offered(turn: Turn, history: History) -> tuple[str, ...]:
    """Return the keys of the suggestions that stood as buttons under this answer last."""
    controls = (d.control for d in history.exploration.deeds)
    later = [c.offered for c in controls if isinstance(c, Dismissed | Barred) and c.turn == turn.id]
    return later[-1] if later else turn.offered


def _suggestion(turn: Turn, r: Recommendation, index: int, numbers: Mapping[str, int]) -> Choice:
    aside = [Choice("Dismiss", str(Action(Verb.DISMISS, turn.id, index)), look=Look.SUBTLE)]
    if r.type:
        kind = f"No more about {type_words(r.type)}"
        aside.append(Choice(kind, str(Action(Verb.NOT_TYPE, turn.id, index)), look=Look.SUBTLE))
    if r.predicate:
        kind = "No more questions of this kind"
        aside.append(Choice(kind, str(Action(Verb.NOT_PREDICATE, turn.id, index)), look=Look.SUBTLE))
    number = numbers.get(r.target, 0) or numbers.get(r.subject, 0)
    return Choice(r.text, str(Action(Verb.ASK, turn.id, index)), r.reason, number, aside=tuple(aside))


def _tools(turn: Turn, history: History) -> Choices:
    def button(label: str, verb: Verb) -> Choice:
        return Choice(label, str(Action(verb, turn.id)), look=Look.SUBTLE)

    shown = [button("Picture and text", Verb.PICTURE)]
    if len(history.turns) > 1:
        shown.append(button("Steps", Verb.STEPS))
    shown.append(button("Summary", Verb.SUMMARY))
    last = undoable(history.deeds)
    if last is not None:
        shown.append(button(f"Undo: {words_of(last.control)}", Verb.UNDO))
    nodes = tuple(
        Choice(line.name, str(Action(Verb.NODE, turn.id, line.number)), number=line.number, look=Look.SUBTLE)
        for line in node_lines((turn,), history.numbers)
        if line.number > 0
    )
    return Choices(tuple(shown), nodes, "Explore")


def _thumbs(turn: Turn) -> Choices:
    up, down = (str(Action(verb, turn.id)) for verb in (Verb.UP, Verb.DOWN))
    return Choices((Choice("👍", up, look=Look.SUBTLE), Choice("👎", down, look=Look.SUBTLE)), title="Was this useful?")


def _models(turn: Turn, models: Sequence[str]) -> Choices:
    now = turn.model or models[0]
    others = tuple(
        Choice(name, str(Action(Verb.MODEL, turn.id, n)), look=Look.SUBTLE)
        for n, name in enumerate(models)
        if name != now
    )
    return Choices((), others, f"Answered by {now}; let another model go on")
