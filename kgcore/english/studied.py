"""What studies the words around a claim name, and on whom: "A randomised trial in women found that …". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgcore.english.cues import regex_of_any
from kgcore.english.qualifier_terms import NONHUMAN, implied, kind_of, shown, stated
from kgcore.english.words import word_lists
from kgcore.values.model import Qualifier, QualifierKind

_SEEN_IN = re.compile(
    r"\b([\w-]+(?:\s[\w-]+)?)\s+(?:studies|study|data|experiments?|models?|research|work|trials?|evidence|findings?|results?|reviews?|papers?)\b",
    re.IGNORECASE,
)
_DONE_IN = re.compile(
    rf"\b(?:{regex_of_any(word_lists()['reporter'])}|experiments?|work|models?)\s+(?:(?:done|carried out|"
    r"conducted|performed)\s+)?(?:in|of|on|with|among|amongst|involving|from|(?:that|which)\s+[a-z]+)\s+([^,;:.]{1,60})",
    re.IGNORECASE,
)

_TRIED = re.compile(
    r"\b(?:(?:randomi[sz]ed|placebo-controlled|double-blind)[\w\s-]{0,40}?\b(?:trials?|stud(?:y|ies))|rcts?|"
    r"meta-?analys[ei]s|systematic reviews?|cochrane(?: (?:reviews?|analys[ei]s))?)\b",
    re.IGNORECASE,
)
_LIVING = re.compile(
    r"\b(?:in|within|inside)\s+(?:the|our|your|their|his|her|a|an)\s+(?:(?:living|human|ageing|aging|adult)\s+)?"
    r"(?:brain|body|blood|liver|gut|heart|hippocampus|cortex|muscles?|bones?|stomach|kidneys?|lungs?|pancreas|retina|"
    r"nervous system|spinal cord|spinal fluid)\b",
    re.IGNORECASE,
)
_ANYBODY = frozenset({"adult", "human"})  # most studies are done in adults: that narrows nothing


def studied_on(front: str) -> Iterator[Qualifier]:
    """Yield what beasts a kind of study speaks of ("mouse studies"), and whom a study was done in ("in 12 women")."""
    for found in _SEEN_IN.finditer(front):
        terms = frozenset(t for t in stated(found[1]) if NONHUMAN in implied(t))
        if terms:
            yield Qualifier(QualifierKind.SPECIES, f"in {shown(min(terms))}", terms)
    for found in _DONE_IN.finditer(front):
        named = {t for t in stated(found[1]) if kind_of(t) in (QualifierKind.POPULATION, QualifierKind.SPECIES)}
        told = sorted(t for t in named - _ANYBODY if not any(t in implied(u) for u in named if u != t))
        if told:
            beasts = any(NONHUMAN in implied(t) for t in named)
            kind = QualifierKind.SPECIES if beasts else QualifierKind.POPULATION
            yield Qualifier(kind, f"in {shown(told[0])}", frozenset(named))


def tried_in(words: str) -> Iterator[Qualifier]:
    """Yield what kind of study that tries things, or weighs those that did, is named ("in randomised trials"), and
    where in a living body something happens: "in the brain".
    """
    for kind, pattern in ((QualifierKind.DESIGN, _TRIED), (QualifierKind.PLACE, _LIVING)):
        for found in pattern.finditer(words):
            yield Qualifier(kind, found[0])
