"""What a model's annotation of an article proposes: its relations, between the names that stand there. Pure.

A model adds brackets to sentences and changes no word. What it says is untrusted: a relation becomes a proposal only
between entities that are named where it points, with the article's own sentence, and a person decides about it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kgcore.annotation.parser import AnnotationParser, parse_answer
from kgcore.curation.articles import AnnotatedArticle, NamedSpan, Part
from kgcore.curation.findings import reports_finding
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.curation.proposals import NO_FINDING_LEFT, Proposal, ProposedEffect, is_denied, qualifiers_of
from kgcore.english.initialisms import defined
from kgcore.english.sentences import Stretch
from kgcore.values.model import Paragraph, Triple
from kgcore.verdict.case import chosen_predicate
from kgcore.vocabulary.vocabulary import Vocabulary

SCORE = 0.8  # of what a model reads: never so sure that it goes in by itself
MOST_SENTENCES = 40  # of one article that are sent
LONGEST_SENTENCE = 1_500  # characters
_LINE = re.compile(r"^\s*s?(\d{1,3})\s*[:.)]\s*(\S.*)$", re.IGNORECASE)

_DENIED = re.compile(r"\b(?:not|no|never|neither|nor|without)\s+(?:\w+\s+)?\Z", re.IGNORECASE)  # outside its brackets


def worth_reading(article: AnnotatedArticle) -> tuple[int, ...]:
    """Return the sentences (by number) that a model is to annotate: those that name something."""
    starts = [n.start for n in article.names if n.id]
    named = (
        number
        for number, s in enumerate(article.sentences)
        if s.end - s.start <= LONGEST_SENTENCE and any(s.start <= at < s.end for at in starts)
    )
    return tuple(named)[:MOST_SENTENCES]


def sentence_words(article: AnnotatedArticle, number: int) -> str:
    """Return a sentence on one line, as a model is shown it."""
    stretch = article.sentences[number]
    return " ".join(article.text[stretch.start : stretch.end].split())


def lines_of(answer: str) -> dict[int, str]:
    """Return what a model wrote behind each number, the first word counting."""
    found: dict[int, str] = {}
    for line in answer.splitlines():
        if read := _LINE.match(line):
            found.setdefault(int(read[1]), read[2])
    return found


def is_unchanged(words: str, annotated: str) -> bool:
    """Whether an annotated sentence has the words of the sentence and no others."""
    return _plain(words) == _plain(annotated)


def _plain(text: str) -> str:
    return " ".join(" ".join(p.text for p in parse_answer(text, trusted=True)).split())


def parser_of(lines: Sequence[str], types: Sequence[str], predicates: Sequence[str]) -> AnnotationParser | None:
    """Return the parser that has read some annotated sentences, one paragraph each; None where they run together."""
    parser = AnnotationParser(types, predicates, trusted=True)
    parser.feed("\n\n".join(lines))
    return parser if len(parser.finish()) == len(lines) else None


def proposed(
    article: AnnotatedArticle, numbers: Sequence[int], paragraphs: Sequence[Paragraph], vocabulary: Vocabulary
) -> list[Proposal]:
    """Return what the annotated sentences (paragraph by paragraph) state of entities of the article, once each."""
    meant = _meant(article, numbers, paragraphs)
    found: dict[tuple[str, str, str], Proposal] = {}
    for at, paragraph in enumerate(paragraphs):
        for triple in paragraph.triples:
            for subject in meant.get((at, triple.subject.ref)) or meant.get((-1, triple.subject.ref), ()):
                for object in meant.get((at, triple.object.ref)) or meant.get((-1, triple.object.ref), ()):
                    sentence, before = article.sentences[numbers[at]], paragraph.text[: triple.start]
                    made = _proposal(article, sentence, triple, before, (subject, object), vocabulary)
                    if made is not None:
                        key = (made.subject.id, made.predicate, made.object.id)
                        if key not in found or found[key].score <= made.score:  # what comes last is concluded
                            found[key] = made
    return list(found.values())


def _meant(
    article: AnnotatedArticle, numbers: Sequence[int], paragraphs: Sequence[Paragraph]
) -> Mapping[tuple[int, str], tuple[NamedSpan, ...]]:
    """Return the names behind each id of the annotation: in one sentence, and (-1) wherever it is named most."""
    found: dict[tuple[int, str], tuple[NamedSpan, ...]] = {}
    often: dict[str, Counter[tuple[str, ...]]] = {}
    spans: dict[tuple[str, ...], tuple[NamedSpan, ...]] = {}
    for at, paragraph in enumerate(paragraphs):
        for mark in paragraph.marks:
            if not mark.ref.startswith("N"):
                continue
            words = paragraph.text[mark.start : mark.end]
            names = tuple(_names_at(article, article.sentences[numbers[at]], words, mark.start))
            ids = tuple(n.id for n in names)
            if names:
                found.setdefault((at, mark.ref), names)
                often.setdefault(mark.ref, Counter())[ids] += 1
                spans.setdefault(ids, names)
    for ref, counts in often.items():
        found[-1, ref] = spans[counts.most_common(1)[0][0]]
    return found


def _names_at(article: AnnotatedArticle, sentence: Stretch, words: str, near: int) -> Iterator[NamedSpan]:
    """Yield the article's names where a sentence has these words, at the place of them nearest to where they stood."""
    text = article.text[sentence.start : sentence.end]
    places = [m.start() for m in re.finditer(re.escape(words), text)]
    if not places:
        return
    start = sentence.start + min(places, key=lambda place: abs(place - near))
    end = start + len(words)
    over = [n for n in article.names if n.id and n.start < end and start < n.end]
    exact = [n for n in over if (n.start, n.end) == (start, end)]
    within = [n for n in over if start <= n.start and n.end <= end]
    best = exact or within or over
    last = max((n.end for n in best), default=0)  # the head of a compound comes last: "aspirin-induced asthma"
    yield from (n for n in best if exact or n.end == last)


def _proposal(
    article: AnnotatedArticle,
    sentence: Stretch,
    triple: Triple,
    before: str,
    ends: tuple[NamedSpan, NamedSpan],
    vocabulary: Vocabulary,
) -> Proposal | None:
    subject, object = ends
    said = vocabulary.read(triple.relation)
    choice, backwards = chosen_predicate(triple.predicate, vocabulary)
    predicate = choice or next(iter(said.predicates), "")
    if not predicate or subject.id == object.id:
        return None
    if said.inverted or (backwards and not said.predicates):
        subject, object = object, subject
    if (kind_of_type(subject.type), kind_of_type(object.type)) == (EntityKind.DISEASE, EntityKind.CHEMICAL):
        subject, object = object, subject  # what acts on what no wording turns round
    words = article.text[sentence.start : sentence.end]
    denied = is_denied(triple, vocabulary) or (not triple.refuted and _DENIED.search(before) is not None)
    found = reports_finding(words) and article.part_at(sentence.start) is not Part.BEFORE
    score = SCORE if found else SCORE * NO_FINDING_LEFT
    return Proposal(
        article.id,
        words,
        subject,
        object,
        predicate,
        denied,
        ProposedEffect.UNKNOWN,
        qualifiers_of(words, ends, defined(article.text)),
        round(score, 4),
        title=article.title,
    )
