"""Words set off by commas or brackets behind a name: what adds nothing is passed over, what is excluded is kept. Pure.

"Ginger, which many people know from the kitchen, relieves", "vitamin E, but not magnesium, prevents".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgcore.english.clauses import NameSpan, RelationSpan
from kgcore.english.context import ClaimFrame, may_change_between, may_deny_or_hedge
from kgcore.english.sentences import Stretch

_ASIDE = re.compile(r"(?:,\s*(?P<commas>[^,;:()]{1,160}?),(?=\s)|\s{1,3}\((?P<brackets>[^()]{1,160})\))")
_EXCLUDING = re.compile(r"(?:but not|and not|not|though not)\s+(?:the\s+)?$", re.IGNORECASE)
_ADDING = re.compile(
    r"(?:as well as|along with|together with|and also|just like|as also|and indeed)\s+(?:the\s+)?$", re.IGNORECASE
)
_COMPARED = re.compile(
    r"(?:just )?(?:like|similar to|as well as|much like|such as|including|along with|together with|and also|"
    r"(?:by|through|despite) \w+ing)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# What a sentence may open with, up to a comma, and what stands behind it is asserted whatever it names.
_PREAMBLE = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however|then|thus),?\s+)?"
    r"(?:unlike|(?:just )?like|along with|together with|as with|in common with|(?:in|by) contrast (?:to|with)|"
    r"in contradistinction to|as opposed to|besides|apart from|aside from|"
    r"in addition to|other than|next to|(?:when|where) it comes to|as for|as to|as regards|"
    r"with (?:regard|respect) to|in terms of|turning to|speaking of|talking of|regarding|concerning|"
    r"contrary to the|(?:despite|given) (?:the|its|their|early|initial|promising)|"
    r"as an? (?:[\w-]+ ){1,4}(?:of|in|for|to|against)|"
    r"(?:in|for|among) (?:people|patients|those|adults) (?:with|who have)|"
    r"(?:because|since|as|although|though|while) (?:it|they)|"
    r"(?:by|through|despite|in spite of|far from) \w+ing)\s[^,;:.!?]{1,120},\s+",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\s*(?:which|that)\s+[a-z]", re.IGNORECASE)
# "*A*, a master regulator of *B*, …": what a name is, in words that name something else.
_APPOSED = re.compile(
    r"(?:(?:an?|the|one of the|itself an?)\s+(?:[\w-]+\s+){1,5}(?:of|in|for|from|with|to|against|by)|"
    r"an?(?:\s+[\w-]+){0,3}|whose\s+(?:[\w-]+\s+){1,5})(?:\s*the)?\s*",
    re.IGNORECASE,
)
_LISTING = re.compile(r"\s*(?:,|,?\s*(?:and|or|as well as)|&)\s*(?:the\s+)?", re.IGNORECASE)
_TOLD = re.compile(
    r"(?:which|who|whose|known|also known|an?|the|"
    r"(?:that|this) (?:\w+ )?(?:old|ancient|humble|popular|common|familiar|simple)|"
    r"one of|two|three|both|too|also|by the way|as|say|says|said|believe it or not|of course)\b",
    re.IGNORECASE,
)


def without_preamble(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[Stretch, list[NameSpan]]:
    """Return a sentence and its names without what only leads up to it: "Unlike *A*, …", "By lowering *B*, …"."""
    found = _PREAMBLE.match(text, sentence.start, sentence.end)
    behind = [n for n in names if found and n.start >= found.end()]
    if found is None or not behind or may_deny_or_hedge(found[0]):
        return sentence, list(names)
    return Stretch(found.end(), sentence.end), behind


@dataclass(frozen=True, slots=True)
class Plainly:
    """A sentence without its asides: the text with them as spaces, the names left, and what they say of names.

    `added`: a name and one of which the same is said; `excluded`: a name and the one that is left out; `told`: a name,
    where a relative clause about it begins, and the names at its end.
    """

    text: str
    names: tuple[NameSpan, ...]
    excluded: tuple[tuple[NameSpan, NameSpan], ...] = ()
    added: tuple[tuple[NameSpan, NameSpan], ...] = ()
    told: tuple[tuple[NameSpan, int, tuple[NameSpan, ...]], ...] = ()


def without_asides(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Plainly:
    """Return the sentence as it reads without what is set off behind its names; every character keeps its place."""
    blanks: list[tuple[int, int]] = []
    dropped: list[NameSpan] = []
    excluded: list[tuple[NameSpan, NameSpan]] = []
    added: list[tuple[NameSpan, NameSpan]] = []
    told: list[tuple[NameSpan, int, tuple[NameSpan, ...]]] = []
    for name in names:
        aside = _ASIDE.match(text, name.end, sentence.end)
        if aside is None or name in dropped:
            continue
        start, end = aside.span("commas" if aside["commas"] else "brackets")
        inner = [n for n in names if start <= n.start and n.end <= end]
        if not _is_harmless(text[start:end], text[start : inner[0].start] if inner else None):
            continue
        if inner and (text[inner[-1].end : end].strip() or not _are_listed(text, inner)):
            continue
        blanks.append(aside.span())
        dropped += inner
        if inner and _RELATIVE.match(text, start, end):
            told.append((name, start, tuple(inner)))
        if inner and _EXCLUDING.fullmatch(text[start : inner[0].start].lstrip()):
            excluded += ((name, one) for one in inner)
        if inner and _ADDING.fullmatch(text[start : inner[0].start].lstrip()):
            added += ((name, one) for one in inner)
    plain = text
    for start, end in blanks:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    return Plainly(plain, tuple(n for n in names if n not in dropped), tuple(excluded), tuple(added), tuple(told))


def _is_harmless(words: str, before_name: str | None) -> bool:
    if before_name is not None:
        lead = before_name.lstrip()
        if _RELATIVE.match(lead) or _APPOSED.fullmatch(lead):
            return not may_change_between(lead)
        return _EXCLUDING.fullmatch(lead) is not None or _COMPARED.fullmatch(lead) is not None
    return _TOLD.match(words.lstrip()) is not None and not may_change_between(words)


def _are_listed(text: str, names: Sequence[NameSpan]) -> bool:
    """Whether nothing but commas and "and" stands between names."""
    return all(_LISTING.fullmatch(text, one.end, other.start) for one, other in pairwise(names))


def with_asides(said: Sequence[RelationSpan], plain: Plainly) -> list[RelationSpan]:
    """Return what was said, and that it is so of what was added, and denied of what was excluded.

    "Vitamin E, as well as zinc, prevents", "vitamin E, but not magnesium, prevents".
    """
    found = list(said)
    for kept, other in plain.added:
        found += (replace(one, subjects=(other,)) for one in said if kept in one.subjects)
    for kept, out in plain.excluded:
        for one in said:
            if kept in one.subjects and one.frame == ClaimFrame() and not may_deny_or_hedge(one.phrase):
                found.append(replace(one, subjects=(out,), frame=ClaimFrame(negated=True)))
    return found
