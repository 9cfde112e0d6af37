"""Sentences of a text to be checked that name one thing of the graph and one that it lacks: "Coffee causes cancer."

Such a claim cannot be settled, and whoever asked is told so. Only the plainest sentence is read: a name, a relation
phrase that is understood whole, and a noun of up to four words, or the other way round, with nothing else before or
behind; or such words as the last that a sentence says of its subject: "*A* lowers *B* but does not lower heart rate".
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from kgcore.english.context import ClaimFrame, asserts_nothing, denied_next, read_frame_before
from kgcore.english.reading import PhraseReader
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan
from kgcore.english.words import word_list
from kgcore.values.model import Mention

_FIRST_REF = 6_000  # the first number of what the graph does not name
_LONGEST, _MOST = 4, 7  # words of such a noun, and of a relation phrase
_NEXT = 200  # characters behind a sentence that may take it back
_WORD = re.compile(r"[^\W_][\w'’/-]*")
_PLAIN = re.compile(r"[\w\s'’/-]*[.!]?\s*")
_ARTICLES = frozenset({"the", "a", "an"})
# What leads over to the last thing that is said of a subject.
_BESIDES = re.compile(
    r"\s*,?\s+(?:(?:and|but|yet|though|although|while|whilst)\s+(?:(?:it|they|also|still|then)\s+){0,2}|"
    r"(?P<without>without)\s+(?=[a-z]+ing\s))",
    re.IGNORECASE,
)
# What may follow a thing: of whom, when and how; the words behind are no part of it.
_BEHIND = frozenset({"in", "among", "for", "during", "after", "when", "if", "at", "by", "because", "within"})
_PEOPLE = frozenset({"me", "you", "us", "them", "him", "her", "everybody", "everyone", "anybody", "somebody", "people"})


def said_of_stranger(
    text: str, sentence: Stretch, names: Sequence[NameSpan], vocabulary: PhraseReader
) -> list[RelationSpan]:
    """Return what a sentence with one known name says of it and a thing without a name in the graph; [] if unsure."""
    words = text[sentence.start : sentence.end]
    if len(names) != 1 or asserts_nothing(words) or denied_next(text[sentence.end :][:_NEXT].lstrip()):
        return []
    known = names[0]
    before, behind = (sentence.start, known.start), (known.end, sentence.end)
    frame = read_frame_before(text[slice(*before)])
    if frame is not None and _PLAIN.fullmatch(text, *behind):
        parts = list(_WORD.finditer(text, *behind))
        for count in range(1, min(len(parts), _MOST)):
            noun = list(takewhile(lambda w: w[0].casefold() not in _BEHIND, parts[count:]))
            if found := _read(text, parts[:count], noun, vocabulary):
                phrase, stranger = found
                return [RelationSpan((known,), (stranger,), *_place(text, phrase), frame)]
    first = read_frame_before("")
    if first is not None and not text[slice(*behind)].strip(" .!\n") and _PLAIN.fullmatch(text, *before):
        parts = list(_WORD.finditer(text, *before))
        for count in range(1, min(len(parts), _LONGEST + 1)):
            if found := _read(text, parts[count:], parts[:count], vocabulary):
                phrase, stranger = found
                return [RelationSpan((stranger,), (known,), *_place(text, phrase), first)]
    return []


def said_besides(
    text: str, sentence: Stretch, names: Sequence[NameSpan], said: Sequence[RelationSpan], vocabulary: PhraseReader
) -> list[RelationSpan]:
    """Return what a sentence that was read says last of its subject and a thing without a name; [] if unsure."""
    if not said or denied_next(text[sentence.end :][:_NEXT].lstrip()):
        return []
    end, subjects = names[-1].end, said[0].subjects
    told = all(one.subjects == subjects and one.frame == ClaimFrame() and one.end <= end for one in said)
    over = _BESIDES.match(text, end, sentence.end)
    if not told or over is None or not _PLAIN.fullmatch(text, over.end(), sentence.end):
        return []
    frame = ClaimFrame(negated=over["without"] is not None)
    parts = list(_WORD.finditer(text, over.end(), sentence.end))
    for count in range(1, min(len(parts), _MOST)):
        if found := _read(text, parts[:count], parts[count:], vocabulary):
            phrase, stranger = found
            return [RelationSpan(subjects, (stranger,), *_place(text, phrase), frame)]
    return []


def _read(
    text: str, phrase: Sequence[re.Match[str]], noun: Sequence[re.Match[str]], vocabulary: PhraseReader
) -> tuple[Sequence[re.Match[str]], NameSpan] | None:
    """Return the words of a relation and the thing, where both are understood so."""
    while noun and noun[0][0].casefold() in _ARTICLES:
        noun = noun[1:]
    if not noun or not 0 < len(phrase) <= _MOST or len(noun) > _LONGEST:
        return None
    none = word_list("in no name")  # what holds one of them is not read
    if {w[0].casefold() for w in noun} <= {*word_list("generic noun"), "itself"}:  # "the drug": something named before
        return None
    if any(w[0].casefold() in none or w[0].casefold().endswith("ly") for w in noun) or not noun[-1][0][0].isalpha():
        return None
    start, end = phrase[0].start(), phrase[-1].end()
    if {w[0].casefold() for w in phrase} & _PEOPLE or not vocabulary.read(text[start:end]).predicates:
        return None
    place = (noun[0].start(), noun[-1].end())
    mention = Mention(text[slice(*place)], ref=f"N{_FIRST_REF + place[0] % 1_000}")
    return phrase, NameSpan(*place, mention)


def _place(text: str, phrase: Sequence[re.Match[str]]) -> tuple[str, int, int]:
    start, end = phrase[0].start(), phrase[-1].end()
    return " ".join(text[start:end].split()), start, end
