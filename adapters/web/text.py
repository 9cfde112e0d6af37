"""Untrusted text on its way into HTML: escaped once, and without the characters that no reader sees."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

# C0 and C1 controls but tab and line ends, lone surrogates, and the overrides and isolates that reorder what follows.
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_INNER_CAPITAL: Final = re.compile(r"(?<=[a-z])[A-Z](?=[a-z])")
_MEDIA: Final = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


def clean(text: str) -> str:
    """Return the text without control characters and directional overrides; ⓘ as a sign that common fonts have."""
    return _UNSEEN.sub("", text).replace("ⓘ", "ℹ\ufe0e")


def html(text: str) -> Markup:
    """Return the text as HTML."""
    return escape(clean(text))


def spaced(type: str) -> Markup:
    """Return an entity type in words, as HTML: "DietarySupplement" → "Dietary supplement"."""
    words = _INNER_CAPITAL.sub(lambda found: f" {found[0].lower()}", clean(type).replace("_", " "))
    return escape(words)


def finalize(value: object) -> object:
    """Clean whatever a template puts out; markup that we made ourselves stays as it is."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def colour(value: str) -> str:
    """Return the value if it is a colour ("#rrggbb"), else ""."""
    return value if _COLOUR.fullmatch(value) else ""


def media(value: str) -> str:
    """Return the media type of a download, that of unknown bytes where it is none."""
    return value if _MEDIA.fullmatch(value) else "application/octet-stream"
