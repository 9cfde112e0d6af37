"""What a plain reading of an annotated text knows better or besides: the words count, not the ids beside them. Pure."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kgcore.annotation.overclaims import CURED, CURES, PREVENTED
from kgcore.english.context import find_overstatement
from kgcore.english.sentences import sentence_ends
from kgcore.english.words import word_list
from kgcore.values.model import Mark, Mention, Paragraph, Qualifier, QualifierKind, Qualifiers, Triple

# Which of several is meant: the ids say one, and only where a plain reading finds the same one is it sure.
_WHICH_ONE = re.compile(
    r"\bthe (?:second|first|other|last|third|latter|former)(?: one)?\s*$|\b(?:this|that) one\s*$", re.IGNORECASE
)
_FRESH = 7_000  # the first number of what an annotated paragraph gets from its plain reading


def with_plain(
    annotated: Paragraph,
    plain: Paragraph,
    index: int,
    reads: Callable[[str, str | None], bool] = lambda phrase, predicate: True,
) -> Paragraph:
    """Add to an annotated paragraph what its sentences surely say besides, as a plain reading of its text has it.

    What the annotation states of two entities in a sentence is not stated again, unless the words that it calls their
    relation do not say by themselves what was chosen for them (`reads`): "[leaves] *B* unchanged".
    """
    if annotated.text != plain.text:
        return annotated
    ends = tuple(sentence_ends(annotated.text, breaks=True))
    refs = _refs(annotated, plain)
    read = [
        t if reads(t.relation, t.predicate) else _as_read(t, annotated, plain, refs, ends, reads)
        for t in annotated.triples
    ]
    annotated = replace(annotated, triples=tuple(read)) if read != list(annotated.triples) else annotated
    annotated = _corrected(annotated, plain, refs, ends)
    new = [t for t in plain.triples if not any(_covers(a, t, refs, ends) for a in annotated.triples)]
    if not new:
        return annotated
    triples = [_renumbered(t, refs, index) for t in new]
    wanted = {(m.start, m.end) for t in new for m in plain.marks if m.ref in (t.subject.ref, t.object.ref)}
    marks = list(annotated.marks)
    marks += [replace(m, ref=refs[m.ref]) for m in plain.marks if (m.start, m.end) in wanted and _is_free(m, marks)]
    marks += [m for t in triples if t.start < t.end and _is_free(m := Mark(t.start, t.end, t.ref), marks)]
    ordered = sorted(dict.fromkeys(marks), key=lambda m: m.start)
    together = sorted((*annotated.triples, *triples), key=lambda t: t.start)
    return Paragraph(annotated.text, tuple(ordered), tuple(together))


def _as_read(
    known: Triple,
    annotated: Paragraph,
    plain: Paragraph,
    refs: Mapping[str, str],
    ends: Sequence[int],
    reads: Callable[[str, str | None], bool],
) -> Triple:
    """Return a triple as the plain reading has the one thing that its sentence says of the same two, if it does."""
    place, pair = bisect_right(ends, known.start), {known.subject.ref, known.object.ref}
    same = [
        t for t in plain.triples
        if bisect_right(ends, t.start) == place and {refs.get(t.subject.ref), refs.get(t.object.ref)} == pair
    ]  # fmt: skip
    if len(same) != 1 or len(_of_pair(known, annotated, ends)) != 1:
        return known
    [one] = same
    if reads(known.relation, None) and not reads(one.relation, known.predicate):
        return known  # both say something, and neither what was chosen
    subject, object = known.subject, known.object
    if refs.get(one.subject.ref) != subject.ref:
        subject, object = object, subject
    return replace(one, subject=subject, object=object, ref=known.ref, paragraph=known.paragraph)


def _of_pair(known: Triple, annotated: Paragraph, ends: Sequence[int]) -> list[Triple]:
    """Return the annotated triples of a triple's sentence that are of the same two as it."""
    place, pair = bisect_right(ends, known.start), {known.subject.ref, known.object.ref}
    return [
        t for t in annotated.triples
        if bisect_right(ends, t.start) == place and {t.subject.ref, t.object.ref} == pair
    ]  # fmt: skip


def _corrected(annotated: Paragraph, plain: Paragraph, refs: Mapping[str, str], ends: Sequence[int]) -> Paragraph:
    """Return an annotated paragraph without triples whose sentence says something else: the text counts, not the ids.

    That is where the words of a relation have another subject right before them than its id says, which is named
    elsewhere, where a sentence promises of two things what its annotation only states, and where it says the reverse.
    """
    kept = [
        t for t in annotated.triples
        if not _has_other_subject(annotated, plain, t, refs)
        and not any(_promises_more(t, p, refs, ends) or _turns(t, p, refs, annotated) for p in plain.triples)
    ]  # fmt: skip
    said = [_qualified(_in_full(t, annotated, plain), annotated, plain, refs, ends) for t in kept]
    return annotated if said == list(annotated.triples) else replace(annotated, triples=tuple(said))


def _in_full(known: Triple, annotated: Paragraph, plain: Paragraph) -> Triple:
    """Return a triple whose names are the whole ones where a label is only a part: "bipolar [depression]"."""

    def whole(mention: Mention) -> Mention:
        labels = [
            m for m in annotated.marks if m.ref == mention.ref and annotated.text[m.start : m.end] == mention.text
        ]
        label = min(labels, key=lambda m: abs(m.start - known.start), default=None)
        over = (m for m in plain.marks if label and m.start <= label.start and label.end <= m.end and m.ref[:1] == "N")
        longer = (m for m in over if label and m.end - m.start > label.end - label.start)
        mark = next((m for m in longer if _is_free(m, [other for other in annotated.marks if other != label])), None)
        text = annotated.text[mark.start : mark.end] if mark else ""
        added = {word.casefold() for word in text.split()} - {word.casefold() for word in mention.text.split()}
        return replace(mention, text=text) if added - word_list("before a label") - {"the", "a", "an"} else mention

    subject, object = whole(known.subject), whole(known.object)
    if (subject, object) == (known.subject, known.object):
        return known
    return replace(known, subject=subject, object=object)


def _qualified(
    known: Triple, annotated: Paragraph, plain: Paragraph, refs: Mapping[str, str], ends: Sequence[int]
) -> Triple:
    """Return an annotated triple with what the plain reading of its sentence says of the same two beside it.

    What stands before both is read with the annotation, and the words of its own relation say nothing beside it.
    """
    pair, place = {known.subject.ref, known.object.ref}, bisect_right(ends, known.start)
    first = min((m.start for m in annotated.marks if m.ref in pair and bisect_right(ends, m.start) == place), default=0)
    told = {q.words for q in known.qualifiers.said}
    more: dict[Qualifier, None] = {}
    named = {m.ref for m in annotated.marks if m.ref[:1] == "N" and m.end <= known.start}
    alone = len(named) < 2  # so that the other of the two is one without ids
    guessed = _WHICH_ONE.search(annotated.text, ends[place - 1] if place else 0, known.start) if alone else None
    several = len(_of_pair(known, annotated, ends)) > 1  # "in men, but [does not] in women": each has its own
    for one in plain.triples:
        if several and not (one.start < known.end and known.start < one.end):
            continue
        if bisect_right(ends, one.start) == place and {refs.get(one.subject.ref), refs.get(one.object.ref)} == pair:
            guessed = None
            for q in one.qualifiers.said:
                at = annotated.text.find(q.words.split(" … ")[0], first)
                if q.words not in told and at >= 0 and not (at < known.end and known.start < at + len(q.words)):
                    more[q] = None
    if guessed:
        more[Qualifier(QualifierKind.TONE, guessed[0].strip())] = None
    return replace(known, qualifiers=Qualifiers((*known.qualifiers.said, *more))) if more else known


def _has_other_subject(annotated: Paragraph, plain: Paragraph, known: Triple, refs: Mapping[str, str]) -> bool:
    """Whether the name right before a relation is not annotated, and names another entity than its ids."""
    before = [m for m in plain.marks if m.ref.startswith("N") and m.end <= known.start]
    last = max(before, key=lambda m: m.end, default=None)
    if last is None or not _is_free(last, annotated.marks):
        return False
    gap = annotated.text[last.end : known.start].split()
    beside = all(word.casefold() in word_list("before a label") for word in gap)
    others = {m.text.casefold() for m in (known.subject, known.object)}
    return beside and annotated.text[last.start : last.end].casefold() not in others


def _promises_more(known: Triple, new: Triple, refs: Mapping[str, str], ends: Sequence[int]) -> bool:
    promises = new.relation in (CURES, CURED, PREVENTED)
    promises &= bisect_right(ends, known.start) == bisect_right(ends, new.start)
    same = {known.subject.ref, known.object.ref} == {refs.get(m.ref) for m in (new.subject, new.object)}
    return promises and same and find_overstatement(known.relation) is None


def _turns(known: Triple, new: Triple, refs: Mapping[str, str], annotated: Paragraph) -> bool:
    """Whether the same words say it the other way round, and the ids are wrong: "[illness] [eases] [drug]"."""
    ends, others = (known.subject.ref, known.object.ref), (refs.get(new.subject.ref), refs.get(new.object.ref))
    ahead = {m.ref for m in annotated.marks if m.end <= known.start}
    if ends[0] in ahead:  # it may be meant by a pronoun: "anyone who takes *B* should know that *A* interacts with it"
        return False
    return known.start < new.end and new.start < known.end and ends == others[::-1] != others


def _refs(annotated: Paragraph, plain: Paragraph) -> dict[str, str]:
    """Return the ref that each entity of the plain reading has: that of the mention it stands on, or a new one."""
    refs: dict[str, str] = {}
    for mark in plain.marks:
        over = [m for m in annotated.marks if m.ref.startswith("N") and m.start < mark.end and mark.start < m.end]
        if mark.ref.startswith("N") and over:
            refs.setdefault(mark.ref, over[0].ref)
    fresh = (f"N{n}" for n in itertools.count(_FRESH))
    for mark in plain.marks:
        if mark.ref.startswith("N") and mark.ref not in refs:
            refs[mark.ref] = next(fresh)
    return refs


def _renumbered(triple: Triple, refs: Mapping[str, str], index: int) -> Triple:
    subject, object = (replace(m, ref=refs.get(m.ref, m.ref)) for m in (triple.subject, triple.object))
    number = int(triple.ref[1:]) if triple.ref[1:].isdigit() else 0
    return replace(triple, subject=subject, object=object, ref=f"R{_FRESH + number}", paragraph=index)


def _covers(known: Triple, new: Triple, refs: Mapping[str, str], ends: Sequence[int]) -> bool:
    """Whether an annotated triple says what a plain one does: by the words of its relation, or of the same two."""
    if known.start < new.end and new.start < known.end:
        return True
    if bisect_right(ends, known.start) != bisect_right(ends, new.start):
        return False
    return {known.subject.ref, known.object.ref} == {refs.get(m.ref) for m in (new.subject, new.object)}


def _is_free(mark: Mark, taken: Sequence[Mark]) -> bool:
    return all(mark.end <= m.start or m.end <= mark.start for m in taken)
