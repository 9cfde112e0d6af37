"""Untrusted text on its way into Slack, and Slack's own text on its way to us.

Words go into rich_text and plain_text only, which Slack shows as they are: no markup, no mention, no link is read in
them (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). The one place that is parsed is the fallback
`text` of a message; there the three characters of https://docs.slack.dev/messaging/formatting-message-text are escaped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from adapters.slack import limits

_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_ENTITY: Final = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")
_AT: Final = re.compile(r"@(?=channel\b|here\b|everyone\b)", re.IGNORECASE)
_SCHEME: Final = re.compile(r"(?<=\w)(?=://|\.\w)")


def clean(text: str) -> str:
    """Return the text without control characters and directional overrides."""
    return _UNSEEN.sub("", text)


def plain(text: str, most: int) -> dict[str, object]:
    """Return a plain_text object; words beyond `most` are left out behind "…" (callers keep what matters below)."""
    return {"type": "plain_text", "text": shortened(clean(text), most) or " ", "emoji": False}


def shortened(text: str, most: int) -> str:
    """Return the text, or so many characters of it that end with "…"."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def fallback(text: str, most: int = limits.FALLBACK_TEXT) -> str:
    """Return the text for `text`: escaped, without group mentions, and without what would become a link by itself."""
    unlinked = _SCHEME.sub("\u2060", _AT.sub("@\u2060", clean(text)))
    return shortened_escaped(unlinked, most)


def shortened_escaped(text: str, most: int) -> str:
    """Return the text with its three special characters escaped, no longer than `most` and no escape cut in two."""
    escaped = html.escape(text, quote=False)
    while len(escaped) > most:
        text = text[: max(1, len(text) - max(1, (len(escaped) - most) // 5)) - 1].rstrip() + "…"
        escaped = html.escape(text, quote=False)
    return escaped


def pieces(text: str, most: int) -> Iterator[str]:
    """Yield the text in pieces of at most `most` characters, cut at spaces where there are any; nothing gets lost."""
    while len(text) > most:
        cut = text.rfind(" ", most // 2, most) + 1 or most
        yield text[:cut]
        text = text[cut:]
    if text:
        yield text


def unescaped(text: str, me: str = "") -> str:
    """Return what somebody wrote as they saw it, without the mention of us (our user id)."""

    def shown(found: re.Match[str]) -> str:
        target, label = found[1], found[2]
        if target.startswith(("@", "#")):
            return "" if target == f"@{me}" else target[0] + (label or target[1:])
        if target.startswith("!"):
            return label or "@" + target[1:].split("^")[0]
        return label or target

    return clean(html.unescape(_ENTITY.sub(shown, text))).strip()
