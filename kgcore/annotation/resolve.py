"""Turns the ids of an answer into names, its relations into triples, and says which annotations are broken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kgcore.annotation.arguments import AnnotatedMention, AnnotatedRelation, ParagraphDraft, RelationEnds
from kgcore.annotation.headings import denied_stretches
from kgcore.annotation.identity import Identities, is_pointing
from kgcore.english.regions import with_qualifiers
from kgcore.english.sentences import Stretch, sentence_ends, split_sentences
from kgcore.values.model import Mention, Paragraph, Statement, Triple

_DETERMINERS = re.compile(r"\s*(?:(?:the|an?|any|some|this|these|your|its|their)\s+)?", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:\w+ed|\w+en|cut|put|made|led|held|kept|fed|driven|caught|brought|set) by$"
                      r"|\b(?:found|contained|present|included) in$|\b(?:made|derived|"
                      r"obtained) from$", re.I)  # fmt: skip


class AnnotationFault(StrEnum):
    """What can be wrong with an annotation."""

    ORPHAN = "orphan"  # an entity that is in no relation
    DEAD_END = "dead_end"  # a relation that refers to an undefined id
    INCOMPLETE = "incomplete"  # a relation that does not connect two entities


@dataclass(frozen=True, slots=True)
class AnnotationProblem:
    """A broken annotation; `str(problem)` says it in words that a model can act on."""

    fault: AnnotationFault
    ref: str
    words: str

    def __str__(self) -> str:
        return self.words


class Mentions:
    """Per id, the name it stands for: its longest mention that is neither a guess nor a pointing word.

    Learnt paragraph by paragraph, none of them looked at twice.
    """

    def __init__(self, known: Mapping[str, Mention]) -> None:
        self._known = known
        self._best: dict[str, tuple[AnnotatedMention, str | None]] = {}  # and the first type that was given
        self.names = dict(known)

    def learn(self, draft: ParagraphDraft) -> None:
        """Take in what a paragraph names."""
        for named in draft.named:
            best, kind = self._best.get(named.ref, (named, None))
            best, kind = max((best, named), key=_how_telling), kind or named.type
            self._best[named.ref] = best, kind
            self.names[named.ref] = _mention(named.ref, best, kind, self._known.get(named.ref))


def _how_telling(named: AnnotatedMention) -> tuple[bool, bool, int]:
    return named.sure, not is_pointing(named.text), len(named.text)


def resolve_mentions(drafts: Iterable[ParagraphDraft], known: Mapping[str, Mention]) -> dict[str, Mention]:
    """Return what `Mentions` learns of these paragraphs."""
    found = Mentions(known)
    for draft in drafts:
        found.learn(draft)
    return found.names


def _mention(ref: str, best: AnnotatedMention, given: str | None, known: Mention | None) -> Mention:
    kind = best.type or given or (known.type if known else None)
    if known is not None and (is_pointing(best.text) or not best.sure or len(known.text) >= len(best.text)):
        return Mention(known.text, kind, ref)
    return Mention(best.text, kind, ref)


def resolve_paragraphs(drafts: Sequence[ParagraphDraft], known: Mapping[str, Mention]) -> tuple[Paragraph, ...]:
    """Return the paragraphs with the triples whose both ends are named; the rest stays text.

    A triple's subject and object are the labels of its own sentence, whatever else their ids stand for elsewhere.
    """
    identities = Identities(drafts, known)
    return tuple(_paragraph(drafts, index, identities) for index in range(len(drafts)))


def _paragraph(drafts: Sequence[ParagraphDraft], index: int, identities: Identities) -> Paragraph:
    draft = drafts[index]
    triples = [
        triple
        for s in draft.stated
        for link in s.links
        if s.phrase and (triple := _triple(draft, index, s, link, identities)) is not None
    ]
    denied = _denied(draft.text, drafts[index - 1].text if index else "") if triples else ()
    triples = [replace(t, doubtful=True) if any(d.start <= t.start < d.end for d in denied) else t for t in triples]
    refs = identities.marked(index)
    marks = tuple(replace(m, ref=refs.get((m.start, m.end), m.ref)) for m in draft.marks)
    return with_qualifiers(Paragraph(draft.text, marks, tuple(dict.fromkeys(triples))))


def _denied(text: str, before: str) -> tuple[Stretch, ...]:
    """Return the sentences that what stands before them takes back: a list under "Myths:", and so on."""
    return tuple(denied_stretches(text, list(split_sentences(text, Stretch(0, len(text)), ())), before))


# What the relations of an answer state, by the ids of relation, subject and object in its text ("R1", "N1", "N2").
Statements = Mapping[tuple[str, str, str], Statement]


def with_statements(paragraphs: Iterable[Paragraph], statements: Statements) -> tuple[Paragraph, ...]:
    """Return the paragraphs of an answer that was written from the graph, every triple with what it states."""
    return tuple(
        replace(p, triples=tuple(_stating(t, statements) for t in p.triples)) if p.triples else p for p in paragraphs
    )


def broken_off(paragraphs: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """Return what was written before an answer broke off: a last sentence without its end is marked so, and claims
    nothing, since what is missing may have changed what it says.
    """
    if not paragraphs:
        return ()
    *whole, last = paragraphs
    end = max(sentence_ends(last.text), default=0)
    if not last.text[end:].strip():
        return tuple(paragraphs)
    triples = tuple(t for t in last.triples if t.start < end)
    return (*whole, replace(last, text=f"{last.text.rstrip()} …", triples=triples))


def joined_paragraphs(first: Sequence[Paragraph], second: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """Return an answer of two parts; what the second one's annotations are called meets nothing of the first's."""
    by = 1 + max((int(ref[1:]) for p in first for ref in _refs(p) if ref[1:].isdigit()), default=0)

    def moved(ref: str) -> str:
        return f"{ref[0]}{int(ref[1:]) + by}" if ref[1:].isdigit() else ref

    def named(mention: Mention) -> Mention:
        return replace(mention, ref=moved(mention.ref))

    def placed(t: Triple) -> Triple:
        ends = replace(t, subject=named(t.subject), object=named(t.object))
        return replace(ends, ref=moved(t.ref), paragraph=t.paragraph + len(first))

    if not first:
        return tuple(second)
    more = (
        Paragraph(p.text, tuple(replace(m, ref=moved(m.ref)) for m in p.marks), tuple(map(placed, p.triples)))
        for p in second
    )
    return (*first, *more)


def _refs(paragraph: Paragraph) -> Iterator[str]:
    yield from (m.ref for m in paragraph.marks)
    for t in paragraph.triples:
        yield from (t.ref, t.subject.ref, t.object.ref)


def _stating(triple: Triple, statements: Statements) -> Triple:
    subject, object = triple.subject.ref, triple.object.ref
    stated = statements.get((triple.ref, subject, object))
    inverted = statements.get((triple.ref, object, subject)) if stated is None else None
    if inverted is not None:
        stated = replace(inverted, inverted=True)
    if stated is None:
        return triple
    read = replace(
        triple, predicate=stated.predicate, negated=stated.negated, hedged=False, doubtful=False, refuted=False
    )
    return replace(read, stated=stated)


def _whole(link: RelationEnds, names: Mapping[str, Mention]) -> bool:
    return link.subject != link.object and link.subject in names and link.object in names


def _triple(
    draft: ParagraphDraft, index: int, stated: AnnotatedRelation, link: RelationEnds, identities: Identities
) -> Triple | None:
    subject, object_ = link.subject, link.object
    choice = link.predicate
    if _PASSIVE.search(stated.phrase) and _stands(draft, stated, before=object_, after=subject):
        subject, object_ = object_, subject
        choice = choice if stated.phrase.endswith("by") else None  # chosen for the other direction
    elif not identities.stands_in_sentence(index, object_, stated.start):
        object_ = _unlinked_behind(draft, stated) or object_
    place = (stated.start, stated.end)
    names = [identities.mention(index, ref, *place) for ref in (subject, object_)]
    if names[0] is None or names[1] is None or not (names[0].text and names[1].text) or names[0] == names[1]:
        return None
    return Triple(
        subject=names[0],
        relation=stated.phrase,
        object=names[1],
        predicate=choice,
        negated=stated.denied,
        hedged=stated.open,
        doubtful=stated.doubtful,
        refuted=stated.refuted,
        salience=link.salience,
        ref=link.ref,
        paragraph=index,
        start=stated.start,
        end=stated.end,
    )


def _unlinked_behind(draft: ParagraphDraft, stated: AnnotatedRelation) -> str:
    """Return the id that stands right behind a relation and is in none: it was given a wrong number; "" for none."""
    linked = {ref for s in draft.stated for link in s.links for ref in (link.subject, link.object)}
    behind = (n for n in draft.named if n.start >= stated.end and n.ref not in linked)
    first = min(behind, key=lambda n: n.start, default=None)
    beside = first is not None and _DETERMINERS.fullmatch(draft.text, stated.end, first.start)
    return first.ref if first is not None and beside else ""


def _stands(draft: ParagraphDraft, stated: AnnotatedRelation, *, before: str, after: str) -> bool:
    """Whether one entity is named only before the relation and the other only behind it, in the same sentence."""
    left, right = _sides(draft, stated, before), _sides(draft, stated, after)
    return left == {-1} and right == {1}


def _sides(draft: ParagraphDraft, stated: AnnotatedRelation, ref: str) -> set[int]:
    sides = set()
    for n in draft.named:
        if n.ref == ref:
            gap = draft.text[n.end : stated.start] if n.end <= stated.start else draft.text[stated.end : n.start]
            if not any(sentence_ends(gap)):
                sides.add(-1 if n.end <= stated.start else 1)
    return sides


def connected_ids(drafts: Iterable[ParagraphDraft], names: Mapping[str, Mention]) -> frozenset[str]:
    """Ids of the entities that some whole relation of the answer connects."""
    links = (link for d in drafts for s in d.stated for link in s.links if _whole(link, names))
    return frozenset(ref for link in links for ref in (link.subject, link.object))


def annotation_problems(
    draft: ParagraphDraft, names: Mapping[str, Mention], linked: frozenset[str]
) -> tuple[AnnotationProblem, ...]:
    """Return what is broken in a paragraph. A heading may name things without connecting them."""
    found = [p for s in draft.stated for p in _of_relation(s, names)]
    if draft.stated or any(sentence_ends(draft.text)):
        alone = dict.fromkeys(n.ref for n in draft.named if n.ref not in linked)
        found += [
            AnnotationProblem(AnnotationFault.ORPHAN, r, f'"{names[r].text}" (${r}) is in no relation') for r in alone
        ]
    return tuple(found)


def _of_relation(stated: AnnotatedRelation, names: Mapping[str, Mention]) -> Iterable[AnnotationProblem]:
    missing = dict.fromkeys(r for link in stated.links for r in (link.subject, link.object) if r not in names)
    for ref in missing:
        words = f'the relation "{stated.phrase}" (${stated.ref}) refers to ${ref}, which names nothing'
        yield AnnotationProblem(AnnotationFault.DEAD_END, stated.ref, words)
    if not missing and not any(_whole(link, names) for link in stated.links):
        words = f'the relation "{stated.phrase}" (${stated.ref}) does not connect two entities'
        yield AnnotationProblem(AnnotationFault.INCOMPLETE, stated.ref, words)
