"""Tests in two parts: columns to be matched by codes ("P-2, Q-3, R-1"), an assertion and its reason, two statements.

All are read as a list of items of which the options say which are right: of columns each pair that a code makes is an
item, of an assertion and its reason, or of two statements, each of the two. Pure and linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgcore.reasoning.layouts import LABEL, read_layout

_SIGN = r" ?(?:-+>?|=+>?|[–—→:]) ?"
_ITEM = r"(?:[A-Za-z]|[1-9]|iii|ii|iv|vi|III|II|IV|VI)"
_PAIR = rf"{_ITEM}{_SIGN}{_ITEM}(?!\w)"
_CODED = re.compile(rf"(?<!\w)[(\[]?(?P<label>{LABEL})[.):\]] ?(?P<code>{_PAIR}(?:[,;/]? *(?:and )?{_PAIR})+)")
_OF_CODE = re.compile(rf"(?<!\w)({_ITEM}){_SIGN}({_ITEM})(?!\w)")
_HEADING = re.compile(
    r"\b(?:column|list|group|set|table)[ -]?(?:II|I|[12]|[AB]|one|two)\b(?: ?\((?P<what>[^()\n]{1,60})\))? ?[:.–-]*",
    re.I,
)
_CODES = re.compile(r"\b(?:codes?|options?|answers?)\W*$", re.I)
_MOST_CODES = 8  # options


@dataclass(frozen=True, slots=True)
class ItemList:
    """Items as (label, words), and options as (label, words, labels of the items that it calls right)."""

    stem: str
    items: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str, tuple[str, ...]], ...]


def read_columns(text: str) -> ItemList | None:
    """Return the pairs of two columns, and the codes that are offered (`plain_layout`); None for any other text."""
    coded = list(_CODED.finditer(text))
    if not 1 < len(coded) <= _MOST_CODES:
        return None
    codes = [_OF_CODE.findall(found["code"]) for found in coded]
    firsts, seconds = ({pair[n] for code in codes for pair in code} for n in (0, 1))
    if firsts & seconds or any({first for first, _ in code} != firsts for code in codes):
        return None
    table = _CODES.sub("", text[: coded[0].start()].rstrip())
    plain = _HEADING.sub("\n", table)
    items = _items(plain, firsts | seconds)
    if items is None:
        return None
    lead = " ".join(plain[: items.start].split())
    kinds = " ".join(found["what"] for found in _HEADING.finditer(table) if found["what"])
    named = {f"{a}-{b}": f"{items.words[a]} – {items.words[b]}" for code in codes for a, b in code}
    options = tuple(
        (found["label"].upper(), " ".join(found["code"].split()), tuple(f"{a}-{b}" for a, b in code))
        for found, code in zip(coded, codes, strict=True)
    )
    return ItemList(f"Which are correctly matched? {lead} {kinds}".strip(), tuple(named.items()), options)


@dataclass(frozen=True, slots=True)
class _Items:
    start: int
    words: dict[str, str]


def _items(table: str, labels: set[str]) -> _Items | None:
    """Return what stands behind each label in a table; None where one is missing, empty or there twice."""
    said = "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
    marks = list(re.finditer(rf"(?<![\w.])[(\[]?({said})[.):\]](?=\s)", table))
    if sorted(m[1] for m in marks) != sorted(labels):
        return None
    ends = [*(m.start() for m in marks[1:]), len(table)]
    words = {m[1]: table[m.end() : end].strip().partition("\n")[0] for m, end in zip(marks, ends, strict=True)}
    words = {label: name.strip(" .,;|") for label, name in words.items()}
    return _Items(marks[0].start(), words) if all(words.values()) else None


# ── an assertion and its reason ─────────────────────────────────────────────────────────────────────────────────────

ASSERTION, REASON = "Assertion", "Reason"
_NAMED = r"(?: ?\([AR]\)| [AR])? ?[:.–-]+\s*"
_OPENS = re.compile(r"\bassertion\b", re.I)  # the first one alone is read, so that it stays linear
_ASSERTED = re.compile(
    rf"assertion{_NAMED}(?P<assertion>[^\n]{{5,300}}?)\s+reason{_NAMED}"
    rf"(?P<reason>[^\n]{{5,300}}?)(?=\s*(?:\n|(?<=[.?!;]) ?[(\[]?[Aa1][.):\]]))",
    re.I,
)
_TRUTH = re.compile(
    r"\b(?P<not>not )?(?:(?P<true>true|correct|right)|false|incorrect|wrong|untrue)\b(?! (?:explanation|reason))", re.I
)
_Names = tuple[tuple[str, re.Pattern[str]], ...]  # what each of two statements is called in the options
_SPOKEN_OF: _Names = (
    (ASSERTION, re.compile(r"\b(?:A|(?i:assertion))\b")),
    (REASON, re.compile(r"\b(?:R|(?i:reason))\b")),
)
_OF_BOTH = re.compile(r"(?:both|neither|all|none)\b", re.I)
_ONLY = re.compile(r"\b(?:only|alone)\b", re.I)


def read_assertion(text: str) -> ItemList | None:
    """Return an assertion, its reason, and what the options say of them; None for any other text, or other options."""
    opened = _OPENS.search(text)
    found = _ASSERTED.match(text, opened.start()) if opened else None
    if found is None:
        return None
    items = ((ASSERTION, found["assertion"].strip(" .")), (REASON, found["reason"].strip(" .")))
    return _judged(items, _SPOKEN_OF, text[found.end() :])


_NUMBERED = re.compile(
    r"\b(?:the )?(?:statements? ?(?P<number>II|I|[12AB]|one|two)|(?P<ordinal>first|second) statement|S(?P<short>[12]))"
    r" ?[:.)–—-]+\s*(?=\w+ \w)",
    re.I,
)
_SECOND = frozenset({"ii", "2", "b", "two", "second"})
_OPTIONS_BEGIN = re.compile(r"\n|(?<=[.?!;]) (?=[(\[]?[Aa1][.):\]])")


def read_two_statements(text: str) -> ItemList | None:
    """Return two statements that are called the first and the second, and what the options say of them; or None."""
    marks = list(_NUMBERED.finditer(text))
    called = [(m["number"] or m["ordinal"] or m["short"]).lower() in _SECOND for m in marks]
    if called != [False, True]:
        return None
    first, second = marks
    end = _OPTIONS_BEGIN.search(text, second.end())
    said = (text[first.end() : second.start()], text[second.end() : end.start()] if end else "")
    items = tuple((m[0].strip(" :.)–—-\n"), words.strip(" .\n")) for m, words in zip(marks, said, strict=True))
    if end is None or not all(words for _, words in items):
        return None
    return _judged(items, tuple(map(_called_so, items, marks, (0, 1))), text[end.start() :])


def _called_so(item: tuple[str, str], mark: re.Match[str], place: int) -> tuple[str, re.Pattern[str]]:
    """Return by which words the options call one of two statements: its own label, or its place."""
    own = re.escape(mark["number"] or mark["ordinal"] or mark["short"])
    label = f"S{own}" if mark["short"] else own
    other = ("first|former", "second|latter")[place]
    return item[0], re.compile(rf"\b(?:{label}|(?i:{other}))\b")


def _judged(items: tuple[tuple[str, str], ...], names: _Names, behind: str) -> ItemList | None:
    """Return the two with the options behind them; None where an option does not say which of the two are true."""
    layout = read_layout(f"Which is true?\n{behind.strip()}")
    if layout is None:
        return None
    called = [_called_true(words, names) for _, words in layout.options]
    options = tuple(
        (label, words, true) for (label, words), true in zip(layout.options, called, strict=True) if true is not None
    )
    if len(options) < len(layout.options):
        return None
    return ItemList("Which of these statements are true?", items, options)


def _called_true(words: str, names: _Names = _SPOKEN_OF) -> tuple[str, ...] | None:
    """Return which of the two an option calls true; None where it says nothing of one of them."""
    first = _TRUTH.search(words)
    if _OF_BOTH.match(words) and first:
        true = _is_true(first) and not words.lower().startswith(("neither", "none"))
        return tuple(name for name, _ in names) if true else ()
    told: dict[str, bool] = {}
    for name, pattern in names:
        spoken = pattern.search(words)
        if spoken and (truth := _TRUTH.search(words, spoken.end())):
            told[name] = _is_true(truth)
    if len(told) == 1 and _ONLY.search(words) and all(told.values()):
        return tuple(told)
    return tuple(name for name, true in told.items() if true) if len(told) == len(names) else None


def _is_true(found: re.Match[str]) -> bool:
    return bool(found["true"]) and not found["not"]
