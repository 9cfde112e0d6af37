"""The Adaptive Cards schema, version 1.5, for the elements that we use, and Teams' own rules on top.

Each element is also held against Microsoft's own models of it, those of the SDK (microsoft_teams.cards). Neither they
nor the published schema ask for the `verb` of an Action.Execute; Teams' clients send nothing without it, so we do.

Written from the published specification (adaptivecards.io/explorer, and schemas/1.5.0/adaptive-card.json in
microsoft/AdaptiveCards); it is stricter: what is not listed here may not occur. `msteams` is Teams' extension.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from microsoft_teams import cards
from PIL import Image
from pydantic import ValidationError

Json = dict[str, Any]
TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
SPACING = {"enum": ["None", "Small", "Default", "Medium", "Large", "ExtraLarge", "Padding"]}
COLOUR = {"enum": ["Default", "Dark", "Light", "Accent", "Good", "Warning", "Attention"]}
STYLE = {"enum": ["default", "emphasis", "good", "attention", "warning", "accent"]}
SIZE = {"enum": ["Small", "Default", "Medium", "Large", "ExtraLarge"]}
ACTION = {"$ref": "#/$defs/Action"}
ELEMENT = {"$ref": "#/$defs/Element"}
ELEMENTS = {"type": "array", "items": ELEMENT, "minItems": 1}
HTTP = {"type": "string", "pattern": "^https?://"}


def _object(required: str, **properties: object) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _element(type: str, required: str = "", **properties: object) -> Json:
    shared = {"type": {"const": type}, "id": TEXT, "spacing": SPACING, "isVisible": FLAG, "separator": FLAG}
    return _object(f"type {required}", **shared, **properties)


def _action(type: str, required: str = "", **properties: object) -> Json:
    shared = {
        "type": {"const": type},
        "id": TEXT,
        "title": TEXT,
        "tooltip": TEXT,
        "style": {"enum": ["default", "positive", "destructive"]},
        "mode": {"enum": ["primary", "secondary"]},
    }
    return _object(f"type {required}", **shared, **properties)


_INPUT = {"label": TEXT, "isRequired": FLAG, "errorMessage": TEXT, "value": TEXT}
_SENDS = {"data": {"type": "object"}, "associatedInputs": {"enum": ["auto", "none"]}}
_CHOICE = _object("title value", title={"type": "string", "minLength": 1}, value={"type": "string", "minLength": 1})
_RUN = _object(
    "type text",
    type={"const": "TextRun"},
    text={"type": "string", "minLength": 1},
    weight={"enum": ["Lighter", "Default", "Bolder"]},
    isSubtle=FLAG,
    color=COLOUR,
    size=SIZE,
    underline=FLAG,
    selectAction=ACTION,
)
_BOX = {"style": STYLE, "selectAction": ACTION}
_ELEMENTS = {
    "RichTextBlock": _element(
        "RichTextBlock",
        "inlines",
        inlines={"type": "array", "items": _RUN, "minItems": 1},
        horizontalAlignment={"enum": ["Left", "Center", "Right"]},
    ),
    "Image": _element(
        "Image",
        "url altText",
        url={"type": "string", "pattern": "^(https://|http://127\\.0\\.0\\.1|data:image/png;base64,)"},
        altText={"type": "string", "minLength": 1, "maxLength": 1000},
        size={"enum": ["Auto", "Stretch", "Small", "Medium", "Large"]},
        msteams=_object("allowExpand", allowExpand=FLAG),
    ),
    "Container": _element("Container", "items", items=ELEMENTS, **_BOX),
    "ColumnSet": _element(
        "ColumnSet",
        "columns",
        columns={
            "type": "array",
            "minItems": 1,
            "items": _element("Column", "items", items=ELEMENTS, width={"type": "string"}, **_BOX),
        },
        **_BOX,
    ),
    "ActionSet": _element(
        "ActionSet", "actions", actions={"type": "array", "items": ACTION, "minItems": 1, "maxItems": 6}
    ),
    "Table": _element(
        "Table",
        "columns rows",
        columns={"type": "array", "items": _object("width", width={"type": "integer"}), "minItems": 1},
        firstRowAsHeaders=FLAG,
        rows={
            "type": "array",
            "items": _object(
                "type cells",
                type={"const": "TableRow"},
                cells={
                    "type": "array",
                    "items": _object("type items", type={"const": "TableCell"}, items=ELEMENTS),
                },
            ),
        },
    ),
    "Input.Text": _element(
        "Input.Text", "id", **_INPUT, maxLength={"type": "integer", "minimum": 1}, isMultiline=FLAG, placeholder=TEXT
    ),
    "Input.ChoiceSet": _element(
        "Input.ChoiceSet",
        "id choices",
        **_INPUT,
        choices={"type": "array", "items": _CHOICE},
        style={"enum": ["compact", "expanded", "filtered"]},
        isMultiSelect=FLAG,
        placeholder=TEXT,
        **{"choices.data": _object("type dataset", type={"const": "Data.Query"}, dataset=TEXT)},
    )
    | {"anyOf": [{"required": ["choices.data"]}, {"properties": {"choices": {"minItems": 1}}}]},
}
_ACTIONS = {
    "Action.Execute": _action("Action.Execute", "title verb data", verb={"type": "string", "minLength": 1}, **_SENDS),
    "Action.Submit": _action("Action.Submit", "title data", **_SENDS),
    "Action.OpenUrl": _action("Action.OpenUrl", "url", url=HTTP),
    "Action.ToggleVisibility": _action(
        "Action.ToggleVisibility", "targetElements", targetElements={"type": "array", "items": TEXT, "minItems": 1}
    ),
}


def _one_of(kinds: dict[str, Json]) -> Json:
    """Choose by type, so that what is wrong is named."""
    rules = [{"if": {"properties": {"type": {"const": name}}}, "then": {"$ref": f"#/$defs/{name}"}} for name in kinds]
    return {"type": "object", "properties": {"type": {"enum": list(kinds)}}, "required": ["type"], "allOf": rules}


SCHEMA: Json = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_object(
        "type version body fallbackText",
        **{"$schema": {"const": "http://adaptivecards.io/schemas/adaptive-card.json"}},
        type={"const": "AdaptiveCard"},
        version={"enum": ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"]},
        body=ELEMENTS,
        fallbackText={"type": "string", "minLength": 1},
        msteams=_object("width", width={"const": "full"}),
        refresh=_object(
            "action userIds",
            action={"allOf": [ACTION, {"properties": {"type": {"const": "Action.Execute"}}}]},
            userIds={
                "type": "array",
                "items": {"type": "string", "pattern": "^(29:|8:)"},
                "minItems": 1,
                "maxItems": 60,
            },
        ),
    ),
    "$defs": {"Element": _one_of(_ELEMENTS), "Action": _one_of(_ACTIONS), **_ELEMENTS, **_ACTIONS},
}
_VALIDATOR = Draft202012Validator(SCHEMA)


def faults(card: Json) -> list[str]:
    """Return what is wrong with a card: against the schema, and against what Teams makes of it."""
    found = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in _VALIDATOR.iter_errors(card)]
    every = list(walk(card))
    found += [fault for element in every if "type" in element for fault in _unlike_microsofts(element)]
    ids = [e["id"] for e in every if "id" in e and not str(e.get("type", "")).startswith("Action")]
    found += [f"the id {id} occurs twice" for id in {i for i in ids if ids.count(i) > 1}]
    for element in every:
        found += [f"nothing to toggle: {t}" for t in element.get("targetElements", []) if t not in ids]
        found += _picture(str(element["url"])) if element.get("type") == "Image" else []
    return found


def _models() -> dict[str, type[cards.core.SerializableObject]]:
    """Microsoft's own models of elements and actions, by the type that they stand for."""
    named: dict[str, type[cards.core.SerializableObject]] = {}
    for model in vars(cards).values():
        if isinstance(model, type) and issubclass(model, cards.core.SerializableObject):
            type_ = model.model_fields.get("type")
            if type_ is not None and isinstance(type_.default, str):
                named[type_.default] = model
    return named


def _unlike_microsofts(element: Json) -> list[str]:
    """Return where an element is not as Microsoft's SDK (generated from their schema) has it; what is inside has its
    own turn.
    """
    model = _MODELS.get(element["type"])
    if model is None:
        return [f"Microsoft's SDK knows no {element['type']}"]
    try:
        made = model.model_validate(element)
    except ValidationError as error:
        return [f"{element['type']}: {e['loc']!s}: {e['msg']}" for e in error.errors()]
    extra = set(made.model_extra or ()) - {"$schema"}
    return [f"{element['type']}: Microsoft's SDK knows no {name}" for name in sorted(extra)]


_MODELS = _models()


def walk(value: object) -> Iterator[Json]:
    """Yield every object of a card."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


def words(card: Json) -> str:
    """Return all that a card says, a line per paragraph."""
    blocks = [e for e in walk(card) if e.get("type") == "RichTextBlock"]
    return "\n".join("".join(r["text"] for r in b["inlines"]) for b in blocks)


def buttons(card: Json) -> dict[str, Json]:
    """Return the buttons of a card by title (the first of each)."""
    found: dict[str, Json] = {}
    for element in walk(card):
        if str(element.get("type", "")).startswith("Action."):
            found.setdefault(str(element.get("title", "")), element)
    return found


def _picture(url: str) -> list[str]:
    if not url.startswith("data:"):
        return []
    png = base64.b64decode(url.partition(",")[2])
    picture = Image.open(io.BytesIO(png))
    found = [f"the picture has {len(png)} bytes"] if len(png) > 45_000 else []
    return found + ([f"the picture has {picture.size}"] if max(picture.size) > 1024 else [])
