"""Where in its journal an article stands, as citations write it: "115-120", "e123". Pure."""

from __future__ import annotations

import re

from kgcore.values.text import whole_number

LONGEST = 60  # characters of pages, a volume or an issue; more is something else
_RANGE = re.compile(
    r"([A-Za-z]{0,6}\d{1,9}[A-Za-z]{0,3})\s{0,3}[-–—‐‑−]{1,2}\s{0,3}([A-Za-z]{0,6}\d{1,9}[A-Za-z]{0,3})"
)
_LEADING = re.compile(r"(?:pages?|pp?)\b\.?\s{0,3}", re.IGNORECASE)


def page_range(text: str) -> str:
    """Return pages in one form: the last one whole ("115-20" is "115-120"), with a hyphen between; what is no plain
    range stays as it is ("e123", "115-120, 133"), and what is too long is none.
    """
    text = " ".join(text.split())
    text = text[m.end() :] if (m := _LEADING.match(text)) else text
    if len(text) > LONGEST:
        return ""
    found = _RANGE.fullmatch(text)
    return pages_between(found[1], found[2]) if found else text


def pages_between(first: str, last: str) -> str:
    """Return the pages from the first to the last, which may lack the digits that it shares with the first."""
    first, last = first.strip(), last.strip()
    if not first or not last or first == last:
        return first or last
    one, other = whole_number(first), whole_number(last)
    if one is not None and other is not None and len(last) < len(first) and other <= one:
        last = first[: len(first) - len(last)] + last
    return f"{first}-{last}"


def first_and_last(pages: str) -> tuple[str, str]:
    """Return the first page and the last; the last is "" where there is one page, or no plain range."""
    found = _RANGE.fullmatch(pages)
    return (found[1], found[2]) if found else (pages, "")


def numbered(text: str) -> str:
    """Return a volume's or an issue's number as it is cited; "" for what is too long to be one."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else ""
