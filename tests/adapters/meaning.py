"""What a reply says and offers, to be found again in what a platform is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kgcore.values.reply import Choices, Claims, Figure, Notice, Progress, Reply, Table, Text

_MARKS = re.compile(r"[\s\\\u200b*_~⁰¹²³⁴⁵⁶⁷⁸⁹①-⑳㉑-㊿]")
LABEL = 60  # characters of a button that every platform shows


def strings(value: Any) -> Iterator[str]:
    """Yield every string of a payload, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings(one)


def bare(text: str) -> str:
    """Return the letters without spaces, escapes and the numbers that tie entities and claims to the picture."""
    return _MARKS.sub("", text)


def expected(reply: Reply) -> Iterator[str]:
    """Yield what a reply says, in order."""
    for block in reply.blocks:
        match block:
            case Text():
                yield from (inline.text for inline in block.inlines)
            case Claims(claims):
                for claim in claims:
                    yield claim.chip.label
                    yield from (inline.text for inline in claim.statement)
            case Choices(buttons, menu):
                yield from (choice.label[:LABEL] for choice in (*buttons, *menu) if choice.number)
            case Notice(text):
                yield text
            case Table(columns, rows):
                yield from (*columns, *(cell for row in rows for cell in row))
            case Figure(alt=alt):
                yield alt[:200]
            case Progress(explored, total) if total:
                yield f"{explored} of {total} explored"
            case _:
                pass


def actions(reply: Reply) -> set[str]:
    """Return the actions of the buttons and menus that stand under a reply."""
    return {c.action for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)}


def left_out(reply: Reply, payload: Any, known: str) -> list[str]:
    """Return the words of a reply that its payload does not say and the actions that `known`, its text, lacks."""
    said = bare("".join(strings(payload)))
    return [t for t in expected(reply) if bare(t) not in said] + [a for a in sorted(actions(reply)) if a not in known]
