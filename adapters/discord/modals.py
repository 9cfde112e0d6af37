"""Forms ↔ modals: a form becomes a modal, what is sent back becomes fields. The modal's id says where it goes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from adapters.discord import limits
from adapters.discord.inlines import clean_line, shorten_line
from kgcore.values.reply import Field, FieldKind, Form, Option

SEND: Final = "kgs:"  # kgs:<action>: the form goes to this action
QUESTION: Final = "kgq:"  # kgq:<name>: a question about a message kept under this name
Fields = tuple[tuple[str, tuple[str, ...]], ...]
_PART_LABEL: Final = 30  # characters of a label that its part's number leaves
_PART: Final = "~"  # between a field's name and its part: a number where it has too many options for one list
_TYPED: Final = f"{_PART}typed"  # the part of a field of names in which another one than its list has is typed


def form_modal(form: Form) -> ui.Modal:
    """Return the modal of a form."""
    made = ui.Modal(
        title=shorten_line(form.name, limits.MODAL_TITLE) or "Form", custom_id=f"{SEND}{form.action}", timeout=None
    )
    room = limits.MODAL_PARTS - len(form.fields)
    offered = {f.name for f in [f for f in form.fields if f.names and len(f.options) > 1][: max(0, room)]}
    room -= len(offered)
    for field in form.fields[: limits.MODAL_PARTS]:
        if field.name in offered:
            for label in _choice_of_names(field):
                made.add_item(label)
            continue
        parts = _parts(field, 1 + max(0, room))
        room -= len(parts) - 1
        for label in _labels(field, parts):
            made.add_item(label)
    return made


def question_modal(name: str, about: str) -> ui.Modal:
    """Return the modal that takes a question about a message."""
    made = ui.Modal(title="Ask about this message", custom_id=f"{QUESTION}{name}", timeout=None)
    text = ui.TextInput[Any](
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=1_000,
        placeholder=shorten_line(about, 100) or None,
    )
    made.add_item(ui.Label(text="Your question", component=text))
    return made


def _parts(field: Field, most: int) -> Sequence[Sequence[Option]]:
    step = limits.OPTIONS
    if not field.options:
        return [()]
    return [field.options[n : n + step] for n in range(0, len(field.options), step)][:most]


def _labels(field: Field, parts: Sequence[Sequence[Option]]) -> Iterator[ui.Label[Any]]:
    if field.kind is FieldKind.TEXT:
        yield _label(field.label, _text(field))
        return
    shown = sum(map(len, parts))
    left = f"The first {shown} of {len(field.options)}" if shown < len(field.options) else ""
    if len(parts) > 1 and len(field.label) > _PART_LABEL:
        left = ". ".join(filter(None, (clean_line(field.label).strip(), left)))
    for n, options in enumerate(parts):
        title = (
            field.label if len(parts) == 1 else f"{shorten_line(field.label, _PART_LABEL)} ({n + 1} of {len(parts)})"
        )
        yield _label(title, _select(field, options, n, len(parts)), left)


def _choice_of_names(field: Field) -> Iterator[ui.Label[Any]]:
    """A modal can complete nothing while somebody types: the nearest names stand in a list, others are typed."""
    listed = [o for o in field.options if len(o.value) <= limits.OPTION_VALUE][: limits.OPTIONS]
    yield _label(field.label, _select(replace(field, kind=FieldKind.ONE, least=0), listed, 0, 1))
    typed = replace(field, name=f"{field.name}{_TYPED}", value=(), least=0)
    yield _label(f"{field.label}: another name", _text(typed), "What is typed here counts, whatever is chosen above")


def _label(text: str, component: ui.Item[Any], more: str = "") -> ui.Label[Any]:
    """Return a label; words that are too long for one stand in full below it."""
    whole = clean_line(text).strip()
    hint = ". ".join(part for part in (whole if len(whole) > limits.LABEL else "", more) if part)
    return ui.Label(
        text=shorten_line(whole, limits.LABEL) or "…",
        component=component,
        description=shorten_line(hint, limits.LABEL_HINT) or None,
    )


def _text(field: Field) -> ui.TextInput[Any]:
    most = min(field.most, limits.INPUT_CHARACTERS) if field.most > 1 else limits.INPUT_LINE
    long = most > limits.INPUT_LINE and not field.names
    return ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
        required=field.least > 0,
        max_length=most,
        default=shorten_line(field.value[0], most) if field.value else None,
    )


def _select(field: Field, options: Sequence[Option], part: int, parts: int) -> ui.Select[Any]:
    """A field in several parts cannot be bounded by each of them; the core checks what comes."""
    one = field.kind is FieldKind.ONE
    least = 0 if parts > 1 else min(field.least, len(options))
    return ui.Select(
        custom_id=f"{field.name}{_PART}{part}" if parts > 1 else field.name,
        required=least > 0,
        min_values=least,
        max_values=1 if one else max(1, min(field.most, len(options))),
        options=[
            discord.SelectOption(
                label=shorten_line(_numbered(o), limits.OPTION_LABEL) or "…",
                value=o.value,
                default=o.value in field.value,
            )
            for o in options
        ],
    )


def _numbered(option: Option) -> str:
    return f"{option.number}. {option.label}" if option.number > 0 else option.label


def submitted_fields(data: Mapping[str, Any]) -> Fields:
    """Return what somebody sent, from the interaction's data; parts of a field are put together again."""
    found: dict[str, list[str]] = {}
    typed: dict[str, list[str]] = {}
    for control in _controls(data.get("components") or ()):
        id = str(control.get("custom_id", ""))
        value = control.get("value")
        values = control.get("values") or ([value] if isinstance(value, str) else [])
        kept = [text for v in values if (text := str(v).strip())]
        name = id.partition(_PART)[0]
        found.setdefault(name, []).extend(kept)
        if id.endswith(_TYPED) and kept:
            typed[name] = kept
    found |= typed
    return tuple((name, tuple(values)) for name, values in found.items() if name)


def _controls(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for component in components:
        inner = component.get("component")
        yield from _controls(component.get("components") or ())
        yield from [inner] if isinstance(inner, Mapping) else []
        if "custom_id" in component:
            yield component


# ── a form that no query leads to is kept as text ───────────────────────────────────────────────────────────────────


def form_text(form: Form) -> str:
    """Return the form as text."""
    return json.dumps(
        {
            "title": form.title,
            "submit": form.submit,
            "action": form.action,
            "fields": [_kept(f) for f in form.fields],
        }
    )


def _kept(f: Field) -> list[Any]:
    options = [[o.value, o.label, o.number] for o in f.options]
    return [f.name, f.label, f.kind.value, options, f.value, f.least, f.most, f.names]


def read_form(text: str) -> Form:
    """Return the form that was written so."""
    kept = json.loads(text)
    return Form(kept["title"], tuple(map(_field, kept["fields"])), kept["submit"], kept["action"])


def _field(kept: Sequence[Any]) -> Field:
    name, label, kind, options, value, least, most, names = kept
    return Field(name, label, FieldKind(kind), tuple(Option(*o) for o in options), tuple(value), least, most, names)
