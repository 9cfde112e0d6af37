"""Which sentences may not stand uncorrected, what the graph says instead, and how a new wording takes their place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.evidence.facts import fact, known_entities
from kgcore.model import Claim, Mark, Paragraph, Reason, Verdict
from kgcore.vocabulary import Vocabulary

FACTS = 3  # what the graph says instead, at most
# A sentence ends at . ! or ? with white space and something that can open a sentence behind it.
_BORDER = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?[A-Z0-9])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|vs|cf|approx|Dr|St|no|et al)\.\s*$")


@dataclass(frozen=True, slots=True)
class Faulty:
    """A sentence (characters `start` to `end` of a paragraph) that claims what the graph denies or does not go so far.

    `claims` are indexes into the turn's claims.
    """

    paragraph: int
    start: int
    end: int
    claims: tuple[int, ...]


def needs_correction(claim: Claim) -> bool:
    """Whether a claim may not stand without the graph's own words beside it."""
    return claim.verdict is Verdict.CONTRADICTED or (claim.says_more and claim.reason is Reason.SAYS_MORE)


def faulty_sentences(paragraphs: Sequence[Paragraph], claims: Sequence[Claim]) -> tuple[Faulty, ...]:
    """Return the sentences to correct, in reading order; claims of one sentence together."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for number, claim in enumerate(claims):
        if needs_correction(claim):
            start, end = sentence_at(paragraphs[claim.triple.paragraph].text, claim.triple.start)
            found.setdefault((claim.triple.paragraph, start, end), []).append(number)
    return tuple(Faulty(*place, tuple(numbers)) for place, numbers in sorted(found.items()))


def sentence_at(text: str, position: int) -> tuple[int, int]:
    """Return where the sentence around a position starts and ends."""
    borders = [0]
    for match in _BORDER.finditer(text):
        if not _ABBREVIATION.search(text[: match.start()]):
            borders.append(match.end())
    start = max(b for b in borders if b <= position)
    end = min((b for b in borders if b > position), default=len(text))
    return start, len(text[:end].rstrip())


def facts(claims: Sequence[Claim], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return what the graph says instead, a plain sentence per edge with what it rests on, best documented first."""
    said: dict[str, int] = {}
    for claim in claims:
        known = known_entities(claim)
        for edge in (*claim.edges_against, *claim.edges_near):
            said.setdefault(f"{fact(edge, known, vocabulary)}.", len(edge.publications))
    return tuple(sorted(said, key=lambda one: -said[one])[:FACTS])


def splice(paragraph: Paragraph, start: int, end: int, new: Paragraph) -> Paragraph:
    """Put a new sentence, with its marks and triples, where the old one stood; what stands after moves along."""
    shift = len(new.text) - (end - start)
    marks = [m for m in paragraph.marks if m.end <= start]
    marks += [Mark(m.start + start, m.end + start, m.ref) for m in new.marks]
    marks += [Mark(m.start + shift, m.end + shift, m.ref) for m in paragraph.marks if m.start >= end]
    triples = [t for t in paragraph.triples if t.start < start]
    index = paragraph.triples[0].paragraph if paragraph.triples else 0
    triples += [replace(t, paragraph=index, start=t.start + start, end=t.end + start) for t in new.triples]
    triples += [replace(t, start=t.start + shift, end=t.end + shift) for t in paragraph.triples if t.start >= end]
    text = paragraph.text[:start] + new.text + paragraph.text[end:]
    return Paragraph(text, tuple(marks), tuple(triples))
