"""Choices and steps → buttons, rows that wrap, and drop-down lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from adapters.teams.elements import Json, action_row, column, columns, container, heading, rich_text, text_run
from adapters.teams.escape import circled_number, clip_line, escape_label
from adapters.teams.limits import BUTTON_CHARACTERS, CHOICE_CHARACTERS, QUESTIONS_SEEN, ROW_ACTIONS, ROW_SEEN
from adapters.teams.scene import PRIVATE, CardContext, CardSurface
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Choice, Choices, Look, Steps, StepView


def choice_items(block: Choices, context: CardContext, serial: Iterator[int]) -> list[Json]:
    """Return rows for what has a reason or is long, buttons for the rest, and a list with what is too many."""
    if context.surface is CardSurface.MESSAGE and block.buttons and all(map(_is_thumb, block.buttons)):
        return []  # the platform has its own under every answer
    rows = [c for c in block.buttons if _is_row(c)]
    small = [c for c in block.buttons if not _is_row(c)]
    most = QUESTIONS_SEEN if context.surface is CardSurface.MESSAGE else len(rows)
    items = [_row(c, context) for c in rows[:most]]
    if small:
        items.append(action_row((_button(c, context) for c in small[:ROW_ACTIONS]), seen=_in_sight(small, context)))
    rest = [*rows[most:], *small[ROW_ACTIONS:], *block.menu]
    if rest:
        items.append(_menu("Another question" if rows else block.title or "More", rest, context, next(serial)))
    if not items:
        return []
    return [heading(block.title), *items] if block.title else items


def _in_sight(small: Sequence[Choice], context: CardContext) -> int:
    """Return how many of a row's buttons are in sight: a message has room for few, unless they are the answers to a
    question of ours; and the small menu at their end ("…") takes no less room than one button.
    """
    answers = all((a := Action.parse(c.action)) is not None and a.verb is Verb.PICK for c in small)
    whole = context.surface is not CardSurface.MESSAGE or answers or len(small) == ROW_SEEN + 1
    return len(small) if whole else ROW_SEEN


def step_items(block: Steps, context: CardContext, serial: Iterator[int]) -> list[Json]:
    """Return a line per step, and a list to go to one of them."""
    if not block.steps:
        return []
    lines = [rich_text(*_step(s), spacing="None") for s in block.steps]
    entries = [Choice(f"{s.number} {s.question}", s.action, on=s.here) for s in block.steps if not s.here]
    go = [_menu("Go to a step", entries, context, next(serial))] if entries else []
    return [heading("Steps"), container(lines), *go]


def _step(step: StepView) -> list[Json]:
    mark = "●" if step.here else "○"
    counts = " ".join(f"{v.icon}{n}" for v, n in step.chips if n)
    back = f" (goes on from {step.parent})" if step.parent and step.parent != step.number - 1 else ""
    question = text_run(f"{mark} {step.number}  {step.question}", bold=step.here, subtle=step.later)
    return [question, text_run(f"{back}  {counts}{'  ← here' if step.here else ''}", subtle=True)]


def _is_thumb(choice: Choice) -> bool:
    """Whether it says that the answer as a whole is good or not."""
    parsed = Action.parse(choice.action)
    return parsed is not None and parsed.verb in {Verb.UP, Verb.DOWN} and parsed.index == 0


def _is_row(choice: Choice) -> bool:
    return bool(choice.hint or choice.aside) or len(choice.label) > BUTTON_CHARACTERS


def _label(choice: Choice) -> str:
    return f"{'● ' if choice.on else ''}{choice.label}{circled_number(choice.number)}"


def _button(choice: Choice, context: CardContext) -> Json:
    made = context.press(_label(choice), choice.action, hint=choice.hint)
    if choice.look is Look.PRIMARY:
        made["style"] = "positive"
    return made


def _row(choice: Choice, context: CardContext) -> Json:
    """Return a line that wraps and is pressed as a whole; what else can be done with it stands to its right."""
    tap = _button(choice, context)
    tap.pop("style", None)
    lines = [rich_text(text_run("➜ ", colour="Accent"), text_run(_label(choice), bold=True, colour="Accent"))]
    if choice.hint:
        lines.append(rich_text(text_run(choice.hint, subtle=True), spacing="None"))
    body = column([container(lines, tap=tap)])
    if not choice.aside:
        return columns(body, spacing="Small")
    aside = [_aside(a, context) for a in choice.aside[:ROW_ACTIONS]]
    return columns(body, column([action_row(aside, spacing="None")], "auto"), spacing="Small")


def _aside(choice: Choice, context: CardContext) -> Json:
    """Return the cross that dismisses, or what stands in the small menu beside it ("…")."""
    parsed = Action.parse(choice.action)
    if parsed is not None and parsed.verb is Verb.DISMISS:
        return context.press("✕", choice.action, hint=choice.label)
    return context.press(choice.label, choice.action) | {"mode": "secondary"}


def _menu(title: str, entries: Sequence[Choice], context: CardContext, number: int) -> Json:
    """Return a drop-down list of action ids and the button that sends the chosen one."""
    id = f"menu-{number}"
    made = [{"title": escape_label(clip_line(_entry(c), CHOICE_CHARACTERS)) or "…", "value": c.action} for c in entries]
    chosen: Json = {
        "type": "Input.ChoiceSet",
        "id": id,
        "style": "compact",
        "label": escape_label(clip_line(title, 60)),
        "placeholder": clip_line(title, 60),
        "choices": made,
    }
    opens = any((a := Action.parse(c.action)) is not None and a.verb in PRIVATE for c in entries)
    send = context.press("Go", "", form=True, opens=opens, menu=id)
    return columns(column([chosen]), column([action_row([send], spacing="None")], "auto"), spacing="Small")


def _entry(choice: Choice) -> str:
    return f"{_label(choice)} ({choice.hint})" if choice.hint else _label(choice)


def serial_numbers() -> Iterator[int]:
    """Return numbers for inputs whose ids must differ within a card."""
    return count(1)
