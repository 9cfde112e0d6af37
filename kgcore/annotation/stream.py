"""Turns what a model writes into what a person reads: no control characters, no Markdown, no stray spaces."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from kgcore.annotation.badges import Edit, badge_edits, citation_edits, emphasis_edits, written_edits
from kgcore.values.text import BROKEN, C0, C1, DIRECTIONS, INVISIBLE, MARKS, SOFT_HYPHEN, any_of
from kgcore.verdicts import Badge, Verdict

_UNSAFE = any_of(C0, C1, "\r", DIRECTIONS, MARKS, INVISIBLE, SOFT_HYPHEN, BROKEN)
_LINES = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\t": " ", "\xa0": " "})
_ESCAPED = re.compile(r"\\([\[\](){}$*_|`#~<>+.!-])")
_POLITE = r"(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|gladly|(?:great|good) question|happy to help)"
_OFFER = r"(?:i(?:['’](?:d|ll|m)| can| will| would| am)\b|let me\b|happy to\b)[^.!:\n\[]{0,90}[.!:]"
_HERE = r"(?:here(?:['’]s| is| are)|below (?:is|are)|the following is)\b[^.!:\n\[]{0,140}[.:!]"
_OURS = (
    r"(?:answer|annotat\w+|response|paragraphs?|text|summary|overview|version|correction|"
    r"(?:rewritten |corrected |revised |new )?sentences?|rewrite|rewriting|wording|rewording)"
)
_OPENING = re.compile(
    rf"\s*(?:{_POLITE}[,!.:;\s–—-]+(?:{_OFFER}\s*)?{_HERE}|{_POLITE}[,!.\s–—-]+{_OFFER}|{_POLITE}\s*[!.:\n]"
    rf"|(?=[^.!:\n\[]{{0,60}}\b{_OURS}\b){_HERE}"
    rf"|\**(?:(?:annotated |corrected |rewritten |revised |new )?(?:answer|response|paragraph|text|correction|sentence"
    rf"|rewrite|version|wording)|corrected|rewritten|revised)\**\s*:\**)[!,.:*]*\s*",
    re.I,
)
_FIRST_WORDS = (
    "sure", "certainly", "of course", "absolutely", "okay", "ok", "gladly", "great question", "good question",
    "happy to help", "here", "below", "answer", "annotated", "response", "correct", "paragraph", "text", "rewrit",
    "revised", "new sentence", "new wording", "sentence", "version", "wording",
)  # fmt: skip
_SPACES = re.compile(r"\s+")
_TAGS = (
    "b|strong|i|em|u|mark|span|div|font|small|big|code|kbd|center|p|sup|sub|a|ins|s|label|badge|details|summary"
    "|section|article|aside|figure|figcaption|h[1-6]|li|ul|ol|dl|dt|dd|table|thead|tbody|tr|td|th|button|abbr|cite|q"
    "|time|samp|tt|var|data|output|svg|text|title"
)
_BULLETS = "".join(b.icon for b in Badge if b.own)
_LABELS = "(?i:" + "|".join(b.label for b in Badge if b.own) + ")"


def _list_breaks(text: str) -> Iterator[Edit]:
    """Yield the space before each mark of a list item or heading (U+001E), where a line ends in it; in one pass."""
    for space in _SPACES.finditer(text):
        start, last = space.start(), text.rfind("\x1e", *space.span())
        if last > start and "\n" in text[start:last]:
            yield start, last + 1, "\n"
        elif start == 0 and text.startswith("\x1e"):
            yield 0, 1, "\n"


_OF_STRANGERS = (written_edits, citation_edits, emphasis_edits, badge_edits)
# What stands at (start, end) becomes a text, by a pattern or by a reader of the whole.
_EDITS: tuple[tuple[re.Pattern[str], str] | Callable[[str], Iterable[Edit]], ...] = (
    written_edits,
    (re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION|SUCCESS|CHECK)\]", re.I), ""),
    citation_edits,
    (re.compile(rf"</?(?:{_TAGS})(?:\s[^<>\n]{{0,200}})?/?>", re.I), "**"),
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"^[ ]*(?:```|~~~)[^\n`]*$", re.M), ""),
    (re.compile(r"^[ ]{0,3}(?:[-*_][ ]*){3,}$", re.M), ""),
    (re.compile(r"^[ ]*(?:>[ ]?)+(?=\D|$)", re.M), ""),
    (re.compile(r"^[ ]{0,3}#{1,6}[ ]+", re.M), "\x1e"),
    (re.compile(r"[ ]+#+[ ]*$", re.M), ""),
    (re.compile(rf"^[ ]*(?:[-*+•‣◦–]|[{_BULLETS}](?![ ]+{_LABELS}))[ ]+", re.M), "\x1e• "),
    (re.compile(r"^[ ]*(?=\d{1,2}[.)][ ])", re.M), "\x1e"),
    (re.compile(r"(?:(?<=^)|(?<=[ \n\x1e]))\[[xX]\](?=[ ])", re.M), Verdict.SUPPORTED.icon),
    (re.compile(r"(?:(?<=^)|(?<=[ \n\x1e]))\[ \](?=[ ])", re.M), ""),
    emphasis_edits,
    (re.compile(r"\*{2,}|~~"), ""),
    (re.compile(r"(?<!\w)__(?=\S)|(?<=\S)__(?!\w)"), ""),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"), ""),
    (re.compile(r"(?<![\w_])_(?=\w)|(?<=\w)_(?![\w_])"), ""),
    (re.compile(r"`"), ""),
    badge_edits,
    _list_breaks,
    (re.compile(r"\x1e"), ""),
    (re.compile(r"(?<![ ])[ ]*\n[ ]*(?!•|\d{1,2}[.)][ ])"), " "),
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"[ ]+(?=[,.;!?](?:\s|$))"), ""),
    (re.compile(r"(?<=\()[ ]+|[ ]+(?=\))|\([ ]*\)"), ""),
    (re.compile(r"^\s+|\s+$"), ""),
)


def strip_unshowable(chunk: str) -> str:
    """Drop what no reader may get (controls, bidi overrides, lone surrogates); works chunk by chunk."""
    return _UNSAFE.sub("", chunk.translate(_LINES))


def unescape_markdown(raw: str) -> str:
    """Undo Markdown's backslashes, which models put before brackets and dollars."""
    return _ESCAPED.sub(r"\1", raw)


def without_opening(raw: str) -> str:
    """Cut "Sure, here is the annotated answer:" off the beginning."""
    found = _OPENING.match(raw)
    return raw[found.end() :] if found is not None and not raw[found.end() :].startswith(("’", "'")) else raw


def may_be_opening(raw: str) -> bool:
    """Whether a beginning so short could still turn out to be such an opening."""
    head = raw.lstrip(" \n*").casefold()
    begun = any(head[: len(word)] == word[: len(head)] for word in _FIRST_WORDS)
    return begun and len(raw) < 240 and "[" not in raw and raw.count(".") < 2


def strip_markdown(
    text: str, places: tuple[tuple[int, int], ...], *, trusted: bool = False
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Remove Markdown and needless spaces; return the text and where the (start, end) places are now.

    A single line break becomes a space; list items keep theirs, with a bullet. What looks like a verdict of ours is
    made visibly the model's, unless the words are `trusted`: our own, or a person's that are read with a model's help.
    """
    for edit in _EDITS:
        if trusted and edit in _OF_STRANGERS:
            continue
        found = edit(text) if callable(edit) else ((*m.span(), edit[1]) for m in edit[0].finditer(text))
        text, places = _edited(text, places, list(found))
    return text, tuple(_trim(text, start, end) for start, end in places)


def _edited(
    text: str, places: tuple[tuple[int, int], ...], found: Sequence[Edit]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    if not found:
        return text, places
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    last = shift = 0
    for start, end, new in found:
        parts += (text[last:start], new)
        starts.append(start)
        shift += len(new) - (end - start)
        shifts.append(shift)
        last = end
    parts.append(text[last:])

    def moved(at: int) -> int:
        n = bisect_right(starts, at - 1)
        if n == 0:
            return at
        return max(found[n - 1][0] + (shifts[n - 2] if n > 1 else 0), at + shifts[n - 1])

    return "".join(parts), tuple((moved(start), moved(end)) for start, end in places)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), end - (len(inner) - len(inner.rstrip()))


# --- Cuts a stream of text into raw paragraphs, and finds how much of an unfinished one can be shown.

LONGEST_PARAGRAPH = 6_000  # characters as written; a longer one is cut at a sentence
MOST_PARAGRAPHS = 40  # beyond, only LONGEST_PARAGRAPH ends one: whatever looks at all of them stays cheap
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
        self._given = 0
        self.first = True

    def feed(self, chunk: str) -> list[str]:
        """Return the paragraphs that this chunk completes."""
        done: list[str] = []
        pieces = strip_unshowable(chunk).split("\n")
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
        if self._given >= MOST_PARAGRAPHS:
            self._paragraph.append(line)
            self._held += len(line) + 1
            return []
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
        self._given += 1
        return [raw]


def showable_prefix(raw: str, *, first: bool) -> str:
    """Return the part of an unfinished paragraph in which no annotation is cut in half."""
    if first and may_be_opening(raw):
        return ""
    shown = unescape_markdown(raw)
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
