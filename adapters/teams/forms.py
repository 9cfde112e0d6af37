"""Forms → inputs of a card, and back: what was sent → the fields of a click."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never
from urllib.parse import quote, unquote

from adapters.teams.elements import Json, action_row, heading
from adapters.teams.escape import circled_number, clip_line, escape_label, strip_unseen
from adapters.teams.limits import CHOICE_CHARACTERS, FIELDS, RADIOS, TEXT_LINE, VALUE_CHARACTERS
from adapters.teams.scene import CardContext
from kgcore.values.reply import Field, FieldKind, Form, Option

Fields = tuple[tuple[str, tuple[str, ...]], ...]
NAMES: Final = "names"  # the data set of a list that is completed while somebody types


def form_items(form: Form, context: CardContext, number: int) -> list[Json]:
    """Return the inputs and the button. Where a card has several forms, none is required: the core says what lacks."""
    prefix = f"form-{number}-"
    inputs = [_input(f, prefix, required=context.forms == 1 and f.least > 0) for f in form.fields]
    send = context.press(form.submit, form.action, form=True, form_id=prefix) | {"style": "positive"}
    title = [heading(form.title)] if form.title else []
    return [*title, *inputs, action_row([send])]


def fields_of(sent: Mapping[str, object]) -> Fields:
    """Return the fields of the form that was sent; those of other forms and inputs of the card are left out."""
    prefix = str(sent.get("form_id", ""))
    found: list[tuple[str, tuple[str, ...]]] = []
    for key, value in list(sent.items())[:FIELDS]:
        if prefix and key.startswith(prefix) and isinstance(value, str):
            name = key.removeprefix(prefix)
            kind, _, name = name.partition("-")
            found.append((name, _values(value, kind)))
    return tuple(found)


def _values(value: str, kind: str) -> tuple[str, ...]:
    """Return what was chosen or written; several choices come joined by commas, which the values had escaped."""
    if kind == "text":
        text = strip_unseen(value).strip()[:VALUE_CHARACTERS]
        return (text,) if text else ()
    return tuple(strip_unseen(unquote(part))[:VALUE_CHARACTERS] for part in value.split(",") if part)


def _input(field: Field, prefix: str, *, required: bool) -> Json:
    made: Json = {"id": f"{prefix}{field.kind.value}-{field.name}", "label": escape_label(field.label)}
    if required:
        made |= {"isRequired": True, "errorMessage": f"Please fill in: {clip_line(field.label, 60)}"}
    match field.kind:
        case FieldKind.TEXT if field.names:
            return {"type": "Input.ChoiceSet", **made, **_names(field)}
        case FieldKind.TEXT:
            return {"type": "Input.Text", **made, **_text(field)}
        case FieldKind.ONE:
            style = "expanded" if len(field.options) <= RADIOS else "compact"
            return {"type": "Input.ChoiceSet", **made, "style": style, **_options(field)}
        case FieldKind.MANY:
            return {"type": "Input.ChoiceSet", **made, "isMultiSelect": True, **_options(field)}
    assert_never(field.kind)


def _text(field: Field) -> Json:
    most = min(field.most, VALUE_CHARACTERS) if field.most > 1 else TEXT_LINE
    made: Json = {"maxLength": most, "isMultiline": most > TEXT_LINE}
    return made | ({"value": strip_unseen(field.value[0])} if field.value else {})


def _names(field: Field) -> Json:
    """A list that asks for names while somebody types (an invoke, application/search)."""
    given = [name_choice(v) for v in field.value if strip_unseen(v).strip()]
    others = [
        {"title": escape_label(clip_line(o.label, CHOICE_CHARACTERS)), "value": o.value}
        for o in field.options
        if o.value not in field.value
    ]
    made: Json = {
        "style": "filtered",
        "choices": given + others,
        "choices.data": {"type": "Data.Query", "dataset": NAMES},
    }
    return made | {"placeholder": "Type a name"} | ({"value": given[0]["value"]} if given else {})


def name_choice(name: str) -> Json:
    """Return a choice that stands for a name; what is sent is the name, as if it had been typed."""
    text = strip_unseen(name).strip()[:VALUE_CHARACTERS]
    return {"title": escape_label(clip_line(text, CHOICE_CHARACTERS)), "value": text}


def _options(field: Field) -> Json:
    choices = [
        {"title": escape_label(clip_line(_label(o), CHOICE_CHARACTERS)), "value": quote(o.value, safe=" :")}
        for o in field.options
    ]
    made: Json = {"choices": choices}
    return made | ({"value": ",".join(quote(v, safe=" :") for v in field.value)} if field.value else {})


def _label(option: Option) -> str:
    return f"{option.label}{circled_number(option.number)}"
