"""The annotated-answer format: what to write, and how to read what models make of it.

Asked for are entities `[fish oil|DietarySupplement]($N1)` and relations
`[lowers the risk of]($R1:PREVENTS, $H, $N1, $N2; $L, $N1, $N3)`: phrase, number and predicate, then per pair of
entities its salience ($H, $L), subject and object. The idea is Graphologue's (Jiang et al., UIST 2023).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kgcore.annotation.correct import accepted, renumbered
from kgcore.annotation.draft import Names, draft
from kgcore.annotation.drafts import Draft
from kgcore.annotation.readable import clean, unescape
from kgcore.annotation.resolve import Fault, Problem, connected, mentions, paragraph, problems
from kgcore.annotation.stream import Splitter, showable
from kgcore.annotation.write import annotated, entity, relation
from kgcore.model import Mention, Paragraph, Predicate
from kgcore.tasks import RepairRequest

__all__ = ["AnnotationParser", "Fault", "Problem", "annotated", "entity", "looks_annotated", "parse", "relation"]

LONGEST_ANSWER = 100_000  # characters; what a model writes beyond is not read
_NUMBER = re.compile(r"[$＄]\s?([NnRr])[\s_-]?(\d{1,4})(?!\w)")
_PLAIN_IDS = re.compile(r"[\]】]\s?\([NR]\d{1,4}[,:)]")
OFTEN = 1_200  # characters: a paragraph up to here is read again for every look at it
SELDOM = 1 / 16  # the part by which a longer one has grown before it is
NOTHING_YET = Paragraph("")
NOTHING_KNOWN: Mapping[str, Mention] = {}


class AnnotationParser:
    """Reads an annotated answer while it is written.

    Whatever the chunk boundaries, the paragraphs are those of the whole text. Nothing is ever raised for what a model
    writes: what cannot be read as an annotation stays text. `types` and `predicates` are the graph's own names, so
    that "Dietary Supplement" becomes its DietarySupplement; `known` are entities defined outside this text.
    """

    def __init__(
        self,
        types: Iterable[str] = (),
        predicates: Iterable[str] = (),
        *,
        known: Mapping[str, Mention] = NOTHING_KNOWN,
        longest: int = LONGEST_ANSWER,
    ) -> None:
        self._names = Names.of(types, predicates)
        self._known = dict(known)
        self._room = longest
        self._splitter = Splitter()
        self._drafts: list[Draft] = []
        self._shown = NOTHING_YET
        self._shown_length = 0
        self._remember()

    def feed(self, chunk: str) -> None:
        """Take the next piece of the answer, of any length."""
        taken = chunk[: self._room]
        self._room -= len(taken)
        for raw in self._splitter.feed(taken):
            self._add(raw)

    def finish(self) -> tuple[Paragraph, ...]:
        """End the answer; return its paragraphs, every id under the longest name that the answer gives it."""
        for raw in self._splitter.finish():
            self._add(raw)
        return self.paragraphs

    @property
    def ended(self) -> int:
        """How many paragraphs have ended."""
        return len(self._drafts)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The paragraphs that have ended, with the names known so far."""
        names = mentions(self._drafts, self._known)
        return tuple(paragraph(d, i, names) for i, d in enumerate(self._drafts))

    @property
    def partial(self) -> Paragraph:
        """What can be shown of the paragraph being written: readable text and marks, never half an annotation.

        A very long paragraph is read again only when it has grown by a part of itself, so that the whole stays linear.
        """
        length = self._splitter.length
        if length < OFTEN or length > self._shown_length * (1 + SELDOM) or length < self._shown_length:
            raw = showable(self._splitter.rest, first=self._splitter.first)
            written = draft(raw, self._names, self._labels, self._free)
            self._shown, self._shown_length = Paragraph(written.text, written.marks), length
        return self._shown

    def raw(self, index: int) -> str:
        """The paragraph as the model wrote it, for a RepairRequest."""
        return self._drafts[index].raw

    def repair_request(self, index: int, predicates: tuple[Predicate, ...], types: tuple[str, ...]) -> RepairRequest:
        """What to ask a model for, to mend the paragraph's problems; ids go on counting."""
        words = tuple(str(p) for p in self.problems(index))
        return RepairRequest(self.raw(index), words, self.next_entity, self.next_relation, predicates, types)

    def problems(self, index: int) -> tuple[Problem, ...]:
        """What is broken in a paragraph that has ended, given all that has been read so far."""
        names = mentions(self._drafts, self._known)
        return problems(self._drafts[index], names, connected(self._drafts, names))

    def replace(self, index: int, corrected_text: str) -> bool:
        """Put a correction in the place of a paragraph; False when it lost the meaning and the original stays.

        Ids that the correction introduces get numbers of their own, so that corrections that are made side by side,
        and while the answer goes on, never collide.
        """
        old = self._drafts[index]
        raw = " ".join(_whole(corrected_text).split())
        others = [d for i, d in enumerate(self._drafts) if i != index]
        foreign = {n.ref for d in others[index:] for n in d.named}
        raw = renumbered(raw, old, self._drafts[:index], foreign, self.next_entity)
        labels = {ref: m.text for ref, m in mentions(others, self._known).items()}
        new = draft(raw, self._names, labels, self.next_relation)
        taken = accepted(old, new, self._drafts, index, self._known)
        if taken:
            self._drafts[index] = new
            self._remember()
        return taken

    @property
    def next_entity(self) -> int:
        """The first entity number that is free."""
        return 1 + max((self._numbers("N")), default=0)

    @property
    def next_relation(self) -> int:
        """The first relation number that is free."""
        return 1 + max((self._numbers("R")), default=0)

    def _numbers(self, kind: str) -> Sequence[int]:
        known = [int(r[1:]) for r in self._known if r[0] == kind and r[1:].isdigit()]
        written = [int(m[2]) for d in self._drafts for m in _NUMBER.finditer(d.raw) if m[1].upper() == kind]
        given = [int(s.ref[1:]) for d in self._drafts for s in d.stated] if kind == "R" else []
        return known + written + given

    def _add(self, raw: str) -> None:
        self._shown, self._shown_length = NOTHING_YET, 0
        read = draft(raw, self._names, self._labels, self._free)
        if read.text:
            self._drafts.append(read)
            self._remember()

    def _remember(self) -> None:
        self._labels: Mapping[str, str] = {ref: m.text for ref, m in mentions(self._drafts, self._known).items()}
        self._free = self.next_relation


def _whole(text: str) -> str:
    """A correction as one paragraph, without "Here is the corrected paragraph:"."""
    splitter = Splitter()
    return "\n".join((*splitter.feed(text[:LONGEST_ANSWER]), *splitter.finish()))


def looks_annotated(text: str) -> bool:
    """Whether anything in the text reads like an annotation, however clumsy: an entity or relation id with its $."""
    return _NUMBER.search(unescape(clean(text[:LONGEST_ANSWER]))) is not None or _PLAIN_IDS.search(text) is not None


def parse(
    text: str,
    types: Iterable[str] = (),
    predicates: Iterable[str] = (),
    *,
    known: Mapping[str, Mention] = NOTHING_KNOWN,
) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a whole annotated text (of plain text: paragraphs without marks and triples)."""
    parser = AnnotationParser(types, predicates, known=known)
    parser.feed(text)
    return parser.finish()
