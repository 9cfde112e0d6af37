"""Claims whose relation does not stand between its two names: "inhibition of *B* by *A*", "*A*-induced *B*". Pure.

`constructions.tsv` has the constructions, each with the plain phrase for which it stands, or with the place where that
phrase stands: any words that the vocabulary reads ("what *A* does is ease *B*"). A sentence is read so only if it names
two things, its other words are all understood, and nothing in them denies, doubts, asks or supposes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from kgcore.english.behind import BOTH_WAYS, HARMLESS
from kgcore.english.chunks import adds_nothing, may_matter
from kgcore.english.context import (
    ClaimFrame,
    denied_next,
    is_doubtful_behind,
    may_deny_or_hedge,
    overstating_words,
    read_frame_before,
)
from kgcore.english.cues import CueScope, cue_regex, find_cue, regex_of_any
from kgcore.english.passed_over import unqualified
from kgcore.english.reading import PhraseReader
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan, ill_ahead, listed
from kgcore.english.words import rows_of, word_lists

_SHARED = re.compile(r"\{(\w+)\}")
NAME = "¤"  # what stands for a name while a sentence is searched
# Where a clause of its own begins, and where one does that what stands before it does not reach over into.
_TURN = re.compile(
    r"\s*;\s+|,?\s+(?:but|while|whilst|whereas|although|though|yet)\s+(?!(?:not|only|also)\b)", re.IGNORECASE
)
_BORDER = re.compile(rf"{_TURN.pattern}|,\s+(?:and|so)\s+(?!(?:that|which|who|whose|not|also)\b)", re.IGNORECASE)
_WITHIN_ILL = re.compile(
    r"(?:^|\W)(?:in|for|against|with|(?:prevention|prophylaxis|treatment|relief|management) of|"
    r"to (?:prevent|avoid|treat|ease|relieve|manage))(?:\s+(?:people|patients|those) with)?\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NEXT = 200  # characters of the next sentence that are looked at
# "The trial showed no (reduction of *B* with *A*)": what a noun says is denied.
_NONE = re.compile(
    r"(?:^|\s)(?:(?:absolutely |virtually |practically )?no|not any|not (?:a|one)(?: single)?)"
    r"(?:\s+(?:<ADJECTIVES>))*\s*$".replace(
        "<ADJECTIVES>",
        "(?:statistically |clinically )?(?:significant|meaningful|relevant|important)|clear|measurable|detectable|"
        "appreciable|discernible|consistent|convincing|real|such|overall|apparent",
    ),
    re.IGNORECASE,
)
_REPORTS = re.compile(r"\bthat\b", re.IGNORECASE)
_SAID = "‡"  # what stands for the relation's own words, in a row whose phrase is "V"
_ANY_WORDS = r"(?P<said>[a-z][\w'’-]*(?: [\w'’-]+){0,6}?)"
_OF_AMOUNTS = {"lowers the risk of": "reduces", "raises the risk of": "increases"}
_VERB = re.compile(r"\bV\b")
_SUBJECT, _OBJECT = re.compile(r"\bA(?=['’ -]|\b)"), re.compile(r"\bB\b")


@dataclass(frozen=True, slots=True)
class _Construction:
    phrase: str
    words: str  # with signs for the names
    between: re.Pattern[str]  # of the words between the names: looked at first, for it rarely fits
    object_first: bool
    behind: str  # what may stand behind it, see constructions.tsv

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.words)


@cache
def _compiled(words: str) -> re.Pattern[str]:
    """Compile a whole construction when the words between two names first fit it (all at once: half a second)."""
    return re.compile(rf"(?<!\w){_regex(words)}(?!\w)", re.IGNORECASE)


def _regex(words: str) -> str:
    return cue_regex(words).replace(_SAID, _ANY_WORDS)


@cache
def _constructions() -> tuple[_Construction, ...]:
    found = []
    shared: dict[str, str] = {}
    for phrase, behind, written in rows_of("constructions.tsv"):
        words = _SHARED.sub(lambda m: shared[m[1]], written)
        if phrase == "let":
            shared[behind] = words
        if phrase in ("let", "told"):
            continue
        subject, object = _SUBJECT.search(words), _OBJECT.search(words)
        if subject is None or object is None:
            raise ValueError(f"constructions.tsv: {words!r} does not name A and B")
        signed = _OBJECT.sub(NAME, _SUBJECT.sub(NAME, _VERB.sub(_SAID, words)))
        between = re.compile(_regex(signed.split(NAME)[1]), re.IGNORECASE)
        found.append(_Construction(phrase, signed, between, object.start() < subject.start(), behind))
    return tuple(found)


@cache
def _told() -> re.Pattern[str]:
    words = regex_of_any(row[2] for row in rows_of("constructions.tsv") if row[0] == "told")
    source = regex_of_any(word_lists()["source"])
    return re.compile(rf"\s*(?:$|[.!]|(?:{words})(?!\w)(?:\s+(?:{source})(?!\w))?)", re.IGNORECASE)


def constructed(
    text: str,
    sentence: Stretch,
    names: Sequence[NameSpan],
    vocabulary: PhraseReader,
    said: Sequence[RelationSpan] = (),
) -> list[RelationSpan]:
    """Return what a sentence says by the constructions, clause by clause; `said` is what was read of it otherwise.

    A clause is read so if it names two things, or two lists of them, and nothing was read in it. [] if unsure.
    """
    names = [n for n in names if not n.stands_for]
    found: list[RelationSpan] = []
    if denied_next(text[sentence.end :][:_NEXT].lstrip()):
        return []
    for clause, inside in by_clauses(text, sentence, names):
        free = not any(clause.start < one.end and one.start < clause.end for one in said)
        if free and len(inside) == 2 and inside[0][0].mention.ref != inside[1][0].mention.ref:
            found += _constructed(text, clause, inside, vocabulary)
    return found


def by_clauses(
    text: str, sentence: Stretch, names: Sequence[NameSpan]
) -> Iterator[tuple[Stretch, Sequence[tuple[NameSpan, ...]]]]:
    """Yield the clauses of a sentence and the groups of names in each: "*A* …, whereas *B* …; *C* …"."""
    groups = listed(text, names)
    if len(names) == 2 and text[names[0].end : names[1].start].strip() in (",", "and", "&", "/"):
        groups = [(name,) for name in names]  # no list: "In *A*, *B* helps", "a link between *A* and *B*"
    ahead = ill_ahead(text, names) if len(groups) == 1 and len(names) > 2 else 0
    if ahead and _WITHIN_ILL.search(text[: names[0].start]):
        groups = [tuple(names[:ahead]), tuple(names[ahead:])]  # "In *B*, *A* and *C* help"
    start, first = sentence.start, 0
    before = text[start : groups[0][0].start] if groups else ""
    reported = _REPORTS.search(before) or find_cue(before, CueScope.CLAUSE)
    for n, (one, other) in enumerate(pairwise(groups), 1):
        border = (_TURN if reported else _BORDER).search(text, one[-1].end, other[0].start)
        if border is not None:
            yield Stretch(start, border.start()), groups[first:n]
            start, first = border.end(), n
    yield Stretch(start, sentence.end), groups[first:]


def _constructed(
    text: str, clause: Stretch, groups: Sequence[tuple[NameSpan, ...]], vocabulary: PhraseReader
) -> list[RelationSpan]:
    wholes = [replace(g[0], end=g[-1].end) for g in groups]
    said = _found(text, clause, groups, wholes, vocabulary)
    bare = [replace(n, end=n.end - 2) if text[: n.end].endswith(("'s", "’s")) else n for n in wholes[:1]]
    return said or (_found(text, clause, groups, [*bare, wholes[1]], vocabulary) if bare != wholes[:1] else [])


def _found(
    text: str,
    sentence: Stretch,
    groups: Sequence[tuple[NameSpan, ...]],
    wholes: Sequence[NameSpan],
    vocabulary: PhraseReader,
) -> list[RelationSpan]:
    """Return what the first construction that fits says; `wholes` are the places of the two groups."""
    words = with_signs(text, sentence, [(n.start, n.end) for n in wholes])
    first, second = (n.end - sentence.start - 1 for n in wholes)  # where their signs stand
    for one in _constructions():
        found = one.pattern.search(words) if one.between.fullmatch(words, first + 1, second) else None
        if found is None:
            continue
        frame = _frame_of(words[: found.start()])
        if frame is None or not _may_stand_behind(words[found.end() :], one.behind):
            continue
        told = one.pattern.groupindex.get("said") is not None
        phrase = _VERB.sub(found["said"], one.phrase) if told else one.phrase
        reading = vocabulary.read(phrase)
        if not reading.predicates or (frame.negated and reading.negated):
            continue
        subjects, objects = reversed(groups) if one.object_first else groups
        if not all(n.ill or n.felt for n in objects):  # of what is no illness there is less, not a lower risk
            phrase = _OF_AMOUNTS.get(phrase, phrase)
        own = found.span("said") if told else None
        place = (
            (own[0] + sentence.start, own[1] + sentence.start) if own else _place(sentence, wholes, found.span(), words)
        )
        return [RelationSpan(subjects, objects, phrase, *place, frame)]
    return []


def _frame_of(before: str) -> ClaimFrame | None:
    """Return what the words before a construction add; None where they deny otherwise than by a "no" to its noun."""
    none = _NONE.search(before)
    frame = read_frame_before(unqualified(before[: none.start()] if none else before))
    return None if frame is None or frame.negated else replace(frame, negated=none is not None)


def _may_stand_behind(words: str, behind: str) -> bool:
    if behind == "clause":
        return adds_nothing(words)
    told = behind == "told"
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


def with_signs(text: str, sentence: Stretch, names: Sequence[tuple[int, int]]) -> str:
    """Return the words of a sentence with a sign for each name, in its place."""
    words = text[sentence.start : sentence.end]
    for left, right in names:
        start, end = left - sentence.start, right - sentence.start
        words = words[:start] + NAME.rjust(end - start) + words[end:]
    return words


_WHICH_IT = re.compile(
    r"(?:\s*,\s+(?:an?|the)\s+(?:condition|disease|disorder|illness|complication|problem|(?:side|adverse) effect|"
    r"symptom|enzyme|protein|peptide|process|substance))?\s*,?\s+(?:which|that)\s+(?:(?:the|both)\s+)?",
    re.IGNORECASE,
)
_DOES_IT = re.compile(
    r"\s+((?:(?!and\b|or\b|but\b|to\b|in\b|for\b)[a-z]+\s){0,2}[a-z]+)(?=\s*(?:[.,;!)]|$|and\b|but\b))", re.IGNORECASE
)


def done_to(
    text: str, sentence: Stretch, names: Sequence[NameSpan], said: Sequence[RelationSpan], vocabulary: PhraseReader
) -> Iterator[RelationSpan]:
    """Yield what a relative clause about a name says that something does to it: "*B*, which *A* causes"."""
    for objects, subjects in pairwise(listed(text, names)):
        object = objects[-1]
        which = _WHICH_IT.fullmatch(text, object.end, subjects[0].start)
        does = _DOES_IT.match(text, subjects[-1].end, sentence.end) if which else None
        known = any(one in o.subjects for one in subjects for o in said)
        if does is None or known or may_matter(text[sentence.start : object.start]):
            continue
        reading = vocabulary.read(does[1])
        behind = text[does.end() : sentence.end]
        if reading.predicates and not (reading.negated or reading.inverted or is_doubtful_behind(behind)):
            yield RelationSpan(tuple(subjects), (object,), does[1], *does.span(1), ClaimFrame())
