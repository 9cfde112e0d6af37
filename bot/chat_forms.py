"""A form, asked field by field at the prompt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from rich.console import Console
from rich.text import Text as Words

from bot.chat_input import Lines
from bot.chat_lines import parse_numbers
from bot.conversation import Fields
from bot.terminal import bounds_in_words
from bot.terminal_words import QUIET, node_number, one_line, styled_words
from kgcore.values.reply import Choice, Field, FieldKind, Form, Option

_LEAVES = frozenset({"/quit", "/exit", "/cancel"})  # what leaves a form, as it leaves the prompt
NEAR = 5  # names that are offered where what was typed is none
Names = Callable[[str], Awaitable[Sequence[Choice]]]


async def ask_fields(form: Form, lines: Lines, console: Console, names: Names) -> Fields | None:
    """Ask for every field; None where somebody leaves one empty that has to be filled, or the form.

    `names` returns the entities whose names are near what was typed.
    """
    console.print(
        styled_words(one_line(form.title), "bold").append(
            "  (Enter leaves it as it is, /cancel leaves the form)", style=QUIET
        )
    )
    filled: list[tuple[str, tuple[str, ...]]] = []
    for field in form.fields:
        values = await _ask(field, lines, console, names)
        if values is None:
            return None
        filled.append((field.name, values))
    return tuple(filled)


async def _ask(field: Field, lines: Lines, console: Console, names: Names) -> tuple[str, ...] | None:
    keys = _keys(field.options)
    for key, option in keys.items():
        console.print(_option(key, option, option.value in field.value))
    while True:
        line = lines.read(_prompt(field))
        if line is None or line.strip().casefold() in _LEAVES:
            return None
        if not line.strip():
            return field.value if field.value or not field.least else None
        values, problem = _read(field, line.strip(), keys)
        if not problem:
            return await _named(values, lines, console, names) if field.names else values
        console.print(problem, style="yellow")


def _prompt(field: Field) -> str:
    takes = "" if field.kind is FieldKind.TEXT else f" ({_takes(field)})"
    set_to = f" [{one_line(', '.join(field.value))}]" if field.kind is FieldKind.TEXT and field.value else ""
    return f"  {one_line(field.label).rstrip(':')}{takes}{set_to}: "


def _takes(field: Field) -> str:
    return "a number" if field.kind is FieldKind.ONE else f"numbers, {bounds_in_words(field)}"


def _keys(options: Sequence[Option]) -> dict[int, Option]:
    """Return the options by what is typed for them: their nodes' numbers where all have one, else their places."""
    if len({o.number for o in options if o.number > 0}) == len(options):
        return {o.number: o for o in options}
    return dict(enumerate(options, 1))


def _option(key: int, option: Option, on: bool) -> Words:
    words = styled_words(f"{key:6d}  ", "bold")
    words.append("• " if on else "", style="bold green")
    words.append(one_line(option.label), style="")
    return words.append("" if key == option.number else node_number(option.number), style="bold")


def _read(field: Field, line: str, keys: dict[int, Option]) -> tuple[tuple[str, ...], str]:
    """Return the values that a line means, and what is wrong with it ("" for nothing)."""
    if field.kind is FieldKind.TEXT:
        long = len(line) > field.most > 1
        return (line,), f"At most {field.most:,} characters, please." if long else ""
    found = parse_numbers(line)
    if found is None or any(n not in keys for n in found):
        listed = ", ".join(map(str, keys))
        return (), f"Please choose from {listed}."
    most = 1 if field.kind is FieldKind.ONE else field.most
    least = min(field.least, 1) if field.kind is FieldKind.ONE else field.least
    if not least <= len(found) <= most:
        return (), f"Please choose {bounds_in_words(field)}."
    return tuple(keys[n].value for n in found), ""


async def _named(typed: tuple[str, ...], lines: Lines, console: Console, names: Names) -> tuple[str, ...] | None:
    """Return the name of an entity: as typed where it is one, else what somebody chooses from those near it."""
    near = list(await names(typed[0]))[:NEAR]
    if not near or any(c.label.casefold() == typed[0].casefold() for c in near):
        return typed
    for n, choice in enumerate(near, 1):
        words = Words(f"{n:6d}  {one_line(choice.label)}").append(f"  {one_line(choice.hint)}", style=QUIET)
        console.print(words)
    line = lines.read("  Which one (a number; Enter takes what you typed): ")
    if line is None or line.strip().casefold() in _LEAVES:
        return None
    found = parse_numbers(line)
    return (near[found[0] - 1].label,) if found and 1 <= found[0] <= len(near) else typed
