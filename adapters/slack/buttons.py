"""Choices → buttons and menus. Action ids are pointers into saved state: the button's own, or a menu entry's value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.slack import limits
from adapters.slack.escape import clean, plain, shortened
from adapters.slack.inlines import raised
from adapters.slack.parts import Json, Unit, context
from kgcore.reply import Choice, Choices, Look

MENU = "menu:"  # begins the action ids of overflow menus and selects; the chosen option's value is the action


def choices_units(block: Choices) -> Iterator[Unit]:
    """Yield the title with the first choices; a choice, its lesser sides and its reason stay together."""
    head = context(block.title, limits.CONTEXT_TEXT) if block.title and block.buttons else []
    units = [*_buttons(block.buttons), *_menus(block.menu, _placeholder(block))]
    for nth, blocks in enumerate(units):
        label = ", ".join(_spoken(b) for b in blocks if b["type"] == "actions")
        yield Unit((*(head if nth == 0 else ()), *blocks), label)


def _placeholder(block: Choices) -> str:
    return f"{block.title}: more …" if block.title and block.buttons else block.title


def overflow(name: str, choices: Sequence[Choice]) -> Json:
    """Return a menu behind "⋯" with at most five entries; the others have to be elsewhere."""
    options = [option(c) for c in choices[: limits.OVERFLOW]]
    return {"type": "overflow", "action_id": f"{MENU}{name}", "options": options}


def option(choice: Choice) -> Json:
    """Return an entry of a menu whose value is the action."""
    on = "● " if choice.on else ""
    return {"text": plain(f"{on}{_numbered(choice)}", limits.LABEL), "value": choice.action[: limits.OPTION_VALUE]}


def button(choice: Choice) -> Json:
    """Return a button."""
    made: Json = {
        "type": "button",
        "action_id": choice.action[: limits.ACTION_ID],
        "text": plain(("● " if choice.on else "") + _numbered(choice), limits.LABEL),
        "value": choice.action,
    }
    return {**made, "style": "primary"} if choice.look is Look.PRIMARY else made


def _buttons(buttons: Sequence[Choice]) -> Iterator[list[Json]]:
    """Yield the plain ones in rows, and those with a reason or lesser sides each by itself."""
    row: list[Json] = []
    for choice in buttons:
        if _plain(choice):
            if button(choice)["action_id"] not in {b["action_id"] for b in row}:
                row.append(button(choice))
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
    return not (choice.hint or choice.aside) and len(clean(_numbered(choice))) <= limits.LABEL


def _apart(choice: Choice) -> list[Json]:
    asides = [_aside(choice.aside, nth) for nth in range(0, len(choice.aside), limits.OVERFLOW)]
    whole = _numbered(choice) if len(clean(_numbered(choice))) > limits.LABEL else ""
    below = " – ".join(part for part in (whole, choice.hint) if part)
    return [_actions([button(choice), *asides]), *context(below, limits.CONTEXT_TEXT)]


def _aside(choices: Sequence[Choice], nth: int) -> Json:
    return overflow(f"aside{nth}", choices[nth : nth + limits.OVERFLOW])


def _menus(menu: Sequence[Choice], title: str) -> Iterator[list[Json]]:
    """Yield a select for every hundred entries; labels that had to be shortened are told whole beneath."""
    for nth in range(0, len(menu), limits.OPTIONS):
        part = menu[nth : nth + limits.OPTIONS]
        select: Json = {
            "type": "static_select",
            "action_id": f"{MENU}{nth}",
            "placeholder": plain(shortened(title or "More …", limits.PLACEHOLDER), limits.PLACEHOLDER),
            "options": [option(c) for c in part],
        }
        longer = [_numbered(c) for c in part if len(clean(_numbered(c))) > limits.LABEL]
        told = [line for text in longer for line in context(text, limits.CONTEXT_TEXT)]
        yield [_actions([select]), *told]


def _numbered(choice: Choice) -> str:
    return f"{choice.label}{raised(choice.number)}"


def _actions(elements: Sequence[Json]) -> Json:
    return {"type": "actions", "elements": list(elements)}


def _spoken(actions: Json) -> str:
    labels = [e["text"]["text"] for e in actions["elements"] if e["type"] == "button"]
    return " | ".join(f"[{label}]" for label in labels)
