"""Untrusted text on its way into a card. Nearly all of it goes into TextRuns, which know no Markdown."""

from __future__ import annotations

import re
from typing import Final

# Controls but tab and line ends, lone surrogates, and the overrides and isolates that reorder what follows.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)
_CIRCLED: Final = {
    first + n: chr(code + n)
    for first, last, code in ((1, 20, 0x2460), (21, 35, 0x3251), (36, 50, 0x32B1))
    for n in range(last - first + 1)
}
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def strip_unseen(text: str) -> str:
    """Return the text without what nobody sees and what would reorder the line."""
    return _UNSEEN.sub("", text.replace("\r\n", "\n"))


def escape_plain(text: str) -> str:
    """Return the text for a place without Markdown: a card would still turn `{{DATE(…)}}` into a date and
    `<at>…</at>` into a mention.
    """
    return strip_unseen(text).replace("{{", "{\u200b{").replace("<at", "<\u200bat")


def escape_label(text: str) -> str:
    """Return the text in one line for what belongs to an input: some clients render labels and entries as they are,
    some as Markdown. So nothing is escaped, which the former would show; only what would be a link is broken.
    """
    return " ".join(escape_plain(text).split()).replace("](", "]\u200b(")


def clip_line(text: str, most: int) -> str:
    """Return the text in one line, cut at a word with "…" where it is longer."""
    line = " ".join(escape_plain(text).split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:.") + "…"


def safe_url(url: str) -> str:
    """Return the address if it is an ordinary one, else ""."""
    ok = (
        url.startswith(("https://", "http://"))
        and url.isascii()
        and url.isprintable()
        and not set(url) & set(' "<>\\^`{|}')
    )
    return url if ok and len(url) <= 2_000 else ""


def circled_number(number: int) -> str:
    """Return the number of a node as the picture shows it: ③."""
    return _CIRCLED.get(number, f"({number})") if number > 0 else ""


def superscript(number: int) -> str:
    """Return the number of a claim: ³."""
    return str(number).translate(_RAISED)
