"""A model annotates what people wrote where nobody could read it: each sentence fenced, its words unchanged.

A model only adds where relations stand and between which words; they are read, linked and judged as all others are. A
sentence whose words it changed stays unread.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.annotation.headings import denied_stretches
from kgcore.annotation.identity import is_pointing
from kgcore.annotation.parser import parse_answer
from kgcore.english.context import asserts_nothing, denied_next
from kgcore.english.initialisms import as_defined
from kgcore.english.sentences import Stretch, split_sentences
from kgcore.errors import ModelError
from kgcore.ports import LanguageModel
from kgcore.turn.services import complete_text
from kgcore.values.model import GraphInfo, Mark, Paragraph, Triple
from kgcore.values.tasks import AnnotateRequest, Task

ANNOTATE_SECONDS = 20.0
MOST_SENTENCES = 30  # of one check that are sent
LONGEST_SENTENCE = 400  # characters
_FRESH = 8_000  # the first number of what is annotated so, per message beyond all others
_LINE = re.compile(r"^\s*s?(\d{1,3})\s*[:.)]\s*(\S.*)$", re.IGNORECASE)
_NEXT = 200  # characters behind a sentence that may take it back

Read = tuple[tuple[Paragraph, ...], ...]


@dataclass(frozen=True, slots=True)
class _Unread:
    """A sentence without a claim: in which message and paragraph it stands, and where."""

    message: int
    paragraph: int
    stretch: Stretch
    words: str


class SentenceAnnotator:
    """Asks one model once for all sentences of a check that could not be read."""

    def __init__(self, model: LanguageModel, info: GraphInfo) -> None:
        self._model = model
        self._info = info

    async def completed(self, read: Read) -> Read:
        """Return the messages with what the model's annotations state; as they are where it fails."""
        unread = list(_unread(read))[:MOST_SENTENCES]
        if not unread or Task.ANNOTATE not in self._model.tasks:
            return read
        types = tuple(name for name, _ in self._info.types)
        sentences = tuple(one.words for one in unread)
        request = AnnotateRequest(sentences, self._info.predicates, types, self._info.signatures)
        try:
            async with asyncio.timeout(ANNOTATE_SECONDS):
                text = await complete_text(self._model, request)
        except (ModelError, TimeoutError):
            return read
        return await asyncio.to_thread(_merged, read, unread, text, types, [p.name for p in self._info.predicates])


def _unread(read: Read) -> Iterator[_Unread]:
    """Yield the sentences that name something, assert something, and have no claim."""
    for n, paragraphs in enumerate(read):
        for m, paragraph in enumerate(paragraphs):
            parts = list(split_sentences(paragraph.text, Stretch(0, len(paragraph.text)), ()))
            denied = set(denied_stretches(paragraph.text, parts))
            for part in parts:
                words = paragraph.text[part.start : part.end]
                names = any(k.ref.startswith("N") and part.start <= k.start < part.end for k in paragraph.marks)
                said = any(part.start <= t.start < part.end for t in paragraph.triples)
                taken_back = part in denied or denied_next(paragraph.text[part.end :][:_NEXT].lstrip())
                if names and not (said or taken_back or asserts_nothing(words)) and len(words) <= LONGEST_SENTENCE:
                    yield _Unread(n, m, part, " ".join(words.split()))


def _merged(read: Read, unread: Sequence[_Unread], answer: str, types: Sequence[str], names: Sequence[str]) -> Read:
    lines = {int(found[1]): found[2] for line in answer.splitlines() if (found := _LINE.match(line))}
    messages = [list(paragraphs) for paragraphs in read]
    for number, one in enumerate(unread, 1):
        parsed = parse_answer(lines.get(number, ""), types, names, trusted=True)
        if len(parsed) == 1 and " ".join(parsed[0].text.split()) == one.words and parsed[0].triples:
            own = messages[one.message][one.paragraph]
            messages[one.message][one.paragraph] = _with(own, one, parsed[0], number)
    return tuple(as_defined(paragraphs) for paragraphs in messages)


def _with(own: Paragraph, one: _Unread, annotated: Paragraph, number: int) -> Paragraph:
    """Return a paragraph with the triples of one annotated sentence at their places in it."""
    at = _places(own.text, one.stretch)
    fresh = _FRESH + 50 * number
    taken = list(own.marks)
    triples: list[Triple] = []
    for triple in annotated.triples:
        if is_pointing(triple.subject.text) or is_pointing(triple.object.text) or not triple.start < triple.end:
            continue
        subject, object = (replace(m, ref=_fresh(m.ref, fresh)) for m in (triple.subject, triple.object))
        start, end = at[triple.start], at[triple.end - 1] + 1
        index = own.triples[0].paragraph if own.triples else triple.paragraph
        placed = replace(triple, subject=subject, object=object, ref=_fresh(triple.ref, fresh), start=start, end=end)
        triples.append(replace(placed, paragraph=index))
    refs = {ref for t in triples for ref in (t.ref, t.subject.ref, t.object.ref)}
    for mark in annotated.marks:
        new = Mark(at[mark.start], at[mark.end - 1] + 1, _fresh(mark.ref, fresh))
        if new.ref in refs and all(new.end <= m.start or m.end <= new.start for m in taken):
            taken.append(new)
    ordered = sorted((*own.triples, *triples), key=lambda t: t.start)
    return Paragraph(own.text, tuple(sorted(taken, key=lambda m: m.start)), tuple(ordered))


def _fresh(ref: str, first: int) -> str:
    return f"{ref[:1]}{first + int(ref[1:]) % 50}" if ref[1:].isdigit() else ref


def _places(text: str, stretch: Stretch) -> list[int]:
    """Return where each character of a sentence with single spaces stands in its text."""
    found: list[int] = []
    space = True  # at the beginning none is kept
    for place in range(stretch.start, stretch.end):
        if not (space and text[place].isspace()):
            found.append(place)
        space = text[place].isspace()
    return found
