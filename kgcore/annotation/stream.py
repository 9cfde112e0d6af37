"""Turns what a model writes into what a person reads: no control characters, no Markdown, no stray spaces."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from kgcore.annotation.lookalikes import LatinLetters
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


def _list_breaks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the space before each mark of a list item or heading (U+001E), where a line ends in it; in one pass."""
    for space in _SPACES.finditer(text):
        start, last = space.start(), text.rfind("\x1e", *space.span())
        if last > start and "\n" in text[start:last]:
            yield start, last + 1
        elif start == 0 and text.startswith("\x1e"):
            yield 0, 1


# What a model writes must not look like our verdicts: its marks go, and its badges are quoted as its own. A cross that
# stands alone, and the cells of tables, deny something: they stay, so that nothing is turned round.
_CROSSES = f"{Verdict.CONTRADICTED.icon}✘❌❎"
_LIGHTS = "🟢🔴🟡🟠🔵⚪⚫🟩🟥🟨🟧👍👎💯√"
_OWN = "".join(b.icon for b in Badge if b.own)
_TICKS = "".join(v.icon for v in (Verdict.SUPPORTED, Verdict.MIXED, Verdict.RELEVANT)) + f"✔✅☑🗸🗹ℹ🛈{_OWN}"
_DRAWN = "[\ufe0e\ufe0f]?"  # as text or as a picture
_TICK = f"[{re.escape(_TICKS)}]{_DRAWN}"
_PAINTED = rf"[{re.escape(_TICKS + _CROSSES + _LIGHTS)}]{_DRAWN}"  # what nobody writes but as a mark
_MARK = f"[{re.escape(_TICKS + _CROSSES + _LIGHTS + Verdict.UNSURE.icon)}]{_DRAWN}"
_NAMES = [*(b.label for b in Badge), *(word for v in Verdict for word in (v.value, v.label))]
_ALONE = (  # badges that are none of ours
    *("unsupported", "verified", "confirmed", "proven", "fact-checked", "validated", "substantiated", "established"),
    *("corroborated", "backed", "backed by evidence", "refuted", "debunked", "disproven", "well supported"),
    *("strong evidence", "evidence found", "evidence against"),
)


def _either(names: Iterable[str], gap: str) -> str:
    """Return a pattern of any of the names, the longest first, with that between one letter and the next."""
    longest = sorted(dict.fromkeys(names), key=len, reverse=True)
    return "|".join(gap.join(_DIGITS.get(letter, letter) for letter in re.findall(r"\w", name)) for name in longest)


# Digits and signs that people read as letters.
_DIGITS = {
    letter: f"[{letter}{letter.upper()}{like}]"
    for letter, like in {"a": "4@", "e": "3", "i": "1!", "o": "0", "s": "5$", "t": "7"}.items()
}


# Between letters of a word people read over a sign or two; where each letter stands alone, nothing else is meant.
_GAP = r"[^\w\n|]{0,2}"
_WORDS = _either(_NAMES, _GAP)
_SPREAD = _either((*_NAMES, *_ALONE), r"(?:[^\w\n|]{1,3}|_)")
_ELSEWHERE = (  # the same in other languages
    "unterstützt|gestützt|belegt|bestätigt|widerlegt|soutenue?|confirmée?|réfutée?|respaldad[oa]|confirmad[oa]|refutad[oa]"
    "|apoiad[oa]|sostenut[oa]|confermat[oa]|smentit[oa]|ondersteund|bevestigd|weerlegd|подтверждено|опровергнуто"
    "|支持|证实|反驳|確認済み|bewiesen|erwiesen|gesichert|prouvée?|démontrée?|validée?|comprobad[oa]|demostrad[oa]"
    "|probad[oa]|provat[oa]|dimostrat[oa]|comprovad[oa]|provad[oa]|bewezen|potwierdzon[aey]|potvrzeno|podpořeno|belagt"
    "|bekräftat|bevist|bekreftet|støttet|doğrulandı|destekleniyor|kanıtlandı|terbukti|didukung|megerősítve|igazolt"
    "|confirmat|susținut|dovedit|todistettu|vahvistettu|tuettu|đã xác minh|được hỗ trợ"
)
_WORD = rf"(?i:{_WORDS}|{_either(_ALONE, _GAP)}|{_ELSEWHERE})"
_STRONG = r"(?i:supported|contradicted|unsupported|verified|fact[- ]checked)"
_COUNTED = (
    r"(?i:\b(?:papers?|studies|sources|trials|studien|arbeiten|artikel|quellen|articles?|études|estudios|artículos"
    r"|studi|articoli|estudos|artigos|studies|исследован\w{1,4})\b|论文|研究)"
)
_NOTE = r"(?:[ ]?[(\[][^()\[\]\n]{0,80}[)\]])"
_BEGIN = r"(?:(?<=^)|(?<=[.!?:\n•][ ])|(?<=[\n\x1e]))"  # of a sentence
_APART = r"(?:[ ]?[:.!?—]|[ ][–—-][ ]|[ ]?$)"
_CLOSED = r"(?=(?:”\))?"  # what follows, perhaps behind the quotation that was put in already; its bracket stays open
_MANY = rf"\d[\d,.]*[ ]{_COUNTED}"
_AMOUNT = (  # what is counted or measured in a study, not studies
    "mg|g|kg|µg|μg|mcg|ml|l|iu|ui|units?|mmol|kcal|cm|mm|nm|hours?|h|days?|weeks?|months?|years?|yrs?|min|percent"
    "|people|persons?|participants?|patients?|subjects?|adults?|children|men|women|cases|mice|rats|times|of|to|and|or"
)
_YEAR = r"(?:19|20)\d\d(?!\d)"
_COUNT = (
    rf"(?:[(（\[{{<][ ]?(?:n[ ]?=[ ]?)?(?!{_YEAR})\d[\d,.]*[ ]?(?!(?i:{_AMOUNT})\b)"
    r"[^\W\d_][^()（）\[\]{}<>\n]{0,24}[)）\]}>]"
    rf"|\((?:(?!{_YEAR})\d{{1,5}}|(?i:{_COUNTED}|pmids?)[ :=]{{1,3}}[\d, ]{{1,40}})\))"
)
_STROKES = r"[^\s()（）:：.!?\[\]“”|]{0,20}"
_FOREIGN = rf"{_STROKES}[^\W\d_a-zA-Z\u00c0-\u03ff]{_STROKES}"  # a word in letters that are none of English
_SHORT = r"[^\W\d_][\w'’\u0300-\u036f\u0900-\u0eff-]{0,20}"  # a word; vowels of some scripts are no letters
_NEXT = rf"{_CLOSED}(?:[ ]?[:!·|—](?!\w)|[ ][A-Z]))"  # no sentence ends so
# What is no sentence and stands before one: with a count, a sum or a grade it is a badge, whatever its words are.
_FRAGMENT = (
    rf"{_FOREIGN}(?:[ ]{_FOREIGN}){{0,4}}(?:[ ]?{_COUNT}|(?=[ ]?(?:”\))?[:：]))"
    rf"|(?:(?:{_SHORT}[ ]){{0,2}}{_SHORT}[ ]?{_COUNT}{_NEXT}|{_SHORT}[ ]?{_COUNT}{_CLOSED}[ ]?\.)"
    rf"|(?:{_SHORT}[ ])?{_SHORT}(?:[ ]?[,;:·|/=–—-][ ]?(?:n[ ]?=[ ]?)?|[ ](?:by|in|from|with)[ ])?{_MANY}[ ]?/?"
    rf"(?:{_NEXT}|(?<=[a-z]){_CLOSED}[ ]?\.))|{_MANY}{_NEXT}"
    rf"|(?:{_SHORT}[ ])?{_SHORT}(?:[ ][×x][ ]?\d+|[ ]\d+[ ]?/[ ]?\d+){_NEXT}"
    rf"|[(\[{{<][ ]?(?:{_SHORT}[ ])?{_SHORT}[ ]?[,;:·|/–—-]?[ ]?{_MANY}[ ]?[)\]}}>]"
    rf"|(?i:(?:for|against|pro|con)[ ]?:[ ]?(?:\d+|none|no)\b[^.:!\n]{{0,40}}"
    rf"|\d+[ ](?:for|pro),[ ](?:\d+|none)[ ](?:against|con)){_CLOSED}[.:!])"
    rf"|(?i:evidence|strength|confidence|certainty|consensus|agreement|support)[ ]?:[ ]?(?i:very[ ])?"
    rf"(?i:strong|high|solid|moderate|weak|low|robust|certain|full|none)\b[^.:!\n]{{0,30}}{_CLOSED}[.:!]))"
)
_LOUD = "SUPPORTED|CONTRADICTED|UNSUPPORTED|VERIFIED|CONFIRMED|PROVEN"
_JUDGED = r"(?:verdict|status|rating|claim|fact[- ]check|result of the check|(?:knowledge )?graph(?: check)?)"
_LABEL = rf"(?:{_JUDGED}|checked|check|evigraph|kg|badge|label)(?:[ ]\d{{1,2}})?"
_SETTLED = r"(?:true|false|yes|no|correct|incorrect|accurate)"
# Signs and letters that stand for a tick: "(+)", "v/", "->", "OK", "[y]", "+1"; numbers are those of a list.
_SIGN = r"(?:[(\[<{]?(?:[^\w\s|•“”\"]{1,3}|[A-Za-z]{1,2}|\+1)[)\]>}]?[/\\:.)-]{0,2}[ ]?)"
_CLAIMED = (  # what others write before a sentence in the place of a verdict
    "pass|passed|fail|failed|true|false|correct|incorrect|accurate|inaccurate|valid|invalid|approved|checked|proved"
    "|evidence[- ]based|certified|endorsed"
)
_LATIN = LatinLetters(_TICKS + _CROSSES + _LIGHTS)
_BADGE = re.compile(  # is looked for in what a text looks like, whatever letters it is written in
    rf"(?<!“)(?:(?P<marks>(?:{_PAINTED}[ ]?){{1,5}}|(?:{_MARK}[ ]?){{1,5}}(?={_WORD}\b))"
    rf"(?:{_WORD}\b{_NOTE}?|{_FOREIGN}(?:[ ]{_FOREIGN}){{0,4}}{_NOTE}?|(?:{_SHORT}[ ]?)?{_COUNT}|{_MANY}"
    rf"|(?:{_SHORT}[ ,]{{1,2}}){{0,5}}{_SHORT}(?=(?:”\))?:))"
    rf"|{_BEGIN}{_SHORT}(?:[ ]{_SHORT})?[ ]?[:–—-]?[ ]?{_PAINTED}{_CLOSED}(?:[ ]?[.:!]|[ ]?$|[ ][A-Z]))"
    rf"|\b{_WORD}[ ]?\([^()\n]{{0,40}}{_COUNTED}[^()\n]{{0,40}}\)"
    rf"|\[{_WORD}(?:[,;: –—-][^()\[\]\n]{{0,60}})?\]|\({_STRONG}\)"
    rf"|\({_WORD}[,;:][^()\n]{{0,40}}{_COUNTED}[^()\n]{{0,20}}\)"
    rf"|(?P<cell>(?:(?<=\|[ ])|(?<=\|)){_WORD}{_NOTE}?(?=(?:”\))?[ ]?\|))"
    rf"|(?i:\b(?:evigraph(?:['’]s)? |graph )?{_JUDGED}[ ]?[:–—-][ ]?){_WORD}\b{_NOTE}?"
    rf"|(?i:\b{_JUDGED}[ ]?:[ ]?{_SETTLED})\b{_CLOSED}(?:[ ]?[.!:;]|[ ]?$|[ ][A-Z]))"
    rf"|{_BEGIN}(?:(?i:[a-z]{{2,12}}ly|well|highly|not|fully|strong)[ -])?{_WORD}{_NOTE}?{_CLOSED}{_APART})"
    rf"|{_BEGIN}{_SIGN}{{1,3}}(?=[A-Z]){_WORD}{_NOTE}?{_CLOSED}(?:{_APART}|[ ][A-Z]))"
    rf"|{_BEGIN}{_SIGN}{{0,3}}(?i:{_CLAIMED}){_NOTE}?{_CLOSED}(?:[ ]?[:!—][ ]|[ ][–—-][ ]))"
    rf"|{_BEGIN}(?:[(\[<{{][ ]?(?i:{_CLAIMED}|yes|no|ok)[ ]?[)\]>}}])"
    rf"|{_BEGIN}(?:Supported|Contradicted|Unsupported){_NOTE}?{_CLOSED}[ ][A-Z][a-z]+[ ])"
    rf"|{_BEGIN}(?:(?-i:{_LOUD})|(?i:{_ELSEWHERE})){_NOTE}?{_CLOSED}[ ][A-Z])"
    rf"|{_BEGIN}{_WORD}[ ]by[ ](?:the[ ])?(?:[ \w-]{{0,20}}graph|{_MANY}){_CLOSED}[ ]?[:.!—])"
    rf"|{_BEGIN}{_MANY}[ ](?i:support|confirm|verify|back|prove|contradict)[ ](?i:this|it|that){_CLOSED}[ ]?[:.!—])"
    rf"|\b\d{{1,3}}[ ]?%[ ]{_WORD}\b{_CLOSED}[ ]?[:.!—])"
    rf"|\b{_WORD}[ ]by[ ](?i:evigraph)\b|\b(?i:evigraph)\b[^.!?\n]{{0,60}}?\b(?:{_STRONG}|(?i:confirmed|refuted))\b"
    rf"|\b(?i:{_SPREAD})\b{_NOTE}?"
    rf"|{_BEGIN}{_SIGN}{{0,3}}(?:{_FRAGMENT})"
    rf"|{_BEGIN}(?i:(?:the|our|my)[ ])?(?i:{_LABEL})(?:[ ](?i:says))?[ ]?[:=–—][ ]?"
    rf"(?:{_SHORT}[ ]){{0,2}}{_SHORT}{_NOTE}?{_CLOSED}[ ]?[.!—])"
    r"|(?i:(?:checked|verified|confirmed) (?:against|by|in|with) the (?:knowledge )?graph"
    r"|(?:graph|kg)[- ](?:verified|checked|confirmed|supported))\b)".translate(_LATIN),
    re.M,
)
_LONE = re.compile(  # ticks with the brackets around them and, at a sentence's beginning, the stop behind them
    rf"(?:{_BEGIN}(?:[(\[{{<【「][ ]?(?:{_TICK}[ ]?)+[)\]}}>】」]|(?:{_TICK}[ ]?)+)[ ]?[.:;·–—-](?=[ ])"
    rf"|[(\[{{<【「][ ]?(?:{_TICK}[ ]?)+[)\]}}>】」]|{_TICK})[ ]?",
    re.M,
)
_QUOTE, _UNQUOTE = "(the model’s own words: “", "”)"


def _badges(text: str) -> Iterator[re.Match[str]]:
    found = _BADGE.finditer(text.translate(_LATIN))
    return (one for one in found if one["cell"] or not _in_table(text, one.start()))


def _in_table(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return "|" in line


def _badge_starts(text: str) -> Iterator[tuple[int, int]]:
    """Yield where badges begin, with the marks that lead them."""
    return ((found.start(), found.end("marks") if found["marks"] else found.start()) for found in _badges(text))


def _badge_ends(text: str) -> Iterator[tuple[int, int]]:
    return ((found.end(), found.end()) for found in _badges(text))


def _lone_marks(text: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in _LONE.finditer(text) if not _in_table(text, found.start()))


def _emphasised(text: str) -> Iterator[re.Match[str]]:
    return (found for found in _EMPHASISED.finditer(text.translate(_LATIN)) if not _in_table(text, found.start()))


def _emphasised_starts(text: str) -> Iterator[tuple[int, int]]:
    return (found.span("before") for found in _emphasised(text))


def _emphasised_ends(text: str) -> Iterator[tuple[int, int]]:
    return (found.span("behind") for found in _emphasised(text))


# A badge that nothing but its looks sets off at the beginning of a sentence: it is put into brackets, as others are.
_EMPHASISED = re.compile(
    rf"{_BEGIN}(?P<before>[*_]{{1,3}}|[«»„“\"]){_WORD}(?P<behind>[*_]{{1,3}}|[«»“”\"\]])(?=[ ])".translate(_LATIN)
)
_ENTITY = r"&(?:check|checkmark|cross|#(?:1000[3-6]|9989|10060)|#[xX](?:271[3-8]|2705|274[cC]));|\\u(?:271[3-8]|2705)"
_EDITS: tuple[tuple[re.Pattern[str] | Callable[[str], Iterator[tuple[int, int]]], str], ...] = (
    (re.compile(_ENTITY), Verdict.SUPPORTED.icon),
    (re.compile(r"</?(?:b|strong|i|em|u|mark)>", re.I), "**"),
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"^[ ]*(?:```|~~~)[^\n`]*$", re.M), ""),
    (re.compile(r"^[ ]{0,3}(?:[-*_][ ]*){3,}$", re.M), ""),
    (re.compile(r"^[ ]*(?:>[ ]?)+(?=\D|$)", re.M), ""),
    (re.compile(r"^[ ]{0,3}#{1,6}[ ]+", re.M), "\x1e"),
    (re.compile(r"[ ]+#+[ ]*$", re.M), ""),
    (re.compile(rf"^[ ]*(?:[-*+•‣◦–]|[{_OWN}](?![ ]+{_WORD}\b))[ ]+", re.M), "\x1e• "),
    (re.compile(r"^[ ]*(?=\d{1,2}[.)][ ])", re.M), "\x1e"),
    (re.compile(rf"(?:(?<=^)|(?<=[ \n\x1e]))\[[ xX{re.escape(_TICKS)}]{_DRAWN}\](?=[ ])", re.M), ""),
    (_emphasised_ends, "]"),
    (_emphasised_starts, "["),
    (re.compile(r"\*{2,}|~~"), ""),
    (re.compile(r"(?<!\w)__(?=\S)|(?<=\S)__(?!\w)"), ""),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"), ""),
    (re.compile(r"(?<![\w_])_(?=\w)|(?<=\w)_(?![\w_])"), ""),
    (re.compile(r"`"), ""),
    (_badge_ends, _UNQUOTE),
    (_badge_starts, _QUOTE),
    (_lone_marks, ""),
    (_list_breaks, "\n"),
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


def strip_markdown(text: str, places: tuple[tuple[int, int], ...]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Remove Markdown and needless spaces; return the text and where the (start, end) places are now.

    A single line break becomes a space; list items keep theirs, with a bullet.
    """
    for pattern, new in _EDITS:
        text, places = _edit(text, places, pattern, new)
    return text, tuple(_trim(text, start, end) for start, end in places)


def _edit(
    text: str,
    places: tuple[tuple[int, int], ...],
    pattern: re.Pattern[str] | Callable[[str], Iterator[tuple[int, int]]],
    new: str,
) -> tuple[str, tuple[tuple[int, int], ...]]:
    found = list(pattern(text)) if callable(pattern) else [m.span() for m in pattern.finditer(text)]
    if not found:
        return text, places
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    last = shift = 0
    for start, end in found:
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
