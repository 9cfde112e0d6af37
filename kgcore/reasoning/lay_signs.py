"""Signs as people tell them ("my knee blew up", "I can't hear a thing"), and what graphs may call them. Pure, linear.

The words are those of `lay_signs.tsv`: parts of the body, what is felt there, and idioms that need no part. A feeling
belongs to the parts beside it, so that one row says it of every part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LONGEST = 4_000  # characters that are read
MOST_SIGNS = 24
MOST_NAMES = 12  # of one sign
_ONES = r"(?:my|the|his|her|their|our|your|its|both|a|an)"
_BEFORE, _BEHIND = 6, 5  # words between a feeling and the parts before it, or behind


@dataclass(frozen=True, slots=True)
class ToldSign:
    """A stretch of a text, as written, and the names that its sign may have, the narrowest first."""

    start: int
    end: int
    words: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    names: tuple[str, ...]
    general: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    pattern: re.Pattern[str]
    names: tuple[str, ...]
    general: tuple[str, ...]


@cache
def _rows(kind: str) -> tuple[_Row, ...]:
    text = files("kgcore.reasoning").joinpath("lay_signs.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")][1:]
    return tuple(_row(words, names) for own, words, names in rows if own == kind)


def _row(words: str, names: str) -> _Row:
    own, _, general = names.partition("|")
    pattern = re.compile(rf"(?<![\w'-])(?:{words.replace('~', _ONES)})(?![\w'-])")
    return _Row(pattern, tuple(own.split(";")), tuple(general.split(";")) if general else ())


def told_signs(text: str) -> tuple[ToldSign, ...]:
    """Return the signs that a text tells in everyday words, in the order of reading; what it denies is left out."""
    said = text[:LONGEST].translate(str.maketrans("’‘", "''")).lower()
    found: list[_Found] = []
    spoken_of: Sequence[_Found] = ()
    for sentence in re.finditer(r"[^.?!;\n]+", said):
        groups = _groups(_kept(_matches("part", sentence[0])), sentence[0])
        found += _in_sentence(sentence[0], sentence.start(), groups, spoken_of)
        spoken_of = groups[-1] if groups else spoken_of
    told = [f for f in found if not is_denied(said[: f.start])]
    signs = (ToldSign(f.start, f.end, text[f.start : f.end], f.names[:MOST_NAMES]) for f in told)
    return tuple(sorted(signs, key=lambda s: (s.start, -s.end)))[:MOST_SIGNS]


_DENIAL = re.compile(
    r"(?:\b(?:no|without|never|nor|neither|den(?:y|ies|ied)|free of)|\b(?:do|does|did|have|has|had|is|are|am|was|were)"
    r"(?:n't| not))\b(?!\s+(?:only|just)\b)"
    r"(?:\s+(?!(?:and|but|when|because|so|then)\b)[\w'-]+(?:,?\s+(?:or|nor)\b)?){0,4}\s*$",
)


def is_denied(before: str) -> bool:
    """Tell whether what a text says before a sign denies it: "no fever", "without nausea or", "doesn't have"."""
    return _DENIAL.search(before[-80:].lower()) is not None


def _in_sentence(
    sentence: str, at: int, groups: Sequence[Sequence[_Found]], spoken_of: Sequence[_Found]
) -> Iterator[_Found]:
    """Yield the signs of a sentence; `spoken_of` are the parts that "it" means where the sentence names none."""
    felt, idioms = (_kept(_matches(kind, sentence)) for kind in ("felt", "idiom"))
    for one in idioms:
        yield _Found(one.start + at, one.end + at, one.names)
    for feeling in felt:
        if any(one.start <= feeling.start and feeling.end <= one.end for one in idioms):
            continue
        near = _nearest(feeling, groups, sentence)
        meant = near or (spoken_of if not groups and _IT.search(sentence) else ())
        for part in meant:
            start, end = (min(part.start, feeling.start), max(part.end, feeling.end)) if near else _own(feeling)
            names = [form.format(name) for name in part.names for form in feeling.names]
            yield _Found(start + at, end + at, _mixed(names, len(feeling.names)))
        if not meant and feeling.general:
            yield _Found(feeling.start + at, feeling.end + at, feeling.general)


_IT = re.compile(r"\b(?:it|it's|its|they|they're|them|there)\b")


def _own(one: _Found) -> tuple[int, int]:
    return one.start, one.end


def _mixed(names: Sequence[str], forms: int) -> tuple[str, ...]:
    """Return names of the first kind of a part first, then those of its other names, each once."""
    by_part = [names[n : n + forms] for n in range(0, len(names), forms)]
    ordered = [*by_part[0][:5], *(form for part in by_part[1:] for form in part[:3]), *by_part[0][5:]]
    return tuple(dict.fromkeys(ordered))


def _matches(kind: str, sentence: str) -> list[_Found]:
    return [
        _Found(m.start(), m.end(), row.names, row.general)
        for row in _rows(kind)
        for m in row.pattern.finditer(sentence)
    ]


def _kept(found: Sequence[_Found]) -> list[_Found]:
    """Return the longest of those that overlap, in the order of reading."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda f: (f.start, f.start - f.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
        elif one.end - one.start > kept[-1].end - kept[-1].start:
            kept[-1] = one
    return kept


_JOINED = re.compile(rf"(?:,? (?:and|or|&|then) (?:{_ONES} )?|, )(?:also )?(?:left |right )?")


def _groups(parts: Sequence[_Found], sentence: str) -> list[list[_Found]]:
    """Return the parts that stand in a row: "my hip, knee and ankle"."""
    groups: list[list[_Found]] = []
    for part in parts:
        if groups and _JOINED.fullmatch(sentence[groups[-1][-1].end : part.start]):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


_LEADS_TO = re.compile(
    rf"(?:\s|\b(?:in|on|of|at|from|to|behind|around|across|under|over|inside|between|near|down|up|below|above|{_ONES}"
    r"|left|right|lower|upper|whole|pains?|aches?|feeling|sensation|one|side|skin|back)\b)*"
)
_SAYS_OF = re.compile(
    r"(?:[\s,]|\b(?!(?:but|because|while|when|then|after|before|since)\b)[\w']+)*",
)


def _nearest(feeling: _Found, groups: Sequence[Sequence[_Found]], sentence: str) -> Sequence[_Found]:
    """Return the parts to which a feeling belongs: those that it leads to, else those before it, else none."""
    behind = next((g for g in groups if g[0].start >= feeling.end), None)
    if behind and _LEADS_TO.fullmatch(gap := sentence[feeling.end : behind[0].start]) and len(gap.split()) <= _BEHIND:
        return behind
    before = next((g for g in reversed(groups) if g[-1].end <= feeling.start), None)
    if before:
        gap = sentence[before[-1].end : feeling.start]
        if len(gap.split()) <= _BEFORE and _SAYS_OF.fullmatch(gap):
            return before
    return ()
