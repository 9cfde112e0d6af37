"""How well a table answers a query, and with which cells. Pure.

Labels match as they are written, by what they name, or by words in common; a cell counts where everything that was
asked for holds in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property

from kgcore.library.tables import CellValue, Path, Table
from kgcore.library.tables_labels import asked_words, label_core, label_form, label_words, value_form, words_for
from kgcore.library.tables_query import SplitText, TableQuery, ValueQuery
from kgcore.library.tables_values import hints_of, read_value

MOST_CELLS = 400  # marked in one table
LEAST = 0.5  # of a label's words that must be there
_SAME, _WORDS, _COMPARED, _TURNED = 0.93, 0.85, 0.95, 0.8

Weight = Callable[[str], float]


class How(IntEnum):
    """How a label or a value was found, the surest last."""

    NOT = 0
    WORDS = 1  # some words in common
    SAME = 2  # another name of the same: abbreviation, synonym, other unit
    EXACT = 3  # as it was asked for


@dataclass(frozen=True, slots=True)
class Label:
    """A label ready to compare: as it is written (each part of it, too), what it names with and without its
    abbreviations spelled out, and its words. `core` is what it names, spelled out.
    """

    forms: frozenset[str]
    cores: frozenset[str]
    words: frozenset[str]
    core: str


@dataclass(frozen=True)
class IndexedTable:
    """A table with its article and the abbreviations that the article defines.

    `labels` are those of its headers that were read before, so that they need not be read again.
    """

    paper: str
    table: Table
    abbreviations: Mapping[str, str]
    labels: Mapping[str, Label] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """PMC77#T2: by this it is named everywhere."""
        return f"{self.paper}#{self.table.id}"

    @cached_property
    def parts(self) -> Mapping[str, Label]:
        """Each label of its headers, read."""
        every = dict.fromkeys(one for path in (*self.table.rows, *self.table.columns) for one in path)
        return {one: self.labels.get(one) or read_label(one, self.abbreviations) for one in every}

    @cached_property
    def rows(self) -> tuple[Label, ...]:
        """The rows' labels, ready to compare."""
        return self._labels(self.table.rows)

    @cached_property
    def columns(self) -> tuple[Label, ...]:
        """The columns' labels, ready to compare."""
        return self._labels(self.table.columns)

    @cached_property
    def words(self) -> tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
        """The words of the rows' labels, and of the columns': all that a free text is compared with."""

        def of(paths: Sequence[Path]) -> tuple[frozenset[str], ...]:
            return tuple(
                self.parts[path[0]].words
                if len(path) == 1
                else frozenset().union(*(self.parts[one].words for one in path))
                for path in paths
            )

        return of(self.table.rows), of(self.table.columns)

    def has_term(self, core: str) -> bool:
        """Return whether one of its headers names this (`label_core`)."""
        return any(core in label.cores for label in (*self.rows, *self.columns))

    def _labels(self, paths: Sequence[Path]) -> tuple[Label, ...]:
        made: dict[Path, Label] = {}
        for path in paths:
            if path not in made:
                made[path] = _whole(path, [self.parts[one] for one in path])
        return tuple(made[path] for path in paths)


def read_label(text: str, abbreviations: Mapping[str, str]) -> Label:
    """Return a label ready to compare."""
    cores = label_cores(text, abbreviations)
    words = frozenset(label_words(text)).union(*(core.split() for core in cores))
    return Label(frozenset({label_form(text)} - {""}), frozenset(cores), words, label_core(text, abbreviations))


def _whole(path: Path, parts: Sequence[Label]) -> Label:
    """Return the label of a path of labels: what each of them says, and what all say together."""
    if len(parts) == 1:
        return parts[0]
    whole = " ".join(one.core for one in parts)
    return Label(
        frozenset({label_form(" ".join(path))} - {""}).union(*(one.forms for one in parts)),
        frozenset({whole} - {""}).union(*(one.cores for one in parts)),
        frozenset(whole.split()).union(*(one.words for one in parts)),
        whole,
    )


def label_cores(label: str, abbreviations: Mapping[str, str]) -> set[str]:
    """Return what a label names, with and without its abbreviations spelled out."""
    plain = label_core(label)
    return {plain, label_core(label, abbreviations) if abbreviations else plain} - {""}


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A table that answers a query: its score in 0..1, how it was found, and the cells (row, column) that do."""

    found: IndexedTable
    score: float
    how: How
    cells: tuple[tuple[int, int], ...] = ()
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResults:
    """What was found, best first, and how the query was understood: other names used, and free text taken apart.

    `structural` is what the labels and the value of a free text find, taken as rows and columns; `matches` is then what
    its words find. None where there was no free text, or no label in it.
    """

    matches: tuple[TableMatch, ...]
    query: TableQuery
    split: SplitText | None = None
    structural: TableResults | None = None

    @property
    def together(self) -> tuple[TableMatch, ...]:
        """What was found in both ways, each table once: by structure first, where that has what was asked for."""
        sure = tuple(m for m in self.by_structure if m.how is not How.WORDS)
        rest = tuple(m for m in self.by_structure if m.how is How.WORDS)
        ordered = (*sure, *self.matches, *rest)
        return tuple(
            {m.found.id: m for m in reversed(ordered)}[id] for id in dict.fromkeys(m.found.id for m in ordered)
        )

    @property
    def by_structure(self) -> tuple[TableMatch, ...]:
        """What the labels and the value of a free text find."""
        return self.structural.matches if self.structural is not None else ()

    def only(self, wanted: Callable[[IndexedTable], bool]) -> TableResults:
        """Return the results without the tables that are not wanted."""
        kept = tuple(m for m in self.matches if wanted(m.found))
        structural = self.structural.only(wanted) if self.structural is not None else None
        return replace(self, matches=kept, structural=structural)


@dataclass(frozen=True, slots=True)
class _Wanted:
    form: str
    cores: frozenset[str]
    words: frozenset[str]
    weight: float

    def against(self, label: Label, weight: Weight) -> tuple[float, How]:
        """Return how well a label fits."""
        if self.form in label.forms:
            return 1.0, How.EXACT
        if self.cores & label.cores:
            return _SAME, How.SAME
        both = self.words & label.words
        if not both or not self.weight:
            return 0.0, How.NOT
        shared = sum(map(weight, both))
        covered = shared / self.weight
        extra = sum(map(weight, label.words - both))
        score = _WORDS * covered * (0.8 + 0.2 * shared / (shared + extra))
        return (score, How.WORDS) if covered >= LEAST else (0.0, How.NOT)


def _wanted(text: str, also: Sequence[str], weight: Weight, *, exact: bool) -> _Wanted | None:
    if not text.strip():
        return None
    if exact:
        return _Wanted(label_form(text), frozenset(), frozenset(), 0.0)
    words = frozenset(label_words(text))
    cores = frozenset(core for one in (text, *also) if (core := label_core(one)))
    return _Wanted(label_form(text), cores, words, sum(map(weight, words)))


def match_table(found: IndexedTable, query: TableQuery, weight: Weight, *, exact: bool = False) -> TableMatch | None:
    """Return how a table answers the parts of a query, None where it lacks one; `exact`: labels as they are written."""
    row = _wanted(query.row, query.also_rows, weight, exact=exact)
    column = _wanted(query.column, query.also_columns, weight, exact=exact)
    straight = _match(found, found.rows, found.columns, row, column, query.value, weight, exact=exact)
    if exact or straight is not None or not (row and column):
        return straight
    turned = _match(found, found.rows, found.columns, column, row, query.value, weight, exact=exact)
    if turned is None:
        return None
    why = ("rows and columns are the other way round", *turned.why)
    return TableMatch(found, turned.score * _TURNED, min(turned.how, How.WORDS), turned.cells, why)


_Fit = tuple[float, How]
_ANY: _Fit = (0.0, How.EXACT)


def _fits(labels: tuple[Label, ...], wanted: _Wanted | None, weight: Weight) -> dict[int, _Fit]:
    """Return the rows or columns that fit; all where nothing is asked of them."""
    if wanted is None:
        return dict.fromkeys(range(len(labels)), _ANY)
    seen: dict[int, _Fit] = {}
    fits = {}
    for at, label in enumerate(labels):
        if (fit := seen.get(id(label))) is None:
            fit = seen[id(label)] = wanted.against(label, weight)
        if fit[1] is not How.NOT:
            fits[at] = fit
    return fits


def _match(
    found: IndexedTable,
    row_labels: tuple[Label, ...],
    column_labels: tuple[Label, ...],
    row: _Wanted | None,
    column: _Wanted | None,
    value: ValueQuery | None,
    weight: Weight,
    *,
    exact: bool,
) -> TableMatch | None:
    rows, columns = _fits(row_labels, row, weight), _fits(column_labels, column, weight)
    if not rows or not columns:
        return None
    asked = (row is not None) + (column is not None) + (value is not None)
    if value is None:
        best_row, best_column = max(rows.values()), max(columns.values())
        score = (best_row[0] + best_column[0]) / max(asked, 1)
        cells = tuple(
            (c.row, c.column)
            for c in found.table.cells
            if rows.get(c.row, (0, 0))[0] == best_row[0] and columns.get(c.column, (0, 0))[0] == best_column[0]
        )
        return TableMatch(found, score, min(best_row[1], best_column[1]), cells[:MOST_CELLS])
    hits = []
    for at, on, text in _texts(found.table):
        if at in rows and on in columns:
            fit = value_fit(found.table, at, on, text, value, exact=exact)
            if fit[1] is not How.NOT and not (
                value.compared and _counts_a_class(found.table, at, on, text, row, column)
            ):
                score = (rows[at][0] + columns[on][0] + fit[0]) / asked
                hits.append((score, min(rows[at][1], columns[on][1], fit[1]), (at, on)))
    if not hits:
        return None
    best, how, _ = max(hits)
    cells = tuple(cell for score, _, cell in hits if score >= best - 0.05)
    return TableMatch(found, best, how, cells[:MOST_CELLS])


_CLASS = re.compile(
    r"(?:[<>≤≥]|\b(?:less|more|fewer|greater|older|younger|under|over|above|below|up to|at (?:least|most)))"
    r"[=\s]{0,3}(?:than\s{1,3}|or equal to\s{1,3})?\d|^\W{0,3}\d[\d.,]{0,9}\s{0,2}(?:[-–—+]|to\b|and (?:over|more)\b)",
    re.IGNORECASE,
)


def _counts_a_class(
    table: Table, row: int, column: int, text: str, rows: _Wanted | None, columns: _Wanted | None
) -> bool:
    """Return whether a cell says how many there are of a class ("Tumour size: ≤ 2 cm", "BMI > 30"), or of whom it was
    measured ("SBP: N"), while a measure was asked for: its number is none of that measure.
    """
    wholes = hints_of(" ".join((table.caption, *table.footnotes)))
    read = read_value(text, table.rows[row], table.columns[column], wholes)
    counted = read.percent is not None or read.of is not None or bool(_WHOLE_NUMBER.fullmatch(text.strip()))
    if not counted:
        return False
    sides = ((table.rows[row], rows), (table.columns[column], columns))
    return any(
        wanted is not None
        and path
        and label_form(path[-1]) != wanted.form
        and (_CLASS.search(path[-1]) or _HOW_MANY.fullmatch(path[-1].strip()))
        for path, wanted in sides
    )


_HOW_MANY = re.compile(r"n|no\.?|number|counts?|(?:no\. |number )of (?:patients|subjects|participants)", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"\d{1,7}")


def _texts(table: Table) -> list[tuple[int, int, str]]:
    """Return all texts of the body with their places: cells, and the labels in a stub of several columns."""
    texts = [(c.row, c.column, c.text) for c in table.cells]
    for at, path in enumerate(table.rows):
        own = path[-table.stub :] if table.stub else ()
        texts += [(at, on, label) for on, label in zip(range(table.stub - len(own), table.stub), own, strict=True)]
    for cell in table.cells:
        if cell.nested is not None:
            texts += [(cell.row, cell.column, inner) for _, _, inner in _texts(cell.nested)]
    return texts


def value_fit(table: Table, row: int, column: int, text: str, value: ValueQuery, *, exact: bool = False) -> _Fit:
    """Return how well a cell's text is the value looked for."""
    if value.form and value_form(text) == value.form:
        return 1.0, How.EXACT
    if not value.bounds:
        inside = bool(value.form) and len(value.form) >= 3 and value.form in value_form(text)
        return (0.6, How.WORDS) if inside and not exact else (0.0, How.NOT)
    read = read_value(
        text, table.rows[row], table.columns[column], hints_of(" ".join((table.caption, *table.footnotes)))
    )
    if read.number is not None and value.holds(read.number):
        return _COMPARED, How.EXACT if value.compared else How.SAME
    if value.compared or exact:
        return 0.0, How.NOT
    return (0.7, How.WORDS) if any(map(value.holds, _other_numbers(read))) else (0.0, How.NOT)


def _other_numbers(read: CellValue) -> list[float]:
    some = (read.sd, read.n, read.of, read.percent, *(read.ci or ()), *(read.range or ()))
    return [one for one in some if one is not None]


# ── free text ───────────────────────────────────────────────────────────────────────────────────────────────────────


def match_text(found: IndexedTable, text: str, weight: Weight, value: ValueQuery | None = None) -> TableMatch | None:
    """Return the cells whose row, column and value together say most of a free text; None where nothing does.

    With a `value`, only cells that hold it count, and the text is what is said beside it. Words that stand in the
    caption alone count half.
    """
    terms = tuple(dict.fromkeys(asked_words(text)))[:60]
    bits = {term: 1 << n for n, term in enumerate(terms)}
    for term in terms:
        for other in words_for(term):
            bits.setdefault(other, bits[term])
    weights = [weight(term) for term in terms]
    total = sum(weights)
    if not total:
        return None
    rows, columns = ([_mask(words, bits) for words in side] for side in found.words)
    caption = _mask(label_words(found.table.caption), bits)
    known: dict[int, float] = {}
    form, best, hits = label_form(text), 0.0, []
    for at, on, said in _texts(found.table):
        mask = rows[at] | columns[on] | _mask(label_words(said), bits)
        if mask not in known:
            known[mask] = (
                sum(w * (1.0 if mask >> n & 1 else (caption >> n & 1) / 2) for n, w in enumerate(weights)) / total
            )
        if known[mask] < 0.9 * best or known[mask] == 0 or not _fits_value(found.table, at, on, said, value):
            continue
        score = known[mask] - _unasked(found, at, on, said if value is None else "", form)
        hits.append((score, (at, on)))
        best = max(best, score)
    if not hits:
        return None
    cells = tuple(cell for score, cell in hits if score >= best - 1e-9)
    how = How.EXACT if best >= 0.97 else How.WORDS
    return TableMatch(found, max(0.0, best), how, cells[:MOST_CELLS])


def _fits_value(table: Table, row: int, column: int, said: str, value: ValueQuery | None) -> bool:
    return value is None or value_fit(table, row, column, said, value)[1] is not How.NOT


def _mask(words: Sequence[str] | frozenset[str], bits: Mapping[str, int]) -> int:
    mask = 0
    for word in bits.keys() & words if isinstance(words, frozenset) else words:
        mask |= bits.get(word, 0)
    return mask


def _unasked(found: IndexedTable, row: int, column: int, said: str, form: str) -> float:
    """Return what a cell loses as its row, its column or its value do not stand in the text as they are written."""
    lost = 0.0
    for path in (found.table.rows[row], found.table.columns[column]):
        if path and not any(label_form(one) in form for one in path):
            lost += 0.06
    return lost + (0.0 if label_form(said) in form else 0.1)
