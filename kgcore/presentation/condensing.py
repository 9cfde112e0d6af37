"""An answer's paragraph told as it was written, as one sentence, or as an outline. Pure; claims are not changed.

Words are left out at the borders of clauses only, and only where what is left says the same: what denies, limits or
doubts is never cut, and a clause stands alone only if nothing before it says how far it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.english.agreement import capitalise
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.sentences import sentence_at
from kgcore.values.actions import Condensing
from kgcore.values.model import Claim, Mark, Paragraph, Salience

Span = tuple[int, int]

# What opens a sentence that takes back something of the one before it.
_TURNS = re.compile(
    r"\s*(?:but|however|yet|still|nevertheless|nonetheless|by contrast|in contrast|although|though|conversely|"
    r"on the other hand|unfortunately|even so|that said|in (?:an)?other|"
    r"(?:an)?other (?:studies|study|trials?|papers?))\b",
    re.I,
)
# What opens a sentence that cannot be understood without the one before it.
_LEANS = re.compile(r"\s*(?:it|its|they|their|this|these|those|that|he|she)\b", re.I)
_ADDS = re.compile(
    r"(?:in addition|additionally|moreover|furthermore|besides|for example|for instance|in short|overall), +", re.I
)
_SEMICOLON = re.compile(r";\s+")
_AND = re.compile(r",\s+and\s+")
_WHICH = re.compile(r",\s+which\s")
# What words do that say how far something is meant; where one stands in what would be cut, nothing is cut.
_CAREFUL = (
    CueEffect.DENIES, CueEffect.OPPOSES, CueEffect.REFUTES, CueEffect.CONTRASTS, CueEffect.HEDGES,
    CueEffect.DOUBTS, CueEffect.SUPPOSES,
    CueEffect.LIMITS,
)  # fmt: skip
_TAIL = re.compile(r"(?:\s*\([^()]*\)|\s*\[\d+\])*\s*[.;]?")
_FINAL = '.!?:…"”’'
_ARTICLE = re.compile(r"(?:the|an?) ", re.I)


@dataclass(frozen=True, slots=True)
class CondensedLine:
    """A line of what is shown; `level` is 0, or 1 for what stands under the line of level 0 before it.

    `starts` are, for each mark of its paragraph, where that mark starts in the paragraph as written.
    """

    paragraph: Paragraph
    level: int = 0
    starts: tuple[int, ...] = ()

    def placed(self, claims: Iterable[tuple[int, Claim]]) -> list[tuple[int, Claim]]:
        """Return numbered claims of the written paragraph with their places in this piece; -1 where not in it."""
        here = dict(zip(self.starts, self.paragraph.marks, strict=True))
        return [(number, _moved(claim, here.get(claim.triple.start))) for number, claim in claims]


def condense_paragraph(paragraph: Paragraph, claims: Sequence[Claim], telling: Condensing) -> tuple[CondensedLine, ...]:
    """Return the pieces in which a paragraph is told, with the marks that stand in them.

    `claims` are the turn's, or just this paragraph's.
    """
    spans = [] if telling is Condensing.WRITTEN else list(_sentences(paragraph.text))
    if not spans:
        return (CondensedLine(paragraph, 0, tuple(m.start for m in paragraph.marks)),)
    if telling is Condensing.SUMMARY:
        return (_piece(paragraph, _most_telling(paragraph, _stated(paragraph, claims), spans)),)
    lines = [line for span in spans[1:] for line in _lines(paragraph, span)]
    return (_piece(paragraph, spans[0]), *(_piece(paragraph, line, 1) for line in lines))


def _sentences(text: str) -> Iterator[Span]:
    at = 0
    while at < len(text):
        start, end = sentence_at(text, at)
        if text[max(start, at) : end].strip():
            yield max(start, at), end
        at = max(end, at) + 1
        while at < len(text) and text[at].isspace():
            at += 1


def _stated(paragraph: Paragraph, claims: Sequence[Claim]) -> list[int]:
    """Return where the paragraph's important claims stand, or all of them where none is important."""
    own = set(paragraph.triples)
    triples = [c.triple for c in claims if not own or c.triple in own] or list(paragraph.triples)
    high = [t.start for t in triples if t.salience is Salience.HIGH]
    return high or [t.start for t in triples]


def _most_telling(paragraph: Paragraph, stated: Sequence[int], spans: Sequence[Span]) -> Span:
    """Return the first sentence that states a claim, with what it leans on and what takes something of it back."""
    stating = [n for n, (start, end) in enumerate(spans) if any(start <= at < end for at in stated)]
    leaning = [_opens(_LEANS, paragraph, span) or _opens(_TURNS, paragraph, span) for span in spans]
    first = last = next((n for n in stating if not n or not leaning[n]), stating[0] if stating else 0)
    while first and leaning[first]:
        first -= 1
    while last + 1 < len(spans) and _goes_on(paragraph, (spans[first][0], spans[last][1]), spans[last + 1]):
        last += 1
    return spans[first][0], spans[last][1]


def _goes_on(paragraph: Paragraph, kept: Span, after: Span) -> bool:
    """Tell whether the sentence after what is kept takes something of it back: by its opening, or about its pairs."""
    doubts = _careful(paragraph, after)
    return _opens(_TURNS, paragraph, after) or (
        doubts and not _pairs(paragraph, kept).isdisjoint(_pairs(paragraph, after))
    )


def _careful(paragraph: Paragraph, span: Span) -> bool:
    return find_cue(paragraph.text[slice(*span)], CueScope.TEXT, *_CAREFUL) is not None


def _pairs(paragraph: Paragraph, span: Span) -> set[frozenset[str]]:
    return {frozenset((t.subject.ref, t.object.ref)) for t in paragraph.triples if span[0] <= t.start < span[1]}


def _opens(pattern: re.Pattern[str], paragraph: Paragraph, span: Span) -> bool:
    """Tell whether the pattern opens the sentence, and is no part of a name there."""
    return pattern.match(paragraph.text, *span) is not None and not any(m.start == span[0] for m in paragraph.marks)


# ── outline ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _lines(paragraph: Paragraph, span: Span) -> list[Span]:
    """Return a sentence as one line or, where its clauses stand on their own, as several."""
    start, end = span
    adds = _ADDS.match(paragraph.text, start, end)
    start = adds.end() if adds and not _marks(paragraph, start, adds.end()) else start
    return [_shortened(paragraph, clause) for clause in _clauses(paragraph, (start, end))]


def _clauses(paragraph: Paragraph, span: Span) -> list[Span]:
    text, found, at = paragraph.text, [], span[0]
    for border in sorted((*_SEMICOLON.finditer(text, *span), *_AND.finditer(text, *span)), key=lambda b: b.start()):
        before, after = (at, border.start()), (border.end(), span[1])
        free = border[0].startswith(";") or (
            _plain_start(paragraph, before) and _bare_end(paragraph, before) and _bare_end(paragraph, after)
        )
        if free and _whole(paragraph, before) and _whole(paragraph, after) and _plain_start(paragraph, after):
            found.append(before)
            at = border.end()
    return [*found, (at, span[1])]


def _whole(paragraph: Paragraph, span: Span) -> bool:
    """Tell whether a stretch states a relation with both its ends in it, all brackets closed."""
    text = paragraph.text[slice(*span)]
    refs = {m.ref for m in _marks(paragraph, *span)}
    ends = {t.start: {t.subject.ref, t.object.ref} for t in paragraph.triples if span[0] <= t.start < span[1]}
    return bool(ends) and all(e <= refs for e in ends.values()) and text.count("(") == text.count(")")


def _plain_start(paragraph: Paragraph, span: Span) -> bool:
    """Tell whether a clause begins with a name: nothing before it says how far it is meant."""
    article = _ARTICLE.match(paragraph.text, *span)
    first = article.end() if article else span[0]
    return any(m.start in (first, span[0]) and m.ref.startswith("N") for m in paragraph.marks)


def _bare_end(paragraph: Paragraph, span: Span) -> bool:
    """Tell whether a clause ends with a name, but for brackets: nothing there is meant of others, too."""
    last = max((m.end for m in _marks(paragraph, *span)), default=span[0])
    return _TAIL.fullmatch(paragraph.text, last, span[1]) is not None


def _shortened(paragraph: Paragraph, span: Span) -> Span:
    """Leave out a last "which …" that names nothing and neither denies, limits nor doubts."""
    for which in _WHICH.finditer(paragraph.text, *span):
        rest = (which.start(), span[1])
        if not _marks(paragraph, *rest) and not _careful(paragraph, rest):
            return span[0], which.start()
    return span


# ── marks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _marks(paragraph: Paragraph, start: int, end: int) -> list[Mark]:
    """Return the marks that touch a stretch."""
    return [m for m in paragraph.marks if m.start < end and m.end > start]


def _piece(paragraph: Paragraph, span: Span, level: int = 0) -> CondensedLine:
    start, end = span
    kept = [m for m in paragraph.marks if start <= m.start and m.end <= end]
    triples = tuple(
        replace(t, start=t.start - start, end=t.end - start)
        for t in paragraph.triples
        if start <= t.start and t.end <= end
    )
    text = paragraph.text[start:end]
    if level and not (kept and kept[0].start == start and kept[0].ref.startswith("N") and not text[:1].islower()):
        text = capitalise(text)
    text += "." if level and text[-1:] not in _FINAL else ""
    marks = tuple(Mark(m.start - start, m.end - start, m.ref) for m in kept)
    return CondensedLine(Paragraph(text, marks, triples), level, tuple(m.start for m in kept))


def _moved(claim: Claim, mark: Mark | None) -> Claim:
    at, end = (mark.start, mark.end) if mark else (-1, -1)
    return replace(claim, triple=replace(claim.triple, start=at, end=end))
