"""The stub of a table: which of its columns hold rows' labels. Pure."""

from __future__ import annotations

import re
from itertools import pairwise
from string import ascii_uppercase

from kgcore.library.tables_grid import Grid, text_at
from kgcore.library.tables_values import is_number

_NUMBERS = re.compile(r"[\d.,]{1,20}")
_ITEM = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]", re.IGNORECASE)
_COUNTED = re.compile(r"(?<=[^\W\d_]) #?\d{1,2}$")  # what tells labels of one kind apart: "Phase 2"
MOST_LABEL = 80  # characters of a second label of a row; more is prose
_PERSON = re.compile(
    r"(?:id|no\.?|#|(?:patient|subject|participant|case|sample|animal)(?: (?:id|no\.?|#|number))?)\W*$", re.I
)
_WHEN = re.compile(r"^(?:\w+ )?(?:duration|dos(?:e|age)|week|day|month|year|hour|time|visit)s?\b", re.IGNORECASE)
_MEASURED = re.compile(  # how many of them, in a column of numbers: "Days in hospital", "Time to healing"
    r"\b(?:mean|median|sd|no\.?|n|number|total|missed|lost|to|until|stay|hospital|survival)\b|%", re.IGNORECASE
)
_MARK = 3  # characters of "X", "yes", "---"
_BEGINS_IN_WORDS = re.compile(r"\W{0,2}(?:\d{1,3}\s{1,3})?[^\W\d_]{2}")  # and is no value with a word beside it


def labelled_on_the_right(body: Grid) -> bool:
    """Return whether the last column says in words what each row is, and all left of it numbers."""
    words = [text_at(line, -1) for line in body]
    others = [text_at(line, x) for line in body for x in range(len(line) - 1) if text_at(line, x)]
    if len(words) < 3 or len({*words}) < len(words) or not all(map(_BEGINS_IN_WORDS.match, words)):
        return False
    if others and all(map(is_number, others)) and len({*others}) == 1 < len(others) == len(words):
        return True  # the same score for each
    return len(others) >= 1.5 * len(words) and all(map(is_number, others))


def with_tall_seconds(body: Grid) -> Grid:
    """Return the body with second labels that stand in the first row of each round made tall: where the same first
    labels come again and again ("Drug", "Placebo"), a blank next to the later ones goes on with the measure above.
    """
    if not body or len(body[0]) < 3:
        return body
    first = [text_at(line, 0) for line in body]
    filled = [y for y, line in enumerate(body) if text_at(line, 1)]
    if len(filled) < 2 or filled[0] or (every := filled[1]) < 2 or filled != [*range(0, len(body), every)]:
        return body
    if len(body) % every or not all(first[:every]) or first != first[:every] * (len(body) // every):
        return body
    return [[line[0], body[y - y % every][1], *line[2:]] for y, line in enumerate(body)]


def stub_width(head: Grid, body: Grid) -> int:
    """Return how many columns hold rows' labels: the first, and next to it those that divide its labels further."""
    width = len(body[0]) if body else len(head[0]) if head else 1
    if width < 2:
        return 0 if width == 0 else min(width, 1) if _worded(body, 0) else 0
    if _side_by_side(head, body):
        return 0
    if width == 2 and (_lists_below(body) or _itemised(body)):
        return 2
    stub = 1 + _blank_before(body)
    while (
        stub < width - 1
        and stub < 4
        and not _is_prose(body, stub)
        and (
            _divides(body, stub)
            or _headed_as_one(head, body, stub)
            or _recurs(body, stub)
            or _names_parts(body, stub)
            or _tells_alike_apart(body, stub)
            or _before_marks(body, stub)
            or _numbered(body, stub)
            or _tells_apart(head, body, stub)
            or (_worded_among_numbers(body, stub) and not (stub == 1 and _of_people(head, body)))
        )
    ):
        stub += 1
    return stub


def _side_by_side(head: Grid, body: Grid) -> bool:
    """Return whether lists stand beside each other, none of them the other's labels: criteria for and against."""
    over = [text_at(head[-1], x).casefold().split() for x in (0, 1)] if head else []
    same = [a == b for a, b in zip(*over, strict=False)]
    if not same or len(over[0]) != len(over[1]) or same.count(False) != 1 or len(same) < 2:
        return False
    return not any(is_number(text_at(line, x)) for line in body for x in range(len(line)))


def _lists_below(body: Grid) -> bool:
    """Return whether no row has more than one text: headings on the left, and what they head right of them."""
    texts = [[text_at(line, 0), text_at(line, 1)] for line in body]
    return all(not left or not right for left, right in texts) and bool(texts[0][0]) and any(r for _, r in texts)


def _itemised(body: Grid) -> bool:
    """Return whether the first column only counts the rows: "a.", "b."; "(1)", "(2)"."""
    marks = [text_at(line, 0) for line in body if text_at(line, 1) and line[0] is not line[1]]
    return len(marks) > 2 and all(map(_ITEM.fullmatch, marks))


def _names_parts(body: Grid, x: int) -> bool:
    """Return whether column x names the parts of what tall cells left of it name, each once, in a table of words."""
    tall = [y for y in range(1, len(body)) if body[y][x - 1] is not None and body[y][x - 1] is body[y - 1][x - 1]]
    if 2 * len(tall) < len(body) or any(line[x] is line[x - 1] for line in body):
        return False
    own = [(id(line[x - 1]), text_at(line, x)) for line in body if text_at(line, x)]
    if not len({*own}) == len(own) > 2 or any(is_number(text) for _, text in own):
        return False
    right = [s.text for line in body for s in line[x + 1 :] if s and s.text]
    only = right and all(body[y][x + 1 :] == body[y - 1][x + 1 :] and body[y][x] is not body[y - 1][x] for y in tall)
    return bool(only) or not any(map(is_number, right))


def _is_prose(body: Grid, x: int) -> bool:
    texts = [text_at(line, x) for line in body if text_at(line, x)]
    return sum(map(len, texts)) > MOST_LABEL * len(texts)


def _blank_before(body: Grid) -> int:
    """Return how many columns on the left have nothing in any row with data: only headings stand there."""
    data = _with_data(body)
    blank = 0
    while data and blank < min(2, len(data[0]) - 2) and not any(text_at(line, blank) for line in data):
        blank += 1
    return blank


def _worded(body: Grid, x: int) -> bool:
    return len(body) > 1 and any(line[x] is not None for line in body)


def _headed_as_one(head: Grid, body: Grid, x: int) -> bool:
    """Return whether one header, or one blank, stands over column x and all to its left, but not over the whole."""
    over = [line for line in head if line[0] is not None and all(line[at] is line[0] for at in range(1, x + 1))]
    if not over or any(line[-1] is line[0] for line in over):
        return False
    own = [text_at(line, x) for line in body if line[x] is not line[x - 1] and text_at(line, x)]
    apart = any(text_at(line, x) and line[x] is not line[0] for line in head[1 + head.index(over[-1]) :])
    named = any(text_at(line, 0) for line in over) and not apart  # and not only blank
    return bool(own) and (named or sum(map(is_number, own)) <= 0.5 * len(own))


def _divides(body: Grid, x: int) -> bool:
    """Return whether column x says of what kind the label left of it is in each row, as a label of its own.

    Labels may be numbers (ages, years) where each group has a single label on its left and blanks below.
    """
    own = [line for line in body if line[x] is not None and line[x] is not line[x - 1] and text_at(line, x)]
    if sum(_alike(text_at(line, x), text_at(line, x + 1)) for line in own) >= 0.4 * len(own):
        return False
    numbers = sum(is_number(text_at(line, x)) for line in own)
    right = [s for line in own for s in line[x + 1 :] if s and s.text]
    if not own or not right or sum(is_number(s.text) for s in right) < 0.3 * len(right):
        return False
    grouped = sum(_goes_on_below(body, y, x) for y in range(len(body)))
    if numbers > 0.1 * len(own):
        return numbers <= 0.85 * len(own) and grouped >= 0.5 * len(own) and not _all_numbers(body, x - 1)
    return grouped >= max(1, 0.2 * len(own))


def _alike(text: str, other: str) -> bool:
    """Return whether two cells say the same with other numbers, as data does and labels do not: "n = 8", "n = 22"."""
    return any(map(str.isdigit, text)) and _NUMBERS.sub("0", text) == _NUMBERS.sub("0", other)


def _recurs(body: Grid, x: int) -> bool:
    """Return whether column x says the same, in the same order, in every group that a label left of it makes: tall,
    with blanks below, or in each row again. Headings of sections stand between groups.
    """
    groups: list[list[str]] = []
    last = ""
    for line in _with_data(body):
        label = text_at(line, x - 1)
        if line[x - 1] is line[x] or not (label or groups):
            return False
        if label and label != last:
            groups.append([])
            last = label
        groups[-1].append(text_at(line, x))
    first = groups[0] if groups else []
    if "" in first and any(map(is_number, first)):
        return False  # a value that only the first of each group has
    return len(groups) > 1 and len({*first}) == len(first) > 1 and all(group == first for group in groups)


def _with_data(body: Grid) -> Grid:
    """Return the rows that show more than one cell."""
    return [line for line in body if len({id(s) for s in line if s and s.text}) > 1]


def _tells_alike_apart(body: Grid, x: int) -> bool:
    """Return whether labels left of column x are those of several rows each, and x says in words which of them a row
    is: together they are the key of the table, as one needs them to name a row. Labels go on over blanks.
    """
    rows = _with_data(body)
    names: list[tuple[str, ...]] = []
    for line in rows:
        label = tuple(text_at(line, at) for at in range(x))
        names.append(names[-1] if names and not any(label) else label)
    alike = [(name, line) for name, line in zip(names, rows, strict=True) if names.count(name) > 1]
    own = {(name, id(line[x])): text_at(line, x) for name, line in alike if line[x] is not line[x - 1]}
    words = list(filter(None, own.values()))
    if len(alike) < max(3, 0.3 * len(rows)) or len(words) < max(3, 0.9 * len(own)) or len(own) < 0.4 * len(alike):
        return False
    distinct = len({(name, text) for (name, _), text in own.items()})
    if sum(map(is_number, words)) > 0.5 * len(words) or distinct < 0.9 * len(own):
        return False
    right = sum(any(text_at(line, at) for at in range(x + 1, len(line))) for _, line in alike)
    return right >= 0.8 * len(alike) and not any(_alike(text_at(line, x), text_at(line, x + 1)) for _, line in alike)


def _numbered(body: Grid, x: int) -> bool:
    """Return whether the column left of x only counts the rows ("1", "A"), and x says in words what they are."""
    numbers = [text_at(line, x - 1).rstrip(".)") for line in body if text_at(line, x - 1)]
    words = [text_at(line, x) for line in body if text_at(line, x)]
    counted = [[str(n) for n in range(first, first + len(numbers))] for first in (0, 1)]
    if len(numbers) < 3 or numbers not in (*counted, [*ascii_uppercase[: len(numbers)]]):
        return False
    return len({*words}) > 0.9 * len(body) and not any(map(is_number, words))


def _tells_apart(head: Grid, body: Grid, x: int) -> bool:
    """Return whether column x says at which time or dose each of several rows of one label stands: "Regimen A" at 14,
    16 and 18 weeks.
    """
    over = " ".join(dict.fromkeys(text_at(line, x) for line in head))
    rows = [line for line in body if text_at(line, x) and line[x] is not line[x - 1]]
    if not _WHEN.search(over) or _MEASURED.search(over) or x != 1 or len(rows) < 3:
        return False
    again = [(a, b) for a, b in pairwise(rows) if text_at(a, 0) == text_at(b, 0)]
    return 2 * len(again) >= len(rows) and all(text_at(a, x) != text_at(b, x) for a, b in again)


def _worded_among_numbers(body: Grid, x: int) -> bool:
    """Return whether column x has words in almost every row and mostly numbers right of it: it says more of the row."""
    rows = [line for line in body if any(s and s.text for s in line[:x]) and any(s and s.text for s in line[x:])]
    own = [text_at(line, x) for line in rows if text_at(line, x)]
    right = [s.text for line in rows for s in line[x + 1 :] if s and s.text and s is not line[x]]
    if len(own) < max(3, 0.8 * len(rows)) or not all(
        any(map(str.isalpha, text)) and not is_number(text) for text in own
    ):
        return False
    if sum(any(map(str.isdigit, _COUNTED.sub("", text))) for text in own) > 0.4 * len(own):
        return False
    return len(right) >= 1.5 * len(own) and sum(map(is_number, right)) >= 0.6 * len(right)


def _of_people(head: Grid, body: Grid) -> bool:
    """Return whether the first column tells people or samples apart, and the next says to which of few kinds each
    belongs, as the rest of the row says other things of it.
    """
    over = " ".join(dict.fromkeys(text_at(line, 0) for line in head))
    ids = [text_at(line, 0) for line in body]
    kinds = {text_at(line, 1) for line in body}
    return bool(_PERSON.match(over)) and len({*ids}) > max(0.9 * len(ids), 2 * len(kinds))  # sums may recur


def _before_marks(body: Grid, x: int) -> bool:
    """Return whether column x is in words, as are those next to it, and all right of them in marks: what is done when,
    as "X" and blanks say.
    """
    rows = _with_data(body)
    first = len(rows[0]) if rows else 0
    while first > x + 1 and _is_of_marks(rows, first - 1):
        first -= 1
    marks = sum(bool(text_at(line, at)) for line in rows for at in range(first, len(line)))
    return marks >= max(2, len(rows)) and all(_is_of_words(rows, at) for at in range(x, first))


def _is_of_marks(rows: Grid, x: int) -> bool:
    texts = [text_at(line, x) for line in rows if text_at(line, x)]
    marks = sum(len(text) <= _MARK and not any(c.isdigit() for c in text) for text in texts)
    return marks >= 0.8 * len(texts)


def _is_of_words(rows: Grid, x: int) -> bool:
    texts = [text_at(line, x) for line in rows if text_at(line, x)]
    if len(texts) < 2 or any(map(is_number, texts)):
        return False
    return sum(len(text) > _MARK for text in texts) >= 0.9 * len(texts)


def _all_numbers(body: Grid, x: int) -> bool:
    texts = [text_at(line, x) for line in body if text_at(line, x)]
    return all(map(is_number, texts))


def _goes_on_below(body: Grid, y: int, x: int) -> bool:
    """Return whether a row has its own label in column x under the label of a row above, left of it."""
    line = body[y]
    if not text_at(line, x) or line[x] is line[x - 1]:
        return False
    return not text_at(line, x - 1) or (y > 0 and body[y - 1][x - 1] is not None and body[y - 1][x - 1] is line[x - 1])
