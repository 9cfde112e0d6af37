"""Text from outside on its way into Discord's Markdown: escaped once; it pings nobody and makes no link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, assert_never
from urllib.parse import quote

from kgcore.values.reply import Cite, EntityRef, Inline, Link, Plain, RelationRef, Strong
from kgcore.verdicts import Badge

# C0 and C1 controls, lone surrogates, and the overrides and isolates that reorder what follows.
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_SPACES: Final = re.compile(r"\s+")
_MARKS: Final = re.compile(r"([\\*_~`|<>\[\]])")
# At the beginning of a line these are headings, lists and small print: https://support.discord.com/hc/articles/210298617
_LINE_START: Final = re.compile(r"^(\s*)(?:([#+-])|([0-9]+)([.)])(?=\s|$))")
_EMOJI: Final = re.compile(r":(?=[A-Za-z0-9_+~-]+:)")
_SCHEME: Final = re.compile(r"(?<=[A-Za-z0-9]):(?=//)")
_INVITE: Final = re.compile(r"\b(discord(?:app)?)\.(?=(?:gg|com)\b)", re.IGNORECASE)
_NOTHING: Final = "\u200b"  # zero-width space: seen by no reader, and the client's patterns stop at it
_SAFE_URL: Final = "%:/?#@!$&'*+,;=~-._"  # RFC 3986 without brackets and parentheses, which would end the link


def clean_line(text: str) -> str:
    """Return the text on one line, without control characters and directional overrides."""
    return _SPACES.sub(" ", _UNSEEN.sub("", text))


def escape_markdown(text: str) -> str:
    """Return plain words as Discord's Markdown, to stand within a line."""
    found = _MARKS.sub(r"\\\1", clean_line(text))
    found = _EMOJI.sub(r"\:", found).replace("@", f"@{_NOTHING}")
    found = _SCHEME.sub(f":{_NOTHING}", found)
    return _INVITE.sub(rf"\1{_NOTHING}.", found)


def escape_line(markdown: str) -> str:
    """Return a whole line so that it begins no heading, list or small print."""
    return _LINE_START.sub(_escaped_start, markdown)


def _escaped_start(found: re.Match[str]) -> str:
    space, mark, number, dot = found.groups()
    return f"{space}\\{mark}" if mark else f"{space}{number}\\{dot}"


def masked_link(words: str, url: str) -> str:
    """Return a masked link; the words alone where the address is no web address."""
    if not url.startswith(("https://", "http://")):
        return escape_markdown(words)
    return f"[{escape_markdown(words)}](<{quote(clean_line(url), safe=_SAFE_URL)}>)"


def code_text(text: str) -> str:
    """Return words for a code block, which they cannot end."""
    return clean_line(text).replace("`", "ˋ").replace("@", f"@{_NOTHING}")


def shorten_line(text: str, most: int) -> str:
    """Return the cleaned text in at most so many characters; a visible "…" where some are left out."""
    found = clean_line(text).strip()
    if len(found) <= most:
        return found
    return found[: most - 1].rstrip() + "…"


# --- Inlines → Discord's Markdown: entities in bold with their number in the picture, relations with signs.

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def superscript(number: int) -> str:
    """Return the number in small raised digits, "" for 0."""
    return str(number).translate(_RAISED) if number > 0 else ""


def inlines_markdown(parts: Iterable[Inline], verdicts: Mapping[int, Badge] | None = None, *, bold: bool = True) -> str:
    """Return the inlines as one line. `verdicts`: the signs to put behind relations; `bold`: entities stand out."""
    return escape_line("".join(_inline(part, verdicts or {}, bold) for part in parts).strip())


def _inline(inline: Inline, verdicts: Mapping[int, Badge], bold: bool) -> str:
    match inline:
        case Plain(text):
            return escape_markdown(text)
        case Strong(text):
            return _around("**", text)
        case EntityRef(text):
            return _entity(inline, bold) if text.strip() else escape_markdown(text)
        case RelationRef(text, claims):
            signs = "".join(dict.fromkeys(verdicts[n].mark for n in claims if n in verdicts))
            return f"{_around('*', text)} {signs}".rstrip() if signs or not claims else escape_markdown(text)
        case Cite():
            space = "" if inline.next else " "
            return space + (masked_link(inline.mark, inline.url) if inline.url else escape_markdown(inline.mark))
        case Link(text, url):
            return masked_link(text, url)
    assert_never(inline)


def _entity(entity: EntityRef, bold: bool) -> str:
    if bold or entity.faded:
        return _around("~~" if entity.faded else "**", entity.text)
    return escape_markdown(entity.text)


def _around(mark: str, text: str) -> str:
    """Put marks right around the words: with a space inside they would be no marks."""
    words = escape_markdown(text)
    bare = words.strip()
    if not bare:
        return words
    before, _, after = words.partition(bare)
    return f"{before}{mark}{bare}{mark}{after}"
