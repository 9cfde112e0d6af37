"""What notes and titles say of a study: its design, and what speaks for reading it with care. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

UNKNOWN, IN_VITRO = "unknown", "in vitro"
# In this order: "meta-analysis of RCTs" is a meta-analysis, "cells, review" a review.
_DESIGNS = tuple(
    (design, re.compile(rf"(?<!non-)(?<!non )\b(?:{words})\b", re.IGNORECASE))
    for design, words in (
        ("meta-analysis", r"meta-?analys[ei]s|pooled analys[ei]s"),
        ("systematic review", r"systematic reviews?|umbrella reviews?|cochrane"),
        ("review", r"reviews?"),
        ("randomised trial", r"rcts?|randomi[sz]ed|placebo-controlled|crossover trials?"),
        ("trial", r"trials?|phase [1-4](?:[ab/][1-4]?[ab]?)?|double-blind"),
        ("cohort", r"cohorts?|registry|observational|epidemiolog(?:y|ical)|follow-up study"),
        ("case-control", r"case[- ]control"),
        ("cross-sectional", r"cross-sectional"),
        ("case report", r"case (?:reports?|series)"),
        ("animal study", r"mice|mouse|rats?|animals?|preclinical"),
        (IN_VITRO, r"in vitro|cell lines?|cells?|cultures?"),
    )
)
# A title names what was studied as well: "cells" and "trials" in one are its subject more often than its design.
_SUBJECTS = re.compile(r"\b(?:trials|cells?|cultures?|animals?|reviews|protocol)\b", re.IGNORECASE)
_PLANNED = re.compile(r"\bprotocol\b", re.IGNORECASE)
STRONGEST_FIRST = (
    "meta-analysis", "systematic review", "randomised trial", "trial", "cohort", "case-control", "cross-sectional",
    "review", "case report", "animal study", IN_VITRO,
)  # fmt: skip
_TRY_NOTHING = frozenset(STRONGEST_FIRST[4:]) - {"review"}  # on people, that is; what a review is of is not known
_NOUNS = {
    IN_VITRO: "laboratory study",
    "cross-sectional": "cross-sectional study",
    "case-control": "case-control study",
}
_WATCHES = re.compile(
    r"\b(?:cohorts?|case[- ]control|observational|registry|epidemiolog(?:y|ical)|cross-sectional)\b", re.IGNORECASE
)
_TRIES = re.compile(r"\b(?:rcts?|trials?|randomi[sz]ed|placebo-controlled|intervention)\b", re.IGNORECASE)
# What an edge takes over from a paper that did not study it.
_IN_PASSING = re.compile(r"\b(?:background|statements?|cited|introduction|in passing)\b", re.IGNORECASE)
_CARE = re.compile(
    r"\b(?:(?:high|serious|unclear) risk of bias|(?:likely|possible|probable) (?:\w+ )?bias"
    r"|(?:very )?low[- ](?:certainty|quality)(?: evidence)?|poor[- ]quality(?: \w+)?|retracted|withdrawn|underpowered"
    r"|open[- ]label|unblinded|uncontrolled|small (?:trials?|stud(?:y|ies)|samples?)|pilot|preliminary"
    r"|(?:industry|manufacturer)[- ](?:funded|sponsored)|weak(?: evidence)?|single case)\b",
    re.IGNORECASE,
)
_LACKING = re.compile(r"\b(?:no|not|without|lacking|lack of|never|avoids?)(?: \w+)?[ -]+$", re.IGNORECASE)


@lru_cache(maxsize=8192)  # every picture of a thread asks it of all that stood before
def design_in(note: str) -> str:
    """Return the design that a note names, or "unknown"; "no RCTs" names none."""
    return next((design for design, words in _DESIGNS if _named(words, note)), UNKNOWN) if note else UNKNOWN


@lru_cache(maxsize=8192)  # an answer about a hub asks a dozen times for the same few hundred
def design_in_title(title: str) -> str:
    """Return the design that a paper's title names for itself, or "unknown"."""
    if _PLANNED.search(title):
        return UNKNOWN
    found = design_in(title)
    words = dict(_DESIGNS).get(found)
    if words is None or found in {"meta-analysis", "systematic review"}:
        return found
    return design_in(_SUBJECTS.sub(" ", title))


def untried_in(note: str, titles: Iterable[str]) -> str:
    """Return the design that a note, or else each of the papers' titles, names if it tried nothing on people; or ""."""
    named = [design_in(note)] if design_in(note) != UNKNOWN else [design_in_title(title) for title in titles]
    return named[0] if named and all(design in _TRY_NOTHING for design in named) else ""


def design_noun(design: str) -> str:
    """Return a design as one counts it: "laboratory study"."""
    return _NOUNS.get(design, design)


def only_observed(note: str) -> bool:
    """Tell whether a note names studies that watched people and tried nothing on them."""
    return bool(_WATCHES.search(note)) and not _TRIES.search(note)


def mentions_in_passing(note: str) -> bool:
    """Tell whether a note says that the paper only takes the statement over from elsewhere."""
    return bool(_IN_PASSING.search(note))


@lru_cache(maxsize=8192)  # as often as for designs
def cautions_in(text: str) -> tuple[str, ...]:
    """Return what a note or a title says against relying on a study, in its own words: "high risk of bias"."""
    found = (m for m in _CARE.finditer(text) if not _LACKING.search(text, max(0, m.start() - 24), m.start()))
    return tuple(dict.fromkeys(m[0].lower() for m in found))


def _named(words: re.Pattern[str], text: str) -> bool:
    return any(not _LACKING.search(text, max(0, m.start() - 24), m.start()) for m in words.finditer(text))
