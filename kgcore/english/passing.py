"""What a relative clause tells of a subject before its verb: "*A*, which comes from a tree, treats *B*". Pure.

What was once done with a thing, where it comes from and where it is bought leaves a claim as it is, if one understands
all of it: nothing comes from the moon.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from kgcore.english.accounted import BINDS, is_accounted
from kgcore.english.called import sort_keys
from kgcore.english.chunks import DENIES
from kgcore.english.qualifier_terms import word_keys
from kgcore.english.words import word_lists
from kgcore.values.text import shorten

Spans = Sequence[tuple[int, int]]

_SHOWN = 60  # characters of what was not understood
PAST = (
    r"(?:\w{2,}ed|was|were|had|did|drove|fell|rose|came|went|took|gave|found|saw|said|told|wrote|led|kept|held|left|"
    r"lost|won|brought|sent|spent|began|grew|knew|ran|stood|got|met|read|heard|felt|thought|taught)\b"
)
_ONCE = re.compile(
    r"(?:which|who)\s+(?:\w+ly\s+)?"
    r"(?P<passive>(?:was|were|had|has been|had been)\s+(?:(?:\w+ly|first|once|also|long|later|never)\s+){0,2}"
    rf"\w+(?:ed|en|wn|ght|de|ld|nd)\b)?(?(passive)|{PAST})",
    re.IGNORECASE,
)
_SOLD_AS = re.compile(
    r"(?:which|who)\s+(?:was|were)\s+(?:(?:once|first|originally|initially|long|formerly)\s+)?"
    r"(?:sold|marketed|promoted|hailed|advertised|described|known|used|taken|dismissed|regarded)\s+as\b",
    re.IGNORECASE,
)
_BY_SOMEBODY = re.compile(r"\bby\s+(?:[A-Z][a-z]+\s+){0,2}[A-Z][a-z]+\b")  # "discovered by Alexander Fleming"
# Where something comes from and what is done with it: "which is found in oysters"; not what it does to anybody.
_DESCRIBES = re.compile(
    r"which\s+(?:comes?\s+from|grows?|(?:is|are|was|were|has been|have been)\s+(?:\w+ly\s+|also\s+|often\s+)?"
    r"(?:found|sold|made|grown|used|taken|derived|extracted|obtained|isolated|given|eaten|drunk|named|called|bought|"
    r"present|available|common|popular|overlooked|neglected|underestimated|undertreated|underdiagnosed|unnoticed|"
    r"unrecogni[sz]ed|added to|put in|sprinkled on|dissolved in|brewed|cooked|pressed|consumed|"
    r"stored|cultivated)|"
    r"(?:\w+ly\s+|also\s+|often\s+)?(?:goes?|remains?)\s+(?:un\w+)|"
    r"(?:is|are)\s+becoming\s+(?:\w+ly\s+|more\s+)?(?:common|frequent|popular|prevalent|widespread))\b",
    re.IGNORECASE,
)
_BOUGHT = re.compile(
    r"which\s+(?:you|people|one|patients|anyone|anybody)\s+(?:can|may|will)\s+(?:(?:also|easily|readily)\s+)?"
    r"(?:buy|get|obtain|purchase|find)(?:\s+(?:without (?:a )?prescription|over the counter|online|"
    r"(?:in|at|from) (?:any |most |every |the |a |your )?(?:\w+ )?(?:pharmac(?:y|ies)|shops?|supermarkets?|chemists?|"
    r"drugstores?)))*",
    re.IGNORECASE,
)
_REVERSES = re.compile(
    r"\b(?:revers|cure|curing|heal|rejuvenat|regenerat|abolish|banish|eras|eliminat|eradicat|resurrect)\w*|"
    r"\b(?:prolong|extend|lengthen|sav)\w*\s+(?:\w+\s+)?(?:life|lives)\b",
    re.IGNORECASE,
)
_DOES_TO_PEOPLE = re.compile(
    r"\bwhich\s+(?:\w+ly\s+)?(?:makes?|keeps?|turns?|lets?|renders?)\s+(?:\w+\s+)?"
    r"(?:people|you|users|men|women|patients|every(?:one|body)|any(?:one|body)|us)\b",
    re.IGNORECASE,
)
# "…, which reverses ageing, ": what is told of a subject before its own verb.
_IN_PASSING = re.compile(
    r"\s*(?:[,(–—]|-(?=\s))\s*(?P<what>(?:which|who)\s[^,;:()–—]{2,80}?)\s*(?:[,;:)–—]|\s-\s)", re.IGNORECASE
)


def told_in_passing(between: str, hidden: Spans = ()) -> str:
    """Return a relative clause right behind a subject where nothing accounts for it: "*A*, which reverses ageing, …".

    `hidden` are the places of names and of other claims in `between`.
    """
    found = _IN_PASSING.match(between)
    if found is None or any(first < found.end("what") and last > found.start("what") for first, last in hidden):
        return ""
    what = found["what"]
    told = _BOUGHT.fullmatch(what) or _tells_origin(what)
    promises = _DOES_TO_PEOPLE.search(what) or _REVERSES.search(what)
    known = told or (is_accounted(what, ()) and not promises)
    return "" if known else shorten(" ".join(what.split()), _SHOWN)


def _tells_origin(what: str) -> bool:
    """Whether a clause says what was once done with a thing or where it comes from, in words that are all known."""
    if _SOLD_AS.match(what) and not BINDS.search(what):
        return True  # so others called it
    found = _ONCE.match(what)
    if found and not found["passive"]:
        return is_accounted(_BY_SOMEBODY.sub(" ", what), _of_origin())  # "which killed thousands of people"
    if found is None:
        found = _DESCRIBES.match(what)
        if found is None or BINDS.search(what) or DENIES.search(what):
            return False
    rest = _BY_SOMEBODY.sub(" ", what[found.end() :])
    return is_accounted(rest, _of_origin())


@cache
def _of_origin() -> frozenset[str]:
    """Return the keys of words for where things come from, and for what they are."""
    lists = word_lists()
    return sort_keys() | {key for word in lists["where from"] for key in word_keys(word)}
