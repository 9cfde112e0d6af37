"""What somebody looks for in tables: labels of rows and columns, values with comparison and tolerance, or free text.

Free text is read in two ways: as structure ("lymph node, size 8.45": labels and a value) and as words. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum

from kgcore.errors import InputError
from kgcore.library.tables import Comparison
from kgcore.library.tables_labels import label_words, value_form
from kgcore.library.tables_values import number_of

LONGEST = 1_000  # characters of a query that are read
_N = r"[-−–+]?\s?(?:\d{1,3}(?:,\d{3})+|\d+(?:[.,·]\d+)?|[.·]\d+)"
_SIGN = r"<=|>=|=<|=>|[<>≤≥=~≈]"
_COMPARED = re.compile(rf"^\s*(?P<sign>{_SIGN})\s*(?P<number>{_N})\s*(?P<unit>%|[^\W\d_][\w/%²³]*)?\s*$")
_WORDED = re.compile(
    rf"^\s*(?P<words>more than|greater than|above|over|at least|no less than|less than|below|under|at most|"
    rf"no more than|up to|about|around|roughly|equal to|exactly)\s+(?P<number>{_N})\s*"
    rf"(?P<unit>%|[^\W\d_][\w/%²³]*)?\s*$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    rf"^\s*(?:between\s+(?P<low>{_N})\s+and\s+(?P<high>{_N})|(?P<from>{_N})\s*\.\.+\s*(?P<to>{_N}))\s*$", re.IGNORECASE
)
_WITHIN = re.compile(rf"^\s*(?P<number>{_N})\s*(?:\+/-|±|within)\s*(?P<by>{_N})\s*(?P<percent>%)\s*$", re.IGNORECASE)
_VALUE_IN_TEXT = re.compile(
    rf"(?:(?:<=|>=|[<>≤≥~≈])\s*)?[$£€]?{_N}\s*%?"
    rf"(?:\s*(?:±|\+/-|/|to|[-−–—:;,]|,)\s*{_N}\s*%?)*"
    rf"(?:\s*[(\[]\s*(?:[<>≤≥=±-]\s*)?{_N}\s*%?(?:\s*(?:to|[-−–—:;,/±]|\.\.)\s*{_N}\s*%?)*\s*[)\]])?[*†‡§]*",
)
_SIGNS = {
    "<": Comparison.LESS, "<=": Comparison.AT_MOST, "=<": Comparison.AT_MOST, "≤": Comparison.AT_MOST,
    ">": Comparison.MORE, ">=": Comparison.AT_LEAST, "=>": Comparison.AT_LEAST, "≥": Comparison.AT_LEAST,
    "=": Comparison.EQUAL, "~": Comparison.ABOUT, "≈": Comparison.ABOUT,
}  # fmt: skip
_WORDS = {
    "more than": Comparison.MORE, "greater than": Comparison.MORE, "above": Comparison.MORE, "over": Comparison.MORE,
    "at least": Comparison.AT_LEAST, "no less than": Comparison.AT_LEAST, "less than": Comparison.LESS,
    "below": Comparison.LESS, "under": Comparison.LESS, "at most": Comparison.AT_MOST, "up to": Comparison.AT_MOST,
    "no more than": Comparison.AT_MOST, "about": Comparison.ABOUT, "around": Comparison.ABOUT,
    "roughly": Comparison.ABOUT, "equal to": Comparison.EQUAL, "exactly": Comparison.EQUAL,
}  # fmt: skip
ABOUT = 0.05  # share of a number that "about" leaves open


class Synonyms(Enum):
    """Whether labels count that say the same in other words."""

    IF_NEEDED = "if needed"  # only where nothing has the labels as they were given
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ValueQuery:
    """A value that is looked for: as it is written (`form`), and, where it is numbers, what they must be.

    `bounds` hold together: (>, 8) alone, or (≥, 8) and (≤, 9). A value of several numbers ("8.1 ± 2") has none.
    """

    text: str
    form: str
    bounds: tuple[tuple[Comparison, float], ...] = ()
    tolerance: float = 0.0
    compared: bool = False  # whether somebody asked for a comparison, and not for a cell's text

    def holds(self, number: float) -> bool:
        """Return whether a number is one of those looked for."""
        return bool(self.bounds) and all(c.holds(number, bound, self.tolerance) for c, bound in self.bounds)


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What is looked for; any part may be empty. `text` is free text, read as structure and as words.

    `also_rows` and `also_columns` are other names of the same, which are shown and may be switched off. `having` are
    header terms that a table must have, on whichever side.
    """

    row: str = ""
    column: str = ""
    value: ValueQuery | None = None
    text: str = ""
    synonyms: Synonyms = Synonyms.IF_NEEDED
    also_rows: tuple[str, ...] = ()
    also_columns: tuple[str, ...] = field(default=())
    having: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it asks for nothing that could be found."""
        return not (self.row or self.column or self.value or label_words(self.text) or self.having)


_FIELD = re.compile(r"(?<![\w:])(row|column|col|value|tolerance|names|has):\s*", re.IGNORECASE)
_SWITCH = {"no": Synonyms.NEVER, "off": Synonyms.NEVER, "yes": Synonyms.ALWAYS, "on": Synonyms.ALWAYS}


def parse_table_query(text: str) -> TableQuery:
    """Return what a line asks for: `row: "tumor size" value: >8`, with `column:`, `tolerance:`, `has:` and `names:no`;
    what stands in no field is free text. Raises InputError.
    """
    text = " ".join(text[:LONGEST].split())
    found = list(_FIELD.finditer(text))
    ends = [*(m.start() for m in found[1:]), len(text)][: len(found)]
    fields: dict[str, str] = {}
    having = []
    free = [text[: found[0].start()] if found else text]
    for match, end in zip(found, ends, strict=True):
        name, said = match[1].lower(), text[match.end() : end].strip()
        if said[:1] == '"' and (close := said.find('"', 1)) > 0:  # behind the quotation goes on what is in no field
            free.append(said[close + 1 :])
            said = said[1:close]
        said = said.strip(" ,;")
        if name == "has" and said:
            having.append(said)
        elif said:
            fields["column" if name == "col" else name] = said
    names = fields.get("names", "").lower()
    if names and names not in _SWITCH:
        raise InputError("names: takes yes or no.", hint="names:no looks for labels as you wrote them alone.")
    value = read_value_query(fields.get("value", ""), _tolerance(fields.get("tolerance", "")))
    return TableQuery(
        fields.get("row", ""),
        fields.get("column", ""),
        value,
        " ".join(" ".join(part.strip(" ,;") for part in free).split()),
        _SWITCH.get(names, Synonyms.IF_NEEDED),
        having=tuple(having),
    )


def _tolerance(text: str) -> float:
    number = number_of(text) if text else 0.0
    if number is None or number < 0:
        raise InputError(f"tolerance: takes a number of 0 or more, not “{text}”.")
    return number


def read_value_query(text: str, tolerance: float = 0.0) -> ValueQuery | None:
    """Return the value that a text asks for (">8", "between 8 and 9", "8.45", "58 (85.3)"); None where it is blank."""
    text = " ".join(text[:LONGEST].split())
    if not text:
        return None
    plain = ValueQuery(text, value_form(text), (), tolerance)
    if match := _COMPARED.match(text):
        return _compared(plain, _SIGNS[match["sign"]], number_of(match["number"]))
    if match := _WORDED.match(text):
        return _compared(plain, _WORDS[match["words"].lower()], number_of(match["number"]))
    if match := _BETWEEN.match(text):
        low, high = number_of(match["low"] or match["from"]), number_of(match["high"] or match["to"])
        if low is not None and high is not None:
            low, high = min(low, high), max(low, high)
            return replace(plain, bounds=((Comparison.AT_LEAST, low), (Comparison.AT_MOST, high)), compared=True)
    if match := _WITHIN.match(text):
        number, by = number_of(match["number"]), number_of(match["by"])
        if number is not None and by is not None:
            margin = abs(number * by / 100)
            return replace(plain, bounds=((Comparison.EQUAL, number),), tolerance=margin, compared=True)
    number = number_of(text.rstrip("%*†‡§ "))
    if number is None:
        return plain
    return replace(plain, bounds=((Comparison.EQUAL, number),), compared=tolerance > 0)


def _compared(plain: ValueQuery, comparison: Comparison, number: float | None) -> ValueQuery:
    if number is None:
        return plain
    margin = plain.tolerance
    if comparison is Comparison.ABOUT and not margin:
        margin = abs(number) * ABOUT
    return replace(plain, bounds=((comparison, number),), tolerance=margin, compared=True)


@dataclass(frozen=True, slots=True)
class SplitText:
    """Free text taken apart: labels, the value if there is one, and the words that are no label."""

    labels: tuple[str, ...]
    value: str
    words: str


def split_text(text: str, is_label: Callable[[str], bool]) -> SplitText:
    """Return the labels, the value and the other words of a free text; `is_label` knows what tables have as labels.

    The value is the last number that is not part of a label. Commas part labels, unless all of it is one
    ("Age, years").
    """
    text = " ".join(text[:LONGEST].split())
    value, rest = "", text
    found = [m for m in _VALUE_IN_TEXT.finditer(text) if any(c.isdigit() for c in m[0])]
    for match in reversed(found):
        begin = match.start() + len(match[0]) - len(match[0].lstrip())
        before, after = text[:begin], text[match.end() :]
        if before.rstrip()[-1:] in ("=", ":") or (before and before[-1].isalnum()):  # n = 30, B12
            continue
        if before.count("(") > before.count(")") or before.count("[") > before.count("]"):
            continue
        value, rest = match[0].strip(), f"{before.rstrip(' ,;:')} ; {after.lstrip(' ,;:')}"
        break
    labels, words = [], []
    whole = rest.strip(" ,;:")
    pieces = [whole] if "," in whole and ";" not in whole and is_label(whole) else re.split(r"\s*[;|]\s*|,\s+", rest)
    for part in (piece.strip(" ,;:") for piece in pieces):
        if part and is_label(part):
            labels.append(part)
        elif part:
            found_labels, left = _longest_labels(part.split(), is_label)
            labels += found_labels
            words += left
    return SplitText(tuple(labels), value, " ".join(words))


def structural_query(split: SplitText, synonyms: Synonyms) -> TableQuery | None:
    """Return a free text's labels and value as what is looked for in rows and columns; None where it has no label.

    The first is looked for as the row, the second as the column; the other way round they are found, too.
    """
    if not split.labels:
        return None
    row, *rest = split.labels
    column = rest[0] if rest else ""
    return TableQuery(row, column, read_value_query(split.value), synonyms=synonyms)


def _longest_labels(words: list[str], is_label: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    """Return the longest runs of words that are labels, from the left, and the words in none of them."""
    labels, left, at = [], [], 0
    words = words[:40]
    while at < len(words):
        for end in range(min(len(words), at + 8), at, -1):
            run = " ".join(words[at:end])
            if is_label(run):
                labels.append(run)
                at = end
                break
        else:
            left.append(words[at])
            at += 1
    return labels, left
