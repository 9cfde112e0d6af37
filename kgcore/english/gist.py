"""The gist of a sentence of two things whose construction nobody foresaw: which of its words tell what. Pure.

Whatever their order, the words of `gist.tsv` that tell a relation must agree on one. Which of the two acts is told by
what they are (what people take acts on an illness), and nothing in the order of the words may speak against it ("*B* is
eased by *A*", never "*B* eases *A*"). Where other words are not known to leave the relation as it is, the claim keeps
them as what is in doubt, so that it never gets a ✓; where they may deny it, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from kgcore.english.adjuncts import left_out
from kgcore.english.chunks import DENIES, turns_on_it
from kgcore.english.constructions import NAME, by_clauses, with_signs
from kgcore.english.context import ASIDE, ClaimFrame, denied_next, may_deny_or_hedge, read_frame_before
from kgcore.english.cues import CueScope, cue_regex, find_cue, regex_of_any
from kgcore.english.reading import PhraseReader
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan
from kgcore.english.words import rows_of

_LONGEST = 300  # characters of a clause that is read so
_NEXT = 200  # characters of the next sentence that are looked at
_LET, _SHARED = "let ", re.compile(r"\{(\w+)\}")
_PASS, _BACK, _SYMMETRIC = "pass", "<", frozenset({"interacts with", "is associated with"})
_SHOWN = 60  # characters of what was not understood
_PLAIN = re.compile(rf"[\w\s,'’/{NAME}=.!;+&-]*")  # no question, quotation, bracket or list
_PHASE = re.compile(r"\bphase (?:[1-4]|i{1,3}v?)[ab]?\b", re.IGNORECASE)
_JOINS = re.compile(r"[+&/](?= )")
_USED_TO = re.compile(rf"{NAME}\s+used to\b", re.IGNORECASE)  # and no longer does
_AHEAD = re.compile(rf"[^,{NAME}]+,[^,{NAME}]*{NAME}")  # "Sure, *A* …": what tells how all of it is meant
_HEDGES = re.compile(r"\b(?:may|might|could|appears?|appeared|seems?|seemed)\b", re.IGNORECASE)
# What stands before the one that acts where it comes second, and may not stand before the other.
_BY = re.compile(
    r"\b(?:by|under|with|on|after|given|giving|taking|takes?|took|using|receiving|received?|prescribed|users? of|"
    r"use of|thanks to)(?: the| an?| their)?$",
    re.IGNORECASE,
)
# What is taken, in its form: "*A* (tablets)".
_FORM = re.compile(
    rf"(?<={NAME})\s+(?:supplements?|supplementation|tablets?|capsules?|pills?|lozenges|extracts?|juice|treatment|therapy|"
    r"use|intake|users|drinkers|takers)\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\W*(?:in|for|against|among|when it comes to)(?: (?:people|patients|those|adults|sufferers))?"
    r"(?: with| of| who have)?(?: the| an?)?",
    re.IGNORECASE,
)
# "did nothing for (patients with) *B*": those who have it.
_WITH_ILL = re.compile(
    r"\b(?:people|patients|those|adults|individuals|anyone|someone|somebody|sufferers) with$", re.IGNORECASE
)
_DONE_TO = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)(?:\s+\w+ly|\s+(?:often|also|well))*\s*$", re.IGNORECASE
)
_WEAKER = {
    frozenset({"treats", "improves"}): "treats",
    frozenset({"does not treat", "does not improve"}): "does not treat",
    frozenset({"causes", "raises the risk of"}): "raises the risk of",
    frozenset({"prevents", "lowers the risk of"}): "lowers the risk of",
    frozenset({"prevents", "reduces"}): "reduces",
}


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    """Return the table, with what its rows share in its place."""
    shared: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for tells, written in rows_of("gist.tsv"):
        words = _SHARED.sub(lambda m: shared[m[1]], written)
        if tells.startswith(_LET):
            shared[tells.removeprefix(_LET)] = words
        else:
            found.append((tells, words))
    return tuple(found)


@cache
def _telling() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what tells each relation, for words with signs for the names."""
    found: dict[str, list[str]] = {}
    for tells, words in _rows():
        found.setdefault(tells, []).append(words)
    del found[_PASS]
    return tuple((tells, re.compile(_whole(regex_of_any(some)), re.IGNORECASE)) for tells, some in found.items())


@cache
def _passing() -> re.Pattern[str]:
    """Return the pattern of words that leave a relation as it is, one after the other."""
    some = _whole("|".join(cue_regex(words) for phrase, words in _rows() if phrase == _PASS))  # the first that fits
    return re.compile(rf"[\s,]*(?:(?>{some})[\s,]*)*+[.!;\s]*", re.IGNORECASE)


def _whole(some: str) -> str:
    return rf"(?<![\w'’-])(?:{some})(?:(?<=\s)|(?![\w'’-]))"


def gist_of(text: str, sentence: Stretch, names: Sequence[NameSpan], vocabulary: PhraseReader) -> list[RelationSpan]:
    """Return what the clauses of a sentence say so, each of two things or lists of them; [] if unsure."""
    if denied_next(text[sentence.end :][:_NEXT].lstrip()) or turns_on_it(text[sentence.start : sentence.end]):
        return []
    names = [n for n in names if not n.stands_for]
    return [
        one
        for clause, groups in by_clauses(text, sentence, names)
        if len(groups) == 2 and groups[0][0].mention.ref != groups[1][0].mention.ref
        for one in _gist(text, clause, groups, vocabulary)
    ]


def _gist(
    text: str,
    clause: Stretch,
    groups: Sequence[tuple[NameSpan, ...]],
    vocabulary: PhraseReader,
) -> list[RelationSpan]:
    """Read one clause of two things; of two that are joined ("*A* and *B* do not mix") only what goes both ways."""
    joined = text[groups[0][-1].end : groups[1][0].start].strip() in ("and", "or", "&", "/", "+")
    wholes = [(g[0].start, g[-1].end) for g in groups]
    words = with_signs(text, clause, wholes)
    given = any(n.taken or (n.felt and not n.ill) for group in groups for n in group)  # or of a type that is not told
    for blank in (_PHASE, _FORM) if given else (_PHASE,):
        words = blank.sub(lambda m: " " * len(m[0]), words)
    words = _JOINS.sub(",", words)
    if len(words) > _LONGEST or not _PLAIN.fullmatch(words) or _USED_TO.search(words):
        return []
    told = _told(words)
    if any(not phrase.endswith(_BACK) and _DONE_TO.search(words[:start]) for phrase, (start, _) in told):
        return []  # "*B* is (reduced in) *A*"
    kinds = {phrase.rstrip(_BACK) for phrase, _ in told}
    phrase = next(iter(kinds)) if len(kinds) == 1 else _WEAKER.get(frozenset(kinds), "")
    front, *others = _rest(words, told)
    odd = [front, *others[:-1]] if others else [front]
    odd = [rest for rest in odd if not (_passes(rest) or (rest is not front and _is_beside(rest, set_off=True)))]
    odd += [rest for rest in others[-1:] if not (_passes(rest) or _is_beside(rest))]
    unread = odd[0].strip(" ,.!;") if odd else ""
    doubted = unread and (_AHEAD.match(words) or not _may_be_doubted(words))
    if not phrase or (joined and phrase not in _SYMMETRIC) or doubted:
        return []
    acting = _acting(words, groups, told, symmetric=phrase in _SYMMETRIC)
    reading = vocabulary.read(phrase)
    if acting is None or not reading.predicates:
        return []
    start, end = max((place for _, place in told), key=lambda p: p[1] - p[0])
    start, end = _beside_names(words, start, end)
    frame = ClaimFrame(hedged=_HEDGES.search(words) is not None)
    place = clause.start + start, clause.start + end
    return [RelationSpan(acting[0], acting[1], phrase, *place, frame, unread=" ".join(unread.split())[:_SHOWN])]


def _passes(rest: str) -> bool:
    """Whether words leave a relation as it is: those of the table, or what only leads up to a claim."""
    if _passing().fullmatch(rest):
        return True
    report = ASIDE.sub(" ", f"{rest.rstrip()},").strip(" ,") if rest.lstrip().startswith(",") else ""
    return report.endswith(" that") and read_frame_before(f"{report} ") == ClaimFrame()


def _is_beside(rest: str, *, set_off: bool = False) -> bool:
    """Whether words behind a comma are an adjunct that leaves all as it is; `set_off`: they end with one, too."""
    own = rest.lstrip().startswith(",") and (not set_off or rest.rstrip().endswith(","))
    return own and left_out(rest.strip(" ,.!;")) == ""


def _may_be_doubted(words: str) -> bool:
    """Whether a clause with words that are not understood can be told, in doubt, as one that says so."""
    return not (may_deny_or_hedge(words) or DENIES.search(words) or find_cue(words, CueScope.CLAUSE))


def _told(words: str) -> list[tuple[str, tuple[int, int]]]:
    """Return which words tell what, in order; of those that overlap the longest."""
    found = [(phrase, m.span()) for phrase, pattern in _telling() for m in pattern.finditer(words)]
    kept: list[tuple[str, tuple[int, int]]] = []
    for phrase, (start, end) in sorted(found, key=lambda f: f[1][0] - f[1][1]):
        if all(end <= a or b <= start for _, (a, b) in kept):
            kept.append((phrase, (start, end)))
    return sorted(kept, key=lambda f: f[1])


def _rest(words: str, told: Sequence[tuple[str, tuple[int, int]]]) -> list[str]:
    """Return the words between those that tell and the names."""
    rest = list(words)
    for _, (start, end) in told:
        rest[start:end] = [NAME] * (end - start)
    return "".join(rest).split(NAME)


def _beside_names(words: str, start: int, end: int) -> tuple[int, int]:
    """Return the longest part of telling words that holds no name."""
    parts = [(start + m.start(), start + m.end()) for m in re.finditer(rf"[^{NAME}]+", words[start:end])]
    left, right = max(parts, key=lambda p: p[1] - p[0])
    said = words[left:right]
    return left + len(said) - len(said.lstrip()), left + len(said.rstrip())


def _acting(
    words: str,
    groups: Sequence[tuple[NameSpan, ...]],
    told: Sequence[tuple[str, tuple[int, int]]],
    *,
    symmetric: bool,
) -> tuple[tuple[NameSpan, ...], tuple[NameSpan, ...]] | None:
    """Return the things that act, and those on which they act; None where that is not sure."""
    first, second = groups
    if symmetric:
        return first, second
    ranks = [{2 if n.taken else 0 if n.ill else 1 for n in group} for group in groups]
    if any(len(rank) != 1 for rank in ranks) or ranks[0] == ranks[1]:
        return None
    places = [m.span() for m in re.finditer(rf"{NAME}+", words)]
    ahead = words[: places[0][0]].rstrip()
    before = _WITH_ILL.sub("", words[places[0][1] : places[1][0]].rstrip())
    back = {phrase.endswith(_BACK) for phrase, _ in told}
    before_second = range(places[0][1] + len(before), places[1][0] + 1)
    beside = any(end in before_second for _, (_, end) in told)  # "helps with *B*", "responds to *A*"
    by = _BY.search(before) is not None
    if max(ranks[0]) > max(ranks[1]):
        return (first, second) if back == {False} and (beside or not by) else None
    within = _WITHIN.fullmatch(ahead) is not None and before.startswith(",")
    around = any(start < places[1][0] < end for _, (start, end) in told)  # "are given *A* to ease their symptoms"
    return (second, first) if (back == {True} and (by or beside or around)) or (back == {False} and within) else None
