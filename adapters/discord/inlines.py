"""Inlines → Discord's Markdown: entities in bold with their number in the picture, relations with signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from adapters.discord.escape import escape, line, link
from kgcore.model import Verdict
from kgcore.reply import EntityRef, Inline, Link, Plain, RelationRef, Strong

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(number: int) -> str:
    """Return the number in small raised digits, "" for 0."""
    return str(number).translate(_RAISED) if number > 0 else ""


def markdown(parts: Iterable[Inline], verdicts: Mapping[int, Verdict] | None = None, *, bold: bool = True) -> str:
    """Return the inlines as one line. `verdicts`: the signs to put behind relations; `bold`: entities stand out."""
    return line("".join(_inline(part, verdicts or {}, bold) for part in parts).strip())


def _inline(inline: Inline, verdicts: Mapping[int, Verdict], bold: bool) -> str:
    match inline:
        case Plain(text):
            return escape(text)
        case Strong(text):
            return _around("**", text)
        case EntityRef(text, number):
            return _entity(inline, bold) if text.strip() else escape(text) + raised(number)
        case RelationRef(text, claims):
            signs = "".join(dict.fromkeys(verdicts[n].icon for n in claims if n in verdicts))
            return f"{_around('*', text)} {signs}" if signs else escape(text)
        case Link(text, url):
            return link(text, url)
    assert_never(inline)


def _entity(entity: EntityRef, bold: bool) -> str:
    words = _around("~~" if entity.faded else "**", entity.text) if bold or entity.faded else escape(entity.text)
    return words + raised(entity.number)


def _around(mark: str, text: str) -> str:
    """Put marks right around the words: with a space inside they would be no marks."""
    words = escape(text)
    bare = words.strip()
    if not bare:
        return words
    before, _, after = words.partition(bare)
    return f"{before}{mark}{bare}{mark}{after}"
