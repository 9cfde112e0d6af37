"""What a model names as a question's entities: JSON where it wrote that, else a line each. Pure; tolerant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kgcore.values.model import Mention
from kgcore.values.text import whole

MOST = 20  # entities of one question that are looked at
_FENCE = re.compile(r"```(?:\w+)?\s*(.*?)(?:```|\Z)", re.DOTALL)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+")
_NAMES = ("mention", "name", "entity", "text")
_TYPES = ("type", "category", "kind")


def mentions_in(answer: str) -> tuple[Mention, ...]:
    """Return the entities that an answer lists: `{"entities": [{"mention": …, "type": …}]}` or `mention|type` lines."""
    fenced = _FENCE.search(answer)
    text = (fenced[1] if fenced else answer).strip()
    found = _of_json(text) if text[:1] in ("{", "[") else _of_lines(text)
    return tuple(dict.fromkeys(found))[:MOST]


def _of_json(text: str) -> Iterator[Mention]:
    try:
        read = whole(json.loads(text))
    except (ValueError, RecursionError):
        return
    rows = next((v for v in read.values() if isinstance(v, list)), []) if isinstance(read, dict) else read
    for row in rows[: 2 * MOST]:
        if isinstance(row, str):
            yield from _of_lines(row)
        elif isinstance(row, dict):
            yield from _mention(_first(row, _NAMES), _first(row, _TYPES))


def _first(row: dict[str, object], keys: tuple[str, ...]) -> str:
    found = next((row[k] for k in keys if isinstance(row.get(k), str)), "")
    return found if isinstance(found, str) else ""


def _of_lines(text: str) -> Iterator[Mention]:
    for line in text.splitlines()[: 2 * MOST]:
        name, _, kind = _BULLET.sub("", line).partition("|")
        yield from _mention(name, kind)


def _mention(name: str, kind: str) -> Iterator[Mention]:
    if name.strip():
        yield Mention(name.strip(), kind.strip() or None)
