"""Forms: a button that opens a modal in messages; input blocks in modals; and what is sent, read back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, assert_never

from adapters.slack import limits
from adapters.slack.escape import clean, plain
from adapters.slack.inlines import raised
from adapters.slack.parts import Json
from kgcore.reply import Field, FieldKind, Form, Option

OPEN = "form:"  # begins the action id of a button that opens a form; the form's key follows
NAMES = "names:"  # begins the action id of a field that is completed to names of entities


def form_key(form: Form) -> str:
    """Return the key under which a form is kept: the same form has the same key."""
    return hashlib.blake2b(dump_form(form).encode(), digest_size=12).hexdigest()


def dump_form(form: Form) -> str:
    """Return the form as JSON."""
    return json.dumps(asdict(form), sort_keys=True)


def load_form(text: str) -> Form:
    """Read a form that was kept."""
    value = json.loads(text)
    fields = tuple(
        Field(
            f["name"],
            f["label"],
            FieldKind(f["kind"]),
            tuple(Option(**o) for o in f["options"]),
            tuple(f["value"]),
            f["least"],
            f["most"],
            f["names"],
        )
        for f in value["fields"]
    )
    return Form(value["title"], fields, value["submit"], value["action"])


def form_button(form: Form) -> Json:
    """Return the button that opens the form."""
    return {
        "type": "button",
        "action_id": f"{OPEN}{form_key(form)}",
        "text": plain(f"{form.title.rstrip('.… ')} …", limits.LABEL),
        "value": form_key(form),
    }


def form_blocks(form: Form) -> list[Json]:
    """Return the form's input blocks for a modal; a list that is too long for one menu has several."""
    blocks: list[Json] = []
    for field in form.fields:
        blocks += _inputs(field)
    return blocks


def _inputs(field: Field) -> list[Json]:
    match field.kind:
        case FieldKind.TEXT:
            element = _names(field) if field.names else _text(field)
            return [_input(field, element, 0)]
        case FieldKind.ONE:
            if len(field.options) <= limits.RADIOS:
                return [_input(field, _radios(field), 0)]
            return _lists(field, "static_select")
        case FieldKind.MANY:
            if len(field.options) <= limits.CHECKBOXES:
                return [_input(field, _boxes(field), 0)]
            return _lists(field, "multi_static_select")
    assert_never(field.kind)


def _input(field: Field, element: Json, nth: int, *, optional: bool = False) -> Json:
    return {
        "type": "input",
        "block_id": f"{field.name}:{nth}"[: limits.BLOCK_ID],
        "label": plain(field.label, limits.INPUT_LABEL),
        "element": element,
        "optional": optional or field.least == 0,
    }


def _text(field: Field) -> Json:
    most = min(field.most if field.most > 1 else limits.INPUT_TEXT, limits.INPUT_TEXT)
    element: Json = {
        "type": "plain_text_input",
        "action_id": field.name,
        "multiline": most > 200,
        "max_length": most,
    }
    if field.least > 0:
        element["min_length"] = min(field.least, most)
    return {**element, "initial_value": clean(field.value[0])[:most]} if field.value and field.value[0] else element


def _names(field: Field) -> Json:
    element: Json = {
        "type": "external_select",
        "action_id": f"{NAMES}{field.name}",
        "min_query_length": 1,
        "placeholder": plain("Type a name", limits.PLACEHOLDER),
    }
    given = [v for v in field.value if v]
    return {**element, "initial_option": _option(Option(given[0], given[0]))} if given else element


def _option(choice: Option) -> Json:
    return {
        "text": plain(f"{choice.label}{raised(choice.number)}", limits.LABEL),
        "value": choice.value[: limits.OPTION_VALUE],
    }


def name_option(name: str) -> Json:
    """Return an option that stands for a name."""
    return _option(Option(clean(name), clean(name)))


def _radios(field: Field) -> Json:
    element: Json = {
        "type": "radio_buttons",
        "action_id": field.name,
        "options": [_option(o) for o in field.options],
    }
    chosen = [_option(o) for o in field.options if o.value in field.value]
    return {**element, "initial_option": chosen[0]} if chosen else element


def _boxes(field: Field) -> Json:
    element: Json = {"type": "checkboxes", "action_id": field.name, "options": [_option(o) for o in field.options]}
    chosen = [_option(o) for o in field.options if o.value in field.value]
    return {**element, "initial_options": chosen} if chosen else element


def _lists(field: Field, kind: str) -> list[Json]:
    """Selects of a hundred options each; with more than one none of them has to be used by itself."""
    inputs: list[Json] = []
    several = len(field.options) > limits.OPTIONS
    for nth in range(0, len(field.options), limits.OPTIONS):
        part = field.options[nth : nth + limits.OPTIONS]
        element: Json = {"type": kind, "action_id": field.name, "options": [_option(o) for o in part]}
        chosen = [_option(o) for o in part if o.value in field.value]
        if chosen and kind == "static_select":
            element["initial_option"] = chosen[0]
        elif chosen:
            element["initial_options"] = chosen
        if kind == "multi_static_select":
            element["max_selected_items"] = max(1, min(field.most, len(part)))
        inputs.append(_input(field, element, nth, optional=several))
    return inputs


def sent(values: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read the fields of `view.state.values`; a field in several menus has the values of all of them."""
    found: dict[str, tuple[str, ...]] = {}
    for block in values.values():
        for action, state in block.items():
            name = str(action).removeprefix(NAMES)
            found[name] = (*found.get(name, ()), *_value(state))
    return tuple(found.items())


def _value(state: Mapping[str, Any]) -> tuple[str, ...]:
    match state.get("type"):
        case "plain_text_input":
            return (clean(str(state["value"])),) if state.get("value") else ()
        case "static_select" | "external_select" | "radio_buttons":
            chosen = state.get("selected_option")
            return (str(chosen["value"]),) if chosen else ()
        case _:
            return tuple(str(o["value"]) for o in state.get("selected_options") or ())
