"""Takes the annotations out of a raw paragraph: one pass, left to right, brackets on a stack."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from kgcore.annotation.arguments import (
    AnnotationSpan,
    Arguments,
    only_ids,
    parse_arguments,
    read_bare_ids,
    read_bracketed_ids,
)
from kgcore.annotation.badges import is_interval
from kgcore.annotation.labels import could_be_label, guess_label, split_type, split_type_behind

LONGEST_LABEL = 200  # characters; a longer stretch in brackets is text
MOST_ANNOTATIONS = 250  # in one paragraph; the words of more stay text
_SPECIAL = re.compile(r"[\[\]【】(（{<$＄]")
_LINK = re.compile(
    r"\(\s*<?(?:[a-z][a-z0-9+.-]*:|www\.|[#/.])[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)?>?(?:\s+[\"'][^\"']*[\"'])?\s*\)",
    re.I,
)
_CITATION = re.compile(
    r"\s*[\^#]?(?:(?:facts?|edges?|ref(?:erence)?s?)\.?\s*)?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\s*", re.I
)
_TYPED = re.compile(r"[^|]{1,80}\|\s*[A-Z][A-Za-z/ ]{2,40}")
_BETWEEN = re.compile(r"[\s*_`~\"”:-]{0,4}")
_ENDS_INSIDE = re.compile(r"\s{0,3}(?:[,:|;]\s*(?P<extra>[A-Z][\w/ -]{2,40}))?\s{0,3}[\]】]")
_TURNED = re.compile(r"\[\s*(?P<ids>[$＄]\s?[Nn]\s?\d{1,4})\s*\]\s?\((?P<label>[^()$\n]{1,80})\)")
_EDGES = " \t\n|:,;–-"


@dataclass(slots=True)
class _Frame:
    """An open bracket: its piece, its place in the raw text, and ids that came before the label."""

    piece: int
    at: int
    arguments: Arguments | None = None


@dataclass(frozen=True, slots=True)
class _Closed:
    """The bracket closed last: pieces of both brackets (first -1: there was no opening one), and where it ended."""

    first: int
    last: int
    at: int


@dataclass(frozen=True, slots=True)
class _Found:
    """An annotation over the pieces first…last-1."""

    first: int
    last: int
    arguments: Arguments
    extra: str
    sure: bool


def scan_annotations(
    raw: str, types: frozenset[str], known: Mapping[str, str]
) -> tuple[str, tuple[AnnotationSpan, ...]]:
    """Return the text without annotations, and what they named; `known` are the labels of ids defined before.

    Spans may be nested, and keep Markdown that `readable` removes. Linear in the length of `raw`, which callers bound.
    """
    scanner = _Scanner(raw, types, dict(known))
    at = 0
    while (special := _SPECIAL.search(raw, at)) is not None:
        scanner.out.append(raw[at : special.start()])
        at = scanner.special(special.start())
    scanner.out.append(raw[at:])
    return scanner.result()


class _Scanner:
    def __init__(self, raw: str, types: frozenset[str], known: dict[str, str]) -> None:
        self.raw, self.types, self.known = raw, types, known
        self.out: list[str] = []
        self.found: list[_Found] = []
        self.frames: list[_Frame] = []
        self.strays: list[int] = []
        self.closed: _Closed | None = None
        self.floor = 0

    def special(self, at: int) -> int:
        """Deal with the special character at `at`; return where to go on."""
        char = self.raw[at]
        if char in "$＄":
            return self._bare(at)
        if char in "]】":
            return self._close(at)
        labelled = self._labelled(at)
        found = read_bracketed_ids(self.raw, at, labelled=labelled) if char not in "[【" or labelled else None
        if found is not None and (char not in "[【" or only_ids(found[0])):
            return self._attach(found[0], found[1], labelled=labelled)
        if char in "[【":
            return self._open(at)
        if labelled and (link := _LINK.match(self.raw, at)):
            return self._unlink(link.end())
        self.out.append(char)
        return at + 1

    def _open(self, at: int) -> int:
        if turned := _TURNED.match(self.raw, at):
            self.out.append(turned["label"])
            self._name(len(self.out) - 1, parse_arguments(turned["ids"]))
            return turned.end()
        self.out.append(self.raw[at])
        self.frames.append(_Frame(len(self.out) - 1, at))
        return at + 1

    def _close(self, at: int) -> int:
        self.out.append(self.raw[at])
        piece = len(self.out) - 1
        if not self.frames:
            self.strays.append(piece)
            self.closed = _Closed(-1, piece, at + 1)
            return at + 1
        frame = self.frames.pop()
        self.closed = _Closed(frame.piece, piece, at + 1)
        if frame.arguments is not None:
            return self._attach(frame.arguments, at + 1, labelled=True)
        if at - frame.at <= LONGEST_LABEL and not self._tail_follows(at + 1):
            self._settle(frame, piece, at + 1)
        return at + 1

    def _settle(self, frame: _Frame, last: int, end: int) -> None:
        """A bracket without ids: a citation goes, a bare type goes, a note stays as it is."""
        first = frame.piece
        inside = "".join(self.out[first + 1 : last])
        if _CITATION.fullmatch(inside) and not self.frames and not is_interval(self.raw, frame.at, end):
            self._blank(first, last + 1)
            self.closed = None
        elif _TYPED.fullmatch(inside):
            self._strip_type(first + 1, last)
            self.out[first] = self.out[last] = ""

    def _tail_follows(self, at: int) -> bool:
        gap = _BETWEEN.match(self.raw, at)
        start = gap.end() if gap else at
        if self.raw[start : start + 1] in tuple("$＄"):
            return read_bare_ids(self.raw, start) is not None
        return self.raw[start : start + 1] in tuple("(（{<[【") and bool(
            read_bracketed_ids(self.raw, start, labelled=True)
        )

    def _unlink(self, end: int) -> int:
        """A Markdown link: its words stay."""
        if self.closed is not None and self.closed.first >= 0:
            self.out[self.closed.first] = self.out[self.closed.last] = ""
            if _CITATION.fullmatch("".join(self.out[self.closed.first : self.closed.last])):
                self._blank(self.closed.first, self.closed.last)
        self.closed = None
        return end

    def _labelled(self, at: int) -> bool:
        """Whether a bracket has just been closed, with at most spaces or emphasis since."""
        return self.closed is not None and _BETWEEN.fullmatch(self.raw, self.closed.at, at) is not None

    def _bare(self, at: int) -> int:
        found = read_bare_ids(self.raw, at)
        if found is None or not (found[0].entities or found[0].relation is not None):
            self.out.append(self.raw[at])
            return at + 1
        return self._attach(*found, labelled=self._labelled(at), bare=True)

    def _attach(self, arguments: Arguments, end: int, *, labelled: bool, bare: bool = False) -> int:
        """Give the ids, which end at `end`, to the label that they belong to; return where to go on."""
        closed, self.closed = self.closed, None
        if labelled and closed is not None:
            self._tighten(closed.last + 1)
            self.out[closed.last] = ""
            if closed.first < 0:
                self._guess(arguments)
            else:
                self.out[closed.first] = ""
                self._name(closed.first, arguments)
            return end
        if self.frames:
            return self._inside(arguments, end, bare=bare)
        self._guess(arguments, bare=bare)
        return end

    def _inside(self, arguments: Arguments, end: int, *, bare: bool) -> int:
        """Ids within an open bracket: `[label ($N1)]`, `[$N1: label]`, `[label ($N1)` without its end, or a note."""
        frame = self.frames[-1]
        inner = "".join(self.out[frame.piece + 1 :])
        ending = _ENDS_INSIDE.match(self.raw, end)
        if ending is None and not inner.strip():
            frame.arguments = arguments
            return end
        if ending is None and (self.floor > frame.piece or not could_be_label(inner)):
            self._guess(arguments, bare=bare)
            return end
        self.frames.pop()
        self.out[frame.piece] = ""
        extra = (ending["extra"] or "") if ending is not None else ""
        if extra and not inner.strip():
            inner, extra = extra, ""
            self.out.append(inner)
        if inner.strip():
            self._name(frame.piece + 1, arguments, extra=extra, sure=ending is not None)
        else:
            self._guess(arguments, bare=bare)
        return ending.end() if ending else end

    def _guess(self, arguments: Arguments, *, bare: bool = False) -> None:
        """No opening bracket: name the words before, as far as they look like a label."""
        floor = max(self.floor, self.frames[-1].piece + 1 if self.frames else 0)
        for stray in self.strays:
            self.out[stray] = "" if stray >= floor else self.out[stray]
        self.strays = [s for s in self.strays if s < floor]
        before, extra = split_type_behind("".join(self.out[floor:]))
        known = "" if arguments.is_relation else self.known.get(f"N{next(iter(arguments.entities), 0)}", "")
        start, end = guess_label(before, relation=arguments.is_relation, known=known)
        if bare and known and before[start:end].casefold() != known.casefold():
            before, start, end = before + known, len(before), len(before) + len(known)
        label = before[start:end]
        if label[:1] in tuple("({<"):
            label = label[1:-1]
        self.out[floor:] = [before[:start], label]
        self._name(len(self.out) - 1, arguments, extra=extra, sure=False)

    def _name(self, first: int, arguments: Arguments, *, extra: str = "", sure: bool = True) -> None:
        """Record that the pieces from `first` on are the label of these ids."""
        label = "".join(self.out[first:])
        self.floor = len(self.out)
        empty = not (arguments.entities or arguments.is_relation)
        if empty or len(label) > LONGEST_LABEL or len(self.found) >= MOST_ANNOTATIONS:
            return
        if arguments.is_relation:
            self.out[first:] = ["" if piece in tuple("[]【】") else piece for piece in self.out[first:]]
        inside = self._strip_type(first, len(self.out))
        self.found.append(_Found(first, len(self.out), arguments, inside or extra, sure))
        if sure and not arguments.is_relation and (name := "".join(self.out[first:]).strip(" *_`")):
            ref = f"N{arguments.entities[0]}"
            self.known[ref] = max(self.known.get(ref, ""), name, key=len)

    def _strip_type(self, first: int, last: int) -> str:
        """Cut separators and a type off the label in these pieces; return the type."""
        nested = max((f.last for f in self.found if f.first >= first), default=first)
        own = "".join(self.out[nested:last])
        name, extra = split_type(own.strip(_EDGES) if nested == first else own, self.types)
        kept = name.strip(_EDGES) if nested == first else name
        self._blank(nested, last)
        if nested < last:
            self.out[nested] = kept
        return extra

    def _blank(self, first: int, last: int) -> None:
        self.out[first:last] = [""] * (last - first)

    def _tighten(self, first: int) -> None:
        for piece in range(first, len(self.out)):
            self.out[piece] = self.out[piece].strip(" \t\n:-")

    def result(self) -> tuple[str, tuple[AnnotationSpan, ...]]:
        """Join the pieces; brackets that never met their other half go where annotations stand."""
        if self.found:
            self._drop_halves()
        offsets = (0, *accumulate(len(p) for p in self.out))
        spans = (AnnotationSpan(offsets[f.first], offsets[f.last], f.arguments, f.extra, f.sure) for f in self.found)
        return "".join(self.out), tuple(spans)

    def _drop_halves(self) -> None:
        """Blank brackets beside words that never met their other half; "[0, 5)" keeps its own."""
        for frame in self.frames:
            if self.raw[frame.at + 1 : frame.at + 2].isalpha():
                self.out[frame.piece] = ""
        for piece in self.strays:
            if "".join(self.out[max(0, piece - 2) : piece])[-1:].isalpha():
                self.out[piece] = ""
