"""Text from outside on its way into Discord's Markdown: escaped once; it pings nobody and makes no link."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

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


def clean(text: str) -> str:
    """Return the text on one line, without control characters and directional overrides."""
    return _SPACES.sub(" ", _UNSEEN.sub("", text))


def escape(text: str) -> str:
    """Return plain words as Discord's Markdown, to stand within a line."""
    found = _MARKS.sub(r"\\\1", clean(text))
    found = _EMOJI.sub(r"\:", found).replace("@", f"@{_NOTHING}")
    found = _SCHEME.sub(f":{_NOTHING}", found)
    return _INVITE.sub(rf"\1{_NOTHING}.", found)


def line(markdown: str) -> str:
    """Return a whole line so that it begins no heading, list or small print."""
    return _LINE_START.sub(_escaped_start, markdown)


def _escaped_start(found: re.Match[str]) -> str:
    space, mark, number, dot = found.groups()
    return f"{space}\\{mark}" if mark else f"{space}{number}\\{dot}"


def link(words: str, url: str) -> str:
    """Return a masked link; the words alone where the address is no web address."""
    if not url.startswith(("https://", "http://")):
        return escape(words)
    return f"[{escape(words)}](<{quote(clean(url), safe=_SAFE_URL)}>)"


def code(text: str) -> str:
    """Return words for a code block, which they cannot end."""
    return clean(text).replace("`", "ˋ").replace("@", f"@{_NOTHING}")


def shortened(text: str, most: int) -> str:
    """Return the cleaned text in at most so many characters; a visible "…" where some are left out."""
    found = clean(text).strip()
    if len(found) <= most:
        return found
    return found[: most - 1].rstrip() + "…"
