"""What a sentence says that puts the role, or an aspect, of a thing before the thing that has to do with it. Pure.

"One option for *B* is *A*": *A* is one option for *B*. "The symptoms of *B* are relieved by *A*": *A* relieves the
symptoms of *B*. Any role and any verb will do that the vocabulary reads; all other words must be understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.english.behind import HARMLESS
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
from kgcore.english.spans import NameSpan, RelationSpan, ill_ahead, listed

_MAY = re.compile(r"\b(?:may|might|could)\b", re.IGNORECASE)
_NOUNS = r"(?:[a-z-]+ ){0,4}[a-z-]+"
_ROLE = re.compile(
    rf"(?:the |an? |one |another |its |some |other )?(?:(?:list|range|set|spectrum|number|variety|array) of (?:the )?)?"
    rf"(?P<role>{_NOUNS}) (?P<of>of|for|against|in|to|with|by)"
    r"(?: the| an?)?",
    re.IGNORECASE,
)
_IS = re.compile(
    r"(?:is|are|was|were|remains?|(?P<holds>includes?|comprises?|involves?|contains?)|belongs?|counts?)"
    r"(?: (?:also|often|usually|still|now))?(?: the| an?| things like| among others)?",
    re.IGNORECASE,
)
_ONE_OF = re.compile(
    r"(?:the |some |other )?(?:one|some|many|several|two|three|most) of (?:the |its )?"
    r"|(?:among(?:st)?|to|counted among|included among) (?:the |its |other |many )*",
    re.IGNORECASE,
)
# "There is a remedy for *B*: *A*".
_THERE_IS = re.compile(
    r"(?:there (?:is|are|exists?)|there['’]s|we have|you have|one has) (?:now |also |always )?", re.IGNORECASE
)
_NAMELY = re.compile(
    r"(?:[:–—-]|,? ?(?:namely|called|viz\.?)|,? and (?:it|that|its name|one of them) is)", re.IGNORECASE
)
_ASPECT = re.compile(r"(?:the )?(?P<aspect>[a-z]+(?: [a-z]+)?) (?:of|for|in)(?: the| an?)?", re.IGNORECASE)
_DONE = re.compile(
    r"(?:is|are|was|were|(?:can|could|may|might) be|has been|have been)(?P<not> not)?(?: \w+ly| also| often)?"
    r" (?P<verb>[a-z]+)(?P<on> down| up)? by(?: the| an?)?",
    re.IGNORECASE,
)
# "Its symptoms", "among its symptoms", "as a symptom": a role of the first name, told behind either of them.
_ITS = re.compile(
    rf"['’]s? (?P<role>{_NOUNS}) (?:is|are|was|were|includes?|comprises?)(?: also| often)?(?: the| an?)?", re.I
)
_HAS = re.compile(
    r"(?:has|have|lists?|counts?|numbers?|includes?|shows?)(?: also| often| usually)?(?: the| an?)?", re.IGNORECASE
)
_AS_ITS = re.compile(
    r"(?:among(?:st)? (?:its|their|the)|as (?:one of (?:its|their|the)|an?|its|their|part of its))"
    r" (?P<role>(?:[a-z-]+ ){0,2}[a-z-]+)(?=\s*(?:$|[.!;,]))",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"(?P<in>in|for|with|within)(?: (?:people|patients|those|children|adults|individuals) (?:with|who have))?"
    r"(?: the| an?)?",
    re.IGNORECASE,
)
_DOES = re.compile(r"(?P<does>[a-z]+(?: [a-z-]+){0,5})(?=\s*(?:$|[.!]))", re.IGNORECASE)


# "To (lower) *B*, *A* is an option".
_TO = re.compile(
    r"(?:in order )?to (?:help )?(?P<verb>[a-z]+(?: the (?:risk|symptoms|frequency|severity) of)?)(?: the)?", re.I
)
_SERVES = re.compile(
    r"(?:is|are|(?P<may>(?:can|may|might|could) be))(?: (?:also|often|commonly|usually|widely|sometimes))*"
    r"(?: (?:an?|one|the|another))?(?: (?:good|reasonable|useful|common|popular|simple|sensible|usual|standard))?"
    r" (?:options?|choices?|used|useful|helpful|effective|given|prescribed|taken|tried)(?=\s*(?:$|[.!;,]))",
    re.IGNORECASE,
)


def fronted(text: str, sentence: Stretch, names: Sequence[NameSpan], vocabulary: PhraseReader) -> list[RelationSpan]:
    """Return what a sentence of two names, or lists of them, says so; [] if unsure."""
    groups = _groups(text, sentence, [n for n in names if not n.stands_for])
    if len(groups) != 2 or groups[0][0].mention.ref == groups[1][0].mention.ref:
        return []
    first, second = groups
    parts = ((sentence.start, first[0].start), (first[-1].end, second[0].start), (second[-1].end, sentence.end))
    before, between, behind = (" ".join(text[slice(*part)].split()) for part in parts)
    for phrase, place, turned, used in _wordings(before, between, behind, parts):
        rest = behind[used:]
        if not HARMLESS.match(rest) or is_doubtful_behind(rest) or may_deny_or_hedge(rest):
            continue
        reading = vocabulary.read(f"{phrase} {overstating_words(rest)}".rstrip())
        if reading.predicates and (turned or not reading.inverted):
            return [RelationSpan(second, first, phrase, *place, ClaimFrame())]
    return []


def _groups(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> list[tuple[NameSpan, ...]]:
    """Return the names in their lists; "In *A*, *B* is raised" lists nothing, "In *B* and *C*, *A* helps" two."""
    if (ahead := ill_ahead(text, names)) and _groups_of_two(text, names, ahead):
        before = " ".join(text[sentence.start : names[0].start].split())
        return (
            [tuple(names[:ahead]), tuple(names[ahead:])] if _WITHIN.fullmatch(before) or _TO.fullmatch(before) else []
        )
    if len(names) == 2 and text[names[0].end : names[1].start].strip() == ",":
        return [(name,) for name in names] if _leads(text[sentence.start : names[0].start]) else []
    return listed(text, names)


def _leads(words: str) -> bool:
    """Whether words lead up to what something does in, or to, an object that stands first."""
    before = " ".join(words.split())
    return (_WITHIN.fullmatch(before) or _TO.fullmatch(before)) is not None


def _groups_of_two(text: str, names: Sequence[NameSpan], ahead: int) -> bool:
    return all(len(listed(text, part)) == 1 for part in (names[:ahead], names[ahead:]))


_Wording = tuple[str, tuple[int, int], bool, int]  # see _wordings


def _wordings(before: str, between: str, behind: str, parts: Sequence[tuple[int, int]]) -> Iterator[_Wording]:
    """Yield the phrases from the second name to the first, where they stand, and whether they may be said backwards.

    The last of each is how many of the characters behind the names it has taken in.
    """
    there = _THERE_IS.match(before) if _NAMELY.fullmatch(between) else None
    if there and (role := _ROLE.fullmatch(before[there.end() :])) and not may_change_between(role["role"]):
        yield f"is {_one(role['role'])} {role['of']}", parts[0], True, 0
    several = _ONE_OF.match(before)
    role = _ROLE.fullmatch(before[several.end() :] if several else before)
    link = _IS.fullmatch(between)
    if role and link and not may_change_between(role["role"]):
        yield f"is {_one(role['role'], several=several is not None)} {role['of']}", parts[0], True, 0
        if link["holds"] and not several:
            yield f"is part of the {role['role']} {role['of']}", parts[0], True, 0
    if not before:
        yield from _owned(between, behind, parts)
    within = _WITHIN.fullmatch(before)
    does = _DOES.match(behind) if within and between in ("", ",") else None
    if within and does:
        yield f"{does['does']} {within['in']}", parts[2], True, does.end()
    to, serves = _TO.fullmatch(before), _SERVES.match(behind) if between in ("", ",") else None
    if to and serves and not may_change_between(serves[0]):
        yield f"{'may' if serves['may'] else 'is used to'} {to['verb']}", parts[2], True, serves.end()
    aspect, done = _ASPECT.fullmatch(before), _DONE.fullmatch(between)
    if aspect is None or done is None:
        return
    for verb in _bases(done["verb"].casefold()):
        does_it = "does not" if done["not"] else "may" if _MAY.search(between) else "will"
        yield f"{does_it} {verb}{done['on'] or ''} the {aspect['aspect']} of", parts[1], False, 0


def _owned(between: str, behind: str, parts: Sequence[tuple[int, int]]) -> Iterator[_Wording]:
    """Yield the phrases of "*A*'s symptoms include *B*" and "*A* has *B* among its symptoms"."""
    its = _ITS.fullmatch(between)
    if its and not may_change_between(its["role"]):
        yield f"is {_one(its['role'])} of", parts[1], True, 0
    as_its = _AS_ITS.match(behind) if _HAS.fullmatch(between) else None
    if as_its and not may_change_between(as_its["role"]):
        yield f"is {_one(as_its['role'])} of", parts[2], True, as_its.end()


def _one(role: str, *, several: bool = False) -> str:
    """Return "a common symptom" for "common symptoms"; "one of the common symptoms" of several."""
    words = role.casefold().split()
    at = next((n for n, word in enumerate(words) if singular(word) != word), None)
    if several and at is not None:
        return f"one of the {' '.join(words)}"
    single = " ".join(word if n != at else singular(word) for n, word in enumerate(words))
    return f"{indefinite_article(single)} {single}"


def _bases(done: str) -> Iterator[str]:
    """Yield the verbs that may have this regular participle."""
    for base in (done[:-1], done[:-2], done[:-3], f"{done[:-3]}y"):
        if len(base) > 2 and participle(base) == done:
            yield base


_IT_IS = re.compile(r"\s*(?:it|this) (?:is|was) (?:(?:also|indeed|really) )?(?:the |an? )?", re.IGNORECASE)
_THAT = re.compile(r"\s+(?:that|which|who)\b(?=\s+\w)", re.IGNORECASE)
_ARTICLES = re.compile(r"\b(?:the|an?|both)\b", re.IGNORECASE)


def without_cleft(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[str, Stretch]:
    """Return a text and its sentence without the frame of "it is *A* that causes *B*"; every place stays.

    "It is *B* that *A* causes" is left to `constructions.tsv`.
    """
    that = _THAT.match(text, names[0].end) if len(names) > 1 else None
    done_to = that is not None and not _ARTICLES.sub("", text[that.end() : names[1].start]).strip()
    if that is None or done_to or not _IT_IS.fullmatch(text, sentence.start, names[0].start):
        return text, sentence
    return f"{text[: that.start()]}{' ' * len(that[0])}{text[that.end() :]}", Stretch(names[0].start, sentence.end)
