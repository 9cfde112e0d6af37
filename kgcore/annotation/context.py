"""The words around a relation's label that belong to what it says: "does not [prevent]", "[lowers] the risk of"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgcore.annotation.labels import STOP

_FRONT_LIST = (
    "do does did is are was were be been being has have had may might can could will would should must cannot not "
    "no never to help helps helped fail fails failed seem seems seemed appear appears appeared tend tends tended "
    "shown proven found thought believed known reported said suggested expected likely unlikely able unable also "
    "only no-longer longer reliably significantly directly completely fully always rarely hardly barely neither nor"
)
_FRONT = frozenset(_FRONT_LIST.split())
_CONTRACTED = re.compile(r"\w+n['’]t", re.IGNORECASE)
_LEADS_ON_LIST = "help helps helped can could may might will to not fails failed shown"
_LEADS_ON = frozenset(_LEADS_ON_LIST.split())
_PREPOSITIONS_LIST = "of in to with for on from by against at as about into towards toward between"
_PREPOSITIONS = frozenset(_PREPOSITIONS_LIST.split())
_DETERMINERS_LIST = "a an the this that these those its their some any certain both other such"
_DETERMINERS = frozenset(_DETERMINERS_LIST.split())
_REACH = 300  # characters before the subject in which a denial can stand
_NOUN_LIST = "risk effect effects treatment level levels symptoms use role off up down out together"
_NOUNS = frozenset(_NOUN_LIST.split())
_MOST = 7  # words that may stand between a label and its object
_SENTENCE = re.compile(rf"(?:{STOP}|[!?])\s")
_DENIED = re.compile(
    r"\b(?:(?:no|little|insufficient|not enough|lack of|without|scant|nor) [^.;:]{0,50}?"
    r"\b(?:evidence|proof|indication|sign|data|trials?|stud(?:y|ies)|support|reason|research)\b[^.;:]{0,50}?"
    r"\b(?:that|shown?|shows|showing|found|demonstrat\w+|suggest\w*|for)"
    r"|\b(?:not|never|n['’]t) (?:been )?(?:true|the case|proven|established|shown|demonstrated|found)\b"
    r"[^.;:]{0,30}\bthat"
    r"|\b(?:myth|untrue|false|incorrect|wrong|disproved|refuted)\b[^.;:]{0,30}\bthat"
    r"|\bneither)\b[^.;:,]{0,40}$",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:whether|unclear if|unknown if|question is if)\b[^.;:,]{0,40}$", re.IGNORECASE)
_DENIED_AFTER = re.compile(r"\s+(?:neither|no|nothing)\b", re.IGNORECASE)
_WORD = re.compile(r"[\w'’-]+")


@dataclass(frozen=True, slots=True)
class Said:
    """A relation's whole phrase, and what the sentence around it adds: a denial, or an open question."""

    phrase: str
    denied: bool
    open: bool


def said(text: str, label: str, start: int, end: int, left: int, subject: int, right: int | None) -> Said:
    """Read the words around the label text[start:end].

    `left` is where the mention before it ends (0: none), `subject` where that mention starts, and `right` where its
    object starts, if that is the next mention.
    """
    front = _whole(text[left:start]) if _lacks_its_verb(label) else _front(text[left:start])
    back = _back(text[end:right], label) if right is not None and right >= end else ""
    before = _SENTENCE.split(text[max(0, subject - _REACH) : subject])[-1]
    denied = bool(_DENIED.search(before) or _DENIED_AFTER.match(text, end))
    phrase = " ".join(" ".join((front, label, back)).split())
    return Said(phrase, denied, _OPEN.search(before) is not None)


def _front(gap: str) -> str:
    words = gap.split()
    n = len(words)
    while n and (words[n - 1].casefold() in _FRONT or _CONTRACTED.fullmatch(words[n - 1])):
        n -= 1
    return " ".join(words[n:])


def _lacks_its_verb(label: str) -> bool:
    """Whether the label begins in the middle of a phrase: "the risk of", "for"."""
    first = label.partition(" ")[0].casefold()
    return first in _DETERMINERS or first in _PREPOSITIONS or first in _NOUNS


def _whole(gap: str) -> str:
    words = gap.split()
    return " ".join(words) if len(words) <= _MOST and all(_WORD.fullmatch(w) for w in words) else ""


def _back(gap: str, label: str) -> str:
    words = gap.split()
    if not words or len(words) > _MOST or not all(_WORD.fullmatch(w) for w in words):
        return ""
    while words and words[-1].casefold() in _DETERMINERS:
        words.pop()
    leads_on = bool(label) and label.rsplit(maxsplit=1)[-1].casefold() in _LEADS_ON
    return " ".join(words) if words and (leads_on or words[-1].casefold() in _PREPOSITIONS) else ""
