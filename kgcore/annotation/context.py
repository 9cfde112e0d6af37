"""The words around a relation's label that belong to what it says: "does not [prevent]", "[lowers] the risk of"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgcore.annotation.labels import STOP
from kgcore.language.aftermath import behind, denied_next, overstating
from kgcore.language.around import ahead, between, carried_on, other_subject, verbal

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
_HERE = re.compile(r",\s|[;:]|\b(?:but|and|or)\b", re.IGNORECASE)  # what another clause ends with
_WORD = re.compile(r"[\w'’-]+")


@dataclass(frozen=True, slots=True)
class Said:
    """A relation's whole phrase, and what the sentence around it adds: a denial, an open question, a doubt."""

    phrase: str
    denied: bool
    open: bool
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Places:
    """Where a relation's label stands, and what is named around it (characters)."""

    start: int
    end: int
    left: int  # where the mention before it ends (0: none)
    subject: int  # where the first mention of its clause starts
    right: int | None  # where its object starts, if that is the next mention
    stop: int  # where that object ends, else the label
    following: int  # where the mention behind starts, else the text ends


def said(text: str, label: str, at: Places) -> Said:
    """Read the words around the label text[at.start:at.end]."""
    gap = text[at.left : at.start]
    front, doubtful = _before_label(_SENTENCE.split(gap)[-1], gap, label) if at.left else (_front(gap), False)
    behind_label = text[at.end : at.right] if at.right is not None and at.right >= at.end else ""
    back = _back(behind_label, label)
    before = _SENTENCE.split(text[max(0, at.subject - _REACH) : at.subject])[-1]
    rest = _sentence(text, at.stop)
    own = rest[: at.following - at.stop]
    opening = ahead(before)
    denied = bool(_DENIED.search(before) or _DENIED_AFTER.match(text, at.end) or opening.denied)
    doubtful |= (opening.doubtful and not denied) or behind(own) or rest.rstrip().endswith("?")
    doubtful |= (not back and between(behind_label)) or denied_next(text[at.stop + len(rest) :])
    phrase = " ".join(" ".join((front, label, back, overstating(own))).split())
    return Said(phrase, denied, opening.hedged or _OPEN.search(before) is not None, doubtful)


def _before_label(here: str, gap: str, label: str) -> tuple[str, bool]:
    """Return the words between a subject and a label that belong to the label's phrase, and whether others matter."""
    front = _whole(gap) if _lacks_its_verb(label) else _front(gap)
    left = here.removesuffix(" ").removesuffix(front)
    if other_subject(left):
        return front, True
    if carried := carried_on(left, front):
        return " ".join(f"{carried} {front}".split()), False
    clause = _HERE.split(left)[-1]
    if between(clause) or verbal(clause):
        whole = _HERE.split(here)[-1]
        return (whole, False) if len(whole.split()) <= _MOST else (front, True)
    return front, False


def _sentence(text: str, at: int) -> str:
    """Return the rest of the sentence from a place on, its mark included."""
    end = _SENTENCE.search(text + " ", at)
    return text[at : end.end()] if end else text[at:]


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
    if between(gap):
        return " ".join(gap.split())
    return " ".join(words) if words and (leads_on or words[-1].casefold() in _PREPOSITIONS) else ""
