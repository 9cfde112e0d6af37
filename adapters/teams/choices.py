"""Choices and steps → buttons, rows that wrap, and drop-down lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from adapters.teams.elements import Json, actions, column, columns, container, heading, rich, run
from adapters.teams.escape import circled, clip, unlinked
from adapters.teams.limits import BUTTON_CHARACTERS, CHOICE_CHARACTERS, ROW_ACTIONS
from adapters.teams.scene import PRIVATE, Scene, Surface
from kgcore.message import Action, Verb
from kgcore.reply import Choice, Choices, Look, Steps, StepView


def choice_items(block: Choices, scene: Scene, serial: Iterator[int]) -> list[Json]:
    """Return rows for what has a reason or is long, six buttons for the rest, and a list with the others."""
    if scene.surface is Surface.MESSAGE and block.buttons and all(map(_is_thumb, block.buttons)):
        return []  # the platform has its own under every answer
    rows = [c for c in block.buttons if _is_row(c)]
    small = [c for c in block.buttons if not _is_row(c)]
    items = [_row(c, scene) for c in rows]
    if small:
        items.append(actions(_button(c, scene) for c in small[:ROW_ACTIONS]))
    rest = [*small[ROW_ACTIONS:], *block.menu]
    if rest:
        items.append(_menu("Another question" if rows else block.title or "More", rest, scene, next(serial)))
    if not items:
        return []
    return [heading(block.title), *items] if block.title else items


def step_items(block: Steps, scene: Scene, serial: Iterator[int]) -> list[Json]:
    """Return a line per step, and a list to go to one of them."""
    if not block.steps:
        return []
    lines = [rich(*_step(s), spacing="None") for s in block.steps]
    entries = [Choice(f"{s.number} {s.question}", s.action, on=s.here) for s in block.steps if not s.here]
    go = [_menu("Go to a step", entries, scene, next(serial))] if entries else []
    return [heading("Steps"), container(lines), *go]


def _step(step: StepView) -> list[Json]:
    mark = "●" if step.here else "○"
    counts = " ".join(f"{v.icon}{n}" for v, n in step.counts if n)
    back = f" (goes on from {step.parent})" if step.parent and step.parent != step.number - 1 else ""
    question = run(f"{mark} {step.number}  {step.question}", bold=step.here, subtle=step.later)
    return [question, run(f"{back}  {counts}{'  ← here' if step.here else ''}", subtle=True)]


def _is_thumb(choice: Choice) -> bool:
    """Whether it says that the answer as a whole is good or not."""
    parsed = Action.parse(choice.action)
    return parsed is not None and parsed.verb in {Verb.UP, Verb.DOWN} and parsed.index == 0


def _is_row(choice: Choice) -> bool:
    return bool(choice.hint or choice.aside) or len(choice.label) > BUTTON_CHARACTERS


def _label(choice: Choice) -> str:
    return f"{'● ' if choice.on else ''}{choice.label}{circled(choice.number)}"


def _button(choice: Choice, scene: Scene) -> Json:
    made = scene.press(_label(choice), choice.action, hint=choice.hint)
    if choice.look is Look.PRIMARY:
        made["style"] = "positive"
    return made


def _row(choice: Choice, scene: Scene) -> Json:
    """Return a line that wraps and is pressed as a whole; what else can be done with it stands to its right."""
    tap = _button(choice, scene)
    tap.pop("style", None)
    lines = [rich(run("➜ ", colour="Accent"), run(_label(choice), bold=True, colour="Accent"))]
    if choice.hint:
        lines.append(rich(run(choice.hint, subtle=True), spacing="None"))
    body = column([container(lines, tap=tap)])
    if not choice.aside:
        return columns(body, spacing="Small")
    aside = [_aside(a, scene) for a in choice.aside[:ROW_ACTIONS]]
    return columns(body, column([actions(aside, spacing="None")], "auto"), spacing="Small")


def _aside(choice: Choice, scene: Scene) -> Json:
    """Return the cross that dismisses, or what stands in the small menu beside it ("…")."""
    parsed = Action.parse(choice.action)
    if parsed is not None and parsed.verb is Verb.DISMISS:
        return scene.press("✕", choice.action, hint=choice.label)
    return scene.press(choice.label, choice.action) | {"mode": "secondary"}


def _menu(title: str, entries: Sequence[Choice], scene: Scene, number: int) -> Json:
    """Return a drop-down list of action ids and the button that sends the chosen one."""
    id = f"menu-{number}"
    made = [{"title": unlinked(clip(_entry(c), CHOICE_CHARACTERS)) or "…", "value": c.action} for c in entries]
    chosen: Json = {
        "type": "Input.ChoiceSet",
        "id": id,
        "style": "compact",
        "placeholder": clip(title, 60),
        "choices": made,
    }
    opens = any((a := Action.parse(c.action)) is not None and a.verb in PRIVATE for c in entries)
    send = scene.press("Go", "", form=True, opens=opens, menu=id)
    return columns(column([chosen]), column([actions([send], spacing="None")], "auto"), spacing="Small")


def _entry(choice: Choice) -> str:
    return f"{_label(choice)} ({choice.hint})" if choice.hint else _label(choice)


def serials() -> Iterator[int]:
    """Return numbers for inputs whose ids must differ within a card."""
    return count(1)
