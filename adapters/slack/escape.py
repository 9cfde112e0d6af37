"""Untrusted text on its way into Slack, and Slack's own text on its way to us.

Words go into rich_text and plain_text only, which Slack shows as they are: no markup, no mention, no link is read in
them (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). The one place that is parsed is the fallback
`text` of a message; there the three characters of https://docs.slack.dev/messaging/formatting-message-text are escaped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from adapters.slack import limits

_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_ENTITY: Final = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")
_NAME: Final = 80  # ours: characters of a name that is put into what somebody asks
_SOMEBODY: Final = {"@": "@someone", "#": "#a-channel", "!": "@a-group"}
_AT: Final = re.compile(r"@(?=channel\b|here\b|everyone\b)", re.IGNORECASE)
_MARKUP: Final = re.compile(r"[\\`*_~\[\]#|]")
_LINKING: Final = re.compile(r"[@.:](?=\S|$)")
_SCHEME: Final = re.compile(r"(?<=\w)(?=://|\.\w)")


def strip_controls(text: str) -> str:
    """Return the text without control characters and directional overrides."""
    return _UNSEEN.sub("", text)


def plain_text(text: str, most: int) -> dict[str, object]:
    """Return a plain_text object; words beyond `most` are left out behind "…" (callers keep what matters below)."""
    return {"type": "plain_text", "text": shorten_text(strip_controls(text), most) or " ", "emoji": False}


def shorten_text(text: str, most: int) -> str:
    """Return the text, or so many characters of it that end with "…"."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def fallback_text(text: str, most: int = limits.FALLBACK_TEXT) -> str:
    """Return the text for `text`: escaped, without group mentions, and without what would become a link by itself."""
    unlinked = _SCHEME.sub("\u2060", _AT.sub("@\u2060", strip_controls(text)))
    return shortened_escaped(unlinked, most)


def stream_markdown(text: str) -> str:
    """Return the text for a stream, which is read as Markdown: shown as it is, and nothing in it becomes a link.

    Each character by itself, for words come in pieces that may be cut anywhere. Should a client not honour backslashes
    (https://spec.commonmark.org/0.31.2/#backslash-escapes) it shows a style too many: mentions, commands and links
    need "<", or "@", ":" and "." with what follows them, and that is never there.
    """
    return html.escape(_MARKUP.sub(r"\\\g<0>", _LINKING.sub("\\g<0>\u2060", strip_controls(text))), quote=False)


def shortened_escaped(text: str, most: int) -> str:
    """Return the text with its three special characters escaped, no longer than `most` and no escape cut in two."""
    escaped = html.escape(text, quote=False)
    while len(escaped) > most:
        text = text[: max(1, len(text) - max(1, (len(escaped) - most) // 5)) - 1].rstrip() + "…"
        escaped = html.escape(text, quote=False)
    return escaped


def split_text(text: str, most: int) -> Iterator[str]:
    """Yield the text in pieces of at most `most` characters, cut at spaces where there are any; nothing gets lost."""
    while len(text) > most:
        cut = text.rfind(" ", most // 2, most) + 1 or most
        yield text[:cut]
        text = text[cut:]
    if text:
        yield text


def mentioned_ids(text: str, kind: str) -> tuple[str, ...]:
    """Return the ids of the people ("@") or channels ("#") that a text names without saying their names."""
    found = (found[1] for found in _ENTITY.finditer(text) if not found[2])
    return tuple(dict.fromkeys(target[1:] for target in found if target.startswith(kind)))


def unescape_text(text: str, me: str = "", names: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return what somebody wrote as they saw it, without the mention of us (our user id).

    Slack's notation is that of https://docs.slack.dev/messaging/formatting-message-text; `names` are those of the
    people and channels that it gives by id only. Whoever is not in there is "@someone": an id tells nobody anything.
    """

    def shown(found: re.Match[str]) -> str:
        target, label = found[1], html.unescape(found[2] or "")
        kind, id = target[0], target[1:]
        match kind:
            case "@" if id == me:
                return ""
            case "@" | "#":
                return _with(kind, label or names.get(id, "")) or _SOMEBODY[kind]
            case "!" if id.startswith("date^"):
                return label or _day(id)
            case "!" if id.startswith("subteam^"):
                return _with("@", label) or _SOMEBODY[kind]
            case "!":  # here, channel, everyone
                return _with("@", label or id)
            case _:
                return label or html.unescape(target.removeprefix("mailto:").removeprefix("tel:"))

    parts, end = [], 0
    for found in _ENTITY.finditer(text):
        parts += [html.unescape(text[end : found.start()]), shown(found)]
        end = found.end()
    return strip_controls("".join([*parts, html.unescape(text[end:])])).strip()


def short_name(name: str) -> str:
    """Return somebody's name as one short line."""
    return shorten_text(" ".join(strip_controls(name).split()), _NAME)


def _with(sign: str, name: str) -> str:
    name = short_name(name)
    return name if not name or name.startswith(sign) else sign + name


def _day(date: str) -> str:
    """Return the day of a date whose wording is missing: "date^1392734382^…" in UTC."""
    try:
        return datetime.fromtimestamp(int(date.split("^")[1]), UTC).date().isoformat()
    except (IndexError, ValueError, OverflowError, OSError):
        return ""
