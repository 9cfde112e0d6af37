"""Adjuncts, told by their shape: where a claim is known from, how long it was followed, what is set aside. Pure.

What can turn a claim round is a closed class (`accounted.may_turn`); where an adjunct holds nothing of it, all its
words are accounted for, and its head is no limit that a qualifier would be, it may be left out.
"""

from __future__ import annotations

import re

from kgcore.english.accounted import STUDY_NAME, evidence, is_accounted, may_turn
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


_A_STUDY = re.compile(
    r"(?:(?:the|an?|its|one|two|three|both|several|some|many|most|these|this|that|each)\s+)?(?P<like>(?:[\w-]+\s+){0,4}?)"
    r"(?:trials?|stud(?:y|ies)|cohorts?|registr(?:y|ies)|reviews?|(?:meta-)?analys[ei]s|surveys?|experiments?|data|"
    r"literature|research|evidence)"
    r"(?:\s+(?:to date|so far|yet|published so far|on record|published|available|of (?:this|its) kind|ever))?\W*",
    re.IGNORECASE,
)
_IN_DOUBT = re.compile(
    r"\b(?:negative|failed|inconclusive|abandoned|stopped|halted|disputed|unreliable|poor|bad|worthless|own|imagined|"
    r"thought|invented|alleged|unpublished|private|secret|home)\b",
    re.IGNORECASE,
)
_OF_QUALITY = re.compile(r"\b[a-z-]+(?:ed|al|est|ic|ive|ary|able|ible|ent|ant)\b", re.IGNORECASE)
_WHOM = (QualifierKind.POPULATION, QualifierKind.SPECIES, QualifierKind.DOSE, QualifierKind.TIME, QualifierKind.FORM)


def is_study(words: str) -> bool:
    """Whether words name a study, whatever it is like, and nobody that it was done on: "the largest trial to date"."""
    found = _A_STUDY.fullmatch(words.strip())
    if found is None or _IN_DOUBT.search(words) or STUDY_NAME.search(words):  # whether it was that one is asked
        return False
    like = _OF_QUALITY.sub(" ", found["like"])
    return is_accounted(like, ()) and not (may_turn(words) or _is_on_whom(words))


def _is_on_whom(words: str) -> bool:
    return any(kind_of(term) in _WHOM for term in stated(evidence().sub(" ", words)))


# "…, as a trial in chronic knee pain showed", "…, a review of eleven trials concluded": whose finding it is.
_FOUND_BY = re.compile(
    r",\s+(?:as\s+)?(?P<what>(?:an?|the|one|two|three|several|some|many|most)\s[^,;:.!?]{2,80}\s"
    r"(?:show(?:s|ed|n)?|found|finds|suggest(?:s|ed)?|conclude[sd]?|report(?:s|ed)?|confirm(?:s|ed)?|demonstrate[sd]?))"
    r"(?=\s*(?:[.!;]|$))",
    re.IGNORECASE,
)


_SO_MUCH = re.compile(r"\b(?:times|doses?|mg|grams?|litres?|cups?|percent)\b|%", re.IGNORECASE)


def without_finder(words: str) -> str:
    """Return the words behind a claim without whose finding it is, unless that says on whom it was found."""
    found = _FOUND_BY.search(words)
    if (
        found is None
        or _SO_MUCH.search(found["what"])
        or not evidence().search(found["what"])
        or may_turn(found["what"])
    ):
        return words
    return words if _is_on_whom(found["what"]) else f"{words[: found.start()]}{words[found.end() :]}"


_OF_SORT = re.compile(r"(?:(?:out )?of|among|amongst|within|as an?)\s+", re.IGNORECASE)
_OF_WHOM = re.compile(r"(?:among|amongst|of|out of|both|either)\b", re.IGNORECASE)


def _is_limit(words: str) -> bool:
    """Whether words say of whom, in what dose or when it holds, which is read as a qualifier only at a border."""
    return any(kind_of(term) is not QualifierKind.DESIGN for term in stated(evidence().sub(" ", words)))
