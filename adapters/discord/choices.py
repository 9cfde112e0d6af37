"""Choices, steps and the progress → pieces: buttons with their reasons, menus for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from adapters.discord import limits
from adapters.discord.escape import escape, line
from adapters.discord.frame import Frame, menus, option, rows
from adapters.discord.inlines import raised
from adapters.discord.pieces import Button, Colour, Option, Piece, Row, Words
from kgcore.message import Action, Verb
from kgcore.reply import Choice, Choices, Progress, Steps, StepView

_CELLS: Final = 12  # of the bar that shows the progress
_DOTS: Final = 20  # steps in a row of dots; more are told by number


def choices(block: Choices, frame: Frame) -> Iterator[Piece]:
    """Return the choices: those with a reason as rows, the others side by side, the rest in a menu."""
    title = f"**{escape(block.title)}**" if block.title else ""
    if title and block.buttons:
        yield Words(title)
    for told, run in groupby(block.buttons, key=_needs_words):
        if told:
            yield from (_told(choice, frame) for choice in run)
        else:
            yield from rows([_button(choice, frame) for choice in run])
    yield from menus(_placeholder(block), [_entry(c) for c in block.menu])
    yield from menus("Less of this …", _asides(block))


def _needs_words(choice: Choice) -> bool:
    return bool(choice.hint or choice.aside) or len(choice.label) > limits.BUTTON_LABEL


def _placeholder(block: Choices) -> str:
    if not block.buttons:
        return f"{block.title or 'Choose'} …"
    verbs = {action.verb for c in block.menu if (action := Action.parse(c.action))}
    if verbs == {Verb.ASK}:
        return "More questions …"
    return "Something in the picture …" if verbs == {Verb.NODE} else "More …"


def _told(choice: Choice, frame: Frame) -> Piece:
    """A question stands in full beside its button; what else has a reason is named by the button itself."""
    words, action = f"{escape(choice.label)}{raised(choice.number)}", Action.parse(choice.action)
    asks = action is not None and action.verb is Verb.ASK
    if asks or len(choice.label) > limits.BUTTON_LABEL:
        hint = f"\n-# {escape(choice.hint)}" if choice.hint else ""
        label = "Ask" if asks else "Choose"
        return Row(f"{line(words)}{hint}", frame.button(label, choice.action, Colour.BLUE if asks else Colour.GREY))
    return Row(f"-# {escape(choice.hint or choice.label)}", frame.chosen(choice))


def _button(choice: Choice, frame: Frame) -> Button:
    action = Action.parse(choice.action)
    if action is not None and action.verb is Verb.STOP:
        return frame.button(choice.label, choice.action, Colour.RED)
    return frame.chosen(choice)


def _entry(choice: Choice) -> Option:
    number = f"{choice.number}. " if choice.number > 0 and not choice.hint else ""
    return option(f"{number}{choice.label}", choice.action, choice.hint, on=choice.on)


def _aside(aside: Choice, of: Choice) -> Option:
    """Return a lesser thing to do with a choice; the choice is named where the words do not tell it."""
    action = Action.parse(aside.action)
    own = action is not None and action.verb is Verb.NOT_TYPE
    return option(aside.label, aside.action, "" if own else of.label)


def _asides(block: Choices) -> list[Option]:
    """Return what can be done besides, the same words only once ("No more about drugs" does the same for each)."""
    found = [_aside(aside, choice) for choice in block.buttons for aside in choice.aside]
    return list({(o.label, o.hint): o for o in reversed(found)}.values())[::-1]


# ── where one is ────────────────────────────────────────────────────────────────────────────────────────────────────


def progress(block: Progress, frame: Frame) -> list[Piece]:
    """Return a bar with its figures, or a word on what is being done."""
    if not block.total:
        return [Words(f"-# ⏳ {escape(block.doing)}")] if block.doing else []
    full = min(_CELLS, round(_CELLS * block.explored / block.total))
    words = f"-# {'▰' * full}{'▱' * (_CELLS - full)} {block.explored} of {block.total} explored"
    words += f" {escape(block.about)}" if block.about else ""
    return [Row(words, frame.button("What counts?", block.why))] if block.why else [Words(words)]


def steps(block: Steps, frame: Frame) -> list[Piece]:
    """Return a row of dots with a menu of the questions; in a panel every step has a line."""
    if not block.steps:
        return []
    go = [option(f"{s.number}. {s.question}", s.action, _counts(s)) for s in block.steps if not s.here]
    shown = "\n".join(_line(s) for s in block.steps) if frame.panel else f"-# Steps {_dots(block.steps)}"
    return [Words(shown), *menus("Go to a step …", go)]


def _dots(shown: tuple[StepView, ...]) -> str:
    first = "1 … " if len(shown) > _DOTS else ""
    return first + " – ".join(
        f"**◉ {s.number}**" if s.here else f"{'○' if s.later else '●'} {s.number}" for s in shown[-_DOTS:]
    )


def _line(step: StepView) -> str:
    mark = "**◉" if step.here else "○" if step.later else "●"
    end = "** (you are here)" if step.here else ""
    branch = f" · goes on from {step.parent}" if step.parent and step.parent != step.number - 1 else ""
    counts = f" · {_counts(step)}" if step.counts else ""
    return f"{mark} {step.number}.{end} {escape(step.question)}{counts}{branch}"


def _counts(step: StepView) -> str:
    return " ".join(f"{verdict.icon} {n}" for verdict, n in step.counts)
