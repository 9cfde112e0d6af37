"""Claims of a text that nobody annotated: two names in a sentence, the phrase between them. Pure; abstains if unsure.

A wrong claim is worse than a missed one: see `clauses` for what is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgcore.language.clauses import Name, Said, Sentence
from kgcore.language.frames import asserts_nothing
from kgcore.language.sentences import Stretch, paragraphs, readable, sentences
from kgcore.model import Candidate, Mark, Mention, Paragraph, Triple
from kgcore.vocabulary import Vocabulary

Spots = Sequence[tuple[int, int, tuple[Candidate, ...]]]

_MOST = 24  # triples of one sentence; more is a list, not a sentence


def claims_in(text: str, spots: Spots, vocabulary: Vocabulary) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text, every spotted name marked, with the triples that its sentences surely state."""
    text = readable(text)
    names = _names(text, spots)
    found: list[Paragraph] = []
    relations = 0
    for number, stretch in enumerate(paragraphs(text)):
        inside = [n for n in names if stretch.start <= n.start and n.end <= stretch.end]
        said = [
            s
            for sentence in sentences(text, stretch, [(n.start, n.end) for n in inside])
            for s in _said(text, sentence, inside, vocabulary)
        ]
        found.append(_paragraph(text, stretch, number, inside, said, relations))
        relations += len(said)
    return tuple(found)


def _names(text: str, spots: Spots) -> list[Name]:
    refs: dict[str, str] = {}
    found: list[Name] = []
    for start, end, candidates in sorted(spots, key=lambda s: s[:2]):
        if not 0 <= start < end <= len(text) or (found and start < found[-1].end):
            continue
        key = candidates[0].entity.id if candidates else text[start:end].casefold()
        ref = refs.setdefault(key, f"N{len(refs) + 1}")
        found.append(Name(start, end, Mention(text[start:end], ref=ref)))
    return found


def _paragraph(
    text: str, stretch: Stretch, number: int, names: Sequence[Name], said: Sequence[Said], before: int
) -> Paragraph:
    marks = [Mark(n.start - stretch.start, n.end - stretch.start, n.mention.ref) for n in names]
    triples: list[Triple] = []
    for count, one in enumerate(said, before + 1):
        place = Mark(one.start - stretch.start, one.end - stretch.start, f"R{count}")
        if all(place.end <= m.start or place.start >= m.end for m in marks):
            marks.append(place)
        triples += _triples(one, place, number)
    ordered = tuple(sorted(marks, key=lambda m: m.start))
    return Paragraph(text[stretch.start : stretch.end], ordered, tuple(triples))


def _triples(said: Said, place: Mark, paragraph: int) -> Iterator[Triple]:
    for subject in said.subjects:
        for object in said.objects:
            if subject.mention.ref != object.mention.ref:
                yield Triple(
                    subject.mention, said.phrase, object.mention, said.predicate, said.frame.negated, said.frame.hedged,
                    ref=place.ref, paragraph=paragraph, start=place.start, end=place.end,
                )  # fmt: skip


# ── one sentence ────────────────────────────────────────────────────────────────────────────────────────────────────


def _said(text: str, sentence: Stretch, names: Sequence[Name], vocabulary: Vocabulary) -> list[Said]:
    inside = [n for n in names if sentence.start <= n.start and n.end <= sentence.end]
    if len(inside) < 2 or asserts_nothing(text[sentence.start : sentence.end]):
        return []
    reader = Sentence(text, sentence, _without_asides(text, inside), vocabulary)
    said = reader.clauses()
    return said if sum(len(s.subjects) * len(s.objects) for s in said) <= _MOST else []


def _without_asides(text: str, names: Sequence[Name]) -> list[Name]:
    """Drop names that stand alone in brackets; the name before them reaches to the closing bracket."""
    kept: list[Name] = []
    for name in names:
        alone = text[: name.start].rstrip().endswith("(") and text[name.end :].lstrip().startswith(")")
        if alone and kept and text[kept[-1].end : name.start].strip() == "(":
            kept[-1] = replace(kept[-1], end=text.index(")", name.end) + 1)
        elif not alone:
            kept.append(name)
    return kept
