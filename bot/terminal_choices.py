"""Choices and forms in a terminal: with numbers to type in a chat, or with the action ids of `evigraph act`. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text as Words

from bot.picks import unlisted
from bot.terminal_words import QUIET, beside, one_line, small, styled
from kgcore.reply import Choice, Choices, Field, FieldKind, Form, Option

INDENT = 4  # columns of a number to type
NARROW = 80  # columns that every terminal has
SHORT = 30  # characters of a choice that stands on one line with others


def choices(block: Choices, at: int, thread: str, *, whole: bool) -> RenderableType | None:
    """Return buttons and menu numbered from `at`, or None where there is nothing to choose.

    With a `thread`, each with its action id for `evigraph act`; without one, for a chat. `whole`: list the menu, too.
    """
    buttons = [c for c in block.buttons if not unlisted(c)]
    menu = [c for c in block.menu if not unlisted(c)]
    if not buttons and not menu:
        return None
    lines: list[RenderableType] = [styled(one_line(block.title), "bold")] if block.title else []
    if not thread and not whole and all(len(c.label) <= SHORT and not c.hint and not c.aside for c in buttons):
        lines += [_row(buttons, at)] if buttons else []
    else:
        lines += [_choice(n, c, bool(thread)) for n, c in enumerate(buttons, at)]
    if whole:
        lines += [_choice(n, c, bool(thread)) for n, c in enumerate(menu, at + len(buttons))]
    elif menu:
        lines.append(_folded(at + len(buttons), len(menu), thread))
    if not thread and any(c.aside for c in buttons):
        first = next(n for n, c in enumerate(buttons, at) if c.aside)
        label = one_line(buttons[first - at].aside[0].label)
        lines.append(styled(f"    {first}x: {label.lower()}    {first}?: what else can be done with it", QUIET))
    return Group(*lines)


def _row(buttons: Sequence[Choice], at: int) -> Words:
    """Return short choices on one line."""
    words = Words()
    for number, choice in enumerate(buttons, at):
        words.append("     " if number > at else "")
        words.append(f"{number:2d}", style="bold").append("  ").append_text(_label(choice))
    return words


def _folded(first: int, count: int, thread: str) -> Words:
    if thread:
        return styled(
            f"    and {count} more (evigraph chat --thread {shlex.quote(one_line(thread))} offers them)", QUIET
        )
    numbers = f"{first}" if count == 1 else f"{first} to {first + count - 1}"
    return styled(f"    {numbers}: more, which /more lists", QUIET)


def _choice(number: int, choice: Choice, ids: bool) -> RenderableType:
    words = _label(choice)
    words.append(f"  {one_line(choice.hint)}" if choice.hint else "", style=QUIET)
    figure = styled(f"{number:2d}", "bold")
    if not ids:
        return beside(figure, words, INDENT)
    aside = f"   {one_line(choice.aside[0].label)}: {choice.aside[0].action}" if choice.aside else ""
    if not aside and INDENT + len(words) + 2 + len(choice.action) < NARROW:
        return beside(figure, words.append(f"  {choice.action}", style=QUIET), INDENT)
    below = Padding(styled(f"{choice.action}{aside}", QUIET), (0, 0, 0, INDENT))
    return Group(beside(figure, words, INDENT), below)


def _label(choice: Choice) -> Words:
    words = styled("• " if choice.on else "", "bold green")
    words.append(one_line(choice.label), style="bold" if choice.on else "")
    return words.append(small(choice.number), style="bold")


def form(block: Form, at: int, thread: str) -> RenderableType:
    """Return a form: its title and its fields, and how to send it."""
    if not thread:
        return beside(styled(f"{at:2d}", "bold"), Words(one_line(block.title).removesuffix(" …") + " …"), INDENT)
    lines: list[RenderableType] = [styled(one_line(block.title), "bold")]
    for field in block.fields:
        lines.append(Padding(Words(f"{field.name}: {one_line(field.label)} ({bounds(field)})"), (0, 0, 0, 2)))
        lines += [Padding(_value(o, o.value in field.value), (0, 0, 0, INDENT)) for o in field.options]
    lines.append(Padding(styled(f"{one_line(block.submit)}:", QUIET), (0, 0, 0, 2)))
    lines.append(Padding(styled(act_line(block, thread), QUIET), (0, 0, 0, INDENT)))
    return Group(*lines)


def bounds(field: Field) -> str:
    """Return in words what a field takes."""
    match field.kind:
        case FieldKind.TEXT:
            return "a name" if field.names else "text" if field.least else "text, or nothing"
        case FieldKind.ONE:
            return "one of these" if field.least else "one of these, or none"
        case FieldKind.MANY:
            most = min(field.most, len(field.options))
            if field.least == most:
                return f"{most} of these"
            return f"{field.least} to {most} of these"


def act_line(form: Form, thread: str) -> str:
    """Return the command that sends the form; where nothing is set yet, with the first that could be."""
    fields = [f"--field {shlex.quote(f'{f.name}={v}')}" for f in form.fields for v in example(f)]
    return " ".join(["evigraph act", form.action, "--thread", shlex.quote(one_line(thread)), *fields])


def example(field: Field) -> Sequence[str]:
    """Return values that the field would take."""
    if field.value or not field.least:
        return tuple(map(one_line, field.value))
    if field.kind is FieldKind.TEXT:
        return ("…",)
    return tuple(one_line(o.value) for o in field.options[: field.least])


def _value(option: Option, on: bool) -> Words:
    words = styled("• " if on else "  ", "bold green")
    words.append(one_line(option.value))
    label = one_line(option.label)
    shown = f"  {label}{small(option.number)}" if label != option.value or option.number else ""
    return words.append(shown, style=QUIET)
