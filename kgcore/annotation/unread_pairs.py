"""Pairs of names that stand in one passage, and of which no rule read anything: what a transformer is asked of. Pure.

A passage is a sentence, or two in a row of which each has one of the names. What supposes, asks, or is taken back by
what stands around it is no passage at all.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from operator import itemgetter

from kgcore.annotation.entailment import Question
from kgcore.annotation.headings import denied_stretches, limited_stretches
from kgcore.english.context import asserts_nothing, denied_next
from kgcore.english.sentences import Stretch, split_sentences
from kgcore.english.words import word_list
from kgcore.values.model import Candidate, Paragraph

LONGEST_PASSAGE = 500  # characters
MOST_PAIRS = 400  # of one text, both ways round, that the graph is asked of: more is a table or a list
_MOST_NAMES = 8  # of one passage
_NEXT = 200  # characters behind a passage that may take it back
_MOST_BETWEEN = 80  # characters between two names that the rules read as one phrase
# What leans on the sentence before: "this is worsened by *A*", "patients were given *A*", "the drug's levels".
_KIND = "|".join(sorted(map(re.escape, word_list("sort") | word_list("generic noun")), key=len, reverse=True))
_LEANS = re.compile(
    r"\b(?:it|its|itself|they|them|their|theirs|this|that|these|those|such|both|neither|either|so|same|too|also|"
    r"likewise|here|there|then|former|latter|other|another|others|ones?|each|all|he|she|him|her|his|users?|"
    rf"patients?|participants?|the\s+(?:{_KIND})s?)\b",
    re.IGNORECASE,
)

Spots = Sequence[tuple[int, int, tuple[Candidate, ...]]]


@dataclass(frozen=True, slots=True)
class Named:
    """One thing that a passage names: its entity's id, and where in the paragraph it does."""

    id: str
    places: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class UnreadPair:
    """Two things that a passage of a paragraph names, in the direction that is asked about."""

    passage: Stretch
    subject: Named
    object: Named

    def question(self, text: str, relation: str) -> Question:
        """Return what is asked of the passage."""
        return Question(
            text[self.passage.start : self.passage.end],
            _within(self.subject.places, self.passage),
            _within(self.object.places, self.passage),
            relation,
        )


def unread_pairs(paragraph: Paragraph, spots: Spots, before: str, reads: Callable[[str], bool]) -> Iterator[UnreadPair]:
    """Yield the pairs of a paragraph, both ways round; `spots` are its names, `before` is the paragraph before.

    `reads`: whether words between two names say a relation. Then rules read them, and what stands around them kept the
    rules from a claim: nobody else is asked.
    """
    text, spots = paragraph.text, sorted(spots, key=itemgetter(0, 1))  # a graph tells names in any order
    sentences = list(split_sentences(text, Stretch(0, len(text)), [(s, e) for s, e, _ in spots]))
    named = _named(spots, sentences)
    meant = _meant(paragraph, spots)
    done = _stated(paragraph, meant)
    read = _read_apart(paragraph, sentences, meant, named)
    shut = {*denied_stretches(text, sentences, before), *limited_stretches(text, sentences, before)}
    silent = [one in shut or asserts_nothing(text[one.start : one.end]) for one in sentences]
    for first, last in _passages(len(sentences)):
        passage = Stretch(sentences[first].start, sentences[last].end)
        if any(silent[first : last + 1]) or passage.end - passage.start > LONGEST_PASSAGE:
            continue
        pairs = [p for p in _pairs(named[first], named[last], both=first == last) if frozenset(p) not in done]
        if first < last:
            pairs = [p for p in pairs if p[1] not in read[last]]
        if not pairs or denied_next(text[passage.end :][:_NEXT].lstrip()):
            continue
        places = {id: (*named[first].get(id, ()), *(named[last].get(id, ()) if last > first else ())) for id in
                  {*named[first], *named[last]}}  # fmt: skip
        for pair in pairs:
            if first == last:
                done.add(frozenset(pair))
            one, other = (Named(id, places[id]) for id in pair)
            if not _reads_between(text, one, other, reads):
                yield UnreadPair(passage, one, other)
                yield UnreadPair(passage, other, one)


def _named(spots: Spots, sentences: Sequence[Stretch]) -> list[dict[str, tuple[Stretch, ...]]]:
    """Return what each sentence names, by id, with the places."""
    found: list[dict[str, tuple[Stretch, ...]]] = [{} for _ in sentences]
    ends = [one.end for one in sentences]
    for start, end, meant in spots:
        at = bisect_right(ends, start)
        if meant and at < len(sentences) and sentences[at].start <= start and end <= sentences[at].end:
            id = meant[0].entity.id
            found[at][id] = (*found[at].get(id, ()), Stretch(start, end))
    return found


def _meant(paragraph: Paragraph, spots: Spots) -> dict[str, set[str]]:
    """Return the ids for which the references of a paragraph's marks stand, by the places of the names."""
    ends = [end for _, end, _ in spots]
    meant: dict[str, set[str]] = {}
    for mark in paragraph.marks:
        behind = islice(spots, bisect_right(ends, mark.start), None)
        for _, _, candidates in takewhile(partial(_begins_before, mark.end), behind):
            meant.setdefault(mark.ref, set()).update(c.entity.id for c in candidates[:1])
    return meant


def _stated(paragraph: Paragraph, meant: Mapping[str, Collection[str]]) -> set[frozenset[str]]:
    """Return the pairs of which a triple of the paragraph speaks."""
    return {
        frozenset((one, other))
        for t in paragraph.triples
        for one in meant.get(t.subject.ref, ())
        for other in meant.get(t.object.ref, ())
    }


def _read_apart(
    paragraph: Paragraph,
    sentences: Sequence[Stretch],
    meant: Mapping[str, set[str]],
    named: Sequence[Mapping[str, object]],
) -> list[set[str]]:
    """Return of what each sentence names rules read a claim, so that nothing is left to say with the one before.

    Where it has both sides of its claim and leans on the one before all the same, something may be: "*A* does not
    prevent *B*, though it makes this worse".
    """
    found: list[set[str]] = [set() for _ in sentences]
    leans = [_LEANS.search(paragraph.text, one.start, one.end) is not None for one in sentences]
    ends = [one.end for one in sentences]
    for t in paragraph.triples:
        at = bisect_right(ends, t.start)
        if at < len(ends):
            subject, object_ = (meant.get(m.ref, set()) & named[at].keys() for m in (t.subject, t.object))
            if not (subject and object_ and leans[at]):
                found[at] |= subject | object_
    return found


def _begins_before(end: int, spot: tuple[int, int, tuple[Candidate, ...]]) -> bool:
    return spot[0] < end


def _passages(sentences: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last of the sentences of each passage: single ones, then each with the next one."""
    yield from ((n, n) for n in range(sentences))
    yield from ((n, n + 1) for n in range(sentences - 1))


def _pairs(first: Collection[str], last: Collection[str], *, both: bool) -> Iterator[tuple[str, str]]:
    """Yield the pairs of one sentence, or those of two of which each has one; none of a crowd."""
    if len({*first, *last}) > _MOST_NAMES:
        return
    if both:
        yield from itertools.combinations(first, 2)
    else:
        yield from ((one, other) for one in first for other in last if one not in last and other not in first)


def _within(places: Iterable[Stretch], passage: Stretch) -> tuple[Stretch, ...]:
    """Return places as counted from the start of their passage."""
    return tuple(Stretch(p.start - passage.start, p.end - passage.start) for p in places)


def _reads_between(text: str, one: Named, other: Named, reads: Callable[[str], bool]) -> bool:
    for a, b in itertools.product(one.places, other.places):
        first, last = (a, b) if a.start < b.start else (b, a)
        if last.start - first.end <= _MOST_BETWEEN and reads(text[first.end : last.start].strip()):
            return True
    return False
