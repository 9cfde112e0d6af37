"""The annotated-answer format: what to write, and how to read what models make of it.

Asked for are entities `[fish oil|DietarySupplement]($N1)` and relations
`[lowers the risk of]($R1:PREVENTS, $H, $N1, $N2; $L, $N1, $N3)`: phrase, number and predicate, then per pair of
entities its salience ($H, $L), subject and object. The idea is Graphologue's (Jiang et al., UIST 2023).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import accumulate

from kgcore.annotation.arguments import ParagraphDraft
from kgcore.annotation.correction import is_accepted_correction, renumber_entities
from kgcore.annotation.paragraph import SchemaNames, parse_paragraph, shown_paragraph
from kgcore.annotation.resolve import (
    AnnotationProblem,
    Mentions,
    annotation_problems,
    connected_ids,
    resolve_mentions,
    resolve_paragraphs,
)
from kgcore.annotation.stream import Splitter, showable_prefix
from kgcore.values.model import Mention, Paragraph, Predicate, Salience
from kgcore.values.tasks import RepairRequest

# --- Writes the format as it is asked for.

_FLAGS = {Salience.HIGH: "$H", Salience.LOW: "$L"}
_UNSAFE = str.maketrans({"|": "/", "$": "", "\\": "/", "\n": " ", "`": "'", "*": "∗", "~": "-", "【": "(", "】": ")"})
_CITATION_LIKE = re.compile(r"\[(\s*[\d,;–-]+\s*)\]")

Pair = tuple[str | None, Salience, int, int]


def annotate_entity(label: str, type: str | None, number: int) -> str:
    """Return `[fish oil|DietarySupplement]($N1)`; what the format cannot hold in a label is replaced."""
    kind = f"|{_safe(type)}" if type else ""
    return f"[{_safe(label)}{kind}]($N{number})"


def annotate_relation(phrase: str, pairs: Iterable[Pair], number: int) -> str:
    """Return `[lowers]($R1:PREVENTS, $H, $N1, $N2; $L, $N1, $N3)` for (predicate, salience, subject, object) pairs.

    A predicate that differs from the one before is named again with the number.
    """
    groups: list[str] = []
    last: str | None = None
    for predicate, salience, subject, object_ in pairs:
        head = f"$R{number}" + (f":{predicate}" if predicate else "")
        shown = f"{head}, " if not groups or predicate != last else ""
        groups.append(f"{shown}{_FLAGS[salience]}, $N{subject}, $N{object_}")
        last = predicate
    return f"[{_safe(phrase)}]({'; '.join(groups)})"


def _safe(label: str) -> str:
    clean = " ".join(label.translate(_UNSAFE).split())
    if not _balanced(clean):
        clean = clean.replace("[", "(").replace("]", ")")
    return _CITATION_LIKE.sub(r"(\1)", clean)


def _balanced(label: str) -> bool:
    """Whether every square bracket that opens is closed again, in this order."""
    depths = list(accumulate({"[": 1, "]": -1}.get(c, 0) for c in label))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


LONGEST_ANSWER = 100_000  # characters; what a model writes beyond is not read
_NUMBER = re.compile(r"[$＄]\s?([NnRr])[\s_-]?(\d{1,4})(?!\w)")
OFTEN = 1_200  # characters: a paragraph up to here is read again for every look at it
SELDOM = 1 / 16  # the part by which a longer one has grown before it is
NOTHING_YET = Paragraph("")
NOTHING_KNOWN: Mapping[str, Mention] = {}


class AnnotationParser:
    """Reads an annotated answer while it is written.

    Whatever the chunk boundaries, the paragraphs are those of the whole text. Nothing is ever raised for what a model
    writes: what cannot be read as an annotation stays text. `types` and `predicates` are the graph's own names, so
    that "Dietary Supplement" becomes its DietarySupplement; `known` are entities defined outside this text. What looks
    like a verdict of ours becomes visibly the model's, unless the words are `trusted`.
    """

    def __init__(
        self,
        types: Iterable[str] = (),
        predicates: Iterable[str] = (),
        *,
        known: Mapping[str, Mention] = NOTHING_KNOWN,
        longest: int = LONGEST_ANSWER,
        trusted: bool = False,
    ) -> None:
        self._names = SchemaNames.of(types, predicates, trusted=trusted)
        self._known = dict(known)
        self._room = longest
        self.cut = False  # whether the answer went on beyond what is read
        self._splitter = Splitter()
        self._drafts: list[ParagraphDraft] = []
        self._shown = NOTHING_YET
        self._shown_length = 0
        self._linked: frozenset[str] | None = None
        self._forget()

    def feed(self, chunk: str) -> None:
        """Take the next piece of the answer, of any length."""
        taken = chunk[: self._room]
        self.cut = self.cut or len(taken) < len(chunk)
        self._room -= len(taken)
        for raw in self._splitter.feed(taken):
            self._add(raw)

    def finish(self, *, broken: bool = False) -> tuple[Paragraph, ...]:
        """End the answer; return its paragraphs, every id under the longest name that the answer gives it.

        `broken`: it ended in the middle, so half an annotation may stand last, which nobody is shown.
        """
        first = self._splitter.first
        *whole, last = self._splitter.finish() or [""]
        for raw in (*whole, showable_prefix(last, first=first) if broken else last):
            self._add(raw)
        return self.paragraphs

    @property
    def ended(self) -> int:
        """How many paragraphs have ended."""
        return len(self._drafts)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The paragraphs that have ended, with the names known so far."""
        return resolve_paragraphs(self._drafts, self._known)

    @property
    def partial(self) -> Paragraph:
        """What can be shown of the paragraph being written: readable text and marks, never half an annotation.

        A very long paragraph is read again only when it has grown by a part of itself, so that the whole stays linear.
        """
        length = self._splitter.length
        if length < OFTEN or length > self._shown_length * (1 + SELDOM) or length < self._shown_length:
            raw = showable_prefix(self._splitter.rest, first=self._splitter.first)
            self._shown = shown_paragraph(raw, self._names, self._labels, self.next_relation)
            self._shown_length = length
        return self._shown

    def raw(self, index: int) -> str:
        """The paragraph as the model wrote it, for a RepairRequest."""
        return self._drafts[index].raw

    def repair_request(self, index: int, predicates: tuple[Predicate, ...], types: tuple[str, ...]) -> RepairRequest:
        """What to ask a model for, to mend the paragraph's problems; ids go on counting."""
        words = tuple(str(p) for p in self.problems(index))
        return RepairRequest(self.raw(index), words, self.next_entity, self.next_relation, predicates, types)

    def problems(self, index: int) -> tuple[AnnotationProblem, ...]:
        """What is broken in a paragraph that has ended, given all that has been read so far."""
        if self._linked is None:
            self._linked = connected_ids(self._drafts, self._mentions.names)
        return annotation_problems(self._drafts[index], self._mentions.names, self._linked)

    def replace(self, index: int, corrected_text: str) -> bool:
        """Put a correction in the place of a paragraph; False when it lost the meaning and the original stays.

        Ids that the correction introduces get numbers of their own, so that corrections that are made side by side,
        and while the answer goes on, never collide.
        """
        old = self._drafts[index]
        raw = " ".join(_whole(corrected_text).split())
        others = [d for i, d in enumerate(self._drafts) if i != index]
        foreign = {n.ref for d in others[index:] for n in d.named}
        raw = renumber_entities(raw, old, self._drafts[:index], foreign, self.next_entity)
        labels = {ref: m.text for ref, m in resolve_mentions(others, self._known).items()}
        new = parse_paragraph(raw, self._names, labels, self.next_relation)
        taken = is_accepted_correction(old, new, self._drafts, index, self._known)
        if taken:
            self._drafts[index] = new
            self._forget()
            for known in self._drafts:
                self._learn(known)
        return taken

    @property
    def next_entity(self) -> int:
        """The first entity number that is free."""
        return 1 + self._highest["N"]

    @property
    def next_relation(self) -> int:
        """The first relation number that is free."""
        return 1 + self._highest["R"]

    def _add(self, raw: str) -> None:
        self._shown, self._shown_length = NOTHING_YET, 0
        read = parse_paragraph(raw, self._names, self._labels, self.next_relation)
        if read.text:
            self._drafts.append(read)
            self._learn(read)

    def _forget(self) -> None:
        """Know nothing but what is defined outside this text."""
        self._mentions = Mentions(self._known)
        self._labels = {ref: m.text for ref, m in self._known.items()}
        self._linked = None
        numbers = [(r[0], int(r[1:])) for r in self._known if r[1:].isdigit()]
        self._highest = {kind: max((n for k, n in numbers if k == kind), default=0) for kind in "NR"}

    def _learn(self, read: ParagraphDraft) -> None:
        """Take in a paragraph: what it names, and the highest numbers that it gives."""
        self._mentions.learn(read)
        self._labels.update({n.ref: self._mentions.names[n.ref].text for n in read.named})
        self._linked = None
        written = [(m[1].upper(), int(m[2])) for m in _NUMBER.finditer(read.raw)]
        for kind, number in (*written, *(("R", int(s.ref[1:])) for s in read.stated)):
            self._highest[kind] = max(self._highest[kind], number)


def _whole(text: str) -> str:
    """A correction as one paragraph, without "Here is the corrected paragraph:"."""
    splitter = Splitter()
    return "\n".join((*splitter.feed(text[:LONGEST_ANSWER]), *splitter.finish()))


def parse_answer(
    text: str,
    types: Iterable[str] = (),
    predicates: Iterable[str] = (),
    *,
    known: Mapping[str, Mention] = NOTHING_KNOWN,
    trusted: bool = False,
) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a whole annotated text (of plain text: paragraphs without marks and triples)."""
    parser = AnnotationParser(types, predicates, known=known, trusted=trusted)
    parser.feed(text)
    return parser.finish()
