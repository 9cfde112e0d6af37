"""What a sentence says is so, where it says that it is: "the fact that …", "evidence that … comes from …". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgcore.english.context import may_deny_or_hedge
from kgcore.english.passed_over import TRIAL
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan

_EVIDENCE_THAT = re.compile(
    r"\W*(?:(?:and|but|the|some|good|strong|solid|convincing|clear|consistent|robust|further|more|much|most|of|best|"
    r"strongest|additional|clinical|compelling)\s+){0,4}(?:evidence|proof|data|findings?)\s+(?:showing\s+)?that\s+",
    re.IGNORECASE,
)
# "That *A* treats *B* is not in doubt", "the finding that … has been replicated": what is so, and that it is.
_FACT_THAT = re.compile(
    r"\W*(?:(?:and|but|so|yet|still),?\s+)?(?:(?:the|this|that|our|a)\s+(?:(?:well-known|known|simple|plain|main|key|"
    r"central|basic|undisputed|recent|old)\s+)?(?:fact|finding|observation|discovery|conclusion|knowledge|"
    r"insight|result|(?P<claim>claim|idea|statement|notion|view|hypothesis|assertion))"
    r"\s+)?that\s+",
    re.IGNORECASE,
)
_IS_SO = re.compile(
    r"\s+(?:is|was|has been|have been)\s+(?:(?:now|very|quite|rather|fairly|well|long|widely|generally|firmly|"
    r"repeatedly|often|clearly|also|since|independently|beyond|not in|no longer in|hardly in|not open to|past|"
    r"out of)\s+){0,3}"
    r"(?:doubt|dispute|question|debate|undisputed|undeniable|indisputable|certain|clear|true|known|well-known|"
    r"documented|"
    r"well-documented|established|well-established|settled|accepted|shown|confirmed|replicated|proven|proved|"
    r"demonstrated|reproduced|recogni[sz]ed|agreed|supported|correct|right|beyond question)"
    r"(?:\s+(?:in|by|from|across)\s+(?:[\w-]+\s+){0,3}(?:trials?|reviews?|stud(?:y|ies)|meta-?analys[ei]s|"
    r"cohorts?))?\s*[.!]?\s*$",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:true|supported|confirmed|proven|proved|demonstrated|replicated|correct|right)\b", re.IGNORECASE
)
_COMES_FROM = re.compile(
    r"\s+(?:(?:comes?|came|stems?|stemmed|derives?|derived)\s+(?:(?:mainly|chiefly|largely|mostly|also)\s+)?from|"
    r"(?:is|are|was|were|has been|have been)\s+(?:provided|supplied|furnished|offered|reported|given)\s+(?:by|in))\s+"
    r"(?:(?!mouse|rat|animal|rodent|cell|laboratory|preclinical|uncontrolled|small|weak|poor)[\w-]+\s+){0,5}"
    r"(?:trials?|reviews?|stud(?:y|ies)|meta-?analys[ei]s|cohorts?|registr(?:y|ies))\s*[.!]?\s*$|"
    r"\s+(?:is|are|was)\s+(?:(?:now|very|quite|fairly|rather)\s+)?(?:strong|solid|good|convincing|robust|consistent|"
    r"compelling|clear|firm|substantial|overwhelming)\s*[.!]?\s*$",
    re.IGNORECASE,
)


def evidence_for(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Stretch:
    """Return what there is evidence for, where the sentence says so and whence: "Evidence that … comes from trials"."""
    if fact := _fact(text, sentence, names):
        return fact
    found = _EVIDENCE_THAT.match(text, sentence.start, sentence.end)
    last = max((n.end for n in names), default=sentence.start)
    behind = _COMES_FROM.search(text, last, sentence.end) if found else None
    if found is None or behind is None or may_deny_or_hedge(TRIAL.sub(" ", behind[0])):
        return sentence
    return Stretch(found.end(), behind.start())


def _fact(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Stretch | None:
    """Return what a sentence says is a fact: "the fact that … is not in doubt"; None where it says no such thing."""
    found = _FACT_THAT.match(text, sentence.start, sentence.end)
    last = max((n.end for n in names), default=sentence.start)
    behind = _IS_SO.search(text, last, sentence.end) if found else None
    if found is None or behind is None or (names and names[0].start < found.end()):
        return None
    if found["claim"] and not _HOLDS.search(behind[0]):
        return None  # "the idea that … is well known"
    doubt = re.search(r"\b(?:in|open to|out of|past) (?:doubt|dispute|question|debate)", behind[0], re.IGNORECASE)
    denied = re.search(r"\b(?:not|no longer|hardly|beyond|past|out of)\b", behind[0], re.IGNORECASE)
    return (
        None
        if (doubt is None) == (denied is not None) and "beyond" not in behind[0]
        else Stretch(found.end(), behind.start())
    )
