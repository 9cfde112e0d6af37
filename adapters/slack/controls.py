"""Choices → buttons and menus. Action ids are pointers into saved state: the button's own, or a menu entry's value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, assert_never

from adapters.slack import limits
from adapters.slack.escape import plain_text, shorten_text, strip_controls
from adapters.slack.parts import BlockUnit, Json, context_blocks, superscript
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Choice, Choices, Field, FieldKind, Form, Look, Option

THUMBS = "thumbs"  # the action id of Slack's own thumbs; the value of the pressed one is the action
MENU = "menu:"  # begins the action ids of overflow menus and selects; the chosen option's value is the action


def choices_units(block: Choices) -> Iterator[BlockUnit]:
    """Yield the title with the first choices; a choice, its lesser sides and its reason stay together."""
    if is_thumbs(block):
        yield _thumbs(block)
        return
    head = context_blocks(block.title, limits.CONTEXT_TEXT) if block.title and block.buttons else []
    units = [*_buttons(block.buttons), *_menus(block.menu, _placeholder(block))]
    for nth, blocks in enumerate(units):
        label = ", ".join(_spoken(b) for b in blocks if b["type"] == "actions")
        yield BlockUnit((*(head if nth == 0 else ()), *blocks), label)


def is_thumbs(block: Choices) -> bool:
    """Whether it asks if the answer as a whole was good: two buttons for which the platform has its own."""
    parsed = [Action.parse(c.action) for c in block.buttons]
    verbs = [p.verb for p in parsed if p is not None and p.index == 0]
    return verbs == [Verb.UP, Verb.DOWN] and len(parsed) == 2 and not block.menu


def _thumbs(block: Choices) -> BlockUnit:
    """Slack's own thumbs: https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element."""
    up, down = block.buttons
    element = {
        "type": "feedback_buttons",
        "action_id": THUMBS,
        "positive_button": {"text": plain_text(up.label, limits.LABEL), "value": up.action},
        "negative_button": {"text": plain_text(down.label, limits.LABEL), "value": down.action},
    }
    return BlockUnit(
        ({"type": "context_actions", "elements": [element]},), f"{block.title} [{up.label}] | [{down.label}]"
    )


def _placeholder(block: Choices) -> str:
    return f"{block.title}: more …" if block.title and block.buttons else block.title


def overflow_menu(name: str, choices: Sequence[Choice]) -> Json:
    """Return a menu behind "⋯" with at most five entries; the others have to be elsewhere."""
    options = [menu_option(c) for c in choices[: limits.OVERFLOW]]
    return {"type": "overflow", "action_id": f"{MENU}{name}", "options": options}


def menu_option(choice: Choice) -> Json:
    """Return an entry of a menu whose value is the action."""
    on = "● " if choice.on else ""
    return {"text": plain_text(f"{on}{_numbered(choice)}", limits.LABEL), "value": choice.action[: limits.OPTION_VALUE]}


def choice_button(choice: Choice) -> Json:
    """Return a button."""
    made: Json = {
        "type": "button",
        "action_id": choice.action[: limits.ACTION_ID],
        "text": plain_text(("● " if choice.on else "") + _numbered(choice), limits.LABEL),
        "value": choice.action,
    }
    return {**made, "style": "primary"} if choice.look is Look.PRIMARY else made


def _buttons(buttons: Sequence[Choice]) -> Iterator[list[Json]]:
    """Yield the plain ones in rows, and those with a reason or lesser sides each by itself."""
    row: list[Json] = []
    for choice in buttons:
        if _plain(choice):
            if choice_button(choice)["action_id"] not in {b["action_id"] for b in row}:
                row.append(choice_button(choice))
            if len(row) == limits.ACTIONS:
                yield [_actions(row)]
                row = []
            continue
        if row:
            yield [_actions(row)]
            row = []
        yield _apart(choice)
    if row:
        yield [_actions(row)]


def _plain(choice: Choice) -> bool:
    return not (choice.hint or choice.aside) and len(strip_controls(_numbered(choice))) <= limits.LABEL


def _apart(choice: Choice) -> list[Json]:
    asides = [_aside(choice.aside, nth) for nth in range(0, len(choice.aside), limits.OVERFLOW)]
    whole = _numbered(choice) if len(strip_controls(_numbered(choice))) > limits.LABEL else ""
    below = " – ".join(part for part in (whole, choice.hint) if part)
    return [_actions([choice_button(choice), *asides]), *context_blocks(below, limits.CONTEXT_TEXT)]


def _aside(choices: Sequence[Choice], nth: int) -> Json:
    return overflow_menu(f"aside{nth}", choices[nth : nth + limits.OVERFLOW])


def _menus(menu: Sequence[Choice], title: str) -> Iterator[list[Json]]:
    """Yield a select for every hundred entries; labels that had to be shortened are told whole beneath."""
    for nth in range(0, len(menu), limits.OPTIONS):
        part = menu[nth : nth + limits.OPTIONS]
        select: Json = {
            "type": "static_select",
            "action_id": f"{MENU}{nth}",
            "placeholder": plain_text(shorten_text(title or "More …", limits.PLACEHOLDER), limits.PLACEHOLDER),
            "options": [menu_option(c) for c in part],
        }
        longer = [_numbered(c) for c in part if len(strip_controls(_numbered(c))) > limits.LABEL]
        told = [line for text in longer for line in context_blocks(text, limits.CONTEXT_TEXT)]
        yield [_actions([select]), *told]


def _numbered(choice: Choice) -> str:
    return f"{choice.label}{superscript(choice.number)}"


def _actions(elements: Sequence[Json]) -> Json:
    return {"type": "actions", "elements": list(elements)}


def _spoken(actions: Json) -> str:
    labels = [e["text"]["text"] for e in actions["elements"] if e["type"] == "button"]
    return " | ".join(f"[{label}]" for label in labels)


# --- Forms: a button that opens a modal in messages; input blocks in modals; and what is sent, read back.

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
        "text": plain_text(f"{form.name.rstrip('.… ')} …", limits.LABEL),
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
        "label": plain_text(field.label, limits.INPUT_LABEL),
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
    return (
        {**element, "initial_value": strip_controls(field.value[0])[:most]}
        if field.value and field.value[0]
        else element
    )


def _names(field: Field) -> Json:
    element: Json = {
        "type": "external_select",
        "action_id": f"{NAMES}{field.name}",
        "min_query_length": 1,
        "placeholder": plain_text("Type a name", limits.PLACEHOLDER),
    }
    given = [v for v in field.value if v]
    return {**element, "initial_option": _option(Option(given[0], given[0]))} if given else element


def _option(choice: Option) -> Json:
    return {
        "text": plain_text(f"{choice.label}{superscript(choice.number)}", limits.LABEL),
        "value": choice.value[: limits.OPTION_VALUE],
    }


def name_option(name: str) -> Json:
    """Return an option that stands for a name."""
    return _option(Option(strip_controls(name), strip_controls(name)))


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


def read_fields(values: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
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
            return (strip_controls(str(state["value"])),) if state.get("value") else ()
        case "static_select" | "external_select" | "radio_buttons":
            chosen = state.get("selected_option")
            return _chosen([chosen] if chosen else [])
        case _:
            return _chosen(state.get("selected_options") or [])


def _chosen(options: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(str(option["value"]) for option in options if "value" in option)
