"""Claims whose relation does not stand between its two names: "inhibition of *B* by *A*", "*A*-induced *B*". Pure.

`constructions.tsv` has the constructions, each with the plain phrase for which it stands. A sentence is read so only if
it names two things, its other words are all understood, and nothing in them denies, doubts, asks or supposes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgcore.english.clauses import BOTH_WAYS, HARMLESS, NameSpan, RelationSpan, listed
from kgcore.english.context import is_doubtful_behind, may_deny_or_hedge, overstating_words, read_frame_before
from kgcore.english.cues import cue_regex, regex_of_any
from kgcore.english.reading import PhraseReader
from kgcore.english.sentences import Stretch
from kgcore.english.words import rows_of, word_lists

_SIGN = "¤"  # what stands for a name while a sentence is searched
_SUBJECT, _OBJECT = re.compile(r"\bA(?=['’ -]|\b)"), re.compile(r"\bB\b")


@dataclass(frozen=True, slots=True)
class _Construction:
    phrase: str
    pattern: re.Pattern[str]
    between: re.Pattern[str]  # of the words between the names: looked at first, for it rarely fits
    object_first: bool
    told: bool  # whether only words that say that it is so may stand behind it


@cache
def _constructions() -> tuple[_Construction, ...]:
    found = []
    for phrase, behind, words in rows_of("constructions.tsv"):
        if phrase == "told":
            continue
        subject, object = _SUBJECT.search(words), _OBJECT.search(words)
        if subject is None or object is None:
            raise ValueError(f"constructions.tsv: {words!r} does not name A and B")
        signed = _OBJECT.sub(_SIGN, _SUBJECT.sub(_SIGN, words))
        pattern = re.compile(rf"(?<!\w){cue_regex(signed)}(?!\w)", re.IGNORECASE)
        between = re.compile(cue_regex(signed.split(_SIGN)[1]), re.IGNORECASE)
        found.append(_Construction(phrase, pattern, between, object.start() < subject.start(), behind == "told"))
    return tuple(found)


@cache
def _told() -> re.Pattern[str]:
    words = regex_of_any(row[2] for row in rows_of("constructions.tsv") if row[0] == "told")
    source = regex_of_any(word_lists()["source"])
    return re.compile(rf"\s*(?:$|[.!]|(?:{words})(?!\w)(?:\s+(?:{source})(?!\w))?)", re.IGNORECASE)


def constructed(
    text: str, sentence: Stretch, names: Sequence[NameSpan], vocabulary: PhraseReader
) -> list[RelationSpan]:
    """Return what a sentence with two names, or two lists of them, says by one of the constructions; [] if unsure."""
    names = [n for n in names if not n.stands_for]
    groups = listed(text, names)
    if len(names) == 2 and text[names[0].end : names[1].start].strip() == ",":
        groups = [(name,) for name in names]  # no list: "In *A*, *B* helps"
    if len(groups) != 2 or groups[0][0].mention.ref == groups[1][0].mention.ref:
        return []
    wholes = [replace(g[0], end=g[-1].end) for g in groups]
    said = _found(text, sentence, groups, wholes, vocabulary)
    bare = [replace(n, end=n.end - 2) if text[: n.end].endswith(("'s", "’s")) else n for n in wholes[:1]]
    return said or (_found(text, sentence, groups, [*bare, wholes[1]], vocabulary) if bare != wholes[:1] else [])


def _found(
    text: str,
    sentence: Stretch,
    groups: Sequence[tuple[NameSpan, ...]],
    wholes: Sequence[NameSpan],
    vocabulary: PhraseReader,
) -> list[RelationSpan]:
    """Return what the first construction that fits says; `wholes` are the places of the two groups."""
    words = _with_signs(text, sentence, wholes)
    first, second = (n.end - sentence.start - 1 for n in wholes)  # where their signs stand
    for one in _constructions():
        found = one.pattern.search(words) if one.between.fullmatch(words, first + 1, second) else None
        if found is None:
            continue
        frame = read_frame_before(words[: found.start()])
        if frame is None or frame.negated or not _may_stand_behind(words[found.end() :], told=one.told):
            continue
        if not vocabulary.read(one.phrase).predicates:
            continue
        subjects, objects = reversed(groups) if one.object_first else groups
        return [RelationSpan(subjects, objects, one.phrase, *_place(sentence, wholes, found.span(), words), frame)]
    return []


def _may_stand_behind(words: str, *, told: bool) -> bool:
    found = _told().match(words) if told else HARMLESS.match(words)
    if found is None or BOTH_WAYS.match(words) or may_deny_or_hedge(words[found.end() :]) or overstating_words(words):
        return False
    return told or not is_doubtful_behind(words)


def _place(sentence: Stretch, names: Sequence[NameSpan], span: tuple[int, int], words: str) -> tuple[int, int]:
    """Return where the most telling words of a construction stand: those before, between or behind its names."""
    borders = (span[0] + sentence.start, *(at for n in names for at in (n.start, n.end)), span[1] + sentence.start)
    parts = []
    for start, end in zip(borders[::2], borders[1::2], strict=True):
        said = words[start - sentence.start : end - sentence.start]
        left = start + len(said) - len(said.lstrip(" -'’"))
        parts.append((left, max(left, start + len(said.rstrip()))))
    return max(parts, key=lambda p: p[1] - p[0])


def _with_signs(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> str:
    """Return the words of a sentence with a sign for each name, in its place."""
    words = text[sentence.start : sentence.end]
    for name in names:
        start, end = name.start - sentence.start, name.end - sentence.start
        words = words[:start] + _SIGN.rjust(end - start) + words[end:]
    return words
