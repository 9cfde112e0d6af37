"""What kind of study a paper reports, as it says itself: publication types first, then MeSH, title and abstract. Pure.

The words are those of MeSH's publication types and of CONSORT, STROBE and PRISMA, which ask for the design in the title
or abstract. What says none of them is "unknown".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgcore.library.model import Article, Design

_READ = 6_000  # characters of an abstract: a page
# In this order: a meta-analysis of trials is a meta-analysis. Types and headings are read whole words at a time.
_TYPES = tuple(
    (design, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for design, words in (
        (Design.META_ANALYSIS, r"network meta-?analysis|meta-?analys[ei]s"),
        (Design.SYSTEMATIC_REVIEW, r"systematic reviews?|cochrane reviews?"),
        (
            Design.RANDOMISED_TRIAL,
            r"randomi[sz]ed controlled trials?|randomi[sz]ed clinical trials?|equivalence trial|rct",
        ),
        (Design.TRIAL, r"clinical trials?|controlled clinical trial|pragmatic clinical trial|adaptive clinical trial"),
        (
            Design.COHORT,
            r"(?:cohort|observational|prospective|longitudinal|follow-up) stud(?:y|ies)",
        ),
        (Design.CASE_CONTROL, r"case-control studies|case-control study"),
        (Design.CROSS_SECTIONAL, r"cross-sectional stud(?:y|ies)"),
        (Design.CASE_REPORT, r"case[- ]reports?"),
        (Design.REVIEW, r"reviews?|review-article|scoping review"),
    )
)
_BEASTS = (
    r"mice|mouse|rats?|murine|rodents?|hamsters?|rabbits?|pigs?|piglets?|swine|sheep|lambs?|calves|cows"
    r"|horses|monkeys?|macaques?|zebrafish|chickens|broilers?|gerbils?|ferrets?|goats?"
)
_TITLES = tuple(
    (design, re.compile(words, re.IGNORECASE))
    for design, words in (
        (Design.META_ANALYSIS, r"\bmeta-?analys[ei]s\b|\bpooled analys[ei]s of\b"),
        (Design.SYSTEMATIC_REVIEW, r"\bsystematic(?:ally)? review"),
        (Design.ANIMAL, rf"\b(?:{_BEASTS})\b"),
        (
            Design.RANDOMISED_TRIAL,
            r"\brandomi[sz]ed\b.{0,60}\b(?:trial|study|cross-?over)|\bRCT\b|\bplacebo-controlled\b|\brandomi[sz]ed, "
            r"|\bcluster[- ]randomi[sz]ed\b|\brandomi[sz]ed comparison\b|\brandomi[sz]ation\b.{0,40}\btrial\b",
        ),
        (Design.CASE_REPORT, r"\bcase (?:report|series)\b|\ba report of (?:a|two|three|\d+) cases?\b"),
        (Design.CASE_CONTROL, r"\bcase-control\b"),
        (Design.CROSS_SECTIONAL, r"\bcross-sectional\b"),
        (
            Design.COHORT,
            r"\bcohort\b|\blongitudinal study\b|\bprospective (?:observational )?study\b|\bretrospective\b",
        ),
        (Design.IN_VITRO, r"\bin vitro\b"),
        (
            Design.TRIAL,
            r"\b(?:clinical|controlled|open-label|pilot|crossover|phase (?:I+|[1-4])[ab]?) (?:trial|study)\b|\btrial\b",
        ),
        (Design.REVIEW, r"\breview\b"),
    )
)
# In an abstract a design is named in passing, too ("systematic reviews show …"): it has to be said of this study.
_ABSTRACTS = tuple(
    (design, re.compile(words, re.IGNORECASE))
    for design, words in (
        (
            Design.META_ANALYSIS,
            r"\b(?:we (?:performed|conducted|did)|this|present|using) (?:an? )?(?:\w+[ -]){0,4}meta-?analysis\b",
        ),
        (Design.SYSTEMATIC_REVIEW, r"\b(?:we|this) (?:\w+ ){0,4}systematic(?:ally)? review"),
        (
            Design.ANIMAL,
            rf"\b(?:{_BEASTS}) (?:were|received|fed|treated|aged|weighing)\b|\b(?:Sprague|Wistar|C57BL|BALB/c)",
        ),
        (
            Design.RANDOMISED_TRIAL,
            r"\b(?:was|were|been) (?:then |subsequently )?(?:randomi[sz]ed|randomly (?:assigned|allocated|divided))\b"
            r"|\brandomi[sz]ed,? (?:[\w-]+,? ){0,6}(?:trial|study|design|crossover)\b|\brandomi[sz]ed to\b"
            r"|\brandomly (?:assigned|allocated)\b",
        ),
        (Design.CASE_CONTROL, r"\bcase-control (?:study|design)\b"),
        (Design.CROSS_SECTIONAL, r"\bcross-sectional (?:study|survey|design|analysis)\b"),
        (
            Design.COHORT,
            r"\b(?:cohort|prospective observational|retrospective|longitudinal) (?:study|analysis|design)\b"
            r"|\b(?:prospective|retrospective|population-based) cohort\b|\bretrospectively\b",
        ),
        (Design.TRIAL, r"\b(?:clinical|controlled|open-label|crossover|phase (?:I+|[1-4])[ab]?) (?:trial|study)\b"),
        (Design.IN_VITRO, r"\bin vitro\b|\bcell lines?\b"),
    )
)
_ANIMALS = re.compile(r"^Animals$", re.IGNORECASE)
_HUMANS = re.compile(r"^Humans$", re.IGNORECASE)
_PROTOCOL = re.compile(r"\bprotocol\b", re.IGNORECASE)


def study_design(article: Article) -> Design:
    """Return the design that an article gives for itself, or UNKNOWN."""
    said = "; ".join(article.types)
    if _PROTOCOL.search(said) or _PROTOCOL.search(article.title):
        return Design.UNKNOWN  # it has no results yet
    of_type = _first(_TYPES, said)
    if of_type is not None and of_type is not Design.REVIEW:
        return of_type
    animal = any(map(_ANIMALS.match, article.mesh)) and not any(map(_HUMANS.match, article.mesh))
    if animal:
        return Design.ANIMAL
    if (of_mesh := _first(_TYPES[:-1], "; ".join(article.mesh))) is not None and of_mesh in _ABOUT_ITSELF:
        return of_mesh
    if (of_title := _first(_TITLES, article.title)) is not None:
        return of_title
    if of_type is not None:
        return of_type
    abstract = " ".join(section.text for section in article.abstract)[:_READ]
    return _first(_ABSTRACTS, abstract) or Design.UNKNOWN


_ABOUT_ITSELF = frozenset((Design.COHORT, Design.CASE_CONTROL, Design.CROSS_SECTIONAL))  # as MeSH uses these headings


def _first(rows: Sequence[tuple[Design, re.Pattern[str]]], text: str) -> Design | None:
    return next((design for design, words in rows if words.search(text)), None) if text else None
