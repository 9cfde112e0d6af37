"""How and why a claim is said to come about: "by warming the feet", "by blocking *C*", "because it clears *D*". Pure.

The means are part of what a sentence claims: where what they say of a thing that they name is not borne out, neither is
the claim that rests on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.english.accounted import evidence, is_accounted
from kgcore.english.chunks import NAME
from kgcore.english.cues import regex_of_any
from kgcore.english.words import word_lists

_HOW = (
    r"(?:(?:mainly|partly|simply|merely|chiefly|probably|largely|mostly|apparently|presumably|thereby|thus|"
    r"in part)\s+)*"
)
_BY = r"by\s+(?!far\b|itself\b|mouth\b)(?:(?:\w+ly|first|also|both)\s+){0,2}\w+ing\b"
_WHY = r"(?:because|(?:since|as)(?=\s+(?:it|they|its|their)\b)|through|via|owing\s+to|thanks\s+to|due\s+to)"
_REST = r"[^.,;:!?()–—]{0,160}"
_SO = r"(?:[;,.]?\s*+(?:and\s+)?(?:(?:it|they|which)\s+)?(?:does|do|doing|works?|acts?)\s+(?:(?:so|this|that)\s+)?)?+"
_BEHIND = re.compile(rf"\s*+{_SO}[,–—(-]?\s*+{_HOW}(?:{_BY}|{_WHY})\b{_REST}", re.IGNORECASE)
# "…, restoring lost *C*": what the same thing does on the way.
_DOING = re.compile(
    rf"\s*,\s*{_HOW}(?!(?:includ|depend|accord|consider|follow|start|beginn|rang|dur|be|hav|us|compar)ing\b)"
    rf"[a-z]{{2,}}ing\b{_REST}"
)
_AHEAD = re.compile(rf"\W*(?:(?:and|but|so)\s+)?{_HOW}(?:{_BY}|{_WHY})\b{_REST},", re.IGNORECASE)


def means_in(ahead: str, between: str, behind: str) -> Iterator[tuple[int, int]]:
    """Yield in which of three places means stand, and where they end: before a claim's subject, between that and its
    relation, behind the claim.

    Names are signs in them. Where it is known from is none: "because trials of *C* have shown it".
    """
    doing = _DOING.match(behind)
    if doing and is_accounted(doing[0].replace(NAME, " "), ()):
        doing = None  # "…, raising *C*": what follows from it, in the words of how things come about
    found = (_AHEAD.match(ahead), _BEHIND.match(between), _BEHIND.match(behind) or doing)
    for place, match in enumerate(found):
        if match and NAME in match[0] and not evidence().search(match[0]):
            yield place, match.end()


# How or why it is said to work, where nothing that the graph knows is named: "by warming the feet".
_MECHANISM = re.compile(
    r"\s*+,?\s*+(?:mainly |partly |simply |merely |chiefly |probably )?"
    r"(?:by (?!far\b|itself\b|mouth\b)(?:\w+ing|chance|accident|luck|coincidence|magic)|"
    r"because|(?:since|as)(?=\s+(?:of\b|it\b|they\b|its\b|their\b))|through|via|owing to|thanks to|due to)\b"
    r"[^.;!?]{0,80}",
    re.IGNORECASE,
)
_OTHER_REASON = re.compile(
    rf"\s*+,?\s*+because\s+(?:the\s+|most\s+|many\s+)?(?:two|both|these|each|{regex_of_any(word_lists()['people'])})\b",
    re.IGNORECASE,
)
_REASON_FIRST = re.compile(
    r"\W*((?:because|since|as|owing to|thanks to|due to)\s+(?:of\s+)?(?:it|they|its|their)\b[^,;.!?]{1,80}),"
    r"\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_FINDING = re.compile(
    r"\b(?:evidence|trials?|stud(?:y|ies)|reviews?|meta-analys[ei]s|data|research|found|show\w*|"
    r"(?:several|various|multiple|different|many|two|three) (?:different |distinct )?(?:mechanisms|pathways|ways))\b",
    re.I,
)
_SO_THAT = re.compile(r"\s*(?:in order )?to\s+[a-z]+", re.IGNORECASE)
_GIVEN = re.compile(r"\b(?:given|used|taken|prescribed|take|takes|use|uses)\b", re.IGNORECASE)


def _is_by_the_way(reason: str) -> bool:
    """Whether a reason speaks of something else, in words that leave a claim as it is: "because the two interact"."""
    return _OTHER_REASON.match(reason) is not None and is_accounted(reason, ())


def purposes_in(front: str, phrase: str, tail: str, others: Sequence[str]) -> Iterator[str]:
    """Yield how, why or what for a claim is said to be so, in the words around it; not what names something else."""
    behind, first = _MECHANISM.match(tail), _REASON_FIRST.match(front)
    named = behind is not None and any(name in behind[0] for name in others)
    if behind and not named and not _FINDING.search(behind[0]) and not _is_by_the_way(behind[0]):
        yield behind[0]
    if first and not _FINDING.search(first[1]):
        yield first[1]
    if _SO_THAT.match(tail) and _GIVEN.search(phrase):
        yield re.split(r"[,;:.!?]", tail)[0]
