"""What the words behind a claim do to it: they take it back, ask, compare, or say more than the relation does. Pure."""

from __future__ import annotations

import re
from functools import cache

from kgcore.language.frames import taken_back
from kgcore.language.phrasebook import rows

_COMPARED = re.compile(
    r"\b(?:than|nobody|no one|no-one|none|not at all|in theory|on paper|in name|like (?:a|any|every|chalk|water)|"
    r"as \w+ly as|by (?:\w+ ){0,2}(?:\d+|half|a third|a quarter|two[- ]?thirds)|"
    r"in (?:one|a single|two|three) (?:patients?|persons?|people|cases?|mouse|mice|rats?)|"
    r"as (?:\w+ )?(?:well|much|little|badly|poorly|good|bad|often|rarely) as|were it not|"
    r"had (?:it|they|he|she|we|you))\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\s*,?\s*(?:but|though|although|albeit|yet)\s+(?:only|not)\s+(?:in|for|among|with|when|if|by|at)\b", re.I
)
_FINITE = re.compile(r"\s+(?:is|are|was|were|has been|have been)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"[,;:.!?()]|\b(?:and|but|or|which|who|that|because|while|whereas|although|though|since|so)\b")
_PROMISED = re.compile(
    r"\s*,?\s*(once and for all|in each and every case|guaranteed|permanently|completely|for ever|forever|every time|"
    r"always)\b",
    re.IGNORECASE,
)
_DENIED_NEXT = re.compile(
    r"\s*(?:(?:but )?(?:this|that|it|which)(?: claim| idea)? (?:is|was|has been|turned out to be) (?:\w+ )?"
    r"(?:not (?:true|so|the case|correct|right)|un(?:true|proven|founded)|false|wrong|incorrect|nonsense|refuted|"
    r"a (?:myth|lie|misconception)|disproved|debunked)\b|"
    r"(?:not true|wrong|false|nonsense|hardly|not at all|no|untrue)\s*[.!,;])",
    re.IGNORECASE,
)


def behind(words: str) -> bool:
    """Whether the words behind a claim's object, up to the next name or sentence, make the claim doubtful."""
    asks = words.rstrip(" \"'”’)").endswith("?")
    return asks or taken_back(words) or any(p.match(words) for p in (_FINITE, _LIMITED)) or compared(_own(words))


def compared(words: str) -> bool:
    """Whether words say how much more or less, or for whom not, a thing holds."""
    return _COMPARED.search(words) is not None


def denied_next(words: str) -> bool:
    """Whether the next sentence takes the claim back."""
    return _DENIED_NEXT.match(words) is not None


def overstating(words: str) -> str:
    """Return the words behind an object that say more than the plain relation ("completely"); "" for none."""
    promised = _PROMISED.match(words)
    if promised:
        return promised[1]
    found = overstatement(_own(words))
    return found[0] if found else ""


def overstatement(words: str) -> re.Match[str] | None:
    """Find the first word or words of the phrasebook that overstate."""
    return _overstatements().search(words)


def _own(words: str) -> str:
    end = _GOES_ON.search(words)
    return words[: end.start()] if end else words


@cache
def _overstatements() -> re.Pattern[str]:
    said = {p for row in rows() if row.kind == "flag" and row.name == "*" for p in row.phrases}
    longest = sorted((re.escape(p) for p in said), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])", re.IGNORECASE)
