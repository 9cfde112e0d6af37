"""Words set off by commas or brackets behind a name: what adds nothing is passed over, what is excluded is kept. Pure.

"Ginger, which many people know from the kitchen, relieves", "vitamin E, but not magnesium, prevents".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.english.clauses import NameSpan, RelationSpan
from kgcore.english.context import ClaimFrame, may_change_between
from kgcore.english.sentences import Stretch

_ASIDE = re.compile(r"(?:,\s*(?P<commas>[^,;:()]{1,160}?),(?=\s)|\s\((?P<brackets>[^()]{1,160})\))")
_EXCLUDING = re.compile(r"(?:but not|and not|not|though not)\s+(?:the\s+)?$", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:just )?(?:like|similar to|as well as|much like|such as|including)\s+(?:the\s+)?$", re.IGNORECASE
)
_TOLD = re.compile(
    r"(?:which|who|known|also known|an?|the|one of|too|also|by the way|as|say|says|said|believe it or not|of course)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Plainly:
    """A sentence without its asides: the text with them as spaces, the names left, and (name, the one excluded)."""

    text: str
    names: tuple[NameSpan, ...]
    excluded: tuple[tuple[NameSpan, NameSpan], ...] = ()


def without_asides(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Plainly:
    """Return the sentence as it reads without what is set off behind its names; every character keeps its place."""
    blanks: list[tuple[int, int]] = []
    dropped: list[NameSpan] = []
    excluded: list[tuple[NameSpan, NameSpan]] = []
    for name in names:
        aside = _ASIDE.match(text, name.end, sentence.end)
        if aside is None or name in dropped:
            continue
        start, end = aside.span("commas" if aside["commas"] else "brackets")
        inner = [n for n in names if start <= n.start and n.end <= end]
        if len(inner) > 1 or not _is_harmless(text[start:end], text[start : inner[0].start] if inner else None):
            continue
        if inner and text[inner[0].end : end].strip():
            continue
        blanks.append(aside.span())
        dropped += inner
        if inner and _EXCLUDING.fullmatch(text[start : inner[0].start].lstrip()):
            excluded.append((name, inner[0]))
    plain = text
    for start, end in blanks:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    return Plainly(plain, tuple(n for n in names if n not in dropped), tuple(excluded))


def _is_harmless(words: str, before_name: str | None) -> bool:
    if before_name is not None:
        lead = before_name.lstrip()
        return _EXCLUDING.fullmatch(lead) is not None or _COMPARED.fullmatch(lead) is not None
    return _TOLD.match(words.lstrip()) is not None and not may_change_between(words)


def with_excluded(said: Sequence[RelationSpan], excluded: Sequence[tuple[NameSpan, NameSpan]]) -> list[RelationSpan]:
    """Return what was said, and that it is denied of what was excluded: "vitamin E, but not magnesium, prevents"."""
    found = list(said)
    for kept, out in excluded:
        for one in said:
            if kept in one.subjects and one.frame == ClaimFrame():
                found.append(replace(one, subjects=(out,), frame=ClaimFrame(negated=True)))
    return found
