"""Meta-profile: what some tables are about, as the terms of their headers by TF-IDF, columns and rows apart. Pure.

After CancerKG's meta-profiles. A term's frequency is in how many of the tables it heads something; its weight is by in
how few of all tables it does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from kgcore.english.agreement import number_noun
from kgcore.library.tables import Path
from kgcore.library.tables_labels import label_core
from kgcore.library.tables_match import IndexedTable

MOST_TERMS = 20
SHARE = 4  # one in so many terms is each axis' at least: tables have more rows than columns
ENOUGH = 6  # terms of several tables, beside which those of one table say nothing of what these measure
LONGEST = 60  # letters of a term
_FOOTNOTE = re.compile(r"\s?[*†‡§¶#∗]+$|(?<=[\w)]) [a-e]$")
_STATISTIC = re.compile(  # cores of labels that say how something was counted, and nothing of what was
    r"p(?: ?(?:values?|valu|level))?|n|no|number|mean|median|sd|sem?|std|iqr|range|min|max|t|f|df|(?:95 ?%? )?ci"
)


class Axis(Enum):
    """Where a header stands."""

    COLUMN = "column"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class ProfileTerm:
    """A header term: as most tables write it, its axis, in how many of the tables, and its TF-IDF."""

    label: str
    axis: Axis
    tables: int
    weight: float


def meta_profile(
    tables: Sequence[IndexedTable], rarity: Callable[[str], float], most: int = MOST_TERMS
) -> tuple[ProfileTerm, ...]:
    """Return the terms that tell most about these tables, the weightiest first.

    What the columns of labels are called ("Variable") and statistics ("p") say nothing and are left out, and where
    enough terms head something in several of them, what only one of them has. `rarity` gives
    the inverse document frequency of a label's core over all tables.
    """
    counts: dict[tuple[Axis, str], int] = Counter()
    written: dict[tuple[Axis, str], Counter[str]] = {}
    for table in tables:
        for axis, paths in ((Axis.COLUMN, table.table.columns[table.table.stub :]), (Axis.ROW, table.table.rows)):
            for core, label in _terms(paths, table):
                counts[axis, core] += 1
                written.setdefault((axis, core), Counter())[label] += 1
    terms = [
        ProfileTerm(_commonest(written[key]), key[0], n, n / max(1, len(tables)) * rarity(key[1]))
        for key, n in counts.items()
    ]
    several = [t for t in terms if t.tables > 1]
    terms = several if len(several) >= ENOUGH else terms
    terms.sort(key=lambda t: (-t.weight, t.axis.value, t.label))
    seats = [t for axis in Axis for t in [t for t in terms if t.axis is axis][: most // SHARE]]
    shown = frozenset(list(dict.fromkeys((*seats, *terms)))[:most])
    return tuple(t for t in terms if t in shown)


def _commonest(written: Mapping[str, int]) -> str:
    """Return the label that most tables write, of several the shortest, without the mark of a footnote behind it."""
    commonest = min(written, key=lambda label: (-written[label], len(label), label))
    return _FOOTNOTE.sub("", commonest) or commonest


def _terms(paths: Sequence[Path], table: IndexedTable) -> set[tuple[str, str]]:
    """Return the terms of an axis once each: core and label."""
    found: dict[str, str] = {}
    for label in dict.fromkeys(label for path in paths for label in path):
        core = label_core(label, table.abbreviations)
        if any(c.isalpha() for c in core) and not _STATISTIC.fullmatch(core) and len(label) <= LONGEST:
            found.setdefault(core, label)
    return set(found.items())


def profile_rows(profile: Sequence[ProfileTerm]) -> tuple[tuple[str, str, str, str], ...]:
    """Return a profile as a table: term, axis, tables, TF-IDF."""
    return tuple((t.label, t.axis.value, str(t.tables), f"{t.weight:.2f}") for t in profile)


def profile_title(tables: int) -> str:
    """Return what a profile is called: "What 20 tables measure"."""
    return "What 1 table measures" if tables == 1 else f"What {tables:,} tables measure"


def profile_words(profile: Sequence[ProfileTerm], tables: int) -> str:
    """Return what a profile shows, for people who do not see it."""
    if not profile:
        return f"Header terms of {number_noun(tables, 'table')}: none."
    some = "; ".join(f"{t.label} ({t.axis.value}, {number_noun(t.tables, 'table')})" for t in profile[:5])
    return f"Header terms of {number_noun(tables, 'table')} by TF-IDF, a bar each. Weightiest: {some}."
