"""Adjuncts, told by their shape: where a claim is known from, how long it was followed, what is set aside. Pure.

What can turn a claim round is a closed class (`accounted.may_turn`); where an adjunct holds nothing of it, all its
words are accounted for, and its head is no limit that a qualifier would be, it may be left out.
"""

from __future__ import annotations

import re

from kgcore.english.accounted import evidence, is_accounted, may_turn
from kgcore.english.called import names_sort
from kgcore.english.qualifier_terms import kind_of, stated
from kgcore.values.model import QualifierKind
from kgcore.values.text import shorten

_SHOWN = 60  # characters of what was not understood
# How an adjunct begins whose head is a time, an origin or a whole: whom it limits to is read as a qualifier.
_ADJUNCT = re.compile(
    r"(?:over (?:the |many |several |a few |some |\d+ )+(?:short |long |longer |medium )?"
    r"(?:terms?|years|months|weeks|decades|period)|among|amongst|of|out of|"
    r"as an?(?! (?:result|consequence|rule|whole|matter)\b)|both|either|itself|themselves|to this day|"
    r"today|nowadays|to sum up|all in all|all told|that said|"
    r"(?:(?:first|long|originally|widely|now|commonly)\s+)?(?:derived|extracted|obtained|isolated|grown|cultivated|"
    r"discovered|described|approved|licensed|marketed|introduced|developed|found|made|sold)(?!\s+(?:by|with|together)\b))\b",
    re.IGNORECASE,
)
# The same where only a word for where it is known from, or for how long it was followed, makes it harmless.
_BY_EVIDENCE = re.compile(
    r"(?:in|across|after|from|over|on|at|by|under|per|according to|based on|"
    r"as(?=.*\b(?:show|shows|showed|shown|demonstrated?s?|found|finds|reported|concluded|confirmed|documented)\b))\b"
    r"(?=.*\b(?:trials?|stud(?:y|ies)|reviews?|meta-analys[ei]s|cohorts?|evidence|data|research|literature|guidelines?|"
    r"follow-up|analys[ei]s|findings?|results?|(?:19|20)\d\d)\b)",
    re.IGNORECASE | re.DOTALL,
)
_EVERYWHERE = re.compile(
    r"(?:world|nation|country)wide|globally|internationally|today|nowadays|currently", re.IGNORECASE
)
_ASIDE_FROM = re.compile(
    r"(?P<what>(?:(?!(?:facts?|truth|science|reason|logic|sense|reality|doubts?|honesty|proof|scruples)\b)"
    r"[\w'’-]+\s+){1,6})(?:aside|notwithstanding)",
    re.IGNORECASE,
)
# "Studied in a network meta-analysis": where it is known from, though "studied" alone is none.
_STUDIED = re.compile(
    r"(?:(?:when|as|first|recently|last|most recently|\w+ly)\s+)*(?:studied|tested|examined|evaluated|assessed|"
    r"investigated|published|reported|summari[sz]ed|reviewed|pooled|analy[sz]ed|described|compared|documented|presented)\s+"
    r"(?:in|by|across|over|for|at|together)\b",
    re.IGNORECASE,
)
# "the Heart Protection Study": what a study is called, with the words around it.
_CALLED_STUDY = re.compile(
    r"\b(?:[A-Z][\w'’-]*\s+){1,5}(?:[Tt]rial|[Ss]tudy|[Cc]ohort|[Rr]egist(?:ry|er)|[Ss]urvey|[Rr]eview)\b"
)
_TITLES = re.compile(r"\b[A-Z][a-z]+(?=\s+[A-Z])")


def left_out(words: str, *, front: bool = False) -> str | None:
    """Return the words of an adjunct where they are in doubt, "" where they leave the claim as it is; None: not to go.

    `front`: it begins the sentence, so that whom and when it speaks of is read as a qualifier of the claim.
    """
    plain = words.strip(" ,")
    if _EVERYWHERE.fullmatch(plain):
        return ""
    if aside := _ASIDE_FROM.fullmatch(plain):
        return None if may_turn(aside["what"]) or evidence().search(aside["what"]) else ""
    study = _STUDIED.sub("in", plain, count=1) if _STUDIED.match(plain) else plain
    study = _TITLES.sub("", _CALLED_STUDY.sub("trial", study))
    if not (_ADJUNCT.match(study) or _BY_EVIDENCE.match(study)) or may_turn(study):
        return None
    if front and (found := _OF_SORT.match(study)) and names_sort(study[found.end() :]):
        return ""  # whether it is of that sort is asked of the graph
    limited = not front and (_OF_WHOM.match(study) is not None or _is_limit(study))
    if is_accounted(study, ()) and not limited:
        return ""
    return None if front else shorten(" ".join(plain.split()), _SHOWN)


_OF_SORT = re.compile(r"(?:(?:out )?of|among|amongst|within|as an?)\s+", re.IGNORECASE)
_OF_WHOM = re.compile(r"(?:among|amongst|of|out of|both|either)\b", re.IGNORECASE)


def _is_limit(words: str) -> bool:
    """Whether words say of whom, in what dose or when it holds, which is read as a qualifier only at a border."""
    return any(kind_of(term) is not QualifierKind.DESIGN for term in stated(evidence().sub(" ", words)))
