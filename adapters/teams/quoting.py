"""What a message answers and what it says itself, in each of the shapes in which Teams sends an answer to a message."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

Json = Mapping[str, Any]
_MARK: Final = re.compile(r"(<[^<>]{0,2000}>)")
_PLACEHOLDER: Final = re.compile(r"<quoted\b[^<>]{0,300}>(?:\s{0,9}</quoted>)?", re.IGNORECASE)
_REPLY, _MENTION = "schema.skype.com/reply", "schema.skype.com/mention"
_PREVIEW: Final = re.compile(r"""itemprop=["'](?:preview|copy)["']""")
_BREAKS: Final = ("<br", "</p", "</div", "</li")


class QuotingText(NamedTuple):
    """The `quote` is what is answered, or ""; the `text` is the message's own, mentions as `<at>` elements."""

    quote: str
    text: str


def split_quote(text: str, entities: list[Json], attachments: list[Json]) -> QuotingText:
    """Return what a message quotes, and its own words.

    Three shapes: an entity `quotedReply` (the SDK's model) with a placeholder in the text; the message's HTML with a
    quotation of the kind `schema.skype.com/Reply`, whose words the client puts before the text, too; and the
    attachment `messageReference` that Microsoft Graph describes.
    """
    for entity in entities:
        quoted = entity.get("quotedReply")
        if entity.get("type") == "quotedReply" and isinstance(quoted, dict):
            return QuotingText(_text(quoted.get("preview")), _PLACEHOLDER.sub(" ", text))
    for attachment in attachments:
        content = attachment.get("content")
        match attachment.get("contentType"):
            case "messageReference" if isinstance(content, dict):
                return QuotingText(_text(content.get("messagePreview")), text)
            case "text/html" if isinstance(content, str) and _REPLY in content.lower():
                quote, own = _read(content)
                return QuotingText(quote, own if own.strip() else text)
    return QuotingText("", text)


def _read(markup: str) -> QuotingText:
    """Return the preview in the quotation, and what stands outside of it; linear in the length."""
    quote: list[str] = []
    own: list[str] = []
    depth, preview, mention = 0, False, False
    for piece in _MARK.split(markup):
        tag = piece.lower() if piece.startswith("<") else ""
        if tag.startswith("<blockquote") and (depth or _REPLY in tag):
            depth += 1
        elif tag.startswith("</blockquote") and depth:
            depth -= 1
        elif depth:
            if tag.startswith(("<p", "</p")):
                preview = depth == 1 and _PREVIEW.search(tag) is not None
            elif preview:
                quote.append(" " if tag else piece)
        elif tag.startswith("<span") and _MENTION in tag:
            own.append("<at>")
            mention = True
        elif tag.startswith("</span") and mention:
            own.append("</at>")
            mention = False
        elif tag.startswith(("<at", "</at")):
            own.append(piece)
        else:
            own.append(("\n" if tag.startswith(_BREAKS) else "") if tag else piece)
    return QuotingText(html.unescape("".join(quote)).strip(), "".join(own))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
