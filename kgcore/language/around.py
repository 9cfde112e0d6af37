"""What the words of a sentence around a claim do to it, where not all of them are understood. Pure.

`frames` reads the beginnings that it knows, and a text that nobody marked is read no further. In a text whose claims
somebody marked, every sentence counts: here words that may deny, suppose, compare or overstate are noticed even in
sentences that nobody foresaw, and the claim is then doubtful: it takes no side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kgcore.language.frames import before, taken_back
from kgcore.language.phrasebook import rows

_CLAUSE = re.compile(r"[,;:]\s|\s[–—-]\s")
_AHEAD = re.compile(
    r"\b(?:no|not|never|nobody|nothing|none|nowhere|no-one|few|hardly|scarcely|barely|rarely|seldom|little|doubt\w*|"
    r"unlikely|unclear|unproven|uncertain|unknown|unsupported|unfounded|disprov\w*|disput\w*|refut\w*|reject\w*|"
    r"contradict\w*|den(?:y|ies|ied)|myth|false\w*|wrong\w*|mistak\w*|erroneous\w*|untrue|lack\w*|whether|if|unless|"
    r"suppos(?:e|ing)|assum(?:e|ing)|imagine|only|neither|nor|fail\w*|question\w*|remains? to|instead|rather|except|"
    r"pretend\w*|hoax|nonsense|debunk\w*|overturn\w*|retract\w*|withdr[ae]w\w*)\b|n['’]t\b|"
    r"^\s*(?:do|does|did|is|are|was|were|can|could|would|should|will|had)\b",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"(?:\b(?:absen\w*|without|stopp?\w*|avoid\w*|discontinu\w*|cessation|ceas\w*|quit\w*|inhibit\w*|block\w*|"
    r"antagoni\w*|antidotes?|antibod\w*|remov\w*|revers\w*|withdrawal|allerg\w*|intoleran\w*|resistan\w*|deficien\w*|"
    r"depriv\w*|shortage|low|lower|less|reduc\w*|decreas\w*|insufficient|inadequate|poor|fear|refus\w*|skipp\w*|"
    r"lack\w*|losing|loss|replac\w*|versus|than)(?:\s+(?:of|to|from|in|for|against|by|with|use|intake|levels?))*|\banti-?)"
    r"\s*(?:(?:the|a|an|any|all|its|their|your|daily|regular|taking|using|use of|intake of)\s+)*$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:than|nobody|no one|no-one|none|not at all|in theory|on paper|in name|like (?:a|any|every|chalk|water)|"
    r"as (?:\w+ )?(?:well|much|little|badly|poorly|good|bad|often|rarely) as|were it not|had (?:it|they|he|she|we|you))\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"[,;:.!?()]|\b(?:and|but|or|which|who|that|because|while|whereas|although|though|since|so)\b")
_PROMISED = re.compile(r"\s*,\s*(guaranteed|permanently|completely|for ever|forever|every time|always)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Around:
    """What the words before a claim add to it; `doubtful`: they may change what is said."""

    denied: bool = False
    hedged: bool = False
    doubtful: bool = False


def ahead(words: str) -> Around:
    """Read the words of a sentence that stand before the claim's subject."""
    clause = _CLAUSE.split(words)[-1]
    for part in (words, clause):
        frame = before(part)
        if frame is not None and not _UNDONE.search(part):
            return Around(denied=frame.negated, hedged=frame.hedged)
    return Around(doubtful=_AHEAD.search(clause) is not None or _UNDONE.search(clause) is not None)


def between(words: str) -> bool:
    """Whether words between a subject and what is marked as its relation may change what the relation says."""
    return _AHEAD.search(words) is not None or _COMPARED.search(words) is not None or overstating(words) != ""


def behind(words: str) -> bool:
    """Whether words behind a claim's object make the claim doubtful: they take it back, ask, or compare."""
    return taken_back(words) or words.rstrip(" \"'”’)").endswith("?") or compared(words)


def compared(words: str) -> bool:
    """Whether the words that belong to the object's own clause say how much, or for whom not, a thing holds."""
    return _COMPARED.search(_own(words)) is not None


def overstating(words: str) -> str:
    """Return the words behind an object that say more than the plain relation ("completely"); "" for none."""
    promised = _PROMISED.match(words)
    if promised:
        return promised[1]
    found = _overstatements().search(_own(words))
    return found[0] if found else ""


def _own(words: str) -> str:
    end = _GOES_ON.search(words)
    return words[: end.start()] if end else words


@cache
def _overstatements() -> re.Pattern[str]:
    said = {p for row in rows() if row.kind == "flag" and row.name == "*" for p in row.phrases}
    longest = sorted((re.escape(p) for p in said), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])", re.IGNORECASE)
