"""Abbreviations that a paper defines: "systolic blood pressure (SBP)", by Schwartz and Hearst (PSB 2003); and the lists
under tables, "SBP, systolic blood pressure; BMI = body mass index". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

LONGEST_SHORT = 10  # characters of a short form, as in the paper
_BRACKET = re.compile(r"\(([^()]{2,80})\)")
_LISTED = re.compile(
    r"(?:^|[;.:,]\s+|\s{2,})(?P<short>[A-Z][\w/+-]{1,9}|[a-z]{1,3}[A-Z][\w/+-]{0,8})\s*(?:,|:|=|\bis\b|–|—)\s*"
    r"(?P<long>[A-Za-zα-ωµ][\w\s/'’αβγµ-]{3,80}?)(?=[;.,]|$)"
)


def abbreviations(text: str) -> Mapping[str, str]:
    """Return what each abbreviation stands for in a text; the first definition counts. Linear in the text's length."""
    found: dict[str, str] = {}
    for short, long in (*_in_brackets(text), *_in_lists(text)):
        found.setdefault(short, long)
    return found


def _in_brackets(text: str) -> Iterator[tuple[str, str]]:
    for match in _BRACKET.finditer(text):
        inside = re.split(r"[;,]\s", match[1], maxsplit=1)[0].strip()
        before = text[max(0, match.start() - 200) : match.start()].split()
        if is_short_form(inside):
            most = min(len(inside) + 5, 2 * len(inside))
            if long := long_form(inside, " ".join(before[-most:])):
                yield inside, long
        elif before and is_short_form(before[-1]) and (long := long_form(before[-1], inside)) == inside:
            yield before[-1], long


def _in_lists(text: str) -> Iterator[tuple[str, str]]:
    for match in _LISTED.finditer(text):
        short, long = match["short"], " ".join(match["long"].split())
        if is_short_form(short) and (found := long_form(short, long)) and len(found) >= 0.6 * len(long):
            yield short, long


def is_short_form(text: str) -> bool:
    """Return whether a text can be an abbreviation: two to ten characters, at most two words, a letter in capitals."""
    if not 2 <= len(text) <= LONGEST_SHORT or len(text.split()) > 2 or not text[0].isalnum():
        return False
    return any(c.isupper() for c in text) and sum(c.isalpha() for c in text) >= 2


def long_form(short: str, before: str) -> str:
    """Return the shortest end of `before` whose letters hold those of `short` in order, "" where there is none."""
    at = len(before) - 1
    for place in range(len(short) - 1, -1, -1):
        letter = short[place].lower()
        if not letter.isalnum():
            continue
        while at >= 0 and not (before[at].lower() == letter and (place > 0 or at == 0 or not before[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return ""
        at -= 1
    begin = before.rfind(" ", 0, at + 1) + 1
    long = before[begin:].strip(" ,;:([")
    words = len(long.split())
    letters = sum(c.isalnum() for c in short)
    fits = len(long) > len(short) and words <= min(letters + 5, 2 * letters) and short not in long.split()
    return long if fits else ""
