"""What sentences say of two names, and no rule could read: asked of a transformer, where the graph has a word on both.

A verdict can only come of what the graph says, so that nothing else is worth asking. What it finds is told in doubt,
with what the graph says, unless it is all but sure: it is right more often than not, and a ✓ must be right.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from kgcore.annotation.entailment import Entailed, entailed
from kgcore.annotation.unread_pairs import MOST_PAIRS, Named, Spots, UnreadPair, unread_pairs
from kgcore.english.regions import with_qualifiers
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.values.model import Edge, Mark, Mention, Paragraph, QualifierKind, Qualifiers, Triple
from kgcore.vocabulary.vocabulary import Vocabulary

# The relations that it was fitted to, in its words.
RELATIONS = (
    "treats", "prevents", "causes", "raises the risk of", "affects", "lowers", "impairs", "raises", "improves",
    "interacts with", "is linked to", "occurs together with", "produces", "contains", "is part of", "is a kind of",
)  # fmt: skip
# What a pair cannot be in besides: the transformer may hear a strong word, and not which way it goes.
OPPOSITES = {
    "treats": "causes", "prevents": "raises the risk of", "causes": "prevents", "raises the risk of": "prevents",
    "lowers": "raises", "raises": "lowers", "impairs": "improves", "improves": "impairs",
}  # fmt: skip
TOLD = 0.5  # how likely something is said or denied that is told in doubt
SURE = 0.95  # how likely something is said that is told without doubt; a denial never is
MOST_QUESTIONS = 60  # of one text that the transformer is asked: some half a second
_FRESH = 6_000  # the first number of what is found so
# What a reader of words says of words that it does not know: the transformer has read them.
_UNREAD = (QualifierKind.REST, QualifierKind.SORT, QualifierKind.TONE, QualifierKind.MEANS)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a passage says or denies of a pair, in words that every graph's vocabulary reads, and how likely."""

    pair: UnreadPair
    words: str
    likely: float
    negated: bool

    @property
    def doubtful(self) -> bool:
        return self.negated or self.likely < SURE


async def with_asserted(
    paragraphs: Sequence[Paragraph], spotted: Sequence[Spots], graph: KnowledgeGraph, vocabulary: Vocabulary
) -> tuple[Paragraph, ...]:
    """Return paragraphs with what they say of two names besides; `spotted` are the names of each. Raises GraphError."""
    pairs = await asyncio.to_thread(_pairs, paragraphs, spotted, vocabulary)
    edges = await graph.edges_between({(p.subject.id, p.object.id) for _, p in pairs}) if pairs else {}
    asked = list(_asked(pairs, edges, relation_phrases(vocabulary)))[:MOST_QUESTIONS]
    if not asked:
        return tuple(paragraphs)
    questions = [pair.question(paragraphs[n].text, words) for n, pair, words in asked]
    told = await asyncio.to_thread(entailed, questions)
    best: dict[tuple[int, frozenset[str]], _Found] = {}
    for (n, pair, words), one in zip(asked, told, strict=True):
        for found in _found(pair, words, one):
            key = (n, frozenset((pair.subject.id, pair.object.id)))
            best[key] = max(best.get(key, found), found, key=lambda f: f.likely)
    best |= await asyncio.to_thread(_doubted, best, paragraphs)
    refs: dict[str, str] = {}
    return tuple(_with(p, [f for (m, _), f in best.items() if m == n], n, refs) for n, p in enumerate(paragraphs))


def _pairs(
    paragraphs: Sequence[Paragraph], spotted: Sequence[Spots], vocabulary: Vocabulary
) -> list[tuple[int, UnreadPair]]:
    reads = cache(lambda words: bool(vocabulary.read(words).predicates))
    before = ("", *(p.text for p in paragraphs))
    found = (
        (n, pair)
        for n, (p, spots) in enumerate(zip(paragraphs, spotted, strict=True))
        for pair in unread_pairs(p, spots, before[n], reads)
    )
    return list(islice(found, MOST_PAIRS))


def _asked(
    pairs: Sequence[tuple[int, UnreadPair]], edges: Mapping[Pair, tuple[Edge, ...]], relations: Mapping[str, str]
) -> Iterator[tuple[int, UnreadPair, str]]:
    """Yield the pairs with the words for each predicate that the graph has for them that way round."""
    for n, pair in pairs:
        both = (pair.subject.id, pair.object.id)
        for predicate in dict.fromkeys(e.predicate for e in edges.get(both, ()) if e.subject == both[0]):
            if predicate in relations:
                yield n, pair, relations[predicate]


def _found(pair: UnreadPair, words: str, one: Entailed) -> list[_Found]:
    both = (_Found(pair, words, one.asserted, negated=False), _Found(pair, words, one.denied, negated=True))
    return [found for found in both if found.likely >= TOLD]


def _doubted(
    best: Mapping[tuple[int, frozenset[str]], _Found], paragraphs: Sequence[Paragraph]
) -> dict[tuple[int, frozenset[str]], _Found]:
    """Return in doubt what is as good as sure, and so is its opposite."""
    sure = {key: found for key, found in best.items() if not found.doubtful and found.words in OPPOSITES}
    asked = [found.pair.question(paragraphs[n].text, OPPOSITES[found.words]) for (n, _), found in sure.items()]
    told = zip(sure.items(), entailed(asked) if asked else (), strict=True)
    return {key: replace(found, likely=TOLD) for (key, found), one in told if one.asserted >= TOLD}


def relation_phrases(vocabulary: Vocabulary) -> dict[str, str]:
    """Return the graph's predicates with the words that the transformer knows for them, the nearest first."""
    readings = {words: vocabulary.read(words) for words in RELATIONS}
    plain = {w: r.predicates for w, r in readings.items() if not (r.negated or r.inverted)}
    known = {p: words for words, predicates in reversed(plain.items()) for p in predicates}
    return known | {predicates[0]: words for words, predicates in reversed(plain.items()) if predicates}


def _with(paragraph: Paragraph, found: Sequence[_Found], number: int, refs: dict[str, str]) -> Paragraph:
    """Return a paragraph with what was found in it, names marked, limits that the rules know read."""
    if not found:
        return paragraph
    marks, triples = list(paragraph.marks), []
    for count, one in enumerate(found):
        subject, object_ = (_mention(end, paragraph.text, marks, refs) for end in (one.pair.subject, one.pair.object))
        start, ref = one.pair.passage.start, f"R{_FRESH + 100 * number + count}"
        triple = Triple(subject, one.words, object_, negated=one.negated, ref=ref, inferred=True)
        triples.append(replace(triple, doubtful=one.doubtful, paragraph=number, start=start, end=start + 1))
    marked = replace(paragraph, marks=tuple(sorted(marks, key=lambda m: m.start)))
    read = with_qualifiers(replace(marked, triples=tuple(triples)), plain=True)
    kept = [_placed(triple, one.pair) for triple, one in zip(read.triples, found, strict=True)]
    return replace(marked, triples=tuple(sorted((*paragraph.triples, *kept), key=lambda t: t.start)))


def _placed(triple: Triple, pair: UnreadPair) -> Triple:
    """Return a triple without doubts about words that the transformer has read, at the later of its names: there it is
    told, and its papers are cited.
    """
    place = max((end.places[0] for end in (pair.subject, pair.object)), key=lambda p: p.start)
    said = tuple(q for q in triple.qualifiers.said if q.kind not in _UNREAD)
    return replace(triple, qualifiers=Qualifiers(said), start=place.start, end=place.end)


def _mention(named: Named, text: str, marks: list[Mark], refs: dict[str, str]) -> Mention:
    """Return a name as it stands in a text, marked there; `refs` are those that were given so far, by entity."""
    places = named.places
    known = [m for m in marks if m.ref[:1] == "N" and any(p.start < m.end and m.start < p.end for p in places)]
    if known:
        return Mention(text[known[0].start : known[0].end], ref=known[0].ref)
    ref = refs.setdefault(named.id, f"N{_FRESH + len(refs)}")
    marks += [Mark(p.start, p.end, ref) for p in places if all(p.end <= m.start or m.end <= p.start for m in marks)]
    return Mention(text[places[0].start : places[0].end], ref=ref)
