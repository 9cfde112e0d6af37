"""What in a model's text looks like a verdict of ours: badges, marks, and citations that are none of ours. Pure.

A text is read as a row of kinds of words, one letter each (`badges.tsv`). What stands apart (at the beginning or end
of a sentence, in brackets, in a cell) and has nothing in it but the words of verdicts is a badge; so is what has one of
the table's shapes. Every reader here looks at a bounded stretch from each place: in proportion to the text.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice

from kgcore.annotation.lookalikes import LatinLetters
from kgcore.verdicts import Badge, Verdict

QUOTE, UNQUOTE = "(the model’s own words: “", "”)"
_CROSSES = f"{Verdict.CONTRADICTED.icon}✘❌❎✕✖"
_ICONS = "".join(dict.fromkeys((*(b.icon for b in Badge), *(v.icon for v in Verdict))))
_LATIN = LatinLetters(f"{_ICONS}ℹ🛈")
_LONGEST = 40  # tokens of one badge
_SIGNS_BEFORE = 24  # tokens that `_SIGN` matches at most
_BEGUN = 5  # letters by which it is known whether a word may be one that tells a verdict
_TELLING = ("s", "t", "w", "v")
Edit = tuple[int, int, str]  # what stands from one place to another is replaced


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of the table: kinds of words, and patterns over kinds."""

    kinds: Mapping[str, str]
    written: Mapping[str, str]
    spelt: frozenset[str]
    begun: frozenset[str]
    marks: frozenset[str]
    named: re.Pattern[str]
    short: re.Pattern[str]
    phrases: re.Pattern[str]
    shapes: re.Pattern[str]
    anywhere: re.Pattern[str]


_WORDS = "ozustwvcjqgiephkadbfrlxπ"  # the kinds of words
_ANY = f"[{_WORDS}{_WORDS.upper()}]"
_COUNT = rf"(?:\((?:o[,:])?n(?!a){_ANY}[^()^]{{0,6}}\)|\(n\)|\([kK][:,]?n(?:,?n)*\))"
_NEXT = r"(?-i:[.!:|-]|$|\^|[A-Z])"
_CLOSED = frozenset("ustwvcjqgiephkmndbfrlxπ,:()~-")  # what a badge may be made of
_LETTERS = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "$": "s", "@": "a", "!": "i"}


@cache
def _table() -> _Table:
    words = [*(b.label for b in Badge), *(word for v in Verdict for word in (v.value, v.label))]
    kinds, spelt = {_squashed(word): "v" for word in words}, {word.casefold() for word in words}
    written: dict[str, str] = {}
    marks, lists, phrases = (
        set(_ICONS) - {Verdict.UNSURE.icon},
        {"named": "", "short": ""},
        [w for w in words if " " in w],
    )
    shapes: dict[str, list[str]] = {"shape": [], "anywhere": []}
    for line in files("kgcore.annotation").joinpath("badges.tsv").read_text(encoding="utf-8").splitlines():
        row, _, rest = line.partition("\t")
        kind, _, said = rest.partition("\t")
        if row == "kind":
            kinds |= {_squashed(word): kind for word in said.split()}
            spelt |= set(said.split())
        elif row == "written":
            written |= dict.fromkeys(said.split(), kind)
        elif row == "phrase":
            phrases += said.split("|")
        elif row == "mark":
            marks |= set(said.split())
        elif row in lists:
            lists[row] = "|".join(re.escape(w) if row == "short" else w for w in said.split())
        elif row in shapes:
            shapes[row].append(said.replace("W", _ANY).replace("{count}", _COUNT).replace("{next}", _NEXT))
    shape, anywhere = (re.compile("|".join(f"(?i:{one})" for one in shapes[row])) for row in ("shape", "anywhere"))
    return _Table(
        kinds,
        written,
        frozenset(spelt),
        frozenset(word[:_BEGUN] for word, kind in kinds.items() if kind in _TELLING),
        frozenset(marks),
        re.compile(rf"\b(?:{lists['named']})"),
        re.compile(rf"(?<![\w:]):(?:{lists['short']}|[a-z0-9]+(?:_[a-z0-9]+)+):(?![\w:])"),
        re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})\b", re.IGNORECASE),
        shape,
        anywhere,
    )


def _squashed(word: str) -> str:
    """Return its letters alone, in small, as they look."""
    return "".join(c for c in word.translate(_LATIN).casefold() if c.isalnum())


@cache
def _is_mark(sign: str) -> bool:
    table = _table()
    if sign in table.marks:
        return True
    drawn = unicodedata.category(sign) == "So" and not unicodedata.decomposition(sign)
    return drawn and table.named.search(unicodedata.name(sign, "")) is not None


# ── a text as a row of kinds ────────────────────────────────────────────────────────────────────────────────────────

_DRAWN = ("\ufe0e", "\ufe0f")  # as text or as a picture
_SPREAD = r"(?<!\w)[^\W\d_](?:(?:[^\w\n|]{1,3}|_)\w){3,24}(?!\w)"
_TOKEN = re.compile(
    rf"(?P<spread>{_SPREAD})"
    r"|(?P<number>\d+(?:[.,]\d+)*(?:[ ]?%|[ ]per[ ]?cent(?!\w))?(?![a-zA-Z0-9_%]))"
    r"|(?P<word>[^\W_](?:[^\W_]|[\u0300-\u036f\u0900-\u0eff]|[-'’·\u00ad$@!](?=[^\W_]))*)"
    r"|(?P<line>[\n\x1e•]+)"
    r"|(?P<sign>[^\w\s])|_"
)
_SIGNS = {
    **dict.fromkeys("=:：", ":"),
    "—": "-",
    "×": "×",
    **dict.fromkeys("|·", "|"),
    **dict.fromkeys(",;/+", ","),
    **dict.fromkeys("([{<（【「", "("),
    **dict.fromkeys(")]}>）】」", ")"),
    **dict.fromkeys('“”«»„"', '"'),
}
_ENDS = ".!?。"
_NEXT_WORD = re.compile(r"[ ]([^\W\d_]+)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ELSEWHERE = re.compile(r"[^\W\d_a-zA-Z\u00c0-\u03ff]")  # no letter of English or its neighbours


@dataclass(frozen=True, slots=True)
class _Read:
    """The kinds of a text's tokens, one letter each, and where every token stands."""

    text: str
    kinds: str
    places: Sequence[tuple[int, int]]


def _read(text: str) -> _Read:
    latin = text.translate(_LATIN)
    kinds: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    phrases = {found.start(): found for found in _table().phrases.finditer(latin)}
    while found := _TOKEN.search(latin, at):
        start = found.start()
        if start in phrases:
            kind, at = "V" if found[0][:1].isupper() else "v", phrases[start].end()
        else:
            kind, at = _kind_of(found, text, latin)
        at += latin[at : at + 1] in _DRAWN
        kinds.append(kind)
        places.append((start, at))
    return _Read(text, "".join(kinds), places)


def _kind_of(found: re.Match[str], text: str, latin: str) -> tuple[str, int]:
    """Return the kind of a token and where it ends."""
    start, end = found.span()
    if found["spread"]:
        told = _spread_verdict(found[0])
        return ("u", start + told) if told else ("l", start + 1)
    if found["number"]:
        year = _YEAR.fullmatch(found[0])
        return ("y" if year else "n"), end
    if found["word"]:
        return _kind_of_written(found[0], text[start:end], latin, end)
    if found["line"]:
        return "^", end
    sign = text[start]
    if _is_mark(sign) and not (sign == "√" and (latin[end : end + 1].isalnum() or latin[end : end + 1] == "(")):
        return "m", end
    if sign in _ENDS:
        return (
            ("!" if sign == "!" else ".")
            if latin[end : end + 1] in ("", " ", "\n", "\x1e", ")", "”", '"', "]", "|")
            else "~"
        ), end
    if sign in "–-−":
        apart = latin[start - 1 : start] in ("", " ") and latin[end : end + 1] in ("", " ") and start > 0
        return ("-" if apart else "~"), end
    return _SIGNS.get(sign, "~"), end


def _kind_of_written(word: str, written: str, latin: str, end: int) -> tuple[str, int]:
    if len(written) == 1 and (_is_mark(written) or (written != word and unicodedata.category(written) == "So")):
        return "m", end  # also a ringed letter that stands alone
    kind = _table().written.get(word) or _kind_of_word(word)
    if kind in "ol" and len(word) > 1 and (rest := _NEXT_WORD.match(latin, end)):
        both = _kind_of_word(word + rest[1])
        if both in "st":
            kind, end = both, rest.end()
    if word.isupper() and len(word) > 4 and kind in "tw":
        kind = "s"
    if kind == "o" and _ELSEWHERE.search(written):
        kind = "z"
    if kind in "stw" and not written.isascii() and written.casefold() not in _table().spelt:
        kind = "u"  # in letters that only look like its own
    return (kind.upper() if word[:1].isupper() and kind != "z" else kind), end


@lru_cache(maxsize=4_096)
def _spread_verdict(spread: str) -> int:
    """Return where the word of a verdict ends that begins what is written letter by letter; 0 for none."""
    first = "".join(m[0] for m in islice(re.finditer(r"\w", spread), 2 * _BEGUN))
    if min(map(len, _likely(first))) >= _BEGUN and not _may_tell(first):
        return 0
    letters = list(re.finditer(r"\w", spread))
    if _may_tell("".join(m[0] for m in letters)):
        for n in range(min(len(letters), 24), 4, -1):
            if _kind_of_word("".join(m[0] for m in letters[:n])) in _TELLING:
                return letters[n - 1].end()
    return 0


@lru_cache(maxsize=4_096)
def _may_tell(spread: str) -> bool:
    """Whether what is written letter by letter begins as a word does that tells a verdict."""
    return any(one[:n] in _table().begun for one in _likely(spread) for n in range(1, _BEGUN + 1))


def _likely(spread: str) -> tuple[str, str]:
    small = spread.casefold()
    return _squashed(small), _squashed("".join(_LETTERS.get(c, c) for c in small))


# By whom, how, and what we call that: "source-verified", "graph-score".
_JUDGING, _JUDGED, _GRADED = frozenset("gkieq"), frozenset("stwvc"), frozenset("eqjp")


@lru_cache(maxsize=4_096)
def _kind_of_word(word: str) -> str:
    small, kinds = word.casefold(), _table().kinds
    plain = "".join(_LETTERS.get(c, c) for c in small)
    if len(small) <= 24 and (known := kinds.get(_squashed(small)) or kinds.get(_squashed(plain))):
        return known
    if small[-1:].isdigit() and (counted := kinds.get(_squashed(small.rstrip("0123456789")), "")) in ("s", "t"):
        return counted  # "Supported99"
    judge, joined, judged = small.rpartition("-")
    judging = _table().written.get(word.rpartition("-")[0]) or kinds.get(_squashed(judge), "")
    if joined and judging in _JUDGING:
        said = kinds.get(_squashed(judged), "")
        if said in _JUDGED or said in _GRADED:
            return "t" if said in _JUDGED else "j"
    if _ELSEWHERE.search(word):
        return "z"
    if len(small) <= 2:
        return "l"
    return "r" if small.endswith("ly") and small.isalpha() else "o"


# ── what of it is a badge ───────────────────────────────────────────────────────────────────────────────────────────

_SIGN = re.compile(r"(?:\(?(?:[~,:.\"-]{1,3}|[lLxX×]|,n)\)?[~:.,-]{0,2}|\)){1,3}")
_DECISIVE = re.compile(r"[ustwvcjgiepkmqnzSTWVCJGIEPKQ]")
_CLOSED_RUN = re.compile(rf"[{re.escape(''.join(sorted(_CLOSED)))}]*", re.IGNORECASE)
_IN_EVERY_BADGE = re.compile(r"[ustwvcjgiepkmqnzxπ]", re.IGNORECASE)  # one of these is in each shape, too
_BEGIN = ".!:^|"


_ANSWERED = re.compile(r"[stw][:-][cx]")
_SURE = re.compile(r"[fr]*(?:p[epf]*[:,~-]*f*n[,n]*|np|e[ef]*e[:-]?[lnf]|ele|m+n(?:mn)*|[gij]+m+)")
_JUDGES = re.compile(r"[jgqi].*[chxm]|[chxm].*[jgqi]|[ig].*d|[jqe][:-]n")
_CHANCE = re.compile(
    r"[fre]*(?:π[πfbpr]*\(?[cp]|[cp]f?π)[fbπep]*\)?[:,~-]*[fbr]*(?:n(?:[f,:~]n)?|h)|π[:~]nf?c"
)  # of being true


@lru_cache(maxsize=4_096)
def says_verdict(kinds: str) -> bool:
    """Whether words that are all of closed kinds say what a verdict of ours says, and are no sentence about papers."""
    if _ANSWERED.search(kinds) or _SURE.fullmatch(kinds) or _CHANCE.fullmatch(kinds):
        return True
    marked, kinds = kinds.startswith("m"), kinds.lstrip("m").replace("p", "e")
    judged = any(k in kinds for k in "jgqi")
    if "b" in kinds and not judged:
        return False
    if any(k in kinds for k in "ustwv") or (marked and any(k in kinds for k in "cxgi")):
        return True
    if judged or ("k" in kinds and "n" in kinds):
        return _JUDGES.search(kinds) is not None or re.match(r"(?:c[fdr]*)?n(?:,n)?[dhr]?k", kinds) is not None
    if re.fullmatch(r"ndf*", kinds):
        return True
    return "e" in kinds and (
        "h" in kinds or marked or "m" in kinds or re.search(r"e[:-](?:n|l)|^de[:-]?n,n", kinds) is not None
    )


def _fragment_end(read: _Read, at: int, *, signed: bool = False) -> int:
    """Return the token behind the badge that begins here and is made of nothing but a verdict's words; 0 for none."""
    kinds = read.kinds[at : at + _LONGEST + 1]
    length = _fragment_length(kinds, signed and kinds[:1].isupper())
    return at + length if length else 0


@lru_cache(maxsize=4_096)
def _fragment_length(kinds: str, signed: bool) -> int:
    """Return how many tokens such a badge has, of which the last of `kinds` is none any more."""
    run = _CLOSED_RUN.match(kinds, 0, _LONGEST)
    last = run.end() if run is not None else 0
    if _DECISIVE.search(kinds, 0, last) is None:
        return 0
    for end in range(last, 0, -1):
        inner, behind = kinds[:end].lower(), kinds[end : end + 1]
        if inner[-1] in ",:-~(" or inner.count("(") != inner.count(")"):
            continue
        if _is_apart(inner, behind, signed=signed):
            return end
    return 0


def _is_apart(inner: str, behind: str, *, signed: bool) -> bool:
    """Whether what stands behind such words ends them, and they say enough for it."""
    ended = behind == "" or behind in '.!:-|^"~'
    if not (ended or behind.isupper() or inner[0] == "m"):
        return False
    if says_verdict(inner):
        telling = signed or "s" in inner or "m" in inner or "h" in inner or any(k in inner for k in "jgqin")
        return ended or (telling and behind.isupper()) or inner[0] == "m"
    return inner.strip("~,()") == "c" and behind in (":", "!", "-", "~")


def _shape_end(read: _Read, at: int) -> int:
    """Return the token behind the shape of the table that begins here; 0 for none."""
    found = _table().shapes.match(read.kinds, at)
    return found.end() if found is not None and found.end() - at < _LONGEST else 0


def _begun(read: _Read, at: int) -> int:
    """Return the token behind the badge that begins a sentence here, or a line or a cell; 0 for none."""
    if _IN_EVERY_BADGE.search(read.kinds, at, at + _SIGNS_BEFORE + _LONGEST) is None:
        return 0
    if end := _fragment_end(read, at):
        return end
    if end := _shape_end(read, at):
        return end
    signs = _SIGN.match(read.kinds, at)
    while signs is not None and signs.end() > at:
        after = signs.end()
        if end := _fragment_end(read, after, signed=True) or _shape_end(read, after):
            return end
        signs = _SIGN.match(read.kinds, at, after - 1)
    return 0


def _bracketed(read: _Read, at: int, *, begins: bool) -> int:
    """Return the token behind the bracket that opens here and holds a badge; 0 for none."""
    close = read.kinds.find(")", at, at + _LONGEST)
    inner = read.kinds[at + 1 : close].lower().rstrip(".!") if close > 0 else ""
    if not inner or "(" in inner or not set(inner) <= _CLOSED:
        return 0
    alone = begins and inner in ("c", "x")
    square = read.text[read.places[at][0]] not in "(（"
    told = says_verdict(inner) and bool(
        square or begins or any(k in inner for k in "stgijhpmπ") or re.search("[wvced].*k|k.*d|e.*[:e]", inner)
    )
    return close + 1 if alone or told else 0


def _spans(read: _Read) -> Iterator[tuple[int, int]]:
    """Yield the first token of every badge and the one behind it, in order and none within another."""
    kinds, done = read.kinds, 0
    anywhere = {found.start(): found.end() for found in _table().anywhere.finditer(kinds)}
    rows = _rows_of_tables(read)
    for at in range(len(kinds)):
        if at < done:
            continue
        if at in rows:
            done = end = rows[at]
            yield from _cells(read, at, end)
            continue
        begins = _begins(read, at)
        end = anywhere.get(at, 0) or (_bracketed(read, at, begins=begins) if kinds[at] == "(" else 0)
        end = end or (_begun(read, at) if begins or (kinds[at] == "m" and kinds[at - 1] != "m") else 0)
        if not end and at and kinds[at - 1] == "-":
            end = _fragment_end(read, at)
            end = end if kinds[end : end + 1] in ("", ".", "^") else 0
        while end and kinds[end : end + 1] == "m":
            end += 1
        if end:
            yield at, end
            done = end


# What closes a sentence behind its end: quotation marks, brackets, emphasis, a number that cites.
_ENDED = re.compile(r"(?:[.!?…][\"'“”’«»)\]*_`^\d¹²³⁰⁴-⁹\[]{0,6}\s+|[。！？][”’»」』）)]?\s*|<br ?/?>\s*)\Z")
_BEFORE = 12  # characters of it that are looked at


def _begins(read: _Read, at: int) -> bool:
    """Whether a sentence, a line or a cell begins with this token."""
    if at == 0:
        return True
    behind, start = read.places[at - 1][1], read.places[at][0]
    if read.kinds[at - 1] in _BEGIN and (behind < start or read.kinds[at - 1] in "^|"):
        return True
    before = read.text[max(0, start - _BEFORE) : start]
    return _ENDED.search(before) is not None or (before.endswith("; ") and read.text[start].isupper())


def _rows_of_tables(read: _Read) -> dict[int, int]:
    """Return where lines with a bar begin and end, from the first bar on."""
    rows: dict[int, int] = {}
    done = 0
    for number, (start, _) in enumerate(read.places):
        if number >= done and read.text[start] == "|":
            end = read.kinds.find("^", number)
            rows[number] = done = end if end >= 0 else len(read.kinds)
    return rows


_RESULTS = re.compile(r"vf{2,}k")  # "mixed results in trials"


def _cells(read: _Read, at: int, end: int) -> Iterator[tuple[int, int]]:
    start = at
    for number in range(at, end + 1):
        if number == end or read.text[read.places[number][0]] == "|":
            cell = read.kinds[start:number].lower()
            if (
                cell
                and set(cell) <= _CLOSED
                and (
                    (says_verdict(cell) and not _RESULTS.fullmatch(cell))
                    or cell in ("c", "j")
                    or re.match("m+[hnk(]", cell)
                )
            ):
                yield start, number
            start = number + 1


# ── what is done about it ───────────────────────────────────────────────────────────────────────────────────────────


_OURS = re.compile(rf"{re.escape(QUOTE)}[^”\n]{{0,400}}{re.escape(UNQUOTE)}")


def badge_edits(text: str) -> Iterator[Edit]:
    """Yield what makes badges visibly the model's own and takes its marks away, in order.

    A cross that stands alone denies something, so that it stays; in a cell of a table a mark becomes a word.
    """
    read = _read(text)
    spans = dict(_spans(read))
    ours = _OURS.sub(lambda found: "\0" * len(found[0]), text)
    at, rows, row_end = 0, _rows_of_tables(read), 0
    while at < len(read.kinds):
        row_end = rows.get(at, row_end)
        end = spans.get(at, 0)
        if end and ours[read.places[at][0]] != "\0":
            yield from _quoted(read, at, end)
            at = end
        elif read.kinds[at] == "m":
            end, edit = _mark_alone(read, at, in_cell=at < row_end)
            if edit is not None:
                yield edit
            at = end
        elif read.kinds[at] == "(" and (found := re.compile(r"\(m+\)").match(read.kinds, at)) and at >= row_end:
            if not any(read.text[a] in _CROSSES for a, _ in read.places[at + 1 : found.end() - 1]):
                yield _without(read, at, found.end())
            at = found.end()
        else:
            at += 1


def _quoted(read: _Read, at: int, end: int) -> Iterator[Edit]:
    while at < end and read.kinds[at] == "m":
        yield _without(read, at, at + 1)
        at += 1
    last = end
    while last > at and read.kinds[last - 1] == "m":
        last -= 1
    if at < last:
        yield read.places[at][0], read.places[at][0], QUOTE
        yield from (_without(read, number, number + 1) for number in range(at, last) if read.kinds[number] == "m")
        behind = read.places[last - 1][1]
        yield behind, behind, UNQUOTE
    yield from (_without(read, number, number + 1) for number in range(max(at, last), end))


def _without(read: _Read, at: int, end: int) -> Edit:
    start, behind = read.places[at][0], read.places[end - 1][1]
    while read.text[behind : behind + 1] == " ":
        behind += 1
    return start, behind, ""


def _mark_alone(read: _Read, at: int, *, in_cell: bool) -> tuple[int, Edit | None]:
    """Return the token behind marks that stand alone, and what becomes of them."""
    end = at + 1
    while read.kinds[end : end + 1] == "m":
        end += 1
    (start, behind), sign = (read.places[at][0], read.places[end - 1][1]), read.text[read.places[at][0]]
    if in_cell:
        return end, (start, behind, "no" if sign in _CROSSES else "yes")
    if sign in _CROSSES:
        return end, None
    begins = _begins(read, at)
    stops = end + 1 if begins and read.kinds[end : end + 1] in (".", ":", "-", ",", "|", "~") else end
    return end, _without(read, at, min(stops, len(read.kinds)))


_EMPHASIS = re.compile(
    r"(?:(?<=^)|(?<=[.!?:•] )|(?<=\x1e))(?P<before>[*_]{1,3}|[«»„“\"])(?P<said>[^*_«»„“”\"\n]{2,80})"
    r"(?P<behind>[*_]{1,3}|[«»“”\"])(?=[ \n.:,]|$)",
    re.MULTILINE,
)


_GOES_ON = re.compile(r" [a-z]")


def emphasis_edits(text: str) -> Iterator[Edit]:
    """Yield brackets for what sets off a badge at the beginning of a sentence by its looks alone."""
    for found in _EMPHASIS.finditer(text):
        read = _read(found["said"].strip(" :.!"))
        row = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        kinds = read.kinds.lower()
        goes_on = kinds == "v" and _GOES_ON.match(text, found.end()) is not None  # "**Mixed** dementia is …"
        if set(kinds) <= _CLOSED and says_verdict(kinds) and "|" not in row and not goes_on:
            yield (*found.span("before"), "[")
            yield (*found.span("behind"), "]")


_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});|\\u(?:271[3-8]|2705)")
_TEX = r"\$?\\(?:checkmark|cmark|Checkmark)(?:\{\})?\$?(?![A-Za-z])"
_IMAGE = re.compile(r"<img\b[^<>\n]{0,300}>|!\[(?P<said>[^\]\n]{0,200})\](?:\([^()\n]{0,400}\)|\[[^\]\n]{0,80}\])?")
_SAID = re.compile(r"\balt=[\"']([^\"'<>\n]{1,200})[\"']")


def written_edits(text: str) -> Iterator[Edit]:
    """Yield what signs in words stand for: HTML's "&check;", a chat's ":white_check_mark:", what a picture says."""
    for found in re.finditer(rf"{_ENTITY.pattern}|{_TEX}|{_IMAGE.pattern}|{_table().short.pattern}", text):
        start, end = found.span()
        if found[0].startswith("<"):
            said = _SAID.search(found[0])
            yield start, end, f"[{said[1]}]" if said else ""
        elif found[0].startswith("!"):
            yield start, end, f"[{found['said']}]" if found["said"] else ""
        elif found[0].startswith((":", "$", "\\c", "\\C")):
            yield start, end, Verdict.SUPPORTED.icon
        else:
            sign = chr(int(found[0][2:], 16)) if found[0].startswith("\\") else html.unescape(found[0])
            if len(sign) == 1 and (sign.isprintable() or sign in "\xa0"):
                yield start, end, sign.replace("\xa0", " ")


_NAME = r"[A-Z][\w'’-]{1,30}"
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December|Since|Until|In|From|By"
_AUTHORS = rf"(?!(?:{_MONTHS})\b){_NAME}(?: [A-Z]{{1,3}})?(?: et al\.?|(?:,? (?:and|&) {_NAME}))?,? (?:19|20)\d\d[a-z]?"
_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_ID = (
    r"(?:(?i:PMID|PMCID|doi|PubMed(?: ID)?|ISBN|arXiv)[ :#]{0,3}"
    r"(?:10\.\d{4,9}/[^\s)\]}>,;]{1,80}|PMC\d{3,9}|[\d-]{5,17})"
    r"|PMC\d{5,9}|10\.\d{4,9}/[^\s)\]}>,;]{1,80}"
    r"|(?:https?://)?(?:dx\.)?(?:doi\.org|(?:www\.|pubmed\.)?ncbi\.nlm\.nih\.gov)/[^\s)\]}>,;]{1,80})"
)
_CITATION = re.compile(  # "【1†source】" is how some models mark what they searched
    rf"[ ]?[(\[](?:(?:see|cf\.|e\.g\.,?) )?{_AUTHORS}(?:; ?(?:{_AUTHORS}|(?:19|20)\d\d[a-z]?))*[)\]](?!\()"
    r"|[ ]?\([A-Z][^()\n]{2,60} (?:19|20)\d\d; ?\d[^()\n]{0,30}\)"
    rf"|[ ]?[(\[](?:[^()\[\]\n]{{0,60}}\b)?{_ID}(?:[,;] ?{_ID})*\.?[)\]]"
    r"|[ ]?[(\[](?:NCT|ISRCTN)\d{6,9}[)\]]"
    rf"|[ ]?\b(?:see )?{_ID}(?<![.])"
    r"|(?<=[a-z)”.,;])[ ]?\[\^?\d{1,3}(?:[ ]?[,–-][ ]?\d{1,3}){0,8}\](?!\()"
    rf"|(?:(?<=[a-z]{{3}})|(?<=[.,;)]))[{_DIGITS}](?:[,⁻˒–]?[{_DIGITS}])*(?![⁺⁻])"
    r"|[ ]?【\d[^【】\n†]{0,20}(?:†[^【】\n]{0,60})?】|[ ]?\ue200[^\ue200\ue201\n]{1,80}\ue201"
    r"|(?:(?<=[a-z]{3})|(?<=[.,;)]))[ ]?<sup>[^<>\n]{1,40}</sup>|\[\^[^\]\s]{1,20}\]:?"
)
_INTERVAL = re.compile(r"(?:\bCI|interval|range|between|from|IQR|[=:%])(?: (?:of|was|were|is))?\s*$")
_MEASURED = re.compile(r"\s?(?:%|°|[mkµμ]?g\b|[mdµμ]?l\b|[kcmn]?m\b|IU\b|(?:day|week|month|year|hour|point)s?\b)")
_TOLD = re.compile(rf"\b(?P<said>(?!(?:{_MONTHS})\b){_NAME} et al\.?,? \((?:19|20)\d\d[a-z]?\))")


def is_interval(text: str, start: int, end: int) -> bool:
    """Whether numbers in brackets are what something measures, by what stands around: "CI [2, 9]", "[10, 50] mg"."""
    return bool(_INTERVAL.search(text, max(0, start - 20), start) or _MEASURED.match(text, end))


def citation_edits(text: str) -> Iterator[Edit]:
    """Yield what takes a model's own citations out, or quotes those that a sentence needs: none was looked at."""
    for found in re.finditer(rf"{_CITATION.pattern}|{_TOLD.pattern}", text):
        if found["said"]:
            yield found.start(), found.start(), QUOTE
            yield found.end(), found.end(), UNQUOTE
        elif "[" not in found[0] or not is_interval(text, *found.span()):
            yield (*found.span(), "")
