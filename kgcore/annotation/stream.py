"""Cuts a stream of text into raw paragraphs, and finds how much of an unfinished one can be shown."""

from __future__ import annotations

import re

from kgcore.annotation.readable import clean, may_be_opening, unescape, without_opening

LONGEST_PARAGRAPH = 6_000  # characters as written; a longer one is cut at a sentence
_HEADING = re.compile(r"\s{0,3}(?:#{1,6}\s+\S.*|\*\*[^*]{1,100}\*\*:?\s*|__[^_]{1,100}__:?\s*)")
_MOST_CUTS = 6  # what is left after a cut can end in the middle of something, too
_HELD = 260  # characters; a bracket open for longer is text
_LABEL_END = re.compile(r"[\]】][\s*_`~\"”:-]{0,4}$")
_UNFINISHED = re.compile(
    r"[\]】][\s*_`~\"”:-]{0,4}\\?$"  # a label whose ids may follow
    r"|[\]】][\s*_`~\"”:-]{0,4}[(（\[{<][^()（）\[\]{}<>]{0,400}$"  # perhaps ids without their dollar
    r"|[(（{<]{1,2}\s{0,3}\\?$"
    r"|[(（{<]{1,2}[^()（）\n\[\]{<$＄]{0,400}[$＄][^()（）\[\]【】]{0,400}$"  # ids not yet closed
    r"|[$＄]\s?[A-Za-z]?[\s_-]?\d{0,4}$|\\$|[*_`~]+$|[\s(\[]+$"
    r"|(?:^|\n)\s{0,3}(?:#{1,6}|[-+>•])\s{0,3}$"
)


class Splitter:
    """Takes chunks, gives raw paragraphs: a blank line ends one; a heading stands alone; one without end is cut."""

    def __init__(self) -> None:
        self._line: list[str] = []
        self._length = 0
        self._paragraph: list[str] = []
        self._held = 0
        self.first = True

    def feed(self, chunk: str) -> list[str]:
        """Return the paragraphs that this chunk completes."""
        done: list[str] = []
        pieces = clean(chunk).split("\n")
        for number, piece in enumerate(pieces):
            done += self._add(piece)
            if number < len(pieces) - 1:
                done += self._end_line()
        return done

    def finish(self) -> list[str]:
        """Return what is left."""
        return [*self._end_line(), *self._end_paragraph()]

    @property
    def length(self) -> int:
        """How many characters the paragraph being written has so far."""
        return self._held + self._length

    @property
    def rest(self) -> str:
        """The paragraph being written, as far as it has come."""
        raw = "\n".join((*self._paragraph, "".join(self._line)))
        return without_opening(raw) if self.first else raw

    def _add(self, piece: str) -> list[str]:
        done: list[str] = []
        while self._held + self._length + len(piece) > LONGEST_PARAGRAPH:
            room = LONGEST_PARAGRAPH - self._held - self._length
            self._line.append(piece[:room])
            piece = piece[room:]
            done += self._cut()
        self._line.append(piece)
        self._length += len(piece)
        return done

    def _cut(self) -> list[str]:
        """Cut a paragraph that has become too long behind its last sentence, or just where it is."""
        raw = "\n".join((*self._paragraph, "".join(self._line)))
        at = raw.rfind(". ", LONGEST_PARAGRAPH // 2) + 1 or len(raw)
        self._paragraph, self._line = [], [raw[at:]]
        self._held, self._length = 0, len(raw) - at
        return self._emit(raw[:at])

    def _end_line(self) -> list[str]:
        line = "".join(self._line)
        self._line, self._length = [], 0
        if not line.strip():
            return self._end_paragraph()
        if _HEADING.fullmatch(line):
            return [*self._end_paragraph(), *self._emit(line)]
        self._paragraph.append(line)
        self._held += len(line) + 1
        return []

    def _end_paragraph(self) -> list[str]:
        raw = "\n".join(self._paragraph)
        self._paragraph, self._held = [], 0
        return self._emit(raw)

    def _emit(self, raw: str) -> list[str]:
        if self.first:
            raw = without_opening(raw)
        if not raw.strip():
            return []
        self.first = False
        return [raw]


def showable(raw: str, *, first: bool) -> str:
    """Return the part of an unfinished paragraph in which no annotation is cut in half."""
    if first and may_be_opening(raw):
        return ""
    shown = unescape(raw)
    for _ in range(_MOST_CUTS):
        shorter = _cut_once(shown)
        if shorter == shown:
            break
        shown = shorter
    return shown


def _cut_once(raw: str) -> str:
    unfinished = _UNFINISHED.search(raw, max(0, len(raw) - 2 * _HELD))
    end = unfinished.start() if unfinished is not None else len(raw)
    label = _LABEL_END.search(raw, max(0, end - 8), end) if unfinished is not None else None
    end = label.start() if label is not None else end
    return raw[: _open_bracket(raw, end)]


def _open_bracket(raw: str, end: int) -> int:
    """The start of the outermost bracket that is still open before `end`, if it is near enough to matter."""
    floor = max(0, end - _HELD)
    opened: list[int] = []
    for at in range(floor, min(len(raw), end + 1)):
        if raw[at] in "[【":
            opened.append(at)
        elif raw[at] in "]】" and opened and at < end:
            opened.pop()
    return min((opened[0], end) if opened else (end,))
