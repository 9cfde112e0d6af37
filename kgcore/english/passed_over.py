"""What a reader of plain sentences may pass over between a claim's words, since it is read as a qualifier. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgcore.english.context import may_deny_or_hedge
from kgcore.english.qualifier_terms import all_terms, kind_of, terms_named
from kgcore.english.qualifiers import Region, qualifiers_in
from kgcore.values.model import QualifierKind

_LEADING = re.compile(
    r"\s*(in|among|amongst|for|after|before|during|following|with|without|over|within|as an?)\s[^,;:]{1,80},\s*",
    re.IGNORECASE,
)
TRIAL = re.compile(r"\btrials?\b", re.IGNORECASE)  # where something was seen, not somebody's try at it
_WITHOUT_IT = re.compile(  # "during the placebo phase, ": what was seen there was not done by what is named
    r"\b(?:in|during|among|after|before|within|over) (?:(?:the|a|its|his|her|their) )?"
    r"(?:placebo|sham|dummy|control|comparison)\b(?!-)",
    re.IGNORECASE,
)
_TOLD_BY = frozenset({"in", "among", "amongst", "after", "before", "during", "following"})
_JOINING = re.compile(
    r"\s*,?\s*(?:(?:given|taken|combined|together|in combination) with|with|plus|added to|on top of|"
    r"alongside|without)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_POSTPOSED = re.compile(r"\s+(?:in|among|during|after|before)\s+", re.IGNORECASE)
_NOUN_OF = re.compile(r"\b(?:of|for|in|against)\s+(?:the\s+)?$", re.IGNORECASE)
_ONE_WORD = re.compile(r"[\w-]+\s+")
_MOST_WORDS = 4  # of what joins a subject, where it is no name that the graph knows


def joined(before: str, between: str) -> bool:
    """Whether the words between two names join the second to the first: "added to", not "treatment of"."""
    return _JOINING.fullmatch(between) is not None and _NOUN_OF.search(before) is None


def joins_ahead(before: str, behind: str) -> bool:
    """Whether a sentence opens with what is joined to its subject: "With *A*, *B* treats *C*"."""
    opening = re.search(
        r"(?:^|[.!?]\s+|\n)((?:Together |Combined |In combination )?[Ww]ith(?:out)?\s+(?:the\s+)?)$", before
    )
    return opening is not None and behind.startswith(", ")


def unqualified(words: str) -> str:
    """Return the words before a subject without what qualifies the claim: "In office workers, ", "intravenous "."""
    leading = _LEADING.match(words)
    if leading and not _WITHOUT_IT.search(leading[0]) and not may_deny_or_hedge(TRIAL.sub(" ", leading[0])):
        # "In a trial, ": whatever it does not narrow the claim to, it leaves as it is ("for …" counts if it is listed).
        told = leading[1].casefold() in _TOLD_BY or qualifiers_in(Region(front=leading[0]))
        words = words[leading.end() :] if told else words
    while (last := _last_form(words)) is not None:
        words = words[:last]
    return words


def _last_form(words: str) -> int | None:
    found = [m for m in all_terms().finditer(words) if not words[m.end() :].strip()]
    forms = [m for m in found if any(kind_of(t) is QualifierKind.FORM for t in terms_named(m[0]))]
    return forms[0].start() if forms else None


def starts_behind(words: str) -> Iterator[int]:
    """Yield where a relation may begin in the words behind a subject that qualify it: " skin cream | prevents"."""
    form = all_terms().match(words, len(words) - len(words.lstrip()))
    if form and any(kind_of(t) is QualifierKind.FORM for t in terms_named(form[0])):
        yield form.end()
    join = _JOINING.match(words) or _POSTPOSED.match(words)
    at = join.end() if join else len(words)
    for _ in range(_MOST_WORDS):
        word = _ONE_WORD.match(words, at)
        if word is None:
            return
        at = word.end()
        yield at - 1
