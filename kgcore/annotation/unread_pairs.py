"""Pairs of names that stand in one passage, and of which no rule read anything: what a transformer is asked of. Pure.

A passage is a sentence, or two in a row of which each has one of the names. What supposes, asks, or is taken back by
what stands around it is no passage at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgcore.annotation.entailment import Question
from kgcore.annotation.headings import denied_stretches, limited_stretches
from kgcore.english.context import asserts_nothing, denied_next
from kgcore.english.sentences import Stretch, split_sentences
from kgcore.values.model import Candidate, Paragraph

LONGEST_PASSAGE = 500  # characters
MOST_PAIRS = 60  # of one text: more is a table or a list, and takes too long
_MOST_NAMES = 8  # of one passage
_NEXT = 200  # characters behind a passage that may take it back
_MOST_BETWEEN = 80  # characters between two names that the rules read as one phrase

Spots = Sequence[tuple[int, int, tuple[Candidate, ...]]]


@dataclass(frozen=True, slots=True)
class Named:
    """One thing that a paragraph names: its entity's id, and where it does."""

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
    text = paragraph.text
    names = _named(spots)
    stated = _stated(paragraph, names)
    sentences = list(split_sentences(text, Stretch(0, len(text)), [(s, e) for s, e, _ in spots]))
    shut = {*denied_stretches(text, sentences, before), *limited_stretches(text, sentences, before)}
    done: set[frozenset[str]] = set()
    for passage, parts in _passages(text, sentences, shut):
        inside = [one for one in names if _within(one.places, passage)]
        if len(inside) > _MOST_NAMES:
            continue
        for one, other in itertools.combinations(inside, 2):
            pair = frozenset((one.id, other.id))
            if pair in stated or pair in done or (len(parts) > 1 and not _apart(one, other, parts)):
                continue
            if len(parts) == 1:
                done.add(pair)
            if not _reads_between(text, passage, one, other, reads):
                yield UnreadPair(passage, one, other)
                yield UnreadPair(passage, other, one)


def _named(spots: Spots) -> list[Named]:
    places: dict[str, list[Stretch]] = {}
    for start, end, meant in spots:
        if meant:
            places.setdefault(meant[0].entity.id, []).append(Stretch(start, end))
    return [Named(id, tuple(some)) for id, some in places.items()]


def _stated(paragraph: Paragraph, names: Iterable[Named]) -> set[frozenset[str]]:
    """Return the pairs of which a triple of the paragraph speaks, by the places of their names."""
    marked = {m.ref: [k for k in paragraph.marks if k.ref == m.ref] for m in paragraph.marks}
    meant = {
        ref: {n.id for n in names for p in n.places for m in marks if p.start < m.end and m.start < p.end}
        for ref, marks in marked.items()
    }
    return {
        frozenset((one, other))
        for t in paragraph.triples
        for one in meant.get(t.subject.ref, ())
        for other in meant.get(t.object.ref, ())
    }


def _passages(
    text: str, sentences: Sequence[Stretch], shut: set[Stretch]
) -> Iterator[tuple[Stretch, Sequence[Stretch]]]:
    """Yield single sentences first, then each with the next one."""
    pairs = [sentences[n : n + 2] for n in range(len(sentences) - 1)]
    for parts in (*([one] for one in sentences), *pairs):
        passage = Stretch(parts[0].start, parts[-1].end)
        words = text[passage.start : passage.end]
        if (
            len(words) <= LONGEST_PASSAGE
            and not any(one in shut or asserts_nothing(text[one.start : one.end]) for one in parts)
            and not denied_next(text[passage.end :][:_NEXT].lstrip())
        ):
            yield passage, parts


def _apart(one: Named, other: Named, parts: Sequence[Stretch]) -> bool:
    """Whether of two sentences neither names both things."""
    return not any(_within(one.places, part) and _within(other.places, part) for part in parts)


def _within(places: Iterable[Stretch], passage: Stretch) -> tuple[Stretch, ...]:
    """Return the places that lie in a passage, counted from its start."""
    return tuple(
        Stretch(p.start - passage.start, p.end - passage.start)
        for p in places
        if passage.start <= p.start and p.end <= passage.end
    )


def _reads_between(text: str, passage: Stretch, one: Named, other: Named, reads: Callable[[str], bool]) -> bool:
    own = text[passage.start : passage.end]
    for a, b in itertools.product(_within(one.places, passage), _within(other.places, passage)):
        first, last = (a, b) if a.start < b.start else (b, a)
        if last.start - first.end <= _MOST_BETWEEN and reads(own[first.end : last.start].strip()):
            return True
    return False
