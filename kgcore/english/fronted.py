"""What a sentence says that puts the role, or an aspect, of a thing before the thing that has to do with it. Pure.

"One option for *B* is *A*": *A* is one option for *B*. "The symptoms of *B* are relieved by *A*": *A* relieves the
symptoms of *B*. Any role and any verb will do that the vocabulary reads; all other words must be understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.english.clauses import HARMLESS, NameSpan, RelationSpan, listed
from kgcore.english.context import (
    ClaimFrame,
    is_doubtful_behind,
    may_change_between,
    may_deny_or_hedge,
    overstating_words,
)
from kgcore.english.inflection import indefinite_article, participle, singular
from kgcore.english.reading import PhraseReader
from kgcore.english.sentences import Stretch

_MAY = re.compile(r"\b(?:may|might|could)\b", re.IGNORECASE)
_ROLE = re.compile(
    r"(?:the |an? |one |another |its |some |other )?(?P<role>(?:[a-z-]+ ){0,4}[a-z-]+) (?P<of>of|for|against|in|to)"
    r"(?: the| an?)?",
    re.IGNORECASE,
)
_IS = re.compile(r"(?:is|are|was|were|remains?|includes?)(?: (?:also|often|usually|still|now))?(?: the| an?)?", re.I)
_ONE_OF = re.compile(r"(?:the |some |other )?(?:one|some|many|several|two|three|most) of (?:the |its )?", re.IGNORECASE)
_ASPECT = re.compile(r"(?:the )?(?P<aspect>[a-z]+(?: [a-z]+)?) (?:of|for|in)(?: the| an?)?", re.IGNORECASE)
_DONE = re.compile(
    r"(?:is|are|was|were|(?:can|could|may|might) be|has been|have been)(?P<not> not)?(?: \w+ly| also| often)?"
    r" (?P<verb>[a-z]+)(?P<on> down| up)? by(?: the| an?)?",
    re.IGNORECASE,
)


def fronted(text: str, sentence: Stretch, names: Sequence[NameSpan], vocabulary: PhraseReader) -> list[RelationSpan]:
    """Return what a sentence of two names, or lists of them, says so; [] if unsure."""
    groups = listed(text, [n for n in names if not n.stands_for])
    if len(groups) != 2 or groups[0][0].mention.ref == groups[1][0].mention.ref:
        return []
    first, second = groups
    parts = ((sentence.start, first[0].start), (first[-1].end, second[0].start), (second[-1].end, sentence.end))
    before, between, behind = (" ".join(text[slice(*part)].split()) for part in parts)
    if not HARMLESS.match(text, *parts[2]) or is_doubtful_behind(behind) or may_deny_or_hedge(behind):
        return []
    for phrase, place, turned in _wordings(before, between, parts):
        reading = vocabulary.read(f"{phrase} {overstating_words(behind)}".rstrip())
        if reading.predicates and (turned or not reading.inverted):
            return [RelationSpan(second, first, phrase, *place, ClaimFrame())]
    return []


def _wordings(
    before: str, between: str, parts: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, tuple[int, int], bool]]:
    """Yield the phrases from the second name to the first, where they stand, and whether they may be said backwards."""
    several = _ONE_OF.match(before)
    role = _ROLE.fullmatch(before[several.end() :] if several else before)
    if role and _IS.fullmatch(between) and not may_change_between(role["role"]):
        *front, noun = role["role"].split()
        words = " ".join((*front, noun if several else singular(noun)))
        yield f"is {'one of the' if several else indefinite_article(words)} {words} {role['of']}", parts[0], True
    aspect, done = _ASPECT.fullmatch(before), _DONE.fullmatch(between)
    if aspect is None or done is None:
        return
    for verb in _bases(done["verb"].casefold()):
        does = "does not" if done["not"] else "may" if _MAY.search(between) else "will"
        yield f"{does} {verb}{done['on'] or ''} the {aspect['aspect']} of", parts[1], False


def _bases(done: str) -> Iterator[str]:
    """Yield the verbs that may have this regular participle."""
    for base in (done[:-1], done[:-2], done[:-3], f"{done[:-3]}y"):
        if len(base) > 2 and participle(base) == done:
            yield base
