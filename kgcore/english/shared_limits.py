"""Limits that all claims of a sentence share: "In mice, *A* lowers *B* and raises *C*", "…, in children." Pure.

Each claim is read in its own clause, where a limit that is set off at either end of the sentence does not stand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kgcore.english.qualifiers import Region, qualifiers_in
from kgcore.values.model import Qualifier, QualifierKind, Qualifiers

_OF_WHOM = frozenset({QualifierKind.SPECIES, QualifierKind.POPULATION})
_OF_SPECIES = frozenset({QualifierKind.SPECIES})  # "In older people, *A* …" may begin with whom most of it is about
_AHEAD = re.compile(
    r"\W*(?:(?:and|but|so|yet|however|also),?\s+)?(?:at least\s+)?(?:in|among|amongst)\s[^,;:.!?]{1,80},\s",
    re.IGNORECASE,
)
_AT_END = re.compile(
    r"(?:,\s+|\s[–—-]\s|\s\()(?:(?:all|both|each|at least|but|albeit|though|if|only)\s+){0,3}(?:in|among|amongst)\s"
    r"[^,;:()!?–—]{1,60}\)?[\s.!]*$",
    re.IGNORECASE,
)
_LONGEST_END = 100  # characters of it
_CONTRASTS = re.compile(r"\b(?:but|whereas|while|whilst|although|though|yet)\b|;", re.IGNORECASE)


def with_shared_limits(
    sentence: str, claims: Sequence[tuple[int, int]], told: Sequence[Qualifiers]
) -> list[Qualifiers]:
    """Return what qualifies each claim, with what the sentence says at its end of whom all are true, or at its
    beginning in which species.

    `claims` are the places of the relations in the sentence, as many as are `told`. Behind a contrast the end is that
    of the last claim alone, and behind a semicolon the beginning is none of its own.
    """
    if len(told) < 2:
        return list(told)
    first, last = min(claims), max(claims)
    front = _AHEAD.match(sentence, 0, first[0])
    ahead = _limits(Region(front=front[0]), _OF_SPECIES) if front else ()
    behind = _AT_END.search(sentence, max(last[1], len(sentence) - _LONGEST_END))
    before = max((end for _, end in claims if end <= last[0]), default=last[0])
    shared = behind and not _CONTRASTS.search(sentence, before, last[0])
    at_end = _limits(Region(tail=behind[0]), _OF_WHOM) if behind and shared else ()
    if not (ahead or at_end):
        return list(told)
    apart = sentence.find(";")
    return [
        _with(one, (*(() if 0 <= apart < start else ahead), *at_end))
        for (start, _), one in zip(claims, told, strict=True)
    ]


def _limits(region: Region, kinds: Collection[QualifierKind]) -> tuple[Qualifier, ...]:
    return tuple(q for q in qualifiers_in(region).said if q.kind in kinds)


def _with(own: Qualifiers, shared: Sequence[Qualifier]) -> Qualifiers:
    """Return them with those of the shared limits of whose kind there is none."""
    kinds = {q.kind for q in own.said}
    more = tuple(q for q in shared if q.kind not in kinds)
    return Qualifiers((*own.said, *more)) if more else own
